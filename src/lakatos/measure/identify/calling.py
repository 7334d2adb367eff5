"""How a function wants to be called: which of its arguments is the mask, which holds sampled tokens or counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np

from lakatos.measure.identify.observe import Arguments, attempt, parameters_of

#: How an argument is passed: True by place, a text under that keyword, False not at all, None by its name.
Passing: TypeAlias = bool | str | None
#: Words in the name of a parameter that takes one of these, in the order in which they go by place.
NAMES = {
    "mask": {"mask", "masks", "valid", "pad", "padding", "padded"},
    "tokens": {
        "token",
        "tokens",
        "sample",
        "samples",
        "sampled",
        "label",
        "labels",
        "action",
        "actions",
        "ids",
        "index",
    },
    "units": {"word", "words", "byte", "bytes", "char", "chars", "characters", "unit", "units"},
}
#: The types of a mask's entries, in the order tried.
_KINDS = (np.bool_, np.int64, np.float64)


@dataclass(frozen=True)
class Calling:
    """A way to call a function with its leading arrays and, last among the arguments, a table of further ones.

    Attributes:
        f: the function.
        slots: what each further argument takes, and its keyword, or "" to go by place.
        convert: applied to every array.
        kind: the type of a mask's entries.
    """

    f: Callable[..., Any]
    slots: tuple[tuple[str, str], ...] = ()
    convert: Callable[[Any], Any] = field(default=lambda x: x)
    kind: type = np.bool_

    def takes(self, what: str) -> bool:
        """Whether a mask, tokens or units are passed."""
        return any(slot == what for slot, _ in self.slots)

    def __call__(self, arguments: Arguments) -> Any:
        """Call it."""
        *leading, further = arguments
        given = {slot: self.convert(self._of_kind(slot, further[slot])) for slot, _ in self.slots}
        by_place = [given[slot] for slot, keyword in self.slots if not keyword]
        by_name = {keyword: given[slot] for slot, keyword in self.slots if keyword}
        return self.f(*map(self.convert, leading), *by_place, **by_name)

    def fitted(self, arguments: Arguments) -> Calling:
        """The same with the first kind of mask that the function takes: true and false, 1 and 0, 1.0 and 0.0."""
        if not self.takes("mask"):
            return self
        kinds = [replace(self, kind=kind) for kind in _KINDS]
        return next((c for c in kinds if not isinstance(attempt(c, arguments), str)), self)

    def _of_kind(self, slot: str, values: Any) -> Any:
        return values.astype(self.kind) if slot == "mask" else values


def calling(
    f: Callable[..., Any], passing: Mapping[str, Passing], *, leading: int, convert: Callable[[Any], Any] | None = None
) -> Calling:
    """How to call a function of so many leading arrays.

    Args:
        passing: for "mask", "tokens" and "units" how each is passed, as far as it can be.

    Raises:
        TypeError: if it is no function, or needs an argument that nothing here can fill.
    """
    if not callable(f):
        raise TypeError(f"need a function, got {f!r}")
    slots = [(what, "" if how is True else how) for what, how in passing.items() if how]
    named = {keyword for _, keyword in slots}
    parameters = parameters_of(f) or []
    by_place = [p for p in parameters if p.kind != p.KEYWORD_ONLY][: leading + sum(not k for _, k in slots)]
    for p in parameters:
        if p in by_place or p.name in named:
            continue
        said = set(p.name.lower().split("_"))
        what = next((w for w, how in passing.items() if how is None and said & NAMES[w]), "")
        # Something like label_smoothing=0.0 has what it needs.
        if what and p.default in (p.empty, None):
            slots.append((what, "" if p.kind == p.POSITIONAL_ONLY else p.name))
        elif p.default is p.empty:
            arrays = ", ".join("pqrs"[:leading])
            raise TypeError(
                f"{getattr(f, '__name__', 'the function')} needs {p.name!r}, and nothing here can fill it; "
                f"wrap it: lambda {arrays}: f({arrays}, {p.name}=...)"
            )
    return Calling(f, tuple(slots), convert or (lambda x: x))
