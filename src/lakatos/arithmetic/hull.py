"""Whether the origin lies in a convex hull, decided in exact arithmetic and with a certificate either way.

Phase one of the simplex method with Bland's rule on rationals: it always ends, and its last tableau
holds either the weights of a convex combination or, by Farkas' lemma, a separating direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from lakatos.arithmetic.matrix import Exact
from lakatos.arithmetic.rational import fraction


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
        """Whether this certificate proves its answer for ``points``; plain Fraction arithmetic."""
        exact = [[fraction(x) for x in point] for point in points]
        if self.weights is not None:
            sums = (sum(w * p[i] for w, p in zip(self.weights, exact, strict=True)) for i in range(len(exact[0])))
            return min(self.weights) >= 0 and sum(self.weights) == 1 and all(s == 0 for s in sums)
        assert self.separator is not None
        return all(sum(a * b for a, b in zip(self.separator, p, strict=True)) > 0 for p in exact)


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
    certificate = _phase_one(exact)
    assert certificate.proves(exact), "the simplex tableau gave a certificate that does not check"
    return certificate


def _phase_one(points: list[list[Fraction]]) -> HullCertificate:
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
    return HullCertificate(weights=None, separator=tuple(_fraction(cost[count + i] - 1) for i in range(dim)))


def _pivot(table: list[list[fmpq]], cost: list[fmpq], row: int, column: int) -> None:
    pivot = table[row][column]
    table[row] = [x / pivot for x in table[row]]
    for other in [*range(row), *range(row + 1, len(table))]:
        if factor := table[other][column]:
            table[other] = [x - factor * y for x, y in zip(table[other], table[row], strict=True)]
    factor = cost[column]
    cost[:] = [x - factor * y for x, y in zip(cost, table[row], strict=True)]


def _q(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
