"""What a notebook is given for an object of ours: HTML that a report may show as it is, beside the text."""

from __future__ import annotations

from typing import Any, TypeAlias

Bundle: TypeAlias = tuple[dict[str, str], dict[str, Any]]


def marked(html: str, text: str) -> Bundle:
    """HTML, escaped by whoever made it, marked as ours; and the same as plain text."""
    return {"text/html": html, "text/plain": text}, {"lakatos": {"view": True}}


class Viewed:
    """Something that shows itself by its own ``_repr_html_``."""

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:  # noqa: ARG002
        return marked(self._repr_html_(), str(self))
