"""What a notebook is given for an object of ours: HTML that a report may show as it is, beside the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, TypeAlias

Bundle: TypeAlias = tuple[dict[str, str], dict[str, Any]]


def marked(html: str, text: str) -> Bundle:
    """HTML, escaped by whoever made it, marked as ours; and the same as plain text."""
    return {"text/html": html, "text/plain": text}, {"lakatos": {"view": True}}


def labelled(lines: Iterable[tuple[str, str]]) -> str:
    """Lines of a label and a text as an HTML table, escaped."""
    rows = (
        f"<tr><th style='text-align:left;vertical-align:top'>{escape(label)}</th>"
        f"<td style='text-align:left'>{escape(text)}</td></tr>"
        for label, text in lines
    )
    return f"<table>{''.join(rows)}</table>"


def grid(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows of cells under a header as an HTML table, escaped."""
    head = "".join(f"<th style='text-align:left'>{escape(cell)}</th>" for cell in header)
    body = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{escape(str(cell))}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Viewed:
    """Something that shows itself by its own ``_repr_html_``."""

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:  # noqa: ARG002
        return marked(self._repr_html_(), str(self))


class Labelled(Viewed):
    """Something that shows itself as lines of a label and a text."""

    #: The least width of the labels, so that answers of one kind are aligned with each other.
    width = 10

    def lines(self) -> Sequence[tuple[str, str]]:
        """The labels, each with its text."""
        raise NotImplementedError

    def __str__(self) -> str:
        lines = self.lines()
        width = max(self.width, *(len(label) for label, text in lines if text), 0)
        return "\n".join(f"{label:<{width}}  {text}".rstrip() for label, text in lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return labelled(self.lines())
