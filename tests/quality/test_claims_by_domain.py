"""Claims of the literature and of folklore over every kind of domain: false ones are certified, true ones survive."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, isqrt, lcm

import pytest

from lakatos.certificate import lint, verify
from lakatos.claims import (
    CertificateError,
    ClaimError,
    Condition,
    Domain,
    UnsupportedError,
    borda_scores,
    certificate,
    chromatic_index,
    chromatic_number,
    condorcet_winner,
    degree_sequence,
    determinant,
    differs,
    dot,
    evaluate_batch,
    exp,
    fifo_faults,
    forall,
    graphs,
    has_hamiltonian_cycle,
    has_hamiltonian_path,
    independence_number,
    integers,
    is_bipartite,
    is_connected,
    is_log_concave,
    is_prime,
    is_psd,
    is_real_rooted,
    is_square,
    is_stochastic,
    is_unimodal,
    judge,
    largest_eigenvalue,
    list_schedule,
    lpt,
    lru_faults,
    majority_prefers,
    matching_number,
    matrices,
    number_of_triangles,
    optimal_faults,
    optimal_makespan,
    permutations,
    polynomial_product,
    polynomials,
    power_mod,
    psd_matrices,
    rank,
    rationals,
    real_roots,
    reals,
    sequences,
    sign_changes,
    size,
    spectral_radius,
    sqrt,
    stochastic_matrices,
    strong_product,
    sum_of_divisors,
    symmetric_matrices,
    trace,
    trajectories,
    trees,
    vectors,
    verify_witness,
    where,
    witness_of,
)
from lakatos.claims.plain.matrices import Matrix
from lakatos.search import Counterexample, ProvedOn, exhaust, prove_by_smt, prove_on_box

#: Where the claims are said to be kept.
PLACE = "c.py"


@pytest.fixture
def refuted(tmp_path):
    """Judge a known counterexample, and have its certificate verified as a sceptic would."""

    def check(claim, witness):
        judgement = verify_witness(claim, witness)
        assert judgement.status == "refutes", str(judgement)
        assert all(premise.met for premise in judgement.premises)
        values = claim.read(witness)
        text = certificate(claim, values, file=PLACE)
        assert lint(text) == []
        path = tmp_path / f"{claim.name}.py"
        path.write_text(text)
        verification = verify(path)
        assert verification.status == "verified", verification.says
        assert claim.name in verification.output
        assert witness_of(text, claim) == values
        assert differs(text, claim, file=PLACE) is None
        return judgement

    return check


def holds_at(claim, *witnesses):
    """Judge points at which a claim is true; none of them gets a certificate."""
    for witness in witnesses:
        judgement = verify_witness(claim, witness)
        assert judgement.status == "does not refute", str(judgement)
        with pytest.raises(CertificateError, match="does not refute"):
            certificate(claim, claim.read(witness))


def is_bogus(claim, witness, status):
    """Judge a counterexample that is none: a monster, or an artefact of floats."""
    judgement = verify_witness(claim, witness)
    assert judgement.status == status, str(judgement)
    with pytest.raises(CertificateError):
        certificate(claim, claim.read(witness))
    return judgement


def proved(outcome):
    assert isinstance(outcome, ProvedOn), str(outcome)
    return outcome


def found(outcome, values):
    assert isinstance(outcome, Counterexample), str(outcome)
    assert outcome.values == values


# --- Integers ---------------------------------------------------------------------------------------------------------


@forall(n=integers(0))
def fermat_numbers_are_prime(n):
    """2^(2^n) + 1 is prime (Fermat 1640)."""
    return is_prime(2 ** (2**n) + 1)


@forall(n=integers(1))
def pell_991(n):
    """991 n^2 + 1 is never a square."""
    return not is_square(991 * n**2 + 1)


@forall(a=integers(1), b=integers(1), c=integers(1), d=integers(1))
def euler_fourth_powers(a, b, c, d):
    """No fourth power is the sum of three (Euler 1769)."""
    return a**4 + b**4 + c**4 != d**4


@forall(n=integers(2))
def chinese_hypothesis(n):
    """If n divides 2^n - 2 then n is prime."""
    return is_prime(n)


@chinese_hypothesis.given
def divides(n):
    """n divides 2^n - 2"""
    return power_mod(2, n, n) == 2 % n


@forall(n=integers(1))
def abundant_numbers_are_even(n):
    """No odd number is abundant: sigma(n) <= 2n."""
    return 2 * n - sum_of_divisors(n)


@abundant_numbers_are_even.given
def odd(n):
    """n is odd"""
    return n % 2 == 1


def four_squares(n):
    """Whether n is a sum of four squares."""
    roots = range(isqrt(n) + 1)
    twos = {a * a + b * b for a in roots for b in roots}
    return any(n - s in twos for s in twos)


@forall(n=integers(0, 300))
def lagrange(n):
    """n is a sum of four squares (Lagrange 1770)."""
    return four_squares(n)


@forall(a=integers(1), b=integers(1), c=integers(1))
def fermat_last_theorem_12(a, b, c):
    """a^12 + b^12 is never c^12 (Fermat; Wiles 1995)."""
    return a**12 + b**12 != c**12


@forall(x=reals(-1), n=integers(0))
def bernoulli(x, n):
    """(1 + x)^n >= 1 + n x (Bernoulli)."""
    return (1 + x) ** n - 1 - n * x


def test_false_claims_about_integers_are_certified(refuted):
    refuted(fermat_numbers_are_prime, 5)
    refuted(pell_991, "12055735790331359447442538767")
    refuted(euler_fourth_powers, {"a": 95800, "b": 217519, "c": 414560, "d": 422481})
    refuted(chinese_hypothesis, 341)
    judgement = refuted(abundant_numbers_are_even, 945)
    assert judgement.exact == "-30"


def test_false_claims_about_integers_are_refuted_by_exhaustion():
    found(exhaust(fermat_numbers_are_prime, levels=10), (5,))
    found(exhaust(chinese_hypothesis, levels=400), (341,))
    found(exhaust(abundant_numbers_are_even, levels=1000), (945,))


def test_true_claims_about_integers_survive():
    assert "all of its domain" in proved(exhaust(lagrange)).scope
    holds_at(fermat_last_theorem_12, [1782, 1841, 1922], [3987, 4365, 4472])
    holds_at(pell_991, 1, 2, 10**40)
    holds_at(bernoulli, ["-1", 3], ["-1/2", 7], ["1/3", 0])
    is_bogus(bernoulli, ["1e-30", 9], "float artefact")


def test_bogus_counterexamples_about_integers_are_monsters():
    assert "x is a real number >= -1" in is_bogus(bernoulli, {"x": -4, "n": 3}, "monster").says
    assert "n is odd" in is_bogus(abundant_numbers_are_even, 12, "monster").says
    is_bogus(chinese_hypothesis, 4, "monster")


def test_outside_its_domain_a_claim_may_compute_floats():
    is_bogus(fermat_numbers_are_prime, -1, "monster")


# --- Rationals of bounded height --------------------------------------------------------------------------------------


@forall(x=rationals(height=1000))
def root_two_is_out_of_reach(x):
    """(x^2 - 2)^2 >= 10^-8."""
    return (x**2 - 2) ** 2 - Fraction(1, 10**8)


@forall(x=rationals(0, height=12))
def liouville_for_root_two(x):
    """|p^2 / q^2 - 2| >= 1 / q^2: there is no rational root of 2."""
    return abs(x**2 - 2) - Fraction(1, x.denominator**2)


@forall(x=rationals(0, "3/2", height=12))
def roots_are_badly_approximable(x):
    """|p/q - sqrt(2)| > 1 / (3 q^2)."""
    return 3 * x.denominator**2 * abs(x - sqrt(2)) > 1


@forall(x=rationals(0, 1, height=9), y=rationals(0, 1, height=9))
def mediants_lie_between(x, y):
    """The mediant of x <= y lies between them."""
    mediant = Fraction(x.numerator + y.numerator, x.denominator + y.denominator)
    return min(x, y) <= mediant <= max(x, y)


@forall(x=rationals(0, 1, height=9), y=rationals(0, 1, height=9))
def freshmans_sum(x, y):
    """Fractions are added by adding numerators and denominators."""
    return Fraction(x.numerator + y.numerator, x.denominator + y.denominator) == x + y


def test_false_claims_about_rationals_are_certified(refuted):
    refuted(root_two_is_out_of_reach, "577/408")
    refuted(root_two_is_out_of_reach, "-577/408")
    refuted(freshmans_sum, {"x": "1/2", "y": "1/3"})


def test_true_claims_about_rationals_are_proved_by_exhaustion():
    assert "height at most 12" in proved(exhaust(liouville_for_root_two)).scope
    proved(exhaust(mediants_lie_between))


def test_a_claim_about_a_denominator_and_a_root_is_proved_by_exhaustion():
    holds_at(roots_are_badly_approximable, "7/5", 1)
    proved(exhaust(roots_are_badly_approximable))


def test_true_claims_about_rationals_hold_at_points():
    holds_at(liouville_for_root_two, "7/5", "3/2", 0)
    holds_at(mediants_lie_between, ["1/3", "2/5"], [0, 1])


def test_a_rational_of_too_large_a_height_is_a_monster():
    is_bogus(root_two_is_out_of_reach, "1393/985", "monster")
    is_bogus(root_two_is_out_of_reach, "1.41421356", "monster")


# --- Reals ------------------------------------------------------------------------------------------------------------


@forall(x=reals())
def above_its_parabola(x):
    """e^x >= 1 + x + x^2/2."""
    return exp(x) - (1 + x + x**2 / 2)


@forall(x=reals(-2, 2), y=reals(-2, 2), strict=True)
def motzkin_is_positive(x, y):
    """Motzkin's polynomial is positive."""
    return x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2


