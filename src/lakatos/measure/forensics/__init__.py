"""Forensic checks of numbers as they were printed: each answers consistent, inconsistent, or that it had no power.

Text is a printed number, rounded to its last digit; an int or a Fraction is exact. Where no rounding is named, the
nearest (ties either way) and cutting off are both allowed.
"""

from lakatos.measure.forensics.check import Answer, Check
from lakatos.measure.forensics.constants import CONSTANTS, Constant, check_constants
from lakatos.measure.forensics.counts import check_f1, check_ratio_of_counts
from lakatos.measure.forensics.derived import check_average, check_change, check_difference, check_ratio, check_sum
from lakatos.measure.forensics.errors import check_standard_error, items_from_error
from lakatos.measure.forensics.grim import check_count_share, check_share, grim_power, share_column
from lakatos.measure.forensics.limits import KINDS, SHARES, check_limits, check_peak
from lakatos.measure.forensics.means import check_macro_share, check_mean
from lakatos.measure.forensics.seeds import (
    check_constant_offset,
    check_seed_decimals,
    check_seed_spread,
    duplicated_columns,
)
from lakatos.measure.forensics.shares import Whole, possible_counts, possible_totals
from lakatos.measure.forensics.span import Span
from lakatos.measure.forensics.speeds import check_speeds
from lakatos.measure.forensics.statements import Statement, contradictions
from lakatos.measure.forensics.totals import check_total, infer_totals
from lakatos.measure.forensics.widths import check_interval_width, check_mean_interval, check_share_interval

__all__ = [
    "CONSTANTS",
    "KINDS",
    "SHARES",
    "Answer",
    "Check",
    "Constant",
    "Span",
    "Statement",
    "Whole",
    "check_average",
    "check_change",
    "check_constant_offset",
    "check_constants",
    "check_count_share",
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
    "contradictions",
    "duplicated_columns",
    "grim_power",
    "infer_totals",
    "items_from_error",
    "possible_counts",
    "possible_totals",
    "share_column",
]
