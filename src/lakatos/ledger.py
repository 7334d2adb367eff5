"""The ledger: every run, unit of work and verdict, in SQLite. Rows are only ever added.

Units are keyed by everything that determines their result (code and arguments), so that a run that was
interrupted, or killed, can be taken up by the next: what it finished is not computed again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

Event: TypeAlias = Literal["started", "finished", "interrupted"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS run_events (
    run INTEGER NOT NULL, event TEXT NOT NULL, at TEXT NOT NULL, detail TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS units (
    run INTEGER NOT NULL, slug TEXT NOT NULL, unit TEXT NOT NULL, key TEXT NOT NULL,
    result TEXT NOT NULL, seconds REAL NOT NULL, at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS verdicts (
    run INTEGER NOT NULL, slug TEXT NOT NULL, source TEXT NOT NULL, record TEXT NOT NULL, at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS units_by_key ON units (key);
CREATE INDEX IF NOT EXISTS verdicts_by_slug ON verdicts (slug, source);
"""


class LedgerError(Exception):
    """The ledger cannot be used; the message says what to do."""


class Ledger:
    """An append-only record of runs. Safe for several processes at once."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        try:
            # Autocommit: every statement is its own transaction, so that a kill loses at most one row.
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            with self._transaction():
                for statement in _SCHEMA.split(";"):
                    self._db.execute(statement)
                for table in ("run_events", "units", "verdicts"):
                    for change in ("UPDATE", "DELETE"):
                        self._db.execute(
                            f"CREATE TRIGGER IF NOT EXISTS no_{change.lower()}_{table} BEFORE {change} ON {table} "
                            "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"
                        )
        except sqlite3.DatabaseError as error:
            raise LedgerError(
                f"cannot use the ledger {path}: {error}. If it is damaged, move it away; a new one is made"
            ) from error

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def begin(self, detail: str = "") -> int:
        """Start a run and return its number."""
        with self._transaction():
            (last,) = self._db.execute("SELECT COALESCE(MAX(run), 0) FROM run_events").fetchone()
            run = int(last) + 1
            self.event(run, "started", detail)
        return run

    def event(self, run: int, event: Event, detail: str = "") -> None:
        """Record that a run was started, finished or interrupted."""
        self._db.execute("INSERT INTO run_events VALUES (?, ?, ?, ?)", (run, event, _now(), detail))

    def add_unit(self, run: int, slug: str, unit: str, key: str, result: str, seconds: float) -> None:
        """Record the result of a finished unit, as JSON text."""
        self._db.execute(
            "INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?)", (run, slug, unit, key, result, seconds, _now())
        )

    def unfinished_unit(self, key: str) -> tuple[str, float] | None:
        """Result and seconds of a unit whose newest run did not finish; None if there is none.

        A re-check computes everything again; only an interrupted run is taken up. Whoever takes a unit up adds
        it to its own run, so that it is not taken up once more when that run has finished.
        """
        row = self._db.execute(
            "SELECT result, seconds, EXISTS (SELECT 1 FROM run_events e WHERE e.run = u.run AND e.event = 'finished') "
            "FROM units u WHERE key = ? ORDER BY u.rowid DESC LIMIT 1",
            (key,),
        ).fetchone()
        return (str(row[0]), float(row[1])) if row and not row[2] else None

    def add_verdict(self, run: int, slug: str, source: str, record: str) -> None:
        """Record a verdict with everything it rests on, as JSON text; ``source`` is the hash of its code."""
        self._db.execute("INSERT INTO verdicts VALUES (?, ?, ?, ?, ?)", (run, slug, source, record, _now()))

    def verdict(self, slug: str, source: str | None = None) -> str | None:
        """The newest record of a dispute, of this code only if ``source`` is given; None if there is none."""
        row = self._db.execute(
            "SELECT record FROM verdicts WHERE slug = ? AND (? IS NULL OR source = ?) ORDER BY rowid DESC LIMIT 1",
            (slug, source, source),
        ).fetchone()
        return str(row[0]) if row else None

    def history(self, slug: str) -> list[tuple[int, str, str]]:
        """Run, time and record of every verdict on a dispute, oldest first."""
        rows = self._db.execute(
            "SELECT run, at, record FROM verdicts WHERE slug = ? ORDER BY rowid", (slug,)
        ).fetchall()
        return [(int(run), str(at), str(record)) for run, at, record in rows]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
