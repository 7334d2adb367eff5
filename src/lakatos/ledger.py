"""The ledger: every run, unit of work and verdict, in SQLite. Rows are only ever added.

Units are keyed by everything that determines their result (code and arguments), so that a run that was
interrupted, or killed, can be taken up by the next: what it finished is not computed again.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import random
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import IO, Literal, TypeAlias

from lakatos.model import LakatosError

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
""" + "".join(
    f"CREATE TRIGGER IF NOT EXISTS no_{change.lower()}_{table} BEFORE {change} ON {table} "
    "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;\n"
    for table in ("run_events", "units", "verdicts")
    for change in ("UPDATE", "DELETE")
)

#: Seconds to wait for another process that is writing.
_PATIENCE = 60


class LedgerError(LakatosError):
    """The ledger cannot be used; the message says what to do."""


class Ledger:
    """An append-only record of runs. Safe for several processes at once."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._alive: dict[int, IO[str]] = {}
        try:
            if read_only:
                self._db = _open_to_read(path)
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = _open_to_write(path)
        except sqlite3.DatabaseError as error:
            raise LedgerError(
                f"cannot use the ledger {path}: {error}. If it is damaged, move it away; a new one is made"
            ) from error

    def close(self) -> None:
        """Close the database; runs begun here and not finished count as interrupted from now on."""
        for mark in self._alive.values():
            mark.close()
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
            self._alive[run] = self._mark(run).open("w")
            # The system frees the lock when this process ends, however it ends.
            fcntl.flock(self._alive[run], fcntl.LOCK_EX)
        return run

    def event(self, run: int, event: Event, detail: str = "") -> None:
        """Record that a run was started, finished or interrupted."""
        self._db.execute("INSERT INTO run_events VALUES (?, ?, ?, ?)", (run, event, _now(), detail))
        if event != "started" and run in self._alive:
            self._alive.pop(run).close()
            self._mark(run).unlink(missing_ok=True)

    def add_unit(self, run: int, slug: str, unit: str, key: str, result: str, seconds: float) -> None:
        """Record the result of a finished unit, as JSON text."""
        self._db.execute(
            "INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?)", (run, slug, unit, key, result, seconds, _now())
        )

    def interrupted_unit(self, key: str) -> tuple[str, float] | None:
        """Result and seconds of a unit that an interrupted run had finished; None if there is none to take up.

        A re-check computes everything again; only a run that was interrupted or killed is taken up. Whoever takes a
        unit up adds it to its own run, so that it is not taken up once more when that run has finished.
        """
        rows = self._db.execute(
            "SELECT run, result, seconds, "
            "EXISTS (SELECT 1 FROM run_events e WHERE e.run = u.run AND e.event = 'finished') "
            "FROM units u WHERE key = ? ORDER BY u.rowid DESC",
            (key,),
        )
        for run, result, seconds, finished in rows.fetchall():
            if finished:
                return None
            if not self._running(int(run)):
                return str(result), float(seconds)
        return None

    def _mark(self, run: int) -> Path:
        """The file that the process of a run keeps locked."""
        return self.path.with_name(f"run-{run}.lock")

    def _running(self, run: int) -> bool:
        """Whether the process of a run is still at it."""
        if run in self._alive:
            return True
        try:
            with self._mark(run).open("r") as mark:
                fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

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


def _open_to_write(path: Path) -> sqlite3.Connection:
    """A connection to the ledger, which is made if it is not there."""
    # Autocommit: every statement is its own transaction, so that a kill loses at most one row.
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    # Turning a new file to WAL, and recovering one, do not wait for others as statements do (SQLite, "busy_timeout").
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
        except sqlite3.OperationalError as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                connection.close()
                raise
            time.sleep(0.01 + 0.04 * random.random())
        except BaseException:
            connection.close()
            raise
        else:
            return connection


def _open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that can only read, even where the folder cannot be written to."""
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=_PATIENCE)
        try:
            connection.execute("SELECT COUNT(*) FROM verdicts").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            continue
        return connection
    raise sqlite3.OperationalError("it cannot be read")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@lru_cache(maxsize=1)
def engine() -> bytes:
    """Hash of the engine's own source, of Python and of the libraries that compute: what every result rests on."""
    root = Path(__file__).parent
    digest = hashlib.sha256(sys.version.encode())
    for library in ("numpy", "scipy", "sympy", "python-flint", "numba", "networkx", "hypothesis", "z3-solver"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            digest.update(f"{library} {metadata.version(library)}\n".encode())
    for file in sorted(root.rglob("*.py")):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.digest()
