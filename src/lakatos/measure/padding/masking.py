"""What padding that was counted does to a mean loss or a perplexity, and how to undo it from the printed figures alone.

If a share f of the positions is real and the rest is padding of mean loss p, the mean over all of them is
``f * true + (1 - f) * p``, so that ``true = p + (reported - p) / f``. A perplexity is the exponential of a mean loss
and follows the same line in its logarithm; so does the ratio of two models' perplexities, with p the difference of
their pad losses. With p = 0 that is ``ratio_true = ratio_reported ** (1 / f)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Literal

from lakatos.drawing import Viewed
from lakatos.measure.padding.dilution import (
    Figure,
    Kind,
    Loss,
    Span,
    about,
    line_ends,
    loss_span,
    off_the_line,
    on_the_line,
    real_share,
    said,
    shares_between,
    text_of,
    written,
)
from lakatos.measure.quantities.reported import Mode

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
        shown = written((self.low, self.high), self.kind)
        if self.nominal:
            shown = f"{about((self.nominal[0] + self.nominal[1]) / 2, self.kind)} ({shown} from rounding)"
        lines = [
            f"{self.figure} reported, {shown} on real tokens",
            f"real share  {written(self.real)}",
            *(f"assumes     {a}" for a in self.assumes),
        ]
        if self.kind != "change" and self.high < (0 if self.kind == "loss" else 1):
            lines.append("but         discrete tokens cannot have a mean loss below 0: share or pad loss is not this")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return lines_as_html(str(self))


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
            lines.append(f"needs       a real share of {written(self.needed)}")
        if self.real:
            lines.append(f"real share  {written(self.real)}")
        if self.would_be:
            lines.append(f"it would be {written((self.would_be.low, self.would_be.high), self.would_be.kind)}")
        return "\n".join([*lines, *(f"assumes     {a}" for a in self.assumes)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return lines_as_html(str(self))


def undiluted_loss(
    figure: Figure,
    *,
    real: Figure | None = None,
    padded: Figure | None = None,
    pad_loss: Loss = 0,
    mode: Mode = "nearest",
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
    return _undiluted("loss", figure, real, padded, loss_span(pad_loss, mode), _says_pad(pad_loss), mode)


def undiluted_perplexity(
    figure: Figure,
    *,
    real: Figure | None = None,
    padded: Figure | None = None,
    pad_loss: Loss = 0,
    mode: Mode = "nearest",
) -> Undiluted:
    """The perplexity on real tokens, from one that counted padding; arguments as for ``undiluted_loss``, in nats.

    >>> print(undiluted_perplexity("5.0", real=Fraction(34, 100)))
    5.0 reported, 113.7 (110.3 to 117.1 from rounding) on real tokens
    real share  0.34
    assumes     a padded position has loss 0
    assumes     every position, padded or real, had the same weight in the mean
    """
    return _undiluted("perplexity", figure, real, padded, loss_span(pad_loss, mode), _says_pad(pad_loss), mode)


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
        pad_losses: mean loss in nats of a padded position in the model below the line of the ratio, and in the one
            above: each a figure or two bounds, ``((0, 1), (0, 1))``. None: unknown but equal.
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
    pads, says = _difference(pad_losses, mode) if kind == "change" else (loss_span(pad_loss, mode), _says_pad(pad_loss))
    y, x = (on_the_line(kind, f, mode) for f in (figure, true))
    needed = shares_between(y, x, pads)
    given = None if real is None and padded is None else real_share(real, padded, mode)
    assumes = (*says, SAME_MASK)
    if given is None:
        return PaddingCheck(*_verdict_open(needed, figure, true), needed, None, None, assumes)
    would_be = _undiluted(kind, figure, real, padded, pads, says, mode)
    answer, why = _verdict_at(needed, given, figure, true)
    if answer == "consistent":
        low, high = line_ends(y, pads, given)
        if low <= y[1] and y[0] <= high:
            answer, why = "no power", "at that share the figure on real tokens may as well be the reported one itself"
    return PaddingCheck(answer, why, needed, given, would_be, assumes)


def _verdict_open(
    needed: Span | None, figure: Figure, true: Figure
) -> tuple[Literal["consistent", "inconsistent", "no power"], str]:
    if needed is None:
        return "inconsistent", f"no share of padding turns {text_of(true)} into {text_of(figure)}"
    if needed[1] == 1:
        return "no power", f"{text_of(figure)} and {text_of(true)} agree within their rounding without any padding"
    return "consistent", f"the right share of padding turns {text_of(true)} into {text_of(figure)}: ask what it was"


def _verdict_at(
    needed: Span | None, given: Span, figure: Figure, true: Figure
) -> tuple[Literal["consistent", "inconsistent", "no power"], str]:
    if needed is None:
        return _verdict_open(None, figure, true)
    if needed[0] > given[1] or given[0] > needed[1]:
        return "inconsistent", f"at that share {text_of(true)} does not become {text_of(figure)}"
    return "consistent", f"counting the padding turns {text_of(true)} into {text_of(figure)}"


def _undiluted(
    kind: Kind,
    figure: Figure,
    real: Figure | None,
    padded: Figure | None,
    pads: Span,
    says: tuple[str, ...],
    mode: Mode,
) -> Undiluted:
    share = real_share(real, padded, mode)
    low, high = off_the_line(kind, line_ends(on_the_line(kind, figure, mode), pads, share))
    nominal = None
    if pads[0] == pads[1]:
        middle = real_share(real, padded, mode, printed=True)
        nominal = off_the_line(kind, line_ends(on_the_line(kind, figure, mode, printed=True), pads, middle))
    return Undiluted(text_of(figure), kind, low, high, nominal, share, (*says, SAME_MASK))


def _difference(pads: tuple[Loss, Loss] | None, mode: Mode) -> tuple[Span, tuple[str, ...]]:
    """The second model's pad loss minus the first's, and how that is said."""
    if pads is None:
        return (Fraction(0), Fraction(0)), (EQUAL_PADS, BOTH_MODELS)
    if not isinstance(pads, tuple) or len(pads) != 2:
        raise ValueError(f"pad_losses are two, one for each model, got {pads!r}")
    first, second = (loss_span(p, mode) for p in pads)
    says = f"a padded position has loss {said(pads[0])} in the model below and {said(pads[1])} in the one above"
    return (second[0] - first[1], second[1] - first[0]), (says, BOTH_MODELS)


def _says_pad(loss: Loss) -> tuple[str, ...]:
    return (f"a padded position has loss {said(loss)}",)


def lines_as_html(text: str) -> str:
    """The first line as the headline, the others as a list; escaped."""
    first, *rest = text.split("\n")
    return f"<p><b>{escape(first)}</b></p>" + _list(rest)


def _list(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(' '.join(line.split()))}</li>" for line in lines) + "</ul>"
