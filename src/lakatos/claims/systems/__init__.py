"""The number systems that a claim can be evaluated in, by name."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from lakatos.claims.lift import System

#: What each is for, in the order in which they are tried.
SYSTEMS = {
    "fractions": "Fraction and enclosed reals, exact: what a certificate runs on",
    "flint": "FLINT rationals, exact and quicker",
    "arrays": "Fractions, quick invariants, matrices over one denominator: exact and quickest",
    "balls": "FLINT balls: proven enclosures, for points and boxes",
    "floats": "double precision: proposes, never decides",
    "numpy": "batches in double precision: proposes, never decides",
    "smt": "terms in SMT-LIB 2, for a solver",
}


@lru_cache
def system(name: str) -> System:
    """A number system by name. Raises ValueError for a name that is none."""
    from lakatos.claims.systems import arrays, balls, exact, floats, smt

    found = {
        "fractions": exact.FRACTIONS,
        "flint": exact.FLINT,
        "arrays": arrays.ARRAYS,
        "balls": balls.BALLS,
        "floats": floats.FLOATS,
        "doubles": floats.DOUBLES,
        "numpy": floats.BATCHES,
        "smt": smt.TERMS,
    }
    if name not in found:
        raise ValueError(f"{name!r} is no number system: {', '.join(found)}")
    return found[name]


def enclosure(low: Fraction | int, high: Fraction | int) -> Any:
    """All numbers from ``low`` to ``high`` as one number of the system ``balls``."""
    from lakatos.claims.systems.balls import spanning

    return spanning(Fraction(low), Fraction(high))
