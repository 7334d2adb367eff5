"""CSV and TSV: fields between delimiters, quoted or not, as many in every row as the header has."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import NoReturn

from lakatos.tables.error import TableError
from lakatos.tables.text import TextTable, places


def delimited(text: str, where: str, *, delimiter: str = ",", wanted: Sequence[str] | None = None) -> TextTable:
    """The columns of a delimited text: all, or those ``wanted``, in that order. Rows are counted by line.

    Raises:
        TableError: naming the line whose fields are not as many as the header's, or the column that is not there.

    >>> delimited("model,acc\\na,71.20\\n", "x.csv").columns
    (['a'], ['71.20'])
    """
    try:
        # Without quotes a line is a row, and a field is what lies between two delimiters.
        return (_quoted if '"' in text else _plain)(text, wanted, where, delimiter)
    except csv.Error as error:
        raise TableError(f"{where} is no text table: {error}") from None


def _plain(text: str, wanted: Sequence[str] | None, where: str, delimiter: str) -> TextTable:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    first, _, body = text.partition("\n")
    header, at = _header(first.split(delimiter) if first else [], wanted, where)
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
        for place, line in enumerate(body.split("\n")):
            if line.count(delimiter) != width - 1:
                _refuse_fields(where, rows[place] if place < len(rows) else place + 2, line.split(delimiter), width)
    return _table(header, [flat[i :: width + 1] for i in at], at, rows)


def _quoted(text: str, wanted: Sequence[str] | None, where: str, delimiter: str) -> TextTable:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header, at = _header(next(reader, []), wanted, where)
    cells: list[list[str]] = [[] for _ in at]
    rows = []
    for row in reader:
        if not row:
            continue
        if len(row) != len(header):
            _refuse_fields(where, reader.line_num, row, len(header))
        rows.append(reader.line_num)
        for cell, place in zip(cells, at, strict=True):
            cell.append(row[place])
    return _table(header, cells, at, rows)


def _table(header: list[str], cells: list[list[str]], at: list[int], rows: Sequence[int]) -> TextTable:
    return TextTable(tuple(header[i] for i in at), tuple(cells), rows, "line")


def _header(names: list[str], wanted: Sequence[str] | None, where: str) -> tuple[list[str], list[int]]:
    names = [name.strip() for name in names]
    if not any(names):
        raise TableError(f"{where} is empty: its first line must name the columns")
    if len(names) == 1 and ";" in names[0]:
        raise TableError(f"{where}: its columns are {names[0][:80]!r}: separate fields by commas, not semicolons")
    return names, list(range(len(names))) if wanted is None else places(names, wanted, where)


def _refuse_fields(where: str, line: int, fields: list[str], width: int) -> NoReturn:
    more = "; write decimals with a point and thousands without a mark, or quote the field" * (len(fields) > width)
    raise TableError(
        f"{where}, line {line}: {len(fields)} fields, the header has {width}: {','.join(fields)[:60]!r}{more}"
    )
