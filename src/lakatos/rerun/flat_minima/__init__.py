"""Flat minima in stochastic convex optimisation: the constructions of arXiv:2511.03548, run and proved exactly.

``erm`` is the loss that is flat for the sample and steep for the population, ``sagd`` the descent that is led along it,
``line`` and ``chain`` are SAM on one coordinate and on many, ``derivation`` proves what no finite run can.
"""

from lakatos.rerun.flat_minima.bounds import Bounds, above
from lakatos.rerun.flat_minima.chain import Chain, Population
from lakatos.rerun.flat_minima.derivation import THEOREMS, Proof, derive
from lakatos.rerun.flat_minima.erm import (
    all_samples,
    draw_with_one_unseen,
    exactly_one_probability,
    loss,
    population_risk,
    sharpness_aware_risk_at_unseen,
    some_probability,
    unseen,
)
from lakatos.rerun.flat_minima.line import Line, average
from lakatos.rerun.flat_minima.sagd import (
    Ascent,
    descend,
    descend_on_last,
    descend_without_ties,
    moved_average,
    shape,
    suffix_average,
)
from lakatos.rerun.flat_minima.trials import Trial, flat_and_sharp, led_astray, pushed_astray, stays_sharp, unit

__all__ = [
    "THEOREMS",
    "Ascent",
    "Bounds",
    "Chain",
    "Line",
    "Population",
    "Proof",
    "Trial",
    "above",
    "all_samples",
    "average",
    "derive",
    "descend",
    "descend_on_last",
    "descend_without_ties",
    "draw_with_one_unseen",
    "exactly_one_probability",
    "flat_and_sharp",
    "led_astray",
    "loss",
    "moved_average",
    "population_risk",
    "pushed_astray",
    "shape",
    "sharpness_aware_risk_at_unseen",
    "some_probability",
    "stays_sharp",
    "suffix_average",
    "unit",
    "unseen",
]
