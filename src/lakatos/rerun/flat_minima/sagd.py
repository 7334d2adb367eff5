"""SA-GD led along a block that the sample never punishes (Theorem 3 of arXiv:2511.03548).

z is uniform on {-1,1}^(2^n), w has a block of T coordinates for each z(i) and one more, and
    f(w, z) = 1/2 [ sqrt( sum_(i,j) a_(i,j)^2 [z(i) w_(i,j)]_+^2 + b^2 w(last)^2 ) - rho ]_+^2,
in the paper with every weight a and b equal to 1. In a block I with z(I) = 1 on the whole sample, w <= 0 costs nothing
on the sample, and everything on the half of the population with z(I) = -1. The same holds, with w >= 0, where z(I) = -1
on the whole sample.

The step needs a maximiser of F_S(w + v) over |v| <= r. As long as w lives in such blocks, on the side that costs
nothing, what an example sees of a coordinate at distance c is at most (1 - c/r) |v|. So what it sees of w + v is
bounded by a linear function of the squares v^2, with equality at the vertices, and the mean loss is convex in them (see
``derivation``). Its maximum is at a vertex: all of the radius on one coordinate. So the maximisers can be listed.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lakatos.rerun.flat_minima.bounds import Bounds, above, above_root
from lakatos.rerun.flat_minima.erm import unseen

Place = tuple[int, int]
State = dict[Place, Fraction]
#: The coordinate outside all blocks.
LAST: Place = (-1, 0)


@dataclass(frozen=True)
class Ascent:
    """A finished descent.

    Attributes:
        states: w_1, ..., w_T, each with its coordinates that are not 0.
        maximisers: at each of the T - 1 steps, how many perturbations attain the maximum.
        sharpness_aware_risk: the largest empirical risk within r of w_t, for t = 1, ..., T; and of any average of them,
            as long as one coordinate of the block has not moved.
        weights: the weights, as far as they are not 1.
        rho: the flatness radius of the loss.
        step: eta (r - rho), how far one step goes with weight 1.
    """

    states: tuple[State, ...]
    maximisers: tuple[int, ...]
    sharpness_aware_risk: tuple[Fraction, ...]
    weights: Mapping[Place, Fraction]
    rho: Fraction
    step: Fraction

    def average(self, tau: int = 1) -> State:
        """The average of w_tau, ..., w_T."""
        return suffix_average(self.states, tau)

    def risk(self, w: State) -> Bounds:
        """The population risk of a point of this descent, over the signs of the blocks it lives in."""
        squares: dict[int, Fraction] = {}
        for place, x in w.items():
            squares[place[0]] = squares.get(place[0], Fraction(0)) + (self.weights.get(place, Fraction(1)) * x) ** 2
        total = [
            above_root(sum((s for s, seen in zip(squares.values(), signs, strict=True) if seen), Fraction(0)), self.rho)
            for signs in itertools.product((0, 1), repeat=len(squares))
        ]
        low, high = (sum(side, Fraction(0)) / len(total) for side in zip(*total, strict=True))
        return Bounds(low, high)


def descend(
    sample: Sequence[Sequence[int]],
    *,
    T: int,
    eta: Fraction,
    r: Fraction,
    rho: Fraction,
    weights: Mapping[Place, Fraction] | None = None,
) -> Ascent:
    """SA-GD from 0 for T states. Among several maximisers it takes the first coordinate of the first block that is 1.

    Args:
        sample: the examples, tuples of 1 and -1, all of one length.
        T: the number of states, and of coordinates in a block.
        eta: the step size.
        r: the perturbation radius, at least rho.
        rho: the flatness radius of the loss.
        weights: weights of coordinates other than 1, all positive and at most 1.

    Raises:
        ValueError: if no block is 1 on the whole sample, if r < rho, or if no block attains the maximum.
    """
    if not unseen(sample, value=1):
        raise ValueError("no coordinate is 1 on the whole sample, so that nothing leads the descent")
    if r < rho:
        raise ValueError(f"within r = {r} < rho = {rho} of 0 the loss is 0: there is no step to take")
    weights = dict(weights or {})
    w: State = {}
    states, counts, risks = [w], [], []
    for _ in range(T - 1):
        best, ties = _maximisers(sample, w, T=T, r=r, rho=rho, weights=weights)
        blocks = [(place, sign) for place, sign in ties if place != LAST]
        if not blocks:
            raise ValueError("only the last coordinate attains the maximum, so that nothing leads along a block")
        place, sign = min(blocks, key=lambda vertex: (-vertex[1], vertex[0]))
        a, x = weights.get(place, Fraction(1)), w.get(place, Fraction(0))
        # At w + v all of what the sample sees is on this coordinate, so that the norm is a (r - |x|).
        w = {**w, place: x - eta * sign * a * max(a * (r + sign * x) - rho, Fraction(0))}
        states.append(w)
        counts.append(len(ties))
        risks.append(best)
    risks.append(_maximisers(sample, w, T=T, r=r, rho=rho, weights=weights)[0])
    return Ascent(tuple(states), tuple(counts), tuple(risks), weights, rho, eta * (r - rho))


def _maximisers(
    sample: Sequence[Sequence[int]],
    w: State,
    *,
    T: int,
    r: Fraction,
    rho: Fraction,
    weights: Mapping[Place, Fraction],
) -> tuple[Fraction, list[tuple[Place, int]]]:
    """The largest empirical risk within r of w, and the vertices that attain it: a coordinate, up or down."""
    columns = list(zip(*sample, strict=True))
    if any(set(columns[place[0]]) != {-1 if x > 0 else 1} for place, x in w.items() if x):
        raise ValueError("the maximum is at a vertex only while the sample sees nothing of w")
    values = {(LAST, sign): above(weights.get(LAST, Fraction(1)) * r, rho) for sign in (1, -1)}
    for i, column in enumerate(columns):
        for sign in (1, -1):
            share = Fraction(column.count(sign), len(sample))
            for j in range(T if share else 0):
                reach = weights.get((i, j), Fraction(1)) * max(r + sign * w.get((i, j), Fraction(0)), Fraction(0))
                values[(i, j), sign] = above(reach, rho) * share
    best = max(values.values())
    return best, [vertex for vertex, value in values.items() if value == best]


def descend_without_ties(
    sample: Sequence[Sequence[int]], *, T: int, eta: Fraction, r: Fraction, spread: Fraction = Fraction(1, 1000)
) -> Ascent:
    """The same with weights that differ a little and rho = 0: no choice is left if each step has one maximiser.

    The weights fall from 1 to 1 - spread along the blocks; that of the last coordinate is below all.
    """
    N = len(sample[0])
    ranked = [(i, j) for j in range(T) for i in range(N)]
    weights = {place: 1 - spread * k / len(ranked) for k, place in enumerate(ranked)}
    weights[LAST] = 1 - 2 * spread
    return descend(sample, T=T, eta=eta, r=r, rho=Fraction(0), weights=weights)


def descend_on_last(*, T: int, eta: Fraction, r: Fraction, rho: Fraction) -> list[Fraction]:
    """SA-GD with the maximiser on the coordinate outside all blocks: its values at w_1 = 0, ..., w_T.

    From 0 it is one of the maximisers. From x != 0 it is one: an example sees at most (|x| + |v_last|)^2 and the other
    squares of v, which sum to r^2, so that all of the radius away from 0 is best.
    """
    x, values = Fraction(0), [Fraction(0)]
    for _ in range(T - 1):
        side = -1 if x < 0 else 1
        x -= eta * side * max(abs(x) + r - rho, Fraction(0))
        values.append(x)
    return values


def suffix_average(states: Sequence[State], tau: int) -> State:
    """The average of the states from number tau (counted from 1) to the last."""
    if not 1 <= tau <= len(states):
        raise ValueError(f"tau is from 1 to {len(states)}, got {tau}")
    kept = states[tau - 1 :]
    return {place: sum((w.get(place, Fraction(0)) for w in kept), Fraction(0)) / len(kept) for place in kept[-1]}


def moved_average(s: int, tau: int, T: int) -> Fraction:
    """The share of the states tau, ..., T in which coordinate s has moved; it moves once, between s and s + 1.

    >>> moved_average(1, 1, 2), moved_average(1, 2, 2)
    (Fraction(1, 2), Fraction(1, 1))
    """
    return Fraction(max(0, T - max(tau, s + 1) + 1), T - tau + 1)


def shape(tau: int, T: int) -> Fraction:
    """|average of w_tau, ..., w_T|^2 over (one step)^2 and T: by the closed form that ``derivation`` proves.

    >>> shape(1, 2), shape(2, 2)
    (Fraction(1, 8), Fraction(1, 2))
    """
    if not 1 <= tau <= T:
        raise ValueError(f"tau is from 1 to T, got tau={tau}, T={T}")
    m = T - tau + 1
    return (T - m + Fraction((m - 1) * (2 * m - 1), 6 * m)) / T
