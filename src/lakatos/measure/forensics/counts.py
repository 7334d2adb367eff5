"""Ratios of counts whose denominator is not known: precision, F1. Listed where there are few, else without power."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lakatos.measure.forensics.check import Check, answered, like
from lakatos.measure.forensics.lattice import Ints, printed_steps
from lakatos.measure.forensics.shares import positive, read_share, steps_of
from lakatos.measure.quantities.reported import Mode, Reported

#: Up to how many fractions and printed values are listed.
MOST_PAIRS, MOST_STEPS = 5_000_000, 10_000_000
#: One denominator with its numerators: times * (first ... last) / below.
Row = tuple[int, int, int, int]


def check_ratio_of_counts(
    printed: str | Reported, most: int, *, percent: bool | None = None, mode: Mode | None = None
) -> Check:
    """Whether a printed share can be a count out of some total from 1 to ``most``: a precision, of predictions unknown.

    >>> check_ratio_of_counts("0.7337", 30).answer, check_ratio_of_counts("0.7333", 30).answer
    ('inconsistent', 'consistent')
    >>> check_ratio_of_counts("0.7337", 10_000).answer
    'no power'
    """
    rows = ((below, 1, 0, below) for below in range(1, positive(most, "items") + 1))
    what = f"a ratio of counts out of at most {most:,}"
    return _search("ratio of counts", what, printed, rows, percent=percent, mode=mode)


def check_f1(
    printed: str | Reported,
    items: int,
    *,
    positives: int | None = None,
    percent: bool | None = None,
    mode: Mode | None = None,
) -> Check:
    """Whether a printed F1 can be one of ``items`` decisions: F1 = 2 TP / (2 TP + FP + FN).

    Args:
        printed: as text.
        items: decisions in all.
        positives: how many of them are truly positive, TP + FN, if known.

    >>> check_f1("0.8337", 20, positives=8).answer, check_f1("0.8235", 20, positives=8).answer
    ('inconsistent', 'consistent')
    """
    positive(items, "items")
    if positives is None:
        # 2a/d with d = 2a + errors and a + errors <= items.
        rows = ((d, 2, max(0, d - items), d // 2) for d in range(1, 2 * items + 1))
    elif 1 <= positives <= items:
        # 2a/d with d = positives + predicted; a true positive is both.
        rows = ((positives + b, 2, max(0, positives + b - items), min(positives, b)) for b in range(items + 1))
    else:
        raise ValueError(f"positives must be 1 to {items}, got {positives}")
    what = f"an F1 of {items:,} decisions" + (f" with {positives:,} positives" if positives else "")
    return _search("F1", what, printed, rows, percent=percent, mode=mode)


def _search(
    name: str, what: str, printed: str | Reported, rows: Iterator[Row], *, percent: bool | None, mode: Mode | None
) -> Check:
    share, scale, reading = read_share(printed, percent)
    steps, power, closest = steps_of(share, scale), None, share.value
    listed = _all(steps, rows, mode)
    if listed is not None:
        closest = int(listed[np.argmin(np.abs(listed - int(share.value / share.resolution)))]) * share.resolution
        power = 1 - len(listed) / (steps + 1)
    move = abs(closest - share.value)
    says = f"{share.text} can be {what}"
    if move:
        says = f"{share.text} cannot be {what}: the closest is {like(share, closest)}"
    elif power is None:
        says = f"{share.text} as {what}: too many fractions to list"
    return answered(name, says, fits=not move, power=power, move=move, assumes=reading)


def _all(steps: int, rows: Iterator[Row], mode: Mode | None) -> Ints | None:
    """Every printed step that a row gives; None if they are too many."""
    if steps > MOST_STEPS:
        return None
    seen = np.zeros(steps + 1, dtype=bool)
    pairs = 0
    for below, times, first, last in rows:
        pairs += last - first + 1
        if pairs > MOST_PAIRS:
            return None
        above = times * np.arange(first, last + 1)
        seen[printed_steps(above, np.full_like(above, below), steps, mode)] = True
    return np.flatnonzero(seen)
