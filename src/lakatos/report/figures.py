"""Figures in the house style.

A figure function returns a matplotlib Figure; the decorator draws it under the house style and turns it into
an Illustration, an SVG with a sentence for a caption. The same numbers give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from lakatos.drawing import house_style, svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

P = ParamSpec("P")


@dataclass(frozen=True)
class Illustration:
    """A drawn figure: its name (a file name), a sentence for a caption, and the SVG text."""

    name: str
    caption: str
    svg: str

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, str], dict[str, Any]]:  # noqa: ARG002
        data = {"image/svg+xml": self.svg, "text/plain": f"[figure {self.name}] {self.caption}"}
        return data, {"lakatos": {"name": self.name, "caption": self.caption}}


def figure(caption: str) -> Callable[[Callable[P, Figure]], Callable[P, Illustration]]:
    """Turn a function that returns a matplotlib Figure into one that returns an Illustration.

    The caption is a sentence: it says what is to be seen, and is the figure's alternative text.
    """
    if not isinstance(caption, str) or not caption.rstrip().endswith("."):
        raise ValueError(
            f'a caption is a sentence and ends with a full stop, as in @figure("It grows."); got {caption!r}'
        )

    def decorate(function: Callable[P, Figure]) -> Callable[P, Illustration]:
        @wraps(function)
        def draw(*args: P.args, **kwargs: P.kwargs) -> Illustration:
            with house_style():
                text = svg(function(*args, **kwargs))
            return Illustration(function.__name__, " ".join(caption.split()), text)

        return draw

    return decorate
