"""Climbing: within a family of graphs from parameter to parameter, towards a smaller margin.

Where a claim fails for large members of a family only, the small ones already show the way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from lakatos.claims import ForAll, Graphs, is_tree
from lakatos.search.budget import Budget
from lakatos.search.decide import float_margin, has_margin, meets_premises, within, worth_proposing
from lakatos.search.rules import OTHERS, TREES, Family, Parameters

SAYS = "climbing in the parameters of families of graphs"
STEPS = 256
#: Steps in vain after which a climb ends.
PATIENCE = 12
#: How much the order changes in one step.
CHANGES = (-2, -1, 0, 0, 1, 1, 2, 4, 8)


def fits(claim: ForAll) -> str | None:
    """The only variable is a graph, and there is a margin."""
    (domain, *others) = claim.domains.values()
    if not isinstance(domain, Graphs) or others:
        return "the variable is no graph"
    return None if has_margin(claim) else "the claim is true or false, without a margin"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """Climbs from random members of random families; what the doubles call violated is looked at exactly."""
    (domain,) = claim.domains.values()
    assert isinstance(domain, Graphs)
    families = TREES if is_tree in domain.properties.values() else (*OTHERS, *TREES)
    worth = worth_proposing(claim)
    most = 24 + 8 * turn if domain.most is None else domain.most
    while budget.spend():
        family = rng.choice(families)
        least = max(1, domain.least)
        here = _chosen(rng, family, rng.randint(least, max(least, min(most, least + 4 + turn))), None)
        lowest, in_vain = math.inf, 0
        while here is not None and in_vain < PATIENCE and budget.spend():
            values = (family.made(*here[1]),)
            margin = _margin(claim, values)
            if margin <= 1e-9 and worth(values):
                yield values
                break
            # Along a plateau too, for as long as patience lasts.
            in_vain = 0 if margin < lowest else in_vain + 1
            if margin <= lowest:
                lowest, best = margin, here
            order = max(least, min(most, best[0] + rng.choice(CHANGES)))
            here = _chosen(rng, family, order, best[1]) or best


def _chosen(rng: Random, family: Family, order: int, near: Parameters | None) -> tuple[int, Parameters] | None:
    """The parameters of a random member of an order; close to others, if these are given."""
    found = [p for p in islice(family.parameters(order), 5000) if near is None or _close(p, near)]
    return (order, rng.choice(found)) if found else None


def _close(p: Parameters, q: Parameters) -> bool:
    """Whether two members differ in at most two parameters, by little in one of them."""
    changes = [abs(a - b) for a, b in zip(p, q, strict=False) if a != b]
    return len(p) == len(q) and len(changes) <= 2 and min(changes, default=0) <= 1 + (len(changes) < 2) * 8


def _margin(claim: ForAll, values: tuple[Any, ...]) -> float:
    """The margin in doubles; infinite outside the domain and where a premise is broken."""
    if not within(claim, values) or not meets_premises(claim, values):
        return math.inf
    return float_margin(claim, values)
