"""Forensic checks: what printed numbers can be of, and what they cannot."""

import itertools
import json
import math
import random
from fractions import Fraction as F

import pytest

from lakatos.measure import (
    CONSTANTS,
    MODES,
    Check,
    Span,
    Statement,
    check_average,
    check_change,
    check_constant_offset,
    check_constants,
    check_count_share,
    check_difference,
    check_f1,
    check_interval_width,
    check_limits,
    check_macro_share,
    check_mean,
    check_mean_interval,
    check_peak,
    check_ratio,
    check_ratio_of_counts,
    check_seed_decimals,
    check_seed_spread,
    check_share,
    check_share_interval,
    check_speeds,
    check_standard_error,
    check_sum,
    check_total,
    contradictions,
    duplicated_columns,
    grim_power,
    infer_totals,
    items_from_error,
    reported,
    share_column,
)


def forms(value, decimals, mode=None):
    """By brute force, every text that a value may be printed as."""
    steps = value * 10**decimals
    found = set()
    if mode in (None, "nearest"):
        found |= {math.floor(steps + F(1, 2)), math.ceil(steps - F(1, 2))}
    if mode in (None, "down"):
        found.add(math.floor(steps))
    if mode == "up":
        found.add(math.ceil(steps))
    return {decimal(n, decimals) for n in found}


def decimal(steps, decimals):
    return f"{steps // 10**decimals}.{steps % 10**decimals:0{decimals}d}" if decimals else str(steps)


def distance(text, possible):
    """How far a text is from the closest one with as many decimals."""
    scale = 10 ** len(text.partition(".")[2])
    return F(min(abs(round(float(text) * scale) - round(float(p) * scale)) for p in possible), scale)


# Shares of N


def test_the_impossible_accuracy_as_percentage_and_as_fraction():
    for text, percent in (("73.37%", None), ("0.7337", None), ("73.37", None), ("73.37", True), ("0.7337", False)):
        check = check_share(text, 200, percent=percent)
        assert (check.answer, check.name) == ("inconsistent", "share of a count")
    assert check_share("73.37%", 200).move == F(13, 100)
    assert check_share("0.7337", 200).move == F(13, 10000)
    assert check_share("73.50%", 200).answer == check_share("0.7350", 200).answer == "consistent"
    assert check_share("73.5%", 200).move == 0


@pytest.mark.parametrize("mode", [None, *MODES])
@pytest.mark.parametrize("total", [1, 7, 30, 66, 67, 164, 667])
def test_shares_and_power_by_brute_force(total, mode):
    for decimals in (0, 1):
        possible = set().union(*(forms(F(100 * k, total), decimals, mode) for k in range(total + 1)))
        printed = [decimal(n, decimals) for n in range(100 * 10**decimals + 1)]
        power = grim_power(total, decimals, mode=mode)
        assert power == pytest.approx(1 - len(possible) / len(printed))
        column = share_column(printed, total, percent=True, mode=mode)
        assert [a != "inconsistent" for a in column] == [p in possible for p in printed]
        for text in printed[:: 1 + 30 * decimals]:
            check = check_share(text + "%", total, mode=mode)
            assert (check.answer != "inconsistent") == (text in possible)
            assert check.move == distance(text, possible)
            assert check.power == pytest.approx(power)


#: Share of two-decimal percentages that are impossible, as measured elsewhere by counting.
POWER = {30: 99.6, 164: 97.6, 198: 97.0, 200: 98.0, 277: 95.8, 500: 95.0, 872: 87.0, 1319: 80.2, 3270: 51.0}


def test_the_power_table():
    assert {n: round(100 * grim_power(n, 2), 1) for n in POWER} == POWER
    assert [grim_power(n, 2) for n in (10_000, 10_001, 50_000)] == [0, 0, 0]
    assert [round(100 * grim_power(n, 3)) for n in (10_000, 50_000)] == [90, 50]
    assert [round(100 * grim_power(n, 1)) for n in (277, 500, 872)] == [58, 50, 0]
    assert grim_power(200, 4, percent=False) == grim_power(200, 2)
    assert grim_power(164, 2, seeds=5) == grim_power(820, 2)


def test_without_power_nothing_is_called_consistent():
    for text, total in (("73.37%", 10_000), ("73.4%", 872), ("73%", 100), ("0.73", 5000)):
        assert check_share(text, total).answer == "no power"
        assert share_column([text], total) == ("no power",)
    assert check_share("73.37%", 164, seeds=100).answer == "no power"


def test_seeds_widen_what_is_possible_and_it_is_said():
    one, three = check_share("66.11%", 30), check_share("66.11%", 30, seeds=3)
    assert one.answer == "inconsistent"
    assert three.answer == "inconsistent"
    assert check_share("66.11%", 30, seeds=6).answer == "consistent"
    assert three.power < one.power
    assert any("3 seeds" in a for a in three.assumes)


def test_trailing_zeros_count():
    assert check_share("70%", 37).answer == "consistent"
    assert check_share("70.00%", 37).answer == "inconsistent"


def test_shares_beyond_the_whole_are_inconsistent_with_any_n():
    assert check_share("104.2%", 100_000).move == F(42, 10)
    assert check_share("-1%", 10).answer == "inconsistent"
    assert share_column(["104.2", "50.0"], 100_000) == ("inconsistent", "no power")


