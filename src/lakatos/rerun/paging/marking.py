"""Randomised Marking on k + 1 pages: the additive term is exactly 0; only the counting can fake one.

Fiat, Karp, Luby, McGeoch, Sleator and Young (J. Algorithms 1991). A phase ends when a page is asked for that is
not in a cache whose pages are all marked. On uniform requests to k + 1 pages a phase costs H_k faults on average,
and the optimum one. Stop at the end of a phase and the average is right; stop after a number of requests, divide
by the phases that were finished, and the faults of the unfinished one are extra.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class MarkingRuns:
    """Independent runs of Marking.

    Attributes:
        faults, requests: of each run, all of them.
        finished: whole phases of each run.
        units: phases of each run; a fraction for one that is unfinished, by its marked pages.
    """

    faults: npt.NDArray[np.int64]
    requests: npt.NDArray[np.int64]
    finished: npt.NDArray[np.int64]
    units: npt.NDArray[np.float64]

    @property
    def ratio(self) -> npt.NDArray[np.float64]:
        """Faults per finished phase, which is what a run's optimum paid."""
        return self.faults / self.finished


def simulate_marking(
    k: int, replicates: int, *, seed: np.random.SeedSequence, phases: int | None = None, budget: int | None = None
) -> MarkingRuns:
    """Run Marking on uniform requests to k + 1 pages: ``phases`` whole phases, or a ``budget`` of requests.

    Raises:
        ModuleNotFoundError: without numba (the extra ``simulate``).
        ValueError: unless exactly one of the two is given, or if a budget does not finish one phase.
    """
    if (phases is None) == (budget is None):
        raise ValueError("give phases= (whole ones, which is right) or budget= (of requests), not both")
    if k < 2 or replicates < 1 or (phases or 1) < 1:
        raise ValueError(f"need k >= 2, a replicate and a phase, got k={k}, replicates={replicates}, phases={phases}")
    try:
        from lakatos.rerun.paging.marking_kernel import run_marking
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("the simulation needs numba: pip install 'lakatos[simulate]'") from error
    rows = np.empty((replicates, 4), dtype=np.int64)
    for row, child in zip(rows, seed.spawn(replicates), strict=True):
        start = child.generate_state(1, np.uint64)[0] | np.uint64(1)
        row[:] = run_marking(k, phases or -1, budget or -1, start)
    faults, requests, finished, marked = rows.T
    if finished.min() < 1:
        raise ValueError(f"{budget} requests do not finish one phase at k = {k}")
    # The last phase of a budget has marked pages already; whole phases leave none behind.
    unfinished = np.where(np.full(replicates, budget is not None), marked / (k + 1), 0.0)
    return MarkingRuns(faults, requests, finished, finished.astype(np.float64) + unfinished)
