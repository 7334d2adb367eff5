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
from lakatos.measure.quantities.reported import Mode, Reported, reported

#: A half-width as printed after a ±, or the two ends.
Interval: TypeAlias = "str | tuple[str, str]"
#: How many times narrower or wider than the formulas an interval may be: resampled ones scatter by some percent.
SCATTER = 1.1


def check_share_interval(
    share: str | Reported,
    interval: Interval,
    items: int,
    *,
    level: float = 0.95,
    percent: bool | None = None,
    factor: float = SCATTER,
    mode: Mode | None = None,
) -> Check:
    """Whether the confidence interval of a share is as wide as ``items`` allow.

    It may be as narrow as the narrowest and as wide as the widest of Wald, Agresti-Coull, Wilson and Clopper-Pearson
    (Brown, Cai and DasGupta, Statistical Science 16, 2001), ``factor`` times more or less; with both ends printed, of
    those that stop at 0 and at 1 as well, and of the bootstrap's percentiles.

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
    if printed.ends is not None and (away := inside.gap(printed.ends)):
        says = f"{p.text} lies outside its own interval, {printed.text}"
        return Check("confidence interval of a share", "inconsistent", says, away, assumes=reading)
    at = sorted({min(max(float(x / whole), 0.0), 1.0) for x in (inside.low, inside.value, inside.high)})
    n, ends = positive(items, "items"), printed.ends is not None
    found = [whole * width for share in at for width in _share_widths(share, n, level, ends=ends)]
    assumes = (*reading, f"a {level:.0%} interval; items drawn independently; no average over seeds")
    judged = _Expected(
        "confidence interval of a share", p.text, printed, items, min(found), max(found), factor, assumes
    )
    return judged.check("items")


def check_mean_interval(
    interval: Interval,
    items: int,
    sd: Number,
    *,
    level: float = 0.95,
    factor: float = SCATTER,
    mode: Mode | None = None,
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
    return _Expected("confidence interval of a mean", "a mean", printed, items, low, high, factor, assumes).check(
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
    if known.width.low <= 0:
        raise ValueError(f"the reference {known.text} is no wider than its rounding")
    quantiles = stats.norm.isf(_tail(level)) / stats.norm.isf(_tail(reference_level or level))
    scale = quantiles * math.sqrt(positive(reference_runs, "runs") / positive(runs, "runs"))
    low, high = float(known.width.low) * scale, float(known.width.high) * scale
    assumes = (f"{known.text} is right for {reference_runs:,} runs",)
    return _Expected("width of an interval", "a parameter", printed, runs, low, high, factor, assumes).check("runs")


@dataclass(frozen=True)
class _Printed:
    """An interval as printed: its text, its width, by how much the last digit changes that, and from where to where."""

    text: str
    width: Span
    step: Fraction
    ends: Span | None


def _texts(interval: Interval) -> tuple[str, ...]:
    return tuple([t.lstrip("± ") for t in ([interval] if isinstance(interval, str) else interval)])


def _printed(interval: Interval, factors: Sequence[Fraction], mode: Mode | None) -> _Printed:
    """The interval, with each of its texts multiplied by a factor to be in the unit of the number beside it."""
    texts = _texts(interval)
    read = [reported(t) for t in texts]
    spans = [Span.of(x, mode) * f for x, f in zip(read, factors, strict=True)]
    step = max(x.resolution * f for x, f in zip(read, factors, strict=True))
    ends = None
    if len(texts) == 1:
        shown, width, step = f"± {read[0].text}", spans[0] + spans[0], 2 * step
    elif len(texts) == 2:
        shown, width = f"{read[0].text} to {read[1].text}", spans[1] - spans[0]
        ends = Span(min(spans[0].low, spans[1].low), max(spans[0].high, spans[1].high), spans[0].value)
    else:
        raise ValueError(f"an interval is a half-width or two ends, got {interval!r}")
    if width.high <= 0:
        raise ValueError(f"the interval {shown} ends before it begins")
    return _Printed(shown, Span(max(width.low, Fraction(0)), width.high, width.value), step, ends)


def _tail(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level of confidence lies between 0 and 1, got {level}")
    return (1 - level) / 2


def _share_widths(p: float, n: int, level: float, *, ends: bool) -> list[float]:
    """The widths of intervals in use; with both ends printed also of those that stop at 0 and at 1."""
    from scipy import stats

    tail, hits = _tail(level), p * n
    z = float(stats.norm.isf(tail))
    wald = 2 * z * math.sqrt(p * (1 - p) / n)
    wilson = 2 * z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = float(stats.beta.ppf(tail, hits, n - hits + 1)) if hits > 0 else 0.0
    high = float(stats.beta.isf(tail, hits + 1, n - hits)) if hits < n else 1.0
    middle = (hits + z * z / 2) / (n + z * z)
    coull = 2 * z * math.sqrt(middle * (1 - middle) / (n + z * z))
    widths = [wald, coull, wilson, high - low]
    if ends:
        widths += [min(1.0, c + w / 2) - max(0.0, c - w / 2) for c, w in ((p, wald), (middle, coull))]
        # A resampled percentile may fall one item beside the exact one.
        widths.append(float(stats.binom.ppf(1 - tail, n, p) - stats.binom.ppf(tail, n, p) - 1) / n)
    return widths


@dataclass(frozen=True)
class _Expected:
    """A printed interval beside the widths that are expected for n."""

    name: str
    whose: str
    printed: _Printed
    n: int
    low: float
    high: float
    factor: float
    assumes: tuple[str, ...]

    def check(self, what: str) -> Check:
        """The answer, for n of ``what``."""
        if not 1 <= self.factor < math.inf:
            raise ValueError(f"need a factor from 1 on, got {self.factor}")
        low, high = self.low / self.factor, self.high * self.factor
        width, step = self.printed.width, self.printed.step
        gap = max(Fraction(low) - width.high, width.low - Fraction(high), Fraction(0))
        between = f"{self.low:.3g} to {self.high:.3g}" if self.high > self.low * 1.005 else f"{self.high:.3g}"
        whose = f"{self.whose} with interval {self.printed.text}"
        says = f"{whose} is as wide as {self.n:,} {what} give: {between}"
        if gap:
            narrow = width.high < low
            needed = self.n * ((self.low + self.high) / 2 / float(width.value or width.high)) ** 2
            says = f"{whose} is too {'narrow' if narrow else 'wide'} for {self.n:,} {what}: they give a width of "
            says += f"{between}, and this one would be that of about {float(f'{needed:.2g}'):,.0f}"
        # Of the widths up to twice the expected one, those that would not pass.
        power = max(0.0, 1 - (high - low + float(width.width)) / (self.low + self.high)) if self.high > 0 else 0.0
        assumes = (*self.assumes, f"a width may be {self.factor:g} times narrower or wider")
        # A half-width moves by half of what the width does.
        move = Fraction(math.ceil(gap / step)) * step / (2 if self.printed.ends is None else 1)
        return answered(self.name, says, fits=not gap, power=power, move=move, assumes=assumes)
