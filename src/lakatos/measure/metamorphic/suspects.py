"""The known slips, each with the value that a metric with it would have: built from the metric's own values on parts.

A metric that is given in batches is compared with what its values on the single batches would make: their plain mean,
their mean weighted by samples, what is left without the last batch, ... No formula of the metric is needed, so that a
loss, a perplexity and an F1 are explained alike. A slip acts on the value or, as in a perplexity, on its logarithm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

#: A suspect: the slips that act together, and the variant of them (space, filling, ...).
Suspect: TypeAlias = tuple[tuple[str, ...], str]
Predictions: TypeAlias = dict[Suspect, float]
Groups: TypeAlias = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Cut:
    """One way to cut samples into groups, with what was slipped in doing so (nothing, if nothing was)."""

    slips: tuple[str, ...]
    variant: str
    groups: Groups


@dataclass(frozen=True)
class Words:
    """What the groups are called, in the names of slips."""

    mean: str
    weighted: str
    tokens: str
    total: str
    first: str
    last: str


BATCH = Words(
    "mean of batch means",
    "batch means weighted by samples",
    "batch means weighted by tokens",
    "batches are summed",
    "only the first batch",
    "only the last batch",
)
RANK = Words(
    "mean of the devices' means",
    "devices' means weighted by samples",
    "devices' means weighted by tokens",
    "devices are summed",
    "only one device's share",
    "only the last device's share",
)
Factors: TypeAlias = Mapping[str, Sequence[float]]


def predict(
    cuts: Sequence[Cut],
    value: Callable[[Sequence[int]], float | None],
    tokens: Callable[[Sequence[int]], int],
    factors: Factors,
    words: Words,
) -> Predictions:
    """What each suspect predicts; one whose parts the metric gives no value for is left out."""
    found: Predictions = {}
    for cut in cuts:
        if not cut.groups:
            continue
        parts = [(g, value(g)) for g in cut.groups]
        pooled = value([i for g in cut.groups for i in g])
        # Parts without a value, as an area under the curve of one class, are left out of a mean. But if it is the last
        # one alone, it was dropped, which another cut says.
        valued = [(g, v) for g, v in parts if v is not None]
        if parts[-1][1] is None and len(valued) == len(parts) - 1:
            valued = []
        for slips, variant, made in _combined(cut, valued, pooled, tokens, factors, words):
            if slips and made is not None and math.isfinite(made):
                found.setdefault((slips, f"{cut.variant} {variant}".strip()), made)
    return found


def _combined(
    cut: Cut,
    parts: Sequence[tuple[Sequence[int], float]],
    pooled: float | None,
    tokens: Callable[[Sequence[int]], int],
    factors: Factors,
    words: Words,
) -> Iterator[tuple[tuple[str, ...], str, float | None]]:
    made: list[tuple[tuple[str, ...], str, float | None]] = []
    if pooled is not None:
        made.append(((), "", pooled))
    if parts:
        groups = [g for g, _ in parts]
        values = np.array([v for _, v in parts], dtype=float)
        sizes = np.array([len(g) for g in groups], dtype=float)
        weights = {words.mean: np.ones(len(values)), words.weighted: sizes}
        if len({tokens(g) / len(g) for g in groups}) > 1:
            weights[words.tokens] = np.array([tokens(g) for g in groups], dtype=float)
        for name, weight in weights.items():
            made.append(((name,), "", float(weight @ values / weight.sum())))
            if (values > 0).all():
                made.append(((name,), "of logarithms", float(np.exp(weight @ np.log(values) / weight.sum()))))
        if (values > 0).all():
            made.append(((words.mean,), "of reciprocals", float(len(values) / (1 / values).sum())))
        made.append(((words.total,), "", float(values.sum())))
        made += [((words.first,), "", float(values[0])), ((words.last,), "", float(values[-1]))]
    for slips, variant, base in made:
        yield (*cut.slips, *slips), variant, base
        for name, several in factors.items():
            for i, factor in enumerate(several):
                if base is None or (slips and slips[0] not in (words.mean, words.weighted, words.total)):
                    continue
                yield (*cut.slips, *slips, name), f"{variant} {i}".strip(), base * factor
                if base > 0 and abs(math.log(base) * factor) < 300:
                    yield (*cut.slips, *slips, name), f"{variant} {i} in the exponent".strip(), base**factor


def explain(cases: Sequence[tuple[float, float, Predictions]], noise: float) -> tuple[str, ...]:
    """The slips that account for every case of (before, after, predictions); empty if none do.

    A suspect is right in a case if it misses the value by at most ``noise``, or by a fiftieth of the movement: rounded
    values move in steps. Of several, the fewest slips that act together, and of these the nearest, are taken.
    """
    largest = max(abs(after - before) for before, after, _ in cases)
    misses: dict[Suspect, float] = {}
    for suspect in [s for s in cases[0][2] if all(s in p for *_, p in cases)]:
        missed = [abs(p[suspect] - after) for _, after, p in cases]
        allowed = [max(noise, 0.02 * abs(after - before), 0.002 * largest) for before, after, _ in cases]
        if all(m <= a for m, a in zip(missed, allowed, strict=True)):
            misses[suspect] = max(*missed, noise) / largest
    if not misses:
        return ()
    # Of suspects that are as simple and as near, the first: a plain factor comes before a mean of parts.
    return min(misses, key=lambda s: (len(s[0]), round(misses[s], 6)))[0]


def unseen(cases: Sequence[tuple[float, float, Predictions]], names: Sequence[str], noise: float) -> list[str]:
    """Those of the named slips that would not have moved the value: one of its variants moves it in no case."""
    blind = []
    for name in names:
        variants = {s for *_, p in cases for s in p if s[0] == (name,)}
        moves = [max((abs(p[s] - before) for before, _, p in cases if s in p), default=0.0) for s in variants]
        if not moves or min(moves) <= 10 * noise:
            blind.append(name)
    return blind
