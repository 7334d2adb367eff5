"""Where the checks of a table put what they find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lakatos.measure.forensics.check import Check
from lakatos.measure.tables.result import Fine, Question, Slip
from lakatos.measure.tables.sheet import Field, Sheet
from lakatos.tables import printable

#: How many slips of one column and check are written out; how many places a question names.
MOST_TOLD, MOST_NAMED = 300, 3
#: How often the N of a column is searched for.
MOST_HINTS = 20


@dataclass
class Tally:
    """What was found so far in all tables of a file."""

    slips: list[Slip] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    passed: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    told: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    untold: int = 0
    hints: int = 0

    def room(self, sheet: Sheet, column: Field, check: str) -> bool:
        """Whether one more slip is written out; otherwise it is only counted."""
        key = sheet.name, column.name, check
        self.told[key] += 1
        if self.told[key] > MOST_TOLD:
            self.untold += 1
            return False
        return True

    def hint(self, column: Field) -> str:
        """For a question about N: which all its numbers admit. The search takes time, so only so many are made."""
        self.hints += 1
        return column.totals() if self.hints <= MOST_HINTS else ""

    def slip(self, sheet: Sheet, column: Field, row: int | None, check: Check) -> None:
        """A number that is inconsistent; the whole column if ``row`` is None."""
        why = "; ".join([check.says, *(f"taking for granted: {a}" for a in check.assumes)])
        self.slips.append(
            Slip(
                table=sheet.name,
                at="" if row is None else sheet.at(row),
                key="" if row is None else sheet.key(row),
                column=printable(column.name),
                text="" if row is None else printable(column.texts[row].strip()),
                check=check.name,
                why=printable(why, 600),
                move=check.move or None,
            )
        )

    def ask(self, sheet: Sheet, column: Field | None, fact: str, asks: str, rows: Sequence[int]) -> None:
        """A question that so many numbers wait for."""
        at = tuple(sheet.at(row) for row in rows[:MOST_NAMED]) + (("...",) if len(rows) > MOST_NAMED else ())
        name = "" if column is None else printable(column.name)
        self.questions.append(Question(sheet.name, name, fact, printable(asks, 600), len(rows), at))

    def fine(self, sheet: Sheet, column: Field, check: str, cells: int) -> None:
        """So many numbers passed."""
        if cells:
            self.passed[sheet.name, printable(column.name), check] += cells

    def judge(self, sheet: Sheet, column: Field, judged: Sequence[tuple[int, Check]], fine: int = 0) -> None:
        """The answers of one check for cells of a column; ``fine`` more passed that need no closer look."""
        weak = [(row, check) for row, check in judged if check.answer == "no power"]
        for row, check in judged:
            if check.answer == "inconsistent" and self.room(sheet, column, check.name):
                self.slip(sheet, column, row, check)
        if judged or fine:
            passed = fine + sum(check.answer == "consistent" for _, check in judged)
            self.fine(sheet, column, judged[0][1].name if judged else "", passed)
        if weak:
            self.ask(sheet, column, "power", f"no power: {weak[0][1].says}", [row for row, _ in weak])

    def counts(self) -> tuple[Fine, ...]:
        """What passed, by table, column and check."""
        return tuple(Fine(*key, cells) for key, cells in self.passed.items())
