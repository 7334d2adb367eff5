"""What padding that was counted does to a mean loss or a perplexity, and how to undo it from the printed figures alone.

If a share f of the positions is real and the rest is padding of mean loss p, the mean over all of them is
``f * true + (1 - f) * p``, so that ``true = p + (reported - p) / f``. A perplexity is the exponential of a mean loss and
follows the same line in its logarithm; so does the ratio of two models' perplexities, with p the difference of their
pad losses. With p = 0 that is ``ratio_true = ratio_reported ** (1 / f)``.

Every bound is proven: rational where the line is, else enclosed by FLINT's balls and rounded outwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Literal, TypeAlias

from lakatos.drawing import Viewed
from lakatos.measure.reported import Mode, Reported, reported

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
SAME_MASK = "every position, padded or real, had the same weight in the mean"
BOTH_MODELS = "the two models were scored on the same positions with the same mask"
EQUAL_PADS = "a padded position costs both models the same loss (zero, or any other)"


@dataclass(frozen=True)
class Undiluted(Viewed):
    """What a figure that counted padding is on the real tokens alone.

    Attributes:
        figure: the figure as it was reported.
        kind: "loss", "perplexity" or "change" (of a perplexity between two models).
        low, high: proven bounds for all that rounding and the pad losses leave open; a change of 9.4% is 0.094.
        nominal: proven bounds at the printed digits, a hair apart; None where the pad losses are known by bounds only.
        real: the share of real positions, by its bounds.
        assumes: what was assumed.
    """

    figure: str
    kind: Kind
    low: Fraction
    high: Fraction
    nominal: Span | None
    real: Span
    assumes: tuple[str, ...]

    def __contains__(self, value: Fraction) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        shown = _written((self.low, self.high), self.kind)
        if self.nominal:
            shown = f"{_about(sum(self.nominal) / 2, self.kind)} ({shown} from rounding)"
        lines = [
            f"{self.figure} reported, {shown} on real tokens",
            f"real share  {_written(self.real)}",
            *(f"assumes     {a}" for a in self.assumes),
        ]
        if self.kind != "change" and self.high < (0 if self.kind == "loss" else 1):
            lines.append("but         discrete tokens cannot have a mean loss below 0: share or pad loss is not this")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _lines_as_html(str(self))


@dataclass(frozen=True)
class PaddingCheck(Viewed):
    """Whether padding alone could have turned one figure into another.

    Attributes:
        answer: "consistent", "inconsistent" or "no power".
        why: in a sentence.
        needed: the bounds of the real share that would do it; None if no share does.
        real: the real share that was said, by its bounds, if it was.
        would_be: what the reported figure is on the real tokens at that share.
        assumes: what was assumed.
    """

    answer: Literal["consistent", "inconsistent", "no power"]
    why: str
    needed: Span | None
    real: Span | None
    would_be: Undiluted | None
    assumes: tuple[str, ...]

    def __str__(self) -> str:
        lines = [f"{self.answer}: {self.why}"]
        if self.needed:
            lines.append(f"needs       a real share of {_written(self.needed)}")
        if self.real:
            lines.append(f"real share  {_written(self.real)}")
        if self.would_be:
            lines.append(f"it would be {_written((self.would_be.low, self.would_be.high), self.would_be.kind)}")
        return "\n".join([*lines, *(f"assumes     {a}" for a in self.assumes)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _lines_as_html(str(self))


def undiluted_loss(
    figure: Figure, *, real: Figure | None = None, padded: Figure | None = None, pad_loss: Loss = 0, mode: Mode = "nearest"
) -> Undiluted:
    """The mean loss on real tokens, from one that counted padding. Exact: the bounds are rational.

    It serves a difference of two models' losses as well, with ``pad_loss`` the difference of their pad losses.

    Args:
        figure: the reported mean loss; the pad loss and the answer are in its unit.
        real, padded: the share of real, or of padded, positions: ``"0.34"`` or ``"66%"``; one of the two.
        pad_loss: mean loss of a padded position, or the two bounds of it.
        mode: how printed figures were rounded.

    Raises:
        TypeError: for a float, which has lost its digits.
        ValueError: for a share outside 0 to 1, one that may be 0, or a figure with a unit that is no loss.

    >>> print(undiluted_loss("1.61 nats", real="0.34"))
    1.61 nats reported, 4.74 (4.65 to 4.83 from rounding) on real tokens
    real share  0.335 to 0.345
    assumes     a padded position has loss 0
    assumes     every position, padded or real, had the same weight in the mean
    """
    return _undiluted("loss", figure, real, padded, _span(pad_loss, mode), _says_pad(pad_loss), mode)


def undiluted_perplexity(
    figure: Figure, *, real: Figure | None = None, padded: Figure | None = None, pad_loss: Loss = 0, mode: Mode = "nearest"
) -> Undiluted:
    """The perplexity on real tokens, from one that counted padding; arguments as for ``undiluted_loss``, in nats.

    >>> print(undiluted_perplexity("5.0", real=Fraction(34, 100)))
    5.0 reported, 113.7 (110.3 to 117.1 from rounding) on real tokens
    real share  0.34
    assumes     a padded position has loss 0
    assumes     every position, padded or real, had the same weight in the mean
    """
    return _undiluted("perplexity", figure, real, padded, _span(pad_loss, mode), _says_pad(pad_loss), mode)


def undiluted_change(
    figure: Figure,
    *,
    real: Figure | None = None,
    padded: Figure | None = None,
    pad_losses: tuple[Loss, Loss] | None = None,
    mode: Mode = "nearest",
) -> Undiluted:
    """The relative change of perplexity between two models on real tokens, from one that counted padding.

    Only the difference of the two pad losses matters: pads that cost both models the same, zero or not, cancel.

    Args:
        figure: the reported change, ``"3.1%"`` (or the ratio, ``"1.031x"``; exact: ``Fraction(31, 1000)``).
        real, padded: the share of real, or of padded, positions; one of the two.
        pad_losses: mean loss in nats of a padded position in the model at the bottom of the ratio, and in the one at its
            top: each a figure or two bounds, ``((0, 1), (0, 1))``. None: unknown but equal.
        mode: how printed figures were rounded.

    Raises:
        TypeError, ValueError: as for ``undiluted_loss``; or for a change that is not in percent or times.

    >>> print(undiluted_change("3.1%", real="0.34"))
    3.1% reported, 9.39% (9.09% to 9.71% from rounding) on real tokens
    real share  0.335 to 0.345
    assumes     a padded position costs both models the same loss (zero, or any other)
    assumes     the two models were scored on the same positions with the same mask
    assumes     every position, padded or real, had the same weight in the mean
    """
    between, says = _difference(pad_losses, mode)
    return _undiluted("change", figure, real, padded, between, says, mode)


def padding_explains(
    figure: Figure,
    true: Figure,
    *,
    kind: Kind,
    real: Figure | None = None,
    padded: Figure | None = None,
    pad_loss: Loss = 0,
    pad_losses: tuple[Loss, Loss] | None = None,
    mode: Mode = "nearest",
) -> PaddingCheck:
    """Could counting padding alone make ``figure`` out of ``true``? And with what share?

    Without a share this is the inverse of the functions above: ``needed`` holds every real share that would do it.
    "inconsistent" is proven: no share (or none within the rounding of the one given), no pad loss within the bounds
    and no rounding of the figures does it. "consistent" says that it could have been so, not that it was.

    Args:
        kind: what both figures are: "change" of a perplexity, "perplexity", or "loss".
        real, padded: the share of real, or of padded, positions, if one is known.
        pad_loss: for a loss or a perplexity; pad_losses: for a change.

    >>> print(padding_explains("3.1%", "9.4%", kind="change", padded="66%"))
    consistent: counting the padding turns 9.4% into 3.1%
    needs       a real share of 0.332 to 0.347
    real share  0.335 to 0.345
    it would be 9.09% to 9.71%
    assumes     a padded position costs both models the same loss (zero, or any other)
    assumes     the two models were scored on the same positions with the same mask
    assumes     every position, padded or real, had the same weight in the mean
    >>> padding_explains("5.0", "15.0", kind="perplexity", real="0.34").answer
    'inconsistent'
    """
    if (pad_loss != 0) if kind == "change" else (pad_losses is not None):
        raise ValueError("pad_losses, of two models, go with a change; pad_loss, of one, with a loss or a perplexity")
    pads, says = _difference(pad_losses, mode) if kind == "change" else (_span(pad_loss, mode), _says_pad(pad_loss))
    y, x = (_on_the_line(kind, f, mode) for f in (figure, true))
    needed = _shares(y, x, pads)
    given = None if real is None and padded is None else _share(real, padded, mode)
    assumes = (*says, SAME_MASK)
    if given is None:
        return PaddingCheck(*_verdict_open(needed, figure, true), needed, None, None, assumes)
    would_be = _undiluted(kind, figure, real, padded, pads, says, mode)
    answer, why = _verdict_at(needed, given, figure, true)
    if answer == "consistent":
        low, high = _line_ends(y, pads, given)
        if low <= y[1] and y[0] <= high:
            answer, why = "no power", "at that share the figure on real tokens may as well be the reported one itself"
    return PaddingCheck(answer, why, needed, given, would_be, assumes)


def _verdict_open(
    needed: Span | None, figure: Figure, true: Figure
) -> tuple[Literal["consistent", "inconsistent", "no power"], str]:
    if needed is None:
        return "inconsistent", f"no share of padding turns {_text(true)} into {_text(figure)}"
    if needed[1] == 1:
        return "no power", f"{_text(figure)} and {_text(true)} agree within their rounding without any padding"
    return "consistent", f"the right share of padding turns {_text(true)} into {_text(figure)}: ask what it was"


def _verdict_at(
    needed: Span | None, given: Span, figure: Figure, true: Figure
) -> tuple[Literal["consistent", "inconsistent", "no power"], str]:
    if needed is None:
        return _verdict_open(None, figure, true)
    if needed[0] > given[1] or given[0] > needed[1]:
        return "inconsistent", f"at that share {_text(true)} does not become {_text(figure)}"
    return "consistent", f"counting the padding turns {_text(true)} into {_text(figure)}"


def _shares(y: Span, x: Span, p: Span) -> Span | None:
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


def _undiluted(
    kind: Kind,
    figure: Figure,
    real: Figure | None,
    padded: Figure | None,
    pads: Span,
    says: tuple[str, ...],
    mode: Mode,
) -> Undiluted:
    share = _share(real, padded, mode)
    low, high = _back(kind, _line_ends(_on_the_line(kind, figure, mode), pads, share))
    nominal = None
    if pads[0] == pads[1]:
        middle = _share(real, padded, mode, printed=True)
        nominal = _back(kind, _line_ends(_on_the_line(kind, figure, mode, printed=True), pads, middle))
    return Undiluted(_text(figure), kind, low, high, nominal, share, (*says, SAME_MASK))


def _line_ends(y: Span, p: Span, f: Span) -> Span:
    """The least and the largest of p + (y - p) / f: it is monotone in each of the three, so they are at corners."""
    values = [b + (a - b) / c for a in y for b in p for c in f]
    return min(values), max(values)


def _on_the_line(kind: Kind, figure: Figure, mode: Mode, *, printed: bool = False) -> Span:
    """The figure where dilution is linear: a loss itself, else the logarithm of a perplexity or of a ratio."""
    if kind not in ("loss", "perplexity", "change"):
        raise ValueError(f"no kind {kind!r}: it is 'loss', 'perplexity' or 'change'")
    unit = _unit(figure)
    if kind != "change":
        if unit in (*PERCENT, *TIMES):
            raise ValueError(f"{_text(figure)!r} is no {kind}: for a relative change of perplexity use undiluted_change")
        low, high = _bounds(figure, mode, printed)
    elif unit in PERCENT:
        low, high = (1 + v / 100 for v in _bounds(figure, mode, printed))
    elif unit in TIMES:
        low, high = _bounds(figure, mode, printed)
    elif isinstance(figure, Fraction | int):
        low = high = 1 + Fraction(figure)
    else:
        raise ValueError(f"{_text(figure)!r} is no relative change; write it as '3.1%', or the ratio as '1.031x'")
    if kind == "loss":
        return low, high
    if low <= 0:
        raise ValueError(f"{_text(figure)!r} may be a perplexity (or a ratio of two) that is not above 0: it has no log")
    return _log(low)[0], _log(high)[1]


def _back(kind: Kind, ends: Span) -> Span:
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


def _share(real: Figure | None, padded: Figure | None, mode: Mode, *, printed: bool = False) -> Span:
    """The share of real positions, within 0 to 1 and above 0."""
    if (real is None) == (padded is None):
        raise ValueError("give the share of real positions or that of padded ones, as real='0.34' or padded='66%'")
    figure = real if real is not None else padded
    assert figure is not None
    unit = _unit(figure)
    if unit and unit not in PERCENT:
        raise ValueError(f"{_text(figure)!r} is no share; write it as '0.34' or '34%'")
    whole = 100 if unit in PERCENT else 1
    low, high = (v / whole for v in _bounds(figure, mode, printed))
    if real is None:
        low, high = 1 - high, 1 - low
    middle = (low + high) / 2
    if not 0 <= middle <= 1:
        raise ValueError(f"{_text(figure)!r} is not a share between 0 and 1; did you mean '{_text(figure)}%'?")
    if low <= 0:
        raise ValueError(f"with {_text(figure)!r} the share of real positions may be 0: nothing can be undone")
    return low, min(high, Fraction(1))


def _difference(pads: tuple[Loss, Loss] | None, mode: Mode) -> tuple[Span, tuple[str, ...]]:
    """The second model's pad loss minus the first's, and how that is said."""
    if pads is None:
        return (Fraction(0), Fraction(0)), (EQUAL_PADS, BOTH_MODELS)
    if not isinstance(pads, tuple) or len(pads) != 2:
        raise ValueError(f"pad_losses are two, one for each model, got {pads!r}")
    first, second = (_span(p, mode) for p in pads)
    says = f"a padded position has loss {_said(pads[0])} in the model below and {_said(pads[1])} in the one above"
    return (second[0] - first[1], second[1] - first[0]), (says, BOTH_MODELS)


def _span(loss: Loss, mode: Mode) -> Span:
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


def _unit(figure: Figure) -> str:
    read = _read(figure)
    return str(read.unit) if isinstance(read, Reported) else ""


def _text(figure: Figure) -> str:
    return figure.text if isinstance(figure, Reported) else str(figure)


def _said(loss: Loss) -> str:
    return f"{_text(loss[0])} to {_text(loss[1])}" if isinstance(loss, tuple) else _text(loss)


def _says_pad(loss: Loss) -> tuple[str, ...]:
    return (f"a padded position has loss {_said(loss)}",)


def _about(value: Fraction, kind: Kind) -> str:
    """A value to three or four digits, for reading."""
    return f"{float(100 * value):.3g}%" if kind == "change" else f"{float(value):.4g}" if value >= 100 else f"{float(value):.3g}"


def _written(span: Span, kind: str = "") -> str:
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
    from math import floor, log10

    number = float(size)
    return min(12, max(0, digits - 1 - floor(log10(number)))) if number else 0


def _decimal(value: Fraction, places: int) -> str:
    return f"{float(value):.{places}f}" if abs(value) < 10**9 else f"{float(value):.4g}"


def _lines_as_html(text: str) -> str:
    first, *rest = text.split("\n")
    return f"<p><b>{escape(first)}</b></p>" + _list(rest)


def _list(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(' '.join(line.split()))}</li>" for line in lines) + "</ul>"