@forall(x=reals(), y=reals())
def motzkin_is_not_negative(x, y):
    """Motzkin's polynomial is not negative (by the inequality of arithmetic and geometric means)."""
    return x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2


@forall(x=reals(1, 4), strict=True)
def roots_grow_slowly(x):
    """sqrt(x + 1) - sqrt(x) < 1 / (2 sqrt(x))."""
    return 1 / (2 * sqrt(x)) - (sqrt(x + 1) - sqrt(x))


@forall(x=reals())
def sixth_power(x):
    """(x - 1)^6, multiplied out, is not negative."""
    return x**6 - 6 * x**5 + 15 * x**4 - 20 * x**3 + 15 * x**2 - 6 * x + 1


@forall(a=reals(0), b=reals(0), c=reals(0))
def nesbitt(a, b, c):
    """a/(b + c) + b/(a + c) + c/(a + b) >= 3/2 (Nesbitt 1903)."""
    return a / (b + c) + b / (a + c) + c / (a + b) - Fraction(3, 2)


@nesbitt.given
def no_divisor_is_zero(a, b, c):
    """no two of them are 0"""
    return a + b > 0 and b + c > 0 and a + c > 0


def test_false_claims_about_reals_are_certified(refuted):
    refuted(above_its_parabola, "-1/1000")
    assert refuted(motzkin_is_positive, {"x": 1, "y": -1}).exact == "0"


def test_true_claims_about_reals_are_proved_on_a_box():
    proved(prove_on_box(roots_grow_slowly))


def test_a_false_claim_about_reals_is_refuted_on_a_box():
    outcome = prove_on_box(motzkin_is_positive)
    assert isinstance(outcome, Counterexample)
    assert [abs(x) for x in outcome.values] == [1, 1]


def test_true_claims_about_reals_are_proved_by_a_solver():
    pytest.importorskip("z3")
    proved(prove_by_smt(motzkin_is_not_negative))
    proved(prove_by_smt(nesbitt))


def test_true_claims_about_reals_hold_at_points():
    holds_at(motzkin_is_not_negative, [1, 1], ["0.999999999", "1.000000001"], ["1e20", "-1e20"])
    holds_at(nesbitt, [1, 1, 1], [0, 1, 1], ["1/3", "1/5", 10**30])
    holds_at(above_its_parabola, 0, 1, "1e-9")


def test_a_float_artefact_about_reals_is_told_as_one():
    points = [(Fraction(1) + Fraction(k, 4000),) for k in range(1, 9)]
    fooled = [point for point, margin in zip(points, evaluate_batch(sixth_power, points)) if margin < 0]
    assert fooled
    for (x,) in fooled:
        assert is_bogus(sixth_power, str(x), "float artefact").exact == str((x - 1) ** 6)


def test_a_zero_divisor_is_a_monster_or_undefined_but_never_a_refutation():
    is_bogus(nesbitt, [0, 0, 1], "monster")


# --- Vectors ----------------------------------------------------------------------------------------------------------


def cyclic_sum(x):
    """Shapiro's cyclic sum."""
    n = len(x)
    return sum(Fraction(1) * x[i] / (x[(i + 1) % n] + x[(i + 2) % n]) for i in range(n))


@forall(x=vectors(integers(0), 14))
def shapiro_14(x):
    """The cyclic sum of x_i / (x_{i+1} + x_{i+2}) is at least n/2 (Shapiro 1954), n = 14."""
    return cyclic_sum(x) - 7


@shapiro_14.given
def every_divisor_is_positive(x):
    """no two neighbours are both 0"""
    return all(x[i] + x[(i + 1) % len(x)] > 0 for i in range(len(x)))


@forall(x=vectors(integers(1, 3), 4))
def shapiro_4(x):
    """The cyclic sum of x_i / (x_{i+1} + x_{i+2}) is at least 2 for n = 4."""
    return cyclic_sum(x) - 2


@forall(v=vectors(integers(-1, 1), 3), w=vectors(integers(-1, 1), 3))
def cauchy_schwarz(v, w):
    """(v . w)^2 <= (v . v)(w . w)."""
    return dot(v, v) * dot(w, w) - dot(v, w) ** 2


