"""The line that padding moves a mean along, its proven ends, and how figures come on it and are written.

Every bound is proven: rational where the line is, else enclosed by FLINT's balls and rounded outwards.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from typing import Literal, TypeAlias

from lakatos.measure.quantities.reported import Mode, Reported, reported

Kind: TypeAlias = Literal["loss", "perplexity", "change"]
Span: TypeAlias = tuple[Fraction, Fraction]
#: A figure: as printed, as text to be read, or exact.
Figure: TypeAlias = Reported | str | int | Fraction
#: A pad loss: a figure, or the two bounds that it lies between.
Loss: TypeAlias = Figure | tuple[Figure, Figure]

#: Bits of the enclosures, and the largest logarithm that is turned back into a number.
BITS, LARGEST_LOG = 128, 700
#: How a relative change or ratio may be printed, with what turns it into a ratio.
PERCENT, TIMES = ("%", "percent"), ("x", "×")


def shares_between(y: Span, x: Span, p: Span) -> Span | None:
    """Every real share f in [0, 1] for which y = f x + (1 - f) p has a solution within the bounds, or None.

    At one f the values of y - f x - (1 - f) p fill an interval whose ends are linear in f; it must contain 0.
    """
    low, high = Fraction(0), Fraction(1)
    # Its lower end must not be above 0: y0 - p1 <= f (x1 - p1). Its upper end not below: -(y1 - p0) <= f (p0 - x0).
    for left, slope in ((y[0] - p[1], x[1] - p[1]), (p[0] - y[1], p[0] - x[0])):
        if slope > 0:
            low = max(low, left / slope)
        elif slope < 0:
            high = min(high, left / slope)
        elif left > 0:
            return None
    return (low, high) if low <= high and high > 0 else None


def line_ends(y: Span, p: Span, f: Span) -> Span:
    """The least and the largest of p + (y - p) / f: it is monotone in each of the three, so they are at corners."""
    values = [b + (a - b) / c for a in y for b in p for c in f]
    return min(values), max(values)


def on_the_line(kind: Kind, figure: Figure, mode: Mode, *, printed: bool = False) -> Span:
    """The figure where dilution is linear: a loss itself, else the logarithm of a perplexity or of a ratio."""
    if kind not in ("loss", "perplexity", "change"):
        raise ValueError(f"no kind {kind!r}: it is 'loss', 'perplexity' or 'change'")
    unit = unit_of(figure)
    if kind != "change":
        if unit in (*PERCENT, *TIMES):
            raise ValueError(f"{text_of(figure)!r} is no {kind}, but a change of perplexity: use undiluted_change")
        low, high = _bounds(figure, mode, printed)
    elif unit in PERCENT:
        low, high = (1 + v / 100 for v in _bounds(figure, mode, printed))
    elif unit in TIMES:
        low, high = _bounds(figure, mode, printed)
    elif isinstance(figure, Fraction | int):
        low = high = 1 + Fraction(figure)
    else:
        raise ValueError(f"{text_of(figure)!r} is no relative change; write it as '3.1%', or the ratio as '1.031x'")
    if kind == "loss":
        return low, high
    if low <= 0:
        raise ValueError(
            f"{text_of(figure)!r} may be a perplexity (or a ratio of two) that is not above 0: it has no log"
        )
    return _log(low)[0], _log(high)[1]


def off_the_line(kind: Kind, ends: Span) -> Span:
    """Back from the line to losses, perplexities or relative changes."""
    if kind == "loss":
        return ends
    if max(abs(e) for e in ends) > LARGEST_LOG:
        raise ValueError(f"the share is too small to undo: the figure on real tokens is beyond e^{LARGEST_LOG}")
    low, high = _exp(ends[0])[0], _exp(ends[1])[1]
    return (low - 1, high - 1) if kind == "change" else (low, high)


def _log(value: Fraction) -> Span:
    from flint import arb, ctx, fmpq

    with ctx.workprec(BITS):
        return _ends(arb(fmpq(value.numerator, value.denominator)).log())


def _exp(value: Fraction) -> Span:
    from flint import arb, ctx, fmpq

    with ctx.workprec(BITS):
        return _ends(arb(fmpq(value.numerator, value.denominator)).exp())


def _ends(ball: object) -> Span:
    """A ball's ends, rounded outwards by arb, as the rationals that they are."""
    ends = (ball.lower().fmpq(), ball.upper().fmpq())  # type: ignore[attr-defined]
    return Fraction(int(ends[0].p), int(ends[0].q)), Fraction(int(ends[1].p), int(ends[1].q))


