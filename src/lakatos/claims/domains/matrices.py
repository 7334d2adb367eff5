"""Matrices: rectangular, symmetric, positive semidefinite, stochastic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from lakatos.arithmetic import RationalMatrix, is_positive_semidefinite
from lakatos.claims.domains.base import Condition, Count, Domain, Slot, bounds_of, product_at
from lakatos.claims.plain.matrices import Matrix, is_matrix, is_psd, is_stochastic, is_symmetric


class Matrices(Domain):
    """Matrices with entries of one domain, by their size and then by the largest level of an entry."""

    noun = "matrix"
    #: The plain test that singles this kind out, and what it says.
    test: tuple[Callable[..., Any], str] | None = None

    def __init__(self, entries: Domain, rows: Count, columns: Count | None) -> None:
        self.entries = entries
        self.heights = bounds_of(rows, "rows" if columns is not None else "order", least=1)
        self.widths = None if columns is None else bounds_of(columns, "columns", least=1)
        if self.heights[1] is None or (self.widths and self.widths[1] is None):
            raise ValueError("matrices of every size are too many to list: give the size, or a range of sizes")
        self.shapes = [
            (m, n)
            for m in range(self.heights[0], self.heights[1] + 1)
            for n in ([m] if self.widths is None else range(self.widths[0], self.widths[1] + 1))  # type: ignore[operator]
        ]
        if len(self.shapes) > 1 and entries.levels is None:
            self.levels = None
        elif entries.levels is not None:
            self.levels = len(self.shapes) * entries.levels

    def conditions(self, x: str) -> list[Condition]:
        heights = f"range({self.heights[0]}, {self.heights[1] + 1})"  # type: ignore[operator]
        widths = heights if self.widths is None else f"range({self.widths[0]}, {self.widths[1] + 1})"  # type: ignore[operator]
        found = [
            Condition(
                f"{x} is a matrix of exact numbers, {self._size()}",
                f"is_matrix({x}, {heights}, {widths})",
                (is_matrix,),
                form=True,
            )
        ]
        if self.widths is None:
            found.append(Condition(f"{x} is square", f"{x}.shape[0] == {x}.shape[1]"))
        if self.test is not None:
            function, says = self.test
            found.append(Condition(f"{x} is {says}", f"{function.__name__}({x})", (function,)))
        return found + [
            Condition(f"every entry of {x} {c.says.replace('entry ', '', 1)}",
                      f"all({c.text} for row in {x}.rows() for entry in row)", c.needs)
            for c in self.entries.conditions("entry")
        ]  # fmt: skip

    def _size(self) -> str:
        low, high = self.heights
        tall = str(low) if low == high else f"{low} to {high}"
        if self.widths is None:
            return f"of order {tall}"
        low, high = self.widths
        return f"{tall} by {low if low == high else f'{low} to {high}'}"

    def says(self) -> str:
        return f"a {self.noun} {self._size()}, entries: {self.entries.says()}"

    def free(self, shape: tuple[int, int]) -> list[tuple[int, int]]:
        """The places of a matrix of this shape that determine it."""
        return [(i, j) for i in range(shape[0]) for j in range(shape[1])]

    def filled(self, shape: tuple[int, int], entries: Sequence[Any]) -> Matrix:
        """The matrix with these entries in its free places."""
        at = dict(zip(self.free(shape), entries, strict=True))
        return Matrix([[self._entry(at, i, j) for j in range(shape[1])] for i in range(shape[0])])

    def _entry(self, at: dict[tuple[int, int], Any], i: int, j: int) -> Any:
        return at[i, j]

    def admits(self, X: Matrix) -> bool:
        """Whether a matrix that was filled in is of this kind."""
        del X
        return True

    def level(self, value: Matrix) -> int:
        largest = max(self.entries.level(value[i, j]) for i, j in self.free(value.shape))
        which = self.shapes.index(value.shape)
        return which + largest if self.entries.levels is None else which * self.entries.levels + largest

    def size(self, value: Matrix) -> tuple[Any, ...]:
        sizes = [self.entries.size(x) for row in value.rows() for x in row]
        return (self.level(value), value.shape, sum(s[0] for s in sizes), sizes)

    def at(self, level: int) -> Iterator[Matrix]:
        for which, shape in enumerate(self.shapes):
            rest = level - which * (1 if self.entries.levels is None else self.entries.levels)
            if rest < 0 or (self.entries.levels is not None and rest >= self.entries.levels):
                continue
            for entries in product_at([self.entries] * len(self.free(shape)), rest):
                X = self.filled(shape, entries)
                if self.admits(X):
                    yield X

    def sample(self, rng: Random, spread: int) -> Matrix:
        shape = rng.choice(self.shapes)
        return self.filled(shape, [self.entries.sample(rng, spread) for _ in self.free(shape)])

    def neighbour(self, rng: Random, value: Matrix) -> Matrix:
        places = self.free(value.shape)
        entries = [value[i, j] for i, j in places]
        for at in rng.sample(range(len(entries)), min(len(entries), rng.choice((1, 1, 2)))):
            entries[at] = self.entries.neighbour(rng, entries[at])
        return self.filled(value.shape, entries)

    def smaller(self, value: Matrix) -> Iterator[Matrix]:
        n = value.shape[0]
        if self.widths is None and n > self.heights[0]:
            for drop in range(n):
                kept = [i for i in range(n) if i != drop]
                yield Matrix([[value[i, j] for j in kept] for i in kept])
        places = self.free(value.shape)
        entries = [value[i, j] for i, j in places]
        for at, entry in enumerate(entries):
            for other in self.entries.smaller(entry):
                yield self.filled(value.shape, [*entries[:at], other, *entries[at + 1 :]])

    def read(self, data: Any) -> Matrix:
        if not isinstance(data, list) or not data or not all(isinstance(row, list) and row for row in data):
            raise ValueError(f"{data!r} is no matrix: write its rows, [[1, 2], [3, 4]]")
        if len({len(row) for row in data}) != 1:
            raise ValueError(f"the rows of a matrix have one length, these have {[len(row) for row in data]}")
        return Matrix([[self.entries.read(x) for x in row] for row in data])

    def slots(self) -> list[Slot] | None:
        one = self.entries.slots()
        return None if one is None or len(self.shapes) != 1 else one * len(self.free(self.shapes[0]))

    def build(self, scalars: Sequence[Any]) -> Any:
        return self.filled(self.shapes[0], scalars)


class Symmetric(Matrices):
    """Symmetric matrices: the upper triangle determines them."""

    noun = "symmetric matrix"
    test = (is_symmetric, "symmetric")

    def free(self, shape: tuple[int, int]) -> list[tuple[int, int]]:
        return [(i, j) for i in range(shape[0]) for j in range(i, shape[0])]

    def _entry(self, at: dict[tuple[int, int], Any], i: int, j: int) -> Any:
        return at[min(i, j), max(i, j)]


class PSD(Symmetric):
    """Positive semidefinite matrices, sieved from the symmetric ones by an exact test."""

    noun = "positive semidefinite matrix"
    test = (is_psd, "symmetric and positive semidefinite")

    def admits(self, X: Matrix) -> bool:
        return is_positive_semidefinite(RationalMatrix(X.rows()))

    def sample(self, rng: Random, spread: int) -> Matrix:
        # A product of a matrix with its transpose, of random rank; now and then the entries will be out of bounds.
        n = rng.choice(self.shapes)[0]
        small = max(1, min(spread, 3))
        width = rng.randint(1, n)
        half = Matrix([[rng.randint(-small, small) for _ in range(width)] for _ in range(n)])
        product: Matrix = half @ half.T
        return product


class Stochastic(Matrices):
    """Row-stochastic matrices: non-negative, every row sums to 1. The last entry of a row follows from the others."""

    noun = "row-stochastic matrix"
    test = (is_stochastic, "row-stochastic: no entry is negative and every row sums to 1")

    def free(self, shape: tuple[int, int]) -> list[tuple[int, int]]:
        return [(i, j) for i in range(shape[0]) for j in range(shape[1] - 1)]

    def _entry(self, at: dict[tuple[int, int], Any], i: int, j: int) -> Any:
        if (i, j) in at:
            return at[i, j]
        return 1 - sum((at[i, k] for k in range(1, j)), start=at[i, 0]) if j else Fraction(1)

    def admits(self, X: Matrix) -> bool:
        top = self.entries.levels
        return all(row[-1] >= 0 and (top is None or self.entries.level(row[-1]) < top) for row in X.rows())

    def level(self, value: Matrix) -> int:
        if value.shape == (1, 1):
            return 0
        return super().level(value)


def matrices(entries: Domain, *, rows: Count, columns: Count) -> Matrices:
    """Matrices with entries of a domain of numbers; ``rows`` and ``columns`` are numbers or ranges."""
    return Matrices(entries, rows, columns)


def symmetric_matrices(entries: Domain, order: Count) -> Symmetric:
    """Symmetric matrices of an order (a number or a range)."""
    return Symmetric(entries, order, None)


def psd_matrices(entries: Domain, order: Count) -> PSD:
    """Symmetric positive semidefinite matrices of an order (a number or a range)."""
    return PSD(entries, order, None)


def stochastic_matrices(order: Count, *, height: int | None = None) -> Stochastic:
    """Row-stochastic matrices of an order, with rational entries of bounded height (None for no bound)."""
    from lakatos.claims.domains.numbers import rationals

    if bounds_of(order, "order", least=2)[0] < 2:
        raise ValueError("a stochastic matrix of order 1 is 1")
    return Stochastic(rationals(0, 1, height=height), order, None)
