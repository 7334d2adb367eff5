"""Means of scores that come in steps, and means of shares over subtasks of different sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from lakatos.measure.forensics.check import Check, answered, like
from lakatos.measure.forensics.lattice import Ints, impossible_share, nearest_printing, printed_steps
from lakatos.measure.forensics.shares import positive, read_share, steps_of
from lakatos.measure.forensics.span import Number, Span
from lakatos.measure.quantities.reported import Mode, Reported, reported

#: How many sums of subtasks are listed, and how many printed values.
MOST_SUMS, MOST_STEPS = 4_000_000, 10_000_000


def check_mean(
    printed: str | Reported,
    items: int,
    *,
    step: Number = 1,
    low: Number | None = None,
    high: Number | None = None,
    seeds: int = 1,
    mode: Mode | None = None,
) -> Check:
    """Whether a printed mean can be that of ``items`` scores which come in steps: the GRIM test.

    Args:
        printed: the mean, as text.
        items: how many scores.
        step: between two neighbouring scores; 1 for whole numbers, "0.5" for half points.
        low, high: the least and the largest score, if known.
        seeds: over how many runs of all items it was averaged, before it was rounded.
        mode: the rounding; None allows the nearest, ties either way, and cutting off.

    >>> print(check_mean("3.48", 20, low=1, high=5))
    inconsistent  3.48 is no mean of 20 scores in steps of 1: the closest is 3.50
    to move       0.02
    power         80.0% of such values would be impossible
    assumes       every score is counted once
    """
    mean = reported(printed) if isinstance(printed, str) else printed
    gap = Span.of(step).value
    if gap <= 0:
        raise ValueError(f"scores come in positive steps, got {step}")
    units = positive(items, "items") * positive(seeds, "seeds")
    base = Span.of(low).value if low is not None else math.floor(mean.value / gap) * gap
    top = Span.of(high).value if high is not None else base + (math.floor(abs(mean.value - base) / gap) + 1) * gap
    if top < base:
        raise ValueError(f"the largest score, {high}, is below the least, {low}")
    near, move = nearest_printing(mean.value, mean.resolution, gap / units, base, top, mode)
    many = f"{items:,} scores" if seeds == 1 else f"{items:,} scores x {seeds} seeds"
    says = f"{mean.text} is a mean of {many} in steps of {step}"
    if move:
        says = f"{mean.text} is no mean of {many} in steps of {step}: the closest is {like(mean, near)}"
    power = float(impossible_share(units * mean.resolution / gap, mode))
    assumes = ("every score is counted once",) if seeds == 1 else (f"averaged over {seeds} seeds before rounding",)
    return answered("mean of scores", says, fits=not move, power=power, move=move, assumes=assumes)


def check_macro_share(
    printed: str | Reported, sizes: Sequence[int], *, percent: bool | None = None, mode: Mode | None = None
) -> Check:
    """Whether a printed percentage can be the plain mean of shares over subtasks of the given sizes.

    The mean of k shares out of n_1 ... n_k is a multiple of 1/(k lcm(n_i)), which is asked for any sizes. Where there
    are at most a few million such multiples those that counts can really give are listed, and the answer is exact.

    >>> check_macro_share("61.13%", [10, 20]).answer, check_macro_share("62.50%", [10, 20]).answer
    ('inconsistent', 'consistent')
    >>> check_macro_share("61.13%", [100, 171, 234, 311]).answer
    'no power'
    """
    share, scale, reading = read_share(printed, percent)
    if not sizes:
        raise ValueError("need the size of at least one subtask")
    parts = [positive(n, "items of a subtask") for n in sizes]
    common = math.lcm(*parts)
    units, steps = common * len(parts), steps_of(share, scale)
    what = f"mean of {len(parts)} subtasks with {sum(parts):,} items"
    assumes = (*reading, "averaged before rounding, every subtask with the same weight")
    if units <= MOST_SUMS and steps <= MOST_STEPS:
        sums = np.flatnonzero(_sums(parts, common)).astype(np.int64)
        forms = np.unique(printed_steps(sums, np.full_like(sums, units), steps, mode))
        v = share.value / share.resolution
        near = int(forms[np.argmin(np.abs(forms - int(v)))])
        move, power = abs(near - v) * share.resolution, 1 - len(forms) / (steps + 1)
        closest = near * share.resolution
    else:
        # No list: only what is no multiple at all is known to be impossible.
        spacing = Fraction(scale, units)
        closest, move = nearest_printing(share.value, share.resolution, spacing, Fraction(0), Fraction(scale), mode)
        power = float(impossible_share(units * share.resolution / scale, mode))
    says = f"{share.text} can be a {what}"
    if move:
        says = f"{share.text} is no {what}: the closest would be {like(share, closest)}"
    return answered("macro average", says, fits=not move, power=power, move=move, assumes=assumes)


def _sums(sizes: Sequence[int], common: int) -> Ints:
    """Which multiples of 1/common are a sum of c_i/n_i with c_i from 0 to n_i: shape (k * common + 1,), 0 or 1."""
    reach = 1
    for size in sizes:
        left, step = size, 1
        # Any number of copies up to ``size`` is a sum of these powers of two and the rest.
        while left:
            copies = min(step, left)
            reach |= reach << (copies * (common // size))
            left, step = left - copies, 2 * step
    bits = np.frombuffer(reach.to_bytes(reach.bit_length() // 8 + 1, "little"), dtype=np.uint8)
    return np.unpackbits(bits, bitorder="little")[: len(sizes) * common + 1].astype(np.int64)
