"""The catalogue of divergences: each is one line, written for P and Q at one position.

Sources: S. Kullback and R. A. Leibler, Ann. Math. Stat. 22 (1951); J. Lin, IEEE Trans. Inf. Theory 37 (1991) for
Jensen-Shannon and its weights; L. Lee, ACL 1999, for the skew divergence; A. Renyi, 4th Berkeley Symp. (1961);
S. Amari, Differential-Geometrical Methods in Statistics (1985); J. Schulman, "Approximating KL divergence" (2020),
for k1, k2 and k3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lakatos.measure.identify.observe import Array
from lakatos.measure.identify.probes import Pair

Terms = Callable[..., Array]


@dataclass(frozen=True)
class Parameter:
    """A number inside a divergence: where to look for it, and how to keep a search inside its range.

    Attributes:
        symbol: "β" or "α".
        grid: starting values.
        free, bound: from the parameter to the whole line and back.
    """

    symbol: str
    grid: tuple[float, ...]
    free: Callable[[Any], Any] = lambda x: x
    bound: Callable[[Any], Any] = lambda x: x

    def beside(self, value: float, step: float) -> float:
        """The parameter after a step on the whole line, of 1 at most."""
        with np.errstate(all="ignore"):
            return float(self.bound(self.free(np.float64(value)) + min(max(step, -1.0), 1.0)))

    def ends_at(self, value: float) -> bool:
        """Whether a search went as far as it may: what it sought is not inside the range."""
        return any(abs(value - float(self.bound(end))) <= 1e-9 * abs(value) for end in (-np.inf, np.inf))


BETA = Parameter(
    "β",
    (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99),
    lambda b: np.log(b / (1 - b)),
    lambda x: 1 / (1 + np.exp(-np.clip(x, -40, 40))),
)
ORDER = Parameter(
    "α",
    (0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 0.95, 1.1, 1.3, 1.6, 2.0, 2.5, 3.2, 4.0),
    np.log,
    lambda x: np.exp(np.clip(x, -9, 3)),
)
ALPHA = Parameter("α", tuple(x / 10 for x in range(-19, 30, 2)), bound=lambda x: np.clip(x, -9, 9))

_AS_IS: tuple[tuple[str, Callable[..., float]], ...] = (("", lambda *_: 1.0),)


@dataclass(frozen=True)
class Kernel:
    """One divergence at one position.

    Attributes:
        name: its name; ``{P}`` and ``{Q}`` stand for the distributions.
        formula: the same as a formula.
        terms: what is summed over the vocabulary; for a sampled estimator, the value at the sample.
        order: for one that is not symmetric, what its {P} and {Q} do in it, as {first} and {second}.
        both_ways: whether it is another one with P and Q swapped, and tried so.
        backwards: its name the other way round, if it has one of its own.
        finish: what becomes of the sum.
        logs: to which power the unit of the logarithm enters: 1, 1/2 under a root, 0 without logarithms.
        conventions: factors in common use, in words.
        parameter: the number inside, if there is one.
        sampled: whether it uses nothing but the sampled entries.
        raw: whether it takes the arrays as they are given, normalised or not.
        rational: whether fractions stay fractions.
        entrywise: whether only the single terms tell it from another of the catalogue.
    """

    name: str
    formula: str
    terms: Terms
    order: str = ""
    both_ways: bool = False
    backwards: str = ""
    finish: Terms | None = None
    logs: float = 0
    conventions: tuple[tuple[str, Callable[..., float]], ...] = _AS_IS
    parameter: Parameter | None = None
    sampled: bool = False
    raw: bool = False
    rational: bool = False
    entrywise: bool = False

    def rows(self, x: Pair, *at: float) -> Array:
        """Its value at each position."""
        terms = self.terms(x, *at)
        total = terms if self.sampled else x.sum(terms)
        return total if self.finish is None else self.finish(total, *at)

    @property
    def directions(self) -> tuple[bool, ...]:
        """Whether to try it as written only, or also with P and Q swapped."""
        return (False, True) if self.both_ways else (False,)


def times(weight: Array, value: Array) -> Array:
    """Their product, with 0 log 0 = 0."""
    return np.asarray(np.where(weight == 0, 0, weight * np.where(weight == 0, 0, value)))


def _mixture(x: Pair, b: float) -> Array:
    return np.asarray(np.logaddexp(x.lp + np.log(b), x.lq + np.log1p(-b)))


def _js(x: Pair, b: float, weight: float) -> Array:
    m = _mixture(x, b)
    return weight * times(x.p, x.lp - m) + (1 - weight) * times(x.q, x.lq - m)


def _between(x: Pair, a: float) -> Array:
    """p^a q^(1-a) - p, without cancellation; it sums to the Hellinger integral less 1."""
    return times(x.p, np.expm1((a - 1) * (x.lp - x.lq)))


def _root(d: Array, *_: float) -> Array:
    return np.asarray(np.sqrt(d))


_HALF = (("", lambda *_: 1.0), ("half of it", lambda *_: 0.5))
_OVER_B = (("", lambda *_: 1.0), ("divided by β(1-β)", lambda b: 1 / (b * (1 - b))))
_NO_HALF = (("with the factor 1/2", lambda *_: 1.0), ("without the factor 1/2", lambda *_: 2.0))
_NO_ROOT = (("with the factor 1/sqrt 2", lambda *_: 1.0), ("without the factor 1/sqrt 2", lambda *_: 2**0.5))
_WEIGHT = "β is the weight of the {first} argument in the mixture"
_OVER = "expectation over the {first} argument"

#: What is told without solving for anything, the commonest first.
FIXED = (
    Kernel("forward KL", "KL({P}‖{Q})", lambda x: times(x.p, x.lp - x.lq), _OVER, True, "reverse KL", logs=1),
    Kernel("cross entropy", "-Σ {P} log {Q}", lambda x: -times(x.p, x.lq),
           f"{_OVER}, logarithm of the {{second}}", True, logs=1),
    Kernel("Jensen-Shannon divergence", "1/2 KL({P}‖M) + 1/2 KL({Q}‖M), M = 1/2 {P} + 1/2 {Q}",
           lambda x: _js(x, 0.5, 0.5), logs=1, conventions=(*_AS_IS, ("divided by β(1-β)", lambda: 4.0))),
    Kernel("Jensen-Shannon distance", "sqrt(JSD({P}, {Q}))", lambda x: _js(x, 0.5, 0.5), finish=_root, logs=0.5),
    Kernel("Jeffreys divergence", "KL({P}‖{Q}) + KL({Q}‖{P})", lambda x: (x.p - x.q) * (x.lp - x.lq), logs=1,
           conventions=_HALF),
    Kernel("total variation", "1/2 Σ |{P} - {Q}|", lambda x: abs(x.p - x.q) / 2, rational=True,
           conventions=(("half of the L1 distance", lambda: 1.0), ("the whole L1 distance", lambda: 2.0))),
    Kernel("squared Hellinger distance", "1/2 Σ (sqrt {P} - sqrt {Q})²",
           lambda x: (np.sqrt(x.p) - np.sqrt(x.q)) ** 2 / 2, conventions=_NO_HALF),
    Kernel("Hellinger distance", "sqrt(1/2 Σ (sqrt {P} - sqrt {Q})²)",
           lambda x: (np.sqrt(x.p) - np.sqrt(x.q)) ** 2 / 2, finish=_root, conventions=_NO_ROOT),
    Kernel("Pearson chi squared", "Σ ({P} - {Q})² / {Q}", lambda x: (x.p - x.q) ** 2 / x.q,
           "divided by the {second} argument", True, "Neyman chi squared", rational=True, conventions=_HALF),
    Kernel("triangular discrimination", "Σ ({P} - {Q})² / ({P} + {Q})", lambda x: (x.p - x.q) ** 2 / (x.p + x.q),
           rational=True, conventions=_HALF),
    Kernel("squared error of the probabilities", "Σ ({P} - {Q})²", lambda x: (x.p - x.q) ** 2, rational=True,
           conventions=_HALF),
    Kernel("Euclidean distance of the probabilities", "sqrt(Σ ({P} - {Q})²)", lambda x: (x.p - x.q) ** 2, finish=_root),
    Kernel("squared error of the log-probabilities", "Σ (log {P} - log {Q})²", lambda x: (x.lp - x.lq) ** 2, logs=2,
           conventions=_HALF),
    Kernel("squared error of the logits", "Σ ({P} - {Q})², of the logits", lambda x: (x.a - x.b) ** 2, raw=True,
           conventions=_HALF),
    Kernel("absolute error of the logits", "Σ |{P} - {Q}|, of the logits", lambda x: abs(x.a - x.b), raw=True),
    Kernel("Bhattacharyya distance", "-log Σ sqrt({P} {Q})", lambda x: _between(x, 0.5),
           finish=lambda d: -np.log1p(d), logs=1),
    Kernel("Bhattacharyya coefficient", "Σ sqrt({P} {Q})", lambda x: np.sqrt(x.p * x.q)),
    Kernel("entropy of {P}", "-Σ {P} log {P}", lambda x: -times(x.p, x.lp), "of the {first} argument alone", True,
           logs=1),
    Kernel("generalised KL", "Σ {P} log({P}/{Q}) - {P} + {Q}", lambda x: times(x.p, x.lp - x.lq) - x.p + x.q,
           _OVER, True, logs=1, entrywise=True),
)  # fmt: skip

#: Told by solving for the number inside; its ends and its middle are above.
FAMILIES = (
    Kernel("generalised Jensen-Shannon divergence", "β KL({P}‖M) + (1-β) KL({Q}‖M), M = β {P} + (1-β) {Q}",
           lambda x, b: _js(x, b, b), _WEIGHT, logs=1, conventions=_OVER_B, parameter=BETA),
    Kernel("Jensen-Shannon with crossed weights", "(1-β) KL({P}‖M) + β KL({Q}‖M), M = β {P} + (1-β) {Q}",
           lambda x, b: _js(x, b, 1 - b), _WEIGHT, logs=1, conventions=_OVER_B, parameter=BETA),
    Kernel("generalised Jensen-Shannon distance", "sqrt(β KL({P}‖M) + (1-β) KL({Q}‖M)), M = β {P} + (1-β) {Q}",
           lambda x, b: _js(x, b, b), _WEIGHT, finish=_root, logs=0.5, parameter=BETA),
    Kernel("skew KL", "KL({P}‖β {P} + (1-β) {Q})", lambda x, b: _js(x, b, 1.0), _OVER, True, logs=1, parameter=BETA),
    Kernel("weighted Jeffreys divergence", "β KL({P}‖{Q}) + (1-β) KL({Q}‖{P})",
           lambda x, b: (b * x.p - (1 - b) * x.q) * (x.lp - x.lq),
           "β is the weight of the expectation over the {first} argument", logs=1, parameter=BETA),
    Kernel("Renyi divergence", "log(Σ {P}^α {Q}^(1-α)) / (α-1)", _between, "the {first} argument has the power α", True,
           finish=lambda d, a: np.log1p(d) / (a - 1), logs=1, parameter=ORDER),
    Kernel("alpha divergence", "(Σ {P}^α {Q}^(1-α) - 1) / (α(α-1))", lambda x, a: _between(x, a) / (a * (a - 1)),
           "the {first} argument has the power α", parameter=ALPHA,
           conventions=(*_AS_IS, ("divided by α-1 only (Tsallis)", lambda a: a),
                        ("not divided", lambda a: a * (a - 1)))),
)  # fmt: skip

#: Told where the function is given sampled tokens: what they estimate, {P} being where they were drawn.
SAMPLED = (
    Kernel("k1 estimator", "log {P}(x) - log {Q}(x)", lambda x: x.at(x.lp - x.lq),
           "of KL({P}‖{Q}) if x is drawn from the {first} argument", True, logs=1, sampled=True),
    Kernel("k2 estimator", "1/2 (log {P}(x) - log {Q}(x))²", lambda x: x.at(x.lp - x.lq) ** 2 / 2, logs=2,
           sampled=True, conventions=_NO_HALF),
    Kernel("k3 estimator", "r - 1 - log r, r = {Q}(x)/{P}(x)",
           lambda x: np.expm1(x.at(x.lq - x.lp)) - x.at(x.lq - x.lp),
           "of KL({P}‖{Q}) if x is drawn from the {first} argument", True, sampled=True),
    Kernel("absolute log ratio", "|log {P}(x) - log {Q}(x)|", lambda x: abs(x.at(x.lp - x.lq)), logs=1, sampled=True),
    Kernel("negative log-likelihood of the tokens under {P}", "-log {P}(x)", lambda x: -x.at(x.lp),
           "the {first} argument alone", True, logs=1, sampled=True),
)  # fmt: skip
