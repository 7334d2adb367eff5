"""The audit of tables: what is inconsistent is said with its place, what is missing is asked, nobody is accused."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.measure import audit, beside, draft_sidecar, reported
from lakatos.measure.tables.cells import read_cell
from lakatos.measure.tables.headings import heading
from lakatos.measure.tables.sidecar import read_sidecar, sidecar_from
from lakatos.tables import TableError


def told(found):
    """What is inconsistent, as (place, column)."""
    return [(slip.at, slip.column) for slip in found.slips]


def facts(found):
    """What is asked, as (column, missing fact)."""
    return {(question.column, question.fact) for question in found.questions}


def passed(found):
    return {(fine.column, fine.check): fine.cells for fine in found.fine}


# --- cells and headers


@pytest.mark.parametrize(
    ("text", "value", "resolution", "unit", "error", "bracket"),
    [
        ("71.20", F("71.2"), F(1, 100), "", None, ""),
        ("71.2 ± 0.4", F("71.2"), F(1, 10), "", F("0.4"), ""),
        ("71.2+/-0.4%", F("71.2"), F(1, 10), "%", F("0.4"), ""),
        ("(71.2 ± 0.4)%", F("71.2"), F(1, 10), "%", F("0.4"), ""),
        ("71.2%", F("71.2"), F(1, 10), "%", None, ""),
        ("12.3 (0.4)", F("12.3"), F(1, 10), "", None, "0.4"),
        ("0.389(44)", F("0.389"), F(1, 1000), "", None, "44"),
        ("1,234", F(1234), F(1), "", None, ""),
        ("−3.5", F("-3.5"), F(1, 10), "", None, ""),
        ("71.2*†", F("71.2"), F(1, 10), "", None, ""),
        ("3.2 ms/token", F("3.2"), F(1, 10), "ms", None, ""),
        ("7B", F(7), F(1), "B", None, ""),
        ("1e-3", F(1, 1000), F(1, 1000), "", None, ""),
    ],
)
def test_a_cell_is_read_as_printed(text, value, resolution, unit, error, bracket):
    cell = read_cell(text)
    assert (cell.value.value, cell.value.resolution, cell.value.unit) == (value, resolution, unit)
    assert (cell.spread and cell.spread.value.value, cell.bracket) == (error, bracket)


@pytest.mark.parametrize(
    "text",
    ["", "-", "—", "n/a", "NaN", "inf", "abc", "2024-01-02", "1 234", "3/5", "~71", "<0.1", "12:30", "1,23", "1_000",
     "1e999", "9" * 200, "71.2 ± 0.4 ± 0.1", "~~71.2~~", "\x1b[31m71"],
)  # fmt: skip
def test_what_is_no_figure_of_its_own_is_not_read(text):
    assert read_cell(text) is None


@pytest.mark.parametrize(
    ("text", "keeps", "resolution"),
    [
        ("0.3888888888888889", 0, F(1, 10**14)),
        ("0.7329999804496765", 0, F(1, 10**6)),
        ("0.7333333492", 0, F(1, 10**10)),
        ("0.38888893", 6, F(1, 10**6)),
        ("0.5", 14, F(1, 10)),
    ],
)
def test_digits_that_only_a_float_has_are_not_taken_for_rounding(text, keeps, resolution):
    assert read_cell(text, keeps).value.resolution == resolution


@pytest.mark.parametrize(
    ("text", "unit", "per"),
    [
        ("Acc (%)", "%", None), ("latency [ms/token]", "ms", "token"), ("params (M)", "M", None), ("Time, s", "s", None),
        ("loss in nats per token", "nats", "token"), ("% correct", "%", None), ("Acc (dev)", "", None),
        ("acc,none", "", None), ("BLEU", "", None), ("Throughput (tok/s)", "tok", "s"), ("A (b) (ms)", "ms", None),
    ],
)  # fmt: skip
def test_a_header_says_its_unit_only_if_it_is_one(text, unit, per):
    assert (heading(text).unit, heading(text).per) == (unit, per)


# --- shares, means, counts


def test_a_share_that_is_no_count_of_its_n_is_named_with_its_move():
    found = audit(
        {"model": ["a", "b", "c"], "Acc (%)": ["73.37", "73.50", "73.5"], "N": ["200", "200", "1000"]},
        sidecar={"columns": {"Acc (%)": {"kind": "share", "n": "N"}}},
    )
    assert found.answer == "inconsistent"
    assert told(found) == [("row 1", "Acc (%)")]
    assert (found.slips[0].key, found.slips[0].text, found.slips[0].move) == ("a", "73.37", F("0.13"))
    # At N = 1000 every number with one decimal is some count: nothing is said by passing.
    assert passed(found) == {("Acc (%)", "share of a count"): 1}
    assert ("Acc (%)", "power") in facts(found)


def test_what_has_no_n_is_asked_and_the_n_that_fits_is_named():
    found = audit({"model": ["a", "b", "c"], "Acc (%)": ["71.95", "67.07", "53.66"]})
    assert found.answer == "unanswerable"
    (question,) = found.questions
    assert question.fact == "N"
    assert "164" in question.asks


def test_a_whole_column_of_another_n_names_the_n():
    values = [f"{100 * k / 1312:.2f}" for k in (700, 811, 933, 1001)]
    found = audit({"Acc (%)": values}, sidecar={"columns": {"Acc (%)": {"kind": "share", "n": 1319}}})
    assert len(found.slips) >= 2
    assert any("1,312" in q.asks for q in found.questions if q.fact == "N")


def test_seeds_widen_what_is_possible_and_an_error_beside_a_share_asks_for_them():
    declared = {"kind": "share", "n": 200}
    table = {"acc": ["73.37%", "73.50%"]}
    assert told(audit(table, sidecar={"columns": {"acc": declared}})) == [("row 1", "acc")]
    assert not audit(table, sidecar={"columns": {"acc": {**declared, "seeds": 50}}}).slips
    spread = {"acc": ["73.37 ± 0.41%", "73.50 ± 0.40%"]}
    found = audit(spread, sidecar={"columns": {"acc": declared}})
    assert not found.slips
    assert {("acc", "seeds"), ("acc", "error")} <= facts(found)
    assert told(audit(spread, sidecar={"columns": {"acc": {**declared, "seeds": 1}}})) == [("row 1", "acc")]


def test_lost_zeros_come_back_by_the_declared_precision():
    table = {"acc": [0.7337, 0.7, 0.735], "n": [200, 200, 200]}
    declared = {"kind": "share", "n": "n", "unit": ""}
    found = audit(table, sidecar={"columns": {"acc": declared}})
    assert told(found) == [("row 1", "acc")]
    assert ("acc", "power") in facts(found)
    found = audit(table, sidecar={"columns": {"acc": {**declared, "precision": 4}}})
    assert told(found) == [("row 1", "acc")]
    assert passed(found)["acc", "share of a count"] == 2
    assert any("lost" in note for note in found.notes)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16])
def test_no_float_of_any_size_convicts_a_true_count(kind):
    rng = np.random.default_rng(0)
    n = rng.integers(3, 3000, 300)
    share = (rng.binomial(n, 0.6) / n).astype(kind)
    table = {"acc": share, "text": [repr(float(x)) for x in share], "n": n}
    declared = {"kind": "share", "n": "n", "unit": ""}
    assert not audit({k: table[k] for k in ("acc", "n")}, sidecar={"columns": {"acc": declared}}).slips
    if kind != np.float16:
        assert not audit({k: table[k] for k in ("text", "n")}, sidecar={"columns": {"text": declared}}).slips


def test_means_need_their_steps_and_their_number():
    table = {"score": ["3.48", "3.45"], "n": ["20", "20"]}
    assert ("score", "step") in facts(audit(table, sidecar={"columns": {"score": {"kind": "mean"}}}))
    assert ("score", "N") in facts(audit(table, sidecar={"columns": {"score": {"kind": "mean", "step": 1}}}))
    found = audit(table, sidecar={"columns": {"score": {"kind": "mean", "step": 1, "n": "n", "limits": [1, 5]}}})
    assert told(found) == [("row 1", "score")]


def test_counts_are_whole_and_limits_are_kept():
    found = audit(
        {"n": ["3", "2.5", "-1", "4.0"], "MFU (%)": ["54", "104", "99.9", "100.0"], "t": ["0", "1", "2", "9"]},
        sidecar={"columns": {"n": {"kind": "count"}, "t": {"kind": "other", "limits": [0, 5]}}},
    )
    assert told(found) == [("row 2", "n"), ("row 3", "n"), ("row 2", "MFU (%)"), ("row 4", "t")]
    assert found.slips[2].move == 4


def test_signs_and_commas_among_shares_are_asked_not_convicted():
    found = audit(
        {"acc": ["71.0", "-1.5", "71,234"]}, sidecar={"columns": {"acc": {"kind": "share", "n": 200, "unit": "%"}}}
    )
    assert not found.slips
    assert ("acc", "number") in facts(found)


@pytest.mark.parametrize(
    ("header", "cells", "rows"),
    [("Acc (%)", ["0.7337", "0.7"], 2), ("acc", ["73.5", "0.7337"], 1), ("acc", ["0.7350", "73.37%"], 1)],
)
def test_percentages_and_fractions_are_not_mixed_up_but_asked(header, cells, rows):
    found = audit({header: cells}, sidecar={"columns": {header: {"kind": "share", "n": 200}}})
    (question,) = [q for q in found.questions if q.fact == "unit"]
    assert question.cells == rows
    assert all("%" in slip.text for slip in found.slips)


def test_what_has_no_power_is_one_question_however_many_n():
    table = {"acc": [f"{50 + i / 10:.1f}" for i in range(20)], "n": [str(5000 + i) for i in range(20)]}
    found = audit(table, sidecar={"columns": {"acc": {"kind": "share", "n": "n", "unit": "%"}}})
    (question,) = [q for q in found.questions if q.fact == "power"]
    assert question.cells == 20


# --- errors and brackets


def test_a_standard_error_is_held_against_its_n_and_reveals_it():
    table = {"task": ["logic", "aging"], "acc": ["0.3889", "0.6188"], "se": ["0.0436", "0.0426"]}
    error = {"kind": "error", "of": "acc", "formula": "binomial n-1"}
    found = audit(table, sidecar={"columns": {"acc": {"kind": "share"}, "se": error}})
    assert any("126" in q.asks for q in found.questions if q.column == "se")
    table["n"] = ["126", "223"]
    found = audit(table, sidecar={"columns": {"acc": {"kind": "share", "n": "n"}, "se": error}})
    assert told(found) == [("row 2", "se")]


def test_errors_printed_as_fractions_beside_percentages_are_asked():
    table = {"Acc (%)": ["71.27", "70.05"], "se": ["0.0125", "0.0126"]}
    columns = {"Acc (%)": {"kind": "share", "n": 1319}, "se": {"kind": "error", "of": "Acc (%)", "formula": "binomial"}}
    found = audit(table, sidecar={"columns": columns})
    assert not found.slips
    assert ("se", "unit") in facts(found)
    columns["se"]["unit"] = ""
    assert passed(audit(table, sidecar={"columns": columns}))["se", "binomial standard error"] == 2


@pytest.mark.parametrize(
    ("cell", "brackets", "at"),
    [
        ("73.5% (147)", "count", []),
        ("73.5% (148)", "count", ["acc"]),
        ("73.5 (3.1)", "error", []),
        ("73.5(31)", "digits", []),
        ("73.5 (1.3)", "error", ["acc"]),
        ("73.5 (anything)", "ignore", []),
    ],
)
def test_brackets_are_what_is_declared_of_them(cell, brackets, at):
    column = {"kind": "share", "n": 200, "unit": "%", "brackets": brackets, "formula": "binomial"}
    found = audit({"acc": [cell]}, sidecar={"columns": {"acc": column}})
    assert [slip.column for slip in found.slips] == at
    del column["brackets"]
    assert ("acc", "brackets") in facts(audit({"acc": [cell]}, sidecar={"columns": {"acc": column}}))


HARNESS = (
    '{"results": {"a": {"acc,none": %s, "acc_stderr,none": %s, "alias": "a"}}, "n-samples": {"a": {"effective": %d}}}'
)


@pytest.mark.parametrize(("scored", "answer"), [(126, "consistent"), (128, "inconsistent")])
def test_a_harness_file_declares_itself(tmp_path, scored, answer):
    p = 49 / 126
    (tmp_path / "r.json").write_text(HARNESS % (p, math.sqrt(p * (1 - p) / 125), scored))
    assert audit(tmp_path / "r.json").answer == answer


HARNESS_TABLE = """|Tasks|Version|Filter|n-shot|Metric|   |Value |   |Stderr|
|-----|------:|------|-----:|------|---|-----:|---|-----:|
|logic|      1|none  |     0|acc   |↑  |0.3889|±  |0.0436|
"""


def test_the_table_that_a_harness_prints_reveals_its_n(tmp_path):
    (tmp_path / "r.md").write_text(HARNESS_TABLE)
    (question,) = [q for q in audit(tmp_path / "r.md").questions if q.column == "Stderr"]
    assert question.asks.endswith("0.3889 ± 0.0436 is that of 126")
    beside(tmp_path / "r.md").write_text(
        'columns.Value = {kind = "share", n = 128}\ncolumns.Stderr = {kind = "error", of = "Value", formula = "binomial"}\n'
    )
    assert {slip.column for slip in audit(tmp_path / "r.md").slips} <= {"Value", "Stderr"}
    assert audit(tmp_path / "r.md").answer == "inconsistent"


# --- relations


RELATED = {
    "a": ["15.35", "20.00", "12.0"],
    "b": ["4.02", "5.00", "4.0"],
    "ratio": ["3.82x", "4.00x", "2.0x"],
    "change": ["-73.8%", "-75.0%", "-60%"],
    "less": ["11.33", "15.00", "8.5"],
    "sum": ["19.37", "25.0", "15.0"],
    "mean": ["9.69", "12.5", "8.2"],
}


@pytest.mark.parametrize(
    ("column", "kind"),
    [("ratio", "ratio"), ("change", "change"), ("less", "difference"), ("sum", "sum"), ("mean", "average")],
)
def test_columns_are_what_the_columns_beside_them_make(column, kind):
    found = audit(RELATED, sidecar={"columns": {column: {"kind": kind, "of": ["a", "b"]}}})
    assert told(found) == [("row 3", column)]
    assert passed(found)[column, kind] == 2
    assert found.slips[0].move > 0


def test_a_ratio_declared_the_wrong_way_round_is_a_question_about_the_sidecar():
    found = audit(
        {key: RELATED[key][:2] for key in RELATED}, sidecar={"columns": {"ratio": {"kind": "ratio", "of": ["b", "a"]}}}
    )
    assert not found.slips
    assert ("ratio", "of") in facts(found)


def test_the_columns_of_a_ratio_are_looked_for():
    rows = 6
    a, b = [f"{10 + 3.1 * i:.2f}" for i in range(rows)], [f"{3 + 0.7 * i * i:.2f}" for i in range(rows)]
    good = [f"{float(x) / float(y):.2f}x" for x, y in zip(a, b)]
    named = audit({"a (s)": a, "b (s)": b, "speedup": good})
    assert any("a (s) / b (s)? That fits in every row" in q.asks for q in named.questions)
    bad = [*good[:4], "9.99x", good[5]]
    named = audit({"a (s)": a, "b (s)": b, "speedup": bad})
    assert not named.slips
    assert any(q.fact == "of" and q.at == ("row 5",) for q in named.questions)
    none = audit(
        {"a": a, "b": b, "r": [f"{17.3 + i}x" for i in range(rows)]}, sidecar={"columns": {"r": {"kind": "ratio"}}}
    )
    assert told(none) == [("", "r")]
    # To a row of its own: the baseline's.
    own = audit({"a (s)": a, "speedup": [f"{float(a[0]) / float(x):.2f}x" for x in a]})
    assert any("reference" in q.asks or "1 / a (s)" in q.asks for q in own.questions)


def test_different_units_are_not_divided():
    found = audit(
        {"a (s)": ["3.0"], "b (ms)": ["4.0"], "r": ["0.75"]},
        sidecar={"columns": {"r": {"kind": "ratio", "of": ["a (s)", "b (ms)"]}}},
    )
    assert not found.slips
    assert ("r", "unit") in facts(found)


# --- contradictions


TWICE = {"model": ["a", "b", "a"], "acc": ["71.2%", "70.1%", "73.4%"]}


def test_the_same_row_twice_with_different_numbers():
    assert told(audit(TWICE, sidecar={"key": ["model"]})) == [("row 3", "acc")]
    # Without a declared key they may be repeated runs.
    asked = audit(TWICE)
    assert not asked.slips
    assert ("acc", "key") in facts(asked)
    sizes = {"model": ["a", "a"], "size": ["7B", "13B"], "acc": ["71.2%", "73.4%"]}
    assert ("acc", "key") not in facts(audit(sizes))
    same = {"model": ["a", "a"], "acc": ["71.2%", "71.23%"]}
    assert not audit(same, sidecar={"key": ["model"]}).slips


def test_copied_columns_are_asked_and_convicted_where_they_are_independent():
    one = ["71.23", "73.41", "69.98", "65.07", "70.72"]
    table = {"model": list("abcde"), "seed 0": one, "seed 1": ["70.1", "73.0", "70.2", "66.1", "68.4"], "seed 2": one}
    found = audit(table)
    assert not found.slips
    assert ("seed 2", "copy") in facts(found)
    assert told(audit(table, sidecar={"independent": ["seed 0", "seed 1", "seed 2"]})) == [("", "seed 2")]


# --- what nobody said


def test_a_time_without_its_per_is_asked():
    assert ("latency (ms)", "per") in facts(audit({"latency (ms)": ["4.1", "5.2"]}))
    assert ("latency", "per") not in facts(audit({"latency": ["4.1 ms/token", "5.2 ms/token"]}))


def test_several_units_and_unread_cells_are_asked():
    found = audit({"t": ["4.1 ms", "5.2 s", "about 3", "4.4 ms"]})
    assert {("t", "unit"), ("t", "number")} <= facts(found)


def test_headers_that_come_twice_are_told_apart(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("m,Acc (%),Acc (%),\na,71.2,104.0,x\n")
    found = audit(path)
    assert told(found) == [("line 2", "Acc (%) #2")]
    assert any("Acc (%) #2" in note for note in found.notes)


def test_tables_of_one_file_are_declared_by_number_and_title(tmp_path):
    path = tmp_path / "x.md"
    table = "| m | Acc (%) |\n|---|---|\n| a | 73.37 |\n"
    path.write_text(f"# One\n\n{table}\n# Two\n\n{table}")
    beside(path).write_text(
        'columns."Acc (%)" = {kind = "share", n = 10000}\n[tables.2.columns."Acc (%)"]\nkind = "share"\nn = 200\n'
    )
    assert [(s.table, s.at) for s in audit(path).slips] == [("Two", "line 11")]
    beside(path).write_text('[tables.One.columns."Acc (%)"]\nkind = "share"\nn = 200\n')
    assert [s.table for s in audit(path).slips] == ["One"]
    beside(path).write_text("[tables.Ones]\n")
    with pytest.raises(TableError, match="did you mean 'One'"):
        audit(path)


# --- sidecars


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[columns.acc]\nkind = \n", r"line 2, column 8\): 'kind ='"),
        ('[columns.acc]\nkinf = "share"\n', "no key 'kinf'; did you mean 'kind'"),
        ('[columns.acc]\nkind = "shar"\n', "no value 'shar'; did you mean 'share'"),
        ("colums = 1\n", "no key 'colums'; did you mean 'columns'"),
        ("columns = 1\n", "must be tables"),
        ("columns.acc = 1\n", "must be a table of keys, got 1"),
        ("[columns.Acc]\n", "no column 'Acc'; did you mean 'acc'"),
        ("columns.acc.n = 0\n", "whole number from 1"),
        ("columns.acc.n = true\n", "whole number from 1 to .*, got True"),
        ("columns.acc.n = 1.5\n", "got 3/2"),
        ('columns.acc.n = "N"\n', "no column 'N'; did you mean 'n'"),
        ("columns.acc.limits = [1]\n", r"such as \[0, 100\]"),
        ("columns.acc.limits = [2, 1]\n", "the least value first"),
        ("columns.acc.limits = [nan, 1]\n", "no TOML"),
        ("columns.acc.limits = [1e99999, 1]\n", "no TOML"),
        ("columns.acc.step = 0\n", "above 0"),
        ("columns.acc.precision = 99\n", "0 to 15"),
        ('columns.acc = {kind = "ratio", of = ["n"]}\n', "made of 2 columns"),
        ('columns.acc = {kind = "share", of = ["n"]}\n', "made of no columns"),
        ('columns.acc = {kind = "error"}\n', "made of 1 columns|made of 1"),
        ('columns.acc = {kind = "ratio", of = ["n", "m"]}\n', "no column 'm'"),
        ('key = ["modle"]\n', "no column 'modle'; did you mean 'model'"),
        ('rounding = "half"\n', "no value 'half'"),
        ("a = " + "[" * 5000, "nested|no TOML"),
        ('columns.acc.unit = "' + "x" * 300 + '"\n', "must be a text"),
    ],
)
def test_a_wrong_sidecar_is_refused_with_the_mend(tmp_path, text, says):
    path = tmp_path / "x.csv"
    path.write_text("model,acc,n\na,71.2,200\n")
    beside(path).write_text(text)
    with pytest.raises(TableError, match=says):
        audit(path)


def test_plain_data_and_a_file_are_the_same_sidecar(tmp_path):
    (tmp_path / "x.toml").write_text('key = "m"\n[columns.a]\nkind = "mean"\nstep = 0.5\nlimits = [0, ""]\n')
    read = read_sidecar(tmp_path / "x.toml")
    given = sidecar_from({"key": ["m"], "columns": {"a": {"kind": "mean", "step": F(1, 2), "limits": [0, ""]}}})
    assert read.everywhere == given.everywhere


NAMES = st.text(min_size=1, max_size=12).filter(lambda name: name.strip() == name)


@settings(max_examples=60, deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=4, unique=True))
def test_a_draft_reads_back_whatever_the_columns_are_called(tmp_path_factory, names):
    table = {name: ["71.2%", "0.5"] for name in names}
    path = tmp_path_factory.getbasetemp() / "draft.toml"
    path.write_bytes(draft_sidecar(table).encode("utf-8", "replace"))
    if not any("\ud800" <= c <= "\udfff" for name in names for c in name):
        audit(table, sidecar=path)


def test_a_draft_does_not_choose_between_units():
    draft = draft_sidecar({"score": ["0.953", "95.3%", "0.91"], "speed (Mbps)": ["12", "13", "14"]})
    score, speed = draft.split('[columns."score"]')[1].split('[columns."speed (Mbps)"]')
    assert '\nunit = "' not in score
    assert 'unit = "Mbps"' in speed


def test_a_number_beyond_measure_is_asked_about_and_ends_nothing():
    for text in ("0.001e-99", "9" * 60 + "e99", "1e400"):
        found = audit({"acc (%)": ["71.2", "73.4", text], "name": ["a", "b", "c"]})
        assert ("acc (%)", "number") in facts(found)


def test_a_draft_convicts_nobody(tmp_path):
    table = {**RELATED, "Acc (%)": ["71.2", "70.1", "99.99"], "stderr": ["1.1", "2.2", "3.3"], "N": ["5", "6", "7"]}
    path = tmp_path / "draft.toml"
    path.write_text(draft_sidecar(table))
    assert not audit(table, sidecar=path).slips
    assert '# n = "N"' in path.read_text()


# --- laws


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 2000), st.integers(0, 3), st.data())
def test_true_counts_are_never_accused_however_they_were_cut(n, decimals, data):
    counts = data.draw(st.lists(st.integers(0, n), min_size=1, max_size=5))
    step = F(1, 10**decimals)
    cut = data.draw(st.booleans())
    cells = []
    for count in counts:
        steps = F(100 * count, n) / step
        cells.append(f"{float((math.floor(steps) if cut else round(steps)) * step):.{decimals}f}")
    found = audit({"acc": cells}, sidecar={"columns": {"acc": {"kind": "share", "n": n, "unit": "%"}}})
    assert not found.slips


POSITIVE = st.integers(100, 99_999).map(lambda n: F(n, 100))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(POSITIVE, POSITIVE), min_size=1, max_size=5), st.integers(0, 3))
def test_true_relations_are_never_accused(pairs, decimals):
    """The parts are exact; what is made of them is rounded."""

    def rounded(value):
        return f"{float(round(value, decimals)):.{decimals}f}"

    table = {
        "a": [f"{float(a):.2f}" for a, _ in pairs],
        "b": [f"{float(b):.2f}" for _, b in pairs],
        "ratio": [rounded(a / b) for a, b in pairs],
        "change": [rounded(100 * (b - a) / a) + "%" for a, b in pairs],
        "difference": [rounded(a - b) for a, b in pairs],
        "sum": [rounded(a + b) for a, b in pairs],
        "average": [rounded((a + b) / 2) for a, b in pairs],
    }
    columns = {kind: {"kind": kind, "of": ["a", "b"]} for kind in table if kind not in "ab"}
    assert not audit(table, sidecar={"columns": columns}).slips


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(30, 3000), min_size=2, max_size=6), st.data())
def test_the_quick_look_says_what_the_exact_one_says(sizes, data):
    """With a declared rounding no float is trusted: whatever passes there passes where floats sort out most."""
    counts = [data.draw(st.integers(1, n - 1)) for n in sizes]
    table = {
        "acc": [f"{100 * k / n:.2f}" for k, n in zip(counts, sizes)],
        "se": [f"{100 * math.sqrt(k * (n - k) / n**2 / (n - 1)):.2f}" for k, n in zip(counts, sizes)],
        "n": [str(n) for n in sizes],
    }
    columns = {
        "acc": {"kind": "share", "n": "n", "unit": "%"},
        "se": {"kind": "error", "of": "acc", "formula": "binomial n-1"},
    }
    assert not audit(table, sidecar={"columns": columns}).slips


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_any_cell_is_a_number_or_none(text):
    cell = read_cell(text)
    if cell is not None:
        assert cell.value.resolution > 0
        assert cell.number == pytest.approx(float(cell.value.value), rel=1e-9, abs=1e-300)
        assert reported(cell.value.text).value == cell.value.value


# --- how it shows itself


def test_the_text_the_page_and_the_data_say_the_same_and_are_harmless():
    found = audit(
        {"<b>m</b>": ["<script>x</script>\x1b[2J"], "acc": ["73.37%"]},
        sidecar={"columns": {"acc": {"kind": "share", "n": 200}}},
    )
    text, page = str(found), found._repr_html_()
    assert "\x1b" not in text
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert found.told()["slips"][0]["move"] == "13/100"
    assert found.told()["answer"] == "inconsistent"
    assert repr(found) == text


def test_many_slips_are_counted_and_not_all_written_out():
    values = [f"{i / 100:.2f}" for i in range(1, 10_000, 3)]
    found = audit({"acc": values}, sidecar={"columns": {"acc": {"kind": "share", "n": 7, "unit": "%"}}})
    assert len(found.slips) == 300
    assert found.untold > 2000
    assert "more" in str(found)


def test_a_difference_declared_the_other_way_round_is_asked_not_accused():
    table = {"base": ["71.2", "69.9", "65.0"], "ours": ["73.4", "70.4", "66.1"], "gain": ["2.2", "0.5", "1.1"]}
    for of in (["base", "ours"], ["ours", "base"]):
        found = audit(table, sidecar={"columns": {"gain": {"kind": "difference", "of": of}}})
        assert not found.slips
        assert any("ours - base, the other way round" in q.asks for q in found.questions) == (of[0] == "base")
    wrong = {**table, "gain": ["2.2", "0.5", "3.1"]}
    found = audit(wrong, sidecar={"columns": {"gain": {"kind": "difference", "of": ["ours", "base"]}}})
    assert [slip.text for slip in found.slips] == ["3.1"]


def test_a_times_sign_is_an_x():
    found = audit({"speedup": ["1.0x", "0.51×", "1.02 x"]}, sidecar={"columns": {"speedup": {"kind": "other"}}})
    assert not [q for q in found.questions if q.fact == "unit"]
