"""The gallery: what it takes from checks and reports, and that nothing in them becomes markup."""

import json
import re

import pytest

from lakatos.report import build_gallery
from lakatos.report.build import verdict_json
from lakatos.report.prose import opening, plain
from lakatos.workspace import current, find_workspace, lint_check, load

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><title>{}</title></svg>'
REPORT = """# A small dispute.

![None of the files.](figures/missing.svg)

![The first, in (0, 1).](figures/first.svg)

*The first, in (0, 1).*

![The second.](figures/second.svg)
"""


@pytest.fixture
def reported(workspace, small_check):
    """A workspace with one dispute and its report; its check may be changed first."""

    def build(slug="small", *changes):
        path = small_check(workspace, slug)
        for old, new in changes:
            assert old in path.read_text()
            path.write_text(path.read_text().replace(old, new))
        place = find_workspace(workspace)
        folder = place.report(slug)
        (folder / "figures").mkdir(parents=True)
        (folder / "verdict.json").write_text(verdict_json(current(load(slug, workspace=place))))
        (folder / "report.md").write_text(REPORT)
        for name in ("first", "second"):
            (folder / "figures" / f"{name}.svg").write_text(SVG.format(name))
        return place

    return build


def test_an_entry_says_what_was_claimed_found_and_why_it_looked_true(reported):
    place = reported()
    built = build_gallery(place)
    text = built.markdown.read_text()
    assert built.missing == {}
    assert "## The challenge" in text
    assert "| [small](#small) | confirmed | 7 |" in text
    assert '### <a id="small"></a>A small dispute\n' in text
    assert "**Claimed.** Every n below 10 is less than 7." in text
    assert "**Found.** It is false at 7." in text
    assert "**Why it had looked true.** Nobody looked beyond 6." in text
    assert "![The first, in (0, 1).](../reports/small/figures/first.svg)" in text
    assert "[report](../reports/small/report.md) · [check](../checks/small.py)\n" in text
    for target in re.findall(r"\]\((\.\./[^)]*)\)", text):
        assert (built.markdown.parent / target).is_file()


def test_the_same_reports_give_the_same_page_and_nothing_is_imported(reported):
    place = reported()
    one = build_gallery(place).markdown.read_bytes()
    path = place.check("small")
    path.write_text(path.read_text() + "\nraise SystemExit('imported')\n")
    assert build_gallery(place).markdown.read_bytes() == one


def test_the_page_stands_alone_as_html(reported):
    page = build_gallery(reported()).html.read_text()
    assert "data:image/svg+xml;base64," in page
    assert not re.search(r"<script|<link|src=\"(?!data:)", page)
    assert '<span class="verdict confirmed"><strong>confirmed</strong></span>' in page


def test_a_check_may_name_its_figure(reported):
    place = reported(
        "small", ('expected="confirmed"', 'figure="second", expected="confirmed"'), ("def slow()", "def second()")
    )
    assert "figures/second.svg" in build_gallery(place).markdown.read_text()
    assert "figures/first.svg" not in build_gallery(place).markdown.read_text()
    (place.report("small") / "figures" / "second.svg").unlink()
    assert "second" in build_gallery(place).missing["small"]


@pytest.mark.parametrize("figure", ["'nothing'", "3", "'../../x'"])
def test_a_figure_that_the_check_does_not_define_is_a_problem_with_its_line(workspace, small_check, figure):
    path = small_check(workspace)
    path.write_text(path.read_text().replace('expected="confirmed"', f'figure={figure}, expected="confirmed"'))
    (problem,) = lint_check(path).problems
    assert "is no function of this file" in problem.says
    assert problem.line > 1


def test_a_dispute_without_a_report_is_named_and_so_is_one_that_cannot_be_read(reported, small_check):
    place = reported()
    small_check(place.root, "unreported")
    (place.root / "checks" / "broken.py").write_text("def f(:")
    built = build_gallery(place)
    text = built.markdown.read_text()
    assert set(built.missing) == {"unreported", "broken"}
    assert "## Not shown" in text
    assert "- unreported: it has no report yet" in text
    assert "- broken: its check cannot be read: line 1" in text
    assert '<a id="small"></a>' in text


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"slug": "small", "title": 3}'])
def test_a_verdict_that_is_none_is_not_shown(reported, data):
    place = reported()
    (place.report("small") / "verdict.json").write_bytes(data)
    assert "small" in build_gallery(place).missing


