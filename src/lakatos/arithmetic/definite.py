"""Exact definiteness of symmetric rational matrices, from the signs of the characteristic polynomial.

A real symmetric matrix has real eigenvalues only, so they are all non-negative exactly when the
coefficients of det(xI - A) alternate in sign (Descartes), and all positive when none of them is zero.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mat, fmpz

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
    den = fmpz(matrix.denominator)
    exact = fmpq_mat([[fmpq(entry, den) for entry in row] for row in matrix.numerators.tolist()])
    polynomial = exact.charpoly()
    size = matrix.shape[0]
    return [polynomial[i] * (-1) ** (size - i) for i in range(size + 1)]
