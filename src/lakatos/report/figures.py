"""Figures in the house style.

A figure function returns a matplotlib Figure; the decorator draws it under the house style and turns it into
an Illustration, an SVG with a sentence for a caption. The same numbers give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

from lakatos.drawing import Illustration, illustrate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

P = ParamSpec("P")


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
            return illustrate(function.__name__, caption, lambda: function(*args, **kwargs))

        return draw

    return decorate
