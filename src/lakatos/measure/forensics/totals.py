"""Which N several printed shares admit together, and whether the declared one is among them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from lakatos.measure.forensics.check import Check, answered
from lakatos.measure.forensics.grim import share_power
from lakatos.measure.forensics.lattice import possible
from lakatos.measure.forensics.shares import positive, read_share, steps_of
from lakatos.measure.quantities.reported import Mode

MOST_TOTALS = 1_000_000
#: Up to how many fitting totals are named.
NAMED = 4


def infer_totals(
    values: Sequence[str], totals: range, *, percent: bool | None = None, mode: Mode | None = None
) -> tuple[int, ...]:
    """Every N of a range out of which all the printed shares can be counts.

    Args:
        values: percentages or fractions as text, each out of the same N.
        totals: the range to search.
        percent: how to read bare numbers; None reads them all as percentages if one is above 1.
        mode: the rounding; None allows the nearest, ties either way, and cutting off.

    >>> infer_totals(["71.95", "67.07", "53.66"], range(100, 200))
    (164,)
    """
    if totals and (min(totals) < 1 or len(totals) > MOST_TOTALS):
        raise ValueError(f"need up to {MOST_TOTALS:,} totals from 1 on, got {totals}")
    # The most precise first: they exclude most totals.
    read = sorted(set(_steps(values, percent)), key=lambda pair: -pair[1])
    if any(v > steps for v, steps in read):
        return ()
    return tuple([n for n in totals if all(possible(v, n, steps, mode) for v, steps in read)])


def check_total(
    values: Sequence[str],
    declared: int,
    *,
    batch: int | None = None,
    devices: int | None = None,
    percent: bool | None = None,
    mode: Mode | None = None,
) -> Check:
    """Whether printed shares can all be counts out of the declared N, and which N nearby they can be of.

    A loader that drops its last batch scores N less the rest; a sampler that fills up the last round of the devices, or
    the last batch, scores some items twice. Where these are given they are tried.

    Args:
        declared: the size of the split as stated.
        batch, devices: sizes to try, if known.

    >>> print(check_total(["72.50", "66.88", "53.75"], 164, batch=32))
    inconsistent  72.50, 66.88 and 53.75 cannot all be of 164; ...
    to move       4
    power         over 99.9% of such values would be impossible
    assumes       all are of the same N
    assumes       bare numbers are percentages
    """
    positive(declared, "items")
    read = _steps(values, percent)
    bad = [v > steps or not possible(v, declared, steps, mode) for v, steps in read]
    chance = math.prod(1 - share_power(declared, steps, mode) for _, steps in read)
    every = "all " if len(values) > 1 else ""
    texts = _listed([v.strip() for v in values])
    assumes = (*(["all are of the same N"] if every else []), *_reading(values, percent))
    if not any(bad):
        says = f"{texts} can {every}be of {declared:,}"
        return answered("declared total", says, fits=True, power=1 - chance, assumes=assumes)
    around = range(max(1, declared // 2), min(2 * declared, declared // 2 + MOST_TOTALS - 1) + 1)
    found = infer_totals(values, around, percent=percent, mode=mode)
    says = f"{texts} cannot {every}be of {declared:,}; of {around[0]:,} to {around[-1]:,} they can be of "
    says += _some(found, declared)
    slips = [f"{n:,} is {how}" for n, how in _slips(declared, batch, devices) if n in found]
    says += f": {', '.join(slips)}" if slips else ""
    move = Fraction(min(abs(n - declared) for n in found)) if found else None
    return answered("declared total", says, fits=False, power=1 - chance, move=move, assumes=assumes)


def _steps(values: Sequence[str], percent: bool | None) -> list[tuple[int, int]]:
    """Each share as a whole number of printed steps, and how many steps the whole has."""
    if isinstance(values, str) or not values:
        raise ValueError(f"need a list of at least one printed share, got {values!r}")
    percent = _percent(values, percent)
    read = [read_share(v, percent) for v in values]
    return [(int(share.value / share.resolution), steps_of(share, scale)) for share, scale, _ in read]


def _percent(values: Sequence[str], percent: bool | None) -> bool:
    """Whether bare numbers are percentages; one above 1, or one with the sign, makes them all so."""
    if percent is not None:
        return percent
    return any(scale == 100 for _, scale, _ in map(read_share, values))


def _reading(values: Sequence[str], percent: bool | None) -> tuple[str, ...]:
    if percent is not None or not any(read_share(v)[2] for v in values):
        return ()
    return ("bare numbers are percentages" if _percent(values, percent) else "bare numbers are fractions of 1",)


def _slips(declared: int, batch: int | None, devices: int | None) -> list[tuple[int, str]]:
    """The totals that the usual slips of a loader give, with their description."""
    slips = []
    if batch:
        slips.append((declared - declared % batch, f"{declared:,} without its last batch of {batch:,}"))
        slips.append((-(-declared // batch) * batch, f"{declared:,} filled up to whole batches of {batch:,}"))
    if devices:
        slips.append((-(-declared // devices) * devices, f"{declared:,} filled up for {devices:,} devices"))
        slips.append((declared - declared % devices, f"{declared:,} cut to what {devices:,} devices share evenly"))
    if batch and devices:
        together = batch * devices
        slips.append((declared - declared % together, f"{declared:,} in whole batches of {batch:,} x {devices:,}"))
    return [(n, how) for n, how in slips if n != declared]


def _some(found: Sequence[int], declared: int) -> str:
    """The totals closest to the declared one, and how many there are."""
    if not found:
        return "none"
    close = sorted(sorted(found, key=lambda n: (abs(n - declared), n))[:NAMED])
    return _listed([f"{n:,}" for n in close]) + (f" and {len(found) - NAMED:,} more" if len(found) > NAMED else "")


def _listed(texts: Sequence[str]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
