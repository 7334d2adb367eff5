"""The proofs behind the constructions: identities that sympy confirms, inequalities that follow from signs."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lakatos.arithmetic import e_bounds


@dataclass(frozen=True)
class Proof:
    """What was proved of one theorem.

    Attributes:
        statement: what follows from the steps, in words.
        steps: every step that was checked, in words, in order.
    """

    statement: str
    steps: tuple[str, ...]


class _Steps:
    """Steps of a proof; one that cannot be proved stops it."""

    def __init__(self) -> None:
        self.proved: list[str] = []

    def __call__(self, step: str, true: Any) -> None:
        if not bool(true):
            raise AssertionError(f"not proved: {step}")
        self.proved.append(step)


def derive(theorem: str) -> Proof:
    """Prove one of ``THEOREMS``.

    Raises:
        AssertionError: if a step cannot be proved.
        ValueError: for another name.
    """
    if theorem not in _PROOFS:
        raise ValueError(f"no proof of {theorem!r} here; there are {', '.join(THEOREMS)}")
    steps = _Steps()
    statement = _PROOFS[theorem](steps)
    return Proof(statement, tuple(steps.proved))


def _loss(prove: _Steps) -> str:
    import sympy as sp

    x, y = sp.symbols("x y", real=True)
    s, rho, k = sp.symbols("s rho k", positive=True)
    hessian = sp.hessian((sp.sqrt(x**2 + y**2) - rho) ** 2 / 2, (x, y)).subs(y, 0).subs(x, rho + k)
    across = k / (rho + k)
    prove(
        "outside the ball, at |u| = rho + k, the Hessian of 1/2 (|u| - rho)^2 has eigenvalues 1 and k/(rho + k)",
        sp.simplify(hessian - sp.diag(1, across)) == sp.zeros(2),
    )
    prove("which are between 0 and 1", across.is_positive and sp.simplify(1 - across).is_positive)
    slope = sp.diff((sp.sqrt(x**2 + y**2) - rho) ** 2 / 2, x).subs(y, 0).subs(x, rho + k)
    prove("the gradient there has length k, which is 0 at the edge: the pieces join", sp.simplify(slope - k) == 0)
    curve = sp.simplify(sp.diff((sp.sqrt(s) - rho) ** 2 / 2, s, 2))
    prove("1/2 (sqrt(s) - rho)^2 is convex in s", curve.is_positive)
    slope = sp.diff((sp.sqrt(s) - rho) ** 2 / 2, s).subs(s, (rho + k) ** 2)
    prove("and increasing from s = rho^2 on", sp.simplify(slope).is_positive)
    return (
        "1/2 [|u| - rho]_+^2 is convex and 1-smooth, 1-Lipschitz in the unit ball, and 0 in the ball of radius rho; "
        "seen through a z with entries in [-1, 1] it remains so"
    )


def _flat_minimum(prove: _Steps) -> str:
    import sympy as sp

    rho, s, delta = sp.symbols("rho s delta", nonnegative=True)
    risk = sp.Rational(1, 2) * (1 - rho) ** 2 / 2
    prove(
        "F(e_I) is the mean of 0 and 1/2 (1 - rho)^2, that is (1 - rho)^2/4", sp.expand(risk - (1 - rho) ** 2 / 4) == 0
    )
    over = sp.factor(risk.subs(rho, sp.Rational(1, 2) - s) - sp.Rational(1, 16))
    prove("at rho = 1/2 - s it exceeds 1/16 by s (s + 1)/4 >= 0", sp.expand(over - s * (s + 1) / 4) == 0)
    prove("1/16 is attained at rho = 1/2", risk.subs(rho, sp.Rational(1, 2)) == sp.Rational(1, 16))
    sharp = (rho + delta - rho) ** 2 / 2
    prove("from rho e_last, delta further out, the loss of every z is delta^2/2", sp.expand(sharp - delta**2 / 2) == 0)
    prove("at rho e_last the loss of every z is 0", sharp.subs(delta, 0) == 0)
    return "for every n and 0 <= rho <= 1/2 the flat minimum e_I has population risk at least 1/16, the sharp one 0"


def _samples(prove: _Steps) -> str:
    import sympy as sp

    y = sp.Symbol("y", positive=True)
    # With x = 1/N = y/(1 + y), so that y = 1/(N - 1):
    x = sp.Symbol("x", positive=True)
    slope = sp.simplify(sp.diff(sp.log(1 - x) + x, x).subs(x, y / (1 + y)))
    prove("log(1 - x) + x is 0 at 0 and falls on (0, 1)", slope.is_negative and (sp.log(1 - x) + x).subs(x, 0) == 0)
    slope = sp.simplify(sp.diff(sp.log(1 + y) - y, y))
    prove("log(1 + y) - y is 0 at 0 and falls", slope.is_negative and (sp.log(1 + y) - y).subs(y, 0) == 0)
    low, high = e_bounds(12)
    prove("1 - 1/e > 1/2", 1 - 1 / low > Fraction(1, 2))
    prove("1/e > 1/3", 1 / high > Fraction(1, 3))
    return (
        "for every N: (1 - 1/N)^N < 1/e, so that some coordinate is unseen with probability over 1 - 1/e > 1/2; and "
        "(1 - 1/N)^(N-1) > 1/e > 1/3, the probability that exactly one is"
    )


def _rate(prove: _Steps) -> str:
    import sympy as sp

    # One step: F = F_S(w + v), g its gradient with G = |g|^2, p = <g, w - w*>, q = <g, v - u> where u is v shortened to
    # length rho, m >= |v - u|. Each slack s1, s2, s3 is >= 0 by the premise named beside it.
    eta, beta = sp.symbols("eta beta", positive=True)
    F, m, s1, s2, s3, root_g = sp.symbols("F m s1 s2 s3 gamma", nonnegative=True)
    q = root_g * m - s2  # Cauchy-Schwarz: <g, v - u> <= |g| |v - u|
    p = F - q + s1  # convexity, and the loss is 0 at w* + u because |u| <= rho
    gradient = 2 * beta * F - s3  # |g|^2 <= 2 beta F, for a non-negative beta-smooth function
    fall = 2 * eta * p - eta**2 * root_g**2  # |w - w*|^2 - |next w - w*|^2
    square = (2 * sp.sqrt(eta * beta) * m - root_g * sp.sqrt(eta / beta) / 2) ** 2
    slack = fall + 4 * eta * beta * m**2 - eta * F
    parts = 2 * eta * (s1 + s2) + square + eta * F - (eta / (4 * beta) + eta**2) * root_g**2
    prove(
        "one step: |w - w*|^2 - |w' - w*|^2 + 4 eta beta m^2 - eta F is a sum of slacks", sp.expand(slack - parts) == 0
    )
    rest = eta * F - (eta / (4 * beta) + eta**2) * gradient
    form = (eta / (4 * beta) + eta**2) * s3 + eta * F * (sp.Rational(1, 2) - 2 * eta * beta)
    prove("with |g|^2 = 2 beta F - s3 its last part is s3 and F times what is >= 0", sp.expand(rest - form) == 0)
    small = sp.Symbol("k", nonnegative=True)
    at = (sp.Rational(1, 2) - 2 * eta * beta).subs(eta, 1 / (4 * beta * (1 + small)))
    prove("1/2 - 2 eta beta >= 0 for eta <= 1/(4 beta)", sp.simplify(at).is_nonnegative)
    return (
        "for every choice of |v_t| <= r the mean of F_S(w_t + v_t) is at most |w_1 - w*|^2/(eta T) + "
        "4 beta max(r - rho, 0)^2; by convexity this bounds the largest risk within r of SA-GD's average, and SAM's "
        "risk at it"
    )


def _suffixes(prove: _Steps) -> str:
    import sympy as sp

    T, m, j = sp.symbols("T m j", positive=True, integer=True)
    total = sp.summation((j / m) ** 2, (j, 1, m - 1))
    tail = (m - 1) * (2 * m - 1) / (6 * m)
    prove(
        "the last m coordinates move to shares 0, 1/m, ..., (m-1)/m, whose squares sum so",
        sp.simplify(total - tail) == 0,
    )
    longer = sp.simplify(1 + tail - tail.subs(m, m + 1) - sp.Rational(2, 3) - 1 / (6 * m * (m + 1)))
    prove("a longer suffix has the smaller norm: one more state costs 2/3 + 1/(6m(m+1))", longer == 0)
    whole = tail.subs(m, T) / T
    over = sp.factor(whole - sp.Rational(1, 8))
    expected = (5 * T - 2) * (T - 2) / (24 * T**2)
    prove("the whole average has |.|^2/(step^2 T) - 1/8 = (5T - 2)(T - 2)/(24 T^2)", sp.simplify(over - expected) == 0)
    prove("and tends to 1/3", sp.limit(whole, T, sp.oo) == sp.Rational(1, 3))
    r, rho, y = sp.symbols("r rho y", positive=True)
    condition = r * (1 - 3 / (3 + y)) - rho - (y * (r - rho) - 3 * rho) / (3 + y)
    prove("with y = eta sqrt T, rho < r (1 - 3/(3 + y)) says rho < (r - rho) y/3", sp.simplify(condition) == 0)
    # sqrt(1/8) > 1/3 + 1/100 because 1/8 > (103/300)^2
    prove("sqrt(1/8) - 1/3 > 1/100", Fraction(1, 8) > (Fraction(1, 3) + Fraction(1, 100)) ** 2)
    return (
        "with step = eta (r - rho), for every T >= 2 and every suffix the average is at distance at least "
        "step * sqrt(T/8), and rho below step * sqrt(T)/3; so the population risk is at least step^2 T/40000"
    )


def _fixed_point(prove: _Steps) -> str:
    import sympy as sp

    w, r, v, s = sp.symbols("w r v s", nonnegative=True)
    prove("the gradient max(0, w) is 0 at 0 and on the flat side", sp.Max(0, w).subs(w, 0) == sp.Max(0, -v) == 0)
    prove("1/2 max(0, v)^2 does not fall as v rises, and is r^2/2 at r", sp.diff(v**2 / 2, v).is_nonnegative)
    near = sp.Max(0, sp.Rational(-1, 2) + r).subs(r, sp.Rational(1, 2) - s)
    prove("within r <= 1/2 of -1/2 it is 0 everywhere", near == 0)
    return "SAM stays at 0 for every eta and T, where the largest loss within r exceeds its minimum by r^2/2"


def _chain(prove: _Steps) -> str:
    import sympy as sp

    _first_step(prove)
    _links(prove)
    h = sp.Symbol("h", nonnegative=True) + 3
    prove(
        "a coordinate from 3 to (T + 1)/2 is in place, at depth 1/2 or more, in half of every suffix; for T >= 6 these "
        "give (1/4)(1/16)((T + 1)/2 - 2) >= T/384, rounded down",
        all(sp.expand((h + odd - 2) / 64 - (2 * h + odd) / 384).is_nonnegative for odd in (0, 1)),
    )
    T = sp.Symbol("T", positive=True)
    most = sp.expand((4 * (T - 2) + 8) / (4 * T))  # (eta r)^2 is at most 1/(4T)
    prove("the squared norm is at most 4 (T - 2) + 8 times (eta r)^2, so at most 1: no projection", most == 1)
    return (
        "for every n, T >= 6 and sample with exactly one unseen coordinate, with the mended constants: each coordinate "
        "that SAM reaches stays at least eta r/2 deep, and every suffix average has population risk at least "
        "(eta r)^2 T/384"
    )


def _first_step(prove: _Steps) -> None:
    """The items of the paper's lemma on the first step, with the mended constants of ``chain``."""
    import sympy as sp

    a, b, c, e, r, k = sp.symbols("a b c e r k", positive=True)
    n, N, m, eta = 1 + a, 1 + b, 1 + c, k / (1 + e)  # k = max(1, eta)
    kappa = 1 / (4 * n * N)
    lam = r * kappa / (2 * m)
    gamma = lam / (2 * k * r * m)
    first = eta * gamma * r / (4 * m)
    second = 1 / (4 * k)

    def positive(expression: Any) -> bool:
        top, bottom = sp.fraction(sp.together(expression))
        return bool(sp.expand(top).is_positive and sp.expand(bottom).is_positive)

    prove("v_z . v_S is from 1 - kappa N >= 1/2 to N + 1 <= m^2", positive(sp.Rational(1, 2) - kappa * N))
    prove(
        "so the pulls of two examples differ by a factor of at most 2(N + 1); kappa (n - 1) times that is below 1, "
        "and the seen blocks' first coordinates fall",
        positive(1 - kappa * (n - 1) * 2 * (N + 1)),
    )
    fall = eta * gamma * (r * m + first)
    prove("they fall by less than lambda: eta gamma (r m + delta_1) < lambda", positive(lam - fall))
    after = sp.simplify(-eta * gamma * (r / (2 * m) + first) / 2 + first + eta * gamma * first / 2)
    prove("the trigger is then off: v_z . w_2 + delta_1 <= -eta gamma delta_1/2", after == 0)
    on = sp.simplify(r * kappa / m - lam - lam)
    prove("the unseen block's first link is on: r kappa/|v_S| - lambda >= r kappa/m - lambda = lambda", on == 0)
    sigma, third = second * lam / r, second * kappa / (4 * m)
    prove("coordinate 2 goes to a depth sigma with delta_3 <= sigma/(2 eta r)", sp.simplify(sigma - 2 * third) == 0)
    prove(
        "gamma |v_z|^2 <= gamma m^2 < 1: with 1 and 4 of the other terms f is 6-smooth", positive(1 - gamma * m**2 * k)
    )


