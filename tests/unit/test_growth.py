"""Sigmas, slopes, plans and refusals on data whose answer is known."""

import json
import math
import os
import threading
from fractions import Fraction as F
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from lakatos import growth
from lakatos.arithmetic import RationalMatrix, harmonic, solve
from lakatos.growth import GrowthDataError, chi_squared, expression, sigma_from_t
from lakatos.growth.expression import _asymptotic
from lakatos.growth.files import Table
from lakatos.growth.kernel import Batch, fit, weigh
from lakatos.growth.sigma import threshold

KS = [8, 16, 32, 64, 128, 256, 512, 1024]


def data(truth, *, sd=0.1, replicates=20, seed=0, ks=KS):
    rng = np.random.default_rng(seed)
    return np.array([truth(k) for k in ks]) + sd * rng.normal(size=(replicates, len(ks)))


def long_table(values, ks=KS):
    rows = [(k, f"run {i}", row[j]) for i, row in enumerate(values) for j, k in enumerate(ks)]
    return {"k": [r[0] for r in rows], "run": [r[1] for r in rows], "cost": [r[2] for r in rows]}


@pytest.mark.parametrize(("t", "dof"), [(1.0, 3), (2.5, 10), (5.0, 30), (-4.0, 7)])
def test_sigma_keeps_the_tail_probability(t, dof):
    sigma = sigma_from_t(t, dof=dof)
    assert math.copysign(1, sigma) == math.copysign(1, t)
    assert stats.norm.sf(abs(sigma)) == pytest.approx(stats.t.sf(abs(t), dof), rel=1e-9)


def test_sigma_grows_with_t_far_beyond_double_precision():
    values = [sigma_from_t(t, dof=5) for t in (10.0, 1e3, 1e50, 1e100, 1e200)]
    assert values == sorted(values)
    assert all(math.isfinite(v) for v in values)


@pytest.mark.parametrize(("t", "dof"), [(40.0, 90), (72.7, 1959), (1e3, 12), (1e30, 30)])
def test_sigma_is_right_where_the_probability_is_no_double(t, dof):
    from mpmath import mp, mpf

    with mp.workdps(60):
        x = mpf(dof) / (dof + mpf(t) ** 2)
        tail = mp.betainc(mpf(dof) / 2, mpf(1) / 2, 0, x, regularized=True) / 2
        sigma = mpf(sigma_from_t(t, dof=dof))
        assert mp.log(mp.erfc(sigma / mp.sqrt(2)) / 2) == pytest.approx(float(mp.log(tail)), rel=1e-9)


@pytest.mark.parametrize(("looks", "trials"), [(1, 1), (11, 1), (3, 7)])
def test_looks_and_trials_share_the_probability(looks, trials):
    assert stats.norm.sf(threshold(3.0, looks=looks, trials=trials)) * looks * trials == pytest.approx(
        stats.norm.sf(3.0)
    )


def test_the_slope_is_recovered_after_subtracting_the_claimed_term():
    runs = data(lambda k: float(harmonic(k)) + 1.3 + 0.38 * math.log(k))
    r = growth.test(runs, size=KS, units=200, claimed="harmonic(k)")
    assert r.answer == "grows"
    assert r.interval[0] < 0.38 < r.interval[1]
    assert r.within(1.9599639845400545) == pytest.approx(r.interval)
    assert [a.family for a in r.against if a.decides] == ["c", "c + b/k", "c + b/sqrt k", "c + b/ln k"]
    assert "log" in r.could_be
    assert "1" not in r.could_be


def test_a_bounded_term_is_not_called_growth_though_the_constant_is_rejected():
    r = growth.test(data(lambda k: 1 - 2 / k, sd=0.02, seed=1), size=KS, units=200)
    assert r.against[0].sigma > 9  # "nine sigma" against a constant
    assert r.answer == "bounded"
    assert r.simplest == "c + b/k"
    assert r.could_be == ("1",)
    assert r.rise < r.tol


def test_what_is_too_noisy_is_undetermined_and_says_what_would_decide():
    r = growth.test(data(lambda k: 1 + 0.1 * math.log(k), sd=1.0, seed=1), size=KS, units=200)
    assert r.answer == "undetermined"
    assert r.horizon
    assert "replicates" in str(r)
    assert {"1", "log"} <= set(r.could_be)


