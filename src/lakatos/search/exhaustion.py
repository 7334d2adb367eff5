"""Exhaustion: every object of a domain up to a size, the smallest first."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from lakatos.claims import ForAll, product_at, require_exact
from lakatos.search.decide import confirmed, fails_at, meets_premises
from lakatos.search.outcome import Counterexample, NotFound, ProvedOn


@dataclass(frozen=True)
class Coverage:
    """How far an exhaustive search has come: the level it is at, objects seen, objects that met the premises."""

    level: int
    seen: int
    met: int


def exhaust(
    claim: ForAll,
    *,
    levels: int | None = None,
    seconds: float | None = None,
    progress: Callable[[Coverage], None] | None = None,
) -> Counterexample | ProvedOn | NotFound:
    """Look at every object of the domain, smallest level first, for ``levels`` levels and at most ``seconds``.

    The first counterexample of the lowest level is returned, confirmed in plain exact arithmetic. Without one, the
    claim is proved on all levels that were finished; an unfinished level, or an object at which the claim is undefined
    or undecided, is not covered, and leaves the search at ``NotFound``.

    Raises:
        ValueError: if neither the domain, nor ``levels``, nor ``seconds`` bounds the search.
    """
    if levels is not None and levels < 1:
        raise ValueError(f"levels={levels}: at least one size has to be looked at")
    require_exact(claim)
    finite = max((d.levels for d in claim.domains.values() if d.levels is not None), default=0)
    endless = any(d.levels is None for d in claim.domains.values())
    if endless and levels is None and seconds is None:
        raise ValueError(f"the domain of {claim.name} has no end: give levels= or seconds=")
    last = levels if endless else min(finite, levels if levels is not None else finite)
    return _Run(claim, last, None if seconds is None else time.monotonic() + seconds, progress).search(
        whole=not endless and last == finite
    )


class _Run:
    def __init__(
        self, claim: ForAll, last: int | None, until: float | None, progress: Callable[[Coverage], None] | None
    ) -> None:
        self.claim, self.last, self.until, self.progress = claim, last, until, progress
        self.seen = self.met = self.undefined = 0

    def search(self, *, whole: bool) -> Counterexample | ProvedOn | NotFound:
        level = 0
        while self.last is None or level < self.last:
            found, finished = self.at(level)
            if found is not None:
                return found
            if not finished:
                return self.open(level, "time ran out within the next size")
            level += 1
        if self.undefined:
            return self.open(level, f"the claim or a premise is undefined or undecided at {self.undefined:,} objects")
        if not self.met:
            return self.open(level, "nothing was looked at: no object of this scope meets the premises")
        return ProvedOn(self.claim.name, self.scope(level, whole=whole), self.method())

    def at(self, level: int) -> tuple[Counterexample | None, bool]:
        """The first counterexample of a level, or None; and whether all of the level was looked at."""
        for values in product_at(list(self.claim.domains.values()), level):
            self.seen += 1
            if self.seen % 64 == 0:
                if self.until is not None and time.monotonic() > self.until:
                    return None, False
                if self.progress is not None:
                    self.progress(Coverage(level, self.seen, self.met))
            met = meets_premises(self.claim, values)
            if met is False:
                continue
            self.met += 1
            failed = fails_at(self.claim, values) if met else None
            if failed is None:
                self.undefined += 1
            elif failed:
                judgement = confirmed(self.claim, values)
                if judgement is None:
                    raise AssertionError(
                        f"quick and plain arithmetic disagree on {self.claim.name} at {self.claim.show(values)}"
                    )
                return Counterexample(self.claim, values, judgement, self.method()), True
        return None, self.until is None or time.monotonic() <= self.until

    def method(self) -> str:
        return f"exhaustion by size: {self.seen:,} objects, {self.met:,} of which meet the premises"

    def scope(self, level: int, *, whole: bool) -> str:
        said = "; ".join(d.up_to(x, level - 1) for x, d in self.claim.domains.items())
        return f"all of its domain: {said}" if whole else said

    def open(self, level: int, why: str) -> NotFound:
        looked = self.scope(level, whole=False) if level else "part of the smallest size"
        return NotFound(self.claim.name, looked, self.method(), why)
