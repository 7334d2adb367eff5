"""What goes out: tables for notebooks, the report, the letter."""

from lakatos.report.build import BuiltReport, build_report, verdict_json
from lakatos.report.error import ReportError
from lakatos.report.letter import Letter, LetterRefusedError, draft_letter, lint_letter, remove_letter, write_letter
from lakatos.report.notebook import execute
from lakatos.report.tables import Table, table

__all__ = [
    "BuiltReport",
    "Letter",
    "LetterRefusedError",
    "ReportError",
    "Table",
    "build_report",
    "draft_letter",
    "execute",
    "lint_letter",
    "remove_letter",
    "table",
    "verdict_json",
    "write_letter",
]
