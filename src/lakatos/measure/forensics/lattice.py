"""Evenly spaced values, as counts of N give, and which printed numbers they leave possible. Exact."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from lakatos.measure.quantities.reported import MODES, Mode

Ints: TypeAlias = npt.NDArray[np.int64]
#: What is allowed when nobody says how a number was rounded: to the nearest, ties either way, or cut off.
USUAL: tuple[Mode, ...] = ("nearest", "down")


def modes(mode: Mode | None) -> tuple[Mode, ...]:
    """The roundings to allow: the one that is given, or the usual ones.

    Raises:
        ValueError: for a rounding that is not known.
    """
    if mode is not None and mode not in MODES:
        raise ValueError(f"{mode!r} is no rounding; one of {', '.join(MODES)}, or None for the nearest and cutting off")
    return USUAL if mode is None else (mode,)


def printings(value: Fraction, step: Fraction, mode: Mode | None = None) -> set[Fraction]:
    """Every number with the place value ``step`` that a value may be printed as.

    >>> sorted(map(str, printings(Fraction(25, 10), Fraction(1)))), printings(Fraction(29, 10), Fraction(1), "down")
    (['2', '3'], {Fraction(2, 1)})
    """
    steps = value / step
    towards = math.floor(steps) if value >= 0 else math.ceil(steps)
    away = math.ceil(steps) if value >= 0 else math.floor(steps)
    found: set[int] = set()
    for how in modes(mode):
        if how == "nearest":
            found |= {math.floor(steps + Fraction(1, 2)), math.ceil(steps - Fraction(1, 2))}
        else:
            found.add(towards if how == "down" else away)
    return {step * n for n in found}


def printed_steps(above: Ints, below: Ints, steps: int, mode: Mode | None = None) -> Ints:
    """As which of ``steps`` printed steps the fractions above/below, not negative, may be printed; repeats are left in.

    Args:
        above, below: whole numbers, shape (n,); above * steps must stay below 2^62.
    """
    down, rest = np.divmod(above * steps, below)
    found = []
    for how in modes(mode):
        if how == "nearest":
            found += [down + (2 * rest >= below), down + (2 * rest > below)]
        else:
            found.append(down + (rest > 0) if how == "up" else down)
    return np.concatenate(found)


def nearest_printing(
    value: Fraction, step: Fraction, spacing: Fraction, low: Fraction, high: Fraction, mode: Mode | None = None
) -> tuple[Fraction, Fraction]:
    """The value low, low + spacing, ..., high whose printing is closest to the printed ``value``, and how far that is.

    The distance is 0 exactly if the printed value is possible. Rounding keeps order, so that one of the two values
    beside the printed one is closest.

    >>> nearest_printing(Fraction("73.37"), Fraction("0.01"), Fraction("0.5"), Fraction(0), Fraction(100))
    (Fraction(147, 2), Fraction(13, 100))
    """
    below = low + math.floor((value - low) / spacing) * spacing
    beside = [min(max(x, low), high) for x in (below, below + spacing)]
    away = [min(abs(value - p) for p in printings(x, step, mode)) for x in beside]
    return min(zip(beside, away, strict=True), key=lambda pair: (pair[1], abs(pair[0] - value)))


def possible(v: int, units: int, steps: int, mode: Mode | None = None) -> bool:
    """Whether the v-th of ``steps`` printed steps (v >= 0) can stand for one of ``units`` equal parts: fast.

    >>> [v for v in range(7300, 7351) if possible(v, 200, 10_000)]
    [7300, 7350]
    """
    if mode in (None, "nearest") and units * (2 * v + 1) // (2 * steps) >= -(units * (1 - 2 * v) // (2 * steps)):
        return True
    if mode is None or mode == "down":
        return -(-units * v // steps) * steps < units * (v + 1)
    return mode == "up" and units * v // steps * steps > units * (v - 1)


def impossible_share(density: Fraction, mode: Mode | None = None) -> Fraction:
    """Which share of printed values no multiple can give, where ``density`` multiples fall on one printed step.

    Exact, over one period: with density p/q in lowest terms, twice the distance from the lower end of a printed value's
    slot up to the next multiple, in units of 1/q, takes every residue of p's parity below 2q exactly once.

    >>> float(impossible_share(Fraction(200, 10_000)))
    0.98
    """
    p, q = density.numerator, density.denominator
    if density <= 0:
        raise ValueError(f"need a positive number of values for each printed step, got {density}")
    allowed = set(modes(mode))
    if "nearest" not in allowed:
        return 1 - min(Fraction(1), density)
    # The slot is closed for the nearest alone; open above where cutting off is allowed as well.
    largest = min(2 * p if allowed == {"nearest"} else 3 * p - 1, 2 * q - 1)
    first = p % 2
    possible = (largest - first) // 2 + 1 if largest >= first else 0
    return 1 - Fraction(possible, q)
