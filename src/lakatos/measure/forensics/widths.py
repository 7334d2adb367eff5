"""Is a confidence interval as wide as its n allows? It shrinks as one over the root of n, and not faster.

The widths are computed in floating point, beside which the slack is large.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from lakatos.measure.forensics.check import Check, answered
from lakatos.measure.forensics.shares import positive, read_share
from lakatos.measure.forensics.span import Number, Span
from lakatos.measure.reported import Mode, Reported, reported

#: A half-width as printed after a ±, or the two ends.
Interval: TypeAlias = "str | tuple[str, str]"
#: How much narrower or wider than the formulas an interval may be: resampled ones scatter by some percent.
SLACK = 0.1


def check_share_interval(
    share: str | Reported,
    interval: Interval,
    items: int,
    *,
    level: float = 0.95,
    percent: bool | None = None,
    slack: float = SLACK,
    mode: Mode | None = None,
) -> Check:
    """Whether the confidence interval of a share is as wide as ``items`` allow.

    It may be as narrow as the narrowest and as wide as the widest of Wald, Wilson and Clopper-Pearson (Brown, Cai and
    DasGupta, Statistical Science 16, 2001), give or take ``slack``.

    Args:
        share: as printed.
        interval: the half-width as printed after a ±, or both ends; bare numbers are read as the share is.
        items: how many were scored, once.
        level: of confidence.

    >>> print(check_share_interval("73.4%", "0.3", 1319))
    inconsistent  73.4% with interval ± 0.3 is too narrow for 1,319 items: ...
    """
    p, whole, reading = read_share(share, percent)
    printed = _printed(interval, [Fraction(whole, read_share(end, whole == 100)[1]) for end in _texts(interval)], mode)
    inside = Span.of(p, mode)
    at = sorted({min(max(float(x / whole), 0.0), 1.0) for x in (inside.low, inside.value, inside.high)})
    found = [whole * width for share in at for width in _share_widths(share, positive(items, "items"), level)]
    assumes = (*reading, f"a {level:.0%} interval; items drawn independently; no average over seeds")
    judged = _Expected("confidence interval of a share", p.text, printed, items, min(found), max(found), slack, assumes)
    return judged.check("items")


def check_mean_interval(
    interval: Interval, items: int, sd: Number, *, level: float = 0.95, slack: float = SLACK, mode: Mode | None = None
) -> Check:
    """Whether the confidence interval of a mean is as wide as the standard deviation and ``items`` allow.

    Args:
        interval: the half-width as printed after a ±, or both ends.
        items: independent values averaged.
        sd: the standard deviation of one of them.
        level: of confidence; from the normal's quantile to Student's.

    >>> check_mean_interval("0.05", 100, "1.0").answer, check_mean_interval("0.20", 100, "1.0").answer
    ('inconsistent', 'consistent')
    """
    from scipy import stats

    spread = Span.of(sd, mode)
    if positive(items, "items") < 2 or spread.low <= 0:
        raise ValueError(f"need at least two items and a positive standard deviation, got {items} and {sd}")
    printed = _printed(interval, [Fraction(1)] * len(_texts(interval)), mode)
    tail = _tail(level)
    low = 2 * stats.norm.isf(tail) * float(spread.low) / math.sqrt(items)
    high = 2 * stats.t.isf(tail, items - 1) * float(spread.high) / math.sqrt(items)
    assumes = (f"a {level:.0%} interval; items drawn independently, with a standard deviation of {sd}",)
    return _Expected("confidence interval of a mean", "a mean", printed, items, low, high, slack, assumes).check(
        "items"
    )


def check_interval_width(
    interval: Interval,
    runs: int,
    *,
    reference: Interval,
    reference_runs: int,
    level: float = 0.95,
    reference_level: float | None = None,
    factor: float = 2.0,
    mode: Mode | None = None,
) -> Check:
    """Whether a fitted parameter's confidence interval can be that narrow, beside one for a known number of runs.

    A width shrinks as 1/sqrt(n). For another design it may be ``factor`` times narrower or wider than that.

    Args:
        interval: as printed, with its ``level`` of confidence.
        runs: on which it was fitted.
        reference, reference_runs, reference_level: an interval for the same parameter that is understood.

    >>> print(check_interval_width(("0.454", "0.455"), 400, reference=("0.44", "0.48"), reference_runs=400))
    inconsistent  a parameter with interval 0.454 to 0.455 is too narrow for 400 runs: ...
    """
    from scipy import stats

    printed = _printed(interval, [Fraction(1)] * len(_texts(interval)), mode)
    known = _printed(reference, [Fraction(1)] * len(_texts(reference)), mode)
    if known.width.low <= 0 or factor < 1:
        raise ValueError(f"need a reference wider than its rounding and a factor from 1 on, got {reference}, {factor}")
    quantiles = stats.norm.isf(_tail(level)) / stats.norm.isf(_tail(reference_level or level))
    scale = quantiles * math.sqrt(positive(reference_runs, "runs") / positive(runs, "runs"))
    low, high = float(known.width.low) * scale / factor, float(known.width.high) * scale * factor
    assumes = (
        f"{known.text} is right for {reference_runs:,} runs; another design changes the width up to {factor:g} times",
    )
    return _Expected("width of an interval", "a parameter", printed, runs, low, high, 0.0, assumes).check("runs")


@dataclass(frozen=True)
class _Printed:
    """An interval as printed: its text, its width, and by how much the last digit changes that."""

    text: str
    width: Span
    step: Fraction


def _texts(interval: Interval) -> tuple[str, ...]:
    return (interval,) if isinstance(interval, str) else tuple(interval)


def _printed(interval: Interval, factors: Sequence[Fraction], mode: Mode | None) -> _Printed:
    """The interval, with each of its texts multiplied by a factor to be in the unit of the number beside it."""
    texts = _texts(interval)
    read = [reported(t.lstrip("± ")) for t in texts]
    spans = [Span.of(x, mode) * f for x, f in zip(read, factors, strict=True)]
    step = max(x.resolution * f for x, f in zip(read, factors, strict=True))
    if len(texts) == 1:
        shown, width, step = f"± {read[0].text}", spans[0] + spans[0], 2 * step
    elif len(texts) == 2:
        shown, width = f"{read[0].text} to {read[1].text}", spans[1] - spans[0]
    else:
        raise ValueError(f"an interval is a half-width or two ends, got {interval!r}")
    if width.high <= 0:
        raise ValueError(f"the interval {shown} ends before it begins")
    return _Printed(shown, Span(max(width.low, Fraction(0)), width.high, width.value), step)


def _tail(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level of confidence lies between 0 and 1, got {level}")
    return (1 - level) / 2


def _share_widths(p: float, n: int, level: float) -> tuple[float, float, float]:
    """The widths of the Wald, Wilson and Clopper-Pearson intervals."""
    from scipy import stats

    tail, hits = _tail(level), p * n
    z = float(stats.norm.isf(tail))
    wald = 2 * z * math.sqrt(p * (1 - p) / n)
    wilson = 2 * z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = float(stats.beta.ppf(tail, hits, n - hits + 1)) if hits > 0 else 0.0
    high = float(stats.beta.isf(tail, hits + 1, n - hits)) if hits < n else 1.0
    return wald, wilson, high - low


@dataclass(frozen=True)
class _Expected:
    """A printed interval beside the widths that are expected for n."""

    name: str
    whose: str
    printed: _Printed
    n: int
    low: float
    high: float
    slack: float
    assumes: tuple[str, ...]

    def check(self, what: str) -> Check:
        low, high = self.low * (1 - self.slack), self.high * (1 + self.slack)
        width = self.printed.width
        allowed = Span(Fraction(low), Fraction(high), Fraction(low))
        gap = width.gap(allowed)
        between = f"{self.low:.3g} to {self.high:.3g}" if self.high > self.low * 1.005 else f"{self.high:.3g}"
        whose = f"{self.whose} with interval {self.printed.text}"
        says = f"{whose} is as wide as {self.n:,} {what} give: {between}"
        if gap:
            narrow = width.high < allowed.low
            base = self.low if narrow else self.high
            needed = self.n * (base / float(width.high if narrow else width.low)) ** 2
            says = (
                f"{whose} is too {'narrow' if narrow else 'wide'} for {self.n:,} {what}: they give a width of "
                f"{between}, and this one would be that of about {needed:,.3g}"
            )
        # Of the widths up to twice the expected one, those that would pass.
        power = max(0.0, 1 - (high - low + float(width.width)) / (low + high)) if low + high > 0 else 0.0
        assumes = (*self.assumes, f"a width may be off by {self.slack:.0%}") if self.slack else self.assumes
        move = math.ceil(gap / self.printed.step) * self.printed.step
        return answered(self.name, says, fits=not gap, power=power, move=Fraction(move), assumes=assumes)
