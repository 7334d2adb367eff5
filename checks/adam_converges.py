"""Adam converges: on three linear losses in turn it goes to the worst point and stays there.

Claim
    Theorem 4.1 of arXiv:1412.6980 and its corollary: for convex losses with bounded gradients on a bounded set and
    steps alpha/sqrt(t), the average regret R(T)/T of Adam tends to 0.
Why it looked true
    Adam divides each step by a running average of squared gradients that forgets; where gradients are all of a size, it
    hardly moves, and the method is one whose proof is sound. It takes a rare large gradient among small ones: the large
    one is divided by itself, the small ones by almost nothing. And a run may well look good at first: started at the
    best point, Adam is at the worst only in round 22, or 319 with a smaller step.
What was claimed against it
    On [-1, 1] with losses 3x, -x, -x in turn and beta_1 = 0, beta_2 = 1/10, Adam ends at x = 1, the worst point, while
    x = -1 is the best.
What we find
    In every turn of three rounds the two small steps up outweigh the large step down, exactly: it comes to 100 > 90. So
    x = 1 at the start of every turn, and the average regret is at least 2/3 for ever, with and without bias correction.
What this does not show
    The theorem takes the points to stay within bounds; here a projection onto [-1, 1] keeps them there, as it does in
    the refutation, and without it they would not stay. Nothing about losses that are drawn at random, about beta_2
    near 1 in a short run, or about how well Adam trains networks, which no theorem of this kind says. The averages
    over 30,000 rounds are proven enclosures of single runs.
References
    Kingma and Ba, Adam, arXiv:1412.6980. Reddi, Kale and Kumar, On the convergence of Adam and beyond,
    arXiv:1904.09237. Zinkevich, Online convex programming, ICML 2003 (the bound that gradient descent obeys).
"""

from fractions import Fraction
from itertools import pairwise

from flint import arb

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, Reading, canvas, figure
from lakatos.claims import sqrt

CLAIM = Claim(
    paper=Paper(title="Adam: A method for stochastic optimization", arxiv="1412.6980"),
    where="Theorem 4.1 and its corollary",
    statement="R(T)/T -> 0 for convex losses with bounded gradients on a bounded set and steps alpha/sqrt(t)",
)
AGAINST = Falsification(
    statement="For losses 3x, -x, -x in turn on [-1, 1], beta_1 = 0 and beta_2 = 1/10, Adam ends at the worst point.",
    source="arXiv:1904.09237, Theorem 1",
)
BIAS = Reading(
    name="corrected",
    about="whether the running average is divided by 1 - beta_2^t (the claim's paper does, the refutation does not)",
    options={"corrected": True, "not corrected": False},
    stated="corrected",
)
dispute = Dispute(CLAIM, against=AGAINST, readings=[BIAS], expected="confirmed", group="shelf")

C, BETA = 3, Fraction(1, 10)
TURN = (C, -1, -1)
WORST = 1
HORIZONS = (30, 300, 3000, 30_000)


def averages(rounds, corrected=True):
    """The running average of squared gradients after each round, exactly; its denominator grows by a digit a round."""
    v = Fraction(0)
    for t in range(1, rounds + 1):
        v = BETA * v + (1 - BETA) * TURN[(t - 1) % 3] ** 2
        yield v / (1 - BETA**t) if corrected else v


def play(rule, rounds, *, corrected=True, start=WORST, alpha=Fraction(1)):
    """The points played, and the regret at the end of each turn, as proven enclosures."""
    alpha, beta = (arb(q.numerator) / q.denominator for q in (alpha, BETA))
    x, v, most, loss, weight = arb(start), arb(0), arb(0), arb(0), arb(1)
    for t in range(1, rounds + 1):
        g = TURN[(t - 1) % 3]
        loss += g * x
        yield x, loss + t // 3  # the best point is -1: it loses -1 a turn
        v, weight = beta * v + (1 - beta) * g * g, weight * beta
        now = v / (1 - weight) if corrected else v
        if rule == "AMSGrad":
            now = most = most.max(now)
        elif rule == "gradient descent":
            now = arb(1)
        square = 100 * now if rule == "constant steps" else t * now
        x = (x - alpha * g / square.sqrt()).min(1).max(-1)


def average_regrets(rule, horizons=HORIZONS, **options):
    """A lower and an upper bound of R(T)/T for each T, a whole number of turns: proven, and outwards to six digits."""
    for t, (_, regret) in enumerate(play(rule, max(horizons), **options), 1):
        if t in horizons:
            scaled = regret * 10**6 / t
            low, high = scaled.lower().floor().fmpz(), scaled.upper().ceil().fmpz()
            yield t, Fraction(int(low), 10**6), Fraction(int(high), 10**6)


def steps_of_a_turn():
    """Squares of what bounds the three steps of a turn, alpha = 1, that begins at t = 1: down at most, up at least.

    The last gradient has weight at least 1 - beta in the running average and the last two 1 - beta^2; what is left has
    weight on squares of at most C^2. So these hold with and without correction.
    """
    heavy = (1 - BETA) * C**2
    light = [(1 - BETA**k) + BETA**k * C**2 for k in (1, 2)]
    return Fraction(C**2) / heavy, 1 / (2 * light[0]), 1 / (3 * light[1])


