"""Certificates corrupted at random, judged against a fresh evaluation of the claim: none verifies that should not."""

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from lakatos.certificate import lint
from lakatos.claims import differs, judge, witness_of
from lakatos.claims.certify import written
from lakatos.model import LakatosError
from lakatos.workspace import load_claim, verify_certificate

CLAIMS = '''
from fractions import Fraction

from lakatos.claims import forall, graphs, integers, is_prime, matching_number, rationals, reals, spectral_radius
from lakatos.claims import sqrt, trajectories, vectors


@forall(n=integers(0))
def euler(n):
    """n^2 + n + 41 is prime."""
    return is_prime(n * n + n + 41)


@forall(vectors(rationals(0), 14))
def shapiro(x):
    """The cyclic sum is at least n/2."""
    n = len(x)
    return sum(x[i] / (x[(i + 1) % n] + x[(i + 2) % n]) for i in range(n)) * 2 - n


@forall(x=reals(-2, 2))
def narrow(x):
    """(x^2 - 2)^2 >= 10^-8."""
    return (x * x - 2) ** 2 - Fraction(1, 10**8)


@narrow.given
def right_of_one(x):
    """x > 1"""
    return x > 1


@forall(graphs(n=(3, None), connected=True))
def aouchiche_hansen(g):
    """lambda_1 + matching number >= sqrt(n - 1) + 1."""
    return spectral_radius(g) + matching_number(g) - (sqrt(len(g) - 1) + 1)


def step(t, tokens):
    gamma = Fraction(2, t + 2)
    return tuple(x + gamma * (min(tokens, key=lambda y: x * y) - x) for x in tokens)


@forall(trajectories(vectors(integers(-4, 4), 2), step, horizon=300))
def attention(run):
    """J(x(t + 1)) <= 2/(t + 1) diam^2."""
    t = len(run) - 2
    return Fraction(2, max(1, t + 1)) * (max(run[0]) - min(run[0])) ** 2 - Fraction(1, 2) * max(x * x for x in run[-1])
'''
BROOM = tuple([(*range(2, 10), 17), (*range(10, 17), 17)] + [(0,)] * 8 + [(1,)] * 7 + [(0, 1)])
WITNESSES = {
    "euler": (40,),
    "shapiro": (tuple(map(Fraction, (0, 42, 2, 42, 4, 41, 5, 39, 4, 38, 2, 38, 0, 40))),),
    "narrow": (Fraction(577, 408),),
    "aouchiche_hansen": (BROOM,),
    "attention": (((4, -1), 225),),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("workspace")
    (root / "pyproject.toml").write_text("[tool.lakatos]\n")
    (root / "claims").mkdir()
    (root / "counterexamples").mkdir()
    (root / "claims" / "five.py").write_text(CLAIMS)
    return root


@pytest.fixture(autouse=True)
def in_the_workspace(home, monkeypatch):
    monkeypatch.chdir(home)


@pytest.fixture(scope="module")
def claims(home):
    return {name: load_claim(f"{home / 'claims' / 'five.py'}::{name}") for name in WITNESSES}


def fresh(claim, values) -> bool:
    """Whether values refute, from the plain function itself and conditions written down here again."""
    name = claim.name
    try:
        if name == "euler":
            n = values[0]
            return isinstance(n, int) and n >= 0 and any((n * n + n + 41) % d == 0 for d in range(2, n + 2))
        if name == "narrow":
            x = values[0]
            return isinstance(x, Fraction) and 1 < x <= 2 and abs(x * x - 2) < Fraction(1, 10**4)
        if name == "shapiro":
            x = values[0]
            return len(x) == 14 and all(isinstance(e, Fraction) and e >= 0 for e in x) and claim.function(x) < 0
        if name == "attention":
            (start, steps), state = values[0], None
            state, t = start, 0
            assert len(start) == 2
            assert all(isinstance(a, int) and -4 <= a <= 4 for a in start)
            while t < steps:
                state = tuple(a + Fraction(2, t + 2) * (min(state, key=lambda y, a=a: a * y) - a) for a in state)
                t += 1
            bound = Fraction(2, max(1, steps)) * (max(start) - min(start)) ** 2
            return steps <= 300 and max(a * a for a in state) / 2 > bound
        import networkx as nx

        graph = nx.Graph([(u, v) for u, row in enumerate(values[0]) for v in row])
        graph.add_nodes_from(range(len(values[0])))
        symmetric = all(u in values[0][v] and u != v for u, row in enumerate(values[0]) for v in row)
        return symmetric and len(graph) >= 3 and nx.is_connected(graph) and claim.function(values[0]) < 0
    except (ArithmeticError, ValueError, TypeError, IndexError, AssertionError, nx_error()):
        return False


def nx_error():
    import networkx as nx

    return nx.NetworkXException


def corrupted(rng: random.Random, text: str, other: str) -> str:
    """One to three random changes: to digits, operators, characters, lines, or parts of another certificate."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        lines = text.split("\n")
        at = rng.randrange(len(text))
        kind = rng.randrange(9)
        if kind == 0:  # a digit, most often in the witness or the metadata
            digits = [m.start() for m in re.finditer(r"\d", text)]
            at = rng.choice(digits)
            text = text[:at] + rng.choice("0123456789") + text[at + 1 :]
        elif kind == 1:
            signs = list(re.finditer(r"<=|>=|==|[-+*/<>]", text))
            m = rng.choice(signs)
            text = text[: m.start()] + rng.choice(["<", "<=", ">", ">=", "==", "+", "-", "*", "//"]) + text[m.end() :]
        elif kind == 2:
            text = text[:at] + chr(rng.randrange(32, 127)) + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + text[at + rng.randrange(1, 9) :]
        elif kind == 4:
            del lines[rng.randrange(len(lines))]
            text = "\n".join(lines)
        elif kind == 5:
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            text = "\n".join(lines)
        elif kind == 6:
            theirs = other.split("\n")
            lines[rng.randrange(len(lines))] = rng.choice(theirs)
            text = "\n".join(lines)
        elif kind == 7:
            words = sorted(set(re.findall(r"[A-Za-z_]{2,}", text)))
            m = rng.choice(list(re.finditer(r"[A-Za-z_]{2,}", text)))
            text = text[: m.start()] + rng.choice(words) + text[m.end() :]
        else:
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            text = "\n".join(lines)
    return text


def moved(rng: random.Random, value):
    """A witness near the true one, of the same shape."""
    if isinstance(value, tuple):
        if value and rng.random() < 0.1:
            return value[:-1]
        i = rng.randrange(len(value)) if value else 0
        return tuple(moved(rng, v) if j == i else v for j, v in enumerate(value))
    if isinstance(value, Fraction):
        return rng.choice([value + 1, -value, value * 2, Fraction(value.numerator, value.denominator + 1)])
    return value + rng.choice([-1, 1, 2, -value])


def corruptions(rng, claims):
    """Endless: corrupted certificates, with the claim that each was made for."""
    texts = {name: written(claims[name], WITNESSES[name], file="claims/five.py") for name in WITNESSES}
    names = list(texts)
    while True:
        name = rng.choice(names)
        other = texts[rng.choice(names)]
        if rng.random() < 0.25:
            # A clean certificate of another witness: consistent to the letter, and most often not a refutation.
            values = WITNESSES[name]
            for _ in range(rng.randrange(1, 3)):
                values = moved(rng, values)
            try:
                yield name, written(claims[name], values, file="claims/five.py")
            except (TypeError, ValueError, IndexError, AttributeError):
                continue
        else:
            yield name, corrupted(rng, texts[name], other)


def accepted(claim, text: str) -> bool:
    """The verifier without its isolation: lint, statement, and the claim itself evaluated exactly."""
    if differs(text, claim, file="claims/five.py") is not None:
        return False
    try:
        return judge(claim, witness_of(text, claim)).status == "refutes" and not lint(text)
    except LakatosError:
        return False


def test_of_ten_thousand_corrupted_certificates_none_verifies_that_should_not(claims):
    rng = random.Random(20260831)
    source = corruptions(rng, claims)
    changed = survived = 0
    originals = {name: written(claims[name], WITNESSES[name], file="claims/five.py") for name in WITNESSES}
    for _ in range(10_000):
        name, text = next(source)
        changed += text != originals[name]
        if accepted(claims[name], text):
            survived += 1
            assert fresh(claims[name], witness_of(text, claims[name])), text
    assert changed > 9_000
    # Some corrupted witnesses are counterexamples too, and should verify: else this test could not fail.
    assert survived > 20


def test_the_originals_verify(home, claims):
    for name, values in WITNESSES.items():
        text = written(claims[name], values, file="claims/five.py")
        assert accepted(claims[name], text)
        assert fresh(claims[name], values)
        path = home / "counterexamples" / f"{name}.py"
        path.write_text(text)
        outcome = verify_certificate(path)
        assert (outcome.status, outcome.states) == ("verified", f"states claims/five.py::{name}, to the letter")


def test_of_three_hundred_run_in_isolation_none_verifies_that_should_not(home, claims):
    rng = random.Random(224)
    source = corruptions(rng, claims)
    verified = ran = 0
    for i in range(300):
        name, text = next(source)
        path = home / "counterexamples" / f"corrupted_{i}.py"
        path.write_text(text, newline="")
        outcome = verify_certificate(path, claim=None if i % 2 else claims[name])
        ran += outcome.status in ("verified", "fails", "unfinished")
        if outcome.status == "verified" and "to the letter" in outcome.states:
            verified += 1
            assert fresh(claims[name], witness_of(text, claims[name])), text
        elif outcome.status == "verified":
            # Its line that names the claim was destroyed: then nothing is said about the claim.
            assert "for you to read" in outcome.states
            assert i % 2 == 1
        else:
            assert outcome.says
    assert ran > 40
    assert verified > 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.replace("n * n + n + 41", "n * n + n + 40"), "line "),
        (lambda t: t.replace("claims/five.py::euler", "claims/other.py::euler"), "does not have"),
        (lambda t: t.replace("claims/five.py::euler", "../five.py::euler"), "does not have"),
        (lambda t: t.replace("claims/five.py::euler", "counterexamples/five.py::euler"), "does not have"),
        (lambda t: t.replace("claims/five.py::euler", "claims/five.py::shapiro"), "another claim"),
        (lambda t: t.replace("claims/five.py::euler", "claims/five.py::nobody"), "does not hold"),
        (lambda t: re.sub(r"SHA-256: \w", "SHA-256: g", t), "cannot be read"),
        (lambda t: t.replace("n = 40", "n = Fraction('1e999999999')"), "witness"),
        (lambda t: t.replace("n = 40", "n = 40 + 1"), "witness"),
        (lambda t: t.replace("n = 40", "n = int('40', 7)"), "line "),
        (lambda t: t.replace("assert is_integer(n, 0, None)", "# assert is_integer(n, 0, None)"), "line "),
        (lambda t: t + "\n# one more remark\n", "line "),
    ],
)
def test_what_is_wrong_with_a_statement_is_said(home, claims, change, says):
    text = written(claims["euler"], (40,), file="claims/five.py")
    assert change(text) != text
    path = home / "counterexamples" / "changed.py"
    path.write_text(change(text))
    outcome = verify_certificate(path)
    assert outcome.status == "refused"
    assert says in outcome.says


def test_a_certificate_of_an_older_claim_is_refused(home):
    file = home / "claims" / "moving.py"
    file.write_text(CLAIMS)
    claim = load_claim(f"{file}::euler")
    path = home / "counterexamples" / "moving.py"
    path.write_text(written(claim, (40,), file="claims/moving.py"))
    assert verify_certificate(path).status == "verified"
    file.write_text(CLAIMS.replace("+ 41)", "+ 43)"))
    assert "another claim" in verify_certificate(path).says
    file.write_text(CLAIMS.replace("integers(0)", "integers(50)"))
    assert "another claim" in verify_certificate(path).says
    file.unlink()
    assert "does not have" in verify_certificate(path).says


def test_where_a_claim_of_the_same_name_exists_a_certificate_has_to_name_it(home):
    (home / "claims" / "alone.py").write_text(CLAIMS)
    path = home / "counterexamples" / "alone.py"
    path.write_text('"""A.\n\nClaim: a\nWitness: b\nWhat this does not show: c\n"""\n\nn = 1\nassert n == 1\n')
    outcome = verify_certificate(path)
    assert (outcome.status, "names no claim, though claims/alone.py states" in outcome.says) == ("refused", True)
    path.rename(home / "counterexamples" / "by_hand.py")
    outcome = verify_certificate(home / "counterexamples" / "by_hand.py")
    assert (outcome.status, "for you to read" in outcome.states) == ("verified", True)
