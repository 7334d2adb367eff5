"""Padding that was counted: undone from printed figures with proven bounds, and seen in arrays."""

import math
from fractions import Fraction as F

import numpy as np
import pytest

from lakatos.measure import (
    masking,
    padded_share,
    padding_explains,
    reported,
    undiluted_change,
    undiluted_loss,
    undiluted_perplexity,
)


def percent(result):
    return float(100 * result.low), float(100 * result.high)


@pytest.mark.parametrize(
    ("printed", "true"),
    [
        ("3.1%", 9.4), ("2.48%", 7.5), ("4.9%", 15.1), ("25.4%", 94.6), ("0.7%", 2.1), ("1.5%", 4.5), ("3.9%", 11.9),
        ("4.8%", 14.8),
    ],
)  # fmt: skip
def test_the_printed_changes_at_a_third_real(printed, true):
    result = undiluted_change(reported(printed), real=reported("0.34"))
    low, high = result.nominal
    assert high - low < F(1, 10**20)
    assert float(100 * low) == pytest.approx(true, abs=0.05)
    assert result.low < low < high < result.high
    # What follows from ratio_true = ratio_reported ** (1 / f), at the corners of the two roundings.
    value, half = float(reported(printed).value), float(reported(printed).resolution) / 2
    least = ((1 + (value - half) / 100) ** (1 / 0.345) - 1) * 100
    most = ((1 + (value + half) / 100) ** (1 / 0.335) - 1) * 100
    assert percent(result) == pytest.approx((least, most), rel=1e-9)


def test_a_padded_share_is_the_complement_of_a_real_one():
    assert undiluted_change("3.1%", padded="66%") == undiluted_change("3.1%", real="34%")
    assert undiluted_change("3.1%", real="34%").real == (F(67, 200), F(69, 200))


def test_an_exact_share_leaves_the_rounding_of_the_figure_only():
    exact, rounded = (undiluted_change("3.1%", real=f) for f in (F(34, 100), "0.34"))
    assert rounded.low < exact.low < exact.high < rounded.high
    whole = undiluted_change(F(31, 1000), real=F(34, 100))
    assert whole.high - whole.low < F(1, 10**20)
    assert whole.nominal == (whole.low, whole.high)


def test_a_ratio_and_a_percentage_are_the_same_change():
    assert undiluted_change("1.031x", real=F(1, 3)).low == undiluted_change("3.1%", real=F(1, 3)).low


def test_a_fall_is_deepened_too():
    low, high = percent(undiluted_change("-2.1%", real="0.34"))
    assert low < (0.979 ** (1 / 0.34) - 1) * 100 < high < -2.1


def test_without_padding_nothing_changes():
    result = undiluted_change(F(31, 1000), real=1)
    assert result.low <= F(31, 1000) <= result.high
    assert undiluted_loss("1.61 nats", real=1).low == reported("1.61").interval()[0]


def test_equal_pad_losses_cancel_whatever_they_are():
    unknown = undiluted_change("3.1%", real="0.34")
    known = undiluted_change("3.1%", real="0.34", pad_losses=(F(3, 10), F(3, 10)))
    assert (unknown.low, unknown.high) == (known.low, known.high)
    assert "same loss (zero, or any other)" in str(unknown)


def test_known_pad_losses_that_differ_shift_the_line():
    # 1.031 = exp(0.34 d + 0.66 (0.03 - 0.02)) for the difference d of the real losses.
    result = undiluted_change(F(31, 1000), real=F(34, 100), pad_losses=(F(2, 100), F(3, 100)))
    d = (math.log(1.031) - 0.66 * 0.01) / 0.34
    assert float(result.low) == pytest.approx(math.exp(d) - 1, rel=1e-12)


def test_bounded_pad_losses_give_bounds_and_no_middle():
    result = undiluted_change(F(31, 1000), real=F(34, 100), pad_losses=((0, F(1, 10)), (0, F(1, 10))))
    ends = [math.exp((math.log(1.031) - 0.66 * d) / 0.34) - 1 for d in (0.1, -0.1)]
    assert (float(result.low), float(result.high)) == pytest.approx(ends, rel=1e-12)
    assert result.nominal is None
    assert "loss 0 to 1/10" in str(result)


def test_a_loss_is_diluted_linearly_and_exactly():
    result = undiluted_loss(F(161, 100), real=F(34, 100), pad_loss=F(1, 10))
    assert result.low == result.high == (F(161, 100) - F(66, 100) * F(1, 10)) / F(34, 100)
    rounded = undiluted_loss("1.61 nats", real="0.34")
    assert (rounded.low, rounded.high) == (F(1605, 1000) / F(345, 1000), F(1615, 1000) / F(335, 1000))


