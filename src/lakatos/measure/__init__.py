"""Reported numbers as text with a unit and a "per"; ratios only between values that say per what; forensic checks."""

from lakatos.measure.compare import Comparison, Ratio, bracket, compare
from lakatos.measure.forensics import (
    Answer,
    Check,
    Whole,
    check_share,
    grim_power,
    possible_counts,
    possible_totals,
    share_column,
)
from lakatos.measure.reported import MODES, Reported, reported

__all__ = [
    "MODES",
    "Answer",
    "Check",
    "Comparison",
    "Ratio",
    "Reported",
    "Whole",
    "bracket",
    "check_share",
    "compare",
    "grim_power",
    "possible_counts",
    "possible_totals",
    "reported",
    "share_column",
]
