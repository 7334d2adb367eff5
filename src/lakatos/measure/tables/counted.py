"""The checks that need to know how many: shares of N, means of N scores, counts."""

from __future__ import annotations

from collections import defaultdict

from lakatos.measure.forensics.check import Check
from lakatos.measure.forensics.grim import check_share, share_column
from lakatos.measure.forensics.means import check_mean
from lakatos.measure.forensics.totals import check_total
from lakatos.measure.tables.sheet import MOST_VALUES, Field, Sheet
from lakatos.measure.tables.tally import MOST_HINTS, Tally

#: Up to which N another is searched for where several shares are no counts of it.
LARGEST_SEARCHED = 100_000


def check_counted(sheet: Sheet, column: Field, tally: Tally) -> None:
    """What a column of shares, means or counts is asked."""
    kind = column.column.kind
    if kind == "count":
        _counts(sheet, column, tally)
    elif kind == "share" and column.column.n is None:
        asks = f"out of how many items? (n = ...){tally.hint(column)}"
        tally.ask(sheet, column, "N", asks, [i for i, _ in column.present])
    elif kind == "share":
        weak: list[tuple[int, str]] = []
        for (n, seeds), rows in _by_items(sheet, column, tally).items():
            weak += _shares(sheet, column, n, seeds, rows, tally)
        if weak:
            tally.ask(sheet, column, "power", f"no power: {weak[0][1]}", sorted(row for row, _ in weak))
    elif kind == "mean":
        _means(sheet, column, tally)


def _by_items(sheet: Sheet, column: Field, tally: Tally) -> dict[tuple[int, int], list[int]]:
    """The rows by their N and their seeds; a row without is asked for."""
    declared = column.column
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    unknown, averaged = [], []
    for i, cell in column.present:
        if declared.kind == "share" and column.unlike_share(i):
            continue
        # Whoever prints an error of no known formula may have averaged over runs, and then N is not all.
        if declared.seeds is None and declared.formula is None and (cell.spread or declared.brackets == "error"):
            averaged.append(i)
            continue
        n, seeds = sheet.number(declared.n, i), sheet.number(declared.seeds or 1, i)
        if n and seeds:
            groups[n, seeds].append(i)
        else:
            unknown.append(i)
    if averaged:
        asks = "with an error beside it: averaged over how many seeds? (seeds = 1 for one run)"
        tally.ask(sheet, column, "seeds", asks, averaged)
    if unknown:
        counted = " and ".join(str(c) for c in (declared.n, declared.seeds) if isinstance(c, str))
        tally.ask(sheet, column, "N", f"out of how many? There is no count from 1 on in {counted}", unknown)
    return groups


def _shares(sheet: Sheet, column: Field, n: int, seeds: int, rows: list[int], tally: Tally) -> list[tuple[int, str]]:
    """Cells of one N are asked together, and only what fails is explained. Returns what had no power."""
    percent, mode, name = column.percent, column.rounding, "share of a count"
    inside = [i for i in rows if 0 <= column.numbers[i] <= (100 if percent else 1)]
    values = [column.share(i) for i in inside]
    answers = share_column(values, n, seeds=seeds, percent=percent, mode=mode)
    found: dict[str, list[int]] = defaultdict(list)
    for i, answer in zip(inside, answers, strict=True):
        found[answer].append(i)
    for i in found["inconsistent"]:
        if tally.room(sheet, column, name):
            tally.slip(sheet, column, i, check_share(column.share(i), n, seeds=seeds, percent=percent, mode=mode))
    tally.fine(sheet, column, name, len(found["consistent"]))
    if len(found["inconsistent"]) > 1 and seeds == 1 and n <= LARGEST_SEARCHED and tally.hints < MOST_HINTS:
        tally.hints += 1
        distinct = list(dict.fromkeys(values))[:MOST_VALUES]
        _, _, instead = check_total(distinct, n, percent=percent, mode=mode).says.partition("; ")
        tally.ask(sheet, column, "N", f"is N {n:,}? {instead}", found["inconsistent"])
    if not (weak := found["no power"]):
        return []
    says = check_share(column.share(weak[0]), n, seeds=seeds, percent=percent, mode=mode).says
    return [(i, says) for i in weak]


def _means(sheet: Sheet, column: Field, tally: Tally) -> None:
    declared, rows = column.column, [i for i, _ in column.present]
    if declared.step is None:
        tally.ask(sheet, column, "step", "in which steps do the scores come? (step = 1 for whole numbers)", rows)
        return
    if declared.n is None:
        tally.ask(sheet, column, "N", "a mean of how many scores? (n = ...)", rows)
        return
    low, high = declared.limits or (None, None)
    judged = []
    for (n, seeds), places in _by_items(sheet, column, tally).items():
        for i in places:
            value = column.at(i).value
            check = check_mean(value, n, step=declared.step, low=low, high=high, seeds=seeds, mode=column.rounding)
            judged.append((i, check))
    tally.judge(sheet, column, judged)


def _counts(sheet: Sheet, column: Field, tally: Tally) -> None:
    """Counts are whole and not negative; in thousands or millions they are rounded."""
    judged, scaled = [], 0
    for i, cell in column.present:
        if cell.unit:
            scaled += 1
        elif not cell.figure.isdecimal():
            value = cell.value.value
            if value < 0 or value.denominator > 1:
                says = f"{cell.value.text} is no count: counts are whole and not negative"
                judged.append((i, Check("count", "inconsistent", says, move=abs(value - max(0, round(value))))))
    tally.judge(sheet, column, judged)
    tally.fine(sheet, column, "count", len(column.present) - len(judged) - scaled)
