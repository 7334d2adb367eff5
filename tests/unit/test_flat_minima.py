"""The constructions about flat minima, held against plain float losses, brute force and the definitions."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.rerun import flat_minima as flat
from lakatos.rerun.flat_minima.bounds import root
from lakatos.rerun.flat_minima.chain import pythagorean
from lakatos.rerun.flat_minima.surd import Surd

rationals = st.fractions(min_value=-5, max_value=5, max_denominator=50)
signs = st.sampled_from((1, -1))


@given(st.fractions(min_value=0, max_value=1000, max_denominator=1000))
@settings(max_examples=40, deadline=None)
def test_root_bounds_enclose_and_are_exact_for_squares(q):
    low, high = root(q)
    assert low**2 <= q <= high**2
    assert high - low <= F(1, 10**30)
    assert root(q * q) == (q, q)


@given(rationals, rationals, rationals, rationals)
@settings(max_examples=40, deadline=None)
def test_surds_compute_and_compare_as_their_values(a, b, c, e):
    d = F(7, 3)
    x, y = Surd(a, b, d), Surd(c, e, d)
    assert float(x + y) == pytest.approx(float(x) + float(y), abs=1e-9)
    assert float(x * y) == pytest.approx(float(x) * float(y), abs=1e-9)
    assert (x - y > 0) == (x > y) == (not x <= y)
    if y != 0:
        assert x / y * y == x
    if abs(float(x) - float(y)) > 1e-9:
        assert (x < y) == (float(x) < float(y))
    assert math.floor(x) <= x < math.floor(x) + 1


def test_surds_with_different_roots_do_not_mix():
    with pytest.raises(ValueError, match="do not mix"):
        Surd(F(1), F(1), F(2)) + Surd(F(1), F(1), F(3))


@given(st.lists(rationals, min_size=3, max_size=5), st.fractions(min_value=0, max_value=1, max_denominator=9))
@settings(max_examples=40)
def test_the_population_risk_is_the_mean_of_the_loss(w, rho):
    w = w[:3] if len(w) == 4 else w
    values = []
    for z in itertools.product((0, 1), repeat=len(w) - 1):
        norm = math.sqrt(sum(k * float(x) ** 2 for k, x in zip((*z, 1), w, strict=True)))
        values.append(max(norm - float(rho), 0) ** 2 / 2)
    low, high = flat.population_risk(w, rho)
    assert float(low) == pytest.approx(np.mean(values), abs=1e-9)
    assert low <= high


def test_counting_agrees_with_the_formulas():
    for n in (1, 2):
        samples = list(flat.all_samples(n))
        assert len(samples) == 2 ** (n * 2**n)
        assert F(sum(bool(flat.unseen(s)) for s in samples), len(samples)) == flat.some_probability(n)
        assert F(sum(len(flat.unseen(s)) == 1 for s in samples), len(samples)) == flat.exactly_one_probability(n)


def empirical(sample, w, rho, weights, T):
    """Theorem 3's empirical risk in floats, from the definition; w maps places to values, (-1, 0) is the last."""
    total = 0.0
    for z in sample:
        q = (float(weights.get((-1, 0), 1)) * float(w.get((-1, 0), 0))) ** 2
        for i, j in itertools.product(range(len(z)), range(T)):
            q += (float(weights.get((i, j), 1)) * max(z[i] * float(w.get((i, j), 0)), 0)) ** 2
        total += max(math.sqrt(q) - float(rho), 0) ** 2 / 2
    return total / len(sample)


@given(st.tuples(st.tuples(signs, signs, signs), st.tuples(signs, signs, signs)), st.booleans(), st.integers(0, 2**31))
@settings(max_examples=40, deadline=None)
def test_no_perturbation_beats_the_vertices(sample, tilted, seed):
    if not flat.unseen(sample, 1):
        return
    T, r, rng = 3, F(1), np.random.default_rng(seed)
    if tilted:
        run = flat.descend_without_ties(sample, T=T, eta=F(1, 4), r=r)
    else:
        run = flat.descend(sample, T=T, eta=F(1, 4), r=r, rho=F(1, 5))
    places = [(-1, 0), *itertools.product(range(3), range(T))]
    for w, best in zip(run.states, run.sharpness_aware_risk, strict=True):
        assert empirical(sample, w, run.rho, run.weights, T) == 0
        for _ in range(20):
            v = rng.normal(size=len(places)) * (rng.random(len(places)) < 0.5)
            v *= float(r) / (np.linalg.norm(v) or 1)
            moved = {p: float(w.get(p, 0)) + x for p, x in zip(places, v, strict=True)}
            assert empirical(sample, moved, run.rho, run.weights, T) <= float(best) + 1e-12


