"""The search: every strategy that fits, in rounds of growing effort, until a counterexample or the end of the time.

A unit of work is one strategy in one round. It gets a number of steps and a seed of its own, so that what it finds
depends neither on the machine nor on the order in which units run, unless the clock cuts it short. A round is judged
when all of it is done: the smallest counterexample in the domain's order wins, whichever came first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from lakatos.claims import ForAll, require_exact
from lakatos.search.budget import Budget, alarm
from lakatos.search.decide import confirmed
from lakatos.search.exhaustion import exhaust, smallest_at
from lakatos.search.outcome import Counterexample, NotFound, ProvedOn
from lakatos.search.shrink import shrink, size_of
from lakatos.search.strategies import ascending, strategies

#: Seconds that are given to showing that a counterexample is the least, beside twice what it took to find.
PATIENCE = 5.0


@dataclass(frozen=True)
class Unit:
    """One strategy in one round."""

    strategy: str
    turn: int
    seed: int


@dataclass(frozen=True)
class Done:
    """What a unit came to.

    Attributes:
        found: the first of its proposals that exact arithmetic confirms.
        steps: that it took.
        open: how many objects stayed undefined or undecided.
        whole: whether the end of the domain was reached.
    """

    unit: Unit
    found: tuple[Any, ...] | None
    steps: int
    open: int
    whole: bool


def search(
    claim: ForAll,
    *,
    seconds: float = 60.0,
    seed: int = 0,
    only: Sequence[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> Counterexample | ProvedOn | NotFound:
    """Look for a counterexample for at most ``seconds``, make it small, and say whether a smaller one was excluded.

    Args:
        claim: as made by ``forall``.
        seed: of everything random; the same seed gives the same answer.
        only: names of strategies, all that fit by default.
        progress: told what is being done.

    Raises:
        UnsupportedError: if the claim cannot be evaluated exactly.
        ValueError: if a strategy is not known, or none fits.
    """
    require_exact(claim)
    begun = time.monotonic()
    deadline = begun + seconds
    chosen = _chosen(claim, only)
    ascending.begin()
    turn, steps, finite, gapless = 0, dict.fromkeys(chosen, 0), False, True
    while time.monotonic() < deadline:
        units = [Unit(name, turn, seed) for name in chosen if not (name == "ascending" and finite)]
        if not units:
            break
        if progress is not None:
            progress(f"round {turn + 1}: {', '.join(u.strategy for u in units)}")
        # What is slow on this claim must not keep the others waiting: no unit takes more than its part of what is left.
        part = max(1.0, (deadline - time.monotonic()) / (2 * len(units)))
        done = [run_unit(claim, unit, min(deadline, time.monotonic() + part)) for unit in units]
        for one in done:
            steps[one.unit.strategy] += one.steps
            if one.unit.strategy == "ascending":
                gapless = gapless and not one.open
                finite = one.whole
        found = [one for one in done if one.found is not None]
        if found:
            best = min(found, key=lambda one: (size_of(claim, one.found or ()), one.unit.strategy))
            return _finished(claim, best, begun, deadline, gapless=gapless and best.unit.strategy == "ascending")
        turn += 1
    covered = ", ".join(f"{name} {count:,} steps" for name, count in steps.items())
    scope = "; ".join(f"{x}, {d.says()}" for x, d in claim.domains.items())
    if finite:
        whole = exhaust(claim, seconds=max(1.0, deadline - time.monotonic()))
        if not isinstance(whole, NotFound):
            return whole
    return NotFound(claim.name, scope, covered, f"everything that {seconds:g} s did not reach")


def run_unit(claim: ForAll, unit: Unit, deadline: float | None = None) -> Done:
    """Run one unit, to the first of its strategy's proposals that exact arithmetic confirms."""
    strategy = strategies()[unit.strategy]
    # The rounds before took as many steps, but for those of the first.
    first = _steps(unit) - strategy.STEPS
    budget = Budget(_steps(unit), first=first, deadline=deadline)
    rng = Random(_seed(unit))
    found: tuple[Any, ...] | None = None
    try:
        with alarm(deadline):
            # One is enough: shrinking makes more of it than further luck.
            proposals = strategy.propose(claim, budget, rng, unit.turn)
            found = next((values for values in proposals if confirmed(claim, values) is not None), None)
    except TimeoutError:
        pass  # what it did until then counts
    return Done(unit, found, budget.used, budget.open, budget.whole)


def fitting(claim: ForAll) -> dict[str, str | None]:
    """Every strategy, with why it does not apply to a claim, or None."""
    return {name: strategy.fits(claim) for name, strategy in strategies().items()}


def _chosen(claim: ForAll, only: Sequence[str] | None) -> list[str]:
    reasons = fitting(claim)
    unknown = sorted(set(only or ()) - set(reasons))
    if unknown:
        raise ValueError(f"no strategy {unknown[0]!r}: {', '.join(reasons)}")
    chosen = [name for name, why in reasons.items() if why is None and (only is None or name in only)]
    if not chosen:
        said = "; ".join(f"{name}: {why}" for name, why in reasons.items() if only is None or name in only)
        raise ValueError(f"no strategy fits {claim.name}: {said}")
    return chosen


def _steps(unit: Unit) -> int:
    steps: int = strategies()[unit.strategy].STEPS * 2**unit.turn
    return steps


def _seed(unit: Unit) -> int:
    """A seed for each unit, from the seed of the search."""
    words = [unit.seed, *unit.strategy.encode(), unit.turn]
    return int.from_bytes(np.random.SeedSequence(words).generate_state(1, np.uint64).tobytes(), "little")


def _finished(claim: ForAll, best: Done, begun: float, deadline: float, *, gapless: bool) -> Counterexample:
    """The counterexample, shrunk; and whether everything smaller was looked at, as it was if it came in order."""
    assert best.found is not None
    first = claim.level(best.found) if gapless else 0
    values = best.found if gapless else shrink(claim, best.found, deadline=deadline)
    # Showing that it is the least may take far longer than finding it did.
    patience = time.monotonic() + PATIENCE + 2 * (time.monotonic() - begun)
    values, least = smallest_at(claim, values, first, deadline=min(deadline, patience))
    judgement = confirmed(claim, values)
    assert judgement is not None
    strategy = f"{best.unit.strategy} ({strategies()[best.unit.strategy].SAYS})"
    found = Counterexample(claim, values, judgement, strategy)
    return replace(found, seconds=time.monotonic() - begun, least=least)
