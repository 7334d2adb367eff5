"""Which perplexity a function computes from losses: exponential of a mean or mean of exponentials, base, padding."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from lakatos.measure.identify.answer import Identification, Nearest, evidence, number, unidentified
from lakatos.measure.identify.calling import Calling, Passing, calling
from lakatos.measure.identify.match import UNITS, Miss, compare, fits, fraction_near, take_apart
from lakatos.measure.identify.observe import Arguments, Array, Observed, UnobservableError, observe, rounded
from lakatos.measure.identify.reductions import IGNORED, REDUCTIONS, RESPECTED, Places, Reduction

#: Rows of sequences and their lengths; a lone row of losses, and more, are tried where those are refused.
SHAPES = ((2, 3), (3, 5), (4, 2), (5, 7), (7, 4), (8, 6), (9, 3), (11, 5), (13, 4), (17, 3))
LONE = ((3,), (5,), (7,), (9,), (12,), (20,), (33,), (50,))

#: The means of the catalogue of reductions, and the sum over words or bytes whose counts are given.
MEANS = (
    *(r for r in REDUCTIONS if r.keep == "nothing" and not r.root and not r.name.startswith("mean over the vocab")
      and "numel" not in r.name),
    Reduction("sum divided by the words or bytes", RESPECTED, lambda x: x.counted / x.vocab),
    Reduction("sum divided by the words or bytes", IGNORED, lambda x: x.every / x.vocab),
)  # fmt: skip
EACH = tuple(r for r in REDUCTIONS if r.keep in ("sequences", "positions") and "vocab" not in r.name)

#: What a power of the mean loss is, by its base: the factor on the loss in nats.
BASES = {
    "e": (1.0, "right for losses in nats"),
    "2": (math.log(2), "right for losses in bits"),
    "10": (math.log(10), "right for losses in log10 units"),
}


Given: TypeAlias = Literal["array", "alone", "list"]


@dataclass(frozen=True)
class Text:
    """Losses of one input, in rows of sequences.

    Attributes:
        losses: positive; padded positions have losses too, or exactly 0 where no mask can be given.
        counted: 1 where a position is no padding.
        units: words or bytes of each sequence.
        given: as an "array" of rows, as one row "alone", or as a "list" of rows without their padding.
    """

    losses: Array
    counted: Array
    units: Array
    given: Given

    @property
    def lone(self) -> bool:
        """Whether there is one row, without an axis for several."""
        return self.given == "alone"

    def arguments(self) -> Arguments:
        """What a function is called with."""
        if self.given == "list":
            rows = [row[: int(m.sum())] for row, m in zip(self.losses, self.counted, strict=True)]
            return rows, {"mask": None, "units": self.units}
        shape = self.losses.shape[1:] if self.lone else self.losses.shape
        mask = self.counted.astype(bool).reshape(shape)
        return self.losses.reshape(shape), {"mask": mask, "units": self.units[0] if self.lone else self.units}

    def weighted(self, row: Reduction) -> Array:
        """The losses under a reduction: a number, or one for each sequence or position."""
        return self._reduced(row, self.losses)

    def batches(self, size: int) -> list[Text]:
        """So many sequences at a time, the last batch smaller."""
        cuts = [slice(i, i + size) for i in range(0, len(self.losses), size)]
        return [Text(self.losses[c], self.counted[c], self.units[c], "array") for c in cuts]

    def _reduced(self, row: Reduction, values: Array) -> Array:
        places = self.counted[0] if self.lone else self.counted
        with np.errstate(all="ignore"):
            weights = row.weights(Places(places, int(self.units.sum()))).reshape(values.shape)
            if row.keep == "positions":
                return np.asarray(weights * values)
            return np.asarray((weights * values).sum(axis=-1 if row.keep == "sequences" else None))

    def of_powers(self, row: Reduction, factor: float) -> Array:
        """A reduction of the losses' exponentials."""
        return self._reduced(row, np.exp(factor * self.losses))


def texts(shapes: Sequence[tuple[int, ...]], given: Given, *, masked: bool, seed: int) -> list[Text]:
    """Seeded losses whose batches, lengths and shares of padding change independently."""
    found: list[Text] = []
    for shape, s in zip(shapes, np.random.SeedSequence(seed).spawn(len(shapes)), strict=True):
        rng = np.random.default_rng(s)
        rows, length = (1, *shape) if len(shape) == 1 else shape
        losses = rng.gamma(2.0, 0.8, size=(rows, length)) + 0.05
        lengths = rng.integers(1, length + 1, size=(rows, 1))
        # Of single rows every third has no padding: one whose last loss is always 0 hides what becomes of it.
        if rows == 1 and not masked and len(found) % 3 == 0:
            lengths[:] = length
        elif (lengths == length).all():
            lengths[0] = length - 1
        counted = (np.arange(length) < lengths).astype(float)
        losses = losses if masked else losses * counted
        found.append(Text(losses, counted, rng.integers(1, 3 * length, size=rows), given))
    return found


