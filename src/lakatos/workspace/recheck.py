"""Re-check disputes: every finding under every reading, every control, every certificate; then the verdict.

The unit of work is one finding function under one combination of readings, one control, or one certificate.
Units run on any executor; the ledger keeps each as soon as it is done, so that nothing is lost to an
interruption. The result does not depend on the order in which units end.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias

from lakatos.compute import executor, stop
from lakatos.ledger import Ledger
from lakatos.model import Control, Finding, Recheck, combinations, fold
from lakatos.workspace.claims import verify_certificate
from lakatos.workspace.load import Case, line_of, parameters, run_control, run_finding, told
from lakatos.workspace.locate import Workspace, WorkspaceError

UnitKind: TypeAlias = Literal["finding", "control", "certificate"]


@dataclass(frozen=True)
class Unit:
    """One piece of a re-check."""

    slug: str
    kind: UnitKind
    name: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        chosen = ", ".join(f"{k} = {v}" for k, v in self.options)
        return f"{self.kind} {self.name}{f' ({chosen})' if chosen else ''}"

    def key(self, source: str) -> str:
        """Identifies the result: the code's hash and this unit's arguments."""
        return hashlib.sha256(json.dumps([source, self.kind, self.name, self.options]).encode()).hexdigest()


class UnitError(Exception):
    """A unit could not finish; the message says where and why."""


@dataclass(frozen=True)
class Unloadable:
    """A check that could not be loaded; the others still run."""

    slug: str
    says: str


@dataclass(frozen=True)
class Progress:
    """How far a re-check is, each time a unit or a dispute ends."""

    done: int
    total: int
    slug: str
    unit: str
    resumed: bool
    finished: Recheck | Unloadable | None = None


@dataclass
class _Pending:
    """What is known so far of one dispute."""

    case: Case
    units: list[Unit]
    results: dict[Unit, list[Finding] | Control] = field(default_factory=dict)
    problems: dict[Unit, str] = field(default_factory=dict)
    seconds: float = 0.0

    def complete(self) -> bool:
        return len(self.results) + len(self.problems) == len(self.units)


def recheck(
    workspace: Workspace,
    slugs: Sequence[str] | None = None,
    *,
    address: str | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> list[Recheck | Unloadable]:
    """Re-check disputes (all of them by default) and record everything in the ledger.

    Args:
        address: where units run, see ``compute.executor``.
        progress: called after every unit, and when a dispute is decided.

    Returns:
        One record per dispute, in the order asked.

    Raises:
        WorkspaceError: for an unknown dispute, before anything is run.
        KeyboardInterrupt: when interrupted; what was finished is in the ledger, and the next run takes it up.
    """
    names = list(dict.fromkeys(slugs)) if slugs else workspace.slugs()
    for slug in names:
        workspace.check(slug)
    say = progress or (lambda _: None)
    with contextlib.closing(workspace.ledger()) as ledger:
        run = ledger.begin(" ".join(names))
        try:
            done = _run_all(workspace, names, ledger, run, address, say)
        except BaseException as error:
            ledger.event(run, "interrupted", type(error).__name__)
            raise
        ledger.event(run, "finished")
    return [done[slug] for slug in names]


def current(case: Case) -> Recheck:
    """The record of a dispute for the code as it stands: from the ledger if it is there, else run now."""
    with contextlib.closing(case.workspace.ledger()) as ledger:
        record = ledger.verdict(case.slug, case.source)
    if record is not None:
        return Recheck.model_validate_json(record)
    (result,) = recheck(case.workspace, [case.slug])
    if isinstance(result, Unloadable):
        raise WorkspaceError(result.says)
    return result


def last_record(workspace: Workspace, slug: str) -> Recheck | None:
    """The newest record of a dispute in the ledger, whatever code it was made with; None if there is none."""
    if not (workspace.root / ".lakatos" / "ledger.sqlite").is_file():
        return None
    with contextlib.closing(workspace.ledger(read_only=True)) as ledger:
        record = ledger.verdict(slug)
    return Recheck.model_validate_json(record) if record is not None else None


def _run_all(
    workspace: Workspace,
    names: Sequence[str],
    ledger: Ledger,
    run: int,
    address: str | None,
    say: Callable[[Progress], None],
) -> dict[str, Recheck | Unloadable]:
    done: dict[str, Recheck | Unloadable] = {}
    pending: dict[str, _Pending] = {}
    for slug in names:
        try:
            case = Case(workspace, slug)
            pending[slug] = _Pending(case, units_of(case))
        except (WorkspaceError, OSError) as error:
            done[slug] = Unloadable(slug, str(error))
            say(Progress(0, 0, slug, "load", False, done[slug]))
    total = sum(len(p.units) for p in pending.values())
    count = 0

    def settle(unit: Unit, resumed: bool) -> None:
        nonlocal count
        count += 1
        dispute = pending[unit.slug]
        if dispute.complete():
            record = _decide(dispute)
            ledger.add_verdict(run, unit.slug, dispute.case.source, record.model_dump_json())
            done[unit.slug] = record
        say(Progress(count, total, unit.slug, str(unit), resumed, done.get(unit.slug)))

    pool = executor(address)
    waiting: dict[Future[tuple[str, float]], Unit] = {}
    try:
        for unit in [u for p in pending.values() for u in p.units]:
            key = unit.key(pending[unit.slug].case.source)
            kept = ledger.interrupted_unit(key)
            if kept is not None:
                _keep(pending[unit.slug], unit, *kept, ledger, run, key)
                settle(unit, True)
                continue
            future = pool.submit(run_unit, workspace, unit, pending[unit.slug].case.source)
            waiting[future] = unit
            if address is None:  # in process: the result is already there; keep it before the next begins
                _collect(future, waiting, pending, ledger, run)
                settle(unit, False)
        while waiting:
            ended, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in sorted(ended, key=lambda f: str(waiting[f])):
                unit = waiting[future]
                _collect(future, waiting, pending, ledger, run)
                settle(unit, False)
    except BaseException:
        stop(pool)
        raise
    pool.shutdown()
    return done


def units_of(case: Case) -> list[Unit]:
    """Everything that has to be run for a dispute."""
    units = [
        Unit(case.slug, "finding", name, tuple(options.items()))
        for name in case.dispute.findings
        for options in combinations(case.dispute.readings, names=parameters(case, name))
    ]
    units += [Unit(case.slug, "control", name) for name in case.dispute.controls]
    if case.certificate is not None:
        units.append(Unit(case.slug, "certificate", f"counterexamples/{case.slug}.py"))
    return units


def run_unit(workspace: Workspace, unit: Unit, source: str) -> tuple[str, float]:
    """Run one unit, in whatever process this is; returns its result as JSON and the seconds it took.

    Raises:
        WorkspaceError: if the check is no longer the one that hashed to ``source``.
    """
    begun = time.monotonic()
    try:
        # What a check prints is not part of the answer, which may be JSON.
        with contextlib.redirect_stdout(sys.stderr):
            case = _case(workspace, unit.slug, source)
            if case.source != source:
                raise WorkspaceError(f"checks/{unit.slug}.py or its certificate changed while it was being re-checked")
            if unit.kind == "finding":
                findings = run_finding(case, unit.name, dict(unit.options))
                result = json.dumps({"findings": [f.model_dump() for f in findings]})
            else:
                control = run_control(case, unit.name) if unit.kind == "control" else _certificate(case)
                result = json.dumps({"control": control.model_dump()})
    except SystemExit as exit_:
        raise UnitError(f"it called sys.exit({exit_.code!r})") from None
    except Exception as error:
        # As text: not every exception survives the way back from another process.
        where = line_of(error, workspace.check(unit.slug)).removeprefix(", ")
        raise UnitError(f"{where}{': ' if where else ''}{told(error)}") from None
    return result, time.monotonic() - begun


@lru_cache(maxsize=64)
def _case(workspace: Workspace, slug: str, source: str) -> Case:  # noqa: ARG001 - another text is another entry
    """Each process loads each text of a check once."""
    return Case(workspace, slug)


def _certificate(case: Case) -> Control:
    outcome = verify_certificate(case.workspace.certificate(case.slug), workspace=case.workspace)
    return Control(
        name="certificate",
        kind="certificate",
        passed=outcome.status == "verified",
        says=f"counterexamples/{case.slug}.py runs on bare Python and every assertion in it holds",
        note=f"{outcome.status}: {outcome.says}",
    )


def _collect(
    future: Future[tuple[str, float]],
    waiting: dict[Future[tuple[str, float]], Unit],
    pending: dict[str, _Pending],
    ledger: Ledger,
    run: int,
) -> None:
    unit = waiting.pop(future)
    dispute = pending[unit.slug]
    error = future.exception()
    if isinstance(error, KeyboardInterrupt):
        raise error
    if error is not None:
        dispute.problems[unit] = f"{unit}: {error if isinstance(error, UnitError) else told(error)}"
        return
    result, seconds = future.result()
    _keep(dispute, unit, result, seconds, ledger, run, unit.key(dispute.case.source))


def _keep(dispute: _Pending, unit: Unit, result: str, seconds: float, ledger: Ledger, run: int, key: str) -> None:
    ledger.add_unit(run, unit.slug, str(unit), key, result, seconds)
    data = json.loads(result)
    if unit.kind == "finding":
        dispute.results[unit] = [Finding.model_validate(f) for f in data["findings"]]
    else:
        dispute.results[unit] = Control.model_validate(data["control"])
    dispute.seconds += seconds


def _decide(dispute: _Pending) -> Recheck:
    """Fold what was found, in the order declared."""
    declared = dispute.case.dispute
    results = [dispute.results[u] for u in dispute.units if u in dispute.results]
    findings = [f for r in results if isinstance(r, list) for f in r]
    controls = [r for r in results if isinstance(r, Control)]
    problems = tuple(dispute.problems[u] for u in dispute.units if u in dispute.problems)
    verdict = fold(
        findings,
        controls,
        declared.readings,
        disputed=declared.against is not None,
        withdrawn=declared.withdrawn,
        problems=problems,
    )
    return Recheck(
        slug=dispute.case.slug,
        title=dispute.case.title,
        claim=declared.claim,
        against=declared.against,
        verdict=verdict,
        expected=declared.expected,
        expected_reason=declared.reason,
        findings=tuple(findings),
        controls=tuple(controls),
        readings={r.name: r.about for r in declared.readings},
        problems=problems,
        seconds=dispute.seconds,
        source=dispute.case.source,
    )
