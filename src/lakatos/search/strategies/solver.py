"""A solver: the negation of the claim as a formula, and a model of it."""

from __future__ import annotations

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
    if budget.spend():
        found = prove_by_smt(claim, seconds=60, effort=2_000_000 * 2**turn)
        if isinstance(found, Counterexample):
            yield found.values
        elif isinstance(found, ProvedOn):
            budget.proved = found
