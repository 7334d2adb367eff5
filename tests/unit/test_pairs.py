"""Blinded ratings of pairs: what is read, what is refused, what the probes see, what follows."""

import contextlib
import json
import math
from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.arithmetic import exact_tests
from lakatos.model import LakatosError
from lakatos.rerun import pairs
from lakatos.rerun.pairs import Rating, Ratings, RatingsError

HEAD = "pair,side,rater,answer\n"


def made(answers, *, question="use", sides=None, rater="A", **options):
    sides = sides or ["left", "right"] * len(answers)
    rows = [
        Rating(f"p{i}", side, rater, answer, order=i + 1, **options)
        for i, (answer, side) in enumerate(zip(answers, sides))
    ]
    return Ratings(question, tuple(rows))


# Reading


def test_csv_and_json_say_the_same(tmp_path):
    rows = [
        {"pair": "1", "side": "left", "rater": "A", "answer": "right", "order": 1, "time_s": 2.5},
        {"pair": "2", "side": "right", "rater": "A", "answer": "both", "order": 2},
    ]
    (tmp_path / "r.json").write_text(json.dumps(rows))
    (tmp_path / "r.csv").write_text(
        "﻿pair,side,rater,answer,order,time_s\r\n1,left,A,right,1,2.5\r\n2,right,A,both,2,\r\n"
    )
    one, two = (pairs.read(tmp_path / name, question="use") for name in ("r.json", "r.csv"))
    assert one == two
    assert [r.outcome for r in one.rows] == ["reference", "both"]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["use", "preference"]), st.integers(1, 3))
def test_what_is_written_is_read_back(seed, question, raters):
    ratings = pairs.synthetic(12, seed=seed, question=question, raters=raters, repeats=4, lapse=0.3)
    assert pairs.parse_csv(pairs.to_csv(ratings), question=question) == ratings


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        (HEAD, "1 to"),
        ("pair,side,rater\n1,left,A\n", "lacks 'answer'"),
        ("pair,side,rater,answer,key\n1,left,A,both,x\n", "unknown 'key'"),
        ("pair,side,rater,answer,pair\n1,left,A,both,1\n", "twice 'pair'"),
        (HEAD + "1,left,A\n", "line 2 has 3 cells"),
        (HEAD + "1,middle,A,both\n", "line 2: pair 1: side is 'middle'"),
        (HEAD + "1,left,A,yes\n", "answer is 'yes'"),
        (HEAD + "1,left,A,tie\n", "no answer to the question of use"),
        (HEAD + "=cmd(),left,A,both\n", "pair is '=cmd"),
        (HEAD + "<b>,left,A,both\n", "pair is '<b>'"),
        (HEAD + "1,left,,both\n", "rater is ''"),
        (HEAD + "1,left,A,both\n1,right,A,both\n", "rates pair 1 2 times"),
        (HEAD + '1,left,A,"both\n', "not CSV"),
        (HEAD + "1,left,A,bo\0th\n", "null character"),
        ("pair,side,rater,answer,order\n1,left,A,both,0\n", "order is 0"),
        ("pair,side,rater,answer,order\n1,left,A,both,1.5\n", "whole number"),
        ("pair,side,rater,answer,order\n1,left,A,both,1\n2,left,A,both,1\n", "2 answers as number 1"),
        ("pair,side,rater,answer,time_s\n1,left,A,both,nan\n", "seconds as 2.75"),
        ("pair,side,rater,answer,time_s\n1,left,A,both,-1\n", "seconds as 2.75"),
        (HEAD + "synthetic-1,left,A,both\n", "never mixed"),
        (HEAD + "1,left,A,both\n2,left,synthetic-x,both\n", "never mixed"),
        (HEAD + "x" * 2_000_000, "bytes"),
    ],
)
def test_hostile_csv_is_refused_with_its_place(text, says):
    with pytest.raises(RatingsError, match=says.replace("(", r"\(")) as caught:
        pairs.parse_csv(text, question="use")
    assert isinstance(caught.value, LakatosError)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "need a list"),
        ("[1]", "entry 1 is a JSON int"),
        ("[" * 100_000, "not JSON"),
        ('[{"pair":"1","side":"left","rater":"A","answer":"both","pair":"2"}]', "'pair' twice"),
        ('[{"pair":"1","side":"left","rater":"A","answer":"both","time_s":NaN}]', "NaN is no number"),
        ('[{"pair":"1","side":"left","rater":"A","answer":"both","time_s":1e999}]', "time_s is inf"),
        ('[{"pair":"1","side":"left","rater":"A","answer":"both","time_s":1' + "0" * 400 + "}]", "time_s is 1000"),
        ('[{"pair":"1","side":"left","rater":"A","answer":"both","order":true}]', "order is True"),
        ('[{"pair":1,"side":"left","rater":"A","answer":"both"}]', "pair is 1"),
        ('[{"pair":"1","side":["left"],"rater":"A","answer":"both"}]', "side is"),
        ('[{"pair":"1","side":"left","rater":"A","answer":{}}]', "answer is"),
        ('[{"pair":"1","side":"left","rater":"A","answer":"both","__class__":"x"}]', "unknown '__class__'"),
        ("[" + "9" * 10_000 + "]", "JSON"),
        ("not json", "not JSON"),
    ],
)
def test_hostile_json_is_refused(text, says):
    with pytest.raises(RatingsError, match=says):
        pairs.parse_json(text, question="use")


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.text(max_size=80), st.binary(max_size=80)))
def test_whatever_is_in_a_file_nothing_but_a_ratings_error_comes_out(data):
    for parse in (pairs.parse_csv, pairs.parse_json):
        for prefix in ("", HEAD):
            text = prefix + data if isinstance(data, str) else prefix.encode() + data
            with contextlib.suppress(RatingsError):
                parse(text, question="preference")


