"""Annealing: from object to neighbouring object, towards a smaller margin (Kirkpatrick, Gelatt, Vecchi 1983)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

from lakatos.claims import ForAll
from lakatos.search.budget import Budget
from lakatos.search.decide import float_margin, meets_premises, suspecter, within

SAYS = "annealing on the margin"
STEPS = 512
#: Steps from one fresh start to the next, at least.
WALK = 400


def fits(claim: ForAll) -> str | None:
    """There is a margin to go down: tried on a few small objects."""
    from lakatos.search.decide import has_margin

    return None if has_margin(claim) else "the claim is true or false, without a margin"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """Walks from random objects; what the doubles call violated is looked at exactly."""
    suspect = suspecter(claim)
    domains = list(claim.domains.values())
    length = WALK * 2 ** (turn // 2)
    while not budget.over:
        values = _start(claim, rng, turn, budget)
        if values is None:
            return
        margin = float_margin(claim, values)
        heat = max(1e-3, abs(margin) / 4)
        for k in range(length):
            if not budget.spend():
                return
            at = rng.randrange(len(domains))
            moved = (*values[:at], domains[at].neighbour(rng, values[at]), *values[at + 1 :])
            if not within(claim, moved) or not meets_premises(claim, moved):
                continue
            other = float_margin(claim, moved)
            if other <= 1e-9 and suspect(moved):
                yield moved
                break
            temperature = heat * (1 - k / length) ** 2 + 1e-12
            if other <= margin or rng.random() < math.exp(min(0.0, (margin - other) / temperature)):
                values, margin = moved, other


def _start(claim: ForAll, rng: Random, turn: int, budget: Budget) -> tuple[Any, ...] | None:
    """A random object in the domain that meets the premises and has a finite margin."""
    while budget.spend():
        spread = rng.randint(1, 6 + 3 * turn)
        values = tuple(d.sample(rng, spread) for d in claim.domains.values())
        if within(claim, values) and meets_premises(claim, values) and float_margin(claim, values) < math.inf:
            return values
    return None
