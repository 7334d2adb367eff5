"""Long horizons: a trajectory is walked once, and the claim is looked at after every step."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lakatos.claims import ForAll, Trajectories, literal
from lakatos.search.budget import Budget

SAYS = "every start walked to the horizon"
STEPS = 512
#: Every stretch begins again with the smallest start, and goes farther.
SHARDS = 1
#: Starts drawn that were drawn before, in a row, after which there seem to be no others.
STALE = 30


def fits(claim: ForAll) -> str | None:
    """There is one variable, and it is a trajectory."""
    (domain, *others) = claim.domains.values()
    return None if not others and isinstance(domain, Trajectories) else "the variable is no trajectory"


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """Small starts in order and, every other one, a random one; of each the first violation."""
    (domain,) = claim.domains.values()
    assert isinstance(domain, Trajectories)
    starts, seen, stale = domain.start.ascending(), set[str](), 0
    space = claim.space("arrays")
    step, function = space[domain.step.__name__], space[claim.function.__name__]
    premises = claim.premise_checks("arrays")
    horizon = min(domain.horizon, 2 ** (turn + 7))
    while not budget.over and stale < STALE:
        start = next(starts, None)
        if start is None or rng.random() < 0.3:
            start = domain.start.sample(rng, 2 ** (turn + 2))
        new = literal(start) not in seen and domain.beyond("x", (start, 0)) is None
        stale = 0 if new else stale + 1
        if not new or not budget.spend():
            continue
        seen.add(literal(start))
        found = _first(step, function, premises, start, horizon, budget, claim)
        if found is not None:
            yield ((start, found),)


def _first(
    step: Any, function: Any, premises: list[Any], start: Any, horizon: int, budget: Budget, claim: ForAll
) -> int | None:
    """The number of steps after which the claim is first violated."""
    states = [start]
    for t in range(horizon + 1):
        try:
            if all(p(states) for p in premises) and claim.refuted_by(function(states)):
                return t
            states.append(step(t, states[-1]))
        except (ArithmeticError, ValueError, IndexError):
            return None
        if not budget.spend():
            return None
    return None
