"""Self-distillation re-implemented: the loss, exact gradients, the student of two parameters, logarithms, power."""

from fractions import Fraction
from itertools import pairwise
from math import log as float_log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.arithmetic import LogSum, exact_tests, log
from lakatos.rerun import self_distillation as sd

F = Fraction
rationals = st.fractions(min_value=F(1, 50), max_value=50, max_denominator=60)
weights = st.lists(st.integers(1, 30), min_size=3, max_size=3)


def distribution(counts):
    return tuple(F(c, sum(counts)) for c in counts)


def kl(p, q):
    return sum(a * float_log(a / b) for a, b in zip(p, q, strict=True))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(rationals, rationals), min_size=1, max_size=5))
def test_sums_of_logarithms_are_what_floats_say_within_proven_bounds(pairs):
    total = sum((c * log(x) for c, x in pairs), LogSum())
    floats = sum(float(c) * float_log(x) for c, x in pairs)
    low, high = total.bounds()
    assert float(low) - 1e-9 <= floats <= float(high) + 1e-9
    if abs(floats) > 1e-9:
        assert total.sign == (1 if floats > 0 else -1)
    assert (total - total).sign == 0


def test_a_sign_that_floats_cannot_see_is_exact():
    assert log(8) - 3 * log(2) == LogSum()
    # 2^301994 is just above 10^90909: their logarithms agree to eleven digits.
    close = 301994 * log(2) - 90909 * log(10)
    assert close.sign == (1 if 2**301994 > 10**90909 else -1)


@pytest.mark.parametrize("value", [0, -1, "-1/2", 10**41])
def test_what_has_no_logarithm_here_is_refused(value):
    with pytest.raises(ValueError, match=r"positive number|factored"):
        log(value)


def test_fishers_power_is_the_sum_over_all_tables():
    n, a, b = 7, F(1, 3), F(3, 4)
    chance = [[F(exact_tests.comb(n, k)) * p**k * (1 - p) ** (n - k) for k in range(n + 1)] for p in (a, b)]
    brute = sum(
        chance[0][x] * chance[1][y]
        for x in range(n + 1)
        for y in range(n + 1)
        if exact_tests.fisher_test([[x, n - x], [y, n - y]]) <= F(1, 20)
    )
    assert exact_tests.fisher_power(n, a, b) == brute
    assert exact_tests.fisher_power(20, a, a) <= F(1, 20)
    with pytest.raises(ValueError, match="0 to 200 trials"):
        exact_tests.fisher_power(201, a, b)


@settings(max_examples=30, deadline=None)
@given(weights, weights)
def test_gradients_are_the_slopes_of_the_losses(first, second):
    p, q = distribution(first), distribution(second)
    logits, floats = np.log([float(x) for x in p]), [float(x) for x in q]
    h = 1e-6

    def slope(loss, i):
        def at(move):
            z = np.exp(logits + move * np.eye(3)[i])
            return loss(z / z.sum())

        return (at(h) - at(-h)) / (2 * h)

    forward = [slope(lambda x: kl(floats, x), i) for i in range(3)]
    reverse = [slope(lambda x: kl(x, floats), i) for i in range(3)]
    exact = sd.equation_gradient(p, sd.log_ratios(p, q))
    assert np.allclose([float(x) for x in sd.forward_gradient(p, q)], forward, atol=1e-7)
    assert np.allclose([float(x) for x in exact], reverse, atol=1e-7)
    assert sum(exact, LogSum()) == LogSum()


def test_the_released_loss_is_continuous_inside_and_each_kl_at_its_end():
    rng = np.random.default_rng(3)
    p, q = rng.dirichlet(np.ones(7), size=2)
    student, teacher = np.log(p), np.log(q)
    assert np.isclose(sd.released_loss(student, teacher), kl(q, p))
    assert np.isclose(sd.released_loss(student, teacher, alpha=1), kl(p, q))
    # Near either end the mixture's loss falls with alpha, and over alpha tends to the same KL.
    for a in (1e-5, 1 - 1e-5):
        want = kl(q, p) if a < 0.5 else kl(p, q)
        assert np.isclose(sd.released_loss(student, teacher, alpha=a) / min(a, 1 - a), want, rtol=1e-3)
    with pytest.raises(ValueError, match="between 0 and 1"):
        sd.released_loss(student, teacher, alpha=1.5)


@pytest.mark.parametrize("preference", [2, 3, F(5, 3), F(3, 2)])
def test_the_student_ends_where_a_fine_grid_ends(preference):
    settled = sd.settle(preference)
    q = {y: float(v) for y, v in sd.teacher(settled.odds).items()}
    grid = np.linspace(0.001, 0.999, 999)
    a, b = np.meshgrid(grid, grid, indexing="ij")
    cells = {"AA": a * b, "AB": a * (1 - b), "BA": (1 - a) * b, "BB": (1 - a) * (1 - b)}
    forward = sum(q[y] * np.log(q[y] / cells[y]) for y in q)
    reverse = sum(cells[y] * np.log(cells[y] / q[y]) for y in q)
    best = np.unravel_index(forward.argmin(), forward.shape)
    assert [grid[i] for i in best] == pytest.approx([0.5, 0.5], abs=1e-3)
    best = tuple(grid[i] for i in np.unravel_index(reverse.argmin(), reverse.shape))
    assert min(max(abs(best[0] - float(x)), abs(best[1] - float(y))) for x, y in settled.reverse) < 2e-3
    low = float(sd.divergence(*settled.reverse[0], odds=settled.odds, direction="reverse"))
    assert low <= reverse.min() + 1e-12
    assert settled.gap.sign == 1


def test_slopes_are_differences_of_the_divergence():
    a, b, odds, h = F(1, 3), F(3, 5), F(9), F(1, 10**6)
    for direction in ("forward", "reverse"):
        pair = [float(sd.divergence(a + s * h, b, odds=odds, direction=direction)) for s in (1, -1)]
        assert float(sd.slope(a, b, odds=odds, direction=direction)) == pytest.approx((pair[0] - pair[1]) / 2e-6)
    shares = [sd.mixed_share(*sd.settle(r).reverse[0]) for r in (2, 3)]
    assert all(x > y for x, y in pairwise(shares))


@pytest.mark.parametrize(("preference", "message"), [(1, "above 1"), (F(7, 2), "not known to be rational")])
def test_a_preference_without_a_rational_teacher_is_refused(preference, message):
    with pytest.raises(ValueError, match=message):
        sd.settle(preference)


def test_distributions_are_asked_for():
    with pytest.raises(ValueError, match="two distributions"):
        sd.log_ratios((F(1, 2), F(1, 2)), (F(1), F(0)))