@dataclass(frozen=True, kw_only=True, repr=False)
class IdentifiedPerplexity(Identification):
    """Which perplexity a function computes, or which mean loss.

    Attributes:
        formula: in words.
        base: "e", "2" or "10"; None for a mean loss, or for a base that is none of these.
        unit: of a mean loss: "nats" or "bits", if the losses are in nats.
        factor: what the losses are multiplied by before the exponential, if its base is none of the three.
        reduction: over the losses.
        padding: what becomes of padded positions.
        batch: how many sequences there are in a batch, if it averages over batches.
    """

    formula: str = ""
    base: str | None = None
    unit: str | None = None
    factor: float | None = None
    reduction: str = ""
    padding: str = ""
    batch: int | None = None

    def rows(self) -> list[tuple[str, str]]:
        """What was told, as pairs of label and text."""
        return [
            ("is", f"{self.name}: {self.formula}"),
            ("base", f"{self.base}: {BASES[self.base][1]}" if self.base else ""),
            ("factor", f"exp of {number(self.factor)} times the mean loss" if self.factor else ""),
            ("unit", f"{self.unit}, if the losses are in nats" if self.unit else ""),
            ("reduction", self.reduction),
            ("batches", f"of {self.batch} sequences" if self.batch else ""),
            ("padding", self.padding),
        ]


@dataclass(frozen=True)
class Candidate:
    """A line of the catalogue with its values for all inputs."""

    name: str
    formula: str
    row: Reduction
    values: Array
    base: str | None = None
    unit: str | None = None
    factor: float | None = None
    batch: int | None = None

    def words(self) -> str:
        """The candidate in one line."""
        base = f"base {self.base}" if self.base else self.unit or ""
        size = f"batches of {self.batch}" if self.batch else ""
        return ", ".join(filter(None, (self.name, base, self.row.name, size, f"padding {self.row.mask.split(':')[0]}")))


def identify_perplexity(
    f: Callable[..., Any], *, mask: Passing = None, units: Passing = None, seed: int = 0
) -> IdentifiedPerplexity:
    """Which perplexity a function computes, from its values on random losses.

    Args:
        f: called as ``f(losses)`` with losses of shape (sequences, positions); without a mask also with a list of
            rows of several lengths, which is tried first, or with one row of shape (positions,), which is tried last.
            In an array without a mask, padded positions have a loss of exactly 0.
        mask, units: how a mask (true where a position counts) and the number of words or bytes of each sequence are
            passed: True by place after the losses (the mask first), a text under that keyword, False not at all. By
            default a parameter is filled by its name, if it speaks of a mask, or of words or bytes.
        seed: of the losses.

    Raises:
        TypeError: if f cannot be called like that.

    >>> import numpy as np
    >>> found = identify_perplexity(lambda losses, mask: np.exp((losses * mask).sum() / mask.size))
    >>> found.name, found.base, found.padding.split(":")[0]
    ('exponential of the mean', 'e', 'half respected')
    """
    call = calling(f, {"mask": mask, "units": units}, leading=1)
    near: list[tuple[Nearest, Observed]] = []
    reasons: list[str] = []
    # A list of rows of several lengths tells more than an array, but what takes a mask takes an array.
    ways: tuple[tuple[Given, Any], ...] = (("list", SHAPES), ("array", SHAPES), ("alone", LONE))
    for way, shapes in ways[1:] if call.takes("mask") else ways:
        given = texts(shapes, way, masked=call.takes("mask"), seed=seed)
        try:
            seen = observe(call.fitted(given[0].arguments()), [text.arguments() for text in given])
        except UnobservableError as problem:
            reasons.append(str(problem))
            continue
        kept = [given[i] for i in seen.kept]
        sharp = seen.precision == "float64"
        met, tried = compare(seen.values, _candidates(kept, seen, call), seen.tolerance, first=sharp)
        if met:
            return _answer(met, seen, call, way)
        near += [(Nearest(c.words(), m.worst, m.typical, m.agrees), seen) for m, c in tried if c.factor is None]
    return unidentified(IdentifiedPerplexity, near, reasons)


def _candidates(given: Sequence[Text], seen: Observed, call: Calling) -> Iterator[Candidate]:
    """The catalogue, the commonest first, as far as its shapes fit; of two that are the same, the first."""
    sizes = [y.size for y in seen.outputs]
    before: set[bytes] = set()
    rows = [r for r in MEANS if call.takes("units") or "words" not in r.name]
    for make in (_powers(given, (*rows, *EACH)), _others(given, (*rows, *EACH)), _nested(given)):
        for values, fields in make:
            flat = [np.ravel(v) for v in values]
            together = np.concatenate(flat)
            key = rounded(together, 40).tobytes()
            if [v.size for v in flat] == sizes and np.isfinite(together).all() and key not in before:
                before.add(key)
                yield Candidate(values=together, **fields)
    yield from _other_bases(given, seen, rows)


Made: TypeAlias = Iterator[tuple[list[Any], dict[str, Any]]]


