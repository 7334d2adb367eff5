"""Pictures of a growth test: what is left after subtraction, what fits, on which range, and what it predicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from lakatos.drawing import Illustration, canvas, illustrate
from lakatos.growth.families import CLASSES, DECIDING, SLOWER

if TYPE_CHECKING:
    from lakatos.growth.result import Against, Growth

Array = npt.NDArray[np.float64]
FAMILIES = {f.name: f for f in (*DECIDING, *SLOWER)}
CURVES = {c.name: c.curve for c in CLASSES}


def draw(result: Growth, view: str) -> Illustration:
    """One of the views of ``VIEWS``. Raises ValueError for another."""
    if view not in VIEWS:
        raise ValueError(f"no view {view!r}; there are {', '.join(map(repr, VIEWS))}")
    caption, picture = VIEWS[view]
    return illustrate(f"growth_{view.replace(' ', '_')}", caption(result), lambda: picture(result))


def _span(r: Growth) -> str:
    return f"k = {r.sizes[0]:g} … {r.sizes[-1]:g}"


def _log_axis(ax: Any, r: Growth, **labels: Any) -> None:
    ax.set_xscale("log", base=2)
    step = 1 + (len(r.sizes) - 1) // 12
    ax.set_xticks(r.sizes[::step], [f"{k:g}" for k in r.sizes[::step]])
    ax.minorticks_off()
    ax.set(xlabel="k", **labels)


def _residuals_caption(r: Growth) -> str:
    what = f"the claimed {r.claimed} is subtracted" if r.claimed else "nothing is subtracted"
    return (
        f"Left, the measured means over {_span(r)}; right, what is left when {what}, with standard errors. Only what "
        "is left can tell whether the claim is wrong: the leading term hides it."
    )


def _residuals(r: Growth) -> Any:
    fig, (left, right) = canvas(1, 2, size=(7.6, 3.2))
    k, raw, means = np.array(r.sizes), np.array(r.raw), np.array(r.means)
    left.errorbar(k, raw, r.errors, fmt="o", color="evidence", capsize=3, label="measured")
    if r.claimed:
        left.plot(k, raw - means, color="claim", label=f"claimed: {r.claimed}")
    right.errorbar(k, means, r.errors, fmt="o", color="evidence", capsize=3)
    right.axhline(float(np.average(means, weights=1 / np.array(r.errors) ** 2)), color="context", ls="--", lw=1)
    right.annotate("constant", (k[0], right.lines[-1].get_ydata()[0]), xytext=(2, 4), textcoords="offset points",
                   color="context", fontsize=9)  # fmt: skip
    left.legend(loc="upper left")
    _log_axis(left, r, title="measured")
    _log_axis(right, r, title="left over" if r.claimed else "against a constant")
    return fig


def _fits_caption(r: Growth) -> str:
    nearest, growing = _nearest(r), _growing(r)
    return (
        f"Above, the means over {_span(r)} and the fit of each bounded family, with a band of one standard error, and "
        f"of {growing}, dashed. Below, how many standard errors each mean lies from {nearest.family}, the deciding "
        f"family that fits best (growth beside it: {nearest.sigma:.1f} sigma), and from {growing}. The answer: "
        f"{r.answer}."
    )


def _nearest(r: Growth) -> Against:
    """The deciding family that fits best."""
    return min((a for a in r.against if a.decides), key=lambda a: a.chi2 / a.dof)


def _growing(r: Growth) -> str:
    rising = [c for c in r.classes if c.terms[2] > 0]
    return min(rising, key=lambda c: c.chi2).name if rising else "log"


def _curve(r: Growth, name: str, k: Array) -> Array:
    terms = next(c for c in r.classes if c.name == name).terms
    return terms[0] + terms[1] / k + terms[2] * CURVES[name](k)


def _family(r: Growth, name: str, k: Array) -> tuple[Array, Array]:
    """A family's fitted curve and its standard error, from the errors of the means."""
    terms = np.array(next(a for a in r.against if a.family == name).terms)
    family = FAMILIES[name]
    design = family.columns(np.array(r.sizes)) / np.array(r.errors)[:, None]
    covariance = np.linalg.inv(design.T @ design)
    rows = family.columns(k)
    return rows @ terms, np.sqrt(np.einsum("ij,jk,ik->i", rows, covariance, rows))