def test_a_stated_tolerance_decides_what_bounded_means():
    runs = data(lambda _: 1.0, sd=0.1)
    loose, tight = (growth.test(runs, size=KS, units=200, tol=tol) for tol in (1.0, 0.01))
    assert (loose.answer, tight.answer) == ("bounded", "undetermined")
    assert loose.tol_stated
    grows = growth.test(data(lambda k: 0.05 * math.log(k), sd=0.01), size=KS, units=200, tol=2.0)
    assert grows.answer == "grows"  # a tolerance is no licence to deny what is seen


def test_errors_come_from_the_spread_of_replicates_and_are_not_rescaled():
    # Same means, ten times the spread: ten times the error, whatever the fit's own residuals are.
    small, large = data(lambda _: 1.0, sd=0.01), data(lambda _: 1.0, sd=0.1)
    errors = [growth.test(runs, size=KS, units=200).error for runs in (large, small)]
    assert errors[0] / errors[1] == pytest.approx(10, rel=0.05)
    bent = data(lambda k: 3 * math.cos(k), sd=0.1)
    assert growth.test(bent, size=KS, units=200).error == pytest.approx(errors[0], rel=0.3)
    assert "never rescaled" in growth.test(small, size=KS, units=200).convention


@pytest.mark.parametrize("settings", [{"sigma": 7}, {"looks": 10**6}, {"trials": 10**6}])
def test_asking_for_more_does_not_make_a_bad_fit_good(settings):
    bent = 0.05 * np.array([1, -1, 0, 1, -1, 1, -1, 0])
    runs = data(lambda k: 1.3 + 0.38 * math.log(k), sd=0.08, replicates=10) + bent
    plain, strict = growth.test(runs, size=KS, units=200), growth.test(runs, size=KS, units=200, **settings)
    assert 1e-12 < plain.gate == strict.gate < 1e-3
    assert "nothing fits" in plain.why
    assert "nothing fits" in strict.why


@pytest.mark.parametrize("offset", [0, 1.3, 10, 100])
def test_the_default_tolerance_does_not_hang_on_the_constant_that_is_left(offset):
    flat = growth.test(offset + data(lambda _: 0.0, sd=0.02), size=KS, units=200)
    assert flat.answer == "bounded"
    assert "slower growth would not be seen" in flat.why
    assert flat.tol == pytest.approx(growth.test(data(lambda _: 0.0, sd=0.02), size=KS, units=200).tol)
    short = growth.test(offset + data(lambda _: 0.0, sd=0.02)[:, :5], size=KS[:5], units=200)
    assert (short.answer, short.tol) == ("undetermined", 0)
    assert "too short a range for a default tolerance" in short.why


def test_a_default_tolerance_is_small_beside_the_claimed_term():
    runs = data(lambda k: float(harmonic(k)) + 1.3, sd=2.0)
    claimed = growth.test(runs, size=KS, units=200, claimed="harmonic(k)")
    assert claimed.tol == pytest.approx(0.1 * float(harmonic(1024) - harmonic(8)))
    assert claimed.answer == "undetermined"


def test_a_claim_that_is_too_steep_leaves_what_falls():
    runs = data(lambda k: 5 + 0.62 * math.log(k))
    r = growth.test(runs, size=KS, units=200, claimed="log(k)")
    assert (r.answer, r.could_be) == ("bounded", ("1",))
    assert "falls" in r.why
    assert "the claimed term is larger than needed" in r.why
    assert r.rise < 0


def test_bounded_leaves_the_class_of_bounded_open():
    found = 0
    for seed in range(40):
        runs = data(lambda k: 1.3 + 0.35 * (k / 1024) ** 2, sd=0.316, replicates=10, seed=seed)
        r = growth.test(runs, size=KS, units=200, tol=2.0)
        found += r.answer == "bounded"
        assert r.answer != "bounded" or r.could_be == ("1",)
    assert found > 10


def test_grows_names_what_is_excluded_and_what_would_look_the_same():
    r = growth.test(data(lambda k: 1.3 + 0.38 * math.log(k)), size=KS, units=200)
    assert "the bounded c, c + b/k, c + b/sqrt k, c + b/ln k are excluded" in r.why
    assert "k/(k + 1024), would look the same" in r.why


