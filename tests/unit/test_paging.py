"""Paging: the definitions on small cases, the published table, and two programs held against each other."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest

from lakatos.arithmetic import harmonic
from lakatos.rerun import paging
from lakatos.rerun.paging.phases import serve_compiled

TABLE = {8: 0.8750, 16: 1.0388, 32: 1.2975, 64: 1.5546, 128: 1.8119, 256: 2.0641, 512: 2.3178, 1024: 2.5721}
TABLE |= {2048: 2.8273, 4096: 3.0821}


def test_layers_move_as_defined():
    work = paging.WorkFunction([0, 1, 2])
    assert work.unrevealed == 0
    assert work.request(9) == 0  # new: joins nothing, the top two layers merge below it
    assert work.layers == [{0}, {1, 2}, {9}]
    assert (work.opt, work.unrevealed) == (1, 2)
    assert work.request(1) == 2  # the rest of its layer goes down
    assert work.layers == [{0, 2}, {9}, {1}]
    assert work.unrevealed == 1
    assert work.request(1) == 3
    assert work.layers == [{0, 2}, {9}, {1}]
    assert work.request(0) == 1  # the rest of the lowest layer leaves the support
    assert work.layers == [{9}, {1}, {0}]
    assert work.support == {0, 1, 9}


def test_the_adversary_asks_for_the_lowest_layer_until_nothing_is_unrevealed():
    for k in (2, 3, 5, 8):
        work = paging.WorkFunction(range(k))
        requests = paging.lazy_phases(k, 4).reshape(4, k)
        for phase in requests:
            assert work.request(int(phase[0])) == 0
            for page in phase[1:]:
                assert work.unrevealed > 0
                assert work.request(int(page)) == 1
            assert work.unrevealed == 0
        assert work.opt == 4


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_onlinemin_costs_exactly_h_k(k):
    requests = [int(p) for p in paging.lazy_phases(k, 1)]
    orders = list(itertools.permutations(range(k + 1)))
    total = sum(sum(paging.serve(requests, k, priorities=order, check=True).misses) for order in orders)
    assert F(total, len(orders)) == harmonic(k)


def test_rpb_om_over_every_order_costs_what_the_recursion_says():
    # Small enough to enumerate, too small for the gate: the predicted eviction at the new page is all there is.
    for k, tau in ((4, 0), (5, 0), (4, 1), (5, 2)):
        requests = paging.lazy_phases(k, 1)
        predictions = paging.inverted_predictions(requests)
        orders = list(itertools.permutations(range(k + 1)))
        served = [paging.serve([int(p) for p in requests], k, priorities=o, rule="rpb-om", predictions=list(predictions), tau=tau) for o in orders]  # fmt: skip
        assert F(sum(sum(s.misses) for s in served), len(orders)) == harmonic(k) + paging.additive_term(k, tau=tau)


def test_the_gate_is_right_where_it_first_opens():
    # k = 9 over every order of the nine pages that can be evicted; the new page's own priority never matters.
    k = 9
    requests = paging.lazy_phases(k, 1)
    predictions = paging.inverted_predictions(requests)
    total = opened = 0
    for order in itertools.permutations(range(k)):
        misses, _, gates = serve_compiled(
            requests, k, priorities=np.array([*order, k], dtype=float), rule="rpb-om", predictions=predictions
        )
        total += int(misses.sum())
        opened += gates
    assert opened > 0
    assert F(total, math.factorial(k)) == harmonic(k) + paging.additive_term(k)


def test_the_table_of_additive_terms():
    balls = paging.additive_balls(list(TABLE))
    for k, value in TABLE.items():
        middle, error = balls[k]
        assert round(middle, 4) == value
        assert error < 1e-14
        if k <= 1024:
            assert abs(F(middle) - paging.additive_term(k)) <= F(error)


def test_additive_terms_are_monotone_under_misses_and_bounded_under_requests():
    for k in (8, 64, 300):
        assert paging.additive_term(k, refresh="request") == 1 - F(1, k)
    assert paging.additive_term(600) > paging.additive_term(300) + F(36, 100) * F(math.log(2))


def test_the_gate_is_decided_by_bounds_on_e():
    for m in range(2, 2000):
        j = paging.gate_threshold(m)
        assert j - 1 <= (m + 1) / math.e - 2 < j


def test_the_identity_behind_the_growth():
    assert paging.identity_holds(200)
    assert str(paging.asymptotic_slope()) == "exp(-1)"


@pytest.mark.parametrize("seed", range(8))
def test_the_compiled_simulation_is_the_reference(seed):
    rng = np.random.default_rng(seed)
    for _ in range(12):
        k = int(rng.integers(1, 9))
        length = 120
        requests = rng.integers(0, int(rng.integers(k + 1, 2 * k + 4)), length).astype(np.int32)
        priorities, predictions = rng.random(length + k), rng.random(length).round(1)
        for rule, refresh, tau in itertools.product(("online-min", "rpb-om"), ("miss", "request"), (0, 2)):
            options = {"rule": rule, "refresh": refresh, "tau": tau, "predictions": predictions}
            slow = paging.serve([int(p) for p in requests], k, priorities=list(priorities), check=True, **options)
            misses, opt, gates = serve_compiled(requests, k, priorities=priorities, **options)
            assert list(misses) == slow.misses
            assert (opt, gates) == (slow.opt, slow.gates)
            assert opt == paging.belady([int(p) for p in requests], k)


def test_the_gate_opens_only_when_y_is_refreshed_at_misses():
    seed = np.random.SeedSequence(3)
    assert paging.simulate_phases(64, 200, 2, seed=seed, refresh="miss").gates > 100
    assert paging.simulate_phases(64, 200, 2, seed=seed, refresh="request").gates == 0


def test_replicates_are_reproducible_and_differ():
    one, two = (paging.simulate_phases(16, 50, 3, seed=np.random.SeedSequence(9)).costs for _ in range(2))
    assert (one == two).all()
    assert (one[0] != one[1]).any()


@pytest.mark.parametrize(("k", "phases"), [(1, 3), (4, 0)])
def test_sizes_that_make_no_sense_are_refused(k, phases):
    with pytest.raises(ValueError, match="need k >= 2"):
        paging.lazy_phases(k, phases)


@pytest.mark.parametrize("k", [2, 3, 8, 100])
def test_marking_costs_h_k_a_phase_on_k_plus_one_pages(k):
    runs = paging.simulate_marking(k, 60, seed=np.random.SeedSequence(k), phases=500)
    for values, expected in ((runs.ratio, harmonic(k)), (runs.requests / runs.finished, (k + 1) * harmonic(k))):
        error = values.std(ddof=1) / math.sqrt(60)
        assert abs(values.mean() - float(expected)) < 4 * error
    assert (runs.finished == 500).all()
    assert (runs.units == 500).all()


def test_a_budget_of_requests_leaves_a_phase_unfinished_and_says_so():
    runs = paging.simulate_marking(64, 400, seed=np.random.SeedSequence(1), budget=5000)
    assert (runs.requests == 5000).all()
    assert (runs.units >= runs.finished).all()
    assert (runs.units < runs.finished + 1).all()
    assert (runs.units != runs.finished).mean() > 0.9
    # The faults of the unfinished phase are in the ratio: it is too large.
    assert runs.ratio.mean() - float(harmonic(64)) > 4 * runs.ratio.std(ddof=1) / math.sqrt(400)


def test_marking_is_reproducible_and_refuses_what_makes_no_sense():
    one, two = (paging.simulate_marking(8, 4, seed=np.random.SeedSequence(5), phases=20).faults for _ in range(2))
    assert (one == two).all()
    assert len(set(one.tolist())) > 1
    with pytest.raises(ValueError, match="not both"):
        paging.simulate_marking(8, 4, seed=np.random.SeedSequence(5))
    with pytest.raises(ValueError, match="do not finish one phase"):
        paging.simulate_marking(64, 4, seed=np.random.SeedSequence(5), budget=10)
    with pytest.raises(ValueError, match="need k >= 2"):
        paging.simulate_marking(1, 4, seed=np.random.SeedSequence(5), phases=3)
