"""The bounded families that "it grows" is tested against, and the terms that claims are written with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Family:
    """A bounded shape c + b g(k), with g decreasing to 0; g is None for the plain constant."""

    name: str
    correction: Callable[[Array], Array] | None


#: Rejecting each of these decides for "grows".
DECIDING = (
    Family("c", None),
    Family("c + b/k", lambda k: 1 / k),
    Family("c + b/sqrt k", lambda k: k**-0.5),
    Family("c + b/ln k", lambda k: 1 / np.log(k)),
)
#: Bounded, but so slowly that no feasible range of k tells them from a logarithm: reported, not deciding.
SLOWER = (Family("c + b/k^0.1", lambda k: k**-0.1),)


@lru_cache(maxsize=4096)
def harmonic(k: int) -> Fraction:
    """H_k = 1 + 1/2 + ... + 1/k, exactly.

    >>> harmonic(4)
    Fraction(25, 12)
    """
    if k < 0:
        raise ValueError(f"a harmonic number needs k >= 0, got {k}")
    return _reciprocals(1, k + 1)


def _reciprocals(low: int, high: int) -> Fraction:
    """Sum of 1/i for low <= i < high, by halves: the numbers stay short until the end."""
    if high - low <= 8:
        return sum((Fraction(1, i) for i in range(low, high)), Fraction(0))
    middle = (low + high) // 2
    return _reciprocals(low, middle) + _reciprocals(middle, high)
