"""A metric as it is called: by the keywords that it knows, with a number or a failure as the answer."""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from lakatos.measure.metamorphic.samples import ALIASES, Layout, Offer, Samples, View

Number: TypeAlias = float | Fraction


@dataclass(frozen=True)
class Failure:
    """Why a metric gave no number."""

    says: str


Value: TypeAlias = Number | Failure


def number(value: Any) -> Value:
    """The value as a float or, if it is an integer or a fraction, as an exact rational.

    Arrays and tensors of one element count as their element.
    """
    count = value.numel() if callable(getattr(value, "numel", None)) else getattr(value, "size", 1)
    if callable(getattr(value, "item", None)):
        if count != 1:
            return Failure(f"gives {count} numbers, not one")
        value = value.item()
    if isinstance(value, bool | np.bool_):
        return Failure(f"gives {value}, which is no number")
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, float | np.floating | Decimal):
        return float(value) if math.isfinite(value) else Failure(f"gives {value}")
    what = f"the keys {', '.join(map(repr, list(value)[:4]))}" if isinstance(value, dict) else f"{value!r}"[:60]
    return Failure(f"gives {type(value).__name__} ({what}): wrap it so that it returns one number")


def title_of(metric: Callable[..., Any]) -> str:
    """What a metric is called."""
    plain = getattr(metric, "func", metric)
    return str(getattr(plain, "__name__", type(plain).__name__))


def parameters(metric: Callable[..., Any], names: Mapping[str, str], known: Mapping[str, Any]) -> dict[str, str]:
    """Which keyword of ours each parameter of the metric is handed: ``{"nll": "losses"}``.

    Raises:
        TypeError: if its signature cannot be read, or it needs what is not known.
    """
    title = title_of(metric)
    try:
        signature = inspect.signature(metric)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{title} does not say what it takes; wrap it: lambda losses, mask: {title}(...)") from error
    found = {}
    for parameter in signature.parameters.values():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        ours = names.get(parameter.name, parameter.name)
        ours = ours if ours in known else ALIASES.get(ours, ours)
        if ours in known and parameter.kind is not parameter.POSITIONAL_ONLY:
            found[parameter.name] = ours
        elif parameter.default is parameter.empty:
            raise TypeError(
                f"{title} needs {parameter.name!r}, which is not offered: bind it with functools.partial, or say with "
                f"names={{{parameter.name!r}: ...}} which it is of {', '.join(sorted(known))}"
            )
    unused = set(names) - set(signature.parameters)
    if unused:
        raise TypeError(f"{title} has no parameter {', '.join(map(repr, sorted(unused)))}")
    if not found:
        raise TypeError(f"{title} takes nothing that is offered: {', '.join(sorted(known))}")
    return found


class Caller:
    """A metric that is asked once for each set of samples and layout."""

    def __init__(
        self,
        metric: Callable[..., Any],
        takes: Mapping[str, str],
        offers: Mapping[str, Offer],
        pads: Callable[[Samples], Mapping[str, tuple[Any, Any]]],
    ) -> None:
        self.metric, self.takes, self.offers, self.pads = metric, takes, offers, pads
        self.calls = 0
        self._known: dict[Hashable, Value] = {}

    def takes_any(self, *keywords: str) -> bool:
        """Whether the metric is handed one of these."""
        return bool(set(keywords) & set(self.takes.values()))

    def __call__(self, samples: Samples, layout: Layout, *, again: bool = False) -> Value:
        """The metric's value; ``again`` asks even if it is known."""
        key = (samples.key, layout)
        if again or key not in self._known:
            value = self.ask(self.keywords(samples, layout))
            if again:
                return value
            self._known[key] = value
        return self._known[key]

    def keywords(self, samples: Samples, layout: Layout) -> dict[str, Any]:
        """What the metric is handed; made anew each time."""
        view = View(samples, layout, self.pads(samples))
        return {name: self.offers[ours](view) for name, ours in self.takes.items()}

    def ask(self, keywords: Mapping[str, Any]) -> Value:
        """The metric's value for these keywords. What it raises is a failure, and so is a value that is no number."""
        self.calls += 1
        try:
            # Small parts of the samples may well give a warning that the whole does not.
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                value = self.metric(**keywords)
        except Exception as error:
            return Failure(f"raises {type(error).__name__}: {error}"[:200])
        return number(value)
