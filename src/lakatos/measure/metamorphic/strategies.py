"""What is drawn for a kind of metric, and what it is offered under which keyword.

Everything is drawn so that slips do not cancel: a prime number of samples, no two sequences of one length, samples that
differ, and classes of different sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lakatos.measure.identify.probes import log_softmax
from lakatos.measure.metamorphic.samples import COMMON, Array, Offer, Samples, View

#: Samples in a drawn set: a prime, so that no batch or world size divides it.
DRAWN = 23
WORDS, CLASSES = 7, 4
#: The logarithm of the probability of a word that is never used: too small to be seen, and finite.
UNUSED = -40.0


@dataclass(frozen=True)
class Strategy:
    """A kind of metric.

    Attributes:
        name: "loss", "accuracy", "binary", "divergence" or "throughput".
        about: what is drawn.
        fields: what a sample holds.
        offers: what a metric may ask for, by keyword.
        draw: samples from a generator; sequences of tokens, or single items.
        vary: samples with other values, in the one sample that is named.
        pads: by field, what padding holds: what adds nothing, and what would be seen; given the label of padding.
    """

    name: str
    about: str
    fields: tuple[str, ...]
    offers: Mapping[str, Offer]
    draw: Callable[[np.random.Generator, bool], dict[str, tuple[Array, ...]]]
    vary: Callable[[dict[str, Array]], dict[str, Array]]
    pads: Callable[[Samples, int], dict[str, tuple[Any, Any]]]

    def one_changed(self, samples: Samples, index: int) -> Samples:
        """The samples with other values in one of them."""
        new = self.vary({name: x[index] for name, x in samples.fields.items()})
        fields = {n: (*samples.fields[n][:index], x, *samples.fields[n][index + 1 :]) for n, x in new.items()}
        return samples.changed(("other value", index), **fields)


def _lengths(rng: np.random.Generator, tokens: bool) -> list[int]:
    return (rng.permutation(DRAWN) + 2).tolist() if tokens else [1] * DRAWN


def _field(name: str) -> Offer:
    return lambda view: view.padded(name)


def _fields(*names: str) -> dict[str, Offer]:
    return {**{n: _field(n) for n in names}, **COMMON}


def _cross_entropy(logits: Array, labels: Array) -> Array:
    return np.asarray(-log_softmax(logits)[np.arange(len(labels)), labels])


def _draw_loss(rng: np.random.Generator, tokens: bool) -> dict[str, tuple[Array, ...]]:
    logits, labels = [], []
    for length in _lengths(rng, tokens):
        words = rng.integers(WORDS, size=length)
        scores = rng.normal(size=(length, WORDS))
        scores[np.arange(length), words] += rng.normal(0.5, 1.5)
        logits.append(scores)
        labels.append(words)
    losses = tuple(_cross_entropy(x, y) for x, y in zip(logits, labels, strict=True))
    return {"losses": losses, "logits": tuple(logits), "labels": tuple(labels)}


def _vary_loss(sample: dict[str, Array]) -> dict[str, Array]:
    if "logits" not in sample or "labels" not in sample:
        return {name: sample[name] * 2 + 1 for name in ("losses", "logits") if name in sample}
    logits, labels = np.array(sample["logits"], dtype=float), sample["labels"]
    logits[np.arange(len(labels)), labels] -= 1
    return {"logits": logits, **({"losses": _cross_entropy(logits, labels)} if "losses" in sample else {})}


def _pads_loss(samples: Samples, label: int) -> dict[str, tuple[Any, Any]]:
    words = samples.fields["logits"][0].shape[-1] if "logits" in samples.fields else WORDS
    sure = np.zeros(words)
    sure[max(label, 0)] = -UNUSED
    return {"losses": (0, 3), "logits": (sure, np.zeros(words)), "labels": (label, label)}


def _draw_classes(count: int) -> Callable[[np.random.Generator, bool], dict[str, tuple[Array, ...]]]:
    def draw(rng: np.random.Generator, tokens: bool) -> dict[str, tuple[Array, ...]]:
        shares = np.arange(count, 0, -1) / np.arange(1, count + 1).sum()
        labels, predictions = [], []
        for length in _lengths(rng, tokens):
            true = rng.choice(count, size=length, p=shares)
            wrong = (true + rng.integers(1, count, size=length)) % count
            labels.append(true)
            predictions.append(np.where(rng.random(length) < rng.beta(1.5, 1), true, wrong))
        correct = tuple(x == y for x, y in zip(labels, predictions, strict=True))
        drawn: dict[str, tuple[Array, ...]] = {"predictions": tuple(predictions), "labels": tuple(labels)}
        if count == 2:
            drawn["scores"] = tuple((x + rng.random(len(x))) / 2 for x in predictions)
        return {**drawn, "correct": correct}

    return draw


def _vary_classes(sample: dict[str, Array]) -> dict[str, Array]:
    new = {"scores": 1 - sample["scores"]} if "scores" in sample else {}
    if "predictions" not in sample or "labels" not in sample:
        return new or {"correct": ~sample["correct"].astype(bool)}
    labels = sample["labels"]
    other = np.where(labels == 0, 1, 0) if labels.dtype.kind in "biuf" else np.full_like(labels, "")
    predictions = np.where(sample["predictions"] == labels, other, labels)
    new |= {"predictions": predictions, "correct": predictions == labels}
    return {name: x for name, x in new.items() if name in sample}


def _pads_classes(_: Samples, label: int) -> dict[str, tuple[Any, Any]]:
    return {"predictions": (1, max(label, 0)), "labels": (label, label), "correct": (False, label >= 0),
            "scores": (0, 1)}  # fmt: skip


def _logs(p: Array, q: Array) -> dict[str, Array]:
    return {"p": p, "q": q, "log_p": np.log(p), "log_q": np.log(q)}


def _draw_divergence(rng: np.random.Generator, tokens: bool) -> dict[str, tuple[Array, ...]]:
    rows = []
    for length in _lengths(rng, tokens):
        p = rng.dirichlet(np.full(WORDS, 1.0), size=length) + 1e-3
        q = p ** rng.uniform(0.2, 1.5) * rng.uniform(0.5, 1.5, size=(length, WORDS))
        rows.append(_logs(p / p.sum(axis=1, keepdims=True), q / q.sum(axis=1, keepdims=True)))
    return {name: tuple(r[name] for r in rows) for name in rows[0]}


def _vary_divergence(sample: dict[str, Array]) -> dict[str, Array]:
    q = np.array(sample["q"] if "q" in sample else np.exp(log_softmax(sample["log_q"])))
    q = q / 2
    q[..., 0] += 0.5
    return {name: x for name, x in (("q", q), ("log_q", np.log(q))) if name in sample}


def _pads_divergence(samples: Samples, _: int) -> dict[str, tuple[Any, Any]]:
    words = next(iter(samples.fields.values()))[0].shape[-1]
    flat, steep = np.full(words, 1 / words), 0.5 ** np.arange(words)
    quiet, loud = _logs(flat, flat), _logs(flat, steep / steep.sum())
    return {name: (quiet[name], loud[name]) for name in quiet}


def _draw_throughput(rng: np.random.Generator, _: bool) -> dict[str, tuple[Array, ...]]:
    # The time of a sequence is spread over its tokens, at its own rate.
    return {"seconds": tuple(np.full(n, rng.uniform(0.5, 2) / 16) for n in _lengths(rng, True))}


def _steps(view: View) -> list[list[int]]:
    """The samples of each step: a batch on every device."""
    n, step = len(view.samples), view.layout.batch * view.layout.world
    return [list(range(i, min(i + step, n))) for i in range(0, n, step)]


def _step_seconds(view: View) -> Array:
    rows = view.samples.fields["seconds"]
    return np.array([sum(rows[i].sum() for i in step) / view.layout.world for step in _steps(view)])


def _over_steps(count: Callable[[View, int], int]) -> Offer:
    return lambda view: np.array([sum(count(view, i) for i in step) for step in _steps(view)])


THROUGHPUT: dict[str, Offer] = {
    **{name: COMMON[name] for name in ("lengths", "num_samples", "max_length", "batch_size", "world_size")},
    "seconds": _step_seconds,
    "total_seconds": lambda v: float(_step_seconds(v).sum()),
    "items": _over_steps(lambda _view, _i: 1),
    "tokens": _over_steps(lambda view, i: view.samples.lengths[i]),
    "padded_tokens": _over_steps(lambda view, _: view.layout.pad_to),
    "steps": lambda v: len(_steps(v)),
}

LOSS, PAIR = ("losses", "logits", "labels"), ("p", "q", "log_p", "log_q")
LIKELY: dict[str, Offer] = {**_fields(*LOSS), "log_likelihoods": lambda v: -v.padded("losses")}
ANSWERS = ("predictions", "labels", "correct")
SCORED = ("predictions", "labels", "scores", "correct")
STRATEGIES: dict[str, Strategy] = {
    s.name: s
    for s in (
        Strategy("loss", "losses of tokens (or items), from logits over 7 words", LOSS, LIKELY, _draw_loss,
                 _vary_loss, _pads_loss),
        Strategy("accuracy", "predictions of 4 classes of different sizes", ANSWERS, _fields(*ANSWERS),
                 _draw_classes(CLASSES), _vary_classes, _pads_classes),
        Strategy("binary", "predictions of 2 classes of different sizes, with scores", SCORED, _fields(*SCORED),
                 _draw_classes(2), _vary_classes, _pads_classes),
        Strategy("divergence", "pairs of distributions over 7 words", PAIR, _fields(*PAIR), _draw_divergence,
                 _vary_divergence, _pads_divergence),
        Strategy("throughput", "times of steps that are the sum of their samples' times", ("seconds",), THROUGHPUT,
                 _draw_throughput, lambda s: {"seconds": s["seconds"] * 1.7}, lambda *_: {"seconds": (0, 0)}),
    )
}  # fmt: skip
#: The keywords by which a metric's kind is known, in this order.
KNOWN_BY = (
    ("scores", "binary"), ("seconds", "throughput"), ("total_seconds", "throughput"), ("predictions", "accuracy"),
    ("correct", "accuracy"), ("p", "divergence"), ("q", "divergence"), ("log_p", "divergence"),
    ("log_q", "divergence"), ("losses", "loss"), ("log_likelihoods", "loss"), ("logits", "loss"),
)  # fmt: skip
