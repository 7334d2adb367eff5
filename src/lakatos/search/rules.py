"""Families of graphs: each a rule that makes a graph of a few parameters, and the parameters for a given order.

Extremal graphs tend to be such. That the order is known before a graph is made lets a search skip whole families.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import comb, isqrt
from typing import Any

from lakatos.claims import cartesian_product, complement, from_edges, line_graph

Parameters = tuple[int, ...]
Edges = Iterable[tuple[int, int]]


@dataclass(frozen=True)
class Family:
    """A family of graphs.

    Attributes:
        made: the member with some parameters.
        parameters: those of the members of an order.
        trees: whether all members are trees.
    """

    made: Callable[..., Any]
    parameters: Callable[[int], Iterator[Parameters]]
    trees: bool = False


def members(order: int, *, trees: bool) -> Iterator[tuple[Family, Parameters]]:
    """Every family with the parameters of its members of this order; of trees only, if so wanted."""
    for family in TREES if trees else (*OTHERS, *TREES):
        for chosen in family.parameters(order):
            yield family, chosen


def _made(order: int, edges: Edges) -> Any:
    """The graph with these edges; a rule may name a vertex as its own neighbour, which is no edge."""
    return from_edges(order, [(u, v) for u, v in edges if u != v])


def _hung(parents: list[int]) -> Any:
    """The tree in which vertex v + 1 hangs on ``parents[v]``."""
    return from_edges(len(parents) + 1, [(parent, v + 1) for v, parent in enumerate(parents)])


def sums(total: int, parts: int) -> Iterator[Parameters]:
    """Non-negative numbers with a given sum, in every way."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in sums(total - first, parts - 1):
            yield (first, *rest)


# Trees.


def _double_broom(a: int, b: int, k: int) -> Any:
    """Two stars with a and b leaves, the hubs joined by a path with k vertices between them; paths and stars too."""
    return _hung([*range(k + 1), *[0] * a, *[k + 1] * b])


def _double_brooms(order: int) -> Iterator[Parameters]:
    yield from ((a, b, k) for k in range(order - 1) for a, b in sums(order - 2 - k, 2) if a >= b)


def _spider(legs: int, length: int, others: int, longer: int) -> Any:
    """Paths from one vertex, some of one length and some of another."""
    parents: list[int] = []
    for size in [length] * legs + [longer] * others:
        for step in range(size):
            parents.append(0 if step == 0 else len(parents))
    return _hung(parents)