def test_how_a_bare_number_is_read_is_said():
    assert check_share("73.37", 200).assumes == ("73.37 is a percentage",)
    assert "fraction" in check_share("0.5", 200).assumes[0]
    assert check_share("0.50", 200, percent=True).assumes == ()
    assert share_column(["0.50", "73.37"], 200) == ("consistent", "inconsistent")
    assert share_column(["0.5000", "0.7337"], 200) == ("consistent", "inconsistent")


@pytest.mark.parametrize("bad", ["73 s", "about 73%", "", "73.4 ms"])
def test_what_is_no_share_is_refused(bad):
    with pytest.raises(ValueError):
        check_share(bad, 200)
    with pytest.raises(ValueError):
        share_column([bad], 200, percent=True)


def test_bad_numbers_of_items_and_modes_are_refused():
    for call in (
        lambda: check_share("50%", 0),
        lambda: check_share("50%", 10, seeds=0),
        lambda: check_share("50%", 10, mode="half"),
        lambda: share_column(["50%"], -1),
        lambda: grim_power(10, 99),
        lambda: check_total([], 10),
        lambda: check_total("50%", 10),
        lambda: infer_totals(["50%"], range(0, 10)),
    ):
        with pytest.raises(ValueError):
            call()


def test_a_column_takes_every_notation_of_the_single_check():
    texts = ["73.37%", " 73.50 %", "73.5", "7.35e1", "0", "100.00%", "1e2"]
    assert share_column(texts, 200) == tuple(check_share(t, 200, percent=True).answer for t in texts)


def test_share_beside_its_counts():
    check = check_count_share("51%", 1103, 2226)
    assert (check.answer, check.move) == ("inconsistent", 1)
    assert "2,122 to 2,184" in check.says
    assert check_count_share("51%", 1103, 2176).answer == "consistent"
    assert check_count_share("49%", 1103, 2226).answer == check_count_share("50%", 1103, 2226).answer == "consistent"
    assert check_count_share("49%", 1103, 2226, mode="nearest").answer == "inconsistent"
    assert check_count_share("0.4955", 1103, 2226).answer == "consistent"
    assert check_count_share("0%", 3, 10_000).answer == "consistent"
    for text, count, total in (("90%", 1, 300), ("0.6%", 1, 300), ("104%", 3, 300)):
        assert check_count_share(text, count, total).answer == "inconsistent"


# Means, macro averages, ratios with a free denominator


def test_means_of_scores_by_brute_force():
    for items, step, low, high in ((3, F(1), 1, 5), (7, F(1, 2), 0, 3), (4, F(2), 1, 7)):
        levels = round((high - low) / step)
        possible = set().union(*(forms(low + step * F(k, items), 2) for k in range(levels * items + 1)))
        for n in range(100 * low, 100 * high + 1, 7):
            check = check_mean(decimal(n, 2), items, step=step, low=low, high=high)
            assert (check.answer != "inconsistent") == (decimal(n, 2) in possible)
            assert check.move == distance(decimal(n, 2), possible)


def test_the_classic_mean():
    assert check_mean("5.19", 28).answer == "inconsistent"
    assert check_mean("5.18", 28).answer == check_mean("-5.18", 28).answer == "consistent"
    assert check_mean("5.19", 200).answer == "no power"
    assert check_mean("5.20", 25, high=5).answer == "inconsistent"
    assert check_mean("0.80", 25, low=1).move == F(2, 10)
    with pytest.raises(ValueError):
        check_mean("5.19", 28, step=0)
    with pytest.raises(ValueError):
        check_mean("5.19", 28, low=5, high=1)


@pytest.mark.parametrize("sizes", [[3], [2, 3], [4, 6], [3, 5, 7], [9, 9, 2]])
def test_macro_averages_by_brute_force(sizes):
    means = {
        sum(F(c, n) for c, n in zip(counts, sizes)) / len(sizes)
        for counts in itertools.product(*(range(n + 1) for n in sizes))
    }
    possible = set().union(*(forms(100 * m, 1) for m in means))
    for n in range(0, 1001, 3):
        check = check_macro_share(decimal(n, 1) + "%", sizes)
        assert (check.answer != "inconsistent") == (decimal(n, 1) in possible)
        assert check.power == pytest.approx(1 - len(possible) / 1001)
        assert check.move == distance(decimal(n, 1), possible)


def test_many_subtasks_leave_no_power_but_few_decimals_of_them_some():
    assert check_macro_share("61.13%", [100, 171, 234, 311, 99, 1001]).answer == "no power"
    # Too many sums to list, yet no multiple of 1/(k lcm) is near.
    big = check_macro_share("61.1234567%", [1_000_000, 500_000, 250_000, 125_000, 1000])
    assert big.answer == "inconsistent"
    with pytest.raises(ValueError):
        check_macro_share("61%", [])


def test_ratios_of_counts_by_brute_force():
    for most in (1, 5, 12):
        possible = set().union(*(forms(F(a, d), 2) for d in range(1, most + 1) for a in range(d + 1)))
        for n in range(101):
            check = check_ratio_of_counts(decimal(n, 2), most)
            assert (check.answer != "inconsistent") == (decimal(n, 2) in possible)
            assert check.move == distance(decimal(n, 2), possible)


