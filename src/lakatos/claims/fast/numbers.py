"""Arithmetic functions through FLINT (python-flint): the results of ``lakatos.claims.plain.numbers``, for search.

Only what gains much is here. The functions are those of the FLINT manual, chapter ``fmpz`` and ``fmpz_factor``.
"""

from __future__ import annotations

from math import prod

import numpy as np
from flint import fmpz


def power_mod(b: int, e: int, m: int) -> int:
    """Remainder of ``b**e`` modulo ``m``, by Python's own ``pow``."""
    if e < 0 or m < 1:
        raise ValueError("power_mod needs an exponent of at least 0 and a modulus of at least 1")
    return pow(b, e, m)


def is_prime(n: int) -> bool:
    """Whether ``n`` is prime, proved by ``fmpz_is_prime``: Baillie-PSW below 2**64, else n - 1, n + 1 and APR-CL tests.

    It also answers beyond 3317044064679887385961981, where the plain function refuses whatever is not composite.
    """
    answer = int(fmpz(n).is_prime())
    if answer < 0:
        raise ValueError(f"FLINT neither proves nor refutes that {n} is prime")
    return answer == 1


def prime_factors(n: int) -> tuple[int, ...]:
    """Primes whose product is ``n``, ascending, by ``fmpz_factor`` (trial division, elliptic curves, sieve)."""
    return tuple(p for p, k in _factored(n) for _ in range(k))


def divisors(n: int) -> tuple[int, ...]:
    """Divisors in ascending order, multiplied from the prime powers that ``fmpz_factor`` finds."""
    found = [1]
    for p, k in _factored(n):
        powers = [p**i for i in range(k + 1)]
        found = [d * power for d in found for power in powers]
    return tuple(sorted(found))


def sum_of_divisors(n: int) -> int:
    """Sum of the divisors, from the prime powers that ``fmpz_factor`` finds."""
    return prod((p ** (k + 1) - 1) // (p - 1) for p, k in _factored(n))


def number_of_divisors(n: int) -> int:
    """Number of divisors, from the prime powers that ``fmpz_factor`` finds."""
    return prod(k + 1 for _, k in _factored(n))


def euler_phi(n: int) -> int:
    """Euler's totient, by ``fmpz_euler_phi``."""
    return int(_positive(n).euler_phi())


def liouville(n: int) -> int:
    """Liouville's function, from the prime powers that ``fmpz_factor`` finds."""
    return -1 if sum(k for _, k in _factored(n)) % 2 else 1


def moebius(n: int) -> int:
    """Moebius' function, by ``fmpz_moebius_mu``."""
    return int(_positive(n).moebius_mu())


def is_squarefree(n: int) -> bool:
    """Whether no square > 1 divides ``n``, by ``fmpz_moebius_mu``."""
    return int(_positive(n).moebius_mu()) != 0


def fibonacci(n: int) -> int:
    """Fibonacci number, by ``fmpz_fib_ui`` (doubling)."""
    if n < 0:
        raise ValueError("Fibonacci numbers are counted from 0")
    return int(fmpz.fib_ui(fmpz(n)))


def lucas_number(n: int) -> int:
    """Lucas number, as ``2 F(n + 1) - F(n)`` of the Fibonacci numbers."""
    if n < 0:
        raise ValueError("Lucas numbers are counted from 0")
    return int(2 * fmpz.fib_ui(fmpz(n + 1)) - fmpz.fib_ui(fmpz(n)))


def primes_up_to(n: int) -> tuple[int, ...]:
    """Primes up to ``n``, by the sieve of Eratosthenes over the odd numbers in a numpy array."""
    if n < 2:
        return ()
    # Entry i stands for 2 i + 1; that of 1 is left standing and becomes the prime 2.
    prime = np.ones((n + 1) // 2, dtype=bool)
    i = 1
    while (p := 2 * i + 1) * p <= n:
        if prime[i]:
            prime[p * p // 2 :: p] = False
        i += 1
    found: list[int] = (2 * np.flatnonzero(prime) + 1).tolist()
    found[0] = 2
    return tuple(found)


def _factored(n: int) -> list[tuple[int, int]]:
    """Prime and exponent, primes ascending."""
    return sorted((int(p), int(k)) for p, k in _positive(n).factor())


def _positive(n: int) -> fmpz:
    if n < 1:
        raise ValueError("only integers of at least 1 have prime factors here")
    return fmpz(n)