def _spiders(order: int) -> Iterator[Parameters]:
    for longer in range(2, order):
        for others in range(1, (order - 1) // longer + 1):
            rest = order - 1 - others * longer
            yield from ((rest // d, d, others, longer) for d in range(1, longer) if rest and rest % d == 0)
            if not rest and others > 2:
                yield 0, 1, others, longer


def _levels(*widths: int) -> Any:
    """A rooted tree: every vertex of a level has the same number of children."""
    parents: list[int] = []
    level = [0]
    for width in widths:
        below = []
        for v in level:
            for _ in range(width):
                parents.append(v)
                below.append(len(parents))
        level = below
    return _hung(parents)


def _level_widths(order: int) -> Iterator[Parameters]:
    def deeper(size: int, rest: int, depth: int) -> Iterator[Parameters]:
        # So many vertices on the last level, so many still to be placed.
        if rest == 0:
            yield ()
        elif depth < 5:
            for width in range(1, rest // size + 1):
                for more in deeper(size * width, rest - size * width, depth + 1):
                    yield (width, *more)

    yield from (widths for widths in deeper(1, order - 1, 0) if len(widths) > 1)


def _caterpillar(length: int, first: int, second: int, ends: int) -> Any:
    """A path whose vertices have, in turn, two numbers of leaves; and its two ends some more."""
    parents = list(range(length - 1))
    for v in range(length):
        parents += [v] * ((second if v % 2 else first) + (ends if v in (0, length - 1) else 0))
    return _hung(parents)


def _caterpillars(order: int) -> Iterator[Parameters]:
    for length in range(3, order):
        even, odd = (length + 1) // 2, length // 2
        for first in range((order - length) // even + 1):
            for second in range((order - length - first * even) // odd + 1):
                ends, left = divmod(order - length - first * even - second * odd, 2)
                if not left:
                    yield length, first, second, ends


TREES = (
    Family(_double_broom, _double_brooms, trees=True),
    Family(_spider, _spiders, trees=True),
    Family(_levels, _level_widths, trees=True),
    Family(_caterpillar, _caterpillars, trees=True),
)


# Other graphs.


def _joined(first: str, second: str) -> Family:
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

    return Family(made, lambda order: (p for p in sums(order - 2, 3)) if order > 1 else iter(()))


def _circulant(order: int, code: int) -> Any:
    """Vertices around a circle, joined at the distances that the binary digits of the code name."""
    jumps = [d + 1 for d in range(order // 2) if code >> d & 1]
    return _made(order, [(v, (v + d) % order) for v in range(order) for d in jumps])


def _circulants(order: int) -> Iterator[Parameters]:
    codes = range(2 ** (order // 2)) if order <= 24 else _sparse(order // 2)
    return ((order, code) for code in codes)


def _sparse(digits: int) -> Iterator[int]:
    """Codes with at most three digits 1."""
    return (
        sum(1 << d for d in chosen) for count in range(4) for chosen in itertools.combinations(range(digits), count)
    )


def _residues(order: int, power: int) -> Any:
    """The circulant of the k-th powers modulo the order (Paley's graph for squares modulo a prime)."""
    powers = {pow(v, power, order) for v in range(1, order)}
    return _made(order, [(v, (v + d) % order) for v in range(order) for d in powers])


def _petersen(n: int, k: int) -> Any:
    """The generalised Petersen graph: a circle of n, spokes, and an inner star polygon of step k."""
    inner = [(n + v, n + (v + k) % n) for v in range(n)]
    return _made(2 * n, [*((v, (v + 1) % n) for v in range(n)), *((v, n + v) for v in range(n)), *inner])


def _petersens(order: int) -> Iterator[Parameters]:
    n, odd = divmod(order, 2)
    return iter(()) if odd or n < 3 else ((n, k) for k in range(1, (n + 1) // 2))


def _mycielski(n: int, times: int) -> Any:
    """Mycielski's construction, applied to a cycle (or an edge) of n vertices some number of times."""
    order, edges = n, [(v, (v + 1) % n) for v in range(n if n > 2 else 1)]
    for _ in range(times):
        edges = [*edges, *((u, v + order) for u, v in edges), *((v, u + order) for u, v in edges),
                 *((v + order, 2 * order) for v in range(order))]  # fmt: skip
        order = 2 * order + 1
    return _made(order, edges)


def _mycielskis(order: int) -> Iterator[Parameters]:
    for times in range(1, 5):
        n, left = divmod(order + 1, 2**times)
        if not left and n > 2:
            yield n - 1, times


def _multipartite(*sizes: int) -> Any:
    part = [i for i, size in enumerate(sizes) for _ in range(size)]
    return _made(len(part), [(u, v) for u, v in itertools.combinations(range(len(part)), 2) if part[u] != part[v]])


def _partitions(order: int) -> Iterator[Parameters]:
    """The order as a sum of two to four positive numbers that do not rise, and as equal ones."""
    for parts in (2, 3, 4):
        yield from (p for p in sums(order, parts) if min(p) > 0 and sorted(p, reverse=True) == list(p))
    yield from ((order // k,) * k for k in range(5, order + 1) if order % k == 0)


def _hypercube(d: int) -> Any:
    return _made(2**d, [(v, v ^ 1 << i) for v in range(2**d) for i in range(d)])


def _grid(a: int, b: int, wrapped: int) -> Any:
    """A grid of a by b, open, or closed in one direction or both."""
    across = [(i * b + j, i * b + (j + 1) % b) for i in range(a) for j in range(b if wrapped else b - 1)]
    down = [(i * b + j, (i + 1) % a * b + j) for i in range(a if wrapped > 1 else a - 1) for j in range(b)]
    return _made(a * b, [*across, *down])


def _grids(order: int) -> Iterator[Parameters]:
    return ((a, order // a, w) for a in range(2, order // 2 + 1) if order % a == 0 for w in range(3))


def _subsets(n: int, k: int, common: int) -> Any:
    """The k-subsets of n things, joined if they have so many in common: none in Kneser's graphs, k - 1 in Johnson's."""
    sets = [set(chosen) for chosen in itertools.combinations(range(n), k)]
    pairs = itertools.combinations(range(len(sets)), 2)
    return _made(len(sets), [(u, v) for u, v in pairs if len(sets[u] & sets[v]) == common])


def _subset_sizes(order: int) -> Iterator[Parameters]:
    for k in range(2, 5):
        for n in range(2 * k, order + 1):
            if comb(n, k) >= order:
                yield from ((n, k, common) for common in range(k) if comb(n, k) == order)
                break


def _windmill(count: int, size: int, leaves: int) -> Any:
    """Cliques that share one vertex, which has leaves besides."""
    edges = [(0, v) for v in range(1, count * size + leaves + 1)]
    for i in range(count):
        edges += itertools.combinations(range(1 + i * size, 1 + (i + 1) * size), 2)
    return _made(len(edges) and max(v for _, v in edges) + 1, edges)


def _windmills(order: int) -> Iterator[Parameters]:
    for size in range(2, order):
        yield from ((count, size, order - 1 - count * size) for count in range(1, (order - 1) // size + 1))


def _split(clique: int, leaves: int, extra: int) -> Any:
    """A clique each of whose vertices has some leaves, the first of them more."""
    edges = list(itertools.combinations(range(clique), 2))
    order = clique
    for v in range(clique):
        count = leaves + (extra if v == 0 else 0)
        edges += [(v, w) for w in range(order, order + count)]
        order += count
    return _made(order, edges)


def _splits(order: int) -> Iterator[Parameters]:
    for clique in range(3, order + 1):
        yield from ((clique, k, order - clique * (1 + k)) for k in range((order - clique) // clique + 1))


def _crowned(clique: int, others: int, leaves: int) -> Any:
    """A clique, further vertices that are joined to all of it and not to each other, and leaves on some of these."""
    edges = [(u, v) for u in range(clique) for v in range(u + 1, clique + others)]
    return _made(clique + others + leaves, [*edges, *((clique + i, clique + others + i) for i in range(leaves))])


def _crowns(order: int) -> Iterator[Parameters]:
    return (p for p in sums(order, 3) if p[0] > 0 and p[1] >= max(2, p[2]))


# What operations make of simple graphs.


def _base(kind: int, n: int) -> Any:
    """A path, a cycle, a star, a clique or a balanced complete bipartite graph of n vertices."""
    if kind == 0:
        return _made(n, [(v, v + 1) for v in range(n - 1)])
    if kind == 1:
        return _made(n, [(v, (v + 1) % n) for v in range(n)])
    if kind == 2:
        return _made(n, [(0, v) for v in range(1, n)])
    return _multipartite(*[1] * n) if kind == 3 else _multipartite(n // 2, n - n // 2)


def _operated(operation: int, kind: int, n: int) -> Any:
    """The complement, prism, cone, corona or subdivision of a simple graph."""
    g = _base(kind, n)
    edges = [(u, v) for u in range(n) for v in g[u] if u < v]
    if operation == 0:
        return complement(g)
    if operation == 1:
        return cartesian_product(g, ((1,), (0,)))
    if operation == 2:
        return _made(n + 1, [*edges, *((v, n) for v in range(n))])
    if operation == 3:
        return _made(2 * n, [*edges, *((v, n + v) for v in range(n))])
    halves = [half for i, (u, v) in enumerate(edges) for half in ((u, n + i), (v, n + i))]
    return _made(n + len(edges), halves)


def _operations(order: int) -> Iterator[Parameters]:
    for kind in range(5):
        yield 0, kind, order
        if order % 2 == 0:
            yield 1, kind, order // 2
            yield 3, kind, order // 2
        if order > 1:
            yield 2, kind, order - 1
    for n in range(3, order):
        sizes = (n - 1, n, n - 1, n * (n - 1) // 2, n // 2 * (n - n // 2))
        yield from ((4, kind, n) for kind in range(3, 5) if n + sizes[kind] == order)


def _rook(a: int, b: int, opposite: int) -> Any:
    """The line graph of a complete bipartite graph, or its complement."""
    g = line_graph(_multipartite(a, b))
    return complement(g) if opposite else g


def _rooks(order: int) -> Iterator[Parameters]:
    return ((a, order // a, o) for a in range(2, isqrt(order) + 1) if order % a == 0 for o in range(2))


def _power_residues(order: int) -> Iterator[Parameters]:
    return ((order, power) for power in range(2, 5) if order > 4)


def _dimensions(order: int) -> Iterator[Parameters]:
    return iter(((order.bit_length() - 1,),) if order > 1 and order & (order - 1) == 0 else ())


OTHERS = (
    Family(_petersen, _petersens),
    Family(_mycielski, _mycielskis),
    Family(_residues, _power_residues),
    Family(_subsets, _subset_sizes),
    Family(_rook, _rooks),
    Family(_hypercube, _dimensions),
    Family(_grid, _grids),
    Family(_operated, _operations),
    Family(_multipartite, _partitions),
    Family(_windmill, _windmills),
    Family(_split, _splits),
    Family(_crowned, _crowns),
    Family(_circulant, _circulants),
    _joined("star", "clique"),
    _joined("clique", "clique"),
    _joined("cycle", "clique"),
    _joined("cycle", "star"),
    _joined("cycle", "cycle"),
)
