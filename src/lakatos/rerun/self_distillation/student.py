"""A student of two parameters that has to choose, solved exactly in either direction of the divergence.

The teacher answers with two tokens, AA or BB, and seldom mixes them: each of AA and BB has the probability
R/(2(R+1)), AB and BA share the rest, 1/(R+1). The student draws its two tokens independently, A with probabilities a
and b. This is the mean field of two spins (K. Opper and D. Saad, Advanced Mean Field Methods, 2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from lakatos.arithmetic import LogSum, fraction, log

Direction = Literal["forward", "reverse"]
#: The answers that the teacher hardly ever gives.
MIXED = ("AB", "BA")


@dataclass(frozen=True)
class Settled:
    """Where the student ends.

    Attributes:
        odds: R, the teacher's odds of an answer that is not mixed.
        forward: (a, b) of the one global minimum of KL(teacher || student).
        reverse: both global minima of KL(student || teacher).
        gap: KL(student || teacher) at the forward minimum, less that at the reverse ones; positive.
        proved: what was proved, in words.
    """

    odds: Fraction
    forward: tuple[Fraction, Fraction]
    reverse: tuple[tuple[Fraction, Fraction], ...]
    gap: LogSum
    proved: tuple[str, ...]


def teacher(odds: Fraction) -> dict[str, Fraction]:
    """The teacher's probabilities.

    Raises:
        ValueError: if the odds are not above 0.
    """
    if odds <= 0:
        raise ValueError(f"odds are positive, got {odds}")
    rare = 1 / (2 * (odds + 1))
    return {"AA": odds * rare, "AB": rare, "BA": rare, "BB": odds * rare}


def _answers(a: Any, b: Any) -> dict[str, Any]:
    return {"AA": a * b, "AB": a * (1 - b), "BA": (1 - a) * b, "BB": (1 - a) * (1 - b)}


def mixed_share(a: Any, b: Any) -> Any:
    """How often the student mixes."""
    return sum(_answers(a, b)[name] for name in MIXED)


def divergence(a: Fraction, b: Fraction, *, odds: Fraction, direction: Direction) -> LogSum:
    """KL(teacher || student) if forward, KL(student || teacher) if reverse; exactly, for 0 < a, b < 1."""
    p, q = _answers(a, b), teacher(odds)
    over, other = (q, p) if direction == "forward" else (p, q)
    return sum((over[y] * log(over[y] / other[y]) for y in q), LogSum())


def slope(a: Fraction, b: Fraction, *, odds: Fraction, direction: Direction) -> Fraction | LogSum:
    """The derivative by a; by symmetry the one by b is the same with a and b swapped."""
    if direction == "forward":
        return (a - Fraction(1, 2)) / (a * (1 - a))
    return log(a / (1 - a)) - (2 * b - 1) * log(odds)


def settle(preference: int | str | Fraction) -> Settled:
    """The teacher for which the reverse student prefers one letter by the odds given, and where students end.

    Its odds are R = r^((r+1)/(r-1)) for the preference r.

    Raises:
        ValueError: if r is not above 1, or R is not rational (r = 2 and 3 give 8 and 9).
        AssertionError: if a step of the proof fails.

    >>> s = settle(3)
    >>> s.odds, s.reverse[0], str(s.gap)
    (Fraction(9, 1), (Fraction(3, 4), Fraction(3, 4)), '2 log 2 - 5/4 log 3')
    """
    r = fraction(preference)
    if r <= 1:
        raise ValueError(f"a preference is above 1, got {r}")
    power = (r + 1) / (r - 1)
    if power.denominator != 1:
        raise ValueError(f"r = {r} needs the odds r^({power}), which are not known to be rational; try 2 or 3")
    odds, middle, high = r**power.numerator, Fraction(1, 2), r / (r + 1)
    low = 1 - high
    proved = _prove()
    for side in (high, low):
        if slope(side, side, odds=odds, direction="reverse") != LogSum():
            raise AssertionError(f"a = b = {side} is not stationary")
    reverse = {a: divergence(a, a, odds=odds, direction="reverse") for a in (middle, low, high)}
    gap = reverse[middle] - reverse[high]
    if gap.sign <= 0 or reverse[low] != reverse[high]:
        raise AssertionError(f"a = b = {high} is not below the middle, or not as low as {low}")
    shown = f"a = b = {high} and a = b = {low} are stationary, equally low and lower than the middle by {gap}"
    return Settled(odds, (middle, middle), ((high, high), (low, low)), gap, (*proved, shown))


@lru_cache(maxsize=1)
def _prove() -> tuple[str, ...]:
    """That the forward minimum is the middle, and that the reverse has one stationary point a > 1/2 at the most."""
    import sympy as sp

    a, b, odds = sp.symbols("a b R", positive=True)
    x, j = sp.symbols("x J", positive=True)
    p, q = _answers(a, b), {y: v / (2 * (odds + 1)) for y, v in {"AA": odds, "AB": 1, "BA": 1, "BB": odds}.items()}

    def parted(ratio: Any) -> Any:
        """Its logarithm as a sum; a and b lie between 0 and 1, so that every factor is positive."""
        return sp.expand_log(sp.log(ratio), force=True)

    forward = sp.diff(sum(q[y] * (parted(q[y]) - parted(p[y])) for y in q), a)
    reverse = sp.diff(sum(p[y] * (parted(p[y]) - parted(q[y])) for y in q), a)
    curve = sp.diff(sp.tanh(j * x), x, 2)
    steps = (
        ("the forward slope by a is (a - 1/2)/(a(1 - a)): one minimum, at a = b = 1/2, whatever R",
         sp.simplify(forward - (a - sp.Rational(1, 2)) / (a * (1 - a))) == 0),
        ("the reverse slope by a is log(a/(1 - a)) - (2b - 1) log R, from -oo at 0 to +oo at 1: no minimum at an edge",
         sp.simplify(sp.expand(reverse - sp.log(a) + sp.log(1 - a) + (2 * b - 1) * sp.log(odds))) == 0),
        ("so with m = 2a - 1, n = 2b - 1, J = 1/2 log R: m = tanh(J n) and n = tanh(J m)",
         sp.simplify(((1 + sp.tanh(x)) / (1 - sp.tanh(x))).rewrite(sp.exp) - sp.exp(2 * x)) == 0),
        ("tanh(J x) is rising and strictly concave for x > 0, and so is tanh(J tanh(J x)), which is 0 at 0: it meets "
         "the line at one x > 0 at the most",
         sp.simplify(curve + 2 * j**2 * sp.tanh(j * x) * (1 - sp.tanh(j * x) ** 2)) == 0),
    )  # fmt: skip
    for step, true in steps:
        if not true:
            raise AssertionError(f"not proved: {step}")
    return tuple(step for step, _ in steps)
