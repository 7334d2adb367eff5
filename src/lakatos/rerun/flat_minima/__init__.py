"""Flat minima in stochastic convex optimisation: the constructions of arXiv:2511.03548, run and proved exactly.

``erm`` is the loss that is flat for the sample and steep for the population, ``sagd`` the descent that is led along it,
``line`` and ``chain`` are SAM on one coordinate and on many, ``derivation`` proves what no finite run can.
"""

from lakatos.rerun.flat_minima.chain import Chain, Population
from lakatos.rerun.flat_minima.derivation import THEOREMS, Proof, derive
from lakatos.rerun.flat_minima.erm import (
    all_samples,
    exactly_one_probability,
    loss,
    population_risk,
    sharpness_aware_risk_at_unseen,
    some_probability,
    unseen,
)
from lakatos.rerun.flat_minima.line import Line
from lakatos.rerun.flat_minima.sagd import (
    Ascent,
    descend,
    descend_on_last,
    descend_without_ties,
    moved_average,
    shape,
    suffix_average,
)

__all__ = [
    "THEOREMS",
    "Ascent",
    "Chain",
    "Line",
    "Population",
    "Proof",
    "all_samples",
    "derive",
    "descend",
    "descend_on_last",
    "descend_without_ties",
    "exactly_one_probability",
    "loss",
    "moved_average",
    "population_risk",
    "shape",
    "sharpness_aware_risk_at_unseen",
    "some_probability",
    "suffix_average",
    "unseen",
]
