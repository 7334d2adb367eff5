"""Audit a file of tables: every check that its columns, as declared, can be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lakatos.measure.tables.columns import check_column
from lakatos.measure.tables.contradictions import check_copies, check_rows
from lakatos.measure.tables.counted import check_counted
from lakatos.measure.tables.relations import check_relation
from lakatos.measure.tables.result import Audit
from lakatos.measure.tables.sheet import Sheet, sheet, unique
from lakatos.measure.tables.sidecar import Sidecar, beside, fits, read_sidecar, sidecar_from
from lakatos.measure.tables.spreads import check_spreads
from lakatos.measure.tables.tally import Tally
from lakatos.tables import TextTable, frame_table, printable, read_tables


def audit(source: Any, *, sidecar: str | Path | Mapping[str, Any] | None = None) -> Audit:
    """Audit the numbers of a file or a table against what is declared of them and against each other.

    Args:
        source: a CSV, TSV, JSON, JSON lines, Markdown or Parquet file; or a mapping of columns or a data frame, whose
            floats have lost their digits: give texts where they matter.
        sidecar: what the columns are, as a TOML file or as plain data; by default the file ``source``.toml if there is
            one. Without it what headers, cells and an evaluation harness's names say is used, and the rest is asked.

    Returns:
        What is inconsistent (with how far it would have to move), what cannot be answered (with what is missing), and
        what passed. It shows itself as a table.

    Raises:
        TableError: if the file or the sidecar cannot be read, or they do not fit each other.

    >>> from lakatos import measure
    >>> print(measure.audit({"acc": ["73.37%", "73.50%"]}, sidecar={"columns": {"acc": {"kind": "share", "n": 200}}}))
    the table: 2 numbers: 1 inconsistency, 0 questions, 1 check passed
    <BLANKLINE>
    inconsistent
      row 1  acc  73.37%  73.37% is no count out of 200: 147 of 200 would be 73.50%  to move 0.13
    <BLANKLINE>
    fine
      acc  1 cell  share of a count
    """
    where, tables = tables_of(source)
    declared = _sidecar(source, sidecar)
    fits(declared, [(table.title, table.names) for table in tables])
    tally = Tally()
    notes: list[str] = []
    numbers = 0
    for number, table in enumerate(tables, 1):
        name = "" if len(tables) == 1 else printable(table.title) or f"table {number}"
        audited = sheet(table, name, declared.of(number, table.title, table.names))
        numbers += sum(len(field.present) for field in audited.numeric)
        _check(audited, tally)
        notes += _notes(audited, {q.column for q in tally.questions if q.table == name})
    return Audit(
        source=where,
        sidecar=printable(declared.where, 200),
        tables=len(tables),
        cells=sum(table.cells for table in tables),
        numbers=numbers,
        slips=tuple(tally.slips),
        untold=tally.untold,
        questions=tuple(tally.questions),
        fine=tally.counts(),
        notes=tuple(notes),
    )


def tables_of(source: Any) -> tuple[str, Sequence[TextTable]]:
    """What a source is called, and its tables with names that can be told apart.

    Raises:
        TableError: if it cannot be read.
    """
    if isinstance(source, str | Path):
        where, tables = printable(Path(source).name), read_tables(source)
    else:
        where, tables = "the table", (frame_table(source),)
    return where, [_told_apart(table) for table in tables]


def _told_apart(table: TextTable) -> TextTable:
    names = unique(table.names)
    twice = [repr(new) for new, old in zip(names, table.names, strict=True) if old and new != old]
    notes = (f"headers that come twice are told apart: {', '.join(twice)}",) if twice else ()
    return replace(table, names=names, notes=(*table.notes, *notes))


def _sidecar(source: Any, given: str | Path | Mapping[str, Any] | None) -> Sidecar:
    if isinstance(given, Mapping):
        return sidecar_from(given)
    if given is not None:
        return read_sidecar(Path(given))
    if isinstance(source, str | Path) and beside(Path(source)).exists():
        return read_sidecar(beside(Path(source)))
    return Sidecar()


def _check(sheet: Sheet, tally: Tally) -> None:
    for column in sheet.numeric:
        if column.present or not all(column.missing(i) for i in range(len(column.texts))):
            check_column(sheet, column, tally)
            check_counted(sheet, column, tally)
            check_spreads(sheet, column, tally)
            check_relation(sheet, column, tally)
    check_rows(sheet, tally)
    check_copies(sheet, tally)


def _notes(sheet: Sheet, asked: set[str]) -> list[str]:
    """What a reader must know of how a table was read, and which columns were neither checked nor ``asked`` for."""
    where = f"{sheet.name}: " if sheet.name else ""
    notes = [*sheet.table.notes]
    if sheet.table.floats:
        names = ", ".join(sheet.table.floats)
        notes.append(f"{names}: stored as floats, which have lost the digits as printed; trailing zeros are missing")
    elif rounded := [f.name for f in sheet.numeric if any(cell.rounded for _, cell in f.present)]:
        notes.append(f"{', '.join(rounded)}: printed with all digits of a float, of which the last mean nothing")
    if not sheet.numeric:
        notes.append("no column of numbers" if sheet.table.rows else "no rows")
    idle = [f for f in sheet.numeric if f.column.kind is None and f.name not in sheet.used and f not in sheet.labels]
    quiet = [f.name for f in idle if printable(f.name) not in asked]
    if quiet:
        notes.append(f"not checked, nothing is declared: {', '.join(quiet)}")
    return [printable(where + note, 400) for note in notes]
