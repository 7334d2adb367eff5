"""Reported numbers: their digits, their per, and what may be formed from them."""

import math
from fractions import Fraction as F

import pytest

from lakatos.measure import MODES, UnitError, bracket, compare, possible_counts, possible_totals, reported, unit


@pytest.mark.parametrize(
    ("text", "value", "resolution", "unit", "per"),
    [
        ("3.1%", F(31, 10), F(1, 10), "%", None),
        ("0.0523 s", F(523, 10000), F(1, 10000), "s", None),
        ("3.10%", F(31, 10), F(1, 100), "%", None),
        ("1,103", F(1103), F(1), "", None),
        ("8x", F(8), F(1), "x", None),
        ("1.2e-3 nats/token", F(12, 10000), F(1, 10000), "nats", "token"),
        ("-.5 pp", F(-1, 2), F(1, 10), "pp", None),
        ("4.53 s/it", F(453, 100), F(1, 100), "s", "iteration"),
        ("1:03", F(63), F(1), "s", None),
        ("1:02:03.5", F(37235, 10), F(1, 10), "s", None),
        ("2:30/it", F(150), F(1), "s", "iteration"),
        ("1 minute 3 seconds", F(63), F(1), "s", None),
        ("1.2 × 10^-3 s", F(12, 10000), F(1, 10000), "s", None),
        ("–3.1%", F(-31, 10), F(1, 10), "%", None),
        ("5 $ per 1M tokens", F(5), F(1), "$", "1M token"),
        ("3 ms/MB", F(3), F(1), "ms", "MB"),
    ],
)
def test_digits_and_units_are_read_as_printed(text, value, resolution, unit, per):
    r = reported(text)
    assert (r.value, r.resolution, r.unit, r.per) == (value, resolution, unit, per)


@pytest.mark.parametrize(
    "bad", ["", "s", "about 3", ".", "1e9999 s", "3.1.2 s", "1 000 s", "1:75", "1e101 s", "9" * 101]
)
def test_what_is_no_number_is_refused(bad):
    with pytest.raises(ValueError):
        reported(bad)


def test_a_long_text_is_refused_before_it_is_searched():
    for text in (" " * 200_000 + ")", "(" * 200_000 + ")"):
        with pytest.raises(ValueError, match="too long"):
            reported(text)
        with pytest.raises(ValueError, match="too long"):
            reported("1 s", per=text)


def test_a_count_that_is_said_twice_must_be_the_same():
    assert reported("41 s/batch of 1,000", batch="1000 images").counts == {"batch": (1000, "image")}
    with pytest.raises(ValueError, match="batch is 64"):
        reported("41 s per batch of 50 rollouts", batch=64)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("8.0 pJ/B", "8.0 pJ/b", F(1, 8)),
        ("3.0 ms/MB", "3.0 ms/kB", F(1, 1000)),
        ("1.0 J/MFLOP", "1.0 J/FLOP", F(1, 10**6)),
        ("3.0 $/M tokens", "3.0 $/k tokens", F(1, 1000)),
        ("5.0 J per 1M tokens", "5.0 J per 1,000 tokens", F(1, 1000)),
        ("2.0 s/kWh", "2.0 s/J", F(1, 3_600_000)),
    ],
)
def test_what_a_value_is_per_keeps_its_letters_and_prefix(one, other, ratio):
    assert compare(reported(one), reported(other)).naive.value == ratio


def test_bits_and_bytes_a_second_are_not_one_unit():
    assert unit("MBps") == unit("MB/s")
    assert unit("Gbps").to(unit("MB/s")) == 125
    assert unit("MiBps") != unit("Mibps")
    assert unit("FooBar") != unit("Foobar")
    for small in ("mb", "mB", "mbit", "mbps"):
        with pytest.raises(UnitError, match="MB"):
            unit(small)


@pytest.mark.parametrize("bad", ["000 s", "0 tokens", "ZB^9", "s/0 tokens"])
def test_units_of_nothing_and_beyond_measure_are_refused(bad):
    with pytest.raises(UnitError):
        unit(bad)


