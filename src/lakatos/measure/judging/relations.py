"""What two numbers must obey if a slip explains the difference between them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lakatos.measure.judging.quantity import Quantity, plain, ratio_of
from lakatos.measure.padding.masking import padding_explains
from lakatos.measure.quantities.reported import Reported, reported
from lakatos.measure.quantities.units import UnitError, unit


@dataclass(frozen=True)
class Fit:
    """Whether the numbers obey the relation; None if they cannot be asked. And the sentence that says so.

    ``wrong`` says that the slip is certain from its own side, so that it is the other number that does not follow.
    """

    fits: bool | None
    says: str
    wrong: bool = False


def relate(name: str, slip: Quantity, sound: Quantity) -> Fit:
    """Hold the numbers of a slip and of its sound counterpart against the relation of that name."""
    a, b = slip.number(), sound.number()
    if not name or a is None or b is None:
        return Fit(None, "")
    return _RELATIONS[name](slip, sound, a, b)


def _warmed(slip: Quantity, sound: Quantity, a: Reported, b: Reported) -> Fit:
    """The mean of n of which the first took longer, where both are stated."""
    first = next((v for k, v in slip.said.items() if re.search(r"first|cold|compile", k)), "")
    many = next((v for k, v in slip.said.items() if re.search(r"iterations|repeats|runs|calls", k)), "")
    if not re.fullmatch(r"\d+(\.\d+)?", first) or not re.fullmatch(r"[1-9]\d*", many):
        return _too_fast(sound, slip, b, a)
    mean = (Fraction(first) + (int(many) - 1) * b.value) / int(many)
    fits = abs(mean - a.value) <= a.resolution + b.resolution
    return Fit(fits, f"with the first of {many} at {first} the mean would be {float(mean):.4g}")


def _too_fast(slip: Quantity, sound: Quantity, a: Reported, b: Reported) -> Fit:
    rate = re.search(r"/ ?(s|sec|second)\b|per second|flops\b", slip.unit.lower()) is not None
    faster = a.value > b.value if rate else a.value < b.value
    return Fit(faster, f"{slip.text} is {'faster' if faster else 'not faster'} than {sound.text}")


def _diluted(slip: Quantity, sound: Quantity, a: Reported, b: Reported) -> Fit:
    tokens = _counts_tokens(slip.unit)
    if tokens and a.value <= b.value:
        return Fit(False, f"{slip.text} with padding is not above {sound.text} without")
    if "pad" not in slip.counts:
        return Fit(None, "")
    pad = reported(slip.counts["pad"])
    real = 1 - pad.value / (100 if pad.unit == "%" else 1)
    if not 0 < real < 1:
        return Fit(None, "")
    if tokens:
        low, high = (x * real for x in a.interval())
        fits = low <= b.interval()[1] and b.interval()[0] <= high
        return Fit(
            fits, f"the {float(real):.3g} of {slip.text} that is real is {float(a.value * real):.6g}", wrong=not fits
        )
    if not re.search(r"percent|%", slip.unit):
        return Fit(None, "")
    check = padding_explains(f"{slip.text}%", f"{sound.text}%", kind="change", padded=slip.counts["pad"])
    return Fit({"consistent": True, "inconsistent": False, "no power": None}[check.answer], f"{check.why}")


def _counts_tokens(text: str) -> bool:
    """Whether a unit is so many tokens, or so many a second: of those padding is a share, and of no loss per token."""
    try:
        return ("token", 1) in unit(plain(text)).powers
    except UnitError:
        return False


def _half(slip: Quantity, sound: Quantity, *_: Reported) -> Fit:
    ratio = ratio_of(sound, slip)
    # Data sheets round both peaks, so that their ratio is 2 only to about a percent.
    fits = ratio is not None and ratio.low <= Fraction(205, 100) and ratio.high >= Fraction(195, 100)
    return Fit(fits, f"{sound.text} / {slip.text} is {'the' if fits else 'not the'} factor 2 between the two peaks")


def _averaged(slip: Quantity, sound: Quantity, a: Reported, b: Reported) -> Fit:
    if re.search(r"mean of (the )?(rates|throughputs|speeds|exp)|mean\(exp", slip.words):
        fits = a.interval()[1] >= b.interval()[0]
        return Fit(fits, f"{slip.text} is {'above' if fits else 'below'} {sound.text}, as its mean must be above it")
    return Fit(None, "")


def _filled_up(slip: Quantity, sound: Quantity, a: Reported, b: Reported) -> Fit:
    devices = re.match(r"\d+", slip.counts.get("devices", ""))
    if a.value.denominator != 1 or b.value.denominator != 1 or a.value < b.value:
        return Fit(False, f"{slip.text} is no count of rows above the {sound.text} of the split")
    if not devices or not int(devices[0]):
        fits = b.value < a.value < 2 * b.value  # twice as many may be two views of each
        return Fit(fits, f"{slip.text} rows were scored, {sound.text} are in the split")
    many = int(devices[0])
    filled = math.ceil(b.value / many) * many
    not_so = "" if a.value == filled else f", and not {slip.text}"
    return Fit(a.value == filled, f"{sound.text} rows filled up to a multiple of {many} devices are {filled}{not_so}")


def _decibels(slip: Quantity, sound: Quantity, a: Reported, b: Reported) -> Fit:
    ranges = [re.search(r"(?:peak|max|data.range)\b\D{0,12}(\d+(?:\.\d+)?)(?!\.\.)", q.words) for q in (slip, sound)]
    if not (ranges[0] and ranges[1]) or not (Fraction(ranges[0][1]) and Fraction(ranges[1][1])):
        return Fit(None, "")
    offset = 20 * math.log10(float(ranges[1][1]) / float(ranges[0][1]))
    spread = float(a.resolution + b.resolution) / 2
    fits = abs(abs(float(b.value - a.value)) - abs(offset)) <= spread + 1e-9
    return Fit(fits, f"the two ranges are {abs(offset):.3g} dB apart")


def _hours(slip: Quantity, sound: Quantity, *_: Reported) -> Fit:
    hours = [re.search(r"(\d+(?:\.\d+)?) ?h", q.words) for q in (slip, sound)]
    ratio = ratio_of(slip, sound)
    if not (hours[0] and hours[1]) or not (Fraction(hours[0][1]) and Fraction(hours[1][1])) or ratio is None:
        return Fit(None, "")
    expected = Fraction(hours[0][1]) / Fraction(hours[1][1])
    fits = expected in ratio or any(abs(ratio.value**p / expected - 1) < Fraction(1, 1000) for p in (1, 2))
    return Fit(
        fits, f"{slip.text} / {sound.text} is {'' if fits else 'not '}the ratio of the hours, {float(expected):.4g}"
    )


def _too_few(slip: Quantity, sound: Quantity, a: Reported, b: Reported) -> Fit:
    fits = a.value < b.value
    return Fit(fits, f"{slip.text} {'are fewer than' if fits else 'are at least'} the {sound.text} needed")


def _one_unit(slip: Quantity, sound: Quantity, *_: Reported) -> Fit:
    units = plain(slip.unit).lower(), plain(sound.unit).lower()
    return Fit(None, "") if units[0] == units[1] else Fit(False, f"{units[0]} and {units[1]} are not one unit")


_RELATIONS: dict[str, Callable[[Quantity, Quantity, Reported, Reported], Fit]] = {
    "too fast": _too_fast,
    "warmed": _warmed,
    "diluted": _diluted,
    "half": _half,
    "averaged": _averaged,
    "filled up": _filled_up,
    "decibels": _decibels,
    "hours": _hours,
    "too few": _too_few,
    "one unit": _one_unit,
}
