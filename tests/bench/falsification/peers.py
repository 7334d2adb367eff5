"""What others make of the same claims: Hypothesis, z3, and differential evolution, each for some seconds.

Each is used as its manual says, with nothing of this project's search: only the claim's own function, evaluated exactly
(in doubles as an objective), and what it finds is judged exactly. None of them makes its find small by the domain's
own order.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from lakatos.claims import ForAll, UnsupportedError
from lakatos.compute import bounded
from lakatos.search import Counterexample, prove_by_smt
from lakatos.search.decide import confirmed, decider, float_margin, meets_premises, within
from lakatos.search.generated import generated

#: What a peer says of a claim that it cannot be given.
INEXPRESSIBLE = "n/e"
#: Heights at which what differential evolution finds is rationalised.
LADDER = (1, 2, 3, 5, 10, 30, 100, 1000, 10**4, 10**6)
#: How far it looks where a variable has no bound.
REACH = 1000.0


def hypothesis(claim: ForAll, seconds: float) -> str | None:
    """Hypothesis, with as many examples as fit into the time, no database."""
    from hypothesis import HealthCheck, Phase, assume, find, settings
    from hypothesis.errors import HypothesisException

    fails, until = decider(claim), time.monotonic() + seconds

    def violated(values: tuple[Any, ...]) -> bool:
        if time.monotonic() > until:
            raise TimeoutError
        assume(within(claim, values) and meets_premises(claim, values))
        return fails(values) is True

    run = settings(max_examples=10**6, database=None, deadline=None, suppress_health_check=list(HealthCheck),
                   phases=(Phase.generate, Phase.shrink))  # fmt: skip
    try:
        return claim.show(find(generated(claim, 0), violated, settings=run, random=Random(0)))
    except (HypothesisException, TimeoutError):
        return None


def z3(claim: ForAll, seconds: float) -> str | None:
    """z3, on the negation of the claim as a formula."""
    try:
        found = prove_by_smt(claim, seconds=seconds)
    except UnsupportedError:
        return INEXPRESSIBLE
    return claim.show(found.values) if isinstance(found, Counterexample) else None


def evolution(claim: ForAll, seconds: float) -> str | None:
    """SciPy's differential evolution, begun again until the time is over; then integers or rationals nearby."""
    from scipy.optimize import differential_evolution

    slots = claim.slots
    if any(not d.slots() for d in claim.domains.values()):
        return INEXPRESSIBLE
    bounds = [(float(-REACH if s.low is None else s.low), float(REACH if s.high is None else s.high)) for s in slots]
    bounds = [(low, high if high > low else low + REACH) for low, high in bounds]
    until = time.monotonic() + seconds

    def built(numbers: Sequence[Any]) -> tuple[Any, ...]:
        exact = [int(v) if s.integer else Fraction(v) for v, s in zip(numbers, slots, strict=True)]
        return claim.build(exact)

    def objective(x: np.ndarray[Any, Any]) -> float:
        values = built([np.floor(v) if s.integer else v for v, s in zip(x, slots, strict=True)])
        return min(float_margin(claim, values), 1e30) if meets_premises(claim, values) else 1e30

    seed = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while time.monotonic() < until:
            found = differential_evolution(objective, bounds, rng=seed, callback=lambda *_: time.monotonic() > until)
            for height in LADDER:
                near = [np.floor(v) if s.integer else Fraction(float(v)).limit_denominator(height)
                        for v, s in zip(found.x, slots, strict=True)]  # fmt: skip
                values = built(near)
                if within(claim, values) and meets_premises(claim, values) and confirmed(claim, values):
                    return claim.show(values)
            seed += 1
    return None


PEERS: dict[str, Callable[[ForAll, float], str | None]] = {
    "hypothesis": hypothesis,
    "z3": z3,
    "evolution": evolution,
}


def asked(claim: ForAll, seconds: float) -> dict[str, dict[str, Any]]:
    """What every peer finds in ``seconds`` each, in a process of its own that is ended when it takes twice as long."""
    answers = {}
    for name, peer in PEERS.items():
        begun = time.monotonic()
        try:
            witness = bounded(lambda peer=peer: peer(claim, seconds), 2 * seconds)  # type: ignore[misc]
            said = INEXPRESSIBLE if witness == INEXPRESSIBLE else ""
        except TimeoutError:
            witness, said = None, "did not end"
        except Exception as error:
            witness, said = None, f"{type(error).__name__}: {error}"[:80]
        answers[name] = {
            "found": bool(witness) and not said,
            "witness": None if said else witness,
            "says": said,
            "seconds": round(time.monotonic() - begun, 2),
        }
    return answers
