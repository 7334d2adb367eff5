"""A loss that is flat on the sample and steep on the population (Theorem 1 of arXiv:2511.03548).

z is uniform on {0,1}^N with N = 2^n, w has N + 1 coordinates, and the loss is half the squared excess over rho of the
norm of w seen through z:  f(w, z) = 1/2 [ sqrt( sum_i z(i) w(i)^2 + w(last)^2 ) - rho ]_+^2.
A coordinate on which every sample is 0 is invisible to the empirical risk, and half of the population sees it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from lakatos.rerun.flat_minima.bounds import Bounds, above, above_root

Sample = Sequence[Sequence[int]]


def loss(w: Sequence[Fraction], z: Sequence[int], rho: Fraction) -> Bounds:
    """f(w, z), between rationals that are equal unless the norm is irrational.

    Raises:
        ValueError: unless w has one coordinate more than z.
    """
    if len(w) != len(z) + 1:
        raise ValueError(f"w has one coordinate more than z; got {len(w)} and {len(z)}")
    return above_root(sum((x * x for x, seen in zip(w, z, strict=False) if seen), Fraction(w[-1]) ** 2), rho)


def population_risk(w: Sequence[Fraction], rho: Fraction) -> Bounds:
    """F(w), by going through every z: 2^N of them.

    >>> population_risk([Fraction(1), Fraction(0), Fraction(0)], Fraction(1, 2))
    Bounds(low=Fraction(1, 16), high=Fraction(1, 16))
    """
    N = len(w) - 1
    if N > 12:
        raise ValueError(f"2^{N} values of z are too many to go through; give at most 13 coordinates")
    losses = [loss(w, z, rho) for z in itertools.product((0, 1), repeat=N)]
    low, high = (sum(side, Fraction(0)) / 2**N for side in zip(*losses, strict=True))
    return Bounds(low, high)


def all_samples(n: int, values: tuple[int, int] = (0, 1)) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every sample of n examples z, each of 2^n ``values``: 4 samples for n = 1, 256 for n = 2."""
    return itertools.product(itertools.product(values, repeat=2**n), repeat=n)


def unseen(sample: Sample, value: int = 0) -> list[int]:
    """The coordinates on which every example of the sample has this value.

    >>> unseen([(0, 1, 0, 1), (0, 0, 1, 1)])
    [0]
    """
    return [i for i, column in enumerate(zip(*sample, strict=True)) if set(column) == {value}]


def draw_with_one_unseen(n: int, rng: np.random.Generator) -> tuple[tuple[int, ...], ...]:
    """A uniform sample of n examples of 2^n zeros and ones, drawn again until exactly one coordinate is unseen."""
    while True:
        sample = tuple(tuple(int(x) for x in z) for z in rng.integers(0, 2, size=(n, _coordinates(n))))
        if len(unseen(sample)) == 1:
            return sample


def sharpness_aware_risk_at_unseen(sample: Sample, *, r: Fraction, rho: Fraction) -> Fraction:
    """The largest empirical risk within r of e_I, for any unseen coordinate I: exactly.

    With x_i = v_i^2 the squared norm that an example sees is linear in x, and 1/2 [sqrt(s) - rho]_+^2 is convex in s
    (see ``derivation``). So the mean is convex in x, and over the simplex sum x <= r^2 its maximum is at a vertex: all
    of the radius on one coordinate.
    """
    seen = [*(Fraction(sum(column), len(sample)) for column in zip(*sample, strict=True)), Fraction(1)]
    return max(seen) * above(r, rho)


def some_probability(n: int) -> Fraction:
    """The probability that a sample of n leaves at least one of 2^n coordinates unseen.

    >>> some_probability(1), some_probability(2)
    (Fraction(3, 4), Fraction(175, 256))
    """
    N = _coordinates(n)
    return 1 - Fraction(N - 1, N) ** N


def exactly_one_probability(n: int) -> Fraction:
    """The probability that a sample of n leaves exactly one of 2^n coordinates unseen."""
    N = _coordinates(n)
    return Fraction(N - 1, N) ** (N - 1)


def _coordinates(n: int) -> int:
    if not 1 <= n <= 14:
        raise ValueError(f"the exact probability is written out for n from 1 to 14, got n={n}")
    return int(2**n)
