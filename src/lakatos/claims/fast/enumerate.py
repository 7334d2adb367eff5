"""All small graphs up to isomorphism, one of each, and the graph6 format in which others list them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from lakatos.claims.fast.graphs import Graph, refined

#: networkx carries the atlas of Read and Wilson, all graphs up to this order.
ATLAS_ORDER = 7
GRAPH6_HEADER = ">>graph6<<"


def trees(order: int) -> Iterator[Graph]:
    """All trees of this order, one of each isomorphism class.

    The algorithm of R. A. Wright, B. Richmond, A. Odlyzko and B. D. McKay (Constant time generation of free trees,
    1986), in networkx. There is no tree without vertices.
    """
    if order < 2:
        yield from [((),)][:order]
        return
    import networkx as nx

    for tree in nx.nonisomorphic_trees(order):
        yield _from_pairs(order, tree.edges)


def graphs(order: int, *, connected: bool = False) -> Iterator[Graph]:
    """All graphs of this order, one of each isomorphism class, in the labelling of ``canonical``.

    Up to 7 vertices from an atlas; beyond, by ``extensions`` of the graphs with one vertex fewer. They are made one
    by one as they are asked for. The empty graph does not count as connected.
    """
    found = _from_atlas(order) if order <= ATLAS_ORDER else (h for g in graphs(order - 1) for h in extensions(g))
    return (g for g in found if _connected(g)) if connected else found


def extensions(parent: Graph) -> Iterator[Graph]:
    """The canonical graphs with one vertex more that have ``parent``, itself canonical, as their parent.

    B. D. McKay's canonical augmentation (Isomorph-free exhaustive generation, 1998): the parent of a graph is what is
    left without one of its vertices, chosen by the structure alone. So every graph has one parent, and graphs
    of different parents need not be compared.
    """
    order = len(parent)
    degrees = [len(row) for row in parent]
    most = max(degrees, default=0)
    seen = set()
    for degree in range(most, order + 1):
        # The vertex chosen is one of largest degree, so only such a vertex needs to be added.
        saturated = {v for v in range(order) if degrees[v] == degree}
        for near in combinations(range(order), degree):
            if saturated.intersection(near):
                continue
            joined = set(near)
            child = canonical(
                (*((*row, order) if v in joined else row for v, row in enumerate(parent)), near),
            )
            if child in seen:
                continue
            seen.add(child)
            if canonical(_without(child, _chosen(child))) == parent:
                yield child


def cubic(order: int, *, connected: bool = False) -> Iterator[Graph]:
    """All graphs of this order in which every vertex has degree 3, one of each isomorphism class.

    Vertex by vertex: one that has some but not all of its edges gets the rest in every possible way, and one graph
    of each class is kept.
    """
    level: set[Graph] = set()
    following: set[Graph] = {tuple(() for _ in range(order))}
    while following != level:
        level = following
        following = {canonical(h) for g in level for h in _completed(g, 3)}
    yield from (g for g in sorted(level) if not connected or _connected(g))


def _completed(g: Graph, degree: int) -> Iterator[Graph]:
    """The graph with one more vertex of this degree, or itself if there are only such; none where that fails."""
    missing = [v for v in range(len(g)) if len(g[v]) < degree]
    if not missing:
        yield g
        return
    v = max(missing, key=lambda v: len(g[v]))
    others = [w for w in missing if w != v and w not in g[v]]
    for ends in combinations(others, degree - len(g[v])):
        rows = [set(row) for row in g]
        rows[v].update(ends)
        for w in ends:
            rows[w].add(v)
        yield tuple(tuple(sorted(row)) for row in rows)


def canonical(g: Graph) -> Graph:
    """The graph in a labelling that is the same for isomorphic graphs.

    Colour refinement, and individualisation of the vertices of the first ambiguous colour in turn; the least of the
    graphs that this leads to is canonical. Two paths to the same graph show an automorphism, and a vertex is not
    tried if one takes it to a vertex tried before (B. D. McKay, Practical graph isomorphism, 1981, in its simplest
    form). Meant for up to a dozen vertices.
    """
    order = len(g)
    near = [sum([1 << w for w in row]) for row in g]
    best: list[tuple[int, ...]] = []
    labelling: list[int] = []
    automorphisms: list[list[int]] = []

    def search(colours: list[int], fixed: tuple[int, ...]) -> None:
        nonlocal best, labelling
        colours, count = refined(g, colours)
        if count == order:
            rows: list[tuple[int, ...]] = [()] * order
            for v, row in enumerate(g):
                rows[colours[v]] = tuple(sorted([colours[w] for w in row]))
            if not best or rows < best:
                best, labelling = rows, colours
            elif rows == best:
                vertex = [0] * order
                for v, label in enumerate(labelling):
                    vertex[label] = v
                automorphisms.append([vertex[label] for label in colours])
            return
        sizes = [0] * count
        for colour in colours:
            sizes[colour] += 1
        target = next(colour for colour in range(count) if sizes[colour] > 1)
        tried: list[int] = []
        for v in range(order):
            if colours[v] == target and not _alike(v, tried, near, automorphisms, fixed):
                tried.append(v)
                apart = [2 * colour for colour in colours]
                apart[v] -= 1
                search(apart, (*fixed, v))

    search([0] * order, ())
    return tuple(best)


def _alike(
    v: int, tried: Sequence[int], near: Sequence[int], automorphisms: Sequence[Sequence[int]], fixed: Sequence[int]
) -> bool:
    """Whether an automorphism that is known, and leaves the vertices ``fixed``, takes ``v`` to one tried before."""
    for u in tried:
        both = ~(1 << u | 1 << v)
        if near[u] & both == near[v] & both:
            return True
    generators = [a for a in automorphisms if all(a[w] == w for w in fixed)]
    orbit, stack = {v}, [v]
    while stack and generators:
        w = stack.pop()
        for a in generators:
            if a[w] not in orbit:
                orbit.add(a[w])
                stack.append(a[w])
    return not orbit.isdisjoint(tried)


def _chosen(g: Graph) -> int:
    """The vertex of a canonical graph without which it is its parent: the last one of largest degree."""
    return max(range(len(g)), key=lambda v: (len(g[v]), v))


def _without(g: Graph, gone: int) -> Graph:
    """The graph without a vertex; those after it move down by one."""
    return tuple(tuple([w - (w > gone) for w in row if w != gone]) for v, row in enumerate(g) if v != gone)


def _connected(g: Graph) -> bool:
    """Whether there is exactly one component."""
    unseen = set(range(len(g)))
    stack = [0] if g else []
    unseen.difference_update(stack)
    while stack:
        found = unseen.intersection(g[stack.pop()])
        unseen -= found
        stack.extend(found)
    return bool(g) and not unseen


def _from_atlas(order: int) -> Iterator[Graph]:
    """The graphs of this order in the atlas that networkx carries."""
    return iter(_atlas()[order])


@cache
def _atlas() -> dict[int, list[Graph]]:
    """The 1,253 graphs of the atlas, by order: reading them takes as long as judging hundreds of them."""
    from networkx.generators.atlas import graph_atlas_g

    found: dict[int, list[Graph]] = {order: [] for order in range(ATLAS_ORDER + 1)}
    for g in graph_atlas_g():
        found[len(g)].append(canonical(_from_pairs(len(g), g.edges)))
    return found


def _from_pairs(order: int, pairs: Iterator[tuple[int, int]]) -> Graph:
    """The graph with these edges."""
    rows: list[list[int]] = [[] for _ in range(order)]
    for v, w in pairs:
        rows[v].append(w)
        rows[w].append(v)
    return tuple(tuple(sorted(row)) for row in rows)


def to_graph6(g: Graph) -> str:
    """The graph in graph6 format, without a header (B. D. McKay, formats.txt of nauty)."""
    order = len(g)
    if order > 258_047:
        raise ValueError(f"graph6 is written here for at most 258,047 vertices, not {order:,}")
    head = [order] if order < 63 else [63, order >> 12, order >> 6 & 63, order & 63]
    bits = [int(v in row) for w, row in ((w, set(g[w])) for w in range(order)) for v in range(w)]
    bits += [0] * (-len(bits) % 6)
    body = [int("".join(map(str, bits[i : i + 6])), 2) for i in range(0, len(bits), 6)]
    return "".join(chr(63 + value) for value in head + body)


def from_graph6(text: str) -> Graph:
    """The graph that a line in graph6 format stands for; the header and white space around it are optional.

    Raises:
        ValueError: if it is not a graph in that format; every graph has one text, so padding must be zero.
    """
    line = text.strip().removeprefix(GRAPH6_HEADER)
    values = [ord(character) - 63 for character in line]
    odd = next((character for character, value in zip(line, values, strict=True) if not 0 <= value < 64), None)
    if odd is not None:
        raise ValueError(f"not graph6: {odd!r} is not one of the characters '?' to '~'")
    if not values:
        raise ValueError("not graph6: the text is empty")
    if values[0] < 63:
        order, body = values[0], values[1:]
    elif len(values) >= 4 and values[1] < 63:
        order, body = values[1] << 12 | values[2] << 6 | values[3], values[4:]
    else:
        raise ValueError("not graph6: the number of vertices is cut short, or beyond 258,047")
    pairs = order * (order - 1) // 2
    if len(body) != -(-pairs // 6):
        raise ValueError(
            f"not graph6: {order} vertices take {-(-pairs // 6)} characters after their number, not {len(body)}"
        )
    if values[0] == 63 and order < 63:
        raise ValueError(f"not graph6: the number of vertices, {order}, takes one character")
    bits = [value >> shift & 1 for value in body for shift in range(5, -1, -1)]
    if any(bits[pairs:]):
        raise ValueError("not graph6: there are bits after the last pair of vertices")
    return _from_pairs(order, ((v, w) for (w, v), bit in zip(_pairs(order), bits, strict=False) if bit))


def _pairs(order: int) -> Iterator[tuple[int, int]]:
    """The pairs (w, v) with v < w in the order in which graph6 lists them."""
    return ((w, v) for w in range(order) for v in range(w))
