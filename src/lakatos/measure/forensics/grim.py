"""Can a printed share be a count out of N? The GRIM test, for percentages and fractions as text.

The test is that of Brown and Heathers (Social Psychological and Personality Science 8, 2017) for means of
whole numbers. A share is such a mean, but 73.37% stands for 0.7337: of 200 items, percentages come in steps of
half a point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from lakatos.measure.forensics.check import Answer, Check, answered, fitting, like, plain
from lakatos.measure.forensics.lattice import impossible_share, modes, nearest_printing, possible, printings
from lakatos.measure.forensics.shares import Whole, positive, possible_totals, read_share, steps_of
from lakatos.measure.quantities.reported import Mode, Reported

MOST_DECIMALS = 30
_PLAIN = re.compile(r"\s*(\d{1,9})(?:\.(\d{0,12}))?\s*(%?)\s*", re.ASCII)


def grim_power(total: int, decimals: int, *, percent: bool = True, seeds: int = 1, mode: Mode | None = None) -> float:
    """Which share of percentages with so many decimals cannot be a count out of ``total``.

    Args:
        total: the items scored once.
        decimals: of the printed number.
        percent: False for a fraction of 1.
        seeds: over how many runs of all items the share was averaged.
        mode: the rounding; None allows the nearest, ties either way, and cutting off.

    >>> [round(100 * grim_power(n, 2), 1) for n in (164, 1319, 10_000)]
    [97.6, 80.2, 0.0]
    """
    if not 0 <= decimals <= MOST_DECIMALS:
        raise ValueError(f"decimals must be 0 to {MOST_DECIMALS}, got {decimals}")
    units = positive(total, "items") * positive(seeds, "seeds")
    return share_power(units, (100 if percent else 1) * 10**decimals, mode)


def check_share(
    printed: str | Reported,
    total: int,
    *,
    seeds: int = 1,
    percent: bool | None = None,
    mode: Mode | None = None,
) -> Check:
    """Whether a printed percentage or fraction can be a count out of ``total``.

    Args:
        printed: as text; its trailing zeros count.
        total: the items scored once.
        seeds: over how many runs of all items it was averaged, before it was rounded.
        percent: how to read a number without a percent sign; None reads up to 1 as a fraction.
        mode: the rounding; None allows the nearest, ties either way, and cutting off.

    Raises:
        ValueError: if the number is no share, or there is nothing to count.

    >>> print(check_share("73.37%", 200))
    inconsistent  73.37% is no count out of 200: 147 of 200 would be 73.50%
    to move       0.13
    power         98.0% of such values would be impossible
    >>> check_share("0.7337", 200).answer, check_share("73.37%", 20_000).answer
    ('inconsistent', 'no power')
    """
    share, scale, reading = read_share(printed, percent)
    units = positive(total, "items") * positive(seeds, "seeds")
    near, move = nearest_printing(
        share.value, share.resolution, Fraction(scale, units), Fraction(0), Fraction(scale), mode
    )
    power = share_power(units, steps_of(share, scale), mode)
    of = f"{total:,}" if seeds == 1 else f"{total:,} items x {seeds} seeds"
    hits = f"{near * units // scale:,} of {units:,}"
    if move:
        says = f"{share.text} is no count out of {of}: {hits} would be {like(share, near)}"
    elif power:
        says = f"{share.text} is {hits}"
    else:
        says = f"any number printed like {share.text} is some count out of {of}"
    assumes: tuple[str, ...] = (f"averaged over {seeds} seeds before rounding",) if seeds > 1 else ()
    if move and (twice := _rounded_twice(share, Fraction(scale, units), mode)) is not None:
        assumes += (f"rounded once: {plain(twice)}, rounded to one more digit and then again, may give {share.text}",)
    return answered("share of a count", says, fits=not move, power=power, move=move, assumes=reading + assumes)


def _rounded_twice(share: Reported, spacing: Fraction, mode: Mode | None) -> Fraction | None:
    """The multiple of ``spacing`` that is printed so once it was rounded to one more digit; None if there is none."""
    if "nearest" not in modes(mode):
        return None
    near = spacing * round(share.value / spacing)
    finer = printings(near, share.resolution / 10, "nearest")
    again = {form for value in finer for form in printings(value, share.resolution, "nearest")}
    return near if share.value in again else None


def share_column(
    values: Sequence[str],
    total: int,
    *,
    seeds: int = 1,
    percent: bool | None = None,
    mode: Mode | None = None,
) -> tuple[Answer, ...]:
    """What ``check_share`` answers for each cell of a column with the same N, without the sentences: fast.

    Where ``percent`` is None a column is read as percentages if a cell has a percent sign or is above 1.
    """
    units = positive(total, "items") * positive(seeds, "seeds")
    if percent is None:
        percent = any("%" in v for v in values) or any(read_share(v, True)[0].value > 1 for v in values)
    return tuple([_cell(value, units, percent, mode) for value in values])


def _cell(text: str, units: int, percent: bool, mode: Mode | None) -> Answer:
    match = _PLAIN.fullmatch(text)
    if match is None:
        return check_share(text, units, percent=percent, mode=mode).answer
    whole, decimals, sign = match.groups(default="")
    steps, seen = _column(units, len(decimals), percent or bool(sign), mode)
    v = int(whole + decimals)
    return seen if v <= steps and possible(v, units, steps, mode) else "inconsistent"


@lru_cache(maxsize=1024)
def _column(units: int, decimals: int, percent: bool, mode: Mode | None) -> tuple[int, Answer]:
    """The printed steps from nothing to the whole, and what it is worth that a cell fits."""
    steps = (100 if percent else 1) * 10**decimals
    return steps, fitting(share_power(units, steps, mode))


def share_power(units: int, steps: int, mode: Mode | None) -> float:
    """Of the printed values from 0 to ``steps``, the share that no count can give; the whole is always possible."""
    return float(impossible_share(Fraction(units, steps), mode) * Fraction(steps, steps + 1))


def check_count_share(
    printed: str | Reported, count: int, total: int, *, percent: bool | None = None, mode: Mode | None = None
) -> Check:
    """Whether a percentage is what the two counts beside it give: "51% (1103) of 2226".

    >>> print(check_count_share("51%", 1103, 2226))
    inconsistent  51% is not 1,103 of 2,226, which is 49.55%; for 1,103 it would take a total of 2,122 to 2,184
    to move       1
    power         98.0% of such values would be impossible
    """
    share, scale, reading = read_share(printed, percent)
    positive(total, "items")
    if count < 0:
        raise ValueError(f"a count is not negative, got {count}")
    true = Fraction(count * scale, total)
    forms = printings(true, share.resolution, mode)
    move = min(abs(share.value - form) for form in forms)
    says = f"{share.text} is {count:,} of {total:,}"
    if move:
        says = f"{share.text} is not {count:,} of {total:,}, which is {plain(true)}{share.unit}"
        says += _instead(count, share, scale, mode)
    return answered(
        "share beside its counts",
        says,
        fits=not move,
        power=max(0.0, 1 - len(forms) / (steps_of(share, scale) + 1)),
        move=move,
        assumes=reading,
    )


def _instead(count: int, share: Reported, scale: int, mode: Mode | None) -> str:
    """The totals for which the count would have been printed as the share; nothing if they have no end."""
    if not 0 < share.value <= scale or count < 1:
        return ""
    if any(share.interval(how)[0] <= 0 for how in modes(mode)):
        return f"; for {count:,} it would take a larger total"
    fitting = [possible_totals(count, share, percent=scale == 100, mode=how) for how in modes(mode)]
    whole = Whole(min(w.low for w in fitting), max(w.high for w in fitting))
    return f"; for {count:,} it would take {'no total' if whole.low > whole.high else f'a total of {whole}'}"
