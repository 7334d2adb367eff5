"""Numbers with their unit, per and counts, and what two of them say about each other."""

from lakatos.measure.quantities.compare import Comparison, bracket, compare
from lakatos.measure.quantities.ratio import Factor, Ratio
from lakatos.measure.quantities.reported import COUNTS, MODES, Reported, reported
from lakatos.measure.quantities.units import Unit, UnitError, unit

__all__ = [
    "COUNTS",
    "MODES",
    "Comparison",
    "Factor",
    "Ratio",
    "Reported",
    "Unit",
    "UnitError",
    "bracket",
    "compare",
    "reported",
    "unit",
]
