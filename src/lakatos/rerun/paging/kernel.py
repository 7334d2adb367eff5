"""``reference.serve`` on arrays, compiled with numba. Imported only when a simulation is run: numba is an extra.

Layers are nodes in a circular order: layer j (1 to k) is ``order[(offset + j - 1) % k]`` and ``slot`` is the inverse of
``order``, so that a request from the lowest layer, the adversary's usual one, rotates instead of moving. Positions wrap
at most once, which a comparison does faster than a division. A page's node is -1 while it is outside the support, its
place -1 while it is not cached.
"""

# mypy: disable-error-code="no-untyped-def, misc, no-untyped-call, untyped-decorator, no-any-unimported"

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True)
def serve_arrays(requests, k, priorities, predictions, rpb, tau, every_request, gate):
    """The misses per request, the offline optimum and the gate passes."""
    pages = max(requests.max() + 1, k)
    order, slot, size = np.arange(k), np.arange(k), np.ones(k, dtype=np.int64)
    node, place = np.full(pages, -1), np.full(pages, -1)
    cache, support = np.arange(k), np.empty(pages, dtype=np.int64)
    priority, predicted = np.zeros(pages), np.full(pages, np.inf)
    for page in range(k):
        node[page] = place[page] = support[page] = page
        priority[page] = priorities[page]
    misses = np.zeros(len(requests), dtype=np.int64)
    layers = np.zeros(k, dtype=np.int64)
    offset, supported, drawn = 0, k, k
    unrevealed, budget, memory, gates, opt = 0, 0, -1, 0, 0
    for index in range(len(requests)):
        page = requests[index]
        i = 0 if node[page] < 0 else layer_of(slot[node[page]], offset, k)
        miss = place[page] < 0
        if miss:
            misses[index] = 1
            top, by_prediction = k, False
            if i > 0:
                top = prefix(cache, node, slot, offset, k, i, layers)
                passed = rpb and memory >= 0 and unrevealed <= gate[memory]
                gates += passed
                budget += passed
                by_prediction = rpb and budget > 0
                budget -= by_prediction
            elif rpb:
                by_prediction, budget = True, tau
            victim = choose(cache, layers, i, top, by_prediction, predicted, priority)
            place[page], place[victim] = place[victim], -1
            cache[place[page]] = page
        predicted[page] = predictions[index]
        if i == 0:
            opt += 1
            priority[page] = priorities[drawn]
            drawn += 1
            supported = enter(page, k, order, offset, size, node, support, supported)
            unrevealed = k - 1
        elif not (i == k and size[node[page]] == 1):
            supported = part(page, i, k, order, offset, size, node, support, supported)
            offset = rise(page, i, k, order, slot, offset, node)
            if i <= unrevealed:
                unrevealed = reveal(unrevealed - 1, k, order, offset, size)
        if miss or every_request:
            memory = unrevealed
    return misses, opt, gates


@njit(cache=True)
def layer_of(position, offset, k):
    """The layer at a position of the circular order, 1 to k."""
    j = position - offset + 1
    return j if j >= 1 else j + k


@njit(cache=True)
def prefix(cache, node, slot, offset, k, i, layers):
    """The least z >= i whose layers L_1 to L_z hold exactly z cached pages; fills in each cached page's layer."""
    held_in = np.zeros(k + 1, dtype=np.int64)
    for c in range(k):
        layers[c] = layer_of(slot[node[cache[c]]], offset, k)
        held_in[layers[c]] += 1
    held = 0
    for z in range(1, k + 1):
        held += held_in[z]
        if z >= i and held == z:
            return z
    return k


@njit(cache=True)
def choose(cache, layers, i, top, by_prediction, predicted, priority):
    """The victim among the cached pages of the prefix: the worst prediction, or the least priority."""
    victim = -1
    for c in range(len(cache)):
        if i > 0 and layers[c] > top:
            continue
        q = cache[c]
        if victim < 0:
            victim = q
        elif by_prediction:
            if predicted[q] > predicted[victim] or (predicted[q] == predicted[victim] and q < victim):
                victim = q
        elif priority[q] < priority[victim]:
            victim = q
    return victim


@njit(cache=True)
def enter(page, k, order, offset, size, node, support, supported):
    """A page from L_0: the top two layers merge, and it is the new top one. Returns the size of the support."""
    if k == 1:
        node[support[0]] = -1
        node[page], support[0] = 0, page
        return supported
    last, second = order[(offset + k - 1) % k], order[(offset + k - 2) % k]
    for s in range(supported):
        if node[support[s]] == last:
            node[support[s]] = second
    size[second] += size[last]
    node[page], size[last] = last, 1
    support[supported] = page
    return supported + 1


@njit(cache=True)
def part(page, i, k, order, offset, size, node, support, supported):
    """The rest of a page's layer goes one down, or out of the support from L_1. Returns the size of the support."""
    mine = node[page]
    if size[mine] == 1:
        return supported
    lower = order[(offset + i - 2) % k] if i > 1 else -1
    kept = 0
    for s in range(supported):
        q = support[s]
        if node[q] == mine and q != page:
            node[q] = lower
        if node[q] >= 0:
            support[kept] = q
            kept += 1
    if i > 1:
        size[lower] += size[mine] - 1
    size[mine] = 1
    return kept


@njit(cache=True)
def rise(page, i, k, order, slot, offset, node):
    """Layer i, now a singleton, becomes the top one and those above it come down. Returns the new offset."""
    if i == 1:
        return (offset + 1) % k
    for j in range(i, k):
        here, above = (offset + j - 1) % k, (offset + j) % k
        order[here] = order[above]
        slot[order[here]] = here
    top = (offset + k - 1) % k
    order[top] = node[page]
    slot[node[page]] = top
    return offset


@njit(cache=True)
def reveal(unrevealed, k, order, offset, size):
    """U after a layer was taken from the unrevealed ones: singletons that now stand on top are revealed too."""
    while unrevealed > 0 and size[order[(offset + unrevealed - 1) % k]] == 1:
        unrevealed -= 1
    return unrevealed
