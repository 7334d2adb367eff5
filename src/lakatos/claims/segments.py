"""A claim at many integers at once, or along a whole stretch of a trajectory. It proposes; it never decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lakatos.claims.domains import Trajectories
from lakatos.claims.forall import ForAll, is_truth
from lakatos.claims.lift import UnsupportedError
from lakatos.claims.systems.blocks import BLOCKS, Block, Path, Ratio, SplitError, Truths, block, truths

#: Places of integers in an array, and a test of what these integers are made into.
Part: TypeAlias = npt.NDArray[np.intp]
Test: TypeAlias = Callable[[Any], npt.NDArray[Any]]

#: States at which a step is tried, to see whether what it adds depends on the state.
STATES = (0, 1, 2, -3, 1000, -12345)
#: Integers are not followed that go more ways than one in so many of them, and a few.
APART, SOME = 16, 8


def violators(claim: ForAll, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Those of the integers that meet the premises and violate the claim, whose only variable is an integer.

    Raises:
        UnsupportedError: if the claim cannot be computed for all of them at once; fewer may do.
        ArithmeticError, ValueError: if it is undefined at one of them.
    """
    for test in _tests(claim):
        values = values[_in_parts(test, partial(_block_of, values), values.size)]
    return values


def _tests(claim: ForAll) -> list[Test]:
    """Whether the premises are met, one by one, and then whether the claim is violated."""
    premises = claim.premise_checks(BLOCKS)
    return [*(partial(_is_met, premise) for premise in premises), partial(_violated, claim)]


def _is_met(premise: Callable[..., Any], argument: Any) -> npt.NDArray[Any]:
    return truths(premise(argument))


def _block_of(values: npt.NDArray[Any], part: Part) -> Block:
    return Block(values[part])


def _in_parts(of: Test, argument: Callable[[Part], Any], size: int, dtype: Any = bool) -> npt.NDArray[Any]:
    """A function at ``size`` integers: at all at once, or in parts that go one way; ``argument`` makes it of places."""
    found = np.zeros(size, dtype=dtype)
    parts = [np.arange(size)] if size else []
    for _ in range(2 * (size // APART + SOME)):
        if not parts:
            return found
        part = parts.pop()
        try:
            found[part] = of(argument(part))
        except SplitError as split:
            if split.one_way.shape != part.shape:
                raise
            parts += [part[split.one_way], part[~split.one_way]]
    raise UnsupportedError("it goes too many ways")


def increments(claim: ForAll, times: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """What the steps at these times add to the state of the claim's trajectory, whatever that is.

    Raises:
        UnsupportedError: if the steps cannot be taken all at once, or depend on the state.
    """
    (domain,) = claim.domains.values()
    assert isinstance(domain, Trajectories)
    step = claim.space(BLOCKS)[domain.step.__name__]
    added, *others = (
        _in_parts(partial(_added, step, state), partial(_block_of, times), times.size, np.int64) for state in STATES
    )
    if any((other != added).any() for other in others):
        raise UnsupportedError("what a step adds depends on the state")
    return added


def _added(step: Callable[..., Any], state: int, t: Block) -> npt.NDArray[np.int64]:
    change = block(step(t, state) - state)
    if change is NotImplemented or change.values.dtype == object:
        raise UnsupportedError("the states are no integers, or too long")
    return np.asarray(change.values, dtype=np.int64)


def violating_steps(
    claim: ForAll, start: int, times: npt.NDArray[np.int64], states: npt.NDArray[Any]
) -> npt.NDArray[np.int64]:
    """Those numbers of steps after which the claim is violated, by the states after so many steps.

    Raises:
        UnsupportedError: if the claim cannot be computed for all at once, or looks at other states.
    """
    violated = np.ones(times.shape, dtype=bool)
    for test in _tests(claim):
        violated &= _in_parts(test, lambda part: Path(start, Block(states[part]), Block(times[part] + 1)), times.size)
    return times[violated]


def _violated(claim: ForAll, argument: Any) -> npt.NDArray[Any]:
    value = claim.space(BLOCKS)[claim.function.__name__](argument)
    if isinstance(value, Truths) or is_truth(value):
        return ~truths(value)
    if isinstance(value, Block | Ratio):
        return truths(value <= 0 if claim.strict else value < 0)
    return np.asarray(claim.refuted_by(value))
