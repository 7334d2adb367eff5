"""What goes out: pages that stand alone, figures that do not change, letters that ask."""

import email
import email.policy
import re
from types import SimpleNamespace

import pytest

from lakatos.model import AuthorsSaid, Quote
from lakatos.report import (
    Letter,
    LetterRefusedError,
    ReportError,
    build_report,
    canvas,
    draft_letter,
    execute,
    figure,
    lint_letter,
    table,
)
from lakatos.report.build import verdict_json
from lakatos.report.files import replace
from lakatos.report.html import to_html
from lakatos.report.page import body, machine_facts
from lakatos.workspace import Case, current, find_workspace, load

NOTEBOOK = """# %% [markdown]
# ## A heading
# With $x^2$ and a table below.

# %%
from lakatos import canvas, figure, table

# %%
table([("a|b", 1)], header=("x", "y"))

# %%
@figure("A line that goes up.")
def line():
    fig, ax = canvas()
    ax.plot([0, 1], [0, 1], color="claim")
    return fig

line()

# %%
print("printed <b>text</b>")
"""


@pytest.fixture
def case(workspace, small_check) -> Case:
    small_check(workspace)
    (workspace / "notebooks" / "small.py").write_text(NOTEBOOK)
    return load("small", workspace=find_workspace(workspace))


# Figures and tables


def test_a_figure_is_the_same_bytes_each_time():
    @figure("A line.")
    def line():
        fig, ax = canvas()
        ax.plot([0, 1, 2], [0, 1, 4], color="evidence", label="$x^2$")
        ax.legend()
        return fig

    one, two = line(), line()
    assert one.svg == two.svg
    assert "<svg" in one.svg
    assert one.name == "line"


def test_a_caption_is_a_sentence():
    for bad in ("not a sentence", lambda: None):
        with pytest.raises(ValueError, match="full stop"):
            figure(bad)


def test_tables_escape_what_would_break_them():
    assert str(table([("a|b\nc", 1)], header=("x", "y"))).splitlines()[2] == "| a\\|b c | 1 |"
    with pytest.raises(ValueError, match="1 cells"):
        table([("a",)], header=("x", "y"))


# Pages


def test_a_report_is_built_whole(case):
    built = build_report(case, current(case))
    markdown = built.markdown.read_text()
    assert markdown.startswith("# A small dispute.")
    for part in ("confirmed", "Lemma 1", "`lakatos check small`", "small ones hold", "## A heading", "a\\|b"):
        assert part in markdown
    assert "![A line that goes up.](figures/line.svg)" in markdown
    assert (built.folder / "figures" / "line.svg").is_file()
    html = built.html.read_text()
    assert "<math" in html
    assert "data:image/svg+xml;base64," in html
    assert "printed &lt;b&gt;text" in html
    assert '<p class="caption">' in html
    assert {p.name for p in built.folder.iterdir()} == {
        "report.md", "report.html", "figures", "verdict.json", "letter.txt", "letter.eml",
    }  # fmt: skip


def test_building_twice_changes_nothing_and_removes_what_is_gone(case):
    built = build_report(case, current(case))
    before = {
        p: (p.read_bytes(), p.stat().st_mtime_ns) for p in built.folder.rglob("*") if p.is_file() and p.suffix != ".eml"
    }
    (built.folder / "figures" / "old.svg").write_text("<svg/>")
    build_report(case, current(case))
    after = {
        p: (p.read_bytes(), p.stat().st_mtime_ns) for p in built.folder.rglob("*") if p.is_file() and p.suffix != ".eml"
    }
    assert before == after


def test_verdict_json_has_no_timings_and_short_floats(case):
    record = current(case).model_copy(update={"seconds": 1.25})
    text = verdict_json(record)
    assert "seconds" not in text
    assert "source" not in re.findall(r'^  "(\w+)"', text, re.MULTILINE)


def test_a_report_that_shows_this_machine_is_refused(case, workspace):
    notebook = workspace / "notebooks" / "small.py"
    for shows in ("import os; print(os.getcwd())", "print(object())"):
        notebook.write_text(f"# %%\n{shows}\n")
        with pytest.raises(ReportError, match="only on this machine"):
            build_report(case, current(case))
    assert machine_facts("0x7f3a in words", []) is None
    assert machine_facts("at 0x7f3a9c8810", []) is not None


