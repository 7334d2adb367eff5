"""The verb about tables of printed numbers: audit a file, or draft its sidecar. Parsing and printing only."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from lakatos.measure import Audit

FINE, INCONSISTENT, UNANSWERED = 0, 1, 3
STYLES = {"inconsistent": "red", "unanswerable": "yellow", "fine": "green"}

EXIT_CODES = """Exit codes: 0 nothing inconsistent · 1 something is inconsistent · 2 bad usage or input · 3 nothing
could be answered."""

app = typer.Typer(rich_markup_mode=None)


@app.command(epilog=EXIT_CODES, short_help="Audit the numbers of a table file: CSV, JSON, Markdown, Parquet.")
def audit(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, TSV, JSON, JSON lines, Markdown or Parquet.")],
    sidecar: Annotated[
        Path | None, typer.Option(metavar="TOML", help="What the columns are; FILE.toml if there is one.")
    ] = None,
    init: Annotated[
        bool, typer.Option("--init", help="Draft the sidecar from the header and the cells; replaces none.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON on standard output and nothing else there.")
    ] = False,
) -> None:
    """Audit a file of tables: which printed numbers cannot be, which cannot be told, and which are fine.

    Shares that are no count of their N, errors that are those of another N, ratios, changes and sums that the numbers
    beside them do not give, one row twice with different numbers, copied columns. What the columns are is said in a
    small TOML sidecar, which --init drafts; without it the audit reads what units it can and asks for the rest.
    """
    from lakatos.cli import app as verbs

    if init:
        verbs._try(lambda: _draft(file, sidecar), keeps=False)
        return
    from lakatos import measure

    found = verbs._try(lambda: measure.audit(file, sidecar=sidecar), keeps=False)
    verbs._try(lambda: _show(found, as_json=as_json), keeps=False)
    raise typer.Exit({"inconsistent": INCONSISTENT, "consistent": FINE}.get(found.answer, UNANSWERED))


def _draft(file: Path, target: Path | None) -> None:
    """Write a draft where no sidecar is."""
    from lakatos import measure

    target = target or measure.beside(file)
    text = measure.draft_sidecar(file)
    try:
        with target.open("x", encoding="utf-8", errors="replace") as out:
            out.write(text)
    except FileExistsError:
        raise ValueError(f"{target} exists; it is not replaced. Name another with --sidecar, or move it away") from None
    print(target)
    print(f"fill in what is commented out, then: lakatos audit {file}", file=sys.stderr)


def _show(found: Audit, *, as_json: bool) -> None:
    """Print; whoever stops reading early, as head does, gets the exit code of the audit all the same."""
    try:
        if as_json:
            print(json.dumps(found.told(), indent=2, ensure_ascii=False))
        else:
            _print(found)
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer has nowhere to go: without this the interpreter would try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


def _print(found: Audit) -> None:
    """Tables in a terminal's width; nothing in a cell is taken for markup."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console: Any = Console()
    if not console.is_terminal:
        print(found)
        return
    console.print(Text(found.says, style="bold"))
    for note in found.notes:
        console.print(Text(f"note: {note}", style="dim"))
    for name, header, rows, left in found.parts():
        table = Table(title=Text(name, style=f"bold {STYLES[name]}"), title_justify="left")
        for column in header:
            table.add_column(column, overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table)
        if left:
            console.print(Text(f"... {left:,} more"))
