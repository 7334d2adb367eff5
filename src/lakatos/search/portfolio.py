"""The search: every strategy that fits, in rounds of growing effort, until a counterexample or the end of the time.

A unit of work is a stretch of one strategy's stream, with a number of steps and a seed of its own, so that what it
finds depends neither on the machine nor on where or in which order units run, unless the clock cuts it short. A round
is judged when all of it is done: the smallest counterexample in the domain's order wins, whichever came first.
"""

from __future__ import annotations

import contextlib
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lakatos.claims import ForAll, require_exact
from lakatos.compute import Crew
from lakatos.ledger import Ledger
from lakatos.search.budget import alarm
from lakatos.search.decide import confirmed
from lakatos.search.exhaustion import exhaust, scope_below, smallest_at
from lakatos.search.outcome import Counterexample, NotFound, ProvedOn
from lakatos.search.schedule import Schedule
from lakatos.search.shrink import shrink, size_of
from lakatos.search.strategies import strategies
from lakatos.search.unit import Done, Unit, run_unit

#: Seconds that are given to showing that a counterexample is the least, beside what it took to find.
PATIENCE = 5.0
#: Seconds in which a strategy has to find out whether it fits: it may have to evaluate the claim.
TRIAL = 2.0
#: Seconds after which workers are called in, if any were asked for: what is found at once needs none.
ALONE = 1.5
#: Seconds that a unit may take in the first round; twice as long in each that follows.
SLICE = 1.0
#: Seconds without an answer, beyond what a unit may take, after which what is running is given up.
HANG = 5.0
#: Seconds for making small what was found at the very end of the time.
POLISH = 2.0


@dataclass(frozen=True)
class Progress:
    """How far a search is, each time a unit ends.

    Attributes:
        turn: the round, from 1.
        done: units of this round that are done.
        total: units of this round.
        unit: the one that ended.
        resumed: whether it came from the ledger.
        covered: what was looked at so far, in words.
    """

    turn: int
    done: int
    total: int
    unit: Unit
    resumed: bool
    covered: str

    def __str__(self) -> str:
        taken_up = " (from the ledger)" if self.resumed else ""
        return f"round {self.turn}, {self.done} of {self.total} units{taken_up}; {self.covered}"


