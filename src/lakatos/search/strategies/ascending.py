"""Exhaustive by size: every object of the domain, the smallest level first. What it has covered is covered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from lakatos.claims import ForAll
from lakatos.search.budget import Budget
from lakatos.search.decide import decider, meets_premises

SAYS = "exhaustive, smallest first"
STEPS = 256


def fits(claim: ForAll) -> str | None:
    """Every domain can be listed."""
    del claim
    return None


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """The objects from where the round before ended: the rounds together leave nothing out."""
    del rng
    begin = STEPS * (2**turn - 1)
    fails = decider(claim)
    premises = bool(claim.premises)
    for values in _from(claim, begin):
        if not budget.spend():
            return
        met = meets_premises(claim, values) if premises else True
        failed = fails(values) if met else False
        if met is None or failed is None:
            budget.open += 1
        elif failed:
            yield values


class _Listing:
    """The objects of a claim in order, and how many of them have been taken."""

    def __init__(self, claim: ForAll) -> None:
        self.claim, self.place, self.objects = claim, 0, claim.ascending()

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for values in self.objects:
            self.place += 1
            yield values


_PLACES: dict[int, _Listing] = {}


def _from(claim: ForAll, begin: int) -> _Listing:
    """The objects from number ``begin`` on; the listing is taken up where this process left it, if it can be."""
    known = _PLACES.pop(id(claim), None)
    listing = _Listing(claim) if known is None or known.claim is not claim or known.place > begin else known
    _PLACES.clear()
    _PLACES[id(claim)] = listing
    for _ in islice(iter(listing), begin - listing.place):
        pass
    return listing
