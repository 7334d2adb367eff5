"""Judges under selection: rates by hand, bounds by search, the simulation by the exact values."""

import itertools
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.rerun import judging
from lakatos.rerun.judging import Population, Rates, Stratum

probabilities = st.integers(0, 12).map(lambda i: F(i, 12))
inner = st.integers(1, 11).map(lambda i: F(i, 12))


def test_rates_are_exact_or_refused():
    with pytest.raises(TypeError, match="exact"):
        Rates(0.9, 0.9)
    with pytest.raises(ValueError, match="between 0 and 1"):
        Rates("1.1", "0.9")
    with pytest.raises(ValueError, match="no precision"):
        Rates(0, 1).precision("1/2")
    with pytest.raises(ValueError, match="no base rate"):
        Rates(0, 1).prevalence_at("1/2")


@given(inner, inner, inner)
def test_the_base_rate_behind_a_precision(sensitivity, specificity, prevalence):
    rates = Rates(sensitivity, specificity)
    assert rates.prevalence_at(rates.precision(prevalence)) == prevalence


def test_the_base_rate_of_the_disputed_labels():
    assert Rates("0.9", "0.9").prevalence_at(F(1437, 6642)) == F(479, 16094)


def test_the_shares_of_a_population_add_up():
    with pytest.raises(ValueError, match="add up to 1/2"):
        Population((Stratum("1/2", True, 1, 1),))
    with pytest.raises(ValueError, match="something harmless"):
        Population((Stratum(1, True, 1, 1),)).judge()
    with pytest.raises(ValueError, match="flags nothing"):
        Population((Stratum("1/2", True, 0, 1), Stratum("1/2", False, 0, 1))).prevalence(selected=True)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 9), st.booleans(), probabilities, probabilities), min_size=1, max_size=5))
def test_cells_are_a_distribution(raw):
    total = sum(w for w, *_ in raw)
    population = Population(tuple(Stratum(F(w, total), *rest) for w, *rest in raw))
    assert sum(population.cells().values()) == 1
    assert population.prevalence() == F(sum(w for w, harmful, *_ in raw if harmful), total)


@settings(max_examples=60, deadline=None)
@given(inner, inner, inner, probabilities)
def test_sharing_shrinks_what_is_above_a_coin(prevalence, sensitivity, specificity, shared):
    rates = Rates(sensitivity, specificity)
    population = judging.shared_answers(prevalence, rates, rates, shared)
    assert population.judge() == population.selector() == rates
    flagged = population.judge(selected=True).balanced_accuracy
    assert flagged - F(1, 2) == (1 - shared) * (rates.balanced_accuracy - F(1, 2))
    assert population.prevalence(selected=True) == rates.precision(prevalence)


def test_independent_judges_of_different_rates_are_not_changed_by_the_selection():
    population = judging.shared_answers("1/7", Rates("0.9", "0.6"), Rates("0.3", "0.8"), 0)
    assert population.judge(selected=True) == population.judge() == Rates("0.3", "0.8")


def test_sharing_too_much_for_the_rates_is_refused():
    with pytest.raises(ValueError, match="cannot have"):
        judging.shared_answers("1/2", Rates("0.9", "0.9"), Rates("0.1", "0.9"), "1/2")
    with pytest.raises(ValueError, match="cannot have"):
        judging.shared_answers("1/2", Rates("0.9", "0.9"), Rates("0.8", "0.9"), 1)


def test_hard_cases_by_hand():
    # A tenth of the harmless cases fools each judge 19 times in 20, the others once in 180: 0.095 + 0.005 = 0.1.
    population = judging.hard_cases("1/10", Rates("0.9", "0.9"), hard="1/10", fooled="19/20")
    both = F(1, 10) * F(19, 20) ** 2 + F(9, 10) * F(1, 180) ** 2
    assert population.judge() == Rates("0.9", "0.9")
    assert population.judge(selected=True) == Rates("0.9", 1 - both / F(1, 10))
    with pytest.raises(ValueError, match="for the rest"):
        judging.hard_cases("1/10", Rates("0.9", "0.9"), hard="1/5", fooled="1")


