"""Exact rationals: the Fraction of the standard library, which certificates run on, and FLINT's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat, fmpz

from lakatos.claims.lift import System

FRACTIONS = System("fractions", number=Fraction, exact=True)


def _rational(value: Fraction) -> Any:
    return fmpq(fmpz(value.numerator), fmpz(value.denominator))


def _constructed(p: Any = 0, q: Any = None) -> Any:
    """What ``Fraction(p, q)`` in a claim's source becomes."""
    if isinstance(p, fmpq) or isinstance(q, fmpq):
        return fmpq(p) if q is None else fmpq(p) / q
    return _rational(Fraction(p, q))


def _is_rational(x: Any, low: Any, high: Any, height: Any) -> bool:
    if not isinstance(x, fmpq) or (height is not None and max(abs(x.p), x.q) > height):
        return False
    return (low is None or low <= x) and (high is None or x <= high)


def _is_matrix(X: Any, heights: range, widths: range) -> bool:
    return X.shape[0] in heights and X.shape[1] in widths


def _is_psd(X: Any) -> bool:
    """The coefficients of det(tI - X) alternate in sign (Descartes), X being symmetric."""
    rows = [list(row) for row in X.rows()]
    n = len(rows)
    if any(len(row) != n for row in rows) or any(rows[i][j] != rows[j][i] for i in range(n) for j in range(i)):
        return False
    p = fmpq_mat(rows).charpoly()
    return all(p[i] * (-1) ** (n - i) >= 0 for i in range(n + 1))


FLINT = System(
    "flint",
    number=_rational,
    names={"Fraction": _constructed},
    overrides={"is_rational": _is_rational, "is_matrix": _is_matrix, "is_psd": _is_psd},
    fast=("graphs", "numbers"),
    exact=True,
    without=dict.fromkeys(
        ("sqrt", "log", "exp", "pi", "eigenvalue"), "is irrational: FLINT's rationals do not hold it"
    ),
)