def test_data_that_nothing_fits_get_no_verdict():
    r = growth.test(data(lambda k: 2 + math.cos(k), sd=0.02), size=KS, units=200)
    assert r.answer == "undetermined"
    assert "nothing fits" in r.why


def test_an_uneven_variance_that_is_no_power_of_k_is_taken_as_it_is():
    spread = np.array([1, 1, 9, 1, 1, 9, 1, 1]) * 0.1
    rng = np.random.default_rng(3)
    r = growth.test(1.0 + spread * rng.normal(size=(60, 8)), size=KS, units=200)
    assert "own variance" in r.convention
    assert r.answer == "bounded"
    assert r.errors[2] > 5 * r.errors[0]
    few = growth.test(1.0 + spread * rng.normal(size=(8, 8)), size=KS, units=200)
    assert few.answer != "grows"


def test_the_families_to_exclude_can_be_named():
    runs = data(lambda k: 1.3 - 1.5 / math.sqrt(k), sd=0.01)
    weak = growth.test(runs, size=KS, units=200, families=["c + b/k"])
    assert [a.family for a in weak.against if a.decides] == ["c", "c + b/k"]
    assert growth.test(runs, size=KS, units=200).answer != "grows"
    with pytest.raises(ValueError, match="no bounded family 'c - b'; there are"):
        growth.test(runs, size=KS, families=["c - b"])


def test_runs_that_share_a_trend_are_recognised():
    rng = np.random.default_rng(4)
    shared = data(lambda _: 1.0, sd=0.02) + 0.3 * rng.normal(size=(20, 1)) * (np.log(KS) - np.log(KS).mean())
    r = growth.test(shared, size=KS, units=200)
    assert "one slope per run" in r.convention
    assert r.dof == 19
    apart = growth.test(shared, size=KS, units=200, paired=False)
    assert r.error > 1.5 * apart.error
    assert r.answer != "grows"


def test_a_bend_that_runs_share_widens_the_error_it_decides_by():
    x, rng = np.log(KS), np.random.default_rng(8)
    bend = x**2 - np.polyval(np.polyfit(x, x**2, 1), x)
    shared = data(lambda k: 1.3 - 1.5 / math.sqrt(k), sd=0.1) + 0.3 * rng.normal(size=(20, 1)) * bend
    r = growth.test(shared, size=KS, units=200)
    assert "beside c + b/k, c + b/sqrt k, c + b/ln k from one slope per run" in r.convention
    apart = growth.test(shared, size=KS, units=200, paired=False)
    assert r.against[2].error > 2 * apart.against[2].error
    assert r.error == apart.error


def test_without_names_of_runs_it_says_what_it_could_not_look_for():
    table = long_table(data(lambda _: 1.0))
    unnamed = growth.test(table, size="k", value="cost", units=200)
    assert "could not be looked for" in str(unnamed)
    assert "could not be looked for" not in str(growth.test(table, size="k", value="cost", units=200, paired=False))
    assert "could not be looked for" not in str(growth.test(table, size="k", value="cost", replicate="run", units=200))


def test_few_replicates_with_an_odd_size_use_its_own_variance_where_that_is_wider():
    spread = np.array([1, 1, 1, 1, 1, 1, 1, 3]) * 0.1
    runs = 1 + spread * np.random.default_rng(1).normal(size=(5, 8))
    r = growth.test(runs, size=KS, units=200)
    assert "fewer than 10 replicates" in r.convention or "one slope per run" in r.convention
    assert r.against[2].error > r.against[0].error


def test_looks_are_paid_for():
    runs = data(lambda k: 0.1 * math.log(k), sd=0.3, replicates=60)
    once, often = (growth.test(runs, size=KS, units=200, looks=n) for n in (1, 1000))
    assert once.needed == pytest.approx(3)
    assert often.needed > 4.4
    assert "1000 looks" in str(often)


def test_unequal_replicates_must_be_declared():
    table = long_table(data(lambda _: 1.0))
    table = {name: column[:-3] for name, column in table.items()}
    with pytest.raises(GrowthDataError, match="looks="):
        growth.test(table, size="k", value="cost", units=200)
    assert growth.test(table, size="k", value="cost", units=200, looks=1).counts == (20,) * 5 + (19,) * 3


