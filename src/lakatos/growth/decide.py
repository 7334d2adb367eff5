"""From fits to one of three answers, for many trials at once.

"Grows" is an intersection-union test (Berger 1982): the data must exclude every deciding bounded family, so its rate
of false alarms is at most that of the one family which is true, and nothing is paid for testing several.
"Bounded" is an equivalence test (Schuirmann 1987): the upper limit of the rise over the range must lie below a
tolerance. Everything else is undetermined.

The default tolerance is a multiple of the error: it says what these data could have seen, not what would matter. Growth
of less than about two errors is then called bounded, whatever the test, so that a short range, on which a logarithm is
hardly more than that, has no default; only a tolerance that was stated holds the promise of its name.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from lakatos.growth.families import CLASSES, SLOWER, Family
from lakatos.growth.kernel import Batch, Flags, Line, Weighing, fit, misfit, weigh

Array = npt.NDArray[np.float64]
#: The sigma of what is left open: a class is excluded beyond it.
OPEN = 2.5
#: Below this probability a fit is none, whatever sigma was asked for: a stricter test must not believe worse fits.
GATE = float(stats.norm.sf(3.0))
#: A default tolerance is the reach of the test and this many errors more, so that a slope of 0 is nearly always within.
BEYOND = 2.0
#: Over a range of less than this factor there is no default tolerance: a check that stops at small k says nothing.
LEAST_RANGE = 100.0
#: A default tolerance is at most this share of the rise of the claimed term over the range.
LARGEST = 0.1
GROWS, BOUNDED, UNDETERMINED = 1, -1, 0


@dataclass(frozen=True)
class Decision:
    """What the data of each trial say.

    Attributes:
        verdict: GROWS, BOUNDED or UNDETERMINED, shape (trials,).
        weighing: weights and error conventions.
        against: a fit of the growth per ln k beside each deciding family, then beside each slower one.
        deciding: how many of them decide.
        classes: a fit of c + a g(k), for each class; beside 1/k too in trials where nothing fits without it.
        nuisance: the trials whose classes have the 1/k term.
        members: which classes the data leave open, shape (trials, 1 + classes), the first being "1".
        below: the classes of a bounded trial that could still be there, with a rise below the tolerance.
        gate: the probability of the best fit of all, shape (trials,).
        falls: the trials which fall beside every deciding family: bounded above, whatever they fall to.
        simplest: the index of the first deciding family that fits and beside which nothing grows, or -1.
        rise: upper limit of the growth over the range beside that family, or the largest beside any of those that fall.
        tol: the tolerance it is held against.
        rivals: whether a growing class fits that the constant does not.
    """

    verdict: npt.NDArray[np.int64]
    weighing: Weighing
    against: tuple[Line, ...]
    deciding: int
    classes: tuple[Line, ...]
    nuisance: Flags
    members: Flags
    below: Flags
    gate: Array
    falls: Flags
    simplest: npt.NDArray[np.int64]
    rise: Array
    tol: Array
    rivals: Flags


def decide(
    batch: Batch,
    families: tuple[Family, ...],
    *,
    sigma: float,
    tol: float | None = None,
    claimed_rise: float = 0.0,
    paired: bool | None = None,
) -> Decision:
    """Decide every trial of a batch at a one-sided ``sigma``; a default tolerance is held against ``claimed_rise``."""
    k, log_k, tail = batch.sizes, np.log(batch.sizes), float(stats.norm.sf(sigma))
    weighing = weigh(batch, paired=paired)
    slower = tuple(f for f in SLOWER if f not in families)
    against = beside(batch, weighing, (*families, *slower))
    lines = against[: len(families)]
    alone = np.stack([misfit(x.without, x.left, weighing.dof) for x in lines], axis=1)
    excluded = np.stack([x.slope > stats.t.isf(tail, x.dof) * x.error for x in lines], axis=1)
    below = np.stack([x.slope < -stats.t.isf(tail, x.dof) * x.error for x in lines], axis=1)
    classes, nuisance, fits = _classes(batch, weighing, alone)
    rising = np.maximum(alone.max(axis=1), _only_rising(classes, fits).max(axis=1))
    gate = np.maximum(alone.max(axis=1), fits.max(axis=1))
    members = _members(lines, classes, stats.t.isf(stats.norm.sf(OPEN), weighing.dof) ** 2)
    fitting = (alone >= GATE) & ~excluded
    falls = below.all(axis=1) & (gate >= GATE)
    simplest = np.where(fitting.any(axis=1), fitting.argmax(axis=1), -1)
    rise, limit = _rise(lines, simplest, falls, tail, float(log_k[-1] - log_k[0]))
    if k[-1] < LEAST_RANGE * k[0]:
        limit = np.zeros_like(limit)
    if claimed_rise:
        limit = np.minimum(limit, LARGEST * abs(claimed_rise))
    tolerance = limit if tol is None else np.full_like(limit, tol)
    rivals = _rivals(k, classes, members, tail, tol)
    grows = excluded.all(axis=1) & (rising >= GATE)
    bounded = falls | (~grows & (simplest >= 0) & (rise < tolerance) & ~rivals)
    verdict = np.where(grows, GROWS, np.where(bounded, BOUNDED, UNDETERMINED))
    # Bounded within a tolerance: what could still grow stays below it, so that "1" is all that is left.
    within = members[:, 1:] & bounded[:, None]
    members[:, 1:] &= ~bounded[:, None]
    members[:, 0] |= bounded
    return Decision(
        verdict,
        weighing,
        against,
        len(families),
        classes,
        nuisance,
        members,
        within,
        gate,
        falls,
        simplest,
        rise,
        tolerance,
        rivals,
    )


def beside(batch: Batch, weighing: Weighing, families: tuple[Family, ...]) -> tuple[Line, ...]:
    """The growth per ln k beside each family.

    Every other family holds the constant, so that a plain error beside that one alone makes no false alarm; it is the
    interval of the slope that is reported.
    """
    k, log_k = batch.sizes, np.log(batch.sizes)
    return tuple(
        fit(batch, weighing, f.columns(k), log_k, careful=len(families) == 1 or f.correction is not None)
        for f in families
    )


def _classes(batch: Batch, weighing: Weighing, alone: Array) -> tuple[tuple[Line, ...], Flags, Array]:
    """The growing classes, with a 1/k term in the trials where nothing fits without one, and how well they fit."""
    k = batch.sizes
    ones = np.ones((len(k), 1))
    plain = tuple(fit(batch, weighing, ones, c.curve(k)) for c in CLASSES)
    fits = _fits(plain, weighing)
    nuisance = (alone.max(axis=1) < GATE) & (fits.max(axis=1) < GATE)
    if not nuisance.any() or len(k) < 4:
        return plain, np.zeros_like(nuisance), fits
    columns = np.concatenate([ones, 1 / k[:, None]], axis=1)
    rich = tuple(fit(batch, weighing, columns, c.curve(k)) for c in CLASSES)
    fits = np.where(nuisance[:, None], _fits(rich, weighing), fits)
    if nuisance.all():
        return rich, nuisance, fits
    return tuple(_either(nuisance, a, b) for a, b in zip(rich, plain, strict=True)), nuisance, fits


def _either(rich: Flags, a: Line, b: Line) -> Line:
    """Line ``a`` in the trials of ``rich``, ``b`` in the others (whose coefficient of 1/k is 0)."""
    padded = np.insert(b.both, 1, 0.0, axis=1)
    return Line(
        np.where(rich, a.slope, b.slope),
        np.where(rich, a.error, b.error),
        np.where(rich, a.dof, b.dof),
        np.where(rich, a.without, b.without),
        np.where(rich, a.with_growth, b.with_growth),
        a.left,
        np.where(rich[:, None], a.coefficients, np.insert(b.coefficients, 1, 0.0, axis=1)),
        np.where(rich[:, None], a.both, padded),
        np.where(rich, a.by_run, b.by_run),
    )


def _fits(classes: tuple[Line, ...], weighing: Weighing) -> Array:
    """Probability of each class's chi-squared, rising or falling."""
    return np.stack([misfit(x.with_growth, x.left - 1, weighing.dof) for x in classes], axis=1)


