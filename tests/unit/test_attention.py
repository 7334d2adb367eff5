"""The disputed dynamics, first on the worked example, then on every figure that the dispute rests on."""

from fractions import Fraction as F

import numpy as np
import pytest

from lakatos.arithmetic import RationalMatrix
from lakatos.rerun import attention, two_tokens


def step(t):
    return F(2, t + 2)


def states(tokens, count, **options):
    return [tuple(row[0] for row in s.rows()) for _, (s, _) in zip(range(count), attention.trajectory(tokens, step=step, **options))]  # fmt: skip


def test_the_worked_trajectory():
    assert states([4, -1], 5) == [(4, -1), (-1, 4), (F(7, 3), F(2, 3)), (F(3, 2), F(2, 3)), (F(7, 6), F(2, 3))]


@pytest.mark.parametrize(
    ("tokens", "t"),
    [([3, -1], 575), ([4, -1], 224), ([8, -2], 224), ([1, "-1/10"], 67), ([1, "-1/100"], 37), ([1, "-1/1000"], 35)],
)
def test_first_violations_are_exact_and_tie_free(tokens, t):
    seen = attention.check_rate(tokens, step=step, horizon=1000)
    assert seen.violation.t == t
    assert seen.hull_exit == 2
    assert seen.ties == ()
    assert seen.violation.energy > seen.violation.bound
    # One step less and nothing is seen: the horizon is what decides.
    assert attention.check_rate(tokens, step=step, horizon=t - 1).violation is None


def test_a_token_at_the_origin_ties_and_does_not_help():
    seen = attention.check_rate([4, -1, 0], step=step, horizon=300)
    assert seen.violation.t == 224
    assert seen.ties[0] == 0


def test_tie_rules_differ_where_there_is_a_tie():
    lowest, highest, average = (states([2, -1, 0], 2, ties=rule)[1] for rule in ("lowest", "highest", "average"))
    assert (lowest[2], highest[2], average[2]) == (2, 0, F(1, 3))


def test_two_tokens_in_one_place_are_no_tie():
    seen = attention.check_rate([4, -1, -1], step=step, horizon=300)
    assert seen.ties == ()


@pytest.mark.parametrize("d", [2, 3])
def test_a_rotated_example_violates_in_any_dimension(d):
    direction = [F(3, 5), F(4, 5), 0][:d]
    tokens = [[4 * x for x in direction], [-x for x in direction]]
    assert attention.check_rate(tokens, step=step, horizon=300).violation.t == 224


@pytest.mark.parametrize("scale", [1, 7, F(1, 3)])
def test_scaling_the_matrix_changes_nothing(scale):
    matrix = RationalMatrix([[scale]])
    assert attention.check_rate([4, -1], step=step, horizon=300, matrix=matrix).violation.t == 224


def test_an_irrational_largest_eigenvalue_is_decided_exactly():
    # lambda_max = (5 + sqrt 5)/2; a token along no eigenvector. Compare with a float of the same inequality.
    matrix = RationalMatrix([[2, 1], [1, 3]])
    tokens = [[4, 1], [-1, 0], [-1, -1]]
    seen = attention.check_rate(tokens, step=step, horizon=3000, matrix=matrix)
    B, lam = np.array([[2.0, 1], [1, 3]]), (5 + 5**0.5) / 2
    x = np.array(tokens, dtype=float)
    diam2 = max(((a - b) ** 2).sum() for a in x for b in x)
    for t in range(3001):
        x = x + 2 / (t + 2) * (x[(x @ B @ x.T).argmin(1)] - x)
        if (np.einsum("ij,jk,ik->i", x, B, x) / 2).max() > 2 / (t + 1) * lam * diam2:
            break
    assert seen.violation.t == t
    assert float(seen.violation.bound) >= 2 / (t + 1) * lam * diam2 * (1 - 1e-12)
    assert seen.violation.energy > seen.violation.bound


@pytest.mark.parametrize(
    ("tokens", "matrix", "broken"),
    [([4, 1], None, "hull"), ([4, -1], [[-1]], "semidefinite"), ([[1, 0], [-1, 0]], [[1, 2], [2, 1]], "semidefinite")],
)
def test_a_broken_premise_is_named(tokens, matrix, broken):
    with pytest.raises(ValueError, match=f"premise broken.*{broken}"):
        attention.check_rate(tokens, step=step, horizon=10, matrix=RationalMatrix(matrix) if matrix else None)


def test_a_step_outside_the_unit_interval_is_refused():
    with pytest.raises(ValueError, match="step size at t=0"):
        list(zip(range(3), attention.trajectory([4, -1], step=lambda t: F(3, t + 2))))


def test_the_repaired_premise_stops_at_the_exit():
    # 0 is in the hulls of states 0 and 1, so that the inequalities of t = 0 and 1 belong to the repaired claim.
    seen = attention.check_rate([4, -1], step=step, horizon=300, while_origin_in_hull=True)
    assert seen.violation is None
    assert (seen.hull_exit, seen.horizon) == (2, 1)


def test_the_repaired_premise_still_checks_the_last_inequality_it_covers():
    # With a bound a thousand times smaller the inequality of t = 0, where only K_0 is needed, must be seen to fail.
    seen = attention.check_rate(
        [4, -1], step=lambda t: F(2, t + 3), horizon=9, while_origin_in_hull=True, factor="1/1000"
    )
    assert seen.violation.t == 0


def test_floats_agree_with_exact_arithmetic_on_generic_starts():
    starts = attention.generic_starts(3, 2, 20, rng=np.random.default_rng(0))
    first = attention.first_violations(starts / 1000, step=lambda t: 2 / (t + 2), horizon=400)
    for start, t in zip(starts, first):
        tokens = [[F(int(x), 1000) for x in row] for row in start]
        violation = attention.check_rate(tokens, step=step, horizon=400).violation
        assert (violation.t if violation else -1) == t


def test_two_tokens_are_solved():
    solved = two_tokens.derive()
    assert str(solved.limit) == "(a - 2*b)/3"
    assert len(solved.proved) >= 8
    for a, b in [(4, 1), (3, 1), (1, F(1, 1000)), (F(7, 3), 1), (9, 4)]:
        t = two_tokens.first_violation(F(a), F(b))
        assert attention.check_rate([a, -b], step=step, horizon=t + 5).violation.t == t


@pytest.mark.parametrize("t", [35, 36, 37, 100, 224, 575, 1234])
def test_starts_are_made_to_order(t):
    a, b = two_tokens.start_violating_first_at(t)
    assert attention.check_rate([a, -b], step=step, horizon=t + 5).violation.t == t


def test_the_simplest_starts_are_the_known_ones():
    assert two_tokens.start_violating_first_at(224) == (4, 1)
    assert two_tokens.start_violating_first_at(575) == (3, 1)


def test_no_start_of_the_family_is_earlier_than_35():
    with pytest.raises(ValueError, match="35"):
        two_tokens.start_violating_first_at(34)
    with pytest.raises(ValueError, match="a > 2b"):
        two_tokens.first_violation(F(2), F(1))
