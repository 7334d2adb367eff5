"""Claims of number theory: false ones, and true ones as controls."""

# A premise takes all variables of its claim, whether or not it is about them.
# ruff: noqa: ARG001

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, gcd, isqrt

from lakatos.claims import (
    ForAll,
    Real,
    digits,
    exp,
    fibonacci,
    forall,
    integers,
    is_prime,
    is_square,
    liouville,
    log,
    moebius,
    pi,
    power_mod,
    prime_factors,
    sum_of_divisors,
    trajectories,
)
from lakatos.claims.plain.reals import log_bounds


@forall(n=integers(0))
def euler_41(n):
    """n^2 + n + 41 is prime."""
    return is_prime(n * n + n + 41)


@forall(n=integers(1))
def gcd5(n):
    """n^5 + 5 and (n + 1)^5 + 5 are coprime."""
    return gcd(n**5 + 5, (n + 1) ** 5 + 5) == 1


# Sums over k <= n are trajectories: the state is the sum so far, and a search walks it once. A trajectory needs a
# horizon, where the claims themselves have no end; 10^13 steps are more than anybody walks.


def add_liouville(t, L):
    """From L(t + 2) to L(t + 3)."""
    return L + liouville(t + 3)


# L(2) = 1 - 1.
@forall(L=trajectories(integers(0, 0), add_liouville, horizon=10**13))
def polya(L):
    """lambda(1) + ... + lambda(n) <= 0 for all n >= 2, lambda being Liouville's function (Polya)."""
    return -L[-1]


def race_mod_4(t, lead):
    """From the lead of the primes 3 mod 4 up to t + 2 to that up to t + 3."""
    x = t + 3
    return lead + ((x % 4 == 3) - (x % 4 == 1) if is_prime(x) else 0)


# Up to 2 there are none of either.
@forall(lead=trajectories(integers(0, 0), race_mod_4, horizon=10**13))
def race4(lead):
    """Up to every x >= 2 there are at least as many primes that are 3 mod 4 as primes that are 1 mod 4."""
    return lead[-1]


def race_mod_3(t, lead):
    """From the lead of the primes 2 mod 3 up to t + 2 to that up to t + 3."""
    x = t + 3
    return lead + ((x % 3 == 2) - (x % 3 == 1) if is_prime(x) else 0)


# Up to 2 there is 2 itself.
@forall(lead=trajectories(integers(1, 1), race_mod_3, horizon=10**13))
def race3(lead):
    """Up to every x >= 2 there are at least as many primes that are 2 mod 3 as primes that are 1 mod 3."""
    return lead[-1]


# Three variables suffice, and d is the nearest there is.
@forall(a=integers(1), b=integers(1), c=integers(1), strict=True)
def euler_k4(a, b, c):
    """a^4 + b^4 + c^4 = d^4 has no solution in positive integers (Euler)."""
    s = a**4 + b**4 + c**4
    d = isqrt(isqrt(s))
    return min(s - d**4, (d + 1) ** 4 - s)


@forall(p=integers(2))
def mersenne(p):
    """2^p - 1 is prime for every prime p."""
    return is_prime(2**p - 1)


@mersenne.given
def mersenne_prime_exponent(p):
    """p is prime"""
    return is_prime(p)


@forall(n=integers(2))
def fermat_pseudoprime(n):
    """If n divides 2^n - 2, then n is prime."""
    return power_mod(2, n, n) != 2 % n or is_prime(n)


@forall(n=integers(2))
def carmichael(n):
    """If b^(n - 1) = 1 mod n for all b coprime to n, then n is prime."""
    return is_prime(n) or any(gcd(b, n) == 1 and power_mod(b, n - 1, n) != 1 for b in range(2, n))


def lucas_mod(n, m):
    """The n-th Lucas number modulo m: L(2k) = L(k)^2 - 2 (-1)^k, L(2k + 1) = L(k) L(k + 1) - (-1)^k."""
    a, b, sign = 2, 1, 1
    for bit in digits(n, 2):
        if bit:
            a, b, sign = (a * b - sign) % m, (b * b + 2 * sign) % m, -1
        else:
            a, b, sign = (a * a - 2 * sign) % m, (a * b - sign) % m, 1
    return a % m


