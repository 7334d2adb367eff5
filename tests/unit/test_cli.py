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
    for verb in ("list", "check", "show", "verify", "report", "gallery", "letter", "lab", "new", "Exit codes"):
        assert verb in done.out


def test_help_and_verify_import_nothing_heavy(tmp_path):
    script = (
        "import sys\nfrom lakatos.cli import main\nsys.argv = ['lakatos', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'scipy', 'sympy', 'matplotlib', 'flint', 'numba', 'pydantic', 'rich'} & set(sys.modules)\n"
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
        "group": "challenge",
        "title": "A small dispute.",
        "expected": "confirmed",
        "last": None,
        "problems": [],
    }
    shown = lakatos("show", "small", cwd=workspace)
    assert "It is false at 7." in shown.out
    assert json.loads(lakatos("show", "small", "--json", cwd=workspace).out)["sections"]["References"] == "None."


def test_list_groups_the_challenge_the_shelf_and_the_controls(lakatos, workspace, small_check):
    text = small_check(workspace).read_text()
    for slug, group in (("a_control", "control"), ("classic", "shelf"), ("misnamed", "shell")):
        changed = text.replace('expected="confirmed"', f'group="{group}", expected="confirmed"')
        assert changed != text
        (workspace / "checks" / f"{slug}.py").write_text(changed)
    entries = {e["slug"]: e for e in json.loads(lakatos("list", "--json", cwd=workspace).out)}
    groups = {slug: e["group"] for slug, e in entries.items()}
    assert groups == {"a_control": "control", "classic": "shelf", "misnamed": "challenge", "small": "challenge"}
    assert "'shell' is none of challenge, shelf, control" in entries["misnamed"]["problems"][0]
    printed = lakatos("list", cwd=workspace).out
    order = [
        printed.index(name) for name in ("The challenge", "small", "The shelf", "classic", "Controls", "a_control")
    ]
    assert order == sorted(order)


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
    # A draft that no longer rests on anything does not stay behind.
    assert not (workspace / "reports" / "small" / "letter.txt").exists()
    assert not (workspace / "reports" / "small" / "letter.eml").exists()


@pytest.mark.parametrize("on", ["here", "processes:1"])
def test_what_a_check_prints_does_not_mix_with_json(lakatos, workspace, small_check, on):
    path = small_check(workspace, slow_prelude="import os; print('hello'); os.write(1, b'raw') if PROCESS else None")
    path.write_text(path.read_text().replace("PROCESS", str(on != "here")) + "\nprint('at import')\n")
    done = lakatos("check", "--json", "--on", on, cwd=workspace)
    assert json.loads(done.out)[0]["agrees"]
    assert "hello" in done.err


def test_verify_goes_on_after_a_file_that_cannot_be_read(lakatos, workspace):
    lakatos("new", "certificate", "c", cwd=workspace)
    done = lakatos("verify", "none.py", "counterexamples/c.py", "--json", cwd=workspace)
    assert done.code == 2
    assert [row["status"] for row in json.loads(done.out)] == ["refused", "verified"]


def test_an_out_of_date_report_is_marked(lakatos, workspace, small_check):
    path = small_check(workspace)
    (workspace / "notebooks" / "small.py").write_text("# %% [markdown]\n# Text.\n")
    assert "report.html" in lakatos("check", "--report", "--on", "here", cwd=workspace).out
    path.write_text(path.read_text().replace('value="1/3"', 'value="1/4"'))
    assert "out of date" in lakatos("check", "--on", "here", cwd=workspace).out


def test_new_check_runs_through_to_its_report(lakatos, workspace):
    assert lakatos("new", "check", "euler", cwd=workspace).code == 0
    done = lakatos("check", "euler", "--report", "--on", "here", cwd=workspace)
    assert done.code == 0, done.out + done.err
    assert "n = 40" in (workspace / "reports" / "euler" / "report.md").read_text()
    assert "../reports/euler/report.md" in (workspace / "docs" / "gallery.md").read_text()


def stopped(workspace, arguments, started, how):
    """Start the command line, wait for a file, send a signal; its exit code and error output."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from lakatos.cli import main; main()", *arguments],
        cwd=workspace, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not started.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    how(process.pid)
    _, err = process.communicate(timeout=30)
    return process.returncode, err


@pytest.mark.parametrize("arguments", [("report", "small"), ("check", "--report", "--on", "here")])
def test_ctrl_c_while_a_notebook_runs_ends_the_command(workspace, small_check, arguments):
    small_check(workspace)
    started = workspace / "started"
    (workspace / "notebooks" / "small.py").write_text(
        f"# %%\nimport pathlib, time\npathlib.Path({str(started)!r}).touch()\ntime.sleep(60)\n"
    )
    code, err = stopped(workspace, arguments, started, lambda pid: os.killpg(pid, signal.SIGINT))
    assert code == 3
    assert "interrupted" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_the_command(workspace, small_check, how):
    pids, started = workspace / "pids", workspace / "started"
    small_check(
        workspace,
        slow_prelude=f"import os, pathlib, time; pathlib.Path({str(pids)!r}).write_text(str(os.getpid())); "
        f"pathlib.Path({str(started)!r}).touch(); time.sleep(60)",
    )
    # communicate() returns only when every process that holds the pipes is gone.
    code, _ = stopped(workspace, ("check", "--on", "processes:1"), started, lambda pid: os.kill(pid, how))
    assert code == (3 if how == signal.SIGTERM else -how)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            os.kill(int(pids.read_text()), 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a worker is still there")


def test_ctrl_c_leaves_a_ledger_that_the_next_run_takes_up(lakatos, workspace, small_check):
    started = workspace / "started"
    small_check(
        workspace,
        slow_prelude=f"import pathlib, time; p = pathlib.Path({str(started)!r}); "
        "time.sleep(0 if p.exists() else (p.touch(), 60)[1])",
    )
    code, err = stopped(workspace, ("check", "--on", "processes:1"), started, lambda pid: os.killpg(pid, signal.SIGINT))
    assert code == 3
    assert "interrupted" in err
    assert "Traceback" not in err
    done = lakatos("check", "--on", "here", cwd=workspace)
    assert done.code == 0, done.err
    assert "small: confirmed" in done.err
