"""SAM led into a block that the sample does not see (Theorem 7 of arXiv:2511.03548), step by step and exactly.

z is uniform on {0,1}^N with N = 2^n; w has a block of T coordinates for each z(i), and one more, the trigger. With
l_(i,j) = w_(i,j) - delta_j (w_(i,j-1) + lambda [j = 2]), the links of a block,
    f(w, z) = 1/2 sum_(i,j>=2) z(i) w_(i,j)^2 + 1/2 sum_(i,j>=2) [l_(i,j)]_+^2 + gamma/2 [v_z . w + delta_1]_+^2,
where v_z is 1 at the trigger and at (i, 1) with z(i) = 1, and -kappa at (i, 1) with z(i) = 0. The trigger's tiny
gradient at 0 is blown up to length r by SAM's normalisation; from there each coordinate of the unseen block pushes
the next.

``Chain(printed=True)`` has the paper's constants. They come from a gradient in which an inner product stands as a
product by coordinates, and are too large by a factor of up to |v_z|: the seen blocks' first coordinates pass -lambda
and set off their own links, unless eta is small. By default the constants are mended, and fixed before any sample is
drawn: with k = max(1, eta) and a whole number m with m^2 >= N + 1,
    kappa = 1/(4nN),  lambda = r kappa/(2m),  gamma = lambda/(2 k r m),  delta_1 = eta gamma r/(4m),
    delta_2 = 1/(4k),  delta_3 <= delta_2 kappa/(4m),  delta_j <= 1/(4k) for j >= 4.
``derivation`` proves that they do for every sample with exactly one unseen coordinate. From j = 3 on they are of the
form 2a/(a^2 - 1), for which sqrt(1 + delta^2) is rational. So every state is in Q(sqrt D), where D is the squared norm
of the mean of v_z.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import NamedTuple, TypeAlias

from lakatos.rerun.flat_minima.bounds import root
from lakatos.rerun.flat_minima.erm import unseen
from lakatos.rerun.flat_minima.surd import Surd

Place: TypeAlias = tuple[int, int]
Point: TypeAlias = dict[Place, Surd]


class Constants(NamedTuple):
    """The constants of the construction; ``deltas`` from 1 to T."""

    kappa: Fraction
    lam: Fraction
    gamma: Fraction
    deltas: dict[int, Fraction]


class Population(NamedTuple):
    """A population risk between two exact numbers."""

    low: Surd
    high: Surd


@dataclass(frozen=True)
class Chain:
    """The construction for one n and T, and SAM on one sample.

    Attributes:
        sample: n examples of 2^n zeros and ones, of which exactly one coordinate is unseen.
        T: the number of states, and of coordinates in a block.
        eta: the step size.
        r: the perturbation radius.
        printed: whether to take the paper's kappa, lambda, gamma and delta_1; T 2^n + 1 has to be a square then.
    """

    sample: tuple[tuple[int, ...], ...]
    T: int
    eta: Fraction
    r: Fraction
    printed: bool = False

    def __post_init__(self) -> None:
        if any(len(z) != 2 ** len(self.sample) for z in self.sample):
            raise ValueError(f"in a sample of {len(self.sample)} each example has 2^{len(self.sample)} coordinates")
        if len(unseen(self.sample)) != 1:
            raise ValueError(f"exactly one coordinate must be unseen by the sample, got {unseen(self.sample)}")
        if self.T < 3 or not (self.eta > 0 and self.r > 0):
            raise ValueError(f"need T >= 3, eta > 0 and r > 0, got T={self.T}, eta={self.eta}, r={self.r}")
        if self.printed and isqrt(self.d) ** 2 != self.d:
            raise ValueError(f"the printed constants are rational where T 2^n + 1 is a square; {self.d} is none")

    @property
    def n(self) -> int:
        """The number of examples."""
        return len(self.sample)

    @property
    def blocks(self) -> int:
        """2^n, the number of blocks."""
        return len(self.sample[0])

    @property
    def d(self) -> int:
        """The number of coordinates: T in each block, and the trigger."""
        return self.T * self.blocks + 1

    @property
    def block(self) -> int:
        """The coordinate of z that the sample does not see."""
        return unseen(self.sample)[0]

    @cached_property
    def constants(self) -> Constants:
        """Mended or printed. The paper's gamma and delta_1 name each other; here they are solved for."""
        k = max(Fraction(1), self.eta)
        if self.printed:
            side, kappa = isqrt(self.d), Fraction(1, 2 * (self.d - 1))
            lam = self.r / (4 * self.d * (self.d - 1))
            gamma = 2 * side * lam / (2 * side * self.r * k + lam * self.eta)
            first = self.eta * gamma * self.r / (2 * side - self.eta * gamma)
        else:
            side, kappa = isqrt(self.blocks) + 1, Fraction(1, 4 * self.n * self.blocks)
            lam = self.r * kappa / (2 * side)
            gamma = lam / (2 * k * self.r * side)
            first = self.eta * gamma * self.r / (4 * side)
        second, later = 1 / (4 * k), pythagorean(1 / (4 * k))
        deltas = {1: first, 2: second, 3: pythagorean(second * kappa / (4 * side))}
        return Constants(kappa, lam, gamma, deltas | dict.fromkeys(range(4, self.T + 1), later))

    @cached_property
    def columns(self) -> list[tuple[int, ...]]:
        """For each coordinate of z its values on the sample."""
        return list(zip(*self.sample, strict=True))

    @cached_property
    def square(self) -> Fraction:
        """D, the squared norm of the mean of v_z over the sample."""
        kappa = self.constants.kappa
        means = (Fraction(sum(column), self.n) * (1 + kappa) - kappa for column in self.columns)
        return 1 + sum((x * x for x in means), Fraction(0))

    def number(self, value: Fraction | int = 0) -> Surd:
        """A rational as a number of this computation."""
        return Surd(Fraction(value), Fraction(0), self.square)

    def link(self, w: Point, i: int, j: int) -> Surd:
        """l_(i,j): how far a coordinate is above its share of the one before."""
        zero = self.number()
        before = w.get((i, j - 1), zero) + (self.constants.lam if j == 2 else 0)
        return w.get((i, j), zero) - before * self.constants.deltas[j]

    def gradient(self, w: Point) -> Point:
        """The gradient of the empirical risk, without its zeros."""
        g: defaultdict[Place, Surd] = defaultdict(self.number)
        for (i, j), x in w.items():
            if j >= 2:
                g[i, j] += x * Fraction(sum(self.columns[i]), self.n)
        for i, j in self._links(w):
            over = self.link(w, i, j)
            if over > 0:
                g[i, j] += over
                g[i, j - 1] -= over * self.constants.deltas[j]
        pulls = [x if x > 0 else self.number() for x in self.triggers(w)]
        if any(x > 0 for x in pulls):
            # v_z is 1 + kappa where z is 1, less kappa everywhere; blocks with the same column are pulled alike.
            share, back = self.constants.gamma / self.n, -self.constants.kappa
            whole = sum(pulls, self.number()) * share
            g[self.blocks, 1] += whole
            pulled = {}
            for column in set(self.columns):
                ones = sum((x for x, one in zip(pulls, column, strict=True) if one), self.number())
                pulled[column] = ones * (share * (1 - back)) + whole * back
            for i, column in enumerate(self.columns):
                g[i, 1] += pulled[column]
        return {p: x for p, x in g.items() if x != 0}

    def triggers(self, w: Point) -> list[Surd]:
        """v_z . w + delta_1 for each example."""
        zero, kappa = self.number(), self.constants.kappa
        firsts = [(w[i, 1], column) for i, column in enumerate(self.columns) if (i, 1) in w]
        everywhere = (
            w.get((self.blocks, 1), zero) - sum((x for x, _ in firsts), zero) * kappa + self.constants.deltas[1]
        )
        return [sum((x for x, column in firsts if column[k]), zero) * (1 + kappa) + everywhere for k in range(self.n)]

    def _links(self, w: Point) -> set[Place]:
        """The links that can be active: those of coordinates that are not 0, and of the ones after them."""
        touched = {(i, j + more) for i, j in w for more in (0, 1) if i < self.blocks}
        return {(i, j) for i, j in touched if 2 <= j <= self.T}

    def direction(self, g: Point) -> Point:
        """g over its norm, exactly.

        Raises:
            ValueError: if the norm is not in Q(sqrt D), up to a factor that all of g has.
        """
        pivot = next(iter(g.values()))
        scaled = {p: x / pivot for p, x in g.items()}
        length = sum((x * x for x in scaled.values()), self.number())
        plain, over = root(length.a), root(length.a / self.square)
        if length.b or (plain.low != plain.high and over.low != over.high):
            raise ValueError("the norm of this gradient is not in Q(sqrt D): SAM does not follow one link of one block")
        norm = self.number(plain.low) if plain.low == plain.high else Surd(Fraction(0), over.low, self.square)
        return {p: x / norm * pivot.sign() for p, x in scaled.items()}

    def step(self, w: Point) -> Point:
        """One step of SAM; a point with gradient 0 stays where it is."""
        g = self.gradient(w)
        if not g:
            return w
        ahead, after = dict(w), dict(w)
        for p, x in self.direction(g).items():
            ahead[p] = ahead.get(p, self.number()) + x * self.r
        for p, x in self.gradient(ahead).items():
            after[p] = after.get(p, self.number()) - x * self.eta
        return after

    @cached_property
    def states(self) -> tuple[Point, ...]:
        """SAM's w_1 = 0, ..., w_T, each without its zeros."""
        states: list[Point] = [{}]
        while len(states) < self.T:
            states.append(self.step(states[-1]))
        return tuple(states)

    def average(self, tau: int = 1) -> Point:
        """The average of w_tau, ..., w_T."""
        if not 1 <= tau <= self.T:
            raise ValueError(f"tau is from 1 to {self.T}, got {tau}")
        kept = self.states[tau - 1 :]
        return {p: sum((w[p] for w in kept if p in w), self.number()) * Fraction(1, len(kept)) for p in kept[-1]}

    def population_risk(self, w: Point) -> Population:
        """The population risk: the first two terms exactly, the third between 0 and its worst example."""
        first = sum((x * x for (_, j), x in w.items() if j >= 2), self.number()) * Fraction(1, 4)
        over = (self.link(w, i, j) for i, j in self._links(w))
        second = sum((x * x for x in over if x > 0), self.number()) * Fraction(1, 2)
        worst = self.number(self.constants.deltas[1])
        for (i, j), x in w.items():
            if j == 1:
                back = x * -self.constants.kappa
                worst += x if i == self.blocks or x > back else back
        third = worst * worst * (self.constants.gamma / 2) if worst > 0 else self.number()
        return Population(first + second, first + second + third)


def pythagorean(most: Fraction) -> Fraction:
    """The largest 2a/(a^2 - 1) up to ``most`` with a whole: the square root of 1 + its square is rational.

    >>> pythagorean(Fraction(1, 4))
    Fraction(9, 40)
    """
    if most <= 0:
        raise ValueError(f"need a positive bound, got {most}")
    a = max(2, int(2 / most))
    while Fraction(2 * a, a * a - 1) > most:
        a += 1
    return Fraction(2 * a, a * a - 1)
