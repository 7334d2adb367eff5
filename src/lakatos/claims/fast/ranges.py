"""Arithmetic functions of many integers at once, in NumPy's int64: segmented sieves and vectorised Miller-Rabin tests.

The functions take an array of integers of at least 1 (``is_prime``: any) below 2**62 and return an array. Integers that
lie close together are sieved as one segment (Bays and Hudson, BIT 17 (1977)); those that do not are tested or factored
one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import isqrt
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lakatos.claims.fast import numbers

Int64s: TypeAlias = npt.NDArray[np.int64]

#: A segment is sieved if it has at most so many integers for each one that is asked for.
SPARSE = 64
#: Primes beyond this are not sieved with: single tests are quicker then.
LARGEST_PRIME = 2**22
#: Below this bound a quotient of two products is known to within one from doubles, so that ``times_mod`` is exact.
MODULUS = 2**50
#: So many powers are computed together.
CACHED = 2**13
#: No composite below 341550071728321 passes all of these Miller-Rabin tests (Jaeschke, Math. Comp. 61 (1993)).
BASES = (2, 3, 5, 7, 11, 13, 17)
TESTED = 341550071728321


@lru_cache(maxsize=4)
def _primes(power: int) -> Int64s:
    """The primes up to ``2**power``."""
    return np.array(numbers.primes_up_to(2**power), dtype=np.int64)


def primes_up_to(n: int) -> Int64s:
    """The primes up to ``n`` as an array."""
    primes = _primes(max(8, n.bit_length()))
    return primes[: np.searchsorted(primes, n, side="right")]


def is_prime(n: Int64s) -> npt.NDArray[np.bool_]:
    """Which of the integers are prime."""
    segment = _segment(n)
    if segment is not None:
        low, high = segment
        return np.asarray(_sieved(low, high)[n - low], dtype=bool)
    if n.size and int(n.max()) >= TESTED:
        return np.array([numbers.is_prime(int(k)) for k in n], dtype=bool)
    prime: npt.NDArray[np.bool_] = np.asarray(n > 1, dtype=bool)
    for p in primes_up_to(61):
        prime &= (n % p != 0) | (n == p)
    for base in BASES:
        left = np.flatnonzero(prime & (n > base))
        prime[left] = _passes(n[left], base)
    return prime


def _sieved(low: int, high: int) -> npt.NDArray[np.bool_]:
    prime = np.ones(high - low + 1, dtype=bool)
    prime[: max(0, min(2, high + 1) - low)] = False
    for p in primes_up_to(isqrt(max(high, 0))).tolist():
        prime[max(p * p, -(-low // p) * p) - low :: p] = False
    return prime


def _passes(n: Int64s, base: int) -> npt.NDArray[np.bool_]:
    """Whether odd n > base pass the Miller-Rabin test of this base."""
    odd = n - 1
    twos = np.zeros_like(n)
    while (even := odd % 2 == 0).any():
        odd = np.where(even, odd // 2, odd)
        twos += even
    x = power_mod(base, odd, n)
    passed = (x == 1) | (x == n - 1)
    for i in range(1, int(twos.max(initial=0))):
        x = times_mod(x, x, n)
        passed |= (x == n - 1) & (i < twos)
    return np.asarray(passed, dtype=bool)


def times_mod(a: Int64s, b: Int64s, m: Int64s, inverse: npt.NDArray[np.float64] | None = None) -> Int64s:
    """Products modulo ``m``, for 0 <= a, b < m < ``MODULUS``.

    The quotient comes from doubles and is right to within one; the rest is exact although both products wrap around,
    as their difference is small.
    """
    quotient = (a.astype(np.float64) * b * (1.0 / m if inverse is None else inverse)).astype(np.int64)
    rest = a * b - quotient * m
    rest += m * (rest < 0)
    rest -= m * (rest >= m)
    return rest


def power_mod(b: int | Int64s, e: int | Int64s, m: int | Int64s) -> Int64s:
    """Powers modulo ``m``, for e >= 0 and 1 <= m < ``MODULUS``; some thousand at a time, which the cache holds."""
    operands = np.broadcast_arrays(*(np.atleast_1d(np.asarray(x, dtype=np.int64)) for x in (b, e, m)))
    parts = range(0, max(1, operands[0].size), CACHED)
    return np.concatenate([_power_mod(*(x[i : i + CACHED] for x in operands)) for i in parts])


def _power_mod(base: Int64s, exponent: Int64s, modulus: Int64s) -> Int64s:
    """By squaring from the leading bit; where all bases are 2, a product by the base is a sum."""
    inverse = 1.0 / modulus
    doubling = bool((base == 2).all())
    base = base % modulus
    result = 1 % modulus
    for bit in range(int(exponent.max(initial=0)).bit_length() - 1, -1, -1):
        result = times_mod(result, result, modulus, inverse)
        if doubling:
            result = result << (exponent >> bit & 1)
            result -= modulus * (result >= modulus)
        else:
            result = np.where(exponent >> bit & 1, times_mod(result, base, modulus, inverse), result)
    return np.asarray(result, dtype=np.int64)


def sum_of_divisors(n: Int64s) -> Int64s:
    """Sums of divisors; n < 2**56, so that they fit."""
    return _multiplicative(n, numbers.sum_of_divisors, lambda p, _, f: f * p + 1)


def number_of_divisors(n: Int64s) -> Int64s:
    """Numbers of divisors."""
    return _multiplicative(n, numbers.number_of_divisors, lambda _, k, f: f * 0 + (k + 1))


def euler_phi(n: Int64s) -> Int64s:
    """Euler's totient."""
    return _multiplicative(n, numbers.euler_phi, lambda p, k, f: f * (p - 1 if k == 1 else p))


