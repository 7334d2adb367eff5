"""Polynomials through FLINT (python-flint): the results of ``lakatos.claims.plain.polynomials``, for search.

Only what gains much is here. The functions are those of the FLINT manual, chapter ``fmpq_poly``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from flint import fmpq, fmpq_poly

Polynomial = Sequence[int | Fraction]


def divide(p: Polynomial, q: Polynomial) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Quotient and remainder, by ``fmpq_poly_divrem``."""
    divisor = _poly(q)
    if not divisor:
        raise ValueError("division by the zero polynomial")
    quotient, remainder = divmod(_poly(p), divisor)
    return _fractions(quotient), _fractions(remainder)


def compose(p: Polynomial, q: Polynomial) -> tuple[Fraction, ...]:
    """The polynomial ``p(q(x))``, by ``fmpq_poly_compose``."""
    return _fractions(_poly(p)(_poly(q)))


def polynomial_gcd(p: Polynomial, q: Polynomial) -> tuple[Fraction, ...]:
    """Monic greatest common divisor, by ``fmpq_poly_gcd``."""
    return _fractions(_poly(p).gcd(_poly(q)))


def resultant(p: Polynomial, q: Polynomial) -> Fraction:
    """Resultant, 0 if either is zero, by ``fmpq_poly_resultant``."""
    return _fraction(_poly(p).resultant(_poly(q)))


def discriminant(p: Polynomial) -> Fraction:
    """Discriminant, from ``fmpq_poly_resultant`` with the derivative."""
    f = _poly(p)
    n = f.degree()
    if n < 1:
        raise ValueError("a constant polynomial has no discriminant")
    size = _fraction(f.resultant(f.derivative()) / f[n])
    return -size if n % 4 in (2, 3) else size


def real_roots(p: Polynomial) -> int:
    """Number of distinct real roots, by Sturm's theorem with FLINT's remainders."""
    return _real_roots(_sturm_sequence(_poly(p)))


def real_roots_between(p: Polynomial, low: int | Fraction, high: int | Fraction) -> int:
    """Number of distinct real roots in ``low < x <= high``, by Sturm's theorem with FLINT's remainders."""
    if low > high:
        raise ValueError("the interval must not end before it begins")
    sequence = _sturm_sequence(_poly(p))
    return _sign_changes([f(_q(low)) for f in sequence]) - _sign_changes([f(_q(high)) for f in sequence])


def is_real_rooted(p: Polynomial) -> bool:
    """Whether all roots are real: Sturm's count against the degree of the squarefree part."""
    sequence = _sturm_sequence(_poly(p))
    return bool(_real_roots(sequence) == sequence[0].degree())


def _sturm_sequence(p: fmpq_poly) -> list[fmpq_poly]:
    """Sturm's sequence of the squarefree part."""
    if not p:
        raise ValueError("every number is a root of the zero polynomial")
    p = p // p.gcd(p.derivative())
    q, sequence = p.derivative(), [p]
    while q:
        sequence.append(q)
        # Divided by its positive content, so that coefficients stay short and signs stay what they are.
        rest = -(p % q).numer()
        p, q = q, fmpq_poly(rest // rest.content() if rest else rest)
    return sequence


def _real_roots(sequence: list[fmpq_poly]) -> int:
    right = [f[f.degree()] for f in sequence]
    left = [c * (-1) ** f.degree() for c, f in zip(right, sequence, strict=True)]
    return _sign_changes(left) - _sign_changes(right)


def _sign_changes(values: list[fmpq]) -> int:
    return sum(a != b for a, b in pairwise(value > 0 for value in values if value != 0))


def _poly(p: Polynomial) -> fmpq_poly:
    return fmpq_poly([_q(c) for c in p])


def _q(value: int | Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _fractions(p: fmpq_poly) -> tuple[Fraction, ...]:
    return tuple(_fraction(c) for c in p.coeffs())


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
