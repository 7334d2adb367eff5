"""Exact tests on counts: tail probabilities, intervals and power as fractions, so that no p is a rounded one.

Sources: the binomial interval is C. Clopper and E. Pearson's (Biometrika 26, 1934); the test of a two-by-two table
R. Fisher's, its two sides by probability; the runs test A. Wald and J. Wolfowitz's (Ann. Math. Statist. 11, 1940).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from lakatos.arithmetic.rational import fraction

HALF = Fraction(1, 2)
#: More trials than this take longer than anybody waits.
MOST_TRIALS = 20_000
MOST_PAIRED = 200


def binomial_tail(at_least: int, trials: int, *, chance: Fraction | str = HALF) -> Fraction:
    """P(X >= at_least) for X binomial.

    Raises:
        ValueError: if the trials are negative or too many, or the chance is no probability.

    >>> binomial_tail(9, 10)
    Fraction(11, 1024)
    """
    p = _probability(chance, "chance")
    if not 0 <= trials <= MOST_TRIALS:
        raise ValueError(f"need 0 to {MOST_TRIALS:,} trials, got {trials}")
    if at_least <= 0 or at_least > trials:
        return Fraction(int(at_least <= 0))
    yes, no, whole = p.numerator, p.denominator - p.numerator, p.denominator
    if 2 * at_least <= trials:  # the shorter tail
        return 1 - _sum(0, at_least - 1, trials, yes, no, whole)
    return _sum(at_least, trials, trials, yes, no, whole)


def sign_test(successes: int, trials: int) -> Fraction:
    """The two-sided p of so many successes, under the null that each trial succeeds with chance 1/2.

    >>> sign_test(9, 10), sign_test(0, 0)
    (Fraction(11, 512), Fraction(1, 1))
    """
    _counts(successes, trials)
    return min(Fraction(1), 2 * binomial_tail(max(successes, trials - successes), trials))


def critical_count(trials: int, *, level: Fraction | str = "1/20") -> int | None:
    """The least k > trials/2 that the two-sided sign test rejects at the level; None if not even all of them is.

    >>> critical_count(128), critical_count(5)
    (76, None)
    """
    alpha = _probability(level, "level")
    _counts(0, trials)
    if 2 * binomial_tail(trials, trials) > alpha:
        return None
    low, high = trials // 2, trials  # low is not rejected, high is
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if sign_test(middle, trials) <= alpha else (middle, high)
    return high


def sign_test_power(trials: int, *, chance: Fraction | str, level: Fraction | str = "1/20") -> Fraction:
    """How often the two-sided sign test rejects 1/2 when each trial in truth succeeds with this chance.

    >>> sign_test_power(5, chance="1")
    Fraction(0, 1)
    """
    p = _probability(chance, "chance")
    critical = critical_count(trials, level=level)
    if critical is None:
        return Fraction(0)
    return binomial_tail(critical, trials, chance=p) + binomial_tail(critical, trials, chance=1 - p)


def least_detectable(
    trials: int, *, power: Fraction | str = "4/5", level: Fraction | str = "1/20", steps: int = 1000
) -> Fraction | None:
    """The least chance above 1/2, in multiples of 1/steps, that the sign test sees with this power; None if none.

    >>> least_detectable(128)
    Fraction(313, 500)
    """
    wanted = _probability(power, "power")
    if steps < 2:
        raise ValueError(f"need at least 2 steps, got {steps}")
    low, high = steps // 2, steps
    if sign_test_power(trials, chance=Fraction(1), level=level) < wanted:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        enough = sign_test_power(trials, chance=Fraction(middle, steps), level=level) >= wanted
        low, high = (low, middle) if enough else (middle, high)
    return Fraction(high, steps)


def proportion_interval(
    successes: int, trials: int, *, confidence: Fraction | str = "19/20", steps: int = 10_000
) -> tuple[Fraction, Fraction]:
    """The exact interval for a chance (each side misses at most half of what is left), rounded outward to 1/steps.

    >>> proportion_interval(0, 128)
    (Fraction(0, 1), Fraction(57, 2000))
    """
    _counts(successes, trials)
    side = (1 - _probability(confidence, "confidence")) / 2

    def lower(count: int) -> Fraction:
        """The greatest multiple that at least this count rejects."""
        low, high = 0, steps
        while high - low > 1:
            middle = (low + high) // 2
            rejected = binomial_tail(count, trials, chance=Fraction(middle, steps)) <= side
            low, high = (middle, high) if rejected else (low, middle)
        return Fraction(low, steps)

    return (
        lower(successes) if successes else Fraction(0),
        1 - lower(trials - successes) if successes < trials else Fraction(1),
    )


def fisher_test(table: Sequence[Sequence[int]]) -> Fraction:
    """The two-sided p of a two-by-two table of counts, under the null that its rows and columns are independent.

    Given the margins; the tables that are no likelier than the one seen are added up.

    >>> fisher_test([[3, 0], [0, 3]])
    Fraction(1, 10)
    """
    if len(table) != 2 or any(len(row) != 2 for row in table) or any(x < 0 for row in table for x in row):
        raise ValueError(f"need two rows of two counts, got {table!r}")
    (a, b), (c, d) = table
    row, column, total = a + b, a + c, a + b + c + d
    if total > MOST_TRIALS:
        raise ValueError(f"need at most {MOST_TRIALS:,} counts in all, got {total}")
    ways = {x: comb(row, x) * comb(c + d, column - x) for x in range(max(0, column - c - d), min(row, column) + 1)}
    return Fraction(sum(w for w in ways.values() if w <= ways[a]), comb(total, column))


def fisher_power(
    trials: int, first: Fraction | str, second: Fraction | str, *, level: Fraction | str = "1/20"
) -> Fraction:
    """How often ``fisher_test`` tells two independent samples of so many trials apart, given the chances of each.

    Raises:
        ValueError: if a chance is no probability, or the trials are more than 200: every pair of counts is tried.

    >>> fisher_power(4, "1", "0"), fisher_power(3, "1", "0")
    (Fraction(1, 1), Fraction(0, 1))
    """
    if not 0 <= trials <= MOST_PAIRED:
        raise ValueError(f"need 0 to {MOST_PAIRED} trials, got {trials}")
    alpha = _probability(level, "level")
    a, b = ([_chance_of(k, trials, _probability(p, "chance")) for k in range(trials + 1)] for p in (first, second))
    total = Fraction(0)
    for both in range(2 * trials + 1):  # given their sum, the two counts are what Fisher's test sorts
        counts = range(max(0, both - trials), min(trials, both) + 1)
        ways = {x: comb(trials, x) * comb(trials, both - x) for x in counts}
        rising = sorted(ways, key=ways.__getitem__)
        sums = list(itertools.accumulate(ways[x] for x in rising))
        for x in counts:
            as_rare = next(s for y, s in zip(reversed(rising), reversed(sums), strict=True) if ways[y] <= ways[x])
            if as_rare <= alpha * comb(2 * trials, both):
                total += a[x] * b[both - x]
    return total


def _chance_of(count: int, trials: int, p: Fraction) -> Fraction:
    return comb(trials, count) * p**count * (1 - p) ** (trials - count)


def runs_test(sequence: Sequence[bool]) -> tuple[int, Fraction]:
    """How many runs a sequence of two kinds has, and the two-sided p under the null that every order is as likely.

    >>> runs_test([True, False] * 4)
    (8, Fraction(2, 35))
    """
    ones = sum(map(bool, sequence))
    zeros = len(sequence) - ones
    if len(sequence) > MOST_TRIALS:
        raise ValueError(f"need at most {MOST_TRIALS:,} entries, got {len(sequence)}")
    runs = sum(bool(x) != bool(y) for x, y in itertools.pairwise(sequence)) + bool(sequence)
    if not ones or not zeros:
        return runs, Fraction(1)

    def ways(count: int) -> int:
        half, odd = divmod(count, 2)
        if not odd:
            return 2 * comb(ones - 1, half - 1) * comb(zeros - 1, half - 1)
        return sum(comb(x - 1, half) * comb(y - 1, half - 1) for x, y in ((ones, zeros), (zeros, ones)))

    counts = {n: ways(n) for n in range(2, 2 * min(ones, zeros) + 2)}
    tails = (sum(w for n, w in counts.items() if n <= runs), sum(w for n, w in counts.items() if n >= runs))
    return runs, min(Fraction(1), Fraction(2 * min(tails), comb(len(sequence), ones)))


def _sum(first: int, last: int, trials: int, yes: int, no: int, whole: int) -> Fraction:
    """P(first <= X <= last), each term from the one before, so that every step is one short product and quotient."""
    if not yes or not no:
        return Fraction(int(first <= (trials if yes else 0) <= last))
    term = comb(trials, first) * yes**first * no ** (trials - first)
    total = 0
    for k in range(first, last + 1):
        total += term
        term = term * ((trials - k) * yes) // ((k + 1) * no)  # exact: the next term is an integer too
    return Fraction(total, whole**trials)


def _probability(value: Fraction | str, name: str) -> Fraction:
    p = fraction(value)
    if not 0 <= p <= 1:
        raise ValueError(f"{name} is a probability, between 0 and 1; got {value}")
    return p


def _counts(successes: int, trials: int) -> None:
    if not 0 <= successes <= trials:
        raise ValueError(f"need 0 <= successes <= trials, got {successes} of {trials}")