@pytest.mark.parametrize("positives", [None, 3])
def test_f1_by_brute_force(positives):
    items, values = 8, set()
    for tp, fp, fn in itertools.product(range(items + 1), repeat=3):
        if tp + fp + fn <= items and 2 * tp + fp + fn and positives in (None, tp + fn):
            values.add(F(2 * tp, 2 * tp + fp + fn))
    possible = set().union(*(forms(v, 2) for v in values))
    for n in range(101):
        check = check_f1(decimal(n, 2), items, positives=positives)
        assert (check.answer != "inconsistent") == (decimal(n, 2) in possible)
        assert check.power == pytest.approx(1 - len(possible) / 101)


def test_f1_of_many_items():
    assert check_f1("0.8337", 100_000).answer == "no power"
    assert check_f1("0.8337", 100_000).power is None
    near_one = check_f1("0.9993", 500, positives=400)
    assert (near_one.answer, near_one.move) == ("inconsistent", F(5, 10_000))
    with pytest.raises(ValueError):
        check_f1("0.5", 10, positives=11)


# Totals


def test_totals_inferred_from_several_values():
    values = ["71.95", "67.07", "53.66"]
    assert infer_totals(values, range(100, 200)) == (164,)
    assert infer_totals(values, range(100, 401)) == (164, 246, 328)
    assert infer_totals([f"0.{v.replace('.', '')}" for v in values], range(100, 200)) == (164,)
    assert infer_totals(["104%"], range(1, 50)) == ()
    # One value above 1 makes the column percentages: 0.61% is one of 164.
    assert 164 in infer_totals(["0.61", "71.95"], range(100, 200))


def test_a_dropped_batch_and_a_padded_round_are_named():
    rng = random.Random(1)

    def shares(n):
        return [sorted(forms(F(100 * rng.randrange(n), n), 2, "nearest"))[0] for _ in range(6)]

    dropped = check_total(shares(160), 164, batch=32)
    assert (dropped.answer, dropped.move) == ("inconsistent", 4)
    assert "160 is 164 without its last batch of 32" in dropped.says
    padded = check_total(shares(168), 164, devices=8)
    assert (padded.answer, padded.move) == ("inconsistent", 4)
    assert "168 is 164 filled up for 8 devices" in padded.says
    assert check_total(shares(164), 164, batch=32, devices=8).answer == "consistent"


def test_a_total_without_power_or_without_any_fit():
    assert check_total(["71.95", "53.21"], 20_000).answer == "no power"
    none = check_total(["101%", "50%"], 164)
    assert (none.answer, none.move) == ("inconsistent", None)
    assert "none" in none.says
    one = check_total(["73.50%"], 200)
    assert (one.answer, one.assumes) == ("consistent", ())
    assert check_total(["73.50", "1.00"], 200).assumes == ("all are of the same N", "bare numbers are percentages")
    assert check_total(["0.735", "1.000"], 200).assumes[1] == "bare numbers are fractions of 1"


# Standard errors and widths


def test_the_error_reveals_how_many_were_scored():
    n = items_from_error(".3889", ".0436")
    assert (round(float(n.low), 1), round(float(n.high), 1)) == (125.7, 126.3)
    n = items_from_error(".6188", ".0326")
    assert (round(float(n.low), 1), round(float(n.high), 1)) == (222.3, 223.7)
    # Exact: p (1 - p) and squares of the ends, and no root.
    low, high = F(38885, 100000), F(38895, 100000)
    assert items_from_error(".3889", ".0436", ddof=0).low == low * (1 - low) / F(4365, 100000) ** 2
    assert items_from_error(".3889", ".0436").high == high * (1 - high) / F(4355, 100000) ** 2 + 1
    assert 223 in items_from_error("61.88%", "3.26%")
    assert items_from_error("0.50", "0.05", ddof=0).high == F(1, 4) / F(45, 1000) ** 2
    with pytest.raises(ValueError, match="can be 0"):
        items_from_error("0.50", "0.00")


def test_error_and_declared_number():
    assert check_standard_error(".3889", ".0436", 126).answer == "consistent"
    assert check_standard_error("38.89", "4.36", 126).answer == "consistent"
    wrong = check_standard_error(".3889", ".0436", 1319)
    assert (wrong.answer, wrong.move) == ("inconsistent", F(436 - 134, 10000))
    assert "125 to 126" in wrong.says
    # The share alone is none of 127.
    assert check_standard_error(".3889", ".0436", 127).name == "share of a count"
    assert check_standard_error("0.50", "0.0", 1000).answer == "no power"
    assert check_standard_error("0.50", "0.50", 2, ddof=1).answer == "consistent"
    with pytest.raises(ValueError):
        check_standard_error("1.0", "0.0", 1, ddof=1)


@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("mode", MODES)
def test_errors_of_true_counts_by_decimal_arithmetic(ddof, mode):
    from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_UP, Decimal, getcontext

    getcontext().prec = 40
    rule = {"nearest": ROUND_HALF_EVEN, "down": ROUND_DOWN, "up": ROUND_UP}[mode]
    rng = random.Random(3)
    for _ in range(60):
        items = rng.randrange(2, 2000)
        p = Decimal(rng.randrange(items + 1)) / items
        error = (p * (1 - p) / (items - ddof)).sqrt()
        share, printed = (str(x.quantize(Decimal("0.0001"), rounding=rule)) for x in (p, error))
        check = check_standard_error(share, printed, items, percent=False, mode=mode)
        assert check.answer != "inconsistent", (share, printed, items)
        assert check_standard_error(share, printed, items, ddof=ddof, percent=False, mode=mode).move == 0
        further = f"{float(printed) + 0.0004 + 0.6 / items:.4f}"
        assert check_standard_error(share, further, items, percent=False, mode=mode).answer == "inconsistent"


