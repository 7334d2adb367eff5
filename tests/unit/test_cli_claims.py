"""The verbs about formal claims: exit codes, JSON, bad input, time limits, files that are not overwritten."""

import json

import pytest

SLOW = '''
from lakatos.claims import forall, integers


@forall(n=integers(0))
def slow(n):
    """Counting to n ends."""
    while n >= 0:
        n += 1
    return True


@forall(n=integers(0, 9))
def small(n):
    """n^2 < 100."""
    return 99 - n * n


@small.given
def odd(n):
    """n is odd"""
    return n % 2 == 1


@forall(n=integers(0, 9))
def false(n):
    """n < 7"""
    return 6 - n
'''


@pytest.fixture
def home(workspace):
    (workspace / "claims").mkdir()
    (workspace / "claims" / "several.py").write_text(SLOW)
    return workspace


@pytest.mark.parametrize(
    ("claim", "witness", "code", "says"),
    [
        ("several::false", "7", 0, "refutes: every premise is met, and the exact value is -1"),
        ("several::false", '{"n": 8}', 0, "refutes"),
        ("several::false", "6", 1, "does not refute: the exact value is 0"),
        ("several::false", "11", 1, "monster: it breaks the premise that n is an integer from 0 to 9"),
        ("several::small", "4", 1, "monster: it breaks the premise that n is odd"),
        ("claims/several.py::small", "3", 1, "does not refute: the exact value is 90"),
        ("several::false", "7.5", 2, "n: 7.5 is no integer"),
        ("several::false", "{", 2, "no JSON"),
        ("several::false", "missing.json", 2, "no file missing.json"),
        ("several::false", '{"m": 7}', 2, "n: "),
        ("several", "7", 2, "holds 3 claims"),
        ("several::fals", "7", 2, "it holds false"),
        ("nothing", "7", 2, "no claims/nothing.py"),
        ("nothing.py", "7", 2, "no file nothing.py"),
        ("pyproject.toml", "7", 2, "no claims/pyproject.toml.py"),
    ],
)
def test_a_witness_gets_its_answer_and_exit_code(lakatos, home, claim, witness, code, says):
    done = lakatos("verify-witness", claim, witness, cwd=home)
    assert done.code == code, done.err
    assert says in done.out + done.err
    assert "Traceback" not in done.err


def test_a_witness_may_be_a_file_and_the_answer_json(lakatos, home):
    (home / "w.json").write_text('{"n": 9}')
    done = lakatos("verify-witness", "several::false", "w.json", "--json", cwd=home)
    answer = json.loads(done.out)
    assert (answer["status"], answer["exact"], done.code) == ("refutes", "-3", 0)
    assert answer["premises"] == [{"says": "n is an integer from 0 to 9", "met": True}]


def test_what_does_not_end_is_ended(lakatos, home):
    done = lakatos("verify-witness", "several::slow", "1", "--seconds", "1", cwd=home)
    assert done.code == 3
    assert "no answer within 1 s" in done.err


def test_a_certificate_is_written_and_nothing_else_overwritten(lakatos, home):
    target = "counterexamples/false.py"
    assert lakatos("verify-witness", "several::false", "7", "--certificate", target, cwd=home).code == 0
    done = lakatos("verify", target, cwd=home)
    assert (done.code, "states claims/several.py::false, to the letter" in done.out) == (0, True)
    # Again, for another witness: the same claim's certificate is replaced.
    assert lakatos("verify-witness", "several::false", "9", "--certificate", target, cwd=home).code == 0
    assert "n = 9" in (home / target).read_text()
    (home / "notes.py").write_text("mine = 1\n")
    done = lakatos("verify-witness", "several::false", "7", "--certificate", "notes.py", cwd=home)
    assert (done.code, (home / "notes.py").read_text()) == (2, "mine = 1\n")
    # No certificate of what does not refute.
    lakatos("verify-witness", "several::false", "6", "--certificate", "none.py", cwd=home)
    assert not (home / "none.py").exists()


