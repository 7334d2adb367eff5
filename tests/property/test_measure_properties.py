"""Laws of reported numbers: units multiply as they should, rounding contains the truth, text survives a round trip."""

import contextlib
import math
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Decimal
from fractions import Fraction as F

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from lakatos.measure import UnitError, compare, judge, reported, unit

ATOMS = ["s", "ms", "min", "h", "GB", "MiB", "Mbit", "bits", "nats", "tokens", "tok", "rollout", "images", "GPU", "%", "pp",
         "FLOPs", "GMACs", "J", "kWh", "kgCO2", "steps", "clips", "x", "dB", "USD"]  # fmt: skip
atoms = st.sampled_from(ATOMS)
units = st.lists(st.tuples(atoms, st.sampled_from([-1, 1])), min_size=1, max_size=4)
COUNTED = ["rollout", "batch", "token", "sequence", "sample", "request", "step", "frame", "device", "epoch", "bit", "nat",
           "FLOP", "MAC"]  # fmt: skip
times = {"s": F(1), "ms": F(1, 1000), "us": F(1, 10**6), "min": F(60), "h": F(3600)}
numbers = st.decimals(min_value="0.001", max_value="99999", places=3, allow_nan=False)


def product(parts):
    found = unit("")
    for name, power in parts:
        found = found * unit(name) ** power
    return found


@given(units, units, units)
def test_units_are_an_abelian_group(a, b, c):
    x, y, z = product(a), product(b), product(c)
    assert x * y == y * x
    assert (x * y) * z == x * (y * z)
    assert x * unit("") == x
    assert x / x == unit("")
    assert (x / y) * y == x
    assert (x**2) / x == x


@given(units, st.sampled_from([F(1, 1000), F(60), F(8)]))
def test_conversion_undoes_itself(a, factor):
    x = product(a)
    y = type(x)(x.factor * factor, x.powers)
    assert x.to(y) * y.to(x) == 1
    assert x.to(x) == 1


@pytest.mark.parametrize("a", COUNTED)
@pytest.mark.parametrize("b", COUNTED)
def test_counted_things_do_not_cancel(a, b):
    ratio = unit(f"s/{a}") / unit(f"s/{b}")
    assert (ratio == unit("")) is (a == b)
    assert (unit(a).powers == unit(b).powers) is (a == b)
    assert unit(f"s/{a}").powers != unit("s").powers
    if a != b:
        with pytest.raises(UnitError):
            unit(a).to(unit(b))


ROUNDINGS = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN, "down": ROUND_DOWN, "up": ROUND_UP}


@given(
    st.fractions(-1000, 1000, max_denominator=4000), st.integers(0, 4), st.sampled_from(list(ROUNDINGS)), st.booleans()
)
@example(F(1, 8), 2, "half-even", False)
@example(F(-1, 8), 2, "half-up", True)
@example(F(-1), 0, "down", True)
def test_what_was_rounded_lies_in_the_interval(truth, places, mode, tie):
    if tie:
        truth = F(2 * math.floor(truth * 10**places) + 1, 2 * 10**places)
    exact = Decimal(truth.numerator) / Decimal(truth.denominator)
    assume(F(exact) == truth)  # only what Decimal holds exactly
    printed = reported(str(exact.quantize(Decimal(1).scaleb(-places), ROUNDINGS[mode])))
    low, high = printed.interval(mode)
    assert low <= truth <= high
    assert printed.contains(truth, mode)
    if mode.startswith("half"):
        assert printed.contains(truth, "nearest")


@given(
    numbers,
    st.sampled_from(["s", "ms", "GB", "nats", "tokens", "%", ""]),
    st.sampled_from(["rollout", "batch", "token", "image", "step", "epoch", "device and second", None]),
    st.sampled_from([{}, {"batch": "50 rollouts"}, {"batch": 4, "devices": 2}, {"pad": "0.66"}]),
)
def test_printing_and_reading_again_gives_the_same(number, name, per, counts):
    first = reported(f"{number} {name}", per=per, **counts)
    if per is None:
        return
    again = reported(str(first))
    assert (again.value, again.resolution, again.unit, again.per) == (
        first.value, first.resolution, first.unit, first.per
    )  # fmt: skip
    assert dict(again.counts) == dict(first.counts)
    assert str(again) == str(first)


@given(numbers, numbers, st.sampled_from(list(times)), st.sampled_from(list(times)), st.integers(1, 64))
def test_a_comparison_does_not_depend_on_the_units_of_either_side(a, b, of_a, of_b, batch):
    def pair(unit_a, unit_b):
        def text(number, name):
            value = F(number) / times[name]
            exact = Decimal(value.numerator) / Decimal(value.denominator)
            assume(F(exact) == value and exact.adjusted() > -20)
            return f"{exact:f} {name}"

        return compare(
            reported(text(a, unit_a), per="batch", batch=f"{batch} images"), reported(text(b, unit_b), per="image")
        )

    plain, scaled = pair("s", "s"), pair(of_a, of_b)
    assert plain.normalised.value == scaled.normalised.value
    assert plain.naive.value == scaled.naive.value
    assert [f.by.value for f in plain.factors] == [f.by.value for f in scaled.factors]