def test_widths_of_shares():
    # 1.96 sqrt(0.734 * 0.266 / 1319) = 0.02385
    assert check_share_interval("73.4%", "2.4", 1319).answer == "consistent"
    assert check_share_interval("0.734", "± 0.024", 1319).answer == "consistent"
    assert check_share_interval("73.4%", ("71.0", "75.8"), 1319).answer == "consistent"
    narrow = check_share_interval("73.4%", ("73.0%", "73.8%"), 1319)
    assert narrow.answer == "inconsistent"
    assert "too narrow" in narrow.says
    wide = check_share_interval("73.4%", "5.0", 1319)
    assert "too wide" in wide.says
    assert wide.move == F(23, 10)
    assert check_share_interval("73.4%", "3.1", 1319, level=0.99).answer == "consistent"
    outside = check_share_interval("73.4%", ("74.0%", "76.0%"), 1319)
    assert outside.answer == "inconsistent"
    assert "outside" in outside.says
    assert check_share_interval("73.4%", "2", 13_190, factor=3.0).answer == "no power"


def test_the_three_intervals_of_ten_in_fifty():
    # Newcombe (1998) gives 81/263; these are for 10 of 50: Wald 0.089-0.311, Wilson 0.112-0.330, exact 0.100-0.337.
    for ends in (("0.089", "0.311"), ("0.112", "0.330"), ("0.100", "0.337")):
        assert check_share_interval("0.20", ends, 50, factor=1.0).answer == "consistent"
    assert check_share_interval("0.20", ("0.130", "0.290"), 50).answer == "inconsistent"
    assert check_share_interval("100%", ("96.4%", "100%"), 100, factor=1.0).answer == "no power"


@pytest.mark.parametrize("bad", [("0.3", "0.1"), ("0.1", "0.2", "0.3"), ()])
def test_what_is_no_interval_is_refused(bad):
    with pytest.raises(ValueError):
        check_share_interval("0.20", bad, 50)


def test_widths_of_means():
    # 1.96 * 2 / sqrt(400)
    assert check_mean_interval("0.196", 400, "2.00").answer == "consistent"
    assert check_mean_interval("0.020", 400, "2.00").answer == "inconsistent"
    # Student's for few: 12.7 / sqrt(2) = 8.98 for two values, beside 1.39 of the normal.
    assert check_mean_interval("8.98", 2, 1).answer != "inconsistent"
    assert check_mean_interval("9.99", 2, 1).answer == "inconsistent"
    for items, sd, level in ((1, "1", 0.95), (10, "0", 0.95), (10, "1", 1.0)):
        with pytest.raises(ValueError):
            check_mean_interval("1", items, sd, level=level)


def test_a_width_needs_its_runs():
    # An interval 34.6 times narrower needs 1,200 times the runs.
    check = check_interval_width("0.0005", 500, reference="0.0173", reference_runs=500)
    assert check.answer == "inconsistent"
    assert "600,000" in check.says
    assert (
        check_interval_width("0.0087", 2000, reference="0.0173", reference_runs=500, factor=1.1).answer == "consistent"
    )
    levels = {"level": 0.8, "reference_level": 0.95}
    kept = check_interval_width("0.0113", 500, reference="0.0173", reference_runs=500, factor=1.02, **levels)
    assert kept.answer == "consistent"
    with pytest.raises(ValueError):
        check_interval_width("0.1", 500, reference=("0.1", "0.1"), reference_runs=500)
    with pytest.raises(ValueError):
        check_interval_width("0.1", 500, reference="0.1", reference_runs=500, factor=0.5)


# Seeds and copies


def test_spread_of_seeds():
    close = ["71.2", "71.3", "71.2", "71.2", "71.3", "71.2"]
    low = check_seed_spread(close, 500, resampled=True)
    assert low.answer == "inconsistent"
    assert low.move > 0
    assert check_seed_spread(close, 500).answer == "no power"
    assert check_seed_spread(close, 5_000_000, resampled=True).answer == "no power"
    wide = ["71.2", "73.4", "69.9", "75.0", "72.2", "71.0", "68.8", "73.9"]
    assert check_seed_spread(wide, 500, resampled=True).answer == "consistent"
    assert check_seed_spread([f"{float(w) / 100:.3f}" for w in wide], 500, resampled=True).answer == "consistent"
    # All right, or nearly: chance gives equal values there; so it does for few items in few seeds.
    for values, items in ((["100%"] * 5, 500), (["99.0%"] * 9, 100), (["50%"] * 3, 50)):
        assert check_seed_spread(values, items, resampled=True).answer == "no power"
    for bad in (["71.2"], "71.2", ["71.2%", "0.7 s"]):
        with pytest.raises(ValueError):
            check_seed_spread(bad, 500, resampled=True)


def test_the_spread_of_true_binomials_is_rarely_accused():
    import numpy as np

    rng = np.random.default_rng(5)
    draws = rng.binomial(500, 0.7, size=(400, 8)) / 5
    answers = [check_seed_spread([f"{v:.1f}" for v in row], 500, resampled=True).answer for row in draws]
    assert answers.count("inconsistent") <= 3


