"""A ratio of printed numbers with the interval that rounding leaves it, and a factor with its source."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True)
class Ratio:
    """A ratio with the interval that rounding leaves it."""

    value: Fraction
    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        return f"{float(self.value):.3g} ({float(self.low):.3g} to {float(self.high):.3g} from rounding)"

    def __mul__(self, other: Ratio) -> Ratio:
        """The product of two positive ratios."""
        return Ratio(self.value * other.value, self.low * other.low, self.high * other.high)

    def inverse(self) -> Ratio:
        """One over it."""
        return Ratio(1 / self.value, 1 / self.high, 1 / self.low)

    def __contains__(self, number: Fraction | int) -> bool:
        return self.low <= number <= self.high

    def meets(self, other: Ratio) -> bool:
        """Whether the two can be the same."""
        return self.low <= other.high and other.low <= self.high


def exactly(number: Fraction | int) -> Ratio:
    """A ratio without rounding."""
    return Ratio(Fraction(number), Fraction(number), Fraction(number))


@dataclass(frozen=True)
class Factor:
    """One step between two reported values.

    Attributes:
        name: what it is, as "batch 50 rollouts".
        by: what the ratio is multiplied by.
        source: where it comes from: "definition", "stated", or what is assumed.
        verified: False if it rests on something that nobody stated.
    """

    name: str
    by: Ratio
    source: str
    verified: bool = True

    def __str__(self) -> str:
        exact = self.by.low == self.by.high and self.by.value.denominator < 10_000
        by = str(self.by.value) if exact else f"{float(self.by.value):.6g}"
        return f"x {by}  {self.name} ({self.source})"


@lru_cache(maxsize=1)
def log_two() -> Ratio:
    """ln 2 between two fractions that are 1e-40 apart (the series of 2 artanh(1/3))."""
    total, power, k = Fraction(0), Fraction(2, 3), 0
    while power > Fraction(1, 10**42):
        total += power / (2 * k + 1)
        power, k = power / 9, k + 1
    low = Fraction(int(total * 10**40), 10**40)
    return Ratio(low, low, low + Fraction(2, 10**40))
