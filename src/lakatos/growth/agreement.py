"""Do replicated values agree with expected means?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import stats

from lakatos.growth.sigma import sigmas_from_t


def chi_squared(values: npt.ArrayLike, expected: Sequence[float]) -> tuple[float, int, float]:
    """How well replicated values, shape (replicates, sizes), agree with expected means.

    Each column's t statistic is turned into a sigma first, so that few replicates do not inflate the sum.

    Returns:
        The sum of squared sigmas, its degrees of freedom (the columns) and its probability.

    Raises:
        ValueError: if the replicates of a column do not differ.
    """
    data = np.asarray(values, dtype=np.float64) - np.asarray(expected, dtype=np.float64)
    spread = data.std(axis=0, ddof=1)
    if (spread <= 1e-12 * np.maximum(1.0, np.abs(data.mean(axis=0)))).any():
        raise ValueError("the replicates of a size do not differ: they are not independent runs")
    t = data.mean(axis=0) / (spread / math.sqrt(len(data)))
    sigmas = sigmas_from_t(t, np.array(float(len(data) - 1)))
    total = float(sigmas @ sigmas)
    return total, len(sigmas), float(stats.chi2.sf(total, len(sigmas)))
