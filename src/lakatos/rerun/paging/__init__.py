"""Paging with work functions: OnlineMin, RPB-OM, the lazy-phase adversary, and their exact costs.

``reference`` is the readable form, ``phases`` the fast one; tests hold them against each other.
"""

from lakatos.rerun.paging.additive import (
    additive_balls,
    additive_term,
    gate_threshold,
    onlinemin_cost,
)
from lakatos.rerun.paging.adversary import inverted_predictions, lazy_phases
from lakatos.rerun.paging.phases import PhaseCosts, simulate_phases
from lakatos.rerun.paging.reference import WorkFunction, belady, selection, serve

__all__ = [
    "PhaseCosts",
    "WorkFunction",
    "additive_balls",
    "additive_term",
    "belady",
    "gate_threshold",
    "inverted_predictions",
    "lazy_phases",
    "onlinemin_cost",
    "selection",
    "serve",
    "simulate_phases",
]
