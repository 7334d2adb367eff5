"""Laws of the forensic checks: what is true passes, whatever the rounding, and intervals hold the truth."""

import math
from fractions import Fraction as F

from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.measure import (
    MODES,
    Span,
    Statement,
    check_average,
    check_change,
    check_count_share,
    check_difference,
    check_f1,
    check_limits,
    check_macro_share,
    check_mean,
    check_ratio,
    check_ratio_of_counts,
    check_share,
    check_standard_error,
    check_sum,
    check_total,
    contradictions,
    grim_power,
    infer_totals,
    items_from_error,
    share_column,
)

laws = settings(max_examples=30, deadline=None)

modes = st.sampled_from(MODES)
usual = st.sampled_from(["nearest", "down"])
decimals = st.integers(0, 4)
levels = st.fractions(min_value=F(1, 50), max_value=500, max_denominator=97)
counts = st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def printed(value, places, mode, *, up=True):
    """A value as text, rounded in one way; ``up`` says how a tie goes. Written without the package's own rounding."""
    steps = abs(value) * 10**places
    whole = steps.numerator // steps.denominator
    rest = steps - whole
    if mode == "up":
        whole += rest > 0
    elif mode == "nearest":
        whole += rest > F(1, 2) or (rest == F(1, 2) and up)
    digits = str(whole).rjust(places + 1, "0")
    sign = "-" if value < 0 and whole else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


@laws
@given(counts, decimals, modes, st.booleans())
def test_a_true_share_is_never_accused(count, places, mode, up):
    k, n = count
    text = printed(F(100 * k, n), places, mode, up=up) + "%"
    assert check_share(text, n, mode=mode).move == 0
    assert share_column([text], n, mode=mode)[0] != "inconsistent"
    assert check_count_share(text, k, n, mode=mode).move == 0
    assert check_total([text], n, mode=mode).move == 0
    if mode != "up":
        assert check_share(text, n).move == 0
        assert check_ratio_of_counts(text, min(n, 60), mode=mode).answer != "inconsistent" or n > 60
    fraction = printed(F(k, n), places, mode, up=up)
    assert check_share(fraction, n, percent=False, mode=mode).move == 0


@laws
@given(counts, decimals, st.sampled_from([None, *MODES]), st.integers(0, 10**6))
def test_the_fast_column_agrees_with_the_check(count, places, mode, number):
    _, n = count
    text = printed(F(number % (100 * 10**places + 50), 10**places), places, "down")
    check = check_share(text, n, percent=True, mode=mode)
    assert share_column([text], n, percent=True, mode=mode) == (check.answer,)
    assert check.power == grim_power(n, places, mode=mode)
    assert (check.answer == "consistent") <= (check.power >= 0.05)
    if check.answer == "inconsistent":
        moved = [
            check_share(printed(F(text) + s * check.move, places, "down"), n, percent=True, mode=mode) for s in (-1, 1)
        ]
        assert any(m.move == 0 for m in moved if m)


@laws
@given(st.integers(1, 400), st.lists(st.integers(0, 10**6), min_size=1, max_size=4), decimals, usual)
def test_the_true_total_is_among_those_inferred(n, picks, places, mode):
    values = [printed(F(100 * (k % (n + 1)), n), places, mode) + "%" for k in picks]
    found = infer_totals(values, range(max(1, n - 20), n + 21))
    assert n in found
    for m in found:
        assert all(check_share(v, m).answer != "inconsistent" for v in values)


@laws
@given(st.integers(1, 200), st.integers(0, 10**6), st.sampled_from([F(1), F(1, 2), F(2)]), decimals, modes)
def test_a_true_mean_is_never_accused(items, pick, step, places, mode):
    low, high = 1, 7
    mean = low + step * F(pick % int((high - low) / step * items + 1), items)
    check = check_mean(printed(mean, places, mode), items, step=step, low=low, high=high, mode=mode)
    assert check.move == 0


@laws
@given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 30)), min_size=1, max_size=5), st.integers(0, 3), usual)
def test_a_true_macro_average_is_never_accused(tasks, places, mode):
    sizes = [n for n, _ in tasks]
    mean = sum(F(100 * min(c, n), n) for n, c in tasks) / len(tasks)
    assert check_macro_share(printed(mean, places, mode) + "%", sizes).move == 0


