"""Numbers a + b sqrt(d) with rational a and b: exact, and ordered."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Rational: TypeAlias = int | Fraction


@dataclass(frozen=True, eq=False)
class Surd:
    """a + b sqrt(d), for one rational d > 0 throughout a computation.

    >>> Surd(Fraction(3), Fraction(-2), Fraction(2)) > 0  # 3 > 2 sqrt(2)
    True
    >>> math.floor(Surd(Fraction(0), Fraction(100), Fraction(2)))
    141
    """

    a: Fraction
    b: Fraction
    d: Fraction

    def _of(self, other: Surd | Rational) -> Surd:
        if not isinstance(other, Surd):
            return Surd(Fraction(other), Fraction(0), self.d)
        if other.d != self.d:
            raise ValueError(f"numbers with sqrt({self.d}) and sqrt({other.d}) do not mix")
        return other

    def sign(self) -> int:
        """-1, 0 or 1."""
        a, b = (self.a > 0) - (self.a < 0), (self.b > 0) - (self.b < 0)
        if a == b or not b:
            return a
        if not a:
            return b
        larger = self.a**2 - self.b**2 * self.d
        return 0 if larger == 0 else (a if larger > 0 else b)

    def __add__(self, other: Surd | Rational) -> Surd:
        o = self._of(other)
        return Surd(self.a + o.a, self.b + o.b, self.d)

    def __neg__(self) -> Surd:
        return Surd(-self.a, -self.b, self.d)

    def __sub__(self, other: Surd | Rational) -> Surd:
        return self + -self._of(other)

    def __mul__(self, other: Surd | Rational) -> Surd:
        if not isinstance(other, Surd):
            return Surd(self.a * other, self.b * other, self.d)
        o = self._of(other)
        return Surd(self.a * o.a + self.b * o.b * self.d, self.a * o.b + self.b * o.a, self.d)

    def __truediv__(self, other: Surd | Rational) -> Surd:
        o = self._of(other)
        norm = o.a**2 - o.b**2 * o.d
        return self * Surd(o.a / norm, -o.b / norm, self.d)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Rational) -> Surd:
        return self._of(other) - self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Fraction | Surd) and (self - other).sign() == 0

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Surd | Rational) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: Surd | Rational) -> bool:
        return (self - other).sign() <= 0

    def __gt__(self, other: Surd | Rational) -> bool:
        return (self - other).sign() > 0

    def __ge__(self, other: Surd | Rational) -> bool:
        return (self - other).sign() >= 0

    def __floor__(self) -> int:
        guess = math.floor(float(self))
        while self < guess:
            guess -= 1
        while self >= guess + 1:
            guess += 1
        return guess

    def __float__(self) -> float:
        return float(self.a) + float(self.b) * math.sqrt(self.d)
