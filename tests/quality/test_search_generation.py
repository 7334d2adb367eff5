"""Strategies that generate: each on invented claims of its kind, true ones among them, and what they do not take."""

from fractions import Fraction

import pytest

from lakatos.claims import (
    forall,
    graphs,
    integers,
    is_bipartite,
    is_connected,
    is_graph,
    is_tree,
    is_triangle_free,
    lpt,
    matching_number,
    matrices,
    number_of_spanning_trees,
    number_of_triangles,
    optimal_makespan,
    permutations,
    polynomials,
    psd_matrices,
    rationals,
    reals,
    sequences,
    size,
    spectral_radius,
    sqrt,
    stochastic_matrices,
    symmetric_matrices,
    trajectories,
    trees,
    vectors,
    verify_witness,
)
from lakatos.claims.fast.enumerate import graphs as all_graphs
from lakatos.claims.fast.enumerate import to_graph6
from lakatos.search import Counterexample, NotFound, ProvedOn, fitting, search
from lakatos.search.budget import Budget
from lakatos.search.rules import members
from lakatos.search.strategies import strategies


def refuted(claim, strategy, *, seconds=40):
    """The values that a strategy alone refutes a claim with."""
    found = search(claim, seconds=seconds, only=[strategy])
    assert isinstance(found, Counterexample), found
    assert found.judgement.status == "refutes"
    assert found.method.startswith(strategy)
    return found.values


# Generation.


@forall(n=integers(1), m=integers(1))
def no_sum_of_squares(n, m):
    return n * n + m * m != 25


@forall(x=rationals(), y=rationals(0, 1))
def away_from_a_point(x, y):
    return abs(x - Fraction(3, 2)) + abs(y - Fraction(1, 3)) - Fraction(1, 20)


@forall(v=sequences(integers(-9, 9), (0, None)))
def never_long_and_balanced(v):
    return len(v) < 4 or sum(v) != 0 or len(set(v)) < 3


@forall(p=permutations((1, None)))
def few_fixed_points(p):
    return len(p) < 4 or sum(p[i] == i for i in range(len(p))) != 1


@forall(p=polynomials(integers(-5, 5), (1, 3)))
def no_root_at_two(p):
    return sum(c * 2**i for i, c in enumerate(p)) != 0


@forall(A=matrices(integers(-3, 3), rows=2, columns=2), B=matrices(integers(-3, 3), rows=2, columns=2))
def commute(A, B):
    return A @ B == B @ A


@forall(A=symmetric_matrices(integers(-4, 4), 2))
def diagonal_dominates(A):
    return A[0, 0] + A[1, 1] - A[0, 1]


@forall(A=psd_matrices(integers(-9, 9), 3))
def no_negative_entry(A):
    return min(A[0, 1], A[0, 2], A[1, 2])


@forall(A=stochastic_matrices(2))
def never_alternates(A):
    return A[0, 0] + A[1, 1] - Fraction(1, 10)


@forall(g=graphs((1, None), connected=True))
def as_sparse_as_a_tree(g):
    return len(g) - size(g)


@forall(g=trees((1, None)))
def no_wide_vertex(g):
    return 4 - max(map(len, g))


@forall(g=graphs((4, 10), cubic=True))
def complete_or_bipartite(g):
    return len(g) < 8


@forall(g=graphs((2, None), bipartite=True))
def no_square(g):
    return all(len(set(g[u]) & set(g[v])) < 2 for u in range(len(g)) for v in range(u))


def doubled(_t, x):
    """2x + 1"""
    return 2 * x + 1


@forall(run=trajectories(integers(0, 20), doubled, horizon=20))
def not_a_thousand(run):
    return 1000 - run[-1]


OF_EVERY_DOMAIN = [
    no_sum_of_squares, away_from_a_point, never_long_and_balanced, few_fixed_points, no_root_at_two, commute,
    diagonal_dominates, no_negative_entry, never_alternates, as_sparse_as_a_tree, no_wide_vertex,
    complete_or_bipartite, no_square, not_a_thousand,
]  # fmt: skip


