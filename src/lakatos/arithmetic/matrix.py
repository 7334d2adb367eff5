"""Rational matrices over one common denominator, on FLINT's integer matrices.

One integer matrix and one denominator are far cheaper to move than a Fraction for every entry: a
trajectory of tokens shares its denominator by construction.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt
from flint import fmpq_mat, fmpz, fmpz_mat

from lakatos.arithmetic.rational import fraction

Exact = int | str | Fraction


class RationalMatrix:
    """An immutable matrix ``numerators / denominator``, in lowest terms but for rows taken from another.

    >>> X = RationalMatrix([[4], [-1]])
    >>> X + (RationalMatrix([[-1], [4]]) - X) * Fraction(2, 3)
    RationalMatrix([['2/3'], ['7/3']])
    """

    __slots__ = ("denominator", "numerators")
    numerators: fmpz_mat
    denominator: int

    def __init__(self, rows: Sequence[Sequence[Exact]]) -> None:
        entries = [[fraction(x) for x in row] for row in rows]
        if not entries or not entries[0] or len({len(row) for row in entries}) != 1:
            raise ValueError(f"need rows of one length, at least one by one; got {rows!r}")
        den = lcm(*(x.denominator for row in entries for x in row))
        ints = [[x.numerator * (den // x.denominator) for x in row] for row in entries]
        self._set(fmpz_mat(ints), den)

    def _set(self, numerators: fmpz_mat, denominator: int) -> None:
        self.numerators, self.denominator = _lowest(numerators, denominator)

    @classmethod
    def over(cls, numerators: fmpz_mat, denominator: int) -> RationalMatrix:
        """The matrix ``numerators / denominator``, brought to lowest terms."""
        if denominator <= 0:
            raise ValueError(f"the common denominator must be positive, got {denominator}")
        matrix = cls.__new__(cls)
        matrix._set(numerators, denominator)
        return matrix

    def over_rationals(self) -> fmpq_mat:
        """The same matrix for FLINT, which solves, ranks and takes characteristic polynomials of it."""
        return fmpq_mat(self.numerators) / self.denominator

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.numerators.nrows(), self.numerators.ncols()

    @property
    def T(self) -> RationalMatrix:  # noqa: N802 - the name every array library uses
        """The transpose."""
        return RationalMatrix.over(self.numerators.transpose(), self.denominator)

    def __getitem__(self, index: tuple[int, int]) -> Fraction:
        return Fraction(int(self.numerators[index[0], index[1]]), self.denominator)

    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """Every entry as a Fraction, row by row."""
        return tuple(tuple(Fraction(int(x), self.denominator) for x in row) for row in self.numerators.tolist())

    def take(self, indices: Sequence[int]) -> RationalMatrix:
        """The matrix whose i-th row is row ``indices[i]`` of this one."""
        rows = self.numerators.tolist()
        matrix = RationalMatrix.__new__(RationalMatrix)
        # Not brought to lowest terms: sharing this matrix's denominator is what makes the next step cheap.
        matrix.numerators, matrix.denominator = fmpz_mat([rows[i] for i in indices]), self.denominator
        return matrix

    def towards(self, targets: RationalMatrix, gamma: Fraction) -> RationalMatrix:
        """Every row moved towards the same row of ``targets`` by ``gamma``: X + gamma (T - X), in one step."""
        p, q = gamma.numerator, gamma.denominator
        if self.denominator == targets.denominator:
            return RationalMatrix.over(self.numerators * (q - p) + targets.numerators * p, self.denominator * q)
        return self + (targets - self) * gamma

    def floats(self) -> npt.NDArray[np.float64]:
        """Every entry correctly rounded to a double, however long its digits."""
        den = self.denominator
        return np.array([[int(x) / den for x in row] for row in self.numerators.tolist()])

    def __add__(self, other: RationalMatrix) -> RationalMatrix:
        common = lcm(self.denominator, other.denominator)
        return RationalMatrix.over(
            self.numerators * (common // self.denominator) + other.numerators * (common // other.denominator),
            common,
        )

    def __sub__(self, other: RationalMatrix) -> RationalMatrix:
        return self + other * -1

    def __mul__(self, scalar: int | Fraction) -> RationalMatrix:
        scalar = fraction(scalar)
        return RationalMatrix.over(self.numerators * scalar.numerator, self.denominator * scalar.denominator)

    __rmul__ = __mul__

    def __truediv__(self, scalar: int | Fraction) -> RationalMatrix:
        return self * (1 / fraction(scalar))

    def __neg__(self) -> RationalMatrix:
        return self * -1

    def __matmul__(self, other: RationalMatrix) -> RationalMatrix:
        return RationalMatrix.over(self.numerators * other.numerators, self.denominator * other.denominator)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RationalMatrix):
            return NotImplemented
        return bool(self.numerators * other.denominator == other.numerators * self.denominator)

    def __hash__(self) -> int:
        return hash(self.rows())

    def __repr__(self) -> str:
        return f"RationalMatrix({[[str(x) for x in row] for row in self.rows()]})"


def _lowest(numerators: fmpz_mat, denominator: int) -> tuple[fmpz_mat, int]:
    common = fmpz(denominator)
    for entry in numerators.entries():
        if common == 1:
            return numerators, denominator
        common = common.gcd(entry)
    if common == 1:
        return numerators, denominator
    rows = [[entry // common for entry in row] for row in numerators.tolist()]
    return fmpz_mat(rows), denominator // int(common)
