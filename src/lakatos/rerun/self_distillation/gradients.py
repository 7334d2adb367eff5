"""What each objective does to a student's logits at one position, for any numbers that add and multiply.

With p the softmax of the logits z, d p_i / d z_k = p_i (1[i = k] - p_k). Every function takes p, the teacher's q and,
where logarithms enter, l_i = log(p_i / q_i): exactly for rationals (``lakatos.arithmetic.log``), proven bounds for
balls, or floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from lakatos.arithmetic import LogSum, fraction, log


def log_ratios(p: Sequence[Fraction], q: Sequence[Fraction]) -> list[LogSum]:
    """log(p_i / q_i), exactly.

    Raises:
        ValueError: if they are no distributions over the same tokens, each of them possible.
    """
    if len(p) != len(q) or any(sum(x) != 1 or min(x) <= 0 for x in (p, q)):
        raise ValueError(f"need two distributions over the same tokens, none with probability 0; got {p} and {q}")
    return [log(Fraction(a) / b) for a, b in zip(p, q, strict=True)]


def forward_gradient(p: Sequence[Any], q: Sequence[Any]) -> list[Any]:
    """Of KL(q || p), teacher first: p - q. The teacher's own entropy does not depend on the logits."""
    return [a - b for a, b in zip(p, q, strict=True)]


def equation_gradient(p: Sequence[Any], ratios: Sequence[Any]) -> list[Any]:
    """Of KL(p || q), student first, as in the paper's Eq. (1): p_i (l_i - KL).

    It is the sum over v of p_v l_v grad log p_v, as grad log p_v = e_v - p and the sum of grad p_v is 0.
    """
    mean = _total(a * x for a, x in zip(p, ratios, strict=True))
    return [a * (x - mean) for a, x in zip(p, ratios, strict=True)]


def printed_estimate(p: Sequence[Any], ratios: Sequence[Any]) -> list[Any]:
    """The sum over v of l_v grad log p_v as it is printed, without the weight p_v: l_i - p_i sum l."""
    total = _total(iter(ratios))
    return [x - a * total for a, x in zip(p, ratios, strict=True)]


def softmax(logits: Sequence[str]) -> list[Any]:
    """The softmax of decimal logits as balls (``flint.arb``), at the working precision."""
    from flint import arb, fmpq

    weights = [arb(fmpq(x.numerator, x.denominator)).exp() for x in map(fraction, logits)]
    total = sum(weights, arb(0))
    return [w / total for w in weights]


def _total(values: Any) -> Any:
    first = next(values)
    return sum(values, first)
