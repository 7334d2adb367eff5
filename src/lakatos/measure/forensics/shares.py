"""Which whole numbers a printed percentage leaves possible: totals for a count, or counts for a total."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from lakatos.measure.quantities.reported import Mode, Reported, reported

#: How a percent sign is written.
PERCENT = ("%", "percent", "per cent")


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


def possible_totals(count: int, share: Reported, *, percent: bool | None = None, mode: Mode = "nearest") -> Whole:
    """The totals N for which ``count`` of N is printed as ``share``.

    Exact: the bounds of the share come from its digits. A tie between two printed values is allowed either way.

    Raises:
        ValueError: if the share is not between 0 and 100%, or the count is not positive.

    >>> from lakatos.measure import reported
    >>> str(possible_totals(1103, reported("51%")))
    '2,142 to 2,184'
    """
    low, high = _bounds(count, share, percent, mode)
    if low <= 0:
        raise ValueError(f"{share.text!r} can be 0, so every large enough total fits")
    least, most = count / high, count / low
    # Cutting off reaches its upper end, and rounding up its lower one, only in the limit.
    first = math.floor(least) + 1 if mode == "down" else math.ceil(least)
    last = math.ceil(most) - 1 if mode == "up" else math.floor(most)
    return Whole(max(first, count), last)


def possible_counts(total: int, share: Reported, *, percent: bool | None = None, mode: Mode = "nearest") -> Whole:
    """The counts that, out of ``total``, are printed as ``share``.

    >>> from lakatos.measure import reported
    >>> str(possible_counts(200, reported("73.37%"))), str(possible_counts(6352, reported("34%")))
    ('none', '2,128 to 2,191')
    """
    low, high = _bounds(total, share, percent, mode)
    least, most = total * low, total * high
    first = math.floor(least) + 1 if mode == "up" else math.ceil(least)
    last = math.ceil(most) - 1 if mode == "down" else math.floor(most)
    return Whole(max(first, 0), min(last, total))


def read_share(printed: str | Reported, percent: bool | None = None) -> tuple[Reported, int, tuple[str, ...]]:
    """A printed share, what the whole is in its unit (100 or 1), and what had to be assumed to read it.

    Args:
        printed: a percentage, or a bare number.
        percent: how to read a bare number; None reads up to 1 as a fraction of 1 and more as a percentage.

    Raises:
        TypeError: for a number that is not text.
        ValueError: if the number carries another unit than a percent sign.

    >>> read_share("73.37%")[1:], read_share("0.7337")[1], read_share("73.37")[1:]
    ((100, ()), 1, (100, ('73.37 is a percentage',)))
    """
    share = printed if isinstance(printed, Reported) else reported(printed)
    if share.unit in PERCENT:
        return share, 100, ()
    if share.unit:
        raise ValueError(f"{share.text!r} is not a share: write a percentage such as '73.4%' or a fraction as '0.734'")
    if percent is not None:
        return share, 100 if percent else 1, ()
    if share.value > 1:
        return share, 100, (f"{share.text} is a percentage",)
    return share, 1, (f"{share.text} is a fraction of 1, not a percentage",)


def steps_of(share: Reported, scale: int) -> int:
    """How many printed steps lie between nothing and the whole."""
    return max(1, int(scale / share.resolution))


def positive(number: int, what: str) -> int:
    """A count of at least one thing.

    Raises:
        TypeError: for text.
        ValueError: if it is none.
    """
    if isinstance(number, str):
        raise TypeError(f"{what} are a whole number, got the text {number!r}")
    if number < 1 or number != int(number):
        raise ValueError(f"{what} are counted from 1, got {number}")
    return int(number)


def _bounds(number: int, share: Reported, percent: bool | None, mode: Mode) -> tuple[Fraction, Fraction]:
    """Between which fractions of 1 the share lies."""
    if number < 1:
        raise ValueError(f"need a positive whole number beside {share.text!r}, got {number}")
    _, scale, _ = read_share(share, percent)
    if not 0 <= share.value <= scale:
        raise ValueError(f"{share.text!r} is not a share between 0% and 100%")
    low, high = share.interval(mode)
    return low / scale, high / scale