def test_decimals_of_seeds():
    same = ["71.37", "68.37", "73.37"]
    assert check_seed_decimals(same, items=1319).answer == "inconsistent"
    assert check_seed_decimals(same).answer == "inconsistent"
    assert check_seed_decimals(["71.37", "68.37", "73.36"]).answer == "consistent"
    assert check_seed_decimals(["71.37", "68.36"]).answer == "no power"
    # Out of 50 there are no other decimals; round numbers are often printed longer; close seeds agree.
    assert check_seed_decimals(["72.00", "68.00", "74.00"], items=50).answer == "no power"
    assert check_seed_decimals(["72.50", "68.50", "74.50"]).answer == "no power"
    assert check_seed_decimals(["72.37", "72.37", "72.37", "72.37"]).answer == "no power"
    for bad in (["71.37"], ["71.37", "71.4"]):
        with pytest.raises(ValueError):
            check_seed_decimals(bad)
    with pytest.raises(ValueError):
        check_seed_decimals(same, items=10**9)


def test_constant_offsets():
    first = ["71.23", "73.41", "69.92", "70.85"]
    shifted = [f"{float(v) - 1.3:.2f}" for v in first]
    check = check_constant_offset(first, shifted, names=("run 1", "run 2"))
    assert check.answer == "inconsistent"
    assert "run 2 is run 1 - 1.3 in each of 4 rows" in check.says
    assert check_constant_offset(first, ["70.11", "73.02", "70.28", "69.93"]).answer == "consistent"
    # Rows that only count on, shares of few items, and columns that do not vary say nothing.
    assert (
        check_constant_offset(["1", "2", "3", "4", "5", "6"], ["11", "12", "13", "14", "15", "16"]).answer == "no power"
    )
    assert (
        check_constant_offset(["70.00", "75.00", "70.00", "80.00"], ["75.00", "80.00", "75.00", "85.00"]).answer
        == "no power"
    )
    assert check_constant_offset(["70.13"] * 6, ["70.13"] * 6).answer == "no power"
    assert check_constant_offset(first, shifted, among=10**9).answer == "no power"
    for bad in (["1"], first[:3]):
        with pytest.raises(ValueError):
            check_constant_offset(first, bad)


def test_copied_columns_are_found_whatever_their_place():
    rng = random.Random(7)
    columns = {f"seed {i}": [f"{rng.gauss(70, 2):.2f}" for _ in range(6)] for i in range(12)}
    assert duplicated_columns(columns) == ()
    columns["seed 12"] = columns["seed 3"]
    columns["seed 13"] = [f"{float(v) + 0.5:.2f}" for v in columns["seed 7"]]
    found = duplicated_columns(columns)
    assert [c.answer for c in found] == ["inconsistent", "inconsistent"]
    assert {c.says.split(" in each")[0] for c in found} == {"seed 12 is seed 3", "seed 13 is seed 7 + 0.5"}


# Numbers made from others


def test_ratios_and_speed_ups():
    assert check_ratio("3.8x", "15348 ms", "4022 ms").answer == "consistent"
    wrong = check_ratio("4.8x", "15348 ms", "4022 ms")
    assert (wrong.answer, wrong.move) == ("inconsistent", 1)
    assert check_ratio("26.2%", "4022 ms", "15348 ms").answer == "consistent"
    assert check_ratio("2x", "2 s", "1 s").answer == "no power"
    assert check_ratio("2.5x", 5, 2).answer == "consistent"
    with pytest.raises(ValueError, match="differ in unit"):
        check_ratio("2x", "2 s", "1000 ms")
    with pytest.raises(ValueError, match="may be 0"):
        check_ratio("2x", "2 s", "0 s")
    with pytest.raises(TypeError):
        check_ratio("2x", 2.0, "1.0")


def test_differences_sums_and_averages():
    assert check_difference("2.2", "73.4", "71.2").answer == "consistent"
    assert check_difference("-2.2", "71.2", "73.4").answer == "consistent"
    assert check_difference("0.0", "73.4", "73.4").answer == "consistent"
    assert check_difference("2.5", "73.4", "71.2").move == F(1, 10)
    assert check_sum("2,226", [266, 632, 496, 502, 280]).move == 50
    assert check_sum("2,176", [266, 632, 496, 502, 280]).answer == "consistent"
    assert check_sum("100%", ["33.3%", "33.3%", "33.3%"]).answer == "consistent"
    assert check_sum("100%", ["33.3%", "33.3%", "30.3%"]).answer == "inconsistent"
    values = ["71.2", "73.4", "69.9"]
    assert check_average("71.5", values).answer == "consistent"
    assert check_average("72.1", values).answer == "inconsistent"
    assert check_average("71.2", values, weights=[3, 1, 1], mode="nearest").answer == "inconsistent"
    assert check_average("71.4", values, weights=[3, 1, 1], mode="nearest").answer == "consistent"
    for weights in ([1, 1], [0, 0, 0], [-1, 1, 1]):
        with pytest.raises(ValueError):
            check_average("71.2", values, weights=weights)
    with pytest.raises(ValueError):
        check_sum("1", [])