def test_a_descent_follows_the_gradient_of_its_loss():
    sample, T = ((1, -1), (1, 1)), 4
    run = flat.descend(sample, T=T, eta=F(1, 4), r=F(1), rho=F(1, 5))
    for t, (w, after) in enumerate(itertools.pairwise(run.states)):
        ahead = {p: float(x) for p, x in w.items()}
        ahead[0, t] = ahead.get((0, t), 0.0) + 1.0
        h = 1e-6
        up, down = ({**ahead, (0, t): ahead[0, t] + k} for k in (h, -h))
        slope = (empirical(sample, up, run.rho, {}, T) - empirical(sample, down, run.rho, {}, T)) / (2 * h)
        assert float(after[0, t]) == pytest.approx(float(w.get((0, t), 0)) - slope / 4, abs=1e-6)


def test_the_risk_of_a_descent_is_the_mean_over_the_population():
    run = flat.descend_without_ties(((1, 1),), T=3, eta=F(1, 4), r=F(2))
    w = run.average()
    assert {i for i, _ in w} == {0, 1}
    population = list(itertools.product((1, -1), repeat=2))
    mean = np.mean([empirical([z], w, run.rho, run.weights, 3) for z in population])
    assert float(run.risk(w).low) == pytest.approx(mean, abs=1e-12)


@given(st.integers(2, 12), st.data())
@settings(max_examples=30, deadline=None)
def test_the_closed_forms_are_the_averages(T, data):
    tau = data.draw(st.integers(1, T))
    run = flat.descend(((1, -1),), T=T, eta=F(1, 4), r=F(1), rho=F(1, 10))
    w = run.average(tau)
    assert [w[0, s - 1] for s in range(1, T)] == [-run.step * flat.moved_average(s, tau, T) for s in range(1, T)]
    assert sum(x * x for x in w.values()) == run.step**2 * T * flat.shape(tau, T)


def chain_loss(run, w, z):
    """Theorem 7's loss in floats, from the definition; w is an array of blocks by coordinates, then the trigger."""
    blocks, trigger = w
    c = run.constants
    deltas = np.array([float(c.deltas[j]) for j in range(2, run.T + 1)])
    before = blocks[:, :-1].copy()
    before[:, 0] += float(c.lam)
    links = np.maximum(blocks[:, 1:] - deltas * before, 0)
    v = np.where(np.array(z) == 1, 1.0, -float(c.kappa))
    pull = max(v @ blocks[:, 0] + trigger + float(c.deltas[1]), 0.0)
    return (np.array(z)[:, None] * blocks[:, 1:] ** 2).sum() / 2 + (links**2).sum() / 2 + float(c.gamma) * pull**2 / 2


def as_arrays(run, point):
    blocks = np.zeros((run.blocks, run.T))
    for (i, j), x in point.items():
        if i < run.blocks:
            blocks[i, j - 1] = float(x)
    return blocks, float(point.get((run.blocks, 1), 0.0))


@pytest.mark.parametrize("printed", [False, True])
def test_the_gradient_of_the_chain_is_that_of_its_loss(printed):
    sample = ((1, 0, 1, 1), (0, 0, 1, 0))
    run = flat.Chain(sample, T=6, eta=F(1, 4), r=F(1, 5), printed=printed)  # 6 * 4 + 1 = 25
    rng, h = np.random.default_rng(3), 1e-5
    point = {(i, j): run.number(F(int(rng.integers(-90, 90)), 100)) for i in range(4) for j in range(1, 7)}
    point[4, 1] = run.number(F(1, 3))
    g = run.gradient(point)
    for place in point:
        slopes = []
        for z in sample:
            near = []
            for k in (h, -h):
                blocks, trigger = as_arrays(run, point)
                if place[0] == run.blocks:
                    trigger += k
                else:
                    blocks[place[0], place[1] - 1] += k
                near.append(chain_loss(run, (blocks, trigger), z))
            slopes.append((near[0] - near[1]) / (2 * h))
        assert float(g.get(place, 0)) == pytest.approx(np.mean(slopes), abs=1e-8)


