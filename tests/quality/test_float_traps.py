"""Claims that look false in floats and are true, or the other way round: each is answered right."""

from fractions import Fraction

import numpy as np
import pytest

from lakatos.arithmetic import RationalMatrix, is_positive_semidefinite, negative_direction
from lakatos.claims import (
    forall,
    graphs,
    integers,
    is_psd,
    matching_number,
    quadratic_form,
    reals,
    smallest_eigenvalue,
    spectral_radius,
    sqrt,
    symmetric_matrices,
    trajectories,
    vectors,
    verify_witness,
)
from lakatos.search import Counterexample, ProvedOn, prove_by_smt, prove_on_box


@forall(a=reals(), b=reals(), c=reals())
def cirtoaje(a, b, c):
    """(a^2 + b^2 + c^2)^2 >= 3 (a^3 b + b^3 c + c^3 a) (Cirtoaje 1992)."""
    return (a * a + b * b + c * c) ** 2 - 3 * (a**3 * b + b**3 * c + c**3 * a)


def test_an_inequality_with_equality_far_from_the_centre():
    # Equality also near (sin^2 4pi/7, sin^2 2pi/7, sin^2 pi/7); rounded to doubles the floats turn negative there.
    rng = np.random.default_rng(0)
    corner = np.sin(np.pi * np.array([4, 2, 1]) / 7) ** 2
    statuses = set()
    for _ in range(60):
        near = corner * (1 + rng.normal(0, 1e-9)) + rng.normal(0, 1e-10, 3)
        statuses.add(verify_witness(cirtoaje, [repr(x) for x in near.tolist()]).status)
    assert statuses == {"does not refute", "float artefact"}
    pytest.importorskip("z3")
    assert isinstance(prove_by_smt(cirtoaje), ProvedOn)


@forall(a=reals(), b=reals(), strict=False)
def rump(a, b):
    """Rump's expression is negative."""
    return -(
        Fraction(33375, 100) * b**6
        + a**2 * (11 * a**2 * b**2 - b**6 - 121 * b**4 - 2)
        + Fraction(55, 10) * b**8
        + a / (2 * b)
    )


def test_rump_is_negative_at_his_point_whatever_doubles_say():
    judgement = verify_witness(rump, {"a": 77617, "b": 33096})
    assert judgement.status in ("does not refute", "float artefact")
    # -(-54767/66192), 0.827..., where doubles give about 1.18e21 or 1.17.
    assert judgement.exact == "54767/66192"
    assert abs(float(judgement.floats) - 54767 / 66192) > 0.1


def test_rump_over_integers_is_seen_through_too():
    @forall(a=integers(), b=integers(1))
    def over_integers(a, b):
        return Fraction(-33375, 100) * b**6 - (
            a**2 * (11 * a**2 * b**2 - b**6 - 121 * b**4 - 2) + Fraction(55, 10) * b**8 + Fraction(a, 2 * b)
        )

    assert verify_witness(over_integers, {"a": 77617, "b": 33096}).exact == "54767/66192"


def muller(_t, state):
    """x_{n+1} = 111 - 1130/x_n + 3000/(x_n x_{n-1})."""
    before, now = state
    return now, 111 - 1130 / now + 3000 / (now * before)


@forall(run=trajectories(vectors(reals(), 2), muller, horizon=40))
def stays_below_seven(run):
    """Muller's sequence from 11/2, 61/11 never exceeds 7."""
    return 7 - run[-1][1]


def test_muller_converges_to_six_where_doubles_go_to_a_hundred():
    judgement = verify_witness(stays_below_seven, {"start": ["11/2", "61/11"], "steps": 30})
    assert judgement.status == "float artefact"
    assert float(judgement.floats) == pytest.approx(-93, abs=0.1)
    assert verify_witness(stays_below_seven, {"start": ["11/2", "61/11"], "steps": 5}).status == "does not refute"


@forall(graphs(n=(3, None), connected=True))
def aouchiche_hansen(g):
    """lambda_1 + matching number >= sqrt(n - 1) + 1."""
    return spectral_radius(g) + matching_number(g) - (sqrt(len(g) - 1) + 1)


@pytest.mark.parametrize("leaves", range(2, 18))
def test_stars_meet_the_bound_with_equality_exactly(leaves):
    star = {"order": leaves + 1, "edges": [[0, v] for v in range(1, leaves + 1)]}
    judgement = verify_witness(aouchiche_hansen, star)
    assert judgement.status in ("does not refute", "float artefact")
    assert judgement.exact == "0"


