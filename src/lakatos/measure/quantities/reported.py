"""A reported number as it was printed: its digits say how precise it is, its unit and "per" what it counts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from lakatos.measure.quantities.ratio import Ratio
from lakatos.measure.quantities.units import NO_UNIT, Unit, noun, unit

Mode: TypeAlias = Literal["nearest", "half-up", "half-even", "down", "up"]
#: How a printed figure may have been rounded: to the nearest (ties either way), cut off, or up. "half-up" and
#: "half-even" are to the nearest too, with the rule for ties named.
MODES: tuple[Mode, ...] = ("nearest", "down", "up")

#: What may be said of a measurement beside its unit and per: how many, and under which conditions.
COUNTS = {
    "batch": "items in one batch",
    "micro_batch": "items in one micro-batch",
    "accumulation": "micro-batches in one step",
    "devices": "devices together",
    "sequence": "tokens in one sequence",
    "tokens": "tokens counted",
    "samples": "samples measured on",
    "classes": "classes, or entries of the vocabulary",
    "periods": "periods in a year",
    "seeds": "seeds averaged over",
    "repeat": "frames in one step (action repeat)",
    "pad": "share of padding among the positions counted",
}

#: What holds other things: the count that says how many, and of what if the count does not say.
HOLDS = {
    "batch": ("batch", ""),
    "micro-batch": ("micro_batch", ""),
    "step": ("batch", "sample"),
    "iteration": ("batch", "sample"),
    "sequence": ("sequence", "token"),
    "epoch": ("samples", "sample"),
    "run": ("samples", "sample"),
}

_NUMBER = re.compile(
    r"\s*([+−–-]?)(\d+(?:,\d{3})*|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3})|\s*[×x]\s*10\^([+−-]?\d{1,3}))?"
    r"(?![\d.,]|[eE][+-]?\d)\s*(.*?)\s*",
    re.DOTALL,
)
_CLOCK = re.compile(
    r"\s*(?:(\d{1,6})\s*h(?:r?s?|ours?)\s*)?(?:(\d{1,6})\s*m(?:ins?|inutes?)?\s*)?"
    r"(?:(\d{1,6}(?:\.\d{1,9})?)\s*s(?:ecs?|econds?)?)?(\s*(?:/|per\b).*)?\s*"
)
_COLONS = re.compile(r"\s*(?:(\d{1,6}):)?(\d{1,6}):([0-5]\d(?:\.\d{1,9})?)(\s*(?:/|per\b).*)?\s*")
_SCALED = re.compile(r"([kKMBT])\s+(\w.*)")
_HOLDING = re.compile(r"(\S.*?)\s+of\s+(\d{1,3}(?:,\d{3})+|\d+)(?:\s+(\D+))?")
_SAID = re.compile(r"(.*?)\s*\(([^()]*)\)")
_COUNT = re.compile(r"\s*(\d+(?:\.\d+)?(?:e\d{1,2})?)\s*(%?)\s*([^\W\d][\w -]*)?\s*")
_PREFIX = {"k": 10**3, "K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
_LONGEST = 300
#: What lies beyond, either way, was not measured, and would not fit a float.
_LARGEST = Fraction(10) ** 100
_PER = re.compile(r"\s*/\s*|\s+per\s+|^per\s+")


@dataclass(frozen=True)
class Reported:
    """A number as printed.

    Attributes:
        text: what was printed.
        value: the exact value of the digits, in the unit printed; a clock ("1m03s") in seconds.
        resolution: the place value of the last digit: 0.1 for "3.1".
        unit: what follows the digits, without the per; "" if nothing does.
        per: per what, in the singular ("token", "iteration", "device and second"), or None if it is not said.
        counts: how many of what, by the names of ``COUNTS``: {"batch": (50, "rollout")}; the noun may be "".
    """

    text: str
    value: Fraction
    resolution: Fraction
    unit: str
    per: str | None = None
    counts: Mapping[str, tuple[Fraction, str]] = field(default_factory=dict)

    def interval(self, mode: Mode = "nearest") -> tuple[Fraction, Fraction]:
        """The closed interval in which the unrounded value lies.

        Ends that a rounding rule would exclude are kept: the ends are what the value may come as close to as
        one likes. ``excluded`` says which.

        >>> reported("0.0216 s").interval()
        (Fraction(431, 20000), Fraction(433, 20000))
        """
        step = self.resolution
        # "down" cuts digits off, so it moves towards zero; "up" moves away from it.
        outward = 1 if self.value >= 0 else -1
        if mode in ("nearest", "half-up", "half-even"):
            return self.value - step / 2, self.value + step / 2
        if self.value == 0:  # cut off from either side, as "-0.0" from -0.04; nothing else is moved up to it
            return (-step, step) if mode == "down" else (self.value, self.value)
        other = self.value + outward * (step if mode == "down" else -step)
        return min(self.value, other), max(self.value, other)

    def contains(self, value: Fraction, mode: Mode = "nearest") -> bool:
        """Whether a value is printed as this, its ends treated as the rule says.

        >>> [reported("0.2").contains(Fraction(1, 4), m) for m in ("nearest", "half-up", "half-even", "down")]
        [True, False, True, True]
        """
        low, high = self.interval(mode)
        if not low <= value <= high:
            return False
        if mode == "nearest" or low < value < high or value == self.value:
            return True
        if mode in ("down", "up"):
            return False
        # A tie: half-up moves it away from zero, half-even to the even last digit.
        even = (self.value / self.resolution) % 2 == 0
        return even if mode == "half-even" else abs(value) < abs(self.value)

    def over(self, other: Reported) -> Ratio:
        """The ratio of the digits of two positive numbers, whatever they measure, with what rounding leaves it.

        Raises:
            ValueError: if either is not positive.

        >>> str(reported("3 s").over(reported("2 h")))
        '1.5 (1 to 2.33 from rounding)'
        """
        (low, high), (least, most) = self.interval(), other.interval()
        if self.value <= 0 or low < 0 or least <= 0:
            raise ValueError(f"a ratio needs positive values, got {self.text!r} and {other.text!r}")
        return Ratio(self.value / other.value, low / most, high / least)

    def measured(self) -> Unit:
        """The unit and per as one unit of the registry: "4.53 s/it" is time per iteration.

        Raises:
            UnitError: if they are not readable as a unit.
        """
        found = unit(self.unit) if self.unit else NO_UNIT
        for below in (self.per or "").split(" and "):
            found = found / unit(below) if below else found
        return found

    def __str__(self) -> str:
        if self.per is None:
            return f"{bare(self)} per __"
        said = "; ".join(f"{name} {_number(n)} {what}".strip() for name, (n, what) in self.counts.items())
        return f"{bare(self)} per {self.per}" + (f" ({said})" if said else "")


def reported(text: str, *, per: str | None = None, **counts: str | int) -> Reported:
    """Read a reported number: ``reported("41 s", per="batch", batch="50 rollouts", devices=2)``.

    Args:
        text: the number as printed, with its unit; "1.2e-3 nats/token" carries its own per, and
            "41 s per batch of 50 rollouts" its count. "1m03s" and "1:03" are times.
        per: per what, if the text does not say.
        counts: how many of what, by the names of ``COUNTS``.

    Raises:
        TypeError: if the number is not text (a float has lost its digits), or a count has no such name.
        ValueError: if the text does not start with a number, or says a different per.

    >>> reported("3.1%").unit, reported("1,103").value, reported("1m03s").value, reported("4.53 s/it").per
    ('%', Fraction(1103, 1), Fraction(63, 1), 'iteration')
    """
    if not isinstance(text, str):
        raise TypeError(f'a reported number is text, so that its digits survive: write "{text}", not {text!r}')
    for given in (text, per or ""):
        if len(given) > _LONGEST:
            raise ValueError(f"{given[:40]!r}... is too long for a printed number: {len(given)} characters")
    written = _SAID.fullmatch(text.strip()) if text.rstrip().endswith(")") else None
    known = _counts(counts)
    if written:
        known = {**_said(written[2], text), **known}
    value, resolution, rest = _value(written[1] if written else text)
    name, own = _split(rest)
    holding = _HOLDING.fullmatch(own or "") or _HOLDING.fullmatch(per or "")
    if holding:
        _hold(
            known,
            HOLDS.get(noun(holding[1]), ("batch", ""))[0],
            (Fraction(holding[2].replace(",", "")), noun(holding[3] or "")),
            text,
        )
    own_per, given_per = (_per(_HOLDING.sub(r"\1", x)) if x else None for x in (own, per))
    if own_per and given_per and own_per != given_per:
        raise ValueError(f"{text!r} says per {own_per}, but per={per!r} was given")
    return Reported(text.strip(), value, resolution, name, own_per or given_per, known)


def _hold(known: dict[str, tuple[Fraction, str]], name: str, count: tuple[Fraction, str], text: str) -> None:
    """Add a count that stands in the text; one that is given as well must be the same."""
    many, what = known.get(name, count)
    if many != count[0] or (what and count[1] and what != count[1]):
        raise ValueError(f"{text!r}: {name} is {_number(many)} {what} and {_number(count[0])} {count[1]}; say it once")
    known[name] = (many, what or count[1])


def _value(text: str) -> tuple[Fraction, Fraction, str]:
    """The exact value, the place value of the last digit, and what follows the number."""
    match = _NUMBER.fullmatch(text)
    sign, whole, decimals, e_power, power, rest = match.groups() if match else ("", "", None, None, None, "")
    if rest[:1] in ("h", "m", ":"):
        for clock in filter(None, (_COLONS.fullmatch(text), _CLOCK.fullmatch(text))):
            if sum(x is not None for x in clock.groups()[:3]) > 1:
                return _clock(*clock.groups())
    if not match or not (whole or decimals):
        raise ValueError(f"{text[:80]!r} does not start with a number; write it as printed, as '0.0523 s' or '3.1%'")
    if rest[:1].isdigit() or rest[:1] in (":", "_"):
        raise ValueError(
            f"{text[:80]!r} goes on with digits; write 1000 or 1,000 for a thousand, 1m03s or 1:03 for a time"
        )
    resolution = _place(int((e_power or power or "0").replace("−", "-")) - len(decimals or ""))
    digits = int((whole or "0").replace(",", "") + (decimals or ""))
    value = (-1 if sign in ("-", "−", "–") else 1) * digits * resolution
    if abs(value) > _LARGEST or resolution < 1 / _LARGEST:
        raise ValueError(f"{text[:80]!r} is beyond any measurement, 1e-100 to 1e100; write it in another unit")
    scaled = _SCALED.fullmatch(rest)
    if scaled and noun(_split(scaled[2])[0]) not in ("", "byte", "bit"):
        return value * _PREFIX[scaled[1]], resolution * _PREFIX[scaled[1]], scaled[2]
    return value, resolution, rest


def _clock(
    hours: str | None, minutes: str | None, seconds: str | None, rest: str | None
) -> tuple[Fraction, Fraction, str]:
    total = 3600 * int(hours or 0) + 60 * int(minutes or 0) + Fraction(seconds or 0)
    place = _place(-len((seconds or "").partition(".")[2])) if seconds else Fraction(60)
    return total, place, "s" + (rest or "")


@lru_cache(maxsize=4096)
def _place(power: int) -> Fraction:
    return Fraction(10) ** power


def _split(rest: str) -> tuple[str, str | None]:
    """The unit, and the per that follows it."""
    name, *below = _PER.split(rest)
    return name.strip(), " and ".join(x.strip() for x in below if x.strip()) or None


def _per(text: str) -> str | None:
    text = " ".join(text.split())
    return " and ".join(_time(x) or noun(x) for x in _PER.sub(" and ", text).split(" and ") if x.strip()) or None


def _time(text: str) -> str | None:
    for name in ("second", "minute", "hour", "day", "year"):
        if text.strip() in (name, name + "s") or (text.strip() != "m" and _unit_is(text, name)):
            return name
    return None


def _unit_is(text: str, name: str) -> bool:
    """Whether a text names the same unit as another: "hrs" and "hour"."""
    try:
        return bool(re.fullmatch(r"[A-Za-z]{1,8}", text.strip())) and unit(text.strip()) == unit(name)
    except ValueError:
        return False


def _counts(counts: Mapping[str, str | int]) -> dict[str, tuple[Fraction, str]]:
    found = {}
    for name, given in counts.items():
        if name not in COUNTS:
            raise TypeError(f"no count is called {name!r}; there are {', '.join(COUNTS)}")
        match = _COUNT.fullmatch(str(given))
        if isinstance(given, float) or not match or Fraction(match[1]) <= 0:
            raise ValueError(f"{name}={given!r} is not a count of something; write it as '50 rollouts' or 50")
        share = Fraction(match[1]) / (100 if match[2] else 1)
        if name == "pad" and share >= 1:
            raise ValueError(f"pad={given!r} is not a share below 1; write it as '66%' or '0.66'")
        found[name] = (share, noun(match[3] or ""))
    return found


def _said(text: str, whole: str) -> dict[str, tuple[Fraction, str]]:
    """Counts in brackets behind a number: "(batch 50 rollouts; devices 2)"."""
    named: dict[str, str | int] = {}
    for part in filter(None, (x.strip() for x in text.split(";"))):
        name, _, count = part.partition(" ")
        if name not in COUNTS or not count:
            raise ValueError(f"{whole!r}: {part!r} is not a count; write it as '(batch 50 rollouts; devices 2)'")
        named[name] = count.strip()
    return _counts(named)


def bare(x: Reported) -> str:
    """A number and its unit as printed, without the per and the counts."""
    text = _SAID.sub(r"\1", x.text) if x.text.endswith(")") else x.text
    return _PER.split(text)[0].strip()


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else format(float(value), ".12g")
