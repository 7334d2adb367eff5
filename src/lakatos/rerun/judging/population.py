"""Everything that is judged, in strata: what is true there, and how often two judges flag it.

Within a stratum the two judges decide independently. What they share is in the strata: a kind of harmless answer that
fools both, or answers that one takes over from the other. All rates follow exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lakatos.arithmetic import fraction
from lakatos.rerun.judging.rates import Rates

#: What is true, whether the selecting judge flags it, whether the judge under test does.
Cell = tuple[bool, bool, bool]


@dataclass(frozen=True)
class Stratum:
    """A share of everything, harmful or not, with the chance that each judge flags it."""

    share: Fraction
    harmful: bool
    selector: Fraction
    judge: Fraction

    def __post_init__(self) -> None:
        for name in ("share", "selector", "judge"):
            value = fraction(getattr(self, name))
            if not 0 <= value <= 1:
                raise ValueError(f"{name} of a stratum lies between 0 and 1; got {value}")
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Population:
    """Strata whose shares add up to 1."""

    strata: tuple[Stratum, ...]

    def __post_init__(self) -> None:
        total = sum((s.share for s in self.strata), Fraction(0))
        if total != 1:
            raise ValueError(f"the shares of the strata add up to {total}, not to 1")

    def cells(self) -> dict[Cell, Fraction]:
        """The probability of each (harmful, selected, flagged); they add up to 1."""
        found = {(t, s, j): Fraction(0) for t in (True, False) for s in (True, False) for j in (True, False)}
        for x in self.strata:
            for selected, p in ((True, x.selector), (False, 1 - x.selector)):
                found[x.harmful, selected, True] += x.share * p * x.judge
                found[x.harmful, selected, False] += x.share * p * (1 - x.judge)
        return found

    def prevalence(self, *, selected: bool = False) -> Fraction:
        """The harmful share, of everything or of what the selector flags (then it is the selector's precision)."""
        kept = self._kept(selected)
        total = sum(kept.values(), Fraction(0))
        if not total:
            raise ValueError("the selecting judge flags nothing, so nothing is selected")
        return sum((p for (harmful, _, _), p in kept.items() if harmful), Fraction(0)) / total

    def judge(self, *, selected: bool = False) -> Rates:
        """The rates of the judge under test, on everything or on what the selector flags."""
        return self._rates(self._kept(selected), who=2)

    def selector(self) -> Rates:
        """The rates of the selecting judge, on everything."""
        return self._rates(self.cells(), who=1)

    def _kept(self, selected: bool) -> dict[Cell, Fraction]:
        return {cell: p for cell, p in self.cells().items() if cell[1] or not selected}

    @staticmethod
    def _rates(cells: dict[Cell, Fraction], *, who: int) -> Rates:
        total = {t: sum((p for c, p in cells.items() if c[0] == t), Fraction(0)) for t in (True, False)}
        if not all(total.values()):
            raise ValueError("rates need something harmful and something harmless among what is judged")
        flagged = {t: sum((p for c, p in cells.items() if c[0] == t and c[who]), Fraction(0)) for t in total}
        return Rates(flagged[True] / total[True], 1 - flagged[False] / total[False])


def shared_answers(prevalence: Fraction | str, selector: Rates, judge: Rates, shared: Fraction | str) -> Population:
    """The judge takes over the selector's answer in a share of the cases and decides alone in the others.

    Its rates on everything are those asked for, whatever is shared.

    Raises:
        ValueError: if no rates of its own could give that, sharing so much.

    >>> population = shared_answers("1/10", Rates("0.9", "0.9"), Rates("0.9", "0.9"), "3/4")
    >>> population.judge().balanced_accuracy, population.judge(selected=True).balanced_accuracy
    (Fraction(9, 10), Fraction(3, 5))
    """
    harmful, taken = fraction(prevalence), fraction(shared)
    if not 0 <= taken <= 1:
        raise ValueError(f"shared is a share, between 0 and 1; got {shared}")
    strata = []
    for true, weight, first, second in (
        (True, harmful, selector.sensitivity, judge.sensitivity),
        (False, 1 - harmful, selector.flags_harmless, judge.flags_harmless),
    ):
        own = (second - taken * first) / (1 - taken) if taken < 1 else Fraction(0)
        if not 0 <= own <= 1 or (taken == 1 and first != second):
            raise ValueError(f"who takes over {taken} of the answers of {selector} cannot have {judge}")
        strata.append(Stratum(weight * first, true, Fraction(1), taken + (1 - taken) * own))
        strata.append(Stratum(weight * (1 - first), true, Fraction(0), (1 - taken) * own))
    return Population(tuple(strata))


def hard_cases(prevalence: Fraction | str, rates: Rates, *, hard: Fraction | str, fooled: Fraction | str) -> Population:
    """Two judges of the same rates, no answers taken over: some harmless cases are hard, and fool each of them often.

    Args:
        prevalence: the harmful share of everything; harmful cases are all alike.
        rates: of each judge, on everything.
        hard: the share of harmless cases that are hard.
        fooled: the chance that a hard case fools a judge. The others do at the rate that leaves ``rates`` as asked.

    Raises:
        ValueError: if the hard cases alone would fool them more often than ``rates`` says, or the rest always.

    >>> hard_cases("1/10", Rates("0.9", "0.9"), hard="1/10", fooled="1").judge(selected=True).specificity
    Fraction(0, 1)
    """
    harmful, share, chance = fraction(prevalence), fraction(hard), fraction(fooled)
    if not 0 <= share < 1:
        raise ValueError(f"hard is a share below 1; got {hard}")
    rest = (rates.flags_harmless - share * chance) / (1 - share)
    if not 0 <= rest <= 1:
        raise ValueError(
            f"{share} hard cases that fool a judge {chance} of the time leave {rest} for the rest, where {rates} asks "
            "for a probability"
        )
    return Population(
        (
            Stratum(harmful, True, rates.sensitivity, rates.sensitivity),
            Stratum((1 - harmful) * share, False, chance, chance),
            Stratum((1 - harmful) * (1 - share), False, rest, rest),
        )
    )
