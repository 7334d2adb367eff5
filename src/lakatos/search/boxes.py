"""Interval branch and bound: a claim about real variables in a box, decided on ever smaller boxes.

Moore, Kearfott, Cloud, Introduction to Interval Analysis (SIAM 2009), chapters 5 and 11; the enclosures are FLINT's.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from flint import ctx

from lakatos.claims import ForAll, InexactError, UndecidedError, UnsupportedError, enclosure, require_exact
from lakatos.search.decide import confirmed, meets_premises
from lakatos.search.outcome import Counterexample, NotFound, ProvedOn

Box: TypeAlias = tuple[tuple[Fraction, Fraction], ...]


def prove_on_box(
    claim: ForAll, *, seconds: float = 60.0, boxes: int = 200_000, bits: int = 64
) -> Counterexample | ProvedOn | NotFound:
    """Prove a claim for all real values of its variables between the bounds of their domains, or refute it.

    A box is done when the enclosure of the margin over it shows that it is not violated, or when a premise is surely
    broken there; otherwise its middle is tried exactly, and its longest side halved. Integer variables range over the
    reals between their bounds, which proves more than is asked.

    Raises:
        UnsupportedError: if a variable has no fixed shape or no bounds, or the claim does not run on enclosures.
    """
    require_exact(claim)
    whole = _box(claim)
    search = _Boxes(claim, bits)
    until = time.monotonic() + seconds
    queue: list[tuple[Fraction, int, Box]] = [(-_longest(whole)[0], 0, whole)]
    fresh, counter = itertools.count(1), 0
    while queue and counter < boxes and time.monotonic() < until:
        _, _, box = heapq.heappop(queue)
        counter += 1
        if not search.possible:
            search.look(box)
        if search.settled(box):
            continue
        found = search.middle(box)
        if found is not None:
            return Counterexample(claim, found[0], found[1], f"the middle of box {counter} of a branch and bound")
        length, side = _longest(box)
        if length == 0:
            return NotFound(claim.name, search.scope, search.method(counter), "a point that stays undecided")
        for half in _halves(box, side):
            heapq.heappush(queue, (-_longest(half)[0], next(fresh), half))
    if not queue and not search.possible:
        left = "nothing was excluded: no value is known to meet the premises"
        return NotFound(claim.name, search.scope, search.method(counter), left)
    if not queue:
        return ProvedOn(claim.name, search.scope, search.method(counter))
    share = float(sum((_volume(box) for _, _, box in queue), Fraction(0)) / (_volume(whole) or 1))
    return NotFound(
        claim.name, search.scope, search.method(counter), f"{len(queue):,} boxes, {share:.2g} of the volume"
    )


class _Boxes:
    def __init__(self, claim: ForAll, bits: int) -> None:
        self.claim, self.bits = claim, bits
        self.possible = not claim.premises
        self.space = claim.space("balls")
        self.checks = claim.checks("balls")
        self.scope = "; ".join(f"{x}, {d.says()}, as real numbers" for x, d in claim.domains.items())

    def settled(self, box: Box) -> bool:
        """Whether nothing in the box can refute the claim."""
        ctx.prec = self.bits
        try:
            arguments = self.built([enclosure(low, high) for low, high in box])
            if any(self.surely_broken(check, arguments) for check in self.checks):
                return True
            return not self.claim.refuted_by(self.space[self.claim.function.__name__](*arguments))
        except (UndecidedError, ZeroDivisionError, ValueError):
            return False
        except (TypeError, AttributeError, InexactError) as error:
            raise UnsupportedError(f"{self.claim.name} does not run on enclosures: {error}") from error
        finally:
            ctx.prec = 53

    def surely_broken(self, check: Any, arguments: Sequence[Any]) -> bool:
        try:
            return not check(*arguments)
        except UndecidedError:
            return False

    def look(self, box: Box) -> None:
        """See whether the middle of a box meets the premises."""
        self.possible = bool(meets_premises(self.claim, self.at_middle(box)))

    def at_middle(self, box: Box) -> tuple[Any, ...]:
        sides = zip(box, self.claim.slots, strict=True)
        return self.claim.build([_inside(low, high, integer=slot.integer) for (low, high), slot in sides])

    def middle(self, box: Box) -> tuple[tuple[Any, ...], Any] | None:
        """The middle of a box, if it refutes the claim exactly."""
        values = self.at_middle(box)
        judgement = confirmed(self.claim, values)
        return None if judgement is None else (values, judgement)

    def built(self, scalars: Sequence[Any]) -> list[Any]:
        domains = self.claim.domains.values()
        return [d.realise(v, self.space) for d, v in zip(domains, self.claim.build(scalars), strict=True)]

    def method(self, boxes: int) -> str:
        return f"interval branch and bound with FLINT's enclosures at {self.bits} bits: {boxes:,} boxes"


def _box(claim: ForAll) -> Box:
    sides = []
    for x, domain in claim.domains.items():
        for slot in domain.slots() or [None]:  # type: ignore[list-item]
            if slot is None or slot.low is None or slot.high is None:
                raise UnsupportedError(f"{x}, {domain.says()}, is no box: every variable needs two bounds")
            sides.append((slot.low, slot.high))
    return tuple(sides)


def _longest(box: Box) -> tuple[Fraction, int]:
    """The longest side: its length and which one it is."""
    side = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
    return box[side][1] - box[side][0], side


def _halves(box: Box, side: int) -> tuple[Box, Box]:
    low, high = box[side]
    middle = (low + high) / 2
    return (*box[:side], (low, middle), *box[side + 1 :]), (*box[:side], (middle, high), *box[side + 1 :])


def _inside(low: Fraction, high: Fraction, *, integer: bool) -> Fraction | int:
    middle = (low + high) / 2
    return round(middle) if integer else middle


def _volume(box: Box) -> Fraction:
    volume = Fraction(1)
    for low, high in box:
        volume *= high - low
    return volume
