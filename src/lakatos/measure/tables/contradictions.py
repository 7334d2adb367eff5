"""A table that contradicts itself: one row twice with different numbers, columns that are copies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from lakatos.measure.forensics.check import Check
from lakatos.measure.forensics.seeds import duplicated_columns
from lakatos.measure.forensics.span import Span
from lakatos.measure.tables.sheet import Field, Sheet
from lakatos.measure.tables.tally import Tally

#: Over at least how many rows copies are looked for.
FEWEST_ROWS = 4


def check_rows(sheet: Sheet, tally: Tally) -> None:
    """The same row twice: a contradiction where its numbers differ and the key is declared, else a question."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for row in range(len(sheet.table.rows)):
        key = tuple(" ".join(field.texts[row].split()) for field in sheet.telling)
        if any(key):
            places[key].append(row)
    twice = [rows for rows in places.values() if len(rows) > 1]
    for column in sheet.numeric if twice else ():
        if column in sheet.telling:
            continue
        differing = [pair for rows in twice for pair in _differing(column, rows)]
        if sheet.declared.key:
            judged = [(later, _twice(sheet, column, first, later)) for first, later in differing]
            tally.judge(sheet, column, judged)
        elif differing:
            names = ", ".join(field.name for field in sheet.telling)
            asks = f"one {names}, several values: repeated runs, or which is right? (key = [...])"
            tally.ask(sheet, column, "key", asks, [later for _, later in differing])


def _differing(column: Field, rows: Sequence[int]) -> list[tuple[int, int]]:
    """The first row with a number, and each later one whose number cannot be the same before rounding."""
    there = [row for row in rows if column.cells[row] is not None]
    return [(there[0], row) for row in there[1:] if _differ(column, there[0], row)]


def _differ(column: Field, first: int, later: int) -> bool:
    one, other = column.at(first), column.at(later)
    if one.unit != other.unit or one.figure == other.figure:
        return False
    apart = abs(column.numbers[first] - column.numbers[later])
    # Only what is near needs an exact look.
    if apart > 3 * (column.steps[first] + column.steps[later]):
        return True
    return Span.of(one.value, column.rounding).gap(Span.of(other.value, column.rounding)) > 0


def _twice(sheet: Sheet, column: Field, first: int, later: int) -> Check:
    says = (
        f"{column.at(later).value.text} here, and {column.at(first).value.text} in {sheet.at(first)} for the same row"
    )
    one, other = column.at(first).value, column.at(later).value
    return Check("same row twice", "inconsistent", says, move=abs(one.value - other.value))


def check_copies(sheet: Sheet, tally: Tally) -> None:
    """Columns that are copies, or copies with a constant added: a contradiction where they are declared independent."""
    independent = [sheet.by_name[name] for name in sheet.declared.independent]
    _copies(sheet, independent, tally, declared=True)
    others = [f for f in sheet.numeric if f not in independent and f not in sheet.labels and not f.whole]
    _copies(sheet, [f for f in others if not f.column.of], tally, declared=False)


def _copies(sheet: Sheet, columns: Sequence[Field], tally: Tally, *, declared: bool) -> None:
    for alike in _alike(columns):
        rows = [i for i, _ in alike[0].present]
        for check in duplicated_columns({field.name: [field.at(i).figure for i in rows] for field in alike}):
            column = next(field for field in alike if check.says.startswith(f"{field.name} "))
            if check.answer == "inconsistent" and declared:
                tally.slip(sheet, column, None, check)
            elif check.answer == "inconsistent":
                tally.ask(sheet, column, "copy", f"is one a copy? {check.says}", rows)


def _alike(columns: Sequence[Field]) -> list[list[Field]]:
    """Columns with numbers in the same rows that differ by a constant, nearly: what is worth an exact look."""
    groups: dict[bytes, list[Field]] = defaultdict(list)
    for field in columns:
        if len(field.present) >= FEWEST_ROWS:
            from_first = field.numbers - field.at(field.present[0][0]).number
            groups[np.round(from_first, 9).tobytes()].append(field)
    return [alike for alike in groups.values() if len(alike) > 1]
