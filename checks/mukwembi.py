"""Size, order and connected domination: the 3-cube has one edge more than a triangle-free graph was proved to have.

Claim
    Theorem 2.1 of Mukwembi 2014: a connected triangle-free graph of order n and connected domination number c has at
    most (n - c)^2/4 + n - 1 edges.
Why it looked true
    The horizon. Of the 357 connected triangle-free graphs of order up to 8, 356 obey. Complete bipartite graphs with
    equal sides attain the bound, as one expects of a relative of Mantel's theorem; and two corollaries that were drawn
    from it are true, so that its uses never met the gap.
What was claimed against it
    The 3-cube has n = 8, c = 4 and 12 edges; the bound is 11.
What we find
    The 3-cube has 12 edges where 11 are allowed, exactly, and it is the only counterexample of order up to 8. It is
    one of a family, two sides of k vertices each joined to all but its partner: at k = 3 an equality, from k = 4 on
    k - 3 edges too many. The step of the proof that takes two adjacent vertices away and c not to fall fails at every
    edge of the cube.
What this does not show
    Nothing against the corollaries of the theorem, which are reported to have been proved in another way. What the
    right bound is.
References
    Mukwembi, Size, order, and connected domination, Canad. Math. Bull. 57 (2014), 141-144. The counterexample, with a
    formal proof: https://github.com/google-deepmind/formal-conjectures/pull/3726
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure
from lakatos.claims import (
    are_isomorphic,
    edges,
    from_edges,
    graphs,
    induced_subgraph,
    is_connected,
    is_triangle_free,
    size,
)

CLAIM = Claim(
    paper=Paper(title="Size, order, and connected domination (Mukwembi 2014)"),
    where="Theorem 2.1",
    statement="a connected triangle-free graph has at most (n - c)^2/4 + n - 1 edges, c its connected domination",
)
AGAINST = Falsification(
    statement="The 3-cube has 12 edges, connected domination number 4, and so at most 11.",
    source="https://github.com/google-deepmind/formal-conjectures/pull/3726",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")


def connected_dominating_set(g):
    """A smallest set of vertices, connected among themselves, such that every other one has a neighbour there."""
    for k in range(1, len(g) + 1):
        for kept in combinations(range(len(g)), k):
            reached = set(kept).union(*(g[v] for v in kept))
            if len(reached) == len(g) and is_connected(induced_subgraph(g, kept)):
                return kept
    raise ValueError("a graph that is not connected has no connected dominating set")


def connected_domination_number(g):
    return len(connected_dominating_set(g))


def margin(g):
    """(n - c)^2/4 + n - 1 - m: what is left of the bound."""
    return Fraction((len(g) - connected_domination_number(g)) ** 2, 4) + len(g) - 1 - size(g)


def crown(k):
    """Two sides of k vertices, each joined to all of the other side but its partner; for k = 4 the 3-cube."""
    return from_edges(2 * k, [(i, k + j) for i in range(k) for j in range(k) if i != j])


CUBE = from_edges(8, [(u, u ^ 1 << b) for u in range(8) for b in range(3) if not u >> b & 1])


@dispute.finding
def the_cube():
    m, c = size(CUBE), connected_domination_number(CUBE)
    bound = m + margin(CUBE)
    premises = is_connected(CUBE) and is_triangle_free(CUBE)
    return Finding(
        name="edges of the 3-cube, and the bound",
        kind="exact",
        value={"edges": m, "bound": str(bound), "order": len(CUBE), "connected domination": c},
        shown=f"{m} edges > {bound}",
        scope=f"the 3-cube, connected and triangle-free; all {sum(comb(8, k) for k in range(1, c))} sets of fewer than "
        f"{c} vertices were looked at",
        says=f"The 3-cube has {m} edges, where the theorem allows {bound}.",
        refutes="claim" if premises and m > bound else None,
        decisive=True,
    )


@cache
def listed(n):
    """All connected triangle-free graphs of order n, once each up to isomorphism.

    Each comes from one of order n - 1: some vertex of a connected graph can go without cutting it, and the neighbours
    that it had are no two adjacent.
    """
    if n == 1:
        return [((),)]
    kept = defaultdict(list)
    for g in listed(n - 1):
        for near in range(1, 1 << n - 1):
            new = [v for v in range(n - 1) if near >> v & 1]
            if any(w in g[v] for v, w in combinations(new, 2)):
                continue
            h = from_edges(n, [*edges(g), *((v, n - 1) for v in new)])
            alike = kept[tuple(sorted(tuple(sorted(len(h[w]) for w in row)) for row in h))]
            if not any(are_isomorphic(h, other) for other in alike):
                alike.append(h)
    return [g for alike in kept.values() for g in alike]


@dispute.finding
def all_small_graphs():
    margins = {n: [margin(g) for g in listed(n)] for n in range(1, 9)}
    everything = [m for found in margins.values() for m in found]
    before = sum(m < 0 for n in range(1, 8) for m in margins[n])
    return Finding(
        name="connected triangle-free graphs of order up to 8 that fail",
        kind="exact",
        value=sum(m < 0 for m in everything),
        scope=f"all {len(everything)} up to isomorphism, {len(margins[8])} of them of order 8; {everything.count(0)} "
        f"equalities; {before} fail below order 8",
        says="No smaller graph fails, and no other one of order 8: the 3-cube is the least counterexample.",
    )


@dispute.finding
def family():
    found = {k: crown(k) for k in range(3, 9)}
    return Finding(
        name="edges too many, by the side k of a crown graph",
        kind="exact",
        value={f"k = {k}": int(-margin(g)) for k, g in found.items()},
        scope="k = 3 to 8, exact; c = 4 for every k >= 3, so k(k - 1) edges stand against k^2 - 2k + 3",
        says="The excess is k - 3: there is no constant by which the theorem could be mended.",
    )


@dispute.finding
def guilty_step():
    rests = [induced_subgraph(CUBE, [w for w in range(8) if w not in edge]) for edge in edges(CUBE)]
    left = [connected_domination_number(rest) for rest in rests]
    return Finding(
        name="connected domination number of the 3-cube without two adjacent vertices",
        kind="exact",
        value={"least": min(left), "greatest": max(left)},
        scope=f"each of the {len(left)} edges; the 3-cube itself has {connected_domination_number(CUBE)}",
        says="The induction removes two adjacent vertices and takes the connected domination number not to fall.",
    )


@dispute.control(holds=True)
def the_list_is_complete():
    """The list by added vertices agrees, number by number, with the engine's own enumeration of graphs to order 7."""
    numbers = [len(listed(n)) for n in range(1, 8)]
    domain = [len(list(graphs(n, connected=True, triangle_free=True).at(0))) for n in range(1, 8)]
    return Outcome(survived=numbers == domain, note=", ".join(map(str, numbers)))