@laws
@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 40), st.integers(0, 3), usual)
def test_a_true_f1_is_never_accused(tp, fp, fn, places, mode):
    text = printed(F(2 * tp, 2 * tp + fp + fn), places, mode)
    items = tp + fp + fn
    assert check_f1(text, items, percent=False).move == 0
    assert check_f1(text, items + 3, positives=tp + fn, percent=False).move == 0


@laws
@given(st.integers(2, 5000).flatmap(lambda n: st.tuples(st.integers(1, n - 1), st.just(n))), st.integers(3, 5), usual)
def test_a_true_error_is_never_accused_and_reveals_its_n(count, places, mode):
    k, n = count
    p = F(k, n)
    square = p * (1 - p) / (n - 1)
    # The root, exactly to 20 decimals: enough to round, except where it is exact.
    scale = 10**20
    root = math.isqrt(square.numerator * scale**2 // square.denominator)
    root = F(root if F(root, scale) ** 2 == square else root + F(1, 2), scale)
    share, error = printed(p, places, mode), printed(root, places, mode)
    check = check_standard_error(share, error, n, percent=False)
    assert check.answer != "inconsistent"
    if F(error) > F(1, 10**places):
        assert n in items_from_error(share, error, percent=False, mode=None)


@laws
@given(levels, levels, decimals, decimals, modes, modes)
def test_numbers_made_from_the_unrounded_are_never_accused(a, b, places, made, mode, other):
    if "up" in (mode, other) and mode != other:
        return
    x, y = printed(a, places, mode), printed(b, places, mode)
    same = {"mode": mode} if mode == other else {}
    assert a in Span.of(x, mode)
    difference = check_difference(printed(a - b, made, other), x, y, **same)
    assert difference.move == 0
    assert check_sum(printed(a + b + 3, made, other), [x, y, 3], **same).move == 0
    assert check_average(printed((2 * a + b) / 3, made, other), [x, y], weights=[2, 1], **same).move == 0
    if F(y) > F(1, 10**places):
        assert check_ratio(printed(a / b, made, other), x, y, **same).move == 0
    if F(x) > F(1, 10**places):
        change = printed((b - a) / a * 100, made, other)
        assert check_change(change + "%", x + " ms", y + " ms", **same).move == 0


@laws
@given(levels, decimals, modes, st.fractions(0, 1, max_denominator=40))
def test_what_is_within_a_limit_is_never_accused(a, places, mode, share):
    assert check_limits(printed(a * share, places, mode), high=a, low=0, mode=mode).answer == "consistent"
    assert check_limits(printed(-a * share, places, mode), low=-a, mode=mode).answer == "consistent"


@laws
@given(levels, st.lists(st.tuples(decimals, usual), min_size=2, max_size=4))
def test_statements_of_one_value_never_contradict_each_other(a, prints):
    said = [Statement("loss", printed(a, places, mode) + " nats") for places, mode in prints]
    (check,) = contradictions(said)
    assert check.answer != "inconsistent"


signed = st.fractions(min_value=-60, max_value=60, max_denominator=50)
spans = st.tuples(signed, signed, signed).map(lambda t: Span(sorted(t)[0], sorted(t)[2], sorted(t)[1]))


@laws
@given(spans, spans, st.fractions(0, 1, max_denominator=9), st.fractions(0, 1, max_denominator=9))
def test_spans_hold_what_their_parts_give(x, y, s, t):
    a, b = x.low + s * x.width, y.low + t * y.width
    assert a + b in x + y
    assert a - b in x - y
    assert a * b in x * y
    assert abs(a) in abs(x)
    assert (x.value + y.value, x.value * y.value) == ((x + y).value, (x * y).value)
    if 0 not in y:
        assert a / b in x / y
    assert (x.gap(y) == 0) == (max(x.low, y.low) <= min(x.high, y.high))
    assert x.gap(y) == y.gap(x)


@laws
@given(st.integers(1, 400), decimals, st.sampled_from([None, *MODES]))
def test_power_falls_with_more_seeds_where_it_is_the_same_lattice(n, places, mode):
    """A share out of n is one out of 2n as well, so that twice the runs never leave more impossible."""
    assert grim_power(n, places, seeds=2, mode=mode) <= grim_power(n, places, mode=mode)
