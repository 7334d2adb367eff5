"""Eigenvalues of rational matrices that need not be symmetric, between proven bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from flint import acb, ctx

from lakatos.arithmetic.matrix import RationalMatrix


def spectral_radius_bounds(matrix: RationalMatrix, *, digits: int = 12) -> tuple[Fraction, Fraction]:
    """Rational bounds of the largest modulus of an eigenvalue, at most 10^-digits apart.

    The characteristic polynomial is exact; FLINT isolates its roots in complex balls that are proven to hold them.

    >>> low, high = spectral_radius_bounds(RationalMatrix([[0, -2], [1, 0]]))
    >>> low**2 <= 2 <= high**2, float(high - low) <= 1e-12
    (True, True)

    Raises:
        ValueError: if the matrix is not square, or digits is not from 1 to 1000.
    """
    rows, columns = matrix.shape
    if rows != columns:
        raise ValueError(f"only a square matrix has eigenvalues; got one of {rows} by {columns}")
    if not 1 <= digits <= 1000:
        raise ValueError(f"digits is from 1 to 1000, got {digits}")
    characteristic = matrix.over_rationals().charpoly().numer()
    scale = 10 ** (digits + 1)
    before = ctx.prec
    try:
        ctx.prec = 64 + 4 * digits
        while True:
            roots = cast("list[tuple[acb, int]]", characteristic.complex_roots())
            moduli = [abs(root) * scale for root, _ in roots]
            low = max(int(modulus.lower().floor().fmpz()) for modulus in moduli)
            high = max(int(modulus.upper().ceil().fmpz()) for modulus in moduli)
            if high - low <= 10:
                return Fraction(max(low, 0), scale), Fraction(high, scale)
            ctx.prec *= 2
    finally:
        ctx.prec = before
