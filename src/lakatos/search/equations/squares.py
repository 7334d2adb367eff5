"""Integers at which a quadratic polynomial is a square: Pell's equation and what it generalises to.

y^2 = A n^2 + B n + C is X^2 - A Y^2 = B^2 - 4AC with X = 2An + B and Y = 2y. Its solutions come from finitely many by
powers of the fundamental solution of t^2 - A u^2 = 1 (Lagrange, Matthews and Mollin: K. Matthews, The Diophantine
equation x^2 - Dy^2 = N, Expositiones Mathematicae 18 (2000)).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from math import isqrt

import numpy as np
from flint import fmpz

from lakatos.search.equations.congruences import factored

#: Square roots modulo larger numbers are not looked for.
MODULUS = 10**6
#: A continued fraction is followed for so many terms.
TERMS = 10**5


def square_values(A: int, B: int, C: int, digits: int) -> Iterator[int]:
    """The n of at most so many digits at which A n^2 + B n + C is a square, for A > 0; small ones first."""
    norm = B * B - 4 * A * C
    if A <= 0 or norm == 0:
        return
    solutions = _factorisations(A, norm) if isqrt(A) ** 2 == A else pell(A, norm, digits)
    last: set[int] = set()
    for X, Y in solutions:
        for x in (X, -X):
            n, rest = divmod(x - B, 2 * A)
            if rest == 0 and Y % 2 == 0 and n not in last:
                last.add(n)
                yield n


def _factorisations(A: int, norm: int) -> Iterator[tuple[int, int]]:
    """The solutions of X^2 - A Y^2 = norm for a square A: (X - aY)(X + aY), factor by factor."""
    a = isqrt(A)
    divisors = [1]
    for p, k in factored(abs(norm)):
        divisors = [d * p**i for d in divisors for i in range(k + 1)]
    for d in sorted(divisors, key=lambda d: abs(d - abs(norm) // d)):
        e = norm // d
        if (d + e) % 2 == 0 and (e - d) % (2 * a) == 0:
            yield (d + e) // 2, abs(e - d) // (2 * a)


def pell(D: int, N: int, digits: int) -> Iterator[tuple[int, int]]:
    """The solutions of x^2 - D y^2 = N with x of at most so many digits, by the size of x; D > 0 is no square.

    Of (x, y), (x, -y), (-x, y) and (-x, -y) only one is given.
    """
    unit = fundamental(D)
    if unit is None:
        return
    t, u = unit
    heap = [(abs(x), abs(y)) for x, y in _generators(D, N)]
    # Going down from a generator, too: it need not be the least of its class.
    heap += [(abs(x * t - D * y * u), abs(y * t - x * u)) for x, y in heap]
    heapq.heapify(heap)
    seen = set()
    while heap:
        x, y = heapq.heappop(heap)
        if (x, y) in seen or x >= 10**digits:
            continue
        seen.add((x, y))
        yield x, y
        for sign in (1, -1):
            heapq.heappush(heap, (abs(x * t + sign * D * y * u), abs(y * t + sign * x * u)))


def fundamental(D: int) -> tuple[int, int] | None:
    """The least t, u > 0 with t^2 - D u^2 = 1; None if the continued fraction of sqrt(D) has too long a period."""
    found = _of_norm_one(D, 0, 1)
    if found is None:
        return None
    t, u, norm = found
    return (t, u) if norm == 1 else (t * t + D * u * u, 2 * t * u)


def _generators(D: int, N: int) -> Iterator[tuple[int, int]]:
    """At least one solution of x^2 - D y^2 = N from each class, as far as square roots modulo N are found."""
    negative = _of_norm_one(D, 0, 1)
    for f in _square_divisors(abs(N)):
        m = N // (f * f)
        for z in _roots_of(D, abs(m)):
            found = _of_norm_one(D, z, abs(m))
            if found is None:
                continue
            x, y, norm = found
            if norm == m:
                yield f * x, f * y
            elif norm == -m and negative is not None and negative[2] == -1:
                t, u, _ = negative
                yield f * (x * t + D * y * u), f * (x * u + y * t)


def _of_norm_one(D: int, P: int, Q: int) -> tuple[int, int, int] | None:
    """From the continued fraction of (P + sqrt(D))/Q the first G, B with G^2 - D B^2 = Q or -Q, and which it is."""
    root = isqrt(D)
    G, before, B, earlier = Q, -P, 0, 1
    seen: set[tuple[int, int]] = set()
    # Beyond the first period nothing new comes.
    while (P, Q) not in seen and len(seen) < TERMS:
        seen.add((P, Q))
        a = (P + root + (Q < 0)) // Q
        G, before = a * G + before, G
        B, earlier = a * B + earlier, B
        P = a * Q - P
        Q = (D - P * P) // Q
        if abs(Q) == 1:
            return G, B, G * G - D * B * B
    return None


def _square_divisors(n: int) -> list[int]:
    """The f whose squares divide n."""
    found = [1]
    for p, k in factored(n):
        found = [f * p**i for f in found for i in range(k // 2 + 1)]
    return found


def _roots_of(D: int, m: int) -> Iterator[int]:
    """The z with z^2 = D modulo m and -m/2 < z <= m/2."""
    if m > MODULUS:
        yield from _roots_of_prime(D, m)
        return
    squares = np.arange(m, dtype=np.int64) ** 2
    roots = np.flatnonzero((squares - D % m) % m == 0)
    yield from (int(z) if 2 * z <= m else int(z) - m for z in roots)


def _roots_of_prime(D: int, m: int) -> Iterator[int]:
    if fmpz(m).is_probable_prime() and fmpz(D).jacobi(fmpz(m)) == 1:
        z = int(fmpz(D).sqrtmod(fmpz(m)))
        yield from (z, -z)
