"""The gallery of this workspace, and the README's table: what the committed reports say, no more and no less."""

import json
import re
import shutil
from pathlib import Path

import pytest

from lakatos.report import build_gallery
from lakatos.workspace import GROUPS, find_workspace, lint_check

ROOT = Path(__file__).parents[2]
PLACE = find_workspace(ROOT)
PAGE = PLACE.gallery.read_text(encoding="utf-8")


def verdict(slug):
    found = json.loads((PLACE.report(slug) / "verdict.json").read_text(encoding="utf-8"))["verdict"]
    return found["kind"] + (f" ({found['reason']})" if found["reason"] else "")


def test_the_committed_page_is_what_the_reports_give(tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ("checks", "counterexamples", "reports"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.html"))
    built = build_gallery(find_workspace(tmp_path))
    assert built.missing == {}
    assert built.markdown.read_text(encoding="utf-8") == PAGE, "build it again with: lakatos gallery"


@pytest.mark.parametrize("slug", PLACE.slugs())
def test_every_dispute_is_on_it_with_its_verdict_and_a_figure_that_exists(slug):
    _, _, entry = PAGE.partition(f'### <a id="{slug}"></a>')
    entry = entry.partition("\n### ")[0]
    (figure,) = re.findall(r"^!\[.+\]\((.+\.svg)\)$", entry, re.MULTILINE)
    file = (PLACE.gallery.parent / figure).resolve()
    assert file.parent == PLACE.report(slug) / "figures"
    assert "<svg" in file.read_text(encoding="utf-8")
    assert f"**{verdict(slug)}**" in entry
    for name in ("Claimed", "Found", "Why it had looked true"):
        (text,) = re.findall(rf"^\*\*{name}\.\*\* (.+)$", entry, re.MULTILINE)
        assert len(text.split()) >= 12, f"{name} of {slug} says too little alone: {text}"
    assert f"](../reports/{slug}/report.md)" in entry
    assert (f"](../counterexamples/{slug}.py)" in entry) == PLACE.certificate(slug).is_file()


def test_each_dispute_is_in_its_group():
    headings = dict(zip(GROUPS.values(), GROUPS, strict=True))
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)[1:]
    shown = {headings[h]: re.findall(r'^### <a id="(\w+)">', p, re.MULTILINE) for h, p in zip(parts[::2], parts[1::2])}
    groups = {slug: lint_check(PLACE.check(slug)).group for slug in PLACE.slugs()}
    assert shown == {group: [s for s, g in groups.items() if g == group] for group in GROUPS}


def test_the_readmes_table_has_the_disputes_of_the_challenge_and_their_verdicts():
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## The disputes")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| \[(\w+)\]\(reports/\1/report\.md\) \| ([^|]+) \|", text, re.MULTILINE))
    challenge = [slug for slug in PLACE.slugs() if lint_check(PLACE.check(slug)).group == "challenge"]
    assert rows == {slug: verdict(slug) for slug in challenge}
    assert "](docs/gallery.md)" in text
