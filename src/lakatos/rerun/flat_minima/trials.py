"""The theorems held against their own constructions, instance by instance: how many were tried, how many fell short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from lakatos.rerun.flat_minima.bounds import Bounds, above
from lakatos.rerun.flat_minima.chain import Chain
from lakatos.rerun.flat_minima.erm import all_samples, population_risk, sharpness_aware_risk_at_unseen, unseen
from lakatos.rerun.flat_minima.line import Line, average
from lakatos.rerun.flat_minima.sagd import Ascent, moved_average, shape

ZERO = Fraction(0)


@dataclass(frozen=True)
class Trial:
    """What came of a number of instances.

    Attributes:
        tried: the instances.
        short: those in which what the theorem says did not hold.
        least: the least of the quantity that the theorem bounds from below, in its own unit; rounded down to
            thousandths where it is not rational.
    """

    tried: int
    short: int
    least: Fraction

    @property
    def refutes(self) -> str | None:
        """What a finding with this trial refutes."""
        return "claim" if self.short else None


def flat_and_sharp(n: int, *, rhos: Sequence[Fraction], bound: Fraction = Fraction(1, 16)) -> Trial:
    """Theorem 1 on every sample of n examples that leaves a coordinate I unseen, for every rho given.

    It holds if e_I minimises the largest risk within r, for r around rho and 1, and has population risk at least
    ``bound``, and the sharp minimum, rho on the last coordinate, has population risk 0 and is sharp by r^2/2.
    """
    N = 2**n
    flat = {rho: population_risk(unit(0, N + 1), rho) for rho in rhos}
    sharp = {rho: population_risk(unit(N, N + 1, rho), rho) for rho in rhos}
    edge = {rho: all(above(rho + r, rho) == r * r / 2 for r in (Fraction(1, 9), Fraction(1))) for rho in rhos}
    tried = short = 0
    for sample in filter(unseen, all_samples(n)):
        for rho in rhos:
            radii = (Fraction(0), rho / 2, rho, rho + Fraction(1, 4), Fraction(1))
            least = all(sharpness_aware_risk_at_unseen(sample, r=r, rho=rho) == above(r, rho) for r in radii)
            tried += 1
            short += not (
                least and edge[rho] and flat[rho].low >= bound and sharp[rho] == Bounds(Fraction(0), Fraction(0))
            )
    return Trial(tried, short, min(b.low for b in flat.values()))


def led_astray(runs: Iterable[Ascent], *, distance: Fraction = Fraction(1, 8)) -> Trial:
    """Theorem 3 on every suffix average of runs of at least two states; the unit is step^2 T.

    It holds if the squared distance is at least ``distance``, as the closed form says, and the risk at least 1/40000.

    Raises:
        ValueError: for a run outside the theorem's premises, step^2 T <= 1 and 9 rho^2 < step^2 T.
    """
    tried, short, least = 0, 0, Fraction(1)
    for run in runs:
        T = len(run.states)
        if not 9 * run.rho**2 < run.step**2 * T <= 1:
            raise ValueError(f"Theorem 3 does not speak of rho = {run.rho} with T = {T} steps of {run.step}")
        for tau in range(1, T + 1):
            w, scale = run.average(tau), run.step**2 * T
            closed = sorted(-run.step * moved_average(s, tau, T) for s in range(1, T))
            square, risk = sum((x * x for x in w.values()), ZERO) / scale, run.risk(w).low / scale
            far = sorted(w.values()) == closed and square == shape(tau, T) >= distance
            tried += 1
            short += not (far and risk >= Fraction(1, 40000))
            least = min(least, risk)
    return Trial(tried, short, least)


def stays_sharp(
    line: Line,
    *,
    etas: Sequence[Fraction],
    radii: Sequence[Fraction],
    T: int,
    zero: int,
    gap: Fraction = Fraction(1, 2),
) -> Trial:
    """Theorem 6 on every suffix average of SAM: sharper than the flat minimum by at least ``gap`` r^2."""
    gaps = []
    for eta in etas:
        for r in radii:
            states = line.sam(eta=eta, r=r, T=T, zero=zero)
            flat = line.sharpness_aware_risk(Fraction(-line.side, 2), r)
            gaps += [(line.sharpness_aware_risk(average(states, tau), r) - flat) / r**2 for tau in range(1, T + 1)]
    return Trial(len(gaps), sum(x < gap for x in gaps), min(gaps))


def pushed_astray(run: Chain, *, share: Fraction = Fraction(1, 384)) -> Trial:
    """Theorem 7 on every suffix average of SAM; the unit is eta^2 r^2 T.

    It holds if every state is in the unit ball, with all that was reached at least eta r/2 deep, and the population
    risk is at least ``share``.
    """
    unit = run.eta**2 * run.r**2 * run.T
    deep = all(
        w[run.block, j] <= -run.eta * run.r / 2 for t, w in enumerate(run.states, 1) for j in range(3, t + 1)
    ) and all(sum((x * x for x in w.values()), run.number()) <= 1 for w in run.states)
    risks = [run.population_risk(run.average(tau)).low * (1 / unit) for tau in range(1, run.T + 1)]
    short = sum(not (deep and risk >= share) for risk in risks)
    return Trial(len(risks), short, Fraction(min(floor(1000 * risk) for risk in risks), 1000))


def unit(place: int, size: int, length: Fraction | int = 1) -> list[Fraction]:
    """The vector with ``length`` at one place and 0 elsewhere."""
    return [Fraction(length) if i == place else Fraction(0) for i in range(size)]
