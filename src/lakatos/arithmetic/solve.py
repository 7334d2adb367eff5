"""Linear equations over the rationals."""

from __future__ import annotations

from fractions import Fraction

from lakatos.arithmetic.matrix import RationalMatrix


def solve(matrix: RationalMatrix, right: RationalMatrix) -> RationalMatrix:
    """The X with ``matrix @ X == right``, exactly.

    >>> solve(RationalMatrix([[2, 1], [1, 3]]), RationalMatrix([[1], [0]]))
    RationalMatrix([['3/5'], ['-1/5']])

    Raises:
        ValueError: if the matrix is not square, does not fit, or is singular.
    """
    if matrix.shape[0] != matrix.shape[1] or matrix.shape[0] != right.shape[0]:
        raise ValueError(f"cannot solve with shapes {matrix.shape} and {right.shape}")
    try:
        solution = matrix.over_rationals().solve(right.over_rationals())
    except ZeroDivisionError:
        raise ValueError("the matrix is singular") from None
    return RationalMatrix([[Fraction(int(x.p), int(x.q)) for x in row] for row in solution.tolist()])
