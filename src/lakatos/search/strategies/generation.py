"""Generation: objects drawn, mutated and shrunk by Hypothesis, towards a smaller margin where there is one.

MacIver, Hatfield-Dodds et al., Hypothesis: A new approach to property-based testing (JOSS 2019); towards a target as
in Loescher and Sagonas, Targeted property-based testing (ISSTA 2017).
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from lakatos.claims import ForAll
from lakatos.search.budget import Budget
from lakatos.search.decide import float_margin, has_margin, meets_premises, suspecter, within
from lakatos.search.generated import generated

SAYS = "generation by Hypothesis"
STEPS = 128
#: Objects from one fresh start of Hypothesis to the next, at most.
RUN = 400


def fits(claim: ForAll) -> str | None:
    """Every domain can be generated, and Hypothesis is installed."""
    del claim
    try:
        import hypothesis  # noqa: F401
    except ImportError:
        return "hypothesis is not installed"
    return None


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """What Hypothesis finds, after its own shrinking, run after run."""
    while not budget.over:
        # Small ones again and again: there are more of them in a small range.
        found = _run(claim, budget, rng, rng.randint(0, min(turn, 8)))
        if found is not None:
            yield found


class _Over(BaseException):
    """The budget is used up. No ``Exception``: Hypothesis would take that for a failure and shrink it."""


def _run(claim: ForAll, budget: Budget, rng: Random, size: int) -> tuple[Any, ...] | None:
    """The last, and so smallest, counterexample of one run of Hypothesis."""
    from hypothesis import HealthCheck, Phase, Verbosity, find, settings
    from hypothesis.errors import HypothesisException

    violated = _Violated(claim, budget)
    examples = max(1, min(budget.left, RUN))
    quiet = settings(
        max_examples=examples, database=None, deadline=None, derandomize=False, print_blob=False,
        verbosity=Verbosity.quiet, phases=(Phase.generate, Phase.target, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    with _without_constants(), _uncollected():
        try:
            find(generated(claim, size), violated, settings=quiet, random=rng)
        except (_Over, HypothesisException):
            pass  # what was found until then counts
        except TimeoutError:
            budget.cut = True
    # A domain with few objects is soon gone through.
    if not budget.cut:
        budget.spend(max(0, examples - violated.seen))
    return violated.found


class _Violated:
    """Whether objects that Hypothesis draws violate a claim; the last that did is kept."""

    def __init__(self, claim: ForAll, budget: Budget) -> None:
        self.claim, self.budget = claim, budget
        self.suspect = suspecter(claim)
        self.margin = has_margin(claim)
        self.found: tuple[Any, ...] | None = None
        self.seen = 0

    def __call__(self, values: tuple[Any, ...]) -> bool:
        from hypothesis import reject, target

        self.seen += 1
        deadline = self.budget.deadline
        # The clock is looked at every time: an alarm that rings within Hypothesis may be lost there.
        if deadline is not None and time.monotonic() > deadline:
            self.budget.cut = True
        if not self.budget.spend():
            raise _Over
        try:
            if not within(self.claim, values) or not meets_premises(self.claim, values):
                reject()
            if self.margin:
                margin = float_margin(self.claim, values)
                if math.isfinite(margin):
                    target(-margin)
                if margin > 1e-9:
                    return False
            failed = self.suspect(values)
        except TimeoutError:
            raise _Over from None
        if failed:
            self.found = values
        return failed


@contextmanager
def _uncollected() -> Iterator[None]:
    """Hypothesis watches the garbage collector: an alarm that rings in what it calls there is lost, and printed."""
    collecting, watching = gc.isenabled(), list(gc.callbacks)
    gc.disable()
    try:
        yield
    finally:
        gc.callbacks[:] = watching
        if collecting:
            gc.enable()


@contextmanager
def _without_constants() -> Iterator[None]:
    """Hypothesis draws constants from the source of all modules that are loaded: not here.

    What is found would depend on what else is loaded, and a claim's tests hold its counterexamples.
    """
    from hypothesis.internal.conjecture import providers

    known: Callable[[], Any] | None = getattr(providers, "_get_local_constants", None)
    if known is None:
        yield
        return
    nothing = type(providers.GLOBAL_CONSTANTS)()
    providers._get_local_constants = lambda: nothing
    providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        providers._get_local_constants = known
        providers.CONSTANTS_CACHE.cache.clear()
