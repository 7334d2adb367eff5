"""Algebra: what the claim asks about polynomials in its variables, answered the other way round.

The claim's function is run on symbols. Where it asks whether two values are coprime, roots modulo the primes of a
resultant say where they are not; where it asks for a square, Pell's equation; where something homogeneous in three
variables is zero, chords and tangents of a curve. Claims of several variables are looked at with all but one fixed too.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any

from flint import fmpz_poly

from lakatos.claims import ForAll, Integers, Question, Slot, UnsupportedError, questions
from lakatos.search.budget import Budget
from lakatos.search.decide import violator
from lakatos.search.equations.congruences import (
    Residues,
    ascending,
    combined,
    common_factors,
    covering,
    intersections,
)
from lakatos.search.equations.curves import Form, points
from lakatos.search.equations.squares import square_values

SAYS = "what the claim asks, solved by algebra"
STEPS = 2**14
#: Each stretch begins anew, with more of everything.
SHARDS = 1
#: Digits that a value may have in the first round; twice as many in each round after.
DIGITS = 150
#: Points of a curve are looked for by trial up to this height.
HEIGHT = 40
#: Where all variables but one are fixed, they are among so many of their smallest values in the first round.
FIXED = 24
#: Claims about more scalars are not looked at.
MANY = 4
#: Coverings that are tried for the same fixed variables, and integers of the class that each leads to.
COVERINGS, MEMBERS = 16, 4

#: Scalars that are proposed; None for a step that proposes nothing.
Proposals = Iterator[tuple[Any, ...] | None]


def fits(claim: ForAll) -> str | None:
    """The variables have a fixed number of scalars, and the claim asks something about polynomials in them."""
    slots = _slots(claim)
    if not slots:
        return "the variables have no fixed number of scalars"
    if len(slots) > MANY:
        return f"the variables have more than {MANY} scalars"
    reasons = []
    for scalars in _symbols(slots, 3):
        try:
            found = questions(claim, scalars)
        except UnsupportedError as error:
            reasons.append(str(error))
            continue
        if next(_answers(found, slots, scalars, 1, Random(0)), None) is not None:
            return None
        reasons.append("what it asks about polynomials is not solved here")
    return reasons[0]


def propose(claim: ForAll, budget: Budget, rng: Random, turn: int) -> Iterator[tuple[Any, ...]]:
    """Solutions that lie in the domain, from every question in turn."""
    slots = _slots(claim)
    violates = violator(claim)
    digits, choices = DIGITS * 2**turn, _symbols(slots, FIXED * 2**turn)
    whole = _in_turn(_streams(claim, slots, itertools.islice(choices, 1), digits, rng))
    parts = _in_turn(_streams(claim, slots, choices, digits, rng))
    # Three steps for all variables at once, then one for the ways of fixing some, which take longer.
    for scalars in _in_turn(iter((whole, whole, whole, parts))):
        if not budget.spend():
            return
        values = None if scalars is None else claim.build(scalars)
        if values is not None and violates(values):
            yield values


def _slots(claim: ForAll) -> list[Slot]:
    """The scalars of all variables; none if one of these has no fixed number of them."""
    return list(claim.slots) if all(domain.slots() for domain in claim.domains.values()) else []


def _symbols(slots: list[Slot], most: int) -> Iterator[list[int | None]]:
    """Which scalars are symbols: all; then each alone and every two of several, the others being small integers."""
    count = len(slots)
    yield [None] * count
    if count == 1 or not all(slot.integer for slot in slots):
        return
    small = [list(itertools.islice(_integers(slot).ascending(), most)) for slot in slots]
    choices = [free for size in (1, 2) if size < count for free in itertools.combinations(range(count), size)]
    for index, free in itertools.product(range(most), choices):
        fixed = [i for i in range(count) if i not in free]
        for places in itertools.product(*(range(min(index + 1, len(small[i]))) for i in fixed)):
            # Each choice once: when the last of its integers comes up.
            if max(places) == index:
                value = {i: small[i][place] for i, place in zip(fixed, places, strict=True)}
                yield [value.get(i) for i in range(count)]


def _integers(slot: Slot) -> Integers:
    return Integers(*(None if bound is None else int(bound) for bound in (slot.low, slot.high)))


def _streams(
    claim: ForAll, slots: list[Slot], choices: Iterator[list[int | None]], digits: int, rng: Random
) -> Iterator[Proposals]:
    for scalars in choices:
        # Asking is work, too.
        yield iter((None,))
        try:
            found = questions(claim, scalars)
        except UnsupportedError:
            continue
        yield from _answers(found, slots, scalars, digits, rng)


def _answers(
    found: list[Question], slots: list[Slot], scalars: list[int | None], digits: int, rng: Random
) -> Iterator[Proposals]:
    """For each question that is understood a stream of solutions, together with the scalars that are fixed."""
    free = [i for i, scalar in enumerate(scalars) if scalar is None]
    integer = all(slots[i].integer for i in free)
    if len(free) == 1 and integer:
        streams = _of_one(found, _integers(slots[free[0]]), digits, rng)
    else:
        zeros = [factor for q in found if q.kind == "zero" for factor, _ in q.about[0].factor()[1]]
        streams = (stream for zero in zeros for stream in _of_several(zero, len(free), integer, digits))
    for stream in streams:
        yield (_filled(scalars, solution) for solution in stream)


def _filled(scalars: list[int | None], solution: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    if solution is None:
        return None
    rest = iter(solution)
    return tuple(next(rest) if scalar is None else scalar for scalar in scalars)


def _of_several(polynomial: Any, free: int, integer: bool, digits: int) -> Iterator[Proposals]:
    """Where an irreducible polynomial of two or three variables is zero."""
    degree = int(polynomial.total_degree())
    if free == 2 and integer and degree == 2:
        yield _of_two(polynomial, digits)
    if free == 2 and not integer and degree in (2, 3):
        yield _on_affine_curve(polynomial, digits)
    if free == 3 and _homogeneous(polynomial) in (2, 3):
        yield _on_curve(polynomial.to_dict(), digits)


def _of_one(found: list[Question], domain: Integers, digits: int, rng: Random) -> Iterator[Proposals]:
    """Integers that answer questions about polynomials in one variable."""
    conditions = []
    for question in found:
        polynomials = [_univariate(p) for p in question.about]
        if question.kind == "coprime" and len(polynomials) == 2:
            conditions.append(common_factors(*polynomials))
        elif question.kind == "square" and polynomials[0].degree() == 2 and polynomials[0][2] > 0:
            C, B, A = (int(polynomials[0][i]) for i in range(3))
            yield ((n,) for n in square_values(A, B, C, digits))
        elif question.kind == "zero" and polynomials[0].degree() > 1:
            linear = [p for p, _ in polynomials[0].factor()[1] if p.degree() == 1 and abs(p[1]) == 1]
            yield iter([(int(-p[0] * p[1]),) for p in linear])
    conditions = [some for some in conditions if some]
    if conditions:
        every = [residues for some in conditions for residues in some]
        yield ((n,) for n in ascending(intersections(every), domain.low, domain.high))
    if len(conditions) > 1:
        yield _covered(conditions, domain, rng)


def _covered(conditions: list[list[Residues]], domain: Integers, rng: Random) -> Proposals:
    """The least integers at which as many pairs of values as possible have common factors, all at once."""
    reached: set[int] = set()
    for _ in range(COVERINGS):
        yield None
        members = ascending([combined(covering(conditions, rng))], domain.low, domain.high)
        # Premises may ask for more, such as the parity.
        reached.update(itertools.islice(members, MEMBERS))
    yield from ((n,) for n in sorted(reached, key=domain.size))


def _of_two(polynomial: Any, digits: int) -> Proposals:
    """Integers at which a quadratic polynomial of two variables is zero: where its discriminant in one is a square."""
    coefficient = {tuple(map(int, e)): int(c) for e, c in polynomial.to_dict().items()}
    a, b, c, d, e, f = (coefficient.get(key, 0) for key in ((2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0)))
    for swapped in (False, True):
        if swapped:
            a, c, d, e = c, a, e, d
        if a == 0:
            continue
        # a x^2 + (b y + d) x + (c y^2 + e y + f) = 0.
        A, B, C = b * b - 4 * a * c, 2 * b * d - 4 * a * e, d * d - 4 * a * f
        for y in square_values(A, B, C, digits):
            root = isqrt(A * y * y + B * y + C)
            for sign in (1, -1):
                x, rest = divmod(-(b * y + d) + sign * root, 2 * a)
                yield ((y, x) if swapped else (x, y)) if rest == 0 else None


def _on_curve(terms: dict[Any, Any], digits: int) -> Proposals:
    """Points of a plane curve as integers, of both signs."""
    for point in points(_form(terms), HEIGHT, digits):
        yield point
        if point is not None:
            yield (-point[0], -point[1], -point[2])


def _on_affine_curve(polynomial: Any, digits: int) -> Proposals:
    """Rational points of a plane curve, by the curve that it is a part of."""
    degree = int(polynomial.total_degree())
    terms = {(i, j, degree - int(i) - int(j)): c for (i, j), c in polynomial.to_dict().items()}
    for point in points(_form(terms), HEIGHT, digits):
        finite = point is not None and point[2] != 0
        yield (Fraction(point[0], point[2]), Fraction(point[1], point[2])) if point is not None and finite else None


def _form(terms: dict[Any, Any]) -> Form:
    return Form({tuple(map(int, e)): int(c) for e, c in terms.items()})


def _homogeneous(polynomial: Any) -> int | None:
    """The degree of a homogeneous polynomial; None if it is not homogeneous."""
    degrees = {sum(map(int, exponents)) for exponents in polynomial.to_dict()}
    return degrees.pop() if len(degrees) == 1 else None


def _univariate(polynomial: Any) -> Any:
    degree = int(polynomial.total_degree())
    terms = {int(e): c for (e,), c in polynomial.to_dict().items()}
    return fmpz_poly([terms.get(i, 0) for i in range(degree + 1)])


def _in_turn(streams: Iterator[Proposals]) -> Proposals:
    """One from each stream in turn, a new stream in every turn."""
    active: list[Proposals] = []
    for stream in itertools.chain(streams, itertools.repeat(None)):
        active += [stream] if stream is not None else []
        if not active:
            return
        for one in list(active):
            try:
                yield next(one)
            except StopIteration:
                active.remove(one)
