"""A disputed number and what is said against it: is the claim wrong, or the accusation; or what has to be asked?

It looks only at the two figures, in the words in which they are found, and at who asserts what. A slip is named by
its convention (``conventions``), held against the numbers (``relations``), and never concluded from a ratio alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lakatos.measure.judging.judgement import Asserts, Judgement
from lakatos.measure.judging.quantity import Quantity, quantity
from lakatos.measure.judging.rules import RULES, ask
from lakatos.measure.quantities.reported import Reported


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
    p, a = quantity(published), quantity(against)
    if asserts not in ("instead", "compared", "nothing"):
        raise ValueError(f"asserts={asserts!r}: write 'instead', 'compared' or 'nothing'")
    for rule in RULES:
        found = rule(p, a, asserts)
        if found is not None:
            return found
    return ask(p, a)
