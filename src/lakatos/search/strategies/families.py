"""Families: graphs that are built by a rule from a few parameters, which is what extremal graphs tend to be.

Stars and cliques joined by paths, circulants, complete multipartite graphs, generalised Petersen graphs, and what
Mycielski's construction, complements, line graphs and products make of them. None is there for one claim.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from lakatos.claims import ForAll, Graphs, from_edges
from lakatos.search.budget import Budget
from lakatos.search.decide import decider, meets_premises, within

SAYS = "families of graphs"
STEPS = 256


def fits(claim: ForAll) -> str | None:
    """The only variable is a graph."""
    (domain, *others) = claim.domains.values()
    return None if isinstance(domain, Graphs) and not others else "the variable is no graph"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """Members of every family with the sum of their parameters rising."""
    del rng, turn
    fails = decider(claim)
    for values in itertools.islice(_members(), budget.first, None):
        if not budget.spend():
            return
        if within(claim, values) and meets_premises(claim, values) and fails(values):
            yield values


def _members() -> Iterator[tuple[Any, ...]]:
    for total in itertools.count(1):
        for family, parameters in FAMILIES.items():
            for chosen in _sums(total, parameters):
                graph = family(*chosen)
                if graph is not None:
                    yield (graph,)


def _sums(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _sums(total - first, parts - 1):
            yield (first, *rest)


def _made(order: int, edges: Any) -> Any:
    """The graph with these edges; a rule may name a vertex as its own neighbour, which is no edge."""
    return from_edges(order, [(u, v) for u, v in edges if u != v])


def _joined(first: str, second: str) -> Callable[[int, int, int], Any]:
    """Two pieces of a and b more vertices, their hubs joined by a path with k vertices between them."""

    def made(a: int, b: int, k: int) -> Any:
        edges: list[tuple[int, int]] = []
        order = 0
        hubs = []
        for kind, size in ((first, a), (second, b)):
            hub, order = order, order + size + 1
            hubs.append(hub)
            piece = range(hub, order)
            if kind == "star":
                edges += [(hub, v) for v in piece[1:]]
            elif kind == "clique":
                edges += itertools.combinations(piece, 2)
            else:
                edges += [(v, hub + (v - hub + 1) % len(piece)) for v in piece]
        path = [hubs[0], *range(order, order + k), hubs[1]]
        return _made(order + k, [*edges, *itertools.pairwise(path)])

    return made


def _circulant(order: int, code: int) -> Any:
    """Vertices around a circle, joined at the distances that the binary digits of the code name."""
    if code >= 2 ** (order // 2):
        return None
    jumps = [d + 1 for d in range(order // 2) if code >> d & 1]
    return _made(order, [(v, (v + d) % order) for v in range(order) for d in jumps])


def _residues(order: int, power: int) -> Any:
    """The circulant of the k-th powers modulo the order (Paley's graph for squares modulo a prime)."""
    powers = {v ** (power + 2) % order for v in range(1, order)}
    return _made(order, [(v, (v + d) % order) for v in range(order) for d in powers]) if order > 4 else None


def _petersen(n: int, k: int) -> Any:
    """The generalised Petersen graph: a circle of n, spokes, and an inner star polygon of step k."""
    if n < 3 or not 1 <= k < n / 2:
        return None
    inner = [(n + v, n + (v + k) % n) for v in range(n)]
    return _made(2 * n, [*((v, (v + 1) % n) for v in range(n)), *((v, n + v) for v in range(n)), *inner])


def _mycielski(n: int, times: int) -> Any:
    """Mycielski's construction, applied to a cycle (or path) of n vertices some number of times."""
    if times > 3 or n < 2:
        return None
    order, edges = n, [(v, (v + 1) % n) for v in range(n if n > 2 else 1)]
    for _ in range(times):
        edges = [*edges, *((u, v + order) for u, v in edges), *((v, u + order) for u, v in edges),
                 *((v + order, 2 * order) for v in range(order))]  # fmt: skip
        order = 2 * order + 1
    return _made(order, edges)


def _multipartite(a: int, b: int, c: int) -> Any:
    part = [0] * a + [1] * b + [2] * c
    return _made(len(part), [(u, v) for u, v in itertools.combinations(range(len(part)), 2) if part[u] != part[v]])


def _hypercube(d: int) -> Any:
    return _made(2**d, [(v, v ^ 1 << i) for v in range(2**d) for i in range(d)]) if d <= 5 else None


def _grid(a: int, b: int) -> Any:
    across = [(i * b + j, i * b + j + 1) for i in range(a) for j in range(b - 1)]
    return _made(a * b, [*across, *((i * b + j, (i + 1) * b + j) for i in range(a - 1) for j in range(b))])


#: Each family with its number of parameters.
FAMILIES: dict[Callable[..., Any], int] = {
    _joined("star", "star"): 3,
    _joined("star", "clique"): 3,
    _joined("clique", "clique"): 3,
    _joined("cycle", "clique"): 3,
    _joined("cycle", "star"): 3,
    _joined("cycle", "cycle"): 3,
    _circulant: 2,
    _residues: 2,
    _petersen: 2,
    _mycielski: 2,
    _multipartite: 3,
    _hypercube: 1,
    _grid: 2,
}
