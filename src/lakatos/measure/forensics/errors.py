"""The standard error printed beside a share tells how many items were scored."""

from __future__ import annotations

import math
from fractions import Fraction

from lakatos.measure.forensics.check import Check, answered, like
from lakatos.measure.forensics.grim import check_share
from lakatos.measure.forensics.lattice import modes
from lakatos.measure.forensics.shares import Whole, positive, possible_counts, read_share
from lakatos.measure.forensics.span import Span
from lakatos.measure.quantities.reported import Mode, Reported


def items_from_error(
    share: str | Reported,
    error: str | Reported,
    *,
    ddof: int = 1,
    percent: bool | None = None,
    mode: Mode | None = "nearest",
) -> Span:
    """Between which bounds n lies, from a share and its binomial standard error sqrt(p (1 - p) / (n - ddof)).

    Args:
        share, error: as printed; a bare error is read as the share is.
        ddof: 1 for the sample's standard deviation, as evaluation harnesses print it; 0 for the plain binomial one.
        mode: the rounding; None allows cutting off besides the nearest.

    Raises:
        ValueError: if the error can be 0, so that every large enough n fits.

    >>> n = items_from_error(".3889", ".0436")
    >>> round(float(n.low), 1), round(float(n.high), 1)
    (125.7, 126.3)
    """
    p, whole, _ = read_share(share, percent)
    sd, part, _ = read_share(error, whole == 100)
    width = Span.of(sd, mode) / part
    if width.low <= 0:
        raise ValueError(f"the standard error {sd.text} can be 0, so every large enough n fits")
    return _variance(Span.of(p, mode) / whole) / (width * width) + Span.of(ddof)


def check_standard_error(
    share: str | Reported,
    error: str | Reported,
    items: int,
    *,
    ddof: int | None = None,
    percent: bool | None = None,
    mode: Mode | None = None,
) -> Check:
    """Whether a share and its printed binomial standard error can be of the declared number of items.

    Args:
        share, error: as printed; a bare error is read as the share is.
        items: as declared.
        ddof: 1, 0, or None to allow both.
        mode: the rounding; None allows the nearest, ties either way, and cutting off.

    >>> print(check_standard_error(".3889", ".0436", 1319))
    inconsistent  .3889 ± .0436 is not of 1,319 items, ...
    """
    p, whole, reading = read_share(share, percent)
    sd, part, _ = read_share(error, whole == 100)
    counted = check_share(p, positive(items, "items"), percent=percent, mode=mode)
    if counted.answer == "inconsistent":
        return counted
    counts = [possible_counts(items, p, percent=percent, mode=how) for how in modes(mode)]
    fewest, most = min(c.low for c in counts), max(c.high for c in counts)
    spread = _variance(Span(Fraction(fewest, items), Fraction(most, items), p.value / whole))
    unit = (sd.resolution / part) ** 2
    degrees = [items - d for d in ((1, 0) if ddof is None else (ddof,)) if items > d]
    if not degrees:
        raise ValueError(f"{items} items have no standard error with ddof={ddof}")
    roots = [_root(variance / n / unit, mode) for n in degrees for variance in (spread.low, spread.high)]
    low, high = min(r[0] for r in roots), max(r[1] for r in roots)
    move = max(low * sd.resolution - sd.value, sd.value - high * sd.resolution, Fraction(0))
    says = f"{p.text} ± {sd.text} can be of {items:,} items"
    if move:
        says = f"{p.text} ± {sd.text} is not of {items:,} items, which would give {like(sd, low * sd.resolution)}"
        says += _revealed(p, sd, percent, ddof, mode)
    power = max(0.0, 1 - (high - low + 1) / (low + high + 1))
    assumes = (*reading, "items are right or wrong, drawn independently; no average over seeds")
    return answered("binomial standard error", says, fits=not move, power=power, move=move, assumes=assumes)


def _variance(p: Span) -> Span:
    """Of one item that is right with a probability in ``p``: p (1 - p), which is largest at a half."""
    low, high = max(p.low, Fraction(0)), min(p.high, Fraction(1))
    ends = [low * (1 - low), high * (1 - high)]
    top = Fraction(1, 4) if low <= Fraction(1, 2) <= high else max(ends)
    return Span(min(ends), top, p.value * (1 - p.value))


def _root(square: Fraction, mode: Mode | None) -> tuple[int, int]:
    """The least and the largest whole number as which the root of ``square`` may be printed. Exact."""
    floor = math.isqrt(math.floor(square))
    exact = floor * floor == square
    # Twice the root, cut off, tells on which side of a half it lies.
    twice = math.isqrt(math.floor(4 * square))
    tie = twice * twice == 4 * square and twice % 2 == 1
    forms = {
        "down": (floor, floor),
        "up": (floor + (not exact),) * 2,
        "nearest": ((twice + 1) // 2 - tie, (twice + 1) // 2),
    }
    allowed = [forms[how] for how in modes(mode)]
    return min(a for a, _ in allowed), max(b for _, b in allowed)


def _revealed(p: Reported, sd: Reported, percent: bool | None, ddof: int | None, mode: Mode | None) -> str:
    """The whole numbers of items that the two would fit."""
    kinds = (1, 0) if ddof is None else (ddof,)
    try:
        spans = [items_from_error(p, sd, ddof=d, percent=percent, mode=mode) for d in kinds]
    except ValueError:
        return ""
    whole = Whole(math.ceil(min(s.low for s in spans)), math.floor(max(s.high for s in spans)))
    return f"; it is that of {'no whole number of items' if whole.low > whole.high else f'{whole} items'}"
