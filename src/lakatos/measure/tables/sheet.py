"""A table with what is known of its columns: from the sidecar, from the header, from the cells, from who wrote it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lakatos.measure.forensics.totals import infer_totals
from lakatos.measure.quantities.reported import Mode
from lakatos.measure.tables.cells import Cell, is_missing, read_cell
from lakatos.measure.tables.headings import Heading, heading
from lakatos.measure.tables.sidecar import Column, Declared
from lakatos.tables import TextTable, printable

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
#: Of the cells of a column that is not declared, how many must be numbers for it to be one of numbers.
NUMBERS = 0.5
#: Among which totals the N of shares is looked up, from how many different ones, and how many are named.
SEARCHED, FEWEST_VALUES, MOST_VALUES, MOST_FOUND = 3_000, 3, 200, 4
#: Totals are worth naming where among those up to so many times the least no more than so many fit.
SPARSE = 10
#: What counts right answers among items, by the names that are in use.
SHARES = re.compile(
    r"(?:.*[\W_])?(?:acc(?:uracy)?|acc_norm|exact[ _-]?match|em|pass@\d+|(?:win|success|error|solve|accept\w*)[ _-]?"
    r"rate)(?:[\W_].*)?",
    re.IGNORECASE,
)
#: What an evaluation harness averages over items that are right or wrong, with the error sqrt(p (1 - p) / (n - 1)).
_HARNESS_METRICS = ("acc", "acc_norm", "exact_match")
_HARNESS = re.compile(rf"({'|'.join(_HARNESS_METRICS)})(_stderr)?(,.+)?")
_HARNESS_ITEMS = "n-samples.effective"


@dataclass(frozen=True, eq=False)
class Field:
    """A column as it is audited: what is known of it, and its cells; None where a cell holds no number."""

    name: str
    column: Column
    heading: Heading
    texts: Sequence[str]
    keeps: int = 0
    declared_rounding: Mode | None = None

    @cached_property
    def unit(self) -> str:
        """Of its bare numbers."""
        return self.column.unit if self.column.unit is not None else self.heading.unit

    @cached_property
    def shown_unit(self) -> str:
        """Its unit, or that of its first number that carries one."""
        return self.unit or next((cell.unit.strip() for _, cell in self.present if cell.own), "")

    @cached_property
    def per(self) -> str | None:
        """Per what its numbers are, if anything says so."""
        own = next((cell.value.per for _, cell in self.present if cell.own and cell.value.per), None)
        return self.column.per or self.heading.per or own

    @cached_property
    def cells(self) -> list[Cell | None]:
        """As numbers."""
        unit, decimals, keeps = self.unit, self.column.precision, self.keeps
        # A word behind a number is set off from it; a mark is not.
        unit = f" {unit}" if unit[:1].isalpha() and unit != "x" else unit
        return [read_cell(text, keeps, unit, decimals) for text in self.texts]

    @cached_property
    def present(self) -> list[tuple[int, Cell]]:
        """The numbers and their places."""
        return [(i, cell) for i, cell in enumerate(self.cells) if cell is not None]

    @cached_property
    def rounding(self) -> Mode | None:
        """How its numbers were rounded; None allows the usual ways, as where we took a float's last digits off."""
        return None if any(cell.rounded for _, cell in self.present) else self.declared_rounding

    def at(self, row: int) -> Cell:
        """The number in a row where there is one."""
        cell = self.cells[row]
        if cell is None:
            raise ValueError(f"no number in row {row} of {self.name!r}: {self.texts[row]!r}")
        return cell

    def missing(self, row: int) -> bool:
        """Whether a cell says that there is nothing."""
        return is_missing(self.texts[row])

    @cached_property
    def counting(self) -> bool:
        """Whether its numbers are whole and bare or in thousands or millions, as seeds, steps and sizes are."""
        plain = ("", "k", "K", "M", "B")
        return all(c.figure.isdecimal() and c.unit.strip() in plain and not c.spread for _, c in self.present)

    @cached_property
    def unsure(self) -> str:
        """Why it is not sure whether its shares are percentages or fractions of 1; "" if it is."""
        bare = [i for i, cell in self.present if not cell.own]
        if self.column.unit is not None or not bare:
            return ""
        numbers = self.numbers[bare]
        small = bool(((numbers > 0) & (numbers <= 1)).any())
        if self.unit == "%" and small and (numbers <= 1).all():
            return "all are below 1 under a header in percent"
        large = self.unit != "%" and bool((self.numbers[[i for i, _ in self.present]] > 1).any())
        return "some are above 1 and some below" if small and large else ""

    def unlike_share(self, row: int) -> bool:
        """Whether a number is not written as a share is: with a sign, as differences are, with a comma, or unsure."""
        cell = self.at(row)
        doubted = bool(self.unsure) and not cell.own and self.numbers[row] <= 1
        return cell.figure[0] in "+-" or "," in cell.figure or doubted

    def share(self, row: int) -> str:
        """A number as a share is printed: bare, or in percent."""
        cell = self.at(row)
        return f"{cell.figure}%" if cell.unit == "%" else cell.figure

    def totals(self) -> str:
        """For a question: which N all its numbers admit as shares of one, if they are few."""
        values = list(dict.fromkeys(self.share(i) for i, _ in self.present if not self.unlike_share(i)))[:MOST_VALUES]
        whole = 100 if self.percent else 1
        if len(values) < FEWEST_VALUES or not all(0 <= cell.number <= whole for _, cell in self.present):
            return ""
        # Of a quarter as many items as there are printed values, and of more, most values are some count.
        most = min(SEARCHED, whole * 10 ** max(0, min(cell.decimals for _, cell in self.present)) // 4)
        found = infer_totals(values, range(1, most + 1), percent=self.percent, mode=self.rounding)
        if not found:
            return f"; no one N up to {most:,} gives all of them" if most > 1 else ""
        # Where many small N do, naming some says nothing.
        many = sum(n <= SPARSE * found[0] for n in found) > SPARSE
        return "" if many else f"; the least N that gives all of them is {found[0]:,}" + _more(found)

    @cached_property
    def numeric(self) -> bool:
        """Whether it is a column of numbers: as declared, else by its cells."""
        kind = self.column.kind
        if kind is not None:
            return kind != "label"
        there = sum(not is_missing(text) for text in self.texts)
        return bool(self.present) and len(self.present) >= NUMBERS * there

    @cached_property
    def numbers(self) -> Array:
        """Its numbers nearly, to sort out what needs no closer look; NaN where there is none."""
        return np.array([math.nan if cell is None else cell.number for cell in self.cells])

    @cached_property
    def steps(self) -> Array:
        """The place values of their last digits."""
        return np.array([math.nan if cell is None else 10.0**-cell.decimals for cell in self.cells])

    @cached_property
    def whole(self) -> bool:
        """Whether all its numbers are whole and bare, as counts, seeds and steps are."""
        return all(cell.figure.isdecimal() and not cell.unit and not cell.spread for _, cell in self.present)

    @cached_property
    def percent(self) -> bool | None:
        """How bare numbers are read as shares: a unit decides, else whether one is above 1; None without numbers."""
        if self.unit in ("%", "percent"):
            return True
        if self.column.unit is not None or not self.present:
            return False if self.present else None
        return any(cell.unit == "%" for _, cell in self.present) or bool(np.nanmax(self.numbers) > 1)


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table as it is audited."""

    table: TextTable
    name: str
    declared: Declared
    fields: tuple[Field, ...]

    @cached_property
    def by_name(self) -> dict[str, Field]:
        """Its columns."""
        return {field.name: field for field in self.fields}

    @cached_property
    def numeric(self) -> list[Field]:
        """Its columns of numbers."""
        return [field for field in self.fields if field.numeric]

    @cached_property
    def used(self) -> set[str]:
        """The columns that others need: as their parts, or for their counts."""
        columns = [field.column for field in self.fields]
        counts = {name for c in columns for name in (c.n, c.seeds) if isinstance(name, str)}
        return counts | {name for c in columns for name in c.of}

    @cached_property
    def labels(self) -> list[Field]:
        """The columns whose cells name a row: as declared, else those without numbers, else a first of whole ones."""
        if self.declared.key:
            return [self.by_name[name] for name in self.declared.key]
        return [field for field in self.fields if not field.numeric] or [f for f in self.fields[:1] if f.whole]

    @cached_property
    def telling(self) -> list[Field]:
        """The columns that tell rows apart: as declared, else the labels and what counts runs, sizes or steps."""
        if self.declared.key:
            return self.labels
        counts = [f for f in self.numeric if f.counting and f.name not in self.used and f not in self.labels]
        return [*self.labels, *counts]

    def at(self, row: int) -> str:
        """Where a row is, for a person."""
        return f"{self.table.counted} {self.table.rows[row]}"

    def key(self, row: int) -> str:
        """The cells that name a row, for a person."""
        return printable(", ".join(t for f in self.labels if (t := f.texts[row].strip())))

    def number(self, counted: int | str | None, row: int) -> int | None:
        """A declared count, or the cell of the column that counts; None where it is no whole number from 1 on."""
        if not isinstance(counted, str):
            return counted
        cell = self.by_name[counted].cells[row]
        if cell is None:
            return None
        if cell.figure.isdecimal():
            return int(cell.figure) or None
        value = cell.value.value
        return int(value) if value.denominator == 1 and value >= 1 else None


_AGAIN = re.compile(r" #\d+$")


def _more(found: Sequence[int]) -> str:
    return f", then {', '.join(f'{n:,}' for n in found[1:MOST_FOUND])}" if len(found) > 1 else ""


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """Names that can be told apart: the second "Acc" is "Acc #2", the third column without a name "column 3".

    >>> unique(["Acc", "", "Acc"])
    ('Acc', 'column 2', 'Acc #2')
    """
    found: list[str] = []
    seen = set(names)
    for place, name in enumerate(names, 1):
        new, count = name or f"column {place}", 1
        while new in found or (new != name and new in seen):
            count += 1
            new = f"{name or f'column {place}'} #{count}"
        found.append(new)
    return tuple(found)


def sheet(table: TextTable, title: str, declared: Declared) -> Sheet:
    """A table with what is declared of it. Its names are unique already."""
    known = _with_errors({**_by_harness(table), **declared.columns})
    fields = []
    for name, texts in zip(table.names, table.columns, strict=True):
        column, said = known.get(name, Column()), heading(_AGAIN.sub("", name))
        rounding = column.rounding or declared.rounding
        fields.append(Field(name, column, said, texts, table.floats.get(name, 0), rounding))
    return Sheet(table, title, declared, tuple(fields))


def _by_harness(table: TextTable) -> dict[str, Column]:
    """What the file of an evaluation harness declares by its own names."""
    found: dict[str, Column] = {}
    columns = dict(zip(table.names, table.columns, strict=True))
    if {"Metric", "Value", "Stderr"} <= columns.keys() and set(columns["Metric"]) <= set(_HARNESS_METRICS):
        found["Value"] = Column(kind="share", unit="")
        found["Stderr"] = Column(kind="error", of=("Value",), formula="binomial n-1")
    counted = _HARNESS_ITEMS if _HARNESS_ITEMS in table.names else None
    for name in table.names:
        match = _HARNESS.fullmatch(name)
        if not match:
            continue
        measured = f"{match[1]}{match[3] or ''}"
        if match[2] and measured in table.names:
            found[name] = Column(kind="error", of=(measured,), formula="binomial n-1")
            found.setdefault(measured, Column(kind="share", unit="", n=counted))
        elif counted:
            found[name] = Column(kind="share", unit="", n=counted)
    return found


def _with_errors(columns: dict[str, Column]) -> dict[str, Column]:
    """An error has the unit and the items of what it is the error of."""
    for name, column in columns.items():
        if column.kind == "error" and column.of[0] in columns:
            of = columns[column.of[0]]
            unit = column.unit if column.unit is not None else of.unit
            columns[name] = replace(column, unit=unit, n=column.n or of.n, seeds=column.seeds or of.seeds)
    return columns
