"""The candidates, in the order in which they are tried: what needs least solved for comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np

from lakatos.measure.identify.answer import Nearest
from lakatos.measure.identify.kernels import FAMILIES, FIXED, SAMPLED, Kernel, Parameter
from lakatos.measure.identify.match import UNITS, Fit, Predict, Scale, fits, fraction_near, solve
from lakatos.measure.identify.observe import Array, attempt
from lakatos.measure.identify.probes import Pair, arguments
from lakatos.measure.identify.reductions import Bank
from lakatos.measure.identify.views import CUTS, SAFETIES, SMOOTHING, TEMPERATURE, cut, tempered
from lakatos.measure.identify.world import Change, Found, Value, World, unchanged, values

Stage = Callable[..., Iterator[Found]]


def fixed(world: World, *, auto: bool) -> Iterator[Found]:
    """Those without a number inside."""
    for kernel, swapped in _kernels(world, (*FIXED, *SAMPLED), auto=auto):
        yield from _at_once(world, kernel, swapped)


def families(world: World, *, auto: bool) -> Iterator[Found]:
    """Those with a β or an α."""
    for kernel, swapped in _kernels(world, FAMILIES, auto=auto):
        yield from _solved(world, kernel, swapped, _inside(kernel))


def smoothed(world: World, *, auto: bool) -> Iterator[Found]:
    """Those that come near without a number inside, with a small constant for safety."""
    near = [found for found in fixed(world, auto=auto) if found.fit.worst < 0.3 and found.kernel.logs]
    for kernel, swapped in dict.fromkeys((found.kernel, found.swapped) for found in near):
        for view in SAFETIES:
            yield from _solved(world, kernel, swapped, (SMOOTHING,), view.change, view.words)


def truncated(world: World, *, auto: bool) -> Iterator[Found]:
    """Those without a number inside, on the top k of the vocabulary."""
    for by in ("p", "q"):
        k = None if world.tokens_only else _reach(world, by)
        for words, after in CUTS if k else ():
            top = k or 0

            def change(x: Pair, top: int = top, by: str = by, after: Callable[[Pair], Pair] = after) -> Pair:
                return after(cut(x, top, by=by))

            for kernel, swapped in _kernels(world, FIXED, auto=auto):
                for found in _at_once(world, kernel, swapped, change):
                    yield replace(found, cut=f"the {top} entries largest under {by.upper()}, {words}")


def cooled(world: World, *, auto: bool) -> Iterator[Found]:
    """Those without a number inside, at a temperature."""
    yield from _at_a_temperature(world, FIXED, auto=auto)


def cooled_families(world: World, *, auto: bool) -> Iterator[Found]:
    """Those with a β or an α, at a temperature."""
    yield from _at_a_temperature(world, FAMILIES, auto=auto)


#: A stage is reached only if none before it agreed: the ends and middles of a family are in the list before it.
STAGES: tuple[Stage, ...] = (fixed, families, smoothed, truncated, cooled, cooled_families)


def nearest(found: Found) -> Nearest:
    """How near a candidate without a number inside comes with a factor in common use."""
    world = found.world
    given = found.values(world.x)
    predicted, scales = found.bank.predict(np.zeros(0) if given is None else given)
    at, scale = predicted[found.fit.row], scales[found.fit.row]
    units = UNITS if found.logs else {"": 1.0}
    tried = []
    for (words, known), (unit, size) in product(found.conventions, units.items()):
        with np.errstate(all="ignore"):
            miss = np.abs(world.seen.values / (known * size**found.logs) - at) / scale
        if np.isfinite(miss).all():
            agrees = int((miss <= world.seen.tolerance).sum())
            name = found.words(Scale(words, unit or None, 1))
            tried.append(Nearest(name, float(miss.max()), float(np.sqrt((miss**2).mean())), agrees))
    return min(tried, key=lambda n: n.rank, default=Nearest(found.words(), np.inf, np.inf))


def _kernels(world: World, catalogue: Sequence[Kernel], *, auto: bool) -> Iterator[tuple[Kernel, bool]]:
    """The kernels that make sense here, each in its directions."""
    sampled = world.tokens_only or world.call.takes("tokens")
    for kernel in catalogue:
        if (kernel.sampled and not sampled) or (world.tokens_only and not kernel.sampled):
            continue
        # While the form is open, a distance of arrays as they are is told on probabilities.
        if kernel.raw and (auto or world.forms != ("logits", "logits")):
            continue
        for swapped in (False, True) if kernel.both_ways else (False,):
            yield kernel, swapped


def _inside(kernel: Kernel) -> tuple[Parameter, ...]:
    return (kernel.parameter,) if kernel.parameter else ()


def _at_a_temperature(world: World, catalogue: Sequence[Kernel], *, auto: bool) -> Iterator[Found]:
    # What divides logits by a temperature takes them as they are; nothing is gained by looking at other forms too.
    if "probabilities" in world.forms or world.tokens_only or (auto and world.forms != ("logits", "logits")):
        return
    for kernel, swapped in _kernels(world, catalogue, auto=auto):
        if not kernel.raw:
            yield from _solved(world, kernel, swapped, (*_inside(kernel), TEMPERATURE), tempered, keep=2)


def _at_once(world: World, kernel: Kernel, swapped: bool, change: Change = unchanged) -> Iterator[Found]:
    with np.errstate(all="ignore"):
        x = change(world.x)
        for bank in world.banks:
            at = values(kernel, bank, x, (), swapped=swapped)
            if at is None or len(at) != bank.weights.shape[1] or not np.isfinite(at).all():
                continue
            factor, worst, typical = fits(world.seen.values, *bank.predict(at))
            for row in range(len(bank.rows)):
                fit = Fit(row, float(factor[row]), float(worst[row]), float(typical[row]))
                yield Found(world, kernel, swapped, bank, fit, change=change)


def _solved(
    world: World,
    kernel: Kernel,
    swapped: bool,
    parameters: tuple[Parameter, ...],
    change: Change = unchanged,
    view: str = "",
    *,
    keep: int = 3,
) -> Iterator[Found]:
    """Candidates with their parameters solved for: the kernel's own first, then the one of the change."""
    own = len(_inside(kernel))

    def predict(at: Sequence[float], world: World, bank: Bank) -> tuple[Array, Array]:
        with np.errstate(all="ignore"):
            given = values(kernel, bank, change(world.x, *at[own:]), at[:own], swapped=swapped)
        return bank.predict(np.full(bank.weights.shape[1], np.nan) if given is None else given)

    # The parameters are found on the small vocabularies, and then held against all.
    few = world.few or world
    for bank, small in zip(world.banks, few.banks, strict=True):
        on_few, on_all = partial(predict, world=few, bank=small), partial(predict, world=world, bank=bank)
        for at, steep in solve(few.seen.values, on_few, parameters, keep=keep):
            if any(p.ends_at(x) for p, x in zip(parameters, at, strict=True)):
                continue
            fit, told = _held(world.seen.values, on_all, parameters, at, steep)
            yield Found(world, kernel, swapped, bank, fit, tuple(zip(parameters, told, strict=True)), change, view)


