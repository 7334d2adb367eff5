"""A drawn figure with a sentence for a caption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lakatos.drawing.style import house_style, svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Illustration:
    """A drawn figure: its name (a file name), a sentence for a caption, and the SVG text."""

    name: str
    caption: str
    svg: str

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, str], dict[str, Any]]:  # noqa: ARG002
        data = {"image/svg+xml": self.svg, "text/plain": f"[figure {self.name}] {self.caption}"}
        return data, {"lakatos": {"name": self.name, "caption": self.caption}}


def illustrate(name: str, caption: str, draw: Callable[[], Figure]) -> Illustration:
    """Draw under the house style. For a caption that depends on what is drawn; otherwise use ``report.figure``."""
    with house_style():
        text = svg(draw())
    return Illustration(name, " ".join(caption.split()), text)
