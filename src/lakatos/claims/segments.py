"""A claim at many integers at once, or along a whole stretch of a trajectory. It proposes; it never decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.claims.domains import Trajectories
from lakatos.claims.forall import ForAll, is_truth
from lakatos.claims.lift import UnsupportedError
from lakatos.claims.systems.blocks import BLOCKS, Block, Path, Ratio, Truths, block, truths

#: States at which a step is tried, to see whether what it adds depends on the state.
STATES = (0, 1, 2, -3, 1000, -12345)


def violators(claim: ForAll, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Those of the integers that meet the premises and violate the claim, whose only variable is an integer.

    Raises:
        UnsupportedError: if the claim cannot be computed for all of them at once; fewer may do.
        ArithmeticError, ValueError: if it is undefined at one of them.
    """
    for met in claim.checks(BLOCKS)[len(claim.conditions()) - len(claim.premises) :]:
        values = values[np.broadcast_to(truths(met(Block(values))), values.shape)]
        if not values.size:
            return values
    return values[_violated(claim, Block(values), values.shape)]


def increments(claim: ForAll, times: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """What the steps at these times add to the state of the claim's trajectory, whatever that is.

    Raises:
        UnsupportedError: if the steps cannot be taken all at once, or depend on the state.
    """
    (domain,) = claim.domains.values()
    assert isinstance(domain, Trajectories)
    step, t = claim.space(BLOCKS)[domain.step.__name__], Block(times)
    added: npt.NDArray[Any] | None = None
    for state in STATES:
        change = block(step(t, state) - state)
        if change is NotImplemented:
            raise UnsupportedError("the states are no integers")
        values = np.broadcast_to(change.values, times.shape)
        if added is not None and (values != added).any():
            raise UnsupportedError("what a step adds depends on the state")
        added = values
    assert added is not None
    return added


def violating_steps(
    claim: ForAll, start: int, times: npt.NDArray[np.int64], states: npt.NDArray[Any]
) -> npt.NDArray[np.int64]:
    """Those numbers of steps after which the claim is violated, by the states after so many steps.

    Raises:
        UnsupportedError: if the claim cannot be computed for all at once, or looks at other states.
    """
    path = Path(start, Block(states), Block(times + 1))
    violated = np.ones(times.shape, dtype=bool)
    for met in claim.checks(BLOCKS)[len(claim.conditions()) - len(claim.premises) :]:
        violated &= truths(met(path))
    return times[violated & _violated(claim, path, times.shape)]


def _violated(claim: ForAll, argument: Any, shape: Sequence[int]) -> npt.NDArray[np.bool_]:
    value = claim.space(BLOCKS)[claim.function.__name__](argument)
    if isinstance(value, Truths) or is_truth(value):
        return np.broadcast_to(~truths(value), shape)
    if isinstance(value, Block | Ratio):
        return np.broadcast_to(truths(value <= 0 if claim.strict else value < 0), shape)
    return np.full(shape, claim.refuted_by(value))
