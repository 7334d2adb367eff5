"""Columns from CSV and Parquet files, and from anything that looks like a table. Everything is hostile until parsed."""

from __future__ import annotations

import csv
import importlib
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

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
    if isinstance(data, str | Path):
        path = Path(data)
        try:
            return Table(_parquet(path, wanted)) if path.suffix.lower() in (".parquet", ".pq") else _csv(path, wanted)
        except OSError as error:
            raise GrowthDataError(f"{path} cannot be read: {error.strerror or error}") from None
    names = data.keys() if isinstance(data, Mapping) else getattr(data, "columns", None)
    if names is None:
        raise GrowthDataError(f"need an array, a table or a file, got {type(data).__name__}")
    _present(list(names), wanted, "the table")
    return Table({name: data[name] for name in wanted})


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


def _present(names: Iterable[Any], wanted: Sequence[str], where: str) -> None:
    names = [str(n) for n in names]
    for name in wanted:
        if names.count(name) != 1:
            problem = "has no column" if name not in names else "has more than one column"
            raise GrowthDataError(f"{where} {problem} {name!r}; its columns are {', '.join(names)[:300]}")


def _csv(path: Path, wanted: Sequence[str]) -> Table:
    """Read a text table, once: it may be a pipe."""
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    try:
        text = path.read_bytes().decode("utf-8-sig")
        # Without quotes a line is a row, and a field is what lies between two delimiters.
        return (_quoted if '"' in text else _plain)(text, wanted, path, delimiter)
    except (UnicodeDecodeError, csv.Error) as error:
        raise GrowthDataError(f"{path} is no text table: {error}") from None


def _plain(text: str, wanted: Sequence[str], path: Path, delimiter: str) -> Table:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    first, _, body = text.partition("\n")
    header, places = _header(first.split(delimiter) if first else [], wanted, path)
    body = body.rstrip("\n")
    rows: Sequence[int] | None = None
    if body.startswith("\n") or "\n\n" in body:
        lines = body.split("\n")
        rows = [row for row, line in enumerate(lines, 2) if line]
        body = "\n".join(line for line in lines if line)
    # The ends of lines become fields too: every row has as many fields as the header if they are where they should be.
    width, flat = len(header), body.replace("\n", f"{delimiter}\n{delimiter}").split(delimiter) if body else []
    rows = range(2, 2 + (len(flat) + 1) // (width + 1)) if rows is None else rows
    if flat and (len(flat) % (width + 1) != width or set(flat[width :: width + 1]) - {"\n"}):
        for at, line in enumerate(body.split("\n")):
            if line.count(delimiter) != width - 1:
                _refuse_fields(path, rows[at] if at < len(rows) else at + 2, line.split(delimiter), width)
    found = (_parsed(flat[place :: width + 1], "_" in text) for place in places)
    return Table(dict(zip(wanted, found, strict=True)), rows)


def _quoted(text: str, wanted: Sequence[str], path: Path, delimiter: str) -> Table:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header, places = _header(next(reader, []), wanted, path)
    cells: list[list[str]] = [[] for _ in places]
    rows = []
    for row in reader:
        if not row:
            continue
        if len(row) != len(header):
            _refuse_fields(path, reader.line_num, row, len(header))
        rows.append(reader.line_num)
        for cell, place in zip(cells, places, strict=True):
            cell.append(row[place])
    return Table(dict(zip(wanted, (_parsed(cell, "_" in text) for cell in cells), strict=True)), rows)


def _header(names: list[str], wanted: Sequence[str], path: Path) -> tuple[list[str], list[int]]:
    names = [name.strip() for name in names]
    if not any(names):
        raise GrowthDataError(f"{path} is empty: its first line must name the columns")
    if len(names) == 1 and ";" in names[0]:
        raise GrowthDataError(f"{path}: its columns are {names[0][:80]!r}: separate fields by commas, not semicolons")
    _present(names, wanted, str(path))
    return names, [names.index(name) for name in wanted]


def _refuse_fields(path: Path, line: int, fields: list[str], width: int) -> NoReturn:
    more = "; write decimals with a point and thousands without a mark, or quote the field" * (len(fields) > width)
    raise GrowthDataError(
        f"{path}, line {line}: {len(fields)} fields, the header has {width}: {','.join(fields)[:60]!r}{more}"
    )


def _parsed(cells: list[str], separators: bool) -> Any:
    """Floats if every cell is one, else the texts. Python's digit separator is not a table's."""
    try:
        if separators and any("_" in cell for cell in cells):
            raise ValueError
        found = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
    except ValueError:
        return list(map(str.strip, cells))
    return found


def _parquet(path: Path, wanted: Sequence[str]) -> Columns:
    if not path.is_file():
        raise GrowthDataError(f"{path} cannot be read: no such file")
    for reader in (_with_pyarrow, _with_duckdb, _with_pandas):
        try:
            return reader(path, wanted)
        except ModuleNotFoundError:
            continue
        except GrowthDataError:
            raise
        except Exception as error:  # each library has errors of its own for a broken file
            raise GrowthDataError(f"{path} is no Parquet table: {str(error)[:200]}") from None
    raise GrowthDataError(f"{path}: reading Parquet needs pyarrow, duckdb or pandas: pip install pyarrow; or use CSV")


def _with_pyarrow(path: Path, wanted: Sequence[str]) -> Columns:
    parquet = importlib.import_module("pyarrow.parquet")
    table = parquet.read_table(path)
    _present(table.column_names, wanted, str(path))
    return {name: np.asarray(table[name].to_numpy()) for name in wanted}


def _with_duckdb(path: Path, wanted: Sequence[str]) -> Columns:
    duckdb = importlib.import_module("duckdb")
    table = duckdb.read_parquet(str(path))
    _present(table.columns, wanted, str(path))
    found = table.fetchnumpy()
    return {name: np.ma.filled(found[name].astype(object), None) for name in wanted}


def _with_pandas(path: Path, wanted: Sequence[str]) -> Columns:
    frame = importlib.import_module("pandas").read_parquet(path)
    _present(frame.columns, wanted, str(path))
    return {name: frame[name].to_numpy() for name in wanted}
