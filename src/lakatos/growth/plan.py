"""How far and how often to run: the sizes and replicates that would decide, before anything is run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import numpy.typing as npt
from scipy import stats

from lakatos.drawing import Viewed
from lakatos.growth.error import GrowthDataError
from lakatos.growth.families import DECIDING, Family
from lakatos.growth.runs import FEWEST_RUNS, FEWEST_SIZES, LARGEST_VALUE

Array = npt.NDArray[np.float64]
#: The root of the most replicates that are worth printing.
MOST_RUNS = 1e8


def doublings(k_min: float, k_max: float) -> tuple[int, ...]:
    """k_min, 2 k_min, 4 k_min, ... up to k_max, as in every design here.

    >>> doublings(4, 64)
    (4, 8, 16, 32, 64)
    """
    if not (2 <= k_min < k_max <= 2**60):
        raise ValueError(f"need 2 <= k_min < k_max, got {k_min:g} and {k_max:g}")
    return tuple(int(k_min) * 2**i for i in range(int(math.log2(k_max / k_min) + 1e-9) + 1))


def reaching(k_min: float, k_max: float) -> tuple[int, ...]:
    """Doublings from k_min, and k_max itself as the last size.

    >>> reaching(4, 100)
    (4, 8, 16, 32, 64, 100)
    """
    if k_min != int(k_min) or k_max != int(k_max):
        raise ValueError(f"sizes must be whole numbers, got {k_min:g} and {k_max:g}")
    sizes = doublings(k_min, k_max)
    return sizes if sizes[-1] == k_max else (*sizes, int(k_max))


def seen(curve: Array, sizes: Array, sd: Array, family: Family) -> float:
    """The sigma, with one replicate and known errors, at which a curve stands out from a family.

    It is the part of the curve along ln k that the family cannot imitate: what the test's slope measures.
    """
    design = np.concatenate([family.columns(sizes), np.log(sizes)[:, None]], axis=1)
    q, r = np.linalg.qr(design / sd[:, None])
    return float(q[:, -1] @ (curve / sd)) * math.copysign(1.0, r[-1, -1])


@dataclass(frozen=True)
class Plan(Viewed):
    """Replicates per size that give a slope its sigma, for each horizon and each bounded family.

    Attributes:
        slope, sd, sigma, power: what was planned for; sd is of one replicate.
        k_min: the first size.
        horizons: the largest sizes considered.
        families: the families to be excluded.
        replicates: replicates at every size, shape (horizons, families).
    """

    slope: float
    sd: float | tuple[float, ...]
    sigma: float
    power: float
    k_min: int
    horizons: tuple[int, ...]
    families: tuple[str, ...]
    replicates: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        sd = f"{self.sd:g}" if isinstance(self.sd, float) else "given per size"
        head = (
            f"replicates at every size for {self.sigma:g}σ with power {self.power:g}: slope {self.slope:g} per ln k, "
            f"sd of one replicate {sd}, sizes from {self.k_min} doubling or as given"
        )
        rows = [("up to k =", *self.families)] + [
            (f"{k:,}", *(f"{r:,}" for r in row)) for k, row in zip(self.horizons, self.replicates, strict=True)
        ]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = ["  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in rows]
        foot = (
            "All of these families must go for the verdict 'grows'. Errors are taken as known; fewer than 3 replicates "
            "give none. Raising k is worth far more than raising the replicates."
        )
        return "\n".join([head, *lines, foot])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *lines, foot = str(self).split("\n")
        return f"<p>{escape(head)}</p><pre>{escape(chr(10).join(lines))}</pre><p>{escape(foot)}</p>"


def plan(
    slope: float,
    sd: float | Sequence[float],
    grid: Sequence[float],
    sigma: float = 3.0,
    *,
    power: float = 0.5,
    horizons: Sequence[int] | None = None,
    families: Sequence[Family] = DECIDING,
) -> Plan:
    """Plan a run: how many replicates per size a slope needs, for each horizon on the grid.

    Args:
        slope: of the growth per ln k that is to be found.
        sd: standard deviation of one replicate's value; one number, or one for every size of the grid.
        grid: the sizes, increasing, for example ``[4, 8, ..., 1024]``.
        sigma: the one-sided sigma against each family.
        power: how often it should be reached; 0.5 means that it is reached on average.
        horizons: the largest sizes to consider; by default every size of the grid that leaves five or more.

    Returns:
        A Plan; its text is a table of replicates, horizon by family.
    """
    sizes = np.asarray(grid, dtype=float)
    spread = np.broadcast_to(np.asarray(sd, dtype=float), sizes.shape)
    if len(sizes) < FEWEST_SIZES or (np.diff(sizes) <= 0).any() or sizes[0] < 2:
        raise ValueError(f"need at least {FEWEST_SIZES} increasing sizes from 2 up, got {sizes.tolist()}")
    known = all(1 / LARGEST_VALUE < x < LARGEST_VALUE for x in (slope, *spread.tolist()))
    if not (known and 0 < sigma <= 30 and 0 < power < 1):
        raise ValueError(
            "need a finite slope and sd above 0, a sigma above 0 and at most 30, and a power between 0 and 1; "
            f"got slope {slope}, sd {sd}, sigma {sigma}, power {power}"
        )
    tops = [int(k) for k in (sizes[min(4, len(sizes) - 1) :] if horizons is None else horizons)]
    rows = []
    for top in tops:
        chosen = sizes <= top
        if chosen.sum() < FEWEST_SIZES:
            raise ValueError(f"up to k = {top} the grid has fewer than {FEWEST_SIZES} sizes")
        curve = slope * np.log(sizes[chosen])
        rows.append(tuple(_replicates(seen(curve, sizes[chosen], spread[chosen], f), sigma, power) for f in families))
    return Plan(
        float(slope),
        float(sd) if np.ndim(sd) == 0 else tuple(spread.tolist()),  # type: ignore[arg-type]
        float(sigma),
        float(power),
        int(sizes[0]),
        tuple(tops),
        tuple(f.name for f in families),
        tuple(rows),
    )


def _replicates(one: float, sigma: float, power: float) -> int:
    root = max(sigma + float(stats.norm.ppf(power)), 0.0) / one
    if root > MOST_RUNS:
        raise ValueError(
            f"more than {MOST_RUNS**2:.0e} replicates would be needed: the slope is too small beside the sd"
        )
    return max(1, math.ceil(root**2 - 1e-9))


@dataclass(frozen=True)
class Deciding:
    """A design that would decide: sizes up to ``k_max`` with ``replicates`` each."""

    k_max: int
    replicates: int

    def __str__(self) -> str:
        return f"k = {self.k_max:,} with {self.replicates:,} replicates"


def deciding(
    curve_at: object,
    sizes: Array,
    sd: Array,
    *,
    sigma: float,
    families: Sequence[Family] = DECIDING,
    power: float = 0.9,
    most: int = 2**40,
) -> tuple[Deciding | None, Deciding | None]:
    """The replicates that these sizes would need, and the first doubling at which about as many as 30 are enough.

    ``curve_at`` gives the growth at sizes; where it has no value (a GrowthDataError) the search ends. Beyond the data
    the spread is taken to follow its power of k.
    """
    assert callable(curve_at)
    enough = len(sizes) >= FEWEST_SIZES
    here = _least(curve_at(sizes), sizes, sd, sigma, families, power) if enough else None
    tilt = np.polyfit(np.log(sizes), np.log(sd), min(1, len(sizes) - 1))
    further = None
    k = list(sizes)
    while k[-1] * 2 <= most:
        k.append(k[-1] * 2)
        if len(k) < FEWEST_SIZES:
            continue
        grid = np.array(k)
        spread = np.concatenate([sd, np.exp(np.polyval(tilt, np.log(grid[len(sd) :])))])
        try:
            curve = curve_at(grid)
        except GrowthDataError:
            break
        count = _least(curve, grid, spread, sigma, families, power)
        if count is not None and count <= 30:
            further = Deciding(int(k[-1]), count)
            break
    return (None if here is None else Deciding(int(sizes[-1]), here)), further


def _least(curve: Array, sizes: Array, sd: Array, sigma: float, families: Sequence[Family], power: float) -> int | None:
    weakest = min(seen(curve, sizes, sd, f) for f in families)
    root = sigma + float(stats.norm.ppf(power))
    # Also where it is not a number: the curve is beyond doubles.
    if not weakest * 3e4 > root:
        return None
    return max(FEWEST_RUNS, math.ceil((root / weakest) ** 2))