def test_a_float_has_lost_its_digits():
    with pytest.raises(TypeError, match="text"):
        reported(3.1)


def test_a_second_per_is_a_contradiction():
    with pytest.raises(ValueError, match="per token"):
        reported("3 nats/token", per="sequence")


def test_intervals_by_rounding():
    r = reported("51%")
    assert r.interval("nearest") == (F(101, 2), F(103, 2))
    assert r.interval("down") == (51, 52)
    assert r.interval("up") == (50, 51)
    assert reported("-1.5 s").interval("down") == (F(-8, 5), F(-3, 2))


def test_a_missing_per_gives_questions_and_no_ratio():
    c = compare(reported("41 s"), reported("20.5 s"))
    assert c.naive is None
    assert c.normalised is None
    assert len(c.questions) == 2
    assert not c.decides()


def test_the_public_twin_flips():
    c = compare(reported("0.076 s", per="batch", batch="4 images"), reported("0.0216 s", per="image"))
    assert c.naive.value == F(95, 27)
    assert c.normalised.value == F(95, 108)
    assert c.normalised.high < 1
    assert not c.decides()  # what one image alone would take is not known
    assert "one image run alone" in c.questions[0]


def test_it_does_not_matter_which_side_is_the_batch():
    batch, one = reported("0.076 s", per="batch", batch="4 images"), reported("0.0216 s", per="image")
    assert compare(one, batch).normalised.value == 1 / compare(batch, one).normalised.value


def test_the_same_per_decides():
    c = compare(reported("3.0 s", per="image"), reported("1.0 s", per="image"))
    assert c.decides()
    assert c.normalised == c.naive
    assert not compare(reported("1.0 s", per="image"), reported("1.0 s", per="image")).decides()


def test_the_same_per_whose_content_is_not_said_is_asked_about():
    c = compare(reported("3.0 s", per="step"), reported("1.0 s", per="step"))
    assert c.normalised == c.naive
    assert c.questions == ("how many items does each step hold?",)
    assert not c.decides()


def test_two_batches_of_different_size_are_not_the_same_per():
    c = compare(reported("10 s", per="batch", batch="50 rollouts"), reported("1 s", per="batch", batch="10 rollouts"))
    assert c.normalised.value == 2
    assert c.questions


def test_pers_that_share_nothing_are_asked_about():
    c = compare(reported("2 s", per="step"), reported("1 s", per="rollout"))
    assert c.normalised is None
    assert "make one step" in c.questions[0]


def test_a_batch_of_unsaid_size_is_asked_about():
    c = compare(reported("1 s", per="batch", batch="50 rollouts"), reported("2 s", per="batch"))
    assert c.normalised is None
    assert c.questions == ("how many rollouts does each batch hold?",)


def test_an_epoch_of_samples_is_spread_over_them():
    c = compare(reported("3.0 s per epoch of 1000 samples"), reported("1.0 ms per sample"))
    assert c.normalised.value == 3
    assert c.unverified == ("time is linear in the epoch",)


def test_batches_of_different_things_have_no_common_item():
    c = compare(reported("1 s", per="batch", batch="50 images"), reported("2 s", per="batch", batch="50 tokens"))
    assert c.normalised is None
    assert "batch of 50 tokens" in c.questions[0]


def test_an_empty_per_is_no_per():
    assert compare(reported("1 s", per=" "), reported("2 s", per="step")).naive is None


def test_units_must_agree():
    with pytest.raises(UnitError, match=r"2 s.*1 GB.*measure different things"):
        compare(reported("2 s", per="image"), reported("1 GB", per="image"))
    assert compare(reported("2 s", per="image"), reported("1 ms", per="image")).naive.value == 2000


