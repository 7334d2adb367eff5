"""Tables whose cells are the text that was printed: no digit is lost, nothing is a number yet."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from lakatos.tables.error import TableError

#: The most that is read of one file: its bytes, its cells, its tables, and the columns of one table.
MOST_BYTES, MOST_CELLS, MOST_TABLES, MOST_COLUMNS = 100_000_000, 5_000_000, 1_000, 2_000
#: The digits that a float of 2, 4 or 8 bytes keeps through a few operations.
KEPT = {2: 3, 4: 6, 8: 14}
#: The longest text that is shown of a cell or a name.
SHOWN = 80


@dataclass(frozen=True)
class TextTable:
    """A table of texts.

    Attributes:
        names: the header, as printed; names may come twice.
        columns: the cells of each column; "" where one is missing.
        rows: the number by which a person finds each row: its line in a text, or its place counted from 1.
        counted: whether ``rows`` are lines or rows.
        title: what stands above it, or its path in the file; "" if there is one table and no title.
        floats: the columns that were floats, whose printed digits are lost, and how many digits such floats keep.
        notes: what a reader must know of how it was read.
    """

    names: tuple[str, ...]
    columns: tuple[Sequence[str], ...]
    rows: Sequence[int]
    counted: Literal["line", "row"] = "row"
    title: str = ""
    floats: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def cells(self) -> int:
        """How many there are."""
        return len(self.names) * len(self.rows)


def places(names: Iterable[object], wanted: Sequence[str], where: str) -> list[int]:
    """Where the wanted columns are.

    Raises:
        TableError: if one is not there, or there twice.
    """
    found = [str(n) for n in names]
    for name in wanted:
        if found.count(name) != 1:
            problem = "has no column" if name not in found else "has more than one column"
            raise TableError(f"{where} {problem} {name!r}; its columns are {', '.join(found)[:300]}")
    return [found.index(name) for name in wanted]


def printable(text: str, most: int = SHOWN) -> str:
    """Text on one line without the characters that could make a terminal show another one; cut where it is long.

    >>> printable("71.2\\x1b[2K\\t%"), printable("x" * 9, 5)
    ('71.2�[2K %', 'xxxx…')
    """
    text = text if len(text) <= most else f"{text[: most - 1]}…"
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if c.isspace() else c if _harmless(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def _harmless(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")
