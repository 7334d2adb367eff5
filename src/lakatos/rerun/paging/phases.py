"""The full simulation, fast: real layers, real priorities, whole phases only.

The same algorithm as ``reference.serve``, on arrays and compiled with numba. Layers are nodes in a circular
order, so that a request from the lowest layer, the adversary's usual one, rotates instead of moving.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

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
    gate = np.array([floor_over_e(y + 2) - 2 for y in range(k)], dtype=np.int64)
    predictions = np.full(len(requests), np.inf) if predictions is None else predictions
    misses, opt, gates = _kernel()(
        requests, k, priorities, predictions, rule == "rpb-om", tau, refresh == "request", gate
    )
    return misses, int(opt), int(gates)


@lru_cache(maxsize=1)
def _kernel() -> Any:
    """The compiled kernel. Imported late: numba is an extra, and slow to import."""
    try:
        from numba import njit
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("the simulation needs numba: pip install 'lakatos[simulate]'") from error
    return njit(cache=True)(_serve)


def _serve(requests, k, priorities, predictions, rpb, tau, every_request, gate):  # type: ignore[no-untyped-def]
    pages = max(requests.max() + 1, k)
    # Layer j (1..k) is the node order[offset + j - 1], wrapped at k; slot is the inverse of order.
    order, slot = np.arange(k), np.arange(k)
    offset = 0
    size = np.ones(k, dtype=np.int64)
    node = np.full(pages, -1)
    priority, predicted = np.zeros(pages), np.full(pages, np.inf)
    place = np.full(pages, -1)  # where in the cache list a page is, -1 if not cached
    cache = np.arange(k)
    support = np.empty(pages, dtype=np.int64)
    for page in range(k):
        node[page] = place[page] = support[page] = page
        priority[page] = priorities[page]
    supported, drawn = k, k
    misses = np.zeros(len(requests), dtype=np.int64)
    layer_of = np.zeros(k, dtype=np.int64)  # layer of each cached page, by place
    below = np.zeros(k + 1, dtype=np.int64)
    unrevealed = 0
    budget, memory, gates, opt = 0, -1, 0, 0
    for index in range(len(requests)):
        page = requests[index]
        i = 0
        if node[page] >= 0:
            i = slot[node[page]] - offset + 1
            if i < 1:
                i += k
        miss = place[page] < 0
        if miss:
            misses[index] = 1
            top, by_prediction = k, False
            if i == 0:
                if rpb:
                    by_prediction, budget = True, tau
            else:
                # The least z >= i whose layers L_1..L_z hold exactly z cached pages.
                below[:] = 0
                for c in range(k):
                    j = slot[node[cache[c]]] - offset + 1
                    if j < 1:
                        j += k
                    layer_of[c] = j
                    below[j] += 1
                held = 0
                for z in range(1, k + 1):
                    held += below[z]
                    if z >= i and held == z:
                        top = z
                        break
                if rpb:
                    if memory >= 0 and unrevealed <= gate[memory]:
                        budget += 1
                        gates += 1
                    if budget > 0:
                        by_prediction = True
                        budget -= 1
            victim = -1
            for c in range(k):
                if i > 0 and layer_of[c] > top:
                    continue
                q = cache[c]
                if victim < 0:
                    victim = q
                elif by_prediction:
                    if predicted[q] > predicted[victim] or (predicted[q] == predicted[victim] and q < victim):
                        victim = q
                elif priority[q] < priority[victim]:
                    victim = q
            place[page], place[victim] = place[victim], -1
            cache[place[page]] = page
        predicted[page] = predictions[index]
        # The layers move. Positions wrap at most once, which a comparison does faster than a division.
        if i == 0:
            opt += 1
            priority[page] = priorities[drawn]
            drawn += 1
            if k > 1:
                last = order[(offset + k - 1) % k]
                second = order[(offset + k - 2) % k]
                for s in range(supported):
                    if node[support[s]] == last:
                        node[support[s]] = second
                size[second] += size[last]
                node[page], size[last] = last, 1
                support[supported] = page
                supported += 1
                unrevealed = k - 1
            else:
                node[support[0]] = -1
                node[page], support[0] = 0, page
        elif not (i == k and size[node[page]] == 1):
            mine = node[page]
            if size[mine] > 1:
                lower = order[(offset + i - 2) % k] if i > 1 else -1
                kept = 0
                for s in range(supported):
                    q = support[s]
                    if node[q] == mine and q != page:
                        node[q] = lower
                    if node[q] >= 0:
                        support[kept] = q
                        kept += 1
                supported = kept
                if i > 1:
                    size[lower] += size[mine] - 1
                size[mine] = 1
            if i == 1:
                offset = (offset + 1) % k
            else:
                for j in range(i, k):
                    order[(offset + j - 1) % k] = order[(offset + j) % k]
                    slot[order[(offset + j - 1) % k]] = (offset + j - 1) % k
                order[(offset + k - 1) % k] = mine
                slot[mine] = (offset + k - 1) % k
            # A request from an unrevealed layer takes that layer away; more may be revealed below it.
            if i <= unrevealed:
                unrevealed -= 1
                while unrevealed > 0 and size[order[(offset + unrevealed - 1) % k]] == 1:
                    unrevealed -= 1
        if miss or every_request:
            memory = unrevealed
    return misses, opt, gates
