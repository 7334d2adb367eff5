"""Rational combinations of logarithms of rationals, exactly: equality and sign are decided, not estimated.

Every such number is a sum of c log p over primes p with rational c, in one way only: the logarithms of the primes are
linearly independent over the rationals, because factorisation is unique. So it is zero only if no term is left, and
the sign of one that is not zero is told by enclosures that become narrow enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from lakatos.arithmetic.rational import fraction, text

#: Beyond this a number is not factored: it may take for ever.
MOST_DIGITS = 40


@dataclass(frozen=True)
class LogSum:
    """A sum of c log p over primes p; made by ``log`` and by arithmetic. Sums, differences and rational multiples.

    Attributes:
        terms: each prime with its coefficient, the primes rising, no coefficient zero.

    >>> print(log("9/5") - 2 * log(3), (log("5/4") - log(2) / 3).sign)
    -log 5 -1
    """

    terms: tuple[tuple[int, Fraction], ...] = ()

    def __add__(self, other: LogSum | int) -> LogSum:
        if other == 0:  # where ``sum`` begins
            return self
        if not isinstance(other, LogSum):
            return NotImplemented
        return _collected((*self.terms, *other.terms))

    __radd__ = __add__

    def __neg__(self) -> LogSum:
        return -1 * self

    def __sub__(self, other: LogSum) -> LogSum:
        return self + -other

    def __mul__(self, factor: Fraction | int) -> LogSum:
        if not isinstance(factor, Fraction | int):
            return NotImplemented
        return _collected((p, c * factor) for p, c in self.terms)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Fraction | int) -> LogSum:
        return self * (1 / Fraction(divisor))

    @property
    def sign(self) -> int:
        """-1, 0 or 1, exactly."""
        if not self.terms:
            return 0
        bits = 64
        while True:
            low, high = self.bounds(bits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            bits *= 2

    def bounds(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        """Rational bounds, the closer the more bits of the logarithms are computed."""
        from flint import arb, ctx, fmpq

        if bits < 2:
            raise ValueError(f"need at least 2 bits, got {bits}")
        with ctx.workprec(bits):
            total = sum((arb(fmpq(c.numerator, c.denominator)) * arb(p).log() for p, c in self.terms), arb(0))
            return _exact(total.lower()), _exact(total.upper())

    def __float__(self) -> float:
        low, high = self.bounds(128)
        return float((low + high) / 2)

    def __str__(self) -> str:
        parts = []
        for p, c in self.terms:
            size = "" if abs(c) == 1 else f"{text(abs(c))} "
            parts.append(f"{'-' if c < 0 else '+'} {size}log {p}")
        joined = " ".join(parts) or "0"
        return joined[2:] if joined[0] == "+" else joined.replace("- ", "-", 1)


def log(value: int | str | Fraction) -> LogSum:
    """The logarithm of a positive rational, exactly.

    Raises:
        ValueError: if it is not positive, or has more digits than are factored.

    >>> print(log("25/9"))
    -2 log 3 + 2 log 5
    """
    from flint import fmpz

    x = fraction(value)
    if x <= 0:
        raise ValueError(f"need a positive number, got {value}")
    if max(x.numerator, x.denominator) >= 10**MOST_DIGITS:
        raise ValueError(f"need numerator and denominator below {MOST_DIGITS + 1} digits; they are factored")
    above, below = (fmpz(n).factor() for n in (x.numerator, x.denominator))
    return _collected([*((int(p), Fraction(k)) for p, k in above), *((int(p), Fraction(-k)) for p, k in below)])


def _collected(terms: Iterable[tuple[int, Fraction]]) -> LogSum:
    total: dict[int, Fraction] = {}
    for p, c in terms:
        total[p] = total.get(p, Fraction(0)) + c
    return LogSum(tuple((p, c) for p, c in sorted(total.items()) if c))


def _exact(point: object) -> Fraction:
    """The value of a ball of radius zero: a dyadic rational."""
    mantissa, exponent = (int(x) for x in point.man_exp())  # type: ignore[attr-defined]
    return Fraction(mantissa) * Fraction(2) ** exponent
