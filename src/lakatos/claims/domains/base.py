"""What a domain is: where a variable of a claim ranges, how its values are told, ordered, listed and read.

A new domain is a subclass that says what its values are (``conditions``), how large one is (``level``) and which ones
there are of a size (``at``); the rest follows.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, TypeAlias

from lakatos.claims.literal import is_matrix, literal

#: How many of something: a number, a range, or (least, most) with None for no bound.
Count: TypeAlias = int | range | tuple[int, int | None]


@dataclass(frozen=True)
class Condition:
    """One thing that is true of every value of a domain.

    Attributes:
        says: in words, "x is an integer >= 0".
        text: as a Python expression over the plain functions of ``needs``: what a certificate asserts.
        needs: those functions.
        form: whether without it a value is no such object at all, at which nothing can be computed.
    """

    says: str
    text: str
    needs: tuple[Callable[..., Any], ...] = ()
    form: bool = False


@dataclass(frozen=True)
class Slot:
    """One scalar of a value of fixed shape: bounds (None for none), and whether it is an integer."""

    low: Fraction | None
    high: Fraction | None
    integer: bool = False


class Domain(ABC):
    """Where a variable ranges. Values are plain data: integers, Fractions, tuples of them, matrices by rows."""

    #: How many levels of size there are; None for no end.
    levels: int | None = None

    @abstractmethod
    def conditions(self, x: str) -> list[Condition]:
        """What makes ``x`` a value of this domain, to be checked in this order."""

    @abstractmethod
    def level(self, value: Any) -> int:
        """The size of a value: 0 for the smallest ones. There are finitely many values of each level."""

    @abstractmethod
    def at(self, level: int) -> Iterator[Any]:
        """Every value of a level, each once (a graph once up to isomorphism), in a fixed order."""

    @abstractmethod
    def read(self, data: Any) -> Any:
        """A value from parsed JSON, in which numbers with a point are kept as text. Raises ValueError with the mend."""

    @abstractmethod
    def says(self) -> str:
        """The domain in words: "an integer >= 0"."""

    def size(self, value: Any) -> tuple[Any, ...]:
        """What to sort by for the smallest value: the level first."""
        return (self.level(value), value)

    def up_to(self, x: str, level: int) -> str:
        """In words, the values of ``x`` of this level and the levels below."""
        whole = self.levels is not None and level >= self.levels - 1
        return f"{x}, {self.says()}" if whole else f"{x}, {self.says()}, of the {level + 1} smallest sizes"

    def declare(self, x: str, value: Any) -> str:
        """The statement of a certificate that makes ``x`` this value."""
        return f"{x} = {literal(value)}"

    def show(self, value: Any) -> str:
        """A value for a person to read, on one line."""
        return plainly(value)

    def beyond(self, x: str, value: Any) -> str | None:
        """The condition that a value breaks so plainly that nothing needs to be computed; None if there is none."""
        del x, value
        return None

    def realise(self, value: Any, functions: Mapping[str, Callable[..., Any]]) -> Any:
        """What the claim's function is given for a value that has been lifted to a number system."""
        del functions
        return value

    def functions(self) -> tuple[Callable[..., Any], ...]:
        """Functions beside its conditions that the domain needs to make a value, such as the step of a trajectory."""
        return ()

    def sample(self, rng: Random, spread: int) -> Any:
        """A random value, of a size up to about ``spread``; its conditions are still to be checked."""
        top = spread if self.levels is None else min(spread, self.levels - 1)
        for level in range(rng.randint(0, top), -1, -1):
            values = list(itertools.islice(self.at(level), 1000))
            if values:
                return rng.choice(values)
        return next(self.ascending())

    def neighbour(self, rng: Random, value: Any) -> Any:
        """A random value close to this one; its conditions are still to be checked."""
        return self.sample(rng, self.level(value) + 1)

    def smaller(self, value: Any) -> Iterator[Any]:
        """Values a little simpler than this one, the boldest first; their conditions are still to be checked."""
        del value
        return iter(())

    def slots(self) -> list[Slot] | None:
        """The scalars of a value, if all values have one shape; solvers and boxes work on these."""
        return None

    def build(self, scalars: Sequence[Any]) -> Any:
        """The value whose slots are ``scalars``, of any number type."""
        raise NotImplementedError(f"{type(self).__name__} has no fixed shape")

    def ascending(self) -> Iterator[Any]:
        """Every value, smallest level first; endless if the domain is."""
        for level in itertools.count() if self.levels is None else range(self.levels):
            yield from self.at(level)


