"""Tables in memory: mappings of columns, data frames of pandas or polars, tables of Arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lakatos.tables.arrow import text_of
from lakatos.tables.error import TableError
from lakatos.tables.text import KEPT, MOST_CELLS, MOST_COLUMNS, TextTable


def frame_table(data: Any, title: str = "") -> TextTable:
    """A mapping of columns or a data frame as texts; text stays as it is, floats have lost their digits.

    Raises:
        TableError: if it is neither, is too large, or its columns have different lengths.

    >>> frame_table({"acc": ["71.20", 71.2]}).columns
    (['71.20', '71.2'],)
    """
    names = list(data.keys()) if isinstance(data, Mapping) else getattr(data, "columns", None)
    names = getattr(data, "column_names", names)
    if names is None:
        raise TableError(f"need a file or a table, got {type(data).__name__}")
    found = [str(n) for n in names]
    if len(set(found)) < len(found) or not found or len(found) > MOST_COLUMNS:
        raise TableError(f"need between one and {MOST_COLUMNS:,} columns with different names, got {found[:20]}")
    columns: list[list[str]] = []
    floats: dict[str, int] = {}
    for name, shown in zip(names, found, strict=True):
        values = _values(data[name], shown)
        if len(columns) * len(values) > MOST_CELLS:
            raise TableError(f"more than {MOST_CELLS:,} cells are not read")
        if sizes := {_float_bytes(v) for v in values} - {0}:
            floats[shown] = KEPT[min(sizes)]
        columns.append([text_of(v) for v in values])
    lengths = {len(c) for c in columns}
    if len(lengths) > 1:
        shown = ", ".join(f"{n} {len(c)}" for n, c in zip(found, columns, strict=True))
        raise TableError(f"the columns have different lengths: {shown[:300]}")
    return TextTable(tuple(found), tuple(columns), range(1, lengths.pop() + 1), title=title, floats=floats)


def _values(column: Any, name: str) -> list[Any]:
    if isinstance(column, str | bytes) or not hasattr(column, "__iter__"):
        raise TableError(f"column {name!r} must be a list of cells, got {type(column).__name__}")
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def _float_bytes(value: Any) -> int:
    """How many bytes a float has; 0 if it is none. NumPy's short floats are no Python floats."""
    kind = getattr(value, "dtype", None)
    if getattr(kind, "kind", "") == "f":
        return min(int(kind.itemsize), 8)  # type: ignore[union-attr]
    return 8 if isinstance(value, float) else 0
