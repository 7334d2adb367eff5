"""Formulas in k as people type them: "harmonic(k)", "0.38*log(k)". Parsed, never evaluated by Python.

Rational operations stay exact (a decimal is taken as what it says), so that a claimed harmonic number is subtracted as
the fraction it is: H_k - ln k - 0.577 is itself a 1/(2k) that would show as a correction.

Two things are not exact. Beyond ``LARGEST_EXACT`` a harmonic number is taken from its asymptotic series as a rational
number within 1e-39 of it, so that what is rounded to a double in the end is rounded once. And a power whose digits
would fill pages (``LARGEST_BITS``) is a double.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.arithmetic import harmonic
from lakatos.growth.error import GrowthDataError

Number = Fraction | float
LONGEST, LARGEST_POWER, LARGEST_BITS = 500, 16, 32_768
LARGEST_EXACT, LARGEST_HARMONIC = 10_000, 10**30
#: Euler's constant, to 60 digits.
EULER = Fraction("0.577215664901532860606512090082402431042159335939923598805767")


def _harmonic(x: Number) -> Number:
    if x != int(x) or not 0 <= x <= LARGEST_HARMONIC:
        raise ValueError(f"harmonic needs a whole number up to {LARGEST_HARMONIC:g}, got {float(x):g}")
    return _cached(int(x))


@cache
def _cached(k: int) -> Fraction:
    return harmonic(k) if k <= LARGEST_EXACT else _asymptotic(k)


def _asymptotic(k: int) -> Fraction:
    """H_k = ln k + gamma + 1/(2k) - 1/(12 k^2) + 1/(120 k^4) - 1/(252 k^6) + 1/(240 k^8) - r, 0 < r < 1/(132 k^10).

    The series envelops H_k (Euler and Maclaurin, with derivatives of 1/x that keep their sign): what is left out is
    less than the next term, 8e-43 beyond ``LARGEST_EXACT``. The logarithm is correctly rounded to 45 digits, of which
    at most two stand before the point: 5e-44. gamma is cut at 1e-60. Together that is less than 1e-39.
    """
    series = sum((Fraction(1, d * k**n) for d, n in ((2, 1), (-12, 2), (120, 4), (-252, 6), (240, 8))), EULER)
    return Fraction(Decimal(k).ln(Context(prec=45))) + series


def _real(function: Callable[[float], float]) -> Callable[[Number], Number]:
    return lambda x: function(float(x))


FUNCTIONS: dict[str, Callable[[Number], Number]] = {
    "harmonic": _harmonic,
    "log": _real(math.log),
    "ln": _real(math.log),
    "log2": _real(math.log2),
    "sqrt": _real(math.sqrt),
}
HINT = "write numbers, k, + - * / ** and harmonic, log, log2, sqrt: for example harmonic(k) + 0.38*log(k)"


@dataclass(frozen=True)
class Expression:
    """A formula in one variable. ``str`` is what was typed."""

    text: str
    tree: ast.expr

    def __str__(self) -> str:
        return self.text

    def at(self, k: Number) -> Number:
        """The value at k: a Fraction where every step is rational, else a float.

        Raises:
            GrowthDataError: where it is not defined.
        """
        exact = Fraction(k)
        try:
            value = _value(self.tree, exact)
            finite = math.isfinite(value)
        except OverflowError:
            raise GrowthDataError(f"{self.text} has no value at k = {float(k):g}: it is beyond 1.8e308") from None
        except (ValueError, ZeroDivisionError) as error:
            raise GrowthDataError(f"{self.text} has no value at k = {float(k):g}: {error}") from None
        if not finite:
            raise GrowthDataError(f"{self.text} is not finite at k = {float(k):g}")
        return value

    def values(self, sizes: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The value at every size, each correctly rounded if it is rational."""
        return np.array([float(self.at(float(k))) for k in np.asarray(sizes, dtype=float)])


def expression(text: str, *, variable: str = "k") -> Expression:
    """Parse a formula in ``variable`` (or k).

    >>> expression("harmonic(k) - 1/3").at(4)
    Fraction(7, 4)

    Raises:
        GrowthDataError: for anything but the operations and functions that are listed in its message.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise GrowthDataError(f"a formula is a text of at most {LONGEST} characters, got {str(text)[:40]!r}")
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval").body
        _check(tree, {variable, "k"}, 0)
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise GrowthDataError(f"cannot read the formula {text!r}: {reason}; {HINT}") from None
    return Expression(text.strip(), tree)


#: What has one meaning for fractions and doubles alike; powers have two.
OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_OPERATORS = (*OPERATIONS, ast.Pow)


def _check(node: ast.expr, variables: set[str], depth: int) -> None:
    """Refuse every kind of node that is not on the list."""
    if depth > 50:
        raise ValueError("it is nested too deeply")
    match node:
        case ast.Constant(value=bool()):
            raise ValueError(f"{node.value!r} is no number")
        case ast.Constant(value=int() | float()):
            return
        case ast.Name(id=name) if name in variables:
            return
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
            _check(left, variables, depth + 1)
            _check(right, variables, depth + 1)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            _check(operand, variables, depth + 1)
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            _check(argument, variables, depth + 1)
        case _:
            raise ValueError(f"{ast.unparse(node)[:40]!r} is not allowed")


def _value(node: ast.expr, k: Fraction) -> Number:
    match node:
        case ast.Constant(value=int() | float() as value):
            return Fraction(repr(value)) if math.isfinite(value) else value
        case ast.Name():
            return k
        case ast.UnaryOp(op=op, operand=operand):
            inner = _value(operand, k)
            return -inner if isinstance(op, ast.USub) else inner
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return FUNCTIONS[name](_value(argument, k))
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(op, _value(left, k), _value(right, k))
    raise AssertionError(f"{ast.dump(node)} passed the check")


def _binary(op: ast.operator, a: Number, b: Number) -> Number:
    if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
        a, b = float(a), float(b)
    if not isinstance(op, ast.Pow):
        value: Number = OPERATIONS[type(op)](a, b)
        return value
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        bits = max(a.numerator.bit_length(), a.denominator.bit_length())
        if b.denominator == 1 and abs(b) <= LARGEST_POWER and bits * abs(b) <= LARGEST_BITS:
            return a ** int(b)
    return math.pow(float(a), float(b))
