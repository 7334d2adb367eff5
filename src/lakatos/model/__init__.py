"""The words of a re-check as frozen data: claim, falsification, reading, finding, control, verdict.

This room imports nothing else of ours. See the table of words in ``docs/guide.md``.
"""

from lakatos.model.claim import AuthorsSaid, Claim, Correspondence, Falsification, Paper, Quote, Reading
from lakatos.model.error import LakatosError
from lakatos.model.finding import Control, Finding, Kind, Outcome, Reason, Refutes, Sigma, Value
from lakatos.model.verdict import (
    Recheck,
    Under,
    Verdict,
    VerdictKind,
    combinations,
    fold,
)

__all__ = [
    "AuthorsSaid",
    "Claim",
    "Control",
    "Correspondence",
    "Falsification",
    "Finding",
    "Kind",
    "LakatosError",
    "Outcome",
    "Paper",
    "Quote",
    "Reading",
    "Reason",
    "Recheck",
    "Refutes",
    "Sigma",
    "Under",
    "Value",
    "Verdict",
    "VerdictKind",
    "combinations",
    "fold",
]