def test_percent_and_percentage_points_are_told_apart():
    wrong = check_change("23%", "61%", "84%")
    assert wrong.answer == "inconsistent"
    assert "percentage points" in wrong.says
    assert wrong.says.endswith("which is 37.7%; it is the difference in percentage points")
    assert check_change("37.7%", "61%", "84%").assumes == ()
    assert check_change("37.7", "61%", "84%").assumes == ("37.7 is in percent",)
    for text in ("37.7%", "38%", "+37.7%", "23 pp", "23 points"):
        assert check_change(text, "61%", "84%").answer == "consistent", text
    assert check_change("-37.7%", "61%", "84%").answer == "inconsistent"
    assert check_change("37.7 pp", "61%", "84%").answer == "inconsistent"
    # Small, negative and large percentages have points as well.
    for text, before, after in (("0.3 pp", "0.5%", "0.8%"), ("15 pp", "-5%", "10%"), ("50 pp", "150%", "200%")):
        assert check_change(text, before, after).answer == "consistent"
    # Exact levels are in the unit of the other; fractions of 1 have points too; times have none.
    assert "percentage points" in check_change("23%", 61, "84%").says
    assert "percentage points" in check_change("23%", "61%", 84).says
    assert "percentage points" in check_change("23%", "0.61", "0.84").says
    with pytest.raises(ValueError, match="no such thing"):
        check_change("23 pp", "61 ms", "84 ms")
    assert "relative to 4022 ms" in check_change("282%", "15348 ms", "4022 ms").says
    assert check_change("74%", "15348 ms", "4022 ms").answer == "consistent"
    assert "lacks" in check_change("59%", "61%", "84%").says
    both = check_change("0%", "61%", "61%")
    assert both.answer == "consistent"
    assert any("not told apart" in a for a in both.assumes)
    with pytest.raises(ValueError, match="check_ratio"):
        check_change("1.4x", "61%", "84%")


# Limits


@pytest.mark.parametrize(
    ("text", "kind", "answer"),
    [
        ("104%", "MFU", "inconsistent"),
        ("100%", "MFU", "consistent"),
        ("100.1%", "accuracy", "inconsistent"),
        ("0.99", "perplexity", "inconsistent"),
        ("1.00", "perplexity", "consistent"),
        ("-0.01 s", "time", "inconsistent"),
        ("0 s", "time", "consistent"),
        ("1.04", "probability", "inconsistent"),
        ("104%", "probability", "inconsistent"),
        ("1.00", "probability", "consistent"),
        ("-1.01", "correlation", "inconsistent"),
        ("1.01", "correlation", "inconsistent"),
        ("-0.97", "correlation", "consistent"),
        ("-2", "cross-entropy", "inconsistent"),
    ],
)
def test_impossible_values(text, kind, answer):
    check = check_limits(text, kind=kind)
    assert check.answer == answer
    assert (check.move == 0) == (answer == "consistent")


def test_limits_of_the_caller():
    assert check_limits("83 GB", high="80 GB").move == 2
    assert check_limits("83 GB", high="80.0 GB", mode="nearest").move == F(3)
    assert check_limits("79 GB", high="80 GB").answer == "consistent"
    assert check_limits("104%", kind="share", high=200).answer == "consistent"
    assert check_limits("3", low=4).move == 1
    # 2.9 is printed as 3, or as 2 when it is cut off.
    assert check_limits("2", low=F(29, 10)).answer == check_limits("3", high=F(29, 10)).answer == "consistent"
    assert check_limits("1", low=F(29, 10)).move == check_limits("4", high=F(29, 10)).move == 1
    for call in (
        lambda: check_limits("83 GB", high="80 GiB"),
        lambda: check_limits("83 GB"),
        lambda: check_limits("83", kind="colour"),
        lambda: check_peak("1", 0, 1),
    ):
        with pytest.raises(ValueError):
            call()


def test_more_than_the_peak():
    check = check_peak("5,000 images/s", "82e9", "312e12")
    assert (check.answer, check.move) == ("inconsistent", 1160)
    assert check_peak("3,500 images/s", "82e9", "312e12").answer == "consistent"
    assert check_peak("2", 3, 6).answer == "consistent"


# Constants


def test_constants_are_what_they_are_called():
    value = {c.name.split(" ")[0]: c.value for c in CONSTANTS}
    assert float(value["1/ln"].low) == pytest.approx(1 / math.log(2), abs=1e-15)
    assert float(value["ln"].low) == pytest.approx(math.log(10), abs=1e-15)
    assert float(value["log2(10)"].low) == pytest.approx(math.log2(10), abs=1e-15)
    assert any(float(c.value.low) == pytest.approx(math.tau, abs=1e-15) for c in CONSTANTS if c.name.startswith("2 pi"))
    assert float(value["180/pi"].low) == pytest.approx(180 / math.pi, abs=1e-13)
    assert value["1.0737"].low == F(2**30, 10**9)
    roots = [c.value for c in CONSTANTS if c.name.startswith("sqrt")]
    assert [round(float(r.low) ** 2) for r in roots] == [12, 52, 252, 365]
    assert all(r.low**2 < n < r.high**2 for r, n in zip(roots, (12, 52, 252, 365)))
    assert all(c.value.low <= c.value.value <= c.value.high and c.value.low > 1 for c in CONSTANTS)


