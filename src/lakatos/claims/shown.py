"""Exact values for a person to read."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from lakatos.arithmetic import text
from lakatos.claims.plain.reals import Real


def shown(value: Any) -> str:
    """An exact value for a person: a truth value, a rational (with its decimals if long), or rational bounds."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, Real) and value == 0:
        return "0"
    if isinstance(value, Real):
        low, high = value.bounds(64)
        return f"between {_decimal(low, down=True)} and {_decimal(high, down=False)}"
    value = Fraction(value)
    if max(abs(value.numerator), value.denominator) >= 10**60:
        digits = int((value.numerator.bit_length() + value.denominator.bit_length()) * 0.30103) + 1
        return f"about {_decimal(value, down=True)} (a rational of some {digits} digits)"
    return text(value)


def _decimal(value: Fraction | int, *, down: bool, digits: int = 12) -> str:
    """Decimals rounded down or up; in powers of ten where the number is very large or very near zero."""
    value = Fraction(value)
    if value == 0:
        return "0"
    # The power of ten, to within one.
    power = int((abs(value.numerator).bit_length() - value.denominator.bit_length()) * 0.30103)
    plain = -5 < power < 15
    scaled = value * Fraction(10) ** (digits if plain else digits - power)
    whole = math.floor(scaled) if down else math.ceil(scaled)
    minus, figures = "-" * (whole < 0), str(abs(whole))
    if plain:
        figures = figures.rjust(digits + 1, "0")
        return f"{minus}{figures[:-digits]}.{figures[-digits:]}"
    return f"{minus}{figures[0]}.{figures[1:7]}e{power - digits + len(figures) - 1}"
