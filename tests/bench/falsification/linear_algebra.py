"""Claims of linear algebra and group rings: false ones, and true ones as controls."""

# A premise takes all variables of its claim, whether or not it is about them.
# ruff: noqa: ARG001

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import lcm

from lakatos.claims import (
    ForAll,
    Matrix,
    derivative,
    determinant,
    divide,
    forall,
    integers,
    largest_eigenvalue,
    matrices,
    polynomial_gcd,
    psd_matrices,
    rank,
    rationals,
    real_roots_between,
    sequences,
    smallest_eigenvalue,
    symmetric_matrices,
    vectors,
)
from lakatos.claims.plain.reals import characteristic_polynomial


@forall(A=psd_matrices(rationals(), 2), B=psd_matrices(rationals(), 2))
def jordan_product(A, B):
    """A B + B A is positive semidefinite for positive semidefinite A, B of order 2."""
    return smallest_eigenvalue(A @ B + B @ A)


@forall(X=symmetric_matrices(rationals(), (1, 4)))
def sylvester_psd(X):
    """A symmetric matrix whose leading principal minors are >= 0 is positive semidefinite."""
    return smallest_eigenvalue(X)


@sylvester_psd.given
def leading_minors(X):
    """every leading principal minor is >= 0"""
    return all(determinant(Matrix([row[:k] for row in X.rows()[:k]])) >= 0 for k in range(1, X.shape[0] + 1))


# Of one order, the least at which matrices need not commute; integers, as multiples have the same ranks.
@forall(A=matrices(integers(), rows=2, columns=2), B=matrices(integers(), rows=2, columns=2))
def rank_ab_ba(A, B):
    """A B and B A have the same rank, A and B being of order 2."""
    return -abs(rank(A @ B) - rank(B @ A))


# A complex number is a pair (real, imaginary).


def complex_permanent(rows):
    """The permanent of a square matrix of complex numbers."""
    re = im = 0
    for p in permutations(range(len(rows))):
        a, b = 1, 0
        for row, j in zip(rows, p, strict=True):
            a, b = a * row[j][0] - b * row[j][1], a * row[j][1] + b * row[j][0]
        re, im = re + a, im + b
    return re, im


def minor(rows, S, T):
    """The rows of S and the columns of T."""
    return [[rows[i][j] for j in T] for i in S]


# Every positive semidefinite Hermitian H is C* C with C = X + i Y. The Schur power matrix is of order 120; its spectrum
# includes that of the matrix of per H(S, T) per H(S', T') over the pairs S, T and their complements, of order 10. The
# real symmetric matrix of twice the order has the eigenvalues of a Hermitian one, twice each.
@forall(X=matrices(rationals(), rows=5, columns=5), Y=matrices(rationals(), rows=5, columns=5))
def permanent_on_top(X, Y):
    """No eigenvalue of the Schur power matrix of a PSD Hermitian H = (X + iY)*(X + iY) exceeds per(H) (Soules)."""
    re, im = X.T @ X + Y.T @ Y, X.T @ Y - Y.T @ X
    H = [[(re[i, j], im[i, j]) for j in range(5)] for i in range(5)]
    pairs = [(S, tuple(i for i in range(5) if i not in S)) for S in combinations(range(5), 2)]
    K = []
    for S, others in pairs:
        row = []
        for T, rest in pairs:
            (a, b), (c, d) = complex_permanent(minor(H, S, T)), complex_permanent(minor(H, others, rest))
            row.append((a * c - b * d, a * d + b * c))
        K.append(row)
    doubled = [[z[0] for z in row] + [-z[1] for z in row] for row in K]
    doubled += [[z[1] for z in row] + [z[0] for z in row] for row in K]
    return complex_permanent(H)[0] - largest_eigenvalue(Matrix(doubled))