def test_one_figure_per_device_and_one_for_all_devices():
    """Whichever says the number; the devices of the figure for all of them count, if both say one."""
    single, whole = reported("100 tok/s/GPU"), reported("800 tok/s", devices=8)
    assert compare(single, whole).normalised.value == compare(whole, single).normalised.value == 1
    assert compare(reported("100 tok/s/GPU", devices=8), reported("800 tok/s")).normalised.value == 1
    both = compare(reported("100 tok/s/GPU", devices=4), whole)
    assert both.normalised.value == 1
    assert both.bracket[0] <= F(1, 2)  # 400 of the four against 800
    assert "device compared with a device" in both.questions[0]
    assert compare(single, reported("800 tok/s")).normalised is None
    for other in ("80 images/s", "0.0125 s/image"):  # an eighth of the time of all, or what each one takes?
        c = compare(reported("0.1 s/image/GPU", devices=8), reported(other))
        assert c.normalised is None
        assert "what each device takes" in c.questions[0]


def test_devices_that_only_one_side_states_are_asked_about():
    c = compare(reported("1.0 s/image", devices=8), reported("3.0 s/image"))
    assert c.bracket is None
    assert not c.decides()
    assert "how many devices" in c.questions[0]


def test_energy_is_no_sum_of_its_items_and_bits_of_a_likelihood_are():
    c = compare(reported("5.0 J per batch of 50 images"), reported("5.0 J/image"))
    assert c.unverified == ("energy is linear in the batch",)
    assert c.bracket[1] >= 1
    bits = compare(reported("8000 bits/sequence", sequence=100), reported("80 bits/token"))
    assert bits.normalised.value == 1
    assert not bits.unverified
    assert compare(reported("8000 B/sequence", sequence=100), reported("80 B/token")).unverified


def test_tokens_counted_are_those_of_the_whole_and_not_of_each_sequence():
    c = compare(reported("2.0 s per batch of 4 sequences", tokens=512), reported("1.0 ms/token"))
    assert c.normalised.value == F(2000, 512)


def test_a_unit_that_has_its_per_in_it_is_not_asked_for_one():
    assert compare(reported("30.0 fps"), reported("0.1 s/frame")).normalised.value == 3
    assert compare(reported("8.0 Gbps"), reported("1.0 GB/s")).naive.value == 1
    assert compare(reported("2.0 bpd"), reported("2.0 bits/dim")).normalised.value == 1
    assert compare(reported("300 W"), reported("200 W")).naive is None


def test_decibels_have_no_ratio():
    with pytest.raises(ValueError, match="difference"):
        compare(reported("30 dB/image"), reported("20 dB/image"))


def test_the_bracket_of_the_disputed_ratio():
    assert bracket(F(2), items=50) == (F(1, 25), F(2))
    with pytest.raises(ValueError):
        bracket(F(2), items=0)


def test_the_announcement():
    first, second = possible_totals(1103, reported("51%")), possible_totals(496, reported("23%"))
    assert (first.low, first.high, second.low, second.high) == (2142, 2184, 2111, 2204)
    conference = possible_counts(6352, reported("34%"))
    assert all(2176 in w and 2226 not in w for w in (first, second, conference))


def test_the_impossible_accuracy():
    assert str(possible_counts(200, reported("73.37%"))) == "none"
    assert 147 in possible_counts(200, reported("73.50%"))


def printed(count, total, mode):
    """Every whole percentage that ``count`` of ``total`` may be printed as; a tie allows two."""
    exact = F(100 * count, total)
    if mode == "nearest":
        return {math.floor(exact + F(1, 2)), math.ceil(exact - F(1, 2))}
    return {math.floor(exact) if mode == "down" else math.ceil(exact)}


@pytest.mark.parametrize("mode", MODES)
def test_totals_and_counts_by_brute_force(mode):
    for share in (2, 17, 51, 99, 100):
        text = reported(f"{share}%")
        for total in (*range(1, 60), *range(60, 400, 13)):
            for count in range(1, total + 1, 1 + total // 40):
                fits = share in printed(count, total, mode)
                assert (total in possible_totals(count, text, mode=mode)) == fits
                assert (count in possible_counts(total, text, mode=mode)) == fits


def test_a_share_that_may_be_zero_allows_any_large_total():
    with pytest.raises(ValueError, match="can be 0"):
        possible_totals(1, reported("1%"), mode="up")
