"""What would make a claim mean one thing to Python and another to us; what must never run; what must end."""

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

from lakatos.claims import ClaimError, UnsupportedError, verify_witness
from lakatos.search import Counterexample, NotFound, ProvedOn, exhaust, prove_by_smt, prove_on_box
from lakatos.workspace import WorkspaceError, load_claim, verify_certificate

HEAD = """from fractions import Fraction
from functools import wraps

from lakatos.claims import forall, graphs, integers, is_prime, matrices, rationals, reals, size, sqrt, vectors

"""


@pytest.fixture
def claim(tmp_path):
    """A claim from the text of its file."""

    def make(text: str, name: str = ""):
        path = tmp_path / f"c{len(list(tmp_path.iterdir()))}.py"
        path.write_bytes((HEAD + text).encode())
        return load_claim(f"{path}::{name}" if name else str(path))

    return make


def test_a_float_made_in_place_is_seen(claim):
    floaty = claim("""
@forall(n=integers(1, 10))
def floaty(n):
    a = [n]
    a[0] /= 10
    return a[0] * 3 == Fraction(3 * n, 10)
""")
    with pytest.raises(UnsupportedError, match="no plain name"):
        verify_witness(floaty, 1)


@pytest.mark.parametrize("name", ["_lakatos_exact", "_lakatos_conj"])
def test_names_of_the_engine_are_refused(claim, name):
    taken = claim(f"""
def {name}(*values):
    return True


@forall(n=integers(-5, 9))
def taken(n):
    return {name}(n) and n >= 0
""")
    for call in (lambda: verify_witness(taken, -1), lambda: exhaust(taken), lambda: prove_on_box(taken)):
        with pytest.raises(UnsupportedError, match="verifier's own"):
            call()


def test_a_helper_called_like_an_operation_is_the_claims_own(claim):
    own = claim("""
def _conj(*values):
    return False


@forall(n=integers(-5, 9))
def own(n):
    return _conj(n) or (n >= 0 and n * n >= 0)
""")
    for search in (exhaust, prove_on_box, prove_by_smt):
        assert isinstance(search(own), Counterexample)


@pytest.mark.parametrize(
    ("domain", "body", "witness"),
    [
        ("integers(10, 1000)", "str(n) == str(n)[::-1]", 12),
        ("integers(0, 50)", "len(str(n)) == 1", 12),
        ("integers(-5, 5)", "n >= 0 if isinstance(n, int) else True", -1),
        ("integers(2, 10)", "not isinstance(sqrt(n), Fraction)", 4),
        ("matrices(integers(-2, 2), rows=1, columns=1)", "n[0, 0] >= 0 if isinstance(n[0, 0], int) else True", [[-1]]),
        ("integers(0, 50)", "len(f'{n}') == 1", 12),
    ],
)
def test_the_digits_and_the_type_of_a_number_are_those_of_plain_python(claim, domain, body, witness):
    looks = claim(f"""
@forall(n={domain})
def looks(n):
    return {body}
""")
    assert verify_witness(looks, witness).status == "refutes"
    assert isinstance(exhaust(looks), Counterexample)
    for search in (prove_on_box, prove_by_smt):
        with contextlib.suppress(UnsupportedError):
            assert not isinstance(search(looks), ProvedOn)


@pytest.mark.parametrize("odd", ["\x0c", "# \u2028", "# \x85"])
def test_the_source_is_that_of_the_function_whatever_lines_look_like(claim, odd):
    second = claim(f"""
def check(n):
    return n < 0

{odd}

@forall(n=integers(0, 9))
def check(n):
    return n >= 0
""")
    assert isinstance(exhaust(second), ProvedOn)


def test_a_premise_that_returns_a_margin_is_refused(claim):
    margin = claim("""
@forall(x=rationals(-2, 2))
def margin(x):
    return x >= 0


@margin.given
def positive(x):
    "x is positive"
    return x
""")
    with pytest.raises(ClaimError, match="True or False"):
        verify_witness(margin, -1)
    with pytest.raises(ClaimError, match="True or False"):
        exhaust(margin, levels=2)


def test_an_exact_zero_is_false(claim):
    zero = claim("""
@forall(n=integers(2, 10))
def zero(n):
    return not (sqrt(n) * sqrt(n) - n)
""")
    assert verify_witness(zero, 2).status in ("does not refute", "float artefact")


