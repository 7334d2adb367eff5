"""Work-function layers, OnlineMin and RPB-OM, written to be read.

Sources: Brodal, Moruz and Negoescu (OnlineMin, Theory Comput. Syst. 2015) for the layers, the selection
and the eviction rule; arXiv:2606.01342 for RPB-OM, from its
description. Pages are integers. The support never grows past the cap at which the authors' code starts
to forget pages in anything simulated here, so that rule ("forgiveness") is not implemented.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, TypeAlias

from lakatos.arithmetic import floor_over_e

Refresh: TypeAlias = Literal["miss", "request"]
Rule: TypeAlias = Literal["online-min", "rpb-om"]


class WorkFunction:
    """The offline work function in compact form: disjoint layers L_1, ..., L_k of pages.

    A page in no layer is in L_0. A set of k pages is a possible optimal cache exactly when it has at most
    i pages in L_1 u ... u L_i, for every i.

    Attributes:
        layers: L_1 to L_k, in order, as sets.
        opt: the offline optimum so far: the number of requests that came from L_0.
    """

    def __init__(self, cached: Sequence[int]) -> None:
        self.layers: list[set[int]] = [{page} for page in cached]
        self.opt = 0

    @property
    def k(self) -> int:
        """The cache size."""
        return len(self.layers)

    @property
    def support(self) -> set[int]:
        """Every page in some layer."""
        return set().union(*self.layers)

    @property
    def unrevealed(self) -> int:
        """U: how many layers lie below the longest suffix of singleton layers."""
        revealed = 0
        for layer in reversed(self.layers):
            if len(layer) > 1:
                break
            revealed += 1
        return self.k - revealed

    def layer(self, page: int) -> int:
        """The index of the page's layer, 0 if it is in none."""
        return next((i for i, layer in enumerate(self.layers, 1) if page in layer), 0)

    def request(self, page: int) -> int:
        """Update the layers for a request; returns the layer the page came from."""
        i = self.layer(page)
        if i == 0:
            self.opt += 1
            if self.k > 1:
                top = self.layers.pop()
                self.layers[-1] |= top
                self.layers.append({page})
            else:
                self.layers = [{page}]
        else:
            rest = self.layers.pop(i - 1) - {page}
            if i > 1:
                self.layers[i - 2] |= rest
            self.layers.append({page})
        return i


def selection(work: WorkFunction, priority: Mapping[int, float]) -> set[int]:
    """The cache that OnlineMin must hold: C_0 = {}, C_j the j highest priorities of C_{j-1} u L_j."""
    chosen: set[int] = set()
    for j, layer in enumerate(work.layers, 1):
        chosen = set(sorted(chosen | layer, key=lambda page: priority[page], reverse=True)[:j])
    return chosen


@dataclass(frozen=True)
class Service:
    """What serving a sequence cost: a miss (1) or hit (0) per request, the optimum, and gate passes."""

    misses: list[int]
    opt: int
    gates: int


def serve(
    requests: Sequence[int],
    k: int,
    *,
    priorities: Sequence[float],
    rule: Rule = "online-min",
    predictions: Sequence[float] | None = None,
    tau: int = 0,
    refresh: Refresh = "miss",
    check: bool = False,
) -> Service:
    """Serve ``requests`` from a cache that starts with pages 0 to k-1.

    Args:
        priorities: consumed in order, one whenever a page enters the support (the first k by pages 0 to k-1).
        rule: OnlineMin, or RPB-OM with a budget of predicted evictions.
        predictions: for each request, the predicted next arrival of its page (RPB-OM evicts the largest).
        tau: the budget that RPB-OM is given at every request from L_0.
        refresh: when RPB-OM's memory Y takes the value of U: after every miss, or after every request.
        check: assert at every step that the cache is a valid configuration and, for OnlineMin, that it
            equals the priority selection.

    Raises:
        ValueError: if two priorities are equal.
    """
    if len(set(priorities)) != len(priorities):
        raise ValueError("priorities must differ: equal ones would leave the victim to the order of a set")
    work = WorkFunction(range(k))
    draws = iter(priorities)
    priority = {page: next(draws) for page in range(k)}
    predicted = dict.fromkeys(range(k), inf)
    cache = set(range(k))
    budget, memory, gates = 0, None, 0
    misses = []
    for index, page in enumerate(requests):
        i = work.layer(page)
        miss = page not in cache
        if miss:
            prefix = cache if i == 0 else _prefix(work, cache, i)
            by_prediction = False
            if rule == "rpb-om" and i == 0:
                by_prediction, budget = True, tau
            elif rule == "rpb-om":
                if memory is not None and work.unrevealed <= floor_over_e(memory + 2) - 2:
                    budget, gates = budget + 1, gates + 1
                if budget:
                    by_prediction, budget = True, budget - 1
            if by_prediction:
                victim = max(prefix, key=lambda q: (predicted[q], -q))
            else:
                victim = min(prefix, key=lambda q: priority[q])
            cache = cache - {victim} | {page}
        if i == 0:
            priority[page] = next(draws)
        if predictions is not None:
            predicted[page] = predictions[index]
        work.request(page)
        if miss or refresh == "request":
            memory = work.unrevealed
        misses.append(int(miss))
        if check:
            _assert_consistent(work, cache, priority, rule)
    return Service(misses, work.opt, gates)


def _prefix(work: WorkFunction, cache: set[int], i: int) -> set[int]:
    """The cached pages of L_1 u ... u L_z, for the least z >= i with exactly z of them."""
    below: set[int] = set()
    for z, layer in enumerate(work.layers, 1):
        below |= layer & cache
        if z >= i and len(below) == z:
            return below
    raise AssertionError("a valid configuration has exactly k pages in L_1 to L_k")


def _assert_consistent(work: WorkFunction, cache: set[int], priority: Mapping[int, float], rule: Rule) -> None:
    below: set[int] = set()
    for i, layer in enumerate(work.layers, 1):
        below |= layer
        assert len(cache & below) <= i, f"the cache has {len(cache & below)} pages in the first {i} layers"
    assert cache <= below, "the cache holds a page outside the support"
    if rule == "online-min":
        assert cache == selection(work, priority), "OnlineMin's cache is not the priority selection"


def belady(requests: Sequence[int], k: int) -> int:
    """The offline optimum by Belady's rule (evict the page needed last), from a cache of pages 0 to k-1."""
    following = [inf] * len(requests)
    seen: dict[int, float] = {}
    for index in range(len(requests) - 1, -1, -1):
        following[index] = seen.get(requests[index], inf)
        seen[requests[index]] = index
    needed: dict[int, float] = {page: seen.get(page, inf) for page in range(k)}
    misses = 0
    for index, page in enumerate(requests):
        if page not in needed:
            misses += 1
            del needed[max(needed, key=lambda q: needed[q])]
        needed[page] = following[index]
    return misses
