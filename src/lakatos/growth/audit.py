"""Could a check have seen the growth at all? The power of a run that was reported as a verification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from lakatos.growth.decide import BOUNDED, GROWS, decide
from lakatos.growth.expression import Expression, expression
from lakatos.growth.families import DECIDING
from lakatos.growth.kernel import Batch
from lakatos.growth.plan import Deciding, deciding, doublings
from lakatos.growth.runs import FEWEST_RUNS, FEWEST_SIZES


@dataclass(frozen=True)
class HorizonAudit:
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
        return (
            f"power {self.power:.2f}: {says}{would}\n"
            f"against a constant alone it would have said something with power {self.constant:.2f}; "
            f"by default it would have said 'bounded' {self.bounded:.0%} of the time\n"
            f"alternative {self.alternative}, k = {self.sizes[0]:g} … {self.sizes[-1]:g}, {self.replicates} replicates "
            f"at each of {len(self.sizes)} sizes; {self.trials:,} simulated checks, seed {self.seed}"
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        first, *rest = str(self).split("\n")
        return f"<p><b>{escape(first)}</b></p><p>{escape(' '.join(rest))}</p>"


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

    Args:
        k_max, k_min: its range of sizes, taken as doublings unless ``sizes`` are given.
        replicates: independent runs at each size.
        sd: standard deviation of one run's value; one number, or one for every size.
        alternative: the growth that others claim, a formula in k: ``"0.38*log(k)"``.

    Raises:
        ValueError: for a design on which no test is possible.
    """
    k = np.asarray(doublings(k_min, k_max) if sizes is None else sorted(sizes), dtype=float)
    if len(k) < FEWEST_SIZES or k[0] < 2 or replicates < FEWEST_RUNS:
        raise ValueError(
            f"with {len(k)} sizes and {replicates} replicates nothing can be tested: power 0 "
            f"(at least {FEWEST_SIZES} sizes from 2 up and {FEWEST_RUNS} replicates)"
        )
    spread = np.broadcast_to(np.asarray(sd, dtype=float), k.shape)
    if not (spread > 0).all() or not np.isfinite(spread).all():
        raise ValueError(f"sd must be above 0, got {sd}")
    formula = alternative if isinstance(alternative, Expression) else expression(alternative)
    curve = formula.values(k)
    rng = np.random.default_rng(seed)
    noise = rng.normal(size=(trials, replicates, len(k))) * spread
    decision = decide(Batch.of(curve + noise, k), DECIDING, sigma=sigma, paired=False)
    excluded = decision.against[0].sigma >= sigma
    here, further = deciding(formula.values, k, spread, sigma=sigma)
    return HorizonAudit(
        tuple(k.tolist()),
        replicates,
        float(spread[0]) if np.ndim(sd) == 0 else tuple(spread.tolist()),
        float(sigma),
        str(formula),
        float((decision.verdict == GROWS).mean()),
        float(excluded.mean()),
        float((decision.verdict == BOUNDED).mean()),
        here,
        further,
        trials,
        seed,
    )
