"""Real numbers by rational bounds: bounds that hold, signs that are decided, zero told from nearly zero."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.claims import Real, exp, log, pi, sqrt
from lakatos.claims.plain.reals import as_real, eigenvalue, sign
from lakatos.claims.systems.balls import _eigenvalue

rationals = st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6)
small = st.fractions(min_value=-50, max_value=50, max_denominator=10**4)


def encloses(x, value, k=160):
    """Whether the bounds of x hold mpmath's value, and are close."""
    low, high = as_real(x).bounds(k)
    with mpmath.workdps(120):
        exact = [mpmath.mpf(q.numerator) / q.denominator for q in (low, high)]
        tiny = mpmath.mpf(10) ** -100 * (1 + abs(value))
        assert exact[0] - tiny <= value <= exact[1] + tiny
        assert exact[1] - exact[0] <= (1 + abs(value)) * mpmath.mpf(2) ** (40 - k)


def mp(q):
    return mpmath.mpf(q.numerator) / q.denominator


@given(rationals, small)
@settings(deadline=None, max_examples=150)
def test_bounds_of_roots_logarithms_and_exponentials_hold(q, p):
    with mpmath.workdps(120):
        encloses(sqrt(q), mpmath.sqrt(mp(q)))
        encloses(log(q), mpmath.log(mp(q)))
        encloses(exp(p), mpmath.exp(mp(p)))
        encloses(log(sqrt(q) + 1), mpmath.log(mpmath.sqrt(mp(q)) + 1), 120)


def test_bounds_of_pi_hold():
    with mpmath.workdps(120):
        encloses(pi(), mpmath.pi)


@given(st.integers(0, 10**9), st.integers(1, 10**9))
@settings(deadline=None)
def test_roots_of_squares_are_rational(a, b):
    assert sqrt(Fraction(a * a, b * b)) == Fraction(a, b)
    assert isinstance(sqrt(a * a), Fraction)


@given(st.integers(1, 300), st.integers(1, 300))
@settings(deadline=None)
def test_nested_roots_are_equal_exactly_where_they_are(a, b):
    assert sqrt(a) + sqrt(b) == sqrt(a + b + 2 * sqrt(a * b))
    assert (sqrt(a) + sqrt(b)) ** 2 == a + b + 2 * sqrt(a * b)
    assert sqrt(a) * sqrt(b) == sqrt(a * b)
    assert sqrt(a) / sqrt(b) == sqrt(Fraction(a, b))
    assert (sqrt(a) > sqrt(b)) is (a > b)


def test_zero_is_told_from_nearly_zero():
    # (sqrt 2 - 1)^k is about 2.4^-k; as a + b sqrt 2 it is a difference of two long numbers.
    a, b = 1, 0
    for k in range(1, 200):
        a, b = 2 * b - a, a - b
        assert sign(a + b * sqrt(2)) == 1, k
        assert a + b * sqrt(2) == (sqrt(2) - 1) ** k
    assert sqrt(2) != Fraction(665857, 470832)


def test_what_cannot_be_told_from_zero_is_not_guessed():
    with pytest.raises(ArithmeticError, match="told from zero"):
        sign(log(4) - 2 * log(2))
    assert log(4) > log(3)
    assert exp(1) < Fraction(2718281828459045236, 10**18)
    assert exp(1) > Fraction(2718281828459045235, 10**18)


@pytest.mark.parametrize(
    "call", [lambda: sqrt(-1), lambda: sqrt(sqrt(2) - 2), lambda: log(0), lambda: log(sqrt(2) - 2)]
)
def test_what_is_undefined_is_refused(call):
    with pytest.raises(ValueError, match=r"negative|not positive"):
        call()


def test_division_by_a_hidden_zero_is_refused():
    with pytest.raises(ZeroDivisionError):
        1 / (sqrt(8) - 2 * sqrt(2))
    assert 1 / (sqrt(2) - 1) == sqrt(2) + 1


symmetric = st.integers(1, 6).flatmap(
    lambda n: st.lists(st.integers(-4, 4), min_size=n * (n + 1) // 2, max_size=n * (n + 1) // 2).map(
        lambda entries: [[entries[max(i, j) * (max(i, j) + 1) // 2 + min(i, j)] for j in range(n)] for i in range(n)]
    )
)


@given(symmetric)
@settings(deadline=None, max_examples=60)
def test_eigenvalues_are_enclosed_in_order_and_add_up_to_the_trace(rows):
    n = len(rows)
    mpmath.mp.dps = 40
    expected = sorted(mpmath.eigsy(mpmath.matrix(rows), eigvals_only=True), reverse=True)
    for i in range(n):
        low, high = eigenvalue(rows, i).bounds(80)
        assert mp(low) - mpmath.mpf(10) ** -30 <= expected[i] <= mp(high) + mpmath.mpf(10) ** -30
        quick = _eigenvalue(rows, i)
        assert float(quick.low.lower()) - 1e-9 <= float(low) <= float(quick.high.upper()) + 1e-9
        assert not quick.low > _exact(high)
        assert not quick.high < _exact(low)
    if n <= 3:
        assert sum((eigenvalue(rows, i) for i in range(n)), Fraction(0)) == sum(rows[i][i] for i in range(n))


def _exact(q):
    from flint import arb, fmpq

    return arb(fmpq(q.numerator, q.denominator))


def test_a_real_is_a_number_among_numbers():
    root = sqrt(3)
    assert isinstance(root, Real)
    assert (1 + root - root, 2 * root / root, root - 1 < 1, -root < 0, abs(-root) == root) == (1, 2, True, True, True)
    assert root**-2 == Fraction(1, 3)
    assert root**0 == 1
