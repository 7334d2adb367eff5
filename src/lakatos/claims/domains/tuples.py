"""Vectors, finite sequences (requests, jobs, ballots), polynomials and permutations: tuples, in short."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from lakatos.claims.domains.base import Condition, Count, Domain, Slot, between, bounds_of, counted, product_at
from lakatos.claims.plain.membership import is_integer, is_permutation


class Tuples(Domain):
    """Tuples of entries of one domain, the shortest first if there are finitely many of a length.

    Where both the length and the entries are unbounded, the level is the sum of what either adds.
    """

    def __init__(self, entries: Domain, length: Count, *, noun: str, entry: str, trailing: bool = True) -> None:
        self.entries = entries
        self.least, self.most = bounds_of(length, "length")
        self.noun, self.entry, self.trailing = noun, entry, trailing
        #: What one more entry adds to the level.
        self.weight = 1 if entries.levels is None and self.most != self.least else (entries.levels or 0)
        if self.most is not None and entries.levels is not None:
            self.levels = (self.most - self.least + 1) * entries.levels

    def conditions(self, x: str) -> list[Condition]:
        entry = self.entries.conditions("entry")
        found = [
            Condition(
                f"{x} is {self._says()}",
                f"isinstance({x}, tuple) and is_integer(len({x}), {self.least}, {self.most})",
                (is_integer,),
            ),
            *(
                Condition(
                    f"every {self.entry} of {x}{c.says.removeprefix('entry')}"
                    if c.says.startswith("entry ")
                    else f"in {x}, {c.says.replace('entry', f'each {self.entry}', 1)}",
                    f"all({c.text} for entry in {x})",
                    c.needs,
                )
                for c in entry
            ),
        ]
        if not self.trailing:
            found.append(Condition(f"the last coefficient of {x} is not 0", f"not {x} or {x}[-1] != 0"))
        return found

    def says(self) -> str:
        return f"{self._says()}, each {self.entries.says()}"

    def _says(self) -> str:
        return f"{self.noun} of {counted(self.least, self.most, self.entry)}"

    def level(self, value: tuple[Any, ...]) -> int:
        largest = max((self.entries.level(v) for v in value), default=0)
        return (len(value) - self.least) * self.weight + largest

    def size(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        sizes = [self.entries.size(v) for v in value]
        return (self.level(value), len(value), sum(s[0] for s in sizes), sizes)

    def at(self, level: int) -> Iterator[tuple[Any, ...]]:
        longest = self.least + (level // self.weight if self.weight else 0)
        for length in range(self.least, (longest if self.most is None else min(longest, self.most)) + 1):
            rest = level - (length - self.least) * self.weight
            if length == 0 and rest == 0:
                yield ()
            for value in product_at([self.entries] * length, rest):
                if self.trailing or value[-1] != 0:
                    yield value

    def read(self, data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise ValueError(f"{data!r} is no list of {self.entry}s: write [ , , ]")
        value = []
        for i, entry in enumerate(data):
            try:
                value.append(self.entries.read(entry))
            except ValueError as error:
                raise ValueError(f"{self.entry} {i}: {error}") from None
        return tuple(value)

    def sample(self, rng: Random, spread: int) -> tuple[Any, ...]:
        most = self.least + spread if self.most is None else min(self.most, self.least + spread)
        length = rng.randint(self.least, max(self.least, most))
        value = [self.entries.sample(rng, spread) for _ in range(length)]
        return self._trimmed(rng, value)

    def neighbour(self, rng: Random, value: tuple[Any, ...]) -> tuple[Any, ...]:
        entries, at = list(value), rng.randrange(len(value) + 1)
        change = rng.random()
        if change < 0.15 and (self.most is None or len(entries) < self.most):
            entries.insert(at, rng.choice(entries) if entries and rng.random() < 0.5 else self.entries.sample(rng, 4))
        elif change < 0.3 and len(entries) > self.least:
            del entries[min(at, len(entries) - 1)]
        elif change < 0.4 and len(entries) > 1:
            i, j = rng.sample(range(len(entries)), 2)
            entries[i], entries[j] = entries[j], entries[i]
        elif entries:
            at = min(at, len(entries) - 1)
            entries[at] = self.entries.neighbour(rng, entries[at])
        return self._trimmed(rng, entries)

    def smaller(self, value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        length = len(value)
        for run in (length // 2, length // 4, 2, 1):
            for i in range(length - run + 1) if 0 < run <= length - self.least else ():
                yield value[:i] + value[i + run :]
        # All entries at once, such as all halved: one at a time may lead nowhere.
        simpler = [list(self.entries.smaller(entry)) or [entry] for entry in value]
        for k in range(max(map(len, simpler), default=0)):
            yield tuple(options[min(k, len(options) - 1)] for options in simpler)
        for i, entry in enumerate(value):
            for other in self.entries.smaller(entry):
                yield (*value[:i], other, *value[i + 1 :])

    def _trimmed(self, rng: Random, entries: list[Any]) -> tuple[Any, ...]:
        while not self.trailing and entries and entries[-1] == 0:
            entries[-1] = self.entries.sample(rng, 4)
        return tuple(entries)

    def slots(self) -> list[Slot] | None:
        one = self.entries.slots()
        return None if one is None or self.most != self.least else one * self.least

    def build(self, scalars: Sequence[Any]) -> Any:
        width = len(scalars) // self.least if self.least else 1
        return tuple(self.entries.build(scalars[i : i + width]) for i in range(0, len(scalars), width))


class Permutations(Domain):
    """Permutations of 0, ..., n - 1, by n."""

    def __init__(self, n: Count) -> None:
        self.least, self.most = bounds_of(n, "n")
        self.levels = None if self.most is None else self.most - self.least + 1

    def conditions(self, x: str) -> list[Condition]:
        text = f"is_permutation({x}, {self.least}, {self.most})"
        return [Condition(f"{x} is {self.says()}", text, (is_permutation,))]

    def says(self) -> str:
        return f"a permutation of 0, ..., n - 1, n{between(self.least, self.most)}"

    def level(self, value: tuple[int, ...]) -> int:
        return len(value) - self.least

    def at(self, level: int) -> Iterator[tuple[int, ...]]:
        yield from itertools.permutations(range(self.least + level))

    def sample(self, rng: Random, spread: int) -> tuple[int, ...]:
        most = self.least + spread if self.most is None else min(self.most, self.least + spread)
        values = list(range(rng.randint(self.least, most)))
        rng.shuffle(values)
        return tuple(values)

    def neighbour(self, rng: Random, value: tuple[int, ...]) -> tuple[int, ...]:
        values = list(value)
        if len(values) > 1:
            i, j = rng.sample(range(len(values)), 2)
            values[i], values[j] = values[j], values[i]
        return tuple(values)

    def smaller(self, value: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i in value if len(value) > self.least else ():
            yield tuple(v - (v > i) for v in value if v != i)

    def read(self, data: Any) -> tuple[int, ...]:
        if not isinstance(data, list) or not all(isinstance(x, int) and not isinstance(x, bool) for x in data):
            raise ValueError("a permutation is a list of integers: write [1, 0, 2]")
        if any(abs(x) > 10**6 for x in data):
            raise ValueError("a permutation of more than a million numbers is not read")
        return tuple(data)


def vectors(entries: Domain, length: Count) -> Tuples:
    """Vectors with ``length`` components (a number, a range, or (least, most)) from a domain of numbers."""
    return Tuples(entries, length, noun="a vector", entry="component")


def sequences(entries: Domain, length: Count, *, of: str = "item") -> Tuples:
    """Finite sequences of ``length`` entries: requests, jobs, ballots; ``of`` is what the messages call one."""
    return Tuples(entries, length, noun="a sequence", entry=of)


def polynomials(coefficients: Domain, degree: Count) -> Tuples:
    """Polynomials of a degree: the tuples of their coefficients, constant term first, the last not 0."""
    low, high = bounds_of(degree, "degree")
    length = (low + 1, None if high is None else high + 1)
    return Tuples(coefficients, length, noun="a polynomial", entry="coefficient", trailing=False)


def permutations(n: Count) -> Permutations:
    """The permutations of 0, ..., n - 1 for every n of a number, a range, or (least, most)."""
    return Permutations(n)