def test_the_same_answer_from_arrays_tables_and_files(tmp_path):
    runs = data(lambda k: 1.3 + 0.38 * math.log(k))
    table = long_table(runs)
    path = tmp_path / "runs.csv"
    lines = ["k,run,cost", *(f"{k},{r},{c!r}" for k, r, c in zip(*table.values()))]
    path.write_text("\n".join(map(str, lines)).replace("np.float64(", "").replace(")", "") + "\n")

    class Frame:
        columns = tuple(table)

        def __getitem__(self, name):
            return np.array(table[name])

    answers = [growth.test(runs, size=KS, units=200)]
    for source in (table, Frame(), path, str(path)):
        answers.append(growth.test(source, size="k", value="cost", replicate="run", units=200))
    assert len({str(a) for a in answers}) == 1


def test_rows_of_a_run_are_its_units():
    rng = np.random.default_rng(1)
    k = np.repeat(KS, 5 * 120)
    run = np.tile(np.repeat(np.arange(5), 120), len(KS))
    r = growth.test({"k": k, "run": run, "cost": 1 + rng.normal(size=len(k))}, size="k", value="cost", replicate="run")
    assert r.units == (120,) * len(KS)
    assert r.counts == (5,) * len(KS)


@pytest.mark.parametrize(
    ("values", "sizes", "units", "says"),
    [
        (np.ones((5, 3)), KS[:3], 200, "at least 4 increasing sizes"),
        (np.ones((2, 8)), KS, 200, "at least 3 independent replicates"),
        (np.ones((5, 7)), KS, 200, "shape"),
        (np.full((5, 8), np.nan), KS, 200, "no finite number"),
        (data(lambda _: 1.0), KS, 13, "17 sigma"),
        (np.ones((5, 8)), KS, 200, "not independent"),
        (data(lambda _: 1.0) * ([1] * 7 + [0]), KS, 200, "all replicates at k = 1024 are 0"),
        (data(lambda _: 1.0), KS[::-1], 200, "increasing"),
        (data(lambda _: 1.0), KS, [9600] * 7 + [13], "fixed budget"),
        (data(lambda _: 1.0), KS, [200] * 7 + [213.4], "unfinished"),
        (np.cumsum(data(lambda _: 0.0, replicates=40), axis=0), KS, 200, "checkpoints of one run"),
        (data(lambda _: 1.0), KS, [95_999] * 7 + [129], "129 whole units .* and 95,999 at k = 8: a fixed budget"),
        (data(lambda _: 1.0) * 1e300, KS, 200, r"largest value is 1\.\d*e\+300"),
        (data(lambda _: 1.0) * 1e-160, KS, 200, "other units"),
        (data(lambda _: 1.0), [1e200 * 2**i for i in range(8)], 200, "largest size"),
        (data(lambda _: 1.0), [1000 + i for i in range(8)], 200, r"a range of 1\.01"),
    ],
)
def test_data_that_cannot_carry_a_sigma_are_refused(values, sizes, units, says):
    with pytest.raises(GrowthDataError, match=says):
        growth.test(values, size=sizes, units=units)


def test_readings_of_a_run_as_it_goes_on_are_refused():
    rng = np.random.default_rng(0)
    k, units = np.repeat(KS, 30), np.tile(np.arange(100, 3100, 100), len(KS))
    running = np.concatenate([np.cumsum(rng.normal(size=30)) / np.arange(1, 31) for _ in KS])
    table = {"k": k, "run": np.zeros(len(k)), "u": units, "cost": running}
    with pytest.raises(GrowthDataError, match="keep each run's last reading"):
        growth.test(table, size="k", value="cost", replicate="run", units="u")
    with pytest.raises(GrowthDataError, match="follow one another"):
        growth.test(table, size="k", value="cost")


def test_uneven_units_can_be_wanted_and_are_told():
    runs, units = data(lambda _: 1.0), [95_999] * 7 + [129]
    r = growth.test(growth.read(runs, size=KS, units=units, uneven_units=True))
    assert any("129 to 95,999 whole units" in note for note in r.notes)


def test_a_spread_is_small_only_beside_its_values():
    r = growth.test(1e-9 + 1e-13 * data(lambda _: 1.0, sd=1.0), size=KS, units=200)
    assert r.answer == "bounded"