@pytest.mark.parametrize("claim", OF_EVERY_DOMAIN, ids=lambda c: c.name)
def test_generation_takes_every_domain(claim):
    pytest.importorskip("hypothesis")
    refuted(claim, "generation")


@forall(v=vectors(integers(-5, 5), 3))
def sum_of_squares(v):
    return sum(x * x for x in v)


def test_generation_does_not_refute_what_is_true():
    pytest.importorskip("hypothesis")
    assert isinstance(search(sum_of_squares, seconds=2, only=["generation"]), NotFound | ProvedOn)


@forall(a=integers(1, 40), b=integers(1, 40), c=integers(1, 40))
def no_right_triangle(a, b, c):
    return abs(a * a + b * b - c * c) - 5


@no_right_triangle.given
def legs_in_order(a, b, c):  # noqa: ARG001
    """a < b"""
    return a < b


def proposed(claim, strategy, *, steps=4096, seed=3, turn=2):
    """What a strategy proposes first, with nothing to shrink it."""
    from random import Random

    return next(strategies()[strategy].propose(claim, Budget(steps), Random(seed), turn), None)


def test_generation_depends_on_its_seed_only(capfd, tmp_path, monkeypatch):
    pytest.importorskip("hypothesis")
    monkeypatch.chdir(tmp_path)
    first = proposed(no_right_triangle, "generation")
    assert first is not None
    assert first == proposed(no_right_triangle, "generation")
    assert first[0] < first[1]
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_generation_stops_where_its_budget_does():
    pytest.importorskip("hypothesis")
    budget = Budget(50)
    from random import Random

    assert list(strategies()["generation"].propose(sum_of_squares, budget, Random(0), 0)) == []
    assert budget.used <= 130


