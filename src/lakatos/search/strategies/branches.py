"""Branches: where a claim is piecewise linear, the least margin of a whole branch at once, by linear programming.

A random value is run on linear forms, which gives the branch it takes as a polyhedron and the margin as a linear form
on it (concolic execution). The least margin is found in doubles and made exact; from there the search crosses to a
neighbouring branch, by a constraint that is turned round, past the side that was in the way, or by a random change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.claims import ForAll, Slot, UnsupportedError
from lakatos.search.budget import Budget
from lakatos.search.decide import violator, within
from lakatos.search.linear import Branch, Constraint, Number, TooLongError, branch, moved, slots_of
from lakatos.search.polyhedra import bounds, exact_points, optimum

SAYS = "linear programs over the branches of the claim"
STEPS = 64
#: Branches from one fresh start to the next, at most.
WALK = 60
#: Random values that are tried for a start before a step counts.
TRIES = 40
#: How many values ``fits`` tries.
TRIED = 12
#: Operations that ``fits`` gives to each.
SHORT = 6000
#: A scalar without bounds is looked for up to here, farther in later rounds.
REACH = 16.0


def fits(claim: ForAll) -> str | None:
    """The claim runs on linear forms, and in most values some number can move without leaving the branch."""
    rng, runs, free, long, numbers = Random(0), 0, 0, 0, False
    for spread in islice((1, 2, 3, 4, 6) * 20, 100):
        values = tuple(d.sample(rng, spread) for d in claim.domains.values())
        numbers = numbers or bool(slots_of(claim, values)[0])
        try:
            found = branch(claim, values, longest=SHORT) if numbers and within(claim, values) else None
        except TooLongError:
            long += 1
            if long > 3:
                return f"it takes more than {SHORT:,} operations at small values"
            continue
        except UnsupportedError as error:
            return str(error)
        if found is not None:
            runs += 1
            free += _moves(found)
        if runs == TRIED or (spread > 4 and not numbers):
            break
    if not numbers:
        return "the variables hold no numbers"
    if not runs:
        return "no value that was tried meets the premises"
    return None if 2 * free >= runs else "the claim is not piecewise linear: on its branches no number can vary"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """Walks from branch to branch; of each the points of least margin that violate the claim."""
    walk = _Walk(claim, budget, rng, turn)
    while not budget.over:
        found = walk.start()
        least = np.inf
        for _ in range(WALK):
            if found is None or not budget.spend():
                break
            values, here = found
            if here.refutes and walk.violates(values):
                yield values
            at = walk.minimum(values, here)
            if at is not None:
                yield from walk.violations(values, here, at)
            margin = walk.margin(here, at)
            if margin <= least or rng.random() < 0.2:
                least, kept = margin, (values, here, at)
            found = walk.next(*kept)


def _moves(found: Branch) -> bool:
    """Whether a number of a branch can vary that its margin or its comparisons ask for."""
    from flint import fmpq_mat

    equal = [dict(one.terms) for one in found.path if one.relation == "=="]
    asked = {i for one in found.path for i, _ in one.terms} | set(found.margin[0] if found.margin else ())
    if not asked:
        return False
    order = sorted(asked)
    rank = fmpq_mat([[row.get(i, 0) for i in order] for row in equal]).rank() if equal else 0
    return bool(rank < len(order))


def _whole(point: Sequence[Number], slots: Sequence[Slot]) -> bool:
    """Whether the scalars that are to be integers are."""
    return all(not slot.integer or v.denominator == 1 for v, slot in zip(point, slots, strict=True))


class _Walk:
    def __init__(self, claim: ForAll, budget: Budget, rng: Random, turn: int) -> None:
        self.claim, self.budget, self.rng, self.turn = claim, budget, rng, turn
        self.domains = list(claim.domains.values())
        self.violates = violator(claim)
        self.reach = REACH * 4.0 ** (turn % 4)

    def start(self) -> tuple[tuple[Any, ...], Branch] | None:
        """A random value that meets the premises, and its branch."""
        while self.budget.spend():
            for _ in range(TRIES):
                spreads = [self.rng.choice((1, 2, 3, 5, 8, 8 + 4 * self.turn)) for _ in self.domains]
                found = self.run(tuple(d.sample(self.rng, s) for d, s in zip(self.domains, spreads, strict=True)))
                if found is not None:
                    return found
        return None

    def run(self, values: tuple[Any, ...]) -> tuple[tuple[Any, ...], Branch] | None:
        """A value with its branch; None where it is outside the domain, breaks a premise or takes too long."""
        try:
            found = branch(self.claim, values) if within(self.claim, values) else None
        except UnsupportedError:
            return None
        return None if found is None else (values, found)

    def minimum(self, values: tuple[Any, ...], here: Branch) -> npt.NDArray[np.float64] | None:
        """Where the margin is least on a branch."""
        slots, _ = slots_of(self.claim, values)
        if not slots or here.margin is None or not here.margin[0]:
            return None
        return optimum(here.margin[0], here.path, slots, self.wide(here))

    def wide(self, here: Branch) -> float:
        return max(self.reach, 2.0 * max((abs(float(x)) for x in here.point), default=0.0))

    def margin(self, here: Branch, at: npt.NDArray[np.float64] | None) -> float:
        """The margin at the minimum; 0 for a truth value."""
        if here.margin is None:
            return 0.0
        terms, constant = here.margin
        point: Any = here.point if at is None else at
        return float(constant) + sum(float(c) * float(point[i]) for i, c in terms.items())

    def violations(
        self, values: tuple[Any, ...], here: Branch, at: npt.NDArray[np.float64]
    ) -> Iterator[tuple[Any, ...]]:
        """Exact points at a minimum, and between it and where the branch was entered, that violate the claim."""
        if self.margin(here, at) > 1e-6 or here.margin is None:
            return
        slots, _ = slots_of(self.claim, values)
        terms, constant = here.margin
        tried = set()
        for vertex in exact_points(at, here.path, slots):
            ends = [constant + sum(c * p[i] for i, c in terms.items()) for p in (vertex, here.point)]
            # The margin is linear on the way from the vertex to the point, and may be negative up to there.
            share = Fraction(1) if ends[1] <= ends[0] else max(Fraction(0), ends[0] / (ends[0] - ends[1]))
            for t in (Fraction(0), min(share / 2, Fraction(1, 100)), share / 2):
                point = tuple(
                    v if slot.integer or not t else v + t * (p - v)
                    for v, p, slot in zip(vertex, here.point, slots, strict=True)
                )
                if point in tried or any(
                    s.integer and Fraction(v).denominator != 1 for v, s in zip(point, slots, strict=True)
                ):
                    continue
                tried.add(point)
                other = moved(self.claim, values, point)
                if self.violates(other):
                    yield other

    def next(
        self, values: tuple[Any, ...], here: Branch, at: npt.NDArray[np.float64] | None
    ) -> tuple[tuple[Any, ...], Branch] | None:
        """A neighbouring branch."""
        for _ in range(TRIES):
            choice = self.rng.random()
            if choice < 0.4:
                other = self.turned(values, here)
            elif choice < 0.7 and at is not None:
                other = self.beyond(values, here, at)
            else:
                other = self.changed(values, at)
            found = None if other is None else self.run(other)
            if found is not None:
                return found
            if not self.budget.spend():
                return None
        return None

    def turned(self, values: tuple[Any, ...], here: Branch) -> tuple[Any, ...] | None:
        """A value that takes the same way up to a comparison, and there the other."""
        if not here.path:
            return None
        at = self.rng.randrange(len(here.path))
        before: Sequence[Constraint] = here.path[:at]
        if self.rng.random() < 0.5:
            # Let go of what was held: numbers then go to where premises and comparisons bound them.
            before = [one for one in before if one.relation != "=="]
            return self.put(values, here, before)
        return self.put(values, here, [*before, self.rng.choice(here.path[at].flipped())])

    def put(self, values: tuple[Any, ...], here: Branch, path: Sequence[Constraint]) -> tuple[Any, ...] | None:
        slots, _ = slots_of(self.claim, values)
        cost = dict(here.margin[0]) if here.margin else {}
        for i in range(len(slots)):
            cost[i] = cost.get(i, Fraction(0)) + Fraction(self.rng.randint(-50, 50), 100)
        point = optimum(cost, path, slots, self.wide(here), inside=True)
        if point is None:
            return None
        for exact in exact_points(point, path, slots):
            if _whole(exact, slots) and all(one.holds(exact) for one in path):
                return moved(self.claim, values, exact)
        return None

    def beyond(self, values: tuple[Any, ...], here: Branch, at: npt.NDArray[np.float64]) -> tuple[Any, ...]:
        """A little past the side of the polyhedron at which the margin is least."""
        slots, _ = slots_of(self.claim, values)
        step = self.rng.choice((0.02, 0.1, 0.3, 1.0))
        point = []
        for v, p, slot in zip(at, here.point, slots, strict=True):
            low, high = bounds(slot, self.wide(here))
            far = min(high, max(low, float(v) + step * (float(v) - float(p)) + step * self.rng.uniform(-1, 1)))
            point.append(round(far) if slot.integer else Fraction(far).limit_denominator(1000))
        return moved(self.claim, values, point)

    def changed(self, values: tuple[Any, ...], at: npt.NDArray[np.float64] | None) -> tuple[Any, ...]:
        """A random neighbour, which may have other numbers that are held, or more or fewer of them."""
        if at is not None and self.rng.random() < 0.5:
            slots, _ = slots_of(self.claim, values)
            values = moved(self.claim, values, next(iter(exact_points(at, (), slots))))
        which = self.rng.randrange(len(self.domains))
        other = self.domains[which].neighbour(self.rng, values[which])
        return (*values[:which], other, *values[which + 1 :])
