"""Closed intervals of exact numbers: what rounding leaves open of a printed number, and of what is made from it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from lakatos.measure.forensics.check import plain
from lakatos.measure.forensics.lattice import modes
from lakatos.measure.quantities.reported import Mode, Reported, reported

LARGEST = Fraction(10) ** 100
#: A printed number is text and was rounded; a whole number or a fraction is exact.
Number: TypeAlias = "str | int | Fraction | Reported"


@dataclass(frozen=True)
class Span:
    """The numbers from ``low`` to ``high``, and the one that stands in print: ``value``.

    Sums, products and quotients hold every value that their parts can give; their ``value`` is made from the values.
    """

    low: Fraction
    high: Fraction
    value: Fraction

    @classmethod
    def of(cls, number: Number, mode: Mode | None = None) -> Span:
        """What a number may have been before it was rounded; an exact one is itself.

        Ends that one of the roundings would exclude are kept.

        Raises:
            TypeError: for a float, which has lost its digits.
            ValueError: for a size that no measurement has.

        >>> str(Span.of("0.5")), str(Span.of("0.5", "nearest")), str(Span.of(3))
        ('0.45 to 0.6', '0.45 to 0.55', '3')
        """
        if isinstance(number, float):
            raise TypeError(f'write the number as it was printed, "{number}"; a float has lost its digits')
        if isinstance(number, str):
            number = reported(number)
        if not isinstance(number, Reported):
            return cls(Fraction(number), Fraction(number), Fraction(number))
        if abs(number.value) > LARGEST or number.resolution < 1 / LARGEST:
            raise ValueError(f"{number.text!r} is beyond any measurement")
        ends = [end for how in modes(mode) for end in number.interval(how)]
        return cls(min(ends), max(ends), number.value)

    @property
    def width(self) -> Fraction:
        """How long it is."""
        return self.high - self.low

    def __contains__(self, number: Fraction | int) -> bool:
        return self.low <= number <= self.high

    def gap(self, other: Span) -> Fraction:
        """How far apart the two are; 0 if they meet."""
        return max(Fraction(0), other.low - self.high, self.low - other.high)

    def __neg__(self) -> Span:
        return Span(-self.high, -self.low, -self.value)

    def __abs__(self) -> Span:
        if 0 in self:
            return Span(Fraction(0), max(-self.low, self.high), abs(self.value))
        return self if self.low > 0 else -self

    def __add__(self, other: Span) -> Span:
        return Span(self.low + other.low, self.high + other.high, self.value + other.value)

    def __sub__(self, other: Span) -> Span:
        return self + -other

    def __mul__(self, other: Span | Fraction | int) -> Span:
        if not isinstance(other, Span):
            other = Span.of(other)
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Span(min(ends), max(ends), self.value * other.value)

    def __truediv__(self, other: Span | Fraction | int) -> Span:
        if not isinstance(other, Span):
            other = Span.of(other)
        if 0 in other:
            raise ValueError(f"cannot divide by {other}: it may be 0")
        return self * Span(1 / other.high, 1 / other.low, 1 / other.value)

    def __str__(self) -> str:
        return plain(self.low) if self.low == self.high else f"{plain(self.low)} to {plain(self.high)}"
