"""The verbs. Heavy imports happen inside them, so that --help starts in a blink."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from lakatos.cli.audit import app as audit_app
from lakatos.cli.growth import app as growth_app

if TYPE_CHECKING:
    from lakatos.workspace import Workspace

AGREES, DIFFERS, BAD_INPUT, UNFINISHED = 0, 1, 2, 3

EXIT_CODES = """Exit codes: 0 every re-check ran and agrees with the recorded verdict · 1 a verdict differs or a control
fails · 2 bad usage or input · 3 something could not finish."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,  # plain help: loading the renderer of fancy help takes longer than all the rest
    pretty_exceptions_enable=False,
    help="Re-check claimed falsifications of published results.\n\n"
    "A check in checks/ holds a claim against a falsification; lakatos check re-derives the verdict, "
    "report and letter say what was found, verify runs a certificate that needs "
    "nothing of ours. A formal claim in claims/ is a plain function over its domain: verify-witness judges somebody's "
    "counterexample to it, prove covers a scope.",
    epilog=EXIT_CODES,
)
new_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Start a check (with its notebook), a formal claim or a certificate from an example that runs.",
)
app.add_typer(new_app, name="new", short_help="Start a check, a claim or a certificate.")
app.add_typer(growth_app, name="growth", short_help="Is it O(1), or does it grow? Test, plan, audit.")
app.add_typer(audit_app)

Json = Annotated[bool, typer.Option("--json", help="Print JSON on standard output and nothing else there.")]
ClaimArgument = Annotated[
    str,
    typer.Argument(
        metavar="CLAIM",
        help="A file with a claim (@forall), or its name in claims/ or checks/; FILE::NAME if it holds several.",
    ),
]
Slug = Annotated[str, typer.Argument(metavar="SLUG", help="The name of a file in checks/, without .py.")]


def main() -> None:
    """Run the command line; known errors become one line on standard error and an exit code."""
    # Being told to end is like Ctrl-C: workers are stopped and the ledger is closed.
    signal.signal(signal.SIGTERM, _interrupted)
    # Work is spread over processes: threads of the linear algebra in each of them would wait for one another, and
    # their number could move a last digit. Workers and notebooks inherit this.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    try:
        app()
    except SystemExit as exit_:
        # 130 is how the parser reports Ctrl-C outside a verb's own work.
        sys.exit(UNFINISHED if exit_.code == 130 else exit_.code)


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@app.command("list", short_help="List the disputes and their verdicts.")
def list_(as_json: Json = False) -> None:
    """List the disputes: what is disputed, the verdict last agreed on, and the last one found."""
    from lakatos.cli import show
    from lakatos.workspace import find_workspace

    _try(lambda: show.disputes(find_workspace(), as_json=as_json))


@app.command(epilog=EXIT_CODES, short_help="Re-check disputes; write their reports with --report.")
def check(
    slugs: Annotated[list[str] | None, typer.Argument(metavar="SLUG", help="Disputes; all if none is named.")] = None,
    report: Annotated[
        bool, typer.Option("--report", help="Also write reports, letter drafts and the gallery.")
    ] = False,
    on: Annotated[
        str, typer.Option(metavar="ADDRESS", help="'here', 'processes' (every core) or 'processes:N'.")
    ] = "processes",
    as_json: Json = False,
) -> None:
    """Re-check disputes: every finding under every reading, every control, every certificate.

    What an interrupted run had finished is in the ledger and is not computed again.
    """
    from lakatos.cli import show
    from lakatos.workspace import Unloadable, recheck

    workspace = _workspace()
    with show.progress() as progress:
        results = _try(lambda: recheck(workspace, slugs, address=None if on == "here" else on, progress=progress))
        problems: dict[str, str] = {}
        if report:
            for result in results:
                if not isinstance(result, Unloadable):
                    problems |= _try(lambda r=result: _build(workspace, r, progress))  # type: ignore[misc]
            problems |= _try(lambda: _build_gallery(workspace, progress))
    if as_json:
        print(json.dumps([show.as_json(r) for r in results], indent=2, ensure_ascii=False))
    else:
        show.results(workspace, results)
    for slug, problem in problems.items():
        typer.echo(f"{slug}: not built: {problem}", err=True)
    raise typer.Exit(_exit_code(results, problems))


