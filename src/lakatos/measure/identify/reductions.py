"""The catalogue of reductions: how the values at the positions become what a function gives. Each is one line.

A reduction is a weight for every position; what is not kept apart is summed with its weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from lakatos.measure.identify.observe import Array

Keep: TypeAlias = Literal["nothing", "sequences", "positions", "valid positions", "entries"]

RESPECTED = "respected: padded positions are left out"
IGNORED = "ignored: padded positions are counted like the others"
DIVISOR = "half respected: padded positions are left out of the sum but counted in the divisor"
SUMMED = "half respected: padded positions are in the sum but not counted in the divisor"
INVERTED = "inverted: only what the mask marks as not counting is counted"


@dataclass(frozen=True)
class Places:
    """The positions of one input.

    Attributes:
        counted: 1 where a position counts, 0 where it is padding.
        vocab: the size of the vocabulary.
    """

    counted: Array
    vocab: int

    @property
    def every(self) -> Array:
        """1 at every position."""
        return np.asarray(self.counted * 0 + 1)

    @property
    def padded(self) -> Array:
        """1 where a position is padding."""
        return self.every - self.counted


@dataclass(frozen=True)
class Reduction:
    """From values at positions to a number, or to several.

    Attributes:
        name: in words.
        mask: what becomes of padded positions.
        weights: of the positions of one input; floats, or fractions for a mask of fractions.
        keep: what stays apart.
        root: whether a square root is taken at the end.
    """

    name: str
    mask: str
    weights: Callable[[Places], Array]
    keep: Keep = "nothing"
    root: bool = False

    def shape(self, mask: Array, vocab: int) -> tuple[int, ...]:
        """The shape of what it gives for one input, without axes of length 1."""
        shapes: dict[Keep, tuple[int, ...]] = {
            "nothing": (), "sequences": mask.shape[:-1], "positions": mask.shape,
            "valid positions": (int(mask.sum()),), "entries": (*mask.shape, vocab),
        }  # fmt: skip
        return tuple(n for n in shapes[self.keep] if n != 1)


def _share(weights: Array) -> Array:
    """Weights that sum to 1."""
    return np.asarray(weights / weights.sum())


def _by_length(weights: Array) -> Array:
    """Weights that sum to 1 in each sequence."""
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def _sequences(m: Array) -> int:
    return int(m.size // m.shape[-1])


def _but(m: Array, *, last: bool) -> Array:
    """The mask without the last position, or without the first."""
    kept = m.copy()
    kept[..., -1 if last else 0] = 0
    return kept


#: The commonest first: where several behave alike on everything tried, the first gives the name.
REDUCTIONS = (
    Reduction("mean over positions", RESPECTED, lambda x: _share(x.counted)),
    Reduction("mean over positions", IGNORED, lambda x: _share(x.every)),
    Reduction("mean over positions", DIVISOR, lambda x: x.counted / x.every.sum()),
    Reduction("mean over positions", SUMMED, lambda x: x.every / x.counted.sum()),
    Reduction("mean over positions", INVERTED, lambda x: _share(x.padded)),
    Reduction("sum over positions", RESPECTED, lambda x: x.counted),
    Reduction("sum over positions", IGNORED, lambda x: x.every),
    Reduction("sum over positions", INVERTED, lambda x: x.padded),
    Reduction("batchmean: sum divided by the first axis alone", RESPECTED, lambda x: x.counted / len(x.counted)),
    Reduction("batchmean: sum divided by the first axis alone", IGNORED, lambda x: x.every / len(x.every)),
    Reduction("mean over elements (numel)", RESPECTED, lambda x: _share(x.counted) / x.vocab),
    Reduction("mean over elements (numel)", IGNORED, lambda x: _share(x.every) / x.vocab),
    Reduction("mean over elements (numel)", DIVISOR, lambda x: x.counted / (x.every.sum() * x.vocab)),
    Reduction("mean over elements (numel)", INVERTED, lambda x: _share(x.padded) / x.vocab),
    Reduction("mean of the sequences' means", RESPECTED, lambda x: _by_length(x.counted) / _sequences(x.counted)),
    Reduction("sum of the sequences' means", RESPECTED, lambda x: _by_length(x.counted)),
    Reduction("sum of the sequences' means", IGNORED, lambda x: _by_length(x.every)),
    Reduction("mean over the vocabulary, sum over positions", RESPECTED, lambda x: x.counted / x.vocab),
    Reduction("mean over the vocabulary, sum over positions", IGNORED, lambda x: x.every / x.vocab),
    Reduction("mean over all positions but the last", RESPECTED, lambda x: _share(_but(x.counted, last=True))),
    Reduction("mean over all positions but the last", IGNORED, lambda x: _share(_but(x.every, last=True))),
    Reduction("mean over all positions but the first", RESPECTED, lambda x: _share(_but(x.counted, last=False))),
    Reduction("mean over all positions but the first", IGNORED, lambda x: _share(_but(x.every, last=False))),
    Reduction("root of the sum", RESPECTED, lambda x: x.counted, root=True),
    Reduction("root of the sum", IGNORED, lambda x: x.every, root=True),
    Reduction("root of the mean over positions", RESPECTED, lambda x: _share(x.counted), root=True),
    Reduction("root of the mean over positions", IGNORED, lambda x: _share(x.every), root=True),
    Reduction("root of the mean over elements", RESPECTED, lambda x: _share(x.counted) / x.vocab, root=True),
    Reduction("root of the mean over elements", IGNORED, lambda x: _share(x.every) / x.vocab, root=True),
    Reduction("none: a value for each position", RESPECTED, lambda x: x.counted, "positions"),
    Reduction("none: a value for each position", IGNORED, lambda x: x.every, "positions"),
    Reduction("none: a value for each position", INVERTED, lambda x: x.padded, "positions"),
    Reduction("none: a value for each position that counts", RESPECTED, lambda x: x.counted, "valid positions"),
    Reduction("mean over the vocabulary at each position", RESPECTED, lambda x: x.counted / x.vocab, "positions"),
    Reduction("mean over the vocabulary at each position", IGNORED, lambda x: x.every / x.vocab, "positions"),
    Reduction("sum for each sequence", RESPECTED, lambda x: x.counted, "sequences"),
    Reduction("sum for each sequence", IGNORED, lambda x: x.every, "sequences"),
    Reduction("mean for each sequence", RESPECTED, lambda x: _by_length(x.counted), "sequences"),
    Reduction("mean for each sequence", IGNORED, lambda x: _by_length(x.every), "sequences"),
    Reduction("mean for each sequence", DIVISOR, lambda x: x.counted / x.counted.shape[-1], "sequences"),
    Reduction("none: a value for each element", RESPECTED, lambda x: x.counted, "entries"),
    Reduction("none: a value for each element", IGNORED, lambda x: x.every, "entries"),
)  # fmt: skip


@dataclass(frozen=True)
class Bank:
    """The reductions that fit the shapes of what a function gave and keep the same apart, ready for all inputs at once.

    Attributes:
        rows: the reductions; of several with the same weights, the first.
        weights: shape (rows, positions or entries).
        starts: where each given number's share of them begins.
        entries: whether weights are for entries of the vocabulary.
        alike: for each row, the others of the same weights.
    """

    rows: tuple[Reduction, ...]
    weights: Array
    starts: Array
    entries: bool
    alike: tuple[tuple[Reduction, ...], ...]

    def predict(self, at: Array) -> tuple[Array, Array]:
        """What each reduction makes of values, and the scale of its misses; both of shape (rows, numbers given)."""
        size = np.abs(at)
        with np.errstate(all="ignore"):
            values = np.add.reduceat(self.weights * at, self.starts, axis=1)
            # Where a value happens to be small its rounding is that of its neighbours; but no value may be drowned.
            lifted = size + np.minimum(0.1 * np.median(size), 1e3 * size)
            scale = np.add.reduceat(np.abs(self.weights) * lifted, self.starts, axis=1)
            roots = np.array([r.root for r in self.rows])[:, None]
            values, scale = np.where(roots, np.sqrt(values), values), np.where(roots, np.sqrt(scale), scale)
        empty = scale <= 0  # nothing but padding is kept here: the value is 0, and any other is a miss
        return values, np.where(empty, scale.max(axis=1, keepdims=True), scale)


def banks(
    masks: Sequence[Array], vocabularies: Sequence[int], outputs: Sequence[Array], *, masked: bool
) -> tuple[Bank, ...]:
    """The reductions that can have given outputs of these shapes; without a mask, those that need none."""
    shapes = [tuple(n for n in y.shape if n != 1) for y in outputs]
    found = []
    for keep in dict.fromkeys(r.keep for r in REDUCTIONS):
        rows = [r for r in REDUCTIONS if r.keep == keep and (masked or r.mask == IGNORED)]
        wanted = [rows[0].shape(m, v) for m, v in zip(masks, vocabularies, strict=True)] if rows else None
        flat = [(int(np.prod(w)),) for w in wanted or () if w]
        if wanted is None or shapes not in (wanted, flat):
            continue
        starts = _starts(keep, masks, vocabularies)
        found.append(_bank(rows, masks, vocabularies, starts, entries=keep == "entries"))
    return tuple(found)


def weights_of(row: Reduction, mask: Array, vocab: int, *, entries: bool = False) -> Array:
    """The weights of one reduction for one input, in a row; 0/0 is 0."""
    m = mask.astype(np.float64)
    with np.errstate(all="ignore"):
        weights = np.ravel(row.weights(Places(m, vocab)))
    return np.repeat(weights, vocab) if entries else weights


def _bank(
    rows: Sequence[Reduction], masks: Sequence[Array], vocabularies: Sequence[int], starts: Array, *, entries: bool
) -> Bank:
    kept: dict[tuple[bytes, bool], list[Reduction]] = {}
    weights: dict[tuple[bytes, bool], Array] = {}
    for row in rows:
        one = np.concatenate([weights_of(row, m, v, entries=entries) for m, v in zip(masks, vocabularies, strict=True)])
        if np.isfinite(one).all() and one.any():
            key = (np.round(one, 12).tobytes(), row.root)
            kept.setdefault(key, []).append(row)
            weights.setdefault(key, one)
    return Bank(
        tuple(same[0] for same in kept.values()),
        np.stack(list(weights.values())) if weights else np.zeros((0, 0)),
        starts,
        entries,
        tuple(tuple(same[1:]) for same in kept.values()),
    )


def _starts(keep: Keep, masks: Sequence[Array], vocabularies: Sequence[int]) -> Array:
    parts, begin = [], 0
    for m, v in zip(masks, vocabularies, strict=True):
        size = m.size * v if keep == "entries" else m.size
        step = {"nothing": size, "sequences": m.shape[-1]}.get(keep, 1)
        inner = np.flatnonzero(m) if keep == "valid positions" else np.arange(0, size, step)
        parts.append(begin + inner)
        begin += size
    return np.concatenate(parts).astype(np.intp)