def test_weights_weigh_the_rows_of_a_run_and_not_the_runs():
    runs = data(lambda k: 1.3 + 0.38 * math.log(k))
    table = long_table(runs)
    # A row at the run's value plus 3 with weight 1, and one at the value minus 1 with weight 3: the same mean.
    pairs = {
        "k": table["k"] * 2,
        "run": table["run"] * 2,
        "cost": [c + 3 for c in table["cost"]] + [c - 1 for c in table["cost"]],
        "w": [1.0] * runs.size + [3.0] * runs.size,
    }
    columns = {"size": "k", "value": "cost", "replicate": "run", "units": 200}
    plain, weighted = growth.read(table, **columns), growth.read(pairs, weight="w", **columns)
    assert weighted.means == pytest.approx(plain.means)
    assert weighted.variances == pytest.approx(plain.variances)
    table["w"] = list(range(1, runs.size + 1))
    same = growth.read(table, weight="w", **columns)
    assert same.means == pytest.approx(plain.means)
    assert "change nothing" in same.notes[0]
    with pytest.raises(GrowthDataError, match="replicate="):
        growth.read(table, weight="w", size="k", value="cost")
    table["w"][3] = -2
    with pytest.raises(GrowthDataError, match="weight -2"):
        growth.read(table, weight="w", **columns)


def one_walk_per_size(readings, *, seed=7):
    rng = np.random.default_rng(seed)
    walks = [1.3 + 0.05 * np.cumsum(rng.normal(size=readings)) for _ in KS]
    names = np.tile([f"step {i}" for i in range(readings)], len(KS))
    return {"k": np.repeat(KS, readings), "step": names, "cost": np.concatenate(walks)}


@pytest.mark.parametrize("readings", [10, 100])
@pytest.mark.parametrize("replicate", [None, "step"])
def test_naming_the_readings_of_one_run_does_not_make_them_runs(readings, replicate):
    with pytest.raises(GrowthDataError, match="follow one another"):
        growth.test(one_walk_per_size(readings), size="k", value="cost", replicate=replicate, units=200)


@pytest.mark.parametrize("replicates", [3, 5, 10, 30])
def test_independent_runs_are_not_taken_for_one(replicates):
    for seed in range(60):
        table = long_table(data(lambda _: 1.0, replicates=replicates, seed=seed))
        growth.runs.read(table, size="k", value="cost", replicate="run", units=200)
        growth.runs.read(table, size="k", value="cost", replicate=None, units=200)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("k,cost\n8,1\n8,oops\n", "row 3: cost is oops"),
        ("k,cost\n8,1\n16\n", "line 3: 1 fields"),
        ("k,price\n8,1\n", "no column 'cost'; its columns are k, price"),
        ("k,cost,cost\n8,1,2\n", "more than one column"),
        ("k,cost\n8,nan\n", "no finite number"),
        ("k,cost\n\x00,1\n", "no text table|no finite number"),
        ("k,cost\n4,3.0\n1,024,3.1\n", "line 3: 3 fields, the header has 2: '1,024,3.1'; write decimals with a point"),
        ("k,cost\n4,30,377\n", "line 2: 3 fields"),
        ('k,cost\n4,"3,5"\n', "row 2: cost is 3,5.*with a point"),
        ("k,cost\n\n4,1\n\n8,x\n", "row 5: cost is x"),
        ("k,cost\n4,1_000\n", "row 2: cost is 1_000"),
        ("k,cost\n4,1\n8\n,16,2\n", "line 3: 1 fields"),
        ("k,cost\n\n4,1\n8,1,2\n", "line 4: 3 fields"),
        ("k;cost\n4;1\n", "by commas"),
    ],
)
def test_hostile_files_are_refused_by_row_and_value(tmp_path, text, says):
    path = tmp_path / "x.csv"
    path.write_text(text)
    with pytest.raises(GrowthDataError, match=says):
        growth.test(path, size="k", value="cost")


def test_a_pipe_is_read_whole(tmp_path):
    rows = "".join(f"{k},{c}\n" for row in data(lambda _: 1.0, replicates=4000) for k, c in zip(KS, row, strict=True))
    (tmp_path / "x.csv").write_text("k,cost\n" + rows)
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text("k,cost\n" + rows))
    writer.start()
    piped = growth.test(tmp_path / "pipe", size="k", value="cost")
    writer.join()
    assert piped.counts == (4000,) * len(KS)
    assert str(piped) == str(growth.test(tmp_path / "x.csv", size="k", value="cost"))


