"""Polynomials in one variable, exactly. A polynomial is the tuple of its coefficients, integers or Fractions, constant
term first. Zeros at the end of a given tuple do not matter; a returned one has none, so that 0 is ().
"""

from fractions import Fraction
from itertools import zip_longest


def trimmed(p):
    """The tuple without the zeros at its end; () for the zero polynomial."""
    p = tuple(p)
    while p and p[-1] == 0:
        p = p[:-1]
    return p


def degree(p):
    """The largest exponent with a coefficient other than 0; -1 for the zero polynomial."""
    return len(trimmed(p)) - 1


def evaluate(p, x):
    """The value of p at x, by Horner's rule; x may be whatever can be multiplied and added to the coefficients."""
    value = 0 * x
    for c in reversed(p):
        value = value * x + c
    return value


def derivative(p):
    """The derivative of p."""
    return trimmed(k * c for k, c in enumerate(p))[1:]


def polynomial_sum(p, q):
    """The polynomial p + q."""
    return trimmed(a + b for a, b in zip_longest(p, q, fillvalue=0))


def polynomial_product(p, q):
    """The polynomial p * q."""
    result = [0] * (len(p) + len(q))
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] += a * b
    return trimmed(result)


def compose(p, q):
    """The polynomial p(q(x)), by Horner's rule."""
    result = ()
    for c in reversed(p):
        result = polynomial_sum(polynomial_product(result, q), (c,))
    return result


def divide(p, q):
    """Quotient and remainder, in Fractions: p = quotient * q + remainder, the latter of lower degree than q != 0."""
    rest, q, quotient = [Fraction(c) for c in p], trimmed(q), []
    if not q:
        raise ValueError("division by the zero polynomial")
    while len(rest) >= len(q):
        factor, shift = rest[-1] / q[-1], len(rest) - len(q)
        quotient.append(factor)
        for i, c in enumerate(q):
            rest[shift + i] -= factor * c
        rest.pop()  # now 0
    return trimmed(reversed(quotient)), trimmed(rest)


def polynomial_gcd(p, q):
    """The monic greatest common divisor, by Euclid's algorithm; () if both are zero."""
    p, q = trimmed(p), trimmed(q)
    while q:
        p, q = q, divide(p, q)[1]
    return tuple(Fraction(c) / p[-1] for c in p)


def resultant(p, q):
    """lead(p)**degree(q) * lead(q)**degree(p) * the product of a - b over all complex roots a of p and b of q, with
    multiplicity; 0 if p or q is zero. By Euclid's algorithm, as with r = p modulo q it is
    (-1)**(degree(p) * degree(q)) * lead(q)**(degree(p) - degree(r)) * resultant(q, r) for degree(q) >= 1.
    """
    p, q, result = trimmed(p), trimmed(q), Fraction(1)
    while len(q) > 1:
        rest = divide(p, q)[1]
        result *= (-1) ** (degree(p) * degree(q)) * Fraction(q[-1]) ** (len(p) - len(rest))
        p, q = q, rest
    return result * q[0] ** degree(p) if p and q else Fraction(0)


def discriminant(p):
    """For n = degree(p) >= 1 and leading coefficient c: (-1)**(n * (n - 1) / 2) * resultant(p, derivative(p)) / c."""
    n = degree(p)
    if n < 1:
        raise ValueError("a constant polynomial has no discriminant")
    return (-1) ** (n * (n - 1) // 2) * resultant(p, derivative(p)) / p[n]


def sturm_sequence(p):
    """Sturm's sequence of p / gcd(p, p'), which has the roots of p != 0 once each: itself, its derivative, then each
    time minus the remainder of the last two, as long as it is not 0.
    """
    if not trimmed(p):
        raise ValueError("every number is a root of the zero polynomial")
    p = divide(p, polynomial_gcd(p, derivative(p)))[0]
    q, sequence = derivative(p), [p]
    while q:
        sequence.append(q)
        p, q = q, tuple(-c for c in divide(p, q)[1])
    return sequence


def sign_changes(values):
    """How often the sign changes along the values, zeros left out."""
    signs = [value > 0 for value in values if value != 0]
    return sum(signs[i] != signs[i + 1] for i in range(len(signs) - 1))


def real_roots(p):
    """How many distinct real roots p != 0 has: the sign changes of Sturm's sequence at -infinity less those at
    +infinity.
    """
    sequence = sturm_sequence(p)
    return sign_changes([(-1) ** degree(q) * q[-1] for q in sequence]) - sign_changes([q[-1] for q in sequence])


def real_roots_between(p, low, high):
    """How many distinct real roots p != 0 has in low < x <= high: the sign changes of Sturm's sequence at low less
    those at high.
    """
    if low > high:
        raise ValueError("the interval must not end before it begins")
    sequence = sturm_sequence(p)
    return sign_changes([evaluate(q, low) for q in sequence]) - sign_changes([evaluate(q, high) for q in sequence])


def is_real_rooted(p):
    """Whether all complex roots of p != 0 are real: as many distinct real roots as p / gcd(p, p') has degree."""
    return real_roots(p) == degree(p) - degree(polynomial_gcd(p, derivative(p)))


def is_unimodal(p):
    """Whether the sequence of coefficients, as given, never falls up to some place and never rises after; () is."""
    peak = p.index(max(p)) if p else 0
    return list(p) == sorted(p[:peak]) + sorted(p[peak:], reverse=True)


def is_log_concave(p):
    """Whether p[i]**2 >= p[i - 1] * p[i + 1] for all inner i; of signs and inner zeros nothing is asked."""
    return all(p[i] ** 2 >= p[i - 1] * p[i + 1] for i in range(1, len(p) - 1))
