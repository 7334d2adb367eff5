"""Proven enclosures from FLINT's balls (arb): an interval whose ends are rounded outwards by arb.

A comparison of intervals that overlap is undecided, and says so; more precision, or a smaller box, may decide it. Ends
are kept apart, as a ball's radius has 30 bits only and would spill over the edge of a box. mpmath's intervals are not
used: their exp misses the true value (mpmath issue 1181).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import acb_mat, arb, arb_mat, ctx, fmpq, fmpz

from lakatos.claims.lift import System, UndecidedError
from lakatos.claims.systems.floats import extreme


class Enclosure:
    """A real number between two arbs; arithmetic encloses, comparisons are certain or raise UndecidedError."""

    __slots__ = ("high", "low")

    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low.lower(), high.upper()
        if not (self.low.is_finite() and self.high.is_finite()):
            raise UndecidedError("an enclosure without bounds")

    def __add__(self, other: Any) -> Enclosure:
        other = enclosed(other)
        return Enclosure(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __sub__(self, other: Any) -> Enclosure:
        return self.__add__(-enclosed(other))

    def __rsub__(self, other: Any) -> Enclosure:
        return enclosed(other) + -self

    def __mul__(self, other: Any) -> Enclosure:
        if other is self:
            # A square is never negative, which the product of two intervals does not know.
            square: Enclosure = self**2
            return square
        other = enclosed(other)
        return _around([a * b for a in (self.low, self.high) for b in (other.low, other.high)])

    def __truediv__(self, other: Any) -> Enclosure:
        other = enclosed(other)
        if other.low == 0 and other.high == 0:
            raise ZeroDivisionError("division by zero")
        if other.low <= 0 <= other.high:
            raise UndecidedError("a divisor that may be zero")
        return _around([a / b for a in (self.low, self.high) for b in (other.low, other.high)])

    def __rtruediv__(self, other: Any) -> Enclosure:
        return enclosed(other) / self

    def __pow__(self, exponent: int) -> Enclosure:
        if not isinstance(exponent, int):
            raise TypeError(f"an enclosure to the power {exponent!r}: only integers are supported")
        if exponent < 0:
            return enclosed(1) / self**-exponent
        around = _around([self.low**exponent, self.high**exponent])
        if exponent and exponent % 2 == 0 and self.low < 0 < self.high:
            return Enclosure(arb(0), around.high)
        return around

    def __abs__(self) -> Enclosure:
        if self.low >= 0:
            return self
        return -self if self.high <= 0 else Enclosure(arb(0), _larger_of(-self.low, self.high))

    __radd__ = __add__
    __rmul__ = __mul__

    def __lt__(self, other: Any) -> bool:
        other = enclosed(other)
        return _certain(self.high < other.low, self.low >= other.high)

    def __le__(self, other: Any) -> bool:
        other = enclosed(other)
        return _certain(self.high <= other.low, self.low > other.high)

    def __gt__(self, other: Any) -> bool:
        return enclosed(other) < self

    def __ge__(self, other: Any) -> bool:
        return enclosed(other) <= self

    def __eq__(self, other: object) -> bool:
        other = enclosed(other)
        same = self.low == self.high == other.low == other.high
        return _certain(same, self.high < other.low or self.low > other.high)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self != 0

    def __repr__(self) -> str:
        return f"Enclosure({self.low.str(12)} ... {self.high.str(12)})"


def enclosed(value: Any) -> Enclosure:
    """A number enclosed at the current precision; a float is refused, as it is never what was typed."""
    if isinstance(value, Enclosure):
        return value
    if isinstance(value, int):
        exact = arb(value)
    elif isinstance(value, Fraction):
        exact = arb(fmpq(fmpz(value.numerator), fmpz(value.denominator)))
    else:
        raise TypeError(f"an enclosure cannot be combined with {value!r}, a {type(value).__name__}")
    return Enclosure(exact, exact)


def spanning(low: Fraction, high: Fraction) -> Enclosure:
    """All numbers from ``low`` to ``high``."""
    return Enclosure(enclosed(low).low, enclosed(high).high)


def _larger_of(a: Any, b: Any) -> Any:
    return a if a >= b else b


def _around(values: list[Any]) -> Enclosure:
    lows, highs = [v.lower() for v in values], [v.upper() for v in values]
    low, high = lows[0], highs[0]
    for v in lows[1:]:
        low = v if v < low else low
    for v in highs[1:]:
        high = v if v > high else high
    return Enclosure(low, high)


def _certain(yes: Any, no: Any) -> bool:
    if yes:
        return True
    if no:
        return False
    raise UndecidedError("two enclosures overlap")


def _where(condition: bool, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
    """One branch: the condition was certain, or it would not have got here."""
    return yes() if condition else no()


def _conj(*terms: Callable[[], Any]) -> Any:
    """``a and b``: what Python returns; False too where one term is surely False and another undecided."""
    return _joined(False, terms)


def _disj(*terms: Callable[[], Any]) -> Any:
    """``a or b``: what Python returns; True too where one term is surely True and another undecided."""
    return _joined(True, terms)


def _joined(deciding: bool, terms: Iterable[Callable[[], Any]]) -> Any:
    undecided: UndecidedError | None = None
    value: Any = not deciding
    for term in terms:
        try:
            value = term()
        except UndecidedError as error:
            # A comparison: true or false, but which is open.
            undecided = error
            continue
        if value is deciding:
            return value
        if not isinstance(value, bool):
            # Python gives the operand itself, so that all before it have to be known, and whether it is zero too.
            if undecided is not None:
                raise undecided
            if bool(value) is deciding:
                return value
    if undecided is not None:
        raise undecided
    return value


def _all(values: Iterable[Any]) -> bool:
    return bool(_conj(*(lambda v=v: bool(v) for v in values)))


def _any(values: Iterable[Any]) -> bool:
    return bool(_disj(*(lambda v=v: bool(v) for v in values)))


def _smaller(a: Any, b: Any) -> Any:
    if not isinstance(a, Enclosure) and not isinstance(b, Enclosure):
        return min(a, b)
    a, b = enclosed(a), enclosed(b)
    return Enclosure(a.low if a.low <= b.low else b.low, a.high if a.high <= b.high else b.high)


def _larger(a: Any, b: Any) -> Any:
    if not isinstance(a, Enclosure) and not isinstance(b, Enclosure):
        return max(a, b)
    return -_smaller(-enclosed(a), -enclosed(b))


def _increasing(function: Callable[[Any], Any], *, least: int | None, what: str) -> Callable[[Any], Enclosure]:
    """An increasing function on the numbers from ``least`` on (None for all), by its values at the ends."""

    def of(x: Any) -> Enclosure:
        x = enclosed(x)
        if least is not None and x.high < least:
            raise ValueError(f"{what} of a number below {least}")
        if least is not None and x.low < least:
            raise UndecidedError(f"{what} of what may be below {least}")
        return Enclosure(function(x.low), function(x.high))

    return of


def _log(x: Any) -> Enclosure:
    x = enclosed(x)
    if x.high <= 0:
        raise ValueError("the logarithm of a number that is not positive")
    if x.low <= 0:
        raise UndecidedError("the logarithm of what may not be positive")
    return Enclosure(x.low.log(), x.high.log())


def _eigenvalue(rows: Any, i: int) -> Enclosure:
    """An eigenvalue of a symmetric matrix, enclosed by a residual in doubles or, at higher precision, by FLINT."""
    entries = [[enclosed(x) for x in row] for row in rows]
    if len(entries) > 1 and ctx.prec <= 64 and all(e.low == e.high for row in entries for e in row):
        return _from_residual(arb_mat([[e.low for e in row] for row in entries]), i)
    try:
        found = acb_mat(arb_mat([[e.low.union(e.high) for e in row] for row in entries])).eig(multiple=True)
    except ValueError as error:
        raise UndecidedError(f"eigenvalues that cannot be isolated: {error}") from error
    found.sort(key=lambda z: float(z.real.mid()), reverse=True)
    return Enclosure(found[i].real, found[i].real)


def _from_residual(A: Any, i: int) -> Enclosure:
    """Weyl's bound: every eigenvalue of A is within ||AQ - QD|| + (||A|| + ||D||) ||Q'Q - I|| of its place in D.

    NumPy proposes D and Q; the norms (Frobenius) are computed in balls. For with Q = UH, U orthogonal, ||Q - U|| is at
    most ||Q'Q - I||, and U'AU - D is symmetric of norm ||AU - UD||. Holds whatever D and Q are, D being sorted.
    """
    n = A.nrows()
    values, vectors = np.linalg.eigh(np.array([[float(x) for x in row] for row in A.tolist()]))
    if not np.all(np.isfinite(values)):
        raise UndecidedError("eigenvalues that overflow")
    Q, D = arb_mat(vectors.tolist()), arb_mat([[float(values[r]) if r == c else 0 for c in range(n)] for r in range(n)])
    one = arb_mat([[int(r == c) for c in range(n)] for r in range(n)])
    spread = _norm(A * Q - Q * D) + (_norm(A) + _norm(D)) * _norm(Q.transpose() * Q - one)
    near = arb(float(values[::-1][i]))
    return Enclosure(near - spread, near + spread)


def _norm(M: Any) -> Any:
    # Upper bounds first: the root of an enclosure that dips below zero would be none.
    return sum((x.abs_upper() ** 2 for x in M.entries()), arb(0)).upper().sqrt().upper()


def _within(x: Any, low: Any, high: Any) -> bool:
    """Bounds only: an enclosure holds numbers of every kind and height."""
    return bool(_conj(lambda: low is None or x >= low, lambda: high is None or x <= high))


def _quotient(p: Any = 0, q: Any = 1) -> Any:
    """What ``Fraction(p, q)`` in a claim's source becomes."""
    return enclosed(p) / q if isinstance(p, Enclosure) or isinstance(q, Enclosure) else Fraction(p, q)


BALLS = System(
    "balls",
    number=enclosed,
    names={
        "Fraction": _quotient,
        "min": extreme(_smaller, min),
        "max": extreme(_larger, max),
        "all": _all,
        "any": _any,
    },
    overrides={
        "sqrt": _increasing(lambda x: x.sqrt(), least=0, what="the square root"),
        "log": _log,
        "exp": _increasing(lambda x: x.exp(), least=None, what="exp"),
        "pi": lambda: Enclosure(arb.pi(), arb.pi()),
        "eigenvalue": _eigenvalue,
        "is_integer": lambda x, low, high: _within(x, low, high),
        "is_rational": lambda x, low, high, _height: _within(x, low, high),
        "is_matrix": lambda X, heights, widths: X.shape[0] in heights and X.shape[1] in widths,
    },
    fast=("graphs", "numbers"),
    exact=True,
    conditions={"where": _where, "conj": _conj, "disj": _disj, "neg": lambda x: not x},
    without={"is_psd": "asks for exact numbers", "eliminated": "asks for exact numbers"},
)
