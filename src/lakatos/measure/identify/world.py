"""A function seen through one form of its arguments, and a candidate held against what it gave there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from lakatos.measure.identify.answer import number
from lakatos.measure.identify.calling import Calling
from lakatos.measure.identify.kernels import Kernel, Parameter
from lakatos.measure.identify.match import Fit, Scale, take_apart
from lakatos.measure.identify.observe import Array, Observed, UnobservableError, observe
from lakatos.measure.identify.probes import Form, Pair, Probe, arguments, pair
from lakatos.measure.identify.reductions import Bank, Reduction, banks
from lakatos.measure.identify.views import TEMPERATURE

Change: TypeAlias = Callable[..., Pair]
Value: TypeAlias = Fraction | float
#: The vocabularies on which parameters are solved for, and how many such inputs that takes.
_SMALL, _ENOUGH = 50, 8
#: The tolerance of less than single precision.
_COARSE = 1e-3


@dataclass(frozen=True)
class World:
    """What a function was given in one form, what it gave, and the reductions whose shapes fit that.

    Attributes:
        forms: of the first and the second argument.
        target: which of them is P, 0 or 1.
        probes, seen: the inputs on which it gave something, and what.
        x: the same inputs in one row, for the catalogue.
        few: the same on the small vocabularies alone, if there are enough of them.
    """

    call: Calling
    forms: tuple[Form, Form]
    target: int
    probes: tuple[Probe, ...]
    seen: Observed
    x: Pair
    banks: tuple[Bank, ...]
    few: World | None = None

    @property
    def tokens_only(self) -> bool:
        """Whether it was given nothing but the log-probabilities of sampled tokens."""
        return "token log-probabilities" in self.forms

    @property
    def masked(self) -> bool:
        """Whether it was given a mask."""
        return self.call.takes("mask")


def world(call: Calling, forms: tuple[Form, Form], target: int, chosen: tuple[Probe, ...]) -> World:
    """A function observed on these probes in this form.

    Raises:
        UnobservableError: if nothing it gives could be compared.
    """
    given = [arguments(x, forms, target=target) for x in chosen]
    call = call.fitted(given[0])
    seen = observe(call, given)
    whole = _explained(call, forms, target, tuple(chosen[i] for i in seen.kept), seen)
    if not whole.banks:
        shapes = f"{seen.outputs[0].shape} for input of shape {whole.probes[0].shape}"
        raise UnobservableError(f"it gave arrays whose shapes fit no reduction, as {shapes}")
    small = [i for i, x in enumerate(whole.probes) if x.shape[-1] <= _SMALL]
    if not _ENOUGH <= len(small) < len(whole.probes):
        return whole
    part = replace(seen, outputs=tuple(seen.outputs[i] for i in small))
    return replace(whole, few=_explained(call, forms, target, tuple(whole.probes[i] for i in small), part))


def _explained(call: Calling, forms: tuple[Form, Form], target: int, kept: tuple[Probe, ...], seen: Observed) -> World:
    masks = [np.reshape(x.mask, x.positions) for x in kept]
    found = banks(masks, [x.shape[-1] for x in kept], seen.outputs, masked=call.takes("mask"))
    return World(call, forms, target, kept, seen, pair(kept, forms, target=target), found)


def unchanged(x: Pair, *_: float) -> Pair:
    """P and Q as they are."""
    return x


@dataclass(frozen=True)
class Found:
    """A candidate beside what a function gave in one world.

    Attributes:
        swapped: whether the kernel's P is our Q.
        parameters: those inside, solved for; a fraction where it is one.
        change: what is done to P and Q before, at the parameters that are not the kernel's own.
        view: the same in words.
        cut: in words, if only part of the vocabulary is used.
    """

    world: World
    kernel: Kernel
    swapped: bool
    bank: Bank
    fit: Fit
    parameters: tuple[tuple[Parameter, Value], ...] = ()
    change: Change = field(default=unchanged)
    view: str = ""
    cut: str = ""

    @property
    def reduction(self) -> Reduction:
        """How the values at the positions are put together."""
        return self.bank.rows[self.fit.row]

    @property
    def name(self) -> str:
        """The standard name."""
        name = (self.kernel.backwards or self.kernel.name) if self.swapped else self.kernel.name
        return name.format(**self.letters)

    @property
    def formula(self) -> str:
        """The formula, in P and Q."""
        return self.kernel.formula.format(**self.letters)

    @property
    def letters(self) -> dict[str, str]:
        """What the kernel's {P}, {Q}, {first} and {second} stand for."""
        p, q = ("Q", "P") if self.swapped else ("P", "Q")
        places = {"P": ("first", "second")[self.world.target], "Q": ("second", "first")[self.world.target]}
        return {"P": p, "Q": q, "first": places[p], "second": places[q]}

    @property
    def logs(self) -> float:
        """The power with which the unit of the logarithm enters the factor."""
        return self.kernel.logs * (0.5 if self.reduction.root else 1.0)

    @property
    def conventions(self) -> list[tuple[str, float]]:
        """Factors in common use at these parameters, with their words."""
        own = [float(v) for p, v in self.parameters if p is self.kernel.parameter]
        known = [(words, factor(*own)) for words, factor in self.kernel.conventions]
        t = [float(v) for p, v in self.parameters if p is TEMPERATURE]
        return known + [(", ".join(filter(None, (words, "times T²"))), k * t[0] ** 2) for words, k in known if t]

    @property
    def scale(self) -> Scale:
        """The factor, taken apart."""
        return take_apart(self.fit.factor, self.fit.noise, self.conventions, logs=self.logs)

    @property
    def agrees(self) -> bool:
        """Whether it is what the function gave, to within its rounding.

        At a coarse precision numbers that are solved for, with a factor that is none, would meet almost anything.
        """
        seen = self.world.seen
        free = bool(self.parameters) and not isinstance(self.scale.left, Fraction)
        return self.fit.worst <= seen.tolerance and not (free and seen.tolerance > _COARSE)

    @property
    def plainness(self) -> tuple[float, int, bool]:
        """The less, the plainer: what is left of the factor, the unit, a root taken at the end."""
        return (*self.scale.cost, self.reduction.root)

    @property
    def kind(self) -> tuple[object, ...]:
        """What it is, whatever the numbers inside and the factor."""
        return (self.kernel, self.swapped, self.reduction, self.view, self.cut)

    def values(self, x: Pair) -> Array | None:
        """The candidate's values for some inputs, at each position or for each entry."""
        own = [float(v) for p, v in self.parameters if p is self.kernel.parameter]
        others = [float(v) for p, v in self.parameters if p is not self.kernel.parameter]
        with np.errstate(all="ignore"):
            return values(self.kernel, self.bank, self.change(x, *others), own, swapped=self.swapped)

    def words(self, scale: Scale | None = None) -> str:
        """The candidate in one line."""
        scale = scale or self.scale
        parts = [f"{self.name} {self.formula}", *(f"{p.symbol} = {number(v)}" for p, v in self.parameters)]
        parts += [word for word in (self.view.format(**self.letters, at="ε"), self.cut) if word]
        parts += [word for word in (scale.convention, scale.unit or "") if word]
        parts += [f"times {number(scale.left)}"] if scale.left != 1 else []
        parts.append(self.reduction.name)
        return ", ".join(parts + ([f"mask {self.reduction.mask.split(':')[0]}"] if self.world.masked else []))


def values(kernel: Kernel, bank: Bank, x: Pair, own: Sequence[float], *, swapped: bool) -> Array | None:
    """A kernel's values at each position or for each entry, as the bank takes them; None where it has none."""
    x = x.swapped() if swapped else x
    if not bank.entries:
        return None if kernel.entrywise else kernel.rows(x, *own)
    return None if kernel.finish or kernel.sampled else kernel.terms(x, *own)
