"""What ratings say: which item is preferred, which is usable, and whether a metric sees the same. The unit is a pair.

Several raters of one pair are not independent of each other: each pair has one vote, the one that more of its raters
gave, and none where they are split. A repeated pair counts once, with its first answer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from lakatos.arithmetic import exact_tests
from lakatos.rerun.pairs.ratings import Outcome, Ratings, RatingsError

NULL_PREFERENCE = "where a choice is made, either item is chosen with chance 1/2"


@dataclass(frozen=True)
class Preference:
    """The sign test over pairs.

    Attributes:
        treated: pairs in which the treated item was chosen.
        reference: pairs in which the other was.
        undecided: pairs without a choice: ties, both, neither, raters split.
        p: two-sided and exact, over the decided pairs; its null is ``NULL_PREFERENCE``.
        interval: the 95% interval for the chance that the treated item is chosen, where a choice is made.
        detectable: the least such chance above 1/2 that so many decided pairs see four times in five at the 5% level.
    """

    treated: int
    reference: int
    undecided: int
    p: Fraction
    interval: tuple[Fraction, Fraction]
    detectable: Fraction | None

    @property
    def decided(self) -> int:
        """Pairs with a choice."""
        return self.treated + self.reference

    @property
    def p_range(self) -> tuple[Fraction, Fraction]:
        """The least and the largest p, over every way in which the undecided pairs might have been decided."""
        total = self.decided + self.undecided
        ends = [exact_tests.sign_test(self.treated + extra, total) for extra in (0, self.undecided)]
        middle = min(max(total // 2, self.treated), self.treated + self.undecided)
        return min(ends), max(*ends, exact_tests.sign_test(middle, total))

    @property
    def sigma(self) -> float:
        """The normal distance with the same two-sided p, positive where the treated item is preferred."""
        return math.copysign(sigma_of(self.p), self.treated - self.reference) if self.p < 1 else 0.0


@dataclass(frozen=True)
class Usable:
    """In how many pairs each item is usable, with 95% intervals for the chance; only for the question of use.

    ``split`` counts the pairs of which the raters say both, as often: they are counted as not usable in the lower end
    and as usable in the upper end of the treated interval, and likewise for the reference.
    """

    pairs: int
    treated: int
    reference: int
    split: tuple[int, int]
    interval: tuple[Fraction, Fraction]
    reference_interval: tuple[Fraction, Fraction]


def preference(ratings: Ratings) -> Preference:
    """The sign test over the pairs of these ratings."""
    votes = [vote(outcomes) for outcomes in by_pair(ratings).values()]
    treated, reference = votes.count("treated"), votes.count("reference")
    decided = treated + reference
    return Preference(
        treated=treated,
        reference=reference,
        undecided=len(votes) - decided,
        p=exact_tests.sign_test(treated, decided),
        interval=exact_tests.proportion_interval(treated, decided),
        detectable=exact_tests.least_detectable(decided),
    )


def usable(ratings: Ratings) -> Usable:
    """How often each item is usable.

    Raises:
        RatingsError: if the question was not that of use: who prefers one does not say that the other is unusable.
    """
    if ratings.question != "use":
        raise RatingsError(f"asked for {ratings.question}, the raters did not say what is usable; ask for use")
    counts = {}
    outcomes = by_pair(ratings)
    for item in ("treated", "reference"):
        yes = {pair: sum(o in (item, "both") for o in found) for pair, found in outcomes.items()}
        good = sum(2 * yes[pair] > len(found) for pair, found in outcomes.items())
        counts[item] = good, sum(2 * yes[pair] == len(found) for pair, found in outcomes.items())
    total = len(outcomes)
    intervals = {
        item: (
            exact_tests.proportion_interval(good, total)[0],
            exact_tests.proportion_interval(good + split, total)[1],
        )
        for item, (good, split) in counts.items()
    }
    return Usable(
        pairs=total,
        treated=counts["treated"][0],
        reference=counts["reference"][0],
        split=(counts["treated"][1], counts["reference"][1]),
        interval=intervals["treated"],
        reference_interval=intervals["reference"],
    )


def metric_agreement(ratings: Ratings, metric: Mapping[str, float]) -> tuple[int, int, Fraction]:
    """How often a metric and the raters favour the same item.

    Args:
        metric: for each pair how much better the metric takes the treated item to be; 0 where it sees no difference.

    Returns:
        Agreements, pairs that both decide, and the exact two-sided p under the null that the metric's sign says nothing
        about the choice.

    Raises:
        RatingsError: if a rated pair has no finite value.
    """
    agreed = both = 0
    for pair, outcomes in by_pair(ratings).items():
        value = metric.get(pair)
        if value is None or not math.isfinite(value):
            raise RatingsError(f"pair {pair} was rated, and its metric is {value}; give a finite difference")
        chosen = vote(outcomes)
        if value and chosen is not None:
            both += 1
            agreed += (value > 0) == (chosen == "treated")
    return agreed, both, exact_tests.sign_test(agreed, both)


def by_pair(ratings: Ratings) -> dict[str, list[Outcome]]:
    """The first outcome of every rater, by pair."""
    found: dict[str, list[Outcome]] = {pair: [] for pair in ratings.pairs}
    for rater in ratings.raters:
        for r in ratings.first(rater):
            found[r.pair].append(r.outcome)
    return found


def vote(outcomes: list[Outcome]) -> Outcome | None:
    """Which item more raters of a pair chose, None if as many chose the other."""
    counts = Counter(outcomes)
    if counts["treated"] == counts["reference"]:
        return None
    return "treated" if counts["treated"] > counts["reference"] else "reference"


def sigma_of(p: Fraction) -> float:
    """The normal distance with the two-sided tail p, however small."""
    from scipy.special import ndtri_exp

    return 0.0 if p >= 1 else float(-ndtri_exp(math.log(p.numerator) - math.log(2 * p.denominator)))
