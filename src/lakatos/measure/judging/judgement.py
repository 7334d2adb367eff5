"""What two disputed figures show: an outcome with its reason, or the questions that would decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from lakatos.drawing import Labelled
from lakatos.measure.judging.facts import Question
from lakatos.measure.quantities.compare import Comparison

Outcome: TypeAlias = Literal["claim wrong", "false accusation", "ambiguous"]
Asserts: TypeAlias = Literal["instead", "compared", "nothing"]


@dataclass(frozen=True, repr=False)
class Judgement(Labelled):
    """What two disputed figures show.

    Attributes:
        outcome: "claim wrong", "false accusation", "ambiguous" (both are right under conventions in use, and
            the figure does not say which); None if what is stated does not decide.
        because: the reason, with the numbers.
        correction: of a figure asserted instead: whether it follows; None if that cannot be checked.
        comparison: the two figures compared, where they can be.
        assumes: what the outcome rests on and nobody has verified.
        questions: the facts that are missing.
    """

    outcome: Outcome | None
    because: str
    correction: bool | None = None
    comparison: Comparison | None = None
    assumes: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()

    def lines(self) -> list[tuple[str, str]]:
        """The outcome with its reason, what it rests on, and what to ask."""
        rows: list[tuple[str, str]] = [(self.outcome or "not decided", self.because)]
        if self.correction is not None:
            rows.append(("correction", "follows" if self.correction else "does not follow: it is wrong as well"))
        rows += [("assumes", a) for a in self.assumes] + [("to ask", str(q)) for q in self.questions]
        return rows
