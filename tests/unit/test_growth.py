"""Sigmas and slopes on data whose answer is known."""

import math

import numpy as np
import pytest
from scipy import stats

from lakatos.arithmetic import harmonic
from lakatos.growth import chi_squared, sigma_from_t, slope_test

KS = [8, 16, 32, 64, 128, 256, 512, 1024]


def data(truth, *, sd=0.1, replicates=20, seed=0, ks=KS):
    rng = np.random.default_rng(seed)
    return np.array([truth(k) for k in ks]) + sd * rng.normal(size=(replicates, len(ks)))


@pytest.mark.parametrize(("t", "dof"), [(1.0, 3), (2.5, 10), (5.0, 30), (-4.0, 7)])
def test_sigma_keeps_the_tail_probability(t, dof):
    sigma = sigma_from_t(t, dof=dof)
    assert math.copysign(1, sigma) == math.copysign(1, t)
    assert stats.norm.sf(abs(sigma)) == pytest.approx(stats.t.sf(abs(t), dof), rel=1e-9)


def test_sigma_grows_with_t_far_beyond_double_precision():
    values = [sigma_from_t(t, dof=5) for t in (10.0, 1e3, 1e50, 1e100, 1e200)]
    assert values == sorted(values)
    assert all(math.isfinite(v) for v in values)


def test_the_slope_is_recovered_after_subtracting_the_claimed_term():
    r = slope_test(data(lambda k: float(harmonic(k)) + 1.3 + 0.38 * math.log(k)), sizes=KS, units=200, claimed=harmonic)
    assert r.interval[0] < 0.38 < r.interval[1]
    assert r.grows()
    assert {name for name, _, decides in r.against if decides} == {"c", "c + b/k", "c + b/sqrt k", "c + b/ln k"}


def test_a_bounded_term_is_not_called_growth_though_the_constant_is_rejected():
    r = slope_test(data(lambda k: 1 - 2 / k, sd=0.02), sizes=KS, units=200)
    assert r.against[0][0] == "c"
    assert r.against[0][1] > 9  # "nine sigma" against a constant
    assert not r.grows()


def test_errors_come_from_the_spread_of_replicates_and_are_not_rescaled():
    # Same means, ten times the spread: ten times the error, whatever the fit's own residuals are.
    small, large = data(lambda _: 1.0, sd=0.01), data(lambda _: 1.0, sd=0.1)
    ratio = slope_test(large, sizes=KS, units=200).error / slope_test(small, sizes=KS, units=200).error
    assert ratio == pytest.approx(10, rel=0.05)


def test_chi_squared_finds_what_is_off_and_passes_what_is_not():
    good = data(lambda _: 2.0)
    assert chi_squared(good, [2.0] * 8)[2] > 0.001
    assert chi_squared(good, [2.0] * 7 + [2.5])[2] < 1e-6


@pytest.mark.parametrize(
    ("values", "sizes", "units", "says"),
    [
        (np.ones((5, 3)), KS[:3], 200, "at least 4 increasing sizes"),
        (np.ones((2, 8)), KS, 200, "at least 3 independent replicates"),
        (np.ones((5, 7)), KS, 200, "shape"),
        (np.full((5, 8), np.nan), KS, 200, "finite"),
        (data(lambda _: 1.0), KS, 13, "17 sigma"),
        (np.ones((5, 8)), KS, 200, "not independent"),
        (data(lambda _: 1.0), KS[::-1], 200, "increasing"),
    ],
)
def test_data_that_cannot_carry_a_sigma_is_refused(values, sizes, units, says):
    with pytest.raises(ValueError, match=says):
        slope_test(values, sizes=sizes, units=units)


def test_the_printed_form_names_every_null():
    text = str(slope_test(data(lambda k: 0.4 * math.log(k)), sizes=KS, units=200))
    for part in (
        "per ln k",
        "c + b/k ",
        "c + b/ln k",
        "these decide",
        "c + b/k^0.1",
        "20 replicates of 200 whole units",
    ):
        assert part in text
