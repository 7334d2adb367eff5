"""Which average a function takes, from what it does to groups of items that count or do not."""

from __future__ import annotations

import inspect
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np

from lakatos.measure.identify.answer import Identification, Nearest, evidence, unidentified
from lakatos.measure.identify.labels import KINDS, LabelProbe, label_probes, label_scores
from lakatos.measure.identify.match import Miss, compare
from lakatos.measure.identify.observe import (
    Arguments,
    Array,
    Observed,
    UnobservableError,
    attempt,
    fractions,
    observe,
    parameters_of,
)

Takes: TypeAlias = Literal[
    "numerators, denominators", "ratios, weights", "pairs", "groups", "values", "labels", "label matrices"
]


@dataclass(frozen=True)
class Ratios:
    """A ratio n/d for each of several groups; floats or fractions."""

    n: Array
    d: Array

    @property
    def r(self) -> Array:
        """The ratios."""
        return np.asarray(self.n / self.d)

    def batches(self, size: int, *, drop: bool = False) -> Ratios:
        """The ratio of sums in each batch of so many groups, the last one smaller or dropped."""
        starts = np.arange(0, len(self.n), size)
        n, d = np.add.reduceat(self.n, starts), np.add.reduceat(self.d, starts)
        whole = len(self.n) // size if drop else len(starts)
        return Ratios(n[:whole], d[:whole])

    def of_means(self) -> Ratios:
        """The ratios as values, each counting once."""
        return Ratios(self.r, self.r * 0 + 1)


def mean(values: Array) -> Any:
    """The arithmetic mean, exact for fractions."""
    return values.sum() / len(values)


@dataclass(frozen=True)
class Average:
    """One line of the catalogue.

    Attributes:
        name, formula: n over d is a group's ratio, k the number of groups, b the size of a batch of groups.
        value: of the ratios and, if it is taken in batches, of b.
        batched: whether it is.
    """

    name: str
    formula: str
    value: Callable[..., Any]
    batched: bool = False


AVERAGES = (
    Average("ratio of sums", "Σn / Σd: micro, or the ratios weighted by d", lambda x: x.n.sum() / x.d.sum()),
    Average("mean of ratios", "1/k Σ n/d: macro, every group alike", lambda x: mean(x.r)),
    Average("geometric mean of ratios", "(Π n/d)^(1/k)", lambda x: np.exp(np.log(x.r.astype(float)).mean())),
    Average("harmonic mean of ratios", "k / Σ d/n", lambda x: len(x.n) / (x.d / x.n).sum()),
    Average("median of ratios", "the middle n/d", lambda x: statistics.median(x.r.tolist())),
    Average("root mean square of ratios", "sqrt(1/k Σ (n/d)²)", lambda x: np.sqrt(mean(x.r.astype(float) ** 2))),
    Average("ratios weighted by numerators", "Σ n²/d / Σn", lambda x: (x.n * x.r).sum() / x.n.sum()),
    Average("mean of numerators", "1/k Σn: the denominators do not count", lambda x: mean(x.n)),
    Average("sum of numerators", "Σn: the denominators do not count", lambda x: x.n.sum()),
    Average("sum of ratios", "Σ n/d", lambda x: x.r.sum()),
    Average("least ratio", "min n/d", lambda x: min(x.r)),
    Average("largest ratio", "max n/d", lambda x: max(x.r)),
    Average("mean of batch ratios", "mean over batches of b groups of Σn / Σd; the last counts like the others",
            lambda x, b: mean(x.batches(b).r), True),
    Average("mean of batch means", "mean over batches of b groups of the mean n/d; the last counts like the others",
            lambda x, b: mean(x.of_means().batches(b).r), True),
    Average("mean of batch ratios, the incomplete dropped", "as the mean of batch ratios, without a smaller last batch",
            lambda x, b: mean(x.batches(b, drop=True).r), True),
    Average("ratio of sums, the incomplete batch dropped", "Σn / Σd over whole batches of b groups",
            lambda x, b: x.batches(b, drop=True).n.sum() / x.batches(b, drop=True).d.sum(), True),
)  # fmt: skip

#: The same for plain values, where every d is 1.
MEANS = (
    Average("mean of the values", "1/k Σx: every value alike", lambda x: mean(x.n)),
    Average("geometric mean", "(Πx)^(1/k)", lambda x: np.exp(np.log(x.n.astype(float)).mean())),
    Average("harmonic mean", "k / Σ 1/x", lambda x: len(x.n) / (x.d / x.n).sum()),
    Average("median", "the middle x", lambda x: statistics.median(x.n.tolist())),
    Average("root mean square", "sqrt(1/k Σx²)", lambda x: np.sqrt(mean(x.n.astype(float) ** 2))),
    Average("sum", "Σx", lambda x: x.n.sum()),
    Average("least value", "min x", lambda x: min(x.n)),
    Average("largest value", "max x", lambda x: max(x.n)),
    Average("mean of batch means", "mean over batches of b of their means; the last batch counts like the others",
            lambda x, b: mean(x.batches(b).r), True),
    Average("mean of batch means, the incomplete dropped", "as the mean of batch means, without a smaller last batch",
            lambda x, b: mean(x.batches(b, drop=True).r), True),
)  # fmt: skip