@forall(v=vectors(rationals(), 2), w=vectors(rationals(), 2))
def norms_add_up(v, w):
    """|v + w| >= |v| + |w|."""
    return sqrt(sum((a + b) ** 2 for a, b in zip(v, w))) - sqrt(dot(v, v)) - sqrt(dot(w, w))


@forall(v=vectors(reals(), 2), w=vectors(reals(), 2))
def lagrange_identity(v, w):
    """(v . v)(w . w) = (v . w)^2 + det(v, w)^2 in the plane."""
    return dot(v, v) * dot(w, w) == dot(v, w) ** 2 + (v[0] * w[1] - v[1] * w[0]) ** 2


def test_false_claims_about_vectors_are_certified(refuted):
    refuted(shapiro_14, [0, 42, 2, 42, 4, 41, 5, 39, 4, 38, 2, 38, 0, 40])
    refuted(norms_add_up, {"v": [1, 0], "w": [0, "1/2"]})


def test_true_claims_about_vectors_are_proved():
    assert "all of its domain" in proved(exhaust(shapiro_4)).scope
    proved(exhaust(cauchy_schwarz))
    holds_at(norms_add_up, {"v": [1, 0], "w": [2, 0]}, {"v": [0, 0], "w": ["1/3", 1]})
    assert is_bogus(norms_add_up, {"v": [1, 1], "w": [2, 2]}, "float artefact").exact == "0"


def test_an_identity_of_vectors_is_proved_by_a_solver():
    pytest.importorskip("z3")
    proved(prove_by_smt(lagrange_identity))


def test_vectors_that_break_a_premise_or_have_the_wrong_length_are_monsters():
    assert "both 0" in is_bogus(shapiro_14, [0, 0, *[1] * 12], "monster").says
    is_bogus(shapiro_14, [1] * 13, "monster")
    is_bogus(shapiro_14, [1] * 13 + [-1], "monster")


# --- General matrices -------------------------------------------------------------------------------------------------


@forall(A=matrices(integers(), rows=2, columns=2), B=matrices(integers(), rows=2, columns=2))
def ranks_of_products_agree(A, B):
    """rank(AB) = rank(BA)."""
    return rank(A @ B) == rank(B @ A)


@forall(A=matrices(integers(-1, 1), rows=2, columns=2), B=matrices(integers(0, 1), rows=2, columns=2))
def traces_of_products_agree(A, B):
    """trace(AB) = trace(BA)."""
    return trace(A @ B) == trace(B @ A)


@forall(A=matrices(integers(0, 1), rows=2, columns=3))
def row_rank_is_column_rank(A):
    """A matrix and its transpose have one rank."""
    return rank(A) == rank(A.T)


@forall(A=matrices(rationals(), rows=2, columns=2), B=matrices(rationals(), rows=2, columns=2))
def squares_expand(A, B):
    """(A + B)^2 = A^2 + 2 AB + B^2."""
    return (A + B) @ (A + B) == A @ A + 2 * (A @ B) + B @ B


@forall(A=matrices(reals(), rows=2, columns=2), B=matrices(reals(), rows=2, columns=2))
def determinants_multiply(A, B):
    """det(AB) = det(A) det(B)."""
    return determinant(A @ B) == determinant(A) * determinant(B)


def test_false_claims_about_matrices_are_certified(refuted):
    refuted(ranks_of_products_agree, {"A": [[0, 1], [0, 0]], "B": [[1, 0], [0, 0]]})
    refuted(squares_expand, {"A": [[0, "1/2"], [0, 0]], "B": [[0, 0], ["1/3", 0]]})


def test_true_claims_about_matrices_are_proved():
    proved(exhaust(traces_of_products_agree))
    proved(exhaust(row_rank_is_column_rank))
    holds_at(determinants_multiply, {"A": [[1, "1/3"], [2, 0]], "B": [["0.1", 5], [10**50, 1]]})


def test_an_identity_of_matrices_is_proved_by_a_solver():
    pytest.importorskip("z3")
    proved(prove_by_smt(determinants_multiply))


def test_a_matrix_of_the_wrong_shape_is_a_monster():
    is_bogus(ranks_of_products_agree, {"A": [[0, 1, 0], [0, 0, 0]], "B": [[1, 0], [0, 0], [0, 0]]}, "monster")


# --- Symmetric matrices -----------------------------------------------------------------------------------------------


def leading_minor(A, k):
    """The determinant of the first k rows and columns."""
    return determinant(Matrix([[A[i, j] for j in range(k)] for i in range(k)]))


@forall(A=symmetric_matrices(rationals(), 2))
def sylvester(A):
    """A symmetric matrix whose leading principal minors are not negative is positive semidefinite."""
    return is_psd(A)


@sylvester.given
def minors_are_not_negative(A):
    """no leading principal minor is negative"""
    return all(leading_minor(A, k) >= 0 for k in range(1, A.shape[0] + 1))


@forall(A=symmetric_matrices(integers(-1, 1), 2), B=symmetric_matrices(integers(-1, 1), 2))
def weyl(A, B):
    """The largest eigenvalue is subadditive (Weyl 1912)."""
    return largest_eigenvalue(A) + largest_eigenvalue(B) - largest_eigenvalue(A + B)


@forall(A=symmetric_matrices(integers(), 2), B=symmetric_matrices(integers(), 2))
def eigenvalues_are_additive(A, B):
    """The largest eigenvalue of a sum is at least the sum of the largest eigenvalues."""
    return largest_eigenvalue(A + B) - largest_eigenvalue(A) - largest_eigenvalue(B)


def test_false_claims_about_symmetric_matrices_are_certified(refuted):
    refuted(sylvester, [[0, 0], [0, -1]])
    refuted(eigenvalues_are_additive, {"A": [[1, 0], [0, 0]], "B": [[0, 1], [1, 0]]})


def test_a_true_claim_about_symmetric_matrices_is_proved_by_exhaustion():
    assert "all of its domain" in proved(exhaust(weyl)).scope


def test_a_matrix_that_is_not_symmetric_is_a_monster():
    assert "symmetric" in is_bogus(weyl, {"A": [[0, 1], [-1, 0]], "B": [[0, 0], [0, 0]]}, "monster").says
    assert "minor" in is_bogus(sylvester, [[-1, 0], [0, 0]], "monster").says


# --- Positive semidefinite matrices -----------------------------------------------------------------------------------


@forall(A=psd_matrices(integers(), 2), B=psd_matrices(integers(), 2))
def jordan_products(A, B):
    """AB + BA is positive semidefinite where A and B are."""
    return is_psd(A @ B + B @ A)


@forall(A=psd_matrices(integers(-1, 2), 2), B=psd_matrices(integers(-1, 2), 2))
def determinants_are_superadditive(A, B):
    """det(A + B) >= det(A) + det(B) (Minkowski)."""
    return determinant(A + B) - determinant(A) - determinant(B)


@forall(A=psd_matrices(integers(-1, 1), 3))
def hadamard(A):
    """The determinant is at most the product of the diagonal (Hadamard 1893)."""
    return A[0, 0] * A[1, 1] * A[2, 2] - determinant(A)


