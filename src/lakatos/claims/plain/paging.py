"""Paging: how often a cache of pages, empty at first, has to load the page that is requested (a fault).

A page that is requested stays or comes into the cache; a page is evicted only to make room for another.
"""


def fifo_faults(requests, frames):
    """The faults of first in, first out: the page that was loaded first is evicted. Needs frames >= 1."""
    if frames < 1:
        raise ValueError("a cache has at least one frame")
    held, faults = [], 0
    for page in requests:
        if page not in held:
            faults += 1
            held = [*held, page][-frames:]
    return faults


def lru_faults(requests, frames):
    """The faults of least recently used: the page whose last request is longest ago is evicted. Needs frames >= 1."""
    if frames < 1:
        raise ValueError("a cache has at least one frame")
    held, faults = [], 0
    for page in requests:
        if page not in held:
            faults += 1
        # In the order of the last requests, whether this one was a fault or not.
        held = [*(other for other in held if other != page), page][-frames:]
    return faults


def flush_when_full_faults(requests, frames):
    """The faults of flush when full: at a fault with a full cache all pages are evicted. Needs frames >= 1."""
    if frames < 1:
        raise ValueError("a cache has at least one frame")
    held, faults = [], 0
    for page in requests:
        if page not in held:
            faults += 1
            held = [*held, page] if len(held) < frames else [page]
    return faults


def optimal_faults(requests, frames):
    """The least faults with all requests known in advance: the page whose next request is furthest off, or never
    comes, is evicted (Belady 1966). Needs frames >= 1.
    """
    if frames < 1:
        raise ValueError("a cache has at least one frame")
    held, faults = [], 0
    for i, page in enumerate(requests):
        if page not in held:
            faults += 1
            if len(held) == frames:
                # Pages that are never requested again come behind all that are.
                coming = list(requests[i + 1 :]) + held
                held.remove(max(held, key=coming.index))
            held.append(page)
    return faults
