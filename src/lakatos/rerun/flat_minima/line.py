"""SAM and SA-GD on half of a parabola (Theorem 6 of arXiv:2511.03548): the one coordinate on which they part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lakatos.rerun.flat_minima.bounds import above


@dataclass(frozen=True)
class Line:
    """f(w) = 1/2 max(0, side * w)^2 on [-1, 1], with every minimum on one side of 0.

    Attributes:
        side: 1 for the paper's function, -1 for its mirror image.
    """

    side: int = 1

    def gradient(self, w: Fraction) -> Fraction:
        """f'(w)."""
        return self.side * max(Fraction(0), self.side * w)

    def sharpness_aware_risk(self, w: Fraction, r: Fraction) -> Fraction:
        """The largest f within r of w: f is monotone, so at the end that is further up."""
        return above(self.side * w + r, Fraction(0))

    def sam(self, *, eta: Fraction, r: Fraction, T: int, zero: int = 0) -> list[Fraction]:
        """SAM from w_1 = 0 for T states. ``zero`` is the direction taken where the gradient is 0: 0, 1 or -1."""
        w, states = Fraction(0), [Fraction(0)]
        for _ in range(T - 1):
            g = self.gradient(w)
            direction = zero if g == 0 else (1 if g > 0 else -1)
            w = self._inside(w - eta * self.gradient(w + r * direction))
            states.append(w)
        return states

    def sagd(self, *, eta: Fraction, r: Fraction, T: int) -> list[Fraction]:
        """SA-GD from w_1 = 0 for T states: the perturbation is the one that climbs."""
        w, states = Fraction(0), [Fraction(0)]
        for _ in range(T - 1):
            w = self._inside(w - eta * self.gradient(w + self.side * r))
            states.append(w)
        return states

    @staticmethod
    def _inside(w: Fraction) -> Fraction:
        return min(max(w, Fraction(-1)), Fraction(1))


def average(values: Sequence[Fraction], tau: int = 1) -> Fraction:
    """The mean of the values from number tau (counted from 1) on."""
    return sum(values[tau - 1 :], Fraction(0)) / len(values[tau - 1 :])