@app.command("show", short_help="Show one dispute and what was found.")
def show_(slug: Slug, as_json: Json = False) -> None:
    """Show one dispute: its argument, and what the last re-check found."""
    from lakatos.cli import show
    from lakatos.workspace import lint_check

    workspace = _workspace()
    path = _try(lambda: workspace.check(slug))
    _try(lambda: show.dispute(workspace, slug, lint_check(path), as_json=as_json))


@app.command(
    short_help="Verify certificates: lint, then run alone.",
    epilog="Exit codes: 0 all verified · 1 an assertion fails · 2 refused or unreadable · 3 out of time or memory.",
)
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Certificates: self-contained scripts.")],
    seconds: Annotated[float, typer.Option(min=0.1, max=86_400, help="Wall-clock limit for each.")] = 60.0,
    memory: Annotated[int, typer.Option(min=10_000_000, help="Memory limit for each, in bytes.")] = 1_000_000_000,
    claim: Annotated[
        str | None, typer.Option(metavar="CLAIM", help="The claim that each must state: a file, or a name in claims/.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Verify certificates: lint each, then run it isolated on bare Python (python -I).

    Verified means that the script's own assertions hold. A certificate that names a formal claim must also state that
    claim to the letter, as it is in the workspace that the certificate lies in (or in --claim). Of one that names none,
    that it states the disputed claim is for you to read.
    """
    from lakatos.certificate import Limits, Verification
    from lakatos.cli import show
    from lakatos.workspace import load_claim, verify_certificate

    limits = Limits(seconds=seconds, memory=memory)
    expected = None if claim is None else _try(lambda: load_claim(claim))
    outcomes = []
    for file in files:
        try:
            outcomes.append(verify_certificate(file, limits=limits, claim=expected))
        except OSError as error:
            # One file that cannot be read does not hide what the others showed.
            says = f"cannot be read: {error.strerror or error}"
            outcomes.append(Verification(str(file), "refused", says, (), "", "", 0.0))
    show.verifications(outcomes, as_json=as_json)
    statuses = {o.status for o in outcomes}
    for status, code in (("fails", DIFFERS), ("refused", BAD_INPUT), ("unfinished", UNFINISHED)):
        if status in statuses:
            raise typer.Exit(code)


@app.command(
    "verify-witness",
    short_help="Judge somebody's counterexample to a claim.",
    epilog="Exit codes: 0 it refutes the claim · 1 it does not · 2 bad input · 3 undecided, or out of time.",
)
def verify_witness(
    claim: ClaimArgument,
    witness: Annotated[
        str, typer.Argument(metavar="WITNESS", help="A JSON file, '-' for standard input, or the JSON itself: 40.")
    ],
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the certificate here, if the witness refutes.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=86_400, help="Time limit.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Judge a claimed counterexample: every premise and the exact margin, in plain rational arithmetic.

    The answer is one of: refutes; does not refute; float artefact (floats call it violated, exact arithmetic does not);
    monster (it breaks a premise); undefined there; undecided. WITNESS is JSON: {"x": "1/3", "n": 4} by variable, or
    just the value if there is one variable. Numbers are integers, "p/q" or decimals, taken as exactly what they say.
    Vectors are lists, matrices lists of rows, graphs {"order": 3, "edges": [[0, 1]]} or graph6 text, trajectories
    {"start": ..., "steps": 224}.
    """
    from lakatos.cli import claims

    code = _try(lambda: claims.verify_witness(claim, witness, certificate, seconds, as_json=as_json))
    raise typer.Exit(code)


@app.command("claim", short_help="Show a formal claim, and where it can be evaluated.")
def claim_(
    claim: ClaimArgument,
    smt: Annotated[
        bool, typer.Option("--smt", help="Print its negation in SMT-LIB 2 instead, for any solver.")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0.1, max=86_400, help="Time limit.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Show a formal claim: its domains and premises, and the number systems that it runs in, or why not."""
    from lakatos.cli import claims

    raise typer.Exit(_try(lambda: claims.show(claim, seconds, smt=smt, as_json=as_json)))


@app.command(
    short_help="Search for a counterexample to a claim.",
    epilog="Exit codes: 0 found · 1 there is none in all the domain · 2 bad input · 3 not found: that proves nothing.",
)
def search(
    claim: ClaimArgument,
    seconds: Annotated[float, typer.Option(min=0.1, max=86_400, help="Time limit.")] = 60.0,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 0,
    only: Annotated[
        list[str] | None, typer.Option(metavar="STRATEGY", help="Use this strategy only; may be given several times.")
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the certificate here, if a counterexample is found.")
    ] = None,
    figure: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the counterexample here: .svg, .png or .pdf.")
    ] = None,
    on: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="'here', 'processes' (every core), 'processes:N', or a Dask scheduler's 'tcp://host:8786'.",
        ),
    ] = "processes",
    as_json: Json = False,
) -> None:
    """Search for a counterexample, confirm it exactly, and make it small.

    Every strategy that fits takes part, in rounds of growing effort: exhaustive by size, sieves, long horizons,
    families of graphs, random objects, annealing and descent on the margin, algebra, linear programs, a solver. "The
    least" is said only when every smaller object was looked at.

    Inside a workspace all that is done is kept in the ledger: a search that was interrupted, killed or ran out of time
    goes on where it was when the same command is given again. What is found depends on the seed, not on where it ran.
    """
    from lakatos.cli import claims

    place = None if on == "here" else on
    raise typer.Exit(
        _try(lambda: claims.search(claim, seconds, seed, only, certificate, place, figure, as_json=as_json))
    )


@app.command(
    short_help="Prove a claim on a scope, or refute it.",
    epilog="Exit codes: 0 proved on the scope · 1 refuted · 2 bad input · 3 left open.",
)
def prove(
    claim: ClaimArgument,
    by: Annotated[str, typer.Option(metavar="METHOD", help="exhaustion, boxes or smt.")] = "exhaustion",
    levels: Annotated[
        int | None, typer.Option(min=1, help="Exhaustion: how many sizes, the smallest first; all of a finite domain.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=86_400, help="Time limit.")] = 60.0,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the certificate here, if a counterexample turns up.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Prove a claim on a scope: by exhaustion of small objects, by interval branch and bound, or by an SMT solver.

    Either a counterexample comes out, confirmed exactly; or a proof, with the scope that it covers and what it rests
    on; or nothing, which proves nothing and is told as that.
    """
    from lakatos.cli import claims

    code = _try(lambda: claims.prove(claim, by, levels, seconds, certificate, as_json=as_json))
    raise typer.Exit(code)


@app.command(short_help="Build the report of a dispute, or the page of a tutorial.")
def report(
    slug: Annotated[str, typer.Argument(metavar="NAME", help="A file in checks/, or a notebook without a check.")],
) -> None:
    """Build the report of a dispute: the executed notebook under a generated head.

    Writes report.md, its figures, report.html, verdict.json and the letter draft to reports/NAME/. Of a notebook that
    belongs to no dispute, a tutorial, it writes report.html only.
    """
    from lakatos.report import build_report, build_tutorial
    from lakatos.workspace import load

    workspace = _workspace()
    if slug in workspace.tutorials():
        typer.echo(workspace.relative(_try(lambda: build_tutorial(workspace, slug))))
        return
    case = _try(lambda: load(slug, workspace=workspace))
    built = _try(lambda: build_report(case, case.run()))
    typer.echo(workspace.relative(built.markdown))
    typer.echo(workspace.relative(built.html))
    typer.echo(workspace.relative(built.folder / "letter.txt") if built.letter else built.no_letter)


@app.command(short_help="Build the page of all disputes from their reports.")
def gallery() -> None:
    """Build the gallery: what was claimed, what was found and why it had looked true, with one figure of each report.

    Writes docs/gallery.md and docs/gallery.html from the checks and the reports as they are; nothing is run.
    `lakatos check --report` does it as well.
    """
    from lakatos.report import build_gallery

    workspace = _workspace()
    built = _try(lambda: build_gallery(workspace))
    typer.echo(workspace.relative(built.markdown))
    typer.echo(workspace.relative(built.html))
    for slug, why in built.missing.items():
        typer.echo(f"{slug}: not shown: {why}", err=True)


@app.command(short_help="Draft the letter, or say why there is none.")
def letter(slug: Slug) -> None:
    """Draft the letter about a dispute and print it. Nothing is ever sent from here.

    A claim that fell gets a letter to the authors, a falsification that fell a note to whoever made it; every other
    verdict gets none, and why. The draft stays blocked until its gaps, marked [[ ]], are filled.
    """
    from lakatos.report import LetterRefusedError, draft_letter, remove_letter, write_letter
    from lakatos.workspace import load

    workspace = _workspace()
    case = _try(lambda: load(slug, workspace=workspace))
    record = _try(case.run)
    try:
        draft = draft_letter(case, record)
    except LetterRefusedError as refusal:
        remove_letter(workspace.report(slug))
        _fail(str(refusal), refusal.exit_code)
    for path in write_letter(draft, workspace.report(slug)):
        typer.echo(workspace.relative(path), err=True)
    typer.echo(draft.as_text())


@app.command(
    short_help="Open the notebooks in JupyterLab.",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def lab(context: typer.Context) -> None:
    """Open JupyterLab on the workspace, with the percent notebooks opening as notebooks.

    Further arguments go to JupyterLab, for example: lakatos lab -- --no-browser --port 8899
    """
    from lakatos.cli.lab import run_lab

    raise typer.Exit(_try(lambda: run_lab(_workspace(), [a for a in context.args if a != "--"])))


@new_app.command("check", short_help="A check and its notebook.")
def new_check(slug: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and _.")]) -> None:
    """Write checks/NAME.py and notebooks/NAME.py: a small dispute that runs, to be replaced by yours."""
    from lakatos.workspace import new_check as create

    _created(create, slug, f"try it: lakatos check {slug} --report")


@new_app.command("claim", short_help="A formal claim.")
def new_claim(slug: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and _.")]) -> None:
    """Write claims/NAME.py: a small claim that runs (and is false), to be replaced by yours."""
    from lakatos.workspace import new_claim as create

    _created(create, slug, f"try it: lakatos verify-witness {slug} 40")


@new_app.command("certificate", short_help="A certificate.")
def new_certificate(slug: Annotated[str, typer.Argument(metavar="NAME", help="The dispute it belongs to.")]) -> None:
    """Write counterexamples/NAME.py: a small certificate that verifies, to be replaced by yours."""
    from lakatos.workspace import new_certificate as create

    _created(create, slug, f"try it: lakatos verify counterexamples/{slug}.py")


def _created(create: Callable[[Workspace, str], list[Path]], slug: str, hint: str) -> None:
    workspace = _workspace()
    for path in _try(lambda: create(workspace, slug)):
        typer.echo(workspace.relative(path))
    typer.echo(hint, err=True)


def _build(workspace: Workspace, record: Any, progress: Any) -> dict[str, str]:
    """Build one report; returns the problem by slug, empty if there is none."""
    from lakatos.model import LakatosError
    from lakatos.report import build_report
    from lakatos.workspace import load

    progress.note(f"report of {record.slug}")
    try:
        build_report(load(record.slug, workspace=workspace), record)
    except (LakatosError, OSError) as error:
        return {record.slug: str(error)}
    return {}


def _build_gallery(workspace: Workspace, progress: Any) -> dict[str, str]:
    """Build the gallery; returns the problem, empty if there is none."""
    from lakatos.model import LakatosError
    from lakatos.report import build_gallery

    progress.note("gallery")
    try:
        build_gallery(workspace)
    except (LakatosError, OSError) as error:
        return {"gallery": str(error)}
    return {}


def _exit_code(results: list[Any], problems: dict[str, str]) -> int:
    from lakatos.workspace import Unloadable

    records = [r for r in results if not isinstance(r, Unloadable)]
    unfinished = len(records) < len(results) or bool(problems) or any(r.problems for r in records)
    finished = [r for r in records if not r.problems]
    if any(not r.agrees for r in finished) or any(not c.passed for r in records for c in r.controls):
        return DIFFERS
    return UNFINISHED if unfinished else AGREES


def _workspace() -> Workspace:
    from lakatos.workspace import find_workspace

    workspace: Workspace = _try(find_workspace)
    return workspace


def _try(call: Callable[[], Any], *, keeps: bool = True) -> Any:
    """Call the engine; the errors it raises on purpose become one line and an exit code.

    Args:
        keeps: whether what is finished goes to the ledger, for whoever interrupts it.
    """
    from lakatos.model import LakatosError

    try:
        return call()
    except KeyboardInterrupt:
        kept = "what was finished is in the ledger, run the same command to go on" if keeps else "nothing was kept"
        _fail(f"interrupted; {kept}", UNFINISHED)
    except LakatosError as error:
        _fail(str(error), error.exit_code)
    except ValueError as error:
        _fail(str(error), BAD_INPUT)
    except OSError as error:
        _fail(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "), BAD_INPUT)


def _fail(message: str, code: int) -> NoReturn:
    typer.echo(f"lakatos: {message}", err=True)
    sys.exit(code)
