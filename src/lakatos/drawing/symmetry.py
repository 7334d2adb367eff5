"""Symmetry that a picture can show: a graph that looks the same after a turn. Found cheaply or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

#: Steps after which a symmetry that was not found is no longer looked for.
PATIENCE = 20_000


class _GivenUpError(Exception):
    """Too many steps."""


class _Patience:
    def __init__(self, steps: int = PATIENCE) -> None:
        self.left = steps

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _GivenUpError


def circulant(g: Sequence[Sequence[int]]) -> tuple[list[int], list[int]] | None:
    """The vertices in an order on a circle that any turn keeps, and the jumps; None if none was found.

    A cycle comes out as the jump 1. Graphs without edges, and of order below 3, are left out.
    """
    order = len(g)
    if order < 3 or not g[0] or len({len(row) for row in g}) != 1:
        return None
    near = [frozenset(row) for row in g]
    for first in (True, False):
        pattern: list[bool | None] = [None] * order
        pattern[1] = pattern[-1] = first
        try:
            found = _placed(near, [0], pattern, _Patience())
        except _GivenUpError:
            continue
        if found is not None:
            return found, [d for d in range(1, order // 2 + 1) if found[d] in near[0]]
    return None


def _placed(
    near: Sequence[frozenset[int]], placed: list[int], pattern: list[bool | None], patience: _Patience
) -> list[int] | None:
    """Place the next vertex so that whether two are adjacent depends on their distance on the circle only."""
    at, order = len(placed), len(near)
    if at == order:
        return placed
    for v in range(order):
        patience.spend()
        if v in placed:
            continue
        apart = v in near[0]
        if pattern[at] not in (None, apart):
            continue
        if any((v in near[placed[j]]) != pattern[at - j] for j in range(1, at)):
            continue
        grown = [*pattern]
        grown[at] = grown[order - at] = apart
        found = _placed(near, [*placed, v], grown, patience)
        if found is not None:
            return found
    return None


def rotation(g: Sequence[Sequence[int]], *, rings: int = 3) -> list[list[int]] | None:
    """The orbits of a turn of a connected graph: rings of equal length >= 3, and at most one vertex in the middle.

    The turn with the fewest rings is taken, ``rings`` at most; None if none was found.
    """
    best: list[list[int]] | None = None
    try:
        for turn in _automorphisms(g, _Patience()):
            cycles = sorted(_cycles(turn), key=len, reverse=True)
            lengths = [len(c) for c in cycles]
            middle = lengths.count(1)
            around = [n for n in lengths if n > 1]
            if middle > 1 or len(set(around)) != 1 or around[0] < 3 or len(around) > rings:
                continue
            if best is None or len(cycles) < len(best):
                best = cycles
    except _GivenUpError:
        pass
    return best


def _automorphisms(g: Sequence[Sequence[int]], patience: _Patience) -> Iterator[list[int]]:
    """Automorphisms that move a chosen vertex, as lists of images."""
    colours = _colours(g)
    near = [frozenset(row) for row in g]
    counts = {c: colours.count(c) for c in set(colours)}
    begin = max(range(len(g)), key=lambda v: (counts[colours[v]], -v))
    path, parent = [begin], {begin: begin}
    for v in path:
        for w in g[v]:
            if w not in parent:
                parent[w] = v
                path.append(w)
    image: dict[int, int] = {}

    def extended(at: int) -> Iterator[list[int]]:
        if at == len(path):
            yield [image[v] for v in range(len(g))]
            return
        v = path[at]
        taken = set(image.values())
        for w in sorted(near[image[parent[v]]]) if at else range(len(g)):
            patience.spend()
            if w in taken or colours[w] != colours[v] or (at == 0 and w == v):
                continue
            if all((u in near[v]) == (image[u] in near[w]) for u in path[:at]):
                image[v] = w
                yield from extended(at + 1)
                del image[v]

    yield from extended(0)


def _colours(g: Sequence[Sequence[int]]) -> list[int]:
    """Colours that every automorphism keeps: degrees, refined by the colours of neighbours until nothing changes."""
    colours = [len(row) for row in g]
    while True:
        seen = [(colours[v], tuple(sorted(colours[w] for w in g[v]))) for v in range(len(g))]
        names = {s: i for i, s in enumerate(sorted(set(seen)))}
        if len(names) == len(set(colours)):
            return colours
        colours = [names[s] for s in seen]


def _cycles(permutation: Sequence[int]) -> list[list[int]]:
    seen: set[int] = set()
    cycles = []
    for v in range(len(permutation)):
        cycle = []
        while v not in seen:
            seen.add(v)
            cycle.append(v)
            v = permutation[v]
        if cycle:
            cycles.append(cycle)
    return cycles
