"""What may be done to P and Q before a divergence is taken: a temperature, a safety constant, a top k."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from lakatos.measure.identify.kernels import Parameter
from lakatos.measure.identify.observe import Array
from lakatos.measure.identify.probes import Pair

TEMPERATURE = Parameter("T", (0.3, 0.6, 1.4, 2.5, 5.0, 10.0), np.log, lambda x: np.exp(np.clip(x, -3, 5)))
SMOOTHING = Parameter("ε", (1e-11, 1e-9, 1e-7, 1e-5, 1e-4), np.log, lambda x: np.exp(np.clip(x, -40, 0)))


@dataclass(frozen=True)
class View:
    """A change of P and Q with a number inside it.

    Attributes:
        words: what it does, with {P}, {Q} and the number as {at}.
        change: of a pair and the number.
    """

    words: str
    change: Callable[[Pair, float], Pair]


def tempered(x: Pair, temperature: float) -> Pair:
    """Both with their logits divided by the temperature."""

    def cool(logs: Array) -> Array:
        scaled = logs / temperature
        return np.asarray(scaled - np.log(x.sum(np.exp(scaled)))[x.row])

    lp, lq = cool(x.lp), cool(x.lq)
    return replace(x, p=np.exp(lp), q=np.exp(lq), lp=lp, lq=lq)


#: Constants that code adds for safety: the commonest first.
SAFETIES = (
    View("{at} added inside the logarithms", lambda x, e: replace(x, lp=np.log(x.p + e), lq=np.log(x.q + e))),
    View("{at} added to both", lambda x, e: replace(x, p=x.p + e, q=x.q + e, lp=np.log(x.p + e), lq=np.log(x.q + e))),
    View("{at} added to {Q} inside its logarithm", lambda x, e: replace(x, lq=np.log(x.q + e))),
    View("{at} added to {P} inside its logarithm", lambda x, e: replace(x, lp=np.log(x.p + e))),
    View("{at} added to the ratio {P}/{Q} inside its logarithm",
         lambda x, e: replace(x, lp=np.log(np.exp(x.lp - x.lq) + e) + x.lq)),
)  # fmt: skip


def cut(x: Pair, k: int, *, by: str) -> Pair:
    """Only the k entries of each position that are largest under "p" or "q", as they are."""
    by_value = np.lexsort((-getattr(x, by), x.row))
    rank = np.empty(len(by_value), dtype=np.intp)
    rank[by_value] = np.arange(len(by_value)) - x.starts[x.row]
    kept = rank < k
    sizes = np.minimum(x.sizes, k)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    return replace(
        x, **{name: getattr(x, name)[kept] for name in ("p", "q", "lp", "lq", "a", "b")}, starts=starts, tokens=starts
    )


def renormalised(x: Pair) -> Pair:
    """Both divided by what is left of them."""
    p, q = (d / x.sum(d)[x.row] for d in (x.p, x.q))
    return replace(x, p=p, q=q, lp=np.log(p), lq=np.log(q))


def with_rest(x: Pair) -> Pair:
    """One more entry at each position, for what is missing to 1."""
    rows = np.arange(len(x.starts))
    order = np.argsort(np.concatenate([x.row, rows]), kind="stable")
    # What is missing to 1 by rounding alone is nothing.
    rest = [np.where((left := 1 - x.sum(d)) > 1e-12, left, 0) for d in (x.p, x.q)]
    p, q = (np.concatenate([d, r])[order] for d, r in zip((x.p, x.q), rest, strict=True))
    with np.errstate(all="ignore"):
        return replace(
            x, p=p, q=q, lp=np.log(p), lq=np.log(q), a=p, b=q, starts=x.starts + rows, tokens=x.starts + rows
        )


#: What becomes of the distributions after the cut.
CUTS: tuple[tuple[str, Callable[[Pair], Pair]], ...] = (
    ("as they are", lambda x: x),
    ("renormalised", renormalised),
    ("with the rest as one more entry", with_rest),
)
