"""One rollout against a batch of 50: "twice as slow" is no finding until both times say per what.

Claim
    A method of the paper is about eight times faster than its baseline. (In the announcement's words for the
    outcome; the paper is not named there, and the raw timings are not public.)
Why it looked true
    Both sides honestly carry the unit "s", so that no unit library objects. What is missing is the "per": one
    time was taken per rollout, the other per batch of 50 rollouts.
What was claimed against it
    That the method is two times slower, from the time of one rollout held against the time of a batch of 50.
What we find
    Given the organisers' correction to 8x faster, the falsification does not stand: its ratio has a time per
    rollout on one side and per batch of 50 on the other. If the batch was the method's, a ratio of 2 stands for
    anything between 25x faster and 2x slower, depending on what a rollout costs when run alone; if it was the
    baseline's, for anything between 2x and 100x slower. Which it was is not said; the organisers' correction to
    8x faster fits the first alone. From 2x slower to 8x faster is a factor of 16, not 50, so that multiplying
    by the batch size is not the whole correction either. A public twin with raw numbers turns from 3.5x slower
    to 0.88 when normalised.
What this does not show
    That the method is eight times faster: that is the organisers' figure, and the raw timings behind it are not
    public. Nor are the time of one rollout run alone, whether a batch takes time in proportion to its size, or
    whose time was per batch. Whoever re-checks this must ask for them.
References
    Announcement of the reproduction challenge, 2026 (the case is told there without names or raw numbers).
    Triton inference server, issue 640: 0.076 s for a batch of 4 images against 0.0216 s for one.
"""

from fractions import Fraction

from lakatos import Claim, Correspondence, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure, measure
from lakatos.arithmetic import text
from lakatos.measure import compare, reported

CLAIM = Claim(
    paper=Paper(title="a paper of ICML 2026 that the announcement does not name"),
    where="its speed comparison",
    statement="the method is about 8 times faster than its baseline",
)
AGAINST = Falsification(
    statement="The method is 2 times slower, not faster.",
    source="a formal falsification of the challenge, as the announcement tells it",
)
LETTER = Correspondence(
    question="is one of your two times per batch of 50?",
    contributes="The ratio of 2 between your two times is taken as you had it; the question is what each of them is "
    "per.",
    would_change=(
        "both raw times, each with its per-what, that leave the method slower when normalised",
        "the time of one rollout run alone on the same machine",
        "that the time per batch was the baseline's and not the method's",
    ),
)
dispute = Dispute(CLAIM, against=AGAINST, expected="overturned", reason="unit", letter=LETTER)

BATCH = 50
SLOWER, FASTER = Fraction(2), Fraction(1, 8)
#: The public twin, as printed in its thread.
TWIN = (reported("0.076 s", per="batch", batch="4 images"), reported("0.0216 s", per="image"))


@dispute.finding
def what_the_ratio_can_mean():
    low, high = measure.bracket(SLOWER, items=BATCH)
    # With the batch on the other side the inverse ratio is bracketed: 1/2 of the baseline's time over the method's.
    least, most = (1 / r for r in reversed(measure.bracket(1 / SLOWER, items=BATCH)))
    return Finding(
        name="range of the normalised time ratio behind '2x slower'",
        kind="comparison",
        value={
            "method per batch, a rollout alone takes its share": text(low),
            "method per batch, a rollout alone takes as long": text(high),
            "baseline per batch, a rollout alone takes as long": text(least),
            "baseline per batch, a rollout alone takes its share": text(most),
            "as corrected by the organisers": text(FASTER),
        },
        shown=f"{text(low)} ... {text(high)}: 25x faster to 2x slower, given the correction to 8x faster",
        scope="from the stated ratio 2, batch size 50 and the correction to 8x faster; no raw timings are public. "
        "Which time was per batch is not stated: the correction fits only the method's",
        says="A time per rollout was held against a time per batch of 50. If the batch was the method's, as the "
        "correction to 8x faster implies, the ratio of 2 can stand for anything between 25x faster and 2x slower, "
        "so that it does not show the method to be slower.",
        refutes="falsification",
        reason="unit",
        decisive=True,
    )


@dispute.finding
def the_swing_is_not_the_batch():
    swing = SLOWER / FASTER
    return Finding(
        name="factor between '2x slower' and '8x faster'",
        kind="exact",
        value=int(swing),
        scope="the two ratios as the announcement states them",
        says=f"The correction moved the ratio by a factor of {swing}, not {BATCH}: the batch size is not the only "
        "factor, and a checker that multiplies by it would be wrong as well.",
    )