def test_what_is_masked_is_missing():
    runs = np.ma.masked_equal(np.round(data(lambda _: 1.0), 6), 1e3)
    assert growth.test(runs, size=KS, units=200).answer == "bounded"
    runs[2, 1] = np.ma.masked
    with pytest.raises(GrowthDataError, match="row 18: value is missing"):
        growth.test(runs, size=KS, units=200)


def test_runs_are_ordered_by_the_number_in_their_names():
    names, place = Table({"run": ["r10", "r9", "r1", "r9"]}).codes("run")
    assert names == ["r1", "r9", "r10"]
    assert place.tolist() == [2, 1, 0, 1]


def test_parquet_without_a_reader_names_the_mend(tmp_path):
    path = tmp_path / "x.parquet"
    path.write_bytes(b"no parquet")
    with pytest.raises(GrowthDataError, match=r"pyarrow|no Parquet table"):
        growth.test(path, size="k", value="cost")


def test_formulas_are_exact_where_they_can_be():
    assert expression("harmonic(k) + 0.1").at(4) == F(25, 12) + F(1, 10)
    assert expression("2*k^2/3 - 1").at(5) == F(47, 3)
    assert expression("0.38*log(k)").at(8) == pytest.approx(0.38 * math.log(8))
    assert expression("sqrt(n)", variable="n").at(9) == 3


def test_a_large_harmonic_number_is_rational_and_right_far_below_double_precision():
    assert abs(_asymptotic(10_001) - harmonic(10_001)) < F(1, 10**39)
    value = expression("harmonic(k)").at(2**40)
    assert isinstance(value, F)
    assert float(value) == pytest.approx(40 * math.log(2) + 0.5772156649015329, rel=1e-15)
    near = expression("harmonic(k + 1) - harmonic(k) - 1/(k + 1)").at(10_000)  # exact on one side only
    assert abs(near) < F(1, 10**39)


def test_the_auditor_takes_harmonic_numbers_of_any_size():
    design = {"k_max": 64, "replicates": 5, "sd": 1, "trials": 100}
    assert growth.audit_horizon(alternative="0.05*harmonic(k)", **design).power < 0.1
    stops = growth.audit_horizon(alternative="0.05*log(k) + 0*sqrt(64 - k)", **design)
    assert stops.further is None


@pytest.mark.parametrize("text", ["(k^16)^16", "(((k^16)^16)^16)^16", "k^16*2**16**9", "harmonic(k)*10^16^16"])
def test_what_is_no_double_is_refused_at_once(text):
    with pytest.raises(GrowthDataError, match="at k = 8"):
        growth.test(data(lambda _: 1.0), size=KS, units=200, claimed=text + "*k^200")


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "k.real", "open('x')", "k if k else 1", "[1]", "lambda: 1", "q", "k k", "'a'*9", "True",
     "log(k, 2)", "(" * 300 + "k" + ")" * 300, "k" * 600, "", "k := 1", "harmonic(x=k)"],
)  # fmt: skip
def test_nothing_but_arithmetic_is_read(text):
    with pytest.raises(GrowthDataError):
        expression(text)


@pytest.mark.parametrize(("text", "k"), [("log(0)", 4), ("1/(k-4)", 4), ("9**9**9**9", 4), ("harmonic(k/3)", 4), ("(0-k)**0.5", 4)])  # fmt: skip
def test_a_formula_without_a_value_says_where(text, k):
    with pytest.raises(GrowthDataError, match="k = 4"):
        expression(text).at(k)


def test_the_planner_gives_the_published_table():
    # facts: slope 0.38, doublings from 4, sd 1 per replicate; against a constant, and with a 1/k term.
    table = {64: (13, 37, 117, 101, 280, 905), 256: (5, 13, 42, 21, 57, 182), 1024: (3, 7, 20, 7, 19, 61),
             4096: (2, 4, 11, 3, 9, 27), 16384: (1, 2, 7, 2, 5, 14)}  # fmt: skip
    plans = [growth.plan(0.38, 1.0, growth.doublings(4, 16384), s, horizons=list(table)) for s in (3, 5, 9)]
    for row, expected in enumerate(table.values()):
        found = [p.replicates[row][column] for column in (0, 1) for p in plans]
        assert tuple(found) == expected
    twice = growth.plan(0.38, 2.0, growth.doublings(4, 1024), 9)
    assert twice.replicates[-1][0] == pytest.approx(4 * plans[2].replicates[2][0], abs=4)