def test_what_cannot_be_read_is_said(tmp_path):
    with pytest.raises(RatingsError, match="cannot be read"):
        pairs.read(tmp_path / "none.csv", question="use")
    (tmp_path / "r.txt").write_text("x")
    with pytest.raises(RatingsError, match="neither"):
        pairs.read(tmp_path / "r.txt", question="use")
    (tmp_path / "r.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(RatingsError, match="UTF-8"):
        pairs.read(tmp_path / "r.csv", question="use")
    with pytest.raises(RatingsError, match="the question is 'like'"):
        pairs.parse_csv(HEAD + "1,left,A,both\n", question="like")


# What follows


def test_the_sides_are_resolved_and_ties_are_not_counted():
    ratings = made(["left", "left", "right", "both", "neither"], sides=["left", "right", "right", "left", "left"])
    s = pairs.preference(ratings)
    assert (s.treated, s.reference, s.undecided) == (2, 1, 2)
    assert s.p == 1
    u = pairs.usable(ratings)
    assert (u.treated, u.reference) == (3, 2)


def test_a_preference_with_its_p_sigma_and_range():
    s = pairs.preference(made(["left"] * 9 + ["right"] + ["tie"] * 2, question="preference", sides=["left"] * 12))
    assert s.p == F(11, 512)
    assert s.sigma == pytest.approx(2.2995, abs=1e-3)
    # With the ties either way: 11 of 12 at best, 9 of 12 at worst.
    assert s.p_range == (F(2 * 13, 2**12), F(2 * 299, 2**12))
    assert s.detectable == exact_tests.least_detectable(10)


def test_a_preference_is_no_word_on_use():
    with pytest.raises(RatingsError, match="ask for use"):
        pairs.usable(made(["left"], question="preference"))


def test_several_raters_of_one_pair_have_one_vote():
    rows = [Rating("p", "left", r, a) for r, a in (("A", "left"), ("B", "left"), ("C", "right"))]
    rows += [Rating("q", "left", r, a) for r, a in (("A", "left"), ("B", "right"))]
    ratings = Ratings("use", tuple(rows))
    s, u = pairs.preference(ratings), pairs.usable(ratings)
    assert (s.treated, s.reference, s.undecided) == (1, 0, 1)
    assert (u.treated, u.reference, u.split) == (1, 0, (1, 1))


def test_a_repeat_counts_once_with_its_first_answer():
    rows = (
        Rating("p", "left", "A", "right", 2),
        Rating("p", "left", "A", "left", 1),
        Rating("q", "left", "A", "both", 3),
    )
    ratings = Ratings("use", rows)
    assert pairs.preference(ratings).treated == 1
    assert [(a.answer, b.answer) for a, b in ratings.repeats("A")] == [("left", "right")]


def test_the_tiniest_p_still_has_a_sigma():
    s = pairs.preference(made(["left"] * 2000, sides=["left"] * 2000))
    assert float(s.p) == 0.0
    assert 50 < s.sigma < 60
    assert "p < 1e-300" in str(pairs.assess(made(["left"] * 2000, sides=["left"] * 2000)))


def test_a_metric_is_held_against_the_choices():
    ratings = made(["left", "left", "right", "both"], sides=["left"] * 4)
    card = pairs.assess(ratings, metric={"p0": 1.0, "p1": -0.5, "p2": -2, "p3": 1})
    assert card.metric == (2, 3, 1)
    with pytest.raises(RatingsError, match="pair p0"):
        pairs.assess(ratings, metric={})
    with pytest.raises(RatingsError, match="finite"):
        pairs.assess(ratings, metric={f"p{i}": math.nan for i in range(4)})


# Whether the rater can be relied on


def alarms(ratings, **options):
    return {p.name for c in pairs.consistency(ratings, **options) for p in c.alarms}


@pytest.mark.parametrize(
    ("fault", "probe"),
    [
        ({"always_left": 0.5}, "position"),
        ({"sides": "left"}, "sides"),
        ({"sides": "alternate"}, "order of sides"),
        ({"lapse": 1.0, "repeats": 64}, "repeats"),
        ({"time_s": 0.1}, "too fast"),
    ],
)
def test_each_fault_is_seen_by_its_probe(fault, probe):
    assert probe in alarms(pairs.synthetic(128, seed=11, **fault))


def test_drift_is_seen():
    ratings = made(["left"] * 40 + ["right"] * 40, sides=["left"] * 80)
    assert "drift" in alarms(ratings)


def test_a_strong_preference_is_no_fault():
    """Even a rater who always prefers one image shows no position bias and no drift."""
    for seed in range(20):
        ratings = pairs.synthetic(128, seed=seed, question="preference", choose=1, prefer=1, lapse=0)
        assert pairs.preference(ratings).treated > 100
        assert not alarms(ratings) & {"position", "drift", "repeats", "too fast"}


def test_false_alarms_are_as_rare_as_promised():
    sets = [pairs.synthetic(64, seed=s, question="preference", choose=0.8, lapse=0.05, repeats=12) for s in range(300)]
    assert sum(bool(alarms(r)) for r in sets) <= 10  # at most 3 expected


def test_missing_and_unknown_pairs():
    ratings = made(["both", "both"])
    assert alarms(ratings, expected=["p0", "p1", "p2"]) == {"missing pairs"}
    with pytest.raises(RatingsError, match="not expected: p1"):
        pairs.consistency(ratings, expected=["p0"])


def test_nothing_to_test_with_is_no_alarm_and_says_so():
    ratings = Ratings("use", (Rating("p", "left", "A", "both"),))
    (found,) = pairs.consistency(ratings)
    assert not found.alarms
    assert found.kappa is None
    says = {p.name: p.says for p in found.probes}
    assert says["drift"] == "not every answer has an order"
    assert says["too fast"] == "no times were taken"
    assert says["repeats"] == "no pair was shown again"
    assert "resolves nothing" in str(pairs.assess(ratings))


def test_every_test_names_its_null():
    for rater in pairs.consistency(pairs.synthetic(32, seed=1, raters=2)):
        for probe in rater.probes:
            assert bool(probe.null) or probe.p is None


# Agreement


def test_krippendorffs_own_example():
    rows = ["1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3", ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."]
    units = [[x for x in unit if x != "."] for unit in zip(*(row.split() for row in rows))]
    assert float(pairs.krippendorff_alpha(units)) == pytest.approx(0.743, abs=5e-4)


def test_agreement_is_undefined_where_everybody_says_the_same():
    rows = tuple(Rating(f"p{i}", "left", r, "both") for i in range(5) for r in "AB")
    a = pairs.agreement(Ratings("use", rows))
    assert (a.shared, a.unanimous, a.alpha, a.interval) == (5, 5, None, None)
    assert pairs.agreement(Ratings("use", rows[:1])) is None
    assert "undefined" in str(pairs.assess(Ratings("use", rows)))


def test_the_interval_of_alpha_covers_it():
    a = pairs.agreement(pairs.synthetic(128, seed=2, raters=3, ruined=0.3, lapse=0.1))
    assert a.interval[0] < a.alpha < a.interval[1]
    assert a == pairs.agreement(pairs.synthetic(128, seed=2, raters=3, ruined=0.3, lapse=0.1))


# Made-up ratings


def test_made_up_ratings_say_so_everywhere():
    ratings = pairs.synthetic(16, seed=1, repeats=2)
    assert ratings.synthetic
    assert str(pairs.assess(ratings)).startswith("SYNTHETIC")
    assert all(line.startswith("synthetic-") for line in pairs.to_csv(ratings).splitlines()[1:])
    assert not made(["both"]).synthetic


def test_made_up_ratings_have_the_properties_asked_for():
    ratings = pairs.synthetic(4000, seed=3, ruined=0.2, sound=1.0, lapse=0, repeats=400)
    u = pairs.usable(ratings)
    assert u.interval[0] < F(4, 5) < u.interval[1]
    assert u.reference == 4000
    repeats = ratings.repeats("synthetic-rater-1")
    assert all(a.outcome == b.outcome for a, b in repeats)
    assert sum(a.side != b.side for a, b in repeats) == 200
    assert ratings == pairs.synthetic(4000, seed=3, ruined=0.2, sound=1.0, lapse=0, repeats=400)


@pytest.mark.parametrize("bad", [{"ruined": 2}, {"pairs": 0}, {"repeats": 200}, {"raters": 0}, {"time_s": 0}])
def test_impossible_sets_are_refused(bad):
    with pytest.raises(RatingsError):
        pairs.synthetic(**{"pairs": 128, "seed": 1, **bad})


# Averages


def test_the_distance_is_that_of_the_moments_and_falls_as_the_square():
    # By hand: half moved by 2, so mean 1 and variance 1 + 1/4 * 4 = 2.
    assert pairs.frechet_squared(0.5, shift=2) == pytest.approx(1 + (math.sqrt(2) - 1) ** 2)
    assert pairs.frechet_squared(0, shift=5) == 0
    small = pairs.frechet_squared(1e-4, shift=2, spread=0.5)
    import sympy as sp

    d, w = sp.symbols("d w", nonnegative=True)
    limit = float(pairs.leading_coefficient().subs({d: 2, w: sp.Rational(1, 2)}))
    assert small / 1e-8 == pytest.approx(limit, rel=1e-2)
    with pytest.raises(ValueError):
        pairs.frechet_squared(2, shift=1)
    with pytest.raises(ValueError):
        pairs.chance_to_see("2", pairs=1)


def test_a_rating_is_frozen():
    row = Rating("p", "left", "A", "both")
    with pytest.raises(AttributeError):
        row.answer = "left"
    assert replace(row, answer="left").outcome == "treated"
