"""The oblivious request sequence that costs OnlineMin exactly H_k a phase, and predictions that mislead."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def lazy_phases(k: int, phases: int) -> npt.NDArray[np.int32]:
    """The lazy-phase adversary: per phase one brand-new page, then k - 1 pages of the lowest layer.

    The cache starts with pages 0 to k-1, layer by layer. A phase from layers {a_1}, ..., {a_k} asks for a new
    page q, which joins the top two layers to {a_(k-1), a_k}; then for a_1, ..., a_(k-1). Nothing is left
    unrevealed, the offline optimum has paid 1, and the layers are {q}, {a_1}, ..., {a_(k-1)}: the oldest page is
    gone for good. The sequence depends on no random choice of the algorithm. Priorities live as long as their
    page, about k phases, so that the phases of one run are correlated: only whole runs are replicates.

    Returns:
        The pages requested, shape (phases * k,).
    """
    if k < 2 or phases < 1:
        raise ValueError(f"need k >= 2 and at least one phase, got k={k}, phases={phases}")
    requests = np.empty((phases, k), dtype=np.int32)
    layers = np.arange(k, dtype=np.int32)
    for phase in range(phases):
        requests[phase, 0] = k + phase
        requests[phase, 1:] = layers[: k - 1]
        layers = requests[phase]
    return requests.ravel()


def inverted_predictions(requests: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """For each request the negated time of its page's next arrival: what is needed soonest looks farthest.

    Returns:
        Shape of ``requests``; -inf for a page that never returns.
    """
    predictions = np.full(len(requests), -np.inf)
    upcoming = np.full(int(requests.max()) + 1, -1, dtype=np.int64)
    for index in range(len(requests) - 1, -1, -1):
        page = requests[index]
        if upcoming[page] >= 0:
            predictions[index] = -float(upcoming[page])
        upcoming[page] = index
    return predictions
