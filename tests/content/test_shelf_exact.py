"""The exact half of the shelf: each figure again, by other means than the check's."""

import itertools
import math
from fractions import Fraction
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import sympy

from lakatos.workspace import find_workspace, lint_check, load

ROOT = Path(__file__).parents[2]
SHELF = (
    "adam_converges", "admm_three_blocks", "aouchiche_hansen", "euler_powers", "heavy_ball", "mukwembi",
    "oeis_a071532", "timsort_invariant",
)  # fmt: skip


@pytest.fixture(scope="module")
def value(results):
    def of(slug, name, **reading):
        (found,) = [f for f in results[slug]["findings"] if f["name"] == name and f["reading"] == reading]
        return found["value"]

    return of


@pytest.fixture(scope="module")
def module():
    workspace = find_workspace(ROOT)
    return lambda slug: load(slug, workspace=workspace).module


@pytest.mark.parametrize("slug", SHELF)
def test_each_is_on_the_shelf_and_confirmed_with_a_certificate_and_a_figure(slug, results):
    assert lint_check(find_workspace(ROOT).check(slug)).group == "shelf"
    assert results[slug]["verdict"] == "confirmed"
    assert {c["kind"] for c in results[slug]["controls"]} == {"positive", "negative", "certificate"}
    assert list((ROOT / "reports" / slug / "figures").glob("*.svg"))


# Adam


