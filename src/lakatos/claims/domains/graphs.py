"""Simple graphs and trees: adjacency lists, listed once up to isomorphism, the smallest order first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random
from typing import Any

from lakatos.claims.domains.base import Condition, Count, Domain, between, bounds_of
from lakatos.claims.fast import enumerate as listed
from lakatos.claims.fast.graphs import Graph
from lakatos.claims.plain import graphs as plain
from lakatos.claims.plain.membership import is_integer


class Graphs(Domain):
    """Graphs of every order in a range that have the given properties.

    A graph is the tuple of its adjacency lists: ``g[v]`` are the neighbours of vertex v in ascending order, ``len(g)``
    is the order.
    """

    def __init__(self, order: Count, properties: dict[str, Callable[[Graph], bool]], *, noun: str = "graph") -> None:
        self.least, self.most = bounds_of(order, "n")
        self.levels = None if self.most is None else self.most - self.least + 1
        self.properties, self.noun = properties, noun

    def conditions(self, x: str) -> list[Condition]:
        order = f"is_integer(len({x}), {self.least}, {self.most})"
        return [
            Condition(f"{x} is a simple graph", f"is_graph({x})", (plain.is_graph,), form=True),
            Condition(f"the order of {x} is{between(self.least, self.most)}", order, (is_integer,)),
            *(
                Condition(f"{x} is {says}", f"{test.__name__}({x})", (test,))
                for says, test in self.properties.items()
            ),
        ]  # fmt: skip

    def says(self) -> str:
        return f"{self._kind()} of order{between(self.least, self.most)}"

    def up_to(self, x: str, level: int) -> str:
        return f"{x}, {self._kind()} of order {self.least} to {self.least + level}, up to isomorphism"

    def _kind(self) -> str:
        adjectives = [says for says in self.properties if says != "a tree"]
        return f"a {', '.join(adjectives)}{' ' if adjectives else ''}{self.noun}"

    def level(self, value: Graph) -> int:
        return len(value) - self.least

    def size(self, value: Graph) -> tuple[Any, ...]:
        return (self.level(value), sum(map(len, value)) // 2, value)

    def at(self, level: int) -> Iterator[Graph]:
        order = self.least + level
        tests = self.properties.values()
        connected = plain.is_connected in tests
        if plain.is_tree in tests:
            source = listed.trees(order)
        elif plain.is_cubic in tests:
            source = listed.cubic(order, connected=connected)
        else:
            source = listed.graphs(order, connected=connected)
        return (g for g in source if all(test(g) for test in self.properties.values()))

    def sample(self, rng: Random, spread: int) -> Graph:
        most = self.least + spread if self.most is None else min(self.most, self.least + spread)
        order = rng.randint(max(1, self.least), max(1, self.least, most))
        if plain.is_tree in self.properties.values():
            return _random_tree(rng, order)
        if plain.is_cubic in self.properties.values():
            return _random_cubic(rng, max(4, order + order % 2))
        chance = rng.random()
        # A connected graph is a tree and more edges.
        connected = plain.is_connected in self.properties.values()
        chosen = set(plain.edges(_random_tree(rng, order))) if connected else set()
        side = (
            [rng.randrange(2) for _ in range(order)] if plain.is_bipartite in self.properties.values() else range(order)
        )
        chosen |= {
            (u, v) for u in range(order) for v in range(u + 1, order) if rng.random() < chance and side[u] != side[v]
        }
        return plain.from_edges(order, sorted(chosen))  # type: ignore[no-any-return]

    def neighbour(self, rng: Random, value: Graph) -> Graph:
        order = len(value)
        chosen = set(plain.edges(value))
        if plain.is_tree in self.properties.values():
            return self._regrafted(rng, value)
        if plain.is_cubic in self.properties.values():
            return self._switched(rng, value)
        change = rng.random()
        if change < 0.2 and (self.most is None or order < self.most):
            chosen |= {(v, order) for v in rng.sample(range(order), min(order, rng.randint(1, 3)))}
            order += 1
        elif change < 0.35 and order > self.least and order > 1:
            return plain.induced_subgraph(value, sorted(set(range(order)) - {rng.randrange(order)}))  # type: ignore[no-any-return]
        elif order > 1:
            for _ in range(rng.choice((1, 1, 2))):
                u, v = sorted(rng.sample(range(order), 2))
                chosen ^= {(u, v)}
        return plain.from_edges(order, sorted(chosen))  # type: ignore[no-any-return]

    def _regrafted(self, rng: Random, tree: Graph) -> Graph:
        """The tree with a leaf added, taken away, or hung elsewhere; or with a whole branch hung elsewhere."""
        order = len(tree)
        change = rng.random()
        if order > 3 and change > 0.8:
            return _pruned(rng, tree)
        if order < 2 or (change < 0.25 and (self.most is None or order < self.most)):
            return plain.from_edges(order + 1, [*plain.edges(tree), (rng.randrange(order), order)])  # type: ignore[no-any-return]
        leaf = rng.choice([v for v in range(order) if len(tree[v]) == 1])
        rest = [e for e in plain.edges(tree) if leaf not in e]
        if change < 0.5 and order > max(2, self.least):
            return plain.from_edges(order - 1, [(u - (u > leaf), v - (v > leaf)) for u, v in rest])  # type: ignore[no-any-return]
        host = rng.choice([v for v in range(order) if v != leaf])
        return plain.from_edges(order, [*rest, (min(leaf, host), max(leaf, host))])  # type: ignore[no-any-return]

    def _switched(self, rng: Random, g: Graph) -> Graph:
        """The graph with the ends of two edges exchanged, which leaves all degrees; now and then one of another order.

        Any two graphs with the same degrees are joined by such switches (Petersen 1891, Taylor 1981).
        """
        if not g or rng.random() < 0.05:
            return self.sample(rng, len(g) - self.least + 2)
        chosen = set(plain.edges(g))
        for _ in range(20):
            (a, b), (c, d) = rng.sample(sorted(chosen), 2)
            if rng.random() < 0.5:
                c, d = d, c
            new = {(min(a, c), max(a, c)), (min(b, d), max(b, d))}
            if len({a, b, c, d}) == 4 and not new & chosen:
                return plain.from_edges(len(g), sorted(chosen - {(a, b), (min(c, d), max(c, d))} | new))  # type: ignore[no-any-return]
        return g

    def smaller(self, value: Graph) -> Iterator[Graph]:
        order = len(value)
        if order > self.least:
            for v in sorted(range(order), key=lambda v: len(value[v])):
                yield plain.induced_subgraph(value, sorted(set(range(order)) - {v}))
        chosen = plain.edges(value)
        for i in range(len(chosen)):
            yield plain.from_edges(order, chosen[:i] + chosen[i + 1 :])

    def read(self, data: Any) -> Graph:
        """A graph as adjacency lists, as {"order": 3, "edges": [[0, 1], [1, 2]]}, or in graph6."""
        if isinstance(data, str):
            return listed.from_graph6(data)
        if isinstance(data, dict):
            return _from_edges(data)
        if not isinstance(data, list) or not all(isinstance(row, list) for row in data):
            raise ValueError(f"{data!r} is no graph: {HOW}")
        for row in data:
            if not all(isinstance(w, int) and not isinstance(w, bool) and 0 <= w < len(data) for w in row):
                raise ValueError(f"a row of neighbours is not of vertices 0, ..., {len(data) - 1}: {HOW}")
        return tuple(tuple(sorted(row)) for row in data)

    def show(self, value: Graph) -> str:
        edges = ", ".join(f"{u}-{v}" for u, v in plain.edges(value))
        return f"{len(value)} vertices, edges {edges}" if edges else f"{len(value)} vertices, no edges"


def renumberings(g: Graph) -> Iterator[Graph]:
    """The same graph with its vertices numbered otherwise: in every way up to order 4, in two ways above."""
    order = len(g)
    last = order - 1
    few = [
        tuple(last - v for v in range(order)),
        tuple((v * 2) % order if order % 2 else last - v ^ 1 for v in range(order)),
    ]
    for p in permutations(range(order)) if order <= 4 else few:
        if sorted(p) == list(range(order)):
            back = {new: old for old, new in enumerate(p)}
            yield tuple(tuple(sorted(p[w] for w in g[back[v]])) for v in range(order))


def shuffled(g: Graph, rng: Random, count: int) -> Iterator[Graph]:
    """The same graph with its vertices numbered at random, some times over."""
    for _ in range(count):
        numbers = list(range(len(g)))
        rng.shuffle(numbers)
        rows = sorted((numbers[v], tuple(sorted(numbers[w] for w in row))) for v, row in enumerate(g))
        yield tuple(row for _, row in rows)


HOW = 'give adjacency lists [[1], [0]], {"order": 2, "edges": [[0, 1]]}, or graph6 text'


def graphs(
    n: Count = (0, None),
    *,
    connected: bool = False,
    bipartite: bool = False,
    cubic: bool = False,
    triangle_free: bool = False,
    bridgeless: bool = False,
    such_that: Callable[[Graph], bool] | None = None,
) -> Graphs:
    """Simple graphs of order ``n`` (a number, a range, or (least, most)) with the properties asked for.

    ``such_that`` is any further plain function of a graph, named for what it says ("planar", "is_vertex_transitive").
    """
    wanted = {
        "connected": (connected, plain.is_connected),
        "bipartite": (bipartite, plain.is_bipartite),
        "cubic": (cubic, plain.is_cubic),
        "triangle-free": (triangle_free, plain.is_triangle_free),
        "bridgeless": (bridgeless, plain.is_bridgeless),
    }
    properties = {says: test for says, (asked, test) in wanted.items() if asked}
    if such_that is not None:
        properties[such_that.__name__.removeprefix("is_").replace("_", " ")] = such_that
    return Graphs(n, properties)


def trees(n: Count = (1, None)) -> Graphs:
    """Trees of order ``n`` (a number, a range, or (least, most))."""
    return Graphs(n, {"a tree": plain.is_tree}, noun="tree")


def _random_tree(rng: Random, order: int) -> Graph:
    """Each new vertex hangs on an earlier one: any of them, or, as often, one of few, which makes stars and brooms."""
    few = rng.randint(1, max(1, order - 1))
    edges = [(rng.randrange(min(v, few)) if rng.random() < 0.7 else rng.randrange(v), v) for v in range(1, order)]
    return plain.from_edges(order, edges)  # type: ignore[no-any-return]


def _pruned(rng: Random, tree: Graph) -> Graph:
    """The tree with the branch beyond an edge cut off, and hung on a vertex of the rest by a vertex of its own."""
    chosen = plain.edges(tree)
    u, v = rng.choice(chosen)
    branch, stack = {v}, [v]
    while stack:
        new = {w for w in tree[stack.pop()] if w != u} - branch
        branch |= new
        stack.extend(new)
    rest = [w for w in range(len(tree)) if w not in branch]
    ends = sorted((rng.choice(rest), rng.choice((v, rng.choice(sorted(branch))))))
    return plain.from_edges(len(tree), [*(e for e in chosen if e != (u, v)), tuple(ends)])  # type: ignore[no-any-return]


def _random_cubic(rng: Random, order: int) -> Graph:
    import networkx as nx

    g = nx.random_regular_graph(3, order, seed=rng.randrange(2**31))
    return tuple(tuple(sorted(g[v])) for v in range(order))


def _from_edges(data: dict[str, Any]) -> Graph:
    order, edges = data.get("order"), data.get("edges")
    if set(data) != {"order", "edges"} or not isinstance(order, int) or isinstance(order, bool) or order < 0:
        raise ValueError(f"{sorted(data)} does not describe a graph: {HOW}")
    if order > 10_000:
        raise ValueError(f"a graph of order {order} is not read: at most 10,000")
    neighbours: list[set[int]] = [set() for _ in range(order)]
    for edge in edges if isinstance(edges, list) else [edges]:
        ends = edge if isinstance(edge, list) else []
        if len(ends) != 2 or not all(isinstance(v, int) and not isinstance(v, bool) and 0 <= v < order for v in ends):
            raise ValueError(f"{edge!r} is no edge between vertices 0, ..., {order - 1}")
        u, v = ends
        if u == v:
            raise ValueError(f"{edge!r} is a loop: graphs here are simple")
        neighbours[u].add(v)
        neighbours[v].add(u)
    return tuple(tuple(sorted(row)) for row in neighbours)
