"""Listings: graphs up to isomorphism by nauty's ``geng``, trees by its ``gentreeg``, where these are installed.

McKay and Piperno, Practical graph isomorphism II (2014). The programs list only what the domain asks for as far as
they know of it: connected, bipartite, triangle-free, cubic.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from lakatos.claims import ForAll, Graphs
from lakatos.search.budget import Budget
from lakatos.search.decide import worth_proposing
from lakatos.search.nauty import found, listing, program, trouble

SAYS = "all graphs in order, listed by nauty"
STEPS = 1024


def fits(claim: ForAll) -> str | None:
    """The only variable is a graph, and nauty's program is on PATH and lists what it should."""
    (domain, *others) = claim.domains.values()
    if not isinstance(domain, Graphs) or others:
        return "the variable is no graph"
    name = program(domain)
    path = found(name)
    return f"{name} is not on PATH" if path is None else trouble(name, path)


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """The graphs from the unit's place in the list on."""
    del rng, turn
    (domain,) = claim.domains.values()
    assert isinstance(domain, Graphs)
    path = found(program(domain))
    if path is None:
        return
    worth = worth_proposing(claim)
    graphs = islice(listing(domain, path, budget.deadline), budget.first, None)
    try:
        for g in graphs:
            if not budget.spend():
                return
            if worth((g,)):
                yield (g,)
    except TimeoutError:
        budget.cut = True
    except ValueError:
        # The program was tried; what it prints now is no graph, and what follows is not read.
        return
