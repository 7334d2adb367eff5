"""Lakatos: re-check claimed falsifications. A second look, with exact witnesses and honest sigmas.

What a check or a notebook needs is exported here; everything else is in the rooms (``lakatos.growth``, ...).
Names load on first use, so that the command line starts in a blink.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lakatos import arithmetic, growth, measure, rerun
    from lakatos.certificate import verify
    from lakatos.claims import forall, verify_witness
    from lakatos.model import (
        AuthorsSaid,
        Claim,
        Correspondence,
        Falsification,
        Finding,
        Outcome,
        Paper,
        Quote,
        Reading,
        Recheck,
        Sigma,
        Verdict,
        fold,
    )
    from lakatos.report import canvas, figure, table
    from lakatos.workspace import Dispute, load, recheck

__version__ = "0.1.0"
__all__ = [
    "AuthorsSaid",
    "Claim",
    "Correspondence",
    "Dispute",
    "Falsification",
    "Finding",
    "Outcome",
    "Paper",
    "Quote",
    "Reading",
    "Recheck",
    "Sigma",
    "Verdict",
    "arithmetic",
    "canvas",
    "figure",
    "fold",
    "forall",
    "growth",
    "load",
    "measure",
    "recheck",
    "rerun",
    "table",
    "verify",
    "verify_witness",
]

_ROOMS = ("arithmetic", "growth", "measure", "rerun")
_HOME = {
    "certificate": ("verify",),
    "claims": ("forall", "verify_witness"),
    "report": ("canvas", "figure", "table"),
    "workspace": ("Dispute", "load", "recheck"),
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'lakatos' has no attribute {name!r}")
    if name in _ROOMS:
        return importlib.import_module(f"lakatos.{name}")
    room = next((room for room, names in _HOME.items() if name in names), "model")
    return getattr(importlib.import_module(f"lakatos.{room}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