def test_the_auditor_tells_a_short_horizon_from_a_long_one():
    short = growth.audit_horizon(k_max=64, replicates=5, sd=1.0, alternative="0.38*log(k)", trials=400)
    assert not short.could_have_seen
    assert short.power < 0.05
    assert "could not have seen it" in str(short)
    suggested = short.further
    again = growth.audit_horizon(
        k_max=suggested.k_max, replicates=suggested.replicates, sd=1.0, alternative="0.38*log(k)", trials=400
    )
    assert again.could_have_seen
    assert "would have seen it" in str(again)


@pytest.mark.parametrize(("k_max", "replicates"), [(16, 5), (4096, 2), (8, 1), (5, 30)])
def test_a_check_that_could_not_be_tested_could_not_have_seen_anything(k_max, replicates):
    found = growth.audit_horizon(k_max=k_max, replicates=replicates, sd=1.0, alternative="0.38*log(k)", trials=100)
    assert (found.power, found.could_have_seen) == (0, False)
    assert "could not have seen it" in str(found)
    assert "nothing can be tested" in str(found)
    assert found.further.replicates <= 30


def test_the_audit_reaches_the_largest_size_whatever_it_is():
    found = growth.audit_horizon(k_max=100, replicates=10**6, sd=1.0, alternative="0.38*log(k)", trials=100)
    assert found.sizes == (4, 8, 16, 32, 64, 100)
    assert found.could_have_seen


@pytest.mark.parametrize(
    "change",
    [{"sizes": [4, 4, 4, 4]}, {"sigma": math.nan}, {"sd": math.inf}, {"sd": 0}, {"replicates": 0}, {"trials": 0},
     {"alternative": "k^150"}, {"k_max": 10**30}, {"k_max": 64.5}, {"sizes": []}],
)  # fmt: skip
def test_an_audit_of_no_check_is_refused(change):
    design = {"k_max": 64, "replicates": 5, "sd": 1.0, "alternative": "0.38*log(k)", "trials": 100}
    with pytest.raises(ValueError, match=r"got|reaches|need"):
        growth.audit_horizon(**(design | change))


@pytest.mark.parametrize("change", [{"sd": math.inf}, {"slope": 1e-300}, {"slope": 1e-30}, {"sigma": math.nan}])
def test_a_plan_without_numbers_is_refused(change):
    with pytest.raises(ValueError, match=r"got slope|replicates would be needed"):
        growth.plan(**({"slope": 0.38, "sd": 1.0, "grid": KS} | change))


def test_calibration_draws_the_fitted_null_and_is_repeatable():
    runs = data(lambda k: 1.3 + 0.38 * math.log(k), sd=0.3)
    one, two = (growth.test(runs, size=KS, units=200, calibrate=500, seed=5).calibration for _ in range(2))
    assert one == two
    assert one.beyond < 0.02
    assert one.grows < 0.02


def test_calibration_sees_what_runs_share():
    x, rng = np.log(KS), np.random.default_rng(8)
    bend = x**2 - np.polyval(np.polyfit(x, x**2, 1), x)
    each = 0.2 * rng.normal(size=(20, 1)) / np.abs(bend).max()
    runs = data(lambda k: 1.3 - 1.5 / math.sqrt(k), sd=0.1) + each * bend
    # Declared independent against the truth: the simulation keeps what the runs share, and shows the false alarms.
    told = growth.test(runs, size=KS, units=200, paired=False, calibrate=400).calibration
    assert told.drawn == "with the covariance of the runs"
    assert told.grows > 0.03
    assert growth.test(runs, size=KS, units=200, calibrate=400).calibration.grows < 0.02
    unnamed = growth.test(long_table(runs), size="k", value="cost", units=200, calibrate=50)
    assert "assuming independent sizes" in str(unnamed)


def test_many_sizes_are_scanned_at_a_few_places():
    ks = range(2, 402)
    r = growth.test(np.random.default_rng(0).normal(size=(5, 400)), size=ks, units=200)
    assert len(r.scans) == 20
    assert (r.scans[0].k_min, r.scans[0].k_max) == (2, 401)
    assert min(s.k_max for s in r.scans) < 10
    assert r.scans[0].least == pytest.approx(r.least.sigma)


