"""Paging: OnlineMin, RPB-OM, the lazy-phase adversary, and their exact costs; Marking on k + 1 pages.

``reference`` is the readable form, ``phases`` the fast one; tests hold them against each other.
"""

from lakatos.rerun.paging.additive import (
    additive_balls,
    additive_term,
    gate_threshold,
)
from lakatos.rerun.paging.adversary import inverted_predictions, lazy_phases
from lakatos.rerun.paging.derivation import asymptotic_slope, excess, identity_holds
from lakatos.rerun.paging.marking import MarkingRuns, simulate_marking
from lakatos.rerun.paging.phases import PhaseCosts, simulate_phases
from lakatos.rerun.paging.reference import WorkFunction, belady, selection, serve

__all__ = [
    "MarkingRuns",
    "PhaseCosts",
    "WorkFunction",
    "additive_balls",
    "additive_term",
    "asymptotic_slope",
    "belady",
    "excess",
    "gate_threshold",
    "identity_holds",
    "inverted_predictions",
    "lazy_phases",
    "selection",
    "serve",
    "simulate_marking",
    "simulate_phases",
]
