"""What is to be done next: for every strategy the next stretch of its stream, in shards, and what was left of the last.

The schedule depends on what units came to and on nothing else: not on where they ran, nor on the order in which they
ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lakatos.search.strategies import shards, strategies
from lakatos.search.unit import Done, Unit


@dataclass
class Line:
    """One strategy on its way through its stream.

    Attributes:
        turn: of the stretch that comes next.
        place: at which that begins.
        left: units that were planned and are not done.
        done: by the place at which each began.
        ended: whether there is nothing more of it.
    """

    strategy: str
    turn: int = 0
    place: int = 0
    left: list[Unit] = field(default_factory=list)
    done: dict[int, Done] = field(default_factory=dict)
    ended: bool = False

    @property
    def steps(self) -> int:
        """Taken so far."""
        return sum(one.steps for one in self.done.values())

    @property
    def open(self) -> int:
        """Objects that stayed undefined, undecided, or were given up."""
        return sum(one.open for one in self.done.values())

    def reached(self) -> tuple[int, int | None]:
        """The place up to which nothing was left out, and the size of the last object before it."""
        place, level = 0, None
        while place in self.done:
            one = self.done[place]
            level = level if one.level is None else one.level
            if not one.steps or (one.rest is None and one.steps < one.unit.steps):
                return place + one.steps, level
            place += one.steps
        return place, level


class Schedule:
    """The lines of a search, one for each strategy."""

    def __init__(self, names: Sequence[str], seed: int) -> None:
        self.seed = seed
        self.lines = {name: Line(name) for name in names}

    def next_round(self) -> list[Unit]:
        """The units of the next round: of every strategy what was left, or else a stretch twice as long as its last."""
        units: list[Unit] = []
        for line in self.lines.values():
            if not line.left and not line.ended:
                line.left = self._stretch(line)
            units += line.left
        return units

    def take(self, done: Done) -> None:
        """Note what a unit came to."""
        line = self.lines[done.unit.strategy]
        line.left.remove(done.unit)
        if done.steps or done.unit.first not in line.done:
            line.done[done.unit.first] = done
        rest = done.rest
        if rest is not None:
            line.left.insert(0, rest)
        over = not done.steps and not done.cut  # its stream has an end, before this stretch
        line.ended = line.ended or over or done.whole or done.proved is not None

    def gapless(self, done: Done) -> bool:
        """Whether all that lies before what a unit found was looked at, by a strategy that goes in order."""
        line = self.lines[done.unit.strategy]
        ordered = getattr(strategies()[line.strategy], "IN_ORDER", False)
        before = [one for one in line.done.values() if one.unit.first <= done.unit.first]
        return ordered and not any(one.open for one in before) and line.reached()[0] >= done.unit.first + done.steps

    def whole(self) -> bool:
        """Whether a strategy has gone through the whole domain, and has nothing left to go back to."""
        ended = (line for line in self.lines.values() if line.ended and not line.left)
        return any(one.whole for line in ended for one in line.done.values())

    def _stretch(self, line: Line) -> list[Unit]:
        strategy = strategies()[line.strategy]
        steps = strategy.STEPS * 2**line.turn
        count = min(shards(line.strategy), 2**line.turn)
        units = []
        for i in range(count):
            first, last = line.place + steps * i // count, line.place + steps * (i + 1) // count
            units.append(Unit(line.strategy, line.turn, first, last - first, self.seed))
        line.turn, line.place = line.turn + 1, line.place + steps
        return units