#: What a share may be turned into at the end.
READINGS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("", lambda x: x),
    ("in percent", lambda x: 100 * x),
    ("1 less the share", lambda x: 1 - x),
    ("1 less the share, in percent", lambda x: 100 - 100 * x),
)

_GROUPS = (3, 4, 5, 7, 8, 11, 13, 17, 23, 37)
_LENGTHS = (3, 8, 17, 37, 70, 101, 150, 203, 301, 410)


@dataclass(frozen=True, kw_only=True, repr=False)
class IdentifiedAverage(Identification):
    """Which average a function takes.

    Attributes:
        formula: in n and d, the numerator and the denominator of a group, or of another catalogue's words.
        batch: the size of the batches inside it, if it averages over batches.
        reading: "in percent", "1 less the share", or "" for the share itself.
        takes: what it was given.
        empty: what it does with a group of nothing.
    """

    formula: str = ""
    batch: int | None = None
    reading: str = ""
    takes: str = ""
    empty: str = ""

    def rows(self) -> list[tuple[str, str]]:
        """What was told, as pairs of label and text."""
        return [
            ("is", f"{self.name}: {self.formula}"),
            ("batches", f"b = {self.batch}" if self.batch else ""),
            ("reading", self.reading),
            ("takes", self.takes),
            ("empty group", self.empty),
        ]


@dataclass(frozen=True)
class Candidate:
    """A line of a catalogue with its values for all inputs."""

    name: str
    formula: str
    values: Array
    reading: str = ""
    batch: int | None = None
    average: Average | None = None

    def words(self) -> str:
        """The candidate in one line."""
        return ", ".join(filter(None, (self.name, f"b = {self.batch}" if self.batch else "", self.reading)))


def identify_average(
    f: Callable[..., Any], *, takes: Takes | Literal["auto"] = "auto", seed: int = 0
) -> IdentifiedAverage:
    """Which average a function takes, from its values on random groups.

    Args:
        f: gives one number.
        takes: how it is called. For groups of d items of which n count: "numerators, denominators" as ``f(n, d)``;
            "ratios, weights" as ``f(n/d, d)``; "pairs" as ``f([(n, d), ...])``; "groups" as ``f([values, ...])``
            with an array for each group. For one array "values" as ``f(values)``, to find batches inside it. For a
            classifier's score "labels" as ``f(y_true, y_pred)`` with whole numbers, or "label matrices" with 0 and 1.
            "auto" tries them, by the number of arguments.
        seed: of the inputs.

    Raises:
        TypeError: if it is no function.
        ValueError: for an unknown way to call it.

    >>> import numpy as np
    >>> identify_average(lambda n, d: np.mean(n / d)).name
    'mean of ratios'
    """
    if not callable(f):
        raise TypeError(f"need a function, got {f!r}")
    near: list[tuple[Nearest, Observed]] = []
    reasons: list[str] = []
    for way in _ways(f, takes):
        try:
            given, candidates = _catalogue(way, seed)
            seen = observe(lambda arguments: f(*arguments), [arguments for arguments, _ in given])
            if any(y.size != 1 for y in seen.outputs):
                raise UnobservableError(f"it gave an array of shape {seen.outputs[0].shape}, not one number")
        except UnobservableError as problem:
            reasons.append(str(problem))
            continue
        kept = (replace(c, values=c.values[list(seen.kept)]) for c in candidates)
        # Of labels several scores can be one and the same, and all are named.
        first = seen.precision == "float64" and way not in KINDS
        met, tried = compare(seen.values, kept, seen.tolerance, first=first)
        if met:
            return _answer(f, way, given, met, seen, near)
        near += [(Nearest(c.words(), m.worst, m.typical, m.agrees), seen) for m, c in tried]
    return unidentified(IdentifiedAverage, near, reasons)


def _ways(f: Callable[..., Any], takes: str) -> Sequence[str]:
    every = ("numerators, denominators", "ratios, weights", "labels", "label matrices", "groups", "pairs", "values")
    if takes != "auto":
        if takes not in every:
            raise ValueError(f"takes is {takes!r}; it is 'auto' or one of {', '.join(map(repr, every))}")
        return (takes,)
    parameters = parameters_of(f)
    if parameters is None:
        return every
    needed = sum(p.default is inspect.Parameter.empty and p.kind != p.KEYWORD_ONLY for p in parameters)
    return every[:4] if needed == 2 else every[4:] if needed == 1 else every


def _catalogue(way: str, seed: int) -> tuple[list[tuple[Arguments, Ratios]], Iterator[Candidate]]:
    """The inputs, each with its ratios in fractions, and every candidate's values for them."""
    if way in KINDS:
        probes = label_probes(way, seed=seed)
        none = Ratios(np.zeros(0), np.zeros(0))
        return [((p.true, p.predicted), none) for p in probes], _scores(probes)
    given = list(_given(way, seed))
    return given, _averages(way, [Ratios(x.n.astype(float), x.d.astype(float)) for _, x in given])


