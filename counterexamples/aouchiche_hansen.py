"""Two stars on one middle vertex: largest eigenvalue plus matching number is below sqrt(n - 1) + 1 from n = 18 on.

Claim: lambda_1 + mu >= sqrt(n - 1) + 1 for every connected graph of order n >= 3, where lambda_1 is the largest
    eigenvalue and mu the matching number.
Witness: centres 0 and 1 with 8 and 7 leaves, joined through vertex 2 (n = 18); the same with 8 and 8 leaves (n = 19).
    With 7 and 7 leaves (n = 17) both sides are equal.
What this does not show: that no smaller connected graph fails, or that no other one of order 18 does.
"""

from fractions import Fraction


def two_stars(p, q):
    """The neighbours of each vertex."""
    edges = [(0, 2), (1, 2)] + [(0, 3 + i) for i in range(p)] + [(1, 3 + p + i) for i in range(q)]
    return [{v for edge in edges if u in edge for v in edge if v != u} for u in range(3 + p + q)]


def ratios(g, x):
    """(A x)_v / x_v for every vertex v. For x > 0 the largest eigenvalue lies between the least and the greatest."""
    assert min(x) > 0
    return [Fraction(sum(x[w] for w in g[v]), x[v]) for v in range(len(g))]


def reached_from(g, v):
    """The vertices that can be reached from v."""
    found = {v}
    for _ in g:
        found |= {w for u in found for w in g[u]}
    return found


# Vectors near the eigenvector, by hand: the two centres, the middle vertex, a leaf of each.
WITNESSES = ((8, 7, (53, 34, 28, 17, 11)), (8, 8, (16, 16, 10, 5, 5)))

for p, q, (first, second, middle, leaf, other) in WITNESSES:
    g = two_stars(p, q)
    n = len(g)
    above = max(ratios(g, [first, second, middle] + [leaf] * p + [other] * q))
    assert len(reached_from(g, 0)) == n
    # Every edge meets a centre, and two disjoint edges never meet the same one: mu <= 2.
    assert all(v in (0, 1) or g[v] <= {0, 1} for v in range(n))
    # lambda_1 + mu <= above + 2 < sqrt(n - 1) + 1.
    assert (above + 1) ** 2 < n - 1
    print(f"n = {n}: lambda_1 <= {above}, mu <= 2, and ({above} + 1)^2 = {(above + 1) ** 2} < {n - 1}")

# The boundary: at n = 17 the vector is the eigenvector, and 3 + 2 = sqrt(16) + 1.
g = two_stars(7, 7)
assert set(ratios(g, [3, 3, 2] + [1] * 14)) == {3}
assert len(g) - 1 == (3 + 2 - 1) ** 2
print("n = 17: lambda_1 = 3, and 3 + 2 = sqrt(16) + 1: an equality")
