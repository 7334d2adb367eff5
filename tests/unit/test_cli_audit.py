"""The audit verb: exit codes, JSON, drafts that replace nothing, and hostile files."""

import json

import pytest

TABLE = """model,Acc (%),Stderr,n,base (ms/token),ours (ms/token),speedup
a,71.27,1.25,1319,15.35,4.02,3.82x
b,73.37,1.22,1319,20.00,5.00,4.00x
"""
SIDECAR = """key = ["model"]
[columns."Acc (%)"]
kind = "share"
n = "n"
[columns.Stderr]
kind = "error"
of = "Acc (%)"
formula = "binomial"
[columns.speedup]
kind = "ratio"
of = ["base (ms/token)", "ours (ms/token)"]
"""


@pytest.fixture
def table(tmp_path):
    (tmp_path / "r.csv").write_text(TABLE)
    (tmp_path / "r.csv.toml").write_text(SIDECAR)
    return tmp_path


def test_what_is_inconsistent_is_told_with_its_place_and_exit_1(lakatos, table):
    done = lakatos("audit", "r.csv", cwd=table)
    assert done.code == 1, done.err
    assert "line 3" in done.out
    assert "73.37% is no count out of 1,319" in done.out
    assert "to move 0.01" in done.out


def test_json_is_json_and_nothing_else(lakatos, table):
    done = lakatos("audit", "r.csv", "--json", cwd=table)
    told = json.loads(done.out)
    assert done.code == 1
    assert told["answer"] == "inconsistent"
    (slip,) = told["slips"]
    assert (slip["at"], slip["column"], slip["text"], slip["move"]) == ("line 3", "Acc (%)", "73.37", "1/100")
    assert {"speedup", "Stderr", "Acc (%)"} == {fine["column"] for fine in told["fine"]}
    assert told["sidecar"].endswith("r.csv.toml")


def test_exit_0_where_nothing_is_inconsistent_and_3_where_nothing_can_be_answered(lakatos, table):
    (table / "r.csv").write_text(TABLE.replace("73.37", "73.39"))
    assert lakatos("audit", "r.csv", cwd=table).code == 0
    (table / "r.csv.toml").unlink()
    done = lakatos("audit", "r.csv", cwd=table)
    assert done.code == 3
    assert "a share of how many items?" in done.out


def test_another_sidecar_is_named(lakatos, table):
    (table / "other.toml").write_text('columns."Acc (%)" = {kind = "share", n = 100000}\n')
    assert lakatos("audit", "r.csv", "--sidecar", "other.toml", cwd=table).code == 3


def test_init_drafts_a_sidecar_and_replaces_none(lakatos, table):
    done = lakatos("audit", "r.csv", "--init", cwd=table)
    assert done.code == 2
    assert "exists; it is not replaced" in done.err
    assert (table / "r.csv.toml").read_text() == SIDECAR
    (table / "r.csv.toml").unlink()
    done = lakatos("audit", "r.csv", "--init", cwd=table)
    assert (done.code, done.out) == (0, "r.csv.toml\n")
    draft = (table / "r.csv.toml").read_text()
    assert 'per = "token"' in draft
    assert '# n = "n"' in draft


@pytest.mark.parametrize(
    ("content", "sidecar", "options", "says"),
    [
        ("a,b\n1\n", None, ("--json",), "line 2"),
        (TABLE, "[columns", (), "no TOML"),
        (TABLE, '[columns."Acc"]\n', (), "did you mean 'Acc (%)'"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(lakatos, tmp_path, content, sidecar, options, says):
    (tmp_path / "x.csv").write_text(content)
    if sidecar is not None:
        (tmp_path / "x.csv.toml").write_text(sidecar)
    done = lakatos("audit", "x.csv", *options, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(("name", "options"), [("nowhere.csv", ("--init",)), ("x.xlsx", ())])
def test_what_cannot_be_read_is_exit_2_and_leaves_nothing(lakatos, tmp_path, name, options):
    done = lakatos("audit", name, *options, cwd=tmp_path)
    assert done.code == 2
    assert "Traceback" not in done.err
    assert not list(tmp_path.iterdir())


def test_no_cell_writes_to_the_terminal(lakatos, tmp_path):
    (tmp_path / "x.md").write_text(
        "# \x1b]0;t\x07\n\n| m\x1b[2J | Acc (%) |\n|---|---|\n| [red]\x9b31m\u202e | 104 |\n"
    )
    for options in ((), ("--json",)):
        done = lakatos("audit", "x.md", *options, cwd=tmp_path)
        assert done.code == 1
        assert not set(done.out) & set("\x1b\x07\x9b\u202e")
        assert "[red]" in done.out


def test_help_says_what_the_exit_codes_mean(lakatos, tmp_path):
    done = lakatos("audit", "--help", cwd=tmp_path)
    for word in ("--sidecar", "--init", "--json", "0 nothing inconsistent", "3 nothing"):
        assert word in done.out
