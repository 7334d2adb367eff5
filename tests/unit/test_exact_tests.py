"""Exact tests on counts: against every possible outcome where there are few, against scipy where there are many."""

import itertools
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from lakatos.arithmetic import exact_tests as et


@pytest.mark.parametrize("chance", ["0", "1/3", "1/2", "1"])
def test_tails_by_every_outcome(chance):
    p = F(chance)
    for n in range(7):
        for k in range(-1, n + 3):
            total = sum(
                p ** sum(outcome) * (1 - p) ** (n - sum(outcome))
                for outcome in itertools.product((0, 1), repeat=n)
                if sum(outcome) >= k
            )
            assert et.binomial_tail(k, n, chance=chance) == total


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_sign_test_and_the_interval_are_scipys(counts):
    k, n = counts
    assert float(et.sign_test(k, n)) == pytest.approx(stats.binomtest(k, n).pvalue if n else 1, rel=1e-9)
    low, high = et.proportion_interval(k, n)
    if n:
        exact = stats.binomtest(k, n).proportion_ci(method="exact")
        assert low <= exact.low <= low + F(1, 9_999)
        assert high - F(1, 9_999) <= exact.high <= high


@pytest.mark.parametrize("n", [0, 1, 5, 6, 17, 128, 129])
def test_the_critical_count_is_the_least_that_is_rejected(n):
    k = et.critical_count(n)
    rejected = [i for i in range(n // 2 + 1, n + 1) if et.sign_test(i, n) <= F(1, 20)]
    assert k == (rejected[0] if rejected else None)


@pytest.mark.parametrize("n", [6, 20, 128])
def test_power_by_the_distribution(n):
    for chance in ("1/2", "0.6", "0.95"):
        sums = sum(
            (et.binomial_tail(k, n, chance=chance) - et.binomial_tail(k + 1, n, chance=chance))
            for k in range(n + 1)
            if et.sign_test(k, n) <= F(1, 20)
        )
        assert et.sign_test_power(n, chance=chance) == sums


def test_the_least_detectable_preference_is_least():
    found = et.least_detectable(128, power="0.9", level="0.01")
    assert et.sign_test_power(128, chance=found, level="0.01") >= F(9, 10)
    assert et.sign_test_power(128, chance=found - F(1, 1000), level="0.01") < F(9, 10)
    assert et.least_detectable(5) is None


def test_fisher_by_every_table_with_the_same_margins():
    for a, b, c, d in itertools.product(range(4), repeat=4):
        seen = et.fisher_test([[a, b], [c, d]])
        if a + b + c + d:
            assert float(seen) == pytest.approx(stats.fisher_exact([[a, b], [c, d]])[1], abs=1e-12)


def test_runs_by_every_order():
    for ones, zeros in itertools.product(range(1, 5), repeat=2):
        orders = set(itertools.permutations([True] * ones + [False] * zeros))
        counts = {o: sum(x != y for x, y in itertools.pairwise(o)) + 1 for o in orders}
        for order, runs in counts.items():
            low = F(sum(c <= runs for c in counts.values()), len(orders))
            high = F(sum(c >= runs for c in counts.values()), len(orders))
            assert et.runs_test(order) == (runs, min(1, 2 * min(low, high)))
    assert et.runs_test([]) == (0, 1)
    assert et.runs_test([True] * 9) == (1, 1)


@pytest.mark.parametrize(
    "bad",
    [
        lambda: et.binomial_tail(1, -1),
        lambda: et.binomial_tail(1, 10**6),
        lambda: et.binomial_tail(1, 2, chance="3/2"),
        lambda: et.sign_test(3, 2),
        lambda: et.proportion_interval(-1, 2),
        lambda: et.fisher_test([[1, 2, 3], [4, 5, 6]]),
        lambda: et.fisher_test([[1, -2], [4, 5]]),
        lambda: et.least_detectable(10, steps=1),
    ],
)
def test_what_makes_no_sense_is_refused(bad):
    with pytest.raises(ValueError):
        bad()


def test_a_float_is_no_exact_chance():
    with pytest.raises(TypeError, match="exact"):
        et.binomial_tail(1, 2, chance=0.5)
