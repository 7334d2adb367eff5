"""Read tables from files by the ending of their names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lakatos.tables.arrow import parquet_table
from lakatos.tables.delimited import delimited
from lakatos.tables.error import TableError
from lakatos.tables.markdown import markdown_tables
from lakatos.tables.nested import json_lines, json_tables
from lakatos.tables.text import MOST_BYTES, MOST_CELLS, MOST_COLUMNS, MOST_TABLES, TextTable

Tables = tuple[TextTable, ...]
TEXTS: dict[str, Callable[[str, str], Tables]] = {
    ".csv": lambda text, where: (delimited(text, where),),
    ".tsv": lambda text, where: (delimited(text, where, delimiter="\t"),),
    ".json": json_tables,
    ".jsonl": json_lines,
    ".ndjson": json_lines,
    ".md": markdown_tables,
    ".markdown": markdown_tables,
}
PARQUET = (".parquet", ".pq")


def read_tables(path: str | Path) -> Tables:
    """Every table of a CSV, TSV, JSON, JSON lines, Markdown or Parquet file, with the text of its cells.

    Raises:
        TableError: if the file cannot be read, is no such table, or is larger than what is read.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in (*TEXTS, *PARQUET):
        raise TableError(f"{path}: its name must end in {', '.join((*TEXTS, *PARQUET))} to say what it is")
    _refuse_large(path)
    tables = (parquet_table(path),) if suffix in PARQUET else TEXTS[suffix](read_text(path, MOST_BYTES), str(path))
    cells, widest = sum(table.cells for table in tables), max(len(table.names) for table in tables)
    if cells > MOST_CELLS or widest > MOST_COLUMNS or len(tables) > MOST_TABLES:
        raise TableError(
            f"{path}: {len(tables):,} tables with {cells:,} cells, the widest with {widest:,} columns; at most "
            f"{MOST_TABLES:,}, {MOST_CELLS:,} and {MOST_COLUMNS:,} are read"
        )
    return tables


def read_text(path: Path, most: int | None = None) -> str:
    """A file's text, read once: it may be a pipe.

    Raises:
        TableError: if it cannot be read, is no UTF-8, or has more than ``most`` bytes.
    """
    try:
        with path.open("rb") as file:
            data = file.read() if most is None else file.read(most + 1)
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror or error}") from None
    if most is not None and len(data) > most:
        raise TableError(f"{path} has more than {most:,} bytes, which are not read")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TableError(f"{path} is no text table: it is UTF-16; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TableError(
            f"{path} is no text table: {error.reason} in line {line} (byte {error.start:,}); save it as UTF-8"
        ) from None


def _refuse_large(path: Path) -> None:
    """Before anything is read; a pipe has no size and is stopped as it is read."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror or error}") from None
    if size > MOST_BYTES:
        raise TableError(f"{path} has {size:,} bytes; at most {MOST_BYTES:,} are read")
