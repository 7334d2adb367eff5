"""Chance: random objects of growing size."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lakatos.claims import ForAll
from lakatos.search.budget import Budget
from lakatos.search.decide import violator

SAYS = "random objects"
STEPS = 256


def fits(claim: ForAll) -> str | None:
    """Every domain can be sampled."""
    del claim
    return None


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """Objects whose sizes are spread up to a bound that grows with the rounds."""
    violates = violator(claim)
    while budget.spend():
        spread = rng.randint(1, 4 * 2**turn)
        values = tuple(d.sample(rng, spread) for d in claim.domains.values())
        if violates(values):
            yield values
