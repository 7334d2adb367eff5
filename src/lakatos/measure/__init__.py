"""Reported numbers as text with a unit and a "per"; ratios only between values that say per what."""

from lakatos.measure.compare import Comparison, bracket, compare
from lakatos.measure.facts import FACTS, Question
from lakatos.measure.judge import judge
from lakatos.measure.judgement import Judgement
from lakatos.measure.masking import (
    PaddingCheck,
    Undiluted,
    padding_explains,
    undiluted_change,
    undiluted_loss,
    undiluted_perplexity,
)
from lakatos.measure.metamorphic import MetricAudit, Slip, Transformation, audit_metric, hidden_count
from lakatos.measure.padded import Masking, masking, padded_share
from lakatos.measure.quantity import Quantity, quantity
from lakatos.measure.ratio import Factor, Ratio
from lakatos.measure.reported import MODES, Reported, reported
from lakatos.measure.shares import Whole, possible_counts, possible_totals
from lakatos.measure.units import Unit, UnitError, unit

__all__ = [
    "FACTS",
    "MODES",
    "Comparison",
    "Factor",
    "Judgement",
    "Masking",
    "MetricAudit",
    "PaddingCheck",
    "Quantity",
    "Question",
    "Ratio",
    "Reported",
    "Slip",
    "Transformation",
    "Undiluted",
    "Unit",
    "UnitError",
    "Whole",
    "audit_metric",
    "bracket",
    "compare",
    "hidden_count",
    "judge",
    "masking",
    "padded_share",
    "padding_explains",
    "possible_counts",
    "possible_totals",
    "quantity",
    "reported",
    "undiluted_change",
    "undiluted_loss",
    "undiluted_perplexity",
    "unit",
]
