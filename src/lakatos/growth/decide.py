"""From fits to one of three answers, for many trials at once.

"Grows" is an intersection-union test (Berger 1982): the data must exclude every deciding bounded family, so its rate
of false alarms is at most that of the one family which is true, and nothing is paid for testing several.
"Bounded" is an equivalence test (Schuirmann 1987): the upper limit of the rise over the range must lie below a
tolerance. Everything else is undetermined.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from lakatos.growth.families import CLASSES, SLOWER, Family
from lakatos.growth.kernel import Batch, Flags, Line, Weighing, fit, misfit, weigh

Array = npt.NDArray[np.float64]
#: The sigma of what is left open: a class is excluded beyond it, and a default tolerance leaves this many errors.
OPEN = 2.5
#: A default tolerance is never more than this share of the mean that is left: a wider one would say nothing, and would
#: let noise pass for proof on a short range.
LARGEST = 0.5
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
        simplest: the index of the first deciding family that fits and beside which nothing grows, or -1.
        rise: upper limit of the growth over the range beside that family.
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
    paired: bool | None = None,
) -> Decision:
    """Decide every trial of a batch at a one-sided ``sigma``."""
    k, log_k, tail = batch.sizes, np.log(batch.sizes), float(stats.norm.sf(sigma))
    weighing = weigh(batch, paired=paired)
    slower = tuple(f for f in SLOWER if f not in families)
    against = beside(batch, weighing, (*families, *slower))
    lines = against[: len(families)]
    alone = np.stack([misfit(x.without, x.left, weighing.dof) for x in lines], axis=1)
    excluded = np.stack([x.slope > stats.t.isf(tail, x.dof) * x.error for x in lines], axis=1)
    classes, nuisance, fits = _classes(batch, weighing, alone, tail)
    gate = np.maximum(alone.max(axis=1), fits.max(axis=1))
    members = _members(lines, classes, stats.t.isf(stats.norm.sf(OPEN), weighing.dof) ** 2)
    fitting = (alone >= tail) & ~excluded
    simplest = np.where(fitting.any(axis=1), fitting.argmax(axis=1), -1)
    rise, limit = _rise(lines, simplest, tail, float(log_k[-1] - log_k[0]), sigma)
    largest = LARGEST * np.abs(batch.means.mean(axis=1))
    tolerance = np.minimum(limit, largest) if tol is None else np.full_like(limit, tol)
    rivals = _rivals(k, classes, members, tail, tol)
    grows = excluded.all(axis=1) & (gate >= tail)
    bounded = ~grows & (simplest >= 0) & (rise < tolerance) & ~rivals
    verdict = np.where(grows, GROWS, np.where(bounded, BOUNDED, UNDETERMINED))
    # Bounded within a tolerance: what could still grow stays below it, so that "1" is all that is left.
    below = members[:, 1:] & bounded[:, None]
    members[:, 1:] &= ~bounded[:, None]
    return Decision(
        verdict,
        weighing,
        against,
        len(families),
        classes,
        nuisance,
        members,
        below,
        gate,
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


def _classes(batch: Batch, weighing: Weighing, alone: Array, tail: float) -> tuple[tuple[Line, ...], Flags, Array]:
    """The growing classes, with a 1/k term in the trials where nothing fits without one, and how well they fit."""
    k = batch.sizes
    ones = np.ones((len(k), 1))
    plain = tuple(fit(batch, weighing, ones, c.curve(k)) for c in CLASSES)
    fits = _fits(plain, weighing)
    nuisance = (alone.max(axis=1) < tail) & (fits.max(axis=1) < tail)
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
    """Probability of each class's chi-squared; 0 where it would have to fall."""
    return np.stack(
        [np.where(x.slope > 0, misfit(x.with_growth, x.left - 1, weighing.dof), 0.0) for x in classes], axis=1
    )


def _members(lines: tuple[Line, ...], classes: tuple[Line, ...], cut: float) -> Flags:
    """The classes whose chi-squared is within ``cut`` of the best of all."""
    bounded = np.stack([x.without for x in lines], axis=1).min(axis=1, keepdims=True)
    # A class cannot fall: where its best coefficient is negative, the nearest it comes is the family without it.
    growing = np.stack([np.where(x.slope > 0, x.with_growth, x.without) for x in classes], axis=1)
    everything = np.concatenate([bounded, growing], axis=1)
    return np.asarray(everything <= everything.min(axis=1, keepdims=True) + cut)


def _rise(
    lines: tuple[Line, ...], simplest: npt.NDArray[np.int64], tail: float, span: float, sigma: float
) -> tuple[Array, Array]:
    """Upper limit of slope times span beside the simplest family, and the tolerance that is the default."""
    slopes = np.stack([x.slope for x in lines], axis=1)
    errors = np.stack([x.error for x in lines], axis=1)
    dofs = np.stack([x.dof for x in lines], axis=1)
    rows = np.arange(len(slopes))
    error = errors[rows, simplest]
    upper = slopes[rows, simplest] + stats.t.isf(tail, dofs[rows, simplest]) * error
    missing = simplest < 0
    return np.where(missing, np.inf, upper * span), np.where(missing, 0.0, (sigma + OPEN) * error * span)


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