def test_a_cell_that_fails_is_reported_without_colours(case, workspace):
    (workspace / "notebooks" / "small.py").write_text("# %%\n1 / 0\n")
    with pytest.raises(ReportError, match="ZeroDivisionError") as error:
        build_report(case, current(case))
    assert "\x1b" not in str(error.value)


def test_parameters_are_checked_against_the_notebook(workspace):
    path = workspace / "notebooks" / "p.py"
    path.write_text('# %% tags=["parameters"]\nk = 1\n\n# %%\nprint(k + 1)\n')
    run = execute(path, folder=workspace, parameters={"k": 41})
    assert "42" in body(run).markdown
    with pytest.raises(ReportError, match=r"no parameters \['kk'\]"):
        execute(path, folder=workspace, parameters={"kk": 1})
    path.write_text("# %%\nk = 1\n")
    with pytest.raises(ReportError, match="no cell tagged"):
        execute(path, folder=workspace, parameters={"k": 1})
    with pytest.raises(ReportError, match="no notebook"):
        execute(workspace / "none.py", folder=workspace)


def test_what_a_cell_prints_is_one_piece_however_the_kernel_sends_it():
    def page(*outputs):
        cell = SimpleNamespace(cell_type="code", source="print()", outputs=outputs)
        return body(SimpleNamespace(cells=[cell])).markdown

    def printed(text, name="stdout"):
        return {"output_type": "stream", "name": name, "text": text}

    drawn = {"output_type": "display_data", "data": {"text/plain": "drawn"}}
    whole = page(printed("one\ntwo\nthree\n"))
    assert whole == page(printed("one\n"), printed("two\n"), printed("warning", "stderr"), printed("three\n"))
    assert whole.count("```text") == 1
    assert "warning" not in page(printed("warning", "stderr"))
    parts = page(printed("one\n"), drawn, printed("two\n"))
    assert parts.index("one") < parts.index("drawn") < parts.index("two")


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>1</script>",
        '<img src="https://example.org/x.png">',
        "<link rel=stylesheet href=x.css>",
        '<p onclick="x()">a</p>',
        '<div style="background: url(x.png)">a</div>',
        "![x](https://example.org/x.png)",
        "<iframe></iframe>",
    ],
)
def test_a_page_that_would_fetch_or_run_anything_is_refused(markdown):
    with pytest.raises(ReportError):
        to_html(markdown, title="t", figures={})


def test_text_that_only_looks_like_a_fetch_is_fine():
    page = to_html('`src="https://example.org"` and [a link](https://example.org)', title="<t>", figures={})
    assert "<title>&lt;t&gt;</title>" in page


def test_a_formula_that_cannot_be_set_is_named():
    with pytest.raises(ReportError, match="cannot set the formula"):
        to_html(r"$\begin{matrix} 1$", title="t", figures={})


def test_files_are_replaced_whole(tmp_path):
    path = tmp_path / "a" / "b.txt"
    replace(path, b"one")
    assert path.read_bytes() == b"one"
    assert [p.name for p in path.parent.iterdir()] == ["b.txt"]


# Letters


def letter_of(case, **changes):
    return draft_letter(case, current(case).model_copy(update=changes))


def test_the_letter_asks_and_stays_blocked_until_the_sentence_is_pasted(case):
    draft = letter_of(case)
    assert draft.subject.endswith("is 7 allowed?")
    assert "do you agree, or is our analysis wrong?" in " ".join(draft.text.split())
    assert draft.status.startswith("BLOCKED DRAFT")
    assert any("paste the sentence" in gap for gap in draft.gaps)
    assert "It fails at 7." in draft.text
    assert lint_letter(draft) == []
    pasted = Quote(text="For all n < 10, n < 7!", version="v1", page="3")
    claim = current(case).claim.model_copy(update={"quote": pasted})
    filled = letter_of(case, claim=claim)
    assert "> For all n < 10, n < 7!" in filled.text  # a quotation may hold what we may not say
    assert not any("paste the sentence" in gap for gap in filled.gaps)


