"""Judges held against the truth, on everything and on what another judge has flagged: exact rates and their bounds."""

from lakatos.rerun.judging.bounds import overall_bounds, selected_bounds
from lakatos.rerun.judging.population import Population, Stratum, hard_cases, shared_answers
from lakatos.rerun.judging.rates import Rates
from lakatos.rerun.judging.simulate import Scored, simulate

__all__ = [
    "Population",
    "Rates",
    "Scored",
    "Stratum",
    "hard_cases",
    "overall_bounds",
    "selected_bounds",
    "shared_answers",
    "simulate",
]
