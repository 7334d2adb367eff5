"""A graph drawn: vertices with their numbers, edges between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lakatos.drawing.layout import layout

#: Beyond this many vertices nothing can be seen.
MOST_VERTICES = 100
#: Beyond this many the numbers of the vertices are left out.
MOST_NUMBERED = 60


def draw_graph(axes: Any, g: Sequence[Sequence[int]]) -> None:
    """Draw a graph, a list of neighbours for each vertex, on matplotlib axes; to be called under the house style.

    Raises:
        ValueError: if it has no vertices, or too many to be seen.
    """
    from matplotlib.collections import LineCollection

    order = len(g)
    if not 0 < order <= MOST_VERTICES:
        raise ValueError(f"a graph of order {order} is not drawn: 1 to {MOST_VERTICES} vertices are")
    places = layout(g)
    lines = [(places[v], places[w]) for v in range(order) for w in g[v] if v < w]
    faint = max(0.25, min(1.0, 6 / len(lines) ** 0.5)) if lines else 1.0
    axes.add_collection(LineCollection(lines, colors="context", linewidths=1.3, alpha=faint, zorder=1))
    width = 190 if order <= 12 else 130 if order <= 30 else 105
    if order > MOST_NUMBERED:
        width = 22
    xs, ys = [x for x, _ in places], [y for _, y in places]
    axes.scatter(xs, ys, s=width, color="evidence", edgecolors="white", linewidths=0.8, zorder=2)
    if order <= MOST_NUMBERED:
        size = 8.5 if order <= 12 else 7 if order <= 30 else 6
        for v, (x, y) in enumerate(places):
            axes.text(x, y, str(v), color="white", size=size, ha="center", va="center_baseline", zorder=3)
    axes.set_axis_off()
    axes.set_aspect("equal")
    axes.margins(0.08)
    spread = max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    # One vertex, or a row of them, has no height of its own.
    for low, high, limit in ((min(xs), max(xs), axes.set_xlim), (min(ys), max(ys), axes.set_ylim)):
        slack = max(0.09 * spread, (0.3 * spread - (high - low)) / 2)
        limit(low - slack, high + slack)
