"""The bounded families that "it grows" is tested against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
#: Bounded, but falling so slowly that data rarely tell them from a logarithm: reported, not deciding.
SLOWER = (Family("c + b/k^0.1", lambda k: k**-0.1),)
