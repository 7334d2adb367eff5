"""How the spread of one replicate depends on the size: a smooth function, since raw variances make false weights.

The variance is a power of k, fitted to the sample variances by maximum likelihood (a gamma model with log link:
(R - 1) s^2 / sigma^2 is chi-squared). Weighting by each size's own s^2 puts "3 sigma" at 6% of a true constant
for five replicates; a function with two parameters does not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats
from scipy.special import digamma

Array = npt.NDArray[np.float64]
STEPS = 40
#: A variance function that fits worse than this (probability) is not used for errors, only for weights.
MISFIT = 0.001


@dataclass(frozen=True)
class Spread:
    """A smoothed variance for every trial and size.

    Attributes:
        values: smoothed variance of one replicate, shape (trials, sizes).
        centred: ln k minus its mean, weighted by the degrees of freedom, shape (sizes,).
        level, tilt: variance of the fitted log variance at the centre, and of its exponent.
        misfit: probability of a fit as bad as this, shape (trials,).
    """

    values: Array
    centred: Array
    level: float
    tilt: float
    misfit: Array


def smooth(variances: Array, dof: Array, k: Array) -> Spread:
    """Fit sigma^2 = exp(alpha + beta ln k) to sample variances of shape (trials, sizes) with ``dof`` degrees each."""
    half = dof / 2
    x = np.log(k) - float(half @ np.log(k)) / float(half.sum())
    squares = float(half @ x**2)
    floor = np.maximum(variances.max(axis=1, keepdims=True) * 1e-12, 1e-300)
    raised = np.maximum(variances, floor)
    alpha = np.log(raised @ half / half.sum())
    beta = (np.log(raised) @ (half * x)) / squares
    for _ in range(STEPS):
        # Fisher scoring. At the centre the two parameters are independent, so both steps are plain divisions;
        # a cap keeps a far-off start from overshooting.
        excess = np.minimum(raised / np.exp(alpha[:, None] + beta[:, None] * x), 1e6) - 1
        up, tilt = excess @ half / half.sum(), excess @ (half * x) / squares
        alpha, beta = alpha + np.clip(up, -1, 1), beta + np.clip(tilt, -0.5, 0.5)
        if max(np.abs(up).max(), np.abs(tilt).max()) < 1e-9:
            break
    values = np.exp(alpha[:, None] + beta[:, None] * x)
    ratio = raised / values
    # Each size's deviance has mean 1 only for many degrees of freedom; divide by what it is for these.
    expected = float(np.sum(dof * (np.log(half) - digamma(half))))
    left = len(k) - 2
    deviance = (ratio - 1 - np.log(ratio)) @ dof * (len(k) / expected)
    misfit = np.asarray(stats.chi2.sf(deviance, left))
    # Second-order terms, which matter below five replicates only: the exponent takes one degree of freedom of the
    # level, and its variance exceeds the inverse information by 4/total (simulated for 4 to 12 sizes).
    total = float(dof.sum())
    return Spread(values, x, 2 / (total - 1), (1 + 4 / total) / squares, misfit)
