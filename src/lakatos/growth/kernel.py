"""The numeric part of the growth test, for many trials at once: one trial is a batch of one.

Generalised least squares with known-error conventions: the weights and the errors come from the spread between
replicates, and the residuals of a fit never rescale them. The error of a slope uses the smoothed variance; its
degrees of freedom follow Satterthwaite (1946) for a variance that is a function of fitted parameters, with the
correction of Kenward and Roger (1997) for weights that were estimated. Where the variance is no smooth function of
the size, each size's own variance is used for the error (Welch 1947), and where the runs share something across sizes,
one slope per run and Student's t.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats
from scipy.special import betainc

from lakatos.growth.sigma import sigmas_from_t
from lakatos.growth.variance import MISFIT, Spread, smooth

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
#: From so many replicates on, a size's own variance may also be its weight, where no smooth function fits.
MANY = 30
#: Below so many replicates a smooth variance is hardly tested by its own fit: a size's own one may widen an error.
FEW = 10
#: The probability at which runs are taken to share something across sizes.
SHARED = 0.01
#: The probability at which a contrast that decides takes its error from the runs' own slopes: far larger, since a doubt
#: is enough. Below FEW replicates, where hardly any sharing can be seen, it is whenever they vary more than the sizes.
DOUBT, DOUBT_FEW = 0.2, 0.5
#: Degrees of freedom of such an error, per run beyond the first: by simulation, see ``tests.bench.growth``.
DOUBTED = 2.0
#: The probability beyond which it is more than a doubt, and the error has the runs' own degrees of freedom.
CERTAIN = 0.001
#: The one-sided sigma at which two errors with different degrees of freedom are compared.
WIDTH = 3.0


@dataclass(frozen=True)
class Batch:
    """Replicated data of many trials with one design.

    Attributes:
        sizes, counts: k and the replicates at each k, shape (sizes,).
        means, variances: of one replicate's value, shape (trials, sizes).
        runs: the values themselves, shape (trials, replicates, sizes), if the same runs cover every size.
    """

    sizes: Array
    counts: Array
    means: Array
    variances: Array
    runs: Array | None = None

    @classmethod
    def of(cls, runs: Array, sizes: Array) -> Batch:
        """From values of shape (trials, replicates, sizes)."""
        counts = np.full(len(sizes), float(runs.shape[1]))
        return cls(np.asarray(sizes, dtype=float), counts, runs.mean(axis=1), runs.var(axis=1, ddof=1), runs)

    def keep(self, chosen: Flags) -> Batch:
        """The same trials at some of the sizes."""
        runs = None if self.runs is None else self.runs[:, :, chosen]
        return Batch(self.sizes[chosen], self.counts[chosen], self.means[:, chosen], self.variances[:, chosen], runs)


@dataclass(frozen=True)
class Weighing:
    """What every fit of a batch shares.

    Attributes:
        spread: the smoothed variance.
        root: square root of the weights, count / variance: one over the error of each mean, shape (trials, sizes).
        own: which trials use each size's own variance for errors, and with many replicates for weights.
        shared: which trials use one slope per run.
        looked: whether it was looked for what runs share.
        dof: degrees of freedom of the smoothed variance.
    """

    spread: Spread
    root: Array
    own: Flags
    shared: Flags
    looked: bool
    dof: float


@dataclass(frozen=True)
class Line:
    """A growth term fitted beside a family's own columns, for every trial.

    Attributes:
        slope, error, dof: the coefficient of the growth term, its standard error and degrees of freedom.
        without, with_growth: chi-squared of the family alone and with the term.
        left: sizes minus the family's own columns.
        coefficients: of the family alone, shape (trials, columns).
        both: of the family's columns and then the growth term, shape (trials, columns + 1).
        by_run: the trials whose error is that of one slope per run.
    """

    slope: Array
    error: Array
    dof: Array
    without: Array
    with_growth: Array
    left: int
    coefficients: Array
    both: Array
    by_run: Flags

    @property
    def sigma(self) -> Array:
        """Sigma of the slope against 0, signed."""
        return sigmas_from_t(self.slope / self.error, self.dof)


def weigh(batch: Batch, *, paired: bool | None = None) -> Weighing:
    """Weights and error conventions of every trial.

    Args:
        paired: True for one slope per run, False for independent sizes, None to look for shared runs.
    """
    dof = batch.counts - 1
    spread = smooth(batch.variances, dof, batch.sizes)
    root = np.sqrt(batch.counts / spread.values)
    trials = len(batch.means)
    shared = np.full(trials, bool(paired))
    if paired is None and batch.runs is not None:
        shared = _shared(batch, root)
    own = (spread.misfit < MISFIT) & ~shared
    if own.any() and batch.counts.min() >= MANY:
        raw = np.sqrt(batch.counts / np.maximum(batch.variances, spread.values * 1e-6))
        root = np.where(own[:, None], raw, root)
    return Weighing(spread, root, own, shared, paired is None and batch.runs is not None, float(dof.sum()))


def fit(batch: Batch, weighing: Weighing, columns: Array, growth: Array, *, careful: bool = False) -> Line:
    """Fit ``growth`` (shape (sizes,)) beside ``columns`` (shape (sizes, p)) in every trial.

    Args:
        careful: for a slope that decides: its error is also looked at from one slope per run, and with few replicates
            from each size's own variance, and is the wider one where they disagree.
    """
    design = np.concatenate([columns, growth[:, None]], axis=1)
    scale = np.abs(design).max(axis=0)
    q, r = np.linalg.qr((design / scale)[None] * weighing.root[:, :, None])
    y = batch.means * weighing.root
    projected = np.einsum("tkp,tk->tp", q, y)
    last = r[:, -1, -1]
    slope = projected[:, -1] / last / scale[-1]
    without = y - np.einsum("tkp,tp->tk", q[:, :, :-1], projected[:, :-1])
    chi2 = np.einsum("tk,tk->t", without, without)
    error, dof, by_run = _error(batch, weighing, q, np.abs(last) * scale[-1], careful)
    p = columns.shape[1]
    alone = np.linalg.solve(r[:, :p, :p], projected[:, :p, None])[:, :, 0] / scale[:p]
    both = np.linalg.solve(r, projected[:, :, None])[:, :, 0] / scale
    left = np.maximum(chi2 - projected[:, -1] ** 2, 0.0)
    return Line(slope, error, dof, chi2, left, len(growth) - p, alone, both, by_run)


def misfit(chi2: Array, left: int, dof: float) -> Array:
    """Probability of a chi-squared as large as this, when the variance has ``dof`` degrees of freedom."""
    if left < 1:
        return np.ones_like(chi2)
    return np.asarray(stats.f.sf(chi2 / left, left, dof))


def _error(batch: Batch, weighing: Weighing, q: Array, last: Array, careful: bool) -> tuple[Array, Array, Flags]:
    """Standard error of the last coefficient, its degrees of freedom, and whether it is that of one slope per run."""
    spread, unit = weighing.spread, q[:, :, -1]
    # Contributions to the variance in units of the model's own: unit^2 sums to 1.
    shares = unit**2
    lean = shares @ spread.centred
    moved = unit * spread.centred
    outside = moved - np.einsum("tkp,tp->tk", q, np.einsum("tkp,tk->tp", q, moved))
    inflated = 1 + spread.tilt * np.einsum("tk,tk->t", outside, outside) * 2
    variance = inflated / last**2
    dof = 2 / (spread.level + spread.tilt * lean**2)
    few = careful and batch.counts.min() < FEW
    if few or weighing.own.any():
        # The variance of each size in units of the one it was weighted by.
        parts = shares * (batch.variances * weighing.root**2 / batch.counts)
        total = np.maximum(parts.sum(axis=1), 1e-12)
        welch = total**2 / np.maximum((parts**2 / (batch.counts - 1)).sum(axis=1), 1e-300)
        raw = total / last**2
        chosen = weighing.own | (few & (_width(raw, welch) > _width(variance, dof)))
        variance, dof = np.where(chosen, raw, variance), np.where(chosen, welch, dof)
    by_run = weighing.shared
    if batch.runs is not None and (weighing.shared.any() or (careful and weighing.looked)):
        contrast = unit * weighing.root / last[:, None]
        count = batch.runs.shape[1]
        each, chance = _together(batch, contrast)
        if careful and weighing.looked:
            by_run = by_run | (chance < (DOUBT_FEW if few else DOUBT)) & (each / count > variance)
        variance = np.where(by_run, each / count, variance)
        # A mere doubt passes over runs whose slopes happen to lie close together, which are what Student's tail is for.
        sure = weighing.shared | (chance < CERTAIN) | few
        dof = np.where(by_run, np.where(sure, 1.0, DOUBTED) * (count - 1), dof)
    return np.sqrt(variance), dof, by_run


def _width(variance: Array, dof: Array) -> Array:
    """The square of how far an interval of that variance reaches."""
    return np.asarray(variance * stats.t.isf(stats.norm.sf(WIDTH), dof) ** 2)


def _shared(batch: Batch, root: Array) -> Flags:
    """Trials whose runs vary together across sizes: a common level or a common trend."""
    design = np.stack([np.ones_like(batch.sizes), np.log(batch.sizes)], axis=1)
    q, _ = np.linalg.qr(design[None] * root[:, :, None])
    chances = [_together(batch, q[:, :, column] * root)[1] for column in (0, 1)]
    return np.asarray(np.minimum(*chances) < SHARED / 2)


def _together(batch: Batch, contrast: Array) -> tuple[Array, Array]:
    """The variance of a contrast over the runs, and the probability of one as large if the sizes were independent."""
    assert batch.runs is not None
    each = np.einsum("trk,tk->tr", batch.runs, contrast).var(axis=1, ddof=1)
    parts = contrast**2 * batch.variances
    alone = parts.sum(axis=1)
    # Independent sizes give a run's contrast this share of the sum of squares: a Beta, for as many equal parts as the
    # contrast really has.
    equal = alone**2 / (parts**2).sum(axis=1)
    half = (batch.runs.shape[1] - 1) / 2
    # The upper tail of a Beta is the lower tail of its mirror image, which is ten times as fast.
    share = np.minimum(each / alone / equal, 1.0)
    return each, np.asarray(betainc(np.maximum((equal - 1) * half, 1e-9), half, 1 - share))