@forall(n=integers(2))
def lucas_pseudoprime(n):
    """If n divides L_n - 1, the n-th Lucas number less one, then n is prime."""
    return lucas_mod(n, n) != 1 or is_prime(n)


@forall(k=integers(1))
def threes_and_one(k):
    """The number 3...31, k threes and a one, is prime."""
    return is_prime((10 ** (k + 1) - 7) // 3)


@forall(n=integers(2))
def goldbach_odd(n):
    """Every odd n > 1 is p + 2 a^2 with p prime and a >= 0 (Goldbach)."""
    return any(is_prime(n - 2 * a * a) for a in range(isqrt(n // 2) + 1))


@goldbach_odd.given
def goldbach_is_odd(n):
    """n is odd"""
    return n % 2 == 1


@forall(n=integers(4))
def polignac(n):
    """Every odd n > 3 is p + 2^k with p prime (de Polignac)."""
    return any(is_prime(n - 2**k) for k in range(1, n.bit_length()))


@polignac.given
def polignac_is_odd(n):
    """n is odd"""
    return n % 2 == 1


@forall(p=integers(2))
def wieferich(p):
    """No prime p has p^2 dividing 2^(p - 1) - 1."""
    return power_mod(2, p - 1, p * p) != 1


@wieferich.given
def wieferich_prime(p):
    """p is prime"""
    return is_prime(p)


# In the contrapositive there is a margin: how far n is from being abundant.
@forall(n=integers(1))
def abundant_odd(n):
    """Every abundant number is even: no odd n has sigma(n) > 2 n."""
    return 2 - Fraction(sum_of_divisors(n), n)


@abundant_odd.given
def abundant_is_odd(n):
    """n is odd"""
    return n % 2 == 1


@forall(n=integers(1))
def abundant_5(n):
    """Every odd abundant number is divisible by 3: no n coprime to 6 has sigma(n) > 2 n."""
    return 2 - Fraction(sum_of_divisors(n), n)


@abundant_5.given
def coprime_to_6(n):
    """n is divisible by neither 2 nor 3"""
    return gcd(n, 6) == 1


@forall(n=integers(1))
def collatz_3n_1(n):
    """Iterating n -> n/2 for even n and n -> 3 n - 1 for odd n leads to 1."""
    seen = set()
    # Until it is at 1, or where it was before.
    while n != 1 and n not in seen:
        seen.add(n)
        n = n // 2 if n % 2 == 0 else 3 * n - 1
    return n == 1


@forall(p=integers(5))
def fibonacci_prime(p):
    """The Fibonacci number F_p is prime for every prime p >= 5."""
    return is_prime(fibonacci(p))


@fibonacci_prime.given
def fibonacci_prime_index(p):
    """p is prime"""
    return is_prime(p)


@forall(n=integers(2))
def two_power_mod_3(n):
    """2^n mod n is never 3."""
    return power_mod(2, n, n) != 3


# "Some k 2^n + 1 is prime" ranges over all n; this is what follows from it for every period m. Were that prime above
# 2^m - 1, it would be coprime to it, and k 2^n + 1 depends on n mod m only, modulo 2^m - 1. Where this fails, every
# k 2^n + 1 has a factor in common with 2^m - 1 and is no prime. The margin is how many residues are left uncovered.
@forall(k=integers(1), m=integers(1), strict=True)
def sierpinski(k, m):
    """For every odd k some k 2^n + 1, n >= 1, is prime: for every m one with n <= m is coprime to 2^m - 1 or prime."""
    whole = 2**m - 1
    values = [k * 2**n + 1 for n in range(1, m + 1)]
    return sum(1 for x in values if gcd(x, whole) == 1 or (x <= whole and is_prime(x)))


@sierpinski.given
def sierpinski_is_odd(k, m):
    """k is odd"""
    return k % 2 == 1


@forall(n=integers(1), strict=True)
def pell_991(n):
    """991 n^2 + 1 is never a square; the margin is how far it is from one."""
    x = 991 * n * n + 1
    root = isqrt(x)
    return min(x - root * root, (root + 1) ** 2 - x)


@forall(x=integers(), y=integers(), z=integers(), strict=True)
def three_cubes_33(x, y, z):
    """x^3 + y^3 + z^3 = 33 has no solution in integers."""
    return abs(x**3 + y**3 + z**3 - 33)


@forall(x=integers(), y=integers(), z=integers(), strict=True)
def three_cubes_42(x, y, z):
    """x^3 + y^3 + z^3 = 42 has no solution in integers."""
    return abs(x**3 + y**3 + z**3 - 42)


@forall(a=integers(1), b=integers(1), c=integers(1), strict=True)
def fruit(a, b, c):
    """a/(b + c) + b/(a + c) + c/(a + b) = 4 has no solution in positive integers."""
    return abs(Fraction(a, b + c) + Fraction(b, a + c) + Fraction(c, a + b) - 4)


def is_sum_of_two_squares(n):
    """Whether n >= 0 is a sum of two squares: every prime that is 3 mod 4 divides it to an even power."""
    if n == 0:
        return True
    factors = prime_factors(n)
    return all(factors.count(p) % 2 == 0 for p in {*factors} if p % 4 == 3)


@forall(n=integers(2))
def sun_a303639(n):
    """Every n > 1 is a^2 + b^2 + C(2c + 1, c) + C(2d + 1, d) with a, b, c, d >= 0 (Sun)."""
    # C(2k + 1, k) >= 2^k.
    middle = [comb(2 * k + 1, k) for k in range(n.bit_length())]
    return any(x + y <= n and is_sum_of_two_squares(n - x - y) for i, x in enumerate(middle) for y in middle[: i + 1])


@forall(n=integers(1))
def tanh_pi(n):
    """The integer part of n tanh(pi) is n - 1."""
    e = exp(2 * pi())
    x = n * ((e - 1) / (e + 1))
    # It never is n, as tanh < 1.
    return min(x - (n - 1), n - x)


def harmonic_rest_bounds(n):
    """Rational bounds on H(n) - log n - gamma = 1/(2n) - 1/(12 n^2) + 1/(120 n^4) - ..., cut after either sign."""
    high = Fraction(1, 2 * n) - Fraction(1, 12 * n**2) + Fraction(1, 120 * n**4)
    return high - Fraction(1, 252 * n**6), high


def harmonic_bounds(n, k):
    """Rational bounds on H(n) = 1 + 1/2 + ... + 1/n, to within some 2^-k: the first terms, then what is left."""
    # The work grows as 2^(k/6), and 64 digits decide what is asked here.
    if k > 100:
        raise ArithmeticError("harmonic numbers are computed to 100 binary digits only")
    m, bits = min(n, 2 ** (k // 6 + 1)), k + 32
    # Every term is rounded down by less than 2^-bits.
    total = sum(2**bits // i for i in range(1, m + 1))
    low, high = Fraction(total, 2**bits), Fraction(total + m, 2**bits)
    if m == n:
        return low, high
    (a, b), (c, d), (e, f) = log_bounds(Fraction(n, m), k), harmonic_rest_bounds(n), harmonic_rest_bounds(m)
    return low + a + c - f, high + b + d - e


def harmonic(n):
    """H(n) = 1 + 1/2 + ... + 1/n, as a real number known by bounds."""
    return Real(lambda k: harmonic_bounds(n, k), ("harmonic", n), 1, 1, None)


# A function of n and no trajectory: 1/2 + 1/3 + ... as Fractions soon has more digits than fit anywhere.
@forall(n=integers(1))
def harmonic20(n):
    """1 + 1/2 + ... + 1/n <= 20."""
    return 20 - harmonic(n)


@cache
def euler_gamma_bounds(k):
    """Rational bounds on Euler's constant H(m) - log m - (H(m) - log m - gamma), to within some 2^-k."""
    m = 2 ** (k // 6 + 1)
    (a, b), (c, d), (e, f) = harmonic_bounds(m, k), log_bounds(Fraction(m), k), harmonic_rest_bounds(m)
    return a - d - f, b - c - e


def euler_gamma():
    """Euler's constant 0.577..., known by bounds."""
    return Real(euler_gamma_bounds, "gamma", 1, 1, None)


# For n > 5040 this is the Riemann hypothesis (Robin): where the domain begins is the whole content.
@forall(n=integers(2521), strict=True)
def robin(n):
    """sigma(n) < e^gamma n log log n for n > 2520; in logarithms, log(sigma(n)/n) < gamma + log log log n."""
    return euler_gamma() + log(log(log(n))) - log(Fraction(sum_of_divisors(n), n))


@forall(n=integers(0, 39))
def euler_41_bounded(n):
    """n^2 + n + 41 is prime for n < 40."""
    return is_prime(n * n + n + 41)


@forall(n=integers(0))
def four_squares(n):
    """Every n >= 0 is a sum of four squares (Lagrange)."""
    roots = range(isqrt(n), -1, -1)
    return any(
        a * a + b * b + c * c <= n and is_square(n - a * a - b * b - c * c)
        for a in roots
        for b in range(min(a, isqrt(n - a * a)), -1, -1)
        for c in range(min(b, isqrt(n - a * a - b * b)), -1, -1)
    )


def add_moebius(t, M):
    """From M(t + 2) to M(t + 3)."""
    return M + moebius(t + 3)


# M(2) = 1 - 1.
@forall(M=trajectories(integers(0, 0), add_moebius, horizon=10**6 - 2), strict=True)
def mertens_bounded(M):
    """|mu(1) + ... + mu(n)| < sqrt(n) for 1 < n <= 10^6, mu being Moebius' function (Mertens)."""
    n = len(M) + 1
    return n - M[-1] ** 2


@forall(L=trajectories(integers(0, 0), add_liouville, horizon=10**6 - 2))
def polya_bounded(L):
    """lambda(1) + ... + lambda(n) <= 0 for 2 <= n <= 10^6, lambda being Liouville's function (Polya)."""
    return -L[-1]


@forall(a=integers(1), b=integers(1), c=integers(1), strict=True)
def flt_near_miss(a, b, c):
    """a^12 + b^12 is never c^12 (a case of Fermat's last theorem)."""
    return abs(a**12 + b**12 - c**12)


CLAIMS: dict[str, ForAll] = {
    "nt-euler-41": euler_41,
    "nt-gcd5": gcd5,
    "nt-polya": polya,
    "nt-race4": race4,
    "nt-race3": race3,
    "nt-euler-k4": euler_k4,
    "nt-mersenne": mersenne,
    "nt-fermat-psp": fermat_pseudoprime,
    "nt-carmichael": carmichael,
    "nt-lucas-psp": lucas_pseudoprime,
    "nt-31-331": threes_and_one,
    "nt-goldbach-odd": goldbach_odd,
    "nt-polignac": polignac,
    "nt-wieferich": wieferich,
    "nt-abundant-odd": abundant_odd,
    "nt-abundant-5": abundant_5,
    "nt-collatz-3n-1": collatz_3n_1,
    "nt-fibonacci-prime": fibonacci_prime,
    "nt-2n-mod-3": two_power_mod_3,
    "nt-sierpinski": sierpinski,
    "nt-pell-991": pell_991,
    "nt-three-cubes-33": three_cubes_33,
    "nt-three-cubes-42": three_cubes_42,
    "nt-fruit": fruit,
    "nt-A303639": sun_a303639,
    "nt-tanh-pi": tanh_pi,
    "nt-harmonic20": harmonic20,
    "nt-robin": robin,
    "T-euler-41-bounded": euler_41_bounded,
    "T-four-squares": four_squares,
    "T-mertens-bounded": mertens_bounded,
    "T-polya-bounded": polya_bounded,
    "T-flt-near-miss": flt_near_miss,
}
TRUE = frozenset({"T-euler-41-bounded", "T-four-squares", "T-mertens-bounded", "T-polya-bounded", "T-flt-near-miss"})
WITHOUT: dict[str, str] = {}
