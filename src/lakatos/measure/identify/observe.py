"""Calling a function that nobody trusts: what it gives, whether it gives it again, and with how many bits."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
Arguments: TypeAlias = tuple[Any, ...]
Call: TypeAlias = Callable[[Arguments], Any]

#: Significant bits of the formats in use, the name of each, and the relative miss that their rounding can explain.
#: The last is a generous multiple of the unit in the last place, because a divergence is a difference of logarithms
#: summed over a vocabulary; for doubles it is set by constants such as 1e-12 that code adds for safety.
PRECISIONS = {
    53: ("float64", 1e-9),
    24: ("float32", 64 * 2.0**-23),
    11: ("float16", 16 * 2.0**-10),
    8: ("bfloat16", 16 * 2.0**-7),
}
#: Rounding inputs to so many bits moves a double, and hardly ever what is rounded to single precision on the way.
_BEYOND_SINGLE = 40
#: On fewer inputs than this a function that is not always finite tells nothing.
_ENOUGH = 3


class UnobservableError(Exception):
    """The function gives nothing that could be compared; the message says what it does instead."""


@dataclass(frozen=True)
class Observed:
    """What a function gave.

    Attributes:
        kept: the numbers of the inputs on which it gave something.
        outputs: the float64 array it gave for each of them.
        bits: its significant bits, as they appear.
        notes: on which inputs it gave nothing, or nothing finite.
    """

    kept: tuple[int, ...]
    outputs: tuple[Array, ...]
    bits: int
    notes: tuple[str, ...]

    @property
    def values(self) -> Array:
        """All numbers in one row."""
        return np.concatenate([np.ravel(o) for o in self.outputs])

    @property
    def precision(self) -> str:
        """Its name."""
        return PRECISIONS[self.bits][0]

    @property
    def tolerance(self) -> float:
        """The relative miss that rounding explains."""
        return PRECISIONS[self.bits][1]


def observe(call: Call, inputs: Sequence[Arguments]) -> Observed:
    """Call on every input, twice and in another order, and see with how many bits it computes.

    Args:
        call: takes one input.
        inputs: tuples of arrays; every call gets copies of its own, so that nothing it does to them is remembered.

    Raises:
        UnobservableError: if it raises on every input, or gives what is no number, not finite, always the same, or
            another value when asked again.
    """
    first = [_attempt(call, x) for x in inputs]
    refused = [y for y in first if isinstance(y, str)]
    kept = [i for i, y in enumerate(first) if isinstance(y, np.ndarray)]
    if not kept:
        raise UnobservableError(f"it gave nothing on any input: {refused[0]}" if refused else "there was no input")
    again = {i: _attempt(call, inputs[i]) for i in reversed(kept)}
    for i in kept:
        _demand_same(np.asarray(first[i], dtype=np.float64), again[i])
    finite = [i for i in kept if np.size(first[i]) and np.isfinite(np.asarray(first[i], dtype=np.float64)).all()]
    broken = [np.asarray(first[i], dtype=np.float64) for i in kept if i not in finite]
    if broken and len(finite) < _ENOUGH:
        raise UnobservableError(f"it gave {_shown(broken[0])} on input that is finite and positive")
    outputs = [np.asarray(first[i], dtype=np.float64) for i in finite]
    together = np.concatenate([np.ravel(y) for y in outputs])
    if np.ptp(together) <= 1e-12 * np.abs(together).max():
        raise UnobservableError(f"it gave the constant {together[0]:.6g}, whatever the input")
    bits = min(*(_bits_of_type(first[i]) for i in finite), _bits(call, [inputs[i] for i in finite], outputs))
    notes = []
    if refused:
        notes.append(f"it gave nothing on {len(refused)} of {len(inputs)} inputs: {refused[0]}")
    if broken:
        notes.append(f"it gave {_shown(broken[0])} on {len(broken)} of {len(inputs)} inputs; the rest is looked at")
    return Observed(tuple(finite), tuple(outputs), bits, tuple(notes))


def attempt(call: Call, arguments: Arguments) -> Array | str:
    """What a call gives as a float64 array, or in words why it gives none."""
    result = _attempt(call, arguments)
    return result if isinstance(result, str) else np.asarray(result, dtype=np.float64)


def fractions(call: Call, arguments: Arguments) -> list[Fraction] | None:
    """What a call gives on fractions, if it gives fractions; None if it leaves them."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            given = np.asarray(call(_copied(arguments)), dtype=object).ravel().tolist()
    except Exception:
        return None
    return given if given and all(isinstance(g, Fraction) for g in given) else None


