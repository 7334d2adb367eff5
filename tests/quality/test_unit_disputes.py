"""Disputes about units, judged as a stranger finds them: nobody accused falsely is convicted, and questions hit."""

import json
import re
from pathlib import Path

import pytest

from lakatos.measure import FACTS, judge
from lakatos.measure.judging.conventions import GROUPS
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


def compared(published, against):
    return judge(published, against, asserts="compared").outcome


def test_figures_that_agree_once_what_is_stated_is_applied_are_no_contradiction():
    run = {"value": "1200", "unit": "kWh", "per": "training run"}
    card = {"value": "300", "unit": "W", "per": "card", "gpu_hours": 4000}
    assert compared(run, card) == "false accusation"
    assert compared(run, {**card, "gpu_hours": 5000}) is None
    steps = {"value": "50000", "unit": "steps", "batch": 128, "train_images": 60000}
    assert compared(steps, {"value": "106.7", "unit": "epochs"}) == "false accusation"
    assert compared(steps, {"value": "120.0", "unit": "epochs"}) is None
    faster = {"value": "2.5", "unit": "times faster"}
    assert compared(faster, {"value": "60", "unit": "% less time"}) == "false accusation"
    assert compared(faster, {"value": "40", "unit": "% less time"}) is None


def test_a_match_among_many_stated_numbers_shows_nothing():
    many = {f"number_{i}": i for i in range(2, 10)}
    assert compared({"value": "7", "unit": "units", **many}, {"value": "3", "unit": "others"}) is None


def test_squares_and_natural_logarithms_say_whose_slip_it_is():
    rmse = {"value": "0.31", "unit": "RMSE"}
    assert judge({"value": "0.096", "unit": "RMSE"}, rmse).outcome == "claim wrong"
    assert judge(rmse, {"value": "0.096", "unit": "RMSE"}).outcome == "false accusation"
    assert judge({"value": "0.20", "unit": "RMSE"}, rmse).outcome is None
    assert judge({"value": "0.096", "unit": "MSE"}, {"value": "0.31", "unit": "MSE"}).outcome == "false accusation"
    decibels = {"value": "40.00", "unit": "dB"}
    assert judge({"value": "92.10", "unit": "dB"}, decibels).outcome == "claim wrong"
    assert judge(decibels, {"value": "92.10", "unit": "dB"}).outcome == "false accusation"


def test_the_padded_share_is_taken_out_and_not_kept():
    rate = {"value": "50000", "unit": "tok/s", "per": "GPU, every slot", "pad_fraction": "0.6"}
    assert judge(rate, {"value": "20000", "unit": "tok/s", "per": "real tokens"}).correction is True
    wrong = judge(rate, {"value": "30000", "unit": "tok/s", "per": "real tokens"})
    assert (wrong.outcome, wrong.correction) == ("claim wrong", False)


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


def side(value, unit, per="", **said):
    return {"value": value, "unit": unit, "per": per, **said}


