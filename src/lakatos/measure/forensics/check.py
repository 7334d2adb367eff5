"""What a forensic check answers: consistent, inconsistent, or that it had no power to say either."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeAlias

from lakatos.drawing import Labelled
from lakatos.measure.quantities.reported import Reported

Answer: TypeAlias = Literal["consistent", "inconsistent", "no power"]
#: A check that would miss more than 19 of 20 wrong numbers does not call a number consistent.
LEAST_POWER = 0.05


@dataclass(frozen=True, repr=False)
class Check(Labelled):
    """One forensic check of printed numbers.

    Attributes:
        name: of the check.
        answer: "no power" where the number passes but a wrong one would have passed as well.
        says: one sentence with the numbers.
        move: how far the printed number would have to move to be consistent, in its own unit; 0 if it is, None if no
            move of this number alone is known to do it.
        power: which share of the values that could stand there, with as many decimals, would be impossible; None if
            that is not known.
        assumes: what is taken for granted.
    """

    name: str
    answer: Answer
    says: str
    move: Fraction | None = None
    power: float | None = None
    assumes: tuple[str, ...] = ()

    width = len("inconsistent")

    def lines(self) -> list[tuple[str, str]]:
        """The answer, how far the number would have to move, the power, and what is taken for granted."""
        lines: list[tuple[str, str]] = [(self.answer, self.says)]
        if self.answer == "inconsistent" and self.move is not None:
            lines.append(("to move", plain(self.move)))
        if self.power is not None:
            lines.append(("power", f"{percent_of(self.power)} of such values would be impossible"))
        return [*lines, *(("assumes", a) for a in self.assumes)]


def answered(
    name: str,
    says: str,
    *,
    fits: bool,
    power: float | None,
    move: Fraction | None = None,
    assumes: tuple[str, ...] = (),
) -> Check:
    """The check's answer: what does not fit is inconsistent; what fits says something only if it could have failed.

    ``power`` None stands for a power that is not known, and then what fits is not called consistent either.
    """
    if not fits:
        return Check(name, "inconsistent", says, move, power, assumes)
    return Check(name, fitting(power), says, Fraction(0), power, assumes)


def fitting(power: float | None) -> Answer:
    """What it is worth that a number fits."""
    return "consistent" if power is not None and power >= LEAST_POWER else "no power"


def like(printed: Reported, value: Fraction) -> str:
    """A value with as many decimals as a printed number has, ties to even, and its unit.

    >>> from lakatos.measure import reported
    >>> like(reported("73.37%"), Fraction(147, 2)), like(reported("4.1 s"), Fraction(3))
    ('73.50%', '3.0 s')
    """
    decimals = max(0, -power_of_ten(printed.resolution))
    steps = round(value / printed.resolution)
    digits = f"{Decimal(steps) * Decimal(10) ** power_of_ten(printed.resolution):,.{decimals}f}"
    return digits + (printed.unit if printed.unit in ("", "%", "x") else f" {printed.unit}")


def power_of_ten(resolution: Fraction) -> int:
    """The n of a place value 10^n."""
    return len(str(resolution.numerator)) - len(str(resolution.denominator))


def plain(number: Fraction) -> str:
    """A number for a sentence: all its digits if they are few, otherwise four that count.

    >>> plain(Fraction(13, 100)), plain(Fraction(1, 3)), plain(Fraction(1200))
    ('0.13', '0.3333', '1,200')
    """
    # A Decimal, unlike a float, has room for every size.
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    for decimals in range(7):
        if (number * 10**decimals).denominator == 1:
            return f"{exact:,.{decimals}f}"
    return f"{exact:,.4g}"


def percent_of(power: float) -> str:
    """A power in percent that does not round to certainty.

    >>> percent_of(0.98), percent_of(0.99996), percent_of(0.0)
    ('98.0%', 'over 99.9%', '0%')
    """
    if power <= 0 or power >= 1:
        return f"{power:.0%}"
    return "over 99.9%" if power > 0.9995 else "under 0.1%" if power < 0.0005 else f"{power:.1%}"
