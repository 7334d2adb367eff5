"""Small tables that read well in a notebook, a report and a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """A table of short texts; ``str`` and the notebook view are its Markdown."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        lines = [self.header, tuple("---" for _ in self.header), *self.rows]
        return "\n".join("| " + " | ".join(cell(x) for x in line) + " |" for line in lines)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:  # noqa: ARG002
        return {"text/markdown": str(self), "text/plain": str(self)}


def table(rows: Sequence[Sequence[object]], *, header: Sequence[str]) -> Table:
    """A table from rows of values. Raises ValueError if a row and the header differ in length."""
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"row {tuple(row)!r} has {len(row)} cells, the header has {len(header)}")
    return Table(tuple(header), tuple(tuple(str(x) for x in row) for row in rows))


def cell(text: str) -> str:
    """Text made safe for a Markdown table cell."""
    return " ".join(text.split()).replace("|", "\\|")
