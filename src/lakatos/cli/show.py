"""How results look in a terminal, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from lakatos.certificate import Verification
from lakatos.model import Recheck
from lakatos.report import verdict_json
from lakatos.workspace import GROUPS, Unloadable, Workspace, last_record, lint_check
from lakatos.workspace import Progress as Step

STYLES = {
    "confirmed": "bold red",
    "holds": "bold green",
    "overturned": "bold blue",
    "reading-dependent": "bold yellow",
    "editorial": "bold magenta",
    "misquoted": "bold magenta",
    "verified": "bold green",
    "fails": "bold red",
    "refused": "bold red",
}


class Reporter:
    """Progress on standard error: a bar in a terminal, a line per dispute elsewhere."""

    def __init__(self, console: Console, bar: Progress | None) -> None:
        self.console = console
        self.bar = bar
        self.task = bar.add_task("loading", total=None) if bar else None

    def __call__(self, step: Step) -> None:
        if self.bar is not None and self.task is not None:
            self.bar.update(
                self.task, completed=step.done, total=step.total or None, description=f"{step.slug}: {step.unit}"
            )
        if step.finished is not None:
            said = step.finished.says if isinstance(step.finished, Unloadable) else step.finished.verdict.kind
            kept = " (taken up from an interrupted run)" if step.resumed else ""
            self.console.print(Text(f"[{step.done}/{step.total}] {step.slug}: {said}{kept}"), soft_wrap=True)

    def note(self, text: str) -> None:
        """Say what is being done after the units are."""
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, description=text)
        else:
            self.console.print(Text(text), soft_wrap=True)


@contextmanager
def progress() -> Iterator[Reporter]:
    """A reporter on standard error for the time of a run."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield Reporter(console, None)
        return
    columns = (
        SpinnerColumn(),
        BarColumn(24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        yield Reporter(console, bar)


def as_json(result: Recheck | Unloadable) -> dict[str, Any]:
    """One entry of ``lakatos check --json``."""
    if isinstance(result, Unloadable):
        return {
            "slug": result.slug, "verdict": "undetermined", "reason": f"could not be loaded: {result.says}",
            "expected": None, "agrees": False, "seconds": 0.0, "findings": [], "controls": [],
        }  # fmt: skip
    undecided = result.verdict.kind == "undetermined"
    return {
        "slug": result.slug,
        "verdict": result.verdict.kind,
        "reason": result.verdict.why if undecided else result.verdict.reason,
        "expected": result.expected,
        "agrees": result.agrees,
        "seconds": round(result.seconds, 3),
        "findings": [
            {
                "name": f.name,
                "kind": f.kind,
                "value": f.value,
                "sigmas": [s.model_dump() for s in f.sigmas],
                "scope": f.scope,
                "reading": f.reading,
            }
            for f in result.findings
        ],
        "controls": [{"name": c.name, "kind": c.kind, "passed": c.passed} for c in result.controls],
    }


def results(workspace: Workspace, outcomes: Sequence[Recheck | Unloadable]) -> None:
    """The table of a re-check, and under it whatever did not go as recorded."""
    table = Table(title=workspace.title, title_justify="left", show_lines=True)
    table.add_column("dispute", overflow="fold", min_width=14)
    table.add_column("verdict", min_width=11)
    table.add_column("decisive figure", ratio=3)
    table.add_column("scope", ratio=3)
    table.add_column("seconds", justify="right")
    table.add_column("report", overflow="fold", ratio=2)
    for r in outcomes:
        if isinstance(r, Unloadable):
            table.add_row(r.slug, Text("not loaded", style="bold red"), Text(r.says), "", "", "")
            continue
        figure = r.decisive
        table.add_row(
            r.slug,
            _verdict(r),
            Text(figure.display) if figure else "",
            Text(figure.scope) if figure else "",
            f"{r.seconds:.1f}",
            Text(_report(workspace, r)),
        )
    console = _console()
    console.print(table)
    for r in outcomes:
        if isinstance(r, Recheck) and not r.agrees:
            expected = f"{r.expected}{f' ({r.expected_reason})' if r.expected_reason else ''}"
            console.print(Text(f"{r.slug}: {r.verdict.kind}, recorded {expected}. {r.verdict.why}"), style="red")
        for problem in r.problems if isinstance(r, Recheck) else ():
            console.print(Text(f"{r.slug}: {problem}"), style="red")
        for control in r.controls if isinstance(r, Recheck) else ():
            if not control.passed:
                console.print(Text(f"{r.slug}: control {control.name} failed. {control.note}"), style="red")


def disputes(workspace: Workspace, *, as_json: bool) -> None:
    """The disputes of a workspace, read without importing any."""
    entries = []
    for slug in workspace.slugs():
        outline = lint_check(workspace.check(slug))
        last = last_record(workspace, slug)
        entries.append(
            {
                "slug": slug,
                "group": outline.group,
                "title": outline.title,
                "expected": outline.expected,
                "last": last.verdict.kind if last else None,
                "problems": [str(p) for p in outline.problems],
            }
        )
    if as_json:
        print(json.dumps(entries, indent=2, ensure_ascii=False))
        return
    table = Table(title=workspace.title, title_justify="left")
    for name in ("dispute", "what is disputed", "recorded", "last found"):
        table.add_column(name, overflow="fold")
    for group, heading in GROUPS.items():
        members = [e for e in entries if e["group"] == group]
        if members:
            table.add_section()
            table.add_row(Text(heading, style="bold"))
        for e in members:
            title = str(e["title"]) if not e["problems"] else f"cannot be read: {e['problems'][0]}"
            table.add_row(str(e["slug"]), Text(title), str(e["expected"] or "?"), str(e["last"] or "not run"))
    _console().print(table)


def dispute(workspace: Workspace, slug: str, outline: Any, *, as_json: bool) -> None:
    """One dispute: its argument and its last record."""
    last = last_record(workspace, slug)
    if as_json:
        data = {
            "slug": slug,
            "title": outline.title,
            "sections": outline.sections,
            "expected": outline.expected,
            "problems": [str(p) for p in outline.problems],
            "last": None if last is None else {**last.model_dump(mode="json"), "agrees": last.agrees},
        }
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return
    console = _console()
    console.print(Text(outline.title or slug, style="bold"))
    for problem in outline.problems:
        console.print(Text(f"checks/{slug}.py, {problem}", style="red"))
    for name, text in outline.sections.items():
        console.print(Text(f"\n{name}", style="bold"))
        console.print(Text(text))
    if last is None:
        console.print(Text(f"\nnot re-checked here yet: lakatos check {slug}"))
        return
    console.print(Text("\nLast re-check", style="bold"), _verdict(last), Text(last.verdict.why))
    for f in last.findings:
        console.print(Text(f"  {f.kind:<12} {f.name}{f' [{f.reading_text}]' if f.reading else ''}: {f.display}"))
        for s in f.sigmas:
            console.print(Text(f"  {'':<12} {s.sigma:.1f} sigma against {s.null}"))
    for c in last.controls:
        console.print(Text(f"  {c.kind:<12} {c.name}: {'passed' if c.passed else 'FAILED'} {c.note}"))


def verifications(outcomes: Sequence[Verification], *, as_json: bool) -> None:
    """The outcome of each certificate; refusals with every line that is wrong."""
    if as_json:
        rows = [
            {
                "file": o.file, "status": o.status, "says": o.says, "sha256": o.sha256, "output": o.output,
                "states": o.states,
                "problems": [{"line": p.line, "says": p.says} for p in o.problems], "seconds": round(o.seconds, 3),
            }
            for o in outcomes
        ]  # fmt: skip
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    console = _console()
    for o in outcomes:
        console.print(Text.assemble((o.status, STYLES.get(o.status, "bold")), f"  {o.file}"), soft_wrap=True)
        for line in [str(p) for p in o.problems] or [o.says]:
            console.print(Text(f"    {line}"), soft_wrap=True)
        if o.states and not o.problems:
            console.print(Text(f"    {o.states}"), soft_wrap=True)
        for line in o.output.splitlines():
            console.print(Text(f"    > {line}"), soft_wrap=True)
        console.print(Text(f"    SHA-256 {o.sha256}"), soft_wrap=True)


def _report(workspace: Workspace, record: Recheck) -> str:
    """Where the report of this very record is, or that there is none."""
    folder = workspace.report(record.slug)
    if not (folder / "report.html").is_file():
        return "not built"
    verdict = folder / "verdict.json"
    if not verdict.is_file() or verdict.read_text(encoding="utf-8") != verdict_json(record):
        return "out of date"
    return workspace.relative(folder / "report.html")


def _console() -> Console:
    """Standard output; wide enough for the tables where there is no terminal to ask."""
    console = Console()
    return console if console.is_terminal else Console(width=max(console.width, 130))


def _verdict(record: Recheck) -> Text:
    reason = f" ({record.verdict.reason})" if record.verdict.reason else ""
    return Text(f"{record.verdict.kind}{reason}", style=STYLES.get(record.verdict.kind, "bold"))
