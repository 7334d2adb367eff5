"""Claims of probability, social choice and game theory."""

# A premise takes every variable of its claim, also those it does not look at.
# ruff: noqa: ARG001

from fractions import Fraction
from itertools import product
from math import lcm

from lakatos.claims import (
    Matrix,
    determinant,
    forall,
    integers,
    matrices,
    permutations,
    rationals,
    sequences,
    vectors,
)


def chance_of_more(a, b):
    """The probability that die a shows more than die b."""
    return Fraction(sum(x > y for x in a for y in b), len(a) * len(b))


@forall(
    a=sequences(integers(1), (1, None), of="face"),
    b=sequences(integers(1), (1, None), of="face"),
    c=sequences(integers(1), (1, None), of="face"),
    strict=True,
)
def dice(a, b, c):
    """If die a beats b with probability > 1/2, and b beats c so, then a beats c so."""
    return chance_of_more(a, c) - Fraction(1, 2)


@dice.given
def first_beats_second(a, b, c):
    """a beats b with probability > 1/2"""
    return 2 * chance_of_more(a, b) > 1


@dice.given
def second_beats_third(a, b, c):
    """b beats c with probability > 1/2"""
    return 2 * chance_of_more(b, c) > 1


def leading_number(a, b):
    """Conway's leading number: the sum of 2^(k-1) over all k for which a ends with the first k letters of b."""
    return sum(2 ** (k - 1) for k in range(1, len(a) + 1) if a[-k:] == b[:k])


def chance_of_first(a, b):
    """The probability that the word a comes up before the word b, which is as long and differs, with a fair coin."""
    for_a = leading_number(b, b) - leading_number(b, a)
    for_b = leading_number(a, a) - leading_number(a, b)
    return Fraction(for_a, for_a + for_b)


# "Some word is good against every other" fails if each word has an answer: that choice of answers is what is searched.
@forall(answers=vectors(integers(0, 7), 8))
def penney(answers):
    """Whatever word is to answer each of the eight words of length 3, some word comes up before its answer with
    probability >= 1/2 (Penney's game).
    """
    words = tuple(product((0, 1), repeat=3))
    return max(chance_of_first(words[i], words[answers[i]]) for i in range(8)) - Fraction(1, 2)


@penney.given
def other_words(answers):
    """no word answers itself"""
    return all(answers[i] != i for i in range(8))


# A game is won with the probability number (capital mod m) of its list of m, and +1 or -1 is paid. The capital drifts
# down in the long run if up m steps in a row is less likely than down m steps in a row.


def downward(game):
    """The probability of m steps down in a row minus that of m steps up; positive for a losing game."""
    up, down = Fraction(1), Fraction(1)
    for chance in game:
        up = up * chance
        down = down * (1 - chance)
    return down - up


def mixture(a, b):
    """The game in which a fair coin decides, each time, whether a or b is played."""
    return [(a[i % len(a)] + b[i % len(b)]) / 2 for i in range(lcm(len(a), len(b)))]


@forall(
    a=sequences(rationals(0, 1), (1, None), of="probability"),
    b=sequences(rationals(0, 1), (1, None), of="probability"),
    strict=True,
)
def parrondo(a, b):
    """A fair mixture of two losing games is losing."""
    return downward(mixture(a, b))


@parrondo.given
def both_lose(a, b):
    """both games are losing"""
    return downward(a) > 0 and downward(b) > 0


# Finitely many equally likely outcomes (x, y); one may be listed several times.
@forall(outcomes=sequences(vectors(integers(), 2), (1, None), of="outcome"))
def uncorrelated(outcomes):
    """Uncorrelated random variables are independent."""
    n = len(outcomes)
    firsts, seconds = [x for x, _ in outcomes], [y for _, y in outcomes]
    # n^2 times the largest difference of P(x, y) and P(x) P(y).
    return -max(
        abs(n * outcomes.count((x, y)) - firsts.count(x) * seconds.count(y)) for x in set(firsts) for y in set(seconds)
    )


@uncorrelated.given
def no_covariance(outcomes):
    """the covariance is zero"""
    return len(outcomes) * sum(x * y for x, y in outcomes) == sum(x for x, _ in outcomes) * sum(y for _, y in outcomes)


def lead(ballots, a, b):
    """How many more ballots rank a before b than b before a."""
    return sum(1 if ballot.index(a) < ballot.index(b) else -1 for ballot in ballots)


