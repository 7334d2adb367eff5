"""Many values at once, in NumPy's double precision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.claims.forall import ForAll
from lakatos.claims.lift import UnsupportedError
from lakatos.claims.literal import is_matrix
from lakatos.claims.systems import system as named_system


def evaluate_batch(claim: ForAll, values: Sequence[Sequence[Any]]) -> npt.NDArray[Any]:
    """The claim at each of ``values``, which must have one shape: an array of truth values or margins.

    Where the claim is undefined the margin is "not a number" or infinite. This proposes; it never decides. Integers are
    doubles here too, so that none wraps around.

    Raises:
        UnsupportedError: if the claim cannot be computed in batches.
    """
    columns = list(zip(*values, strict=True))
    space = claim.space("numpy")
    return _computed(claim, [_stacked(column, space) for column in columns], len(values))


def evaluate_slots(claim: ForAll, points: npt.NDArray[np.float64]) -> npt.NDArray[Any]:
    """The claim at many points of doubles, of shape (number of points, number of slots of all variables together).

    As ``evaluate_batch`` for the values that the points stand for, which need not be made one by one; and infinite
    where a premise is not met.
    """
    space, system = claim.space("numpy"), named_system("numpy")
    lifted = [system.value(value, space) for value in claim.build(list(points.T))]
    margins = _computed(claim, lifted, len(points)).astype(float)
    with np.errstate(all="ignore"):
        for premise in claim.premise_checks("numpy"):
            margins = np.where(premise(*lifted), margins, np.inf)
    return margins


def _computed(claim: ForAll, lifted: Sequence[Any], count: int) -> npt.NDArray[Any]:
    space = claim.space("numpy")
    with np.errstate(all="ignore"):
        arguments = [d.realise(v, space) for d, v in zip(claim.domains.values(), lifted, strict=True)]
        found = np.asarray(space[claim.function.__name__](*arguments))
    if found.dtype == object:
        raise UnsupportedError(f"{claim.name} does not come out in doubles")
    return np.broadcast_to(found, (count,))


def _stacked(column: Sequence[Any], space: Mapping[str, Any]) -> Any:
    first = column[0]
    if isinstance(first, tuple):
        if len({len(v) for v in column}) != 1:
            raise UnsupportedError("a batch needs values of one shape")
        return tuple(_stacked([v[i] for v in column], space) for i in range(len(first)))
    if is_matrix(first):
        rows = _stacked([v.entries for v in column], space)
        return space.get("Matrix", type(first))(rows)
    if isinstance(first, int | Fraction):
        return np.array([float(v) for v in column])
    raise UnsupportedError(f"no batches of {type(first).__name__}")
