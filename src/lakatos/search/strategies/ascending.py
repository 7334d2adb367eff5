"""Exhaustive by size: every object of the domain, the smallest level first. What it has covered is covered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lakatos.claims import ForAll
from lakatos.search.budget import Budget
from lakatos.search.decide import decider, meets_premises

SAYS = "exhaustive, smallest first"
STEPS = 256
#: Whatever lies before a place was looked at when all units before it are done.
IN_ORDER = True


def fits(claim: ForAll) -> str | None:
    """Every domain can be listed."""
    del claim
    return None


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """The objects from the place on at which the unit begins."""
    del rng, turn
    fails = decider(claim)
    premises = bool(claim.premises)
    listing = _listing(claim, budget.first)
    while budget.spend():
        values = listing.next()
        if values is None:
            budget.whole = True
            budget.used -= 1
            return
        budget.level = claim.level(values)
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

    def next(self) -> tuple[Any, ...] | None:
        try:
            values = next(self.objects, None)
        except BaseException:
            # An alarm within it has ended the listing, which must not pass for the end of the domain.
            _LAST.clear()
            raise
        self.place += values is not None
        return values


_LAST: list[_Listing] = []


def _listing(claim: ForAll, first: int) -> _Listing:
    """The listing of a claim from a place on: the one that this process has, if it has not gone farther yet."""
    if not _LAST or _LAST[0].claim is not claim or _LAST[0].place > first:
        _LAST[:] = [_Listing(claim)]
    (listing,) = _LAST
    while listing.place < first and listing.next() is not None:
        pass
    return listing