def test_chi_squared_finds_what_is_off_and_passes_what_is_not():
    good = data(lambda _: 2.0)
    assert chi_squared(good, [2.0] * 8)[2] > 0.001
    assert chi_squared(good, [2.0] * 7 + [2.5])[2] < 1e-6


def test_the_printed_form_names_every_null_and_notes_come_before_any_sigma():
    text = str(growth.test(data(lambda k: 0.4 * math.log(k)), size=KS))
    for part in ("per ln k", "c + b/k ", "c + b/ln k", "the four that decide", "c + b/k^0.1", "20 replicates"):
        assert part in text
    assert text.index("not stated (units=)") < text.index("σ")


def test_every_view_is_drawn_with_a_sentence_and_the_same_bytes():
    r = growth.test(
        data(lambda k: float(harmonic(k)) + 1 + 0.4 * math.log(k)), size=KS, units=200, claimed="harmonic(k)"
    )
    for view in ("fits", "residuals", "range", "held out"):
        drawn = r.figure(view)
        assert drawn.svg == r.figure(view).svg
        assert drawn.caption.endswith(".")
    assert "<table>" in r._repr_html_()
    # Marked as ours, so that a page shows it as it is.
    assert r._repr_mimebundle_() == ({"text/html": r._repr_html_(), "text/plain": str(r)}, {"lakatos": {"view": True}})
    with pytest.raises(ValueError, match="no view"):
        r.figure("pie")


def test_rational_equations():
    assert solve(RationalMatrix([[2, 1], [1, 3]]), RationalMatrix([[1], [0]])) == RationalMatrix([["3/5"], ["-1/5"]])
    with pytest.raises(ValueError, match="singular"):
        solve(RationalMatrix([[1, 2], [2, 4]]), RationalMatrix([[1], [0]]))


STRD = Path(__file__).parents[1] / "data" / "nist_strd"
#: Digits of coefficients and of standard errors that a double's QR must keep; Filip is solved exactly.
DIGITS = {"norris": (12, 13), "pontius": (12, 12), "longley": (10, 11), "filip": (15, 14), "wampler1": (9, 9),
          "wampler2": (11, 12), "wampler3": (8, 12), "wampler4": (6, 12), "wampler5": (4, 12)}  # fmt: skip


def reference(name):
    """The certified values, the design and the values of a set."""
    certified = json.loads((STRD / "certified.json").read_text())["sets"][name]
    header, *rows = [line.split(",") for line in (STRD / f"{name}.csv").read_text().split()]
    y = [row[0] for row in rows]
    if certified["model"].startswith("polynomial"):
        degree = int(certified["model"].split()[-1])
        design = [[F(row[1]) ** i for i in range(degree + 1)] for row in rows]
    else:
        design = [["1", *row[1:]] for row in rows]
    assert len(header) == len(rows[0])
    return certified, design, y


@pytest.mark.parametrize("name", DIGITS)
def test_fits_agree_with_the_certified_values(name):
    certified, design, y = reference(name)
    found = growth.least_squares(design, y)
    assert found.exact == (name == "filip")
    for mine, theirs, digits in (
        (found.coefficients, certified["coefficients"], DIGITS[name][0]),
        (found.errors, certified["standard_errors"], DIGITS[name][1]),
    ):
        assert mine == pytest.approx(theirs, rel=10.0**-digits, abs=10.0**-digits if theirs[0] == 0 else 0)
    exact = growth.least_squares(design, y, exact=True)
    assert exact.coefficients == pytest.approx(certified["coefficients"], rel=1e-15, abs=0)
    assert exact.errors == pytest.approx(certified["standard_errors"], rel=1e-14, abs=0)


@pytest.mark.parametrize(("name", "digits"), [("norris", 11), ("pontius", 10), ("longley", 8), ("wampler2", 9)])
def test_the_fits_of_the_test_agree_with_the_certified_values(name, digits):
    certified, design, y = reference(name)
    columns, values = np.array(design, dtype=float), np.array([y], dtype=float)
    # The kernel's errors are known ones: every size alike, so that the weights are equal.
    batch = Batch(np.arange(2.0, 2 + len(y)), np.full(len(y), 10.0), values, np.ones_like(values))
    line = fit(batch, weigh(batch, paired=False), columns[:, :-1], columns[:, -1])
    assert line.both[0] == pytest.approx(certified["coefficients"], rel=10.0**-digits)
