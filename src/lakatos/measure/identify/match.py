"""Comparing what a function gave with a candidate: up to one constant factor, and up to numbers inside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Protocol, TypeVar

import numpy as np

from lakatos.arithmetic import simplest_between
from lakatos.measure.identify.kernels import Parameter
from lakatos.measure.identify.observe import Array

#: Values of a candidate and the scale of their misses, each of shape (rows, numbers given), at some parameters.
Predict = Callable[[Sequence[float]], tuple[Array, Array]]

#: A typical miss beyond which no nearby parameters mend it, and one from which it is worth every digit.
_HOPELESS, _PROMISING = 0.3, 0.02
#: The unit of a logarithm, by the factor that turns nats into it.
UNITS = {"nats": 1.0, "bits": 1 / math.log(2), "log10 units": 1 / math.log(10)}


@dataclass(frozen=True)
class Fit:
    """One candidate's values beside the given ones, after the best constant factor.

    Attributes:
        row: which of the candidate's rows.
        factor: the given values over the candidate's.
        worst, typical: the largest relative miss, and the root of the mean squared one.
        slack: how far, relatively, the factor could move with the parameters inside the candidate.
    """

    row: int
    factor: float
    worst: float
    typical: float
    slack: float = 0.0

    @property
    def noise(self) -> float:
        """How far, relatively, the factor could be off."""
        return max(4 * self.worst, 4e-15, self.slack)


def fits(given: Array, values: Array, scale: Array) -> tuple[Array, Array, Array]:
    """The best factor of each row, its worst miss and its typical one, relative to the scale of the row."""
    with np.errstate(all="ignore"):
        w, u = values / scale, given / scale
        factor = (u * w).sum(axis=-1) / (w * w).sum(axis=-1)
        miss = np.abs(u / factor[..., None] - w)
    miss = np.where(np.isfinite(miss), miss, np.inf)
    return factor, miss.max(axis=-1), np.sqrt((np.minimum(miss, 1e100) ** 2).mean(axis=-1))


class HasValues(Protocol):
    """A candidate with its values for all inputs."""

    @property
    def values(self) -> Array:
        """One for each number given."""


Named = TypeVar("Named", bound=HasValues)


@dataclass(frozen=True)
class Miss:
    """How far a candidate without any freedom is from what was given, relative to its values."""

    worst: float
    typical: float
    agrees: int


def missed(given: Array, values: Array, tolerance: float) -> Miss:
    """Compare value by value; nothing is near what is not finite."""
    with np.errstate(all="ignore"):
        miss = np.abs(given - values) / np.where(values == 0, 1.0, np.abs(values))
    miss = np.where(np.isfinite(miss), miss, np.inf)
    agrees = int((miss <= tolerance).sum())
    return Miss(float(miss.max()), float(np.sqrt((np.minimum(miss, 1e100) ** 2).mean())), agrees)


def compare(
    given: Array, candidates: Iterable[Named], tolerance: float, *, first: bool
) -> tuple[list[tuple[Miss, Named]], list[tuple[Miss, Named]]]:
    """Candidates without any freedom that agree with what was given, and all that were looked at.

    Args:
        first: whether the first that agrees ends the search: to all digits of a double there is no second by chance.
    """
    met, tried = [], []
    for candidate in candidates:
        miss = missed(given, candidate.values, tolerance)
        tried.append((miss, candidate))
        if miss.worst <= tolerance:
            met.append((miss, candidate))
            if first:
                break
    return met, tried


def solve(
    given: Array, predict: Predict, parameters: Sequence[Parameter], *, keep: int
) -> list[tuple[list[float], list[float]]]:
    """The parameters that bring a candidate nearest, from the best of the starting values.

    Args:
        keep: how many of the candidate's rows to look at.

    Returns:
        Solutions, each with how steeply the misses change there along the whole line of each parameter.
    """
    from scipy.optimize import least_squares

    if len(given) <= len(parameters) + 1:  # as many numbers to find as were given: any function would be met
        return []
    # Several at once have fewer starting values each, and are started from more than one of them.
    grids = [p.grid if i == len(parameters) - 1 else p.grid[1::2] for i, p in enumerate(parameters)]
    tried: list[tuple[float, int, tuple[float, ...]]] = []
    for start in product(*grids):
        _, _, typical = fits(given, *predict(start))
        tried += [(float(typical[row]), int(row), start) for row in np.argsort(typical)[:keep]]
    starts = sorted((t for t in tried if t[0] < _HOPELESS), key=lambda t: t[0])
    solutions = []
    for _, row, start in _spread(starts, keep=keep):

        def miss(free: Array, row: int = row) -> Array:
            values, scale = predict([float(p.bound(x)) for p, x in zip(parameters, free, strict=True)])
            factor, _, _ = fits(given, values[row : row + 1], scale[row : row + 1])
            with np.errstate(all="ignore"):
                off = (given / factor[0] - values[row]) / scale[row]
            return np.asarray(np.where(np.isfinite(off), np.clip(off, -1e6, 1e6), 1e6))

        free = np.array([p.free(x) for p, x in zip(parameters, start, strict=True)], dtype=np.float64)
        near = least_squares(miss, free, method="lm", ftol=1e-3, max_nfev=40)
        if np.sqrt(2 * near.cost / len(given)) < _PROMISING:
            near = least_squares(miss, near.x, method="lm", xtol=1e-15, ftol=1e-15, gtol=1e-15)
        at = [float(p.bound(x)) for p, x in zip(parameters, near.x, strict=True)]
        solutions.append((at, [float(s) for s in np.sqrt((near.jac**2).mean(axis=0))]))
    return solutions


def _spread(
    starts: Sequence[tuple[float, int, tuple[float, ...]]], *, keep: int
) -> list[tuple[float, int, tuple[float, ...]]]:
    """The best start of the best few rows; with several parameters, the best five values of the first for each."""
    best: dict[int, dict[tuple[float, ...], tuple[float, int, tuple[float, ...]]]] = {}
    for one in starts:
        best.setdefault(one[1], {}).setdefault(one[2][:-1], one)
    return [start for row in list(best)[:keep] for start in list(best[row].values())[:5]]


def fraction_near(value: float, spread: float) -> Fraction | None:
    """The simple fraction that a value is, if one of so few digits is unlikely to lie within the spread by chance.

    >>> fraction_near(0.3000000000004, 1e-11), fraction_near(0.30001, 1e-11)
    (Fraction(3, 10), None)
    >>> fraction_near(0.3141592653, 1e-9) is None
    True
    """
    if not math.isfinite(value) or not 0 < spread < abs(value):
        return None
    size, off = Fraction(abs(value)), Fraction(spread)
    one = simplest_between(size - off, size + off)
    # About n·d fractions are as simple as n/d; one of them is near by chance with their number times the spread.
    chance = one.numerator * one.denominator * float(off / size)
    if chance > (0.2 if one.numerator * one.denominator <= 4 else 1e-3):
        return None
    return one if value > 0 else -one


@dataclass(frozen=True)
class Scale:
    """A constant factor, taken apart.

    Attributes:
        convention: the factor that the candidate is known with, in words.
        unit: of the logarithm; None without one, or where the factor tells none.
        left: what remains: 1, another simple fraction, or a float that is none.
    """

    convention: str
    unit: str | None
    left: Fraction | float

    @property
    def cost(self) -> tuple[float, int]:
        """How far from plain it is: nothing left, then the simpler fraction, then nats before bits."""
        if not isinstance(self.left, Fraction):
            return (math.inf, 0)
        plain = self.left.numerator * self.left.denominator if self.left > 0 else 10 * abs(self.left.numerator) + 10
        return (float(plain), list(UNITS).index(self.unit) if self.unit else 0)


def take_apart(factor: float, spread: float, conventions: Sequence[tuple[str, float]], *, logs: float) -> Scale:
    """Name a factor by a convention, a unit and what is left, so that as little as possible is left.

    Args:
        factor: the given values over the candidate's.
        spread: its relative uncertainty.
        conventions: factors the candidate is known with.
        logs: the power with which the unit of the logarithm enters; 0 without one.
    """
    best = Scale("", None, factor)
    for unit, size in UNITS.items() if logs else (("", 1.0),):
        for words, known in conventions:
            if not known:
                continue
            left = factor / known / size**logs
            one = fraction_near(left, abs(left) * max(spread, 1e-14))
            scale = Scale(words, unit or None, one if one is not None else left)
            best = min(best, scale, key=lambda s: s.cost)
    return best