@pytest.mark.parametrize("eta", [F(1, 4), F(3)])
def test_the_population_risk_of_the_chain_encloses_the_mean_over_every_z(eta):
    run = flat.Chain(((0, 1),), T=8, eta=eta, r=F(1, 6) / eta)
    w = run.average()
    low, high = run.population_risk(w)
    mean = np.mean([chain_loss(run, as_arrays(run, w), z) for z in itertools.product((0, 1), repeat=2)])
    assert float(low) - 1e-15 <= mean <= float(high) + 1e-15
    assert flat.pushed_astray(run).short == 0


@given(st.integers(0, 2**31), st.sampled_from((F(1, 24), F(1, 2), F(7))))
@settings(max_examples=8, deadline=None)
def test_the_mended_chain_works_on_every_sample(seed, eta):
    sample = flat.draw_with_one_unseen(3, np.random.default_rng(seed))
    assert flat.pushed_astray(flat.Chain(sample, T=7, eta=eta, r=F(1, 6) / eta)).short == 0


def test_the_printed_constants_solve_their_equations():
    run = flat.Chain(((1, 0, 1, 1), (0, 0, 1, 0)), T=6, eta=F(2), r=F(1, 30), printed=True)
    c = run.constants
    assert c.gamma == c.lam / (max(1, run.eta) * (run.r + c.deltas[1]))
    assert c.deltas[1] == run.eta * c.gamma * run.r / (2 * 5 - run.eta * c.gamma)


@given(st.fractions(min_value=F(1, 1000), max_value=1, max_denominator=2000))
@settings(max_examples=40, deadline=None)
def test_pythagorean_deltas_have_rational_roots(most):
    delta = pythagorean(most)
    assert 0 < delta <= most
    low, high = root(1 + delta**2)
    assert low == high


def test_a_zero_gradient_convention_moves_the_printed_example_and_not_its_mirror():
    still = {"eta": F(1, 4), "r": F(1, 2), "T": 9}
    assert not any(flat.Line().sam(**still, zero=0))
    assert flat.Line().sam(**still, zero=1)[-1] < 0
    assert not any(flat.Line(side=-1).sam(**still, zero=1))


def test_every_proof_goes_through_and_one_that_does_not_is_refused():
    from lakatos.rerun.flat_minima import derivation

    for theorem in flat.THEOREMS:
        assert len(flat.derive(theorem).steps) >= 3
    with pytest.raises(ValueError, match="no proof of 'Theorem 4'"):
        flat.derive("Theorem 4")
    with pytest.raises(AssertionError, match="not proved: one is two"):
        derivation._Steps()("one is two", 1 + 1 == 1)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (lambda: flat.loss([F(1)], (1,), F(0)), "one coordinate more"),
        (lambda: flat.population_risk([F(1)] * 20, F(0)), "too many"),
        (lambda: flat.some_probability(40), "n from 1 to 14"),
        (lambda: flat.descend(((-1, -1),), T=3, eta=F(1), r=F(1), rho=F(0)), "nothing leads"),
        (lambda: flat.descend(((1, -1),), T=3, eta=F(1), r=F(1), rho=F(2)), "no step"),
        (lambda: flat.shape(4, 3), "from 1 to T"),
        (lambda: flat.Chain(((1, 1),), T=6, eta=F(1), r=F(1)), "exactly one coordinate"),
        (lambda: flat.Chain(((0, 1, 1),), T=6, eta=F(1), r=F(1)), "2\\^1 coordinates"),
        (lambda: flat.Chain(((0, 1),), T=2, eta=F(1), r=F(1)), "T >= 3"),
        (lambda: flat.Chain(((0, 1),), T=6, eta=F(1), r=F(1), printed=True), "13 is none"),
        (lambda: pythagorean(F(0)), "positive"),
        (lambda: root(F(-1)), "no real square root"),
    ],
)
def test_bad_input_is_refused(bad, message):
    with pytest.raises(ValueError, match=message):
        bad()


def test_a_run_outside_the_premises_is_no_trial():
    run = flat.descend(((1, -1),), T=16, eta=F(1, 4), r=F(1, 2), rho=F(2, 5))
    with pytest.raises(ValueError, match="does not speak of"):
        flat.led_astray([run])
