"""The bounded families that "it grows" is tested against, and the classes of growth that data may leave open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Curve = Callable[[Array], Array]


@dataclass(frozen=True)
class Family:
    """A bounded shape c + b g(k), with g decreasing to 0; g is None for the plain constant."""

    name: str
    correction: Curve | None

    def columns(self, k: Array) -> Array:
        """The family's design matrix, shape (sizes, 1 or 2)."""
        ones = np.ones_like(k)
        return np.stack([ones] if self.correction is None else [ones, self.correction(k)], axis=1)


@dataclass(frozen=True)
class GrowthClass:
    """An unbounded shape c + a g(k), with a > 0 and g growing for ever."""

    name: str
    curve: Curve


#: Rejecting each of these decides for "grows".
DECIDING = (
    Family("c", None),
    Family("c + b/k", lambda k: 1 / k),
    Family("c + b/sqrt k", lambda k: k**-0.5),
    Family("c + b/ln k", lambda k: 1 / np.log(k)),
)
#: Bounded, but falling so slowly that data rarely tell them from a logarithm: reported, not deciding.
SLOWER = (Family("c + b/k^0.1", lambda k: k**-0.1),)
#: From slow to fast; "1" stands for the deciding families together and is not in this list.
CLASSES = (
    GrowthClass("log log", lambda k: np.log(np.log(k))),
    GrowthClass("log", np.log),
    GrowthClass("k^0.1", lambda k: k**0.1),
    GrowthClass("log^2", lambda k: np.log(k) ** 2),
    GrowthClass("sqrt", np.sqrt),
    GrowthClass("linear", lambda k: k),
    GrowthClass("n log n", lambda k: k * np.log(k)),
    GrowthClass("quadratic", lambda k: k**2),
)


def named(names: tuple[str, ...] | list[str]) -> tuple[Family, ...]:
    """The families of these names; the plain constant is always among them, and first.

    Raises:
        ValueError: for a name that is none of ours.
    """
    known = {f.name: f for f in (*DECIDING, *SLOWER)}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ValueError(f"no bounded family {unknown[0]!r}; there are {', '.join(map(repr, known))}")
    chosen = [known[name] for name in dict.fromkeys((DECIDING[0].name, *names))]
    return tuple(sorted(chosen, key=lambda f: f.correction is not None))
