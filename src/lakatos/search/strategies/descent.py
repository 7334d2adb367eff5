"""Descent: differential evolution and local search on the margin in doubles, then rationals nearby, judged exactly.

Storn and Price, J. Global Optimization 11 (1997); the local search is a quasi-Newton one, or Nelder and Mead's, which
wants no gradient where a margin has kinks. A minimum is rationalised by continued fractions at growing height, alone
and scaled to integers, and with what is nearly zero set to zero: at a minimum on the edge of the domain, constraints
are met with equality.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from lakatos.claims import FAULTS, ClaimError, ForAll, Slot, UnsupportedError, evaluate_slots
from lakatos.search.budget import Budget
from lakatos.search.decide import float_margin, has_margin, meets_premises, violator

SAYS = "descent in doubles, then rationals nearby"
STEPS = 1024
#: Heights at which coordinates are rationalised, in turn.
HEIGHTS = (1, 2, 3, 4, 6, 8, 12, 20, 40, 100, 400, 1000, 10**4, 10**6, 10**9, 10**12)
#: Where a variable has no bounds, it is looked for up to here, farther in later rounds.
REACH = 4.0
#: Digits of the farthest point from which it may start.
FAR = 10
#: The margin where there is none.
HUGE = 1e30
#: Rationals near a minimum at which doubles see a margin of zero that are looked at exactly.
FEW = 8
#: In more dimensions than this a simplex gets nowhere.
FLAT = 12
#: A margin in doubles that may be zero or less exactly.
TOUCH = 1e-9


def fits(claim: ForAll) -> str | None:
    """The variables have a fixed number of scalars, and there is a margin."""
    if any(not d.slots() for d in claim.domains.values()):
        return "the variables have no fixed number of scalars"
    return None if has_margin(claim) else "the claim is true or false, without a margin"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """From every minimum the rationals near it that violate the claim."""
    slots = claim.slots
    objective = _Objective(claim, budget)
    violates = violator(claim)
    while not budget.over:
        # Nearby or not so near, farther in later rounds; now and then at any order of magnitude.
        reach = REACH * 4.0 ** rng.randint(-2, turn % 4) if rng.random() < 0.8 else 10 ** rng.uniform(1, FAR)
        point, margin = _minimum(objective, [_bounds(slot, reach) for slot in slots], rng)
        # Near a minimum that is well above zero nothing is below it, unless integers are far from the point itself.
        if TOUCH < margin < HUGE and not objective.integers.any():
            continue
        # All of them where doubles see a violation; a few where they see zero.
        candidates = list(islice(_nearby(slots, point), None if margin < -TOUCH else FEW))
        for scalars in _promising(objective, candidates):
            if not budget.spend():
                return
            values = claim.build(scalars)
            if violates(values):
                yield values
                break


@lru_cache
def _threads() -> ThreadpoolController:
    """Linear algebra in one thread: for a dozen variables, threads that wait for each other are 50 times slower."""
    return ThreadpoolController()


def _promising(objective: _Objective, candidates: Sequence[list[Any]]) -> Iterator[list[Any]]:
    """Those at which doubles see no positive margin, or nothing at all, in order."""
    margins = objective.many(np.array([[float(v) for v in scalars] for scalars in candidates]))
    yield from (scalars for scalars, margin in zip(candidates, margins, strict=True) if not TOUCH < margin < HUGE)


class _Objective:
    """The margin in doubles; very large where it is undefined or a premise is broken."""

    def __init__(self, claim: ForAll, budget: Budget) -> None:
        self.claim, self.budget = claim, budget
        self.integers = np.array([slot.integer for slot in claim.slots])
        self.batches = True

    def one(self, x: npt.NDArray[np.float64]) -> float:
        self.budget.spend()
        values = self.claim.build([_number(v, slot) for v, slot in zip(x, self.claim.slots, strict=True)])
        if self.claim.premises and not meets_premises(self.claim, values):
            return HUGE
        return min(float_margin(self.claim, values), HUGE)

    def many(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Of every row."""
        if self.batches:
            self.budget.spend(max(1, len(points) // 8))
            try:
                found = evaluate_slots(self.claim, np.where(self.integers, np.round(points), points))
                return np.where(np.isfinite(found), found, HUGE)
            except (UnsupportedError, ClaimError, ValueError, ArithmeticError, *FAULTS):
                self.batches = False
        return np.array([self.one(point) for point in points])

    def slope(self, x: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        """The margin and its forward differences, all in one batch."""
        steps = 1e-7 * np.maximum(1.0, np.abs(x))
        found = self.many(np.vstack([x, x + np.diag(steps)]))
        return float(found[0]), (found[1:] - found[0]) / steps


def _minimum(
    objective: _Objective, bounds: list[tuple[float, float]], rng: Random
) -> tuple[npt.NDArray[np.float64], float]:
    """A local minimum of the margin, from a random start, and the margin there."""
    from scipy.optimize import differential_evolution, minimize

    def done(*_: Any, **__: Any) -> bool:
        return objective.budget.over

    with warnings.catch_warnings(), _threads().limit(limits=1):
        warnings.simplefilter("ignore")
        if rng.random() < 0.5 and len(bounds) <= FLAT:
            found = differential_evolution(
                lambda x: objective.many(x.T), bounds, rng=rng.randrange(2**31), maxiter=60, popsize=8, tol=1e-12,
                polish=False, vectorized=True, updating="deferred", callback=done,
            )  # fmt: skip
            start = found.x
        else:
            start = _start(bounds, rng)
        if len(bounds) > FLAT or rng.random() < 0.6:
            # A violation may be as shallow as one part in a million.
            options = {"maxiter": 1000, "maxfun": 4000, "ftol": 1e-15, "gtol": 1e-10, "maxcor": 20}
            found = minimize(
                objective.slope, start, method="L-BFGS-B", jac=True, bounds=bounds, callback=done, options=options
            )
        else:
            options = {"maxiter": 200 * len(bounds)}
            found = minimize(
                lambda x: objective.many(x[None])[0],
                start,
                method="Nelder-Mead",
                bounds=bounds,
                callback=done,
                options=options,
            )
        return np.asarray(found.x), float(found.fun)


def _start(bounds: list[tuple[float, float]], rng: Random) -> npt.NDArray[np.float64]:
    """A random point: evenly spread, of any order of magnitude, or nearly the same every few coordinates.

    Evenly spread points all lead to the same wide valleys; sums over neighbours have others that repeat themselves.
    """
    kind = rng.choice(("even", "scaled", "repeating"))
    if kind == "even":
        return np.array([rng.uniform(low, high) for low, high in bounds])
    period = rng.randint(2, 4) if kind == "repeating" else len(bounds)
    parts = [0.0 if rng.random() < 0.3 else 10 ** rng.uniform(-3, 0) for _ in range(period)]
    signs = [rng.choice((-1, 1)) for _ in range(period)]
    point = []
    for i, (low, high) in enumerate(bounds):
        centre = min(max(0.0, low), high)
        part = parts[i % period] * (10 ** rng.uniform(-0.2, 0.2) if kind == "repeating" else 1)
        side = low if signs[i % period] < 0 < centre - low else high
        point.append(min(max(centre + part * (side - centre), low), high))
    return np.array(point)


def _nearby(slots: Sequence[Slot], point: npt.NDArray[np.float64]) -> Iterator[list[Any]]:
    """Rationals near a point: of small height first, scaled to small integers, and with small entries set to zero."""
    seen: set[tuple[Any, ...]] = set()
    largest = max((abs(v) for v in point), default=0.0) or 1.0
    for cut in (0.0, 1e-6, 1e-3, 1e-2, 3e-2):
        kept = [0.0 if abs(v) < cut * largest else float(v) for v in point]
        for height in HEIGHTS:
            near = [Fraction(v).limit_denominator(height) for v in kept]
            scaled = [Fraction(round(v / largest * height)) for v in kept]
            for exact in (near, scaled):
                found = [round(v) if s.integer else _inside(v, s) for v, s in zip(exact, slots, strict=True)]
                if tuple(found) not in seen:
                    seen.add(tuple(found))
                    yield found


def _inside(value: Fraction, slot: Slot) -> Fraction:
    if slot.low is not None and value < slot.low:
        return slot.low
    return value if slot.high is None or value <= slot.high else slot.high


def _number(value: float, slot: Slot) -> Fraction | int:
    return round(value) if slot.integer else Fraction(value)


def _bounds(slot: Slot, reach: float) -> tuple[float, float]:
    low = None if slot.low is None else float(slot.low)
    high = None if slot.high is None else float(slot.high)
    if low is None:
        low = -reach if high is None else high - 2 * reach
    return low, (low + 2 * reach if high is None else high)