def adam(rounds, start, *, corrected, alpha=1.0, keep=False):
    """Points played, and the average regret, in doubles."""
    x, v, most, loss, played = start, 0.0, 0.0, 0.0, []
    for t in range(1, rounds + 1):
        g = 3.0 if t % 3 == 1 else -1.0
        played.append(x)
        loss += g * x
        v = 0.1 * v + 0.9 * g * g
        now = v / (1 - 0.1**t) if corrected else v
        most = max(most, now)
        x = min(1.0, max(-1.0, x - alpha * g / math.sqrt(t * (most if keep else now))))
    return played, (loss + rounds // 3) / rounds


@pytest.mark.parametrize(("name", "corrected"), [("corrected", True), ("not corrected", False)])
def test_adam_stays_at_the_worst_point(value, name, corrected):
    played, regret = adam(30_000, 1.0, corrected=corrected)
    assert set(played[::3]) == {1.0}
    bounds = value("adam_converges", "average regret in a run, proven lower bound", corrected=name)
    assert float(Fraction(bounds["T = 30,000"])) == pytest.approx(regret, abs=2e-6)
    assert all(Fraction(low) > Fraction(2, 3) for low in bounds.values())
    assert value("adam_converges", "average regret, at least", corrected=name) == "2/3"
    assert value("adam_converges", "rounds in which sqrt(t v_t) falls", corrected=name) == 200


def test_adam_from_the_best_point_and_amsgrad(value):
    reached = value("adam_converges", "round in which Adam, started at the best point, is at the worst")
    for name, alpha in (("alpha = 1", 1.0), ("alpha = 1/2", 0.5), ("alpha = 1/4", 0.25)):
        assert reached[name] == adam(1000, -1.0, corrected=True, alpha=alpha)[0].index(1.0) + 1
    played, regret = adam(30_000, 1.0, corrected=True, keep=True)
    assert played[-1] < -0.99
    assert regret < 0.01


def test_the_steps_of_a_turn_are_what_the_envelope_says(module):
    down, first, second = module("adam_converges").steps_of_a_turn()
    assert (down, first, second) == (Fraction(10, 9), Fraction(5, 18), Fraction(25, 81))
    # sqrt(5/18) = sqrt(10)/6 and sqrt(25/81) = 5/9 against sqrt(10)/3: 10 > 3 sqrt(10).
    assert (first * 36, second, down * 9) == (10, Fraction(5, 9) ** 2, 10)
    assert 10**2 > 9 * 10


# Heavy ball


def test_both_cycles_solve_their_equations(value):
    x, y, z = sympy.symbols("x y z")
    slopes = {"trapped from step": lambda u: 25 * u - 24, "trace": lambda u: u + 24}
    for name, f in (("the 3-cycle that attracts", "trapped from step"), ("the 3-cycle that is a saddle", "trace")):
        third = slopes[f]
        step = [
            (now - sympy.Rational(1, 9) * g + sympy.Rational(4, 9) * (now - before), after)
            for before, now, g, after in ((y, z, 25 * z, x), (z, x, 25 * x, y), (x, y, third(y), z))
        ]
        (solution,) = sympy.linsolve([a - b for a, b in step], x, y, z)
        numerators, den = value("heavy_ball", name)["cycle"].split("/")
        assert [sympy.Rational(n, den) for n in numerators.strip("()").split(", ")] == list(solution)


def test_the_run_from_3_3_stays_near_the_cycle_in_doubles(value):
    before = x = 3.3
    cycle = np.array([-2208, 2592, 792]) / 1225
    distances = []
    for _ in range(3000):
        distances.append(np.abs(cycle - x).min())
        slope = 25 * x if x < 1 else x + 24 if x < 2 else 25 * x - 24
        before, x = x, x - slope / 9 + 4 / 9 * (x - before)
    trapped = value("heavy_ball", "the 3-cycle that attracts")["trapped from step"]
    assert trapped == 13
    assert max(distances[trapped:]) < 0.1
    assert distances[-1] < 1e-12


def test_the_saddle_has_an_eigenvalue_beyond_1_and_the_other_cycle_has_not():
    def around(slopes):
        product = np.eye(2)
        for s in slopes:
            product = np.array([[13 / 9 - s / 9, -4 / 9], [1, 0]]) @ product
        return np.abs(np.linalg.eigvals(product)).max()

    assert around((25, 25, 1)) > 2.9
    assert around((25, 25, 25)) == pytest.approx((2 / 3) ** 3, abs=1e-6)


def test_no_other_end_of_a_run_is_seen(value):
    assert value("heavy_ball", "cycles of period up to 8") == 3
    rng = np.random.default_rng(3)
    before, x = rng.uniform(-6, 6, (2, 20_000))
    for _ in range(600):
        slope = np.where(x < 1, 25 * x, np.where(x < 2, x + 24, 25 * x - 24))
        before, x = x, x - slope / 9 + 4 / 9 * (x - before)
    ends = np.array([0, -2208 / 1225, 2592 / 1225, 792 / 1225])
    assert np.abs(x[:, None] - ends).min(axis=1).max() < 1e-9
    share = value("heavy_ball", "share of starts that do not come to the minimum")["all starts"]
    assert 0.1 < share < 0.2


# Aouchiche and Hansen


def margin(g):
    n = g.number_of_nodes()
    largest = np.linalg.eigvalsh(nx.to_numpy_array(g))[-1]
    return largest + len(nx.max_weight_matching(g, maxcardinality=True)) - math.sqrt(n - 1) - 1


def two_stars(p, q, middle):
    g = nx.disjoint_union(nx.star_graph(p), nx.star_graph(q))
    if not middle:
        return nx.compose(g, nx.Graph([(0, p + 1)]))
    return nx.compose(g, nx.Graph([(0, "m"), ("m", p + 1)]))


def test_the_trees_of_order_17_18_and_19(value):
    for n, p, q in ((17, 7, 7), (18, 8, 7), (19, 8, 8)):
        text = value("aouchiche_hansen", f"lambda_1 + mu - sqrt(n - 1) - 1 at n = {n}, {p} and {q} leaves")
        seen = margin(two_stars(p, q, True))
        if n == 17:
            assert text == "0"
            assert abs(seen) < 1e-12
        else:
            low, high = map(float, text.split(" to "))
            assert low <= seen <= high < 0


def test_order_18_is_the_least_and_its_tree_the_only_one(value):
    assert value("aouchiche_hansen", "least order of a connected graph that fails") == {
        "least order": 18,
        "trees of that order that fail": "8 and 7 leaves",
        "equalities other than stars": "n = 17, 7 and 7 leaves",
    }
    failing = [
        (p + q + 2 + middle, p, q, middle)
        for middle in (True, False)
        for p in range(1, 16)
        for q in range(1, p + 1)
        if p + q + 2 + middle <= 18 and margin(two_stars(p, q, middle)) < -1e-9
    ]
    assert failing == [(18, 8, 7, True)]
    # The families are all trees with matching number 2, and the bound for the others is right: by listing order 11.
    for tree in nx.nonisomorphic_trees(11):
        k = len(nx.max_weight_matching(tree, maxcardinality=True))
        largest = np.linalg.eigvalsh(nx.to_numpy_array(tree))[-1]
        assert largest >= math.sqrt(10 / k) - 1e-12
        if k == 2:
            hubs = [v for v, d in tree.degree if d > 1]
            assert len(hubs) == 2 or (len(hubs) == 3 and min(tree.degree[v] for v in hubs) == 2)


# Mukwembi


def connected_domination(g):
    for k in range(1, len(g) + 1):
        for kept in itertools.combinations(g, k):
            if nx.is_connected(g.subgraph(kept)) and nx.is_dominating_set(g, kept):
                return k
    raise AssertionError


def test_the_cube_and_its_family(value):
    cube = nx.hypercube_graph(3)
    assert value("mukwembi", "edges of the 3-cube, and the bound") == {
        "edges": cube.number_of_edges(),
        "bound": "11",
        "order": 8,
        "connected domination": connected_domination(cube),
    }
    assert connected_domination(cube) == 4
    excess = value("mukwembi", "edges too many, by the side k of a crown graph")
    for k in range(3, 6):
        g = nx.Graph((("a", i), ("b", j)) for i in range(k) for j in range(k) if i != j)
        bound = Fraction((2 * k - connected_domination(g)) ** 2, 4) + 2 * k - 1
        assert excess[f"k = {k}"] == g.number_of_edges() - bound == k - 3
    assert nx.is_isomorphic(nx.Graph((("a", i), ("b", j)) for i in range(4) for j in range(4) if i != j), cube)


def test_the_cube_is_the_only_one_up_to_order_8(value, module, results):
    assert value("mukwembi", "connected triangle-free graphs of order up to 8 that fail") == 1
    # The numbers of connected triangle-free graphs: OEIS A024607.
    assert [len(module("mukwembi").listed(n)) for n in range(1, 9)] == [1, 1, 1, 3, 6, 19, 59, 267]
    (scope,) = [f["scope"] for f in results["mukwembi"]["findings"] if f["name"].startswith("connected triangle-free")]
    assert "all 357 " in scope
    assert "0 fail below order 8" in scope
    atlas = [g for g in nx.graph_atlas_g() if len(g) and nx.is_connected(g) and not any(nx.triangles(g).values())]
    assert len(atlas) == 90
    for g in atlas:
        n = len(g)
        assert g.number_of_edges() <= Fraction((n - connected_domination(g)) ** 2, 4) + n - 1


def test_without_two_neighbours_the_cube_is_easier_to_dominate(value):
    cube = nx.hypercube_graph(3)
    left = {connected_domination(cube.subgraph(set(cube) - set(edge))) for edge in cube.edges}
    assert value("mukwembi", "connected domination number of the 3-cube without two adjacent vertices") == {
        "least": min(left),
        "greatest": max(left),
    }


# Euler


def test_the_identities_and_the_least(value):
    for name in ("Lander and Parkin, k = 5", "Frye, k = 4", "Elkies, k = 4"):
        assert value("euler_powers", name) == 0
    assert sum(a**5 for a in (27, 84, 110, 133)) == 144**5
    assert sum(a**4 for a in (95800, 217519, 414560)) == 422481**4
    assert sum(a**4 for a in (2682440, 15365639, 18796760)) == 20615673**4
    fifth = np.arange(1, 145, dtype=np.int64) ** 5
    pairs = np.unique(fifth[:, None] + fifth)
    assert [int(d) for d, power in enumerate(fifth, 1) if np.isin(power - pairs, pairs).any()] == [144]
    found = value("euler_powers", "fifth powers up to 144^5 that are sums of four")
    assert found == "27^5 + 84^5 + 110^5 + 133^5 = 144^5"


def test_the_density_by_chance_is_that_of_the_sums(module):
    # Sums of two cubes up to X, counted, against the volume that the heuristic takes.
    most = 10**9
    roots = range(1, 1001)
    counted = sum(1 for a in roots for b in range(a, 1001) if a**3 + b**3 <= most)
    c = module("euler_powers").by_chance(3)
    assert counted == pytest.approx(3 / 2 * c * most ** (2 / 3), rel=0.01)


# TimSort


def java_stack(runs, repaired=False):
    """Heights and the last stack, after the Java source's own order of tests: indices from the top."""
    stack, heights = [], []
    for run in runs:
        stack = [*stack, run]
        heights.append(len(stack))
        while len(stack) > 1:
            c, b = stack[-1], stack[-2]
            a = stack[-3] if len(stack) > 2 else math.inf
            z = stack[-4] if len(stack) > 3 else math.inf
            if a <= b + c or (repaired and z <= a + b):
                stack[-3 if a < c else -2 :] = [a + b, c] if a < c else [b + c]
            elif b <= c:
                stack[-2:] = [b + c]
            else:
                break
    return heights, stack


def test_the_published_runs_and_the_least(value):
    assert java_stack((120, 80, 25, 20, 30))[1] == [120, 80, 45, 30]
    assert value("timsort_invariant", "stack after runs of 120, 80, 25, 20 and 30") == "120, 80, 45, 30"
    assert value("timsort_invariant", "fewest elements that break the invariant") == 33
    assert java_stack((14, 10, 3, 2, 4))[1] == [14, 10, 5, 4]
    # All sequences of runs of up to 15 elements, without any merging of cases.
    for total in range(1, 16):
        for cuts in range(1 << total - 1):
            ends = [0, *(i + 1 for i in range(total - 1) if cuts >> i & 1), total]
            _, stack = java_stack([b - a for a, b in itertools.pairwise(ends)])
            assert all(a > b + c for a, b, c in zip(stack, stack[1:], stack[2:]))


def test_the_stack_overflows_at_two_to_the_26(value, module):
    check = module("timsort_invariant")
    runs = check.tall_stack(1 << 26)
    assert sum(runs) == 67_108_864
    assert min(runs[:-1]) >= 16
    assert max(java_stack(runs)[0]) == value("timsort_invariant", "slots that 67,108,864 elements need") == 41
    assert max(java_stack(runs, repaired=True)[0]) < 40
    assert value("timsort_invariant", "elements from which the construction overflows Java's slots") == {
        "with 40 slots": 67_108_864,
        "with 19 slots (an earlier version)": 65_536,
        "most slots needed below 2^31": 49,
    }
    assert max(java_stack(check.tall_stack(1 << 16))[0]) == 21
    assert max(java_stack(check.tall_stack(1 << 25))[0]) <= 40


# ADMM


def admm(dual_step=1.0, order=(0, 1, 2), penalty=1.0):
    """The matrix of a round, in doubles, from the quadratic that each block minimises."""
    A = np.array([[1, 1, 1], [1, 1, 2], [1, 2, 2]], dtype=float)
    rounds = []
    for e in np.eye(6):
        x, multipliers = e[:3].copy(), e[3:].copy()
        for i in order:
            x[i] = 0
            x[i] = A[:, i] @ (multipliers / penalty - A @ x) / (A[:, i] @ A[:, i])
        rounds.append(np.concatenate([x, multipliers - dual_step * penalty * (A @ x)]))
    return np.array(rounds).T


def radius(matrix):
    return np.abs(np.linalg.eigvals(matrix)).max()


def test_the_spectral_radius(value):
    found = value("admm_three_blocks", "spectral radius of a round")
    low, high = Fraction(found["above"]), Fraction(found["below"])
    assert 1 < low <= high < low + Fraction(1, 10**11)
    for order in itertools.permutations(range(3)):
        assert radius(admm(order=order)) == pytest.approx(float(low), abs=1e-6)
    assert radius(admm(penalty=7.0)) == pytest.approx(float(low), abs=1e-6)
    assert found["characteristic polynomials over six orders"] == 1


def test_the_border_of_the_dual_step(value):
    assert value("admm_three_blocks", "dual step at which two eigenvalues lie on the unit circle") == "11/30"
    assert radius(admm(11 / 30)) == pytest.approx(1, abs=1e-7)
    assert radius(admm(0.36)) < 1 < radius(admm(0.37))
    variants = value("admm_three_blocks", "spectral radius of variants")
    mean = sum(admm(order=order) for order in itertools.permutations(range(3))) / 6
    word, bound = variants["mean over the six orders"].split()
    assert word == "below"
    assert float(Fraction(bound)) == pytest.approx(radius(mean), abs=1e-6)


def test_the_residual_first_falls_and_then_grows(value):
    state, seen = np.ones(6), []
    A = np.array([[1, 1, 1], [1, 1, 2], [1, 2, 2]])
    for _ in range(300):
        state = admm() @ state
        seen.append(np.abs(A @ state[:3]).max())
    found = value("admm_three_blocks", "largest entry of the residual A x, from all ones")
    for n in (1, 5, 20, 42, 43, 100, 300):
        assert found[f"round {n}"] == pytest.approx(seen[n - 1], rel=1e-5)
    assert seen[4] < seen[0] / 3
    assert seen[41] < seen[0] < min(seen[42:])


# A071532


def test_the_first_negative_sum_of_signs(value):
    """The parities again, in longer blocks and with a wider window, whose error is not watched."""
    signs, power, k = [], 1, 0
    block = 3**2048
    while k < 331_600:
        # Bits k ... k + 2047 of 3^k, 3^(k+1), ...: 2048 steps on the low end of a copy that is cut above bit k + 2048.
        kept = (power & (1 << k + 2049) - 1) >> max(0, k - 4000)
        for i in range(2048):
            signs.append(2 * (kept >> min(k, 4000) + i & 1) - 1)
            kept *= 3
        power, k = power * block, k + 2048
    walk = np.cumsum(signs[1:])
    first = int(np.argmax(walk < 0)) + 1
    assert (first, int(walk[first - 1])) == (331_523, -1)
    readings = {"a(n) > 0 for every n": 2, "a(n) > 0 for n > 2": 331_522, "a(n) is never negative": 331_523}
    for sign, n in readings.items():
        assert value("oeis_a071532", "first n that fails", sign=sign) == n
    way = value("oeis_a071532", "the way to the first negative value")
    assert way["greatest value"] == walk[:first].max() == walk[way["at n ="] - 1]
    assert way["at n = 100,000"] == walk[99_999]
    assert way["zeros"] == ", ".join(str(n + 1) for n in np.flatnonzero(walk[:first] == 0))


def test_how_long_a_fair_walk_stays_on_one_side(value):
    odds = value("oeis_a071532", "chance that a fair walk is not back at 0")
    assert odds["after 331,518 steps"] == pytest.approx(math.sqrt(2 / (math.pi * 331_518)), rel=1e-3)
