"""Gradient accumulation: the mean of the micro-batch means is not the mean over the tokens.

Claim
    G micro-batches, each loss averaged over its own tokens, the G gradients averaged: this takes the same step as
    one batch of all the tokens. (In our words; it is what "accumulation emulates a larger batch" says.)
Why it looked true
    The average hid it. The two agree whenever micro-batches hold equally many tokens: images, packed text, and
    every unit test of one shape. Otherwise they differ by the covariance of length and loss over the mean length.
    Where lengths have nothing to do with losses that is noise around zero, and two loss curves lie on each other.
What was claimed against it
    That losses differ with accumulation and without; a report of 2021, then one of 2024 that was acted upon.
What we find
    Two micro-batches, loss 8 over 2 tokens and 1 over 8 tokens, have the mean of means 33/16 and the token mean
    9/10. It is no matter of scale: two gradients can point in opposite directions, so that accumulated steps
    climb and training ends at another model. Nor is the number a function of the batch: eight sequences dealt
    into four micro-batches in all 105 ways give 105 losses.
What this does not show
    How large the effect is in any training run: that depends on how length and loss go together there. Whether
    the token mean is the better objective: the mean of sequence means is one too, if it is meant. Nothing about
    rounding, dropout or batch normalisation, which break the equivalence for other reasons.
References
    Fixing Gradient Accumulation, 2024, https://huggingface.co/blog/gradient_accumulation (the fix divides the sum
    of the losses by the tokens of all micro-batches).
"""

import itertools
from fractions import Fraction

from lakatos import AuthorsSaid, Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure
from lakatos.arithmetic import text

