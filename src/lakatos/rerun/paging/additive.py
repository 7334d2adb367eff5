"""The exact expected cost of a lazy phase, by recursion; no sampling.

Let F(m, b) be the expected number of misses still to come when m unrevealed pages are left, the missing
page is uniform among them, Y = m - 1 (a miss has just happened) and b units of budget remain. The first
miss falls on j pages left with probability 1/m for each j = 2, ..., m, and with probability 1/m there is
none. A miss with j left happens at U = j - 1; it passes the gate U <= (Y + 2)/e - 2 exactly when
j <= floor((m + 1)/e) - 1, and earns one unit. With a unit in hand the eviction follows the predictions,
which are inverted, so that the next request misses for certain:

    F(m, b) = (1/m) sum over j of [1 + next(j - 1, b + pass)],   next(m, b) = G(m, b - 1) if b else F(m, 0),
    G(m, b) = 1 + next(m - 1, b).

The phase opens with the request from L_0, whose eviction is by prediction with b = tau.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from lakatos.arithmetic import floor_over_e, harmonic
from lakatos.rerun.paging.reference import Refresh


def gate_threshold(m: int) -> int:
    """The most pages left at which a miss passes the gate, when the previous miss left m.

    U <= (Y + 2)/e - 2 with U = j - 1 and Y = m - 1, decided by rational bounds on e.

    >>> [gate_threshold(m) for m in (6, 7, 8, 100)]
    [1, 1, 2, 36]
    """
    return floor_over_e(m + 1) - 1


@lru_cache(maxsize=64)
def additive_term(k: int, *, tau: int = 0, refresh: Refresh = "miss") -> Fraction:
    """A(k): RPB-OM's expected cost of a lazy phase under inverted predictions, minus H_k, exactly.

    Args:
        k: the cache size, at least 2.
        tau: the budget given at each request from L_0.
        refresh: when Y is refreshed. After every request Y = U, and the gate never opens.

    >>> additive_term(8)
    Fraction(7, 8)
    """
    cost = _phase_costs([k], tau, refresh, lambda p, q: fmpq(p, q))[k]
    exact = Fraction(int(cost.p), int(cost.q))
    return exact - harmonic(k)


def additive_balls(
    ks: list[int], *, tau: int = 0, refresh: Refresh = "miss", bits: int = 128
) -> dict[int, tuple[float, float]]:
    """A(k) for many k at once, with a proved error: the recursion run on FLINT's balls.

    Returns:
        For each k the midpoint and an upper bound on its error, as floats (rounding included).
    """
    before = ctx.prec
    ctx.prec = bits
    try:
        costs = _phase_costs(ks, tau, refresh, lambda p, q: arb(p) / q)
        result = {}
        for k in sorted(ks):
            leading = harmonic(k)
            ball = costs[k] - arb(leading.numerator) / leading.denominator
            middle = float(ball.mid())
            result[k] = (middle, float((ball - arb(middle)).abs_upper()) * (1 + 1e-12) + 5e-324)
        return result
    finally:
        ctx.prec = before


def _phase_costs(ks: list[int], tau: int, refresh: Refresh, ratio: Callable[[int, int], Any]) -> dict[int, Any]:
    """Expected cost of a whole phase for each k, in the number system of ``ratio``; O(max(ks) * (tau + 1))."""
    if min(ks) < 2 or tau < 0:
        raise ValueError(f"need k >= 2 and tau >= 0, got k={min(ks)}, tau={tau}")
    largest = max(ks)
    zero, one = ratio(0, 1), ratio(1, 1)
    # miss[b][m], certain[b][m]: F(m, b) and G(m, b); with one page left nothing more can be missed.
    miss = [[zero, zero] for _ in range(tau + 1)]
    certain = [[zero, zero] for _ in range(tau + 1)]
    # plain[b][j], gated[b][j]: sums over the page counts 2..j of 1 + next(j - 1, b) and of 1 + next(j - 1, b + 1).
    plain = [[zero, zero] for _ in range(tau + 1)]
    gated = [[zero, zero] for _ in range(tau + 1)]

    def following(m: int, b: int) -> Any:
        return certain[b - 1][m] if b else miss[0][m]

    for m in range(2, largest + 1):
        passing = max(1, gate_threshold(m)) if refresh == "miss" else 1
        for b in range(tau + 1):
            after = one + following(m - 1, b)
            plain[b].append(plain[b][m - 1] + after)
            gated[b].append(gated[b][m - 1] + one + following(m - 1, b + 1))
            miss[b].append((gated[b][passing] + plain[b][m] - plain[b][passing]) / m)
            certain[b].append(after)
    return {k: one + certain[tau][k] for k in ks}
