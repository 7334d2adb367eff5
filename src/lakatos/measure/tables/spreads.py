"""What stands beside a number: its error after ±, in brackets or in a column of its own, and its count."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np

from lakatos.measure.forensics.check import Check
from lakatos.measure.forensics.errors import check_standard_error, items_from_error
from lakatos.measure.forensics.grim import check_count_share
from lakatos.measure.forensics.widths import check_share_interval
from lakatos.measure.tables.cells import Cell, read_cell
from lakatos.measure.tables.sheet import Field, Sheet
from lakatos.measure.tables.tally import Tally

DDOF = {"binomial": None, "binomial n": 0, "binomial n-1": 1}
#: A row, and the error there.
Error = tuple[int, Cell]


def check_spreads(sheet: Sheet, column: Field, tally: Tally) -> None:
    """The errors of a column, or of what it is the error of."""
    if column.column.kind == "error":
        of = sheet.by_name[column.column.of[0]]
        errors = [(i, cell) for i, cell in column.present if of.cells[i] is not None]
        if column.column.unit == "" and of.percent:
            errors = [(i, error if error.unit else _in_percent(error)) for i, error in errors]
        _errors(sheet, column, of, errors, tally)
        return
    errors = [(i, cell.spread) for i, cell in column.present if cell.spread is not None]
    errors += _brackets(sheet, column, tally)
    if errors:
        _errors(sheet, column, column, errors, tally)


def _brackets(sheet: Sheet, column: Field, tally: Tally) -> list[Error]:
    """The errors in brackets; other things in brackets are judged or asked for here."""
    found = [(i, cell) for i, cell in column.present if cell.bracket]
    meant = column.column.brackets
    if found and meant is None:
        asks = f"({found[0][1].bracket}) behind the number: its error, its last digits, a count? (brackets = ...)"
        tally.ask(sheet, column, "brackets", asks, [i for i, _ in found])
    elif found and meant == "count":
        _counts(sheet, column, found, tally)
    if meant not in ("error", "digits"):
        return []
    read = [(i, read_cell(_spread(cell, digits=meant == "digits"), 0, cell.unit)) for i, cell in found]
    return [(i, error) for i, error in read if error is not None]


def _spread(cell: Cell, *, digits: bool) -> str:
    """What is in brackets as an error: as it is, or counted in units of the number's last digit."""
    text = cell.bracket.lstrip("± ").strip()
    if digits and text.isdecimal() and cell.decimals > 0:
        padded = text.rjust(cell.decimals + 1, "0")
        return f"{padded[: -cell.decimals]}.{padded[-cell.decimals :]}"
    return text


def _counts(sheet: Sheet, column: Field, found: list[tuple[int, Cell]], tally: Tally) -> None:
    """Percentages with their counts: "51% (1,103)"."""
    judged, unknown = [], []
    for i, cell in found:
        n, count = sheet.number(column.column.n, i), read_cell(cell.bracket)
        if not n or count is None or count.unit or not count.figure.replace(",", "").isdecimal():
            unknown.append(i)
            continue
        total, mode = int(count.value.value), column.rounding
        judged.append((i, check_count_share(column.share(i), total, n, percent=column.percent, mode=mode)))
    tally.judge(sheet, column, judged)
    if unknown:
        tally.ask(sheet, column, "N", "the count in brackets is out of how many? (n = ...)", unknown)


