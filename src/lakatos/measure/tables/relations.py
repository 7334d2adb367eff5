"""Columns made from other columns: ratios, changes, differences, sums, averages; and ratios of nobody knows what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from lakatos.measure.forensics.check import Check
from lakatos.measure.forensics.derived import check_average, check_change, check_difference, check_ratio, check_sum
from lakatos.measure.quantities.reported import Mode, Reported
from lakatos.measure.tables.sheet import Array, Field, Mask, Sheet
from lakatos.measure.tables.tally import Tally

Parts = Sequence[Reported]
EXACT: dict[str, Callable[[Reported, Parts, Mode | None], Check]] = {
    "ratio": lambda said, of, mode: check_ratio(said, of[0], of[1], mode=mode),
    "change": lambda said, of, mode: check_change(said, of[0], of[1], mode=mode),
    "difference": lambda said, of, mode: check_difference(said, of[0], of[1], mode=mode),
    "sum": lambda said, of, mode: check_sum(said, of, mode=mode),
    "average": lambda said, of, mode: check_average(said, of, mode=mode),
}
#: What is made of two columns in their order, and the sign between them.
SIGNS = {"ratio": "/", "difference": "-"}
#: Between how many columns a ratio is looked for; in which share of its rows a ratio of others shows itself.
MOST_COLUMNS, MOSTLY, FEWEST_ROWS = 30, 0.5, 3
_RATIO = re.compile(r"(.*[\W_])?(speed[ _-]?up|ratio|improvement|x faster)([\W_].*)?", re.IGNORECASE)


def check_relation(sheet: Sheet, column: Field, tally: Tally) -> None:
    """Whether each number of a column is what those beside it make, as declared; or of which columns it is a ratio."""
    declared = column.column
    if declared.kind in EXACT and declared.of:
        _made(sheet, column, [sheet.by_name[name] for name in declared.of], tally)
    elif declared.kind == "ratio" or (declared.kind is None and is_ratio(column)):
        _sought(sheet, column, tally)


def _made(sheet: Sheet, column: Field, parts: Sequence[Field], tally: Tally) -> None:
    kind = str(column.column.kind)
    rows = [i for i, _ in column.present if all(part.cells[i] is not None for part in parts)]
    clear = _clear(column, parts, kind)
    judged: list[tuple[int, Check]] = []
    refused: dict[str, list[tuple[int, str]]] = {"unit": [], "power": []}
    for i in rows:
        if clear[i]:
            continue
        try:
            check = EXACT[kind](column.at(i).value, [part.at(i).value for part in parts], column.rounding)
        except ValueError as error:
            units = {part.at(i).unit.strip() for part in parts}
            refused["unit" if len(units) > 1 else "power"].append((i, str(error)))
        else:
            judged.append((i, check))
    for fact, found in refused.items():
        if found:
            tally.ask(sheet, column, fact, found[0][1], [i for i, _ in found])
    if kind in SIGNS and _reversed(column, parts, rows, [check for _, check in judged]):
        made = f"{parts[1].name} {SIGNS[kind]} {parts[0].name}"
        asks = f"is it {made}, the other way round? That fits in every row"
        tally.ask(sheet, column, "of", asks, rows)
        return
    tally.judge(sheet, column, judged)
    tally.fine(sheet, column, kind, int(clear[rows].sum()) if rows else 0)


def _reversed(column: Field, parts: Sequence[Field], rows: list[int], judged: Sequence[Check]) -> bool:
    """Whether no row is as declared, and every one is so with the two parts swapped: then the declaration is wrong."""
    if not rows or len(judged) < len(rows) or any(check.answer != "inconsistent" for check in judged):
        return False
    if column.column.kind == "ratio":
        return bool(_fits(column, *_quotient(parts[1], parts[0]), rows).all())
    (a, b), (c, d), (low, high) = _ends(parts[1]), _ends(parts[0]), _ends(column)
    with np.errstate(invalid="ignore"):
        return bool(((low <= b - c) & (a - d <= high))[rows].all())


def _clear(column: Field, parts: Sequence[Field], kind: str) -> Mask:
    """The rows where floats leave no doubt: the numbers as printed agree, and far from every wrong one would."""
    none = np.zeros(len(column.cells), dtype=bool)
    units = {cell.unit.strip() for part in parts for _, cell in part.present}
    own = {cell.unit.strip() for _, cell in column.present}
    if column.rounding in ("down", "up") or len(units) > 1 or len(own) > 1:
        return none
    unit = own.pop() if own else ""
    true, width, most = _nearly(kind, [part.numbers for part in parts], [part.steps for part in parts])
    if kind in ("ratio", "change"):
        if unit not in ("", "x", "%"):
            return none
        scale = 100.0 if kind == "change" or unit == "%" else 1.0
        true, width, most = scale * true, scale * width, scale * most
    signed = np.array([cell is not None and cell.figure[0] in "+-" for cell in column.cells])
    with np.errstate(invalid="ignore"):
        near = np.abs(column.numbers - true) < 0.499 * column.steps
        # At least half of the printed values that could stand there must be wrong ones.
        told: Mask = near & (width + 4 * column.steps < 0.5 * most)
    return told & ~signed if kind == "change" else told


def _nearly(kind: str, values: Sequence[Array], steps: Sequence[Array]) -> tuple[Array, Array, Array]:
    """What the parts make, how wide rounding leaves that at most, and the range of what could stand there."""
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        if kind in ("ratio", "change"):
            over, under = (0, 1) if kind == "ratio" else (1, 0)
            quotient = values[over] / values[under]
            width = 2 * np.abs(quotient) * (steps[0] / np.abs(values[0]) + steps[1] / np.abs(values[1]))
            true = quotient if kind == "ratio" else np.abs(quotient - 1)
            return true, width, 2 * np.abs(true)
        together = 2 * np.sum(steps, axis=0)
        if kind == "difference":
            return values[0] - values[1], together, np.maximum(np.abs(values[0]), np.abs(values[1]))
        count = len(values) if kind == "average" else 1
        true = np.sum(values, axis=0) / count
        return true, together / count, 2 * np.abs(true)


def is_ratio(column: Field) -> bool:
    """Whether it looks like a column of ratios: by its unit, else by its name."""
    units = {cell.unit.strip() for _, cell in column.present}
    return units == {"x"} or (units <= {""} and bool(_RATIO.fullmatch(column.heading.name[:200])))


def _sought(sheet: Sheet, column: Field, tally: Tally) -> None:
    """Look for the columns that a ratio is of. What nobody declared is asked, not accused."""
    rows = [i for i, _ in column.present]
    others = [f for f in sheet.numeric if f is not column and f.column.kind not in ("ratio", "change", "error")]
    if len(rows) < FEWEST_ROWS or len(others) > MOST_COLUMNS or not others:
        tally.ask(sheet, column, "of", "a ratio of what to what? (of = [..., ...])", rows)
        return
    best, names, tried, misses = 0, "", 0, np.zeros(len(rows), dtype=bool)
    for name, low, high in _quotients(column, others, rows):
        tried += 1
        fits = _fits(column, low, high, rows)
        if int(fits.sum()) > best:
            best, names, misses = int(fits.sum()), name, ~fits
    missing = [row for row, miss in zip(rows, misses.tolist(), strict=True) if miss]
    if best == len(rows):
        tally.ask(sheet, column, "of", f"is it {names}? That fits in every row: declare it (of = [..., ...])", rows)
    elif best >= MOSTLY * len(rows):
        asks = f"is it {names}? That fits in {best:,} of {len(rows):,} rows and not here"
        tally.ask(sheet, column, "of", asks, missing)
    elif column.column.kind == "ratio":
        says = f"the ratio of no two columns, nor of one to a row of it: of {tried:,} tried the best fits {best:,} of "
        tally.slip(sheet, column, None, Check("ratio", "inconsistent", f"{says}{len(rows):,} rows"))
    else:
        tally.ask(sheet, column, "of", f"a ratio of what to what? None of {tried:,} pairs here gives it", rows)


def _quotients(column: Field, others: Sequence[Field], rows: list[int]) -> Iterator[tuple[str, Array, Array]]:
    """Every ratio that a column may be: of two columns, or of a column to one of its own rows."""
    for over in others:
        for under in others:
            if over is not under and over.shown_unit == under.shown_unit:
                yield f"{over.name} / {under.name}", *_quotient(over, under)
    ones = [i for i in rows if column.numbers[i] == 1]
    for field in others:
        low, high = _ends(field)
        for row in dict.fromkeys((rows[0], *ones[:2])):
            if low[row] > 0:
                with np.errstate(divide="ignore", invalid="ignore"):
                    yield f"{field.name} of {column.name} = 1 / {field.name}", low[row] / high, high[row] / low
                    yield f"{field.name} / {field.name} of the reference", low / high[row], high / low[row]


def _quotient(over: Field, under: Field) -> tuple[Array, Array]:
    (a, b), (c, d) = _ends(over), _ends(under)
    with np.errstate(divide="ignore", invalid="ignore"):
        # Of positive numbers; others are not offered as ratios.
        sure = (a > 0) & (c > 0)
        return np.where(sure, a / d, np.nan), np.where(sure, b / c, np.nan)


def _ends(field: Field) -> tuple[Array, Array]:
    """What rounding to the nearest or cutting off leaves open, a little wider for the floats."""
    return field.numbers - 0.5000001 * field.steps, field.numbers + 1.0000001 * field.steps


def _fits(column: Field, low: Array, high: Array, rows: list[int]) -> Mask:
    bottom, top = _ends(column)
    scale = 100.0 if column.percent and column.unit == "%" else 1.0
    with np.errstate(invalid="ignore"):
        fits: Mask = (bottom <= scale * high) & (scale * low <= top)
    return fits[rows]
