"""Is it O(1), or does it grow? ``test`` is the one call: read, subtract, decide, and say what would decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import stats

from lakatos.growth.checks import calibrate as simulate_null
from lakatos.growth.checks import held_out, scans
from lakatos.growth.decide import BEYOND, BOUNDED, GATE, GROWS, LARGEST, LEAST_RANGE, Decision, decide
from lakatos.growth.error import GrowthDataError
from lakatos.growth.expression import Expression, expression
from lakatos.growth.families import CLASSES, DECIDING, SLOWER, Family, named
from lakatos.growth.kernel import FEW, Batch, misfit
from lakatos.growth.plan import deciding
from lakatos.growth.result import Against, Answer, ClassFit, Growth
from lakatos.growth.runs import Runs, read
from lakatos.growth.sigma import threshold

Array = npt.NDArray[np.float64]
CLAIMED_SHARE = f", at most {LARGEST:g} of the claimed term's rise"
ANSWERS: dict[int, Answer] = {GROWS: "grows", BOUNDED: "bounded", 0: "undetermined"}


def test(
    data: Any,
    *,
    size: Any = None,
    value: str | None = None,
    replicate: str | None = None,
    weight: str | None = None,
    units: Any = None,
    uneven_units: bool = False,
    claimed: str | Expression | None = None,
    families: Sequence[str] | None = None,
    tol: float | None = None,
    sigma: float = 3.0,
    looks: int | None = None,
    trials: int = 1,
    paired: bool | None = None,
    calibrate: int = 0,
    seed: int = 0,
) -> Growth:
    """Test whether replicated measurements grow with their size, after subtracting what is claimed.

    Args:
        data: an array of shape (replicates, sizes); or a data frame, a mapping of columns, a CSV or a Parquet file with
            one row per run and size (or several rows, the run's units, if ``replicate`` names its run).
        size: the sizes of an array's columns, or the name of the column of sizes.
        value, replicate: names of columns: the value, and the run it belongs to.
        units: whole regenerative units (phases) behind each value: a number, one per size, or a column's name.
        weight, uneven_units: see ``growth.read``.
        claimed: the leading term to subtract, a formula in k: ``"harmonic(k)"``. Rational ones are subtracted exactly.
        families: names of the bounded families to exclude; by default c, c + b/k, c + b/sqrt k and c + b/ln k.
        tol: the rise over the range that would not matter. By default the reach of the test and two errors more (5
            errors in all at three sigma), at most a tenth of the rise of the claimed term, and none if the largest size
            is less than 100 times the smallest. It is the same whatever constant is left over, but says what the data
            could have seen, not what would matter: slower growth, below about two errors, is called bounded by it. A
            tolerance that is stated is worth more.
        sigma: the one-sided sigma of the test.
        looks: how often the data were looked at before it was decided to stop. Every look is paid for.
        trials: how many such tests the answer was chosen from. Every one is paid for.
        paired: True if the runs share something across sizes (random numbers, say), so that each run gives one slope;
            False if they do not; by default it is looked for in each slope that decides, wherever the same runs cover
            every size. A table without ``replicate`` cannot be looked into, and its result says so.
        calibrate: so many simulated data sets of the fitted bounded null, with ``seed``: with the covariance of the
            runs if they cover every size, else with each size's own variance.

    Returns:
        The answer: "grows", "bounded" or "undetermined", with everything behind it. Its text is a compact table.

    Raises:
        GrowthDataError: if the data cannot carry a sigma; the message names the mend.
    """
    _refuse_settings(tol, sigma, looks, trials, calibrate)
    runs = read(
        data, size=size, value=value, replicate=replicate, weight=weight, units=units, uneven_units=uneven_units
    )
    if looks is None:
        said = "looks not stated (looks=): taken as 1, as if nobody had looked before deciding to stop"
        runs = replace(runs, notes=(*runs.notes, said))
    if looks is None and runs.counts.min() != runs.counts.max():
        raise GrowthDataError(
            f"{runs.counts.min():.0f} to {runs.counts.max():.0f} replicates at different sizes: if runs were added "
            "after looking at the result, say how often it was looked at (looks=); if it was planned so, looks=1"
        )
    if paired and runs.matrix is None:
        raise GrowthDataError("paired runs must cover every size: name their column with replicate=")
    chosen = DECIDING if families is None else named(list(families))
    variable = size if isinstance(size, str) else "k"
    formula = expression(claimed, variable=variable) if isinstance(claimed, str) else claimed
    subtract = np.zeros(len(runs.sizes)) if formula is None else formula.values(runs.sizes)
    batch = runs.batch(subtract)
    needed = threshold(sigma, looks=looks or 1, trials=trials)
    claimed_rise = float(subtract[-1] - subtract[0])
    decision = decide(batch, chosen, sigma=needed, tol=tol, claimed_rise=claimed_rise, paired=paired)
    calibration = (
        simulate_null(batch, decision, chosen, sigma=needed, tol=tol, paired=paired, trials=calibrate, seed=seed)
        if calibrate
        else None
    )
    line = decision.against[0]
    slope, error, dof = float(line.slope[0]), float(line.error[0]), float(line.dof[0])
    half = float(stats.t.ppf(0.975, dof)) * error
    answer = ANSWERS[int(decision.verdict[0])]
    return Growth(
        answer=answer,
        why=_why(answer, decision, chosen, runs, needed, tol, claimed=formula is not None),
        slope=slope,
        error=error,
        dof=dof,
        interval=(slope - half, slope + half),
        against=_against(decision, chosen, needed),
        classes=_classes(decision),
        simplest=chosen[int(decision.simplest[0])].name if decision.simplest[0] >= 0 else None,
        bounded_open=bool(decision.members[0, 0]),
        rise=float(decision.rise[0]),
        tol=float(decision.tol[0]),
        tol_stated=tol is not None,
        held_out=held_out(batch, decision, chosen),
        scans=scans(batch, chosen, paired=paired),
        sigma=sigma,
        needed=needed,
        looks=looks or 1,
        trials=trials,
        convention=_convention(decision, chosen, few=runs.counts.min() < FEW),
        horizon=_horizon(decision, chosen, batch, needed) if answer == "undetermined" else (),
        calibration=calibration,
        sizes=tuple(runs.sizes.tolist()),
        means=tuple(batch.means[0].tolist()),
        errors=tuple((1 / decision.weighing.root[0]).tolist()),
        raw=tuple(runs.means.tolist()),
        counts=tuple(int(c) for c in runs.counts),
        units=runs.units,
        claimed="" if formula is None else str(formula),
        gate=float(decision.gate[0]),
        notes=(*runs.notes, *_unlooked(runs, paired)),
    )


#: The name makes pytest look into it when it is imported into a test file.
test.__test__ = False  # type: ignore[attr-defined]


def _refuse_settings(tol: float | None, sigma: float, looks: int | None, trials: int, calibrate: int) -> None:
    if tol is not None and not 0 < tol < np.inf:
        raise ValueError(f"a tolerance must be above 0, got {tol}")
    if not 0 < sigma <= 30:
        raise ValueError(f"sigma must be above 0 and at most 30, got {sigma}")
    counted = (looks or 1, trials, calibrate)
    if (
        any(n != int(n) or n > 1e15 for n in counted)
        or (looks is not None and looks < 1)
        or trials < 1
        or calibrate < 0
    ):
        raise ValueError(f"looks and trials are counted from 1, calibrate from 0; got {looks}, {trials}, {calibrate}")


def _unlooked(runs: Runs, paired: bool | None) -> tuple[str, ...]:
    """What could not be looked for without runs that cover every size."""
    if runs.matrix is not None or paired is not None:
        return ()
    return (
        "no runs that cover every size (replicate=): whether they share something across sizes could not be looked "
        "for, and the sizes are taken as independent",
    )


def _why(
    answer: Answer,
    decision: Decision,
    families: tuple[Family, ...],
    runs: Runs,
    needed: float,
    tol: float | None,
    *,
    claimed: bool,
) -> str:
    span = f"k = {runs.sizes[0]:g} … {runs.sizes[-1]:g}"
    rise, limit, place = float(decision.rise[0]), float(decision.tol[0]), int(decision.simplest[0])
    family = families[place].name
    if answer == "grows":
        open_slower = [f.name for f in SLOWER if f not in families and decision.against[-1].sigma[0] < needed]
        but = f"; {', '.join(open_slower)} is bounded too, and not excluded" if open_slower else ""
        return (
            f"on {span} the bounded {', '.join(f.name for f in families)} {'are' if len(families) > 1 else 'is'} "
            f"excluded{but}; a bounded curve that still bends on this range, as k/(k + {runs.sizes[-1]:g}), would look "
            "the same"
        )
    if decision.falls[0]:
        larger = "the claimed term is larger than needed" if claimed else "bounded above"
        return f"it falls over {span}, beside every deciding family by at least {-rise:.3g} ({needed:.3g}σ): {larger}"
    if answer == "bounded":
        default = (
            f"by default what the test reaches and {BEYOND:g} errors more{CLAIMED_SHARE if claimed else ''}: slower "
            "growth would not be seen"
        )
        return (
            f"within {limit:.3g} over {span}: beside {family} it rises by at most {rise:.3g} ({needed:.3g}σ; tolerance "
            f"{'stated' if tol is not None else default})"
        )
    if decision.gate[0] < GATE:
        return (
            f"nothing fits (the best has p = {decision.gate[0]:.1g}): the errors or the shapes are wrong, and a sigma "
            "would rest on them"
        )
    if place < 0:
        return f"no bounded family fits, and not all are excluded at {needed:.3g}σ"
    if decision.rivals[0]:
        rivals = [c.name for i, c in enumerate(CLASSES) if decision.members[0, i + 1]]
        return f"it could be {family}, or grow as {' or '.join(rivals[:3])}, on {span}"
    if tol is None and runs.sizes[-1] < LEAST_RANGE * runs.sizes[0]:
        held = (
            f"too short a range for a default tolerance, which takes a factor of {LEAST_RANGE:g}: state one with tol="
        )
    else:
        held = f"tolerance {limit:.3g}{'' if tol is not None else ', the default: state one with tol='}"
    return f"it could be {family}, but beside that still rise by {rise:.3g} over {span} ({held})"


def _against(decision: Decision, families: tuple[Family, ...], needed: float) -> tuple[Against, ...]:
    tail = float(stats.norm.sf(needed))
    every = (*families, *(f for f in SLOWER if f not in families))
    found = []
    for index, (family, line) in enumerate(zip(every, decision.against, strict=True)):
        slope, error, dof = float(line.slope[0]), float(line.error[0]), float(line.dof[0])
        found.append(
            Against(
                family=family.name,
                slope=slope,
                error=error,
                sigma=float(line.sigma[0]),
                decides=index < decision.deciding,
                excluded=slope > float(stats.t.isf(tail, dof)) * error,
                chi2=float(line.without[0]),
                dof=line.left,
                p=float(misfit(line.without, line.left, decision.weighing.dof)[0]),
                terms=tuple(line.coefficients[0].tolist()),
            )
        )
    return tuple(found)


def _classes(decision: Decision) -> tuple[ClassFit, ...]:
    chi2s = [float(x.with_growth[0] if x.slope[0] > 0 else x.without[0]) for x in decision.classes]
    best = min([*chi2s, *(float(x.without[0]) for x in decision.against[: decision.deciding])])
    found = []
    for index, (growing, line, chi2) in enumerate(zip(CLASSES, decision.classes, chi2s, strict=True)):
        terms = line.both[0].tolist()
        if len(terms) == 2:
            terms.insert(1, 0.0)
        left = line.left - 1 + (1 if line.both.shape[1] == 3 and not decision.nuisance[0] else 0)
        found.append(
            ClassFit(
                name=growing.name,
                open=bool(decision.members[0, index + 1]),
                below=bool(decision.below[0, index]),
                sigma=float(np.sqrt(max(chi2 - best, 0.0))),
                terms=(terms[0], terms[1], terms[2]),
                chi2=chi2,
                dof=left,
                p=float(misfit(np.array([chi2]), left, decision.weighing.dof)[0]),
            )
        )
    return tuple(found)


def _convention(decision: Decision, families: tuple[Family, ...], *, few: bool) -> str:
    weighing, dof = decision.weighing, float(decision.against[0].dof[0])
    values = weighing.spread.values[0]
    power = float(np.log(values[-1] / values[0]) / (weighing.spread.centred[-1] - weighing.spread.centred[0]))
    if weighing.shared[0]:
        how = "from one slope per run, since the runs share something across sizes"
    elif weighing.own[0]:
        how = "from each size's own variance, since it is no power of k"
    else:
        how = f"from the spread between replicates, its variance smoothed as k^{power:.2g}"
    doubted = [f.name for f, x in zip(families, decision.against, strict=False) if x.by_run[0]]
    if doubted and not weighing.shared[0]:
        how += f"; beside {', '.join(doubted)} from one slope per run, which vary more than independent sizes would"
    elif few and not weighing.shared[0] and not weighing.own[0]:
        how += f", or each size's own where that is wider (fewer than {FEW} replicates) beside all but c"
    return f"{how}; Student's t with {dof:.0f} degrees; never rescaled by the residuals"


def _horizon(decision: Decision, families: tuple[Family, ...], batch: Batch, needed: float) -> tuple[str, ...]:
    """Designs that would show the growth that is left open, were it real."""
    if decision.gate[0] < GATE:
        return ("mend the errors or raise the smallest k until something fits",)
    line = decision.against[0]
    slope = float(max(line.slope[0], line.error[0]))
    spread = np.sqrt(decision.weighing.spread.values[0])
    here, further = deciding(lambda k: slope * np.log(k), batch.sizes, spread, sigma=needed, families=families)
    designs = [str(d) for d in (further, here) if d is not None]
    if not designs:
        return ()
    designs[-1] += f", if it grows by {slope:.3g} per ln k (power 0.9)"
    return tuple(designs)
