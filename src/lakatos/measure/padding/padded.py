"""Padding seen in the arrays themselves: the share of it, and what a mean is with and without it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from lakatos.drawing import Viewed
from lakatos.measure.padding.dilution import Figure, Kind, Span, off_the_line, on_the_line, text_of, unit_of, written
from lakatos.measure.padding.masking import lines_as_html

#: The ways to take a mean over masked losses that a reported figure is held against.
REAL, COUNTED, DIVISOR = (
    "real tokens alone",
    "padding counted",
    "losses on padding left out, but its positions in the divisor",
)


@dataclass(frozen=True)
class Masking(Viewed):
    """What the mask does to the mean loss, the perplexity, or the change of perplexity against another model.

    Attributes:
        real, padded: positions of either kind.
        kind: "perplexity", or "change" if two models were given.
        losses: proven bounds of the mean loss by each way of taking it (of the difference of the two models' losses).
        figures: the same for the perplexity (for its relative change).
        pad_loss: the mean loss on padding (the difference); None without padding.
        reported: the figure that was held against them, if one was.
        fits: the ways that give it, within its rounding.
    """

    real: int
    padded: int
    kind: Kind
    losses: dict[str, Span]
    figures: dict[str, Span]
    pad_loss: Span | None
    reported: str | None
    fits: tuple[str, ...]

    @property
    def share(self) -> Fraction:
        """The share of padded positions."""
        return Fraction(self.padded, self.real + self.padded)

    def __str__(self) -> str:
        total = self.real + self.padded
        lines = [f"{self.padded:,} of {total:,} positions are padding ({float(self.share):.3g})"]
        if self.pad_loss:
            what = "a padded position's loss is" if self.kind == "perplexity" else "on padding the two losses differ by"
            lines.append(f"padding     {what} {written(self.pad_loss)} on average")
        for way, figure in self.figures.items():
            loss = written(self.losses[way])
            lines.append(f"{self.kind:<11} {written(figure, self.kind)} ({way}; loss {loss})")
        if self.reported is not None:
            lines.append(f"reported    {self.reported}: {' or '.join(self.fits) or 'none of these gives it'}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return lines_as_html(str(self))


def padded_share(mask: npt.ArrayLike) -> Fraction:
    """The exact share of padded positions; the mask is true, or 1, on real ones.

    Raises:
        ValueError: for an empty mask, or one with other values than 0 and 1.

    >>> padded_share([[1, 1, 0], [1, 0, 0]])
    Fraction(1, 2)
    """
    real = _mask(mask)
    return Fraction(int(real.size - real.sum()), int(real.size))


def masking(
    losses: npt.ArrayLike,
    mask: npt.ArrayLike,
    *,
    against: npt.ArrayLike | None = None,
    reported: Figure | None = None,
) -> Masking:
    """What padding does to the mean of these losses: each way to take it, and which of them a reported figure fits.

    Sums of floats are correctly rounded (``math.fsum``) and enclosed by their neighbours, so that the bounds hold.

    Args:
        losses: in nats, one for every position, of any shape.
        mask: of the same shape, true on real positions.
        against: another model's losses on the same positions: the figures are then relative changes of perplexity,
            from that model to the first.
        reported: a perplexity, a loss ("1.61 nats"), or with ``against`` a change ("3.1%").

    Raises:
        ValueError: for shapes that differ, no real position, or losses that are not finite.

    >>> print(masking([[4.0, 5.0, 0.0], [6.0, 0.0, 0.0]], [[1, 1, 0], [1, 0, 0]], reported="12.2"))
    3 of 6 positions are padding (0.5)
    padding     a padded position's loss is 0 on average
    perplexity  148.413 (real tokens alone; loss 5)
    perplexity  12.1825 (padding counted; loss 2.5)
    reported    12.2: padding counted
    """
    real = _mask(mask)
    values = _values(losses, real)
    if against is not None:
        # The difference is taken of the sums, not of each pair: it needs no rounding of its own.
        values = np.stack([values, -_values(against, real)])
    total = int(real.size)
    count = int(real.sum())
    if not count:
        raise ValueError("the mask leaves no real position")
    on_real, on_pads = (_total(values[..., chosen]) for chosen in (real, ~real))
    means = {REAL: _over(on_real, count)}
    if count < total:
        means[COUNTED] = _over((on_real[0] + on_pads[0], on_real[1] + on_pads[1]), total)
        if on_pads[0] > 0 or on_pads[1] < 0:
            means[DIVISOR] = _over(on_real, total)
    kind: Kind = "perplexity" if against is None else "change"
    figures = {way: off_the_line(kind, mean) for way, mean in means.items()}
    return Masking(
        count,
        total - count,
        kind,
        means,
        figures,
        _over(on_pads, total - count) if count < total else None,
        None if reported is None else text_of(reported),
        () if reported is None else _fits(reported, kind, means),
    )


def _fits(reported: Figure, kind: Kind, means: dict[str, Span]) -> tuple[str, ...]:
    unit = unit_of(reported)
    plain = kind == "change" or unit in ("", "ppl", "perplexity")
    low, high = on_the_line(kind if plain else "loss", reported, "nearest")
    return tuple(way for way, mean in means.items() if mean[0] <= high and low <= mean[1])


def _mask(mask: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    array = np.asarray(mask)
    if not array.size:
        raise ValueError("the mask is empty")
    if array.dtype != bool and not np.isin(array, (0, 1)).all():
        raise ValueError(f"a mask holds 0 and 1 only, got {array[~np.isin(array, (0, 1))].flat[0]!r}")
    return array.astype(bool)


def _values(losses: npt.ArrayLike, real: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    array = np.asarray(losses, dtype=np.float64)
    if array.shape != real.shape:
        raise ValueError(f"losses of shape {array.shape} need a mask of that shape, got {real.shape}")
    if not np.isfinite(array).all():
        where: Any = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"the loss at {where} is {array[where]}, on a {'real' if real[where] else 'padded'} position")
    return array


def _total(values: npt.NDArray[np.float64]) -> Span:
    """Proven bounds of an exact sum of floats: a correctly rounded sum is within its two neighbours."""
    total = math.fsum(values.flat)
    if total == 0 and not values.any():
        return Fraction(0), Fraction(0)
    return Fraction(math.nextafter(total, -math.inf)), Fraction(math.nextafter(total, math.inf))


def _over(total: Span, count: int) -> Span:
    return total[0] / count, total[1] / count