def _links(prove: _Steps) -> None:
    """In units of eta r: x, y, z, u are depths, p = eta delta, d = delta, q = sqrt(1 + delta^2).

    Each expression is affine in each letter, so that its extremes over a box are at corners.
    """

    def corners(expression: Callable[..., Fraction], *ranges: tuple[Fraction, Fraction]) -> list[Fraction]:
        return [expression(*corner) for corner in itertools.product(*ranges)]

    one, two, half = Fraction(1), Fraction(2), Fraction(1, 2)
    quarter, depth, settled = (Fraction(0), Fraction(1, 4)), (one, two), (half, two)
    root = (one, Fraction(33, 32))
    prove("sqrt(1 + delta^2) <= 33/32 for delta <= 1/4", 1 + Fraction(1, 16) <= root[1] ** 2)
    prove("coordinate 3 gets between 1 and 2 deep", root[1] + Fraction(1, 16) <= 2)
    prove("and coordinate 2 keeps a part of its depth", 1 - (half * root[1] + Fraction(1, 16)) > 0)
    y = corners(lambda q, p, x: q + p * x, root, quarter, depth)
    prove("if the last coordinate is between 1 and 2 deep, so is the next: y = q + p x", min(y) >= 1 and max(y) <= 2)
    z = corners(lambda x, p, y: x - p * y, depth, quarter, depth)
    prove("the last then stays between 1/2 and 2 deep, for good: z = x - p y", min(z) >= half and max(z) <= 2)
    prove("the link between them is off: d z < y", max(corners(lambda y, d, z: d * z - y, depth, quarter, settled)) < 0)
    prove("the one before stays off: d u <= z", max(corners(lambda z, d, u: d * u - z, settled, quarter, settled)) <= 0)


_PROOFS: dict[str, Callable[[_Steps], str]] = {
    "the loss": _loss,
    "the sample": _samples,
    "Theorem 1": _flat_minimum,
    "Theorems 2 and 5": _rate,
    "Theorem 3": _suffixes,
    "Theorem 6": _fixed_point,
    "Theorem 7": _chain,
}
#: What can be proved here.
THEOREMS = tuple(_PROOFS)