def test_some_star_fools_the_floats():
    stars = [{"order": n + 1, "edges": [[0, v] for v in range(1, n + 1)]} for n in range(2, 18)]
    assert "float artefact" in {verify_witness(aouchiche_hansen, star).status for star in stars}


@forall(a=integers(1), b=integers(1), c=integers(1))
def fermat_twelve(a, b, c):
    """a^12 + b^12 != c^12 (Wiles)."""
    return a**12 + b**12 != c**12


@pytest.mark.parametrize("triple", [(1782, 1841, 1922), (3987, 4365, 4472)])
def test_near_misses_of_fermat_do_not_refute(triple):
    assert verify_witness(fermat_twelve, dict(zip("abc", triple))).status == "does not refute"


def test_a_near_miss_that_doubles_take_for_a_hit_is_an_artefact():
    # Doubles hold 53 bits: (2^53)^3 + 1 is the cube for them.
    @forall(a=integers(1), b=integers(1), c=integers(1))
    def fermat_three(a, b, c):
        """a^3 + b^3 != c^3 (Euler)."""
        return a**3 + b**3 != c**3

    assert verify_witness(fermat_three, {"a": 2**53, "b": 1, "c": 2**53}).status == "float artefact"


def almost(tiny: Fraction) -> list[list[Fraction]]:
    """v v' for rational v, whose least eigenvalue is 0, pushed down by ``tiny`` along one axis."""
    v = [Fraction(k + 1, 7) for k in range(6)]
    return [[a * b - (tiny if i == j == 0 else 0) for j, b in enumerate(v)] for i, a in enumerate(v)]


@forall(symmetric_matrices(reals(), 6))
def semidefinite(X):
    """X is positive semidefinite."""
    return is_psd(X)


@forall(symmetric_matrices(reals(), 6))
def least_eigenvalue(X):
    """The smallest eigenvalue of X is not negative."""
    return smallest_eigenvalue(X)


@pytest.mark.parametrize("tiny", [Fraction(0), Fraction(1, 10**30), Fraction(1, 10**60), Fraction(-1, 10**30)])
def test_indefinite_by_a_hair_is_told_from_semidefinite(tiny):
    rows = almost(tiny)
    expected = "refutes" if tiny > 0 else ("does not refute", "float artefact")
    for claim in (semidefinite, least_eigenvalue):
        assert verify_witness(claim, [[str(x) for x in row] for row in rows]).status in expected
    matrix = RationalMatrix(rows)
    assert is_positive_semidefinite(matrix) is (tiny <= 0)
    if tiny > 0:
        direction = negative_direction(matrix)
        assert quadratic_form(matrix, direction) < 0
    # The eigenvalues of doubles cannot tell them apart.
    floats = np.linalg.eigvalsh(np.array([[float(x) for x in row] for row in rows]))
    assert abs(floats[0]) < 1e-12


@forall(x=reals(1, 2))
def narrow(x):
    """(x^2 - 2)^2 >= 10^-8."""
    return (x * x - 2) ** 2 - Fraction(1, 10**8)


@forall(x=reals(1, 2))
def never(x):
    """(x^2 - 2)^2 > 0 for rational x."""
    return (x * x - 2) ** 2 > 0


def test_a_valley_narrower_than_a_grid_is_found_and_a_touching_one_is_not_called_false():
    assert verify_witness(narrow, "577/408").status == "refutes"
    assert isinstance(prove_on_box(narrow), Counterexample)
    # The best double for sqrt(2): its square is not 2.
    assert verify_witness(never, "1.4142135623730951").status == "does not refute"


@forall(x=reals())
def motzkin_line(x):
    """x^4 + x^2 + 1 - 3 x^2 >= 0, the Motzkin form on the line y = 1."""
    return x**4 + x**2 + 1 - 3 * x**2


def test_not_being_a_sum_of_squares_is_not_being_negative():
    assert verify_witness(motzkin_line, 1).exact == "0"
    pytest.importorskip("z3")
    assert isinstance(prove_by_smt(motzkin_line), ProvedOn)


def test_a_decimal_is_taken_for_what_it_says():
    @forall(x=reals(0, 1))
    def not_a_third(x):
        return 10 * x != 1

    # The double 0.1 is not 1/10; the decimal is.
    assert verify_witness(not_a_third, "0.1").status == "refutes"
    assert verify_witness(not_a_third, 0.1).status == "refutes"
