"""Euler's sum of powers: four fifth powers add up to one, and three fourth powers do.

Claim
    Euler's conjecture of 1769: for k >= 3 no kth power is a sum of two or more, but fewer than k, positive kth powers.
Why it looked true
    It generalises what is true, that no cube is a sum of two, and the horizon is beyond what can be done by hand. If
    sums of four fifth powers fell by chance, 0.14 of them would be expected to hit a fifth power up to 144^5, where the
    first does, and one up to 10^17. For fourth powers the first is expected near 10^4 and comes at 422481; for sixth
    powers chance says 10^85, and none is known.
What was claimed against it
    27^5 + 84^5 + 110^5 + 133^5 = 144^5 (Lander and Parkin 1966), 95800^4 + 217519^4 + 414560^4 = 422481^4 (Frye 1988).
What we find
    Both sums are exact, of four fifth powers and of three fourth powers, and so is Elkies's solution of 1988, the first
    for fourth powers that was found. For fifth powers 144 is the least: all smaller totals are tried.
What this does not show
    That 422481 is the least for fourth powers: Frye's exhaustive search is not repeated. Nothing for k >= 6. The
    numbers by chance are a heuristic about how long one has to look, not evidence.
References
    Lander and Parkin, Bull. Amer. Math. Soc. 72 (1966), 1079. Elkies, On A^4 + B^4 + C^4 = D^4, Math. Comp. 51 (1988),
    825-835, where Frye's solution is given.
"""

import math
from collections import defaultdict

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure

