"""What a careful reader asks of a fit: does it hold on parts of the range, does it predict, is it calibrated?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from lakatos.growth.decide import GROWS, Decision, decide
from lakatos.growth.families import CLASSES, Family
from lakatos.growth.kernel import Batch, fit, weigh
from lakatos.growth.result import Calibration, HeldOut, Scan
from lakatos.growth.runs import FEWEST_SIZES

Array = npt.NDArray[np.float64]
Shape = Callable[[Array], Array]
LOG = next(c for c in CLASSES if c.name == "log")


def scans(batch: Batch, families: tuple[Family, ...], *, paired: bool | None) -> tuple[Scan, ...]:
    """The slope from every smaller k_min up, and up to every smaller K_max, while enough sizes are left."""
    count = len(batch.sizes)
    parts = [slice(i, count) for i in range(count - FEWEST_SIZES)]
    parts += [slice(0, j) for j in range(count - 1, FEWEST_SIZES, -1)]
    return tuple(_scan(batch, families, part, paired) for part in parts)


def _scan(batch: Batch, families: tuple[Family, ...], part: slice, paired: bool | None) -> Scan:
    chosen = np.zeros(len(batch.sizes), dtype=bool)
    chosen[part] = True
    some = batch.keep(chosen)
    weighing, log_k = weigh(some, paired=paired), np.log(some.sizes)
    lines = [fit(some, weighing, family.columns(some.sizes), log_k) for family in families]
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
    trials: int,
    seed: int,
) -> Calibration:
    """Simulate the bounded family that fits best, with this design and spread, and test every simulated data set."""
    lines = decision.against[: decision.deciding]
    best = int(np.argmin([float(line.without[0]) / line.left for line in lines]))
    centre = families[best].columns(batch.sizes) @ lines[best].coefficients[0]
    rng = np.random.default_rng(seed)
    spread, dof = batch.counts / decision.weighing.root[0] ** 2, batch.counts - 1
    # Normal runs have normal means and chi-squared variances: no need to draw each run.
    means = centre + np.sqrt(spread / batch.counts) * rng.normal(size=(trials, len(centre)))
    variances = spread * rng.chisquare(dof, size=(trials, len(centre))) / dof
    drawn = Batch(batch.sizes, batch.counts, means, variances)
    null = decide(drawn, families, sigma=sigma, tol=tol, paired=False)
    seen = min(float(line.sigma[0]) for line in lines)
    least = np.min([line.sigma for line in null.against[: null.deciding]], axis=0)
    return Calibration(
        families[best].name, trials, seed, float((least >= seen).mean()), float((null.verdict == GROWS).mean())
    )
