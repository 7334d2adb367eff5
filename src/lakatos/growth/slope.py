"""A slope per ln k from replicated whole runs, with sigmas that hold for few replicates.

Method: subtract the claimed leading term exactly; weight the sizes by a smoothed variance function; fit
every replicate on its own; treat the replicates' slopes as a sample and use Student's t. Residual scaling
never enters: the spread between replicates is the only error. See McGeoch on experimental algorithmics
and the note on conventions in ``docs/guide.md``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from scipy import stats

from lakatos.growth.families import DECIDING, SLOWER, Family
from lakatos.growth.sigma import sigma_from_t

FEW_UNITS = 100


@dataclass(frozen=True)
class SlopeTest:
    """A slope per ln k and what it excludes.

    Attributes:
        sizes: the values of k.
        means, errors: the residual (value minus the claimed term) at each k: mean and standard error over replicates.
        slope, error: per ln k, with the constant as the only nuisance term.
        interval: 95% confidence interval of the slope.
        against: for each bounded family its name, the sigma at which it is excluded, and whether it decides.
        replicates, units: independent replicates, and whole units (phases) in each.
    """

    sizes: tuple[int, ...]
    means: tuple[float, ...]
    errors: tuple[float, ...]
    slope: float
    error: float
    interval: tuple[float, float]
    against: tuple[tuple[str, float, bool], ...]
    replicates: int
    units: int

    def grows(self, *, sigma: float = 3.0) -> bool:
        """Whether every deciding bounded family is excluded at ``sigma`` or more."""
        return all(value >= sigma for _, value, decides in self.against if decides)

    def __str__(self) -> str:
        low, high = self.interval
        deciding = " · ".join(f"{name} {value:.1f}σ" for name, value, decides in self.against if decides)
        slower = " · ".join(f"{name} {value:.1f}σ" for name, value, decides in self.against if not decides)
        return (
            f"slope    {self.slope:.4f} ± {self.error:.4f} per ln k, 95% interval {low:.4f} to {high:.4f}\n"
            f"         k = {self.sizes[0]} … {self.sizes[-1]}, "
            f"{self.replicates} replicates of {self.units} whole units\n"
            f"against  {deciding} (these decide)   slower: {slower}"
        )


def slope_test(
    values: npt.ArrayLike,
    *,
    sizes: Sequence[int],
    units: int,
    claimed: Callable[[int], Fraction] | None = None,
) -> SlopeTest:
    """Fit the growth per ln k of replicated runs after subtracting a claimed term.

    Args:
        values: shape (replicates, sizes); each entry the mean over ``units`` whole units of an independent run.
        sizes: k for each column, increasing, at least 4.
        units: whole regenerative units per entry.
        claimed: the leading term to subtract, exact, for example ``harmonic``.

    Raises:
        ValueError: on a wrong shape, fewer than 3 replicates or 4 sizes, a size below 2, values that are not
            finite, or fewer than 100 whole units, which would leave the estimate to its unfinished last unit.
    """
    data = np.asarray(values, dtype=np.float64)
    k = np.asarray(sizes, dtype=np.float64)
    _refuse(data, k, units)
    if claimed is not None:
        data = data - np.array([float(claimed(int(size))) for size in sizes])
    replicates = len(data)
    weights = 1 / _smoothed_variance(data.var(axis=0, ddof=1), np.log(k))
    slopes = _slopes(data, k, weights, DECIDING[0])
    slope, error = float(slopes.mean()), float(slopes.std(ddof=1) / math.sqrt(replicates))
    half = float(stats.t.ppf(0.975, replicates - 1)) * error
    against = []
    for family, decides in [*((f, True) for f in DECIDING), *((f, False) for f in SLOWER)]:
        extra = _slopes(data, k, weights, family)
        against.append((family.name, _t_sigma(extra), decides))
    return SlopeTest(
        sizes=tuple(int(s) for s in sizes),
        means=tuple(data.mean(axis=0).tolist()),
        errors=tuple((data.std(axis=0, ddof=1) / math.sqrt(replicates)).tolist()),
        slope=slope,
        error=error,
        interval=(slope - half, slope + half),
        against=tuple(against),
        replicates=replicates,
        units=units,
    )


def chi_squared(values: npt.ArrayLike, expected: Sequence[float]) -> tuple[float, int, float]:
    """How well replicated values agree with expected means.

    Each column's t statistic is turned into a sigma first, so that few replicates do not inflate the sum.

    Returns:
        The sum of squared sigmas, its degrees of freedom (the columns) and its probability.
    """
    data = np.asarray(values, dtype=np.float64) - np.asarray(expected, dtype=np.float64)
    sigmas = [_t_sigma(column) for column in data.T]
    total = math.fsum(s * s for s in sigmas)
    return total, len(sigmas), float(stats.chi2.sf(total, len(sigmas)))


def _refuse(data: npt.NDArray[np.float64], k: npt.NDArray[np.float64], units: int) -> None:
    if data.ndim != 2 or data.shape[1] != len(k):
        raise ValueError(f"values must have shape (replicates, {len(k)}), got {data.shape}")
    if len(k) < 4 or (np.diff(k) <= 0).any() or k[0] < 2:
        raise ValueError(f"need at least 4 increasing sizes from 2 up, got {k.tolist()}")
    if len(data) < 3:
        raise ValueError(f"need at least 3 independent replicates for an error, got {len(data)}")
    if not np.isfinite(data).all():
        raise ValueError("values must all be finite numbers")
    if units < FEW_UNITS:
        raise ValueError(
            f"{units} whole units per replicate are too few (at least {FEW_UNITS}): the bias of a cut-off last "
            "unit is of order 1/units and has made true bounds look false at 17 sigma"
        )


def _smoothed_variance(variances: npt.NDArray[np.float64], log_k: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Variance against size, smoothed as a power law: raw variances of few replicates make false weights."""
    floor = max(float(variances.max()) * 1e-12, 1e-300)
    fit = np.polynomial.Polynomial.fit(log_k, np.log(np.maximum(variances, floor)), 1)
    smoothed: npt.NDArray[np.float64] = np.exp(fit(log_k))
    return smoothed


def _slopes(
    data: npt.NDArray[np.float64], k: npt.NDArray[np.float64], weights: npt.NDArray[np.float64], family: Family
) -> npt.NDArray[np.float64]:
    """Every replicate's coefficient of ln k, fitted beside the family's own terms."""
    nuisance = [] if family.correction is None else [family.correction(k)]
    design = np.stack([np.ones_like(k), *nuisance, np.log(k)], axis=1)
    root = np.sqrt(weights / weights.max())[:, None]
    coefficients, *_ = np.linalg.lstsq(design * root, (data * root.T).T, rcond=None)
    slopes: npt.NDArray[np.float64] = coefficients[-1]
    return slopes


def _t_sigma(sample: npt.NDArray[np.float64]) -> float:
    """Sigma of a sample's mean against zero. A sample without spread is no evidence about its error."""
    spread = float(sample.std(ddof=1))
    mean = float(sample.mean())
    if spread <= 1e-12 * max(1.0, abs(mean)):
        raise ValueError(f"the replicates do not differ (all {mean:g}): they are not independent runs")
    return sigma_from_t(mean / (spread / math.sqrt(len(sample))), dof=len(sample) - 1)