CLAIM = Claim(
    paper=Paper(title="Euler's conjecture on sums of like powers (1769)"),
    where="as commonly stated",
    statement="for k >= 3 no kth power of a positive integer is a sum of two or more, but fewer than k, positive kth "
    "powers",
)
AGAINST = Falsification(
    statement="144^5 is a sum of four fifth powers, and 422481^4 of three fourth powers.",
    source="Lander and Parkin 1966; Elkies 1988, with Frye's solution",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")

SOLUTIONS = {
    "Lander and Parkin": (5, (27, 84, 110, 133), 144),
    "Frye": (4, (95800, 217519, 414560), 422481),
    "Elkies": (4, (2682440, 15365639, 18796760), 20615673),
}


def written(k, terms, total):
    return f"{' + '.join(f'{a}^{k}' for a in terms)} = {total}^{k}"


def solutions(k, count, up_to):
    """All (terms, total) with total <= up_to, terms ascending, where ``count`` kth powers add up to one.

    Pairs against pairs, or against single terms: every sum of two is kept with the pairs that make it.
    """
    powers = [a**k for a in range(up_to + 1)]
    pairs = defaultdict(list)
    for b in range(1, up_to + 1):
        for a in range(1, b + 1):
            pairs[powers[a] + powers[b]].append((a, b))
    firsts = {0: [()], 1: [(a,) for a in range(1, up_to)], 2: sorted(pair for made in pairs.values() for pair in made)}
    for total in range(2, up_to + 1):
        for first in firsts[count - 2]:
            rest = powers[total] - sum(powers[a] for a in first)
            for second in pairs.get(rest, ()):
                if first[-1:] <= second[:1]:
                    yield (*first, *second), total


def by_chance(k):
    """c such that c (ln d + 0.577) kth powers up to d^k would be sums of k - 1 positive ones, if these fell by chance.

    Gamma(1 + 1/k)^(k-1) / (Gamma(2 - 1/k) (k-1)!) X^((k-1)/k) unordered sums are at most X (a volume), so that near
    d^k a number is one with chance c/d.
    """
    return (k - 1) / k * math.gamma(1 + 1 / k) ** (k - 1) / math.gamma(2 - 1 / k) / math.factorial(k - 1)


@dispute.finding
def identities():
    for name, (k, terms, total) in SOLUTIONS.items():
        left, right = sum(a**k for a in terms), total**k
        yield Finding(
            name=f"{name}, k = {k}",
            kind="exact",
            value=left - right,
            shown=written(k, terms, total),
            scope=f"both sides are {right}, compared as integers; greatest common divisor {math.gcd(*terms, total)}",
            says=f"{written(k, terms, total)}: {len(terms)} terms, where the conjecture wants {k}.",
            refutes="claim" if left == right and 2 <= len(terms) < k else None,
            decisive=name == "Lander and Parkin",
        )


@dispute.finding
def least_for_fifth_powers():
    found = list(solutions(5, 4, 144))
    return Finding(
        name="fifth powers up to 144^5 that are sums of four",
        kind="exact",
        value="; ".join(written(5, *one) for one in found),
        shown=f"{len(found)}: the least is {found[0][1]}^5",
        scope="all four positive terms, all totals from 2 to 144: pairs against pairs, exact",
        says="No smaller total will do, and 144 has one solution.",
    )


@dispute.finding
def how_long_to_look():
    """How many solutions chance would give, against how many there are. A heuristic: for cubes it is plainly wrong."""
    rows = [(k, by_chance(k)) for k in range(3, 8)]
    return Finding(
        name="solutions expected by chance up to the total d",
        kind="comparison",
        value={f"k = {k}": f"{c:.4f} (ln d + 0.577)" for k, c in rows},
        shown="one in e^(1/c)",
        scope="k - 1 positive terms in any order, as if their sums fell at random with their mean density; for k = 3, "
        "where a theorem says that there are none, this expects four up to 422481",
        says="Each further power makes the first solution exponentially later. Looking is no way to find it.",
    )


@dispute.control(holds=True)
def no_cube_is_a_sum_of_two():
    """For k = 3 the conjecture is a theorem: the same search must find nothing."""
    found = next(solutions(3, 2, 400), None)
    return Outcome(survived=found is None, note="all totals up to 400")


@dispute.control(holds=True)
def k_terms_do_not_refute():
    """Sums of k terms are known and refute nothing: three cubes make a cube, five fifth powers a fifth power."""
    known = [(3, (3, 4, 5), 6), (4, (30, 120, 272, 315), 353), (5, (19, 43, 46, 47, 67), 72)]
    true = all(sum(a**k for a in terms) == total**k and len(terms) == k for k, terms, total in known)
    return Outcome(survived=true, note="; ".join(written(*one) for one in known))


@dispute.control(holds=False)
def three_cubes_are_found():
    """ "No cube is a sum of three" is false, and the same search has to find 6."""
    found = next(solutions(3, 3, 20), None)
    return Outcome(survived=found is None, note=written(3, *found) if found else "nothing found")


def nearest(up_to):
    """For each total d, how far the nearest sum of four fifth powers is from d^5."""
    powers = np.arange(up_to + 1, dtype=np.int64) ** 5
    pairs = np.unique(np.add.outer(powers[1:], powers[1:]))
    for total in range(20, up_to + 1):
        some = pairs[pairs < powers[total]]
        at = np.searchsorted(some, powers[total] - some)
        near = [some[np.clip(at + shift, 0, len(some) - 1)] + some - powers[total] for shift in (-1, 0)]
        yield total, int(min(abs(n).min() for n in near))


@figure(
    "How near a sum of four fifth powers comes to d^5, for each d. Misses of a few thousand in 10^10 are the rule, and "
    "they hardly grow; a hit is luck, and the first is at 144 (on the axis)."
)
def near_misses():
    fig, ax = canvas()
    found = list(nearest(200))
    ax.semilogy(*zip(*[(d, miss) for d, miss in found if miss]), "o", color="context", ms=3.5)
    floor = min(miss for _, miss in found if miss) / 3
    for d, miss in found:
        if miss == 0:
            ax.plot(d, floor, "o", color="evidence", ms=8, clip_on=False, zorder=3)
            ax.annotate("27, 84, 110, 133", (d, floor), xytext=(9, 5), textcoords="offset points", color="evidence")
    ax.set(xlabel="d", ylabel="distance from $d^5$ of the nearest sum", ylim=(floor, None))
    return fig


@figure(
    "Solutions expected up to d if powers fell by chance, and where the first of each kind is (dots). For fifth powers "
    "144 is early, for sixth one would wait beyond any computer. For cubes chance is wrong: there are none."
)
def by_chance_drawn():
    fig, ax = canvas()
    powers = np.linspace(0.5, 18, 200)
    for k, style in ((3, ":"), (4, "-"), (5, "--"), (6, "-.")):
        c = by_chance(k)
        role = "context" if k == 3 else "claim"
        ax.plot(powers, c * (powers * math.log(10) + 0.5772), style, color=role, label=f"k = {k}")
    for k, total in ((4, 422481), (5, 144)):
        x = math.log10(total)
        y = by_chance(k) * (math.log(total) + 0.5772)
        ax.plot(x, y, "o", color="evidence", ms=7, zorder=3)
        ax.annotate(f"{total}", (x, y), xytext=(6, -12), textcoords="offset points", color="evidence")
    ax.axhline(1, color="context", lw=1)
    ax.set(xlabel="digits of d", ylabel="expected number", yscale="log", ylim=(0.01, 15))
    ax.legend(loc="lower right")
    return fig
