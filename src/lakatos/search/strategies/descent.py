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
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.claims import ForAll, Slot, UnsupportedError, evaluate_batch
from lakatos.search.budget import Budget
from lakatos.search.decide import decider, float_margin, has_margin, meets_premises, within

SAYS = "descent in doubles, then rationals nearby"
STEPS = 1024
#: Heights at which coordinates are rationalised, in turn.
HEIGHTS = (1, 2, 3, 4, 6, 8, 12, 20, 40, 100, 400, 1000, 10**4, 10**6, 10**9, 10**12)
#: Where a variable has no bounds, it is looked for up to here, farther in later rounds.
REACH = 4.0


def fits(claim: ForAll) -> str | None:
    """The variables have a fixed number of scalars, and there is a margin."""
    if any(not d.slots() for d in claim.domains.values()):
        return "the variables have no fixed number of scalars"
    return None if has_margin(claim) else "the claim is true or false, without a margin"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """From every minimum the rationals near it that violate the claim."""
    slots = [slot for d in claim.domains.values() for slot in d.slots() or []]
    bounds = [_bounds(slot, REACH * 4 ** (turn % 4)) for slot in slots]
    objective = _Objective(claim, slots, budget)
    fails = decider(claim)
    while not budget.over:
        point = _minimum(objective, bounds, rng)
        for values in _nearby(claim, slots, point):
            if not budget.spend():
                return
            if within(claim, values) and meets_premises(claim, values) and fails(values):
                yield values
                break


class _Objective:
    """The margin in doubles; infinite where it is undefined or a premise is broken."""

    def __init__(self, claim: ForAll, slots: Sequence[Slot], budget: Budget) -> None:
        self.claim, self.slots, self.budget = claim, slots, budget
        self.batches = not claim.premises

    def one(self, x: npt.NDArray[np.float64]) -> float:
        self.budget.spend()
        values = _built(self.claim, [_number(v, slot) for v, slot in zip(x, self.slots, strict=True)])
        if self.claim.premises and not meets_premises(self.claim, values):
            return 1e30
        return min(float_margin(self.claim, values), 1e30)

    def many(self, X: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Of every column of X."""
        if self.batches:
            self.budget.spend(max(1, X.shape[1] // 8))
            try:
                values = [_built(self.claim, [Fraction(v) for v in column]) for column in X.T]
                found = np.asarray(evaluate_batch(self.claim, values), dtype=float)
                return np.where(np.isfinite(found), found, 1e30)
            except (UnsupportedError, TypeError, ValueError, AttributeError, OverflowError):
                self.batches = False
        return np.array([self.one(column) for column in X.T])


def _minimum(objective: _Objective, bounds: list[tuple[float, float]], rng: Random) -> npt.NDArray[np.float64]:
    from scipy.optimize import differential_evolution, minimize

    def done(*_: Any, **__: Any) -> bool:
        return objective.budget.over

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if rng.random() < 0.5 and len(bounds) <= 12:
            found = differential_evolution(
                objective.many, bounds, rng=rng.randrange(2**31), maxiter=60, popsize=8, tol=1e-12, polish=False,
                vectorized=True, updating="deferred", callback=done,
            )  # fmt: skip
            start = found.x
        else:
            start = np.array([rng.uniform(low, high) for low, high in bounds])
        method = "L-BFGS-B" if rng.random() < 0.6 else "Nelder-Mead"
        options = {"maxiter": 400} if method == "L-BFGS-B" else {"maxiter": 200 * len(bounds)}
        return np.asarray(
            minimize(objective.one, start, method=method, bounds=bounds, callback=done, options=options).x
        )


def _nearby(claim: ForAll, slots: Sequence[Slot], point: npt.NDArray[np.float64]) -> Iterator[tuple[Any, ...]]:
    """Rationals near a point: of small height first, scaled to small integers, and with small entries set to zero."""
    seen: set[tuple[Fraction, ...]] = set()
    largest = max((abs(v) for v in point), default=0.0) or 1.0
    for cut in (0.0, 1e-6, 1e-3, 1e-2, 3e-2):
        kept = [0.0 if abs(v) < cut * largest else float(v) for v in point]
        for height in HEIGHTS:
            near = [Fraction(v).limit_denominator(height) for v in kept]
            scaled = [Fraction(round(v / largest * height)) for v in kept]
            for exact in (near, scaled):
                exact = [
                    Fraction(round(v)) if slot.integer else _inside(v, slot)
                    for v, slot in zip(exact, slots, strict=True)
                ]
                if tuple(exact) not in seen:
                    seen.add(tuple(exact))
                    yield _built(claim, [int(v) if slot.integer else v for v, slot in zip(exact, slots, strict=True)])


def _inside(value: Fraction, slot: Slot) -> Fraction:
    if slot.low is not None and value < slot.low:
        return slot.low
    return value if slot.high is None or value <= slot.high else slot.high


def _built(claim: ForAll, scalars: Sequence[Any]) -> tuple[Any, ...]:
    values = []
    for domain in claim.domains.values():
        width = len(domain.slots() or [])
        values.append(domain.build(scalars[:width]))
        scalars = scalars[width:]
    return tuple(values)


def _number(value: float, slot: Slot) -> Fraction | int:
    return round(value) if slot.integer else Fraction(value)


def _bounds(slot: Slot, reach: float) -> tuple[float, float]:
    low = None if slot.low is None else float(slot.low)
    high = None if slot.high is None else float(slot.high)
    if low is None:
        low = -reach if high is None else high - 2 * reach
    return low, (low + 2 * reach if high is None else high)
