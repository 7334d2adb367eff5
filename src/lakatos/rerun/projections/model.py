"""A transformer of one layer in NumPy, with its gradient: queries, keys and values, or keys that are the values.

softmax(Q K^T / sqrt(d)) V, causal, one head, a residual connection, a layer of rectified units and another residual
connection. With two projections V = K, and only K has to be kept for later tokens.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Model: TypeAlias = dict[str, Array]
Projections: TypeAlias = Literal[2, 3]


def untrained(
    projections: Projections, *, tokens: int, positions: int, width: int, seed: np.random.SeedSequence
) -> Model:
    """Random weights. Those that both kinds have are the same for the same seed."""
    rng = np.random.default_rng(seed)
    shapes = {
        "tokens": (tokens, width),
        "positions": (positions, width),
        "q": (width, width),
        "k": (width, width),
        "up": (width, 2 * width),
        "down": (2 * width, width),
        "out": (width, tokens),
        "v": (width, width),
    }
    weights = {name: rng.normal(0, shape[0] ** -0.5, shape) for name, shape in shapes.items()}
    weights["tokens"] *= tokens**0.5 * 0.3
    weights["positions"] *= positions**0.5 * 0.3
    if projections == 2:
        del weights["v"]
    return weights


def losses(model: Model, inputs: npt.NDArray[np.int64], labels: npt.NDArray[np.int64]) -> Array:
    """The loss of every position in nats, shape (rows, positions)."""
    return -_picked(_forward(model, inputs)["log p"], labels)


def gradients(
    model: Model, inputs: npt.NDArray[np.int64], labels: npt.NDArray[np.int64], weight: Array
) -> tuple[float, Model]:
    """The sum of the losses, each times its weight (shape (rows, positions)), and its gradient in every weight."""
    kept = _forward(model, inputs)
    loss = float(-(_picked(kept["log p"], labels) * weight).sum())
    by: Model = {}
    d_logits = np.exp(kept["log p"])
    rows, places = np.indices(labels.shape)
    d_logits[rows, places, labels] -= 1
    d_logits *= weight[..., None]
    by["out"], d_second = _linear_back(kept["second"], model["out"], d_logits)
    by["down"], d_hidden = _linear_back(kept["hidden"], model["down"], d_second)
    by["up"], d_first = _linear_back(kept["first"], model["up"], d_hidden * (kept["hidden"] > 0))
    d_first += d_second
    d_x = _attention_back(model, kept, d_first, by)
    one_hot = np.arange(len(model["tokens"]))[:, None] == inputs.reshape(-1)
    by["tokens"] = one_hot.astype(float) @ d_x.reshape(-1, d_x.shape[-1])
    by["positions"] = np.zeros_like(model["positions"])
    by["positions"][: inputs.shape[1]] = d_x.sum(axis=0)
    return loss, by


def _forward(model: Model, inputs: npt.NDArray[np.int64]) -> dict[str, Array]:
    x = model["tokens"][inputs] + model["positions"][: inputs.shape[1]]
    q, k = x @ model["q"], x @ model["k"]
    v = x @ model["v"] if "v" in model else k
    scores = q @ k.swapaxes(1, 2) * model["q"].shape[0] ** -0.5
    later = np.triu(np.ones(scores.shape[-2:], dtype=bool), 1)
    attention = np.exp(_log_softmax(np.where(later, -np.inf, scores)))
    first = x + attention @ v
    hidden = np.maximum(first @ model["up"], 0)
    second = first + hidden @ model["down"]
    return {
        "x": x, "q": q, "k": k, "v": v, "attention": attention, "first": first, "hidden": hidden, "second": second,
        "log p": _log_softmax(second @ model["out"]),
    }  # fmt: skip


def _attention_back(model: Model, kept: dict[str, Array], d_first: Array, by: Model) -> Array:
    """The gradient in the layer's input; those in its projections are put into ``by``."""
    x, attention = kept["x"], kept["attention"]
    d_attention = d_first @ kept["v"].swapaxes(1, 2)
    d_v = attention.swapaxes(1, 2) @ d_first
    d_scores = attention * (d_attention - (d_attention * attention).sum(-1, keepdims=True))
    d_scores *= model["q"].shape[0] ** -0.5
    d_q, d_k = d_scores @ kept["k"], d_scores.swapaxes(1, 2) @ kept["q"]
    d_x = d_first.copy()
    if "v" not in model:
        d_k = d_k + d_v
    else:
        by["v"], back = _linear_back(x, model["v"], d_v)
        d_x += back
    by["q"], back_q = _linear_back(x, model["q"], d_q)
    by["k"], back_k = _linear_back(x, model["k"], d_k)
    return d_x + back_q + back_k


def _linear_back(x: Array, weights: Array, d_out: Array) -> tuple[Array, Array]:
    """The gradients of ``x @ weights`` in the weights and in x."""
    flat = x.reshape(-1, x.shape[-1])
    return flat.T @ d_out.reshape(-1, d_out.shape[-1]), d_out @ weights.T


def _log_softmax(scores: Array) -> Array:
    shifted = scores - scores.max(axis=-1, keepdims=True)
    found: Array = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return found


def _picked(log_p: Array, labels: npt.NDArray[np.int64]) -> Array:
    found: Array = np.take_along_axis(log_p, labels[..., None], axis=-1)[..., 0]
    return found