@given(numbers, numbers, st.integers(1, 64), st.integers(1, 64))
def test_turning_a_comparison_round_inverts_it(a, b, n, m):
    x = reported(f"{a} s", per="batch", batch=f"{n} images")
    y = reported(f"{b} s", per="batch", batch=f"{m} images")
    assert compare(x, y).normalised.value * compare(y, x).normalised.value == 1
    one, other = compare(x, y), compare(y, x)
    assert (one.bracket is None) is (other.bracket is None)
    if one.bracket:
        assert one.bracket[0] * other.bracket[1] == 1
        assert one.bracket[0] <= one.normalised.low <= one.normalised.high <= one.bracket[1]


@given(numbers, st.integers(2, 512), st.fractions(F(1, 100), F(1), max_denominator=100))
def test_the_bracket_holds_what_one_item_alone_would_take(time, batch, share):
    """A batch that takes t, of n items of which each alone takes between t/n and t."""
    alone = F(time) * (F(1, batch) + share * (1 - F(1, batch)))
    c = compare(reported(f"{time} s", per="batch", batch=f"{batch} images"), reported("1.000 s", per="image"))
    assert c.bracket[0] <= alone <= c.bracket[1]


binary = st.sampled_from([F(2) ** k for k in range(-4, 6)])
counts = st.sampled_from([2, 4, 16, 64])
FORMS = ["s/image", "image/s", "ms/image", "image/min", "s/batch", "s/step", "step/s", "accumulated", "image/s/GPU"]


def printed_as(form, time, many, devices):
    """A time for each image, as it would be printed in some form, and whether that form is a rate."""
    shown = {
        "s/image": (time, "s/image", {}),
        "ms/image": (1000 * time, "ms/image", {}),
        "image/s": (1 / time, "images/s", {}),
        "image/min": (60 / time, "images/min", {}),
        "s/batch": (many * time, "s/batch", {"batch": f"{many} images"}),
        "s/step": (many * time, "s/step", {"batch": f"{many} images"}),
        "step/s": (1 / (many * time), "steps/s", {"batch": f"{many} images"}),
        "accumulated": (4 * many * time, "s/step", {"batch": f"{many} images", "accumulation": 4}),
        "image/s/GPU": (1 / (devices * time), "images/s/GPU", {"devices": devices}),
    }
    value, name, stated = shown[form]
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    assert F(exact) == value
    return reported(f"{exact:f} {name}", **stated), form.startswith(("image/", "step/"))


@given(st.sampled_from(FORMS), st.sampled_from(FORMS), binary, binary, counts, counts, counts)
@example("step/s", "step/s", F(1), F(1), 2, 4, 2)
@example("s/step", "accumulated", F(1), F(1), 2, 2, 2)
@example("image/s/GPU", "image/s", F(1), F(1), 2, 2, 4)
def test_two_figures_in_any_form_give_the_ratio_of_what_they_were_printed_from(one, other, s, t, n, m, devices):
    (a, rate_a), (b, rate_b) = printed_as(one, s, n, devices), printed_as(other, t, m, devices)
    there, back = compare(a, b), compare(b, a)
    assert there.normalised.value == (t / s if rate_a else s / t)
    assert back.normalised.value == (s / t if rate_b else t / s)
    assert there.decides() == back.decides()
    if there.bracket:
        low, high = back.bracket if rate_a != rate_b else (1 / back.bracket[1], 1 / back.bracket[0])
        assert there.bracket == (low, high)
        assert low <= there.normalised.value <= high


@given(binary, binary, counts, st.booleans())
def test_a_batch_beside_an_accumulation_may_be_one_of_them_or_all(time, other, batch, summed):
    whole = batch if summed else 4 * batch
    step = reported(f"{float(whole * time):.12f} s/step", batch=f"{batch} images", accumulation=4)
    c = compare(step, reported(f"{float(other):.12f} s/image"))
    assert c.bracket[0] <= time / other <= c.bracket[1]
    assert any("accumulated" in question for question in c.questions)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=60)


@given(words)
def test_any_text_is_read_or_refused_with_a_message(text):
    for read in (reported, unit):
        with contextlib.suppress(ValueError):  # and nothing else
            read(text)


@given(words, words, words, words)
def test_any_words_are_judged_without_an_error(unit_a, per_a, unit_b, per_b):
    judge({"value": "3", "unit": unit_a, "per": per_a}, {"value": "4", "unit": unit_b, "per": per_b})
