"""Numbers made from other printed numbers: ratios, differences, sums, averages, changes. Rounding is followed exactly.

Text is a printed, rounded number; an int or a Fraction is exact. What is made is compared in the unit of its parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from lakatos.measure.forensics.check import Check, answered, plain
from lakatos.measure.forensics.lattice import printings
from lakatos.measure.forensics.shares import PERCENT
from lakatos.measure.forensics.span import Number, Span
from lakatos.measure.quantities.reported import Mode, Reported, reported

#: Units of a difference of two percentages.
_POINTS = ("pp", "pts", "points", "percentage points", "percentage point", "p.p.")


def check_ratio(printed: str | Reported, over: Number, under: Number, *, mode: Mode | None = None) -> Check:
    """Whether a printed ratio or speed-up is that of two printed numbers in the same unit.

    A percentage is read as that many hundredths.

    >>> print(check_ratio("3.8x", "15348 ms", "4022 ms"))
    consistent    3.8x is 15348 ms / 4022 ms
    power         98.7% of such values would be impossible
    """
    same_unit((over, under))
    ratio = Span.of(over, mode) / Span.of(under, mode)
    said = _read(printed)
    if said.unit in PERCENT:
        ratio = ratio * 100
    return compare_derived("ratio", said, ratio, f"{shown(over)} / {shown(under)}", mode=mode)


def check_difference(printed: str | Reported, a: Number, b: Number, *, mode: Mode | None = None) -> Check:
    """Whether a printed difference is ``a`` less ``b``.

    >>> check_difference("2.5", "73.4", "71.2").answer, check_difference("2.3", "73.4", "71.2").answer
    ('inconsistent', 'consistent')
    """
    same_unit((a, b))
    x, y = Span.of(a, mode), Span.of(b, mode)
    window = max(abs(x).high, abs(y).high)
    return compare_derived("difference", _read(printed), x - y, f"{shown(a)} - {shown(b)}", window=window, mode=mode)


def check_sum(printed: str | Reported, parts: Sequence[Number], *, mode: Mode | None = None) -> Check:
    """Whether a printed total is the sum of its printed parts.

    >>> check_sum("2,226", [266, 632, 496, 502, 280]).move
    Fraction(50, 1)
    """
    same_unit(parts)
    total = sum((Span.of(p, mode) for p in parts), Span.of(0))
    return compare_derived(
        "sum", _read(printed), total, f"the sum of {len(parts)} parts, {plain(total.value)}", mode=mode
    )


def check_average(
    printed: str | Reported,
    values: Sequence[Number],
    *,
    weights: Sequence[Number] | None = None,
    mode: Mode | None = None,
) -> Check:
    """Whether a printed average is that of printed values, plain or with weights.

    >>> print(check_average("72.1", ["71.2", "73.4", "69.9"]))
    inconsistent  72.1 is not the average of 3 values, 71.5: from rounding it may be 71.45 to 71.6
    to move       0.5
    power         99.8% of such values would be impossible
    """
    same_unit(values)
    heavy = [Span.of(w, mode) for w in weights] if weights is not None else [Span.of(1)] * len(values)
    if len(heavy) != len(values) or any(w.value < 0 for w in heavy) or not any(w.low > 0 for w in heavy):
        raise ValueError(f"need a weight, not negative, for each of {len(values)} values, got {weights}")
    mean = _weighted([Span.of(v, mode) for v in values], heavy)
    what = f"the {'weighted ' if weights is not None else ''}average of {len(values)} values, {plain(mean.value)}"
    return compare_derived("average", _read(printed), mean, what, mode=mode)


def _weighted(values: Sequence[Span], weights: Sequence[Span]) -> Span:
    """The mean of values with weights, both known by their bounds.

    It is largest where the largest values have all the weight that they can have and the others the least; from which
    value on is found by trying each.
    """
    light, heavy = [max(w.low, Fraction(0)) for w in weights], [w.high for w in weights]

    def ends(bounds: Sequence[Fraction]) -> list[Fraction]:
        order = sorted(range(len(bounds)), key=lambda i: bounds[i])
        found = []
        for cut in range(len(order) + 1):
            for below, above in ((light, heavy), (heavy, light)):
                chosen = [(below if place < cut else above)[i] for place, i in enumerate(order)]
                if total := sum(chosen):
                    found.append(sum((bounds[i] * w for i, w in zip(order, chosen, strict=True)), Fraction(0)) / total)
        return found

    total = sum((w.value for w in weights), Fraction(0))
    value = sum((v.value * w.value for v, w in zip(values, weights, strict=True)), Fraction(0)) / total
    return Span(min(ends([v.low for v in values])), max(ends([v.high for v in values])), value)


def check_change(printed: str | Reported, before: Number, after: Number, *, mode: Mode | None = None) -> Check:
    """Whether a printed change is that between two printed levels, percent told apart from percentage points.

    A number in percent is read as the change relative to the level before, one in points as the difference of two
    levels in percent. Without a sign only its size is compared. Where it does not fit, readings that do are named. A
    bare number is in percent unless it is a difference: nobody knows then which was meant, and there is no power.

    >>> print(check_change("23%", "61%", "84%"))
    inconsistent  23% is not the change relative to 61%, which is 37.7%; it is the difference in percentage points
    ...
    """
    said = _read(printed)
    same_unit((before, after))
    if said.unit not in ("", *PERCENT, *_POINTS):
        raise ValueError(f"{said.text!r} is not in percent or points; a ratio is for check_ratio")
    asked = "the difference in percentage points" if said.unit in _POINTS else f"the change relative to {shown(before)}"
    signed = said.text[0] in "+-"
    readings = {what: s if signed else abs(s) for what, s in _readings(before, after, mode).items()}
    if asked not in readings:
        raise ValueError(f"{shown(before)} to {shown(after)} has no such thing as {asked}")
    # What could stand there is any of the readings.
    window = max(abs(span.value) for span in readings.values())
    what = f"{asked}, {_percent(readings[asked])}"
    check = compare_derived("change", said, readings[asked], what, window=window, mode=mode)
    others = [r for r, span in readings.items() if r != asked and not compare_derived(r, said, span, r, mode=mode).move]
    says = check.says
    assumes: tuple[str, ...] = () if said.unit else (f"{said.text} is in percent",)
    if check.answer == "inconsistent" and not said.unit and _is_difference(said, before, after, others, mode):
        says = f"{said.text} is not {asked}, which is {_percent(readings[asked])}, but the difference"
        return Check("change", "no power", f"{says}: which is meant?")
    if check.answer == "inconsistent":
        says = f"{said.text} is not {asked}, which is {_percent(readings[asked])}"
        says += f"; it is {' or '.join(others)}" if others else ""
    elif others:
        assumes += (f"not told apart from {' and '.join(others)}",)
    return replace(check, says=says, assumes=assumes)


def _is_difference(said: Reported, before: Number, after: Number, others: Sequence[str], mode: Mode | None) -> bool:
    """Whether a bare number is the difference of two levels, in points or in their own unit."""
    own = Span.of(after, mode) - Span.of(before, mode)
    own = own if said.text[0] in "+-" else abs(own)
    in_points = any(reading.startswith("the difference") for reading in others)
    return in_points or not compare_derived("difference", said, own, "", mode=mode).move


def _readings(before: Number, after: Number, mode: Mode | None) -> dict[str, Span]:
    """What else a change is printed as, in percent: by name, with the interval that rounding leaves."""
    a, b = Span.of(before, mode), Span.of(after, mode)
    named, unit = (shown(before), shown(after)), _unit(before) or _unit(after)
    found = {}
    # (b - a)/a is taken as b/a - 1: each level is used once, so that the interval is no wider than it must be.
    if 0 not in a:
        found[f"the change relative to {named[0]}"] = (b / a - Span.of(1)) * 100
        found[f"{named[1]} as a share of {named[0]}"] = b / a * 100
    if 0 not in b:
        found[f"the change relative to {named[1]}"] = (Span.of(1) - a / b) * 100
        found[f"{named[0]} as a share of {named[1]}"] = a / b * 100
    whole = 100 if unit in PERCENT else None
    if not unit and min(a.value, b.value) >= 0 and max(a.value, b.value) <= 100:
        whole = 1 if max(a.value, b.value) <= 1 else 100
    if whole is not None:
        found["the difference in percentage points"] = (b - a) * Fraction(100, whole)
        rest = Span.of(whole) - a
        if rest.low > 0:
            lacks = f"the share removed of what {named[0]} lacks of the whole"
            found[lacks] = (Span.of(1) - (Span.of(whole) - b) / rest) * 100
    return found


def compare_derived(
    name: str, printed: Reported, true: Span, what: str, *, window: Fraction | None = None, mode: Mode | None = None
) -> Check:
    """A printed number beside the interval in which it should lie.

    Rounding keeps order, so that what may be printed lies between the printings of the interval's ends. The power
    counts printed values from 0 up to ``window``: twice the expected one if that is not given.
    """
    step = printed.resolution
    low, high = min(printings(true.low, step, mode)), max(printings(true.high, step, mode))
    move = max(low - printed.value, printed.value - high, Fraction(0))
    says = f"{printed.text} is not {what}: from rounding it may be {true}" if move else f"{printed.text} is {what}"
    values = math.floor((2 * abs(true.value) if window is None else window) / step) + 1
    power = max(0.0, 1 - float(((high - low) / step + 1) / values))
    return answered(name, says, fits=not move, power=power, move=move)


def _read(printed: str | Reported) -> Reported:
    return printed if isinstance(printed, Reported) else reported(printed)


def shown(number: Number) -> str:
    """A number for a sentence: as it was printed, or all of it."""
    if isinstance(number, int | Fraction):
        return plain(Fraction(number))
    return _read(number).text


def _unit(number: Number) -> str:
    return "" if isinstance(number, int | Fraction) else _read(number).unit


def _percent(span: Span) -> str:
    """The value of a span, in percent."""
    return f"{plain(Fraction(f'{float(span.value):.3g}'))}%"


def same_unit(numbers: Sequence[Number]) -> None:
    """Refuse numbers that are printed in different units; exact ones are taken in the others' unit."""
    if not numbers:
        raise ValueError("need at least one number")
    units = {_unit(n): shown(n) for n in numbers if not isinstance(n, int | Fraction)}
    if len(units) > 1:
        (one, a), (two, b), *_ = units.items()
        raise ValueError(f"{a} and {b} differ in unit: {one or 'none'!r} against {two or 'none'!r}; convert one first")
