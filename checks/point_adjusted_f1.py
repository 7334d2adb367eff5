"""Point-adjusted F1: a clock that never looks at the series beats a detector that finds eight events of ten.

Claim
    A high point-adjusted F1 shows that a detector finds anomalies in a time series, and of two detectors the better
    one scores higher. (In our words.) Adjusting counts a whole anomalous segment as found if one alarm falls in it.
Why it looked true
    The adjustment answers a real need: an operator is content with one alarm per incident. But it credits the whole
    segment and still charges false alarms one by one. Benchmarks have long segments, and the average over points
    hides that one lucky alarm is paid like a hundred right ones.
What was claimed against it
    That a random score reaches the published state of the art under this protocol (Kim et al., 2022).
What we find
    An alarm at every 100th point, whatever the series, has the point-adjusted F1 200/209 on 10,000 points with ten
    anomalies of 100 points each; its plain F1 is 1/55. A detector that finds eight of the ten exactly and gives no
    false alarm has 8/9, less than the clock. A random alarm of rate p finds a segment of length L with probability
    1 - (1-p)^L, so that as segments grow the best random score tends to 1.
What this does not show
    That any published detector is no better than a clock: that needs its own scores, plain and adjusted, beside
    those of a random one. How long the segments of a given benchmark are. Which measure is right: that depends on
    what an alarm costs.
References
    S. Kim, K. Choi, H.-S. Choi, B. Lee, S. Yoon, Towards a rigorous evaluation of time-series anomaly detection,
    AAAI 2022, arXiv:2109.05257 (random scores; credit only from a share K of the segment on).
"""

import itertools
import math
from fractions import Fraction

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, Sigma, canvas, figure
from lakatos.arithmetic import text

