"""The verb about growth: test data, plan a run, audit a finished one. Parsing and printing only."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

GROWS, BOUNDED, OPEN = 0, 1, 3
Json = Annotated[bool, typer.Option("--json", help="Print JSON on standard output and nothing else there.")]
Sigma = Annotated[float, typer.Option(min=0.1, max=30, help="One-sided sigma.")]
KMin = Annotated[
    int, typer.Option("--k-min", min=2, help="The smallest size; sizes double from it, up to k-max itself.")
]


class _FileFirst(TyperGroup):
    """``lakatos growth FILE`` is short for ``lakatos growth test FILE``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["test", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_FileFirst,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Is it O(1), or does it grow? lakatos growth FILE --size k --value cost --claimed 'harmonic(k)' tests "
    "replicated data; plan says how far to run, audit whether a finished check could have seen anything.",
)


@app.command(
    short_help="Test a file of replicated data: lakatos growth FILE ...",
    epilog="Exit codes: 0 it grows · 1 bounded within the tolerance · 2 refused or bad input · 3 undetermined.",
)
def test(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, TSV or Parquet, one row per run and size.")],
    size: Annotated[str, typer.Option(metavar="COLUMN", help="The column of sizes.")],
    value: Annotated[str, typer.Option(metavar="COLUMN", help="The column of values.")],
    claimed: Annotated[
        str | None, typer.Option(metavar="FORMULA", help="Subtracted first, exactly: 'harmonic(k)', '2*log(k)'.")
    ] = None,
    replicate: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The run a row belongs to; several rows of one are its units.")
    ] = None,
    weight: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="How much a row counts among the rows of its run.")
    ] = None,
    units: Annotated[
        str | None, typer.Option(metavar="N|COLUMN", help="Whole units (phases) behind each value: number or column.")
    ] = None,
    uneven_units: Annotated[
        bool, typer.Option("--uneven-units", help="Units that differ by more than 4x between sizes are wanted so.")
    ] = False,
    family: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Bounded family to exclude, as 'c + b/k'; several times.")
    ] = None,
    tol: Annotated[float | None, typer.Option(help="The rise over the range that would not matter.")] = None,
    sigma: Sigma = 3.0,
    looks: Annotated[int | None, typer.Option(min=1, help="How often the data were looked at; paid for.")] = None,
    trials: Annotated[int, typer.Option(min=1, help="How many such tests this is chosen from; paid for.")] = 1,
    paired: Annotated[
        bool | None, typer.Option("--paired/--independent", help="Whether runs share something across sizes.")
    ] = None,
    calibrate: Annotated[int, typer.Option(min=0, help="Simulate the fitted bounded null so many times.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Of the calibration.")] = 0,
    figure: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the fits as SVG; other views beside it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Test whether measurements grow with their size, after subtracting what is claimed.

    Three answers: grows (every deciding bounded family is excluded), bounded (within a tolerance, on this range), or
    undetermined, with the sizes and replicates that would decide. Errors come from the spread between replicates and
    are never rescaled. Data that cannot carry a sigma are refused: too few or unfinished units, checkpoints of one run,
    replicates added after looking.
    """
    from lakatos import growth

    def run() -> Any:
        if figure is not None and figure.suffix.lower() != ".svg":
            raise ValueError(f"figures are SVG: name a file that ends in .svg, not {figure.name!r}")
        counted: Any = int(units) if units is not None and units.isdecimal() else units
        runs = growth.read(
            str(file), size=size, value=value, replicate=replicate, weight=weight, units=counted,
            uneven_units=uneven_units,
        )  # fmt: skip
        return growth.test(
            runs, size=size, claimed=claimed, families=family, tol=tol, sigma=sigma, looks=looks, trials=trials,
            paired=paired, calibrate=calibrate, seed=seed,
        )  # fmt: skip

    result = _try(run)
    _print(result, as_json=as_json, more={"could_be": list(result.could_be)})
    if figure is not None:
        _try(lambda: _write(result, figure))
    raise typer.Exit({"grows": GROWS, "bounded": BOUNDED}.get(result.answer, OPEN))


@app.command(
    short_help="How far and how often to run.", epilog="Exit codes: 0 here is the plan · 2 bad usage or input."
)
def plan(
    slope: Annotated[float, typer.Option(help="Growth per ln k that is to be found.")],
    sd: Annotated[float, typer.Option(help="Standard deviation of one replicate.")],
    k_max: Annotated[int, typer.Option("--k-max", min=16, help="The largest size considered.")] = 1024,
    k_min: KMin = 4,
    sigma: Sigma = 3.0,
    power: Annotated[float, typer.Option(min=0.01, max=0.999, help="How often it should be reached.")] = 0.5,
    as_json: Json = False,
) -> None:
    """Plan a run: the replicates per size that give a slope its sigma, for each horizon and bounded family.

    Raising k is worth far more than raising the replicates. Example: lakatos growth plan --slope 0.38 --sd 1 --sigma 5
    """
    from lakatos import growth

    _print(_try(lambda: growth.plan(slope, sd, growth.reaching(k_min, k_max), sigma, power=power)), as_json=as_json)


@app.command(
    short_help="Could a finished check have seen the growth?",
    epilog="Exit codes: 0 it would have (power 0.8 or more) · 1 it may have missed it · 2 bad usage or input.",
)
def audit(
    k_max: Annotated[int, typer.Option("--k-max", min=2, help="The largest size of the check.")],
    replicates: Annotated[int, typer.Option(min=1, help="Its independent runs at each size.")],
    sd: Annotated[float, typer.Option(help="Standard deviation of one of its runs.")],
    alternative: Annotated[str, typer.Option(metavar="FORMULA", help="The growth others claim: '0.38*log(k)'.")],
    k_min: KMin = 4,
    sigma: Sigma = 3.0,
    trials: Annotated[int, typer.Option(min=100, max=100_000, help="Simulated checks.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Of the simulation.")] = 0,
    as_json: Json = False,
) -> None:
    """Audit a horizon: the power that a check reported as "verified" had against what others claim.

    Example: lakatos growth audit --k-max 64 --replicates 5 --sd 1 --alternative '0.38*log(k)'
    """
    from lakatos import growth

    found = _try(
        lambda: growth.audit_horizon(
            k_max=k_max,
            replicates=replicates,
            sd=sd,
            alternative=alternative,
            k_min=k_min,
            sigma=sigma,
            trials=trials,
            seed=seed,
        )
    )
    _print(found, as_json=as_json, more={"could_have_seen": found.could_have_seen})
    raise typer.Exit(0 if found.could_have_seen else 1)


def _print(result: Any, *, as_json: bool, more: dict[str, Any] | None = None) -> None:
    told = _finite({**asdict(result), **(more or {})})
    print(json.dumps(told, indent=2, ensure_ascii=False, allow_nan=False) if as_json else result)


def _write(result: Any, target: Path) -> None:
    """The fits to the file that was named, the other views beside it."""
    for view in ("fits", "residuals", "range", "held out"):
        path = target if view == "fits" else target.with_stem(f"{target.stem}_{view.replace(' ', '_')}")
        drawn = result.figure(view)
        path.write_text(drawn.svg, encoding="utf-8")
        print(f"{path}: {drawn.caption}", file=sys.stderr)


def _try(call: Callable[[], Any]) -> Any:
    from lakatos.cli import app as verbs

    def bounded() -> Any:
        try:
            return call()
        except OverflowError as error:
            raise ValueError(f"a number is too large: {error}") from None
        except MemoryError as error:
            raise ValueError(f"out of memory: {error}; ask for fewer rows or trials") from None

    return verbs._try(bounded)


def _finite(value: Any) -> Any:
    """JSON has no infinity: what has no limit is null."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
