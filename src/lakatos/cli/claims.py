"""The verbs about formal claims: judge a witness, show a claim, prove one on a scope."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from lakatos.claims import ForAll, Judgement, WitnessError, certificate, formula, judge, parse_witness, supported
from lakatos.compute import bounded
from lakatos.drawing import save
from lakatos.ledger import Ledger
from lakatos.search import Counterexample, Coverage, NotFound, ProvedOn, exhaust, prove_by_smt, prove_on_box
from lakatos.search import search as look
from lakatos.workspace import WorkspaceError, claim_file, find_workspace, load_claim

YES, NO, OPEN = 0, 1, 3


def verify_witness(spec: str, witness: str, target: Path | None, seconds: float, *, as_json: bool) -> int:
    """Judge a witness; returns the exit code."""
    claim = load_claim(spec)
    values = claim.read(parse_witness(_text(witness)))
    try:
        judgement: Judgement = bounded(lambda: judge(claim, values), seconds)
    except TimeoutError as error:
        print(f"lakatos: the witness could not be judged: {error}; allow more with --seconds", file=sys.stderr)
        return OPEN
    if as_json:
        print(json.dumps(asdict(judgement), indent=2, ensure_ascii=False))
    else:
        print(judgement)
    if judgement.status == "refutes" and target is not None:
        _write(claim, values, target)
    if judgement.status == "undecided":
        return OPEN
    return YES if judgement.status == "refutes" else NO


def show(spec: str, seconds: float, *, smt: bool, as_json: bool) -> int:
    """Print a claim and where it runs, or its negation as a formula; returns the exit code."""
    claim = load_claim(spec)
    if smt:
        print(formula(claim).text, end="")
        return YES
    try:
        systems = bounded(lambda: supported(claim), seconds)
    except TimeoutError as error:
        print(f"lakatos: where {claim.name} runs could not be tried: {error}; see --seconds", file=sys.stderr)
        return OPEN
    if as_json:
        print(json.dumps({
            "name": claim.name, "says": claim.says(), "sha256": claim.fingerprint,
            "conditions": [c.says for c in claim.conditions()], "systems": [asdict(s) for s in systems],
        }, indent=2, ensure_ascii=False))  # fmt: skip
        return YES
    print(f"{claim.name}: {claim.says()}\n\nA witness must meet")
    for condition in claim.conditions():
        print(f"  {condition.says}")
    print("\nIt runs in")
    for system in systems:
        print(f"  {system}")
    print(f"\nSHA-256 {claim.fingerprint}")
    return YES


def prove(spec: str, by: str, levels: int | None, seconds: float, target: Path | None, *, as_json: bool) -> int:
    """Prove or refute a claim; returns the exit code."""
    claim = load_claim(spec)
    if by not in ("exhaustion", "boxes", "smt"):
        raise ValueError(f"{by!r} is no method: exhaustion, boxes or smt")
    methods: dict[str, Callable[[], Counterexample | ProvedOn | NotFound]] = {
        "exhaustion": lambda: _exhausted(claim, levels, seconds),
        "boxes": lambda: prove_on_box(claim, seconds=seconds),
        "smt": lambda: prove_by_smt(claim, seconds=seconds),
    }
    try:
        found = methods[by]()
    except KeyboardInterrupt:
        print("lakatos: interrupted; nothing is proved and nothing refuted", file=sys.stderr)
        return OPEN
    _say(claim, found, target, as_json=as_json)
    if isinstance(found, Counterexample):
        return NO
    return YES if isinstance(found, ProvedOn) else OPEN


def search(
    spec: str,
    seconds: float,
    seed: int,
    only: list[str] | None,
    target: Path | None,
    on: str | None,
    picture: Path | None,
    *,
    as_json: bool,
) -> int:
    """Look for a counterexample; returns the exit code."""
    claim = load_claim(spec)
    if picture is not None and picture.suffix not in (".svg", ".png", ".pdf"):
        raise ValueError(f"{picture} is no picture: its name ends in .svg, .png or .pdf")
    console = Console(stderr=True)
    with ExitStack() as stack:
        ledger = _ledger()
        if ledger is not None:
            stack.callback(ledger.close)
        status = stack.enter_context(console.status("looking")) if console.is_terminal else None
        progress = None if status is None else lambda p: status.update(escape(str(p)))
        try:
            found = look(claim, seconds=seconds, seed=seed, only=only, on=on, ledger=ledger, progress=progress)
        except KeyboardInterrupt:
            kept = "; what was done is in the ledger, run the same command to go on" if ledger is not None else ""
            print(f"lakatos: interrupted, nothing was found so far{kept}", file=sys.stderr)
            return OPEN
    _say(claim, found, target, as_json=as_json)
    if isinstance(found, Counterexample):
        if picture is not None:
            _draw(found, picture)
        return YES
    return NO if isinstance(found, ProvedOn) else OPEN


def _ledger() -> Ledger | None:
    """The ledger of the workspace around the current folder; None outside one."""
    try:
        return find_workspace().ledger()
    except WorkspaceError:
        return None


def _say(claim: ForAll, found: Counterexample | ProvedOn | NotFound, target: Path | None, *, as_json: bool) -> None:
    """Print what came out, and write the certificate of a counterexample if one is wanted."""
    print(json.dumps(_told(found), indent=2, ensure_ascii=False) if as_json else found)
    if isinstance(found, Counterexample) and target is not None:
        _write(claim, found.values, target)


def _exhausted(claim: ForAll, levels: int | None, seconds: float) -> Counterexample | ProvedOn | NotFound:
    console = Console(stderr=True)
    if not console.is_terminal:
        return exhaust(claim, levels=levels, seconds=seconds)
    with console.status("looking") as status:

        def progress(coverage: Coverage) -> None:
            status.update(f"size {coverage.level + 1}: {coverage.seen:,} objects seen, {coverage.met:,} in scope")

        return exhaust(claim, levels=levels, seconds=seconds, progress=progress)


def _told(found: Counterexample | ProvedOn | NotFound) -> dict[str, Any]:
    if isinstance(found, Counterexample):
        told = {"outcome": "refuted", "method": found.method, "seconds": round(found.seconds, 3), "least": found.least,
                "covered": found.covered}  # fmt: skip
        return {**told, **asdict(found.judgement)}
    return {"outcome": "proved" if isinstance(found, ProvedOn) else "open", **asdict(found)}


def _write(claim: ForAll, values: tuple[Any, ...], target: Path) -> None:
    """Write a certificate; an existing file is only replaced by a certificate of the same claim."""
    text = certificate(claim, values, file=claim_file(claim, target))
    if target.exists() and f"::{claim.name}\nSHA-256: " not in target.read_text(encoding="utf-8", errors="replace"):
        raise ValueError(f"{target} exists and is no certificate of {claim.name}; nothing was written")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    print(f"{target} written; verify it: lakatos verify {target}", file=sys.stderr)


def _draw(found: Counterexample, picture: Path) -> None:
    """Draw a counterexample; that there is nothing to draw is said, and changes nothing about what was found."""
    try:
        figure = found.figure()
    except ValueError as error:
        print(f"lakatos: no picture: {error}", file=sys.stderr)
        return
    picture.parent.mkdir(parents=True, exist_ok=True)
    save(figure, picture)
    print(f"{picture} drawn", file=sys.stderr)


def _text(witness: str) -> str | bytes:
    """The JSON of a witness: of a file, of standard input, or as typed."""
    if witness == "-":
        return sys.stdin.buffer.read()
    path = Path(witness)
    try:
        if path.is_file():
            return path.read_bytes()
    except OSError:  # too long to be the name of a file: it is the JSON itself
        return witness
    if witness.endswith(".json"):
        raise WitnessError(f"no file {witness}")
    return witness
