"""What a score on selected cases leaves open: the sharpest bounds, over every way in which two judges can depend.

Write a for the chance that the selector flags, b for the judge's, separately for harmful and for harmless cases.
The joint chance that both flag lies between max(0, a + b - 1) and min(a, b), and every value between occurs (M.
Frechet, 1951). What the selector does not flag is not observed at all, so that the judge's rates there can be
anything (C. Manski, Am. Econ. Rev. 80, 1990).
"""

from __future__ import annotations

from fractions import Fraction

from lakatos.arithmetic import fraction
from lakatos.rerun.judging.rates import Rates


def selected_bounds(selector: Rates, judge: Rates) -> tuple[Fraction, Fraction]:
    """The balanced accuracies that the judge can have on what the selector flags, given both their rates on everything.

    Raises:
        ValueError: if the selector flags nothing harmful, or nothing harmless.

    >>> selected_bounds(Rates("0.9", "0.9"), Rates("0.9", "0.9"))
    (Fraction(4, 9), Fraction(1, 1))
    """
    _flags_both(selector)
    least, most = _given(selector.sensitivity, judge.sensitivity)
    least_false, most_false = _given(selector.flags_harmless, judge.flags_harmless)
    return (least + 1 - most_false) / 2, (most + 1 - least_false) / 2


def overall_bounds(selector: Rates, accuracy: Fraction | str) -> tuple[Fraction, Fraction]:
    """The balanced accuracies on everything that the judge can have, if it has ``accuracy`` on what the selector flags.

    Raises:
        ValueError: if the accuracy is no probability, or the selector flags nothing harmful or nothing harmless.

    >>> overall_bounds(Rates("0.9", "0.9"), "1/2")
    (Fraction(1, 20), Fraction(19, 20))
    """
    seen = fraction(accuracy)
    if not 0 <= seen <= 1:
        raise ValueError(f"an accuracy lies between 0 and 1; got {accuracy}")
    _flags_both(selector)
    a, c = selector.sensitivity, selector.flags_harmless
    gap = 2 * seen - 1
    # Both bounds are linear along the line p - q = gap of the flagging rates among the selected: its ends decide.
    ends = [(p, p - gap) for p in (max(Fraction(0), gap), min(Fraction(1), 1 + gap))]
    low = min(a * p + c * (1 - q) for p, q in ends) / 2
    high = max(2 - a * (1 - p) - c * q for p, q in ends) / 2
    return low, high


def _given(first: Fraction, second: Fraction) -> tuple[Fraction, Fraction]:
    """The bounds of P(second flags | first flags)."""
    return max(Fraction(0), first + second - 1) / first, min(first, second) / first


def _flags_both(selector: Rates) -> None:
    if not selector.sensitivity or not selector.flags_harmless:
        raise ValueError(f"{selector} selects only one kind, so that there is no balanced accuracy among the selected")
