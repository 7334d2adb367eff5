"""What an audit of a metric found: frozen data whose text is the table that a person reads."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Literal, TypeAlias

from lakatos.drawing import Viewed, grid
from lakatos.measure.metamorphic.call import Failure, Value

Outcome: TypeAlias = Literal["holds", "moves", "asks", "tells", "no power", "fails"]
Answer: TypeAlias = Literal["slip", "ask", "no power", "clear", "undetermined"]


@dataclass(frozen=True)
class Slip:
    """What moves a metric that should not move.

    Attributes:
        kind: its name, one of a fixed list: "mean of batch means", "padded positions are counted", ...
        says: in a sentence, with the numbers of the case that shows it best.
        moved: by how much the value moved there, relative to it.
    """

    kind: str
    says: str
    moved: float


@dataclass(frozen=True)
class Row:
    """One transformation.

    Attributes:
        transformation: what was changed.
        expected: "invariant", "scales by ..." or "may change".
        outcome: "holds", "moves" (a slip), "asks" (a convention to ask about), "tells" (a convention), "no power" (a
            known slip would not have moved it) or "fails".
        setting: the case that moved most, or the last one.
        before, after: the values there.
        moved: relative to the value.
        says: what the outcome means.
        slips: named, if it moves.
    """

    transformation: str
    expected: str
    outcome: Outcome
    setting: str
    before: Value
    after: Value
    moved: float
    says: str
    slips: tuple[Slip, ...] = ()


@dataclass(frozen=True)
class MetricAudit(Viewed):
    """What moves a metric, and what does not.

    Attributes:
        metric: its name.
        strategy: the kind of data.
        answer: "slip" (something that must not move the value does), "ask" (it follows a convention that is not the
            usual one: is it the one that is meant?), "no power" (nothing moved, but a slip could hide on these data),
            "clear" (nothing that was tried moved it) or "undetermined".
        why: in a sentence.
        rows: every transformation that was tried.
        not_tried: the others, with the reason.
        notes: what else was seen.
        scope: on what it was tried, and within which tolerance values count as equal.
        calls: how often the metric was asked.
    """

    metric: str
    strategy: str
    answer: Answer
    why: str
    rows: tuple[Row, ...]
    not_tried: tuple[str, ...]
    notes: tuple[str, ...]
    scope: str
    calls: int

    @property
    def slips(self) -> tuple[Slip, ...]:
        """Every slip once, in the order of the rows."""
        found: dict[str, Slip] = {}
        for slip in (s for r in self.rows for s in r.slips):
            found.setdefault(slip.kind, slip)
        return tuple(found.values())

    def row(self, transformation: str) -> Row:
        """The row of a transformation. Raises KeyError if it was not tried."""
        for row in self.rows:
            if row.transformation == transformation:
                return row
        raise KeyError(f"{transformation!r} was not tried; these were: {[r.transformation for r in self.rows]}")

    def __str__(self) -> str:
        lines = [f"{self.answer:<13}{self.why}"]
        lines += [f"{r.outcome:<13}{r.transformation}: {_movement(r)}{r.says}" for r in self.rows]
        lines += [f"{'not tried':<13}{n}" for n in self.not_tried]
        lines += [f"{'note':<13}{n}" for n in self.notes]
        return "\n".join([*lines, f"{'scope':<13}{self.scope}"])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        header = ("changed", "expected", "case", "before", "after", "outcome", "")
        rows = (
            (r.transformation, r.expected, r.setting, _shown(r.before), _shown(r.after), r.outcome, r.says)
            for r in self.rows
        )
        rest = [*(f"not tried: {n}" for n in self.not_tried), *self.notes, self.scope]
        return (
            f"<p><b>{escape(self.metric)}: {escape(self.answer)}</b>, {escape(self.why)}</p>"
            f"{grid(header, rows)}<ul>{''.join(f'<li>{escape(n)}</li>' for n in rest)}</ul>"
        )


def _movement(row: Row) -> str:
    if row.outcome == "fails" or not row.moved:
        return ""
    return f"{_shown(row.before)} → {_shown(row.after)} at {row.setting}; "


def _shown(value: Value) -> str:
    if isinstance(value, Failure):
        return "none"
    return str(value) if isinstance(value, Fraction) and value.denominator < 10_000 else f"{float(value):.6g}"
