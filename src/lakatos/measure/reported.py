"""A reported number as it was printed: its digits say how precise it is, its unit and "per" what it counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

Mode: TypeAlias = Literal["nearest", "down", "up"]
#: How a printed figure may have been rounded: to the nearest (ties either way), cut off, or up.
MODES: tuple[Mode, ...] = ("nearest", "down", "up")

_NUMBER = re.compile(
    r"\s*([+-]?)(\d+(?:,\d{3})*|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?(?![\d.,]|[eE][+-]?\d)\s*(.*?)\s*", re.DOTALL
)
_COUNT = re.compile(r"\s*(\d+)\s+(\w+?)s?\s*")


@dataclass(frozen=True)
class Reported:
    """A number as printed.

    Attributes:
        text: what was printed.
        value: the exact value of the digits.
        resolution: the place value of the last digit: 0.1 for "3.1".
        unit: what follows the digits, without the per; "" if nothing does.
        per: per what, or None if it is not said.
        holds: for a per that contains others, how many of what: (50, "rollout") for a batch of 50 rollouts.
    """

    text: str
    value: Fraction
    resolution: Fraction
    unit: str
    per: str | None = None
    holds: tuple[int, str] | None = None

    def interval(self, mode: Mode = "nearest") -> tuple[Fraction, Fraction]:
        """The closed interval in which the unrounded value lies.

        Ends that a rounding rule would exclude are kept: the printed text does not say how ties went.

        >>> reported("0.0216 s").interval()
        (Fraction(431, 20000), Fraction(433, 20000))
        """
        step = self.resolution
        # "down" cuts digits off, so it moves towards zero; "up" moves away from it.
        outward = 1 if self.value >= 0 else -1
        if mode == "nearest":
            return self.value - step / 2, self.value + step / 2
        other = self.value + outward * (step if mode == "down" else -step)
        return min(self.value, other), max(self.value, other)

    def __str__(self) -> str:
        return f"{self.text} per {self.per or '__'}"


def reported(text: str, *, per: str | None = None, holds: str | None = None) -> Reported:
    """Read a reported number: ``reported("0.076 s", per="batch", holds="4 images")``.

    Args:
        text: the number as printed, with its unit; "1.2e-3 nats/token" carries its own per.
        per: per what, if the text does not say.
        holds: what one of that per contains, as "50 rollouts".

    Raises:
        TypeError: if the number is not text; a float has lost its digits.
        ValueError: if the text does not start with a number, or says a different per.

    >>> reported("3.1%").unit, reported("1,103").value
    ('%', Fraction(1103, 1))
    """
    if not isinstance(text, str):
        raise TypeError(f'a reported number is text, so that its digits survive: write "{text}", not {text!r}')
    match = _NUMBER.fullmatch(text)
    sign, whole, decimals, exponent, rest = match.groups() if match else ("", "", None, None, "")
    if not match or not (whole or decimals):
        raise ValueError(f"{text!r} does not start with a number; write it as printed, such as '0.0523 s' or '3.1%'")
    power = int(exponent or 0) - len(decimals or "")
    resolution = Fraction(10) ** power
    digits = int((whole or "0").replace(",", "") + (decimals or ""))
    unit, _, own_per = rest.partition("/")
    own_per = own_per.strip() or None
    if own_per and per and own_per != per:
        raise ValueError(f"{text!r} says per {own_per}, but per={per!r} was given")
    return Reported(
        text=text.strip(),
        value=(-1 if sign == "-" else 1) * digits * resolution,
        resolution=resolution,
        unit=unit.strip(),
        per=own_per or (per or "").strip() or None,
        holds=_count(holds) if holds else None,
    )


def _count(text: str) -> tuple[int, str]:
    match = _COUNT.fullmatch(text)
    if not match or int(match[1]) < 1:
        raise ValueError(f"{text!r} is not a count of something; write it as '50 rollouts'")
    return int(match[1]), match[2]
