"""Load a check file by path, never by name, and run single units of it."""

from __future__ import annotations

import hashlib
import inspect
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import ValidationError

from lakatos.claims import run_text
from lakatos.ledger import engine
from lakatos.model import Control, Finding, Outcome, Recheck
from lakatos.workspace.dispute import Dispute
from lakatos.workspace.lint import Outline, lint_text
from lakatos.workspace.locate import Workspace, WorkspaceError, find_workspace


class Case:
    """A loaded check: its dispute, its argument, and the functions of its file as attributes."""

    def __init__(self, workspace: Workspace, slug: str) -> None:
        self.workspace = workspace
        self.slug = slug
        self.path = workspace.check(slug)
        # Read once: what is linted, hashed and run is the same text, whatever happens to the file meanwhile.
        text = self.path.read_bytes()
        self.outline: Outline = lint_text(text)
        if self.outline.problems:
            raise WorkspaceError(f"{workspace.relative(self.path)}, {self.outline.problems[0]}")
        certificate = workspace.certificate(slug)
        self.certificate = certificate.read_bytes() if certificate.is_file() else None
        #: Hash of everything that determines the result: this file, its certificate, the engine and its libraries.
        self.source = hashlib.sha256(b"\0".join([engine(), text, self.certificate or b""])).hexdigest()
        self.module = import_file(self.path, text)
        found = [value for value in vars(self.module).values() if isinstance(value, Dispute)]
        if len(found) != 1:
            raise WorkspaceError(f"{workspace.relative(self.path)} declares {len(found)} disputes, not one")
        self.dispute = found[0]

    @property
    def title(self) -> str:
        """The first line of the check's docstring."""
        return self.outline.title

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "module" not in self.__dict__:
            raise AttributeError(name)
        try:
            return getattr(self.module, name)
        except AttributeError:
            raise AttributeError(f"{self.path.name} defines no {name!r}") from None

    def run(self) -> Recheck:
        """The record of this dispute for the code as it stands: from the ledger if it is there, else run now."""
        from lakatos.workspace.recheck import current

        return current(self)


def load(slug: str, *, workspace: Workspace | None = None) -> Case:
    """Load the check of a dispute, from the workspace around the current folder by default.

    Raises:
        WorkspaceError: if there is no such dispute, or its file is incomplete or cannot be imported.
    """
    return Case(workspace or find_workspace(), slug)


def run_finding(case: Case, name: str, options: Mapping[str, str]) -> list[Finding]:
    """Call one finding function under the given options; the findings come back with their reading set."""
    readings = {r.name: r for r in case.dispute.readings}
    values = {key: readings[key].options[option] for key, option in options.items()}
    result = case.dispute.findings[name](**values)
    if result is None:
        raise TypeError(f"{name} returned nothing; a finding function returns a Finding, or several")
    findings = [result] if isinstance(result, Finding) else list(result)
    for finding in findings:
        if not isinstance(finding, Finding):
            raise TypeError(f"{name} returned {finding!r}; a finding function returns Finding objects")
        if finding.refutes == "falsification" and case.dispute.against is None:
            raise ValueError(f"{finding.name!r} refutes a falsification, but the dispute declares none (against=...)")
        if finding.reading and finding.reading != dict(options):
            raise ValueError(f"{finding.name!r} gives its own reading {finding.reading}; the engine sets it")
    return [f.model_copy(update={"reading": dict(options)}) for f in findings]


def run_control(case: Case, name: str) -> Control:
    """Call one control and hold its outcome against what must become of its variant."""
    declared = case.dispute.controls[name]
    result = declared.function()
    outcome = Outcome(survived=result) if isinstance(result, bool) else result
    if not isinstance(outcome, Outcome):
        raise TypeError(f"{name} returned {result!r}; a control returns an Outcome or a bool")
    return Control(
        name=name,
        kind="positive" if declared.holds else "negative",
        passed=outcome.survived == declared.holds,
        says=" ".join((inspect.getdoc(declared.function) or name.replace("_", " ")).split()),
        note=outcome.note,
    )


def line_of(error: BaseException, path: Path) -> str:
    """Where in a check file an error arose, as ", line N"; "" if not there."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""


def told(error: BaseException) -> str:
    """An error in one line, its kind first; a record that was not accepted tells each field and why."""
    if isinstance(error, ValidationError):
        fields = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}".removeprefix(": ") for e in error.errors())
        return f"{error.title} is not accepted: {'; '.join(fields)}"
    return f"{type(error).__name__}: {error}"


def parameters(case: Case, name: str) -> list[str]:
    """The readings that a finding function depends on."""
    return list(inspect.signature(case.dispute.findings[name]).parameters)


def import_file(path: Path, text: bytes) -> ModuleType:
    """Run the text of a check or claim as a module of its own; whatever goes wrong in it becomes a WorkspaceError."""
    try:
        return run_text(path, text)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # SystemExit too: a file that exits must not take the others down with it.
        raise WorkspaceError(f"{path.parent.name}/{path.name}{line_of(error, path)}: {told(error)}") from error
