"""Scores of a classifier from true and predicted labels: what is counted, and how it is averaged over the labels.

Two scores are called the macro F1 (J. Opitz and S. Burst, "Macro F1 and Macro F1", 2019): the mean of the labels' F1,
and the F1 of the mean precision and the mean recall. Both are here, and so is each way to read 0/0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import numpy as np

from lakatos.measure.identify.observe import Array

KINDS = ("labels", "label matrices")

#: True positives, false positives, false negatives.
Counts: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class LabelProbe:
    """True and predicted labels: whole numbers for each sample, or a row of 0 and 1."""

    true: Array
    predicted: Array

    @property
    def cells(self) -> tuple[Array, Array]:
        """Both as boolean matrices of shape (samples, labels)."""
        if self.true.ndim == 2:
            return self.true.astype(bool), self.predicted.astype(bool)
        every = np.arange(max(self.true.max(), self.predicted.max()) + 1)
        return self.true[:, None] == every, self.predicted[:, None] == every


def label_probes(kind: str, *, seed: int) -> list[LabelProbe]:
    """Seeded labels: of several classes, some of them only true, only predicted or neither; then of two classes."""
    rng = np.random.default_rng(seed)
    probes = []
    for size in (11, 14, 17, 23, 29, 37, 41, 53):
        if kind == "labels":
            # Label 2 is nowhere, 5 is only true, 6 is only predicted.
            true, predicted = (rng.choice(seen, size=size) for seen in ([0, 1, 3, 4, 5], [0, 1, 3, 4, 6]))
            agree = rng.random(size) < 0.5
            predicted = np.where(agree & (true != 5), true, predicted)
            true[:2], predicted[:2] = (5, 1), (0, 6)
            true[2:4], predicted[2:4] = (1, 0), (1, 0)
        else:
            true, predicted = (rng.random((size, 5)) < [0.5, 0.3, 0.2, 0.4, 0.3] for _ in range(2))
            true, predicted = true.copy(), np.where(rng.random((size, 5)) < 0.5, true, predicted)
            true[:, 3], predicted[:, 4] = False, False
            true[:1], predicted[:1] = False, False
            true[1, :2] = predicted[1, :2] = True
        probes.append(LabelProbe(true.astype(np.int64), predicted.astype(np.int64)))
    for size in (12, 19, 31, 43) if kind == "labels" else ():
        true = rng.integers(0, 2, size=size)
        predicted = np.where(rng.random(size) < 0.6, true, 1 - true)
        true[:2], predicted[:2] = (0, 1), (0, 1)
        probes.append(LabelProbe(true, predicted))
    return probes


def _ratio(n: Fraction | int, d: Fraction | int, empty: Fraction | None) -> Fraction | None:
    return Fraction(n) / Fraction(d) if d else empty


Score: TypeAlias = Callable[[Counts, "Fraction | None"], "Fraction | None"]
SCORES: tuple[tuple[str, str, Score], ...] = (
    ("F1", "2tp / (2tp + fp + fn)", lambda c, e: _ratio(2 * c[0], 2 * c[0] + c[1] + c[2], e)),
    ("precision", "tp / (tp + fp)", lambda c, e: _ratio(c[0], c[0] + c[1], e)),
    ("recall", "tp / (tp + fn)", lambda c, e: _ratio(c[0], c[0] + c[2], e)),
    ("Jaccard index", "tp / (tp + fp + fn)", lambda c, e: _ratio(c[0], c[0] + c[1] + c[2], e)),
)

#: What 0/0 counts as; None leaves it out.
EMPTY: tuple[tuple[str, Fraction | None], ...] = (
    ("", Fraction(0)),
    ("0/0 counts as 1", Fraction(1)),
    ("0/0 is left out", None),
)


@dataclass(frozen=True)
class Counted:
    """The counts of one probe, over its labels and over its samples."""

    labels: tuple[Counts, ...]
    samples: tuple[Counts, ...]
    equal_cells: Fraction
    equal_rows: Fraction

    @property
    def seen(self) -> tuple[Counts, ...]:
        """The labels that are true or predicted somewhere."""
        return tuple(c for c in self.labels if any(c))

    @property
    def true(self) -> tuple[Counts, ...]:
        """The labels that are true somewhere."""
        return tuple(c for c in self.labels if c[0] + c[2])


def counted(probe: LabelProbe) -> Counted:
    """Count."""
    true, predicted = probe.cells

    def counts(axis: int) -> tuple[Counts, ...]:
        parts = [(true & predicted).sum(axis), (~true & predicted).sum(axis), (true & ~predicted).sum(axis)]
        return tuple((int(a), int(b), int(c)) for a, b, c in zip(*parts, strict=True))

    same = true == predicted
    rows = same.all(axis=1)
    return Counted(counts(0), counts(1), Fraction(int(same.sum()), same.size), Fraction(int(rows.sum()), rows.size))


def _mean(scores: Sequence[Fraction | None], weights: Sequence[int] | None = None) -> Fraction:
    kept = [(s, w) for s, w in zip(scores, weights or [1] * len(scores), strict=True) if s is not None]
    total = sum(w for _, w in kept)
    return sum((s * w for s, w in kept), Fraction(0)) / total if total else Fraction(0)


Averaging: TypeAlias = Callable[[Counted, Score, "Fraction | None"], Fraction]
#: How a score of many labels becomes one.
AVERAGINGS: tuple[tuple[str, Averaging], ...] = (
    ("micro", lambda c, s, e: _mean([s(_total(c.labels), e)])),
    ("macro, over the labels seen", lambda c, s, e: _mean([s(x, e) for x in c.seen])),
    ("macro, over the true labels", lambda c, s, e: _mean([s(x, e) for x in c.true])),
    ("macro, over all labels up to the largest", lambda c, s, e: _mean([s(x, e) for x in c.labels])),
    ("weighted by support", lambda c, s, e: _mean([s(x, e) for x in c.true], [x[0] + x[2] for x in c.true])),
    ("samples", lambda c, s, e: _mean([s(x, e) for x in c.samples])),
    ("of label 1 alone", lambda c, s, e: _mean([s(c.labels[1], e)]) if len(c.labels) > 1 else Fraction(0)),
)


def _total(counts: Sequence[Counts]) -> Counts:
    return (sum(c[0] for c in counts), sum(c[1] for c in counts), sum(c[2] for c in counts))


def _f1_of_means(labels: Sequence[Counts], empty: Fraction | None) -> Fraction:
    precision, recall = (_mean([SCORES[i][2](x, empty) for x in labels]) for i in (1, 2))
    return 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def label_scores(probes: Sequence[LabelProbe]) -> Iterator[tuple[str, str, Array]]:
    """Every score of the catalogue as name, formula and its values for the probes."""
    of = [counted(p) for p in probes]
    matrices = probes[0].true.ndim == 2
    before: dict[str, list[Array]] = {score: [] for score, _, _ in SCORES}
    # The accuracy first: for one label a sample micro F1, precision and recall are the same.
    rows = "rows that are right in every label" if matrices else "samples whose label is right"
    yield "exact match" if matrices else "accuracy", rows, _floats([c.equal_rows for c in of])
    for (score, formula, value), (reading, empty), (words, average) in product(SCORES, EMPTY, AVERAGINGS):
        if words == "samples" and not matrices:
            continue  # of one label a sample it is the accuracy, whatever the score
        values = _floats([average(c, value, empty) for c in of])
        # How 0/0 is read is a reading only where it matters.
        if not any(np.array_equal(values, other) for other in before[score]):
            before[score].append(values)
            yield ", ".join(filter(None, (f"{score}, {words}", reading))), formula, values
    yield (
        "F1 of the macro precision and recall",
        "2PR / (P + R)",
        _floats([_f1_of_means(c.seen, Fraction(0)) for c in of]),
    )
    words = "cells that are right: also the micro F1 of the flattened matrix, both values being labels"
    yield "accuracy over the cells", words, _floats([c.equal_cells for c in of])


def _floats(values: Sequence[Fraction]) -> Array:
    return np.array([float(v) for v in values])