def test_a_share_is_never_above_one_however_it_was_rounded():
    result = undiluted_loss("2.0", real="1.00")
    assert result.real == (F(199, 200), 1)
    assert result.low == F(195, 100)


def test_a_perplexity_of_five_at_a_third_real_is_not_fifteen():
    result = undiluted_perplexity("5", real="0.34")
    assert F(113) in result
    assert F(15) not in result
    assert float(result.nominal[0]) == pytest.approx(5 ** (1 / 0.34), rel=1e-12)


def test_the_bounds_of_a_perplexity_with_a_bounded_pad_loss():
    result = undiluted_perplexity(5, real=F(34, 100), pad_loss=(0, 1))
    assert float(result.high) == pytest.approx(5 ** (1 / 0.34), rel=1e-12)
    assert float(result.low) == pytest.approx(math.exp(1 + (math.log(5) - 1) / 0.34), rel=1e-12)


def test_an_impossible_perplexity_is_said_to_be_one():
    assert "cannot have a mean loss below 0" in str(undiluted_perplexity(2, real=F(1, 10), pad_loss=1))
    assert "cannot have" not in str(undiluted_perplexity(2, real=F(9, 10), pad_loss=0))


def test_how_figures_were_rounded_matters():
    cut = undiluted_change("3.1%", real=F(1, 2), mode="down")
    assert percent(cut) == pytest.approx(((1.031**2 - 1) * 100, (1.032**2 - 1) * 100))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: undiluted_change("3.1", real="0.34"), "write it as '3.1%'"),
        (lambda: undiluted_change("3.1 pp", real="0.34"), "no relative change"),
        (lambda: undiluted_change("3.1%", real="34"), "did you mean '34%'"),
        (lambda: undiluted_change("3.1%", padded="66"), "did you mean '66%'"),
        (lambda: undiluted_change("3.1%", real="0.34 s"), "no share"),
        (lambda: undiluted_change("3.1%", real="0.0"), "may be 0"),
        (lambda: undiluted_change("3.1%", padded="1.0"), "may be 0"),
        (lambda: undiluted_change("3.1%"), "give the share"),
        (lambda: undiluted_change("3.1%", real="0.34", padded="0.66"), "give the share"),
        (lambda: undiluted_change("-100%", real="0.34"), "not above 0"),
        (lambda: undiluted_change("25%", real="0.0001"), "too small to undo"),
        (lambda: undiluted_change("3.1%", real="0.34", pad_losses=(0,)), "two, one for each model"),
        (lambda: undiluted_loss("3.1%", real="0.34"), "no loss"),
        (lambda: undiluted_loss("3.1", real="0.34", pad_loss=(1, 0)), "go upwards"),
        (lambda: undiluted_perplexity("3.1%", real="0.34"), "no perplexity"),
        (lambda: padding_explains("3", "4", kind="accuracy"), "no kind 'accuracy'"),
        (lambda: padding_explains("3%", "4%", kind="change", pad_loss=1), "pad_losses, of two models"),
        (lambda: padding_explains("3", "4", kind="loss", pad_losses=(0, 0)), "pad_losses, of two models"),
    ],
)
def test_what_cannot_be_undone_is_refused_with_the_mend(wrong, says):
    with pytest.raises(ValueError, match=says.replace("(", r"\(")):
        wrong()


@pytest.mark.parametrize("figure", [3.1, True, None])
def test_a_float_is_no_figure(figure):
    with pytest.raises(TypeError, match="text"):
        undiluted_loss(figure, real="0.34")


def test_padding_explains_the_two_figures_of_the_dispute():
    check = padding_explains("3.1%", "9.4%", kind="change", padded="66%")
    assert check.answer == "consistent"
    low, high = check.needed
    assert float(low) == pytest.approx(math.log(1.0305) / math.log(1.0945), rel=1e-9)
    assert float(high) == pytest.approx(math.log(1.0315) / math.log(1.0935), rel=1e-9)


def test_it_is_the_loss_that_falls_threefold_and_not_the_perplexity():
    assert padding_explains("5", "15", kind="perplexity", real="0.34").answer == "inconsistent"
    assert padding_explains("5", "114", kind="perplexity", real="0.34").answer == "consistent"
    assert padding_explains("1.61", "4.74", kind="loss", real="0.34").answer == "consistent"