def test_verify_may_be_told_which_claim_to_expect(lakatos, home, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert lakatos("verify-witness", "several::false", "7", "--certificate", "c.py", cwd=home).code == 0
    (elsewhere / "c.py").write_bytes((home / "c.py").read_bytes())
    claim = str(home / "claims" / "several.py")
    assert lakatos("verify", "c.py", cwd=elsewhere).code == 0
    assert lakatos("verify", "c.py", "--claim", f"{claim}::false", cwd=elsewhere).code == 0
    assert lakatos("verify", "c.py", "--claim", f"{claim}::small", cwd=elsewhere).code == 2


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("several::false",), 1, "false is false: n = 7"),
        (("several::small",), 0, "small is proved on all of its domain: n from 0 to 9"),
        (("several::small", "--levels", "3"), 0, "n from 0 to 2"),
        (("several::false", "--by", "boxes"), 1, "false is false"),
        (("several::false", "--by", "smt"), 1, "false is false"),
        (("several::false", "--by", "magic"), 2, "exhaustion, boxes or smt"),
        (("several::slow", "--by", "boxes"), 2, "needs two bounds"),
    ],
)
def test_proofs_and_their_exit_codes(lakatos, home, arguments, code, says):
    done = lakatos("prove", *arguments, cwd=home)
    assert done.code == code, done.err
    assert says in done.out + done.err
    assert "Traceback" not in done.err


def test_the_outcome_of_a_proof_as_json(lakatos, home):
    refuted = json.loads(lakatos("prove", "several::false", "--json", cwd=home).out)
    assert (refuted["outcome"], refuted["exact"]) == ("refuted", "-1")
    assert json.loads(lakatos("prove", "several::small", "--json", cwd=home).out)["outcome"] == "proved"


def test_a_claim_is_shown_with_where_it_runs(lakatos, home):
    done = lakatos("claim", "several::false", cwd=home)
    assert "n is an integer from 0 to 9" in done.out
    assert "smt         yes" in done.out
    shown = json.loads(lakatos("claim", "several::small", "--json", cwd=home).out)
    assert (shown["name"], shown["conditions"]) == ("small", ["n is an integer from 0 to 9", "n is odd"])
    assert lakatos("claim", "several::slow", "--seconds", "1", cwd=home).code == 3
    assert "(check-sat)" in lakatos("claim", "several::small", "--smt", cwd=home).out


def test_a_new_claim_runs(lakatos, home):
    assert lakatos("new", "claim", "fresh", cwd=home).code == 0
    assert lakatos("verify-witness", "fresh", "40", cwd=home).code == 0
    assert lakatos("new", "claim", "fresh", cwd=home).code == 2


def search(lakatos, home, *arguments):
    return lakatos("search", *arguments, cwd=home)


@pytest.mark.parametrize("place", ["here", "processes:2"])
def test_search_finds_a_counterexample_and_writes_its_certificate(lakatos, home, place):
    done = search(lakatos, home, "several::false", "--on", place, "--certificate", "counterexamples/false.py", "--json")
    assert done.code == 0, done.err
    told = json.loads(done.out)
    assert told["outcome"] == "refuted"
    assert told["witness"] == "n = 7"
    assert told["least"] is True
    assert "steps:" in told["covered"]
    assert lakatos("verify", "counterexamples/false.py", cwd=home).code == 0


def test_search_proves_what_it_has_gone_through(lakatos, home):
    done = search(lakatos, home, "several::small", "--on", "here", "--only", "ascending")
    assert done.code == 1
    assert "is proved on all of its domain" in done.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--on", "the moon"], "no place to run"),
        (["--on", "processes:0"], "no place to run"),
        (["--on", "tcp://127.0.0.1:9"], "no Dask scheduler answers"),
        (["--only", "magic"], "no strategy 'magic'"),
        (["--only", "walk"], "no strategy fits"),
    ],
)
def test_search_says_what_is_wrong(lakatos, home, options, says):
    done = search(lakatos, home, "several::small", "--seconds", "4", *options)
    assert done.code == 2
    assert says in done.err
    assert "Traceback" not in done.err


def test_search_of_a_claim_that_hangs_ends_and_is_taken_up(lakatos, home):
    for _ in range(2):
        done = search(lakatos, home, "several::slow", "--seconds", "3", "--on", "here")
        assert done.code == 3, done.err
        assert "this proves nothing" in done.out