CLAIM = Claim(
    paper=Paper(title="Papers that compare detectors of time-series anomalies by point-adjusted F1"),
    where="the evaluation protocol",
    statement="a higher F1 after point adjustment shows a better detector of anomalies",
)
AGAINST = Falsification(
    statement="A random score reaches a high F1 after point adjustment.",
    source="Kim et al., AAAI 2022, arXiv:2109.05257",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")

POINTS, LENGTH, EVENTS = 10_000, 100, 10
#: Where the anomalies begin: spread over the series, at no particular phase of the clock.
STARTS = [137 + 991 * i for i in range(EVENTS)]
SHARE = Fraction(LENGTH * EVENTS, POINTS)
RATE, SERIES, SEED = Fraction(3, 100), 400, 210905257
LENGTHS = [1, 10, 100, 1000]


def labels(points=POINTS, starts=STARTS, length=LENGTH):
    """The truth, a list of booleans: which points are anomalous."""
    return [any(s <= t < s + length for s in starts) for t in range(points)]


def adjusted(truth, alarms):
    """Alarms after point adjustment: every point of an anomalous segment counts as flagged if one of them is."""
    flagged = []
    for anomalous, run in itertools.groupby(zip(truth, alarms), key=lambda pair: pair[0]):
        own = [alarm for _, alarm in run]
        flagged += [any(own)] * len(own) if anomalous else own
    return flagged


def f1(truth, alarms):
    """The F1 score, exactly; 0 where nothing is anomalous and nothing flagged."""
    right = sum(t and a for t, a in zip(truth, alarms))
    total = sum(truth) + sum(alarms)
    return Fraction(2 * right, total) if total else Fraction(0)


def found(p, length):
    """The probability that random alarms of rate p fall at least once in a segment."""
    return 1 - (1 - p) ** length


def long_run(p, length, share):
    """Point-adjusted F1 of random alarms in the limit of many segments of one length: 2aq / (aq + (1-a)p + a)."""
    credited = share * found(p, length)
    return 2 * credited / (credited + (1 - share) * p + share)


def clock(points=POINTS, period=LENGTH):
    """An alarm at every ``period``-th point."""
    return [t % period == 0 for t in range(points)]


def eight_of_ten():
    """A detector that flags eight of the ten anomalies to the point, and nothing else."""
    return labels(starts=STARTS[:8])


def patterns(points):
    """Every pattern of alarms on so many points."""
    return itertools.product((False, True), repeat=points)


@dispute.finding
def a_clock():
    truth = labels()
    plain, after = f1(truth, clock()), f1(truth, adjusted(truth, clock()))
    other = f1(truth, adjusted(truth, eight_of_ten()))
    assert other == f1(truth, eight_of_ten())
    yield Finding(
        name="F1 of a clock and of a detector",
        kind="exact",
        value={
            "clock, point-adjusted": text(after),
            "clock, plain": text(plain),
            "eight of ten found, point-adjusted": text(other),
            "eight of ten found, plain": text(other),
        },
        shown=f"clock {text(after)}, eight of ten found {text(other)}; without adjustment {text(plain)} and "
        f"{text(other)}",
        scope=f"{POINTS:,} points, {EVENTS} anomalies of {LENGTH}; an alarm at every {LENGTH}th point, whatever the "
        "series, against eight anomalies flagged to the point",
        says=f"An alarm at every {LENGTH}th point has a point-adjusted F1 of {text(after)} = {float(after):.3f}. A "
        f"detector that finds eight anomalies of ten exactly, without a false alarm, has {float(other):.3f}.",
        refutes="claim" if after > other and plain < f1(truth, eight_of_ten()) else None,
        decisive=True,
    )
    phases = [any(t % LENGTH == 0 for t in range(s, s + LENGTH)) for s in range(LENGTH)]
    yield Finding(
        name="phases at which the clock misses a segment of its own period",
        kind="exact",
        value=phases.count(False),
        scope=f"all {LENGTH} phases of a segment of {LENGTH} points",
        says="Where the anomalies lie does not matter: a clock meets every segment that is as long as its period.",
    )


@dispute.finding
def random_alarms():
    p, truth = Fraction(1, 3), [t in (1, 2, 3, 6, 7) for t in range(10)]
    weights = {a: p ** sum(a) * (1 - p) ** (len(a) - sum(a)) for a in patterns(len(truth))}
    credited = sum(w * sum(t and f for t, f in zip(truth, adjusted(truth, a))) for a, w in weights.items())
    assert credited == 3 * found(p, 3) + 2 * found(p, 2)
    plain = sum(w * f1(truth, a) for a, w in weights.items())
    after = sum(w * f1(truth, adjusted(truth, a)) for a, w in weights.items())
    yield Finding(
        name="random alarms, by enumeration",
        kind="exact",
        value={
            "points credited on average": text(credited),
            "the same by 1 - (1-p)^L": text(3 * found(p, 3) + 2 * found(p, 2)),
            "mean F1": text(plain),
            "mean point-adjusted F1": text(after),
        },
        shown=f"{text(credited)} of 5 points credited, F1 {float(plain):.3f} becomes {float(after):.3f}",
        scope="10 points, segments of 3 and 2, rate 1/3: all 1,024 patterns of alarms with their probabilities",
        says="The closed form is the enumeration's average, exactly.",
    )
    best = {
        length: max((long_run(i / 4000, length, float(SHARE)), i / 4000) for i in range(1, 4001)) for length in LENGTHS
    }
    yield Finding(
        name="best random score, by length of the segments",
        kind="derivation",
        value={f"L = {length}": round(score, 4) for length, (score, _) in best.items()},
        shown=", ".join(f"{score:.3f} at L = {length}" for length, (score, _) in best.items()),
        scope="a tenth of the points anomalous, many segments of one length; the best rate of 1/4000, 2/4000, ..., 1",
        says="With the share of anomalous points fixed at a tenth, the best that random alarms reach after adjustment "
        "grows with the length of the segments alone, towards 1: a rate of (ln L)/L finds nearly every segment at "
        "nearly no false alarms.",
        table={
            "length": LENGTHS,
            "best rate": [rate for _, rate in best.values()],
            "point-adjusted F1": [round(score, 6) for score, _ in best.values()],
        },
    )


def simulated():
    """The point-adjusted F1 of independent random alarms, one number per series; whole numbers until the division."""
    rng = np.random.default_rng(SEED)
    truth = np.array(labels())
    scores = []
    for _ in range(SERIES):
        alarms = rng.integers(RATE.denominator, size=POINTS) < RATE.numerator
        hit = sum(bool(alarms[s : s + LENGTH].any()) for s in STARTS)
        scores.append(2 * LENGTH * hit / (LENGTH * (hit + EVENTS) + int(alarms[~truth].sum())))
    return np.array(scores)


def expected():
    """The mean point-adjusted F1 of random alarms: segments found and false alarms are independent binomials."""

    def binomial(n, p):
        logs = [math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in range(n + 1)]
        return np.exp(np.array(logs) + np.arange(n + 1) * math.log(p) + np.arange(n, -1, -1) * math.log1p(-p))

    hits = binomial(EVENTS, found(float(RATE), LENGTH))
    false = binomial(POINTS - LENGTH * EVENTS, float(RATE))
    hit, alarms = np.arange(len(hits))[:, None], np.arange(len(false))
    return float(hits @ (2 * LENGTH * hit / (LENGTH * (hit + EVENTS) + alarms)) @ false)


@dispute.finding
def simulation():
    scores, mean = simulated(), expected()
    error = float(scores.std(ddof=1)) / math.sqrt(SERIES)
    return Finding(
        name="simulated mean point-adjusted F1 of random alarms",
        kind="statistical",
        value={"mean": round(float(scores.mean()), 4), "error": round(error, 4), "expected": round(mean, 4)},
        shown=f"{scores.mean():.3f} +- {error:.3f}, expected {mean:.3f}",
        scope=f"{SERIES} series of {POINTS:,} points, {EVENTS} anomalies of {LENGTH}, alarms of rate 0.03, seed {SEED}",
        says=f"Random alarms at 3% of the points score {scores.mean():.3f} on average, as the binomial sum says.",
        sigmas=(Sigma(null="the expected value", sigma=round((float(scores.mean()) - mean) / error, 2)),),
    )


@dispute.finding
def credit_from_a_share_on():
    rate, shares = float(RATE), (0, 5, 10, 20)

    def chance(percent):
        least = max(1, LENGTH * percent // 100 + 1)
        return sum(math.comb(LENGTH, i) * rate**i * (1 - rate) ** (LENGTH - i) for i in range(least, LENGTH + 1))

    return Finding(
        name="chance that random alarms are credited with a segment",
        kind="derivation",
        value={f"more than {percent}% of it flagged": float(f"{chance(percent):.3g}") for percent in shares},
        shown=f"{chance(0):.2f} for one alarm, {chance(10):.0e} if more than a tenth must be flagged",
        scope=f"segments of {LENGTH} points, alarms of rate 0.03",
        says="If a segment counts only once a share of it is flagged, as the critics propose, chance no longer "
        "earns it.",
    )


@dispute.control(holds=True)
def segments_of_one_point_are_not_adjusted():
    """Where every anomaly is one point long the adjusted F1 is the plain one, for every pattern of alarms."""
    truth = [t in (1, 4, 7) for t in range(9)]
    return Outcome(
        survived=all(adjusted(truth, a) == list(a) for a in patterns(len(truth))), note="all 512 patterns on 9 points"
    )


@dispute.control(holds=True)
def the_truth_scores_one():
    """Alarms at exactly the anomalous points score 1, plain and adjusted; no alarm at all scores 0."""
    truth, silence = labels(), [False] * POINTS
    ends = [f1(truth, truth), f1(truth, adjusted(truth, truth)), f1(truth, adjusted(truth, silence))]
    return Outcome(survived=ends == [1, 1, 0], note="1, 1 and 0")


@dispute.control(holds=True)
def plain_f1_puts_the_detector_first():
    """The claim for the plain F1, on the same pair: the detector is above the clock."""
    truth = labels()
    return Outcome(survived=f1(truth, eight_of_ten()) > f1(truth, clock()), note="8/9 above 1/55")


@dispute.control(holds=False)
def another_closed_form_falls():
    """1 - p^L in place of 1 - (1-p)^L does not pass the enumeration."""
    p, truth = Fraction(1, 3), [True] * 3
    credited = sum(p ** sum(a) * (1 - p) ** (3 - sum(a)) * sum(adjusted(truth, a)) for a in patterns(3))
    return Outcome(survived=credited == 3 * (1 - p**3), note=f"{text(credited)} against {text(3 * (1 - p**3))}")


@figure(
    "The first 1,600 points of the series. The clock knows nothing of the anomalies; one tick falls in each, and after "
    "adjustment all of it counts as found. The ticks between them are all that it is charged for."
)
def what_is_credited():
    fig, ax = canvas(size=(7.2, 2.3))
    truth, alarms = labels(), clock()
    credited = adjusted(truth, alarms)
    rows = {"anomalies": (truth, "context"), "clock": (alarms, "evidence"), "after adjustment": (credited, "evidence")}
    for row, (flags, colour) in enumerate(rows.values()):
        for on, run in itertools.groupby(range(1600), key=lambda t, flags=flags: flags[t]):
            at = list(run)
            if on:
                wide = max(len(at), 5)
                ax.barh(-row, wide, left=at[0] - (wide - len(at)) / 2, height=0.55, color=colour, lw=0)
    ax.set(xlim=(-10, 1600), ylim=(-2.5, 0.5), yticks=[0, -1, -2], yticklabels=list(rows), xlabel="point of the series")
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(visible=False)
    return fig


@figure(
    "Point-adjusted F1 of random alarms against their rate, a tenth of the points anomalous. The longer the segments, "
    "the better chance scores; with segments of one point nothing is adjusted. The dashed line is the detector that "
    "finds eight events of ten without a false alarm."
)
def by_length():
    fig, ax = canvas(size=(7.2, 3.6))
    rates = np.geomspace(1e-4, 1, 241)
    colours = {1: "context", 10: "#d9a79b", 100: "#c87562", 1000: "evidence"}
    for length in LENGTHS:
        scores = long_run(rates, length, float(SHARE))
        ax.semilogx(rates, scores, color=colours[length])
        beside = int((scores >= {1: 0.1, 10: 0.36, 100: 0.5, 1000: 0.7}[length]).argmax())
        name = {1: "1 (plain F1)", 1000: "segments of\n1,000 points"}.get(length, str(length))
        ax.annotate(
            name,
            (rates[beside], scores[beside]),
            xytext=(-7, 2),
            textcoords="offset points",
            ha="right",
            va="bottom",
            fontsize=9,
        )
    ax.axhline(8 / 9, color="claim", ls="--", lw=1.2)
    ax.annotate(
        "eight of ten found",
        (1, 8 / 9),
        xytext=(0, 4),
        textcoords="offset points",
        ha="right",
        color="claim",
        fontsize=9,
    )
    ax.set(xlabel="share of points with an alarm", ylabel="F1", xlim=(1e-4, 1), ylim=(0, 1.08))
    return fig
