"""The ledger only grows, survives several writers, and hands on what an interrupted run had finished."""

import multiprocessing
import os
import sqlite3
import threading

import pytest

from lakatos.ledger import Ledger, LedgerError


@pytest.fixture
def ledger(tmp_path):
    opened = Ledger(tmp_path / "ledger.sqlite")
    yield opened
    opened.close()


def test_rows_cannot_be_changed_or_removed(ledger):
    run = ledger.begin("x")
    ledger.add_unit(run, "s", "u", "k", "{}", 1.0)
    ledger.add_verdict(run, "s", "source", "{}")
    with sqlite3.connect(ledger.path) as db:
        for table in ("run_events", "units", "verdicts"):
            for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET run = 7"):
                with pytest.raises(sqlite3.DatabaseError, match="append-only"):
                    db.execute(statement)


def test_a_unit_of_an_interrupted_run_is_taken_up_once(ledger):
    first = ledger.begin()
    ledger.add_unit(first, "s", "u", "key", "old", 2.0)
    assert ledger.interrupted_unit("key") is None  # the run is still at it
    ledger.event(first, "interrupted")
    assert ledger.interrupted_unit("key") == ("old", 2.0)
    second = ledger.begin()
    ledger.add_unit(second, "s", "u", "key", "old", 2.0)
    ledger.event(second, "finished")
    # The next run computes again.
    assert ledger.interrupted_unit("key") is None
    assert ledger.interrupted_unit("another") is None


def begin_and_die(path):
    ledger = Ledger(path)
    ledger.add_unit(ledger.begin(), "s", "u", "key", "kept", 1.0)
    os._exit(9)


def test_a_killed_run_counts_as_interrupted(ledger):
    process = multiprocessing.get_context("spawn").Process(target=begin_and_die, args=(ledger.path,))
    process.start()
    process.join()
    assert ledger.interrupted_unit("key") == ("kept", 1.0)


def test_a_ledger_can_be_read_where_nothing_can_be_written(ledger):
    ledger.add_verdict(ledger.begin(), "s", "source", "record")
    reader = Ledger(ledger.path, read_only=True)
    assert reader.verdict("s") == "record"
    with pytest.raises(sqlite3.OperationalError):
        reader.add_verdict(1, "s", "source", "another")
    reader.close()


def test_the_newest_verdict_of_the_code_asked_for(ledger):
    run = ledger.begin()
    for source, record in (("a", "1"), ("b", "2"), ("a", "3")):
        ledger.add_verdict(run, "s", source, record)
    assert ledger.verdict("s", "a") == "3"
    assert ledger.verdict("s", "b") == "2"
    assert ledger.verdict("s") == "3"
    assert ledger.verdict("other") is None
    assert [record for _, _, record in ledger.history("s")] == ["1", "2", "3"]


def write(path, count):
    ledger = Ledger(path)
    run = ledger.begin()
    for i in range(count):
        ledger.add_unit(run, "s", str(i), f"{run}-{i}", "{}", 0.0)
    ledger.event(run, "finished")
    ledger.close()


def test_several_processes_write_at_once(tmp_path):
    path = tmp_path / "ledger.sqlite"
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=write, args=(path, 50)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT COUNT(*), COUNT(DISTINCT run) FROM units").fetchone() == (150, 3)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _begin_at_once(path, barrier, problems):
    barrier.wait()
    try:
        opened = Ledger(path)
        opened.event(opened.begin(), "finished")
        opened.close()
    except LedgerError as error:
        problems.append(str(error))


def test_a_new_ledger_can_be_made_by_several_at_once(tmp_path):
    problems = []
    for turn in range(40):
        barrier = threading.Barrier(6)
        several = [
            threading.Thread(target=_begin_at_once, args=(tmp_path / f"{turn}.sqlite", barrier, problems))
            for _ in range(6)
        ]
        for one in several:
            one.start()
        for one in several:
            one.join()
    assert problems == []


def test_a_file_that_is_no_ledger_is_named(tmp_path):
    path = tmp_path / "ledger.sqlite"
    path.write_text("this is not a database, and long enough to be read as one " * 50)
    with pytest.raises(LedgerError, match="move it away"):
        Ledger(path)
