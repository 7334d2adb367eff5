"""Exhaustion: every object of a domain up to a size, the smallest first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lakatos.claims import ClaimError, Domain, ForAll, Graphs, Judgement, judge, product_at, require_exact
from lakatos.search.budget import alarm
from lakatos.search.decide import confirmed, fails_at, meets_premises, numbering_matters, renumbered
from lakatos.search.outcome import Counterexample, NotFound, ProvedOn
from lakatos.search.shrink import size_of

OUT_OF_TIME = "time ran out within the next size"


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
    until = None if seconds is None else time.monotonic() + seconds
    run = _Run(claim, last, until, progress)
    try:
        with alarm(until):
            return run.search(whole=not endless and last == finite)
    except TimeoutError:
        return run.open(run.level, "time ran out, in the middle of one object or of listing them")


def smallest_at(
    claim: ForAll, values: tuple[Any, ...], first: int = 0, *, deadline: float
) -> tuple[tuple[Any, ...], bool]:
    """The least counterexample, if all that is smaller than ``values`` can be looked at before the deadline.

    Levels below ``first`` are known to hold none.

    Returns:
        The counterexample, and whether it is known to be the least; ``values`` themselves where time ran out.
    """
    if sum(map(_graphs_in, claim.domains.values())) > 1:
        # Several graphs at once are listed up to isomorphism each, which leaves out some pairs of them.
        return values, False
    best, least = values, False
    try:
        with alarm(deadline):
            for last in _smaller(claim, values, first, deadline):
                best, least = last
            # Of one graph, one numbering of its vertices is listed.
            return best, least and not numbering_matters(claim, best)
    except TimeoutError:
        return best, False


def _smaller(
    claim: ForAll, best: tuple[Any, ...], first: int, deadline: float
) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """Every smaller counterexample, in order, with False; at the end the last one, and whether it is the least."""
    for level in range(first, claim.level(best) + 1):
        for other in product_at(list(claim.domains.values()), level):
            if time.monotonic() > deadline:
                yield best, False
                return
            if size_of(claim, other) < size_of(claim, best) and (met := meets_premises(claim, other)) is not False:
                failed = fails_at(claim, other) if met else None
                if failed is None or (failed and confirmed(claim, other) is None):
                    # Undefined or undecided: it may be one.
                    yield best, False
                    return
                if failed:
                    best = other
                    yield best, False
        if claim.level(best) == level:
            break
    yield best, True


def scope_below(claim: ForAll, level: int) -> str:
    """In words, all objects of the sizes below a level, which is at least 1."""
    return "; ".join(
        d.up_to(x, level - 1 if d.levels is None else min(level, d.levels) - 1) for x, d in claim.domains.items()
    )


def _graphs_in(domain: Domain) -> int:
    """How many graphs a value holds, 2 standing for many."""
    if isinstance(domain, Graphs):
        return 1
    inner = [d for d in vars(domain).values() if isinstance(d, Domain)]
    return 2 * any(map(_graphs_in, inner))


class _Run:
    def __init__(
        self, claim: ForAll, last: int | None, until: float | None, progress: Callable[[Coverage], None] | None
    ) -> None:
        self.claim, self.last, self.until, self.progress = claim, last, until, progress
        self.seen = self.met = self.undefined = 0
        self.domains = list(claim.domains.values())
        self.level = 0
        self.graphs = sum(map(_graphs_in, self.domains))

    def search(self, *, whole: bool) -> Counterexample | ProvedOn | NotFound:
        level = 0
        while self.last is None or level < self.last:
            self.level = level
            found, why = self.at(level)
            if found is not None:
                return found
            if why:
                return self.open(level, why)
            level += 1
        if self.graphs > 1:
            return self.open(level, "several graphs at once are listed up to isomorphism each, not all together")
        if self.undefined:
            return self.open(level, f"the claim or a premise is undefined or undecided at {self.undefined:,} objects")
        if not self.met:
            return self.open(level, "nothing was looked at: no object of this scope meets the premises")
        return ProvedOn(self.claim.name, self.scope(level, whole=whole), self.method())

    def at(self, level: int) -> tuple[Counterexample | None, str]:
        """The first counterexample of a level, or None; and why not all of the level was looked at, if so."""
        for values in product_at(list(self.claim.domains.values()), level):
            self.seen += 1
            if self.seen % 64 == 0:
                if self.until is not None and time.monotonic() > self.until:
                    return None, OUT_OF_TIME
                if self.progress is not None:
                    self.progress(Coverage(level, self.seen, self.met))
            met = meets_premises(self.claim, values)
            if met is False:
                continue
            self.met += 1
            failed = fails_at(self.claim, values) if met else None
            if self.graphs == 1 and failed is False and renumbered(self.claim, values) is not None:
                return None, "the claim depends on how the vertices are numbered: one numbering of each is not enough"
            if failed is None:
                self.undefined += 1
            elif failed:
                judgement = self.confirmed(values)
                if judgement is None:
                    self.undefined += 1
                    continue
                return Counterexample(self.claim, values, judgement, self.method()), ""
        return None, OUT_OF_TIME if self.until is not None and time.monotonic() > self.until else ""

    def confirmed(self, values: tuple[Any, ...]) -> Judgement | None:
        """The plain judgement of what the quick one calls violated; None if the plain one cannot tell."""
        judgement = judge(self.claim, values)
        if judgement.status in ("does not refute", "float artefact", "monster"):
            raise ClaimError(
                f"{self.claim.name} has two answers at {self.claim.show(values)}: quickly computed it is violated, "
                f"plainly it is not ({judgement.status}). Does it depend on more than its variables?"
            )
        return judgement if judgement.status == "refutes" else None

    def method(self) -> str:
        said = f"exhaustion by size: {self.seen:,} objects, {self.met:,} of which meet the premises"
        if self.graphs:
            said += "; graphs up to isomorphism, which rests on the claim not depending on the numbers of the vertices"
        return said

    def scope(self, level: int, *, whole: bool) -> str:
        said = scope_below(self.claim, level)
        return f"all of its domain: {said}" if whole else said

    def open(self, level: int, why: str) -> NotFound:
        looked = self.scope(level, whole=False) if level else "part of the smallest size"
        return NotFound(self.claim.name, looked, self.method(), why)