# At the order that the literature gives.
@forall(A=matrices(rationals(), rows=13, columns=13))
def cryer(A):
    """Gaussian elimination with complete pivoting lets no entry grow by more than the order, here 13 (Cryer)."""
    rows = [[*row] for row in A.rows()]
    n = len(rows)
    pivots = []
    for k in range(n):
        pivot, i, j = max((abs(rows[i][j]), -i, -j) for i in range(k, n) for j in range(k, n))
        if pivot == 0:
            break
        pivots.append(pivot)
        rows[k], rows[-i] = rows[-i], rows[k]
        for row in rows:
            row[k], row[-j] = row[-j], row[k]
        for row in rows[k + 1 :]:
            factor = row[k] / rows[k][k]
            for m in range(k, n):
                row[m] = row[m] - factor * rows[k][m]
    return n * pivots[0] - max(pivots) if pivots else Fraction(0)


# A group is no value of a domain, so this is about one: Promislow's, the triples of integers with an even sum, where
# (s t)_i = s_i + t_i if s_i + s_{i+1} is even and s_i - t_i if it is odd. It is torsion-free. An element of the group
# ring over F2 is the sequence of its terms; the margin is in how many terms u v is not 1.


def promislow(s, t):
    """The product of two elements of Promislow's group."""
    return tuple(s[i] + t[i] if (s[i] + s[(i + 1) % 3]) % 2 == 0 else s[i] - t[i] for i in range(3))


@forall(
    u=sequences(vectors(integers(), length=3), length=(2, None), of="term"),
    v=sequences(vectors(integers(), length=3), length=(1, None), of="term"),
    strict=True,
)
def kaplansky_unit(u, v):
    """No u of two or more terms has an inverse v in the group ring F2[P], P being Promislow's group (Kaplansky)."""
    left = {(0, 0, 0)}
    for s in u:
        for t in v:
            left ^= {promislow(s, t)}
    return len(left)


@kaplansky_unit.given
def in_group(u, v):
    """every term is in the group: its sum is even"""
    return all(sum(term) % 2 == 0 for term in (*u, *v))


@kaplansky_unit.given
def distinct_terms(u, v):
    """no term of u comes twice"""
    return len({*u}) == len(u)


def largest_root_is_simple(p):
    """Whether the largest real root of p, which has one, is simple."""
    repeated = polynomial_gcd(p, derivative(p))
    once = divide(p, repeated)[0]
    simple = divide(once, polynomial_gcd(once, repeated))[0]
    bound = 1 + max(abs(c) for c in p[:-1]) / Fraction(abs(p[-1]))
    low, high = -bound, bound
    # Until one root alone is left above low.
    for _ in range(1000):
        middle = (low + high) / 2
        above = real_roots_between(once, middle, bound)
        if above == 1:
            return real_roots_between(simple, middle, bound) == 1
        if above:
            low = middle
        else:
            high = middle
    raise ArithmeticError("the largest roots are too close to be told apart")


# Of orders 2 and 3: of every size there would be too many to list.
@forall(A=matrices(rationals(0), rows=(2, 3), columns=(2, 3)))
def perron(A):
    """The spectral radius of an irreducible non-negative matrix, its largest real eigenvalue, is a simple one."""
    den = lcm(*(Fraction(x).denominator for row in A.rows() for x in row))
    return largest_root_is_simple(characteristic_polynomial([[int(x * den) for x in row] for row in A.rows()]))


@perron.given
def perron_square(A):
    """A is square"""
    return A.shape[0] == A.shape[1]


@perron.given
def irreducible(A):
    """A is irreducible: from every index every other is reached along positive entries"""
    n = A.shape[0]
    for start in range(n):
        reached = {start}
        for _ in range(n):
            reached |= {j for i in reached for j in range(A.shape[1]) if A[i, j] > 0}
        if len(reached) < n:
            return False
    return True


CLAIMS: dict[str, ForAll] = {
    "la-jordan-product": jordan_product,
    "la-sylvester-psd": sylvester_psd,
    "la-rank-ab-ba": rank_ab_ba,
    "la-permanent-on-top": permanent_on_top,
    "la-cryer": cryer,
    "la-kaplansky-unit": kaplansky_unit,
    "T-perron": perron,
}
TRUE = frozenset({"T-perron"})
WITHOUT: dict[str, str] = {}
