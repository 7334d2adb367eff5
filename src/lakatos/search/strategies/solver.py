"""A solver: the negation of the claim as a formula, and a model of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

from lakatos.claims import ForAll, UnsupportedError, formula
from lakatos.search.budget import Budget
from lakatos.search.outcome import Counterexample, ProvedOn
from lakatos.search.smt import prove_by_smt

SAYS = "a model of the negation, by z3"
STEPS = 1
#: A question cannot be halved.
SHARDS = 1
#: Seconds for one question.
LONGEST = 60.0
#: Seconds by which it may be late: an alarm within it would be lost.
LATE = 0.5


def fits(claim: ForAll) -> str | None:
    """The claim can be written as a formula, and z3 is installed."""
    try:
        import z3  # noqa: F401
    except ImportError:
        return "z3 is not installed"
    try:
        formula(claim)
    except UnsupportedError as error:
        return str(error)
    return None


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """One question, with more time in later rounds."""
    del rng
    # Where it is, no alarm reaches it.
    left = LONGEST if budget.deadline is None else max(0.1, budget.deadline - time.monotonic() - LATE)
    if budget.spend(budget.left):
        found = prove_by_smt(claim, seconds=min(LONGEST, left), effort=2_000_000 * 2**turn)
        if isinstance(found, Counterexample):
            yield found.values
        elif isinstance(found, ProvedOn):
            budget.proved = found