def test_brackets_in_a_quotation_are_no_gaps(case):
    claim = current(case).claim.model_copy(update={"quote": Quote(text="As in [[3]], n < 7.", version="v1", page="3")})
    assert not any("3" in gap for gap in letter_of(case, claim=claim).gaps)


def test_a_dispute_without_a_certificate_leaves_a_gap_for_its_repository(case):
    assert any("address and commit" in gap for gap in letter_of(case).gaps)


def test_an_author_who_has_answered_gets_a_follow_up(case):
    said = AuthorsSaid(position="acknowledged", date="2026-08", source="a reply")
    claim = current(case).claim.model_copy(update={"authors_said": said})
    assert "follow-up, not a first question" in " ".join(letter_of(case, claim=claim).text.split())
    assert "follow-up" not in letter_of(case).text


@pytest.mark.parametrize("kind", ["holds", "misquoted", "editorial", "undetermined", "withdrawn"])
def test_other_verdicts_get_no_letter_and_why(case, kind):
    verdict = current(case).verdict.model_copy(update={"kind": kind})
    with pytest.raises(LetterRefusedError, match=f"no letter for the verdict {kind}: ."):
        letter_of(case, verdict=verdict, expected=kind)


def test_nobody_gets_a_letter_about_an_error_that_is_published_and_known(workspace, small_check):
    path = small_check(workspace)
    path.write_text(path.read_text().replace('expected="confirmed"', 'group="shelf", expected="confirmed"'))
    case = load("small", workspace=find_workspace(workspace))
    assert current(case).agrees
    with pytest.raises(LetterRefusedError, match="published and known"):
        draft_letter(case, current(case))


def test_no_letter_rests_on_a_failed_control_or_a_verdict_nobody_agreed_on(case):
    record = current(case)
    controls = tuple(c.model_copy(update={"passed": False}) for c in record.controls)
    with pytest.raises(LetterRefusedError, match="control"):
        letter_of(case, controls=controls)
    with pytest.raises(LetterRefusedError, match="last agreed on"):
        letter_of(case, expected="holds")


def test_the_mail_is_an_ascii_draft_to_nobody():
    draft = Letter("s", "Question: is Θ(log k) meant?", "Body with Θ and ± signs.\n", ("s.py", b"print(1)\n"))
    data = draft.as_eml()
    data.decode("ascii")
    mail = email.message_from_bytes(data, policy=email.policy.default)
    assert not mail["To"]
    assert all(mail[h] is None for h in ("From", "Date", "Message-ID", "Cc", "Bcc"))
    assert mail["X-Unsent"] == "1"
    assert "DRAFT" in mail["Subject"]
    assert "Θ and ±" in mail.get_body().get_content()
    assert [a.get_filename() for a in mail.iter_attachments()] == ["s.py"]


def test_a_subject_cannot_smuggle_in_a_header():
    draft = Letter("s", "Question\nBcc: everyone@example.org", "x", None)
    with pytest.raises(ValueError):
        draft.as_eml()


@pytest.mark.parametrize("word", ["obviously", "Fraud", "failed to", "you claim", "really!", "trivially", "debunked"])
def test_a_letter_does_not_accuse(case, word):
    draft = letter_of(case)
    worse = Letter(draft.slug, draft.subject, draft.text + f"\nThis is {word} so.\n", None)
    assert lint_letter(worse)


def test_a_factorial_is_not_shouting(case):
    draft = letter_of(case)
    assert lint_letter(Letter(draft.slug, draft.subject, draft.text + "\nn! + 1 is prime, and so is 3!.\n", None)) == []


def test_a_letter_without_its_parts_is_not_a_letter(case):
    draft = letter_of(case)
    bare = Letter(draft.slug, "Your theorem is wrong", "It is false.", None)
    assert any("does not ask" in p for p in lint_letter(bare))
    assert any("What held" in p for p in lint_letter(bare))


def test_a_workspace_may_override_a_template_but_not_leave_a_name_open(case, workspace):
    folder = workspace / "reports" / "templates"
    folder.mkdir()
    (folder / "letter_authors.txt.j2").write_text("{{ nothing_of_the_kind }}")
    with pytest.raises(ReportError, match="nothing_of_the_kind"):
        letter_of(case)
