"""Samples, how they are laid out for a metric, and the keywords that a metric may ask for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
#: What a metric is handed for a keyword, made when it is asked for.
Offer: TypeAlias = "Callable[[View], Any]"


@dataclass(frozen=True, eq=False)
class Samples:
    """Samples in order: each field holds one array per sample, tokens along its first axis.

    Attributes:
        fields: by name.
        tokens: whether a sample is a sequence of tokens; if not, its arrays have one row.
        ids: which sample each is; a duplicate keeps the id of its original.
        key: tells these samples from all others of an audit.
    """

    fields: Mapping[str, tuple[Array, ...]]
    tokens: bool
    ids: tuple[int, ...]
    key: Hashable

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        return tuple(len(x) for x in next(iter(self.fields.values())))

    def take(self, indices: Iterable[int], *, fresh: bool = False) -> Samples:
        """These samples in this order; a sample may come twice. ``fresh`` numbers them anew, as if they were others."""
        chosen = tuple(indices)
        fields = {name: tuple(x[i] for i in chosen) for name, x in self.fields.items()}
        ids = tuple(range(len(chosen))) if fresh else tuple(self.ids[i] for i in chosen)
        return Samples(fields, self.tokens, ids, (self.key, chosen, fresh))

    def changed(self, why: Hashable, **fields: Sequence[Array]) -> Samples:
        """The same samples with other values in some fields."""
        return replace(self, fields={**self.fields, **{n: tuple(x) for n, x in fields.items()}}, key=(self.key, why))

    def cut(self, why: Hashable, pieces: Sequence[tuple[int, Sequence[int]]]) -> Samples:
        """New samples from pieces of these: each a sample and the tokens of it, in order."""
        fields = {n: tuple(x[i][list(tokens)] for i, tokens in pieces) for n, x in self.fields.items()}
        return Samples(fields, self.tokens, tuple(range(len(pieces))), (self.key, why))


@dataclass(frozen=True)
class Layout:
    """How samples are handed over.

    Attributes:
        batch: samples in a batch, on each device.
        pad_to: the length that sequences are padded to.
        world: devices.
        loud: whether padded positions hold values that would be seen, and not the quiet ones that add nothing.
        left: whether the padding is on the left.
    """

    batch: int
    pad_to: int
    world: int = 1
    loud: bool = False
    left: bool = False


@dataclass(frozen=True, eq=False)
class View:
    """Samples in a layout, with what padded positions hold: by field, the quiet and the loud row."""

    samples: Samples
    layout: Layout
    pads: Mapping[str, tuple[Any, Any]]

    def padded(self, field: str) -> Array:
        """A field as one array: (samples, tokens, ...), or (samples, ...) if samples are no sequences."""
        rows = self.samples.fields[field]
        if not self.samples.tokens:
            return np.array([x[0] for x in rows])
        fill = np.asarray(self.pads[field][self.layout.loud], dtype=rows[0].dtype if rows else None)
        out = np.empty((len(rows), self.layout.pad_to, *fill.shape), dtype=fill.dtype)
        out[...] = fill
        out[self.mask] = np.concatenate(rows)
        return out

    @cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        """True on real tokens."""
        if not self.samples.tokens:
            return np.ones(len(self.samples), dtype=bool)
        lengths, places = np.array(self.samples.lengths)[:, None], np.arange(self.layout.pad_to)
        return np.asarray(places >= self.layout.pad_to - lengths if self.layout.left else places < lengths)

    def chunks(self) -> list[list[int]]:
        """The samples of each batch."""
        n, step = len(self.samples), self.layout.batch
        return [list(range(i, min(i + step, n))) for i in range(0, n, step)]

    def batch(self) -> dict[str, Any]:
        """These samples as one batch of a data loader."""
        return {
            **{name: self.padded(name) for name in self.samples.fields},
            "mask": self.mask,
            "lengths": np.array(self.samples.lengths),
            "ids": np.array(self.samples.ids),
        }

    def batches(self) -> list[dict[str, Any]]:
        """What a data loader yields, the last batch ragged."""
        return [replace(self, samples=self.samples.take(c)).batch() for c in self.chunks()]

    def shards(self) -> list[list[dict[str, Any]]]:
        """The batches of each device, shared out as data loaders do: in turn, the first samples again to fill up."""
        n, world = len(self.samples), self.layout.world
        order = [i % n for i in range(-(-n // world) * world)]
        return [replace(self, samples=self.samples.take(order[rank::world])).batches() for rank in range(world)]


#: Keywords that every strategy offers, beside its fields.
COMMON: Mapping[str, Offer] = {
    "mask": lambda v: v.mask,
    "lengths": lambda v: np.array(v.samples.lengths),
    "ids": lambda v: np.array(v.samples.ids),
    "num_samples": lambda v: len(v.samples),
    "max_length": lambda v: v.layout.pad_to,
    "batch_size": lambda v: v.layout.batch,
    "world_size": lambda v: v.layout.world,
    "batches": lambda v: v.batches(),
    "shards": lambda v: v.shards(),
}
#: Other names under which the same keywords are known.
ALIASES = {
    "nll": "losses", "loss": "losses", "values": "losses", "token_losses": "losses", "attention_mask": "mask",
    "loss_mask": "mask", "targets": "labels", "target": "labels", "y_true": "labels", "references": "labels",
    "log_probs": "log_likelihoods", "logprobs": "log_likelihoods", "y_pred": "predictions", "preds": "predictions",
    "y_score": "scores", "bs": "batch_size", "batchsize": "batch_size",
    "num_devices": "world_size", "num_gpus": "world_size", "n_gpus": "world_size", "loader": "batches",
    "dataloader": "batches", "seq_len": "max_length", "sequence_length": "max_length", "times": "seconds",
    "durations": "seconds", "num_steps": "steps", "n_steps": "steps", "student_logits": "log_p",
    "teacher_logits": "log_q", "n_samples": "num_samples", "sample_ids": "ids", "indices": "ids",
}  # fmt: skip


def neutral(samples: Samples) -> Layout:
    """One batch on one device, padded to the longest: the layout that hides nothing."""
    return Layout(len(samples), max(samples.lengths))
