"""A sum of signs that looks positive: the parities of (3/2)^n keep it above zero for 331,519 terms, then not.

Claim
    OEIS A071532 asks whether a(n) > 0, where a(n) = -sum of (-1)^floor((3/2)^k) over k = 1 ... n, and conjectures that
    a(n) grows like 1.4 (log n)^2: that (3/2)^n has an odd whole part more often than an even one.
Why it looked true
    The horizon, and a test of chance that it passes. After a(2) = 0 the sum stays above 0 for 331,519 terms, while the
    picture in the entry ends at 100,000, where it is 526. A fair coin stays on one side for so long once in 720 times:
    chance would have been rejected, had one not picked the one sequence of many that looks so.
What was claimed against it
    a(331523) = -1.
What we find
    a(331523) = -1, exactly, and it is the first negative term. Between 2 and 331,522 the sum is never 0. Its greatest
    value on the way is 695, at n = 167,201.
What this does not show
    Anything about the limit: whether the sum is positive most of the time, or how (3/2)^n is distributed. Nothing
    beyond n = 331,523.
References
    https://oeis.org/A071532 (B. Cloitre, 2002). The counterexample, with a formal proof:
    https://github.com/google-deepmind/formal-conjectures/pull/5358
"""

import math
from functools import cache
from itertools import accumulate, count, islice

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, Reading, canvas, figure

CLAIM = Claim(
    paper=Paper(title="The On-Line Encyclopedia of Integer Sequences, A071532", url="https://oeis.org/A071532"),
    where="the comments",
    statement="a(n) > 0, where a(n) = -sum over k = 1 ... n of (-1)^floor((3/2)^k)",
)
AGAINST = Falsification(
    statement="a(331523) = -1.", source="https://github.com/google-deepmind/formal-conjectures/pull/5358"
)
SIGN = Reading(
    name="sign",
    about="the entry asks whether a(n) > 0, though it lists a(2) = 0 itself",
    options={"a(n) > 0 for every n": (1, 1), "a(n) > 0 for n > 2": (1, 3), "a(n) is never negative": (0, 1)},
)
dispute = Dispute(CLAIM, against=AGAINST, readings=[SIGN], expected="confirmed", group="shelf")

BLOCK, GUARD = 128, 300
LISTED = (
    "1,0,1,2,3,4,5,6,5,6,5,6,5,6,7,6,7,8,7,8,9,10,9,8,9,8,9,8,7,8,7,8,9,10,11,10,9,10,9,8,7,8,7,6,7,8,7,8,7,6,5,6,7,6,7,6,"
    "7,8,9,8,9,10,11,12,13,12,11,10,11,10,11,10,9,10,9,10,9,8,7,6,5,6,7,6,7,6,5,4,5,6,5,4,5,4,3"
)


def parities():
    """The parity of floor((3/2)^k) for k = 0, 1, ...: bit k of 3^k.

    Within a block only a window of 3^k around bit k is carried on; what is cut off below moves it by less than 3^i, so
    the bit is taken only where both ends of that interval agree on it.
    """
    powers = [3**i for i in range(BLOCK + 1)]
    full = 1
    for start in count(0, BLOCK):
        low = max(0, start - GUARD)
        window = (full >> low) & ((1 << start - low + BLOCK + 1) - 1)
        for i, power in enumerate(powers[:BLOCK]):
            least = window * power
            most = least + (power - 1 if low else 0)
            bit = least >> start - low + i
            if bit != most >> start - low + i:
                raise ArithmeticError(f"bit {start + i} is not decided by a window of {GUARD} bits below it")
            yield bit & 1
        full *= powers[BLOCK]


def walk():
    """(n, a(n)) for n = 1, 2, ..."""
    steps = (2 * odd - 1 for odd in parities())
    next(steps)
    return enumerate(accumulate(steps), 1)


@cache
def until_negative():
    """a(1), a(2), ... up to the first that is negative."""
    found = []
    for _, a in walk():
        found.append(a)
        if a < 0:
            return found


