"""Which whole numbers a printed percentage leaves possible: totals for a count, or counts for a total."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from lakatos.measure.reported import Mode, Reported


@dataclass(frozen=True)
class Whole:
    """The whole numbers from ``low`` to ``high``; empty when low > high."""

    low: int
    high: int

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __and__(self, other: Whole) -> Whole:
        return Whole(max(self.low, other.low), min(self.high, other.high))

    def __str__(self) -> str:
        return f"{self.low:,} to {self.high:,}" if self.low <= self.high else "none"


def possible_totals(count: int, share: Reported, *, mode: Mode = "nearest") -> Whole:
    """The totals N for which ``count`` of N is printed as ``share``.

    Exact: the bounds of the share come from its digits. A tie between two printed values is allowed either way.

    Raises:
        ValueError: if the share is not a percentage between 0 and 100, or the count is not positive.

    >>> from lakatos.measure import reported
    >>> str(possible_totals(1103, reported("51%")))
    '2,142 to 2,184'
    """
    low, high = _bounds(count, share, mode)
    if low <= 0:
        raise ValueError(f"{share.text!r} can be 0, so every large enough total fits")
    least, most = count * 100 / high, count * 100 / low
    # Cutting off reaches its upper end, and rounding up its lower one, only in the limit.
    first = math.floor(least) + 1 if mode == "down" else math.ceil(least)
    last = math.ceil(most) - 1 if mode == "up" else math.floor(most)
    return Whole(max(first, count), last)


def possible_counts(total: int, share: Reported, *, mode: Mode = "nearest") -> Whole:
    """The counts that, out of ``total``, are printed as ``share``.

    >>> from lakatos.measure import reported
    >>> str(possible_counts(200, reported("73.37%"))), str(possible_counts(6352, reported("34%")))
    ('none', '2,128 to 2,191')
    """
    low, high = _bounds(total, share, mode)
    least, most = total * low / 100, total * high / 100
    first = math.floor(least) + 1 if mode == "up" else math.ceil(least)
    last = math.ceil(most) - 1 if mode == "down" else math.floor(most)
    return Whole(max(first, 0), min(last, total))


def _bounds(number: int, share: Reported, mode: Mode) -> tuple[Fraction, Fraction]:
    if share.unit != "%" or number < 1:
        raise ValueError(f"need a percentage and a positive whole number, got {share.text!r} and {number}")
    if not 0 <= share.value <= 100:
        raise ValueError(f"{share.text!r} is not a share between 0% and 100%")
    return share.interval(mode)
