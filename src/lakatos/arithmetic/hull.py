"""Whether the origin lies in a convex hull, decided in exact arithmetic and with a certificate either way.

Least squares in doubles propose; exact arithmetic disposes. The points they combine are solved for again in rationals,
their separating direction is rounded to short rationals, and either is believed only if it checks exactly. Where
neither does, an exact simplex (phase one, Bland's rule) decides: it always ends, with a convex combination or, by
Farkas' lemma, a direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from flint import fmpq, fmpq_mat, fmpz

from lakatos.arithmetic.matrix import Exact
from lakatos.arithmetic.rational import fraction

#: The coordinates of a point as numerators, and their common denominator.
Integers: TypeAlias = tuple[list[int], int]
#: A remainder below this, relative to the points, may be rounding: the origin may be in the hull.
NEAR = 1e-6


@dataclass(frozen=True)
class HullCertificate:
    """Proof that the origin is in the hull, or that it is not.

    Exactly one of the two is set: ``weights`` (non-negative, summing to 1, combining the points to 0) or
    ``separator`` (a direction whose inner product with every point is positive).
    """

    weights: tuple[Fraction, ...] | None
    separator: tuple[Fraction, ...] | None

    @property
    def inside(self) -> bool:
        """Whether the origin is in the hull."""
        return self.weights is not None

    def proves(self, points: Sequence[Sequence[Exact]]) -> bool:
        """Whether this certificate proves its answer for ``points``; plain integers over common denominators."""
        return self._proves([_integers([fraction(x) for x in point]) for point in points])

    def _proves(self, rows: list[Integers]) -> bool:
        if self.weights is not None:
            weights, total = _integers(list(self.weights))
            if min(weights) < 0 or sum(weights) != total:
                return False
            # sum of w_j p_j over one denominator: every point's own is multiplied out.
            common = lcm(*(den for _, den in rows))
            return all(
                sum(w * row[i] * (common // den) for w, (row, den) in zip(weights, rows, strict=True)) == 0
                for i in range(len(rows[0][0]))
            )
        assert self.separator is not None
        direction, _ = _integers(list(self.separator))
        return all(sum(a * b for a, b in zip(direction, row, strict=True)) > 0 for row, _ in rows)


def origin_in_hull(points: Sequence[Sequence[Exact]]) -> HullCertificate:
    """Decide whether 0 is in the convex hull of ``points`` (n points in dimension d).

    Returns:
        A certificate that has been checked against the points.

    Raises:
        ValueError: if there are no points or they differ in dimension.
    """
    if not points or len({len(p) for p in points}) != 1 or not len(points[0]):
        raise ValueError(f"need at least one point and one dimension for all, got {points!r}")
    exact = [[fraction(x) for x in p] for p in points]
    rows = [_integers(p) for p in exact]
    proposed = _from_line(exact) or _from_least_squares(exact, rows)
    if proposed is not None and proposed._proves(rows):
        return proposed
    decided = _phase_one(exact, rows)
    assert decided._proves(rows), "the simplex tableau gave a certificate that does not check"
    return decided


def _from_line(points: list[list[Fraction]]) -> HullCertificate | None:
    """On a line the smallest and the largest point decide."""
    if len(points[0]) != 1:
        return None
    values = [p[0] for p in points]
    low, high = min(values), max(values)
    if low > 0 or high < 0:
        return HullCertificate(weights=None, separator=(Fraction(1 if low > 0 else -1),))
    weights = [Fraction(0)] * len(values)
    if low == 0 or high == 0:
        weights[values.index(Fraction(0))] = Fraction(1)
    else:
        weights[values.index(low)] = high / (high - low)
        weights[values.index(high)] = -low / (high - low)
    return HullCertificate(weights=tuple(weights), separator=None)


def _from_least_squares(points: list[list[Fraction]], rows: list[Integers]) -> HullCertificate | None:
    """What non-negative least squares in doubles suggest, made exact; not yet believed.

    Minimise |sum w_j p_j|^2 + (sum w_j - 1)^2 over w >= 0 (Lawson and Hanson 1974, ch. 23). Inside the hull the minimum
    is 0 and the weights in use combine the points to the origin; outside, what is left is a direction that separates.
    """
    import numpy as np
    from scipy.optimize import nnls

    count, dim = len(points), len(points[0])
    target = np.array([0.0] * dim + [1.0])
    try:
        floats = np.array([[x / den for x in row] for row, den in rows])
        scale = np.abs(floats).max() or 1.0
        columns = np.vstack([(floats / scale).T, np.ones(count)])
        weights, rest = nnls(columns, target)
    except (OverflowError, RuntimeError):  # numbers beyond the doubles; no convergence
        return None
    # A hull that passes close by leaves little: then both are tried, and exact arithmetic tells.
    if rest < NEAR:
        inside = _repaired(points, [j for j in range(count) if weights[j] > 0])
        if inside is not None and inside._proves(rows):
            return inside
    return _rounded(rows, [float(x) for x in (columns @ weights - target)[:dim]])


def _repaired(points: list[list[Fraction]], basis: list[int]) -> HullCertificate | None:
    """Weights on the points that least squares use, solved again exactly; None if they do not combine to the origin."""
    if not basis:
        return None
    count, dim = len(points), len(points[0])
    rows = [[_q(points[j][i]) for j in basis] for i in range(dim)] + [[fmpq(1)] * len(basis)]
    reduced, rank = fmpq_mat([[*row, fmpq(int(i == dim))] for i, row in enumerate(rows)]).rref()
    weights = [Fraction(0)] * count
    for r in range(rank):
        pivot = next(j for j in range(len(basis) + 1) if reduced[r, j] != 0)
        if pivot == len(basis):
            return None
        weights[basis[pivot]] = _fraction(reduced[r, len(basis)])
    return HullCertificate(weights=tuple(weights), separator=None)


def _rounded(rows: list[Integers], direction: list[float]) -> HullCertificate | None:
    """The shortest rounding of a separating direction that still separates; None if none does."""
    largest = max(abs(x) for x in direction)
    if largest == 0:
        return None
    for bits in (4, 8, 16, 32, 52):
        rounded = tuple(Fraction(round(x / largest * 2**bits)) for x in direction)
        certificate = HullCertificate(weights=None, separator=rounded)
        if certificate._proves(rows):
            return certificate
    return None


def _phase_one(points: list[list[Fraction]], rows: list[Integers]) -> HullCertificate:
    """Minimise the artificial variables of: sum w_j p_j = 0, sum w_j = 1, w >= 0."""
    count, dim = len(points), len(points[0])
    size = dim + 1
    columns = [[*map(_q, p), fmpq(1)] for p in points]
    # Rows: one per equation. Columns: weights, then artificials, then the right-hand side.
    table = [
        [column[i] for column in columns] + [fmpq(int(i == j)) for j in range(size)] + [fmpq(int(i == dim))]
        for i in range(size)
    ]
    # Reduced costs of "minimise the sum of artificials", with the artificials basic.
    cost = [-sum((row[j] for row in table), fmpq(0)) for j in range(count + size + 1)]
    for i in range(size):
        cost[count + i] = fmpq(0)
    basis = [count + i for i in range(size)]
    while True:
        entering = next((j for j in range(count) if cost[j] < 0), None)
        if entering is None:
            break
        # The objective is bounded below by 0, so some row always limits the step.
        _, _, row = min((table[i][-1] / table[i][entering], basis[i], i) for i in range(size) if table[i][entering] > 0)
        _pivot(table, cost, row, entering)
        basis[row] = entering
    if cost[-1] == 0:
        weights = [Fraction(0)] * count
        for i, variable in enumerate(basis):
            if variable < count:
                weights[variable] = _fraction(table[i][-1])
        return HullCertificate(weights=tuple(weights), separator=None)
    # Dual values: y_i = 1 - reduced cost of artificial i; y.(p, 1) <= 0 for all p while y_last > 0.
    exact = tuple(_fraction(cost[count + i] - 1) for i in range(dim))
    return _rounded(rows, [float(x) for x in exact]) or HullCertificate(weights=None, separator=exact)


def _pivot(table: list[list[fmpq]], cost: list[fmpq], row: int, column: int) -> None:
    pivot = table[row][column]
    table[row] = [x / pivot for x in table[row]]
    for other in [*range(row), *range(row + 1, len(table))]:
        if factor := table[other][column]:
            table[other] = [x - factor * y for x, y in zip(table[other], table[row], strict=True)]
    factor = cost[column]
    cost[:] = [x - factor * y for x, y in zip(cost, table[row], strict=True)]


def _integers(values: list[Fraction]) -> Integers:
    """Numerators over a common denominator, and that denominator."""
    den = lcm(*(x.denominator for x in values))
    return [x.numerator * (den // x.denominator) for x in values], den


def _q(value: Fraction) -> fmpq:
    return fmpq(fmpz(value.numerator), fmpz(value.denominator))


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
