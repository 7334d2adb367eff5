"""Pairs of random distributions of many shapes, and all of them flat in one row for the reference values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np

from lakatos.measure.identify.observe import Arguments, Array

Form: TypeAlias = Literal["probabilities", "log-probabilities", "logits", "token log-probabilities"]
FORMS: tuple[Form, ...] = ("probabilities", "log-probabilities", "logits", "token log-probabilities")

#: Batches, positions and vocabularies change independently, so that no divisor can pass for a unit; vocabularies of
#: some hundred entries show a truncation.
SHAPES = (
    (3, 5), (5, 7), (7, 4), (11, 6), (4, 307), (6, 211),
    (2, 3, 5), (3, 5, 7), (4, 2, 11), (5, 3, 4), (2, 2, 307), (3, 2, 211),
)  # fmt: skip
#: Single distributions, for functions that take nothing else.
LONE = ((5,), (7,), (4,), (11,), (6,), (9,), (307,), (211,))
_SPREADS = (1.0, 0.3, 1.0, 1.5)


@dataclass(frozen=True)
class Probe:
    """Two distributions P and Q at every position, with a mask and a sampled token for each.

    Attributes:
        shape: (vocab,), (positions, vocab) or (batch, positions, vocab).
        p, q: logits of that shape; they differ from log-probabilities by a constant at each position.
        mask: True where a position counts; the padding is at the right end of each sequence.
        tokens: an entry of the vocabulary at each position.
    """

    shape: tuple[int, ...]
    p: Array
    q: Array
    mask: Array
    tokens: Array

    @property
    def positions(self) -> tuple[int, ...]:
        """The shape without the vocabulary; one position for a lone distribution."""
        return self.shape[:-1] or (1,)

    def given(self, which: Literal["p", "q"], form: Form) -> Array:
        """What a function that expects this form is given for P or Q."""
        logits = getattr(self, which)
        if form == "logits":
            return np.asarray(logits)
        logs = log_softmax(logits)
        if form == "token log-probabilities":
            return np.take_along_axis(logs, self.tokens[..., None], axis=-1)[..., 0]
        return logs if form == "log-probabilities" else np.exp(logs)


def log_softmax(logits: Array) -> Array:
    """log-probabilities along the last axis."""
    top = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(top - np.log(np.exp(top).sum(axis=-1, keepdims=True)))


def probes(shapes: Sequence[tuple[int, ...]], *, seed: int, at_least: int = 8) -> tuple[Probe, ...]:
    """Seeded probes of these shapes, each rank at least so often.

    Raises:
        ValueError: for a shape that is none of the three.
    """
    for shape in shapes:
        if not 1 <= len(shape) <= 3 or min(shape) < 1 or shape[-1] < 2:
            raise ValueError(
                f"{shape!r} is no shape of distributions; write (vocab,), (positions, vocab) or "
                "(batch, positions, vocab), with a vocabulary of at least 2"
            )
    wanted = list(shapes)
    for rank in sorted({len(s) for s in shapes}):
        same = [s for s in shapes if len(s) == rank]
        wanted += [same[i % len(same)] for i in range(max(0, at_least - len(same)))]
    seeds = np.random.SeedSequence(seed).spawn(len(wanted))
    # Some pairs are near and some far apart, so that a clip shows as agreement on the others.
    spreads = [1.0 if shape[-1] > 50 else _SPREADS[i % len(_SPREADS)] for i, shape in enumerate(wanted)]
    drawn = zip(wanted, seeds, spreads, strict=True)
    return tuple(_probe(shape, np.random.default_rng(s), spread) for shape, s, spread in drawn)


def _probe(shape: tuple[int, ...], rng: np.random.Generator, spread: float) -> Probe:
    positions, vocab = shape[:-1] or (1,), shape[-1]
    wide = spread * rng.uniform(0.7, 2.5, size=(*positions, 1))
    # What is given as logits is not normalised.
    p, q = (wide * rng.normal(size=(*positions, vocab)) + rng.normal(size=(*positions, 1)) for _ in range(2))
    length = positions[-1]
    lengths = np.asarray(rng.integers(1, length + 1, size=positions[:-1]))
    if (lengths == length).all():  # at least one position is padding, where there is more than one
        lengths.flat[0] = max(1, length - 1)
    mask = np.arange(length) < lengths[..., None]
    tokens = rng.integers(0, vocab, size=positions)
    lone = len(shape) == 1
    return Probe(shape, *((z[0] if lone else z) for z in (p, q)), *((m[0] if lone else m) for m in (mask, tokens)))


@dataclass(frozen=True)
class Pair:
    """P and Q of many probes in one row of entries, a position's entries side by side.

    Attributes:
        p, q, lp, lq: probabilities and their logarithms, one for each entry.
        a, b: what a function is given for P and Q.
        starts: where each position's entries begin.
        tokens: where each position's sampled entry lies.
    """

    p: Array
    q: Array
    lp: Array
    lq: Array
    a: Array
    b: Array
    starts: Array
    tokens: Array

    def sum(self, terms: Array) -> Array:
        """The sum over the vocabulary at each position."""
        return np.asarray(np.add.reduceat(terms, self.starts))

    def at(self, terms: Array) -> Array:
        """The sampled entry at each position."""
        return np.asarray(terms[self.tokens])

    @property
    def sizes(self) -> Array:
        """The entries at each position."""
        return np.diff(np.append(self.starts, len(self.p)))

    @property
    def row(self) -> Array:
        """The position that each entry belongs to."""
        return np.repeat(np.arange(len(self.starts)), self.sizes)

    def swapped(self) -> Pair:
        """The same with P and Q in each other's place."""
        return replace(self, p=self.q, q=self.p, lp=self.lq, lq=self.lp, a=self.b, b=self.a)


