"""Can two figures be one, once what is stated beside them is applied: counts, durations, other words for a ratio?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from lakatos.measure.judging.quantity import Quantity, plain, ratio_of
from lakatos.measure.quantities.ratio import Ratio, exactly
from lakatos.measure.quantities.reported import Reported
from lakatos.measure.quantities.units import BASES, UnitError, unit

#: How far a figure that was computed by hand may be off its last digits, and how often a chance match is let pass.
_TOLERANCE, _CHANCE = Fraction(1, 200), 0.1
_MOST_STATED = 8
_WIDE = math.log(1e6)
_ROOT = r"\brms|root.mean|standard (deviation|error)|\bstd\b|stddev"
_SQUARE = r"\bmse\b|(?<!root.)mean.squared|variance"


@dataclass(frozen=True)
class Stated:
    """A number that is stated beside the figures, in base units."""

    name: str
    value: Fraction


def reconciled(p: Quantity, a: Quantity) -> str | None:
    """How stated numbers turn one figure into the other; None if they do not, or if chance would do as well.

    Products and quotients of up to three stated numbers are tried. The more there are to try, and the wider the
    figures are rounded, the more often one fits by chance; that is counted and must stay small.
    """
    ratio = ratio_of(p, a)
    if ratio is None:
        return None
    ratio = Ratio(ratio.value, ratio.low * (1 - _TOLERANCE), ratio.high * (1 + _TOLERANCE)) * _units(p, a)
    if ratio.low <= 1 <= ratio.high:
        return None
    tried = list(_products(_stated(p, a)))
    width = math.log(ratio.high / ratio.low)
    if len(tried) * width / _WIDE > _CHANCE:
        return None
    return next((name for name, by in tried if ratio.low <= by <= ratio.high), None)


def _units(p: Quantity, a: Quantity) -> Ratio:
    """What the two units differ by in base units, whatever they measure."""
    factors = []
    for q in (p, a):
        try:
            factors.append(unit(plain(q.unit)).factor)
        except UnitError:
            factors.append(Fraction(1))
    return exactly(factors[0] / factors[1])


def _stated(p: Quantity, a: Quantity) -> list[Stated]:
    found: dict[str, Stated] = {}
    for q in (p, a):
        for name, text in {**q.counts, **q.said}.items():
            match = re.fullmatch(r"(\d+(?:\.\d+)?)(?: [\w ]+)?", text)
            value = Fraction(match[1]) if match else Fraction(0)
            if value > 0 and value != 1:
                last = name.replace("_", " ").split(" ")[-1]
                found[f"{name} {text}"] = Stated(f"{name.replace('_', ' ')} {text}", value * _base(last))
    return list(found.values())[:_MOST_STATED]


def _base(word: str) -> Fraction:
    """The factor of a word that is a unit of measurement: "hours" is 3600 seconds, "images" is 1."""
    try:
        read = unit(word)
    except UnitError:
        return Fraction(1)
    return read.factor if all(name in BASES for name, _ in read.powers) and len(word) > 1 else Fraction(1)


def _products(stated: list[Stated]) -> Iterator[tuple[str, Fraction]]:
    for size in (1, 2, 3):
        for chosen in combinations(stated, size):
            for signs in product((1, -1), repeat=size):
                value = Fraction(1)
                for s, sign in zip(chosen, signs, strict=True):
                    value *= s.value**sign
                up = " x ".join(s.name for s, sign in zip(chosen, signs, strict=True) if sign > 0) or "1"
                down = " x ".join(s.name for s, sign in zip(chosen, signs, strict=True) if sign < 0)
                yield up + (f" / ({down})" if down else ""), value


def same_speed(p: Quantity, a: Quantity) -> str | None:
    """How two wordings of a change of speed are one ratio: 4 times as fast is 75% less time, and 300% faster."""
    for (how_p, x), (how_a, y) in product(_speeds(p), _speeds(a)):
        if how_p != how_a and x.meets(y):
            return f"{p.text} {p.unit} as {how_p} and {a.text} {a.unit} as {how_a} are one ratio, {float(x.value):.3g}"
    return None


def _speeds(q: Quantity) -> Iterator[tuple[str, Ratio]]:
    """The ratios of speeds that a figure can stand for, each with its reading."""
    number, words = q.number(), q.words
    if number is None or not re.search(r"faster|slower|speed.?up|reduc|less|shorter|lower|improve|times|\dx\b", words):
        return
    low, high = number.interval()
    if re.search(r"percent|%", q.unit):
        if low > 0 and high < 100:
            yield "less time", Ratio(*(1 / (1 - v / 100) for v in (number.value, low, high)))
        # "50% faster" is said of half the time too, but "50% less time" of nothing else.
        if not re.search(r"less time|reduc|shorter|lower", words):
            yield "more speed", Ratio(*(1 + v / 100 for v in (number.value, low, high)))
    elif low > 0:
        yield "times as fast", Ratio(number.value, low, high)


def squared(p: Quantity, a: Quantity) -> bool | None:
    """Whether the published figure is the square where the root is named (True), or the accuser's is (False)."""
    root, square = (re.search(names, p.unit.lower()) for names in (_ROOT, _SQUARE))
    of_other = re.search(_SQUARE if root else _ROOT, a.unit.lower())
    x, y = p.number(), a.number()
    if bool(root) == bool(square) or of_other or x is None or y is None or x.value <= 0 or y.value <= 0:
        return None
    if not _distinct(x, y):
        return None
    for number, other, published in ((x, y, True), (y, x, False)):
        low, high = other.interval()
        if number.interval()[0] <= high**2 and low**2 <= number.interval()[1]:
            # ``number`` is the square of ``other``: a slip where a root is named, and right where the square is.
            return published if root else not published
    return None


def _distinct(x: Reported, y: Reported) -> bool:
    """Whether a number and its square are told apart: not near 1, where the two meet, and not by a digit alone."""
    (x_low, x_high), (y_low, y_high) = x.interval(), y.interval()
    if x_low <= 0 or y_low <= 0:
        return False
    ratio = max(x.value / y.value, y.value / x.value)
    return ratio >= 2 and (x_high / x_low) * (y_high / y_low) <= Fraction(11, 10)


def natural_decibels(p: Quantity, a: Quantity) -> bool | None:
    """Whether the published decibels were taken with the natural logarithm (True), or the accuser's (False)."""
    ratio = ratio_of(p, a)
    if ratio is None or not re.search(r"\bdb\b|decibel", p.words):
        return None
    for r, published in ((ratio, True), (ratio.inverse(), False)):
        if float(r.low) * (1 - 1e-6) <= math.log(10) <= float(r.high) * (1 + 1e-6) and r.high < r.low * Fraction(
            101, 100
        ):
            return published
    return None
