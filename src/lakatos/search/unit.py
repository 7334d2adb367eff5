"""The unit of work of a search: a stretch of one strategy's stream, run in whatever process it is sent to."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

import numpy as np

from lakatos.claims import ForAll, literal, read_literal
from lakatos.ledger import engine
from lakatos.search.budget import Budget, alarm
from lakatos.search.decide import confirmed
from lakatos.search.outcome import ProvedOn
from lakatos.search.strategies import shards, strategies

#: A worker of a cluster may have several threads, but the libraries beneath have one state: the precision of balls.
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True)
class Unit:
    """One stretch of the stream of objects that a strategy goes through.

    Attributes:
        strategy: its name.
        turn: how many stretches of doubling length it was given before.
        first: the place at which the stretch begins.
        steps: its length.
        seed: of the search; that of the unit follows from it and from where the unit lies.
    """

    strategy: str
    turn: int
    first: int
    steps: int
    seed: int

    def __str__(self) -> str:
        return f"{self.strategy} {self.first:,} to {self.first + self.steps:,}"

    def key(self, claim: str) -> str:
        """Identifies the result, for a claim of this hash."""
        told = [engine().hex(), claim, *asdict(self).values()]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()

    def random(self) -> Random:
        """The unit's own source of randomness, the same wherever it runs."""
        words = [self.seed, *self.strategy.encode(), self.turn, self.first]
        state = np.random.SeedSequence(words).generate_state(4, np.uint64)
        return Random(int.from_bytes(state.tobytes(), "little"))


@dataclass(frozen=True)
class Done:
    """What a unit came to.

    Attributes:
        unit: the unit.
        found: the first of its proposals that exact arithmetic confirms.
        steps: that it took.
        open: how many objects stayed undefined, undecided, or were given up.
        cut: whether the clock came first.
        whole: whether the end of the domain was reached.
        level: of a strategy that goes in order, the size of the last object that it looked at.
        proved: what a solver proved, instead of finding a counterexample.
    """

    unit: Unit
    found: tuple[Any, ...] | None = None
    steps: int = 0
    open: int = 0
    cut: bool = False
    whole: bool = False
    level: int | None = None
    proved: ProvedOn | None = None

    @property
    def rest(self) -> Unit | None:
        """What the clock left of the unit."""
        if not self.cut or self.found is not None or self.steps >= self.unit.steps:
            return None
        if shards(self.unit.strategy) == 1:
            return self.unit  # it cannot be halved: again from its beginning, with more time
        return replace(self.unit, first=self.unit.first + self.steps, steps=self.unit.steps - self.steps)

    def as_json(self) -> str:
        """Everything but the unit, as JSON."""
        told = {x: getattr(self, x) for x in ("steps", "open", "cut", "whole", "level")}
        found = None if self.found is None else literal(self.found)
        return json.dumps({**told, "found": found, "proved": None if self.proved is None else asdict(self.proved)})

    @classmethod
    def from_json(cls, unit: Unit, text: str) -> Done:
        """What ``as_json`` wrote of this unit."""
        told = json.loads(text)
        found = None if told["found"] is None else read_literal(told["found"])
        proved = None if told["proved"] is None else ProvedOn(**told["proved"])
        return cls(unit, **{**told, "found": found, "proved": proved})


def run_unit(claim: ForAll, unit: Unit, seconds: float | None = None) -> Done:
    """Run one unit for at most ``seconds``, to the first of its proposals that exact arithmetic confirms."""
    with _ONE_AT_A_TIME:
        # Loading the strategies takes a new process a while, which is not the unit's.
        strategy = strategies()[unit.strategy]
        deadline = None if seconds is None else time.monotonic() + seconds
        budget = Budget(unit.steps, first=unit.first, deadline=deadline)
        found: tuple[Any, ...] | None = None
        try:
            with alarm(deadline):
                # One is enough: shrinking makes more of it than further luck.
                for values in strategy.propose(claim, budget, unit.random(), unit.turn):
                    if confirmed(claim, values) is not None:
                        found = values
                        break
                    budget.open += 1
        except TimeoutError:
            # What it did until then counts; the object that it was at does not.
            budget.cut = True
            budget.open += 1
    return Done(
        unit, found, budget.used, budget.open, budget.cut, budget.whole, budget.level,
        None if found is not None else budget.proved,
    )  # fmt: skip