def product_at(domains: Sequence[Domain], level: int) -> Iterator[tuple[Any, ...]]:
    """Every tuple of values, one of each domain, whose largest level is ``level``."""
    # Split by the first place at which that level is reached, so that each tuple comes once.
    for first, top in enumerate(domains):
        if top.levels is not None and level >= top.levels:
            continue
        before = [partial(_up_to, d, level - 1) for d in domains[:first]]
        after = [partial(_up_to, d, level) for d in domains[first + 1 :]]
        factors = [_kept(f) for f in (*before, partial(top.at, level), *after)]
        if all(any(True for _ in factor()) for factor in factors):
            yield from _product(factors)


def _up_to(domain: Domain, level: int) -> Iterator[Any]:
    most = level if domain.levels is None else min(level, domain.levels - 1)
    for k in range(most + 1):
        yield from domain.at(k)


def _kept(factor: Callable[[], Iterator[Any]], most: int = 20_000) -> Callable[[], Iterator[Any]]:
    """The same values, kept in a list unless there are very many: then they are made anew each time."""
    values = list(itertools.islice(factor(), most))
    return factor if len(values) == most else lambda: iter(values)


def _product(factors: Sequence[Callable[[], Iterator[Any]]]) -> Iterator[tuple[Any, ...]]:
    """As itertools.product, which would first list every factor."""
    first, *others = factors
    if not others:
        yield from ((value,) for value in first())
        return
    for value in first():
        yield from ((value, *rest) for rest in _product(others))


def bounds_of(count: Count, what: str, *, least: int = 0) -> tuple[int, int | None]:
    """A count as (least, most). Raises ValueError for a count that nothing can have."""
    low: int
    high: int | None
    if isinstance(count, range):
        if count.step != 1 or not count:
            raise ValueError(f"{what}={count!r}: give a range that counts up by one and is not empty")
        low, high = count.start, count.stop - 1
    elif isinstance(count, tuple) and len(count) == 2:
        low, high = count
    else:
        low = high = count
    for bound in (low, high):
        if (bound is not None or low is None) and (isinstance(bound, bool) or not isinstance(bound, int)):
            raise ValueError(f"{what}={count!r}: give a number, a range or (least, most)")
    if low < least or (high is not None and high < low):
        raise ValueError(f"{what}={count!r}: need at least {least}, and least <= most")
    return low, high


def between(low: Any, high: Any) -> str:
    """Bounds in words: " >= 0", " from 1 to 6", " 4"; empty if there are none."""
    if low is None:
        return "" if high is None else f" <= {high}"
    if low == high:
        return f" {low}"
    return f" >= {low}" if high is None else f" from {low} to {high}"


def counted(low: int, high: int | None, noun: str) -> str:
    """How many of something, in words: "14 entries", "2 to 5 jobs", "at least 1 item"."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    if low == high:
        return f"{low} {noun if low == 1 else plural}"
    if high is None:
        return f"any number of {plural}" if low == 0 else f"at least {low} {noun if low == 1 else plural}"
    return f"{low} to {high} {plural}"


def plainly(value: Any) -> str:
    """A plain value as one writes it on paper: 3, 22/7, (1, 2), [[1, 2], [3, 4]]."""
    if isinstance(value, tuple):
        return f"({', '.join(map(plainly, value))})"
    if is_matrix(value):
        rows = (", ".join(map(plainly, row)) for row in value.rows())
        return f"[{', '.join(f'[{row}]' for row in rows)}]"
    if isinstance(value, int | Fraction) and max(abs(value.numerator), value.denominator) >= 10**4000:
        return f"{value.numerator:#x}" + (f"/{value.denominator:#x}" if value.denominator != 1 else "")
    return str(value)
