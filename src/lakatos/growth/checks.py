"""What a careful reader asks of a fit: does it hold on parts of the range, does it predict, is it calibrated?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from lakatos.growth.decide import GROWS, Decision, beside, decide
from lakatos.growth.families import CLASSES, Family
from lakatos.growth.kernel import Batch, weigh
from lakatos.growth.result import Calibration, HeldOut, Scan
from lakatos.growth.runs import FEWEST_SIZES

Array = npt.NDArray[np.float64]
Shape = Callable[[Array], Array]
#: Cut points from either end, and simulated values that are held at once.
CUTS, HELD = 10, 4_000_000
LOG = next(c for c in CLASSES if c.name == "log")


def scans(batch: Batch, families: tuple[Family, ...], *, paired: bool | None) -> tuple[Scan, ...]:
    """The slope from larger k_min up, and up to smaller K_max, while enough sizes are left: at most CUTS of each."""
    count = len(batch.sizes)
    parts = [slice(i, count) for i in _some(count - FEWEST_SIZES)]
    parts += [slice(0, count - 1 - i) for i in _some(count - FEWEST_SIZES - 1)]
    return tuple(_scan(batch, families, part, paired) for part in parts)


def _some(count: int) -> list[int]:
    """0 up to below ``count``, thinned evenly."""
    return np.unique(np.linspace(0, count - 1, min(count, CUTS)).round().astype(int)).tolist() if count > 0 else []


def _scan(batch: Batch, families: tuple[Family, ...], part: slice, paired: bool | None) -> Scan:
    chosen = np.zeros(len(batch.sizes), dtype=bool)
    chosen[part] = True
    some = batch.keep(chosen)
    lines = beside(some, weigh(some, paired=paired), families)
    sigmas = [float(line.sigma[0]) for line in lines]
    least = int(np.argmin(sigmas))
    return Scan(
        float(some.sizes[0]),
        float(some.sizes[-1]),
        float(lines[0].slope[0]),
        float(lines[0].error[0]),
        sigmas[0],
        sigmas[least],
        families[least].name,
    )


def held_out(batch: Batch, decision: Decision, families: tuple[Family, ...]) -> tuple[HeldOut, ...]:
    """Predict the largest sizes (a quarter of them) from the smaller ones, by one bounded and one growing shape.

    These are the deciding family and the growing class that fit all the data best; what they are fitted to here are the
    smaller sizes only. See Hoos, Pushak and Mu (ESA) on challenging an empirical scaling model by extrapolation.
    """
    out = max(1, len(batch.sizes) // 4)
    if len(batch.sizes) - out < FEWEST_SIZES:
        return ()
    small = batch.keep(np.arange(len(batch.sizes)) < len(batch.sizes) - out)
    large = batch.sizes[-out:]
    noise = decision.weighing.root[0, -out:] ** -2
    found = []
    for name, columns in _shapes(decision, families):
        predicted, error = _predict(small, columns(small.sizes), columns(large))
        for index, size in enumerate(large):
            seen = float(batch.means[0, len(small.sizes) + index])
            total = float(np.sqrt(error[index] ** 2 + noise[index]))
            value = float(predicted[index])
            found.append(HeldOut(float(size), name, value, float(error[index]), seen, (seen - value) / total))
    return tuple(sorted(found, key=lambda h: h.size))


def _shapes(decision: Decision, families: tuple[Family, ...]) -> list[tuple[str, Shape]]:
    lines = decision.against[: decision.deciding]
    family = families[int(np.argmin([float(line.without[0]) / line.left for line in lines]))]
    values = [float(line.with_growth[0]) if line.slope[0] > 0 else np.inf for line in decision.classes]
    growing = CLASSES[int(np.argmin(values))] if min(values) < np.inf else LOG
    nuisance = bool(decision.nuisance[0])

    def columns(k: Array) -> Array:
        return np.stack([np.ones_like(k), *([1 / k] if nuisance else []), growing.curve(k)], axis=1)

    return [(family.name, family.columns), (growing.name, columns)]


def _predict(small: Batch, design: Array, wanted: Array) -> tuple[Array, Array]:
    """The fit's values at the wanted rows, with their standard errors."""
    root = weigh(small, paired=False).root[0]
    scale = np.abs(design).max(axis=0)
    q, r = np.linalg.qr(design / scale * root[:, None])
    terms = np.linalg.solve(r, q.T @ (small.means[0] * root))
    reach = np.linalg.solve(r.T, (wanted / scale).T)
    return wanted / scale @ terms, np.sqrt((reach**2).sum(axis=0))


def calibrate(
    batch: Batch,
    decision: Decision,
    families: tuple[Family, ...],
    *,
    sigma: float,
    tol: float | None,
    paired: bool | None,
    trials: int,
    seed: int,
) -> Calibration:
    """Simulate the bounded family that fits best, with the data's own design and spread, and test every simulated set.

    Where the same runs cover every size, a simulated run is a sum of the centred runs with normal weights: it has their
    covariance, so that what they share across sizes it shares too. Elsewhere the sizes are drawn independently, each
    with its own variance.
    """
    lines = decision.against[: decision.deciding]
    best = int(np.argmin([float(line.without[0]) / line.left for line in lines]))
    centre = families[best].columns(batch.sizes) @ lines[best].coefficients[0]
    rng = np.random.default_rng(seed)
    each = len(centre) * (1 if batch.runs is None else batch.runs.shape[1])
    step = max(1, HELD // each)
    least, grows = [], 0
    for begin in range(0, trials, step):
        drawn = _drawn(batch, centre, min(step, trials - begin), rng)
        null = decide(drawn, families, sigma=sigma, tol=tol, paired=paired)
        least.append(np.min([line.sigma for line in null.against[: null.deciding]], axis=0))
        grows += int((null.verdict == GROWS).sum())
    seen = min(float(line.sigma[0]) for line in lines)
    return Calibration(
        families[best].name,
        trials,
        seed,
        float((np.concatenate(least) >= seen).mean()),
        grows / trials,
        "assuming independent sizes" if batch.runs is None else "with the covariance of the runs",
    )


def _drawn(batch: Batch, centre: Array, trials: int, rng: np.random.Generator) -> Batch:
    if batch.runs is None:
        # Normal runs have normal means and chi-squared variances: no need to draw each run.
        spread, dof = batch.variances[0], batch.counts - 1
        means = centre + np.sqrt(spread / batch.counts) * rng.normal(size=(trials, len(centre)))
        return Batch(batch.sizes, batch.counts, means, spread * rng.chisquare(dof, size=(trials, len(centre))) / dof)
    runs = batch.runs[0]
    # Normal weights of the centred runs are normal weights of any other root of their covariance.
    root = np.linalg.qr(runs - runs.mean(axis=0), mode="r") / np.sqrt(len(runs) - 1)
    return Batch.of(centre + rng.normal(size=(trials, len(runs), len(root))) @ root, batch.sizes)