@settings(max_examples=40, deadline=None)
@given(inner, inner, probabilities, probabilities, probabilities, probabilities)
def test_no_dependence_leaves_the_bounds(a, c, p, q, beyond, beside):
    """Every joint law: p, q flagging rates among the selected harmful and harmless, beyond and beside elsewhere."""
    population = Population(
        (
            Stratum(a / 2, True, 1, p), Stratum((1 - a) / 2, True, 0, beyond),
            Stratum(c / 2, False, 1, q), Stratum((1 - c) / 2, False, 0, beside),
        )
    )  # fmt: skip
    selector, judge = population.selector(), population.judge()
    flagged = population.judge(selected=True).balanced_accuracy
    low, high = judging.selected_bounds(selector, judge)
    assert low <= flagged <= high
    least, most = judging.overall_bounds(selector, flagged)
    assert least <= judge.balanced_accuracy <= most


@pytest.mark.parametrize(("a", "b", "c", "d"), [("0.9", "0.9", "0.1", "0.1"), ("0.3", "0.5", "0.6", "0.7")])
def test_both_ends_of_the_bounds_on_the_selected_occur(a, b, c, d):
    """The flags of the two judges nested, or overlapping as little as they can."""
    a, b, c, d = map(F, (a, b, c, d))

    def strata(harmful, first, second, both):
        cells = {(1, 1): both, (1, 0): first - both, (0, 1): second - both, (0, 0): 1 - first - second + both}
        return [Stratum(p / 2, harmful, *flags) for flags, p in cells.items()]

    low, high = judging.selected_bounds(Rates(a, 1 - c), Rates(b, 1 - d))
    for end, both, fooled in ((low, max(F(0), a + b - 1), min(c, d)), (high, min(a, b), max(F(0), c + d - 1))):
        population = Population((*strata(True, a, b, both), *strata(False, c, d, fooled)))
        assert population.judge() == Rates(b, 1 - d)
        assert population.judge(selected=True).balanced_accuracy == end


@pytest.mark.parametrize("seen", ["0", "1/4", "5/12", "1/2", "2/3", "1"])
def test_the_bounds_on_all_are_the_extremes_of_a_search(seen):
    a, c, target = F(9, 10), F(1, 10), F(seen)
    found = []
    for p in (F(i, 60) for i in range(61)):
        q = p - (2 * target - 1)
        if 0 <= q <= 1:
            found += [
                (1 + a * p + (1 - a) * x - c * q - (1 - c) * y) / 2 for x, y in itertools.product((0, 1), repeat=2)
            ]
    assert judging.overall_bounds(Rates(a, 1 - c), target) == (min(found), max(found))


def test_a_selector_that_flags_everything_leaves_nothing_open():
    for x in ("0", "1/3", "1"):
        assert judging.overall_bounds(Rates(1, 0), x) == (F(x), F(x))


@pytest.mark.parametrize("selector", [Rates(0, "1/2"), Rates("1/2", 1)])
def test_a_selector_of_one_kind_has_no_bounds(selector):
    with pytest.raises(ValueError, match="only one kind"):
        judging.selected_bounds(selector, Rates("1/2", "1/2"))
    with pytest.raises(ValueError, match="only one kind"):
        judging.overall_bounds(selector, "1/2")
    with pytest.raises(ValueError, match="between 0 and 1"):
        judging.overall_bounds(Rates("1/2", "1/2"), "2")


@pytest.mark.parametrize("selected", [True, False])
def test_the_simulation_is_the_exact_value_and_its_seed(selected):
    population = judging.shared_answers("1/5", Rates("0.8", "0.7"), Rates("0.7", "0.9"), "1/3")
    run = judging.simulate(population, labels=800, replicates=400, seed=5, selected=selected)
    again = judging.simulate(population, labels=800, replicates=400, seed=5, selected=selected)
    assert run.expected == population.judge(selected=selected).balanced_accuracy
    assert abs(run.sigma) < 4
    assert 0 < run.error < 0.01
    assert (run.accuracies == again.accuracies).all()


def test_a_simulation_that_cannot_be_balanced_is_refused():
    population = judging.shared_answers("1/1000", Rates("0.9", "0.5"), Rates("0.9", "0.5"), 0)
    with pytest.raises(ValueError, match="label more"):
        judging.simulate(population, labels=3, replicates=50, seed=1)
    with pytest.raises(ValueError, match="two replicates"):
        judging.simulate(population, labels=3, replicates=1, seed=1)


def test_without_spread_the_distance_is_zero():
    population = judging.shared_answers("1/2", Rates("1/2", "1/2"), Rates("1/2", "1/2"), 1)
    run = judging.simulate(population, labels=100, replicates=5, seed=1)
    assert (run.mean, run.error, run.sigma) == (0.5, 0.0, 0.0)
