"""Re-checking small disputes: agreement, voids, errors, interruptions, several runs at once."""

import re
import threading

import pytest

from lakatos.model import Recheck
from lakatos.workspace import (
    Unloadable,
    WorkspaceError,
    current,
    find_workspace,
    lint_check,
    load,
    new_certificate,
    new_check,
    recheck,
)


def run(folder, *slugs, **options):
    return recheck(find_workspace(folder), list(slugs) or None, **options)


def test_a_small_dispute_is_confirmed_under_both_readings(workspace, small_check):
    small_check(workspace)
    (record,) = run(workspace)
    assert (record.verdict.kind, record.agrees) == ("confirmed", True)
    assert [(f.value, f.reading) for f in record.findings][:2] == [(7, {"limit": "strict"}), (8, {"limit": "lax"})]
    assert {c.kind for c in record.controls} == {"positive", "negative"}
    assert all(c.passed for c in record.controls)


@pytest.mark.parametrize("address", [None, "processes:2"])
def test_the_result_does_not_depend_on_where_it_runs(workspace, small_check, address):
    small_check(workspace)
    (record,) = run(workspace, address=address)
    assert [str(f.value) for f in record.findings] == ["7", "8", "1/3"]


def test_a_failed_control_voids_the_verdict(workspace, small_check):
    small_check(workspace, positive="False")
    (record,) = run(workspace)
    assert record.verdict.kind == "undetermined"
    assert "small_ones_hold" in record.verdict.why
    assert not record.agrees


def test_another_verdict_than_recorded_does_not_agree(workspace, small_check):
    small_check(workspace, expected="holds")
    (record,) = run(workspace)
    assert (record.verdict.kind, record.agrees) == ("confirmed", False)


def test_an_error_in_one_unit_leaves_the_others_and_is_reported(workspace, small_check):
    small_check(workspace, finding_prelude="if limit == 8: raise RuntimeError('no disk')")
    (record,) = run(workspace)
    assert record.verdict.kind == "undetermined"
    (problem,) = record.problems
    assert re.fullmatch(r"finding first_failure \(limit = lax\): line \d+: RuntimeError: no disk", problem)
    assert [f.value for f in record.findings] == [7, "1/3"]


@pytest.mark.parametrize("address", [None, "processes:1"])
def test_a_unit_that_exits_does_not_end_the_run(workspace, small_check, address):
    small_check(workspace, slow_prelude="raise SystemExit(0)")
    small_check(workspace, "other")
    other, small = run(workspace, address=address)
    assert other.agrees
    assert "sys.exit(0)" in small.problems[0]


@pytest.mark.parametrize("address", [None, "processes:1"])
def test_a_check_that_changes_while_it_runs_gets_no_verdict(workspace, small_check, address):
    place = find_workspace(workspace)
    path = workspace / "checks" / "small.py"
    small_check(
        workspace,
        finding_prelude=f"import pathlib; p = pathlib.Path({str(path)!r}); p.write_text(p.read_text() + '# more')",
    )
    before = load("small", workspace=place).source
    (record,) = run(workspace, address=address)
    assert record.source == before
    after = load("small", workspace=place).source
    assert after != before
    ledger = place.ledger()
    assert ledger.verdict("small", after) is None
    ledger.close()


def test_a_finding_that_is_not_returned_is_named(workspace, small_check):
    path = small_check(workspace)
    path.write_text(path.read_text().replace('return Finding(name="another figure"', 'Finding(name="another figure"'))
    (record,) = run(workspace)
    assert "slow returned nothing" in record.problems[0]


def test_without_a_decisive_finding_the_one_that_refutes_is_shown(workspace, small_check):
    path = small_check(workspace)
    path.write_text(path.read_text().replace(", decisive=True", ""))
    (record,) = run(workspace)
    assert record.decisive.name == "first n that fails"


def test_a_finding_against_a_falsification_that_nobody_made_is_a_problem(workspace, small_check):
    path = small_check(workspace)
    text = path.read_text().replace(
        '    against=Falsification(statement="7 is not less than 7.", source="a test"),\n', ""
    )
    path.write_text(text.replace('refutes="claim"', 'refutes="falsification", reason="unit"'))
    (record,) = run(workspace)
    assert "the dispute declares none" in record.problems[0]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('expected="confirmed"', 'expected="comfirmed"', "comfirmed"),
        ('question="is 7 allowed?"', "", "question: Field required"),
        ('source="a test"', 'source="a test", colour="red"', "colour"),
    ],
)
def test_a_wrong_word_in_a_declaration_is_told_in_one_line(workspace, small_check, old, new, says):
    path = small_check(workspace)
    path.write_text(path.read_text().replace(old, new))
    small_check(workspace, "zother")
    broken, other = run(workspace)
    assert says in broken.says
    assert "http" not in broken.says
    assert len(broken.says.splitlines()) == 1
    assert other.agrees


def test_a_worker_that_dies_is_reported(workspace, small_check):
    small_check(workspace, slow_prelude="import os; os._exit(3)")
    (record,) = run(workspace, address="processes:1")
    assert record.verdict.kind == "undetermined"
    assert any("slow" in p for p in record.problems)


