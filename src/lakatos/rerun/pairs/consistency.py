"""Whether a rater's answers can be relied on, before anything is read into them.

Every probe names its null. All of a rater's tests together raise a false alarm at most once in a hundred times: each is
held to its share of that level (Bonferroni). What raises no alarm has passed these probes, no more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lakatos.arithmetic import exact_tests, fraction
from lakatos.rerun.pairs.agreement import cohen_kappa
from lakatos.rerun.pairs.ratings import Rating, Ratings, RatingsError

#: Nobody sees two images and answers in less; the fastest choice reactions take about 0.3 s.
FASTEST = 0.3
#: A rater who answers a shown-again pair alike less often than this is not sure enough to be relied on.
SAME_AGAIN = Fraction(3, 4)
#: More too fast answers than this are an alarm.
MOST_TOO_FAST = Fraction(1, 20)


@dataclass(frozen=True)
class Probe:
    """One thing that could be wrong.

    Attributes:
        name: what is probed.
        null: the hypothesis that p is stated against; "" where nothing is tested.
        p: exact; None where nothing is tested or there is nothing to test it with.
        says: what was seen.
        alarm: whether the ratings should not be relied on for it.
    """

    name: str
    null: str
    p: Fraction | None
    says: str
    alarm: bool


@dataclass(frozen=True)
class Consistency:
    """All probes of one rater, with kappa between first and repeated answers (None where there is none)."""

    rater: str
    probes: tuple[Probe, ...]
    kappa: Fraction | None

    @property
    def alarms(self) -> tuple[Probe, ...]:
        """The probes that raise an alarm."""
        return tuple(p for p in self.probes if p.alarm)


def consistency(
    ratings: Ratings,
    *,
    expected: Collection[str] | None = None,
    level: Fraction | str = "1/100",
    fastest: float = FASTEST,
) -> tuple[Consistency, ...]:
    """Probe every rater.

    Args:
        expected: the pairs that each rater should have rated, if that is known.
        level: the chance of any false alarm for a rater who does everything right.
        fastest: answers quicker than this many seconds are too fast.

    Raises:
        RatingsError: if a pair was rated that is not among the expected ones.
    """
    if expected is not None and (unknown := sorted(set(ratings.pairs) - set(expected))):
        raise RatingsError(f"rated but not expected: {', '.join(unknown[:5])}; {len(unknown)} in all")
    return tuple(_probe(ratings, rater, expected, fraction(level), fastest) for rater in ratings.raters)


def _probe(
    ratings: Ratings, rater: str, expected: Collection[str] | None, level: Fraction, fastest: float
) -> Consistency:
    rows, repeats = ratings.first(rater), ratings.repeats(rater)
    ordered = all(r.order is not None for r in rows)
    tested = [_sides(rows), _position(rows), _repeats(repeats)]
    tested += [_predictable(rows), _drift(rows)] if ordered else [_unordered("order of sides"), _unordered("drift")]
    share = level / max(1, sum(p.p is not None for p in tested))
    judged = [Probe(p.name, p.null, p.p, p.says, p.alarm or (p.p is not None and p.p < share)) for p in tested]
    judged.append(_too_fast(rows, fastest))
    if expected is not None:
        missing = sorted(set(expected) - {r.pair for r in rows})
        says = f"{len(missing)} of {len(set(expected))} pairs not rated" + (
            f": {', '.join(missing[:5])}" if missing else ""
        )
        judged.append(Probe("missing pairs", "", None, says, bool(missing)))
    return Consistency(rater, tuple(judged), cohen_kappa([(a.outcome, b.outcome) for a, b in repeats]))


def _sides(rows: Sequence[Rating]) -> Probe:
    """If the treated item always stands on one side, nobody is blind and no other probe can tell."""
    left = sum(r.side == "left" for r in rows)
    return Probe(
        "sides",
        "the treated item stands left or right with chance 1/2",
        exact_tests.sign_test(left, len(rows)),
        f"treated item left in {left} of {len(rows)}",
        alarm=False,
    )


def _predictable(rows: Sequence[Rating]) -> Probe:
    runs, p = exact_tests.runs_test([r.side == "left" for r in rows])
    return Probe("order of sides", "the sides come in random order", p, f"{runs} runs of one side", alarm=False)


def _position(rows: Sequence[Rating]) -> Probe:
    """Preference alone cannot make this small: it is the same on both sides."""
    decided = [r for r in rows if r.decided]
    table = [
        [sum(r.side == s and r.answer == a for r in decided) for a in ("left", "right")] for s in ("left", "right")
    ]
    chosen = [[table[0][0], table[0][1]], [table[1][1], table[1][0]]]  # rows: side; columns: treated, reference
    left = table[0][0] + table[1][0]
    return Probe(
        "position",
        "how often the treated item is chosen does not depend on its side",
        exact_tests.fisher_test(chosen) if decided else None,
        f"left chosen in {left} of {len(decided)} choices",
        alarm=False,
    )


def _drift(rows: Sequence[Rating]) -> Probe:
    half = len(rows) // 2
    parts = (rows[:half], rows[half:])
    table = [[sum(r.outcome == o for r in part) for o in ("treated", "reference")] for part in parts]
    return Probe(
        "drift",
        "how often the treated item is chosen does not depend on the half of the session",
        exact_tests.fisher_test(table) if any(map(any, table)) else None,
        f"treated item chosen in {table[0][0]} of {sum(table[0])} choices, later {table[1][0]} of {sum(table[1])}",
        alarm=False,
    )


def _repeats(repeats: Sequence[tuple[Rating, Rating]]) -> Probe:
    """Too few agreements to believe that the rater is sure of what was seen."""
    same = sum(a.outcome == b.outcome for a, b in repeats)
    mirrored = sum(a.side != b.side for a, b in repeats)
    p = 1 - exact_tests.binomial_tail(same + 1, len(repeats), chance=SAME_AGAIN) if repeats else None
    says = (
        f"{same} of {len(repeats)} repeats answered alike, {mirrored} mirrored"
        if repeats
        else "no pair was shown again"
    )
    return Probe("repeats", f"a repeat is answered alike with chance {SAME_AGAIN} or more", p, says, alarm=False)


def _too_fast(rows: Sequence[Rating], fastest: float) -> Probe:
    timed = [r.time_s for r in rows if r.time_s is not None]
    fast = sum(s < fastest for s in timed)
    says = f"{fast} of {len(timed)} answers below {fastest:g} s" if timed else "no times were taken"
    return Probe("too fast", "", None, says, bool(timed) and Fraction(fast, len(timed)) > MOST_TOO_FAST)


def _unordered(name: str) -> Probe:
    return Probe(name, "", None, "not every answer has an order", alarm=False)
