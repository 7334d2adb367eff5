"""Figures in one style: the claim in one colour, the evidence in another, everywhere.

A figure function returns a matplotlib Figure; the decorator draws it under the house style and turns it into
an Illustration, an SVG with a sentence for a caption. The same numbers give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ParamSpec

if TYPE_CHECKING:
    from matplotlib.figure import Figure

P = ParamSpec("P")

#: Roles, not hues: what is claimed, what was found, and what only gives context.
COLOURS = {"claim": "#2f5d8a", "evidence": "#b8452f", "context": "#8a8a8a"}


@dataclass(frozen=True)
class Illustration:
    """A drawn figure: its name (a file name), a sentence for a caption, and the SVG text."""

    name: str
    caption: str
    svg: str

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, str], dict[str, Any]]:  # noqa: ARG002
        data = {"image/svg+xml": self.svg, "text/plain": f"[figure {self.name}] {self.caption}"}
        return data, {"lakatos": {"name": self.name, "caption": self.caption}}


def canvas(rows: int = 1, columns: int = 1, *, size: tuple[float, float] | None = None, **options: Any) -> Any:
    """A Figure and its Axes (one, or an array of them), without pyplot and its global state.

    ``size`` is in inches; ``options`` go to ``Figure.subplots``.
    """
    from matplotlib.figure import Figure

    fig = Figure(figsize=size)
    return fig, fig.subplots(rows, columns, **options)


def figure(caption: str) -> Callable[[Callable[P, Figure]], Callable[P, Illustration]]:
    """Turn a function that returns a matplotlib Figure into one that returns an Illustration.

    The caption is a sentence: it says what is to be seen, and is the figure's alternative text.
    """
    _check(caption)

    def decorate(function: Callable[P, Figure]) -> Callable[P, Illustration]:
        @wraps(function)
        def draw(*args: P.args, **kwargs: P.kwargs) -> Illustration:
            return illustrate(function.__name__, caption, lambda: function(*args, **kwargs))

        return draw

    return decorate


def illustrate(name: str, caption: str, draw: Callable[[], Figure]) -> Illustration:
    """Draw under the house style. For a caption that depends on what is drawn; otherwise use ``figure``."""
    from matplotlib import colors, rc_context, style

    _check(caption)
    colors.get_named_colors_mapping().update(COLOURS)
    sheet = str(files("lakatos.drawing").joinpath("lakatos.mplstyle"))
    # Defaults first: a user's own matplotlibrc must not change what a report looks like.
    with rc_context(), style.context(["default", sheet]):
        drawn = draw()
        buffer = io.StringIO()
        drawn.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return Illustration(name, " ".join(caption.split()), buffer.getvalue())


def _check(caption: str) -> None:
    if not isinstance(caption, str) or not caption.rstrip().endswith("."):
        raise ValueError(
            f'a caption is a sentence and ends with a full stop, as in @figure("It grows."); got {caption!r}'
        )
