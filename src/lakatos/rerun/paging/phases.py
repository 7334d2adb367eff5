"""The full simulation: real layers, real priorities, whole phases only, many replicates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lakatos.arithmetic import floor_over_e
from lakatos.rerun.paging.adversary import inverted_predictions, lazy_phases
from lakatos.rerun.paging.reference import Refresh, Rule


@dataclass(frozen=True)
class PhaseCosts:
    """What the phases cost.

    Attributes:
        costs: misses per phase, shape (replicates, phases); the offline optimum is 1 for each.
        gates: how often RPB-OM's gate was passed, in all replicates together.
    """

    costs: npt.NDArray[np.int64]
    gates: int


def simulate_phases(
    k: int,
    phases: int,
    replicates: int,
    *,
    seed: np.random.SeedSequence,
    rule: Rule = "rpb-om",
    tau: int = 0,
    refresh: Refresh = "miss",
) -> PhaseCosts:
    """Serve whole lazy phases with inverted predictions, in independent replicates.

    Every replicate serves the same sequence (the adversary is oblivious) with priorities of its own, drawn
    from a child of ``seed``.

    Raises:
        ModuleNotFoundError: without numba (the extra ``simulate``).
    """
    requests = lazy_phases(k, phases)
    predictions = inverted_predictions(requests)
    costs = np.empty((replicates, phases), dtype=np.int64)
    optima, gates = set(), 0
    for replicate, child in enumerate(seed.spawn(replicates)):
        priorities = np.random.default_rng(child).random(k + phases)
        misses, opt, passed = serve_compiled(
            requests, k, priorities=priorities, rule=rule, predictions=predictions, tau=tau, refresh=refresh
        )
        costs[replicate] = misses.reshape(phases, k).sum(1)
        optima.add(opt)
        gates += passed
    assert optima == {phases}, f"the offline optimum must be 1 a phase, got {optima}"
    return PhaseCosts(costs, gates)


def serve_compiled(
    requests: npt.NDArray[np.int32],
    k: int,
    *,
    priorities: npt.NDArray[np.float64],
    rule: Rule = "online-min",
    predictions: npt.NDArray[np.float64] | None = None,
    tau: int = 0,
    refresh: Refresh = "miss",
) -> tuple[npt.NDArray[np.int64], int, int]:
    """``reference.serve`` compiled: the misses per request, the optimum and the gate passes."""
    try:
        from lakatos.rerun.paging.kernel import serve_arrays
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("the simulation needs numba: pip install 'lakatos[simulate]'") from error
    gate = np.array([floor_over_e(y + 2) - 2 for y in range(k)], dtype=np.int64)
    predictions = np.full(len(requests), np.inf) if predictions is None else predictions
    misses, opt, gates = serve_arrays(
        requests, k, priorities, predictions, rule == "rpb-om", tau, refresh == "request", gate
    )
    return misses, int(opt), int(gates)
