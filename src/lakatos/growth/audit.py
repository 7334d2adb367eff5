"""Could a check have seen the growth at all? The power of a run that was reported as a verification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import numpy.typing as npt

from lakatos.drawing import Viewed
from lakatos.growth.decide import BOUNDED, GROWS, decide
from lakatos.growth.expression import Expression, expression
from lakatos.growth.families import DECIDING
from lakatos.growth.kernel import Batch
from lakatos.growth.plan import Deciding, deciding, reaching
from lakatos.growth.runs import FEWEST_RUNS, FEWEST_SIZES, LARGEST_SIZE, LARGEST_VALUE, SHORTEST_RANGE

MOST_TRIALS = 1_000_000


@dataclass(frozen=True)
class HorizonAudit(Viewed):
    """What a check of this design says about the alternative, if the alternative is true.

    Attributes:
        sizes, replicates, sd, sigma: the design; sd is of one replicate.
        alternative: the growth that others claim.
        power: how often the verdict would be "grows".
        constant: how often at least the plain constant would be excluded.
        bounded: how often the verdict would be "bounded", by the default tolerance.
        here: the replicates that the same sizes would need, if any number is enough.
        further: a design with larger sizes and few replicates that would see it.
        trials, seed: of the simulation.
    """

    sizes: tuple[float, ...]
    replicates: int
    sd: float | tuple[float, ...]
    sigma: float
    alternative: str
    power: float
    constant: float
    bounded: float
    here: Deciding | None
    further: Deciding | None
    trials: int
    seed: int

    @property
    def could_have_seen(self) -> bool:
        """Whether the design finds the alternative at least four times in five."""
        return self.power >= 0.8

    def __str__(self) -> str:
        if self.could_have_seen:
            says = "this check would have seen it"
        elif self.power >= 0.2:
            says = "this check might well have missed it"
        else:
            says = "this check could not have seen it"
        designs = " or ".join(str(d) for d in (self.further, self.here) if d)
        would = f"; {designs} would ({self.sigma:g}σ, power 0.9)" if designs and not self.could_have_seen else ""
        if not testable(self.sizes, self.replicates):
            why = (
                f"nothing can be tested on it: that takes {FEWEST_SIZES} sizes, {FEWEST_RUNS} replicates and "
                f"K/k_min = {SHORTEST_RANGE}"
            )
        else:
            why = (
                f"against a constant alone it would have said something with power {self.constant:.2f}; "
                f"by default it would have said 'bounded' {self.bounded:.0%} of the time"
            )
        return (
            f"power {self.power:.2f}: {says}{would}\n"
            f"{why}\n"
            f"alternative {self.alternative}, k = {self.sizes[0]:g} … {self.sizes[-1]:g}, {self.replicates} replicates "
            f"at each of {len(self.sizes)} sizes; {self.trials:,} simulated checks, seed {self.seed}"
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        first, *rest = str(self).split("\n")
        return f"<p><b>{escape(first)}</b></p><p>{escape(' '.join(rest))}</p>"


def testable(sizes: Sequence[float] | npt.NDArray[np.float64], replicates: int) -> bool:
    """Whether ``growth.test`` would take such a design."""
    return (
        len(sizes) >= FEWEST_SIZES and sizes[-1] >= SHORTEST_RANGE * sizes[0] and replicates >= FEWEST_RUNS
    )  # fmt: skip


def audit_horizon(
    *,
    k_max: float,
    replicates: int,
    sd: float | Sequence[float],
    alternative: str | Expression,
    k_min: float = 4,
    sizes: Sequence[float] | None = None,
    sigma: float = 3.0,
    trials: int = 2000,
    seed: int = 0,
) -> HorizonAudit:
    """The power that a finished check had against somebody's alternative, by simulating it.

    A check with too few sizes, runs or too short a range to be tested at all has power 0.

    Args:
        k_max, k_min: its range of sizes, taken as doublings from k_min and k_max itself, unless ``sizes`` are given.
        replicates: independent runs at each size.
        sd: standard deviation of one run's value; one number, or one for every size.
        alternative: the growth that others claim, a formula in k: ``"0.38*log(k)"``.

    Raises:
        ValueError: for numbers that describe no check.
    """
    k = np.asarray(reaching(k_min, k_max) if sizes is None else sorted(sizes), dtype=float)
    if not len(k) or k[0] < 2 or not k[-1] <= LARGEST_SIZE or (np.diff(k) <= 0).any():
        raise ValueError(f"need different sizes from 2 to 2^60, got {k.tolist()}")
    if not (replicates >= 1 and replicates == int(replicates)):
        raise ValueError(f"replicates are counted from 1, got {replicates}")
    if not 0 < sigma <= 30:
        raise ValueError(f"sigma must be above 0 and at most 30, got {sigma}")
    if not 1 <= trials <= MOST_TRIALS:
        raise ValueError(f"trials must be 1 to {MOST_TRIALS:,}, got {trials}")
    spread = np.broadcast_to(np.asarray(sd, dtype=float), k.shape)
    if not ((spread > 1 / LARGEST_VALUE) & (spread < LARGEST_VALUE)).all():
        raise ValueError(f"sd must be above 0 and finite, got {sd}")
    formula = alternative if isinstance(alternative, Expression) else expression(alternative)
    curve = formula.values(k)
    if np.abs(curve).max() > LARGEST_VALUE:
        raise ValueError(f"{formula} reaches {np.abs(curve).max():g}: rescale it and the sd")
    here, further = deciding(formula.values, k, spread, sigma=sigma)
    power = constant = bounded = 0.0
    if testable(k, replicates):
        rng = np.random.default_rng(seed)
        # Normal runs have normal means and chi-squared variances: no need to draw each run.
        means = curve + spread / np.sqrt(replicates) * rng.normal(size=(trials, len(k)))
        variances = spread**2 * rng.chisquare(replicates - 1, size=(trials, len(k))) / (replicates - 1)
        drawn = Batch(k, np.full(len(k), float(replicates)), means, variances)
        decision = decide(drawn, DECIDING, sigma=sigma, paired=False)
        power, bounded = (float((decision.verdict == answer).mean()) for answer in (GROWS, BOUNDED))
        constant = float((decision.against[0].sigma >= sigma).mean())
    return HorizonAudit(
        tuple(k.tolist()),
        int(replicates),
        float(spread[0]) if np.ndim(sd) == 0 else tuple(spread.tolist()),
        float(sigma),
        str(formula),
        power,
        constant,
        bounded,
        here,
        further,
        trials,
        seed,
    )
