"""Claims: one plain function, many number systems; what cannot be lifted says so; formulas; batches."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.arithmetic import RationalMatrix
from lakatos.claims import (
    SYSTEMS,
    ClaimError,
    UnsupportedError,
    WitnessError,
    determinant,
    evaluate_batch,
    forall,
    formula,
    integers,
    is_prime,
    log,
    matrices,
    parse_witness,
    rationals,
    reals,
    sqrt,
    supported,
    symmetric_matrices,
    trace,
    trajectories,
    vectors,
    verify_witness,
    where,
)
from lakatos.claims.systems.balls import Enclosure
from lakatos.search import Counterexample, NotFound, ProvedOn, exhaust, prove_by_smt, prove_on_box

THIRD = Fraction(1, 3)


def clipped(x):
    return min(max(x, Fraction(-1, 2)), 2)


@forall(x=rationals(), y=rationals())
def everything(x, y):
    """A margin with constants, a helper, min, max, abs, where, a conditional, and, or, not and a chain."""
    a = clipped(x) + THIRD * y - Fraction(2, 7)
    b = a if x < y else abs(y) - a
    c = where(x * y > 1, b, -b)
    inside = (-1 < x < 1 and not y > 3) or x == y
    return (c * c if inside else c + 1) + (x - y) ** 2 / 5


values = st.fractions(min_value=-5, max_value=5, max_denominator=12)


@given(values, values)
@settings(deadline=None, max_examples=200)
def test_one_function_means_the_same_in_every_number_system(x, y):
    exact = everything.evaluate((x, y))
    assert exact == everything(x, y)
    quick = everything.evaluate((x, y), "flint")
    assert Fraction(int(quick.p), int(quick.q)) == exact
    assert everything.evaluate((x, y), "arrays") == exact
    ball = everything.evaluate((x, y), "balls") if x != y and abs(x) != 1 and x * y != 1 and y != 3 else None
    if ball is not None:
        assert isinstance(ball, Enclosure)
        assert not (ball.low > _arb(exact))
        assert not (ball.high < _arb(exact))
    assert everything.evaluate((x, y), "floats") == pytest.approx(float(exact), abs=1e-9)
    batch = evaluate_batch(everything, [(x, y), (y, x), (x, x)])
    expected = [everything(x, y), everything(y, x), everything(x, x)]
    assert batch == pytest.approx([float(e) for e in expected], abs=1e-9)


def _arb(q):
    from flint import arb, fmpq

    return arb(fmpq(q.numerator, q.denominator))


def test_as_a_formula_it_has_the_same_value():
    z3 = pytest.importorskip("z3")
    rng = random.Random(1)
    text = formula(everything).text
    for _ in range(25):
        x, y = (Fraction(rng.randrange(-40, 40), rng.randrange(1, 9)) for _ in range(2))
        solver = z3.Solver()
        solver.from_string(text)
        solver.add(z3.Real("x") == z3.Q(x.numerator, x.denominator), z3.Real("y") == z3.Q(y.numerator, y.denominator))
        # The formula is the negation: satisfiable where the margin is negative.
        assert (solver.check() == z3.sat) is (everything(x, y) < 0)


@forall(X=matrices(rationals(), rows=3, columns=3), Y=matrices(rationals(), rows=3, columns=3))
def array_style(X, Y):
    """A claim on whole arrays."""
    Z = X + Fraction(1, 3) * (Y - X) @ X.T
    return determinant(Z) - trace(Z) / 2 + Z[0, 1] - (-Z)[2, 0]


entries = st.lists(values, min_size=9, max_size=9).map(lambda e: [e[:3], e[3:6], e[6:]])


@given(entries, entries)
@settings(deadline=None, max_examples=50)
def test_array_style_claims_run_on_common_denominator_arrays(X, Y):
    both = array_style.read({"X": _text(X), "Y": _text(Y)})
    exact = array_style.evaluate(both)
    assert array_style.evaluate(both, "arrays") == exact
    lifted = array_style.lifted(both, "arrays")
    assert all(isinstance(m, RationalMatrix) for m in lifted)
    assert array_style.evaluate(both, "floats") == pytest.approx(float(exact), rel=1e-9, abs=1e-6)
    assert evaluate_batch(array_style, [both, both]) == pytest.approx([float(exact)] * 2, rel=1e-9, abs=1e-6)
    assert Fraction(int(array_style.evaluate(both, "flint").p), int(array_style.evaluate(both, "flint").q)) == exact


def _text(rows):
    return [[str(x) for x in row] for row in rows]


@forall(x=reals(0, 10))
def calls_sine(x):
    """sin x <= x."""
    return x - math.sin(x)


@forall(x=reals(0, 10))
def holds_a_float(x):
    """x <= 10.5"""
    return 10.5 - x


@forall(x=reals(0, 10))
def uses_numpy(x):
    """sqrt x <= 4."""
    return 4 - np.sqrt(x)


@forall(n=integers(1, 9))
def divides_integers(n):
    """n / 2 < n"""
    return n - n / 2


def names(claim):
    return {s.system for s in supported(claim) if s.runs}


def test_a_claim_that_cannot_be_lifted_says_which_systems_remain():
    assert names(everything) == {"certificate", *SYSTEMS}
    assert names(calls_sine) == {"floats"}
    assert names(uses_numpy) == {"floats", "numpy"}
    assert names(holds_a_float) == {"floats", "numpy"}
    reasons = {s.system: s.why for s in supported(calls_sine)}
    assert "math.sin" in reasons["certificate"]
    assert all(reasons[s] for s in SYSTEMS if s != "floats")


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        (calls_sine, "math.sin"),
        (holds_a_float, "10.5"),
        (uses_numpy, "the module numpy"),
        (divides_integers, "write Fraction"),
    ],
)
def test_what_is_not_exact_is_refused_with_what_stands_in_the_way(claim, says):
    with pytest.raises(UnsupportedError, match=says):
        verify_witness(claim, 1)
    for search in (exhaust, prove_on_box):
        with pytest.raises(UnsupportedError):
            search(claim, seconds=1)


@forall(x=reals(-3, 3), y=reals(-3, 3))
def positive(x, y):
    """x^2 + y^2 - x y + 1/100 > 0."""
    return x * x + y * y - x * y + Fraction(1, 100)


@forall(x=reals(-1, 1))
def touching(x):
    """x^2 >= 0, with equality inside: no box around 0 can show it by enclosing x * x - x * x."""
    return x * x - x * (x - 0)


def test_absence_is_proved_or_left_open_but_never_called_verified():
    for proof in (prove_on_box(positive), prove_by_smt(positive)):
        assert isinstance(proof, ProvedOn)
        assert "from -3 to 3" in proof.scope
        assert "proved on" in str(proof)
    left = prove_on_box(touching, seconds=1, boxes=500)
    assert isinstance(left, NotFound)
    assert "proves nothing" in str(left)
    assert "verified" not in str(left)
    endless = exhaust(forall(n=integers(0))(lambda_free_prime), seconds=0.3)
    assert isinstance(endless, Counterexample)


def lambda_free_prime(n):
    """n^2 + n + 41 is prime."""
    return is_prime(n * n + n + 41)


def test_an_unbounded_search_needs_a_bound():
    with pytest.raises(ValueError, match="has no end"):
        exhaust(forall(n=integers(0))(lambda_free_prime))
    with pytest.raises(UnsupportedError, match="needs two bounds"):
        prove_on_box(forall(x=reals(0))(square_is_not_negative))


def square_is_not_negative(x):
    return x * x


def test_time_running_out_is_not_a_proof():
    out = exhaust(forall(n=integers(1))(squares_are_squares), seconds=0.2)
    assert isinstance(out, NotFound)
    assert "ran out" in out.left


def squares_are_squares(n):
    return n * n >= 0


@forall(x=reals(-2, 2), y=reals(-2, 2))
def steered(x, y):
    """With the premise: x + y <= 3."""
    return 3 - x - y


@steered.given
def not_both_large(x, y):
    """x <= 1 or y <= 1"""
    return x <= 1 or y <= 1


def test_premises_are_met_by_witnesses_and_used_by_proofs():
    assert verify_witness(steered, {"x": 2, "y": 2}).status == "monster"
    assert isinstance(prove_by_smt(steered), ProvedOn)
    left = prove_on_box(steered, seconds=5)
    assert not isinstance(left, Counterexample)


@forall(x=reals(0, 4))
def logarithm(x):
    """log(1 + x) <= x - x^2/2 + x^3/3 + 1/1000."""
    return x - x * x / 2 + x**3 / 3 + Fraction(1, 1000) - log(1 + x)


def test_transcendental_margins_are_proved_by_enclosures():
    assert isinstance(prove_on_box(logarithm), ProvedOn)
    assert verify_witness(logarithm, 2).status == "does not refute"
    assert "between" in verify_witness(logarithm, 2).exact


def test_a_model_that_is_irrational_is_rounded_until_it_refutes():
    pytest.importorskip("z3")

    @forall(x=reals(0, 5))
    def no_root_between(x):
        """x^2 is never within 10^-6 of 2."""
        return abs(x * x - 2) - Fraction(1, 10**6)

    found = prove_by_smt(no_root_between)
    assert isinstance(found, Counterexample)
    assert found.judgement.status == "refutes"


@pytest.mark.parametrize(
    "text",
    ["", "{", "NaN", "[Infinity]", '{"x": 1, "x": 2}', "[" * 100_000, "1" * 5000, '{"x": -Infinity}', b"\xff\xfe\x00"],
)
def test_a_witness_that_is_no_json_is_refused(text):
    with pytest.raises(WitnessError):
        parse_witness(text)


def test_numbers_of_a_witness_keep_their_digits():
    claim = forall(x=reals())(square_is_not_negative)
    assert claim.read(parse_witness("0.1")) == (Fraction(1, 10),)
    assert claim.read(parse_witness('{"x": "22/7"}')) == (Fraction(22, 7),)
    assert claim.read(parse_witness("1e-30")) == (Fraction(1, 10**30),)
    for bad in ('"1e999999999"', '"1/0"', '"x"', "null", "true", "[1]", '{"y": 1}', '"0x10"', '"1_000/"'):
        with pytest.raises(WitnessError):
            claim.read(parse_witness(bad))


def test_a_claim_has_a_domain_for_each_variable():
    with pytest.raises(ClaimError, match="one domain for each"):
        forall(n=integers())(lambda_two)
    with pytest.raises(ClaimError, match="is no domain"):
        forall(a=3, b=integers())(lambda_two)
    claim = forall(integers(), b=integers(0))(lambda_two)
    assert list(claim.domains) == ["a", "b"]
    with pytest.raises(ClaimError, match="the claim is about"):
        claim.given(square_is_not_negative)


def lambda_two(a, b):
    return a <= b


@forall(n=integers(0))
def strictly(n):
    """n > 0"""
    return n


def test_a_strict_claim_is_refuted_by_zero():
    strict = forall(n=integers(0), strict=True)(strictly.function)
    assert verify_witness(strict, 0).status == "refutes"
    assert verify_witness(strictly, 0).status == "does not refute"


def step(_t, x):
    return x * x - 2


@forall(run=trajectories(rationals(-2, 2, height=3), step, horizon=6))
def bounded(run):
    """Iterating x^2 - 2 from [-2, 2] stays there."""
    return 2 - abs(run[-1])


def test_trajectories_are_looked_at_step_by_step():
    proof = exhaust(bounded)
    assert isinstance(proof, ProvedOn)
    assert "all of its domain" in proof.scope


def test_the_claim_is_told_in_words():
    assert positive.says() == (
        "for all x (a real number from -3 to 3), y (a real number from -3 to 3): x^2 + y^2 - x y + 1/100 > 0."
    )
    assert "such that x <= 1 or y <= 1" in steered.says()
    said = str(verify_witness(steered, {"x": 2, "y": 2}))
    assert said.splitlines()[0].startswith("monster: it breaks the premise that x <= 1 or y <= 1")
    assert "BROKEN   x <= 1 or y <= 1" in said


@forall(X=symmetric_matrices(integers(-1, 1), 2), v=vectors(integers(-1, 1), 2))
def mixed(X, v):
    """A claim of a matrix and a vector."""
    return sqrt(X[0, 0] ** 2 + v[0] ** 2) >= abs(X[0, 0])


def test_variables_of_different_kinds_make_one_domain():
    proof = exhaust(mixed)
    assert isinstance(proof, ProvedOn)
    assert "243 objects" in proof.method


def test_no_plain_invariant_uses_a_name_that_a_claim_may_import():
    """Else a claim with that import would not fit into a certificate together with the invariant."""
    import ast
    from pathlib import Path

    import lakatos.claims.plain as plain
    from lakatos.certificate import ALLOWED_MODULES

    taken = set().union(*(names or () for names in ALLOWED_MODULES.values()))
    taken |= {name for name in dir(__import__("itertools")) if not name.startswith("_")}
    for path in Path(plain.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            given = getattr(node, "name", getattr(node, "arg", None))
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                given = node.id
            if not isinstance(node, ast.alias):
                assert given not in taken, f"{path.name}:{node.lineno} calls something {given}"