@dispute.control(holds=True)
def complete_bipartite_graphs_obey():
    """Complete bipartite graphs, with c = 2 and ab edges, obey, and attain the bound when the sides are equal."""
    sides = [(a, b) for a in range(2, 7) for b in range(2, 7)]
    margins = [margin(from_edges(a + b, [(i, a + j) for i in range(a) for j in range(b)])) for a, b in sides]
    tight = all((m == 0) == (a == b) for m, (a, b) in zip(margins, sides))
    return Outcome(survived=min(margins) >= 0 and tight, note=f"sides of 2 to 6, {margins.count(0)} equalities")


@dispute.control(holds=True)
def trees_obey():
    """A tree has n - 1 edges, which the bound always allows: paths and stars of order 3 to 11."""
    paths = [from_edges(n, [(i, i + 1) for i in range(n - 1)]) for n in range(3, 12)]
    stars = [from_edges(n, [(0, i) for i in range(1, n)]) for n in range(3, 12)]
    obey = all(margin(g) >= 0 for g in paths + stars)
    return Outcome(survived=obey, note=f"{len(paths + stars)} trees")


@dispute.control(holds=False)
def without_the_premise_it_falls():
    """With triangles allowed the bound is false: complete graphs have c = 1 and n(n - 1)/2 edges."""
    margins = [margin(from_edges(n, combinations(range(n), 2))) for n in range(4, 9)]
    return Outcome(survived=max(margins) >= 0, note=f"K_4 to K_8, margins {', '.join(map(str, margins))}")


def drawn(ax, g, places):
    """A graph with a smallest connected dominating set marked."""
    kept = connected_dominating_set(g)
    for u, v in edges(g):
        inside = u in kept and v in kept
        line = {"color": "evidence", "lw": 2.8} if inside else {"color": "context", "lw": 1.2}
        ax.plot(*zip(places[u], places[v]), zorder=1, **line)
    for v, place in enumerate(places):
        ax.plot(*place, "o", ms=13, color="evidence" if v in kept else "claim", mec="white", zorder=2)
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.margins(0.12)


@figure(
    "The 3-cube, and the same graph as two rows in which each vertex misses its partner only. No three vertices that "
    "hang together dominate it; four do (red). It has 12 edges, one more than the theorem allows."
)
def the_cube_drawn():
    fig, axes = canvas(1, 2, size=(7.2, 3.2))
    corners = [((v & 1) + 0.38 * (v >> 2), (v >> 1 & 1) + 0.38 * (v >> 2)) for v in range(8)]
    drawn(axes[0], CUBE, corners)
    drawn(axes[1], crown(4), [(i % 4, 1 - i // 4) for i in range(8)])
    return fig


@figure(
    "All connected triangle-free graphs of order up to 8: how many edges each is below the bound. One dot is above it, "
    "the 3-cube; the crown graphs of order 10 to 16 (rings) go on from there."
)
def all_small_graphs_drawn():
    fig, ax = canvas()
    for n in range(1, 9):
        margins = [-margin(g) for g in listed(n)]
        for value in set(margins):
            many = margins.count(value)
            role = "evidence" if value > 0 else "claim"
            ax.plot(n, float(value), "o", color=role, ms=3 + 2.2 * many**0.5, alpha=0.9)
    ax.plot([2 * k for k in range(5, 9)], [k - 3 for k in range(5, 9)], "o", mec="evidence", mfc="white", ms=6)
    ax.axhline(0, color="context", lw=1)
    ax.annotate("the 3-cube", (8, 1), xytext=(-8, 4), textcoords="offset points", ha="right", color="evidence")
    ax.set(xlabel="order n", ylabel="edges above the bound", xticks=range(1, 17))
    return fig