@dispute.finding
def regret_for_ever(corrected):
    down, first, second = steps_of_a_turn()
    returns = sqrt(first) + sqrt(second) > sqrt(down)
    bounded = all(
        v >= C**2 / down if t % 3 == 1 else v <= 1 / (2 * first if t % 3 == 2 else 3 * second)
        for t, v in enumerate(averages(300, corrected), 1)
    )
    return Finding(
        name="average regret, at least",
        kind="derivation",
        value="2/3",
        shown="R(T)/T >= 2/3 for every whole number of turns",
        scope="every whole number of turns, every alpha > 0, start at x = 1; C = 3, beta_2 = 1/10. Over alpha/sqrt(t), "
        f"the steps of the turn at t = 1 are at most sqrt({down}) down, at least sqrt({first}) and sqrt({second}) up; "
        "sqrt(t/(t+1)) and sqrt(t/(t+2)) grow with t. The bounds on v, by its last weights, were seen in 300 rounds",
        says="Every turn begins at x = 1, so it costs at least 3 - 1 - 1 = 1, where the best point costs -1.",
        refutes="claim" if returns and bounded else None,
        decisive=True,
    )


@dispute.finding
def regret_in_a_run(corrected):
    bounds = list(average_regrets("Adam", corrected=corrected))
    return Finding(
        name="average regret in a run, proven lower bound",
        kind="exact",
        value={f"T = {t:,}": str(low) for t, low, _ in bounds},
        shown=f"{float(bounds[-1][1]):.4f} after {HORIZONS[-1]:,} rounds",
        scope=f"start at x = 1, alpha = 1; enclosures of width at most {float(max(b - a for _, a, b in bounds)):.0e}",
        says="It settles a little above 2/3, because x leaves 1 for two rounds of each turn.",
    )


@dispute.finding
def guilty_step(corrected):
    scaled = [t * v for t, v in enumerate(averages(300, corrected), 1)]
    falls = [t for t in range(2, 301) if scaled[t - 1] < scaled[t - 2]]
    return Finding(
        name="rounds in which sqrt(t v_t) falls",
        kind="exact",
        value=len(falls),
        shown=f"{len(falls)} of 299",
        scope=f"rounds 2 to 300, exact; the first are {falls[:4]}",
        says="The proof sums a telescope of sqrt(t v_t) that it takes to grow. It falls after each large gradient.",
    )


@dispute.finding
def other_starts():
    reached = {}
    for alpha in (Fraction(1), Fraction(1, 2), Fraction(1, 4)):
        played = enumerate(play("Adam", 3000, start=-1, alpha=alpha), 1)
        reached[f"alpha = {alpha}"] = next(t for t, (x, _) in played if x == WORST)
    return Finding(
        name="round in which Adam, started at the best point, is at the worst",
        kind="exact",
        value=reached,
        scope="start at x = -1, with correction; enclosures that have become the point 1",
        says="Where it starts does not matter: a turn moves it up by more than it moves it down.",
    )


def vanishes(rule):
    """Whether ten times as many rounds at least halve the average regret, from 300 on, and it stays below 5/sqrt(T)."""
    bounds = list(average_regrets(rule, HORIZONS[1:]))
    halved = all(2 * later[2] <= earlier[1] for earlier, later in pairwise(bounds))
    below = all(high**2 * t <= 25 for t, _, high in bounds)
    seen = ", ".join(f"{float(high):.4f} at T = {t:,}" for t, _, high in bounds)
    return Outcome(survived=halved and below, note=f"at most {seen}")


@dispute.control(holds=True)
def amsgrad_converges():
    """AMSGrad divides by the greatest average so far, which never forgets: on these losses its regret vanishes."""
    return vanishes("AMSGrad")


@dispute.control(holds=True)
def gradient_descent_converges():
    """Plain gradient descent with the same steps alpha/sqrt(t) on the same losses: its regret vanishes."""
    return vanishes("gradient descent")


@dispute.control(holds=False)
def constant_steps_fall_too():
    """Adam with a constant step is known not to converge, and has to be caught by the same measure."""
    return vanishes("constant steps")


@figure(
    "Nine turns from the start x = 1. Adam's one step down (after the loss 3x) is undone by two steps up (after -x, "
    "-x), which are as long because they are divided by less. AMSGrad, on the same losses, goes to the best point."
)
def sawtooth():
    fig, ax = canvas()
    rounds = range(1, 29)
    for rule, role in (("Adam", "evidence"), ("AMSGrad", "claim")):
        ax.plot(rounds, [float(x) for x, _ in play(rule, 28)], "o-", color=role, ms=3.5, lw=1.2, label=rule)
    ax.axhline(-1, color="context", ls=":", lw=1)
    ax.annotate("the best point", (28, -1), xytext=(0, 5), textcoords="offset points", ha="right", color="0.4")
    ax.set(xlabel="round t", ylabel="x", ylim=(-1.1, 1.1), xticks=range(1, 29, 3))
    ax.legend(loc="center right", bbox_to_anchor=(1, 0.62))
    return fig


@figure(
    "Average regret on the same losses. It should tend to 0 as 1/sqrt(T), which is a straight line here; Adam's never "
    "gets below 2/3."
)
def average_regret_by_horizon():
    fig, ax = canvas()
    marks = sorted({3 * round(10 ** (i / 10) / 3) for i in range(5, 45)})
    rules = (("Adam", "evidence", "-"), ("AMSGrad", "claim", "-"), ("gradient descent", "claim", "--"))
    for rule, role, style in rules:
        regrets = [float(regret) for _, regret in play(rule, marks[-1])]
        ax.loglog(marks, [regrets[t - 1] / t for t in marks], style, color=role, label=rule)
    ax.axhline(2 / 3, color="context", ls=":", lw=1)
    ax.annotate("2/3", (marks[0], 2 / 3), xytext=(0, -11), textcoords="offset points", color="0.4")
    ax.set(xlabel="rounds T", ylabel="R(T) / T")
    ax.legend(loc="lower left")
    return fig
