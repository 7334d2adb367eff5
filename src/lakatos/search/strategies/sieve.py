"""Whole segments of integers at once, in order; and sums along a trajectory, a stretch of it at a time.

The claim's own function runs on arrays: primes and arithmetic functions by sieves, powers modulo many moduli together.
A segment on which that fails is halved until it succeeds, or until the integers are few enough to be taken one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.claims import (
    FAULTS,
    ForAll,
    Integers,
    Trajectories,
    UnsupportedError,
    increments,
    violating_steps,
    violators,
)
from lakatos.search.budget import Budget
from lakatos.search.decide import decider, meets_premises

SAYS = "sieving segments of integers, in order"
STEPS = 2**15
#: Integers to a segment, at least and at most: the farther out, the more, as sieves gain by length.
SHORT, LONG = 2**6, 2**16
#: Integers that are taken one by one where arrays fail.
FEW = 64
#: A longer trajectory is not proposed: to be judged, all its states have to be held.
STRETCH = 2**22

TROUBLE = (UnsupportedError, ArithmeticError, ValueError, *FAULTS)


def fits(claim: ForAll) -> str | None:
    """One variable, an integer, or a trajectory that adds to an integer; and the claim can be computed on arrays."""
    (domain, *others) = claim.domains.values()
    if others or not isinstance(domain, Integers | Trajectories):
        return "the variable is no single integer, nor a trajectory"
    if isinstance(domain, Trajectories):
        return _walks(claim, domain)
    why = ""
    # Small integers are often exceptions, large ones too long.
    for least in (0, 16, 256):
        try:
            violators(claim, _levels(domain, least, least + 16)[0])
            return None
        except TROUBLE as error:
            why = str(error) or type(error).__name__
    return f"it does not run on arrays: {why}"


def _walks(claim: ForAll, domain: Trajectories) -> str | None:
    start = domain.start
    if not isinstance(start, Integers) or start.low is None or start.low != start.high:
        return "the trajectory has no single start that is an integer"
    try:
        times = np.arange(min(16, domain.horizon + 1), dtype=np.int64)
        states = start.low + np.cumsum(increments(claim, times))
        violating_steps(claim, start.low, times, states)
    except TROUBLE as error:
        return f"the trajectory is no sum on arrays: {str(error) or type(error).__name__}"
    return None


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """The integers, or numbers of steps, that violate the claim, from where the unit begins, smallest first."""
    del rng, turn
    (domain,) = claim.domains.values()
    if isinstance(domain, Trajectories):
        yield from (((domain.start.low, t),) for t in _along(claim, domain, budget))  # type: ignore[attr-defined]
    elif isinstance(domain, Integers):
        yield from _in_order(claim, domain, budget)


def _in_order(claim: ForAll, domain: Integers, budget: Budget) -> Iterator[tuple[Any, ...]]:
    least = budget.first
    while budget.left > 0 and (domain.levels is None or least < domain.levels):
        length = min(max(SHORT, least), LONG, budget.left)
        if domain.levels is not None:
            length = min(length, domain.levels - least)
        found = [n for side in _levels(domain, least, least + length) for n in _among(claim, side, budget)]
        yield from ((n,) for n in sorted(found, key=domain.size))
        least += length
        if not budget.spend(length):
            return
    budget.whole = domain.levels is not None and least >= domain.levels


def _levels(domain: Integers, least: int, end: int) -> list[npt.NDArray[Any]]:
    """The integers of these levels in ascending order, those that are not negative and those that are."""
    base = domain.level(0)
    # Levels count from the smallest absolute value there is.
    low, high = least - base, end - 1 - base
    sides = [(max(low, _least(domain.low)), high if domain.high is None else min(high, domain.high))]
    if domain.low is None or domain.low < 0:
        sides.append((-high if domain.low is None else max(-high, domain.low), min(-low, -1, _most(domain.high))))
    return [np.array(range(a, b + 1), dtype=np.int64 if max(abs(a), abs(b)) < 2**63 else object) for a, b in sides]


def _least(low: int | None) -> int:
    return 0 if low is None else max(0, low)


def _most(high: int | None) -> int:
    return -1 if high is None else high


def _among(claim: ForAll, values: npt.NDArray[Any], budget: Budget) -> list[int]:
    """The violators among the integers; where arrays fail, by halves, and in the end one by one."""
    if not values.size:
        return []
    try:
        return [int(n) for n in violators(claim, values)]
    except TROUBLE:
        if values.size > FEW:
            half = values.size // 2
            return _among(claim, values[:half], budget) + _among(claim, values[half:], budget)
    fails = decider(claim)
    found = []
    for n in map(int, values):
        met = meets_premises(claim, (n,))
        failed = fails((n,)) if met else False
        if met is None or failed is None:
            budget.open += 1
        elif failed:
            found.append(n)
    return found


@dataclass
class _Walk:
    """How far a trajectory has been followed, and its state there."""

    claim: ForAll
    steps: int
    state: int


_LAST: list[_Walk] = []


def _along(claim: ForAll, domain: Trajectories, budget: Budget) -> Iterator[int]:
    start = next(iter(domain.start.ascending()))
    walk = _walk_to(claim, start, budget)
    while budget.left > 0 and walk.steps <= min(domain.horizon, STRETCH):
        length = min(max(SHORT, walk.steps), LONG, budget.left, domain.horizon + 1 - walk.steps)
        times = np.arange(walk.steps, walk.steps + length, dtype=np.int64)
        added = increments(claim, times)
        states = walk.state + np.concatenate(([0], np.cumsum(added)))
        yield from (int(t) for t in violating_steps(claim, start, times, states[:-1]))
        walk.steps, walk.state = walk.steps + length, int(states[-1])
        if not budget.spend(length):
            return
    budget.whole = walk.steps > domain.horizon


def _walk_to(claim: ForAll, start: int, budget: Budget) -> _Walk:
    """The trajectory at the step where the unit begins, from where this process left it if that is before."""
    if not _LAST or _LAST[0].claim is not claim or _LAST[0].steps > budget.first:
        _LAST[:] = [_Walk(claim, 0, start)]
    walk = _LAST[0]
    while walk.steps < budget.first and not budget.cut:
        times = np.arange(walk.steps, min(walk.steps + LONG, budget.first), dtype=np.int64)
        walk.state += int(increments(claim, times).sum())
        walk.steps += len(times)
        budget.spend(0)
    return walk