def _errors(sheet: Sheet, column: Field, of: Field, errors: Sequence[Error], tally: Tally) -> None:
    declared, rows = column.column, [i for i, _ in errors]
    if declared.formula is None:
        asks = "what is the error: a standard deviation or error, of what, over how many? (formula = ...)"
        tally.ask(sheet, column, "error", asks, rows)
        return
    if declared.formula == "other":
        return
    if declared.seeds not in (None, 1):
        tally.ask(sheet, column, "error", "numbers are averaged over seeds: the formula is that of one run", rows)
        return
    counted = {i: sheet.number(declared.n, i) for i in rows}
    clear = _clear(of, errors, counted, declared.formula)
    judged: list[tuple[int, Check]] = []
    unknown: list[Error] = []
    scaled: list[int] = []
    for i, error in errors:
        n = counted[i]
        if n is None:
            unknown.append((i, error))
        elif i not in clear and (check := _check(of, i, error, n, declared.formula)) is not None:
            if check.answer == "inconsistent" and _fits_in_percent(of, i, error, n, declared.formula):
                scaled.append(i)
            else:
                judged.append((i, check))
    if scaled:
        tally.ask(sheet, column, "unit", 'are the errors fractions of 1 beside percentages? (unit = "")', scaled)
    name = "confidence interval of a share" if declared.formula == "interval 95%" else "binomial standard error"
    tally.judge(sheet, column, judged)
    tally.fine(sheet, column, name, len(clear))
    if unknown:
        asks = f"the error of a share of how many items? (n = ...){_revealed(of, unknown[0], declared.formula)}"
        tally.ask(sheet, column, "N", asks, [i for i, _ in unknown])


def _check(of: Field, i: int, error: Cell, n: int, formula: str) -> Check | None:
    """The error of one share; None where the share itself cannot be, which its own column tells."""
    share, percent, mode = of.share(i), of.percent, of.rounding
    if of.unlike_share(i) or not 0 <= of.numbers[i] <= (100 if percent else 1):
        return None
    if formula == "interval 95%":
        return check_share_interval(share, error.value.text, n, percent=percent, mode=mode)
    check = check_standard_error(share, error.value, n, ddof=DDOF[formula], percent=percent, mode=mode)
    return None if check.name == "share of a count" and of.column.kind == "share" else check


def _in_percent(error: Cell) -> Cell:
    """A fraction of 1 as a percentage, with its digits."""
    return Cell(f"{Decimal(error.figure.replace(',', '')).scaleb(2):f}", "%", own=True)


def _fits_in_percent(of: Field, i: int, error: Cell, n: int, formula: str) -> bool:
    """Whether an error fits a share in percent once it is read as a fraction of 1."""
    if not of.percent or error.unit or not 0 < error.number < 1:
        return False
    check = _check(of, i, _in_percent(error), n, formula)
    return check is not None and check.answer == "consistent"


def _clear(of: Field, errors: Sequence[Error], counted: dict[int, int | None], formula: str) -> set[int]:
    """The rows whose error is so near to the formula's, and so large beside its last digit, that no doubt is left."""
    known = [(i, error, n) for i, error in errors if (n := counted[i]) is not None and n > 1]
    if formula == "interval 95%" or not known:
        return set()
    rows = np.array([i for i, _, _ in known])
    whole = 100.0 if of.percent else 1.0
    p, step = of.numbers[rows] / whole, of.steps[rows] / whole
    printed = np.array([error.number for _, error, _ in known]) / whole
    last = np.array([10.0**-error.decimals for _, error, _ in known]) / whole
    free = np.array([n - (DDOF[formula] or 0) for _, _, n in known], dtype=float)
    with np.errstate(invalid="ignore", divide="ignore"):
        true = np.sqrt(p * (1 - p) / free)
        moved = np.abs(1 - 2 * p) * step / (2 * free * true)
        sure = (p > 2 * step) & (p < 1 - 2 * step) & (np.abs(printed - true) + moved < 0.499 * last) & (true > 5 * last)
    return {i for i, yes in zip(rows.tolist(), sure.tolist(), strict=True) if yes}


def _revealed(of: Field, error: Error, formula: str) -> str:
    """The N that an error tells, for a question."""
    i, printed = error
    if formula == "interval 95%":
        return ""
    try:
        span = items_from_error(
            of.share(i), printed.value, ddof=DDOF[formula] or 0, percent=of.percent, mode=of.rounding
        )
    except ValueError:
        return ""
    low, high = -(-span.low // 1), span.high // 1
    if low > high:
        return f"; {of.share(i)} ± {printed.value.text} is that of no whole N"
    return f"; {of.share(i)} ± {printed.value.text} is that of {f'{low:,} to {high:,}' if low < high else f'{low:,}'}"