def _held(
    given: Array, predict: Predict, parameters: Sequence[Parameter], at: Sequence[float], steep: Sequence[float]
) -> tuple[Fit, list[Value]]:
    """A solution beside all values: its parameters as fractions where they are some, and the factor beside those."""
    _, worst, _ = fits(given, *predict(at))
    noise = 4 * max(float(worst.min()), 1e-15)
    told = [_told(p, x, noise / s if s > 0 else np.inf) for p, x, s in zip(parameters, at, steep, strict=True)]
    factor, worst, typical = fits(given, *predict([float(v) for v in told]))
    row = int(np.argmin(worst))
    moved = [
        float(v) if isinstance(v, Fraction) or not s else p.beside(float(v), noise / s)
        for p, v, s in zip(parameters, told, steep, strict=True)
    ]
    slack = abs(float(fits(given, *predict(moved))[0][row] / factor[row]) - 1)
    return Fit(row, float(factor[row]), float(worst[row]), float(typical[row]), slack), told


def _told(parameter: Parameter, value: float, spread: float) -> Value:
    """A parameter as a simple fraction, if it is one to within what was seen."""
    wide = abs(parameter.beside(value, spread) - parameter.beside(value, -spread)) / 2
    one = fraction_near(value, max(wide, 1e-15 * abs(value)))
    # An end of the range is another divergence, with a line of its own.
    with np.errstate(all="ignore"):
        return value if one is None or not np.isfinite(parameter.free(np.float64(one))) else one


def _reach(world: World, by: str) -> int | None:
    """How many entries, from the largest of one distribution down, the other one's values matter for.

    None if all of them do. The other's entries beyond the top k change places with each other: what uses the top k
    alone gives the same. Bisection finds the least such k.
    """
    index = max(range(len(world.probes)), key=lambda i: world.probes[i].shape[-1])
    probe, before = world.probes[index], world.seen.outputs[index]
    other, vocab = ("q" if by == "p" else "p"), probe.shape[-1]
    order = np.argsort(-getattr(probe, by), axis=-1)
    ranked = np.take_along_axis(getattr(probe, other), order, axis=-1)

    def same(k: int) -> bool:
        moved = np.concatenate([ranked[..., :k], ranked[..., k:][..., ::-1]], axis=-1)
        back = np.take_along_axis(moved, np.argsort(order, axis=-1), axis=-1)
        changed = replace(probe, q=back) if other == "q" else replace(probe, p=back)
        after = attempt(world.call, arguments(changed, world.forms, target=world.target))
        close = world.seen.tolerance * 1e-3
        return isinstance(after, np.ndarray) and after.shape == before.shape and np.allclose(after, before, close, 0)

    low, high = 0, vocab - 2
    if vocab < 4 or not same(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if same(middle) else (middle, high)
    return high
