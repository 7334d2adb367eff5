"""Largest eigenvalue and matching number: two stars on one middle vertex break the bound from 18 vertices on.

Claim
    Aouchiche and Hansen's conjecture: for a connected graph of order n >= 3 with largest eigenvalue lambda_1 and
    matching number mu, lambda_1 + mu >= sqrt(n - 1) + 1, with equality for stars.
Why it looked true
    The horizon. Conjectures are made by programs that look at small graphs, and every connected graph of order up to
    17 obeys. At 17 a second tree beside the star attains equality: the bound looks tight, not broken. One vertex more
    breaks it, where nobody lists all graphs: it took a learned search to find one of order 19.
What was claimed against it
    A tree of order 19, found by reinforcement learning, fails.
What we find
    Two stars with 8 and 7 leaves whose centres share one more neighbour, 18 vertices, fail; 8 and 8, 19 vertices, fail
    by more; 7 and 7, 17 vertices, are an equality, exactly. No connected graph of order below 18 fails, and of order 18
    no other tree: an inequality leaves two families of trees, and all their members are compared.
What this does not show
    That no other connected graph of order 18 fails: one more edge may leave it below the bound. What the right bound
    is: the margin found here goes down as (1 - sqrt 2) sqrt(n/2), and worse graphs may exist.
References
    Wagner, Constructions in combinatorics via neural networks, arXiv:2104.14516 (the tree of order 19).
"""

from fractions import Fraction

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure
from lakatos.claims import Real, from_edges, matching_number, spectral_radius, sqrt, trees
from lakatos.drawing import draw_graph

CLAIM = Claim(
    paper=Paper(title="A survey of automated conjectures in spectral graph theory (Aouchiche and Hansen 2010)"),
    where="the conjecture as stated in arXiv:2104.14516",
    statement="lambda_1 + mu >= sqrt(n - 1) + 1 for every connected graph of order n >= 3",
)
AGAINST = Falsification(statement="A tree of order 19 violates the bound.", source="arXiv:2104.14516")
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")


def two_stars(p, q, *, middle=True):
    """Centres 0 and 1 with p and q leaves, joined through a vertex 2, or by an edge."""
    links = [(0, 2), (1, 2)] if middle else [(0, 1)]
    first = 3 if middle else 2
    leaves = [(0, first + i) for i in range(p)] + [(1, first + p + i) for i in range(q)]
    return from_edges(first + p + q, [*links, *leaves])


def margin(g):
    """lambda_1 + mu - sqrt(n - 1) - 1: a real number whose sign is decided exactly."""
    return spectral_radius(g) + matching_number(g) - sqrt(len(g) - 1) - 1


def square_of_eigenvalue(p, q, *, middle=True):
    """The greater root z = lambda_1^2 of z^2 - b z + c, for the two families of trees with matching number 2.

    Eliminate the leaves from A x = lambda x with x > 0: 1/(z - p) + 1/(z - q) = 1, or (z - p)(z - q) = z.
    """
    b, c = (p + q + 2, p * q + p + q) if middle else (p + q + 1, p * q)
    return (b + sqrt(b * b - 4 * c)) / 2


def ends(x):
    """Rational bounds of a number."""
    return x.bounds(64) if isinstance(x, Real) else (x, x)


