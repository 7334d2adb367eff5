"""Optimal schedules and packings by branch and bound: the results of ``lakatos.claims.plain.scheduling``, for search.

Both problems are one: jobs end by a time on so many machines exactly if they fit into as many bins of that capacity
(Coffman, Garey and Johnson 1978, "An application of bin-packing to multiprocessor scheduling"). Time is exponential:
about 20 sizes of any kind are quick, more if they are small integers; below ten, schedules gain nothing over plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm


def optimal_makespan(jobs: Sequence[int | Fraction], machines: int) -> int | Fraction:
    """Least makespan: the least capacity that ``machines`` bins need, by bisection.

    It lies between the trivial bounds (mean load, longest job) and longest processing time first.
    """
    if machines < 1 or any(job < 0 for job in jobs):
        raise ValueError("needs a machine and jobs of no negative length")
    (sizes, longest), scale = _descending_integers([*jobs, max(jobs, default=0)])
    low, high = max(-(-sum(sizes) // machines), longest), _longest_first(sizes, machines)
    while low < high:
        middle = (low + high) // 2
        if _fits(sizes, machines, middle):
            high = middle
        else:
            low = middle + 1
    return low if scale == 1 else Fraction(low, scale)


def optimal_bins(items: Sequence[int | Fraction], capacity: int | Fraction) -> int:
    """Least number of bins: counted up from the sum over the capacity to what first fit decreasing needs."""
    if any(item <= 0 or item > capacity for item in items):
        raise ValueError("every item must be larger than 0 and at most as large as a bin")
    if not items:
        return 0
    (sizes, room), _ = _descending_integers([*items, capacity])
    bins, enough = -(-sum(sizes) // room), _first_fit(sizes, room)
    while bins < enough and not _fits(sizes, bins, room):
        bins += 1
    return bins


def _descending_integers(values: Sequence[int | Fraction]) -> tuple[tuple[list[int], int], int]:
    """All but the last value, descending, and the last, times the common denominator; and that denominator."""
    scale = lcm(*(value.denominator for value in values))
    *sizes, last = (value.numerator * (scale // value.denominator) for value in values)
    return (sorted(sizes, reverse=True), last), scale


def _longest_first(sizes: list[int], machines: int) -> int:
    loads = [0] * machines
    for size in sizes:
        loads[loads.index(min(loads))] += size
    return max(loads)


def _first_fit(sizes: list[int], capacity: int) -> int:
    loads: list[int] = []
    for size in sizes:
        place = next((i for i, load in enumerate(loads) if load + size <= capacity), None)
        if place is None:
            loads.append(size)
        else:
            loads[place] += size
    return len(loads)


def _fits(sizes: list[int], bins: int, capacity: int) -> bool:
    """Whether the descending ``sizes`` fit into the bins; depth first, and no set of rooms is tried twice."""
    # Sizes of 0 fit wherever the others do.
    sizes = [size for size in sizes if size > 0]
    slack = bins * capacity - sum(sizes)
    if slack < 0:
        return False
    tried: set[tuple[int, tuple[int, ...]]] = set()
    waiting = [(0, (capacity,) * bins)]
    while waiting:
        index, rooms = waiting.pop()
        if index == len(sizes):
            return True
        if (index, rooms) in tried:
            continue
        tried.add((index, rooms))
        # Room for not even the smallest item stays empty, and there must not be more of it than of empty space.
        if sum(room for room in rooms if room < sizes[-1]) > slack:
            continue
        size = sizes[index]
        # Where it fits exactly it may go: whatever else filled that room can take its place elsewhere.
        options = {size} if size in rooms else {room for room in rooms if room > size}
        for room in sorted(options, reverse=True):
            place = rooms.index(room)
            waiting.append((index + 1, tuple(sorted((*rooms[:place], room - size, *rooms[place + 1 :])))))
    return False
