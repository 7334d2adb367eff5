"""The command line: exit codes, JSON, and errors that say what to do."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest


def test_help_teaches(lakatos, tmp_path):
    done = lakatos("--help", cwd=tmp_path)
    assert done.code == 0
    for verb in ("list", "check", "show", "verify", "report", "letter", "lab", "new", "Exit codes"):
        assert verb in done.out


def test_help_and_verify_import_nothing_heavy(tmp_path):
    script = (
        "import sys\nfrom lakatos.cli import main\nsys.argv = ['lakatos', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'scipy', 'sympy', 'matplotlib', 'flint', 'numba', 'pydantic'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_check_prints_the_agreed_json(lakatos, workspace, small_check):
    small_check(workspace)
    done = lakatos("check", "--json", "--on", "here", cwd=workspace)
    assert done.code == 0, done.err
    (entry,) = json.loads(done.out)
    assert list(entry) == ["slug", "verdict", "reason", "expected", "agrees", "seconds", "findings", "controls"]
    assert (entry["slug"], entry["verdict"], entry["expected"], entry["agrees"]) == (
        "small",
        "confirmed",
        "confirmed",
        True,
    )
    assert list(entry["findings"][0]) == ["name", "kind", "value", "sigmas", "scope", "reading"]
    assert list(entry["controls"][0]) == ["name", "kind", "passed"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, 0),
        ({"expected": "holds"}, 1),
        ({"positive": "False"}, 1),
        ({"slow_prelude": "raise ValueError('x')"}, 3),
    ],
)
def test_exit_codes_of_check(lakatos, workspace, small_check, changes, code):
    small_check(workspace, **changes)
    done = lakatos("check", "--on", "here", cwd=workspace)
    assert done.code == code, done.out + done.err


def test_a_broken_check_file_is_reported_and_the_others_run(lakatos, workspace, small_check):
    small_check(workspace)
    (workspace / "checks" / "broken.py").write_text("def f(:\n")
    done = lakatos("check", "--json", "--on", "here", cwd=workspace)
    assert done.code == 3
    broken, fine = json.loads(done.out)
    assert broken["slug"] == "broken"
    assert "line 1" in broken["reason"]
    assert fine["agrees"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "smal"), "nearest: small"),
        (("show", "smal"), "nearest: small"),
        (("report", "smal"), "nearest: small"),
        (("letter", "smal"), "nearest: small"),
        (("verify", "none.py"), "none.py"),
        (("check", "--on", "moon"), "processes:N"),
        (("check", "--on", "processes:0"), "processes:N"),
        (("new", "check", "small"), "exists"),
        (("new", "check", "No-Name"), "no name"),
        (("nothing",), "nothing"),
    ],
)
def test_bad_usage_exits_2_with_the_mend(lakatos, workspace, small_check, arguments, says):
    small_check(workspace)
    done = lakatos(*arguments, cwd=workspace)
    assert done.code == 2
    assert says in done.err + done.out
    assert "Traceback" not in done.err


def test_outside_a_workspace_exits_2(lakatos, tmp_path):
    done = lakatos("list", cwd=tmp_path)
    assert done.code == 2
    assert "[tool.lakatos]" in done.err


def test_list_and_show_do_not_run_the_check(lakatos, workspace, small_check):
    path = small_check(workspace)
    path.write_text(path.read_text() + "\nraise RuntimeError('imported')\n")
    (entry,) = json.loads(lakatos("list", "--json", cwd=workspace).out)
    assert entry == {
        "slug": "small",
        "title": "A small dispute.",
        "expected": "confirmed",
        "last": None,
        "problems": [],
    }
    shown = lakatos("show", "small", cwd=workspace)
    assert "It is false at 7." in shown.out
    assert json.loads(lakatos("show", "small", "--json", cwd=workspace).out)["sections"]["References"] == "None."


def test_verify_exit_codes_and_json(lakatos, workspace):
    assert lakatos("new", "certificate", "c", cwd=workspace).code == 0
    path = workspace / "counterexamples" / "c.py"
    done = lakatos("verify", str(path), "--json", cwd=workspace)
    assert (done.code, json.loads(done.out)[0]["status"]) == (0, "verified")
    good = path.read_text()
    for text, code, status in (
        (good.replace("n = 40", "n = 41"), 1, "fails"),
        ("import os\n" + good, 2, "refused"),
        (good + "\nwhile True:\n    pass\n", 3, "unfinished"),
    ):
        path.write_text(text)
        done = lakatos("verify", str(path), "--json", "--seconds", "1", cwd=workspace)
        assert (done.code, json.loads(done.out)[0]["status"]) == (code, status)


def test_letter_prints_the_draft_or_says_why_not(lakatos, workspace, small_check):
    small_check(workspace)
    done = lakatos("letter", "small", cwd=workspace)
    assert done.code == 0
    assert done.out.startswith("BLOCKED DRAFT")
    assert (workspace / "reports" / "small" / "letter.eml").is_file()
    small_check(workspace, positive="False")
    done = lakatos("letter", "small", cwd=workspace)
    assert done.code == 2
    assert "no letter for the verdict undetermined" in done.err


def test_new_check_runs_through_to_its_report(lakatos, workspace):
    assert lakatos("new", "check", "euler", cwd=workspace).code == 0
    done = lakatos("check", "euler", "--report", "--on", "here", cwd=workspace)
    assert done.code == 0, done.out + done.err
    assert "n = 40" in (workspace / "reports" / "euler" / "report.md").read_text()


def test_ctrl_c_leaves_a_ledger_that_the_next_run_takes_up(lakatos, workspace, small_check):
    started = workspace / "started"
    small_check(
        workspace,
        slow_prelude=f"import pathlib, time; p = pathlib.Path({str(started)!r}); "
        "time.sleep(0 if p.exists() else (p.touch(), 60)[1])",
    )
    process = subprocess.Popen(
        [sys.executable, "-c", "from lakatos.cli import main; main()", "check", "--on", "processes:1"],
        cwd=workspace, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not started.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "interrupted" in err
    assert "Traceback" not in err
    done = lakatos("check", "--on", "here", cwd=workspace)
    assert done.code == 0, done.err
    assert "small: confirmed" in done.err