def bounds(x, digits=4):
    """A real number between two decimals, as text."""
    low, high = ends(x)
    scale = 10**digits
    return " to ".join(f"{float(Fraction(end, scale)):.{digits}f}" for end in (low * scale // 1, -(-high * scale // 1)))


CASES = {"n = 17, 7 and 7 leaves": (7, 7), "n = 18, 8 and 7 leaves": (8, 7), "n = 19, 8 and 8 leaves": (8, 8)}


@dispute.finding
def counterexamples():
    for name, (p, q) in CASES.items():
        g = two_stars(p, q)
        m = margin(g)
        fails = m < 0
        yield Finding(
            name=f"lambda_1 + mu - sqrt(n - 1) - 1 at {name}",
            kind="exact",
            value="0" if m == 0 else bounds(m),
            shown=f"order {len(g)}: margin between {bounds(m).replace(' to ', ' and ')}" if fails else "0, an equality",
            scope=f"mu = {matching_number(g)}, lambda_1 = {bounds(spectral_radius(g))}; the sign is decided exactly",
            says=f"The tree with {p} and {q} leaves has margin {'0' if m == 0 else bounds(m)}.",
            refutes="claim" if fails else None,
            decisive=len(g) == 18,
        )


@dispute.finding
def least_order():
    """No connected graph below order 18 fails. See the notebook for the three steps that leave two families."""
    # mu = k: a vertex cover of k vertices has one of degree (n-1)/k or more. Failing needs sqrt(n-1) > k + sqrt(k).
    within = [k for k in range(2, 18) if sqrt(18 - 1) > k + sqrt(k)]
    failing, equal, tried = set(), set(), 0
    for middle in (True, False):
        for n in range(4, 19):
            spare = n - (3 if middle else 2)
            for p in range(1, spare // 2 + 1):
                left = sqrt(square_of_eigenvalue(spare - p, p, middle=middle)) + 2 - sqrt(n - 1) - 1
                tried += 1
                if left < 0:
                    failing.add((n, spare - p, p, middle))
                elif left == 0:
                    equal.add((n, spare - p, p, middle))
    least = min(n for n, *_ in failing)
    return Finding(
        name="least order of a connected graph that fails",
        kind="derivation",
        value={
            "least order": least,
            "trees of that order that fail": "; ".join(f"{p} and {q} leaves" for n, p, q, _ in sorted(failing)),
            "equalities other than stars": "; ".join(f"n = {n}, {p} and {q} leaves" for n, p, q, _ in sorted(equal)),
        },
        shown=f"order {least}",
        scope=f"all connected graphs: at n <= 18 only mu in {within} can fail, and then a spanning tree in one of two "
        f"families does; all {tried} members of these up to order 18 were compared, exactly",
        says="Below 18 vertices the conjecture is a theorem.",
    )


@dispute.finding
def how_it_goes_on():
    """With more leaves the gap only grows: two centres of n/2 leaves each have lambda_1 of about sqrt(n/2)."""
    sizes = (8, 20, 100, 1000)
    gaps = {f"{a} and {a} leaves": bounds(sqrt(a + 2) + 2 - sqrt(2 * a + 2) - 1) for a in sizes}
    return Finding(
        name="margin with equal stars",
        kind="exact",
        value=gaps,
        scope="a = b leaves, where lambda_1^2 = a + 2 and n = 2a + 3; it goes down as (1 - sqrt 2) sqrt a",
        says="It is no accident of small numbers: the larger, the worse.",
    )


@dispute.control(holds=True)
def all_small_trees_obey():
    """Every tree of order 3 to 10, by exhaustion: a connected graph that fails has a spanning tree that fails."""
    numbers = {}
    for n in range(3, 11):
        found = list(trees(n).at(0))
        numbers[n] = len(found)
        bad = [g for g in found if margin(g) < 0]
        if bad:
            return Outcome(survived=False, note=f"order {n}: {bad[0]}")
    return Outcome(survived=True, note=f"{sum(numbers.values())} trees, exact")


@dispute.control(holds=True)
def stars_are_equalities():
    """A star of order n has lambda_1 = sqrt(n - 1) and mu = 1: the margin is 0, exactly, never a float's -4e-16."""
    stars = [from_edges(n, [(0, i) for i in range(1, n)]) for n in range(3, 15)]
    return Outcome(survived=all(margin(g) == 0 for g in stars), note=f"n = 3 to {len(stars) + 2}")


@dispute.control(holds=True)
def the_formula_is_the_eigenvalue():
    """The quadratic for lambda_1^2 agrees with the characteristic polynomial of the graph, in both families."""
    sizes = [(p, q, middle) for p in (1, 3, 7) for q in (1, 2, 7) for middle in (True, False)]
    equal = [
        spectral_radius(two_stars(p, q, middle=m)) ** 2 == square_of_eigenvalue(p, q, middle=m) for p, q, m in sizes
    ]
    return Outcome(survived=all(equal), note=f"{len(sizes)} trees, equal as real numbers")


@dispute.control(holds=False)
def two_more_falls_at_once():
    """With + 2 in place of + 1 the stars, equalities before, have to fail."""
    star = from_edges(5, [(0, i) for i in range(1, 5)])
    return Outcome(survived=margin(star) - 1 >= 0, note="the star of order 5")


@figure(
    "Orders 17, 18 and 19: two stars on one middle vertex. With 7 and 7 leaves both sides are equal; with one leaf "
    "more the bound is broken."
)
def three_trees():
    fig, axes = canvas(1, 3, size=(9.2, 2.6))
    for ax, (p, q) in zip(axes, CASES.values()):
        draw_graph(ax, two_stars(p, q))
        m = margin(two_stars(p, q))
        n = p + q + 3
        left = float(ends(spectral_radius(two_stars(p, q)))[0]) + 2
        sign = "=" if m == 0 else "<"
        role = "claim" if m == 0 else "evidence"
        ax.set_title(f"n = {n}:  {left:.4f} {sign} {(n - 1) ** 0.5 + 1:.4f}", size=10, color=role)
    return fig


@figure(
    "The margin of the worst tree with matching number 2, by its order. Up to 12 vertices an inequality alone rules "
    "failure out; at 17 there is an equality; from 18 on the conjecture fails, and by more and more. Stars stay at 0."
)
def margin_by_order():
    fig, ax = canvas()
    orders = list(range(5, 61))
    worst = []
    for n in orders:
        p = (n - 3 + 1) // 2
        z = square_of_eigenvalue(p, n - 3 - p)
        worst.append(float(ends(sqrt(z) + 1 - sqrt(n - 1))[0]))
    colours = ["claim" if w > -1e-12 else "evidence" for w in worst]
    ax.axhline(0, color="context", lw=1)
    ax.vlines(orders, 0, worst, colors=colours, lw=1)
    for role in ("claim", "evidence"):
        ax.plot(*np.transpose([(n, w) for n, w, c in zip(orders, worst, colours) if c == role]), "o", color=role, ms=4)
    ax.annotate("18", (18, worst[13]), xytext=(0, -14), textcoords="offset points", ha="center", color="evidence")
    ax.annotate("17: equality", (17, 0), xytext=(0, 8), textcoords="offset points", ha="left", color="claim")
    ax.set(xlabel="order n", ylabel="margin")
    return fig