def liouville(n: Int64s) -> Int64s:
    """Liouville's function."""
    return _multiplicative(n, numbers.liouville, lambda _p, _k, f: -f)


def moebius(n: Int64s) -> Int64s:
    """Moebius' function."""
    return _multiplicative(n, numbers.moebius, lambda _, k, f: f * (-1 if k == 1 else 0))


def is_squarefree(n: Int64s) -> npt.NDArray[np.bool_]:
    """Which of the integers no square > 1 divides."""
    return np.asarray(moebius(n) != 0, dtype=bool)


#: From the value at p**(k - 1) to the value at p**k of a multiplicative function.
Rule: TypeAlias = Callable[[Any, int, Any], Any]


def _multiplicative(n: Int64s, one: Callable[[int], int], rule: Rule) -> Int64s:
    segment = _segment(n)
    if n.size and int(n.min()) < 1:
        raise ValueError("only integers of at least 1 have prime factors here")
    if segment is None:
        return np.array([one(int(k)) for k in n], dtype=np.int64)
    low, high = segment
    value, found = np.ones(high - low + 1, dtype=np.int64), np.ones(high - low + 1, dtype=np.int64)
    for p in primes_up_to(isqrt(high)).tolist():
        first = -low % p
        factor = np.ones(len(range(first, high - low + 1, p)), dtype=np.int64)
        for k, start, step in _powers(p, low, high):
            found[start::step] *= p
            part = slice((start - first) // p, None, step // p)
            factor[part] = rule(p, k, factor[part])
        value[first::p] *= factor
    # What the primes up to the square root leave over is 1 or prime.
    rest = np.arange(low, high + 1, dtype=np.int64) // found
    value = np.where(rest > 1, value * rule(rest, 1, np.ones_like(rest)), value)
    return np.asarray(value[n - low], dtype=np.int64)


def _powers(p: int, low: int, high: int) -> Iterator[tuple[int, int, int]]:
    """For each power p**k: k, where its multiples begin in the segment, and their distance."""
    k, power = 1, p
    while power <= high and -low % power <= high - low:
        yield k, -low % power, power
        k, power = k + 1, power * p


def _segment(n: Int64s) -> tuple[int, int] | None:
    """The least segment around the integers, if it is worth a sieve."""
    if not n.size:
        return 0, 0
    low, high = int(n.min()), int(n.max())
    if high - low > SPARSE * n.size + 1000 or isqrt(max(high, 0)) > min(LARGEST_PRIME, SPARSE * n.size + 1000):
        return None
    return low, high
