"""Ways of looking for a counterexample, one file each. A new file here is a new strategy; nothing else changes.

A strategy is a module with ``SAYS`` (in a few words), ``STEPS`` (how many steps its first stretch has; each is twice as
long as the one before), ``fits(claim)`` (why it does not apply, or None) and ``propose(claim, budget, rng, turn)``,
which yields values that it takes for counterexamples. What it proposes is judged exactly by the caller.

Its steps lie in one stream, of which a unit of work is a stretch: ``budget.first`` is where that begins. What goes
through objects in an order skips to there; what draws them by chance has a new source of chance in every unit. A
module may say ``IN_ORDER = True`` if its order is the domain's and it leaves nothing out, and ``SHARDS`` if a stretch
is not to be cut into as many pieces as others are.
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


#: Shards that a stretch is cut into at most; short ones are left whole.
SHARDS = 8


def shards(name: str) -> int:
    """Into how many shards the stretches of a strategy may be cut."""
    return int(getattr(strategies()[name], "SHARDS", SHARDS))


@lru_cache
def strategies() -> dict[str, Strategy]:
    """Every strategy, by the name of its file, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: cast(Strategy, importlib.import_module(f"{__name__}.{name}")) for name in names}