#: Published figures that are right, or may be: what is said against each convicts nobody.
INNOCENT = {
    "a source is no other unit": (side("71.2", "percent accuracy (reported by authors)"), side("69", "percent accuracy")),
    "the name of a column is none": (side("30", "ms (named p50)", "image"), side("40", "ms", "image")),
    "nor is the unit itself": (side("30", "ms (reported as ms)", "image"), side("40", "ms", "image")),
    "nor one that was mended": (side("30", "GB (labelled GiB in the old version, fixed)"), side("28", "GiB")),
    "padding that is denied": (side("3.1", "perplexity", "token", padding=False), side("9.4", "perplexity", "real token")),
    "no padding": (side("3.1", "perplexity", "token (no padding)"), side("9.4", "perplexity", "real token")),
    "first run excluded": (side("30", "ms", "step, first run excluded"), side("20", "ms", "step after warm-up")),
    "after the first": (side("30", "ms", "step after the first iteration"), side("20", "ms", "step after warm-up")),
    "compilation apart": (side("10", "s", "epoch with compilation timed separately"), side("9", "s", "epoch, warmed")),
    "not cold": (side("10", "ms", "step", cold=False), side("8", "ms", "step, warmed")),
    "cold-start users": (side("10", "minutes", "cold-start user"), side("5", "minutes", "steady-state user")),
    "last batch kept": (side("0.4", "MSE", drop_last=False), side("0.5", "MSE", "all windows")),
    "outliers dropped": (side("0.4", "MSE", "window (outliers dropped)"), side("0.5", "MSE", "full horizon")),
    "local machine": (side("80", "ms", "step, local machine"), side("100", "ms", "step, total")),
    "localization": (side("80", "localization error"), side("100", "total error")),
    "flattened logits": (side("3.2", "loss (flattened logits)", "token"), side("3.4", "loss", "corpus")),
    "sample mean": (side("85.2", "percent accuracy", "sample mean"), side("83", "percent accuracy", "dataset")),
    "mean over samples": (side("85.2", "percent accuracy", "mean over samples"), side("83", "accuracy", "dataset")),
    "a share is no count": (side("85.2", "% accuracy", "evaluated sample"), side("84.9", "% accuracy", "unique sample")),
    "a subset scored": (side("4990", "images evaluated"), side("5010", "images in dataset")),
    "two views scored": (side("1000", "images evaluated (two views each)"), side("500", "images in dataset")),
    "data from -1 to 1": (side("30.0", "dB PSNR", "data range 2"), side("24.0", "dB PSNR", "data range 1")),
    "ten bits": (side("36.0", "dB PSNR", "peak 1023"), side("24.0", "dB PSNR", "peak 255")),
    "known is not own": (side("28.4", "BLEU", "known references"), side("27", "BLEU", "sacrebleu")),
    "fewer devices": (side("8", "GPUs used"), side("64", "GPUs required")),
    "less memory": (side("40", "GB used"), side("80", "GB required")),
    "a day and a session": (side("500", "requests", "24 h"), side("300", "requests", "session")),
    "a market of all hours": (side("2.10", "Sharpe", "24 h days (BTC)"), side("1.09", "Sharpe", "6.5 h sessions")),
    "mixed tasks": (side("300", "episode return", "mixed tasks"), side("200", "episode return", "consistent seeds")),
    "many cores": (side("250", "percent CPU utilization"), side("62", "percent CPU utilization")),
    "a rise above all": (side("120", "percent higher accuracy"), side("60", "percent higher accuracy")),
    "not these levels": (side("1.3", "percent increase", "16 -> 4 bit"), side("2.6", "percent increase", "16 -> 4 bit")),
    "rounded levels": (side("38.5", "percent higher", "61% -> 84%"), side("37.7", "percent higher", "61% -> 84%")),
    "cut off": (side("37", "percent higher", "61.0 -> 84.0"), side("37.7", "percent higher", "61.0 -> 84.0")),
    "days of a month": (side("1.5", "Sharpe", "12*21 periods/yr"), side("0.33", "Sharpe", "252/21 periods/yr")),
    "bars of a day": (side("15", "Sharpe", "252*78 periods/yr"), side("0.19231", "Sharpe", "252/78 periods/yr")),
    "near one": (side("1.2", "RMSE"), side("1.1", "RMSE")),
    "one digit": (side("0.1", "RMSE"), side("0.3", "RMSE")),
    "a square with a spread": (side("0.096", "MSE", note="std over seeds"), side("0.31", "MSE")),
    "a processor": (side("30", "ms", "image", device="CPU", sync=False), side("200", "ms", "image", sync=True)),
    "no need to wait": (side("10", "ms", "forward, sync not needed"), side("30", "ms", "synchronized")),
    "waited at the end": (side("10", "ms", "async copy, unsynced, synchronized at the end"), side("30", "ms", "synchronized")),
    "only a default": (side("3e-4", "learning rate (paper)"), side("1e-4", "learning rate (default)")),
    "frames and steps": (side("4", "environment steps (paper)"), side("16", "frames (config)")),
    "no difference": (side("12", "percent WER", "utterance mean"), side("12", "percent WER", "corpus")),
    "padding cannot slow": (side("20000", "tok/s", "padded"), side("50000", "tok/s", "real tokens")),
}  # fmt: skip


@pytest.mark.parametrize("name", INNOCENT)
def test_a_figure_that_may_be_right_is_not_convicted(name):
    for asserts in ("instead", "compared"):
        assert judge(*INNOCENT[name], asserts=asserts).outcome != "claim wrong"


def test_a_correction_that_takes_the_padding_out_the_wrong_way_is_not_endorsed():
    loss = side("1.5", "nats/token", "padded position", pad_fraction="0.5")
    for wrong in ("0.75", "3.0"):  # what the padding lost is not said, and so neither is endorsed
        assert judge(loss, side(wrong, "nats/token", "real token")).correction is None


def test_a_correction_per_something_else_is_not_endorsed():
    named = side("5", "ms (labelled s)", "image")
    assert judge(named, side("5", "ms", "image")).correction is True
    assert judge(named, side("5", "ms", "batch")).correction is None


def test_half_the_time_is_twice_as_fast_and_nothing_else():
    assert compared(side("50", "percent less time"), side("2.0", "times as fast")) == "false accusation"
    assert compared(side("50", "percent less time"), side("1.5", "times as fast")) != "false accusation"


def test_a_quantity_says_only_so_much():
    with pytest.raises(ValueError, match="at most"):
        judge({"value": "1", **{f"note_{i}": "x" for i in range(100)}}, side("1", "s"))


def test_no_convention_searches_a_long_text_over_and_over():
    """A gap of any length in a pattern that starts anywhere takes four times as long on twice the text."""
    for group in GROUPS:
        for convention in group.members:
            gaps = re.findall(r"\.\*", convention.words)
            assert not gaps or convention.words.startswith("^"), convention.label


@pytest.mark.parametrize(
    ("published", "against"),
    [
        (side("30", "dB PSNR", "peak 128"), side("24", "dB PSNR", "peak 0")),
        (side("30", "dB PSNR", "peak 0"), side("24", "dB PSNR", "peak 255")),
        (side("3", "Sharpe", "30*252*60 periods/yr"), side("1", "Sharpe", "252*60/0 periods/yr")),
        (side("3", "bars/yr", "24 h days"), side("1", "bars/yr", "0 h sessions")),
        (side("120", "percent MFU", "A100 peak 312 TFLOP/s"), side("30", "percent MFU", "peak 0 TFLOP/s")),
        (side("1e999", "s", "image"), side("5", "s", "image")),
        (side("9" * 300, "Zs", "image"), side("5", "qs", "image")),
    ],
)
def test_nothing_and_too_much_are_no_error(published, against):
    for asserts in ("instead", "compared", "nothing"):
        str(judge(published, against, asserts=asserts))
        str(judge(against, published, asserts=asserts))
