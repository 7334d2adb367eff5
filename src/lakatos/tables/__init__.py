"""Tables as texts, from CSV, TSV, JSON, Markdown and Parquet: no digit is lost. Everything is hostile until parsed."""

from lakatos.tables.arrow import parquet_columns
from lakatos.tables.delimited import delimited
from lakatos.tables.error import TableError
from lakatos.tables.frames import frame_table
from lakatos.tables.read import read_tables, read_text
from lakatos.tables.text import KEPT, SHOWN, TextTable, places, printable

__all__ = [
    "KEPT",
    "SHOWN",
    "TableError",
    "TextTable",
    "delimited",
    "frame_table",
    "parquet_columns",
    "places",
    "printable",
    "read_tables",
    "read_text",
]
