"""Labels drawn from a population, scored as a benchmark does: select, re-balance, count what is right."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from lakatos.rerun.judging.population import Population


@dataclass(frozen=True)
class Scored:
    """Simulated accuracies beside the exact one.

    Attributes:
        accuracies: one per replicate, on as many harmful as harmless labels.
        expected: the balanced accuracy that they have in expectation, exactly.
    """

    accuracies: npt.NDArray[np.float64]
    expected: Fraction

    @property
    def mean(self) -> float:
        """The mean over the replicates."""
        return math.fsum(self.accuracies) / len(self.accuracies)

    @property
    def error(self) -> float:
        """The standard error of the mean, from the spread of the replicates."""
        return float(np.std(self.accuracies, ddof=1)) / math.sqrt(len(self.accuracies))

    @property
    def sigma(self) -> float:
        """How far the mean lies from the exact expectation, in standard errors."""
        difference = self.mean - float(self.expected)
        return difference / self.error if self.error else math.copysign(math.inf, difference) if difference else 0.0


def simulate(population: Population, *, labels: int, replicates: int, seed: int, selected: bool = True) -> Scored:
    """Score the judge on labelled cases, re-balanced by leaving out cases of the larger kind at random.

    Args:
        labels: how many cases are labelled in each replicate.
        replicates: how many times, independently.
        seed: the same seed gives the same accuracies.
        selected: whether only cases that the selector flags are labelled.

    Raises:
        ValueError: if there are no labels, fewer than two replicates, or a replicate without one of the two kinds.
    """
    if labels < 1 or replicates < 2:
        raise ValueError(f"need at least one label and two replicates, got {labels} and {replicates}")
    expected = population.judge(selected=selected).balanced_accuracy
    cells = [(cell, p) for cell, p in population.cells().items() if cell[1] or not selected]
    weights = np.array([float(p) for _, p in cells])
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(labels, weights / weights.sum(), size=replicates)
    of_kind, right = {}, {}
    for kind in (True, False):
        of_kind[kind] = drawn[:, [cell[0] == kind for cell, _ in cells]].sum(axis=1)
        right[kind] = drawn[:, [cell[0] == kind and cell[2] == kind for cell, _ in cells]].sum(axis=1)
    kept = np.minimum(of_kind[True], of_kind[False])
    if not kept.all():
        raise ValueError(f"a replicate of {labels} labels has only one kind in it: nothing to balance; label more")
    counted = sum(rng.hypergeometric(right[k], of_kind[k] - right[k], kept) for k in (True, False))
    return Scored(np.asarray(counted / (2 * kept), dtype=np.float64), expected)
