"""Agreement beyond chance: Cohen's kappa for one rater's repeats, Krippendorff's alpha for several raters.

Sources: J. Cohen (Educ. Psychol. Meas. 20, 1960); K. Krippendorff, Content Analysis, ch. 11 (nominal data, missing
values allowed). Both are exact here and undefined, not perfect, where everyone always says the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lakatos.rerun.pairs.preference import by_pair
from lakatos.rerun.pairs.ratings import Ratings


@dataclass(frozen=True)
class Agreement:
    """How far several raters agree on the outcomes.

    Attributes:
        raters: how many.
        shared: pairs that at least two of them rated.
        unanimous: how many of these all their raters agree on.
        alpha: Krippendorff's, nominal; None where it is undefined.
        interval: its 95% percentile interval, pairs resampled; None where it is undefined.
    """

    raters: int
    shared: int
    unanimous: int
    alpha: Fraction | None
    interval: tuple[float, float] | None


def agreement(ratings: Ratings, *, resamples: int = 2000, seed: int = 0) -> Agreement | None:
    """The agreement of several raters; None if no pair has two raters."""
    units = [found for found in by_pair(ratings).values() if len(found) > 1]
    if not units:
        return None
    alpha = krippendorff_alpha(units)
    interval = None if alpha is None else _bootstrap(units, resamples, seed)
    return Agreement(len(ratings.raters), len(units), sum(len(set(u)) == 1 for u in units), alpha, interval)


def krippendorff_alpha(units: Iterable[Sequence[str]]) -> Fraction | None:
    """Krippendorff's alpha for nominal data; units with fewer than two values say nothing. None if undefined.

    >>> krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"]])
    Fraction(4, 9)
    """
    kept = [Counter(u) for u in units if len(u) > 1]
    total = sum((c for c in kept), Counter())
    n = total.total()
    expected = n * n - sum(x * x for x in total.values())
    if not expected:
        return None
    observed = sum((_disagreement(c) for c in kept), Fraction(0))
    return 1 - observed * (n - 1) / expected


def cohen_kappa(pairs: Sequence[tuple[str, str]]) -> Fraction | None:
    """Cohen's kappa of two answers to the same things; None if there are none or it is undefined.

    >>> cohen_kappa([("a", "a"), ("b", "b"), ("a", "b"), ("b", "a")])
    Fraction(0, 1)
    """
    n = len(pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    by_chance = sum(first[x] * second[x] for x in first)
    if n * n == by_chance:
        return None
    return Fraction(n * sum(a == b for a, b in pairs) - by_chance, n * n - by_chance)


def _disagreement(counts: Counter[str]) -> Fraction:
    n = counts.total()
    return Fraction(n * n - sum(x * x for x in counts.values()), n - 1)


def _bootstrap(units: Sequence[Sequence[str]], resamples: int, seed: int) -> tuple[float, float]:
    """Percentiles of alpha over resampled units; those where it is undefined are left out."""
    labels = sorted({x for u in units for x in u})
    counts = np.array([[list(u).count(x) for x in labels] for u in units], dtype=np.float64)
    observed = np.array([float(_disagreement(Counter(u))) for u in units])
    drawn = np.random.default_rng(seed).multinomial(len(units), [1 / len(units)] * len(units), size=resamples)
    totals = drawn @ counts
    n = totals.sum(axis=1)
    expected = n * n - (totals * totals).sum(axis=1)
    defined = expected > 0
    alphas = 1 - (drawn @ observed)[defined] * (n - 1)[defined] / expected[defined]
    low, high = np.quantile(alphas, [0.025, 0.975])
    return float(low), float(high)
