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


def fits(claim: ForAll) -> str | None:
    """Every domain can be listed."""
    del claim
    return None


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """The objects from where the round before ended, or was cut short: together the rounds leave nothing out."""
    del rng
    until = STEPS * (2 ** (turn + 1) - 1)
    fails = decider(claim)
    premises = bool(claim.premises)
    listing = _listing(claim)
    while listing.place < until and budget.spend():
        values = next(listing.objects, None)
        if values is None:
            budget.whole = True
            return
        listing.place += 1
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


_LAST: list[_Listing] = []


def _listing(claim: ForAll) -> _Listing:
    """The listing of a claim, taken up where this process left it, if the last one was of this claim."""
    if not _LAST or _LAST[0].claim is not claim:
        _LAST[:] = [_Listing(claim)]
    return _LAST[0]


def begin() -> None:
    """Forget how far the last listing has come: a search begins with the smallest object."""
    _LAST.clear()
