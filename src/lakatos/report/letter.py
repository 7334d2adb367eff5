"""Draft the letter that asks: do you agree, or is our analysis wrong? It is never sent from here.

Who is written to follows from the verdict: the authors where a claim falls (a follow-up where they have
already answered), whoever made the falsification where that falls, nobody otherwise. What a letter must
contain and must not say follows the advice collected in ``docs/guide.md`` (BITSS/ACRE, PubPeer, Kahneman).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from lakatos.model import Finding, LakatosError, Quote, Recheck
from lakatos.report.files import replace
from lakatos.report.templates import render
from lakatos.workspace import Case, verify_certificate

TEMPLATES = {
    "confirmed": "letter_authors.txt.j2",
    "reading-dependent": "letter_authors.txt.j2",
    "overturned": "letter_claimant.txt.j2",
}
#: Words that accuse, sneer or shout. A letter asks.
BANNED = (
    "fraud", "misconduct", "fake", "obviously", "simply", "trivially", "trivial", "debunk", "failed to", "you claim",
    "allegation", "sloppy", "nonsense",
)  # fmt: skip
REQUIRED = (
    "do you agree, or is our analysis wrong?",
    "What held",
    "One command to check",
    "What was not checked",
    "What would change our mind",
    "no reply is required",
    "14 days",
    "automated",
)
_GAP = re.compile(r"\[\[(.+?)\]\]", re.DOTALL)


class LetterRefusedError(LakatosError):
    """There is no letter to write in this case; the message says why."""


@dataclass(frozen=True)
class Letter:
    """A draft. ``gaps`` are what a person still has to fill in; until then it stays blocked."""

    slug: str
    subject: str
    text: str
    attachment: tuple[str, bytes] | None

    @property
    def gaps(self) -> tuple[str, ...]:
        """What is still to be pasted or written, in order."""
        return tuple(" ".join(gap.split()) for gap in _GAP.findall(self.ours))

    @property
    def ours(self) -> str:
        """The text without the lines that are quoted from the paper: those are not ours to judge."""
        return "\n".join(line for line in self.text.splitlines() if not line.startswith(">"))

    @property
    def status(self) -> str:
        """One line that stands on top of every draft."""
        if self.gaps:
            return f"BLOCKED DRAFT - NOT REVIEWED - {len(self.gaps)} gaps, marked [[ ]], have to be filled first"
        return "DRAFT - NOT REVIEWED - two people have to sign before anybody sends it"

    def as_text(self) -> str:
        """The draft as a text file."""
        return f"{self.status}\n\nTo:\nSubject: {self.subject}\n\n{self.text}"

    def as_eml(self) -> bytes:
        """The draft as a mail that opens unsent: no recipient, no sender, no date; ASCII throughout."""
        message = EmailMessage(policy=SMTP)
        message["X-Unsent"] = "1"
        message["To"] = ""
        message["Subject"] = f"[{'BLOCKED ' if self.gaps else ''}DRAFT] {self.subject}"
        message.set_content(f"{self.status}\n\n{self.text}", cte="quoted-printable")
        if self.attachment:
            name, data = self.attachment
            message.add_attachment(data, maintype="text", subtype="x-python", filename=name, cte="base64")
        return message.as_bytes()


def why_no_letter(record: Recheck) -> str | None:
    """Why nobody is written to about this record; None if a letter can be drafted."""
    kind = record.verdict.kind
    if kind not in TEMPLATES:
        reasons = {
            "holds": "the claim holds on the stated scope, so there is nothing to ask its authors",
            "editorial": "the substance stands; a wording is a matter for an erratum list, not for a letter",
            "misquoted": "what was falsified is not what the paper says, so its authors have nothing to answer",
            "undetermined": "the verdict is not settled, and a letter may not rest on it",
            "withdrawn": "we were wrong; whoever was written to gets a withdrawal by hand, not a new question",
        }
        return f"no letter for the verdict {kind}: {reasons[kind]}"
    failed = [c.name for c in record.controls if not c.passed]
    if failed:
        return f"no letter while control {', '.join(failed)} fails"
    if not record.agrees:
        return f"no letter: the verdict {kind} is not the one last agreed on ({record.expected})"
    return None


def draft_letter(case: Case, record: Recheck) -> Letter:
    """Draft the letter about a dispute.

    Raises:
        LetterRefusedError: if the verdict calls for none, a control fails, or the check says nothing to ask.
    """
    known = "no letter: the error is published and known" if case.dispute.group == "shelf" else None
    refusal = known or why_no_letter(record)
    if refusal:
        raise LetterRefusedError(refusal)
    notes = case.dispute.letter
    if notes is None:
        raise LetterRefusedError(f"checks/{case.slug}.py has no letter=Correspondence(question=...): nothing to ask")
    to_authors = TEMPLATES[record.verdict.kind] == TEMPLATES["confirmed"]
    about = record.claim if to_authors else record.against
    assert about is not None, "only a falsification can be overturned"
    proof = (
        verify_certificate(case.workspace.certificate(case.slug), workspace=case.workspace)
        if case.certificate is not None
        else None
    )
    said = record.claim.authors_said
    refuting = [f for f in record.findings if f.refutes in ("claim", "falsification") and f.says]
    text = render(
        TEMPLATES[record.verdict.kind],
        folders=(case.workspace.templates,),
        record=record,
        notes=notes,
        quote=_quoted(about.quote, "paper" if to_authors else "falsification"),
        follow_up=said is not None and said.position in ("acknowledged", "corrected"),
        held=[c for c in record.controls if c.kind == "positive"],
        differs=_differs(refuting),
        sections=case.outline.sections,
        proof=proof,
        readings=case.dispute.readings,
    )
    disputed = f'{record.claim.where} of "{record.claim.paper.title}"' if to_authors else "a falsification"
    subject = f"Question about {disputed}: {notes.question}"
    attachment = (f"{case.slug}.py", case.certificate) if case.certificate is not None else None
    letter = Letter(case.slug, subject, text, attachment)
    problems = lint_letter(letter)
    if problems:
        raise LetterRefusedError(f"the draft breaks the rules for letters: {'; '.join(problems)}")
    return letter


def lint_letter(letter: Letter) -> list[str]:
    """What a draft lacks, or says that a letter must not say. Quoted lines are left alone."""
    flat = " ".join(f"{letter.subject} {letter.ours}".lower().split())
    problems = [f"says {word!r}" for word in BANNED if _says(flat, word)]
    # A word with an exclamation mark, not a factorial.
    problems += [f"shouts {word!r}" for word in re.findall(r"[a-z]{3,}!", flat)]
    problems += [f"lacks {part!r}" for part in REQUIRED if " ".join(part.lower().split()) not in flat]
    if not letter.subject.endswith("?"):
        problems.append("the subject does not ask")
    return problems


def remove_letter(folder: Path) -> None:
    """Remove a draft that no longer rests on anything."""
    for name in ("letter.txt", "letter.eml"):
        (folder / name).unlink(missing_ok=True)


def write_letter(letter: Letter, folder: Path) -> list[Path]:
    """Write letter.txt and letter.eml beside the report."""
    files = {"letter.txt": letter.as_text().encode(), "letter.eml": letter.as_eml()}
    for name, data in files.items():
        replace(folder / name, data)
    return [folder / name for name in files]


def _says(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}", text) is not None


def _differs(refuting: list[Finding]) -> list[tuple[Finding, str]]:
    """Each refuting finding once, the decisive one first, with the readings under which it was made."""
    named: dict[str, list[Finding]] = {}
    for finding in sorted(refuting, key=lambda f: not f.decisive):
        named.setdefault(finding.name, []).append(finding)
    told = []
    for same in named.values():
        values = {f.reading_text: str(f.value) for f in same}
        if len(same) == 1:
            under = f"Under {same[0].reading_text}." if same[0].reading else ""
        elif len(set(values.values())) == 1:
            under = f"The figure {same[0].value} is the same under all {len(same)} combinations of readings below."
        else:
            under = "By reading: " + "; ".join(f"{reading}: {value}" for reading, value in values.items()) + "."
        told.append((same[0], under))
    return told


def _quoted(quote: Quote | None, source: str) -> str:
    if quote is None:
        return (
            f"[[ paste the sentence itself from the {source}, with its version and page; it is not typed from memory: "
            "set quote=Quote(text=..., version=..., page=...) in the check ]]"
        )
    lines = "\n".join(f"> {line}" for line in quote.text.strip().splitlines())
    return f"{lines}\n({quote.version}, p. {quote.page})"