@forall(A=psd_matrices(rationals(height=2), 2), B=psd_matrices(integers(-1, 1), 2))
def schur_products_are_semidefinite(A, B):
    """The entrywise product of positive semidefinite matrices is one (Schur 1911)."""
    return is_psd(Matrix([[a * b for a, b in zip(x, y)] for x, y in zip(A.rows(), B.rows())]))


def test_a_false_claim_about_semidefinite_matrices_is_certified(refuted):
    refuted(jordan_products, {"A": [[1, 0], [0, 0]], "B": [[1, 1], [1, 1]]})


def test_true_claims_about_semidefinite_matrices_are_proved_by_exhaustion():
    for claim in (determinants_are_superadditive, hadamard, schur_products_are_semidefinite):
        assert "all of its domain" in proved(exhaust(claim)).scope


def test_an_indefinite_matrix_is_a_monster():
    judgement = is_bogus(determinants_are_superadditive, {"A": [[-1, 0], [0, 0]], "B": [[0, 0], [0, 1]]}, "monster")
    assert "positive semidefinite" in judgement.says
    assert judgement.exact == "-1"


# --- Stochastic matrices ----------------------------------------------------------------------------------------------


def is_positive(P):
    """Whether every entry is positive."""
    return all(x > 0 for row in P.rows() for x in row)


@forall(P=stochastic_matrices(2))
def irreducible_chains_mix(P):
    """Of an irreducible Markov chain some power up to the fourth has no zero."""
    return is_positive(P) or is_positive(P @ P) or is_positive(P @ P @ P) or is_positive(P @ P @ P @ P)


@irreducible_chains_mix.given
def is_irreducible(P):
    """P is irreducible"""
    return is_positive(P + P @ P)


@forall(P=stochastic_matrices(3))
def no_negative_determinant(P):
    """A stochastic matrix has no negative determinant."""
    return determinant(P)


@forall(P=stochastic_matrices(2, height=3), Q=stochastic_matrices(2, height=3))
def products_are_stochastic(P, Q):
    """The product of stochastic matrices is stochastic."""
    return is_stochastic(P @ Q)


@forall(P=stochastic_matrices(3, height=3))
def determinants_are_at_most_one(P):
    """The determinant of a stochastic matrix is between -1 and 1."""
    return 1 - abs(determinant(P))


def test_false_claims_about_stochastic_matrices_are_certified(refuted):
    refuted(irreducible_chains_mix, [[0, 1], [1, 0]])
    refuted(no_negative_determinant, [[0, 1, 0], ["1/2", "1/4", "0.25"], [0, "1/3", "2/3"]])


def test_true_claims_about_stochastic_matrices_are_proved_by_exhaustion():
    for claim in (products_are_stochastic, determinants_are_at_most_one):
        assert "all of its domain" in proved(exhaust(claim)).scope


def test_a_row_that_does_not_sum_to_one_is_a_monster():
    assert "sums to 1" in is_bogus(determinants_are_at_most_one, [[2, 0, 0], [0, 1, 0], [0, 0, 1]], "monster").says
    assert "irreducible" in is_bogus(irreducible_chains_mix, [[1, 0], [0, 1]], "monster").says


# --- Polynomials ------------------------------------------------------------------------------------------------------


@forall(p=polynomials(integers(1), (0, None)))
def squares_stay_unimodal(p):
    """The square of a unimodal polynomial with positive coefficients is unimodal."""
    return is_unimodal(polynomial_product(p, p))


@squares_stay_unimodal.given
def unimodal(p):
    """p is unimodal"""
    return is_unimodal(p)


@forall(p=polynomials(integers(0, 4), (1, 3)))
def newton(p):
    """A polynomial with non-negative coefficients and real roots only is log-concave (Newton)."""
    return is_log_concave(p)


@newton.given
def real_rooted(p):
    """p has real roots only"""
    return is_real_rooted(p)


@forall(p=polynomials(integers(0, 20), (0, 4)))
def converse_of_newton(p):
    """A log-concave polynomial with non-negative coefficients has real roots only."""
    return not is_log_concave(p) or is_real_rooted(p)


@forall(p=polynomials(integers(-2, 2), (1, 3)))
def descartes(p):
    """A polynomial has at most as many positive roots as its coefficients change sign, roots at 0 left out."""
    return sign_changes(p) + sign_changes([(-1) ** i * p[i] for i in range(len(p))]) + (p[0] == 0) - real_roots(p)


def test_false_claims_about_polynomials_are_certified(refuted):
    refuted(squares_stay_unimodal, [1, 1, 3])
    refuted(converse_of_newton, [1, 1, 1])


def test_true_claims_about_polynomials_are_proved_by_exhaustion():
    assert "all of its domain" in proved(exhaust(newton)).scope
    assert "all of its domain" in proved(exhaust(descartes)).scope


def test_bogus_polynomials_are_monsters():
    assert "real roots" in is_bogus(newton, [1, 0, 1], "monster").says
    assert "last coefficient" in is_bogus(newton, [1, 2, 0], "monster").says
    assert "unimodal" in is_bogus(squares_stay_unimodal, [2, 1, 2], "monster").says


# --- Permutations -----------------------------------------------------------------------------------------------------


def has_monotone_three(p):
    """Whether some three entries rise or fall."""
    return any(a < b < c or a > b > c for a, b, c in combinations(p, 3))


@forall(p=permutations(5))
def erdos_szekeres(p):
    """Among five numbers in a row three rise or fall (Erdos, Szekeres 1935)."""
    return has_monotone_three(p)


@forall(p=permutations(4))
def four_would_do(p):
    """Among four numbers in a row three rise or fall."""
    return has_monotone_three(p)


def order(p):
    """The least number of times after which a permutation is the identity."""
    lengths = []
    for start in range(len(p)):
        at, steps = p[start], 1
        while at != start:
            at, steps = p[at], steps + 1
        lengths.append(steps)
    return lcm(*lengths)


@forall(p=permutations((1, None)))
def orders_are_small(p):
    """The order of a permutation is at most how many things it permutes."""
    return len(p) - order(p)


@forall(p=permutations((0, 6)))
def inversions_are_bounded(p):
    """A permutation has at most n (n - 1) / 2 inversions."""
    return comb(len(p), 2) - sum(a > b for a, b in combinations(p, 2))


def test_false_claims_about_permutations_are_certified(refuted):
    refuted(four_would_do, [1, 0, 3, 2])
    refuted(orders_are_small, [1, 0, 3, 4, 2])


def test_true_claims_about_permutations_are_proved_by_exhaustion():
    assert "all of its domain" in proved(exhaust(erdos_szekeres)).scope
    assert "all of its domain" in proved(exhaust(inversions_are_bounded)).scope
    found(exhaust(orders_are_small, levels=6), ((1, 0, 3, 4, 2),))


def test_what_is_no_permutation_is_a_monster():
    is_bogus(erdos_szekeres, [1, 0, 3, 2], "monster")
    is_bogus(erdos_szekeres, [1, 1, 0, 0, 2], "monster")


