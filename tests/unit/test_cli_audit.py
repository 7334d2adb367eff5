"""The audit verb: exit codes, JSON, drafts that replace nothing, and hostile files."""

import json
import os
import signal
import subprocess
import sys

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
def audit(monkeypatch, capfd):
    """Run the verb in this process: as a user would, but for the start of another Python."""
    from lakatos.cli import main

    def run(*arguments, cwd):
        monkeypatch.chdir(cwd)
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr(sys, "argv", ["lakatos", "audit", *arguments])
        before = signal.getsignal(signal.SIGTERM)
        try:
            with pytest.raises(SystemExit) as end:
                main()
        finally:
            signal.signal(signal.SIGTERM, before)
        out, err = capfd.readouterr()
        return end.value.code or 0, out, err

    return run


@pytest.fixture
def table(tmp_path):
    (tmp_path / "r.csv").write_text(TABLE)
    (tmp_path / "r.csv.toml").write_text(SIDECAR)
    return tmp_path


def test_what_is_inconsistent_is_told_with_its_place_and_exit_1(audit, table):
    code, out, err = audit("r.csv", cwd=table)
    assert code == 1, err
    assert "line 3" in out
    assert "73.37% is no count out of 1,319" in out
    assert "to move 0.01" in out


def test_json_is_json_and_nothing_else(lakatos, table):
    done = lakatos("audit", "r.csv", "--json", cwd=table)
    told = json.loads(done.out)
    assert done.code == 1
    assert told["answer"] == "inconsistent"
    (slip,) = told["slips"]
    assert (slip["at"], slip["column"], slip["text"], slip["move"]) == ("line 3", "Acc (%)", "73.37", "1/100")
    assert {"speedup", "Stderr", "Acc (%)"} == {fine["column"] for fine in told["fine"]}
    assert told["sidecar"].endswith("r.csv.toml")


def test_exit_0_where_nothing_is_inconsistent_and_3_where_nothing_can_be_answered(audit, table):
    (table / "r.csv").write_text(TABLE.replace("73.37", "73.39"))
    assert audit("r.csv", cwd=table)[0] == 0
    (table / "r.csv.toml").unlink()
    code, out, _ = audit("r.csv", cwd=table)
    assert code == 3
    assert "a share of how many items?" in out


def test_another_sidecar_is_named(audit, table):
    (table / "other.toml").write_text('columns."Acc (%)" = {kind = "share", n = 100000}\n')
    assert audit("r.csv", "--sidecar", "other.toml", cwd=table)[0] == 3


def test_init_drafts_a_sidecar_and_replaces_none(audit, table):
    code, out, err = audit("r.csv", "--init", cwd=table)
    assert code == 2
    assert "exists; it is not replaced" in err
    assert (table / "r.csv.toml").read_text() == SIDECAR
    (table / "r.csv.toml").unlink()
    code, out, err = audit("r.csv", "--init", cwd=table)
    assert (code, out) == (0, "r.csv.toml\n")
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
def test_bad_input_is_one_line_and_exit_2(audit, tmp_path, content, sidecar, options, says):
    (tmp_path / "x.csv").write_text(content)
    if sidecar is not None:
        (tmp_path / "x.csv.toml").write_text(sidecar)
    code, out, err = audit("x.csv", *options, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(("name", "options"), [("nowhere.csv", ("--init",)), ("x.xlsx", ())])
def test_what_cannot_be_read_is_exit_2_and_leaves_nothing(audit, tmp_path, name, options):
    code, _, err = audit(name, *options, cwd=tmp_path)
    assert code == 2
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_no_cell_writes_to_the_terminal(audit, tmp_path):
    (tmp_path / "x.md").write_text(
        "# \x1b]0;t\x07\n\n| m\x1b[2J | Acc (%) |\n|---|---|\n| [red]\x9b31m\u202e | 104 |\n"
    )
    for options in ((), ("--json",)):
        code, out, _ = audit("x.md", *options, cwd=tmp_path)
        assert code == 1
        assert not set(out) & set("\x1b\x07\x9b\u202e")
        assert "[red]" in out


def test_help_says_what_the_exit_codes_mean(audit, tmp_path):
    _, out, _ = audit("--help", cwd=tmp_path)
    for word in ("--sidecar", "--init", "--json", "0 nothing inconsistent", "3 nothing"):
        assert word in out


def test_whoever_stops_reading_early_gets_the_same_exit_code(table):
    rows = "".join(f"m{i},{i % 97}.{i % 10}3,1.25,1319,15.35,4.02,3.82x\n" for i in range(60))
    (table / "r.csv").write_text(TABLE.splitlines()[0] + "\n" + rows)
    command = [sys.executable, "-c", "from lakatos.cli import main; main()", "audit", "r.csv"]
    for closes in (True, False):
        reads, writes = os.pipe()
        if closes:
            os.close(reads)
        with open(writes, "wb") if closes else open("/dev/full", "wb") as out:
            done = subprocess.run(command, cwd=table, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == (1 if closes else 2), done.stderr
        assert len(done.stderr.splitlines()) == (0 if closes else 1), done.stderr


def test_an_interrupted_audit_does_not_speak_of_a_ledger(audit, table, monkeypatch):
    from lakatos import measure

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(measure, "audit", stopped)
    code, out, err = audit("r.csv", cwd=table)
    assert (code, out, err) == (3, "", "lakatos: interrupted; nothing was kept\n")