def _powers(given: Sequence[Text], rows: Sequence[Reduction]) -> Made:
    """The exponential of a mean loss."""
    for row in rows:
        name = "exponential of the mean" if row.keep == "nothing" else "exponential for each"
        reduced = [text.weighted(row) for text in given]
        for base, (factor, _) in BASES.items():
            more = {"name": name, "formula": "power of the mean loss", "row": row, "base": base}
            yield [np.exp(factor * r) for r in reduced], more


def _others(given: Sequence[Text], rows: Sequence[Reduction]) -> Made:
    """The mean of exponentials, and a mean loss as it is."""
    for row in rows:
        more: dict[str, Any] = {"name": "mean of the exponentials", "formula": "mean of each position's power"}
        for base, (factor, _) in BASES.items():
            yield [text.of_powers(row, factor) for text in given], {**more, "row": row, "base": base}
        more = {"name": "mean loss", "formula": "the logarithm of a perplexity", "row": row}
        for unit, size in UNITS.items():
            yield [text.weighted(row) * size for text in given], {**more, "unit": unit}


def _nested(given: Sequence[Text]) -> Made:
    """What is taken for each sequence, or for each batch of them, and then together."""
    counts = [text.counted.sum(axis=-1) for text in given]
    for row in (r for r in EACH if r.keep == "sequences" and r.name.startswith("mean")):
        reduced = [np.atleast_1d(text.weighted(row)) for text in given]
        for base, (factor, _) in BASES.items():
            powers = [np.exp(factor * r) for r in reduced]
            more = {"row": row, "base": base}
            name = "mean of the sequences' perplexities"
            yield [p.mean() for p in powers], {"name": name, "formula": "every sequence alike", **more}
            by_length = [(p * n).sum() / n.sum() for p, n in zip(powers, counts, strict=True)]
            yield by_length, {"name": f"{name} by length", "formula": "each with the positions that count", **more}
            middle = [np.median(p) for p in powers]
            yield middle, {"name": "median of the sequences' perplexities", "formula": "the middle one", **more}
    for row in (r for r in MEANS if r.name == "mean over positions"):
        for size in range(2, max(len(text.losses) for text in given)):
            parts = [np.array([b.weighted(row) for b in text.batches(size)]) for text in given]
            for base, (factor, _) in BASES.items():
                more = {"formula": "every batch alike", "row": row, "base": base, "batch": size}
                powers = [np.exp(factor * p).mean() for p in parts]
                yield powers, {"name": "mean of the batches' perplexities", **more}
                of_means = [np.exp(factor * p.mean()) for p in parts]
                yield of_means, {"name": "exponential of the mean of the batches' means", **more}


def _other_bases(given: Sequence[Text], seen: Observed, rows: Sequence[Reduction]) -> Iterator[Candidate]:
    """An exponential of some multiple of a mean loss: a unit converted once too often, or a temperature."""
    if (seen.values <= 0).any():
        return
    logs = np.log(seen.values)
    for row in rows:
        reduced = np.concatenate([np.ravel(text.weighted(row)) for text in given])
        if len(reduced) == len(logs) and np.isfinite(reduced).all() and (reduced > 0).all():
            factor = float(fits(logs, reduced, reduced)[0])
            name, formula = "exponential of a multiple of the mean", "a unit converted twice, or a temperature"
            yield Candidate(name, formula, row, np.exp(factor * reduced), factor=factor)


def _answer(met: Sequence[tuple[Miss, Candidate]], seen: Observed, call: Calling, way: Given) -> IdentifiedPerplexity:
    miss, best = met[0]
    notes = [*seen.notes]
    if way == "alone":
        notes.append("told on one row of losses alone: how several are put together was not seen")
    if way == "array" and not call.takes("mask") and best.row.keep == "nothing" and best.row.mask == IGNORED:
        notes.append("the rows of an array are equally long: a mean of the rows' means is the same there")
    if best.factor is not None:
        scale = take_apart(best.factor, 4 * max(miss.worst, 1e-15), [("", 1.0)], logs=1)
        if scale.unit and scale.unit != "nats":
            left = "" if scale.left == 1 else f", times {number(scale.left)}"
            notes.append(f"the losses, if in nats, are turned into {scale.unit}{left}, but the base is e")
        elif (one := fraction_near(best.factor, 4 * max(miss.worst, 1e-15))) is not None:
            notes.append(f"the factor is {one}")
    return IdentifiedPerplexity(
        name=best.name,
        formula=best.formula,
        base=best.base,
        unit=best.unit,
        factor=best.factor,
        reduction=best.row.name,
        batch=best.batch,
        padding=_padding(best.row, call, way),
        evidence=evidence(seen, miss.worst),
        alternatives=tuple(dict.fromkeys(c.words() for _, c in met[1:] if c.factor is None)),
        notes=tuple(notes),
    )


def _padding(row: Reduction, call: Calling, way: Given) -> str:
    if call.takes("mask"):
        return row.mask
    if way == "list":
        return "there is none: the rows are given as a list, each with its own length"
    if row.mask == IGNORED:
        return "every position counts, also one of loss 0: padding of loss 0 would dilute it"
    return f"a loss of exactly 0 is taken for padding: {row.mask.partition(': ')[2]}"
