"""Build a dispute's report: execute its notebook, put the head in front, write what is committed and what is built."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lakatos.model import Recheck
from lakatos.report.error import ReportError
from lakatos.report.files import replace
from lakatos.report.html import to_html
from lakatos.report.letter import Letter, LetterRefusedError, draft_letter, remove_letter, write_letter
from lakatos.report.notebook import execute
from lakatos.report.page import body, head, machine_facts
from lakatos.workspace import Case

DIGITS = 6


@dataclass(frozen=True)
class BuiltReport:
    """What was written: the report's folder, and the letter or why there is none."""

    folder: Path
    markdown: Path
    html: Path
    letter: Letter | None
    no_letter: str | None


def build_report(case: Case, record: Recheck) -> BuiltReport:
    """Write report.md, figures/, report.html, verdict.json and, where there is one, the letter.

    Everything but the HTML and the mail is the same, byte for byte, for the same findings: no timings and no facts
    of this machine. Each file is replaced whole, so that two builds at once do not mix.

    Raises:
        ReportError: if the notebook fails, shows facts of this machine, or the page cannot be set.
    """
    workspace = case.workspace
    letter, refusal = _letter(case, record)
    page = body(execute(workspace.notebook(case.slug), folder=workspace.root))
    reproduce = [f"lakatos check {case.slug}"]
    if case.certificate is not None:
        reproduce.append(f"python3 -I counterexamples/{case.slug}.py")
    state = "blocked until its gaps are filled" if letter and letter.gaps else "not reviewed"
    about = f"drafted in letter.txt, {state}" if letter else str(refusal)
    markdown = head(record, folders=(workspace.templates,), reproduce=reproduce, letter=about) + page.markdown
    found = machine_facts(markdown, [str(workspace.root), str(Path.home()), tempfile.gettempdir() + "/"])
    if found:
        raise ReportError(f"the report of {case.slug} shows {found}, which holds only on this machine; print less")
    folder = workspace.report(case.slug)
    html = to_html(markdown, title=case.title, figures=page.figures)
    replace(folder / "report.md", markdown.encode())
    replace(folder / "report.html", html.encode())
    for name, svg in page.figures.items():
        replace(folder / "figures" / name, svg.encode())
    _remove(folder / "figures", keep=page.figures.keys())
    replace(folder / "verdict.json", verdict_json(record).encode())
    if letter:
        write_letter(letter, folder)
    else:
        remove_letter(folder)
    return BuiltReport(folder, folder / "report.md", folder / "report.html", letter, refusal)


def verdict_json(record: Recheck) -> str:
    """The record as JSON without timings or hashes of code; floats to six digits, so that it is portable."""
    data = _rounded(record.model_dump(mode="json", exclude={"seconds", "source"}))
    return json.dumps({**data, "agrees": record.agrees}, indent=2, ensure_ascii=False) + "\n"


def _letter(case: Case, record: Recheck) -> tuple[Letter | None, str | None]:
    try:
        return draft_letter(case, record), None
    except LetterRefusedError as refusal:
        return None, str(refusal)


def _remove(folder: Path, *, keep: Any) -> None:
    """Figures that the report no longer shows."""
    for file in folder.glob("*.svg"):
        if file.name not in keep:
            file.unlink(missing_ok=True)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
