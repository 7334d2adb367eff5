"""Matrices of exact numbers, and what claims about them are written with."""

from fractions import Fraction
from itertools import permutations
from math import lcm, prod

from lakatos.claims.plain.reals import characteristic_polynomial, eigenvalue


class Matrix:
    """A matrix by rows: X + Y, X - Y, X @ Y, c * X, X / c, -X, X.T, X[i, j], X.shape, X == Y."""

    def __init__(self, rows):
        self.entries = tuple(tuple(row) for row in rows)
        self.shape = (len(self.entries), len(self.entries[0]) if self.entries else 0)

    @property
    def T(self):
        """The transpose."""
        return Matrix(zip(*self.entries))

    def rows(self):
        """Every entry, row by row."""
        return self.entries

    def __getitem__(self, at):
        return self.entries[at[0]][at[1]]

    def __add__(self, other):
        same_shape(self, other)
        return Matrix([a + b for a, b in zip(x, y)] for x, y in zip(self.entries, other.entries))

    def __sub__(self, other):
        return self + other * -1

    def __neg__(self):
        return self * -1

    def __mul__(self, c):
        return Matrix([x * c for x in row] for row in self.entries)

    def __rmul__(self, c):
        return self * c

    def __truediv__(self, c):
        return self * (Fraction(1) / c)

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError(f"a {self.shape} matrix times a {other.shape} matrix")
        columns = tuple(zip(*other.entries))
        return Matrix([sum(a * b for a, b in zip(row, column)) for column in columns] for row in self.entries)

    def __eq__(self, other):
        return self.shape == other.shape and all(x == y for x, y in zip(self.entries, other.entries))


def same_shape(X, Y):
    """Refuse matrices of two shapes."""
    if X.shape != Y.shape:
        raise ValueError(f"a {X.shape} matrix and a {Y.shape} matrix")


def identity(n):
    """The identity matrix of order n."""
    return Matrix([int(i == j) for j in range(n)] for i in range(n))


def trace(X):
    """The sum of the diagonal."""
    return sum(X[i, i] for i in range(X.shape[0]))


def determinant(X):
    """The determinant, by the permutations of its columns up to order 4, by elimination above."""
    n = X.shape[0]
    if X.shape != (n, n):
        raise ValueError(f"the determinant of a {X.shape} matrix")
    if n > 4:
        return eliminated(X)[1]
    return sum(parity(p) * prod(X[i, p[i]] for i in range(n)) for p in permutations(range(n)))


def parity(p):
    """1 or -1: the sign of a permutation of 0, ..., n - 1."""
    return (-1) ** sum(p[i] > p[j] for j in range(len(p)) for i in range(j))


def eliminated(X):
    """The rank of a matrix, and the determinant if it is square, by elimination."""
    rows = [[Fraction(x) for x in row] for row in X.rows()]
    rank, value = 0, Fraction(1)
    for column in range(X.shape[1]):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column] != 0), None)
        if pivot is None:
            value = Fraction(0)
            continue
        if pivot != rank:
            rows[rank], rows[pivot] = rows[pivot], rows[rank]
            value = -value
        value *= rows[rank][column]
        for i in range(rank + 1, len(rows)):
            factor = rows[i][column] / rows[rank][column]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[rank])]
        rank += 1
    return rank, value


def rank(X):
    """The rank."""
    return eliminated(X)[0]


def permanent(X):
    """The permanent: the determinant without signs."""
    n = X.shape[0]
    return sum(prod(X[i, p[i]] for i in range(n)) for p in permutations(range(n)))


def quadratic_form(X, v):
    """v . X v."""
    return sum(v[i] * X[i, j] * v[j] for i in range(len(v)) for j in range(len(v)))


def dot(v, w):
    """The inner product of two vectors."""
    if len(v) != len(w):
        raise ValueError(f"the inner product of {len(v)} with {len(w)} entries")
    return sum(a * b for a, b in zip(v, w))


def is_symmetric(X):
    """Whether X is square and equal to its transpose."""
    n = X.shape[0]
    return X.shape == (n, n) and all(X[i, j] == X[j, i] for i in range(n) for j in range(i))


def is_psd(X):
    """Whether X is symmetric and positive semidefinite: the coefficients of det(t I - X) alternate (Descartes)."""
    if not is_symmetric(X):
        return False
    den = lcm(*(Fraction(x).denominator for row in X.rows() for x in row))
    p = characteristic_polynomial([[int(x * den) for x in row] for row in X.rows()])
    return all(c * (-1) ** (len(p) - 1 - j) >= 0 for j, c in enumerate(p))


def is_stochastic(X):
    """Whether every row of X is non-negative and sums to 1."""
    return all(sum(row) == 1 and all(x >= 0 for x in row) for row in X.rows())


def is_matrix(X, heights, widths):
    """Whether X is a Matrix with a number of rows and of columns in the given ranges, and exact entries."""
    if not isinstance(X, Matrix) or X.shape[0] not in heights or X.shape[1] not in widths:
        return False
    return all(len(row) == X.shape[1] and all(isinstance(x, (int, Fraction)) for x in row) for row in X.rows())


def largest_eigenvalue(X):
    """The largest eigenvalue of a symmetric matrix."""
    return eigenvalue(X.rows(), 0)


def smallest_eigenvalue(X):
    """The smallest eigenvalue of a symmetric matrix."""
    return eigenvalue(X.rows(), -1)


def spectral_radius(g):
    """The largest eigenvalue of the adjacency matrix of a graph, which no other exceeds in absolute value."""
    return eigenvalue([[int(w in g[v]) for w in range(len(g))] for v in range(len(g))], 0)


def laplacian_eigenvalue(g, i):
    """The eigenvalue number i, the largest being number 0, of the Laplacian matrix of a graph."""
    n = len(g)
    return eigenvalue([[len(g[v]) if w == v else -int(w in g[v]) for w in range(n)] for v in range(n)], i)


def algebraic_connectivity(g):
    """The second smallest eigenvalue of the Laplacian matrix of a graph."""
    return laplacian_eigenvalue(g, -2)
