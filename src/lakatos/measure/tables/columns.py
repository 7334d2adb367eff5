"""The checks of one column by itself: what was not read, one unit, per what, limits, decimals, what nobody declared."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction

import numpy as np

from lakatos.measure.forensics.limits import check_limits
from lakatos.measure.tables.headings import SPENT
from lakatos.measure.tables.relations import is_ratio
from lakatos.measure.tables.sheet import SHARES, Field, Sheet
from lakatos.measure.tables.tally import Tally

#: What cannot be above the whole, where it is printed in percent and called nothing else.
_BOUNDED = re.compile(
    r"acc(uracy)?|(top|acc)[-@]?\d|(top-?\d )?acc(uracy)?|exact[ _]match|em|f1|precision|recall|pass@\d+|win[ _]rate"
    r"|mfu|hfu",
    re.IGNORECASE,
)


def check_column(sheet: Sheet, column: Field, tally: Tally) -> None:
    """Everything that a column of numbers can be asked without its N and without other columns."""
    _unread(sheet, column, tally)
    _units(sheet, column, tally)
    _limits(sheet, column, tally)
    _decimals(sheet, column, tally)
    _unlike(sheet, column, tally)
    if column.column.kind is None:
        _undeclared(sheet, column, tally)


def _unread(sheet: Sheet, column: Field, tally: Tally) -> None:
    rows = [i for i, cell in enumerate(column.cells) if cell is None and not column.missing(i)]
    if rows:
        text = column.texts[rows[0]].strip()
        tally.ask(sheet, column, "number", f"what number is {text[:60]!r}? It was not read", rows)


def _units(sheet: Sheet, column: Field, tally: Tally) -> None:
    units: dict[str, list[int]] = defaultdict(list)
    for i, cell in column.present:
        units[cell.unit.strip().replace("×", "x")].append(i)
    said = {unit: rows for unit, rows in units.items() if unit}
    doubted = column.column.kind == "share" and column.unsure
    if len(said) > 1 or (said and "" in units and not doubted):
        told = ", ".join(f"{unit or 'none'} in {len(rows):,}" for unit, rows in units.items())
        rare = min(units.values(), key=len)
        tally.ask(sheet, column, "unit", f"one column, several units ({told}): which is meant?", rare)
    unit = column.shown_unit
    if unit in SPENT and column.per is None and column.column.kind not in ("ratio", "change"):
        tally.ask(sheet, column, "per", f"{unit} per what? (per = ...)", [i for i, _ in column.present])


def _limits(sheet: Sheet, column: Field, tally: Tally) -> None:
    """What is declared, else that no share is above the whole."""
    declared, percent = column.column.limits, column.percent
    named = column.column.kind is None and column.shown_unit == "%" and _BOUNDED.fullmatch(column.heading.name[:100])
    if declared is None and not (column.column.kind == "share" or named):
        return
    ends = declared or (Fraction(0), Fraction(100 if percent else 1))
    low, high = (float(end) if end is not None else sign * np.inf for end, sign in zip(ends, (-1, 1), strict=True))
    # Whatever is near an end is looked at exactly.
    with np.errstate(invalid="ignore"):
        near = (column.numbers < low + 2 * column.steps) | (column.numbers > high - 2 * column.steps)
    rows, mode = [row for row, _ in column.present if near[row]], column.rounding
    if declared is None:
        rows = [row for row in rows if not column.unlike_share(row)]
        judged = [(i, check_limits(column.share(i), kind="share", percent=percent, mode=mode)) for i in rows]
    else:
        judged = [(i, check_limits(column.at(i).value, low=ends[0], high=ends[1], mode=mode)) for i in rows]
    bad = [(i, check) for i, check in judged if check.answer == "inconsistent"]
    tally.judge(sheet, column, bad)
    if declared is not None:
        tally.fine(sheet, column, "limits", len(column.present) - len(bad))


def _decimals(sheet: Sheet, column: Field, tally: Tally) -> None:
    declared = column.column.precision
    rows = [i for i, c in column.present if declared is not None and c.decimals > declared and not c.rounded]
    if rows:
        text = column.texts[rows[0]].strip()
        tally.ask(sheet, column, "precision", f"{declared} decimals are declared and {text!r} has more: which?", rows)


def _unlike(sheet: Sheet, column: Field, tally: Tally) -> None:
    """Numbers that are not written as shares are, in a column of shares."""
    if column.column.kind != "share":
        return
    rows = [i for i, _ in column.present if column.unlike_share(i)]
    if column.unsure:
        tally.ask(sheet, column, "unit", f'percentages or fractions? {column.unsure} (unit = "%" or "")', rows)
    elif rows:
        text = column.texts[rows[0]].strip()
        asks = f"{text!r} in a column of shares: a difference if it has a sign, decimals or thousands if a comma?"
        tally.ask(sheet, column, "number", asks, rows)


def _undeclared(sheet: Sheet, column: Field, tally: Tally) -> None:
    """What a column is asked that nobody declared, if it is not there for others."""
    rows, unit = [i for i, _ in column.present], column.shown_unit
    if column.name in sheet.used or column in sheet.labels:
        return
    if unit in ("%", "") and SHARES.fullmatch(column.heading.name[:200]):
        asks = f'a share of how many items? (kind = "share", n = ...){tally.hint(column)}'
        tally.ask(sheet, column, "N", asks, rows)
    elif unit == "%":
        tally.ask(sheet, column, "kind", f"a share of N, a change, a ratio? (kind = ...){tally.hint(column)}", rows)
    elif not unit and not column.whole and not is_ratio(column):
        tally.ask(sheet, column, "unit", "in what unit, and what is it? (unit = ..., kind = ...)", rows)
