"""Values that cannot be: a share above the whole, a negative time, more than a device, a line or a peak can give."""

from __future__ import annotations

import math
from fractions import Fraction

from lakatos.measure.forensics.check import Check
from lakatos.measure.forensics.derived import same_unit, shown
from lakatos.measure.forensics.lattice import printings
from lakatos.measure.forensics.shares import read_share
from lakatos.measure.forensics.span import Number, Span
from lakatos.measure.quantities.reported import Mode, Reported, reported

#: Kinds of share, whose largest value is the whole; a bare probability or area is a fraction of 1.
SHARES = ("share", "accuracy", "precision", "recall", "F1", "MFU", "HFU", "utilisation", "probability", "AUC")
FRACTIONS = ("probability", "AUC")
#: Kinds between fractions that are often printed times 100; from this size on a bare number of them is read so.
HUNDREDFOLD, LEAST_HUNDREDFOLD = ("AUC", "correlation"), 2
#: The least and the largest value of other kinds, in any unit.
KINDS: dict[str, tuple[int, int | None]] = {
    "perplexity": (1, None),
    "correlation": (-1, 1),
    "time": (0, None),
    "memory": (0, None),
    "bandwidth": (0, None),
    "throughput": (0, None),
    "count": (0, None),
    "standard deviation": (0, None),
    "cross-entropy": (0, None),
    "KL divergence": (0, None),
}


def check_limits(
    printed: str | Reported,
    *,
    kind: str | None = None,
    low: Number | None = None,
    high: Number | None = None,
    percent: bool | None = None,
    mode: Mode | None = None,
) -> Check:
    """Whether a printed value can be at all, by its kind or by limits that the caller knows.

    Args:
        printed: as text; it breaks a limit only if every value that rounds to it does.
        kind: one of SHARES or KINDS: "MFU", "perplexity", ...
        low, high: limits in the same unit: the size of a device's memory, the rate of a line.
        percent: how to read a share without a percent sign; None reads up to 1 as a fraction.

    Raises:
        ValueError: for a kind that is not known, no limit at all, or a limit in another unit.

    >>> print(check_limits("104%", kind="MFU"))
    inconsistent  104% is above 100, the most for MFU
    to move       4
    >>> check_limits("83 GB", high="80 GB").answer
    'inconsistent'
    """
    said = reported(printed) if isinstance(printed, str) else printed
    least, most, reading = _ends(said, kind, percent) if kind is not None else (None, None, ())
    bounds = (least if low is None else low, most if high is None else high)
    if bounds == (None, None):
        raise ValueError(f"no limit for {said.text!r}: give a kind, low or high")
    for bound, upper in zip(bounds, (False, True), strict=True):
        if bound is None:
            continue
        same_unit((said, bound))
        limit = Span.of(bound, mode)
        # Rounding keeps order: no value within a limit is printed beyond the limit's own printing.
        if upper:
            move = said.value - max(printings(limit.high, said.resolution, mode))
        else:
            move = min(printings(limit.low, said.resolution, mode)) - said.value
        if move > 0:
            which = f"{'above' if upper else 'below'} {shown(bound)}, the {'most' if upper else 'least'}"
            says = f"{said.text} is {which} {f'for {kind}' if kind else 'there can be'}"
            return Check("possible value", "inconsistent", says, move, assumes=reading)
    says = f"{said.text} is possible{f' for {kind}' if kind else ''}, which says no more than that"
    return Check("possible value", "consistent", says, Fraction(0), assumes=reading)


def check_peak(rate: str | Reported, work: Number, peak: Number, *, mode: Mode | None = None) -> Check:
    """Whether a rate times the work for each item stays below a peak: items/s x FLOP per item against FLOP/s.

    Args:
        rate: as printed, in items per second.
        work: for one item, in the peak's unit times seconds; at least what the method cannot do without.
        peak: of all devices together, of the arithmetic used (dense, and that number format), from its maker's data.

    >>> print(check_peak("5,000 images/s", "82e9", "312e12"))
    inconsistent  5,000 images/s x 82e9 is 131% of the peak 312e12
    to move       1,160
    assumes       all that work is done for each item, and the peak is that of the arithmetic used
    """
    said = reported(rate) if isinstance(rate, str) else rate
    each, top = Span.of(work, mode), Span.of(peak, mode)
    if each.low <= 0 or top.low <= 0:
        raise ValueError(f"need positive work and a positive peak, got {work} and {peak}")
    reached = Span.of(said, mode) * each / top
    says = f"{said.text} x {shown(work)} is {float(reached.value):.0%} of the peak {shown(peak)}"
    assumes = ("all that work is done for each item, and the peak is that of the arithmetic used",)
    excess = Span.of(said, mode).low - top.high / each.low
    if excess <= 0:
        return Check("below the peak", "consistent", says, Fraction(0), assumes=assumes)
    move = math.ceil(excess / said.resolution) * said.resolution
    return Check("below the peak", "inconsistent", says, Fraction(move), assumes=assumes)


def _ends(said: Reported, kind: str, percent: bool | None) -> tuple[int | None, int | None, tuple[str, ...]]:
    """The limits of a kind in the printed number's unit, and what had to be assumed to read it."""
    if kind in SHARES or kind in HUNDREDFOLD:
        reading: tuple[str, ...] = ()
        if percent is None and kind in (*FRACTIONS, *HUNDREDFOLD) and not said.unit:
            percent = kind in HUNDREDFOLD and abs(said.value) >= LEAST_HUNDREDFOLD
            reading = (f"{said.text} is {'a percentage' if percent else 'a fraction of 1'}",)
        _, whole, assumed = read_share(said, percent)
        return -whole if kind in KINDS else 0, whole, reading or assumed
    if kind in KINDS:
        return *KINDS[kind], ()
    raise ValueError(f"{kind!r} is no kind with limits; one of {', '.join((*SHARES, *KINDS))}, or give low or high")