@dispute.finding
def what_to_ask():
    demands = {
        "raw times": "both times as measured, not their ratio",
        "per what": "what each time is per: rollout, batch, step, epoch",
        "how many": "how many rollouts a batch holds, on each side",
        "alone or together": "the time of one rollout run alone, or of two batch sizes",
    }
    return Finding(
        name="facts a checker must have before a ratio may be formed",
        kind="comparison",
        value=demands,
        shown="raw times, per what, how many, alone or in a batch",
        scope="none of the four is public for this dispute",
        says="Neither the raw times nor what each is per is public, so that nobody can form the ratio again from "
        "what was published.",
    )


@dispute.finding
def public_twin():
    c = compare(*TWIN)
    return Finding(
        name="public twin: batch of 4 against one image",
        kind="comparison",
        value={
            "naive": text(c.naive.value),
            "normalised": text(c.normalised.value),
            "low": text(c.normalised.low),
            "high": text(c.normalised.high),
        },
        shown=f"{float(c.naive.value):.2f} becomes {float(c.normalised.value):.2f} per image",
        scope="the two times printed in the thread, with the intervals that rounding leaves",
        says=f"0.076 s per batch of 4 against 0.0216 s per image reads as {float(c.naive.value):.1f}x slower and is "
        f"{float(c.normalised.value):.2f} per image ({float(c.normalised.low):.3f} to {float(c.normalised.high):.3f} "
        "from rounding): faster, amortised over the batch.",
    )


@dispute.control(holds=True)
def with_one_per_nothing_changes():
    """Two times that are both per image give the same ratio before and after normalising, and it decides."""
    c = compare(reported("0.076 s", per="image"), reported("0.0216 s", per="image"))
    return Outcome(
        survived=c.normalised == c.naive and c.decides() and not c.questions,
        note=f"ratio {float(c.naive.value):.2f} both ways",
    )


@dispute.control(holds=True)
def a_missing_per_is_asked_for():
    """Without a per there is no ratio, only a question."""
    c = compare(reported("41 s"), reported("20.5 s", per="rollout"))
    return Outcome(survived=c.naive is None and len(c.questions) == 1, note="; ".join(c.questions))


@dispute.control(holds=False)
def the_twin_read_naively_falls():
    """'Batching is 3.5x slower per image', read off the twin's bare times, must not survive normalising."""
    c = compare(*TWIN)
    return Outcome(survived=c.normalised.low > 1, note=f"normalised at most {float(c.normalised.high):.3f}")


@figure(
    "Time ratios on a logarithmic scale, left of 1 faster and right of it slower. The bar is everything that '2x "
    "slower' can mean once a batch of 50 is involved; the twin's two points are one comparison, before and after "
    "normalising."
)
def what_a_ratio_can_mean():
    fig, ax = canvas(size=(7.2, 2.6))
    low, high = measure.bracket(SLOWER, items=BATCH)
    ax.plot([float(low), float(high)], [1, 1], color="evidence", lw=7, solid_capstyle="butt", alpha=0.35)
    ax.plot(2, 1, "o", color="evidence")
    ax.plot(1 / 8, 1, "o", color="claim")
    ax.annotate(
        "claimed falsification: 2x slower", (2, 1), xytext=(0, 9), textcoords="offset points", ha="center", fontsize=9
    )
    ax.annotate(
        "as corrected: 8x faster", (1 / 8, 1), xytext=(0, 9), textcoords="offset points", ha="center", fontsize=9
    )
    c = compare(*TWIN)
    ax.annotate(
        "", (float(c.normalised.value), 0), (float(c.naive.value), 0), arrowprops={"arrowstyle": "->", "color": "0.5"}
    )
    ax.plot([float(c.naive.value)], [0], "o", color="evidence")
    ax.plot([float(c.normalised.value)], [0], "o", color="claim")
    ax.annotate(
        "3.52 as printed", (float(c.naive.value), 0), xytext=(0, 9), textcoords="offset points", ha="center", fontsize=9
    )
    ax.annotate(
        "0.88 per image",
        (float(c.normalised.value), 0),
        xytext=(0, 9),
        textcoords="offset points",
        ha="center",
        fontsize=9,
    )
    ax.axvline(1, color="context", lw=1)
    ax.set(
        xscale="log",
        xlim=(0.03, 8),
        ylim=(-0.6, 1.7),
        yticks=[0, 1],
        yticklabels=["public twin", "this dispute"],
        xlabel="time ratio, method over baseline",
    )
    ax.set_xticks([0.04, 0.125, 0.5, 1, 2, 4], ["1/25", "1/8", "1/2", "1", "2", "4"])
    ax.minorticks_off()
    ax.grid(axis="y", visible=False)
    return fig
