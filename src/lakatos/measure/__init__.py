"""Reported numbers as text with a unit and a "per"; ratios only between values that say per what."""

from lakatos.measure.compare import Comparison, Ratio, bracket, compare
from lakatos.measure.identify import IdentifiedDivergence, identify_divergence
from lakatos.measure.reported import MODES, Reported, reported
from lakatos.measure.shares import Whole, possible_counts, possible_totals

__all__ = [
    "MODES",
    "Comparison",
    "IdentifiedDivergence",
    "Ratio",
    "Reported",
    "Whole",
    "bracket",
    "compare",
    "identify_divergence",
    "possible_counts",
    "possible_totals",
    "reported",
]
