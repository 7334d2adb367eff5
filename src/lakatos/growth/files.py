"""Columns from CSV and Parquet files, and from anything that looks like a table. Everything is hostile until parsed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos import tables
from lakatos.growth.error import GrowthDataError

Array = npt.NDArray[np.float64]
Columns = dict[str, Any]


@dataclass(frozen=True)
class Table:
    """Columns by name, and where each row is: its line in a file, or its number counted from 1."""

    columns: Columns
    rows: Sequence[int] | None = None

    def numbers(self, name: str) -> Array:
        """A column as finite floats; see ``numbers``."""
        return numbers(self.columns[name], name, rows=self.rows)

    def codes(self, name: str) -> tuple[Any, npt.NDArray[np.intp]]:
        """The different entries of a column in their order, and which of them each row has."""
        column = self.columns[name]
        _refuse_masked(column, name, self.rows)
        if self.rows is not None and isinstance(column, list):
            texts = column
        else:
            found = np.asarray(column)
            if found.dtype.kind in "iuf":
                return np.unique(found, return_inverse=True)
            texts = [*map(str, found.tolist())]
        # Texts are slow to sort, and there are few different ones.
        names = sorted(set(texts), key=_natural)
        place = {name: i for i, name in enumerate(names)}
        return names, np.fromiter(map(place.__getitem__, texts), dtype=np.intp, count=len(texts))


def _natural(text: str) -> tuple[str, int, str]:
    """Order by the number at the end: run 9 before run 10."""
    stem = text.rstrip("0123456789")
    digits = text[len(stem) :]
    return stem, int(digits[-18:] or 0), text


def columns(data: Any, wanted: Sequence[str]) -> Table:
    """The wanted columns of a file, a mapping or a data frame.

    Raises:
        GrowthDataError: if the file cannot be read, or a column is not there.
    """
    try:
        if isinstance(data, str | Path):
            path = Path(data)
            parquet = path.suffix.lower() in (".parquet", ".pq")
            return Table(tables.parquet_columns(path, wanted)) if parquet else _csv(path, wanted)
        names = data.keys() if isinstance(data, Mapping) else getattr(data, "columns", None)
        if names is None:
            raise GrowthDataError(f"need an array, a table or a file, got {type(data).__name__}")
        tables.places(names, wanted, "the table")
        return Table({name: data[name] for name in wanted})
    except tables.TableError as error:
        raise GrowthDataError(str(error)) from None


def numbers(column: Any, name: str, *, rows: Sequence[int] | None = None) -> Array:
    """A column as finite floats; errors name the row by ``rows``, or count it from 1.

    Raises:
        GrowthDataError: naming the row and the value that is no finite number.
    """
    _refuse_masked(column, name, rows)
    values = np.asarray(column)
    if values.ndim != 1:
        raise GrowthDataError(f"column {name!r} must be one list of numbers, got shape {values.shape}")
    if values.dtype.kind in "iuf":
        parsed = values.astype(np.float64)
    else:
        parsed = np.array([_number(x) for x in values.tolist()])
    bad = ~np.isfinite(parsed)
    if bad.any():
        row = int(bad.argmax())
        mend = "; write decimals with a point and thousands without a mark" if "," in str(values[row]) else ""
        raise GrowthDataError(
            f"row {rows[row] if rows is not None else row + 1}: {name} is {values[row]!s:.40}, which is no finite "
            f"number; {int(bad.sum())} of {len(parsed)} rows are like that{mend}"
        )
    return parsed


def _refuse_masked(column: Any, name: str, rows: Sequence[int] | None) -> None:
    """What is masked is missing, and what is missing is no number."""
    masked = np.ma.getmaskarray(column) if isinstance(column, np.ma.MaskedArray) else np.zeros(1, dtype=bool)
    if masked.any():
        row = int(masked.argmax())
        raise GrowthDataError(
            f"row {rows[row] if rows is not None else row + 1}: {name} is missing (masked); {int(masked.sum())} of "
            f"{masked.size} rows are like that: leave them out"
        )


def _number(value: Any) -> float:
    if isinstance(value, bool | np.bool_ | complex) or (isinstance(value, str) and "_" in value):
        return math.nan
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _csv(path: Path, wanted: Sequence[str]) -> Table:
    text = tables.read_text(path)
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    found = tables.delimited(text, str(path), delimiter=delimiter, wanted=wanted)
    return Table({n: _parsed(c, "_" in text) for n, c in zip(wanted, found.columns, strict=True)}, found.rows)


def _parsed(cells: Sequence[str], separators: bool) -> Any:
    """Floats if every cell is one, else the texts. Python's digit separator is not a table's."""
    try:
        if separators and any("_" in cell for cell in cells):
            raise ValueError
        found = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
    except ValueError:
        return list(map(str.strip, cells))
    return found