@pytest.mark.parametrize(
    ("over", "under", "counts", "name"),
    [
        ("22853.37", "11426.69", {}, "2 ("),
        ("85.90 GB", "80.00 GB", {}, "1.0737"),
        ("2.3026", "1.5960", {}, "1/ln 2"),
        ("1.5960", "2.3026", {}, "1/ln 2"),
        ("5.2300 s", "0.1046 s", {"batch": 50}, "batch 50"),
        ("871.127229", "29.037574", {"minutes": 30}, "minutes 30"),
        ("16384.1", "32.0000", {"batch": 8, "devices": 64}, "batch 8 x devices 64"),
        ("15.875", "1.0000", {}, "sqrt 252"),
        ("1.05409", "1.00000", {"runs": 10}, "sqrt(n/(n - 1))"),
        ("1.11111", "1.00000", {"runs": 10}, "n/(n - 1) with runs"),
    ],
)
def test_suspicious_constants_are_named(over, under, counts, name):
    check = check_constants(over, under, counts=counts)
    assert check.answer == "inconsistent"
    assert name in check.says
    assert check.move > 0


def test_wide_ratios_have_no_power_and_others_are_free():
    assert check_constants("2 s", "1 s").answer == "no power"
    assert "2 (" in check_constants("2 s", "1 s").says
    assert check_constants("2.317 s", "1.000 s").answer == "consistent"
    assert check_constants("103.74 ms", "45.44 ms", counts={"batch": 10}).answer == "consistent"
    many = {f"size {i}": 2 + 7 * i for i in range(8)}
    one, other = (check_constants("13.9", "1.000", counts=c) for c in ({}, many))
    assert one.answer == "consistent"
    assert other.answer == "no power"
    for counts in ({"batch": 0}, {str(i): 2 for i in range(9)}):
        with pytest.raises(ValueError):
            check_constants("2", "1", counts=counts)
    with pytest.raises(ValueError):
        check_constants("0.0", "1.0")


def test_the_chance_that_is_stated_is_about_right():
    """Ratios drawn at random, uniformly in the logarithm, match about as often as is expected of them."""
    rng = random.Random(11)
    expected = seen = 0.0
    for _ in range(400):
        ratio = math.exp(rng.uniform(math.log(1.0), math.log(100)))
        check = check_constants(f"{ratio:.2f}", "1.00", mode="nearest")
        expected += float(check.says.split(": ")[-1].split(" ")[0])
        seen += check.answer == "inconsistent" or "it holds" in check.says
    assert 0.5 * expected < seen < 2 * expected


# Statements


def test_a_document_that_contradicts_itself():
    said = [
        Statement("accuracy", "73.4%", "abstract"),
        Statement("Accuracy ", "0.741", "table 2"),
        Statement("accuracy", "73.9%"),
        Statement("latency", "45 ms"),
        Statement("latency", "45.2 ms"),
        Statement("params", "7"),
    ]
    accuracy, latency = contradictions(said)
    assert accuracy.answer == "inconsistent"
    assert "abstract" in accuracy.says
    assert "table 2" in accuracy.says
    assert accuracy.move == F(6, 10)
    assert latency.answer == "consistent"


def test_statements_are_converted_or_not_compared():
    said = [Statement("t", "45.44 ms"), Statement("t", "0.051 s")]
    (check,) = contradictions(said)
    assert (check.answer, check.move) == ("inconsistent", F(506, 100))
    assert contradictions([Statement("t", "45.44 ms"), Statement("t", "0.045 s")])[0].answer == "consistent"
    assert contradictions([Statement("t", "45 ms"), Statement("t", "45 GB")])[0].answer == "no power"
    other = [Statement("t", "45 s/step"), Statement("t", "45 s/epoch")]
    assert contradictions(other)[0].answer == "no power"
    bare = [Statement("acc", "74.1"), Statement("acc", "0.741"), Statement("acc", "74.1%")]
    assert contradictions(bare)[0].answer == "consistent"
    assert contradictions([*bare, Statement("acc", "0.75")])[0].answer == "inconsistent"
    whole = [Statement("acc", "1.000"), Statement("acc", "100.0")]
    assert contradictions(whole)[0].answer == "consistent"


@pytest.mark.parametrize(
    ("texts", "answer"),
    [
        (["1.00x-1.03x FASTER", "0.97x-1.00x SLOWER"], "inconsistent"),
        (["1.00x-1.03x FASTER"], "consistent"),
        (["0.5x faster"], "inconsistent"),
        (["0.99x to 1.30x faster"], "consistent"),
        (["it is 2× slower", "2.0 times slower than before"], "consistent"),
        (["2x slower", "2x faster"], "inconsistent"),
        (["3.0x faster", "2.0x faster"], "inconsistent"),
        (["1.00x-1.03x faster", "1.00x-1.02x slower"], "consistent"),
    ],
)
def test_words_and_factors(texts, answer):
    assert check_speeds(texts).answer == answer


@pytest.mark.parametrize("bad", ["much faster", "20% faster", "3x-2x faster", "0x faster"])
def test_sentences_without_a_factor_are_refused(bad):
    with pytest.raises(ValueError):
        check_speeds([bad])


# What is shown


