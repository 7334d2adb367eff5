"""Where to draw the vertices of a graph: by its symmetry if it shows one, else by distances with few crossings.

The same graph gets the same places. Components are laid out one by one and put side by side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from lakatos.drawing.symmetry import circulant, rotation

Point = tuple[float, float]
Adjacency = Sequence[Sequence[int]]


def layout(g: Adjacency) -> list[Point]:
    """A place for each vertex of a graph, which is a list of neighbours for each vertex."""
    return list(_laid_out(tuple(map(tuple, g))))


@lru_cache(maxsize=32)
def _laid_out(g: tuple[tuple[int, ...], ...]) -> list[Point]:
    places: list[Point] = [(0.0, 0.0)] * len(g)
    parts = sorted(_components(g), key=lambda part: (-len(part), part))
    drawn = []
    for part in parts:
        at = {v: i for i, v in enumerate(part)}
        drawn.append(_to_origin(_connected([[at[w] for w in g[v]] for v in part])))
    for part, points in zip(parts, _beside_each_other(drawn), strict=True):
        for v, (x, y) in zip(part, points, strict=True):
            # Rounded, so that the last bits of a minimisation do not show.
            places[v] = (round(x, 3), round(y, 3))
    return places


def _connected(g: Adjacency) -> list[Point]:
    order, size = len(g), sum(map(len, g)) // 2
    if order <= 2:
        return [(float(v), 0.0) for v in range(order)]
    if size >= order:
        around = circulant(g)
        if around is not None:
            return _rings(g, [around[0]])
        turned = rotation(g)
        if turned is not None:
            return _rings(g, turned)
    return _by_distance(g)


def _rings(g: Adjacency, cycles: list[list[int]]) -> list[Point]:
    """Orbits of a turn on circles around the middle, a vertex that stays put in it."""
    places: dict[int, Point] = {c[0]: (0.0, 0.0) for c in cycles if len(c) == 1}
    rings = _outside_first(g, [c for c in cycles if len(c) > 1])
    inner = bool(places)
    for which, ring in enumerate(rings):
        radius = (len(rings) - which + inner * 0.3) / (len(rings) + inner * 0.3)
        radius *= max(1.2, len(ring) / (2 * math.pi)) * (1 + 0.5 * (len(rings) - 1))
        candidates = [_on_circle(ring, radius, half / 2) for half in range(2 * len(ring))] if which else []
        best = min(candidates, key=lambda c: _length(g, places | c)) if which else _on_circle(ring, radius, 0)
        places |= best
    return [places[v] for v in range(len(g))]


def _outside_first(g: Adjacency, rings: list[list[int]]) -> list[list[int]]:
    """Each ring in its best order under the turn, the ring whose neighbours on it are adjacent outermost."""
    if not rings:
        return rings
    length = len(rings[0])
    powers = [k for k in range(1, length // 2 + 1) if math.gcd(k, length) == 1]

    def ordered(power: int) -> list[list[int]]:
        # All rings are read with one power of the turn, or the picture would not show it.
        return [[ring[power * i % length] for i in range(length)] for ring in rings]

    def runs(ring: list[int]) -> bool:
        return ring[1] in g[ring[0]]

    def jump(ring: list[int]) -> int:
        return min((d for d in range(1, length // 2 + 1) if ring[d] in g[ring[0]]), default=length)

    best = max((ordered(k) for k in powers), key=lambda rs: sum(map(runs, rs)))
    return sorted(best, key=lambda ring: (jump(ring), sum(len(g[v]) for v in ring)))


def _on_circle(ring: list[int], radius: float, turn: float) -> dict[int, Point]:
    angles = (math.pi / 2 - 2 * math.pi * (i + turn) / len(ring) for i in range(len(ring)))
    return {v: (radius * math.cos(a), radius * math.sin(a)) for v, a in zip(ring, angles, strict=True)}


def _length(g: Adjacency, places: dict[int, Point]) -> float:
    # Rounded, as several turns of a ring may be equally good.
    return round(sum(math.dist(places[v], places[w]) for v in places for w in g[v] if w in places), 6)


def _by_distance(g: Adjacency) -> list[Point]:
    """Kamada and Kawai's layout, from several starts: the one in which the fewest edges cross."""
    import networkx as nx

    graph = nx.Graph([(v, w) for v in range(len(g)) for w in g[v]])
    starts = [nx.circular_layout(sorted(graph))]
    planar, _ = nx.check_planarity(graph)
    if planar:
        starts.insert(0, nx.planar_layout(graph))
    if graph.number_of_edges() == len(g) - 1:
        starts.insert(0, nx.bfs_layout(graph, nx.center(graph)[0]))
    best: tuple[int, list[Point]] | None = None
    for start in starts:
        placed = nx.kamada_kawai_layout(graph, pos=start)
        points = [(float(placed[v][0]), float(placed[v][1])) for v in range(len(g))]
        crossings = _crossings(g, points)
        if best is None or crossings < best[0]:
            best = crossings, points
        if not crossings:
            break
    assert best is not None
    flat = _convex(g) if planar and best[0] else None
    if flat is not None and not _crossings(g, flat) and _roomy(flat):
        return _lying(flat)
    return _lying(_of_unit_edges(g, best[1]))


