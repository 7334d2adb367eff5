"""Integers that sieves, algebra and factorisations must find, and claims that they must leave alone."""

from fractions import Fraction
from math import gcd, isqrt
from random import Random

import numpy as np
import pytest

from lakatos.claims import (
    digits,
    euler_phi,
    forall,
    graphs,
    integers,
    is_prime,
    is_square,
    is_squarefree,
    judge,
    liouville,
    moebius,
    number_of_divisors,
    power_mod,
    prime_factors,
    rationals,
    size,
    sum_of_divisors,
    trajectories,
    vectors,
    violators,
)
from lakatos.claims.fast import numbers, ranges
from lakatos.search.budget import Budget
from lakatos.search.equations.curves import Form, points
from lakatos.search.equations.squares import fundamental, square_values
from lakatos.search.strategies import strategies


def first(claim, name, rounds=3):
    """The first confirmed proposal of a strategy, as rounds go on."""
    strategy = strategies()[name]
    assert strategy.fits(claim) is None, strategy.fits(claim)
    for turn in range(rounds):
        budget = Budget(strategy.STEPS * 2**turn)
        for values in strategy.propose(claim, budget, Random(turn), turn):
            if judge(claim, values).status == "refutes":
                return values
    return None


def reason(claim, name):
    return strategies()[name].fits(claim)


# Sieve


def race_mod_8(t, lead):
    """From the lead of the primes 3 mod 8 over those 1 mod 8 up to t + 1 to that up to t + 2."""
    x = t + 2
    return lead + (((x % 8 == 3) - (x % 8 == 1)) if is_prime(x) else 0)


def add_moebius(t, M):
    """From M(t) to M(t + 1)."""
    return M + moebius(t + 1)


def halved(t, n):
    """n/2 or 3n + 1."""
    return n // 2 if n % 2 == 0 else 3 * n + t * 0 + 1


@forall(n=integers(2))
def wieferich(n):
    """No prime p has p^2 dividing 2^(p - 1) - 1."""
    return power_mod(2, n - 1, n * n) != 1


@wieferich.given
def wieferich_prime(n):
    """n is prime"""
    return is_prime(n)


@forall(n=integers(2))
def korselt(n):
    """No composite squarefree n has power 1 to the bases 2, 3 and 5."""
    return is_prime(n) or not is_squarefree(n) or not all(power_mod(b, n - 1, n) == 1 for b in (2, 3, 5))


@forall(n=integers(1), strict=True)
def totient(n):
    """phi(n) + sigma(n) is not 2n + 2 but for primes, 1 apart."""
    return abs(euler_phi(n) + sum_of_divisors(n) - 3 * n)


@totient.given
def beyond_two(n):
    """n > 2"""
    return n > 2


@forall(n=integers(1))
def long_values(n):
    """n^9 + 7 and (n + 1)^9 + 7 have no factor in common up to 40000."""
    return gcd(n**9 + 7, (n + 1) ** 9 + 7) == 1 or n < 1000


@forall(n=integers(-500, 20))
def negative(n):
    """n^2 + n + 41 is prime."""
    return is_prime(n * n + n + 41)


