"""Making a counterexample small: by the domain's own steps, each judged exactly."""

from __future__ import annotations

import time
from typing import Any

from lakatos.claims import ForAll
from lakatos.search.decide import fails_at, meets_premises, within


def size_of(claim: ForAll, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """What counterexamples to a claim are sorted by: the largest level, then the sizes of the variables."""
    return (claim.level(values), [d.size(v) for d, v in zip(claim.domains.values(), values, strict=True)])


def shrink(claim: ForAll, values: tuple[Any, ...], *, deadline: float, tries: int = 5000) -> tuple[Any, ...]:
    """The smallest counterexample that single steps lead to, one variable at a time, before the deadline.

    Greedy: the first smaller value that still refutes is taken, and all begins anew (Zeller and Hildebrandt 2002).
    """
    domains = list(claim.domains.values())
    improved = True
    while improved:
        improved = False
        size = size_of(claim, values)
        for at, domain in enumerate(domains):
            for other in domain.smaller(values[at]):
                tries -= 1
                if tries < 0 or time.monotonic() > deadline:
                    return values
                moved = (*values[:at], other, *values[at + 1 :])
                if _refutes(claim, moved) and size_of(claim, moved) < size:
                    values, improved = moved, True
                    break
            if improved:
                break
    return values


def _refutes(claim: ForAll, values: tuple[Any, ...]) -> bool:
    return within(claim, values) and bool(meets_premises(claim, values)) and fails_at(claim, values) is True