def _fits(r: Growth) -> Any:
    fig, (top, bottom) = canvas(2, 1, size=(7.2, 5.0), sharex=True, gridspec_kw={"height_ratios": [2.4, 1]})
    k = np.array(r.sizes)
    fine = np.geomspace(k[0], k[-1], 200)
    shades = ["#2f5d8a", "#6b8e4e", "#8a6fae", "#9a7b2f", "#8a8a8a"]
    for against, shade in zip(r.against, shades, strict=False):
        middle, error = _family(r, against.family, fine)
        note = "" if against.decides else ", does not decide"
        top.plot(fine, middle, color=shade, lw=1.3, label=f"{against.family}  ({against.sigma:.1f}σ{note})")
        top.fill_between(fine, middle - error, middle + error, color=shade, alpha=0.12, lw=0)
    growing, nearest = _growing(r), _nearest(r)
    top.plot(fine, _curve(r, growing, fine), color="evidence", ls="--", lw=1.5, label=growing)
    top.errorbar(k, r.means, r.errors, fmt="o", color="evidence", capsize=3, zorder=5)
    top.set(ylabel="left over" if r.claimed else "value")
    top.legend(loc="upper left", bbox_to_anchor=(1.0, 1.02))
    away = (np.array(r.means) - _family(r, nearest.family, k)[0]) / np.array(r.errors)
    bottom.axhline(0, color="context", lw=1)
    bottom.plot(k, away, "o-", color="claim", lw=1, label=nearest.family)
    bottom.plot(k, (np.array(r.means) - _curve(r, growing, k)) / np.array(r.errors), "s--", color="evidence", lw=1,
                label=growing)  # fmt: skip
    bottom.legend(loc="upper left", bbox_to_anchor=(1.0, 1.05))
    _log_axis(bottom, r, ylabel="standard errors\naway")
    return fig


def _range_caption(r: Growth) -> str:
    return (
        f"How the sigma depends on the range: left, as larger sizes come in; right, as the smallest are left out. "
        f"Against a constant it is {r.against[0].sigma:.1f} on all of {_span(r)}; against the deciding family that "
        f"comes nearest, {r.least.sigma:.1f}. The dashed line is the sigma that was asked for."
    )


def _range(r: Growth) -> Any:
    fig, (left, right) = canvas(1, 2, size=(7.6, 3.2), sharey=True)
    ends = sorted((s for s in r.scans if s.k_min == r.sizes[0]), key=lambda s: s.k_max)
    starts = sorted((s for s in r.scans if s.k_max == r.sizes[-1]), key=lambda s: s.k_min)
    for ax, rows, place, title in (
        (left, ends, [s.k_max for s in ends], "up to K"),
        (right, starts, [s.k_min for s in starts], "from k"),
    ):
        ax.plot(place, [s.constant for s in rows], "o-", color="claim", label="against a constant")
        ax.plot(place, [s.least for s in rows], "s-", color="evidence", label="against the nearest family")
        ax.axhline(r.needed, color="context", ls="--", lw=1)
        _log_axis(ax, r, title=title)
        ax.set_xticks(place, [f"{k:g}" for k in place])
        ax.set(xlabel="largest size K" if ax is left else "smallest size k", xlim=(place[0] / 1.4, place[-1] * 1.4))
    left.set_ylabel("sigma")
    fig.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return fig


def _held_caption(r: Growth) -> str:
    if not r.held_out:
        return f"Too few sizes to hold any out: {_span(r)}."
    said = "; ".join(f"{h.by} misses k = {h.size:g} by {h.sigma:+.1f} sigma" for h in r.held_out)
    return f"The largest sizes are predicted from the smaller ones (open points were not used): {said}."


def _held(r: Growth) -> Any:
    fig, ax = canvas(size=(7.2, 3.4))
    out = {h.size for h in r.held_out}
    k, means, errors = np.array(r.sizes), np.array(r.means), np.array(r.errors)
    used = np.array([x not in out for x in r.sizes])
    ax.errorbar(k[used], means[used], errors[used], fmt="o", color="evidence", capsize=3, label="used")
    ax.errorbar(k[~used], means[~used], errors[~used], fmt="o", mfc="white", color="evidence", capsize=3,
                label="held out")  # fmt: skip
    for name, colour, mark, shift in zip(
        dict.fromkeys(h.by for h in r.held_out), ("claim", "#6b8e4e"), ("s", "D"), (0.94, 1.06), strict=False
    ):
        rows = [h for h in r.held_out if h.by == name]
        ax.errorbar([h.size * shift for h in rows], [h.predicted for h in rows], [h.error for h in rows], fmt=mark,
                    color=colour, capsize=3, label=f"predicted by {name}")  # fmt: skip
    ax.legend(loc="best")
    _log_axis(ax, r, ylabel="left over" if r.claimed else "value")
    return fig


VIEWS: dict[str, tuple[Callable[[Growth], str], Callable[[Growth], Any]]] = {
    "fits": (_fits_caption, _fits),
    "residuals": (_residuals_caption, _residuals),
    "range": (_range_caption, _range),
    "held out": (_held_caption, _held),
}
