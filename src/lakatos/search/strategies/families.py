"""Families: graphs that are built by a rule from a few parameters, which is what extremal graphs tend to be.

Brooms, spiders and caterpillars, cliques joined by paths, circulants, complete multipartite graphs, generalised
Petersen graphs, Mycielski's and Kneser's, and complements, cones and products of simple ones. None is there for one
claim.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from lakatos.claims import ForAll, Graphs, is_tree
from lakatos.search.budget import Budget
from lakatos.search.decide import worth_proposing
from lakatos.search.rules import Family, Parameters, members

SAYS = "families of graphs"
STEPS = 256


def fits(claim: ForAll) -> str | None:
    """The only variable is a graph."""
    (domain, *others) = claim.domains.values()
    return None if isinstance(domain, Graphs) and not others else "the variable is no graph"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """Members of every family, by their order, from the unit's place in the list on."""
    del rng, turn
    (domain,) = claim.domains.values()
    assert isinstance(domain, Graphs)
    worth = worth_proposing(claim)
    for family, parameters in itertools.islice(_listed(domain), budget.first, None):
        if not budget.spend():
            return
        values = (family.made(*parameters),)
        if worth(values):
            yield values


def _listed(domain: Graphs) -> Iterator[tuple[Family, Parameters]]:
    """The members of the orders of a domain; only trees, where it has only trees."""
    trees = is_tree in domain.properties.values()
    orders = itertools.count(domain.least) if domain.most is None else range(domain.least, domain.most + 1)
    return (one for order in orders if order > 0 for one in members(order, trees=trees))
