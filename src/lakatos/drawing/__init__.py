"""Pictures of plain mathematical objects, in the house style: graphs, trajectories, numbers, grids.

Nothing here knows what a claim is, and nothing loads matplotlib or networkx before something is drawn.
"""

from lakatos.drawing.graphs import MOST_VERTICES, draw_graph
from lakatos.drawing.illustration import Illustration, illustrate
from lakatos.drawing.layout import layout
from lakatos.drawing.plots import MOST_BARS, MOST_CELLS, draw_grid, draw_numbers, draw_states
from lakatos.drawing.style import COLOURS, canvas, house_style, save, svg
from lakatos.drawing.symmetry import circulant
from lakatos.drawing.view import Bundle, Labelled, Viewed, grid, labelled, marked

__all__ = [
    "COLOURS",
    "MOST_BARS",
    "MOST_CELLS",
    "MOST_VERTICES",
    "Bundle",
    "Illustration",
    "Labelled",
    "Viewed",
    "canvas",
    "circulant",
    "draw_graph",
    "draw_grid",
    "draw_numbers",
    "draw_states",
    "grid",
    "house_style",
    "illustrate",
    "labelled",
    "layout",
    "marked",
    "save",
    "svg",
]