def real_share(real: Figure | None, padded: Figure | None, mode: Mode, *, printed: bool = False) -> Span:
    """The share of real positions, within 0 to 1 and above 0."""
    if (real is None) == (padded is None):
        raise ValueError("give the share of real positions or that of padded ones, as real='0.34' or padded='66%'")
    figure = real if real is not None else padded
    assert figure is not None
    unit = unit_of(figure)
    if unit and unit not in PERCENT:
        raise ValueError(f"{text_of(figure)!r} is no share; write it as '0.34' or '34%'")
    whole = 100 if unit in PERCENT else 1
    low, high = (v / whole for v in _bounds(figure, mode, printed))
    if real is None:
        low, high = 1 - high, 1 - low
    middle = (low + high) / 2
    if not 0 <= middle <= 1:
        raise ValueError(f"{text_of(figure)!r} is not a share between 0 and 1; did you mean '{text_of(figure)}%'?")
    if low <= 0:
        raise ValueError(f"with {text_of(figure)!r} the share of real positions may be 0: nothing can be undone")
    return low, min(high, Fraction(1))


def loss_span(loss: Loss, mode: Mode) -> Span:
    """The bounds of a pad loss."""
    if isinstance(loss, tuple):
        if len(loss) != 2:
            raise ValueError(f"a pad loss is a figure or two bounds, got {loss!r}")
        low, high = _bounds(loss[0], mode, printed=False)[0], _bounds(loss[1], mode, printed=False)[1]
        if low > high:
            raise ValueError(f"the bounds of a pad loss go upwards, got {loss!r}")
        return low, high
    return _bounds(loss, mode, printed=False)


def _bounds(figure: Figure, mode: Mode, printed: bool) -> Span:
    figure = _read(figure)
    if not isinstance(figure, Reported):
        return Fraction(figure), Fraction(figure)
    return (figure.value, figure.value) if printed else figure.interval(mode)


def _read(figure: Figure) -> Reported | int | Fraction:
    if isinstance(figure, Reported) or (isinstance(figure, int | Fraction) and not isinstance(figure, bool)):
        return figure
    return reported(figure)  # type: ignore[arg-type]


def unit_of(figure: Figure) -> str:
    """The unit that was printed; "" without one."""
    read = _read(figure)
    return str(read.unit) if isinstance(read, Reported) else ""


def text_of(figure: Figure) -> str:
    """The figure as it was given."""
    return figure.text if isinstance(figure, Reported) else str(figure)


def said(loss: Loss) -> str:
    """A pad loss as it was given."""
    return f"{text_of(loss[0])} to {text_of(loss[1])}" if isinstance(loss, tuple) else text_of(loss)


def about(value: Fraction, kind: Kind) -> str:
    """A value to three or four digits, for reading."""
    return (
        f"{float(100 * value):.3g}%"
        if kind == "change"
        else f"{float(value):.4g}"
        if value >= 100
        else f"{float(value):.3g}"
    )


def written(span: Span, kind: str = "") -> str:
    """An interval, its ends rounded outwards to three digits or to two digits of its width, whichever is finer.

    One that is narrower than a millionth of itself is written as one number.
    """
    low, high = (v * 100 for v in span) if kind == "change" else span
    unit = "%" if kind == "change" else ""
    if (high - low) * 10**6 <= max(abs(low), abs(high)):
        return f"{float((low + high) / 2):.6g}{unit}"
    places = max(_places(max(abs(low), abs(high)), 3), _places(high - low, 2))
    down, up = (low * 10**places).__floor__(), -((-high * 10**places).__floor__())
    first, last = (_decimal(Fraction(v) / Fraction(10) ** places, places) for v in (down, up))
    return f"{first}{unit}" if first == last else f"{first}{unit} to {last}{unit}"


def _places(size: Fraction, digits: int) -> int:
    """How many decimals show so many digits of a number; at most 12, and none for large ones."""
    number = float(size)
    return min(12, max(0, digits - 1 - floor(log10(number)))) if number else 0


def _decimal(value: Fraction, places: int) -> str:
    return f"{float(value):.{places}f}" if abs(value) < 10**9 else f"{float(value):.4g}"
