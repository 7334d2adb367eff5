"""Laws that hold for every input that hypothesis can think of."""

from fractions import Fraction as F

from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.arithmetic import RationalMatrix, origin_in_hull, simplest_between, text
from lakatos.measure import compare, possible_counts, possible_totals, reported
from lakatos.rerun import attention, paging

small = st.fractions(min_value=-50, max_value=50, max_denominator=30)


@given(
    st.fractions(min_value=0, max_value=9, max_denominator=60),
    st.fractions(min_value=F(1, 400), max_value=3, max_denominator=400),
)
def test_nothing_between_the_bounds_is_simpler(low, width):
    high = low + width
    found = simplest_between(low, high)
    assert low < found < high
    for denominator in range(1, found.denominator + 1):
        numerator = low.numerator * denominator // low.denominator + 1  # the least numerator above low
        if F(numerator, denominator) < high:
            assert (found.denominator, found.numerator) <= (denominator, numerator)
            break


def matrices(rows, columns):
    return st.lists(st.lists(small, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@given(matrices(3, 2), matrices(3, 2), small)
def test_common_denominators_change_nothing(a, b, scalar):
    A, B = RationalMatrix(a), RationalMatrix(b)
    assert A.rows() == tuple(map(tuple, a))
    assert (A + (B - A) * scalar).rows() == tuple(
        tuple(x + scalar * (y - x) for x, y in zip(p, q)) for p, q in zip(a, b)
    )
    assert (A @ B.T).rows() == tuple(tuple(sum(x * y for x, y in zip(p, q)) for q in b) for p in a)
    assert A.take([2, 0]).rows() == (tuple(a[2]), tuple(a[0]))
    assert (A == B) == (a == b)


@settings(max_examples=200)
@given(
    st.integers(1, 4).flatmap(
        lambda d: st.lists(st.lists(st.integers(-4, 4), min_size=d, max_size=d), min_size=1, max_size=7)
    )
)
def test_every_hull_question_has_a_checked_answer(points):
    # The certificate is checked inside; a combination found by hand must agree with it.
    certificate = origin_in_hull(points)
    assert certificate.proves(points)
    if any(not any(p) for p in points) or any([-x for x in p] in points for p in points):
        assert certificate.inside


def reference_step(tokens, gamma, ties):
    """The dynamics written with a Fraction for every entry and a full comparison of all tokens."""
    moved = []
    for x in tokens:
        scores = [sum(a * b for a, b in zip(x, y)) for y in tokens]
        winners = [y for y, score in zip(tokens, scores) if score == min(scores)]
        places = list(dict.fromkeys(map(tuple, winners)))
        mean = [sum(c) / F(len(places)) for c in zip(*places)]
        target = {"lowest": winners[0], "highest": winners[-1], "average": mean}[ties]
        moved.append([a + gamma * (b - a) for a, b in zip(x, target)])
    return moved


@settings(max_examples=100, deadline=None)
@given(
    st.integers(1, 3).flatmap(
        lambda d: st.lists(st.lists(st.integers(-2, 2), min_size=d, max_size=d), min_size=2, max_size=6)
    ),
    st.sampled_from(["lowest", "highest", "average"]),
    st.sampled_from([F(1), F(1, 3), F(1, 10**200)]),
)
def test_tie_rich_trajectories_follow_the_plain_rule(tokens, ties, scale):
    # Scaling to 1e-200 underflows every float product; the exact comparison must then decide alone.
    tokens = [[F(x) * scale for x in row] for row in tokens]
    states = attention.trajectory(tokens, step=lambda t: F(2, t + 2), ties=ties)
    for t, (state, _) in zip(range(6), states):
        assert [list(row) for row in state.rows()] == tokens
        tokens = reference_step(tokens, F(2, t + 2), ties)


@given(small)
def test_fractions_are_printed_so_that_they_can_be_read(value):
    assert F(text(value)) == value


@given(st.integers(1, 400), st.data())
def test_a_rounded_share_contains_the_truth(total, data):
    count = data.draw(st.integers(1, total))
    digits = data.draw(st.integers(0, 3))
    share = reported(f"{float(round(F(100 * count, total), digits)):.{digits}f}%")
    assert count in possible_counts(total, share)
    if share.interval()[0] > 0:
        assert total in possible_totals(count, share)


@given(st.integers(1, 9999), st.integers(1, 9999), st.integers(1, 64))
def test_comparing_is_antisymmetric_and_scales(a, b, batch):
    x = reported(f"{a}.0 s", per="batch", batch=f"{batch} rollouts")
    y = reported(f"{b}.0 s", per="rollout")
    assert compare(x, y).naive.value * compare(y, x).naive.value == 1
    assert compare(x, y).normalised.value == F(a, b * batch)
    low, high = compare(x, y).bracket or (F(a, b), F(a, b))  # a batch of one leaves nothing open
    assert low <= compare(x, y).normalised.value <= high


@settings(max_examples=60)
@given(st.integers(1, 5), st.lists(st.integers(0, 9), min_size=1, max_size=60), st.randoms(use_true_random=False))
def test_any_sequence_keeps_onlinemin_consistent_and_the_optimum_right(k, requests, random):
    priorities = list(range(len(requests) + k))
    random.shuffle(priorities)
    served = paging.serve(requests, k, priorities=priorities, check=True)
    assert served.opt == paging.belady(requests, k)
    assert served.opt <= sum(served.misses)
