"""Reported numbers as text with a unit and a "per"; ratios only between values that say per what."""

from lakatos.measure.compare import Comparison, Ratio, bracket, compare
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
from lakatos.measure.reported import MODES, Reported, reported
from lakatos.measure.shares import Whole, possible_counts, possible_totals

__all__ = [
    "MODES",
    "Comparison",
    "Masking",
    "MetricAudit",
    "PaddingCheck",
    "Ratio",
    "Reported",
    "Slip",
    "Transformation",
    "Undiluted",
    "Whole",
    "audit_metric",
    "bracket",
    "compare",
    "hidden_count",
    "masking",
    "padded_share",
    "padding_explains",
    "possible_counts",
    "possible_totals",
    "reported",
    "undiluted_change",
    "undiluted_loss",
    "undiluted_perplexity",
]
