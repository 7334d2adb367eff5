"""What other tools answer, by their published rules, for many data sets at once.

None of them is a dependency. The rules are written here after their descriptions and sources: big_O 0.11
(infer_big_o_class), Google Benchmark (complexity.cc, MinimalLeastSq), bigocheck 1.1 (fit_complexities) and bigO 0.0.7 of
plasma-umass (infer_bound: AIC after an IQR cut). Where big_O or bigocheck can be imported, their own functions answer a
few of the data sets too, and the share in which the rule here agrees is printed. bigO's n^k model is left out: its
fit is dropped whenever it warns, and without it the rule agrees best with what was measured with the package.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Names = npt.NDArray[np.str_]
Curves = dict[str, Callable[[Array], Array]]


def _best(losses: dict[str, Array]) -> Names:
    names = np.array(list(losses))
    return names[np.argmin(np.stack(list(losses.values())), axis=0)]


def _line(x: Array, y: Array) -> Array:
    """Fitted values of a straight line in x with intercept, for every row of y."""
    design = np.stack([np.ones_like(x), x], axis=1)
    return y @ np.linalg.pinv(design).T @ design.T


def big_o(k: Array, runs: Array) -> Names:
    """Least squared residual of lines with an intercept, less 1e-6 for coming first; power and exponential by logs."""
    y = runs.mean(axis=1)
    curves: Curves = {
        "linear": lambda n: n,
        "quadratic": lambda n: n**2,
        "cubic": lambda n: n**3,
        "polynomial": np.log,
        "log": np.log,
        "n log n": lambda n: n * np.log(n),
        "exponential": lambda n: n,
    }
    best = np.full(len(y), "1", dtype="<U12")
    least = ((y - y.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    for name, curve in curves.items():
        if name in ("polynomial", "exponential"):
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                fitted = np.exp(_line(curve(k), np.log(y)))
        else:
            fitted = _line(curve(k), y)
        loss = ((y - fitted) ** 2).sum(axis=1)
        better = loss < least - 1e-6
        best, least = np.where(better, name, best), np.where(better, loss, least)
    return best


def google(k: Array, runs: Array) -> Names:
    """One coefficient and no intercept; the least root-mean-square over the mean; ties to O(1)."""
    y = runs.mean(axis=1)
    curves: Curves = {
        "1": np.ones_like,
        "log": np.log2,
        "linear": lambda n: n,
        "n log n": lambda n: n * np.log2(n),
        "quadratic": lambda n: n**2,
        "cubic": lambda n: n**3,
    }
    losses = {}
    for name, curve in curves.items():
        g = curve(k)
        losses[name] = ((y - (y @ g / (g @ g))[:, None] * g) ** 2).sum(axis=1)
    return _best(losses)


def bigocheck(k: Array, runs: Array) -> Names:
    """One coefficient and no intercept; the least relative error; with sqrt, 2^n and n!."""
    y = runs.mean(axis=1)
    log = np.log2(k + 1)
    curves = {
        "1": np.ones_like(k),
        "log": log,
        "sqrt": np.sqrt(k),
        "linear": k,
        "n log n": k * log,
        "quadratic": k**2,
        "cubic": k**3,
        "2^n": np.exp(np.minimum(k * math.log(2), 40.0)),
        "n!": np.array([float(math.factorial(min(int(n), 20))) for n in k]),
    }
    losses = {}
    for name, g in curves.items():
        fitted = (y @ g / (g @ g))[:, None] * g
        losses[name] = (((y - fitted) / np.maximum(np.abs(y), 1e-12)) ** 2).sum(axis=1)
    return _best(losses)


def big_o_aic(k: Array, runs: Array) -> Names:
    """AIC over lines with an intercept and any sign, single runs, after cutting what lies 1.5 IQR beyond quartiles."""
    trials, replicates, _ = runs.shape
    n = np.tile(k, replicates)
    y = runs.reshape(trials, -1)
    low, high = np.quantile(y, [0.25, 0.75], axis=1)
    reach = 1.5 * (high - low)
    kept = ((y >= (low - reach)[:, None]) & (y <= (high + reach)[:, None])).astype(float)
    count = kept.sum(axis=1)
    curves: Curves = {
        "log log": lambda x: np.log(np.log(x)),
        "log": np.log,
        "log^2": lambda x: np.log(x) ** 2,
        "log^3": lambda x: np.log(x) ** 3,
        "sqrt": np.sqrt,
        "linear": lambda x: x,
        "n log n": lambda x: x * np.log(x),
        "quadratic": lambda x: x**2,
        "cubic": lambda x: x**3,
    }
    middle = (kept * y).sum(axis=1) / count

    def aic(rss: Array, parameters: int) -> Array:
        return 2 * parameters + count * np.log(rss / count)

    losses = {"1": aic((kept * (y - middle[:, None]) ** 2).sum(axis=1), 1)}
    for name, curve in curves.items():
        losses[name] = aic(_weighted_line(curve(n), y, kept), 2)
    return _best(losses)


def _weighted_line(x: Array, y: Array, kept: Array) -> Array:
    """Residual sum of squares of a line with intercept over the kept points of every row."""
    count = kept.sum(axis=1)
    mx, my = kept @ x / count, (kept * y).sum(axis=1) / count
    dx, dy = x - mx[:, None], y - my[:, None]
    sxx, sxy, syy = (kept * dx**2).sum(1), (kept * dx * dy).sum(1), (kept * dy**2).sum(1)
    return np.maximum(syy - np.where(sxx > 0, sxy**2 / np.where(sxx > 0, sxx, 1.0), 0.0), 1e-300)


def bic(sd: Array) -> Callable[[Array, Array], Names]:
    """BIC over six classes of lines with the errors known: the best that class picking can do."""

    def pick(k: Array, runs: Array) -> Names:
        y = runs.mean(axis=1) / sd
        penalty = math.log(len(k))
        curves: Curves = {
            "log log": lambda n: np.log(np.log(n)),
            "log": np.log,
            "sqrt": np.sqrt,
            "linear": lambda n: n,
            "n log n": lambda n: n * np.log(n),
        }
        losses = {"1": _left(np.stack([1 / sd], axis=1), y) + penalty}
        for name, curve in curves.items():
            losses[name] = _left(np.stack([1 / sd, curve(k) / sd], axis=1), y) + 2 * penalty
        return _best(losses)

    return pick


def _left(design: Array, y: Array) -> Array:
    q, _ = np.linalg.qr(design)
    return ((y - y @ q @ q.T) ** 2).sum(axis=1)


def agreement(k: Array, runs: Array, most: int = 100) -> dict[str, str]:
    """For each tool that is installed, how often its own answer is the rule's answer here."""
    found = {}
    for name, own in (("big_O", _own_big_o), ("bigocheck", _own_bigocheck)):
        try:
            answers = [own(k, y) for y in runs[:most].mean(axis=1)]
        except ModuleNotFoundError:
            found[name] = "not installed: its rule re-implemented"
            continue
        rule = (big_o if name == "big_O" else bigocheck)(k, runs[:most])
        found[name] = f"installed: the rule here agrees on {np.mean(np.array(answers) == rule):.0%} of {len(answers)}"
    for name, module in (("bigO", "bigO"), ("Google Benchmark", "")):
        there = module and importlib.util.find_spec(module) is not None
        found[name] = "installed, not called" if there else "not installed: its rule re-implemented"
    return found


def _own_big_o(k: Array, y: Array) -> str:
    module: Any = importlib.import_module("big_o")
    best, _ = module.infer_big_o_class(k, y)
    names = {"Constant": "1", "Logarithmic": "log", "Linearithmic": "n log n"}
    return names.get(type(best).__name__, type(best).__name__.lower())


def _own_bigocheck(k: Array, y: Array) -> str:
    core: Any = importlib.import_module("bigocheck.core")
    _, label = core.fit_complexities([core.Measurement(int(n), float(t)) for n, t in zip(k, y)])
    names = {"O(1)": "1", "O(log n)": "log", "O(√n)": "sqrt", "O(n)": "linear", "O(n log n)": "n log n"}
    return names.get(label, label)


RIVALS: dict[str, Callable[[Array, Array], Names]] = {
    "big_O": big_o,
    "GBench": google,
    "bigocheck": bigocheck,
    "bigO": big_o_aic,
}
