"""What a graph is, in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from lakatos.claims import ForAll, Graphs, girth, is_bipartite, is_forest, number_of_components, size
from lakatos.drawing import circulant

#: Above this order only what is counted at once is told.
MOST = 120


def shape(g: Sequence[Sequence[int]]) -> str:
    """Order, size and what is cheap to recognise: "tree of order 19, degrees 9^2 2 1^16"."""
    order, count = len(g), size(g)
    if order > MOST:
        return f"graph of order {order} with {count} edges"
    known = _named(g)
    if known:
        return f"{known}, order {order}, {count} edge{'' if count == 1 else 's'}"
    degrees = sorted(map(len, g), reverse=True)
    powers = ((d, len(list(same))) for d, same in groupby(degrees))
    regular = len(set(degrees)) == 1
    told = "" if regular else "degrees " + " ".join(f"{d}^{n}" if n > 1 else str(d) for d, n in powers)
    parts = number_of_components(g)
    if is_forest(g):
        return f"{'tree' if parts == 1 else f'forest of {parts} trees'} of order {order}, {told}"
    said = [f"graph of order {order} with {count} edges", f"{degrees[0]}-regular" if regular else told]
    said += [f"{parts} components"] if parts > 1 else []
    around = circulant(g) if regular and parts == 1 else None
    said += [f"circulant with jumps {', '.join(map(str, around[1]))}"] if around else []
    said += ["bipartite"] if is_bipartite(g) else []
    return ", ".join([*said, f"girth {girth(g)}"])


def shapes(claim: ForAll, values: Sequence[Any]) -> dict[str, str]:
    """The shapes of those variables that are graphs, by name."""
    named = zip(claim.domains.items(), values, strict=True)
    return {x: shape(value) for (x, domain), value in named if isinstance(domain, Graphs) and value}


def _named(g: Sequence[Sequence[int]]) -> str | None:
    """The name of a graph that everybody knows by one: complete, cycle, path, star, without edges."""
    order, count = len(g), size(g)
    degrees = sorted(map(len, g))
    if not count:
        return "no edges"
    if count == order * (order - 1) // 2:
        return f"complete graph K{order}"
    if number_of_components(g) > 1:
        return None
    if degrees[-1] == 2:
        return f"cycle C{order}" if count == order else f"path P{order}"
    if degrees[-1] == count == order - 1:
        return f"star K1,{count}"
    sides = set(map(len, g))
    if len(sides) <= 2 and is_bipartite(g) and count == min(sides) * max(sides) and order == min(sides) + max(sides):
        return f"complete bipartite graph K{min(sides)},{max(sides)}"
    return None