def test_a_decorator_that_changes_the_function_is_refused(claim):
    with pytest.raises(WorkspaceError, match="no plain function"):
        claim("""
def opposite(f):
    @wraps(f)
    def g(*a):
        return not f(*a)
    return g


@forall(n=integers(0, 9))
@opposite
def opposed(n):
    return n < 0
""")


def test_a_default_that_has_changed_since_is_noticed(claim):
    late = claim("""
LIMIT = 9


def small(n, limit=LIMIT):
    return n <= limit


LIMIT = 5


@forall(n=integers(0, 20))
def late(n):
    return small(n)
""")
    with pytest.raises(ClaimError, match="changed"):
        verify_witness(late, 7)


def test_a_global_that_changes_is_noticed(claim):
    counted = claim("""
SEEN = [5]


@forall(n=integers(0, 20))
def counted(n):
    return n < SEEN[0]
""")
    assert verify_witness(counted, 4).status == "does not refute"
    counted.function.__globals__["SEEN"] = [3]
    with pytest.raises(ClaimError, match="changed"):
        verify_witness(counted, 4)


def test_the_scope_of_a_proof_is_what_was_covered(claim):
    mixed = claim("""
@forall(g=graphs(n=(1, 2)), k=integers(0, 10))
def mixed(g, k):
    return len(g) + k >= 1
""")
    proof = exhaust(mixed)
    assert isinstance(proof, ProvedOn)
    assert "graph of order 1 to 2" in proof.scope
    height = claim("""
@forall(x=rationals(0, 1, height=2), k=integers(0, 10))
def height(x, k):
    return x + k >= 0
""")
    assert "height at most 2" in exhaust(height).scope


def test_graphs_up_to_isomorphism_prove_nothing_about_their_numbers(claim):
    label = claim("""
@forall(graphs(n=3))
def label(g):
    return 1 not in g[0] or len(g[0]) > 1 or size(g) != 2
""")
    left = exhaust(label)
    assert isinstance(left, NotFound | Counterexample)
    pair = claim("""
@forall(g=graphs(n=3), h=graphs(n=3))
def pair(g, h):
    return size(g) + size(h) <= 6
""")
    left = exhaust(pair)
    assert isinstance(left, NotFound)
    assert "several graphs" in left.left
    plain = claim("""
@forall(graphs(n=4))
def plain(g):
    return size(g) <= 6
""")
    assert "numbers of the vertices" in exhaust(plain).method


def test_or_gives_the_operand_on_enclosures_too(claim):
    operand = claim("""
@forall(x=reals(-1, 1))
def operand(x):
    return x or True
""")
    assert verify_witness(operand, -1).status == "refutes"
    assert not isinstance(prove_on_box(operand, seconds=1, boxes=300), ProvedOn)


@pytest.mark.parametrize(("body", "witness"), [("not is_prime(n + 10**25)", 13), ("sqrt(2) ** Fraction(n, 2) > 0", 3)])
def test_what_the_code_cannot_compute_is_undecided_not_undefined(claim, body, witness):
    hard = claim(f"""
@forall(n=integers(0, 20))
def hard(n):
    return {body}
""")
    assert verify_witness(hard, witness).status == "undecided"
    assert isinstance(exhaust(hard), NotFound)


def test_contradictory_premises_prove_nothing(claim):
    vacuous = claim("""
@forall(x=reals(0, 1))
def vacuous(x):
    return x < 0


@vacuous.given
def impossible(x):
    "x > 2"
    return x > 2
""")
    for search in (prove_on_box, prove_by_smt):
        left = search(vacuous)
        assert isinstance(left, NotFound)
        assert "meet the premises" in left.left


def test_a_search_ends_in_time_whatever_one_object_takes(claim):
    endless = claim("""
@forall(n=integers(0))
def endless(n):
    while n >= 0:
        n = n + 1
    return True
""")
    assert isinstance(exhaust(endless, seconds=0.5), NotFound)
    listing = claim("""
@forall(graphs(n=(10, 11)))
def listing(g):
    return len(g) > 0
""")
    assert isinstance(exhaust(listing, seconds=0.5), NotFound)


def test_long_terms_are_shared_in_formulas(claim):
    pytest.importorskip("z3")
    wide = claim("""
@forall(x=vectors(reals(0, 1), length=25))
def wide(x):
    return max(x) >= min(x)
""")
    assert isinstance(prove_by_smt(wide), ProvedOn)


