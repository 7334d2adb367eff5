"""Claims of analysis, inequalities and polynomials: false ones, and true ones as controls."""

# A premise takes all variables of its claim, whether or not it is about them.
# ruff: noqa: ARG001

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, lcm, prod

from lakatos.claims import (
    ForAll,
    dot,
    exp,
    forall,
    integers,
    matrices,
    rationals,
    reals,
    sequences,
    sqrt,
    vectors,
)

# The integral over x >= 0 of sin(a x)/(a x) times the product of sin(x/(2k + 1))/(x/(2k + 1)), k = 1, ..., n, is
# pi/(2 a) times a rational number, which is 1 less a sum over the signs with a +- 1/3 +- 1/5 +- ... +- 1/(2n + 1) < 0.


def sinc_integral(a, n):
    """2 a / pi times the integral over x >= 0 of sinc(a x) sinc(x/3) sinc(x/5) ... sinc(x/(2n + 1))."""
    unit = lcm(*range(3, 2 * n + 2, 2))
    widths = [unit // (2 * k + 1) for k in range(1, n + 1)]
    # By how much a sum of signed widths is negative, and the sign of its term; all signs - first, then some +.
    terms = [(sum(widths) - a * unit, 1)] if sum(widths) > a * unit else []
    for width in widths:
        if len(terms) > 2**16:
            raise ArithmeticError(f"too many signs have to be added up for n = {n}")
        terms += [(excess - 2 * width, -sign) for excess, sign in terms if excess > 2 * width]
    return 1 - Fraction(2 * sum(sign * excess**n for excess, sign in terms), 2**n * factorial(n) * prod(widths))


@forall(n=integers(0))
def borwein(n):
    """The integral over x >= 0 of the product of sinc(x/(2k + 1)), k = 0, ..., n, is pi/2."""
    return -abs(sinc_integral(1, n) - 1)


# 2 cos(x) sinc(x) is 2 sinc(2 x), and the integral of 2 sinc(2 x) is pi/2.
@forall(n=integers(0))
def borwein_2cos(n):
    """The integral over x >= 0 of 2 cos(x) times the product of sinc(x/(2k + 1)), k = 0, ..., n, is pi/2."""
    return -abs(sinc_integral(2, n) - 1)


def shapiro_margin(x):
    """The sum of x_i / (x_{i+1} + x_{i+2}), indices mod n, less n/2."""
    n = len(x)
    return sum(x[i] / (x[(i + 1) % n] + x[(i + 2) % n]) for i in range(n)) - Fraction(n, 2)


def positive_denominators(x):
    """every denominator x_{i+1} + x_{i+2} is positive"""
    n = len(x)
    return all(x[i] + x[(i + 1) % n] > 0 for i in range(n))


@forall(x=vectors(rationals(0), length=14))
def shapiro_14(x):
    """The sum of x_i / (x_{i+1} + x_{i+2}) is at least n/2 for x_i >= 0, n = 14 (Shapiro)."""
    return shapiro_margin(x)


shapiro_14.given(positive_denominators)


@forall(x=vectors(rationals(0), length=20))
def shapiro_20(x):
    """The sum of x_i / (x_{i+1} + x_{i+2}) is at least n/2 for x_i > 0, n = 20 (Shapiro)."""
    return shapiro_margin(x)


@shapiro_20.given
def all_positive(x):
    """every x_i is positive"""
    return all(entry > 0 for entry in x)


@forall(x=vectors(rationals(0), length=25))
def shapiro_25(x):
    """The sum of x_i / (x_{i+1} + x_{i+2}) is at least n/2 for x_i >= 0, n = 25 (Shapiro)."""
    return shapiro_margin(x)


shapiro_25.given(positive_denominators)


@forall(x=rationals())
def sqrt2_narrow(x):
    """(x^2 - 2)^2 >= 10^-8 for rational x."""
    return (x * x - 2) ** 2 - Fraction(1, 10**8)


@forall(x=rationals(), y=rationals())
def golden_narrow(x, y):
    """(x^2 + y^2 - 3)^2 + (x y - 1)^2 >= 10^-8 for rational x, y."""
    return (x * x + y * y - 3) ** 2 + (x * y - 1) ** 2 - Fraction(1, 10**8)


# Both sides are homogeneous in m, which therefore needs no norm. The rows of u and v may be shorter than 1: the left
# side is largest at unit vectors anyway. Order 2 in the plane is the least that is open: in dimension 1, and at
# order 1, the claim is true.
@forall(
    m=matrices(rationals(), rows=2, columns=2),
    u=matrices(rationals(-1, 1), rows=2, columns=2),
    v=matrices(rationals(-1, 1), rows=2, columns=2),
)
def grothendieck_1(m, u, v):
    """|sum m_ij <u_i, v_j>| is at most the maximum of |sum m_ij s_i t_j| over signs (Grothendieck's constant is 1)."""
    largest = max(sum(abs(s * row[0] + t * row[1]) for row in m.rows()) for s, t in product((1, -1), repeat=2))
    return largest - abs(sum(m[i, j] * dot(u.rows()[i], v.rows()[j]) for i in range(2) for j in range(2)))


@grothendieck_1.given
def within_unit_ball(m, u, v):
    """every row of u and v has length at most 1"""
    return all(dot(row, row) <= 1 for row in (*u.rows(), *v.rows()))


# A polynomial in x, y, z is a sequence of terms (c, i, j, k), each c x^i y^j z^k. Integer coefficients suffice, as a
# multiple of a component keeps both the premise and the conclusion.


def collected(terms):
    """The coefficients of a sum of terms ((i, j, k), c) by exponents, without those that are zero."""
    found = {}
    for at, c in terms:
        found[at] = found.get(at, 0) + c
    return {at: c for at, c in found.items() if c != 0}


def partial_derivative(f, i):
    """The derivative by variable number i of a polynomial given by exponents."""
    return collected(((*at[:i], at[i] - 1, *at[i + 1 :]), c * at[i]) for at, c in f.items() if at[i] != 0)


def product_of(f, g, h):
    """The product of three polynomials given by exponents."""
    for factor in (g, h):
        f = collected(
            (tuple(a + b for a, b in zip(p, q, strict=True)), c * d) for p, c in f.items() for q, d in factor.items()
        )
    return f


def jacobian(F):
    """The Jacobian determinant of three polynomials in three variables, by exponents."""
    by_exponents = [collected(((i, j, k), c) for c, i, j, k in f) for f in F]
    D = [[partial_derivative(f, i) for i in range(3)] for f in by_exponents]
    signed = ((0, 1, 2, 1), (1, 2, 0, 1), (2, 0, 1, 1), (0, 2, 1, -1), (1, 0, 2, -1), (2, 1, 0, -1))
    return collected(
        (at, sign * x) for i, j, k, sign in signed for at, x in product_of(D[0][i], D[1][j], D[2][k]).items()
    )


@forall(
    F=vectors(sequences(vectors(integers(), length=4), length=(1, None), of="term"), length=3),
    p=vectors(rationals(), length=3),
    q=vectors(rationals(), length=3),
    strict=True,
)
def jacobian_3(F, p, q):
    """A polynomial map with constant Jacobian determinant other than 0 is injective in dimension 3 (Keller)."""
    images = [[sum(c * x**i * y**j * z**k for c, i, j, k in f) for f in F] for x, y, z in (p, q)]
    return sum(abs(a - b) for a, b in zip(*images, strict=True))


@jacobian_3.given
def two_points(F, p, q):
    """p and q are two points"""
    return p != q


@jacobian_3.given
def exponents(F, p, q):
    """no exponent is negative"""
    return all(min(term[1:]) >= 0 for f in F for term in f)


@jacobian_3.given
def keller(F, p, q):
    """the Jacobian determinant is a constant other than 0"""
    return [*jacobian(F)] == [(0, 0, 0)]


# A square is a corner (x, y) and the side (p, q) that leads from it, the other one being (-q, p).


def corners(square):
    """The corners of a square, in the order of the sides."""
    x, y, p, q = square
    return ((x, y), (x + p, y + q), (x + p - q, y + q + p), (x - q, y + p))


def apart(A, B):
    """Whether two squares have no inner point in common: one of their four directions separates them."""
    for _, _, p, q in (A, B):
        for u in ((p, q), (-q, p)):
            along = [[dot(u, corner) for corner in corners(square)] for square in (A, B)]
            if max(along[0]) <= min(along[1]) or max(along[1]) <= min(along[0]):
                return True
    return False


@forall(squares=vectors(vectors(rationals(), length=4), length=17))
def erdos106(squares):
    """17 squares without common inner points in a unit square have sides that add up to at most 4 (Erdos 106)."""
    return 4 - sum(sqrt(p * p + q * q) for _, _, p, q in squares)


@erdos106.given
def in_unit_square(squares):
    """every square lies in the unit square"""
    return all(0 <= x <= 1 for square in squares for corner in corners(square) for x in corner)


@erdos106.given
def no_overlap(squares):
    """no two squares have an inner point in common"""
    return all(apart(squares[i], squares[j]) for j in range(len(squares)) for i in range(j))


@forall(a=reals(), b=reals(), c=reals())
def vasc(a, b, c):
    """(a^2 + b^2 + c^2)^2 >= 3 (a^3 b + b^3 c + c^3 a) (Cirtoaje)."""
    return (a * a + b * b + c * c) ** 2 - 3 * (a**3 * b + b**3 * c + c**3 * a)


@forall(x=reals(), y=reals())
def motzkin(x, y):
    """x^4 y^2 + x^2 y^4 + 1 - 3 x^2 y^2 >= 0 (Motzkin)."""
    return x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2


# The statement is about this point.
@forall(a=integers(77617, 77617), b=integers(33096, 33096), strict=True)
def rump(a, b):
    """333.75 b^6 + a^2 (11 a^2 b^2 - b^6 - 121 b^4 - 2) + 5.5 b^8 + a/(2 b) < 0 at a = 77617, b = 33096 (Rump)."""
    return -(
        Fraction(1335, 4) * b**6
        + a**2 * (11 * a**2 * b**2 - b**6 - 121 * b**4 - 2)
        + Fraction(11, 2) * b**8
        + Fraction(1, 2) * a / b
    )


@forall(x=reals(-1), n=integers(0))
def bernoulli(x, n):
    """(1 + x)^n >= 1 + n x for x >= -1 and integers n >= 0 (Bernoulli)."""
    return (1 + x) ** n - (1 + n * x)


# A variable takes each of its listed values with the same probability; a value may be listed more than once, and so
# has any rational probability. All variables together take every combination with the same probability.
@forall(
    variables=sequences(sequences(rationals(0, 1), length=(1, None), of="value"), length=(1, None), of="variable"),
    t=rationals(0),
)
def hoeffding(variables, t):
    """P(mean - expectation >= t) <= exp(-2 n t^2) for n independent variables with values in [0, 1] (Hoeffding)."""
    n = len(variables)
    least = sum(sum(values) / len(values) for values in variables) + n * t
    # In how many ways the sum of the variables so far is what.
    ways = {0: 1}
    for values in variables:
        before, ways = ways, {}
        for total, count in before.items():
            for x in values:
                ways[total + x] = ways.get(total + x, 0) + count
    reached = sum(count for total, count in ways.items() if total >= least)
    return exp(-2 * n * t * t) - Fraction(reached, sum(ways.values()))


CLAIMS: dict[str, ForAll] = {
    "an-borwein": borwein,
    "an-borwein-2cos": borwein_2cos,
    "an-shapiro-14": shapiro_14,
    "an-shapiro-20": shapiro_20,
    "an-shapiro-25": shapiro_25,
    "an-sqrt2-narrow": sqrt2_narrow,
    "an-golden-narrow": golden_narrow,
    "an-grothendieck-1": grothendieck_1,
    "an-jacobian-3": jacobian_3,
    "an-erdos106": erdos106,
    "T-vasc": vasc,
    "T-motzkin-nonneg": motzkin,
    "T-rump": rump,
    "T-bernoulli": bernoulli,
    "T-hoeffding": hoeffding,
}
TRUE = frozenset({"T-vasc", "T-motzkin-nonneg", "T-rump", "T-bernoulli", "T-hoeffding"})
WITHOUT: dict[str, str] = {
    "an-motzkin-sos": "whether a polynomial in two variables is non-negative, or a sum of squares, is no function here",
    "an-mixed-partials": "ranges over functions; the families in which the derivatives are a formula are tailor-made",
    "an-derivative-increasing": "ranges over functions, and the witness x/2 + x^2 sin(1/x) is in no family of ours",
    "T-banach": "ranges over maps of complete spaces, whose fixed points nothing finite exhibits",
}