def _only_rising(classes: tuple[Line, ...], fits: Array) -> Array:
    """The same, but 0 where the class would have to fall."""
    return np.where(np.stack([x.slope > 0 for x in classes], axis=1), fits, 0.0)


def _members(lines: tuple[Line, ...], classes: tuple[Line, ...], cut: float) -> Flags:
    """The classes whose chi-squared is within ``cut`` of the best of all."""
    bounded = np.stack([x.without for x in lines], axis=1).min(axis=1, keepdims=True)
    # A class cannot fall: where its best coefficient is negative, the nearest it comes is the family without it.
    growing = np.stack([np.where(x.slope > 0, x.with_growth, x.without) for x in classes], axis=1)
    everything = np.concatenate([bounded, growing], axis=1)
    return np.asarray(everything <= everything.min(axis=1, keepdims=True) + cut)


def _rise(
    lines: tuple[Line, ...], simplest: npt.NDArray[np.int64], falls: Flags, tail: float, span: float
) -> tuple[Array, Array]:
    """Upper limit of slope times span beside the simplest family, and the tolerance that is the default."""
    slopes = np.stack([x.slope for x in lines], axis=1)
    errors = np.stack([x.error for x in lines], axis=1)
    dofs = np.stack([x.dof for x in lines], axis=1)
    rows = np.arange(len(slopes))
    reach = stats.t.isf(tail, dofs) * errors
    upper = slopes + reach
    missing = simplest < 0
    rise = np.where(falls, upper.max(axis=1), np.where(missing, np.inf, upper[rows, simplest])) * span
    default = (reach + BEYOND * errors)[rows, simplest] * span
    return rise, np.where(missing, 0.0, default)


def _rivals(k: Array, classes: tuple[Line, ...], members: Flags, tail: float, tol: float | None) -> Flags:
    """Trials in which a growing class fits and a constant does not; with a tolerance, only if it rises beyond that."""
    found = np.zeros(len(members), dtype=bool)
    for index, (line, growing) in enumerate(zip(classes, CLASSES, strict=True)):
        rival = members[:, index + 1] & (line.sigma > OPEN)
        if tol is not None:
            curve = growing.curve(k[[0, -1]])
            upper = line.slope + stats.t.isf(tail, line.dof) * line.error
            rival &= upper * float(curve[1] - curve[0]) >= tol
        found |= rival
    return found
