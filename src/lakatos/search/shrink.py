"""Making a counterexample small: by the domain's own steps, each judged exactly."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from lakatos.claims import ForAll
from lakatos.search.budget import alarm
from lakatos.search.decide import violator


def size_of(claim: ForAll, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """What counterexamples to a claim are sorted by: the largest level, then the sizes of the variables."""
    return (claim.level(values), [d.size(v) for d, v in zip(claim.domains.values(), values, strict=True)])


def shrink(claim: ForAll, values: tuple[Any, ...], *, deadline: float, tries: int = 5000) -> tuple[Any, ...]:
    """The smallest counterexample that single steps lead to, one variable at a time, before the deadline.

    Greedy: the first smaller value that still refutes is taken, and all begins anew (Zeller and Hildebrandt 2002).
    """
    try:
        with alarm(deadline):
            for smaller in _descent(claim, values, tries):
                values = smaller
                if time.monotonic() > deadline:
                    break
    except TimeoutError:
        pass
    return values


def _descent(claim: ForAll, values: tuple[Any, ...], tries: int) -> Iterator[tuple[Any, ...]]:
    """Smaller and smaller counterexamples, until there is none a step away or the tries are used up."""
    refutes = violator(claim)
    while True:
        size = size_of(claim, values)
        for moved in _a_step_smaller(claim, values):
            tries -= 1
            if tries < 0:
                return
            if refutes(moved) and size_of(claim, moved) < size:
                values = moved
                break
        else:
            return
        yield values


def _a_step_smaller(claim: ForAll, values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for at, domain in enumerate(claim.domains.values()):
        yield from ((*values[:at], other, *values[at + 1 :]) for other in domain.smaller(values[at]))