def test_generation_says_when_hypothesis_is_missing(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert fitting(commute)["generation"] == "hypothesis is not installed"


# Branches.


@forall(jobs=sequences(rationals(0), (1, None), of="job"), strict=True)
def nearly_optimal(jobs):
    """LPT takes less than 10/9 of the optimum on two machines."""
    return Fraction(10, 9) * optimal_makespan(jobs, 2) - lpt(jobs, 2)


@forall(v=vectors(rationals(-100, 100), 5))
def median_near_mean(v):
    return (max(v) - min(v)) / 4 - abs(sorted(v)[2] - sum(v) / 5)


@forall(x=reals(), y=reals(), z=reals())
def folded_plane(x, y, z):
    return abs(x - Fraction(1, 3)) + abs(x + y - Fraction(1, 7)) + abs(y - 3 * z) + max(z, -z, x - y) - Fraction(2, 5)


@forall(x=integers(0), y=integers(0), z=integers(0))
def no_change_for(x, y, z):
    return 137 * x + 211 * y + 353 * z != 4001


@forall(weights=vectors(integers(1, 30), 4), quota=integers(1, 60))
def big_ones_rule(weights, quota):
    """A coalition of the three lightest never wins where one of the two heaviest alone does not."""
    ordered = sorted(weights)
    return not (sum(ordered[:3]) >= quota > ordered[3] and ordered[2] + ordered[1] < quota)


def reflected(_t, state):
    """A step of a piecewise linear map of the plane."""
    x, y = state
    return (y, abs(y) - x)


@forall(run=trajectories(vectors(rationals(-10, 10), 2), reflected, horizon=12))
def grows_at_first(run):
    """Lozi's map stays within three times the size of its start."""
    return 3 * (abs(run[0][0]) + abs(run[0][1])) - abs(run[-1][0]) + Fraction(1, 9) * run[0][0] - 2


@forall(scale=rationals(1, 9), x=rationals(), y=rationals())
def bilinear(scale, x, y):
    """What multiplies is held, what is multiplied moves."""
    return scale * max(x - y, y - x, x + y - 1) - Fraction(1, 3)


PIECEWISE_LINEAR = [
    nearly_optimal, median_near_mean, folded_plane, no_change_for, big_ones_rule, grows_at_first, bilinear,
]  # fmt: skip


@pytest.mark.parametrize("claim", PIECEWISE_LINEAR, ids=lambda c: c.name)
def test_branches_of_piecewise_linear_claims(claim):
    assert fitting(claim)["branches"] is None
    refuted(claim, "branches")


@forall(v=vectors(rationals(), 4))
def spread_bounds_deviation(v):
    """True: no entry is further from the mean than 3/4 of the spread."""
    return Fraction(3, 4) * (max(v) - min(v)) - max(abs(x - sum(v) / 4) for x in v)


def test_branches_do_not_refute_what_is_true():
    assert fitting(spread_bounds_deviation)["branches"] is None
    assert isinstance(search(spread_bounds_deviation, seconds=3, only=["branches"]), NotFound)


@forall(x=integers(), y=integers())
def no_norm(x, y):
    return x * x - 3 * y * y != 13


@forall(x=rationals(1))
def root_of_it(x):
    return sqrt(x) - 1


def test_branches_say_what_they_do_not_take():
    assert "not piecewise linear" in fitting(no_norm)["branches"]
    assert "sqrt, which is irrational" in fitting(root_of_it)["branches"]
    assert fitting(no_square)["branches"] == "the variables hold no numbers"


@forall(x=integers(-20, 20), y=rationals(-5, 5))
def many_operations(x, y):
    """Everything that linear forms are asked for, computed two ways."""
    table = {x: y}
    down, rest = divmod(3 * x + 1, 4)
    value = down * 4 + rest + y / 2 - (2 * y) % 3 + abs(x - 7) + (x // 3) * 2 + round(x) + (x & 3) + (x << 1)
    return value + table[x] * x + min(y, x, 2) - 1 / (y * y + 1) + sorted((x, y, 0))[1] + (5 - x) ** 2 + 2 ** abs(x)


def test_a_run_on_linear_forms_agrees_with_the_claim():
    from random import Random

    from lakatos.search.linear import branch

    rng = Random(5)
    for _ in range(200):
        values = tuple(d.sample(rng, 12) for d in many_operations.domains.values())
        found = branch(many_operations, values)
        assert found is not None
        terms, constant = found.margin
        assert constant + sum(c * found.point[i] for i, c in terms.items()) == many_operations(*values)
        assert all(one.holds(found.point) for one in found.path)
        assert all(not other.holds(found.point) for one in found.path for other in one.flipped())


# Listings, with a program that stands for nauty's.


def program_on_path(monkeypatch, directory, name, text):
    """A program of this name as the only one of its kind on PATH."""
    import os
    import sys

    path = directory / name
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{directory}{os.pathsep}/usr/bin{os.pathsep}/bin")


FAKE_GENG = """
import pathlib, sys
order, flags = sys.argv[-1], set(sys.argv[1:-1])
for line in (pathlib.Path(__file__).parent / "atlas").read_text().splitlines():
    n, least, most, text, *kinds = line.split()
    wanted = flags & {"-c", "-b", "-t"} <= set(kinds) and ("-D3" not in flags or int(most) <= 3)
    if n == order and wanted and all(int(least) >= d for d in (2, 3) if f"-d{d}" in flags):
        print(text)
"""


@pytest.fixture(scope="module")
def atlas():
    """The graphs of up to 6 vertices, with what geng's options ask for."""
    lines = []
    for order in range(1, 7):
        for g in all_graphs(order):
            kinds = {"-c": is_connected, "-b": is_bipartite, "-t": is_triangle_free}
            said = [flag for flag, test in kinds.items() if test(g)]
            degrees = [len(row) for row in g]
            lines.append(" ".join([str(order), str(min(degrees)), str(max(degrees)), to_graph6(g), *said]))
    return "\n".join(lines)


@forall(g=graphs((1, None), triangle_free=True, connected=True))
def bipartite_or_long(g):
    return is_bipartite(g) or len(g) < 6


@forall(g=graphs((1, 7), cubic=True))
def no_prism(g):
    return number_of_triangles(g) != 2


@pytest.mark.parametrize(
    ("claim", "order"), [(bipartite_or_long, 6), (no_prism, 6)], ids=lambda v: getattr(v, "name", "")
)
def test_listings_by_geng(claim, order, monkeypatch, tmp_path, atlas):
    (tmp_path / "atlas").write_text(atlas)
    program_on_path(monkeypatch, tmp_path, "geng", FAKE_GENG)
    assert fitting(claim)["listings"] is None
    (g,) = proposed(claim, "listings")
    assert len(g) == order
    assert verify_witness(claim, [list(row) for row in g]).status == "refutes"


def test_listings_go_on_from_their_place(monkeypatch, tmp_path, atlas):
    from random import Random

    (tmp_path / "atlas").write_text(atlas)
    program_on_path(monkeypatch, tmp_path, "nauty-geng", FAKE_GENG)

    @forall(g=graphs((1, 5)))
    def nothing(g):  # noqa: ARG001
        return False

    def listed(first, steps):
        return list(strategies()["listings"].propose(nothing, Budget(steps, first=first), Random(0), 0))

    whole = listed(0, 1000)
    assert len(whole) == 1 + 2 + 4 + 11 + 34
    assert listed(0, 20) + listed(20, 20) + listed(40, 1000) == whole


def test_listings_say_when_there_is_no_program(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert fitting(no_prism)["listings"] == "geng is not on PATH"
    assert fitting(no_wide_vertex)["listings"] == "gentreeg is not on PATH"
    assert fitting(commute)["listings"] == "the variable is no graph"


GARBAGE = {
    "text": "print('usage: geng n')",
    "bytes": "import sys; sys.stdout.buffer.write(bytes(range(256)) * 1000)",
    "another order": "print('D??')",
    "no end of line": "import sys\nwhile True: sys.stdout.write('C' * 1000)",
    "the same again": "import sys\nfor _ in range(100): print('C~')",
    "nothing": "",
    "failure": "raise SystemExit(1)",
}


@pytest.mark.parametrize("kind", GARBAGE)
def test_a_program_that_prints_garbage_is_not_used(kind, monkeypatch, tmp_path):
    program_on_path(monkeypatch, tmp_path, "geng", GARBAGE[kind])
    assert "is not nauty's geng" in fitting(no_prism)["listings"]


def test_garbage_later_on_ends_the_list(monkeypatch, tmp_path, atlas):
    (tmp_path / "atlas").write_text(atlas)
    late = FAKE_GENG + "\nif int(order) > 6 or '-c' in flags: print('what is this?')\n"
    program_on_path(monkeypatch, tmp_path, "geng", late)
    assert fitting(bipartite_or_long)["listings"] is None
    assert isinstance(search(bipartite_or_long, seconds=2, only=["listings"]), NotFound)


# Families.


def test_families_are_of_the_order_that_they_say():
    for order in range(1, 17):
        for family, parameters in members(order, trees=False):
            g = family.made(*parameters)
            assert is_graph(g)
            assert len(g) == order, (family, parameters)
            assert not family.trees or is_tree(g), (family, parameters)
    assert sum(1 for _ in members(7, trees=True)) >= 11  # there are 11 trees of order 7


@forall(g=trees((2, None)), strict=True)
def no_three_stars(g):
    """The sum of the squared degrees of a tree with four inner vertices at most is less than 100 at order 15."""
    return abs(sum(len(row) ** 2 for row in g) - 90) + abs(len(g) - 15)


@forall(g=graphs((1, None), connected=True))
def few_spanning_trees(g):
    return 3 * len(g) ** 2 - number_of_spanning_trees(g) if min(map(len, g)) == max(map(len, g)) == 3 else 1


@forall(g=graphs(12))
def no_icosahedron_like(g):
    return not (min(map(len, g)) == max(map(len, g)) == 5 and number_of_triangles(g) < 10)


@pytest.mark.parametrize("claim", [no_three_stars, few_spanning_trees, no_icosahedron_like], ids=lambda c: c.name)
def test_families_of_graphs(claim):
    assert verify_witness(claim, [list(row) for row in proposed(claim, "families", steps=9000)[0]]).status == "refutes"


def test_families_go_on_from_their_place():
    from random import Random

    @forall(g=trees((1, 9)))
    def nothing(g):  # noqa: ARG001
        return False

    def listed(first, steps):
        return list(strategies()["families"].propose(nothing, Budget(steps, first=first), Random(0), 0))

    whole = listed(0, 1000)
    assert listed(0, 50) + listed(50, 1000) == whole
    assert all(len(g) <= 9 for (g,) in whole)


@forall(g=trees((1, None)))
def stars_are_extreme(g):
    """True: no tree has a larger spectral radius than the star; every star has the same, and doubles cannot tell."""
    return sqrt(len(g) - 1) - spectral_radius(g) if len(g) > 1 else 0


@pytest.mark.parametrize("strategy", ["families", "annealing", "generation"])
def test_margins_that_are_zero_are_no_refutations(strategy):
    assert isinstance(search(stars_are_extreme, seconds=2, only=[strategy]), NotFound)


@forall(x=reals(0, 1), strict=True)
def narrowly_positive(x):
    """Strict: a margin of zero refutes, though doubles see no difference."""
    return sqrt(x * x) - x


def test_a_margin_of_zero_that_refutes_is_proposed():
    refuted(narrowly_positive, "annealing")


# Climbing.


@forall(g=graphs((1, None), connected=True))
def many_edges_make_triangles(g):
    """A graph with a leaf and so many edges for its order has few triangles: false of large cliques with a leaf."""
    if min(map(len, g)) != 1:
        return 1000 + len(g)
    return 1000 - number_of_triangles(g)


@forall(g=trees((1, None)))
def thin_trees(g):
    """The largest eigenvalue and a third of the matching number are at most 5."""
    return 5 - spectral_radius(g) - Fraction(matching_number(g), 3)


@pytest.mark.parametrize("claim", [many_edges_make_triangles, thin_trees], ids=lambda c: c.name)
def test_climbing_reaches_large_members(claim):
    (g,) = proposed(claim, "climbing", steps=6000)
    assert verify_witness(claim, [list(row) for row in g]).status == "refutes"


def test_climbing_does_not_refute_what_is_true():
    assert isinstance(search(stars_are_extreme, seconds=2, only=["climbing"]), NotFound)
    assert "without a margin" in fitting(no_square)["climbing"]
    assert fitting(commute)["climbing"] == "the variable is no graph"


# Neighbours, from which annealing chooses.


@forall(g=graphs((6, 12), cubic=True, connected=True))
def cubic_with_few_triangles(g):
    return 3 - number_of_triangles(g)


@forall(g=trees(16))
def two_centres_are_enough(g):
    """The maximum degree and the number of vertices of degree 3 or more are not both at least 5."""
    wide = sum(len(row) >= 3 for row in g)
    return max(5 - wide, 5 - max(map(len, g)), 0) - Fraction(1, 2)


@pytest.mark.parametrize("claim", [cubic_with_few_triangles, two_centres_are_enough], ids=lambda c: c.name)
def test_annealing_among_trees_and_cubic_graphs(claim):
    refuted(claim, "annealing")


def test_neighbours_stay_in_the_domain():
    from random import Random

    from lakatos.search.decide import within

    rng = Random(1)
    for claim in (cubic_with_few_triangles, two_centres_are_enough, thin_trees):
        (domain,) = claim.domains.values()
        g, moves = domain.sample(rng, 3), 0
        for _ in range(200):
            other = domain.neighbour(rng, g)
            assert is_graph(other)
            if within(claim, (other,)):
                moves += other != g
                g = other
        assert moves > 100, claim


def test_generation_leaves_the_garbage_collector_as_it_was():
    pytest.importorskip("hypothesis")
    import gc

    before = list(gc.callbacks)
    assert proposed(commute, "generation") is not None
    assert gc.isenabled()
    assert gc.callbacks == before
