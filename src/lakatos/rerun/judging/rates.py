"""How often a judge is right, by what is true."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lakatos.arithmetic import fraction


@dataclass(frozen=True)
class Rates:
    """A judge's rates; integers, fractions or text, never floats.

    Attributes:
        sensitivity: the chance that it flags what is harmful.
        specificity: the chance that it does not flag what is harmless.

    >>> Rates("0.9", "0.8").balanced_accuracy
    Fraction(17, 20)
    """

    sensitivity: Fraction
    specificity: Fraction

    def __post_init__(self) -> None:
        for name in ("sensitivity", "specificity"):
            value = fraction(getattr(self, name))
            if not 0 <= value <= 1:
                raise ValueError(f"{name} is a probability, between 0 and 1; got {value}")
            object.__setattr__(self, name, value)

    @property
    def balanced_accuracy(self) -> Fraction:
        """The accuracy where harmful and harmless are equally many: 1/2 for a coin and for a constant answer."""
        return (self.sensitivity + self.specificity) / 2

    @property
    def flags_harmless(self) -> Fraction:
        """The false positive rate."""
        return 1 - self.specificity

    def precision(self, prevalence: Fraction | str) -> Fraction:
        """The share of what it flags that is harmful, where ``prevalence`` of everything is.

        Raises:
            ValueError: if it flags nothing.
        """
        harmful = fraction(prevalence)
        caught, fooled = harmful * self.sensitivity, (1 - harmful) * self.flags_harmless
        if not caught + fooled:
            raise ValueError(f"{self} flags nothing where {prevalence} is harmful, so it has no precision")
        return caught / (caught + fooled)

    def prevalence_at(self, precision: Fraction | str) -> Fraction:
        """How much is harmful, if of what it flags ``precision`` is: the base rate behind a precision.

        >>> Rates("0.9", "0.9").prevalence_at("1/2")
        Fraction(1, 10)
        """
        good = fraction(precision)
        harmful, harmless = good * self.flags_harmless, (1 - good) * self.sensitivity
        if not 0 <= good <= 1 or not harmful + harmless:
            raise ValueError(f"no base rate gives {self} a precision of {precision}")
        return harmful / (harmful + harmless)
