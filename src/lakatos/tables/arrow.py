"""Parquet columns, by pyarrow (the extra ``data``), as they are stored or as texts."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from lakatos.tables.error import TableError
from lakatos.tables.text import KEPT, MOST_BYTES, MOST_CELLS, MOST_COLUMNS, TextTable, places

#: Arrow's names of floats, and their bytes.
FLOATS = {"halffloat": 2, "float": 4, "double": 8}
ROWS_AT_ONCE = 4096
#: The longest text of one cell.
MOST_CELL = 10_000
MOST_BITS = 1_328


def parquet_columns(path: Path, wanted: Sequence[str]) -> dict[str, Any]:
    """The wanted columns of a Parquet file as arrays of NumPy.

    Raises:
        TableError: if it is no Parquet table, a column is not there, or pyarrow is not installed.
    """
    file = _opened(path)
    places(file.schema_arrow.names, wanted, str(path))
    return {name: _guarded(path, lambda n=name: file.read([n])[n].to_numpy()) for name in wanted}


def parquet_table(path: Path) -> TextTable:
    """A Parquet file as texts. Floats have lost their digits: they are read as the shortest text that gives them back.

    Raises:
        TableError: if it is no Parquet table, is too large, or pyarrow is not installed.
    """
    file = _opened(path)
    names = tuple(file.schema_arrow.names)
    stored = sum(file.metadata.row_group(i).total_byte_size for i in range(file.metadata.num_row_groups))
    if len(names) > MOST_COLUMNS or len(names) * file.metadata.num_rows > MOST_CELLS or stored > 4 * MOST_BYTES:
        raise TableError(
            f"{path} has {file.metadata.num_rows:,} rows of {len(names):,} columns in {stored:,} bytes; at most "
            f"{MOST_CELLS:,} cells in {4 * MOST_BYTES:,} bytes are read"
        )
    columns: list[list[str]] = [[] for _ in names]
    for batch in _batches(path, file):
        for column, values in zip(columns, batch.columns, strict=True):
            column += texts(values)
    # A decimal keeps its digits; a whole number has no others.
    kinds = {name: str(kind) for name, kind in zip(names, file.schema_arrow.types, strict=True)}
    floats = {name: KEPT[FLOATS[kind]] for name, kind in kinds.items() if kind in FLOATS}
    return TextTable(names, tuple(columns), range(1, len(columns[0]) + 1 if columns else 1), floats=floats)


def texts(column: Any) -> list[str]:
    """A column of Arrow as texts; "" where nothing is."""
    if FLOATS.get(str(column.type), 8) < 8:
        # NumPy knows the shortest text of a short float; as a double it would show digits that mean nothing.
        return ["" if x is None or x != x else str(x) for x in _shorts(column)]
    return [text_of(value) for value in column.to_pylist()]


def text_of(value: Any) -> str:
    """One value as the text that keeps what digits it has.

    >>> from decimal import Decimal
    >>> text_of(Decimal("71.20")), text_of(0.1), text_of(None), text_of(True)
    ('71.20', '0.1', '', 'true')
    """
    if isinstance(value, str):
        return value[:MOST_CELL]
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise TableError("a whole number of more than 400 digits is not read")
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) < MOST_CELL:
        return f"{value:f}"[:MOST_CELL]
    # A double's shortest text; NumPy's scalars say their own.
    return str(value)[:MOST_CELL]


def _shorts(column: Any) -> Iterator[Any]:
    valid = column.is_valid().to_pylist()
    return (x if there else None for x, there in zip(column.to_numpy(zero_copy_only=False), valid, strict=True))


def _batches(path: Path, file: Any) -> Iterator[Any]:
    batches, held = file.iter_batches(batch_size=ROWS_AT_ONCE), 0
    while (batch := _guarded(path, lambda: next(batches, None))) is not None:
        held += batch.get_total_buffer_size()
        if held > 4 * MOST_BYTES:
            raise TableError(f"{path} unpacks to more than {4 * MOST_BYTES:,} bytes, which are not read")
        yield batch


def _opened(path: Path) -> Any:
    if not path.is_file():
        raise TableError(f"{path} cannot be read: no such file")
    try:
        parquet = importlib.import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise TableError(f"{path}: reading Parquet needs pyarrow: pip install pyarrow; or use CSV") from None
    return _guarded(path, lambda: parquet.ParquetFile(path))


def _guarded(path: Path, call: Any) -> Any:
    try:
        return call()
    except TableError:
        raise
    except Exception as error:  # the library has errors of its own for a broken file
        raise TableError(f"{path} is no Parquet table: {str(error)[:200]}") from None
