"""Integers by their factorisation: from number to number by multiplying, dividing and exchanging small primes.

For claims with a margin on what divides an integer: sums of divisors, totients, how many divisors there are. Of every
length in bits the numbers with the least margins are kept, and their neighbours looked at, from short to long; so a
number of a given length comes of the best ones that are shorter (beam search, Lowerre 1976).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from random import Random
from typing import Any

from lakatos.claims import ForAll, Integers, primes_up_to
from lakatos.search.budget import Budget
from lakatos.search.decide import decider, float_margin, has_margin, meets_premises, within

SAYS = "local search over factorisations"
STEPS = 2**13
#: Each stretch begins anew, with more of everything.
SHARDS = 1
#: Numbers of one length that are kept, and bits of the longest one, in the first round; so many more in each after.
KEPT, BITS = 3, 40
MORE_KEPT, MORE_BITS = 1, 20
#: The primes are at least those up to here.
PRIMES = 43


def fits(claim: ForAll) -> str | None:
    """The only variable is an integer, and there is a margin."""
    (domain, *others) = claim.domains.values()
    if others or not isinstance(domain, Integers):
        return "the variable is no single integer"
    if domain.high is not None and domain.high < 1:
        return "no positive integer is in the domain"
    return None if has_margin(claim) else "the claim is true or false, without a margin"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """The violators among the numbers that are reached, each length's least one first."""
    del rng
    fails = decider(claim)
    kept, bits = KEPT + MORE_KEPT * turn, BITS + MORE_BITS * turn
    search = _Beam(claim, budget, kept, bits, primes_up_to(PRIMES + 10 * turn))
    for length in range(1, search.bits + 1):
        best = search.best(length)
        yield from ((n,) for n in sorted(n for margin, n in best if margin <= 1e-9) if fails((n,)))
        for _, n in best:
            for other in search.neighbours(n):
                if not search.add(other):
                    return


class _Beam:
    """The numbers of each length, with their margins."""

    def __init__(self, claim: ForAll, budget: Budget, kept: int, bits: int, primes: tuple[int, ...]) -> None:
        self.claim, self.budget, self.kept, self.bits, self.primes = claim, budget, kept, bits, primes
        self.margins: list[dict[int, float]] = [{} for _ in range(bits + 1)]
        (domain,) = claim.domains.values()
        assert isinstance(domain, Integers)
        self.least = max(1, domain.low or 1)
        # What is too small for the domain leads there, and counts as good as any other.
        self.add(1)

    def best(self, length: int) -> list[tuple[float, int]]:
        """The numbers of a length with the least margins, and those with the least ones in proportion to themselves."""
        found = [(margin, n) for n, margin in self.margins[length].items() if margin < math.inf]
        relative = heapq.nsmallest(self.kept, found, key=lambda one: (one[0] / one[1], one[1]))
        return sorted({*heapq.nsmallest(self.kept, found), *relative})

    def neighbours(self, n: int) -> Iterator[int]:
        """What one prime more makes of a number, and a prime in place of another."""
        yield from (n * p for p in self.primes)
        for q in self.primes:
            if n % q == 0:
                yield from (n // q * p for p in self.primes if p > q)

    def add(self, n: int) -> bool:
        """Look at a number; False when the budget is used up."""
        length = n.bit_length()
        if length > self.bits or n in self.margins[length]:
            return True
        if not self.budget.spend():
            return False
        self.margins[length][n] = self._margin(n)
        return True

    def _margin(self, n: int) -> float:
        if n >= self.least and not (within(self.claim, (n,)) and meets_premises(self.claim, (n,))):
            return math.inf
        return float_margin(self.claim, (n,))