def pair(chosen: Sequence[Probe], forms: tuple[Form, Form], *, target: int = 0) -> Pair:
    """All entries of some probes in one row; ``target`` says which argument of the function is P."""
    first, second = ("p", "q") if target == 0 else ("q", "p")
    logs = {w: np.concatenate([log_softmax(getattr(x, w)).ravel() for x in chosen]) for w in ("p", "q")}
    whole = tuple("log-probabilities" if f == "token log-probabilities" else f for f in forms)
    given = dict(zip((first, second), whole, strict=True))
    raw = {w: np.concatenate([x.given(w, given[w]).ravel() for x in chosen]) for w in ("p", "q")}
    sizes = np.concatenate([np.full(int(np.prod(x.positions)), x.shape[-1]) for x in chosen])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    tokens = starts + np.concatenate([np.ravel(x.tokens) for x in chosen])
    return Pair(np.exp(logs["p"]), np.exp(logs["q"]), logs["p"], logs["q"], raw["p"], raw["q"], starts, tokens)


def exact_pair(given: Sequence[tuple[Array, Array]]) -> Pair:
    """Pairs of object arrays of fractions in one row; there are no logarithms."""
    p, q = (np.concatenate([x[i].ravel() for x in given]) for i in (0, 1))
    sizes = np.concatenate([np.full(x[0].size // x[0].shape[-1], x[0].shape[-1]) for x in given])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    empty = np.zeros(0)
    return Pair(p, q, empty, empty, p, q, starts, starts)


def exact_distributions(shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """An object array of fractions that sum to 1 along the last axis."""
    counts = rng.integers(1, 30, size=shape)
    totals = counts.sum(axis=-1, keepdims=True)
    fraction = np.frompyfunc(lambda n, d: Fraction(int(n), int(d)), 2, 1)
    result: Any = fraction(counts, totals)
    return np.asarray(result, dtype=object)


def arguments(probe: Probe, forms: tuple[Form, Form], *, target: int = 0) -> Arguments:
    """What a function is called with: both distributions in its own order, the mask, the tokens."""
    first, second = ("p", "q") if target == 0 else ("q", "p")
    further = {"mask": probe.mask, "tokens": probe.tokens}
    return (probe.given(first, forms[0]), probe.given(second, forms[1]), further)  # type: ignore[arg-type]
