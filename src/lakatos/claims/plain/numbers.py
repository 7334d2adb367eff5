"""Integers: primes, divisors and arithmetic functions, by the definitions and integer arithmetic alone."""

from collections import Counter
from math import isqrt, prod


def power_mod(b, e, m):
    """The remainder of b**e on division by m, for e >= 0 and m >= 1, by repeated squaring."""
    if e < 0 or m < 1:
        raise ValueError("power_mod needs an exponent of at least 0 and a modulus of at least 1")
    result = 1 % m
    while e > 0:
        if e % 2 == 1:
            result = result * b % m
        b, e = b * b % m, e // 2
    return result


def is_strong_probable_prime(n, base):
    """Whether n >= 3 passes the Miller-Rabin test: with n - 1 = odd * 2**twos, base**odd is 1 modulo n, or
    base**(odd * 2**i) is -1 for some i < twos. Every odd prime that does not divide the base passes.
    """
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    x = power_mod(base, odd, n)
    return x == 1 or any(power_mod(x, 2**i, n) == n - 1 for i in range(twos))


def is_prime(n):
    """Whether n has exactly two positive divisors (so no n < 2). From 10**12 on by 13 Miller-Rabin tests, which no
    composite below 3317044064679887385961981 passes (Sorenson and Webster 2015); what passes beyond is refused.
    """
    if n < 10**12:
        return n > 1 and all(n % d != 0 for d in range(2, isqrt(n) + 1))
    if not all(is_strong_probable_prime(n, base) for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)):
        return False
    if n >= 3317044064679887385961981:
        raise ArithmeticError(
            f"cannot tell whether {n} is prime: the tests prove it only below 3317044064679887385961981"
        )
    return True


def prime_factors(n):
    """The primes whose product is n >= 1, with multiplicity, ascending; () for n = 1. By trial division."""
    if n < 1:
        raise ValueError("only integers of at least 1 have prime factors here")
    factors, d = [], 2
    while d * d <= n:
        if n % d == 0:
            factors.append(d)
            n //= d
        else:
            d += 1
    # What is left has no divisor up to its square root: it is 1 or prime.
    if n > 1:
        factors.append(n)
    return tuple(factors)


def divisors(n):
    """The positive divisors of n >= 1, ascending: the products of some of its prime factors."""
    found = {1}
    for p in prime_factors(n):
        found |= {p * d for d in found}
    return tuple(sorted(found))


def sum_of_divisors(n):
    """The sum of the positive divisors of n >= 1: the product of 1 + p + ... + p**k over its prime powers p**k."""
    return prod((p ** (k + 1) - 1) // (p - 1) for p, k in Counter(prime_factors(n)).items())


def number_of_divisors(n):
    """How many positive divisors n >= 1 has: the product of k + 1 over its prime powers p**k."""
    return prod(k + 1 for k in Counter(prime_factors(n)).values())


def euler_phi(n):
    """How many of 1, ..., n are coprime to n >= 1: the product of (p - 1) * p**(k - 1) over its prime powers p**k."""
    return prod((p - 1) * p ** (k - 1) for p, k in Counter(prime_factors(n)).items())


def liouville(n):
    """1 if n >= 1 has an even number of prime factors, counted with multiplicity, and -1 if odd."""
    return (-1) ** len(prime_factors(n))


def moebius(n):
    """0 if a square > 1 divides n >= 1; otherwise 1 if it has an even number of prime factors, and -1 if odd."""
    factors = prime_factors(n)
    return (-1) ** len(factors) if len(set(factors)) == len(factors) else 0


def is_square(n):
    """Whether the integer n is the square of an integer; 0 is, no negative one is."""
    return n >= 0 and isqrt(n) ** 2 == n


def is_squarefree(n):
    """Whether no square > 1 divides n >= 1, so that no prime factor repeats; 1 is squarefree."""
    factors = prime_factors(n)
    return len(set(factors)) == len(factors)


def fibonacci(n):
    """The n-th Fibonacci number, n >= 0: 0, 1, 1, 2, 3, 5, ..."""
    if n < 0:
        raise ValueError("Fibonacci numbers are counted from 0")
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def lucas_number(n):
    """The n-th Lucas number, n >= 0: 2, 1, 3, 4, 7, 11, ..."""
    if n < 0:
        raise ValueError("Lucas numbers are counted from 0")
    a, b = 2, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def primes_up_to(n):
    """All primes <= n, ascending, by the sieve of Eratosthenes; () if n < 2."""
    prime = [False, False] + [True] * (n - 1)
    for p in range(2, isqrt(max(n, 0)) + 1):
        if prime[p]:
            for multiple in range(p * p, n + 1, p):
                prime[multiple] = False
    return tuple(k for k in range(2, n + 1) if prime[k])


def digits(n, base):
    """The digits of n >= 0 in a base >= 2, the most significant first, without leading zeros; (0,) for n = 0."""
    if n < 0 or base < 2:
        raise ValueError("digits are those of an integer of at least 0 in a base of at least 2")
    found = [n % base]
    while n >= base:
        n //= base
        found.append(n % base)
    return tuple(reversed(found))
