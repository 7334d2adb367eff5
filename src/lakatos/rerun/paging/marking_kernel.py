"""``simulate_marking`` compiled with numba. Imported only when a simulation is run: numba is an extra."""

# mypy: disable-error-code="no-untyped-def, misc, no-untyped-call, untyped-decorator, no-any-unimported"

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True)
def run_marking(k, phases, budget, state):
    """Faults, requests, finished phases and pages marked in the last one; -1 for no limit.

    ``order`` holds the marked pages first, so that marking is a swap and a random unmarked page one draw. The generator
    is xorshift64* (Vigna 2016), reduced by a multiplication: a division would cost more than all the rest.
    """
    order, place = np.arange(k + 1), np.arange(k + 1)
    pages = np.uint64(k + 1)
    # All cached pages are marked and page k is missing: the request for it opens the first phase.
    marked, missing = k, k
    faults, requests, begun = 0, 0, 0
    while requests != budget:
        state ^= state >> np.uint64(12)
        state ^= state << np.uint64(25)
        state ^= state >> np.uint64(27)
        page = np.int64((((state * np.uint64(2685821657736338717)) >> np.uint64(32)) * pages) >> np.uint64(32))
        requests += begun > 0
        if place[page] < marked:
            continue
        miss = page == missing
        if miss and marked == k:
            if begun == phases:
                break
            begun += 1
            requests += begun == 1
            marked = 0
        at, other = place[page], order[marked]
        order[at], place[other] = other, at
        order[marked], place[page] = page, marked
        marked += 1
        if miss:
            faults += 1
            state ^= state >> np.uint64(12)
            state ^= state << np.uint64(25)
            state ^= state >> np.uint64(27)
            left = np.uint64(k + 1 - marked)
            draw = np.int64((((state * np.uint64(2685821657736338717)) >> np.uint64(32)) * left) >> np.uint64(32))
            missing = order[marked + draw]
    return faults, requests, begun if requests != budget else begun - 1, marked
