"""Replicated data: independent runs of whole units at each size, and the refusal of what only looks like it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.growth.error import GrowthDataError
from lakatos.growth.files import columns, numbers
from lakatos.growth.kernel import Batch

Array = npt.NDArray[np.float64]
FEW_UNITS, FEWEST_SIZES, FEWEST_RUNS = 100, 4, 3
#: The least K/k_min over which growth per ln k can be told from a constant, and the largest size.
SHORTEST_RANGE, LARGEST_SIZE = 4, 2**60
#: Beyond this (or below its inverse) squares leave the range of doubles.
LARGEST_VALUE = 1e100
#: Counts of units further apart than this are what a fixed budget of requests leaves, not a design.
UNEVEN = 4
#: Values correlated with their neighbours beyond this, at this many sigma, are one run read again and again. The units
#: of a run are averaged, and may be more alike.
FOLLOWS, FOLLOWS_UNITS, FOLLOWS_SIGMA = 0.1, 0.5, 3.5


@dataclass(frozen=True)
class Runs:
    """What was measured, reduced to what a test needs.

    Attributes:
        sizes, counts: k and the number of replicates there, shape (sizes,).
        means, variances: of one replicate's value, shape (sizes,).
        matrix: the values, shape (replicates, sizes), where the same runs cover every size; else None.
        units: whole units per replicate at each size, or None if nobody said.
        notes: what a reader must know about the data.
    """

    sizes: Array
    counts: Array
    means: Array
    variances: Array
    matrix: Array | None
    units: tuple[int, ...] | None
    notes: tuple[str, ...]

    def batch(self, claimed: Array) -> Batch:
        """A batch of one trial, the claimed term subtracted.

        Raises:
            GrowthDataError: if the claimed term is too large for doubles to square.
        """
        largest = float(np.abs(claimed).max())
        if largest > LARGEST_VALUE:
            raise GrowthDataError(f"the claimed term reaches {largest:g}, beyond {LARGEST_VALUE:g}: rescale the values")
        matrix = None if self.matrix is None else (self.matrix - claimed)[None]
        return Batch(self.sizes, self.counts, (self.means - claimed)[None], self.variances[None], matrix)


def read(
    data: Any,
    *,
    size: Any = None,
    value: str | None = None,
    replicate: str | None = None,
    weight: str | None = None,
    units: Any = None,
    uneven_units: bool = False,
) -> Runs:
    """Replicated data from an array, a table or a file, ready to be tested: ``growth.test(growth.read(...))``.

    Args:
        data, size, value, replicate, units: see ``growth.test``. What was read before is returned as it is.
        weight: a column: how much a row counts among the rows of its run at one size (the units behind it, say). A
            run's value is the mean of its rows so weighted. Runs count equally, whatever their rows weigh: their
            spread is the error, and a weight that multiplied it would be believed, not measured.
        uneven_units: whether counts of units that differ by more than a factor of 4 between sizes are wanted so. A
            fixed budget of requests leaves such counts, and with it a bias that grows as the units get fewer.

    Raises:
        GrowthDataError: whenever the data cannot carry a sigma; the message names the mend.
    """
    if isinstance(data, Runs):
        return data
    if weight is not None and (replicate is None or not isinstance(size, str)):
        raise GrowthDataError(f"weight={weight!r} weighs the rows of a run: name the column of runs with replicate=")
    if isinstance(size, str):
        if value is None:
            raise GrowthDataError("name the column of the values: value='cost'")
        runs = _from_columns(data, size, value, replicate, weight, units)
    else:
        runs = _from_array(data, size, units)
    if runs.units is not None and not uneven_units and max(runs.units) > UNEVEN * min(runs.units):
        few, many = int(np.argmin(runs.units)), int(np.argmax(runs.units))
        raise GrowthDataError(
            f"{runs.units[few]:,} whole units per replicate at k = {runs.sizes[few]:g} and {runs.units[many]:,} at k = "
            f"{runs.sizes[many]:g}: a fixed budget of requests? Its bias is of order 1/units and grows with k. Run "
            "equally many units at every size; if these are wanted, say so (uneven_units=True of growth.read, "
            "--uneven-units)"
        )
    return runs


def _from_array(data: Any, size: Any, units: Any) -> Runs:
    if size is None:
        raise GrowthDataError("say where the sizes are: size='k' for a table, size=[4, 8, ...] for an array")
    values = np.ma.asarray(data) if isinstance(data, np.ma.MaskedArray) else np.asarray(data)
    sizes = numbers(size, "size")
    if values.ndim != 2 or values.shape[1] != len(sizes):
        raise GrowthDataError(f"values must have shape (replicates, {len(sizes)}), got {values.shape}")
    flat = numbers(values.ravel(), "value").reshape(values.shape)
    if (np.diff(sizes) <= 0).any():
        raise GrowthDataError(f"the sizes of an array's columns must be increasing, got {sizes.tolist()}")
    _refuse_sizes(sizes)
    _refuse_scale(flat)
    _refuse_checkpoints(flat.T.ravel(), np.repeat(np.arange(len(sizes)), len(flat)), "the rows of the array")
    counts = np.full(len(sizes), float(len(flat)))
    return _checked(sizes, counts, flat.mean(axis=0), _variances(flat), flat, _units(units, sizes), ())


def _variances(matrix: Array) -> Array:
    return matrix.var(axis=0, ddof=1) if len(matrix) > 1 else np.zeros(matrix.shape[1])


def _from_columns(data: Any, size: str, value: str, replicate: str | None, weight: str | None, units: Any) -> Runs:
    named = [units] if isinstance(units, str) else []
    wanted = [size, value, *([replicate] if replicate else []), *([weight] if weight else []), *named]
    table = columns(data, wanted)
    k, y = table.numbers(size), table.numbers(value)
    if len(k) != len(y) or not len(k):
        raise GrowthDataError(f"columns {size!r} and {value!r} have {len(k)} and {len(y)} rows")
    sizes, place = np.unique(k, return_inverse=True)
    _refuse_sizes(sizes)
    _refuse_scale(y)
    per_row = table.numbers(units) if named else None
    if replicate is None:
        _refuse_checkpoints(y, place, f"the rows at one {size}", counts=per_row)
        return _rows_are_runs(sizes, place, y, per_row, units)
    labels, run = table.codes(replicate)
    weights = np.ones_like(y) if weight is None else table.numbers(weight)
    if weights.min() <= 0 or weights.max() > LARGEST_VALUE:
        row = int(weights.argmin() if weights.min() <= 0 else weights.argmax())
        raise GrowthDataError(f"weight {weights[row]:g}: a weight is above 0 (leave rows without weight out)")
    runs = _rows_in_runs(sizes, place, labels, run, y, per_row, units, weights)
    if weight is not None and int(runs.counts.sum()) == len(y):
        said = f"one row per run and size: the weights in {weight!r} change nothing"
        runs = replace(runs, notes=(said, *runs.notes))
    return runs


def _rows_are_runs(sizes: Array, place: Any, y: Array, per_row: Array | None, units: Any) -> Runs:
    counts = np.bincount(place, minlength=len(sizes)).astype(float)
    means = np.bincount(place, y) / counts
    variances = np.bincount(place, (y - means[place]) ** 2) / np.maximum(counts - 1, 1)
    whole = _units(units if per_row is None else _least(sizes, place, per_row), sizes)
    return _checked(sizes, counts, means, variances, None, whole, ())


def _rows_in_runs(
    sizes: Array, place: Any, labels: Any, run: Any, y: Array, per_row: Array | None, units: Any, weights: Array
) -> Runs:
    """Rows of a run at one size are its units, unless they say how many units they hold: then they are checkpoints."""
    cell = place * len(labels) + run
    rows = np.bincount(cell, minlength=len(sizes) * len(labels)).reshape(len(sizes), len(labels))
    notes: tuple[str, ...] = ()
    if rows.max() > 1:
        at, who = np.unravel_index(int(rows.argmax()), rows.shape)
        if per_row is not None:
            raise GrowthDataError(
                f"run {labels[who]} has {rows.max()} rows at k = {sizes[at]:g}, each with its count of units: readings "
                "of one run as it goes on are no replicates; keep each run's last reading"
            )
        what = f"the {rows.max()} rows of run {labels[who]} at k = {sizes[at]:g}"
        _refuse_checkpoints(y, cell, what, least=FOLLOWS_UNITS, named=True)
        filled = rows[rows > 0]
        if units is None:
            units = np.where(rows > 0, rows, rows.max()).min(axis=1)
        notes = (f"{filled.min():,} to {filled.max():,} rows a run were averaged as its units",)
    with np.errstate(invalid="ignore"):
        total = np.bincount(cell, weights, minlength=rows.size)
        averages = (np.bincount(cell, weights * y, minlength=rows.size) / total).reshape(rows.shape)
    present = rows > 0
    _refuse_checkpoints(
        averages[present],
        np.nonzero(present)[0],
        "the values at one size, in the order of their runs' names,",
        named=True,
        counts=None if per_row is None else per_row[np.argsort(cell, kind="stable")],
    )
    counts = present.sum(axis=1).astype(float)
    means = np.where(present, averages, 0.0).sum(axis=1) / counts
    away = np.where(present, averages - means[:, None], 0.0)
    variances = (away**2).sum(axis=1) / np.maximum(counts - 1, 1)
    whole = _units(units if per_row is None else _least(sizes, place, per_row), sizes)
    return _checked(sizes, counts, means, variances, averages.T if present.all() else None, whole, notes)


def _least(sizes: Array, place: Any, per_row: Array) -> Array:
    """The least number of units of a row at each size: of its unfinished rows, if there are any."""
    broken = per_row != np.floor(per_row)
    has = np.bincount(place[broken], minlength=len(sizes)) > 0
    counted = broken | ~has[place]
    least = np.full(len(sizes), np.inf)
    np.minimum.at(least, place[counted], per_row[counted])
    return least


def _units(units: Any, sizes: Array) -> tuple[int, ...] | None:
    """Whole units per replicate at each size. This is where a fixed budget is caught."""
    if units is None:
        return None
    if isinstance(units, Mapping):
        missing = [k for k in sizes if k not in units]
        if missing:
            raise GrowthDataError(f"units are given for some sizes but not for k = {missing[0]:g}")
        units = [units[k] for k in sizes]
    given = numbers(np.full(len(sizes), units) if np.ndim(units) == 0 else units, "units")
    if len(given) != len(sizes):
        raise GrowthDataError(f"{len(given)} counts of units for {len(sizes)} sizes")
    broken = given != np.floor(given)
    if broken.any():
        at = int(np.where(broken, given, np.inf).argmin())
        raise GrowthDataError(
            f"{given[at]:.4g} units per replicate at k = {sizes[at]:g}: the last one is unfinished, and what it has "
            "cost so far is counted in full. Stop each run at the end of a unit (a phase), equally many at every size"
        )
    least = int(given.argmin())
    if given[least] < FEW_UNITS:
        budget = (
            "" if given.min() == given.max() else f" (and {given.max():,.0f} at others: a fixed budget of requests?)"
        )
        raise GrowthDataError(
            f"{given[least]:.0f} whole units per replicate at k = {sizes[least]:g}{budget} are too few (at least "
            f"{FEW_UNITS}): the bias of a cut-off last unit is of order 1/units and has made true bounds look false "
            "at 17 sigma. Run the same number of whole units at every size, 100 or more"
        )
    return tuple(int(u) for u in given)


def _refuse_sizes(sizes: Array) -> None:
    if len(sizes) < FEWEST_SIZES or sizes[0] < 2:
        raise GrowthDataError(
            f"need at least {FEWEST_SIZES} increasing sizes from 2 up, got {len(sizes)} from {sizes[0]:g}"
            if len(sizes)
            else f"need at least {FEWEST_SIZES} increasing sizes from 2 up, got none"
        )
    if sizes[-1] > LARGEST_SIZE:
        raise GrowthDataError(f"the largest size is {sizes[-1]:g}; sizes up to 2^60 (1e18) can be told apart")
    if sizes[-1] < SHORTEST_RANGE * sizes[0]:
        raise GrowthDataError(
            f"sizes from {sizes[0]:g} to {sizes[-1]:g} are a range of {sizes[-1] / sizes[0]:.3g}: growth per ln k "
            f"cannot be told from a constant below {SHORTEST_RANGE}; measure at doublings, k, 2k, 4k, ..."
        )


def _refuse_scale(values: Array) -> None:
    largest = float(np.abs(values).max())
    if largest > LARGEST_VALUE or 0 < largest < 1 / LARGEST_VALUE:
        raise GrowthDataError(
            f"the largest value is {largest:g}: squares of it leave the range of doubles; measure in other units"
        )


def _refuse_checkpoints(
    y: Array, group: Any, what: str, *, least: float = FOLLOWS, named: bool = False, counts: Array | None = None
) -> None:
    """Refuse values that follow one another, in the order given within each group: readings of one run.

    The correlation of n independent normal values with their neighbours has mean -1/n and variance
    (n - 2)^2 / (n^2 (n - 1)) (Moran 1948); groups are pooled by their size, and what is left beyond -1/n must be both
    significant and larger than ``least``.

    Args:
        named: whether the rows have runs' names, in whose order they are.
        counts: of the units behind each value: readings of one run count ever more of them.
    """
    order = np.argsort(group, kind="stable")
    values, groups = y[order], np.asarray(group)[order]
    n = np.bincount(groups).astype(float)
    centred = values - (np.bincount(groups, values) / np.maximum(n, 1))[groups]
    total = np.bincount(groups, centred**2)
    same = groups[1:] == groups[:-1]
    following = np.bincount(groups[1:][same], (centred[1:] * centred[:-1])[same], minlength=len(n))
    use = (n >= FEWEST_RUNS) & (total > 0)
    if not use.any():
        return
    n = n[use]
    beyond = following[use] / total[use] + 1 / n
    lag = float((n * beyond).sum() / n.sum())
    sigma = float((n * beyond).sum() / np.sqrt(((n - 2) ** 2 / (n - 1)).sum()))
    counted = counts is not None and bool((np.diff(counts[order])[same] > 0).mean() > 0.9)
    if n.min() == n.max() and len(n) > 1:
        sigma *= _apart(centred[use[groups]].reshape(len(n), -1))
    if (lag > least and sigma > FOLLOWS_SIGMA) or (counted and sigma > 2):
        mend = (
            "find out what the runs share"
            if named
            else "give them their names with replicate=, if they were only sorted"
        )
        raise GrowthDataError(
            f"{what} follow one another (correlation {lag:.2f} from each to the next, {sigma:.1f} sigma): checkpoints "
            f"of one run are no replicates. Keep one value per run. If each really is a separate run, {mend}"
        )


def _apart(centred: Array) -> float:
    """By what the groups' agreement lowers a sum over them: 1 if they are independent, 1/sqrt(groups) if all are one.

    Runs that share something across the sizes agree in all groups at once. The correlation of independent groups of n
    has a mean square of 1/(n - 1), which is taken off.
    """
    groups, n = centred.shape
    squares = np.corrcoef(centred) ** 2
    between = (squares.sum() - groups) / (groups * (groups - 1))
    excess = max(0.0, (between - 1 / (n - 1)) / (1 - 1 / (n - 1)))
    return float(1 / np.sqrt(1 + (groups - 1) * excess))


def _checked(
    sizes: Array,
    counts: Array,
    means: Array,
    variances: Array,
    matrix: Array | None,
    units: tuple[int, ...] | None,
    notes: Sequence[str],
) -> Runs:
    if counts.min() < FEWEST_RUNS:
        at = int(counts.argmin())
        raise GrowthDataError(
            f"need at least {FEWEST_RUNS} independent replicates for an error, got {counts[at]:.0f} at k = "
            f"{sizes[at]:g}; one run read at many sizes or times is one replicate"
        )
    if variances.max() <= (1e-12 * float(np.abs(means).max())) ** 2:
        raise GrowthDataError(f"the replicates do not differ (all {means[0]:g}): they are not independent runs")
    if variances.min() <= 1e-20 * variances.max():
        at = int(variances.argmin())
        raise GrowthDataError(
            f"all replicates at k = {sizes[at]:g} are {means[at]:g}, which gives no error there: leave that size out "
            "or measure it with more digits"
        )
    said = list(notes)
    if units is None:
        said.append(
            f"whole units per replicate not stated (units=): below about {FEW_UNITS} a cut-off last unit fakes growth"
        )
    elif min(units) != max(units):
        said.append(f"{min(units):,} to {max(units):,} whole units per replicate: equal numbers would be better")
    return Runs(sizes, counts, means, variances, matrix, units, tuple(said))
