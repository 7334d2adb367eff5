"""The sidecar: a small TOML file beside a table that declares what its columns are."""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeAlias, get_args

from lakatos.measure.quantities.reported import MODES, Mode
from lakatos.measure.tables.cells import exact
from lakatos.tables import TableError, printable, read_text

Kind: TypeAlias = Literal[
    "share", "mean", "count", "ratio", "change", "difference", "sum", "average", "error", "other", "label"
]
Formula: TypeAlias = Literal["binomial", "binomial n", "binomial n-1", "interval 95%", "other"]
Brackets: TypeAlias = Literal["error", "digits", "count", "ignore"]
KINDS, FORMULAS, BRACKETS = get_args(Kind), get_args(Formula), get_args(Brackets)
#: How many columns each kind is made of: at least, at most; 0 to 0 for a kind that is made of none.
MADE_OF: dict[str, tuple[int, int]] = {
    "ratio": (0, 2), "change": (2, 2), "difference": (2, 2), "sum": (2, 1000), "average": (2, 1000), "error": (1, 1),
}  # fmt: skip
PARTS = ("key", "independent", "rounding", "columns")
MOST_BYTES = 1_000_000
LARGEST = 10**12


@dataclass(frozen=True)
class Column:
    """What is declared of a column; None or () where nothing is.

    Attributes:
        kind: what its numbers are; see ``KINDS``.
        unit, per: of bare cells.
        n: the items behind each number, or the column that counts them.
        seeds: over how many runs of all items each number is averaged, or the column that counts them.
        of: the columns that a ratio, change, difference, sum, average or error is made of.
        formula: what an error is: "binomial" is sqrt(p (1 - p) / n), with n or n - 1 where it is not said, and
            "interval 95%" half a confidence interval.
        precision: the decimals of every cell, where trailing zeros were lost.
        step: for a mean, between two neighbouring scores.
        limits: the least and the largest value; None where there is no limit.
        rounding: None allows the nearest and cutting off.
        brackets: what "(0.4)" behind a number is.
    """

    kind: Kind | None = None
    unit: str | None = None
    per: str | None = None
    n: int | str | None = None
    seeds: int | str | None = None
    of: tuple[str, ...] = ()
    formula: Formula | None = None
    precision: int | None = None
    step: Fraction | None = None
    limits: tuple[Fraction | None, Fraction | None] | None = None
    rounding: Mode | None = None
    brackets: Brackets | None = None


@dataclass(frozen=True)
class Declared:
    """What is declared of one table.

    Attributes:
        columns: by name.
        key: the columns whose cells name a row: no two rows have the same.
        independent: columns of separate runs, of which none is a copy.
        rounding: of all numbers, where their column says no other.
    """

    columns: Mapping[str, Column] = field(default_factory=dict)
    key: tuple[str, ...] = ()
    independent: tuple[str, ...] = ()
    rounding: Mode | None = None


@dataclass(frozen=True)
class Sidecar:
    """What is declared of all tables of a file, and of some by their number or title."""

    everywhere: Declared = Declared()
    tables: Mapping[str, Declared] = field(default_factory=dict)
    where: str = ""

    def of(self, number: int, title: str, names: Sequence[str]) -> Declared:
        """What is declared of the table with this number (from 1), title and header."""
        own, every = self.tables.get(str(number)) or self.tables.get(title) or Declared(), self.everywhere
        columns = {name: column for name, column in every.columns.items() if name in names}
        return Declared(
            {**columns, **own.columns},
            own.key or tuple(name for name in every.key if name in names),
            own.independent or tuple(name for name in every.independent if name in names),
            own.rounding or every.rounding,
        )


def beside(path: Path) -> Path:
    """Where the sidecar of a file is looked for: results.csv.toml beside results.csv."""
    return path.with_name(f"{path.name}.toml")