# --- Sequences: requests, jobs, ballots -------------------------------------------------------------------------------


@forall(pages=sequences(integers(1), (0, None), of="request"), frames=integers(1))
def fifo_has_no_anomaly(pages, frames):
    """With one frame more, first in, first out has no more faults."""
    return fifo_faults(pages, frames) - fifo_faults(pages, frames + 1)


@forall(pages=sequences(integers(1, 3), (0, 6), of="request"), frames=integers(1, 3))
def lru_has_no_anomaly(pages, frames):
    """With one frame more, least recently used has no more faults (Mattson et al. 1970)."""
    return lru_faults(pages, frames) - lru_faults(pages, frames + 1)


@forall(pages=sequences(integers(0, 3), (0, None), of="request"))
def fifo_is_twice_the_optimum(pages):
    """First in, first out with three frames has at most twice the faults of the optimum, and three."""
    return 2 * optimal_faults(pages, 3) + 3 - fifo_faults(pages, 3)


@forall(pages=sequences(integers(0, 3), (0, 6), of="request"))
def fifo_is_competitive(pages):
    """First in, first out with three frames has at most three times the faults of the optimum (Sleator, Tarjan)."""
    return 3 * optimal_faults(pages, 3) - fifo_faults(pages, 3)


@forall(jobs=sequences(integers(1), (0, None), of="job"))
def lpt_is_optimal(jobs):
    """Longest processing time first is optimal on two machines."""
    return lpt(jobs, 2) == optimal_makespan(jobs, 2)


@forall(jobs=sequences(integers(1, 3), (0, 5), of="job"), machines=integers(1, 3))
def graham(jobs, machines):
    """List scheduling is within 2 - 1/m of the optimum (Graham 1966)."""
    return (2 - Fraction(1, machines)) * optimal_makespan(jobs, machines) - list_schedule(jobs, machines)


@forall(ballots=sequences(permutations(3), (1, None), of="ballot"))
def majorities_are_transitive(ballots):
    """The majority relation is transitive."""
    for a, b, c in [(0, 1, 2), (1, 2, 0), (2, 0, 1)]:
        if majority_prefers(ballots, a, b) and majority_prefers(ballots, b, c) and majority_prefers(ballots, c, a):
            return False
    return True


@forall(ballots=sequences(permutations(3), (1, None), of="ballot"))
def condorcet_wins_by_borda(ballots):
    """A Condorcet winner has the largest Borda score."""
    winner, scores = condorcet_winner(ballots), borda_scores(ballots)
    return winner is None or scores[winner] == max(scores)


@forall(ballots=sequences(permutations(3), (1, 3), of="ballot"))
def condorcet_winners_do_not_lose_by_borda(ballots):
    """A Condorcet winner never has the smallest Borda score of three candidates alone."""
    winner, scores = condorcet_winner(ballots), borda_scores(ballots)
    return winner is None or 3 * scores[winner] > sum(scores)


@forall(price=integers(1), days=integers(0))
def renting_forever_is_cheap(price, days):
    """Renting skis every day costs at most twice what is best in hindsight."""
    return 2 * min(price, days) - days


@forall(price=integers(1, 12), days=integers(0, 40))
def breaking_even_is_competitive(price, days):
    """Renting until the rent has reached the price, then buying, costs at most twice what is best in hindsight."""
    paid = days if days < price else 2 * price - 1
    return 2 * min(price, days) - paid


BELADY = [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5]


def test_false_claims_about_requests_are_certified(refuted):
    assert refuted(fifo_has_no_anomaly, {"pages": BELADY, "frames": 3}).exact == "-1"
    refuted(fifo_is_twice_the_optimum, [0, 1, 2, 3] * 6)


def test_false_claims_about_jobs_are_certified(refuted):
    refuted(lpt_is_optimal, [3, 3, 2, 2, 2])
    refuted(renting_forever_is_cheap, {"price": 10, "days": 21})