def search(
    claim: ForAll,
    *,
    seconds: float = 60.0,
    seed: int = 0,
    only: Sequence[str] | None = None,
    on: str | None = None,
    ledger: Ledger | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Counterexample | ProvedOn | NotFound:
    """Look for a counterexample for about ``seconds``, make it small, and say whether a smaller one was excluded.

    Args:
        claim: as made by ``forall``.
        seconds: after which nothing new is begun; a little is added to make small what was found at the very end.
        seed: of everything random; the same seed gives the same answer wherever units run, unless the clock cuts in.
        only: names of strategies, all that fit by default.
        on: where units run, see ``compute.executor``: in this process by default. Elsewhere the claim has to be in a
            file.
        ledger: keeps every unit that is done. A search that was interrupted, killed or ran out of time is taken up.
        progress: told after each unit.

    Raises:
        UnsupportedError: if the claim cannot be evaluated exactly.
        ValueError: if a strategy or address is not known, or none fits.
        SourceError: if the claim has to go to another process, and is in no file.
        KeyboardInterrupt: when interrupted; what was done is in the ledger.
    """
    begun = time.monotonic()
    require_exact(claim)
    if on is not None:
        pickle.dumps(claim)
    run = _Run(claim, _chosen(claim, only), begun, seconds, seed, on, ledger, progress)
    with contextlib.closing(run):
        return run.search()


def fitting(claim: ForAll, *, only: Sequence[str] | None = None) -> dict[str, str | None]:
    """Every strategy, or only some, with why it does not apply to a claim, or None."""
    reasons: dict[str, str | None] = {}
    for name, strategy in strategies().items():
        if only is not None and name not in only:
            continue
        try:
            with alarm(time.monotonic() + TRIAL):
                reasons[name] = strategy.fits(claim)
        except TimeoutError:
            reasons[name] = f"it could not be tried within {TRIAL:g} s"
    return reasons


def _chosen(claim: ForAll, only: Sequence[str] | None) -> list[str]:
    unknown = sorted(set(only or ()) - set(strategies()))
    if unknown:
        raise ValueError(f"no strategy {unknown[0]!r}: {', '.join(strategies())}")
    reasons = fitting(claim, only=only)
    chosen = [name for name, why in reasons.items() if why is None]
    if not chosen:
        said = "; ".join(f"{name}: {why}" for name, why in reasons.items())
        raise ValueError(f"no strategy fits {claim.name}: {said}")
    return chosen


class _Run:
    """One search."""

    def __init__(
        self,
        claim: ForAll,
        chosen: Sequence[str],
        begun: float,
        seconds: float,
        seed: int,
        on: str | None,
        ledger: Ledger | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.claim, self.seconds, self.ledger, self.progress = claim, seconds, ledger, progress
        self.begun, self.deadline = begun, begun + seconds
        self.schedule = Schedule(chosen, seed)
        self.crew = Crew(None)
        self.away = None if on is None else Crew(on)
        self.errors: list[BaseException] = []
        self.lost: Counter[Unit] = Counter()
        self.number = None if ledger is None else ledger.begin(f"search {claim.name}")
        self.event = "interrupted"

    def close(self) -> None:
        """End the workers, and say in the ledger how the search ended."""
        if self.away is not None:
            self.away.stop()
        if self.ledger is not None and self.number is not None:
            self.ledger.event(self.number, "finished" if self.event == "finished" else "interrupted", self.event)

    def search(self) -> Counterexample | ProvedOn | NotFound:
        turn = -1
        while (units := self.schedule.next_round()) and time.monotonic() < self.deadline:
            turn += 1
            if self.away is not None and time.monotonic() > self.begun + ALONE:
                self.crew = self.away
            done = []
            for one, resumed in self.round(units, turn):
                self.schedule.take(one)
                done.append(one)
                if self.progress is not None:
                    self.progress(Progress(turn + 1, len(done), len(units), one.unit, resumed, self.covered()))
            found = [one for one in done if one.found is not None]
            if found:
                return self.counterexample(min(found, key=self.order))
            if self.errors:
                # Of the claim itself, most likely; but not before what others found is told.
                raise self.errors[0]
            proved = next((one.proved for one in done if one.proved is not None), None)
            if proved is not None or self.schedule.whole():
                return self.proof(proved)
        self.event = "out of time"
        return self.nothing()

    def order(self, one: Done) -> tuple[Any, str]:
        """What finds are sorted by: the size of the counterexample, whenever it came."""
        return size_of(self.claim, one.found or ()), str(one.unit)

    def round(self, units: Sequence[Unit], turn: int) -> Iterator[tuple[Done, bool]]:
        """Every unit of a round as it is done, and whether the ledger had it already."""
        fresh = []
        for unit in units:
            kept = self.kept(unit)
            if kept is None:
                fresh.append(unit)
            else:
                yield kept, True
        # What is slow on this claim must not keep the others waiting: no unit takes more than its part of what is left,
        # and in the first rounds less.
        part = (self.deadline - time.monotonic()) * self.crew.width / (2 * max(1, len(fresh)))
        part = max(SLICE, min(part, SLICE * 2.0 ** min(turn, 60)))
        waiting = iter(fresh)

        def next_call() -> tuple[Unit, tuple[object, ...]] | None:
            left = self.deadline - time.monotonic()
            unit = next(waiting, None) if left > 0 else None
            return None if unit is None else (unit, (self.claim, unit, min(part, left)))

        for answer in self.crew.run(run_unit, next_call, patience=part + HANG):
            if answer.result is not None:
                self.keep(answer.result, answer.seconds)
                yield answer.result, False
            else:
                yield self.given_up(answer.thing, answer.error), False

    def given_up(self, unit: Unit, error: BaseException | None) -> Done:
        """What is made of a unit that came to nothing: it is tried once more; then it is left out, as not covered.

        That is not kept: another day, or elsewhere, it may end.
        """
        if error is not None:
            self.errors.append(error)
        self.lost[unit] += 1
        if error is None and self.lost[unit] < 2:
            return Done(unit, cut=True)
        return Done(unit, steps=unit.steps, open=unit.steps)

    def kept(self, unit: Unit) -> Done | None:
        """What an interrupted search had of this unit, noted as this one's."""
        if self.ledger is None or self.number is None:
            return None
        key = unit.key(self.claim.fingerprint)
        kept = self.ledger.interrupted_unit(key)
        if kept is None:
            return None
        try:
            done = Done.from_json(unit, kept[0])
        except ValueError:
            return None  # a witness of a kind that cannot be read back
        self.ledger.add_unit(self.number, self.claim.name, str(unit), key, *kept)
        return done

    def keep(self, one: Done, seconds: float) -> None:
        if self.ledger is not None and self.number is not None:
            key = one.unit.key(self.claim.fingerprint)
            self.ledger.add_unit(self.number, self.claim.name, str(one.unit), key, one.as_json(), seconds)

    def covered(self) -> str:
        """What was looked at so far, in words."""
        lines = self.schedule.lines.values()
        said = [f"{line.strategy} {line.steps:,}" for line in lines if line.steps]
        whole = self.exhausted()
        return "; ".join([*([f"all of {whole}"] if whole else []), f"steps: {', '.join(said) or 'none'}"])

    def exhausted(self) -> str:
        """The scope that a strategy went through in order, leaving nothing out; empty if there is none yet."""
        for line in self.schedule.lines.values():
            if getattr(strategies()[line.strategy], "IN_ORDER", False) and not line.open:
                level = line.reached()[1]
                if level:
                    return scope_below(self.claim, level)
        return ""

    def counterexample(self, best: Done) -> Counterexample:
        """The counterexample, shrunk; and whether everything smaller was looked at, as it was if it came in order."""
        assert best.found is not None
        gapless = self.schedule.gapless(best)
        deadline = max(self.deadline, time.monotonic() + POLISH)
        values = best.found if gapless else shrink(self.claim, best.found, deadline=deadline)
        # Showing that it is the least may take far longer than finding it did.
        patience = time.monotonic() + PATIENCE + (time.monotonic() - self.begun)
        first = self.claim.level(best.found) if gapless else 0
        values, least = smallest_at(self.claim, values, first, deadline=min(deadline, patience))
        judgement = confirmed(self.claim, values)
        assert judgement is not None
        method = f"{best.unit.strategy} ({strategies()[best.unit.strategy].SAYS})"
        self.event = "finished"
        seconds = time.monotonic() - self.begun
        return Counterexample(self.claim, values, judgement, method, seconds, least, self.covered())

    def proof(self, proved: ProvedOn | None) -> Counterexample | ProvedOn | NotFound:
        """What a solver proved; or, at the end of a finite domain, what exhaustion makes of it."""
        whole = proved or exhaust(self.claim, seconds=max(POLISH, self.deadline - time.monotonic()))
        if isinstance(whole, NotFound):
            self.event = "out of time"
            return self.nothing(whole.left)
        self.event = "finished"
        return whole

    def nothing(self, left: str = "") -> NotFound:
        scope = "; ".join(f"{x}, {d.says()}" for x, d in self.claim.domains.items())
        return NotFound(
            self.claim.name, scope, self.covered(), left or f"everything that {self.seconds:g} s did not reach"
        )
