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


def evaluate_batch(claim: ForAll, values: Sequence[Sequence[Any]]) -> npt.NDArray[Any]:
    """The claim at each of ``values``, which must have one shape: an array of truth values or margins.

    Where the claim is undefined the margin is "not a number" or infinite. This proposes; it never decides. Integers are
    doubles here too, so that none wraps around.

    Raises:
        UnsupportedError: if the claim cannot be computed in batches.
    """
    columns = list(zip(*values, strict=True))
    space = claim.space("numpy")
    with np.errstate(all="ignore"):
        arguments = [d.realise(_stacked(c, space), space) for d, c in zip(claim.domains.values(), columns, strict=True)]
        found = np.asarray(space[claim.function.__name__](*arguments))
    if found.dtype == object:
        raise UnsupportedError(f"{claim.name} does not come out in doubles")
    return np.broadcast_to(found, (len(values),))


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
