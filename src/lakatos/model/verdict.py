"""The one place where findings and controls become a verdict."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from pydantic import Field

from lakatos.model.claim import Claim, Falsification, Reading
from lakatos.model.finding import Control, Finding, Reason
from lakatos.model.record import Record

VerdictKind: TypeAlias = Literal[
    "holds",
    "confirmed",
    "overturned",
    "misquoted",
    "reading-dependent",
    "editorial",
    "undetermined",
    "withdrawn",
]


class Under(Record):
    """What the findings say under one combination of readings."""

    reading: dict[str, str]
    says: str


class Verdict(Record):
    """A verdict, the reason a falsification was overturned, and why, reading by reading."""

    kind: VerdictKind
    reason: Reason | None = None
    why: str
    by_reading: tuple[Under, ...] = ()


class Recheck(Record):
    """One dispute re-checked: everything that a report, a letter or a table needs.

    ``readings`` says, by name, what is ambiguous; ``source`` is the hash of the code that was run.
    """

    slug: str
    title: str
    claim: Claim
    against: Falsification | None
    verdict: Verdict
    expected: VerdictKind
    expected_reason: Reason | None
    findings: tuple[Finding, ...]
    controls: tuple[Control, ...]
    readings: dict[str, str] = Field(default_factory=dict)
    problems: tuple[str, ...] = ()
    seconds: float = 0.0
    source: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the verdict is the one last agreed on, for the same reason."""
        return self.verdict.kind == self.expected and self.verdict.reason == self.expected_reason

    @property
    def decisive(self) -> Finding | None:
        """The finding that a table of disputes shows: one marked so, else the first that refutes, else the first."""
        ranked = sorted(self.findings, key=lambda f: (not f.decisive, f.refutes is None))
        return ranked[0] if ranked else None


def combinations(readings: Sequence[Reading], *, names: Iterable[str] | None = None) -> list[dict[str, str]]:
    """Every combination of options of the readings called ``names`` (all of them by default)."""
    kept = [r for r in readings if names is None or r.name in set(names)]
    return [
        dict(zip([r.name for r in kept], options, strict=True))
        for options in itertools.product(*(r.options for r in kept))
    ]


def fold(
    findings: Sequence[Finding],
    controls: Sequence[Control],
    readings: Sequence[Reading] = (),
    *,
    disputed: bool = True,
    withdrawn: str | None = None,
    problems: Sequence[str] = (),
) -> Verdict:
    """Fold findings and controls into a verdict; no check computes its own.

    Args:
        findings: the evidence, each with the readings it holds under.
        controls: at least one positive and one negative; a failed or missing one voids the verdict.
        readings: the ambiguities; the verdict is worked out for every combination of their options.
        disputed: whether somebody's falsification stands against the claim.
        withdrawn: why we withdrew, if we did.
        problems: what could not be run; any of them leaves the dispute undetermined.

    Returns:
        The verdict, with what follows under each combination of readings.

    Raises:
        ValueError: if a finding names a reading that is not there, or refutes a falsification that nobody made.
    """
    known = {(r.name, option) for r in readings for option in r.options}
    for finding in findings:
        if unknown := set(finding.reading.items()) - known:
            raise ValueError(f"finding {finding.name!r} was made under {sorted(unknown)}, which is no reading here")
        if finding.refutes == "falsification" and not disputed:
            raise ValueError(f"finding {finding.name!r} refutes a falsification, but nobody has made one")
    by_reading = tuple(_under(reading, findings) for reading in combinations(readings))
    if withdrawn:
        return Verdict(kind="withdrawn", why=withdrawn, by_reading=by_reading)
    void = _void(controls, problems)
    if void:
        return Verdict(kind="undetermined", why=void, by_reading=by_reading)
    kind, why = _kind({u.says for u in by_reading}, disputed, len(by_reading))
    reason: Reason | None = None
    if kind == "overturned":
        reasons = sorted({f.reason for f in findings if f.reason})
        if len(reasons) > 1:
            kind, why = (
                "undetermined",
                f"the findings overturn the falsification for different reasons: {', '.join(reasons)}",
            )
        else:
            reason = reasons[0]
    return Verdict(kind=kind, reason=reason, why=why, by_reading=by_reading)


def _void(controls: Sequence[Control], problems: Sequence[str]) -> str | None:
    failed = [c.name for c in controls if not c.passed]
    if failed:
        return f"void: control {', '.join(failed)} failed, so nothing this check found can be relied on"
    if problems:
        return f"could not finish: {problems[0]}"
    missing = {"positive", "negative"} - {c.kind for c in controls}
    if missing:
        return f"void: no {' and no '.join(sorted(missing))} control was run"
    return None


def _under(reading: Mapping[str, str], findings: Sequence[Finding]) -> Under:
    applying = [f for f in findings if all(reading.get(k) == v for k, v in f.reading.items())]
    refuted = {f.refutes for f in applying if f.refutes}
    if not applying:
        says = "no finding was made"
    elif "quotation" in refuted:
        # It comes first: whatever was shown of the misquoted sentence says nothing about the paper.
        says = "the claim is not what the paper says"
    elif {"claim", "falsification"} <= refuted:
        says = "the findings contradict each other"
    elif "claim" in refuted:
        says = "the claim is refuted"
    elif "falsification" in refuted:
        says = "the falsification is refuted"
    elif "wording" in refuted:
        says = "the wording is wrong, the substance stands"
    else:
        says = "nothing is refuted on the stated scope"
    return Under(reading=dict(reading), says=says)


_SETTLED: dict[str, tuple[VerdictKind, str]] = {
    "the claim is refuted": ("confirmed", "the claim is refuted"),
    "the falsification is refuted": ("overturned", "the falsification does not stand"),
    "the claim is not what the paper says": ("misquoted", "what was falsified is not what the paper says"),
    "the wording is wrong, the substance stands": (
        "editorial",
        "what is printed cannot be right as it stands; the substance survives the correction",
    ),
    "the findings contradict each other": (
        "undetermined",
        "some findings refute the claim and others the falsification: one of the two analyses is wrong",
    ),
}


def _kind(says: set[str], disputed: bool, several: int) -> tuple[VerdictKind, str]:
    """The verdict from what is said under each combination of readings."""
    if "no finding was made" in says:
        return "undetermined", "no finding was made" + (" under some of the readings" if len(says) > 1 else "")
    if says == {"nothing is refuted on the stated scope"}:
        if disputed:
            return "undetermined", "no finding decides between the claim and the falsification"
        return "holds", "the claim survives on the stated scope"
    if len(says) == 1:
        kind, why = _SETTLED[next(iter(says))]
        if several == 1:
            return kind, why
        tried = "both readings" if several == 2 else f"each of the {several} combinations of readings"
        return kind, f"{why} under {tried} tried"
    if "the findings contradict each other" in says:
        return _SETTLED["the findings contradict each other"]
    if "the claim is refuted" in says:
        return "reading-dependent", "the claim is refuted under some readings and not under others"
    return "undetermined", f"the readings disagree: {'; '.join(sorted(says))}"
