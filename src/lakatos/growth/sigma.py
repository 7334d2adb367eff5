"""From a t statistic to an honest sigma: the normal distance with the same tail probability."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import stats
from scipy.special import gammaln, ndtri_exp

Array = npt.NDArray[np.float64]


def sigma_from_t(t: float, *, dof: float) -> float:
    """The sigma, signed like ``t``, whose normal tail equals that of ``t`` with ``dof`` degrees.

    Few replicates have heavy tails: t = 9 with 4 degrees is 3.3 sigma, not 9.

    >>> round(sigma_from_t(9.0, dof=4), 1)
    3.3
    """
    if not dof > 0 or not math.isfinite(t):
        raise ValueError(f"need a finite t and dof > 0, got t={t}, dof={dof}")
    return float(sigmas_from_t(np.array(t), np.array(dof)))


def sigmas_from_t(t: Any, dof: Any) -> Array:
    """``sigma_from_t`` for arrays that broadcast against each other."""
    t, dof = np.broadcast_arrays(np.asarray(t, dtype=np.float64), np.asarray(dof, dtype=np.float64))
    size = np.abs(t)
    tail = np.asarray(stats.t.logsf(size, dof))
    # Beyond the least double the logarithm of the probability is lost: take it from the density.
    far = np.asarray(~(tail > -600))
    if far.any():
        tail = tail.copy()
        tail[far] = _log_tail(size[far], dof[far])
    return np.asarray(np.copysign(-ndtri_exp(tail), t))


def _log_tail(t: Array, dof: Array) -> Array:
    """log P(T > t) far out: the density over its rate of decay h + h'/h, which is right to the order of 1/t^4."""
    log_ratio = 2 * np.log(t) - np.log(dof)
    log_sum = np.logaddexp(0.0, log_ratio)
    density = gammaln((dof + 1) / 2) - gammaln(dof / 2) - 0.5 * np.log(dof * np.pi) - (dof + 1) / 2 * log_sum
    rate = np.log(dof + 1) + np.log(t) - np.log(dof) - log_sum
    bend = np.log1p(np.expm1(-log_ratio) / (dof + 1))
    return np.asarray(density - rate - bend)


def threshold(sigma: float, *, looks: int = 1, trials: int = 1) -> float:
    """The sigma that one look must reach so that all looks and trials together stay at one-sided ``sigma``.

    Bonferroni: valid however the looks or the trials depend on each other, and simple to say.

    >>> round(threshold(3.0, looks=11), 2)
    3.67
    """
    return float(-ndtri_exp(float(stats.norm.logsf(sigma)) - math.log(looks * trials)))
