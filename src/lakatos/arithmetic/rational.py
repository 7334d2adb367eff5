"""Rational numbers: how they come in, how they are printed, and comparisons with e."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import factorial


def fraction(value: int | str | Fraction) -> Fraction:
    """The exact rational of an integer, a fraction or text such as ``"-1/1000"`` or ``"0.25"``.

    Raises:
        TypeError: for a float, which is never taken for the decimal it was typed as.
        ValueError: for text that is no number.

    >>> fraction("-1/1000")
    Fraction(-1, 1000)
    """
    if type(value) is Fraction:
        return value
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        raise TypeError(
            f"{value!r} is a {type(value).__name__}, not an exact number; give an integer, a Fraction or text"
        )
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{value!r} is not a rational number; write it as 3, 3/7 or 0.25") from error


def text(value: Fraction | int) -> str:
    """The exact value as text: ``p`` or ``p/q``.

    >>> text(Fraction(2, 9)), text(Fraction(4, 2))
    ('2/9', '2')
    """
    value = Fraction(value)
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator (then least numerator) strictly between two positive bounds.

    Stern-Brocot descent, written as a continued fraction: strip the common integer part, turn the
    interval over, repeat.

    >>> simplest_between(Fraction(314, 100), Fraction(315, 100))
    Fraction(22, 7)
    """
    if not 0 <= low < high:
        raise ValueError(f"need 0 <= low < high, got low={low}, high={high}")
    whole = low.numerator // low.denominator
    if whole + 1 < high:
        return Fraction(whole + 1)
    low, high = low - whole, high - whole
    if low == 0:  # the simplest of (0, high) is 1/n with the least n > 1/high
        return whole + Fraction(1, high.denominator // high.numerator + 1)
    # Here 0 < low < high <= 1, and turning over keeps "simplest": both denominators swap roles.
    return whole + 1 / simplest_between(1 / high, 1 / low)


@lru_cache
def e_bounds(terms: int) -> tuple[Fraction, Fraction]:
    """Rational bounds ``low < e < high`` from the first ``terms`` terms of its series.

    The tail after the term 1/n! is positive and below 1/(n * n!).
    """
    if terms < 1:
        raise ValueError(f"need at least one term beyond the first, got {terms}")
    low = sum((Fraction(1, factorial(i)) for i in range(terms + 1)), Fraction(0))
    return low, low + Fraction(1, terms * factorial(terms))


def floor_over_e(n: int) -> int:
    """floor(n / e), decided by rational bounds on e; the two can never be equal, e being irrational.

    >>> [floor_over_e(n) for n in (2, 3, 8, 9, 1000)]
    [0, 1, 2, 3, 367]
    """
    if n < 0:
        raise ValueError(f"need n >= 0, got {n}")
    terms = 12
    while True:
        low, high = e_bounds(terms)
        least, most = n // high, n // low
        if least == most:
            return int(least)
        terms *= 2


@lru_cache(maxsize=4096)
def harmonic(k: int) -> Fraction:
    """H_k = 1 + 1/2 + ... + 1/k, exactly.

    >>> harmonic(4)
    Fraction(25, 12)
    """
    if k < 0:
        raise ValueError(f"a harmonic number needs k >= 0, got {k}")
    return _reciprocals(1, k + 1)


def _reciprocals(low: int, high: int) -> Fraction:
    """Sum of 1/i for low <= i < high, by halves: the numbers stay short until the end."""
    if high - low <= 8:
        return sum((Fraction(1, i) for i in range(low, high)), Fraction(0))
    middle = (low + high) // 2
    return _reciprocals(low, middle) + _reciprocals(middle, high)
