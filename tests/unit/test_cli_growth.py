"""The growth verb: exit codes, JSON, figures, and help that teaches."""

import json
import math

import numpy as np
import pytest

from lakatos.arithmetic import harmonic
from lakatos.growth import doublings

KS = doublings(4, 1024)


@pytest.fixture
def costs(tmp_path):
    """Write costs of runs with a given additive term."""

    def write(term, *, sd=0.1, phases=2000):
        rng = np.random.default_rng(2)
        lines = ["k,run,phases,cost"]
        for k in KS:
            lines += [f"{k},r{r},{phases},{float(harmonic(k)) + term(k) + sd * rng.normal()}" for r in range(10)]
        path = tmp_path / "costs.csv"
        path.write_text("\n".join(lines) + "\n")
        return path

    return write


COLUMNS = ("--size", "k", "--value", "cost", "--claimed", "harmonic(k)", "--units", "phases", "--replicate", "run")


@pytest.mark.parametrize(
    ("term", "sd", "answer", "code"),
    [
        (lambda k: 1.3 + 0.38 * math.log(k), 0.1, "grows", 0),
        (lambda k: 1.3 - 2 / k, 0.05, "bounded", 1),
        (lambda k: 1.3 + 0.1 * math.log(k), 1.0, "undetermined", 3),
    ],
)
def test_three_answers_and_their_exit_codes(lakatos, tmp_path, costs, term, sd, answer, code):
    done = lakatos("growth", str(costs(term, sd=sd)), *COLUMNS, cwd=tmp_path)
    assert done.code == code, done.out + done.err
    assert done.out.startswith(answer)


def test_json_is_json_even_where_there_is_no_limit(lakatos, tmp_path, costs):
    path = costs(lambda k: 1.3 + 0.38 * math.log(k))
    done = lakatos("growth", "test", str(path), *COLUMNS, "--json", "--calibrate", "200", cwd=tmp_path)
    told = json.loads(done.out, parse_constant=pytest.fail)
    assert told["answer"] == "grows"
    assert "log" in told["could_be"]
    assert told["rise"] is None
    assert told["calibration"]["trials"] == 200


def test_what_cannot_carry_a_sigma_is_one_line_and_exit_2(lakatos, tmp_path, costs):
    path = costs(lambda _: 1.3, phases=13)
    done = lakatos("growth", str(path), *COLUMNS, cwd=tmp_path)
    assert done.code == 2
    assert done.out == ""
    assert "13 whole units per replicate" in done.err
    assert len(done.err.strip().splitlines()) == 1
    for bad in (("nowhere.csv",), (str(path), "--claimed", "__import__('os')"), (str(path), "--tol", "-1")):
        done = lakatos("growth", *bad, "--size", "k", "--value", "cost", cwd=tmp_path)
        assert done.code == 2, bad
        assert "Traceback" not in done.err


def test_figures_are_written_with_their_sentences(lakatos, tmp_path, costs):
    path = costs(lambda k: 1.3 + 0.38 * math.log(k))
    done = lakatos("growth", str(path), *COLUMNS, "--figure", "fits.svg", cwd=tmp_path)
    assert {p.name for p in tmp_path.glob("*.svg")} == {
        "fits.svg", "fits_residuals.svg", "fits_range.svg", "fits_held_out.svg"
    }  # fmt: skip
    assert done.err.count(".svg: ") == 4


def test_plan_and_audit(lakatos, tmp_path):
    plan = lakatos("growth", "plan", "--slope", "0.38", "--sd", "1", "--sigma", "5", cwd=tmp_path)
    assert plan.code == 0
    assert [line.split() for line in plan.out.splitlines() if line.split()[0] == "1,024"] == [
        ["1,024", "7", "19", "49", "32"]
    ]
    design = ("growth", "audit", "--sd", "1", "--alternative", "0.38*log(k)", "--trials", "300")
    short = lakatos(*design, "--k-max", "64", "--replicates", "5", cwd=tmp_path)
    assert (short.code, "could not have seen it" in short.out) == (1, True)
    never = lakatos(*design, "--k-max", "16", "--replicates", "2", cwd=tmp_path)
    assert (never.code, "could not have seen it" in never.out) == (1, True)
    long = lakatos(*design, "--k-max", "16384", "--replicates", "30", "--json", cwd=tmp_path)
    assert (long.code, json.loads(long.out)["could_have_seen"]) == (0, True)


def test_what_overflows_is_bad_input_and_never_an_answer(lakatos, tmp_path, costs):
    path = costs(lambda _: 1.3)
    test = ("growth", str(path), "--size", "k", "--value", "cost", "--replicate", "run")
    for bad in (
        (*test, "--claimed", "(k^16)^16*k^200"),
        (*test, "--figure", "x.png"),
        ("growth", "plan", "--slope", "0.38", "--sd", "inf"),
        ("growth", "audit", "--k-max", "64", "--replicates", "5", "--sd", "nan", "--alternative", "log(k)"),
    ):
        done = lakatos(*bad, cwd=tmp_path)
        assert (done.code, done.out) == (2, ""), bad
        assert len(done.err.strip().splitlines()) == 1, done.err


def test_what_was_assumed_is_printed(lakatos, tmp_path, costs):
    path = costs(lambda k: 1.3 + 0.38 * math.log(k))
    unsaid = lakatos("growth", str(path), *COLUMNS, "--weight", "phases", cwd=tmp_path)
    assert unsaid.out.index("looks not stated") < unsaid.out.index("σ")
    assert "weights in 'phases' change nothing" in unsaid.out
    assert "looks not stated" not in lakatos("growth", str(path), *COLUMNS, "--looks", "1", cwd=tmp_path).out


def test_help_teaches(lakatos, tmp_path):
    for arguments, words in {
        ("growth", "--help"): ("harmonic(k)", "plan", "audit"),
        ("growth", "test", "--help"): ("Exit codes", "undetermined", "--looks", "never rescaled"),
        ("growth", "audit", "--help"): ("Example:", "power"),
    }.items():
        done = lakatos(*arguments, cwd=tmp_path)
        assert done.code == 0
        for word in words:
            assert word in " ".join(done.out.split()), word
