"""The gallery: every dispute of a workspace on one page, with one figure each, built from the reports."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from lakatos.model import Recheck
from lakatos.report.error import ReportError
from lakatos.report.files import replace
from lakatos.report.html import to_html
from lakatos.report.prose import opening, plain
from lakatos.report.templates import render
from lakatos.workspace import GROUPS, Group, Outline, Workspace, lint_check

#: No report of ours comes near it.
LARGEST = 50_000_000
#: A figure of a report: its caption and its file.
_FIGURE = re.compile(r"^!\[(.*)\]\(figures/(\w+\.svg)\)$", re.MULTILINE)


@dataclass(frozen=True)
class Picture:
    """A figure of a report: its caption, its file, and the SVG in it."""

    caption: str
    file: Path
    svg: str


@dataclass(frozen=True)
class Entry:
    """One dispute as the gallery shows it: its argument from the check, the verdict and the figure from its report."""

    slug: str
    outline: Outline
    record: Recheck
    picture: Picture | None


@dataclass(frozen=True)
class BuiltGallery:
    """What was written, and the disputes that are not on it, with why."""

    markdown: Path
    html: Path
    missing: dict[str, str]


def build_gallery(workspace: Workspace) -> BuiltGallery:
    """Write docs/gallery.md and, not for committing, docs/gallery.html from the checks and the reports as they are.

    Nothing is run and no check is imported. The same checks and reports give the same Markdown, byte for byte. A
    dispute without a report is named at the end of the page.

    Raises:
        ReportError: if the page cannot be set, or the extra ``notebooks`` is missing.
    """
    entries: list[Entry] = []
    missing: dict[str, str] = {}
    for slug in workspace.slugs():
        try:
            entries.append(_entry(workspace, slug))
        except ReportError as error:
            missing[slug] = str(error)
    target = workspace.gallery
    page = target.with_suffix(".html")
    pictures = {_from_docs(workspace, e.picture.file): e.picture.svg for e in entries if e.picture}
    markdown = _page(workspace, entries, missing)
    set_page = to_html(
        _page(workspace, entries, missing, cards=True),
        title=f"Gallery: {workspace.title}",
        figures=pictures,
        style="gallery.css",
    )
    replace(target, markdown.encode())
    replace(page, set_page.encode())
    return BuiltGallery(target, page, missing)


def _entry(workspace: Workspace, slug: str) -> Entry:
    outline = lint_check(workspace.check(slug))
    if outline.problems:
        raise ReportError(f"its check cannot be read: {outline.problems[0]}")
    folder = workspace.report(slug)
    if not (folder / "verdict.json").is_file() or not (folder / "report.md").is_file():
        raise ReportError("it has no report yet")
    try:
        data = json.loads(_read(folder / "verdict.json"))
        data.pop("agrees", None)
        record = Recheck.model_validate(data)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ReportError("its verdict.json is no record of a re-check") from error
    return Entry(slug, outline, record, _picture(folder, outline))


def _picture(folder: Path, outline: Outline) -> Picture | None:
    """The figure that the check names, else the first of the report; None if the report has none."""
    found = [(caption, folder / "figures" / name) for caption, name in _FIGURE.findall(_read(folder / "report.md"))]
    shown = [(caption, file) for caption, file in found if file.is_file() and outline.figure in (None, file.stem)]
    if shown:
        caption, file = shown[0]
        return Picture(caption, file, _read(file))
    if outline.figure:
        raise ReportError(f"its report does not show the figure {outline.figure}")
    return None


def _page(workspace: Workspace, entries: list[Entry], missing: dict[str, str], *, cards: bool = False) -> str:
    """The page as Markdown; ``cards`` puts each dispute and its figure in elements of their own, to be styled."""
    groups: dict[Group, list[dict[str, object]]] = {
        group: [_shown(workspace, e, built=cards) for e in entries if e.outline.group == group] for group in GROUPS
    }
    return render(
        "gallery.md.j2",
        folders=(workspace.templates,),
        title=plain(workspace.title),
        kinds={e.record.verdict.kind for e in entries},
        groups=[(group, heading, groups[group]) for group, heading in GROUPS.items() if groups[group]],
        missing=[(plain(slug), plain(why)) for slug, why in missing.items()],
        cards=cards,
    )


def _shown(workspace: Workspace, entry: Entry, *, built: bool) -> dict[str, object]:
    """What the template shows of one dispute: texts made plain, links relative to docs/."""
    record, slug = entry.record, entry.slug
    sections = entry.outline.sections
    report = workspace.report(slug) / "report.html"
    links = {"report": report if built and report.is_file() else report.with_suffix(".md")}
    links |= {"check": workspace.check(slug), "certificate": workspace.certificate(slug)}
    verdict = record.verdict
    return {
        "id": quote(slug),
        "slug": plain(slug),
        "title": plain(entry.outline.title.removesuffix(".")),
        "kind": verdict.kind,
        "verdict": verdict.kind + (f" ({verdict.reason})" if verdict.reason else ""),
        "recorded": "" if record.agrees else record.expected,
        "decisive": plain(record.decisive.display) if record.decisive else "",
        "claimed": plain(opening(sections["Claim"])),
        "found": plain(opening(sections["What we find"])),
        "why": plain(opening(sections["Why it looked true"])),
        "source": plain(f"{record.claim.paper.cited()}, {record.claim.where}"),
        "picture": _from_docs(workspace, entry.picture.file) if entry.picture else None,
        "caption": plain(entry.picture.caption) if entry.picture else "",
        "links": {name: _from_docs(workspace, path) for name, path in links.items() if path.is_file()},
    }


def _from_docs(workspace: Workspace, path: Path) -> str:
    return "../" + quote(path.relative_to(workspace.root).as_posix())


def _read(path: Path) -> str:
    if path.stat().st_size > LARGEST:
        raise ReportError(f"{path.name} is larger than {LARGEST:,} bytes")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ReportError(f"{path.name} is not UTF-8 text") from error
