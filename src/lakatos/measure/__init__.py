"""Reported numbers as text with a unit and a "per"; ratios only between values that say per what; forensic checks."""

from lakatos.measure.compare import Comparison, bracket, compare
from lakatos.measure.facts import FACTS, Question
from lakatos.measure.flags import DefaultCheck, Definition, check_default
from lakatos.measure.forensics import Answer, CONSTANTS, Check, Constant, KINDS, SHARES, Span, Statement, Whole, check_average, check_change, check_constant_offset, check_constants, check_count_share, check_difference, check_f1, check_interval_width, check_limits, check_macro_share, check_mean, check_mean_interval, check_peak, check_ratio, check_ratio_of_counts, check_seed_decimals, check_seed_spread, check_share, check_share_interval, check_speeds, check_standard_error, check_sum, check_total, contradictions, duplicated_columns, grim_power, infer_totals, items_from_error, possible_counts, possible_totals, share_column
from lakatos.measure.identify import IdentifiedAverage, IdentifiedDivergence, IdentifiedPerplexity, identify_average, identify_divergence, identify_perplexity
from lakatos.measure.judge import judge
from lakatos.measure.judgement import Judgement
from lakatos.measure.masking import PaddingCheck, Undiluted, padding_explains, undiluted_change, undiluted_loss, undiluted_perplexity
from lakatos.measure.metamorphic import MetricAudit, Slip, Transformation, audit_metric, hidden_count
from lakatos.measure.padded import Masking, masking, padded_share
from lakatos.measure.quantity import Quantity, quantity
from lakatos.measure.ratio import Factor, Ratio
from lakatos.measure.reported import MODES, Reported, reported
from lakatos.measure.tables import Audit, audit, beside, draft_sidecar
from lakatos.measure.units import Unit, UnitError, unit

__all__ = [
    "Answer",
    "Audit",
    "CONSTANTS",
    "Check",
    "Comparison",
    "Constant",
    "DefaultCheck",
    "Definition",
    "FACTS",
    "Factor",
    "IdentifiedAverage",
    "IdentifiedDivergence",
    "IdentifiedPerplexity",
    "Judgement",
    "KINDS",
    "MODES",
    "Masking",
    "MetricAudit",
    "PaddingCheck",
    "Quantity",
    "Question",
    "Ratio",
    "Reported",
    "SHARES",
    "Slip",
    "Span",
    "Statement",
    "Transformation",
    "Undiluted",
    "Unit",
    "UnitError",
    "Whole",
    "audit",
    "audit_metric",
    "beside",
    "bracket",
    "check_average",
    "check_change",
    "check_constant_offset",
    "check_constants",
    "check_count_share",
    "check_default",
    "check_difference",
    "check_f1",
    "check_interval_width",
    "check_limits",
    "check_macro_share",
    "check_mean",
    "check_mean_interval",
    "check_peak",
    "check_ratio",
    "check_ratio_of_counts",
    "check_seed_decimals",
    "check_seed_spread",
    "check_share",
    "check_share_interval",
    "check_speeds",
    "check_standard_error",
    "check_sum",
    "check_total",
    "compare",
    "contradictions",
    "draft_sidecar",
    "duplicated_columns",
    "grim_power",
    "hidden_count",
    "identify_average",
    "identify_divergence",
    "identify_perplexity",
    "infer_totals",
    "items_from_error",
    "judge",
    "masking",
    "padded_share",
    "padding_explains",
    "possible_counts",
    "possible_totals",
    "quantity",
    "reported",
    "share_column",
    "undiluted_change",
    "undiluted_loss",
    "undiluted_perplexity",
    "unit",
]
