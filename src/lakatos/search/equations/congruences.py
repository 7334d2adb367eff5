"""Integers at which values of polynomials have a common factor, by roots modulo the primes that can be one."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

from flint import fmpz, fmpz_mod_ctx, fmpz_mod_poly_ctx

#: The integers that are r modulo m, as (r, m).
Residues: TypeAlias = tuple[int, int]

#: Prime powers up to here are looked at, not only primes.
POWERS = 10**4
#: At most so many classes modulo products of primes are combined.
CLASSES = 4096
#: Numbers of at most so many digits are factored; of longer ones, small factors are looked for, and in very long ones
#: only those of a few bits.
DIGITS, VERY_MANY = 55, 300
BITS, FEW_BITS = 40, 16


def common_factors(P: Any, Q: Any) -> list[Residues]:
    """Classes of integers n at which P(n) and Q(n) have a common factor: for every prime power that is one somewhere.

    Such primes divide the resultant of P and Q; modulo each, n is a root of their greatest common divisor.
    """
    constant = P if P.degree() <= 0 else Q if Q.degree() <= 0 else None
    bound = abs(int(constant[0] if constant is not None else P.resultant(Q)))
    found: list[Residues] = []
    for p, k in factored(bound):
        roots = common_roots(P, Q, p)
        found += [(r, p) for r in roots]
        power = p
        for _ in range(1, k):
            # Roots modulo the next power are among those above the ones modulo this one.
            if power * p > POWERS:
                break
            lifted = [r + power * i for r in roots for i in range(p)]
            power *= p
            roots = [r for r in lifted if int(P(r)) % power == 0 and int(Q(r)) % power == 0]
            found += [(r, power) for r in roots]
    return found


def factored(n: int) -> list[tuple[int, int]]:
    """The prime factors of n with their exponents; of a very long n only those that are found quickly."""
    if n <= 1:
        return []
    number = fmpz(n)
    whole, short = n < 10**DIGITS, n < 10**VERY_MANY
    factors = number.factor() if whole else number.factor_smooth(BITS if short else FEW_BITS)
    return [(int(p), int(k)) for p, k in factors if fmpz(p).is_probable_prime()]


def common_roots(P: Any, Q: Any, p: int) -> list[int]:
    """The integers modulo the prime p at which both polynomials vanish, ascending."""
    context = fmpz_mod_poly_ctx(fmpz_mod_ctx(p))
    both = context(P.coeffs()).gcd(context(Q.coeffs()))
    if both.is_zero():
        return list(range(min(p, CLASSES)))
    return sorted(int(r) for r, _ in both.roots()) if both.degree() > 0 else []


def intersections(classes: Sequence[Residues]) -> list[Residues]:
    """The classes and what those of coprime moduli have in common, by the Chinese remainder theorem; moduli ascending.

    Where one common factor is not large enough to violate a claim, a product of several may be.
    """
    found = sorted(set(classes), key=lambda c: (c[1], c[0]))
    known = set(found)
    for a, b in itertools.product(list(found), repeat=2):
        if len(known) >= CLASSES:
            break
        if fmpz(a[1]).gcd(fmpz(b[1])) == 1:
            known.add(combined([a, b]))
    return sorted(known, key=lambda c: (c[1], c[0]))


def combined(classes: Sequence[Residues]) -> Residues:
    """The class of the integers that lie in all of the classes, whose moduli are coprime."""
    r, m = 0, 1
    for s, q in classes:
        r += m * ((s - r) * pow(m, -1, q) % q)
        m *= q
    return r, m


def ascending(classes: Iterable[Residues], low: int | None, high: int | None) -> Iterator[int]:
    """The integers of the classes between the bounds, by absolute value, each once."""
    least = 0 if low is None else max(low, 0)
    streams = [_upwards(r, m, least, high) for r, m in classes]
    if low is None or low < 0:
        most = None if low is None else -low
        streams += [_downwards(-r, m, 1 if high is None else max(1, -high), most) for r, m in classes]
    last = None
    for n in heapq.merge(*streams, key=lambda n: (abs(n), n < 0)):
        if n != last:
            yield n
        last = n


def _upwards(r: int, m: int, least: int, most: int | None) -> Iterator[int]:
    first = least + (r - least) % m
    return iter(itertools.count(first, m) if most is None else range(first, most + 1, m))


def _downwards(r: int, m: int, least: int, most: int | None) -> Iterator[int]:
    return (-n for n in _upwards(r, m, least, most))


def covering(classes: Sequence[Sequence[Residues]], rng: Random) -> list[Residues]:
    """Classes of coprime moduli such that an integer in all of them lies in a class of as many of the lists as it can.

    Greedy, ties broken by chance: always the class that is in most of the lists that have none yet.
    """
    open_ = {i for i, some in enumerate(classes) if some}
    lists: dict[Residues, set[int]] = {}
    for i, some in enumerate(classes):
        for residues in some:
            lists.setdefault(residues, set()).add(i)
    chosen: list[Residues] = []
    while open_ and lists:
        most = max(len(members & open_) for members in lists.values())
        if not most:
            break
        best = rng.choice([residues for residues, members in lists.items() if len(members & open_) == most])
        open_ -= lists[best]
        chosen.append(best)
        lists = {c: members for c, members in lists.items() if fmpz(c[1]).gcd(fmpz(best[1])) == 1}
    return chosen
