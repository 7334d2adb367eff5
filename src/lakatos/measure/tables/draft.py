"""A first sidecar from what the header and the cells say, with comments for what somebody must fill in."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from lakatos.measure.tables.audit import tables_of
from lakatos.measure.tables.relations import is_ratio
from lakatos.measure.tables.sheet import SHARES, Field, Sheet, sheet
from lakatos.measure.tables.sidecar import BRACKETS, FORMULAS, KINDS, Declared
from lakatos.tables import printable

_HEAD = """# What the columns of {source} are. Lines that begin with # are to be filled in; delete what does not apply.
# kind: {kinds}
# n, seeds: a number, or the name of the column that holds it. of: the columns that it is made of.

# How numbers were rounded: "nearest", "down" (cut off) or "up". Left out, the nearest and cutting off are allowed.
# rounding = "nearest"
"""


_ERROR = re.compile(r"std|stderr|s\.?e\.?m?\b|error|±|\bci\b", re.IGNORECASE)
_COUNT = re.compile(r"n|#\s*\w+|(num|n|no)[ _.-]?\w+|items|samples|examples|questions|total|count|size", re.IGNORECASE)


def draft_sidecar(source: Any) -> str:
    """The text of a sidecar for ``source`` (as in ``audit``): what its headers and cells say, the rest as comments.

    Raises:
        TableError: if the source cannot be read.
    """
    where, tables = tables_of(source)
    parts = [_HEAD.format(source=where, kinds=", ".join(KINDS))]
    several = len(tables) > 1
    for number, table in enumerate(tables, 1):
        audited = sheet(table, table.title, Declared())
        if several:
            title = f", {_comment(table.title)}" if table.title else ""
            parts.append(f"# Table {number} of {len(tables)}{title}\n[tables.{number}]\n")
        parts.append(_key(audited))
        prefix = f"tables.{number}.columns" if several else "columns"
        parts += [_column(audited, field, prefix) for field in audited.numeric if field not in audited.labels]
    return "\n".join(parts)


def _key(sheet: Sheet) -> str:
    names = ", ".join(_text(field.name) for field in sheet.labels)
    return f"# The columns whose cells name a row: no two rows have the same.\n# key = [{names}]\n"


def _column(sheet: Sheet, field: Field, prefix: str) -> str:
    kind, declared = field.column.kind or _kind(field), field.column
    lines = [f"[{prefix}.{_text(field.name)}]" + _examples(field)]
    lines.append(f'kind = "{kind}"' if kind else f"# kind = {_kinds(field)}")
    lines += _parts(sheet, field)
    # Where the cells carry several units, which is meant is asked: a draft that names one would answer for the user.
    several = len({cell.unit.strip() for _, cell in field.present}) > 1
    known = declared.unit is not None or (bool(field.shown_unit) and not several)
    lines.append(f"unit = {_text(field.shown_unit)}" if known else '# unit = "..."')
    lines.append(f"per = {_text(field.per)}" if field.per else '# per = "..."')
    if kind in ("share", "mean", "error", None) and not field.whole and not is_ratio(field):
        lines.append(f"n = {_value(declared.n)}" if declared.n else f"# n = {_items(sheet)}")
        lines.append("# seeds = ...")
    if any(cell.bracket for _, cell in field.present):
        lines.append(f"# brackets = {_choice(BRACKETS)}")
    if declared.formula:
        lines.append(f"formula = {_text(declared.formula)}")
    elif any(cell.spread or cell.bracket for _, cell in field.present) or _ERROR.search(field.name):
        lines.append(f"# formula = {_choice(FORMULAS)}")
    if field.keeps:
        lines.append("# precision = ...  # decimals as printed: the file's floats have lost trailing zeros")
    return "\n".join(lines) + "\n"


def _parts(sheet: Sheet, field: Field) -> list[str]:
    """The columns that it is made of, where its kind or its name says that it is made of some."""
    others = [f.name for f in sheet.numeric if f is not field and not f.whole and f not in sheet.labels][:6]
    if field.column.of:
        return [f"of = [{', '.join(map(_text, field.column.of))}]"]
    if is_ratio(field) and others:
        return [f'# of = ["over", "under"]  # two of {", ".join(map(_text, others))}']
    if _ERROR.search(field.name) and others:
        return [f"# of = {_choice(others)}"]
    return []


def _kinds(field: Field) -> str:
    if _ERROR.search(field.name):
        return '"error"'
    if is_ratio(field):
        return '"ratio"'
    return '"count", "label" or "other"' if field.whole else "..."


def _items(sheet: Sheet) -> str:
    """The column that counts the items, by the names that are in use."""
    return next((_text(f.name) for f in sheet.numeric if f.whole and _COUNT.fullmatch(f.name)), "...")


def _choice(known: Sequence[str]) -> str:
    return " or ".join(map(_text, known))


def _value(counted: int | str | None) -> str:
    return _text(counted) if isinstance(counted, str) else str(counted)


def _kind(field: Field) -> str | None:
    """Only what a name in use says, and what cannot convict by itself; the rest is for somebody who knows."""
    return "share" if field.unit in ("%", "") and SHARES.fullmatch(field.heading.name[:200]) else None


def _examples(field: Field) -> str:
    found = list(dict.fromkeys(field.texts[i].strip() for i, _ in field.present))[:3]
    return f"  # {_comment(', '.join(found))}" if found else ""


def _comment(text: str) -> str:
    return printable(text)


def _text(text: str) -> str:
    """A basic string of TOML, whose escapes are those of JSON; JSON leaves DEL as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