def _scores(probes: Sequence[LabelProbe]) -> Iterator[Candidate]:
    for name, formula, values in label_scores(probes):
        for reading, turn in READINGS:
            yield Candidate(name, formula, turn(values), reading)


def _averages(way: str, given: Sequence[Ratios]) -> Iterator[Candidate]:
    longest = max(len(x.n) for x in given)
    for average in MEANS if way == "values" else AVERAGES:
        for b in range(2, longest) if average.batched else (0,):
            with np.errstate(all="ignore"):
                at = np.array([average.value(x, b) if b else average.value(x) for x in given], dtype=np.float64)
            for reading, turn in READINGS:
                yield Candidate(average.name, average.formula, turn(at), reading, b or None, average)


def _given(way: str, seed: int) -> Iterator[tuple[Arguments, Ratios]]:
    """Arguments, and the same as exact ratios; every value is a double without rounding."""
    rng = np.random.default_rng(seed)
    exact = np.vectorize(Fraction, otypes=[object])
    for size in _LENGTHS if way == "values" else _GROUPS:
        if way == "values":
            values = rng.integers(1, 64, size=size) / 16
            yield (values,), Ratios(exact(values), exact(np.ones(size, dtype=int)))
            continue
        d = rng.integers(1, 40, size=size)
        groups = [rng.integers(1, 64, size=length) / 16 for length in d]
        n = np.array([g.sum() for g in groups]) if way == "groups" else rng.integers(1, d + 1)
        yield _arguments(way, n, d, groups), Ratios(exact(n), exact(d))


def _arguments(way: str, n: Array, d: Array, groups: list[Array]) -> Arguments:
    ways: dict[str, Callable[[], Arguments]] = {
        "numerators, denominators": lambda: (n, d),
        "ratios, weights": lambda: (n / d, d),
        "pairs": lambda: (list(zip(n.tolist(), d.tolist(), strict=True)),),
        "groups": lambda: (groups,),
    }
    return ways[way]()


def _answer(
    f: Callable[..., Any],
    way: str,
    given: list[tuple[Arguments, Ratios]],
    met: list[tuple[Miss, Candidate]],
    seen: Observed,
    near: Sequence[Any],
) -> IdentifiedAverage:
    miss, best = met[0]
    exact = best.average is not None and _exactly(f, way, [given[i] for i in seen.kept], best)
    notes = [*seen.notes]
    if near:
        notes.append("given in another way, it computes nothing of the catalogue")
    if way == "labels" and (other := identify_average(f, takes="label matrices")).identified:
        notes.append(f"given label matrices, it computes the {other.name}")
    return IdentifiedAverage(
        name=best.name,
        formula=best.formula,
        batch=best.batch,
        reading=best.reading,
        takes=way,
        empty=_empty(f, way, best),
        evidence=evidence(seen, miss.worst, exact=exact),
        alternatives=tuple(dict.fromkeys(c.words() for _, c in met[1:])),
        notes=tuple(notes),
    )


def _exactly(f: Callable[..., Any], way: str, given: list[tuple[Arguments, Ratios]], best: Candidate) -> bool:
    """Whether on fractions it gives the very fractions of the candidate."""
    assert best.average is not None
    turn = dict(READINGS)[best.reading]
    if way not in ("numerators, denominators", "values"):
        return False
    for _, x in given:
        got = fractions(lambda arguments: f(*arguments), (x.n,) if way == "values" else (x.n, x.d))
        value = best.average.value(x, best.batch) if best.batch else best.average.value(x)
        if got != [turn(value)] or not isinstance(value, Fraction):
            return False
    return True


def _empty(f: Callable[..., Any], way: str, best: Candidate) -> str:
    """What it does with one more group of no items, in words; nothing if that does not matter to it."""
    if best.average is None or best.batch or way in ("values", "ratios, weights"):
        return ""
    rng = np.random.default_rng(0)
    d = np.array([4, 6, 9])
    groups = [rng.integers(1, 64, size=length) / 16 for length in d]
    n = np.array([g.sum() for g in groups]) if way == "groups" else np.array([1, 5, 7])
    more = _arguments(way, np.append(n, 0 * n[:1]), np.append(d, 0), [*groups, np.zeros(0)])
    got = attempt(lambda arguments: f(*arguments), more)
    if isinstance(got, str) or got.size != 1:
        return f"it {got}" if isinstance(got, str) else "it gives several numbers"
    turn, value = dict(READINGS)[best.reading], best.average.value
    with np.errstate(all="ignore"):
        without = turn(value(Ratios(n * 1.0, d * 1.0)))
        as_zero = turn(value(Ratios(np.append(n, 0) * 1.0, np.append(d, 1) * 1.0)))
    if np.isclose(got, without, rtol=1e-6).all():
        return "" if best.name == "ratio of sums" else "left out"
    return "counts as a ratio of 0" if np.isclose(got, as_zero, rtol=1e-6).all() else f"it gives {got.item():.4g}"
