"""What an audit found: frozen data whose text is the table that a person reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, Literal, TypeAlias

from lakatos.drawing import Viewed, grid
from lakatos.measure.forensics.check import plain
from lakatos.tables import printable

Verdict: TypeAlias = Literal["inconsistent", "consistent", "unanswerable"]
#: How many lines of each part are shown; the data hold them all.
SHOWN_LINES = 40


@dataclass(frozen=True)
class Slip:
    """A number, or a column, that is inconsistent with what is declared or with the table itself.

    Attributes:
        table: its title or number; "" in a file of one.
        at: "line 5" or "row 3"; "" for a whole column.
        key: the cells that name the row.
        column: its header.
        text: the cell as printed.
        check: which check it fails.
        why: one sentence.
        move: how far the printed number would have to move, in its own unit; None if no move of it alone is known.
    """

    table: str
    at: str
    key: str
    column: str
    text: str
    check: str
    why: str
    move: Fraction | None = None

    def cells(self) -> tuple[str, ...]:
        """As one line of a table."""
        moved = "" if self.move is None else f"to move {printable(plain(self.move), 30)}"
        return _joined(self.table, self.at), self.key, self.column, self.text, self.why, moved


@dataclass(frozen=True)
class Question:
    """What could not be answered: a fact that is missing, or a check without power.

    Attributes:
        table, column: where.
        fact: the missing fact in one word ("N", "per", "unit", "kind", "error", "key", ...), or "power".
        asks: one sentence.
        cells: how many numbers wait for it.
        at: the first of them.
    """

    table: str
    column: str
    fact: str
    asks: str
    cells: int
    at: tuple[str, ...] = ()

    def line(self) -> tuple[str, ...]:
        """As one line of a table."""
        where = f" ({', '.join(self.at)})" if self.at else ""
        return self.table, self.column, _count(self.cells, "cell") + where, self.fact, self.asks


@dataclass(frozen=True)
class Fine:
    """How many numbers of a column passed a check that could have failed."""

    table: str
    column: str
    check: str
    cells: int

    def line(self) -> tuple[str, ...]:
        """As one line of a table."""
        return self.table, self.column, _count(self.cells, "cell"), self.check


@dataclass(frozen=True)
class Audit(Viewed):
    """The audit of a table file.

    Attributes:
        source, sidecar: what was read; "" where there was no sidecar.
        tables, cells, numbers: how many there are.
        slips: what is inconsistent; ``untold`` more were counted and not written out.
        questions: what cannot be answered, and what would answer it.
        fine: what passed.
        notes: what a reader must know of how it was read.
    """

    source: str
    sidecar: str
    tables: int
    cells: int
    numbers: int
    slips: tuple[Slip, ...]
    untold: int
    questions: tuple[Question, ...]
    fine: tuple[Fine, ...]
    notes: tuple[str, ...]

    @property
    def answer(self) -> Verdict:
        """Inconsistent if a number is, consistent if a check passed that could have failed, else unanswerable."""
        return "inconsistent" if self.slips else "consistent" if self.fine else "unanswerable"

    @property
    def says(self) -> str:
        """One sentence."""
        found = len(self.slips) + self.untold
        checks = sum(f.cells for f in self.fine)
        tables = f" in {_count(self.tables, 'table')}" if self.tables > 1 else ""
        parts = [
            f"{_count(found, 'inconsistency', 'inconsistencies')}" if found else "nothing inconsistent",
            _count(len(self.questions), "question"),
            f"{_count(checks, 'check')} passed",
        ]
        return f"{self.source}: {_count(self.numbers, 'number')}{tables}: {', '.join(parts)}"

    def parts(self) -> list[tuple[str, tuple[str, ...], list[tuple[str, ...]], int]]:
        """The tables to show: name, header, lines, and how many lines are left out."""
        found: list[tuple[str, tuple[str, ...], list[tuple[str, ...]], int]] = []
        slips = [slip.cells() for slip in self.slips]
        questions = [question.line() for question in self.questions]
        fine = [item.line() for item in self.fine]
        for name, header, lines, more in (
            ("inconsistent", ("where", "row", "column", "printed", "why", "how far"), slips, self.untold),
            ("unanswerable", ("table", "column", "how many", "missing", "question"), questions, 0),
            ("fine", ("table", "column", "how many", "check"), fine, 0),
        ):
            if lines:
                left = more + max(0, len(lines) - SHOWN_LINES)
                found.append((name, *_without_empty(header, lines[:SHOWN_LINES]), left))
        return found

    def __str__(self) -> str:
        lines = [self.says, *(f"note  {note}" for note in self.notes[:SHOWN_LINES])]
        for name, _, rows, left in self.parts():
            lines += ["", name, *_aligned(rows), *([f"  ... {left:,} more"] if left else [])]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        html = [f"<p>{escape(self.says)}</p>", *(f"<p><i>{escape(note)}</i></p>" for note in self.notes[:SHOWN_LINES])]
        for name, header, rows, left in self.parts():
            html.append(f"<p><b>{name}</b></p>{grid(header, rows)}")
            html += [f"<p>… {left:,} more</p>"] if left else []
        return "".join(html)

    def told(self) -> dict[str, Any]:
        """As plain data for JSON; exact numbers are texts."""
        from dataclasses import asdict

        data = asdict(self)
        for slip in data["slips"]:
            slip["move"] = None if slip["move"] is None else str(slip["move"])
        return {"answer": self.answer, **data}


def _without_empty(
    header: tuple[str, ...], rows: list[tuple[str, ...]]
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    kept = [i for i in range(len(header)) if any(row[i] for row in rows)]
    return tuple(header[i] for i in kept), [tuple(row[i] for i in kept) for row in rows]


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [min(40, max(len(row[i]) for row in rows)) for i in range(len(rows[0]))]
    return [("  " + "  ".join(cell.ljust(width) for cell, width in zip(r, widths, strict=True))).rstrip() for r in rows]


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _count(number: int, what: str, several: str = "") -> str:
    return f"{number:,} {what if number == 1 else several or f'{what}s'}"