@pytest.mark.parametrize(
    "body", ["not (n % 2) or n > 3", "(n if n % 2 else n + 1) > 5", "not n or n > 4", "n % 3 == 1 and n > 6"]
)
def test_numbers_as_truth_values_mean_the_same_to_a_solver(claim, body):
    pytest.importorskip("z3")
    truthy = claim(f"""
@forall(n=integers(0, 9))
def truthy(n):
    return {body}
""")
    try:
        found = prove_by_smt(truthy)
    except UnsupportedError:
        return
    assert isinstance(found, Counterexample)
    assert not truthy.function(found.values[0])


def test_variables_may_be_called_like_the_engines_own(claim):
    pytest.importorskip("z3")
    names = claim("""
@forall(root_0=reals(0, 9), x=vectors(reals(0, 1), length=2), x_0=reals(0, 1))
def names(root_0, x, x_0):
    return sqrt(root_0) == root_0 or x[0] > x_0
""")
    assert isinstance(prove_by_smt(names), Counterexample)


@pytest.mark.parametrize("body", ["next(k for k in range(n) if k > 99) > 0", "[1, 2][n] > 0"])
def test_a_claim_that_fails_is_blamed_in_one_line(claim, body):
    fails = claim(f"""
@forall(n=integers(5, 9))
def fails(n):
    return {body}
""")
    for call in (lambda: verify_witness(fails, 5), lambda: exhaust(fails)):
        with pytest.raises(ClaimError, match="fails on n = 5"):
            call()


def test_what_is_done_with_plain_matrices_only_is_done_with_them(claim):
    plain = claim("""
@forall(X=matrices(integers(0, 2), rows=2, columns=2))
def plain(X):
    return X[-1, 0] >= 0 and len(X.entries) == 2 and not is_prime(X[0, 0] + 90)
""")
    assert isinstance(exhaust(plain), ProvedOn)


def test_two_claims_of_one_function_are_refused(tmp_path):
    (tmp_path / "two.py").write_text(
        HEAD + "def f(n):\n    return n < 5\n\n\na = forall(n=integers(0, 9))(f)\nb = forall(n=integers(0, 4))(f)\n"
    )
    with pytest.raises(WorkspaceError, match="two claims of the function f"):
        load_claim(str(tmp_path / "two.py"))


def test_a_set_of_texts_is_written_in_one_order(tmp_path):
    (tmp_path / "s.py").write_text(
        HEAD
        + "NAMES = {'alpha', 'beta', 'gamma', 'delta'}\n\n\n@forall(n=integers(0, 9))\ndef s(n):\n    return n < len(NAMES)\n"
    )
    prints = set()
    for seed in ("1", "2", "3", "4"):
        code = f"from lakatos.workspace import load_claim; print(load_claim({str(tmp_path / 's.py')!r}).fingerprint)"
        done = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        prints.add(done.stdout)
    assert len(prints) == 1


@pytest.mark.parametrize(
    "constant", ["from math import inf", "from collections import Counter\n\ninf = Counter('ab')", "inf = object()"]
)
def test_constants_without_digits_are_refused(claim, constant):
    odd = claim(f"""
{constant}


@forall(n=integers(0, 9))
def odd(n):
    return n != inf
""")
    with pytest.raises((UnsupportedError, ClaimError)):
        verify_witness(odd, 3)


def test_verifying_a_strangers_certificate_runs_nothing_beside_it(tmp_path, monkeypatch):
    strange = tmp_path / "download"
    (strange / "claims").mkdir(parents=True)
    (strange / "pyproject.toml").write_text("[tool.lakatos]\n")
    mark = tmp_path / "owned"
    (strange / "claims" / "cert.py").write_text(
        f"# forall\nimport pathlib\npathlib.Path({str(mark)!r}).write_text('x')\n"
    )
    body = '"""A.\n\nClaim: a\nWitness: b\nWhat this does not show: c\n{}"""\n\nn = 1\nassert n == 1\n'
    (strange / "cert.py").write_text(body.format(""))
    (strange / "named.py").write_text(body.format(f"Source: claims/cert.py::x\nSHA-256: {'0' * 64}\n"))
    monkeypatch.chdir(tmp_path)
    assert verify_certificate(Path("download/cert.py")).status == "verified"
    assert "not here to be compared" in verify_certificate(Path("download/named.py")).states
    assert not mark.exists()