# Three candidates: a relation that is not transitive is so on some three, and the other candidates can be left out.
@forall(ballots=sequences(permutations(3), (1, None), of="ballot"))
def condorcet(ballots):
    """If a majority prefers a to b and a majority prefers b to c, then a majority prefers a to c."""
    return min(
        max(-lead(ballots, a, b), -lead(ballots, b, c), lead(ballots, a, c) - 1)
        for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    )


def equilibrium_time(routes, slopes, constants):
    """The travel time in equilibrium of one unit of traffic on routes, which are tuples of roads; the time on a road is
    its slope times the traffic on it plus its constant.
    """
    common = [
        [sum((slopes[road] for road in r if road in s), start=Fraction(0)) for s in routes] for r in routes
    ]  # fmt: skip
    alone = [sum(constants[road] for road in r) for r in routes]
    times = []
    for chosen in range(1, 2 ** len(routes)):
        used = [i for i in range(len(routes)) if chosen >> i & 1]
        # The traffic x on the used routes and the time t: common x + alone = t on each of them, the sum of x is 1.
        rows = [[*(common[i][j] for j in used), Fraction(-1)] for i in used] + [[Fraction(1)] * len(used) + [0]]
        right = [*(-alone[i] for i in used), Fraction(1)]
        whole = determinant(Matrix(rows))
        # An equilibrium on as few routes as possible is determined by them.
        if whole == 0:
            continue
        solution = [
            determinant(Matrix([*row[:k], value, *row[k + 1 :]] for row, value in zip(rows, right))) / whole
            for k in range(len(right))
        ]
        spent = [alone[i] + sum(common[i][j] * solution[k] for k, j in enumerate(used)) for i in range(len(routes))]
        if min(solution[:-1]) >= 0 and min(spent) >= solution[-1]:
            times.append(solution[-1])
    # Every equilibrium has the same time.
    return min(times)


# The network in which one road joins the middles of two routes: no network without such a part inside shows it
# (Milchtaich 2006), so it is the least one to look at.
@forall(slopes=vectors(rationals(0), 5), constants=vectors(rationals(0), 5))
def braess(slopes, constants):
    """A road from the middle of one route (roads 0, 1) to the middle of the other (2, 3) never makes travel slower."""
    before = equilibrium_time(((0, 1), (2, 3)), slopes, constants)
    after = equilibrium_time(((0, 1), (2, 3), (0, 4, 3)), slopes, constants)
    return before - after


def worths(values):
    """What each set of goods is worth, a set being the sum of 2^i over its goods i."""
    found = [0]
    for value in values:
        found += [worth + value for worth in found]
    return found


def parts_of_set(goods):
    """All subsets of a set of goods."""
    found = [0]
    for i in range(goods.bit_length()):
        if goods >> i & 1:
            found += [part | 1 << i for part in found]
    return found


def maximin_share(values, agents):
    """The largest amount such that the goods can be parted into one heap for each agent, each worth that much."""
    worth = worths(values)
    best, everything = worth, len(worth) - 1
    for heaps in range(2, agents + 1):
        # Where the sets are all looked at, the heap that has the last good of a set is split off first.
        last = [1 << goods.bit_length() >> 1 for goods in range(everything + 1)]
        best = [
            max(
                min(worth[part | last[goods]], best[goods ^ last[goods] ^ part])
                for part in parts_of_set(goods ^ last[goods])
            )
            if heaps < agents or goods == everything
            else 0
            for goods in range(everything + 1)
        ]
    return best[everything]


# With two agents it is true: one cuts and the other chooses.
@forall(values=matrices(integers(0), rows=(3, 4), columns=(1, 12)))
def maximin_shares(values):
    """Some allocation of indivisible goods gives every agent its maximin share, values[i, j] being good j's to i."""
    agents = values.shape[0]
    kinds = {row: maximin_share(row, agents) for row in set(values.rows())}
    everything = 2 ** values.shape[1] - 1
    best = [0] * (everything + 1)
    for i, row in enumerate(values.rows()):
        # How much more than its share the agent who comes off worst gets, among the agents so far.
        gain = [worth - kinds[row] for worth in worths(row)]
        best = [
            gain[goods] if i == 0
            else max(min(gain[goods ^ part], best[part]) for part in parts_of_set(goods))
            if i < agents - 1 or goods == everything
            else 0
            for goods in range(everything + 1)
        ]  # fmt: skip
    return best[everything]


CLAIMS = {
    "gp-dice": dice,
    "gp-penney": penney,
    "gp-parrondo": parrondo,
    "gp-uncorrelated": uncorrelated,
    "gp-condorcet": condorcet,
    "gp-braess": braess,
    "gp-mms": maximin_shares,
}
TRUE: frozenset[str] = frozenset()
WITHOUT: dict[str, str] = {}
