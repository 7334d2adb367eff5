"""Reported numbers as text with a unit and a "per"; ratios only between values that say per what."""

from lakatos.measure.compare import Comparison, bracket, compare
from lakatos.measure.ratio import Factor, Ratio
from lakatos.measure.reported import MODES, Reported, reported
from lakatos.measure.shares import Whole, possible_counts, possible_totals
from lakatos.measure.units import Unit, UnitError, unit

__all__ = [
    "MODES",
    "Comparison",
    "Factor",
    "Ratio",
    "Reported",
    "Unit",
    "UnitError",
    "Whole",
    "bracket",
    "compare",
    "possible_counts",
    "possible_totals",
    "reported",
    "unit",
]
