"""Everything that ratings of pairs say, on one card: first whether they can be relied on, then what follows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from lakatos.rerun.pairs.agreement import Agreement, agreement
from lakatos.rerun.pairs.consistency import Consistency, consistency
from lakatos.rerun.pairs.preference import NULL_PREFERENCE, Preference, Usable, metric_agreement, preference, usable
from lakatos.rerun.pairs.ratings import Ratings


@dataclass(frozen=True)
class Assessment:
    """A set of ratings assessed; printed, it is a card for a person.

    Attributes:
        synthetic: whether the ratings are made up; then nothing here is evidence.
        question: what the raters were asked.
        pairs: how many pairs were rated.
        consistency: the probes, by rater.
        preference: the sign test.
        usable: what is usable, where that was asked.
        agreement: of several raters, where a pair has two.
        metric: agreements with a metric, pairs that both decide, and p; where one was given.
    """

    synthetic: bool
    question: str
    pairs: int
    consistency: tuple[Consistency, ...]
    preference: Preference
    usable: Usable | None
    agreement: Agreement | None
    metric: tuple[int, int, Fraction] | None

    @property
    def reliable(self) -> bool:
        """Whether no probe of any rater raises an alarm."""
        return not any(c.alarms for c in self.consistency)

    def __str__(self) -> str:
        lines = ["SYNTHETIC   made-up ratings: no evidence of anything"] if self.synthetic else []
        lines.append(f"asked       {self.question}, {self.pairs} pairs, {len(self.consistency)} rater(s)")
        alarms = [f"{c.rater}: {p.name}, {p.says}{_p(p.p)}" for c in self.consistency for p in c.alarms]
        lines += [f"ALARM       {a}" for a in alarms] or ["alarms      none; what was probed is passed, no more"]
        s = self.preference
        lines.append(
            f"preference  treated {s.treated}, reference {s.reference}, undecided {s.undecided};{_p(s.p)} "
            f"({s.sigma:+.1f} sigma) against: {NULL_PREFERENCE}"
        )
        lines.append(f"            treated chosen in {_range(s.interval)} of choices (95%); resolves {_detectable(s)}")
        if self.usable:
            u = self.usable
            lines.append(
                f"usable      treated {u.treated} of {u.pairs}, {_range(u.interval)} (95%); reference {u.reference}, "
                f"{_range(u.reference_interval)}"
            )
        if self.agreement:
            a = self.agreement
            alpha = "undefined: always the same answer" if a.alpha is None else f"{float(a.alpha):.2f}"
            between = f" ({a.interval[0]:.2f} to {a.interval[1]:.2f})" if a.interval else ""
            lines.append(f"agreement   {a.unanimous} of {a.shared} shared pairs unanimous, alpha {alpha}{between}")
        if self.metric:
            agreed, both, p = self.metric
            lines.append(f"metric      favours the same item in {agreed} of {both} pairs;{_p(p)}")
        return "\n".join(lines)


def assess(
    ratings: Ratings, *, expected: Collection[str] | None = None, metric: Mapping[str, float] | None = None
) -> Assessment:
    """Assess ratings of pairs.

    Args:
        expected: the pairs that each rater should have rated.
        metric: by pair, how much better a metric takes the treated item to be.

    Raises:
        RatingsError: if the ratings and what is given beside them do not fit together.
    """
    return Assessment(
        synthetic=ratings.synthetic,
        question=ratings.question,
        pairs=len(ratings.pairs),
        consistency=consistency(ratings, expected=expected),
        preference=preference(ratings),
        usable=usable(ratings) if ratings.question == "use" else None,
        agreement=agreement(ratings),
        metric=metric_agreement(ratings, metric) if metric is not None else None,
    )


def _p(p: Fraction | None) -> str:
    return "" if p is None else f" p = {float(p):.2g}" if p >= Fraction(1, 10**300) else " p < 1e-300"


def _range(interval: tuple[Fraction, Fraction]) -> str:
    return f"{float(interval[0]):.1%} to {float(interval[1]):.1%}"


def _detectable(s: Preference) -> str:
    if s.detectable is None:
        return f"nothing: {s.decided} choices are too few"
    return f"{float(s.detectable):.1%} or more, four times in five at the 5% level"
