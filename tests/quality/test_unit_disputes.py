"""Disputes about units, judged as a stranger finds them: nobody accused falsely is convicted, and questions hit."""

import json
from pathlib import Path

import pytest

from lakatos.measure import FACTS, judge
from tests.bench.units.disputes import UNDECIDED, outcome, stranger

FILE = Path(__file__).parents[3] / "shared" / "data" / "unit_cases.json"
CASES = json.loads(FILE.read_text())["cases"] if FILE.is_file() else []
public = pytest.mark.skipif(not CASES, reason="the public cases are not beside this checkout")

#: Right under each convention, and so ambiguous here; in public the later paper's convention won.
MISSED = {"kaplan-chinchilla"}


@public
def test_what_carries_enough_comes_out_as_it_did_in_public():
    enough = [c for c in CASES if c["id"] not in UNDECIDED]
    assert len(enough) >= 36
    wrong = {c["id"] for c in enough if stranger(c).outcome != outcome(c)}
    assert wrong <= MISSED
    assert len(enough) - len(wrong) >= 0.9 * len(enough)


@public
def test_no_false_accusation_is_convicted():
    for case in CASES:
        if outcome(case) != "claim wrong":
            assert stranger(case).outcome != "claim wrong", case["id"]


@public
def test_what_lacks_a_fact_is_not_decided_and_the_fact_is_asked_for():
    for case in CASES:
        if case["id"] in UNDECIDED:
            judgement = stranger(case)
            _, needed = UNDECIDED[case["id"]]
            assert judgement.outcome is None, case["id"]
            assert needed <= {q.fact for q in judgement.questions}, (case["id"], judgement.questions)
            assert needed <= FACTS.keys()


@public
@pytest.mark.parametrize("hidden", ["outcome", "naive_ratio", "normalised_ratio", "trap_kind", "note", "source"])
def test_what_a_stranger_does_not_see_changes_nothing(hidden):
    for case in CASES:
        assert stranger({**case, hidden: "outcome: false accusation" if hidden == "note" else None}) == stranger(case)


def mib(correction):
    return judge({"value": "65365.1484375", "unit": "MiB (named Mb)"}, {"value": correction, "unit": "Mbit"})


def test_a_wrong_correction_is_not_endorsed():
    assert mib("548322.6").correction is True
    wrong = mib("574957.9260666838")
    assert wrong.outcome == "claim wrong"
    assert wrong.correction is False
    assert "548322.6" in wrong.because


def test_points_called_percent_and_percent_called_points():
    def change(value, unit, correction):
        return judge({"value": value, "unit": unit, "per": "61% -> 84%"}, {"value": correction, "unit": "percent"})

    assert change("23", "percent higher", "37.7").outcome == "claim wrong"
    assert change("23", "percent higher", "37.7").correction is True
    assert change("23", "percent higher", "27.4").correction is False
    assert change("38", "percent", "23").outcome == "false accusation"
    assert change("23", "points", "37.7").outcome == "false accusation"


def test_a_slip_that_does_not_explain_the_numbers_convicts_nobody():
    slow = {"value": "300", "unit": "ms", "per": "forward", "sync": False}
    fast = {"value": "200", "unit": "ms", "per": "forward", "sync": True}
    assert judge(slow, fast).outcome is None
    assert judge({**slow, "value": "30"}, fast).outcome == "claim wrong"
    scored = {"value": "23", "unit": "images scored", "gpus": 4}
    assert judge(scored, {"value": "21", "unit": "images in split"}).outcome is None
    assert judge({**scored, "value": "24"}, {"value": "21", "unit": "images in split"}).outcome == "claim wrong"
    padded = {"value": "3.1", "unit": "percent perplexity increase", "per": "padded position", "pad_fraction": "0.66"}
    assert judge(padded, {"value": "9.4", "unit": "percent", "per": "real token"}).correction is True
    assert judge(padded, {"value": "30", "unit": "percent", "per": "real token"}).outcome is None


def test_a_ratio_alone_convicts_nobody():
    judgement = judge({"value": "8.0", "unit": "GB", "per": "image"}, {"value": "1.0", "unit": "GB", "per": "image"})
    assert judgement.outcome is None
    assert "prefix convention" in {q.fact for q in judgement.questions}


def test_swapping_the_sides_turns_conviction_into_acquittal():
    slip = {"value": "24.3", "unit": "percent MFU", "per": "sparse peak"}
    sound = {"value": "48.5", "unit": "percent MFU", "per": "dense peak"}
    assert judge(slip, sound).outcome == "claim wrong"
    assert judge(sound, slip, asserts="compared").outcome == "false accusation"


def test_a_batch_held_against_one_item_is_a_false_accusation_only_if_the_batch_explains_it():
    one = {"value": "0.0216", "unit": "s", "per": "image", "batch": 1}
    batch = {"value": "0.076", "unit": "s", "per": "batch", "batch": 4}
    assert judge(one, batch, asserts="compared").outcome == "false accusation"
    assert judge(one, {**batch, "value": "0.8"}, asserts="compared").outcome is None


@pytest.mark.parametrize("bad", [3, "3 s", None, {"value": "x" * 600}, []])
def test_what_is_no_quantity_is_refused(bad):
    with pytest.raises((TypeError, ValueError)):
        judge(bad, {"value": "1", "unit": "s"})
    with pytest.raises(ValueError, match="asserts"):
        judge({"value": "1"}, {"value": "1"}, asserts="guilty")


def test_hostile_words_are_only_words():
    shown = judge({"value": "1", "unit": "<script>"}, {"value": "2", "unit": "((((", "per": "[" * 40})
    assert shown.outcome is None
    assert "<script>" not in shown._repr_html_()
