"""The house style: the claim in one colour, the evidence in another. The same numbers give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Roles, not hues: what is claimed, what was found, and what only gives context.
COLOURS = {"claim": "#2f5d8a", "evidence": "#b8452f", "context": "#8a8a8a"}


def canvas(rows: int = 1, columns: int = 1, *, size: tuple[float, float] | None = None, **options: Any) -> Any:
    """A Figure and its Axes (one, or an array of them), without pyplot and its global state.

    ``size`` is in inches; ``options`` go to ``Figure.subplots``.
    """
    from matplotlib.figure import Figure

    fig = Figure(figsize=size)
    return fig, fig.subplots(rows, columns, **options)


@contextmanager
def house_style() -> Iterator[None]:
    """Draw under the house style for a while."""
    from matplotlib import colors, rc_context, style

    colors.get_named_colors_mapping().update(COLOURS)
    sheet = str(files("lakatos.drawing").joinpath("lakatos.mplstyle"))
    # Defaults first: a user's own matplotlibrc must not change what a report looks like.
    with rc_context(), style.context(["default", sheet]):
        yield


def svg(figure: Figure) -> str:
    """A figure as SVG text, without the date; to be called under the house style."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def save(figure: Figure, path: Path) -> None:
    """Write a figure as what the name says, .svg, .png or .pdf, without the date."""
    undated = {"svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}}
    with house_style():
        figure.savefig(path, dpi=200, metadata=undated.get(path.suffix[1:]))