def test_false_claims_about_ballots_are_certified(refuted):
    refuted(majorities_are_transitive, [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    refuted(condorcet_wins_by_borda, [[0, 1, 2]] * 3 + [[1, 2, 0]] * 2)


def test_false_claims_about_sequences_are_refuted_by_exhaustion():
    found(exhaust(majorities_are_transitive, levels=4), (((0, 1, 2), (1, 2, 0), (2, 0, 1)),))
    outcome = exhaust(lpt_is_optimal, levels=8)
    assert isinstance(outcome, Counterexample)
    assert sorted(outcome.values[0]) == [2, 2, 2, 3, 3]


@pytest.mark.parametrize(
    "claim",
    [
        lru_has_no_anomaly,
        fifo_is_competitive,
        graham,
        condorcet_winners_do_not_lose_by_borda,
        breaking_even_is_competitive,
    ],
    ids=lambda claim: claim.name,
)
def test_true_claims_about_sequences_are_proved_by_exhaustion(claim):
    assert "all of its domain" in proved(exhaust(claim)).scope


def test_bogus_sequences_are_monsters():
    is_bogus(lru_has_no_anomaly, {"pages": BELADY, "frames": 3}, "monster")
    is_bogus(graham, {"jobs": [0, 1], "machines": 2}, "monster")
    is_bogus(majorities_are_transitive, [[0, 1, 2], [1, 2]], "monster")
    is_bogus(majorities_are_transitive, [], "monster")


# --- Graphs -----------------------------------------------------------------------------------------------------------

PETERSEN = {
    "order": 10,
    "edges": [[i, (i + 1) % 5] for i in range(5)] + [[i, i + 5] for i in range(5)]
    + [[5 + i, 5 + (i + 2) % 5] for i in range(5)],
}  # fmt: skip
GROETZSCH = {
    "order": 11,
    "edges": [[i, (i + 1) % 5] for i in range(5)] + [[5 + i, (i + d) % 5] for i in range(5) for d in (1, 4)]
    + [[10, 5 + i] for i in range(5)],
}  # fmt: skip
C5 = {"order": 5, "edges": [[i, (i + 1) % 5] for i in range(5)]}


@forall(g=graphs(cubic=True, bridgeless=True))
def three_edge_colours_suffice(g):
    """Every bridgeless cubic graph is 3-edge-colourable."""
    return 3 - chromatic_index(g)


@forall(g=graphs(connected=True, cubic=True, bridgeless=True))
def cubic_graphs_are_hamiltonian(g):
    """Every connected bridgeless cubic graph has a Hamiltonian cycle."""
    return has_hamiltonian_cycle(g)


@forall(g=graphs(triangle_free=True))
def three_colours_suffice(g):
    """Every triangle-free graph is 3-colourable."""
    return 3 - chromatic_number(g)


@forall(g=graphs((0, 7), bipartite=True))
def bipartite_graphs_have_two_colours(g):
    """A bipartite graph is 2-colourable."""
    return chromatic_number(g) <= 2


@forall(g=graphs((0, 7), triangle_free=True))
def mantel(g):
    """A triangle-free graph has at most n^2 / 4 edges (Mantel 1907)."""
    return Fraction(len(g) ** 2, 4) - size(g)


def has_three_alike(g):
    """Whether three vertices are pairwise adjacent, or pairwise not."""
    return number_of_triangles(g) > 0 or independence_number(g) >= 3


@forall(g=graphs(6))
def ramsey_six(g):
    """Among six people three know each other or three do not: R(3, 3) <= 6."""
    return has_three_alike(g)


@forall(g=graphs(5))
def ramsey_five(g):
    """Among five people three know each other or three do not: R(3, 3) <= 5."""
    return has_three_alike(g)


@forall(g=graphs((1, None)))
def shannon(g):
    """The independence number of the strong product of g with itself is the square of that of g."""
    return independence_number(strong_product(g, g)) == independence_number(g) ** 2


@forall(g=graphs((3, None)))
def dirac(g):
    """A graph in which every degree is at least n/2 has a Hamiltonian cycle (Dirac 1952)."""
    return has_hamiltonian_cycle(g)


@dirac.given
def degrees_are_large(g):
    """every degree is at least n/2"""
    return all(2 * len(row) >= len(g) for row in g)


@forall(g=graphs((3, None), connected=True))
def below_dirac(g):
    """A connected graph in which every degree is at least n/2 - 1 has a Hamiltonian path."""
    return has_hamiltonian_path(g)


@below_dirac.given
def degrees_are_nearly_large(g):
    """every degree is at least n/2 - 1"""
    return all(2 * len(row) >= len(g) - 2 for row in g)


@forall(g=graphs((1, 6)), h=graphs((1, 6)))
def degrees_tell_all(g, h):
    """Two graphs with one degree sequence are both connected or both not."""
    return degree_sequence(g) != degree_sequence(h) or is_connected(g) == is_connected(h)


@forall(g=graphs((1, None), connected=True, such_that=is_bipartite))
def bipartite_paths(g):
    """A connected bipartite graph has a Hamiltonian path."""
    return has_hamiltonian_path(g)


def test_false_claims_about_graphs_are_certified(refuted):
    refuted(three_edge_colours_suffice, PETERSEN)
    refuted(cubic_graphs_are_hamiltonian, PETERSEN)
    refuted(three_colours_suffice, GROETZSCH)
    refuted(ramsey_five, C5)
    refuted(shannon, C5)
    refuted(below_dirac, [[1, 2, 3], [0], [0], [0]])
    refuted(bipartite_paths, [[1, 2, 3], [0], [0], [0]])
    two_triangles = {"order": 6, "edges": [[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5]]}
    refuted(degrees_tell_all, {"g": "EhEG", "h": two_triangles})


def test_true_claims_about_graphs_are_proved_by_exhaustion():
    for claim in (bipartite_graphs_have_two_colours, mantel, ramsey_six):
        assert "all of its domain" in proved(exhaust(claim)).scope
    assert "up to isomorphism" in proved(exhaust(dirac, levels=5)).scope
    proved(exhaust(three_colours_suffice, levels=8))


def test_false_claims_about_graphs_are_refuted_by_exhaustion():
    assert isinstance(exhaust(ramsey_five), Counterexample)
    assert isinstance(exhaust(shannon, levels=5), Counterexample)
    outcome = exhaust(bipartite_paths, levels=5)
    assert isinstance(outcome, Counterexample)
    assert len(outcome.values[0]) == 4


def test_bogus_graphs_are_monsters():
    assert "triangle-free" in is_bogus(three_colours_suffice, "C~", "monster").says
    assert "bridgeless" in is_bogus(three_edge_colours_suffice, bridged_cubic(), "monster").says
    is_bogus(three_edge_colours_suffice, C5, "monster")
    is_bogus(ramsey_six, C5, "monster")
    is_bogus(ramsey_five, [[1], [2], [0], [4], [3]], "monster")
    is_bogus(dirac, [[1, 2, 3, 4], [0], [0], [0], [0]], "monster")


def bridged_cubic():
    """The least cubic graph with bridges: three blocks around one vertex."""
    edges = []
    for block in range(3):
        a, b, c, d, e = range(1 + 5 * block, 6 + 5 * block)
        edges += [[0, a], [a, b], [a, c], [b, d], [b, e], [c, d], [c, e], [d, e]]
    return {"order": 16, "edges": edges}


# --- Trees ------------------------------------------------------------------------------------------------------------


@forall(t=trees((3, None)))
def aouchiche_hansen(t):
    """lambda_1 + matching number >= sqrt(n - 1) + 1 (Aouchiche, Hansen 2010)."""
    return spectral_radius(t) + matching_number(t) - sqrt(len(t) - 1) - 1


@forall(t=trees((1, 10)))
def trees_have_two_colours(t):
    """A tree is 2-colourable and has one edge fewer than vertices."""
    return chromatic_number(t) <= 2 and size(t) == len(t) - 1


@forall(t=trees())
def trees_have_paths(t):
    """Every tree has a Hamiltonian path."""
    return has_hamiltonian_path(t)


def two_stars(left, right):
    """Two stars whose centres, 0 and 1, are joined through the vertex 2."""
    edges = [[0, 2], [1, 2]] + [[0, 3 + i] for i in range(left)] + [[1, 3 + left + i] for i in range(right)]
    return {"order": 3 + left + right, "edges": edges}


def test_false_claims_about_trees_are_certified(refuted):
    refuted(aouchiche_hansen, two_stars(8, 7))
    refuted(trees_have_paths, [[1, 2, 3], [0], [0], [0]])


def test_true_claims_about_trees_are_proved_by_exhaustion():
    assert "order 3 to 10" in proved(exhaust(aouchiche_hansen, levels=8)).scope
    assert "all of its domain" in proved(exhaust(trees_have_two_colours)).scope


def test_bogus_trees_are_monsters():
    assert "tree" in is_bogus(trees_have_two_colours, [[1, 2], [0, 2], [0, 1]], "monster").says
    is_bogus(trees_have_paths, [[1], [0], []], "monster")
    holds_at(aouchiche_hansen, two_stars(7, 7), [[1, 2, 3], [0], [0], [0]])


# --- Trajectories -----------------------------------------------------------------------------------------------------


def nesterov(_t, state):
    """One step of Nesterov's method on f(x) = 9 x^2 / 2, for L = 25 and mu = 1; the state is the last two iterates."""
    before, now = state
    ahead = now + Fraction(2, 3) * (now - before)
    return now, ahead - 9 * ahead / 25


@forall(x=trajectories(vectors(rationals(), 2), nesterov, horizon=20))
def nesterov_descends(x):
    """Nesterov's method never increases f(x) = 9 x^2 / 2."""
    return len(x) < 2 or 9 * x[-1][1] ** 2 / 2 <= 9 * x[-2][1] ** 2 / 2


@nesterov_descends.given
def starts_at_rest(x):
    """it starts at rest"""
    return x[0][0] == x[0][1]


def slope(x):
    """The derivative of a convex function, 25-smooth and 1-strongly convex, pieced together from quadratics."""
    return where(x < 1, 25 * x, where(x < 2, x + 24, 25 * x - 24))


def heavy_ball(_t, state):
    """One step of Polyak's heavy ball, tuned for L = 25 and mu = 1."""
    before, now = state
    return now, now - Fraction(1, 9) * slope(now) + Fraction(4, 9) * (now - before)


@forall(x=trajectories(vectors(rationals(), 2), heavy_ball, horizon=60))
def heavy_ball_converges(x):
    """Polyak's heavy ball comes within 1 of the minimum at 0 in 60 steps, from every start in [-4, 4]."""
    return 1 - abs(x[-1][1])


@heavy_ball_converges.given
def has_had_time(x):
    """it has taken 59 steps or more"""
    return len(x) >= 60


@heavy_ball_converges.given
def starts_near(x):
    """it starts in [-4, 4]"""
    return abs(x[0][0]) <= 4 and abs(x[0][1]) <= 4


def gradient_step(_t, x):
    """One step of gradient descent with step 1/25 on f(x, y) = (25 x^2 + y^2) / 2."""
    return x[0] - Fraction(25, 25) * x[0], x[1] - Fraction(1, 25) * x[1]


@forall(x=trajectories(vectors(rationals(height=3), 2), gradient_step, horizon=3))
def gradient_descent_descends(x):
    """Gradient descent with step 1/L does not increase a quadratic."""

    def f(z):
        return (25 * z[0] ** 2 + z[1] ** 2) / 2

    return f(x[max(0, len(x) - 2)]) - f(x[-1])


def quartic_step(_t, x):
    """One step of gradient descent with step 1/12 on f(x) = x^4."""
    return x - x**3 / 3


@forall(x=trajectories(reals(-1, 1), quartic_step, horizon=4))
def quartic_descends(x):
    """On [-1, 1], where x^4 is 12-smooth, gradient descent with step 1/12 does not increase it."""
    return x[0] ** 4 - x[-1] ** 4


def three_n_minus_one(_t, n):
    """n/2 of an even n, 3n - 1 of an odd one."""
    return n // 2 if n % 2 == 0 else 3 * n - 1


@forall(n=trajectories(integers(1), three_n_minus_one, horizon=10))
def nothing_cycles(n):
    """3n - 1 does not come back to where it started, other than from 1 or 2."""
    return n[0] < 3 or n[-1] not in n[:-1]


#: (sqrt(25) - 1) / (sqrt(25) + 1), for L = 25 and mu = 1.
BETA = Fraction(2, 3)


def nesterov_by_name(_t, state):
    """As above, with its momentum as a constant of the file."""
    before, now = state
    ahead = now + BETA * (now - before)
    return now, ahead - 9 * ahead / 25


@forall(x=trajectories(vectors(rationals(), 2), nesterov_by_name, horizon=20))
def constant_momentum(x):
    """Nesterov's method never increases x^2."""
    return len(x) < 2 or x[-1][1] ** 2 <= x[-2][1] ** 2


def test_false_claims_about_trajectories_are_certified(refuted):
    refuted(nesterov_descends, {"start": [1, 1], "steps": 4})
    refuted(heavy_ball_converges, {"start": ["-2208/1225", "2592/1225"], "steps": 60})
    refuted(nothing_cycles, {"start": 5, "steps": 5})


def test_nesterov_is_refuted_by_exhaustion():
    outcome = exhaust(nesterov_descends, levels=2)
    assert isinstance(outcome, Counterexample)
    assert outcome.values[0][1] == 4


def test_true_claims_about_trajectories_survive():
    assert "all of its domain" in proved(exhaust(gradient_descent_descends)).scope
    holds_at(quartic_descends, {"start": "1/2", "steps": 3}, {"start": -1, "steps": 4})
    holds_at(nesterov_descends, {"start": [1, 1], "steps": 3}, {"start": [1, 1], "steps": 0})


def test_bogus_trajectories_are_monsters():
    assert "start" in is_bogus(quartic_descends, {"start": 3, "steps": 1}, "monster").says
    assert "at most 4 steps" in is_bogus(quartic_descends, {"start": 1, "steps": 5}, "monster").says
    assert "at rest" in is_bogus(nesterov_descends, {"start": [5, 1], "steps": 1}, "monster").says
    is_bogus(heavy_ball_converges, {"start": ["-2208/1225", "2592/1225"], "steps": 3}, "monster")


def test_a_fraction_may_be_a_constant_of_the_file(refuted):
    refuted(constant_momentum, {"start": [1, 1], "steps": 4})


def test_a_step_that_is_a_lambda_is_refused_with_the_mend():
    with pytest.raises(ValueError, match="write it with def"):
        trajectories(integers(0, 5), lambda _t, s: s, horizon=2)


def test_a_certificate_may_be_kept_in_a_folder_under_a_long_name():
    text = certificate(three_edge_colours_suffice, three_edge_colours_suffice.read(PETERSEN), file="claims/a_slug.py")
    assert lint(text) == []


# --- What must not be proved, however it is written -------------------------------------------------------------------


@forall(g=graphs((1, 4)))
def connected_or_of_large_radius(g):
    """A graph is connected, or its spectral radius is at least 5."""
    return is_connected(g) or spectral_radius(g) - 5


@forall(x=reals(0, 1))
def bounded_and_large(x):
    """x <= 1, and x >= 2."""
    return x <= 1 and x - 2


@forall(x=reals(-1, 1))
def a_zero_counts_as_one(x):
    """x, or 1 in the place of 0, is not negative."""
    return x or 1


@forall(n=integers(0, 20))
def small_or_of_large_root(n):
    """n < 3, or sqrt(n) >= 2."""
    return n < 3 or sqrt(n) - 2


@forall(x=reals(-1, 1))
def roots_are_not_negative(x):
    """sqrt(x) >= 0; nothing is said of where there is none."""
    return sqrt(x) >= 0


@forall(x=reals(), y=reals())
def squares_are_at_least_one(x, y):
    """x^2 >= 1, whatever y is."""
    return x**2 - 1 if y == y else 0


@forall(n=integers(0, 5))
def nothing_is_asked(n):
    """n < 3."""
    return n < 3


@nothing_is_asked.given
def returns_nothing(n):
    """n is not negative (without a return)"""
    n >= 0  # noqa: B015


def test_a_margin_behind_an_or_is_not_taken_for_true():
    assert verify_witness(connected_or_of_large_radius, [[], []]).status == "refutes"
    assert isinstance(exhaust(connected_or_of_large_radius), Counterexample)


def test_a_margin_behind_an_or_is_exhausted_without_an_internal_error():
    found(exhaust(small_or_of_large_root), (3,))


def test_a_margin_behind_an_and_is_not_proved_on_a_box():
    assert verify_witness(bounded_and_large, "1/2").status == "refutes"
    assert not isinstance(prove_on_box(bounded_and_large, seconds=1), ProvedOn)
    assert verify_witness(a_zero_counts_as_one, "-1/2").status == "refutes"
    assert not isinstance(prove_on_box(a_zero_counts_as_one, seconds=1), ProvedOn)


def test_a_margin_behind_an_and_or_an_or_is_refused_by_a_solver():
    for claim in (a_zero_counts_as_one, bounded_and_large):
        with pytest.raises(UnsupportedError, match="no truth value"):
            prove_by_smt(claim)


def test_a_claim_is_not_proved_where_it_is_undefined():
    assert verify_witness(roots_are_not_negative, -1).status == "undefined there"
    assert not isinstance(prove_on_box(roots_are_not_negative, seconds=1), ProvedOn)
    pytest.importorskip("z3")
    assert not isinstance(prove_by_smt(roots_are_not_negative), ProvedOn)


def test_a_variable_that_a_model_leaves_open_is_filled_in():
    pytest.importorskip("z3")
    assert isinstance(prove_by_smt(squares_are_at_least_one), Counterexample)


def test_a_premise_that_returns_nothing_is_at_fault():
    with pytest.raises(ClaimError):
        verify_witness(nothing_is_asked, 4)
    with pytest.raises(ClaimError):
        exhaust(nothing_is_asked)


@forall(n=integers(10**16, 10**16 + 1))
def root_in_doubles(n):
    """sqrt(n) <= 10^8."""
    return math.sqrt(n) <= 10**8


@forall(n=integers(10**16, 10**16 + 1))
def sum_in_doubles(n):
    """n + 1/2 <= 10^16 + 1/2."""
    return n + 0.5 <= 10**16 + 0.5


@forall(x=reals(0, 1), n=integers(0, 3))
def powers_stay_small(x, n):
    """x^n <= 1."""
    return x**n <= 1


def test_what_cannot_be_judged_exactly_is_not_proved_by_exhaustion():
    for claim in (root_in_doubles, sum_in_doubles):
        with pytest.raises(UnsupportedError):
            verify_witness(claim, 10**16 + 1)
        with pytest.raises(UnsupportedError):
            exhaust(claim)


def test_what_does_not_run_on_boxes_is_told_as_unsupported():
    with pytest.raises(UnsupportedError):
        prove_on_box(powers_stay_small, seconds=1)


def test_no_level_is_no_proof():
    with pytest.raises(ValueError, match="levels"):
        exhaust(pell_991, levels=0)


# --- What a certificate carries along -----------------------------------------------------------------------------------

SHEAR = Matrix([[1, 1], [0, 1]])


@forall(n=integers(0))
def beyond_the_trace(n):
    """The trace of a shear is at least n."""
    return trace(SHEAR) - n


@forall(n=integers(0))
@cache
def small(n):
    """n < 5."""
    return n < 5


@forall(n=integers(0))
def short_of_two_letters(n):
    """n is less than the length of a text of two letters."""
    return n < len("λλ")


@forall(n=integers(0))
def minus_a_power_of_two(n):
    """-2^n is not negative."""
    return -(2**n)


class HalfIntegers(Domain):
    """The multiples of 1/2."""

    def conditions(self, x):
        return [Condition(f"twice {x} is an integer", f"2 * {x} % 1 == 0")]

    def level(self, value):
        return abs(2 * value).numerator

    def at(self, level):
        return iter(dict.fromkeys((Fraction(level, 2), Fraction(-level, 2))))

    def read(self, data):
        return rationals().read(data)

    def says(self):
        return "a multiple of 1/2"


@forall(x=HalfIntegers())
def halves_are_whole(x):
    """A multiple of 1/2 is an integer."""
    return x % 1 == 0


def test_a_constant_matrix_comes_with_its_class(refuted):
    refuted(beyond_the_trace, 3)


def test_a_witness_comes_with_the_fractions_that_it_is_written_in(refuted):
    refuted(halves_are_whole, "3/2")


def test_a_claim_may_be_cached(refuted):
    assert small.file is not None
    refuted(small, 7)


def test_the_letters_of_a_text_are_not_respelled():
    assert not short_of_two_letters(5)
    assert verify_witness(short_of_two_letters, 5).status == "refutes"


def test_a_margin_of_many_digits_is_judged_and_certified(refuted):
    refuted(minus_a_power_of_two, 20_000)


# --- A domain of one's own --------------------------------------------------------------------------------------------


class Primes(Domain):
    """The primes, each a size of its own."""

    def conditions(self, x):
        return [Condition(f"{x} is a prime", f"isinstance({x}, int) and is_prime({x})", (is_prime,))]

    def level(self, value):
        return value - 2

    def at(self, level):
        if is_prime(level + 2):
            yield level + 2

    def read(self, data):
        return integers().read(data)

    def says(self):
        return "a prime"


def is_pythagorean(x):
    """Whether x is a triple of positive integers with a^2 + b^2 = c^2 and a < b."""
    return isinstance(x, tuple) and len(x) == 3 and 0 < x[0] < x[1] and x[0] ** 2 + x[1] ** 2 == x[2] ** 2


class PythagoreanTriples(Domain):
    """Triples a < b < c with a^2 + b^2 = c^2, by c."""

    def conditions(self, x):
        return [Condition(f"{x} is a Pythagorean triple", f"is_pythagorean({x})", (is_pythagorean,))]

    def level(self, value):
        return value[2]

    def at(self, level):
        return (x for a in range(1, level) for b in range(a, level) if is_pythagorean(x := (a, b, level)))

    def read(self, data):
        return vectors(integers(), 3).read(data)

    def says(self):
        return "a Pythagorean triple"


@forall(p=Primes())
def mersenne(p):
    """2^p - 1 is prime."""
    return is_prime(2**p - 1)


@forall(p=Primes())
def little_fermat(p):
    """p divides 2^p - 2 (Fermat)."""
    return power_mod(2, p, p) == 2 % p


@forall(x=PythagoreanTriples())
def triples_are_odd(x):
    """The hypotenuse of a Pythagorean triple is odd."""
    return x[2] % 2 == 1


@forall(x=PythagoreanTriples())
def sixty_divides(x):
    """60 divides a b c."""
    return x[0] * x[1] * x[2] % 60 == 0


def test_false_claims_over_domains_of_ones_own_are_certified(refuted):
    refuted(mersenne, 11)
    refuted(triples_are_odd, [6, 8, 10])
    found(exhaust(mersenne, levels=30), (11,))
    found(exhaust(triples_are_odd, levels=30), ((6, 8, 10),))


def test_true_claims_over_domains_of_ones_own_are_proved_by_exhaustion():
    assert "a prime" in proved(exhaust(little_fermat, levels=100)).scope
    proved(exhaust(sixty_divides, levels=50))


def test_values_outside_a_domain_of_ones_own_are_monsters():
    assert "a prime" in is_bogus(mersenne, 4, "monster").says
    is_bogus(triples_are_odd, [2, 3, 4], "monster")
    is_bogus(triples_are_odd, [6, 8], "monster")


def test_judging_values_and_judging_a_witness_is_the_same():
    assert judge(mersenne, (11,)) == verify_witness(mersenne, "11") == verify_witness(mersenne, {"p": 11})
