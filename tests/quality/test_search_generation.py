"""Strategies that generate: each on invented claims of its kind, true ones among them, and what they do not take."""

from fractions import Fraction

import pytest

from lakatos.claims import (
    forall,
    graphs,
    integers,
    matrices,
    permutations,
    polynomials,
    psd_matrices,
    rationals,
    sequences,
    size,
    stochastic_matrices,
    symmetric_matrices,
    trajectories,
    trees,
    vectors,
)
from lakatos.search import Counterexample, NotFound, ProvedOn, fitting, search
from lakatos.search.budget import Budget
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
