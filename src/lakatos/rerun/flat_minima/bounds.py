"""Square roots of rationals between rationals, and the loss that needs them."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import NamedTuple

_SCALE = 10**30


class Bounds(NamedTuple):
    """A number between two rationals; it is exact where they are equal."""

    low: Fraction
    high: Fraction


def root(q: Fraction) -> Bounds:
    """Rational bounds on the square root of q >= 0: equal for the square of a rational, else within 1e-30 or so.

    >>> root(Fraction(9, 4))
    Bounds(low=Fraction(3, 2), high=Fraction(3, 2))
    """
    if q < 0:
        raise ValueError(f"no real square root of {q}")
    q = Fraction(q)
    top, bottom = isqrt(q.numerator), isqrt(q.denominator)
    if top * top == q.numerator and bottom * bottom == q.denominator:
        return Bounds(Fraction(top, bottom), Fraction(top, bottom))
    below = isqrt(q.numerator * q.denominator * _SCALE**2)  # sqrt(p/q) = sqrt(pq)/q
    return Bounds(Fraction(below, q.denominator * _SCALE), Fraction(below + 1, q.denominator * _SCALE))


def above(x: Fraction, rho: Fraction) -> Fraction:
    """The loss as a function of a norm x >= 0: zero up to rho, half the square of the excess beyond."""
    return max(x - rho, Fraction(0)) ** 2 / 2


def above_root(q: Fraction, rho: Fraction) -> Bounds:
    """The same loss of the norm sqrt(q), exact where q is the square of a rational."""
    return Bounds(*(above(x, rho) for x in root(q)))
