"""Training by Adam, with padding among the labels or masked out, and scoring either way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from lakatos.rerun.projections.corpus import Corpus
from lakatos.rerun.projections.model import Model, Projections, gradients, losses, untrained


@dataclass(frozen=True)
class Scores:
    """The losses of one model on held-out rows, in nats, shape (rows, positions), and which positions are real."""

    losses: npt.NDArray[np.float64]
    real: npt.NDArray[np.bool_]

    @property
    def counted(self) -> float:
        """Perplexity with padding counted."""
        return float(np.exp(self.losses.mean()))

    @property
    def true(self) -> float:
        """Perplexity on real positions."""
        return float(np.exp(self.losses[self.real].mean()))

    @property
    def pad_loss(self) -> float:
        """Mean loss on padding, in nats."""
        return float(self.losses[~self.real].mean())


def train(
    corpus: Corpus,
    projections: Projections,
    *,
    steps: int,
    seed: int,
    width: int = 32,
    rows: int = 24,
    masked: bool = False,
) -> Model:
    """Train on random rows; the loss is the mean over all positions, or over real ones if ``masked``.

    Adam (Kingma and Ba 2015) with rate 3e-3, falling to zero by a cosine.
    """
    root = np.random.SeedSequence(seed)
    at_first, order = root.spawn(2)
    model = untrained(
        projections, tokens=len(corpus.characters) + 1, positions=corpus.inputs.shape[1], width=width, seed=at_first
    )
    rng = np.random.default_rng(order)
    first = {name: np.zeros_like(w) for name, w in model.items()}
    second = {name: np.zeros_like(w) for name, w in model.items()}
    # The matrices are small: several threads would mostly wait for one another.
    with threadpool_limits(1):
        for step in range(1, steps + 1):
            batch = corpus.rows(rng.integers(0, len(corpus.inputs), rows))
            weight = batch.real.astype(float) if masked else np.ones(batch.real.shape)
            _, by = gradients(model, batch.inputs, batch.labels, weight / weight.sum())
            rate = 3e-3 * 0.5 * (1 + np.cos(np.pi * step / steps))
            for name, gradient in by.items():
                first[name] = 0.9 * first[name] + 0.1 * gradient
                second[name] = 0.99 * second[name] + 0.01 * gradient**2
                size = np.sqrt(second[name] / (1 - 0.99**step)) + 1e-8
                model[name] = model[name] - rate * first[name] / (1 - 0.9**step) / size
    return model


def score(model: Model, corpus: Corpus) -> Scores:
    """The losses of a model on rows it was not trained on."""
    return Scores(losses(model, corpus.inputs, corpus.labels), corpus.real)
