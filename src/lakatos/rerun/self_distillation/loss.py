"""The released training loss, written again in NumPy from what is known of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def released_loss(student: Array, teacher: Array, *, alpha: float = 0.0) -> Array:
    """The loss at each position: over the whole vocabulary, on log-probabilities.

    At alpha = 0 and alpha = 1 the library's pointwise divergence is called with student and teacher, in this order and
    in the other one; between them both are compared with their mixture. The released code averages this over the
    sampled positions, which no direction depends on.

    Args:
        student, teacher: log-probabilities whose last axis is the vocabulary.
        alpha: from 0 to 1; 0 is the released default.

    Raises:
        ValueError: for an alpha outside 0 to 1.
    """
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha lies between 0 and 1, got {alpha}")
    if alpha == 0:
        terms = _kl_div(student, teacher)
    elif alpha == 1:
        terms = _kl_div(teacher, student)
    else:
        mixture = np.logaddexp(student + np.log1p(-alpha), teacher + np.log(alpha))
        terms = alpha * _kl_div(mixture, teacher) + (1 - alpha) * _kl_div(mixture, student)
    return np.asarray(terms.sum(axis=-1))


def _kl_div(given: Array, target: Array) -> Array:
    """PyTorch's convention for two arrays of logarithms: the expectation is over the second argument."""
    return np.asarray(np.exp(target) * (target - given))
