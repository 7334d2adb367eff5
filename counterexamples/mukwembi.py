"""The 3-cube has 12 edges, one more than Theorem 2.1 of Mukwembi 2014 allows.

Claim: a connected triangle-free graph with n vertices and m edges has m <= (n - c)^2/4 + n - 1, where c is the least
    size of a set of vertices that is connected and has, of every other vertex, a neighbour.
Witness: the 3-cube, n = 8, m = 12, c = 4. It is one of a family: two rows of k vertices, each joined to all of
    the other row but its partner, have c = 4 and exceed the bound by k - 3; for k = 3 that is an equality.
What this does not show: nothing against the corollaries of the theorem. That no smaller graph fails is not shown here.
"""

from fractions import Fraction
from itertools import combinations


def hangs_together(g, kept):
    """Whether the vertices in kept are connected among themselves."""
    found = set(kept[:1])
    for _ in kept:
        found |= {w for v in found for w in g[v] if w in kept}
    return found == set(kept)


def dominates(g, kept):
    """Whether every vertex is in kept or has a neighbour there."""
    return all(v in kept or g[v] & set(kept) for v in range(len(g)))


def connected_domination_number(g):
    """The least size, by looking at all sets."""
    sets = (kept for k in range(1, len(g) + 1) for kept in combinations(range(len(g)), k))
    return next(len(kept) for kept in sets if dominates(g, kept) and hangs_together(g, kept))


def edges_and_bound(g):
    """What the theorem compares, for a graph that it speaks of."""
    assert hangs_together(g, tuple(range(len(g))))
    assert not any(g[u] & g[v] for u in range(len(g)) for v in g[u])  # no triangle
    c = connected_domination_number(g)
    return c, Fraction(sum(map(len, g)), 2), Fraction((len(g) - c) ** 2, 4) + len(g) - 1


cube = [{v ^ 1, v ^ 2, v ^ 4} for v in range(8)]
c, edges, bound = edges_and_bound(cube)
assert c == 4
assert (edges, bound) == (12, 11)
assert edges > bound
print(f"the 3-cube: c = {c}, and {edges} edges > {bound}")

for k in range(3, 8):
    rows = [{k + j for j in range(k) if j != i} for i in range(k)] + [{j for j in range(k) if j != i} for i in range(k)]
    c, edges, bound = edges_and_bound(rows)
    assert edges - bound == k - 3
    print(f"rows of {k}: c = {c}, {edges} edges, bound {bound}")