def read_sidecar(path: Path) -> Sidecar:
    """Read a sidecar.

    Raises:
        TableError: naming the line or the key at fault, and the nearest known one.
    """
    text = read_text(path, MOST_BYTES)
    try:
        data = tomllib.loads(text, parse_float=exact)
    except RecursionError:
        raise TableError(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise TableError(f"{path} is no TOML: {error}{_line(text, str(error))}") from None
    return sidecar_from(data, str(path))


def sidecar_from(data: Mapping[str, Any], where: str = "the sidecar") -> Sidecar:
    """A sidecar from plain data, as ``{"columns": {"Acc": {"kind": "share", "n": 164}}}``.

    Raises:
        TableError: for a key that is not known, or a value that it cannot have.
    """
    _known(data, (*PARTS, "tables"), where)
    tables = {name: _declared(part, f"{where}: [tables.{_key(name)}]") for name, part in _table(data, "tables", where)}
    everywhere = {key: value for key, value in data.items() if key != "tables"}
    return Sidecar(_declared(everywhere, where), tables, where)


def fits(sidecar: Sidecar, tables: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Refuse a sidecar that names a table or a column that is not there.

    Args:
        tables: the title and the header of each.

    Raises:
        TableError: with the nearest name.
    """
    titles = [title for title, _ in tables]
    for name in sidecar.tables:
        if not (name in titles or (name.isdecimal() and 1 <= int(name) <= len(tables))):
            known = [*titles, *map(str, range(1, len(tables) + 1))]
            _unknown(name, [k for k in known if k], "table", f"{sidecar.where}: ")
    every = list(dict.fromkeys(name for _, names in tables for name in names))
    _named(sidecar.everywhere, every, sidecar.where)
    for number, (title, names) in enumerate(tables, 1):
        for name in {str(number), title} & set(sidecar.tables):
            _named(sidecar.tables[name], names, f"{sidecar.where}: [tables.{_key(name)}]")


def _named(declared: Declared, names: Sequence[str], where: str) -> None:
    for part, named in (("key", declared.key), ("independent", declared.independent)):
        for name in named:
            if name not in names:
                _unknown(name, names, "column", f"{where}: {part}: ")
    for own, column in declared.columns.items():
        if own not in names:
            _unknown(own, names, "column", f"{where}: ")
        for key in ("n", "seeds"):
            value = getattr(column, key)
            if isinstance(value, str) and value not in names:
                _unknown(value, names, "column", f"{where}: columns.{_key(own)}.{key}: ")
        for part in column.of:
            if part not in names:
                _unknown(part, names, "column", f"{where}: columns.{_key(own)}.of: ")


def _declared(data: Any, where: str) -> Declared:
    if not isinstance(data, Mapping):
        _wrong(where, data, "a table of keys")
    _known(data, PARTS, where)
    columns = {name: _column(part, f"{where}: columns.{_key(name)}") for name, part in _table(data, "columns", where)}
    return Declared(
        columns,
        _names(data["key"], f"{where}: key") if "key" in data else (),
        _names(data["independent"], f"{where}: independent") if "independent" in data else (),
        _one_of(data["rounding"], MODES, f"{where}: rounding") if "rounding" in data else None,
    )


def _column(data: Any, where: str) -> Column:
    if not isinstance(data, Mapping):
        _wrong(where, data, "a table of keys")
    _known(data, [f.name for f in fields(Column)], where)
    column = Column()
    for key, value in data.items():
        column = replace(column, **{key: READ[key](value, f"{where}.{key}")})  # type: ignore[arg-type]
    least, most = MADE_OF.get(column.kind or "", (0, 0))
    if not least <= len(column.of) <= most or (column.kind == "ratio" and len(column.of) == 1):
        needed = "no" if not most else f"{most}" if most < 1000 else f"{least} or more"
        raise TableError(
            f"{where}: a column of kind {column.kind or 'not said'!r} is made of {needed} columns: "
            f"of = {list(column.of)!r} has {len(column.of)}"
        )
    return column


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) > 200:
        _wrong(where, value, "a text")
    return value


def _names(value: Any, where: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        _wrong(where, value, 'the name of a column or a list of names, such as ["baseline", "ours"]')
    return tuple(value)


def _whole(value: Any, where: str, least: int = 1, most: int = LARGEST) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        _wrong(where, value, f"a whole number from {least:,} to {most:,}")
    return value


def _counted(value: Any, where: str) -> int | str:
    return value if isinstance(value, str) else _whole(value, f"{where} (or the name of a column)")


def _number(value: Any, where: str) -> Fraction:
    if isinstance(value, float) and math.isfinite(value):
        value = Fraction(repr(value))  # of plain data, which somebody wrote with these digits
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        found = Fraction(value)
        if abs(found) <= 10**30:
            return found
    _wrong(where, value, "a number")


def _step(value: Any, where: str) -> Fraction:
    found = _number(value, where)
    if found <= 0:
        _wrong(where, value, "a number above 0")
    return found


def _limits(value: Any, where: str) -> tuple[Fraction | None, Fraction | None]:
    """Two numbers; TOML has no null, so that "" stands for no limit."""
    if not isinstance(value, list) or len(value) != 2:
        _wrong(where, value, 'the least and the largest value, such as [0, 100]; "" for none: [0, ""]')
    low, high = (None if end == "" else _number(end, where) for end in value)
    if low is not None and high is not None and low > high:
        _wrong(where, [str(low), str(high)], "the least value first")
    return low, high


def _one_of(value: Any, known: Sequence[str], where: str) -> Any:
    if not isinstance(value, str):
        _wrong(where, value, f"one of {', '.join(known)}")
    if value not in known:
        _unknown(value, known, "value", f"{where}: ")
    return value


READ: dict[str, Callable[[Any, str], object]] = {
    "kind": lambda value, where: _one_of(value, KINDS, where),
    "unit": _text,
    "per": _text,
    "n": _counted,
    "seeds": _counted,
    "of": _names,
    "formula": lambda value, where: _one_of(value, FORMULAS, where),
    "precision": lambda value, where: _whole(value, where, 0, 15),
    "step": _step,
    "limits": _limits,
    "rounding": lambda value, where: _one_of(value, MODES, where),
    "brackets": lambda value, where: _one_of(value, BRACKETS, where),
}


def _table(data: Mapping[str, Any], key: str, where: str) -> list[tuple[str, Any]]:
    found = data.get(key, {})
    if not isinstance(found, Mapping):
        _wrong(f"{where}: {key}", found, f'tables such as [{key}."Acc (%)"]')
    return list(found.items())


def _known(data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in data:
        if key not in known:
            _unknown(key, known, "key", f"{where}: ")


def _unknown(name: str, known: Sequence[str], what: str, where: str) -> NoReturn:
    lower = {k.lower(): k for k in known}
    near = difflib.get_close_matches(name.lower()[:200], list(lower)[:2000], 1, 0.5)
    mend = f"did you mean {printable(lower[near[0]])!r}?" if near else ""
    there = ", ".join(printable(k, 40) for k in known[:20]) + (", ..." if len(known) > 20 else "")
    raise TableError(f"{where}no {what} {printable(name)!r}; {mend or f'there are {there}'}")


def _wrong(where: str, value: Any, needed: str) -> NoReturn:
    shown = str(value) if isinstance(value, Fraction) else repr(value)
    raise TableError(f"{where} must be {needed}, got {printable(shown, 60)}")


def _key(name: str) -> str:
    """A key of TOML as it would be written."""
    bare = name.replace("_", "").replace("-", "")
    return name if bare.isascii() and bare.isalnum() else f'"{printable(name)}"'


def _line(text: str, error: str) -> str:
    """The line that an error of the parser names, to be shown."""
    _, _, rest = error.partition("(at line ")
    digits = rest.partition(",")[0]
    lines = text.splitlines()
    if not digits.isdecimal() or not 1 <= int(digits) <= len(lines):
        return ""
    return f": {printable(lines[int(digits) - 1].strip())!r}"