def rounded(values: Any, bits: int) -> Any:
    """An array of floats rounded to so many significant bits; anything else as it is.

    >>> float(rounded(np.array([0.1]), 24)[0]) == float(np.float32(0.1))
    True
    """
    if isinstance(values, list | tuple):
        return type(values)(rounded(v, bits) for v in values)
    if isinstance(values, dict):
        return {name: rounded(v, bits) for name, v in values.items()}
    if not isinstance(values, np.ndarray) or values.dtype.kind != "f":
        return values
    mantissa, exponent = np.frexp(values)
    return np.ldexp(np.round(np.ldexp(mantissa, bits)), exponent - bits)


def parameters_of(f: Callable[..., Any]) -> list[inspect.Parameter] | None:
    """The parameters of a function in order, without * and **; None if Python cannot tell."""
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):
        return None
    return [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _copied(arguments: Arguments) -> Arguments:
    def copy(x: Any) -> Any:
        if isinstance(x, np.ndarray):
            return x.copy()
        if isinstance(x, dict):
            return {name: copy(y) for name, y in x.items()}
        return type(x)(copy(y) for y in x) if isinstance(x, list | tuple) else x

    return tuple(copy(x) for x in arguments)


def _attempt(call: Call, arguments: Arguments) -> Array | str:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            given = call(_copied(arguments))
            # Tensors of other libraries that carry a gradient do not become arrays by themselves.
            given = given.detach() if hasattr(given, "detach") else given
            if given is None or isinstance(given, str | bytes | dict | set | tuple):
                return f"gave a {type(given).__name__}, not a number or an array"
            array = np.asarray(given)
            if array.dtype == object:
                array = array.astype(np.float64)
    except Exception as problem:
        said = " ".join(str(problem).split())[:160]
        return f"raised {type(problem).__name__}" + (f": {said}" if said else "")
    if array.dtype.kind not in "fiu":
        return f"gave values of type {array.dtype}, not real numbers"
    return array


def _demand_same(one: Array, other: Array | str) -> None:
    if isinstance(other, str):
        raise UnobservableError(f"it gave {_shown(one)} and then, on the same input, {other}")
    same = one.shape == other.shape and np.allclose(one, other, rtol=1e-6, atol=0, equal_nan=True)
    if not same:
        raise UnobservableError(
            f"it gave {_shown(one)} and then {_shown(other)} on the same input: it draws or remembers"
        )


def _shown(values: Array) -> str:
    flat = np.ravel(values)
    shown = ", ".join(f"{v:.6g}" for v in flat[:3])
    return shown if flat.size == 1 else f"[{shown}{', ...' if flat.size > 3 else ''}]"


def _bits_of_type(given: Array | str) -> int:
    size = given.dtype.itemsize if isinstance(given, np.ndarray) and given.dtype.kind == "f" else 8
    return {2: 11, 4: 24}.get(size, 53)


def _bits(call: Call, inputs: Sequence[Arguments], outputs: Sequence[Array]) -> int:
    """How many bits a function looks like.

    The fewest to which inputs can be rounded and no output changes, or in which every output can be written. A
    function that rounds to single precision on its way, and not at its door, shows by what hardly moves it.
    """
    together = np.concatenate([np.ravel(y) for y in outputs])
    coarse = sorted(PRECISIONS)[:-1]
    # Whole numbers are written in few bits by any format.
    whole = np.array_equal(np.round(together), together)
    written = (bits for bits in coarse if not whole and np.array_equal(rounded(together, bits), together))
    shortest = next(written, 53)
    if _unnoticed(call, inputs, outputs, _BEYOND_SINGLE) < 0.5:
        return shortest
    if _unnoticed(call, inputs, outputs, 1) == 1:
        raise UnobservableError("its value does not depend on the numbers it is given")
    return min(shortest, next((bits for bits in coarse if _unnoticed(call, inputs, outputs, bits) == 1), 24))


def _unnoticed(call: Call, inputs: Sequence[Arguments], outputs: Sequence[Array], bits: int) -> float:
    """The share of outputs other than 0 that rounding the inputs to so many bits leaves; 0 if it leaves an input."""
    coarse = [tuple(rounded(a, bits) for a in x) for x in inputs]
    if not all(_differs(x, y) for x, y in zip(inputs, coarse, strict=True)):
        return 0.0
    same = [_same(_attempt(call, x), y) for x, y in zip(coarse, outputs, strict=True)]
    return float(np.concatenate(same).mean()) if any(s.size for s in same) else 0.0


def _same(given: Array | str, value: Array) -> Array:
    """Which of the numbers other than 0 are the same."""
    counted = value != 0
    if isinstance(given, str) or given.shape != value.shape:
        return np.zeros(int(counted.sum()), dtype=bool)
    return np.asarray(np.asarray(given, dtype=np.float64)[counted] == value[counted])


def _differs(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return not np.array_equal(one, other)
    if isinstance(one, dict):
        one, other = list(one.values()), list(other.values())
    return isinstance(one, list | tuple) and any(_differs(a, b) for a, b in zip(one, other, strict=True))
