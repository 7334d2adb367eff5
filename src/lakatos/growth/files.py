"""Columns from CSV and Parquet files, and from anything that looks like a table. Everything is hostile until parsed."""

from __future__ import annotations

import csv
import importlib
import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.growth.error import GrowthDataError

Array = npt.NDArray[np.float64]
Columns = dict[str, Any]


def columns(data: Any, wanted: Sequence[str]) -> Columns:
    """The wanted columns of a file, a mapping or a data frame.

    Raises:
        GrowthDataError: if the file cannot be read, or a column is not there.
    """
    if isinstance(data, str | Path):
        path = Path(data)
        try:
            return _parquet(path, wanted) if path.suffix.lower() in (".parquet", ".pq") else _csv(path, wanted)
        except OSError as error:
            raise GrowthDataError(f"{path} cannot be read: {error.strerror or error}") from None
    names = data.keys() if isinstance(data, Mapping) else getattr(data, "columns", None)
    if names is None:
        raise GrowthDataError(f"need an array, a table or a file, got {type(data).__name__}")
    _present(list(names), wanted, "the table")
    return {name: data[name] for name in wanted}


def numbers(column: Any, name: str, *, first_row: int = 1) -> Array:
    """A column as finite floats.

    Raises:
        GrowthDataError: naming the row and the value that is no finite number.
    """
    values = np.asarray(column)
    if values.ndim != 1:
        raise GrowthDataError(f"column {name!r} must be one list of numbers, got shape {values.shape}")
    if values.dtype.kind in "iuf":
        parsed = values.astype(np.float64)
    elif values.dtype.kind in "US":
        try:
            parsed = values.astype(np.float64)
        except ValueError:
            parsed = np.array([_number(x) for x in values.tolist()])
    else:
        parsed = np.array([_number(x) for x in values.tolist()])
    bad = ~np.isfinite(parsed)
    if bad.any():
        row = int(bad.argmax())
        raise GrowthDataError(
            f"row {row + first_row}: {name} is {values[row]!s:.40}, which is no finite number; "
            f"{int(bad.sum())} of {len(parsed)} rows are like that"
        )
    return parsed


def _number(value: Any) -> float:
    if isinstance(value, bool | np.bool_ | complex):
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


def _csv(path: Path, wanted: Sequence[str]) -> Columns:
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = next(csv.reader(file, delimiter=delimiter), None)
            if not header:
                raise GrowthDataError(f"{path} is empty: its first line must name the columns")
            header = [name.strip() for name in header]
            _present(header, wanted, str(path))
            places = [header.index(name) for name in wanted]
            plain = _plain(path, places, delimiter)
            if plain is not None:
                return dict(zip(wanted, plain.T, strict=True))
            cells: list[list[str]] = [[] for _ in places]
            for line, row in enumerate(csv.reader(file, delimiter=delimiter), 2):
                if not row:
                    continue
                if len(row) != len(header):
                    raise GrowthDataError(f"{path}, line {line}: {len(row)} fields, the header has {len(header)}")
                for cell, place in zip(cells, places, strict=True):
                    cell.append(row[place].strip())
    except (UnicodeDecodeError, csv.Error) as error:
        raise GrowthDataError(f"{path} is no text table: {error}") from None
    return dict(zip(wanted, map(np.array, cells), strict=True))


def _plain(path: Path, places: list[int], delimiter: str) -> Array | None:
    """The wanted columns of a file of numbers only, fast; None if anything in them is not a plain number."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a file without rows is refused below, where all empty tables are
            return np.loadtxt(
                path, delimiter=delimiter, skiprows=1, usecols=places, ndmin=2, comments=None, encoding="utf-8-sig"
            )
    except ValueError:
        return None


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
