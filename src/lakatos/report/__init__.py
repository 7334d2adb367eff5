"""What goes out: figures and tables for notebooks, the report, the letter, the gallery."""

from lakatos.drawing import Illustration, canvas
from lakatos.report.build import BuiltReport, build_report, verdict_json
from lakatos.report.error import ReportError
from lakatos.report.figures import figure
from lakatos.report.gallery import BuiltGallery, build_gallery
from lakatos.report.letter import Letter, LetterRefusedError, draft_letter, lint_letter, remove_letter, write_letter
from lakatos.report.notebook import execute
from lakatos.report.tables import Table, table
from lakatos.report.tutorial import build_tutorial

__all__ = [
    "BuiltGallery",
    "BuiltReport",
    "Illustration",
    "Letter",
    "LetterRefusedError",
    "ReportError",
    "Table",
    "build_gallery",
    "build_report",
    "build_tutorial",
    "canvas",
    "draft_letter",
    "execute",
    "figure",
    "lint_letter",
    "remove_letter",
    "table",
    "verdict_json",
    "write_letter",
]
