"""Tutorials, the notebooks without a dispute: each runs, and its page stands alone."""

import re
import shutil
from pathlib import Path

import pytest

from lakatos.workspace import find_workspace

ROOT = Path(__file__).parents[2]
TUTORIALS = find_workspace(ROOT).tutorials()


def test_the_tutorials_are_known():
    assert "tutorial_counterexample" in TUTORIALS
    assert not set(TUTORIALS) & set(find_workspace(ROOT).slugs())
    for name in TUTORIALS:
        text = find_workspace(ROOT).notebook(name).read_text()
        assert not re.search(r"^\s*[%!]\w", text, re.MULTILINE), "magics keep a notebook from running as a script"


@pytest.fixture(scope="session", params=TUTORIALS)
def page(request, tmp_path_factory, lakatos):
    folder = tmp_path_factory.mktemp("tutorials")
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    (folder / "checks").mkdir()
    done = lakatos("report", request.param, cwd=folder, timeout=200)
    assert done.code == 0, done.err
    assert done.out.strip() == f"reports/{request.param}/report.html"
    assert [p.name for p in (folder / "reports" / request.param).iterdir()] == ["report.html"]
    return request.param, (folder / done.out.strip()).read_text()


def test_a_tutorial_is_a_page_that_fetches_nothing(page):
    _, text = page
    assert "<h1>" in text
    assert not re.search(r"<script|<link|src=\"(?!data:)", text)


def test_the_counterexamples_of_the_tutorial(page):
    name, text = page
    if name != "tutorial_counterexample":
        pytest.skip("another one")
    assert "the least: every smaller object was looked at, graphs up to isomorphism: g, a graph of order 1 to 4" in text
    assert "the smallest found, not shown to be the least" in text
    assert "tree of order 18, degrees 9 8 2 1^15" in text
    assert "verified - shannon is refuted: its value there is -1" in text
    assert "does not refute: the exact value is 0" in text
    assert "exhaustion by size: 199 objects" in text
    assert text.count("data:image/svg+xml") == 2
    assert text.count("nothing is proved</b>") == 2


def test_an_unknown_name_is_neither(lakatos):
    done = lakatos("report", "tutorial_nothing", cwd=ROOT)
    assert done.code != 0
    assert "no dispute" in done.err