def test_a_check_shows_itself_escaped():
    assert "to move" not in str(check_share("73.50%", 200))
    assert str(Check("name", "inconsistent", "3 is not 4")) == "inconsistent  3 is not 4"
    check = Check("name", "inconsistent", "<b>3</b> is not 4", F(1, 3), 0.9996, ("a <i>thing</i>",))
    html = check._repr_html_()
    assert "<b>3</b>" not in html
    assert "&lt;b&gt;3&lt;/b&gt; is not 4" in html
    assert "<i>" not in html
    assert str(check).split() == [
        "inconsistent",
        "<b>3</b>",
        "is",
        "not",
        "4",
        "to",
        "move",
        "0.3333",
        "power",
        "over",
        "99.9%",
        "of",
        "such",
        "values",
        "would",
        "be",
        "impossible",
        "assumes",
        "a",
        "<i>thing</i>",
    ]


def test_spans_are_exact_and_refuse_floats():
    span = Span.of("0.1") + Span.of("0.2")
    assert (span.low, span.value, span.high) == (F(2, 10), F(3, 10), F(5, 10))
    assert Span.of(reported("-2"), "down") == Span(F(-3), F(-2), F(-2))
    assert abs(Span.of("0.0")) == Span(F(0), F(1, 10), F(0))
    with pytest.raises(TypeError):
        Span.of(0.1)
    for text in ("1e101", "1e-101"):
        with pytest.raises(ValueError, match="measurement"):
            Span.of(text)
    assert check_share("1e99%", 200).answer == check_count_share("1e9%", 5, 5).answer == "inconsistent"
    assert check_constants("1e-90", "1e90").answer == "no power"
    json.dumps(check_share("73.37%", 200).power)


# Nobody is accused of what rounding, or another reading in use, explains.


def test_printed_weights_were_rounded_as_well():
    weights = ["0.09", "0.35", "0.11", "0.16", "0.10", "0.19"]
    values = ["66.46", "35.56", "56.52", "83.14", "94.41", "93.80"]
    counted = [122, 480, 155, 224, 133, 267]
    assert check_average("65.29", values, weights=weights).answer == "consistent"
    assert check_average("65.29", values, weights=counted).answer == "consistent"
    assert check_average("66.9", values, weights=weights).answer == "inconsistent"
    assert (
        check_average("50.00", ["0.00", "50.00", "100.00"], weights=["0.33", "0.33", "0.34"]).answer != "inconsistent"
    )


@pytest.mark.parametrize("weights", [["0.3", "0.7"], ["0", "1"], ["0.0", "0.5"]])
def test_the_bounds_of_a_weighted_mean_are_reached_and_not_passed(weights):
    values = ["10", "90"]
    spans = [Span.of(w) for w in weights]
    grid = [[max(s.low, F(0)) + (s.high - max(s.low, F(0))) * F(i, 6) for i in range(7)] for s in spans]
    means = [(F("9.5") * a + F("89.5") * b) / (a + b) for a in grid[0] for b in grid[1] if a + b]
    low = min(means)
    text = f"{float(low):.3f}"
    assert check_average(text, values, weights=weights).answer != "inconsistent"
    below = f"{float(low) - 0.02:.3f}"
    assert check_average(below, values, weights=weights).answer == "inconsistent"


@pytest.mark.parametrize(
    ("text", "kind", "answer"),
    [
        ("89.5", "correlation", "consistent"),
        ("-89.5%", "correlation", "consistent"),
        ("101.0", "correlation", "inconsistent"),
        ("101%", "correlation", "inconsistent"),
        ("93.4", "AUC", "consistent"),
        ("100.4", "AUC", "inconsistent"),
        ("1.02", "AUC", "inconsistent"),
        ("93", "probability", "inconsistent"),
    ],
)
def test_what_is_often_printed_times_100(text, kind, answer):
    check = check_limits(text, kind=kind)
    assert check.answer == answer
    assert "%" in text or check.assumes


@pytest.mark.parametrize(
    ("share", "ends", "n"),
    [
        ("99.0%", ("97.0%", "100.0%"), 100),  # the bootstrap's percentiles
        ("98.0%", ("95.3%", "100.0%"), 100),  # Wald, cut at 1
        ("100.0%", ("91.5%", "100.0%"), 50),  # Agresti-Coull, cut at 1
        ("0.0%", ("0.0%", "19.0%"), 20),
    ],
)
def test_intervals_that_stop_at_the_ends(share, ends, n):
    assert check_share_interval(share, ends, n).answer != "inconsistent"
    assert check_share_interval("73.4%", ("72.9%", "73.9%"), n).answer == "inconsistent"


def test_a_bare_change_may_be_a_difference():
    for printed, before, after in (
        ("+23", "61", "84"),
        ("0.23", "0.61", "0.84"),
        ("23", "0.61", "0.84"),
        ("23", "61%", "84%"),
        ("11326", "15348 ms", "4022 ms"),
    ):
        check = check_change(printed, before, after)
        assert check.answer == "no power", printed
        assert "which is meant?" in check.says
    assert check_change("26", "61", "84").answer == "inconsistent"
    assert check_change("23%", "61", "84").answer == "inconsistent"
    assert check_change("-23", "61", "84").answer == "inconsistent"


def test_a_share_that_was_rounded_twice_is_said_to_be():
    # 23 of 43 is 53.488...: to 53.5 and then to 54.
    twice = check_share("54%", 43)
    assert twice.answer == "inconsistent"
    assert "rounded once: 53.49" in twice.assumes[0]
    assert check_share("73.37%", 200).assumes == ()
    assert check_share("54%", 43, mode="down").assumes == ()


def test_items_that_are_text_are_refused():
    with pytest.raises(TypeError, match="whole number, got the text '200'"):
        check_share("3%", "200")