def test_a_share_that_is_not_the_needed_one_is_inconsistent_and_says_what_it_would_give():
    check = padding_explains("3.1%", "9.4%", kind="change", real="0.50")
    assert check.answer == "inconsistent"
    assert F(63, 1000) in check.would_be
    assert "needs       a real share of 0.33" in str(check)


def test_padding_never_turns_a_rise_into_a_fall_or_magnifies_it():
    assert padding_explains("3.1%", "-3.1%", kind="change").needed is None
    assert padding_explains("9.4%", "3.1%", kind="change").answer == "inconsistent"
    # Unless the pads of the two models cost differently.
    assert padding_explains("3.1%", "-3.1%", kind="change", pad_losses=((0, 1), (0, 1))).answer == "consistent"


def test_figures_that_agree_have_no_power():
    check = padding_explains("3.1%", "3.1%", kind="change")
    assert check.answer == "no power"
    assert check.needed[1] == 1
    # But a share that was said is tested: 3.1% is not what 34% real positions make of 3.1%.
    assert padding_explains("3.1%", "3.1%", kind="change", real="0.34").answer == "inconsistent"


def test_pad_losses_known_too_loosely_have_no_power():
    loose = padding_explains("3.1%", "9.4%", kind="change", real="0.34", pad_losses=((0, 2), (0, 2)))
    tight = padding_explains("3.1%", "9.4%", kind="change", real="0.34", pad_losses=((0, F(1, 1000)),) * 2)
    assert (loose.answer, tight.answer) == ("no power", "consistent")


def test_a_pad_loss_equal_to_the_true_one_leaves_every_share_open():
    check = padding_explains(F(2), F(2), kind="loss", pad_loss=2)
    assert (check.answer, check.needed) == ("no power", (0, 1))
    assert padding_explains(F(3), F(2), kind="loss", pad_loss=2).answer == "inconsistent"


def test_the_share_of_a_mask():
    assert padded_share([[1, 1, 0], [1, 0, 0]]) == F(1, 2)
    assert padded_share(np.ones((2, 3), dtype=bool)) == 0
    for bad in ([], [[1, 2]]):
        with pytest.raises(ValueError, match="mask"):
            padded_share(bad)


LOSSES = np.array([[4.0, 5.0, 0.25], [6.0, 0.5, 0.25]])
MASK = np.array([[1, 1, 0], [1, 0, 0]])


def test_arrays_show_each_way_to_take_the_mean():
    result = masking(LOSSES, MASK)
    assert result.share == F(1, 2)
    for way, mean in (
        ("real tokens alone", 5),
        ("padding counted", F(16, 6)),
        ("losses on padding left out, but its positions in the divisor", F(5, 2)),
    ):
        low, high = result.losses[way]
        assert low <= mean <= high
        assert high - low < F(1, 10**14)
    assert result.pad_loss[0] <= F(1, 3) <= result.pad_loss[1]


@pytest.mark.parametrize(
    ("figure", "fits"),
    [
        ("148.4", ("real tokens alone",)),
        ("14.4", ("padding counted",)),
        ("2.67 nats", ("padding counted",)),
        ("12.2", ("losses on padding left out, but its positions in the divisor",)),
        ("13", ()),
    ],
)
def test_a_reported_figure_is_held_against_each_way(figure, fits):
    result = masking(LOSSES, MASK, reported=figure)
    assert result.fits == fits
    assert (" or ".join(fits) or "none of these gives it") in str(result)


def test_two_models_on_one_mask():
    better = LOSSES - np.array([[0.3, 0.3, 0], [0.3, 0, 0]])
    result = masking(LOSSES, MASK, against=better, reported="16%")
    assert float(result.figures["real tokens alone"][0]) == pytest.approx(math.exp(0.3) - 1)
    assert float(result.figures["padding counted"][0]) == pytest.approx(math.exp(0.15) - 1)
    assert result.fits == ("padding counted",)
    # The rule for figures alone undoes what the arrays did.
    assert F(math.exp(0.3) - 1) in undiluted_change("16.2%", real=1 - result.share)


def test_arrays_that_carry_no_mean_are_refused():
    with pytest.raises(ValueError, match="need a mask of that shape"):
        masking(LOSSES, MASK[0])
    with pytest.raises(ValueError, match="no real position"):
        masking(LOSSES, 0 * MASK)
    with pytest.raises(ValueError, match="on a padded position"):
        masking(np.where(MASK, LOSSES, np.nan), MASK)


def test_results_show_themselves_without_markup_from_outside():
    html = masking(LOSSES, MASK, reported="12 <b>")._repr_html_()
    assert "<b>reported" not in html
    assert "12 &lt;b&gt;" in html
