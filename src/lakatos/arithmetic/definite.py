"""Exact definiteness of symmetric rational matrices, from the signs of the characteristic polynomial.

A real symmetric matrix has real eigenvalues only, so they are all non-negative exactly when the
coefficients of det(xI - A) alternate in sign (Descartes), and all positive when none of them is zero.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from flint import fmpq, fmpz

from lakatos.arithmetic.matrix import RationalMatrix


def is_positive_semidefinite(matrix: RationalMatrix) -> bool:
    """Whether a symmetric matrix is positive semidefinite, exactly. Raises ValueError if not symmetric."""
    return all(c >= 0 for c in _alternated(matrix))


def is_positive_definite(matrix: RationalMatrix) -> bool:
    """Whether a symmetric matrix is positive definite, exactly. Raises ValueError if not symmetric."""
    return all(c > 0 for c in _alternated(matrix))


def _alternated(matrix: RationalMatrix) -> list[fmpq]:
    """Coefficients of det(xI - A), each times the sign it has when every eigenvalue is positive."""
    if matrix != matrix.T:
        raise ValueError(f"definiteness needs a symmetric matrix, got {matrix!r}")
    polynomial = matrix.over_rationals().charpoly()
    size = matrix.shape[0]
    return [polynomial[i] * (-1) ** (size - i) for i in range(size + 1)]


def negative_direction(matrix: RationalMatrix) -> tuple[Fraction, ...] | None:
    """A direction x with <x, A x> < 0, in integers without a common factor; None if A is positive semidefinite.

    Symmetric elimination: while pivots are positive the form is a sum of squares; a negative pivot, or a zero one with
    something beside it, gives x. Raises ValueError if the matrix is not symmetric.
    """
    if is_positive_semidefinite(matrix):
        return None
    size = matrix.shape[0]
    form = [[fmpq(fmpz(x.numerator), fmpz(x.denominator)) for x in row] for row in matrix.rows()]
    # back[i] turns coordinates of the reduced form into those of the original one.
    back = [[fmpq(int(i == j)) for j in range(size)] for i in range(size)]
    for k in range(size):
        if form[k][k] < 0:
            return _whole([back[i][k] for i in range(size)])
        if form[k][k] == 0:
            beside = next((j for j in range(k + 1, size) if form[k][j] != 0), None)
            if beside is None:
                continue
            # t e_k + e_j gives 2 t a_kj + a_jj, which is -1 for this t.
            t = -(form[beside][beside] + 1) / (2 * form[k][beside])
            return _whole([t * back[i][k] + back[i][beside] for i in range(size)])
        for j in range(k + 1, size):
            if factor := form[k][j] / form[k][k]:
                for i in range(size):
                    back[i][j] -= factor * back[i][k]
                for i in range(k + 1, size):
                    form[j][i] -= factor * form[k][i]
    raise AssertionError("a matrix that is not positive semidefinite has a negative direction")


def _whole(direction: list[fmpq]) -> tuple[Fraction, ...]:
    exact = RationalMatrix([[Fraction(int(x.p), int(x.q)) for x in direction]])
    numerators = [int(x) for x in exact.numerators.entries()]
    common = gcd(*numerators)
    return tuple(Fraction(x // common) for x in numerators)
