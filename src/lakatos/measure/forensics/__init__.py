"""Forensic checks of numbers as they were printed: each answers consistent, inconsistent, or that it had no power."""

from lakatos.measure.forensics.check import Answer, Check
from lakatos.measure.forensics.grim import check_share, grim_power, share_column
from lakatos.measure.forensics.shares import Whole, possible_counts, possible_totals

__all__ = [
    "Answer",
    "Check",
    "Whole",
    "check_share",
    "grim_power",
    "possible_counts",
    "possible_totals",
    "share_column",
]