@dispute.finding
def first_failure(sign):
    least, begin = sign
    n, a = next((n, a) for n, a in walk() if n >= begin and a < least)
    return Finding(
        name="first n that fails",
        kind="exact",
        value=n,
        shown=f"a({n}) = {a}",
        scope=f"every n from {begin} to {n:,}, exact integers",
        says=f"a({n}) = {a}, and no earlier term fails.",
        refutes="claim",
        decisive=a < 0,
    )


@dispute.finding
def the_way_there():
    found = until_negative()
    greatest = max(found)
    last = len(found)
    return Finding(
        name="the way to the first negative value",
        kind="exact",
        value={
            "greatest value": greatest,
            "at n =": found.index(greatest) + 1,
            "at n = 100,000": found[99_999],
            "zeros": ", ".join(str(n) for n, a in enumerate(found, 1) if a == 0),
            "last n with a(n) > sqrt(n)": max(n for n, a in enumerate(found, 1) if a > 0 and a * a > n),
        },
        shown=f"greatest value {greatest}, then down to -1 at {last:,}",
        scope=f"n = 1 to {last:,}, exact integers",
        says="The sum leaves 0 after two terms and does not come back for 331,519.",
    )


@dispute.finding
def chance():
    """A walk of n fair steps is never back at 0 with probability C(n, n/2) / 2^n, about sqrt(2/(pi n))."""
    odds = {n: math.exp(math.lgamma(n + 1) - 2 * math.lgamma(n // 2 + 1) - n * math.log(2)) for n in (99_998, 331_518)}
    return Finding(
        name="chance that a fair walk is not back at 0",
        kind="derivation",
        value={f"after {n:,} steps": p for n, p in odds.items()},
        shown=f"{odds[331_518]:.2%} after 331,518 steps",
        scope="either side, fair independent steps; the closed form of the ballot theorem, evaluated in floats",
        says="By the usual standard chance would have been rejected; it was one sequence chosen among many.",
    )


@dispute.control(holds=True)
def the_listed_terms():
    """The first 95 terms are those that the entry lists."""
    found = [str(a) for _, a in islice(walk(), 95)]
    return Outcome(survived=",".join(found) == LISTED, note=f"{len(found)} terms")


@dispute.control(holds=True)
def windows_against_whole_powers():
    """The parities agree with the whole powers of 3, without windows: bit k of 3^k."""
    power = 1
    for k, odd in zip(range(6000), parities()):
        if odd != power >> k & 1:
            return Outcome(survived=False, note=f"k = {k}")
        power *= 3
    return Outcome(survived=True, note="k = 0 to 5,999")


@dispute.control(holds=False)
def above_its_root_falls():
    """The bound a(n) > sqrt(n) for every n from 1,000 on is false long before the sum is, and has to be caught."""
    n, a = next(((n, a) for n, a in walk() if n >= 1000 and (a <= 0 or a * a <= n)), (None, None))
    return Outcome(survived=n is None, note=f"a({n}) = {a}")


@figure(
    "The sum up to its first negative value. The picture in the entry ends at the dotted line; the growth that it "
    "conjectures is in blue. At 331,523 the sum is below 0, for the first time."
)
def the_walk():
    fig, ax = canvas()
    found = np.array(until_negative())
    kept = np.arange(0, len(found), 150)
    ax.plot(kept + 1, found[kept], color="evidence", lw=1, label="a(n)")
    ns = np.linspace(10, len(found), 400)
    ax.plot(ns, 1.4 * np.log(ns) ** 2, color="claim", label="$1.4\\,(\\ln n)^2$")
    ax.axvline(100_000, color="context", ls=":", lw=1)
    ax.plot(len(found), -1, "o", color="evidence", ms=6)
    ax.annotate(
        "331,523", (len(found), -1), xytext=(4, -7), textcoords="offset points", ha="right", va="top", color="evidence"
    )
    ax.axhline(0, color="context", lw=1)
    ax.set(xlabel="n", ylabel="a(n)", ylim=(-75, None))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.legend(loc="upper right")
    return fig