def _convex(g: Adjacency) -> list[Point] | None:
    """Tutte's drawing of a planar graph: a largest face around, every other vertex in the middle of its neighbours.

    Springs that are long are made stiffer, again and again, so that what lies deep inside is not squeezed.
    """
    import networkx as nx
    import numpy as np

    _, embedding = nx.check_planarity(nx.Graph([(v, w) for v in range(len(g)) for w in g[v]]))
    faces = [embedding.traverse_face(v, w) for v in range(len(g)) for w in g[v]]
    outer = max(faces, key=len)
    if len(set(outer)) < len(outer):
        return None  # not a face around one piece
    angles = 2 * np.pi * np.arange(len(outer)) / len(outer)
    at = np.zeros((len(g), 2))
    at[outer] = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    inner = [v for v in range(len(g)) if v not in outer]
    stiff = {(v, w): 1.0 for v in range(len(g)) for w in g[v]}
    for _ in range(60):
        pull = np.zeros((len(g), len(g)))
        for (v, w), k in stiff.items():
            pull[v, w], pull[v, v] = -k, pull[v, v] + k
        if inner:
            known = -pull[np.ix_(inner, outer)] @ at[outer]
            at[inner] = np.linalg.solve(pull[np.ix_(inner, inner)], known)
        stiff = {(v, w): (0.02 + float(np.hypot(*(at[v] - at[w])))) * k for (v, w), k in stiff.items()}
        most = max(stiff.values())
        stiff = {e: max(k / most, 1e-7) for e, k in stiff.items()}
    return _of_unit_edges(g, [(float(x), float(y)) for x, y in at])


def _roomy(points: list[Point]) -> bool:
    """Whether no two vertices touch."""
    return all(math.dist(p, q) > 0.3 for i, p in enumerate(points) for q in points[:i])


def _crossings(g: Adjacency, at: list[Point]) -> int:
    lines = [(v, w) for v in range(len(g)) for w in g[v] if v < w]
    if len(lines) > 250:
        return 0  # a tangle in any case

    def left(a: int, b: int, c: int) -> bool:
        (ax, ay), (bx, by), (cx, cy) = at[a], at[b], at[c]
        return (bx - ax) * (cy - ay) > (by - ay) * (cx - ax)

    return sum(
        left(a, b, c) != left(a, b, d) and left(c, d, a) != left(c, d, b)
        for i, (a, b) in enumerate(lines)
        for c, d in lines[:i]
        if len({a, b, c, d}) == 4
    )


def _of_unit_edges(g: Adjacency, points: list[Point]) -> list[Point]:
    lengths = sorted(math.dist(points[v], points[w]) for v in range(len(g)) for w in g[v])
    unit = lengths[len(lengths) // 2] or 1.0
    return [(x / unit, y / unit) for x, y in points]


def _lying(points: list[Point]) -> list[Point]:
    """Turned so that the longest direction is the horizontal one."""
    count = len(points)
    cx, cy = (sum(p[i] for p in points) / count for i in (0, 1))
    xx = sum((x - cx) ** 2 for x, _ in points)
    yy = sum((y - cy) ** 2 for _, y in points)
    xy = sum((x - cx) * (y - cy) for x, y in points)
    angle = -math.atan2(2 * xy, xx - yy) / 2
    cos, sin = math.cos(angle), math.sin(angle)
    return [((x - cx) * cos - (y - cy) * sin, (x - cx) * sin + (y - cy) * cos) for x, y in points]


def _components(g: Adjacency) -> list[list[int]]:
    seen: set[int] = set()
    parts = []
    for v in range(len(g)):
        if v in seen:
            continue
        part = [v]
        seen.add(v)
        for u in part:
            for w in g[u]:
                if w not in seen:
                    seen.add(w)
                    part.append(w)
        parts.append(sorted(part))
    return parts


def _to_origin(points: list[Point]) -> list[Point]:
    left, low = (min(p[i] for p in points) for i in (0, 1))
    return [(x - left, y - low) for x, y in points]


def _beside_each_other(parts: list[list[Point]], gap: float = 1.0) -> list[list[Point]]:
    """Components in rows, like words in lines."""
    sizes = [(max(x for x, _ in p) + gap, max(y for _, y in p) + gap) for p in parts]
    wide = max([math.sqrt(2.5 * sum(w * h for w, h in sizes)), *(w for w, _ in sizes)], default=0)
    moved, x, y, tall = [], 0.0, 0.0, 0.0
    for points, (w, h) in zip(parts, sizes, strict=True):
        if x and x + w > wide + 1e-9:
            x, y, tall = 0.0, y - tall, 0.0
        # Hung from the top of the line.
        moved.append([(px + x, py + y - h) for px, py in points])
        x, tall = x + w, max(tall, h)
    return moved
