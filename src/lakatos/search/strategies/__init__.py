"""Ways of looking for a counterexample, one file each. A new file here is a new strategy; nothing else changes.

A strategy is a module with ``SAYS`` (in a few words), ``STEPS`` (how many steps its first round gets; each round
doubles), ``fits(claim)`` (why it does not apply, or None) and ``propose(claim, budget, rng, round)``, which yields
values that it takes for counterexamples. What it proposes is judged exactly by the caller.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, Protocol, cast

from lakatos.claims import ForAll
from lakatos.search.budget import Budget


class Strategy(Protocol):
    """What a module of this package has to offer."""

    SAYS: str
    STEPS: int

    def fits(self, claim: ForAll) -> str | None:
        """Why the strategy does not apply to a claim; None if it does."""

    def propose(self, claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
        """Values that are taken for counterexamples, for as long as the budget lasts."""


@lru_cache
def strategies() -> dict[str, Strategy]:
    """Every strategy, by the name of its file, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: cast(Strategy, importlib.import_module(f"{__name__}.{name}")) for name in names}
