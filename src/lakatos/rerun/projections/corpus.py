"""Clauses of a text as rows of characters, filled up with an end mark."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.metadata import distribution

import numpy as np
import numpy.typing as npt

#: The mark that ends a clause and fills its row up: index 0.
END = 0


@dataclass(frozen=True)
class Corpus:
    """Rows of characters.

    Attributes:
        characters: the alphabet; character i has index i + 1, and 0 is the end mark.
        inputs: shape (rows, positions): the end mark, then the characters of the clause.
        labels: shape (rows, positions): the next character; after the last one the end mark, and so on to the end.
        real: shape (rows, positions): true up to and including the first end mark among the labels.
    """

    characters: str
    inputs: npt.NDArray[np.int64]
    labels: npt.NDArray[np.int64]
    real: npt.NDArray[np.bool_]

    def rows(self, chosen: slice | npt.NDArray[np.int64]) -> Corpus:
        """Some of the rows."""
        return Corpus(self.characters, self.inputs[chosen], self.labels[chosen], self.real[chosen])


def clauses(text: str, *, positions: int, shortest: int = 4) -> Corpus:
    """The clauses of a text, cut off at the number of positions, each in a row of its own.

    Raises:
        ValueError: if there are fewer than two clauses.

    >>> corpus = clauses("A cat. A dog sat.", positions=12)
    >>> corpus.real.sum(axis=1).tolist(), corpus.labels[0].tolist()[-7:]
    ([6, 10], [0, 0, 0, 0, 0, 0, 0])
    """
    found = [s.strip() for s in re.split(r"(?<=[.;:,])\s+", " ".join(text.split())) if len(s.strip()) >= shortest]
    if len(found) < 2:
        raise ValueError(f"need at least two clauses of {shortest} characters, got {len(found)}")
    found = [s.rstrip(".,;:").lower()[: positions - 1] for s in found]
    characters = "".join(sorted(set("".join(found))))
    labels = np.full((len(found), positions), END, dtype=np.int64)
    for row, clause in zip(labels, found, strict=True):
        row[: len(clause)] = [characters.index(c) + 1 for c in clause]
    lengths = np.array([len(s) + 1 for s in found])
    inputs = np.concatenate([np.full((len(found), 1), END), labels[:, :-1]], axis=1)
    return Corpus(characters, inputs, labels, np.arange(positions) < lengths[:, None])


def licence() -> str:
    """English prose that every copy of this package comes with: the terms of its licence, about 11,000 characters."""
    text = distribution("lakatos").read_text("licenses/LICENSE")
    if not text:
        raise FileNotFoundError("the licence of this package is not beside it: install it with pip, or give a text")
    return text