@pytest.mark.parametrize("text", ["def f(:\n", "raise SystemExit\n", "1 / 0\n", "import nothing_of_the_kind\n", ""])
def test_a_check_that_does_not_load_is_reported_and_the_others_run(workspace, small_check, text):
    good = small_check(workspace)
    (workspace / "checks" / "broken.py").write_text(good.read_text() + text if text else "")
    broken, fine = run(workspace)
    assert isinstance(broken, Unloadable)
    assert "broken.py" in broken.says
    assert isinstance(fine, Recheck)
    assert fine.agrees


def test_an_unknown_dispute_names_the_nearest(workspace, small_check):
    small_check(workspace, "paging")
    small_check(workspace, "attention")
    with pytest.raises(WorkspaceError, match="nearest: paging"):
        run(workspace, "pagin")


def test_an_interrupted_run_is_taken_up_and_a_finished_one_is_not(workspace, small_check):
    # "slow" interrupts the first run, counting its calls and those of the finding before it in files.
    small_check(
        workspace,
        finding_prelude="open('COUNT', 'a').write('f')".replace("COUNT", str(workspace / "first")),
        slow_prelude=f"import pathlib; p = pathlib.Path({str(workspace / 'stop')!r}); "
        "p.exists() and (p.unlink(), (_ for _ in ()).throw(KeyboardInterrupt()))",
    )
    (workspace / "stop").touch()
    with pytest.raises(KeyboardInterrupt):
        run(workspace)
    assert (workspace / "first").read_text() == "ff"
    resumed = []
    (record,) = run(workspace, progress=lambda p: resumed.append(p.resumed))
    assert record.agrees
    assert (workspace / "first").read_text() == "ff"  # not computed again
    assert resumed.count(True) == 2
    run(workspace)
    assert (workspace / "first").read_text() == "ffff"  # a re-check after a finished run starts anew


def test_two_runs_at_once_both_finish_and_agree(workspace, small_check):
    small_check(workspace, slow_prelude="import time; time.sleep(0.3)")
    results = []
    threads = [threading.Thread(target=lambda: results.append(run(workspace))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [r.verdict.kind for (r,) in results] == ["confirmed"] * 3


def test_current_reads_the_ledger_until_the_check_changes(workspace, small_check):
    path = small_check(workspace, slow_prelude=f"open({str(workspace / 'count')!r}, 'a').write('x')")
    small = find_workspace(workspace)
    for _ in range(2):
        current(load("small", workspace=small))
    assert (workspace / "count").read_text() == "x"
    path.write_text(path.read_text() + "\n# changed\n")
    current(load("small", workspace=small))
    assert (workspace / "count").read_text() == "xx"


def test_the_certificate_of_a_dispute_is_part_of_its_re_check(workspace, small_check):
    small_check(workspace)
    new_certificate(find_workspace(workspace), "small")
    (record,) = run(workspace)
    assert ("certificate", True) in [(c.kind, c.passed) for c in record.controls]
    path = workspace / "counterexamples" / "small.py"
    path.write_text(path.read_text().replace("n = 40", "n = 41"))
    (record,) = run(workspace)
    assert record.verdict.kind == "undetermined"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Why it looked true\n    Nobody looked beyond 6.\n", "", "no section 'Why it looked true'"),
        ("    Anything else.\n", "", "is empty"),
        ("@dispute.control(holds=True)\n", "", "no positive control"),
        ("@dispute.control(holds=False)\n", "", "no negative control"),
        ("@dispute.finding\n", "", "no finding"),
        ("dispute = Dispute(", "dispute = print(", "declares 0 disputes"),
    ],
)
def test_an_incomplete_check_is_told_what_it_lacks_without_being_run(workspace, small_check, old, new, says):
    path = small_check(workspace)
    path.write_text(path.read_text().replace(old, new) + f"\nopen({str(workspace / 'ran')!r}, 'w')\n")
    assert any(says in p.says for p in lint_check(path).problems), lint_check(path).problems
    (result,) = run(workspace)
    assert isinstance(result, Unloadable)
    assert not (workspace / "ran").exists()


def test_a_parameter_that_names_no_reading_is_refused(workspace, small_check):
    path = small_check(workspace)
    path.write_text(path.read_text().replace("def slow():", "def slow(colour):"))
    (result,) = run(workspace)
    assert "colour" in result.says


def test_outside_a_workspace_the_mend_is_named(tmp_path):
    with pytest.raises(WorkspaceError, match=r"\[tool\.lakatos\]"):
        find_workspace(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool")
    with pytest.raises(WorkspaceError, match="not valid TOML"):
        find_workspace(tmp_path)


def test_new_files_run_as_they_are_and_nothing_is_overwritten(workspace):
    place = find_workspace(workspace)
    new_check(place, "euler")
    new_certificate(place, "euler")
    (record,) = run(workspace)
    assert record.agrees
    with pytest.raises(WorkspaceError, match="exists"):
        new_check(place, "euler")
    for bad in ("Euler", "1euler", "../x", "class", "a b", ""):
        with pytest.raises(WorkspaceError, match="no name"):
            new_check(place, bad)