def test_a_verdict_that_is_not_the_recorded_one_says_so(reported):
    place = reported()
    path = place.report("small") / "verdict.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "expected": "holds"}))
    text = build_gallery(place).markdown.read_text()
    assert "confirmed, recorded holds" in text
    assert "(recorded: holds)" in text


def test_groups_come_in_order_and_empty_ones_not_at_all(reported):
    reported("first")
    place = reported("classic", ('expected="confirmed"', 'group="shelf", expected="confirmed"'))
    text = build_gallery(place).markdown.read_text()
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["The challenge", "The shelf"]


HOSTILE = "<script>x()</script> [a](http://x) ![i](j.svg) `c` **b** _e_ $x^2$ | a cell & <img src=x onerror=y> # h"


def test_nothing_in_a_check_or_a_report_becomes_markup(reported):
    place = reported(
        "small",
        ("A small dispute.", f"A {HOSTILE}."),
        ("Every n below 10 is less than 7.\n", f"Every {HOSTILE}\n    ## of it\n"),
        ("Nobody looked beyond 6.", f"Nobody {HOSTILE}"),
        ('title="A paper"', f"title={HOSTILE!r}"),
        ('says=f"It fails at {n}."', f"says='It fails.', shown={HOSTILE!r}"),
    )
    report = place.report("small") / "report.md"
    report.write_text(REPORT.replace("The first, in (0, 1).", f"The {HOSTILE}"))
    built = build_gallery(place)
    page = built.html.read_text()
    body = page.partition("<main>")[2]
    assert not re.search(r"<script|<img (?!src=\"data:)|<code>c|<em>e|<strong>b|<math", body)
    assert 'href="http://x"' not in body
    assert body.count("<h2>") == 1
    assert len(re.findall(r"<td", body)) == 3
    assert body.count("<img") == 1
    for line in built.markdown.read_text().splitlines():
        assert "<script" not in line
        assert "$" not in line


def test_text_made_plain_comes_back_as_it_was():
    from markdown_it import MarkdownIt

    text = r"a_1 *b* `c` \* [d](e) <f> &amp; $g$ ~~h~~ | # i"
    (token,) = MarkdownIt("commonmark").parseInline(plain(text))
    assert "".join(child.content for child in token.children) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("It is so for all n. And for k. Never for m.", "It is so for all n. And for k. Never for m."),
        ("The horizon.\n\nOne thing is said here first. Another thing is said here then. A third one follows.",
         "The horizon. One thing is said here first. Another thing is said here then."),
        ("By Smith et al. The bound is 2.5, cf. Lemma 3. It is reached at 7 and at 9. It falls behind.",
         "By Smith et al. The bound is 2.5, cf. Lemma 3. It is reached at 7 and at 9."),
        ("A thing (said so. And then not. And again so) is claimed here by them. The next one is said here. No.",
         "A thing (said so. And then not. And again so) is claimed here by them. The next one is said here."),
        ("They say that it holds on [0, 1). They do not say that it fails. Nor does anybody else.",
         "They say that it holds on [0, 1). They do not say that it fails."),
        ('They wrote of it "it is so." Then they took it back once more. The end is not known.',
         'They wrote of it "it is so." Then they took it back once more.'),
        ("", ""),
    ],
)  # fmt: skip
def test_the_opening_of_a_text(text, shown):
    assert opening(text) == shown


def test_the_command_says_what_it_wrote_and_what_is_missing(lakatos, reported, small_check):
    place = reported()
    small_check(place.root, "unreported")
    done = lakatos("gallery", cwd=place.root)
    assert done.code == 0
    assert done.out.splitlines() == ["docs/gallery.md", "docs/gallery.html"]
    assert "unreported: not shown: it has no report yet" in done.err