CLAIM = Claim(
    paper=Paper(
        title="Gradient accumulation as training libraries had it until 2024",
        url="https://huggingface.co/blog/gradient_accumulation",
    ),
    where="the loss of an accumulated step",
    statement="the mean over G micro-batches of their mean token losses has the gradient of the mean token loss of "
    "the whole batch",
    authors_said=AuthorsSaid(position="corrected", date="2024", source="the post named in the references"),
)
AGAINST = Falsification(
    statement="Losses with accumulation and without it do not match where sequences differ in length.",
    source="https://huggingface.co/blog/gradient_accumulation, and the report of 2021 it names",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")

#: Micro-batches as (sum of the token losses, number of tokens).
TOY = [(8, 2), (1, 8)]
#: Token losses (w - y)^2 / 2 of one weight w: micro-batches as (target y, number of tokens).
QUADRATIC = [(Fraction(-1), 2), (Fraction(1, 2), 8)]
#: Eight sequences, the longer the lower the mean loss of its tokens: (sum of the token losses, number of tokens).
LENGTHS = [12, 20, 33, 55, 90, 148, 245, 403]
SEQUENCES = [(Fraction(8 - i, 2) * tokens, tokens) for i, tokens in enumerate(LENGTHS)]


def mean_of_means(batches):
    """What the accumulated step used: each micro-batch averaged over its own tokens, then all of them."""
    return sum(Fraction(total) / tokens for total, tokens in batches) / len(batches)


def token_mean(batches):
    """What one batch of all the tokens has, and what the fix computes."""
    return sum(Fraction(total) for total, _ in batches) / sum(tokens for _, tokens in batches)


def covariance(xs, ys):
    """The covariance of two lists over their members (not an estimate from a sample)."""
    n = len(xs)
    return sum(Fraction(x) * y for x, y in zip(xs, ys)) / n - sum(map(Fraction, xs)) * sum(map(Fraction, ys)) / n**2


def predicted_gap(batches):
    """Minus the covariance of tokens and mean losses, over the mean number of tokens."""
    tokens = [n for _, n in batches]
    return -covariance(tokens, [Fraction(total) / n for total, n in batches]) * len(tokens) / sum(tokens)


def deals(items, parts):
    """Every way to deal items into ``parts`` micro-batches of equally many, their order aside."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for others in itertools.combinations(rest, len(items) // parts - 1):
        left = [item for item in rest if item not in others]
        for dealt in deals(left, parts - 1):
            yield [(first, *others), *dealt]


def accumulated(parts):
    """The loss that each way of dealing the eight sequences into micro-batches reports."""
    pooled = [[tuple(map(sum, zip(*batch))) for batch in dealt] for dealt in deals(SEQUENCES, parts)]
    return sorted(mean_of_means(batches) for batches in pooled)


def objective(w, weights):
    """The loss of weight w, the micro-batches of the quadratic weighted as given."""
    return sum(share * (w - y) ** 2 / 2 for share, (y, _) in zip(weights, QUADRATIC)) / sum(weights)


def gradient(w, weights):
    """Its derivative."""
    return sum(share * (w - y) for share, (y, _) in zip(weights, QUADRATIC)) / sum(weights)


BY_TOKEN, BY_BATCH = [n for _, n in QUADRATIC], [1 for _ in QUADRATIC]


@dispute.finding
def toy():
    means, tokens = mean_of_means(TOY), token_mean(TOY)
    return Finding(
        name="loss of an accumulated step and of the whole batch",
        kind="exact",
        value={"mean of the micro-batch means": text(means), "mean over the tokens": text(tokens)},
        shown=f"{text(means)} accumulated, {text(tokens)} over the tokens",
        scope="two micro-batches: losses adding up to 8 over 2 tokens and to 1 over 8 tokens",
        says=f"The accumulated step reports {text(means)} where the ten tokens have a mean loss of {text(tokens)}: the "
        "two tokens of the short micro-batch count as much as the eight of the long one.",
        refutes="claim" if means != tokens else None,
        decisive=True,
    )


@dispute.finding
def wrong_way():
    full, accumulating = gradient(0, BY_TOKEN), gradient(0, BY_BATCH)
    step = -accumulating  # a learning rate of 1
    yield Finding(
        name="gradients at w = 0 and the loss after one accumulated step",
        kind="exact",
        value={
            "gradient over the tokens": text(full),
            "accumulated gradient": text(accumulating),
            "loss before": text(objective(0, BY_TOKEN)),
            "loss after": text(objective(step, BY_TOKEN)),
        },
        shown=f"{text(full)} and {text(accumulating)}: opposite signs",
        scope="token losses (w - y)^2 / 2, 2 tokens with y = -1 and 8 with y = 1/2, learning rate 1",
        says="The accumulated gradient points the other way, and a step along it raises the loss it was to lower from "
        f"{text(objective(0, BY_TOKEN))} to {text(objective(step, BY_TOKEN))}.",
        refutes="claim" if full != accumulating else None,
    )
    best, other = (sum(n * y for n, (y, _) in zip(ws, QUADRATIC)) / sum(ws) for ws in (BY_TOKEN, BY_BATCH))
    assert gradient(best, BY_TOKEN) == gradient(other, BY_BATCH) == 0
    yield Finding(
        name="where training ends",
        kind="exact",
        value={"over the tokens": text(best), "accumulated": text(other)},
        shown=f"w = {text(best)} over the tokens, w = {text(other)} accumulated",
        scope="the same losses; the weight at which each gradient is zero",
        says=f"No learning rate mends it: the accumulated gradient is zero at w = {text(other)}, where the loss is "
        f"{text(objective(other, BY_TOKEN))}, against {text(objective(best, BY_TOKEN))} at w = {text(best)}.",
    )


@dispute.finding
def who_shares_a_micro_batch():
    truth, values = token_mean(SEQUENCES), accumulated(4)
    return Finding(
        name="losses of one batch, dealt into four micro-batches in every way",
        kind="exact",
        value={
            "ways": len(values),
            "different losses": len(set(values)),
            "least": text(values[0]),
            "most": text(values[-1]),
            "over the tokens": text(truth),
        },
        shown=f"{len(set(values))} losses from {float(values[0]):.2f} to {float(values[-1]):.2f}; over the tokens "
        f"{float(truth):.2f}",
        scope=f"eight sequences of {', '.join(map(str, LENGTHS))} tokens with mean losses 4, 7/2, ..., 1/2; every deal "
        "into pairs",
        says=f"The same eight sequences, paired in {len(values)} ways, have {len(set(values))} different accumulated "
        "losses, all above the mean over the tokens, because here short sequences have high losses.",
        table={
            "micro-batches": [parts for parts in (1, 2, 4, 8) for _ in accumulated(parts)],
            "loss": [round(float(v), 6) for parts in (1, 2, 4, 8) for v in accumulated(parts)],
        },
    )


@dispute.finding
def the_gap_is_a_covariance():
    cases = agreeing = unequal = 0
    for lengths in itertools.product(range(1, 4), repeat=3):
        for totals in itertools.product(range(4), repeat=3):
            batches = list(zip(totals, lengths))
            gap = mean_of_means(batches) - token_mean(batches)
            assert gap == predicted_gap(batches)
            cases, agreeing = cases + 1, agreeing + (gap == 0)
            unequal += gap == 0 and len(set(lengths)) > 1
    return Finding(
        name="mean of means less token mean",
        kind="derivation",
        value="-Cov(tokens, mean loss) / mean(tokens)",
        scope=f"any micro-batches; checked exactly for {cases:,} triples of micro-batches, of which {agreeing:,} "
        f"agree, {unequal} of them with unequal lengths",
        says="The gap is the covariance of length and mean loss, over the mean length, with a minus sign: zero for "
        "equal lengths, zero if lengths have nothing to do with losses, and of one sign throughout if they have.",
    )


@dispute.control(holds=True)
def equal_lengths_agree():
    """Micro-batches of equally many tokens: the claim restricted to these is true."""
    tried = [list(zip(ts, (n,) * 3)) for n in range(1, 6) for ts in itertools.product(range(5), repeat=3)]
    same = all(mean_of_means(b) == token_mean(b) for b in tried)
    return Outcome(survived=same, note=f"{len(tried)} triples of micro-batches")


@dispute.control(holds=True)
def the_fix_agrees():
    """Summed losses over the tokens of all micro-batches: one loss, however the sequences are dealt."""
    losses = {
        token_mean([tuple(map(sum, zip(*batch))) for batch in dealt])
        for parts in (1, 2, 4, 8)
        for dealt in deals(SEQUENCES, parts)
    }
    return Outcome(survived=losses == {token_mean(SEQUENCES)}, note="142 deals, one loss")


@dispute.control(holds=False)
def weighting_by_sequences_is_no_fix():
    """Micro-batch means weighted by their sequences instead of their tokens do not give the token mean."""
    one, seven = SEQUENCES[:1], SEQUENCES[1:]
    weighted = (token_mean(one) + 7 * token_mean(seven)) / 8
    return Outcome(
        survived=weighted == token_mean(SEQUENCES),
        note=f"{float(weighted):.3f} instead of {float(token_mean(SEQUENCES)):.3f}",
    )


@figure(
    "One batch of eight sequences, dealt into micro-batches of equal numbers of sequences in every possible way. "
    "Each tick is the loss that one deal reports. The mean over the tokens does not depend on the deal (line)."
)
def dealing():
    fig, ax = canvas(size=(7.2, 2.9))
    names = {8: "8 of 1 sequence", 4: "4 of 2", 2: "2 of 4", 1: "1 of 8: whole batch"}
    for row, parts in enumerate(names):
        values = [float(v) for v in accumulated(parts)]
        colour = "claim" if parts == 1 else "evidence"
        ax.plot(values, [row] * len(values), "|", color=colour, ms=16, mew=1.2, alpha=1 if len(values) == 1 else 0.6)
        ways = f"{len(values)} ways" if len(values) > 1 else "1 way"
        ax.annotate(ways, (max(values), row), xytext=(9, 0), textcoords="offset points", va="center", fontsize=9)
    ax.axvline(float(token_mean(SEQUENCES)), color="claim", lw=1.2, ls="--", zorder=0)
    ax.set(
        yticks=range(4), yticklabels=list(names.values()), ylim=(-0.6, 3.6), xlim=(1.0, 2.5), xlabel="loss of the step"
    )
    ax.grid(axis="y", visible=False)
    return fig


@figure(
    "Ten tokens in two micro-batches, one weight w. Over the tokens the loss falls to the right of w = 0, accumulated "
    "it falls to the left. The two objectives have their minima at w = 1/5 and w = -1/4 (dots)."
)
def opposite_ways():
    fig, ax = canvas(size=(7.2, 3.2))
    ws = [i / 100 for i in range(-70, 71)]
    curves = (
        (BY_TOKEN, "claim", "mean over the tokens", Fraction(1, 5)),
        (BY_BATCH, "evidence", "mean of the micro-batch means", Fraction(-1, 4)),
    )
    for weights, colour, label, best in curves:
        ax.plot(ws, [objective(w, weights) for w in ws], color=colour, label=label)
        ax.plot(float(best), float(objective(best, weights)), "o", color=colour, ms=7)
        here, slope = float(objective(0, weights)), float(gradient(0, weights))
        ax.annotate(
            "",
            (-0.17 if slope > 0 else 0.17, here),
            (0, here),
            arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 1.6},
        )
    ax.axvline(0, color="context", lw=1, zorder=0)
    ax.set(xlabel="weight w", ylabel="loss", xlim=(-0.7, 0.7), ylim=(0.1, 0.72))
    ax.legend(loc="upper center", ncols=2)
    return fig
