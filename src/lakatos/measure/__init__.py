"""Reported numbers as text with a unit and a "per"; ratios only between values that say per what."""

from lakatos.measure.compare import Comparison, Ratio, bracket, compare
from lakatos.measure.identify import (
    IdentifiedAverage,
    IdentifiedDivergence,
    IdentifiedPerplexity,
    identify_average,
    identify_divergence,
    identify_perplexity,
)
from lakatos.measure.reported import MODES, Reported, reported
from lakatos.measure.shares import Whole, possible_counts, possible_totals

__all__ = [
    "MODES",
    "Comparison",
    "IdentifiedAverage",
    "IdentifiedDivergence",
    "IdentifiedPerplexity",
    "Ratio",
    "Reported",
    "Whole",
    "bracket",
    "compare",
    "identify_average",
    "identify_divergence",
    "identify_perplexity",
    "possible_counts",
    "possible_totals",
    "reported",
]
