"""Two tokens on the line under gamma(t) = 2/(t+2), solved: the limit, the first violation, starts made to order.

Tokens start at a and -b with a > 2b > 0 and B = 1. Everything is derived symbolically here and only then used.
Write m = (a - 2b)/3 and r = m/(a + b). From state 2 on one token rests at m and the other is m + 2(a+b)/(T(T+1)), so
the rate bound J <= 2/(t+1) (a+b)^2 fails at index t = T - 1 exactly when r > g(T) = 2/sqrt(T) - 2/(T(T+1)).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from lakatos.arithmetic import simplest_between


@dataclass(frozen=True)
class Derivation:
    """What sympy derived, and the identities it had to prove on the way.

    Attributes:
        limit: where both tokens end, as a sympy expression in a and b.
        outer: the outer token at state T >= 2, in a, b and T.
        states: the states 0 to 2 as pairs of expressions.
        proved: every step of the argument that was checked, in words.
    """

    limit: Any
    outer: Any
    states: tuple[tuple[Any, Any], ...]
    proved: tuple[str, ...]


def derive() -> Derivation:
    """Derive the two-token dynamics for symbolic a > 2b > 0.

    Raises:
        AssertionError: if any step cannot be proved.
    """
    import sympy as sp

    b, c = sp.symbols("b c", positive=True)  # a = 2b + c with c > 0 is the assumption a > 2b > 0
    T = sp.Symbol("T", positive=True, integer=True)
    a = 2 * b + c
    proved: list[str] = []

    def prove(statement: str, true: Any) -> None:
        assert bool(true), f"not proved: {statement}"
        proved.append(statement)

    def move(x: Any, y: Any, t: int) -> Any:
        """Where x goes when its leader is y."""
        return sp.expand(x + sp.Rational(2, t + 2) * (y - x))

    # States 0 and 1: the two tokens have opposite signs, so each is led by the other.
    prove("at state 0 each token is led by the other: a(-b) < 0 < a^2, b^2", (a * b).is_positive and a.is_positive)
    first = (move(a, -b, 0), move(-b, a, 0))
    prove("gamma(0) = 1 swaps them", first == (-b, sp.expand(a)))
    second = (move(first[0], first[1], 1), move(first[1], first[0], 1))
    low, high = (a - 2 * b) / 3, (2 * a - b) / 3
    prove("state 2 is (2a - b)/3 and (a - 2b)/3", (sp.expand(second[0] - high), sp.expand(second[1] - low)) == (0, 0))
    prove(
        "both are positive: the hull has left the origin at state 2",
        sp.expand(low).is_positive and sp.expand(high).is_positive,
    )
    prove("the second is the smaller, so it leads both and rests", sp.expand(high - low).is_positive)
    # From state 2 on only the outer token moves, towards m.
    outer = low + 2 * (a + b) / (T * (T + 1))
    prove("the closed form holds at state 2", sp.simplify(outer.subs(T, 2) - high) == 0)
    step = outer + 2 / (T + 2) * (low - outer) - outer.subs(T, T + 1)
    prove("and is carried from state T to T + 1", sp.simplify(step) == 0)
    limit = sp.limit(outer, T, sp.oo)
    prove("its limit is (a - 2b)/3", sp.expand(limit - low) == 0)
    # g decreases from T = 2 on, so the first violation is the least T with g(T) < r: its slope is negative because
    # 2(2T + 1) < sqrt(T) (T + 1)^2; with T = u^2 and u = sqrt(2) + v the difference has positive coefficients only.
    v = sp.Symbol("v", nonnegative=True)
    u = sp.sqrt(2) + v
    difference = sp.Poly(sp.expand(u * (u**2 + 1) ** 2 - 2 * (2 * u**2 + 1)), v)
    prove("g(T) decreases for T >= 2", all(coefficient > 0 for coefficient in difference.all_coeffs()))
    A = sp.Symbol("a", positive=True)
    B = sp.Symbol("b", positive=True)
    plain = {c: A - 2 * B, b: B}
    return Derivation(
        limit=sp.factor(limit.subs(plain, simultaneous=True)),
        outer=sp.factor(low.subs(plain, simultaneous=True)) + 2 * (A + B) / (T * (T + 1)),
        states=((A, -B), (-B, A), tuple(sp.factor(x.subs(plain, simultaneous=True)) for x in second)),
        proved=tuple(proved),
    )


def first_violation(a: Fraction, b: Fraction) -> int:
    """The index t of the first violation from tokens a and -b, by the derived formula: one less than the least T.

    Raises:
        ValueError: unless a > 2b > 0.

    >>> first_violation(Fraction(4), Fraction(1)), first_violation(Fraction(3), Fraction(1))
    (224, 575)
    """
    if not a > 2 * b > 0:
        raise ValueError(f"the formula needs a > 2b > 0, got a={a}, b={b}")
    r = (a - 2 * b) / (3 * (a + b))
    low, high = 1, 4 * r.denominator**2 // r.numerator**2 + 1  # at T > 4/r^2 even r alone exceeds 2/sqrt(T)
    while high - low > 1:
        middle = (low + high) // 2
        if (r + Fraction(2, middle * (middle + 1))) ** 2 * middle > 4:
            high = middle
        else:
            low = middle
    return high - 1


def earliest_violation() -> int:
    """The least index at which any start of the family violates the bound: r < 1/3 has to exceed g(T).

    >>> earliest_violation()
    35
    """
    T = 2
    while (Fraction(1, 3) + Fraction(2, T * (T + 1))) ** 2 * T <= 4:
        T += 1
    return T - 1


def start_violating_first_at(t: int) -> tuple[Fraction, Fraction]:
    """Tokens a and -b, b = 1 and a of least denominator, whose first violation has index exactly t.

    Raises:
        ValueError: for a t that no start of this family reaches, see ``earliest_violation``.

    >>> start_violating_first_at(224)
    (Fraction(4, 1), Fraction(1, 1))
    """
    T, first = t + 1, earliest_violation()
    if t < first:
        raise ValueError(f"no start a > 2b > 0 violates the bound before t = {first}; t = {t} was asked")
    low = _a(_g(T, above=True))
    earlier = _g(T - 1, above=False)
    # For the earliest T the interval for r ends at 1/3, where a has no bound.
    high = _a(earlier) if earlier < Fraction(1, 3) else low + 10**6
    a = simplest_between(low, high)
    assert first_violation(a, Fraction(1)) == t, "the start made to order does not do what it was made for"
    return a, Fraction(1)


def _a(r: Fraction) -> Fraction:
    """The a that, with b = 1, has limit over diameter r."""
    return (2 + 3 * r) / (1 - 3 * r)


def _g(T: int, *, above: bool) -> Fraction:
    """A rational bound, within 1e-30, on g(T) = 2/sqrt(T) - 2/(T(T+1)) from the side asked."""
    scale = 10**30
    root = isqrt(T * scale * scale)  # root/scale <= sqrt(T) < (root + 1)/scale
    over_root = Fraction(2 * scale, root if above else root + 1)
    return over_root - Fraction(2, T * (T + 1))
