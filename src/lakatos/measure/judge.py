"""A disputed number and what is said against it: is the claim wrong, or the accusation; or what has to be asked?

It looks only at the two figures, in the words in which they are found, and at who asserts what. A slip is named by
its convention (``conventions``), held against the numbers (``relations``), and never concluded from a ratio alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Literal, TypeAlias

from lakatos.drawing import Viewed
from lakatos.measure.compare import Comparison
from lakatos.measure.facts import Question
from lakatos.measure.quantity import Quantity, quantity
from lakatos.measure.reported import Reported

Outcome: TypeAlias = Literal["claim wrong", "false accusation", "ambiguous"]
Asserts: TypeAlias = Literal["instead", "compared", "nothing"]


@dataclass(frozen=True)
class Judgement(Viewed):
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

    def _rows(self) -> list[tuple[str, str]]:
        rows: list[tuple[str, str]] = [(self.outcome or "not decided", self.because)]
        if self.correction is not None:
            rows.append(("correction", "follows" if self.correction else "does not follow: it is wrong as well"))
        rows += [("assumes", a) for a in self.assumes] + [("to ask", str(q)) for q in self.questions]
        return rows

    def __str__(self) -> str:
        width = max(len(name) for name, _ in self._rows())
        return "\n".join(f"{name:{width}}  {what}" for name, what in self._rows())

    def _repr_html_(self) -> str:
        cells = (f"<tr><th>{escape(name)}</th><td>{escape(what)}</td></tr>" for name, what in self._rows())
        return f"<table>{''.join(cells)}</table>"


def judge(
    published: Mapping[str, Any] | Reported | Quantity,
    against: Mapping[str, Any] | Reported | Quantity,
    *,
    asserts: Asserts = "instead",
) -> Judgement:
    """Judge an accusation against a published figure.

    Args:
        published: the figure that is disputed, as a mapping with "value", "unit", "per" and whatever else is
            stated ("batch", "gpus", "sync", ...), or as a reported number.
        against: the accuser's figure.
        asserts: what the accuser says: that the published figure should be theirs ("instead"); that theirs, held
            against it, contradicts the claim ("compared"); or nothing about a claim ("nothing").

    Returns:
        The outcome with its reason; without one, the questions that would decide.

    >>> print(judge({"value": "2.87", "unit": "bits", "per": "dim"}, {"value": "1.99", "unit": "nats", "per": "dim"},
    ...             asserts="compared"))
    false accusation  2.87 bits per dim and 1.99 nats per dim are the same: x 0.693147  nats per bit, ln 2 (definition)
    """
    from lakatos.measure import rules

    p, a = quantity(published), quantity(against)
    if asserts not in ("instead", "compared", "nothing"):
        raise ValueError(f"asserts={asserts!r}: write 'instead', 'compared' or 'nothing'")
    for rule in rules.RULES:
        found = rule(p, a, asserts)
        if found is not None:
            return found
    return rules.ask(p, a)
