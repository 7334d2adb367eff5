"""Double precision, one value at a time or in NumPy batches. It proposes; nothing rests on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from lakatos.claims.lift import System, UnsupportedError


def _eigenvalue(rows: Any, i: int) -> Any:
    return np.linalg.eigvalsh(np.array(rows, dtype=float))[::-1][i]


def _eigenvalues_of_batch(rows: Any, i: int) -> Any:
    """Each entry is an array over the batch, which NumPy wants to have first."""
    stacked = np.moveaxis(np.array([[np.asarray(x, dtype=float) for x in row] for row in rows]), (0, 1), (-2, -1))
    return np.linalg.eigvalsh(stacked)[..., ::-1][..., i]


def _number(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _is_psd(X: Any) -> bool:
    return bool(_eigenvalue(X.rows(), -1) >= 0)


def _quotient(p: Any = 0, q: Any = 1) -> Any:
    """What ``Fraction(p, q)`` in a claim's source becomes: a quotient of doubles, where one of them is a double."""
    return p / q if isinstance(p, float | np.floating) or isinstance(q, float | np.floating) else Fraction(p, q)


FLOATS = System(
    "floats",
    number=_number,
    names={"Fraction": _quotient},
    overrides={
        "sqrt": math.sqrt,
        "log": math.log,
        "exp": math.exp,
        "pi": lambda: math.pi,
        "eigenvalue": _eigenvalue,
        "is_psd": _is_psd,
        "sign": lambda x: (x > 0) - (x < 0),
    },
    fast=("graphs", "numbers"),
)

#: Integers too, as arrays of doubles hold them.
DOUBLES = replace(FLOATS, name="doubles", integer=float)


def _constant(p: Any = 0, q: Any = 1) -> Any:
    return p / q if isinstance(p, np.ndarray) or isinstance(q, np.ndarray) else float(Fraction(p, q))


def where(condition: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
    """Both branches where some of a batch take the one and some the other."""
    if not isinstance(condition, np.ndarray):
        return yes() if condition else no()
    return np.where(condition, yes(), no())


def _joined(operation: Any, deciding: bool, terms: Iterable[Callable[[], Any]]) -> Any:
    value: Any = not deciding
    for term in terms:
        one = term()
        if not isinstance(one, bool | np.bool_) and str(getattr(one, "dtype", "")) != "bool":
            raise UnsupportedError("it joins what is no truth value with 'and' or 'or'")
        value = operation(value, one)
        if not isinstance(value, np.ndarray) and bool(value) is deciding:
            return value
    return value


def _conj(*terms: Callable[[], Any]) -> Any:
    return _joined(np.logical_and, False, terms)


def _disj(*terms: Callable[[], Any]) -> Any:
    return _joined(np.logical_or, True, terms)


def extreme(two: Callable[[Any, Any], Any], plain: Callable[..., Any]) -> Callable[..., Any]:
    """``min`` or ``max`` for numbers of a system, from what it is of two; the built-in where a key is given."""

    def of(*values: Any, **options: Any) -> Any:
        if options:
            return plain(*values, **options)
        items = list(values[0]) if len(values) == 1 else list(values)
        if not items:
            raise ValueError(f"{plain.__name__} of nothing")
        best = items[0]
        for item in items[1:]:
            best = two(best, item)
        return best

    return of


def _all(values: Iterable[Any]) -> Any:
    return _conj(*(lambda v=v: v != 0 for v in values))


def _any(values: Iterable[Any]) -> Any:
    return _disj(*(lambda v=v: v != 0 for v in values))


BATCHES = System(
    "numpy",
    number=_number,
    names={
        "Fraction": _constant,
        "min": extreme(np.minimum, min),
        "max": extreme(np.maximum, max),
        "all": _all,
        "any": _any,
        "floor": np.floor,
        "ceil": np.ceil,
        "gcd": np.gcd,
        "lcm": np.lcm,
    },
    overrides={
        "sqrt": np.sqrt,
        "log": np.log,
        "exp": np.exp,
        "pi": lambda: math.pi,
        "eigenvalue": _eigenvalues_of_batch,
        "where": lambda c, a, b: where(c, lambda: a, lambda: b),
        "sign": np.sign,
    },
    conditions={"where": where, "conj": _conj, "disj": _disj, "neg": np.logical_not},
)