@forall(n=integers(1))
def branches(n):
    """Branches, counts to a variable, and divides by zero; undefined at 8."""
    if n % 3 == 0:
        return n % 48 != 33
    if n % 7 == 1:
        return Fraction(n, n - 8) > 0 or n < 600
    k = 0
    while n % 2 == 0:
        n, k = n // 2, k + 1
    return k < 6 and all(n % d != 0 or n < 700 for d in range(3, isqrt(n) // 4 + 1))


@forall(n=integers(2))
def sums_of_prime_and_square(n):
    """Every n > 1 that is 2 modulo 3 is a prime and a square."""
    return n % 3 != 2 or any(is_prime(n - a * a) for a in range(isqrt(n) + 1))


@forall(run=trajectories(integers(0, 0), race_mod_8, horizon=10**6))
def no_lead(run):
    """The primes 1 mod 8 never lead, and those 3 mod 8 not by more than 40."""
    return 40 - run[-1] if len(run) > 1 else 1


@forall(run=trajectories(integers(0, 0), add_moebius, horizon=10**7))
def mertens(run):
    """|M(n)| < 2/5 sqrt(n) for n > 200."""
    n = len(run) - 1
    return n < 201 or 25 * run[-1] ** 2 < 4 * n


@pytest.mark.parametrize("claim", [wieferich, korselt, totient, long_values, negative, branches])
def test_sieves_find_the_first(claim):
    found = first(claim, "sieve", rounds=1)
    expected = next((v for v, _ in zip(claim.ascending(), range(6000)) if judge(claim, v).status == "refutes"), None)
    assert found == expected


def test_sieves_follow_sums():
    for claim in (no_lead, mertens):
        (found,) = first(claim, "sieve", rounds=4)
        state, (domain,) = found[0], claim.domains.values()
        states = [state]
        for t in range(found[1]):
            states.append(numbers_step(domain.step)(t, states[-1]))
        assert claim.refuted_by(claim.function(states))
        # None before.
        assert not any(claim.refuted_by(claim.function(states[: k + 1])) for k in range(0, found[1], 97))


def numbers_step(step):
    """A step on quick invariants, as plain ones take long here."""
    return {
        "race_mod_8": lambda t, s: s + ((((t + 2) % 8 == 3) - ((t + 2) % 8 == 1)) if numbers.is_prime(t + 2) else 0),
        "add_moebius": lambda t, s: s + numbers.moebius(t + 1),
    }[step.__name__]


def test_a_sieve_begins_where_it_is_told():
    sieve = strategies()["sieve"]
    every = []
    for begin in range(0, 2000, 500):
        every += list(sieve.propose(wieferich, Budget(500, first=begin), Random(0), 0))
    every += list(sieve.propose(wieferich, Budget(1600, first=2000), Random(0), 5))
    assert every == [(1093,), (3511,)]
    stretch = [
        t
        for begin in (0, 30_000)
        for t in strategies()["sieve"].propose(mertens, Budget(30_000, first=begin), Random(0), 0)
    ]
    assert stretch == list(strategies()["sieve"].propose(mertens, Budget(60_000), Random(0), 1))


def test_a_sieve_comes_to_the_end():
    budget = Budget(10**6)
    assert [n for (n,) in strategies()["sieve"].propose(negative, budget, Random(0), 0)][:2] == [-41, -42]
    assert budget.whole
    assert budget.used == 501


@forall(n=integers(0, 39))
def prime_values(n):
    """n^2 + n + 41 is prime for n < 40."""
    return is_prime(n * n + n + 41)


@forall(n=integers(1))
def deficient_power(n):
    """sigma(n) < 2n for powers of 2, by a quotient that is undefined at others than 1."""
    return 2 - Fraction(sum_of_divisors(2**n), 2**n) if n < 2000 else n // (n - 2000) >= 0


def test_what_is_true_is_not_refuted():
    assert first(prime_values, "sieve") is None
    assert first(deficient_power, "sieve", rounds=1) is None


def test_why_a_sieve_does_not_fit():
    @forall(n=integers(2))
    def palindrome(n):
        return digits(n, 2) != digits(n, 2)[::-1]

    @forall(a=integers(1), b=integers(1))
    def pairs(a, b):
        return gcd(a, b) == 1

    @forall(run=trajectories(integers(0, 0), halved, horizon=50))
    def collatz(run):
        return run[-1] < 10

    @forall(run=trajectories(integers(1), add_moebius, horizon=50))
    def many_starts(run):
        return run[-1] < 10

    @forall(n=integers(3))
    def counts(n):
        return any(gcd(b, n) == 1 for b in range(2, n))

    assert reason(counts, "sieve") == "it does not run on arrays: it goes too many ways"
    assert "is of another length for every integer" in reason(palindrome, "sieve")
    assert "no single integer" in reason(pairs, "sieve")
    assert "depends on the state" in reason(collatz, "sieve")
    assert "no single start" in reason(many_starts, "sieve")


def test_integers_that_go_different_ways():
    for claim in (branches, sums_of_prime_and_square):
        n = np.arange(9, 3000)
        assert violators(claim, n).tolist() == [k for k in n.tolist() if not claim.function(k)]
    with pytest.raises(ZeroDivisionError):
        violators(branches, np.arange(1, 100))


def test_arrays_hold_what_integers_do():
    """No value wraps around: at the edge of 64 bits the plain function and the arrays agree."""

    @forall(n=integers(1))
    def everything(n):
        x, y = n**3 - 7 * n, (n + 5) * n
        return (
            (x * x % (y + 1) + x // y - max(x, -y) ** 2) % 3 != 1
            or isqrt(abs(x) * n) % 2 == 0
            or (is_square(y) and power_mod(3, n, y) < y)
        )

    @forall(n=integers(1))
    def fractions(n):
        return Fraction(n, n + 1) ** 2 - Fraction(3, n) if n % 3 else Fraction(7 - n % 11, -n)

    for claim in (everything, fractions):
        for low in (1, 2**20 - 50, 2**31 - 50, 2**40):
            n = np.arange(low, low + 100)
            assert violators(claim, n).tolist() == [k for k in n.tolist() if claim.refuted_by(claim.function(k))]


@pytest.mark.parametrize("low", [1, 90, 10**6 - 50, 10**10])
def test_sieved_functions_are_the_plain_ones(low):
    n = np.arange(low, low + 600)
    for function in (is_prime, sum_of_divisors, number_of_divisors, euler_phi, liouville, moebius, is_squarefree):
        one, many = getattr(numbers, function.__name__), getattr(ranges, function.__name__)
        for some in (n, n[n % 5 == 2], n[:20] * 10007):
            assert many(some).tolist() == [one(int(k)) for k in some]
    for k in n[:50].tolist():
        assert ranges.sum_of_divisors(np.array([k]))[0] == sum_of_divisors(k)


def test_powers_modulo_long_numbers():
    rng = np.random.default_rng(1)
    m, e, b = rng.integers(1, 2**50, 500), rng.integers(0, 2**60, 500), rng.integers(-(2**40), 2**40, 500)
    assert ranges.power_mod(b, e, m).tolist() == [pow(*map(int, x)) for x in zip(b, e, m)]


# Algebra


@forall(n=integers(1))
def coprime_17(n):
    """n^17 + 9 and (n + 1)^17 + 9 are coprime."""
    return gcd(n**17 + 9, (n + 1) ** 17 + 9) == 1


@forall(n=integers(1))
def coprime_cubes(n):
    """n^3 + 7 and (n + 2)^3 + 7 have no common factor beyond 10."""
    return gcd(n**3 + 7, (n + 2) ** 3 + 7) <= 10


@forall(n=integers(1), k=integers(2, 6))
def coprime_shifted(n, k):
    """n^k + 5 and (n + 1)^k + 5 have no common factor beyond 1000."""
    return gcd(n**k + 5, (n + 1) ** k + 5) < 1000


@forall(n=integers(1))
def coprime_odd(n):
    """n^2 + 1 and (n + 1)^2 + 1 are coprime for even n."""
    return n % 2 == 1 or gcd(n * n + 1, (n + 1) ** 2 + 1) == 1


def test_common_factors():
    assert first(coprime_17, "algebra") == (8424432925592889329288197322308900672459420460792433,)
    assert first(coprime_odd, "algebra") == (2,)
    (n,) = first(coprime_cubes, "algebra")
    assert n == next(n for n in range(1, 10**6) if gcd(n**3 + 7, (n + 2) ** 3 + 7) > 10)
    assert first(coprime_shifted, "algebra") is not None


@forall(n=integers(1))
def pell_61(n):
    """61 n^2 + 1 is no square."""
    return not is_square(61 * n * n + 1)


@forall(n=integers(1), strict=True)
def pell_421(n):
    """421 n^2 + 1 is no square."""
    x = 421 * n * n + 1
    return min(x - isqrt(x) ** 2, (isqrt(x) + 1) ** 2 - x)


@forall(x=integers(1), y=integers(1), strict=True)
def pell_109(x, y):
    """x^2 - 109 y^2 is not 1."""
    return abs(x * x - 109 * y * y - 1)


@forall(n=integers(2))
def triangular(n):
    """n (n + 1)/2 is 61 times no triangular number: 61 (2m + 1)^2 - 60 is no square of an odd number 2n + 1 > 3."""
    return not is_square(61 * (2 * n + 1) ** 2 - 60)


@forall(n=integers(1))
def long_square(n):
    """n^2 + 10^16 + 60000009 n is no square."""
    return isqrt(n * n + 60000009 * n + 10**16) ** 2 != n * n + 60000009 * n + 10**16


@forall(D=integers(2, 61), x=integers(1), y=integers(1))
def pell_short(D, x, y):
    """x^2 - D y^2 = 1 only for x below 10^7 or D below 5."""
    return x * x - D * y * y != 1 or x < 10**7 or D < 5


def test_squares():
    D, x, y = first(pell_short, "algebra")
    assert x * x - D * y * y == 1
    assert first(pell_61, "algebra") == (226153980,)
    assert first(pell_421, "algebra") == (189073995951839020880499780706260,)
    assert first(pell_109, "algebra") == (158070671986249, 15140424455100)
    (n,) = first(triangular, "algebra")
    assert isqrt(61 * (2 * n + 1) ** 2 - 60) ** 2 == 61 * (2 * n + 1) ** 2 - 60
    assert first(long_square, "algebra") is not None


@pytest.mark.parametrize("A", [2, 3, 7, 13, 4, 9])
def test_every_square_is_found(A):
    for B in (-3, 0, 1, 4):
        for C in range(-15, 16):
            if B * B == 4 * A * C:
                continue
            values = ((n, A * n * n + B * n + C) for n in range(-300, 301))
            expected = {n for n, v in values if v >= 0 and isqrt(v) ** 2 == v}
            assert {n for n in square_values(A, B, C, 7) if abs(n) <= 300} == expected


def test_fundamental_solutions():
    for D in (2, 61, 313, 991, 9949):
        t, u = fundamental(D)
        assert t * t - D * u * u == 1
    assert fundamental(61) == (1766319049, 226153980)


@forall(a=integers(1), b=integers(1), c=integers(1), strict=True)
def fruit_6(a, b, c):
    """a/(b + c) + b/(a + c) + c/(a + b) = 6 has no solution in positive integers."""
    return abs(Fraction(a, b + c) + Fraction(b, a + c) + Fraction(c, a + b) - 6)


@forall(x=vectors(integers(1), 3))
def cubes_9(x):
    """No sum of two cubes is 9 cubes, but for the multiples of (1, 2, 1)."""
    a, b, c = x
    return a**3 + b**3 != 9 * c**3 or a == 2 * b or b == 2 * a


@forall(x=rationals(0), y=rationals(0))
def cubes_6(x, y):
    """6 is no sum of two cubes of positive rationals below 1.9."""
    return x**3 + y**3 != 6 or x > Fraction(19, 10) or y > Fraction(19, 10)


@forall(x=integers(1000), y=integers(1000), z=integers(1000))
def conic(x, y, z):
    """x^2 + y^2 = 5 z^2 has no solution beyond 1000 with coprime x and y."""
    return x * x + y * y != 5 * z * z or gcd(x, y) > 1


def test_curves():
    a, b, c = first(fruit_6, "algebra", rounds=2)
    assert Fraction(a, b + c) + Fraction(b, a + c) + Fraction(c, a + b) == 6
    assert len(str(max(a, b, c))) == 134
    for claim in (cubes_9, cubes_6, conic):
        assert first(claim, "algebra", rounds=2) is not None


def test_points_lie_on_the_curve():
    form = Form({(3, 0, 0): 1, (0, 3, 0): 1, (0, 0, 3): -9})
    found = [p for p, _ in zip((p for p in points(form, 5, 60) if p), range(30))]
    assert len(set(found)) == 10 + len(found) - 10
    assert all(form(p) == 0 and gcd(*p) == 1 for p in found)


@forall(k=integers(1), m=integers(1, 30), strict=True)
def riesel(k, m):
    """For every odd k and every m some k 2^n - 1 with n <= m is coprime to 2^m - 1."""
    whole = 2**m - 1
    return sum(1 for n in range(1, m + 1) if gcd(k * 2**n - 1, whole) == 1)


@riesel.given
def riesel_odd(k, m):
    """k is odd and m even"""
    return k % 2 == 1 and m % 2 == 0


def test_coverings():
    k, m = first(riesel, "algebra")
    assert all(gcd(k * 2**n - 1, 2**m - 1) > 1 for n in range(1, m + 1))


@forall(n=integers(1))
def consecutive(n):
    """Consecutive numbers are coprime, and so are 2n + 1 and 3n + 1."""
    return gcd(n, n + 1) == 1 and gcd(2 * n + 1, 3 * n + 1) == 1


@forall(n=integers(1))
def between_squares(n):
    """n^2 + n is no square."""
    return not is_square(n * n + n)


@forall(a=integers(1), b=integers(1), c=integers(1))
def fermat_3(a, b, c):
    """a^3 + b^3 is no cube."""
    return a**3 + b**3 != c**3


def test_algebra_refutes_nothing_that_is_true():
    for claim in (between_squares, fermat_3):
        assert first(claim, "algebra", rounds=1) is None
    assert "not solved here" in reason(consecutive, "algebra")


def test_why_algebra_does_not_fit():
    @forall(graphs(n=5))
    def few(g):
        return 8 - size(g)

    @forall(n=integers(1))
    def factors_of(n):
        return len(prime_factors(n)) < 10

    @forall(x=vectors(rationals(1), 14))
    def shapiro(x):
        return sum(x[i] / (x[i - 1] + x[i - 2]) for i in range(14)) - 7

    assert "no fixed number of scalars" in reason(few, "algebra")
    assert reason(shapiro, "algebra") == "the variables have more than 4 scalars"
    assert reason(wieferich, "algebra") == "it asks nothing about polynomials in its variables"
    assert reason(factors_of, "algebra") == "it asks nothing about polynomials in its variables"


# Factorisations


@forall(n=integers(1))
def abundant_5(n):
    """No n coprime to 6 is abundant."""
    return 2 - Fraction(sum_of_divisors(n), n)


@abundant_5.given
def coprime_to_6(n):
    """n is coprime to 6"""
    return gcd(n, 6) == 1


@forall(n=integers(1))
def abundant_30(n):
    """sigma(n) <= 7/4 n for n coprime to 30."""
    return Fraction(7, 4) * n - sum_of_divisors(n)


@abundant_30.given
def coprime_to_30(n):
    """n is coprime to 30"""
    return gcd(n, 30) == 1


@forall(n=integers(10**6))
def sparse_totient(n):
    """phi(n) >= 2 n/11."""
    return 11 * euler_phi(n) - 2 * n


@forall(n=integers(10**6 + 1))
def many_divisors(n):
    """n > 10^6 has at most 4 n^(1/4) divisors."""
    return 256 * n - number_of_divisors(n) ** 4


def test_factorisations():
    assert first(abundant_5, "factors") == (5391411025,)
    for claim in (abundant_30, many_divisors, sparse_totient):
        assert first(claim, "factors") is not None


def test_factorisations_refute_nothing_that_is_true():
    @forall(n=integers(1))
    def trivial(n):
        return n * n - euler_phi(n)

    assert first(trivial, "factors", rounds=2) is None
    assert "without a margin" in reason(wieferich, "factors")
    assert "no single integer" in reason(pell_109, "factors")
