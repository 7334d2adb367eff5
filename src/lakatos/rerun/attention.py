"""Hardmax self-attention as a dynamical system, in exact rational arithmetic.

Source: Attention's forward pass and Frank-Wolfe, arXiv:2508.09628. With value matrix h I and step gamma,

    x_i(t+1) = x_i(t) + gamma(t) * (v_i(t) - x_i(t)),   v_i(t) = argmax over the tokens y of <A x_i(t), y>.

With A = -B, B positive semidefinite, each token takes a Frank-Wolfe step for J(x) = <Bx, x> / 2 over the
hull of the tokens: it moves towards the token that minimises <B x_i, y>. With A = B it is attracted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from flint import fmpz

from lakatos.arithmetic import (
    Exact,
    RationalMatrix,
    is_positive_definite,
    is_positive_semidefinite,
    origin_in_hull,
)

Step: TypeAlias = Callable[[int], Fraction]
Ties: TypeAlias = Literal["lowest", "highest", "average"]
Tokens: TypeAlias = Sequence[Sequence[Exact] | Exact]


@dataclass(frozen=True)
class Violation:
    """The first step at which the disputed bound fails, with the exact values on both sides.

    ``energy`` is J of token ``token`` at state t + 1. ``bound`` is the right-hand side, or, where
    lambda_max(B) is irrational, a rational above the right-hand side and below the energy.
    """

    t: int
    token: int
    energy: Fraction
    bound: Fraction
    position: tuple[Fraction, ...]


@dataclass(frozen=True)
class RateCheck:
    """Outcome of holding a trajectory against the rate bound.

    Attributes:
        violation: the first violation, or None if there is none up to ``horizon``.
        horizon: the last index t of the inequality that was checked.
        hull_exit: the first state whose hull no longer contains the origin, or None if not seen.
        separator: a direction that proves the exit: its product with every token of that state is positive.
        ties: the states at which an exact tie had to be broken, and so the tie rule mattered.
    """

    violation: Violation | None
    horizon: int
    hull_exit: int | None
    separator: tuple[Fraction, ...] | None
    ties: tuple[int, ...]


def cloud(tokens: Tokens) -> RationalMatrix:
    """The tokens as a matrix, one row each; bare numbers are points on the line."""
    return RationalMatrix([list(x) if isinstance(x, list | tuple) else [x] for x in tokens])  # type: ignore[list-item]


def trajectory(
    tokens: Tokens,
    *,
    step: Step,
    matrix: RationalMatrix | None = None,
    attract: bool = False,
    ties: Ties = "lowest",
) -> Iterator[tuple[RationalMatrix, bool]]:
    """The states X(0), X(1), ... for ever, each with whether leaving it needs a tie broken.

    Args:
        tokens: n points in any dimension, exact.
        step: gamma(t) as an exact fraction.
        matrix: B, symmetric; the identity if None.
        attract: True for A = B (the leader maximises <B x_i, y>), False for A = -B (it minimises).
        ties: which leader wins an exact tie: lowest or highest token index, or the average of all.

    Raises:
        ValueError: if a step leaves [0, 1].
    """
    state = cloud(tokens)
    t = 0
    while True:
        targets, tied = _targets(state, matrix, attract=attract, ties=ties)
        yield state, tied
        gamma = Fraction(step(t))
        if not 0 <= gamma <= 1:
            raise ValueError(f"the step size at t={t} is {gamma}; it must lie in [0, 1]")
        state = state.towards(targets, gamma)
        t += 1


def check_rate(
    tokens: Tokens,
    *,
    step: Step,
    horizon: int,
    matrix: RationalMatrix | None = None,
    ties: Ties = "lowest",
    factor: Exact = 1,
    while_origin_in_hull: bool = False,
) -> RateCheck:
    """Hold J(x_i(t+1)) <= factor * 2/(t+1) * lambda_max(B) * diam(K_0)^2 against a trajectory.

    Checks every token at t = 0, 1, ..., ``horizon`` and stops at the first violation. Both sides are exact;
    where lambda_max(B) is irrational, J > c * lambda_max is decided as "J/c I - B is positive definite".

    Args:
        factor: multiplies the bound; below 1 it makes a stronger claim.
        while_origin_in_hull: check the inequality of index t only if 0 lies in the hulls of states 0 to t, and stop
            after the last such index (the repaired theorem's premise).

    Raises:
        ValueError: if a premise fails: B is not positive semidefinite, or 0 is outside the first hull.
    """
    start = cloud(tokens)
    if matrix is not None and not is_positive_semidefinite(matrix):
        raise ValueError(f"premise broken: the matrix {matrix!r} is not positive semidefinite")
    if not origin_in_hull(start.rows()).inside:
        raise ValueError(f"premise broken: 0 is not in the hull of the tokens {start.rows()!r}")
    scale = 2 * Fraction(factor) * diameter_squared(start)
    exceeds = _exceeds_lambda_max(matrix)
    tied: list[int] = []
    hull_exit: int | None = None
    separator: tuple[Fraction, ...] | None = None
    violation: Violation | None = None
    states = trajectory(tokens, step=step, matrix=matrix, ties=ties)
    for state_index, (state, tie) in enumerate(states):
        if hull_exit is None and state_index:  # state 0 is the premise
            separator = origin_in_hull(state.rows()).separator
            hull_exit = None if separator is None else state_index
        if state_index:
            t = state_index - 1
            token, energy = _highest_energy(state, matrix)
            proof = exceeds(energy * (t + 1) / scale) if energy else None
            if proof is not None:
                violation = Violation(t, token, energy, scale * proof / (t + 1), state.rows()[token])
        last = state_index - 1 >= horizon or (while_origin_in_hull and hull_exit is not None)
        if violation or last:
            return RateCheck(violation, min(state_index - 1, horizon), hull_exit, separator, tuple(tied))
        if tie:
            tied.append(state_index)
    raise AssertionError("a trajectory never ends")


def moves_straight_to_vertices(
    vertices: Tokens, interior: Tokens, *, step: Step, horizon: int, matrix: RationalMatrix | None = None
) -> bool:
    """Whether, in the attracting case, x_i(t) - v = prod(1 - gamma) (x_i(0) - v) exactly for every interior token.

    v is the vertex with the largest <B x_i(0), v>, and the vertices must stay where they are. This is the paper's
    statement for A = B, true where every vertex owns its cell and no token lies on a cell's boundary.
    """
    start = cloud([*vertices, *interior])
    fixed = cloud(vertices)
    count = len(vertices)
    targets, _ = _targets(start, matrix, attract=True, ties="lowest")
    shrunk = Fraction(1)
    states = trajectory([*vertices, *interior], step=step, matrix=matrix, attract=True)
    for t, (state, _) in zip(range(horizon + 1), states, strict=False):
        if state != targets + (start - targets) * shrunk or state.take(range(count)) != fixed:
            return False
        shrunk *= 1 - step(t)
    return True


def diameter_squared(state: RationalMatrix) -> Fraction:
    """The largest squared Euclidean distance between two tokens."""
    rows = state.rows()
    return max(sum(((a - b) ** 2 for a, b in zip(x, y, strict=True)), Fraction(0)) for x in rows for y in rows)


def generic_starts(tokens: int, dimension: int, count: int, *, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Gaussian clouds with the origin in their hull (decided exactly), on a grid of thousandths.

    Returns:
        Integers of shape (count, tokens, dimension); divide by 1000 for the tokens.
    """
    kept: list[npt.NDArray[np.int64]] = []
    while len(kept) < count:
        drawn = np.rint(rng.normal(size=(tokens, dimension)) * 1000).astype(np.int64)
        if origin_in_hull([[int(x) for x in row] for row in drawn]).inside:
            kept.append(drawn)
    return np.array(kept)


def symmetric_starts(pairs: int, dimension: int, count: int, *, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Clouds that contain -x with every x, on a grid of thousandths; shape (count, 2 * pairs, dimension)."""
    half = np.rint(rng.normal(size=(count, pairs, dimension)) * 1000).astype(np.int64)
    return np.concatenate([half, -half], axis=1)


def first_violations(
    starts: npt.NDArray[np.float64], *, step: Callable[[int], float], horizon: int
) -> npt.NDArray[np.int64]:
    """First violation of the rate bound (B = I) for many starts at once, in floating point.

    Args:
        starts: array of shape (starts, tokens, dimension), with 0 in every hull.
        step: gamma(t).
        horizon: the last index t checked.

    Returns:
        For each start the first t at which the bound fails, or -1. Floats: confirm with ``check_rate``.
    """
    x = starts.copy()
    diam2 = ((x[:, :, None, :] - x[:, None, :, :]) ** 2).sum(-1).max((1, 2))
    first = np.full(len(x), -1)
    running = np.arange(len(x))
    for t in range(horizon + 1):
        leaders = np.einsum("sid,sjd->sij", x, x).argmin(2)
        x = x + step(t) * (np.take_along_axis(x, leaders[:, :, None], 1) - x)
        violated = (x**2).sum(-1).max(1) / 2 > 2 / (t + 1) * diam2[running]
        first[running[violated]] = t
        x, running = x[~violated], running[~violated]
        if not len(running):
            break
    return first


@dataclass(frozen=True)
class Survey:
    """Many starts held against the rate bound in floats, the earliest violations confirmed exactly.

    Attributes:
        shares: for each horizon asked, the share of starts that have violated the bound by then.
        earliest: the earliest violation, or None if there is none.
        rerun, confirmed: how many of the earliest violations were run again exactly, and how many came out the same.
    """

    shares: tuple[float, ...]
    earliest: int | None
    rerun: int
    confirmed: int


def survey(starts: npt.NDArray[np.int64], *, step: Step, horizons: Sequence[int], confirm: int = 10) -> Survey:
    """Survey starts given on the grid of thousandths, B = I."""
    last = max(horizons)
    first = first_violations(starts / 1000, step=lambda t: float(step(t)), horizon=last)
    shares = tuple(float(np.mean((first >= 0) & (first <= h))) for h in horizons)
    violating = np.flatnonzero(first >= 0)
    again = violating[np.argsort(first[violating], kind="stable")][:confirm]
    confirmed = 0
    for index in again:
        t = int(first[index])
        seen = check_rate(thousandths(starts[index]), step=step, horizon=t + 1)
        confirmed += seen.violation is not None and seen.violation.t == t
    return Survey(shares, int(first[again[0]]) if len(again) else None, len(again), confirmed)


def thousandths(start: npt.NDArray[np.int64]) -> list[list[Fraction]]:
    """A start drawn on the grid of thousandths, as exact tokens."""
    return [[Fraction(int(x), 1000) for x in row] for row in start]


def _targets(
    state: RationalMatrix, matrix: RationalMatrix | None, *, attract: bool, ties: Ties
) -> tuple[RationalMatrix, bool]:
    """Where each token is drawn to, and whether any of them had several leaders in different places: an exact tie."""
    rows = state.numerators.tolist()
    # Tokens in one place are one leader, not a tie; after the first step many of them are.
    places: dict[tuple[fmpz, ...], list[int]] = {}
    for index, row in enumerate(rows):
        places.setdefault(tuple(row), []).append(index)
    members = list(places.values())
    distinct = state.take([indices[0] for indices in members])
    of_place = _leaders(distinct, matrix, attract=attract)
    leaders: list[list[int]] = [[]] * len(rows)
    for winners, indices in zip(of_place, members, strict=True):
        for index in indices:
            leaders[index] = winners
    tied = any(len(winners) > 1 for winners in of_place)
    if ties == "average" and tied:
        return _averages(distinct.numerators.tolist(), leaders, state.denominator), True
    if ties == "highest":
        return state.take([max(members[place][-1] for place in winners) for winners in leaders]), tied
    return state.take([min(members[place][0] for place in winners) for winners in leaders]), tied


def _leaders(points: RationalMatrix, matrix: RationalMatrix | None, *, attract: bool) -> list[list[int]]:
    """For each of some distinct points the indices of all its leaders among them.

    Floats only rule out: a point whose score is farther from the best than the rounding error of both can be, with a
    factor of safety, is no leader. What is left is decided in integers.
    """
    x = points.floats()
    pushed = x if matrix is None else x @ matrix.floats()
    scores = -(pushed @ x.T) if attract else pushed @ x.T
    magnitude = (np.abs(x) if matrix is None else np.abs(x) @ np.abs(matrix.floats())) @ np.abs(x).T
    slack = magnitude.max(axis=1, keepdims=True) * (8 * (x.shape[1] + 2) ** 2 * np.finfo(float).eps) + 1e-300
    possible = scores <= scores.min(axis=1, keepdims=True) + 2 * slack
    leaders = [[int(j)] for j in scores.argmin(axis=1)]
    doubtful = np.flatnonzero(possible.sum(axis=1) > 1)
    if not len(doubtful):
        return leaders
    rows = points.numerators.tolist()
    exact = rows if matrix is None else (points.numerators * matrix.numerators).tolist()
    for i in doubtful:
        products = {
            int(j): sum((a * b for a, b in zip(exact[i], rows[j], strict=True)), fmpz(0))
            for j in np.flatnonzero(possible[i])
        }
        wanted = max(products.values()) if attract else min(products.values())
        leaders[i] = [j for j, score in products.items() if score == wanted]
    return leaders


def _averages(rows: list[list[fmpz]], leaders: list[list[int]], denominator: int) -> RationalMatrix:
    """Each row the mean of its leaders' places (the rule before the almost-every-start reduction)."""
    means = []
    for winners in leaders:
        chosen = [[int(x) for x in rows[j]] for j in winners]
        means.append([Fraction(sum(column), len(winners)) for column in zip(*chosen, strict=True)])
    averaged = RationalMatrix(means)
    return RationalMatrix.over(averaged.numerators, averaged.denominator * denominator)


def _highest_energy(state: RationalMatrix, matrix: RationalMatrix | None) -> tuple[int, Fraction]:
    """The token with the largest J and that J."""
    points = state.numerators
    pushed = points if matrix is None else points * matrix.numerators
    energies = [
        sum(a * b for a, b in zip(x, y, strict=True)) for x, y in zip(points.tolist(), pushed.tolist(), strict=True)
    ]
    token = max(range(len(energies)), key=energies.__getitem__)
    den = 2 * state.denominator**2 * (1 if matrix is None else matrix.denominator)
    return token, Fraction(int(energies[token]), den)


def _exceeds_lambda_max(matrix: RationalMatrix | None) -> Callable[[Fraction], Fraction | None]:
    """A test of ``c > lambda_max(B)``: exact, returning a proof, a rational u with lambda_max <= u < c."""
    if matrix is None:
        return lambda c: Fraction(1) if c > 1 else None
    size = matrix.shape[0]
    identity = RationalMatrix([[int(i == j) for j in range(size)] for i in range(size)])
    rows = matrix.rows()
    at_least = max(rows[i][i] for i in range(size))
    at_most = max(sum(map(abs, row), Fraction(0)) for row in rows)

    def exceeds(c: Fraction) -> Fraction | None:
        if at_most < c:
            return at_most
        if c <= at_least or not is_positive_definite(identity * c - matrix):
            return None
        between = (at_least + c) / 2
        while not is_positive_definite(identity * between - matrix):
            between = (between + c) / 2
        return between

    return exceeds
