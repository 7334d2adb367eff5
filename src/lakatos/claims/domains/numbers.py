"""Integers, rationals of bounded height, and reals, which are searched in floats and answered in rationals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, gcd
from random import Random
from typing import Any

from lakatos.arithmetic import fraction
from lakatos.claims.domains.base import Condition, Domain, Slot, between
from lakatos.claims.plain.membership import is_integer, is_rational

#: Longer numbers are not read: no witness that somebody could check has them.
MAX_DIGITS = 4000


class Integers(Domain):
    """Integers between two bounds, by absolute value, the positive one first."""

    def __init__(self, low: int | None, high: int | None) -> None:
        for name, bound in (("low", low), ("high", high)):
            if bound is not None and (isinstance(bound, bool) or not isinstance(bound, int)):
                raise ValueError(f"integers: {name}={bound!r} is no integer")
        if low is not None and high is not None and high < low:
            raise ValueError(f"there is no integer from {low} to {high}")
        self.low, self.high = low, high
        if low is not None and high is not None:
            self.levels = max(abs(low), abs(high)) - self._least + 1

    @property
    def _least(self) -> int:
        """The smallest absolute value."""
        return max(0, self.low or 0, -self.high if self.high is not None else 0)

    def conditions(self, x: str) -> list[Condition]:
        return [Condition(f"{x} is {self.says()}", f"is_integer({x}, {self.low}, {self.high})", (is_integer,))]

    def says(self) -> str:
        return f"an integer{between(self.low, self.high)}"

    def level(self, value: int) -> int:
        return abs(value) - self._least

    def size(self, value: int) -> tuple[Any, ...]:
        return (self.level(value), value < 0)

    def at(self, level: int) -> Iterator[int]:
        for value in dict.fromkeys((level + self._least, -level - self._least)):
            if (self.low is None or self.low <= value) and (self.high is None or value <= self.high):
                yield value

    def up_to(self, x: str, level: int) -> str:
        most = self._least + level
        low = -most if self.low is None else max(-most, self.low)
        high = most if self.high is None else min(most, self.high)
        return f"{x} from {low} to {high}"

    def read(self, data: Any) -> int:
        value = read_number(data)
        if value.denominator != 1:
            raise ValueError(f"{data} is no integer")
        return value.numerator

    def sample(self, rng: Random, spread: int) -> int:
        # Every size of number is as likely as any other: a power of two first.
        size = rng.randint(0, max(1, spread.bit_length() + 2))
        return self._within(rng.randint(0, 2**size) * rng.choice((1, 1, -1)))

    def neighbour(self, rng: Random, value: int) -> int:
        # Not far beyond a million: what is computed from a longer number may have no end.
        leap = abs(value) // 2 + 1 if abs(value) < 10**6 else 1
        step = rng.choice((1, 1, 1, 2, 3, rng.randint(1, 10), leap))
        return self._within(value + rng.choice((step, -step)))

    def smaller(self, value: int) -> Iterator[int]:
        # By powers of two less each time: where all above some number refute, that leads to it in a few steps.
        side = (value > 0) - (value < 0)
        less = (self._within(value - side * 2**k) for k in range(abs(value).bit_length() - 1, -1, -1))
        for other in (self._within(0), *less, -value):
            if self.size(other) < self.size(value):
                yield other

    def _within(self, value: int) -> int:
        """The value, or what it is mirrored or cut to between the bounds."""
        if self.low is not None and value < self.low:
            value = max(self.low, -value) if self.high is None or -value <= self.high else self.low
        return value if self.high is None or value <= self.high else self.high

    def slots(self) -> list[Slot]:
        low, high = (None if bound is None else Fraction(bound) for bound in (self.low, self.high))
        return [Slot(low, high, integer=True)]

    def build(self, scalars: Sequence[Any]) -> Any:
        return scalars[0]


class Rationals(Domain):
    """Rationals between two bounds, by height max(|p|, q)."""

    def __init__(self, low: Fraction | None, high: Fraction | None, height: int | None, name: str) -> None:
        if low is not None and high is not None and high < low:
            raise ValueError(f"there is no number from {low} to {high}")
        if height is not None and height < 1:
            raise ValueError(f"the height of a rational is at least 1, not {height}")
        self.low, self.high, self.height, self.name = low, high, height, name
        self.levels = height

    def conditions(self, x: str) -> list[Condition]:
        low, high = (None if b is None else _literal(b) for b in (self.low, self.high))
        text = f"is_rational({x}, {low}, {high}, {self.height})"
        return [Condition(f"{x} is {self.says()}", text, (is_rational,))]

    def says(self) -> str:
        height = "" if self.height is None else f" of height at most {self.height}"
        return f"{self.name}{between(self.low, self.high)}{height}"

    def level(self, value: Fraction) -> int:
        return max(abs(value.numerator), value.denominator) - 1

    def size(self, value: Fraction) -> tuple[Any, ...]:
        return (self.level(value), value.denominator, abs(value), value < 0)

    def at(self, level: int) -> Iterator[Fraction]:
        h = level + 1
        # p/q with q = h, and with |p| = h: only those between the bounds are gone through.
        least = -h if self.low is None else max(-h, ceil(self.low * h))
        most = h if self.high is None else min(h, floor(self.high * h))
        values = [Fraction(p, h) for p in range(least, most + 1) if gcd(p, h) == 1]
        for p in (h, -h):
            values += [Fraction(p, q) for q in self._denominators(p) if q < h and gcd(p, q) == 1]
        yield from sorted(values, key=self.size)

    def _denominators(self, p: int) -> range:
        """The q <= |p| for which p/q lies between the bounds."""
        low, high = (self.low, self.high) if p > 0 else (_minus(self.high), _minus(self.low))
        size = abs(p)
        if high is not None and high <= 0:
            return range(0)
        first = 1 if high is None else max(1, ceil(Fraction(size) / high))
        last = size if low is None or low <= 0 else min(size, floor(Fraction(size) / low))
        return range(first, last + 1)

    def up_to(self, x: str, level: int) -> str:
        return f"{x}, a rational{between(self.low, self.high)} of height at most {level + 1}"

    def read(self, data: Any) -> Fraction:
        return read_number(data)

    def sample(self, rng: Random, spread: int) -> Fraction:
        height = min(max(1, spread), self.height or spread + 1)
        q = rng.randint(1, height)
        least = (0 if rng.random() < 0.5 else -height) if self.low is None else ceil(self.low * q)
        most = max(least, height) if self.low is None or self.low < height else least + height
        if self.high is not None and (floor(self.high * q) < most or rng.random() < 0.5):
            # Anywhere between two bounds, now and then; near zero, or the lower bound, where there is none above.
            most = max(least, floor(self.high * q))
        return self._within(Fraction(rng.randint(least, most), q))

    def neighbour(self, rng: Random, value: Fraction) -> Fraction:
        p, q = value.numerator, value.denominator
        step = rng.choice((1, 1, rng.randint(1, 1 + max(abs(p), q))))
        moved = rng.choice(
            (Fraction(p + step, q), Fraction(p - step, q), Fraction(p, q + step), Fraction(p, max(1, q - step)))
        )
        return self._within(moved)

    def smaller(self, value: Fraction) -> Iterator[Fraction]:
        for other in map(self._within, (Fraction(round(value)), *_simpler(value), -value)):
            if self.size(other) < self.size(value):
                yield other

    def _within(self, value: Fraction) -> Fraction:
        if self.low is not None and value < self.low:
            return self.low
        return value if self.high is None or value <= self.high else self.high

    def slots(self) -> list[Slot]:
        return [Slot(self.low, self.high)]

    def build(self, scalars: Sequence[Any]) -> Any:
        return scalars[0]


def _simpler(value: Fraction) -> Iterator[Fraction]:
    """The convergents of a rational and fractions between them: the best approximations of each height, in order."""
    (p, q), (r, s) = (0, 1), (1, 0)
    numerator, denominator = value.numerator, value.denominator
    while denominator:
        quotient, rest = divmod(numerator, denominator)
        # Of a long row of fractions between two convergents only some.
        for k in sorted(
            {k for k in (1, 2, 3, 4, quotient // 2, quotient - 2, quotient - 1, quotient) if 0 < k <= quotient}
        ):
            if s * k + q:
                yield Fraction(p + k * r, q + k * s)
        (p, q), (r, s) = (r, s), (p + quotient * r, q + quotient * s)
        numerator, denominator = denominator, rest


def integers(low: int | None = None, high: int | None = None) -> Integers:
    """The integers from ``low`` to ``high``, both included; None for no bound."""
    return Integers(low, high)


def rationals(
    low: int | str | Fraction | None = None, high: int | str | Fraction | None = None, *, height: int | None = None
) -> Rationals:
    """The rationals p/q with low <= p/q <= high and |p|, q <= ``height``; None for no bound."""
    return Rationals(_bound(low), _bound(high), height, "a rational")


def reals(low: int | str | Fraction | None = None, high: int | str | Fraction | None = None) -> Rationals:
    """The real numbers from ``low`` to ``high``. A witness is always one of the rationals among them."""
    return Rationals(_bound(low), _bound(high), None, "a real number")


def read_number(data: Any) -> Fraction:
    """A number of a witness: an integer, "p/q", or a decimal, which is taken as exactly what its digits say."""
    if isinstance(data, bool) or not isinstance(data, int | str):
        raise ValueError(f'{_short(data)} is no number: write 3, "22/7" or 0.25')
    text = str(data).strip() if isinstance(data, str) else ""
    if isinstance(data, str):
        mantissa, _, exponent = text.lower().partition("e")
        if (
            len(mantissa) > MAX_DIGITS
            or len(exponent) > 5
            or (exponent.lstrip("+-").isdigit() and int(exponent) not in range(-MAX_DIGITS, MAX_DIGITS))
        ):
            raise ValueError(f"{_short(data)} has more than {MAX_DIGITS} digits, which is not read")
    elif abs(data) >= 10**MAX_DIGITS:
        raise ValueError(f"an integer of more than {MAX_DIGITS} digits is not read")
    try:
        return fraction(text if isinstance(data, str) else data)
    except (ValueError, TypeError):
        raise ValueError(f'{_short(data)} is no number: write 3, "22/7" or 0.25') from None


def _minus(bound: Fraction | None) -> Fraction | None:
    return None if bound is None else -bound


def _bound(value: int | str | Fraction | None) -> Fraction | None:
    return None if value is None else fraction(value)


def _literal(bound: Fraction) -> str:
    return str(bound) if bound.denominator == 1 else repr(bound)


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:50]}... ({len(text)} characters)"
