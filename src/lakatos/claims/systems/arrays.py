"""Exact and quick: Fractions, quick invariants, and matrices over one common denominator on FLINT's integers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lakatos.arithmetic import RationalMatrix, is_positive_semidefinite
from lakatos.claims.lift import System


def _determinant(X: RationalMatrix) -> Fraction:
    if X.shape[0] != X.shape[1]:
        raise ValueError(f"the determinant of a {X.shape} matrix")
    return Fraction(int(X.numerators.det()), X.denominator ** X.shape[0])


def _rank(X: RationalMatrix) -> int:
    return int(X.numerators.rank())


def _is_psd(X: RationalMatrix) -> bool:
    return bool(X == X.T and is_positive_semidefinite(X)) if X.shape[0] == X.shape[1] else False


def _is_matrix(X: Any, heights: range, widths: range) -> bool:
    return isinstance(X, RationalMatrix) and X.shape[0] in heights and X.shape[1] in widths


def _is_integer(x: Any, low: int | None, high: int | None) -> bool:
    """An entry of a rational matrix is a Fraction, whole or not."""
    if isinstance(x, bool) or not isinstance(x, int | Fraction) or x.denominator != 1:
        return False
    return (low is None or low <= x) and (high is None or x <= high)


def _identity(n: int) -> RationalMatrix:
    return RationalMatrix([[int(i == j) for j in range(n)] for i in range(n)])


ARRAYS = System(
    "arrays",
    number=Fraction,
    matrix=RationalMatrix,
    overrides={
        "Matrix": RationalMatrix,
        "determinant": _determinant,
        "rank": _rank,
        "is_psd": _is_psd,
        "is_matrix": _is_matrix,
        "is_integer": _is_integer,
        "identity": _identity,
    },
    fast=("graphs", "numbers", "polynomials", "scheduling"),
    exact=True,
)
