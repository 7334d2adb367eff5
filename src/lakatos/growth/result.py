"""The answer of a growth test: frozen data whose text is the table that a person reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from scipy import stats

from lakatos.drawing import Viewed, labelled

if TYPE_CHECKING:
    from lakatos.drawing import Illustration

Answer: TypeAlias = Literal["grows", "bounded", "undetermined"]


@dataclass(frozen=True)
class Against:
    """A bounded family and the sigma at which the slope beside it excludes it.

    Attributes:
        family: its name.
        slope, error: growth per ln k beside the family's own terms.
        sigma: of that slope, one-sided, through Student's t.
        decides: whether "grows" needs it excluded.
        excluded: whether it is, at the sigma of the test.
        chi2, dof, p: how well the family alone fits the means.
        terms: the family's coefficients: c, then b.
    """

    family: str
    slope: float
    error: float
    sigma: float
    decides: bool
    excluded: bool
    chi2: float
    dof: int
    p: float
    terms: tuple[float, ...]


@dataclass(frozen=True)
class ClassFit:
    """A growing class c + a g(k) (with b/k if nothing fits without it).

    Attributes:
        name: "log", "sqrt", ...
        open: whether the data leave it open.
        below: whether it is left open only with a rise below the tolerance.
        sigma: how far its chi-squared is beyond the best of all, as a sigma.
        terms: c, b of the 1/k term (0 without one), a.
        chi2, dof, p: how well it fits the means.
    """

    name: str
    open: bool
    below: bool
    sigma: float
    terms: tuple[float, float, float]
    chi2: float
    dof: int
    p: float


@dataclass(frozen=True)
class HeldOut:
    """A size that was left out of the fit and predicted from the smaller ones, and what was seen there."""

    size: float
    by: str
    predicted: float
    error: float
    seen: float
    sigma: float


@dataclass(frozen=True)
class Scan:
    """The test on part of the range: the sigma against the constant, and the least of the deciding families."""

    k_min: float
    k_max: float
    slope: float
    error: float
    constant: float
    least: float
    family: str


@dataclass(frozen=True)
class Calibration:
    """The fitted bounded null simulated with the data's own spread: how often it looks like this.

    Attributes:
        null, trials, seed: the family, and what was drawn.
        beyond: the share as far beyond every deciding family as the data.
        grows: the share called "grows".
        drawn: "with the covariance of the runs" or "assuming independent sizes".
    """

    null: str
    trials: int
    seed: int
    beyond: float
    grows: float
    drawn: str


@dataclass(frozen=True)
class Growth(Viewed):
    """Does it grow? One of three answers, and what stands behind it.

    Attributes:
        answer: "grows", "bounded" (within ``tol``, on this range) or "undetermined".
        why: one sentence.
        slope, error, dof, interval: per ln k with the constant as the only other term; interval of 95%.
        against: every bounded family; the deciding ones first.
        classes: every growing class.
        simplest: the simplest deciding family that fits and beside which nothing grows, or None.
        bounded_open: whether some deciding family is left open.
        rise, tol, tol_stated: the upper limit of the growth over the range beside ``simplest`` (or, of what falls, the
            largest beside any), the tolerance it is held against (0 for none), and whether the caller stated it.
        held_out, scans: predictions of the largest sizes, and the test on parts of the range.
        sigma, needed: the one-sided sigma asked for, and what it becomes once looks and trials are paid for.
        looks, trials: how often the data were looked at, and how many such tests were made.
        convention: where the errors come from.
        horizon: designs that would decide, if this one does not.
        calibration: if it was asked for.
        sizes, means, errors, counts, units: the residuals after the claimed term was subtracted, and their design.
        raw: the means before.
        claimed: the formula that was subtracted, or "".
        gate: probability of the best fit of all, rising or falling; below 0.00135 nothing is concluded, whatever sigma.
        notes: what a reader must know.
    """

    answer: Answer
    why: str
    slope: float
    error: float
    dof: float
    interval: tuple[float, float]
    against: tuple[Against, ...]
    classes: tuple[ClassFit, ...]
    simplest: str | None
    bounded_open: bool
    rise: float
    tol: float
    tol_stated: bool
    held_out: tuple[HeldOut, ...]
    scans: tuple[Scan, ...]
    sigma: float
    needed: float
    looks: int
    trials: int
    convention: str
    horizon: tuple[str, ...]
    calibration: Calibration | None
    sizes: tuple[float, ...]
    means: tuple[float, ...]
    errors: tuple[float, ...]
    raw: tuple[float, ...]
    counts: tuple[int, ...]
    units: tuple[int, ...] | None
    claimed: str
    gate: float
    notes: tuple[str, ...]

    @property
    def could_be(self) -> tuple[str, ...]:
        """The classes that the data leave open; "1" stands for the deciding bounded families."""
        return (*(("1",) if self.bounded_open else ()), *(c.name for c in self.classes if c.open))

    @property
    def least(self) -> Against:
        """The deciding family that is excluded the least."""
        return min((a for a in self.against if a.decides), key=lambda a: a.sigma)

    def within(self, sigma: float) -> tuple[float, float]:
        """The interval of the slope at so many sigma: 1, 2 and 3 cover 68.3, 95.4 and 99.7%."""
        half = float(stats.t.isf(stats.norm.sf(sigma), self.dof)) * self.error
        return self.slope - half, self.slope + half

    def __str__(self) -> str:
        # Notes come before any sigma: a reader must not have seen the number first.
        lines: list[tuple[str, str]] = [(self.answer, self.why), *(("note", n) for n in self.notes)]
        lines.append(("slope", self._slope()))
        lines += [("against", self._against()), ("could be", self._classes())]
        lines += [("held out", self._held())] if self.held_out else []
        lines += [("range", self._range())] if self.scans else []
        if self.horizon:
            lines.append(("to decide", " or ".join(self.horizon)))
        if self.calibration:
            c = self.calibration
            lines.append((
                "calibrated", f"{c.trials:,} data sets drawn from {c.null} as fitted, {c.drawn} (seed {c.seed}): "
                f"as far beyond every family as these {c.beyond:.2%}; called 'grows' {c.grows:.2%}",
            ))  # fmt: skip
        lines.append(("errors", self.convention))
        return "\n".join(f"{label:<13}{text}" for label, text in lines)

    __repr__ = __str__

    def _slope(self) -> str:
        low, high = self.interval
        span = f"k = {self.sizes[0]:g} … {self.sizes[-1]:g}"
        residuals = "residuals over" if self.claimed else "over"
        runs = f"{min(self.counts)}{'' if len(set(self.counts)) == 1 else ' or more'} replicates"
        few, many = (min(self.units), max(self.units)) if self.units else (0, 0)
        each = "" if not few else f" of {few:,}{'' if few == many else f' to {many:,}'} whole units each"
        return (
            f"{self.slope:.4g} ± {self.error:.2g} per ln k beside a constant (95%: "
            f"{low:.4g} to {high:.4g}), {residuals} {span}, {runs}{each}"
            + (f"; subtracted: {self.claimed}" if self.claimed else "")
        )

    def _against(self) -> str:
        deciding = [a for a in self.against if a.decides]
        text = " · ".join(f"{a.family} {a.sigma:.1f}σ" for a in deciding)
        count = {4: "the four that decide", 1: "the one that decides"}.get(len(deciding), "these decide")
        paid = f": {_count(self.looks, 'look')}, {_count(self.trials, 'trial')}" if self.looks * self.trials > 1 else ""
        slower = " · ".join(
            f"{a.family} {a.sigma:.1f}σ{'' if a.excluded else ', not excluded'}" for a in self.against if not a.decides
        )
        return f"{text} ({count}, at {self.needed:.3g}σ{paid})" + (f"   slower: {slower}" if slower else "")

    def _classes(self) -> str:
        excluded = " · ".join(f"{c.name} {c.sigma:.1f}σ" for c in self.classes if not (c.open or c.below))
        below = ", ".join(c.name for c in self.classes if c.below)
        parts = [" · ".join(self.could_be) or "none of the classes"]
        if below:
            parts.append(f"below the tolerance also {below}")
        if excluded:
            parts.append(f"excluded: {excluded}")
        return "   ".join(parts)

    def _held(self) -> str:
        parts = []
        for size in dict.fromkeys(h.size for h in self.held_out):
            here = [h for h in self.held_out if h.size == size]
            said = ", ".join(f"{h.by} {h.predicted:.4g} ± {h.error:.2g} ({h.sigma:+.1f}σ)" for h in here)
            parts.append(f"k = {size:g} predicted by {said}; seen {here[0].seen:.4g}")
        return "   ".join(parts)

    def _range(self) -> str:
        starts = [s for s in self.scans if s.k_max == self.sizes[-1]]
        ends = [s for s in self.scans if s.k_max != self.sizes[-1]]
        text = "least sigma from k = " + " · ".join(f"{s.k_min:g}: {s.least:.1f}" for s in starts)
        return text + ("   up to k = " + " · ".join(f"{s.k_max:g}: {s.least:.1f}" for s in ends) if ends else "")

    def _repr_html_(self) -> str:
        return labelled((line[:13].strip(), line[13:]) for line in str(self).split("\n"))

    def figure(self, view: str = "fits") -> Illustration:
        """A picture of the answer: "fits", "residuals", "range" or "held out".

        Raises:
            ValueError: for another view.
        """
        from lakatos.growth.figures import draw

        return draw(self, view)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
