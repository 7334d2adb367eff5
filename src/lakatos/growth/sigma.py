"""From a t statistic to an honest sigma: the normal distance with the same two-sided probability."""

from __future__ import annotations

import math

from scipy import stats
from scipy.special import ndtri_exp


def sigma_from_t(t: float, *, dof: int) -> float:
    """The sigma, signed like ``t``, whose two-sided normal tail equals that of ``t`` with ``dof`` degrees.

    Few replicates have heavy tails: t = 9 with 4 degrees is 3.3 sigma, not 9.

    >>> round(sigma_from_t(9.0, dof=4), 1)
    3.3
    """
    if dof < 1 or not math.isfinite(t):
        raise ValueError(f"need a finite t and dof >= 1, got t={t}, dof={dof}")
    log_tail = float(stats.t.logsf(abs(t), dof))
    if not math.isfinite(log_tail):  # beyond double precision even as a logarithm: use the leading power law
        log_tail = _log_power_tail(abs(t), dof)
    return math.copysign(float(-ndtri_exp(log_tail)), t)


def _log_power_tail(t: float, dof: int) -> float:
    """log P(T > t) for t far beyond sqrt(dof): the density's leading power integrated."""
    log_constant = math.lgamma((dof + 1) / 2) - math.lgamma(dof / 2) - 0.5 * math.log(dof * math.pi)
    return log_constant + (dof + 1) / 2 * math.log(dof) - dof * math.log(t) - math.log(dof)
