"""What must hold of a growth test whatever the data."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos import growth
from lakatos.growth import GrowthDataError, expression

KS = growth.doublings(4, 512)
seeds = st.integers(0, 2**32 - 1)


def runs(seed, slope=0.2, sd=0.3):
    rng = np.random.default_rng(seed)
    return 1 + slope * np.log(KS) + sd * rng.normal(size=(8, len(KS)))


@settings(max_examples=25, deadline=None)
@given(seeds, st.floats(0.01, 1000), st.floats(-100, 100))
def test_units_of_the_value_do_not_matter(seed, scale, shift):
    one = growth.test(runs(seed), size=KS, units=200)
    other = growth.test(runs(seed) * scale + shift, size=KS, units=200)
    assert other.tol == pytest.approx(one.tol * scale, rel=1e-5)
    assert one.answer == other.answer
    assert one.could_be == other.could_be
    for a, b in zip(one.against, other.against):
        assert b.sigma == pytest.approx(a.sigma, rel=1e-5, abs=1e-5)


@settings(max_examples=25, deadline=None)
@given(seeds, st.permutations(range(8)))
def test_the_order_of_runs_does_not_matter(seed, order):
    values = runs(seed)
    one, other = (growth.test(v, size=KS, units=200) for v in (values, values[list(order)]))
    assert one.answer == other.answer
    assert other.slope == pytest.approx(one.slope, rel=1e-9)


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_a_claimed_term_that_is_added_and_subtracted_leaves_nothing(seed):
    formula = expression("harmonic(k) + 3/7")
    values = runs(seed)
    plain = growth.test(values, size=KS, units=200, tol=0.5)
    claimed = growth.test(values + formula.values(KS), size=KS, units=200, tol=0.5, claimed=formula)
    assert claimed.answer == plain.answer
    assert claimed.slope == pytest.approx(plain.slope, abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(seeds, st.floats(0.5, 6), st.floats(0, 1))
def test_asking_for_more_sigma_never_finds_more(seed, sigma, misfit):
    # With a misfit no shape fits, more or less: a stricter test must not believe it more.
    values = runs(seed, slope=0.5, sd=0.2) + misfit * 0.3 * np.array([1, -1, 0, 1, -1, 1, -1, 0])[: len(KS)]
    weak, strong = (growth.test(values, size=KS, units=200, sigma=s) for s in (sigma, sigma + 1))
    assert not (strong.answer == "grows" and weak.answer != "grows")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_a_text_is_a_formula_or_a_refusal(text):
    try:
        value = expression(text).at(4)
    except GrowthDataError:
        return
    assert isinstance(value, Fraction | float)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(alphabet="0123456789.,-kcost\n \"'ex", max_size=12), max_size=12))
def test_a_file_is_read_or_refused(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("hostile") / "x.csv"
    path.write_text("k,cost\n" + "\n".join(lines))
    try:
        growth.test(path, size="k", value="cost")
    except GrowthDataError:
        return
    pytest.fail("a file of so few rows cannot carry a sigma")
