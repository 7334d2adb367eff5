"""Claims whose truth is known, false ones and true controls, for searches to be measured on."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType

AREAS = ("number_theory", "analysis", "linear_algebra", "graphs", "optimisation", "games", "algorithms")


def areas(names: Sequence[str] = AREAS) -> list[ModuleType]:
    """The modules of the claims: each has CLAIMS by id, the ids of those that are TRUE, and what is WITHOUT a claim."""
    return [importlib.import_module(f"{__name__}.{name}") for name in names]
