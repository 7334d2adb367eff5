"""Self-distillation: Eq. (1) is the reverse KL, the released default computes the forward KL.

Claim
    The method trains the student on its own samples by minimising the reverse KL, from the student's distribution to
    that of the same model with a demonstration in its context (arXiv:2601.19897, Eq. (1), in our words).
Why it looked true
    The order of two arguments hid it. The library's pointwise divergence takes the student first and the teacher as
    its target, so that the call reads like Eq. (1); but the expectation is over the target. And the samples are the
    student's own, as Eq. (1) wants them: only the divergence at each position has its sides swapped. Both divergences
    are zero at the same place, and either one falls while a student learns.
What was claimed against it
    That the released default, alpha = 0, computes the forward KL.
What we find
    The released loss, written again, is the forward KL at alpha = 0, the Jensen-Shannon divergence at 1/2, and the
    divergence of Eq. (1) at alpha = 1. The two differ in more than a name: on the three-token example the second
    coordinates of their gradients have opposite signs, and where the teacher favours a token that the student
    neglects, a step down the released loss can be a step up Eq. (1), exactly. A student of two parameters that cannot
    follow its teacher is solved exactly: under the forward KL it covers both of the teacher's answers and mixes them,
    under the reverse KL it settles on one. The estimator printed for Eq. (1) lacks its weight p(v). The authors have
    answered: their results used on-policy samples with the forward KL at each position, and the text will be mended.
What this does not show
    That the results are worse or better for it: nothing was trained, and the four points over fine-tuning on Science
    Q&A were not run again. The number of questions behind those four points was not to be had; the power is that of
    the 68 tool-use questions, a number inferred from a replication's percentages. The released code is known here by
    its text, not by running it. Everything is for one position: how the choice of early tokens enters the gradient of
    a whole answer is another matter, and so are the first tokens that the code skips and its importance weights. That
    the results were made with the default is the authors' word.
References
    Self-Distillation Enables Continual Learning, arXiv:2601.19897 (v1, from a machine-converted text). The released
    code and its issue 5, read in stored copies. R. Agarwal et al., On-Policy Distillation of Language Models, 2024 (the
    same family of losses). K. P. Murphy, Probabilistic Machine Learning: Advanced Topics, 2023 (covering and seeking).
"""

from fractions import Fraction
from functools import lru_cache

import numpy as np

from lakatos import AuthorsSaid, Claim, Correspondence, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure
from lakatos.arithmetic import exact_tests, text
from lakatos.measure import check_default, check_share, identify_divergence, possible_counts, reported
from lakatos.rerun import self_distillation as sd

CLAIM = Claim(
    paper=Paper(title="Self-Distillation Enables Continual Learning", arxiv="2601.19897", version="v1"),
    where="Eq. (1) and section 3.1",
    statement="the student is trained by minimising the reverse KL, the expectation over the student of "
    "log(student/teacher)",
    authors_said=AuthorsSaid(
        position="acknowledged",
        date="2026-04-07",
        source="idanshen/Self-Distillation, issue 5: the results used the forward KL at each token",
    ),
)
AGAINST = Falsification(
    statement="The released default, alpha = 0, computes the forward KL, the expectation over the teacher.",
    source="public issue 5 of idanshen/Self-Distillation, 2026-02-11",
)
LETTER = Correspondence(
    question="will the corrected text state the forward KL, and which parts of section 3.1 remain?",
    contributes="The paper makes a model its own teacher by a demonstration in its context, on the student's own "
    "samples, and the code that was released with it is what made this check possible.",
    guilty_step="The pointwise divergence of the library is called with the student first and the teacher as target. "
    "That reads like Eq. (1), but the expectation is over the target. The equality with a policy gradient in section "
    "3.1 holds for the reverse KL only.",
    would_change=(
        "an alpha other than 0 in the runs behind the reported results",
        "a later version of the text that states the forward KL",
    ),
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", letter=LETTER)

F = Fraction
#: The three-token example: logits of the student, probabilities of the teacher, and the figures found for it before.
LOGITS, TEACHER = ("0.3", "-0.2", "0.1"), (F(7, 10), F(1, 5), F(1, 10))
NOTED = {
    "Eq. (1)": ("-.3206", "-.0062", ".3269"),
    "released default": ("-.2877", ".0501", ".2376"),
    "printed estimator": ("-.9048", "-.0043", ".9091"),
}
#: A student near that one with rational probabilities; and a pair where one loss goes up as the other goes down.
NEAR = (F(2, 5), F(1, 4), F(7, 20))
START, GOAL = (F(1, 100), F(83, 100), F(16, 100)), (F(63, 100), F(36, 100), F(1, 100))
#: What the released configuration says of alpha, in our words; its name and its default as they are.
CONFIG = '''
@dataclass
class DistilConfig(TrainingArguments):
    """Settings of the trainer."""
    alpha: float = field(default=0.0, metadata={"help": "0 is the forward KL, 1 the reverse KL; JSD in between."})
    ref_model_mixup_alpha: float = field(default=0.6, metadata={"help": "How fast the teacher follows."})
'''
#: Accuracies on the tool-use questions, in percent, as a replication quotes them, and how many questions it had.
TOOL_USE, QUESTIONS = {"base": "42.9%", "fine-tuning": "63.2%", "DFT": "64.2%", "self-distillation": "70.6%"}, 68


def identify(loss):
    """What a loss of the teacher's and the student's log-probabilities computes, the teacher being P."""
    return identify_divergence(loss, inputs="log-probabilities")


def released(alpha):
    """The released loss with the teacher first."""
    return lambda teacher, student: sd.released_loss(student, teacher, alpha=alpha)


def equation(teacher, student):
    """Eq. (1) at each position."""
    return (np.exp(student) * (student - teacher)).sum(axis=-1)


@lru_cache(maxsize=1)
def example():
    """The three gradients of the three-token example, in balls of 128 bits."""
    from flint import arb, ctx, fmpq

    with ctx.workprec(128):
        p, q = sd.softmax(LOGITS), [arb(fmpq(x.numerator, x.denominator)) for x in TEACHER]
        ratios = [(a / b).log() for a, b in zip(p, q, strict=True)]
        gradients = (sd.equation_gradient(p, ratios), sd.forward_gradient(p, q), sd.printed_estimate(p, ratios))
        return dict(zip(NOTED, gradients, strict=True))


def product(p, q):
    """The inner product of the two gradients, exactly."""
    pairs = zip(sd.forward_gradient(p, q), sd.equation_gradient(p, sd.log_ratios(p, q)), strict=True)
    return sum(a * b for a, b in pairs)


@dispute.finding
def what_the_default_computes():
    told = {a: identify(released(a)) for a in (0.0, 0.5, 1.0)}
    wanted = identify(equation)
    return Finding(
        name="divergence that the released loss computes, by its alpha",
        kind="comparison",
        value={f"alpha = {a:g}": t.name or "none" for a, t in told.items()} | {"Eq. (1)": wanted.name or "none"},
        shown=f"alpha = 0, the default: {told[0.0].name}; Eq. (1): {wanted.name}",
        scope=f"the loss written again from its text; told by behaviour on {told[0.0].evidence.trials} inputs of up to "
        f"307 tokens, {told[0.0].order} (the teacher)",
        says=f"With its default, alpha = 0, the released loss is the {told[0.0].name}; Eq. (1) is the {wanted.name}, "
        "which alpha = 1 computes.",
        refutes="claim" if told[0.0].name != wanted.name else None,
        decisive=True,
    )


@dispute.finding
def documented_against_default():
    check = check_default(CONFIG, "alpha", documented="reverse KL")
    return Finding(
        name="documented objective against the default of the flag",
        kind="comparison",
        value={"answer": check.answer, "documented": check.documented, "default selects": check.selected},
        shown=check.says,
        scope="read from source text without running it; the configuration in our words, with its name, default and "
        "meaning of the values as released",
        says="The code's own help agrees with its behaviour: it is the paper's text that names the other objective.",
    )


@dispute.finding
def gradients_of_the_example():
    found = example()
    pairs = [pair for name, noted in NOTED.items() for pair in zip(found[name], noted, strict=True)]
    close = all(abs(x - float(n)) < 5e-5 for x, n in pairs)
    wanted, default = (found[name][1] for name in ("Eq. (1)", "released default"))
    exact = sd.equation_gradient(NEAR, sd.log_ratios(NEAR, TEACHER))[1]
    near = sd.forward_gradient(NEAR, TEACHER)[1]
    return Finding(
        name="gradients by the student's logits, three tokens",
        kind="derivation",
        value={name: ", ".join(f"{float(x):.4f}" for x in g) for name, g in found.items()}
        | {"agree with the figures noted": close, "opposite second signs": wanted < 0 < default},
        shown=f"second coordinate {float(wanted):.4f} against {float(default):+.4f}",
        scope=f"student softmax({', '.join(LOGITS)}), teacher (.7, .2, .1), balls of 128 bits; beside it the student "
        f"({', '.join(map(text, NEAR))}), second coordinates {exact} (sign {exact.sign}) and {text(near)}, exactly",
        says="The two gradients are different vectors, and push the second token in opposite directions.",
    )


@dispute.finding
def one_goes_up_as_the_other_goes_down():
    inner = product(START, GOAL)
    low, high = inner.bounds()
    return Finding(
        name="inner product of the two gradients",
        kind="exact",
        value={"exactly": str(inner), "sign": inner.sign},
        shown=f"{float(inner):.5f}: a step down the released loss is a step up Eq. (1)",
        scope="student 1%, 83%, 16%, teacher 63%, 36%, 1%; by the student's logits, for small steps; enclosed within "
        f"{float(high - low):.0e}",
        says="Where the teacher favours a token that the student neglects, a small step down the released loss can "
        "raise Eq. (1).",
    )


@dispute.finding
def covering_and_seeking():
    sharp = sd.settle(3)
    shares = {
        "teacher": sum(sd.teacher(sharp.odds)[y] for y in sd.MIXED),
        "forward": sd.mixed_share(*sharp.forward),
        "reverse": sd.mixed_share(*sharp.reverse[0]),
    }
    (a, b), (best, _) = sharp.forward, sharp.reverse[0]
    return Finding(
        name="where a student of two parameters ends",
        kind="derivation",
        value={
            "forward KL, a = b": text(a),
            "reverse KL, a = b": f"{text(best)} or {text(1 - best)}",
            **{f"mixed answers, {name}": text(share) for name, share in shares.items()},
            "steps checked": len(sharp.proved),
        },
        shown=f"forward: a = b = {text(b)}, covers; reverse: {text(best)} or {text(1 - best)}, settles on one",
        scope="global minima, proved; teacher AA and BB 9/20 each, AB and BA 1/20 each; student of two independent "
        "tokens, A with probabilities a and b",
        says="A student that cannot follow its teacher covers both answers under the forward KL and mixes half of "
        "its own; under the reverse KL it prefers one answer, nine to one.",
        table={
            "odds of the teacher": [text(s.odds) for s in map(sd.settle, (2, 3))],
            "reverse, a = b": [text(s.reverse[0][0]) for s in map(sd.settle, (2, 3))],
            "mixed answers": [text(sd.mixed_share(*s.reverse[0])) for s in map(sd.settle, (2, 3))],
        },
    )


@dispute.finding
def the_printed_estimator():
    printed, true = example()["printed estimator"], example()["Eq. (1)"]
    ratios = sd.log_ratios(NEAR, TEACHER)
    apart = [x != y for x, y in zip(sd.printed_estimate(NEAR, ratios), sd.equation_gradient(NEAR, ratios), strict=True)]
    return Finding(
        name="the estimator printed for Eq. (1), without the weight p(v)",
        kind="derivation",
        value={"first coordinate, printed": round(float(printed[0]), 4), "of Eq. (1)": round(float(true[0]), 4)},
        shown=f"{float(printed[0]):.4f} for {float(true[0]):.4f}",
        scope=f"a sum over the vocabulary; the example in balls, and {sum(apart)} of 3 coordinates differ exactly at a "
        "rational student; the released code does not use this formula",
        says="Summed over the vocabulary, log(p/q) grad log p needs the weight p(v); without it, it is another vector.",
        refutes="wording" if all(apart) else None,
    )


@dispute.finding
def what_the_questions_can_resolve():
    first, second = F("0.632"), F("0.672")
    power = exact_tests.fisher_power(QUESTIONS, first, second)
    net = round(F(4, 100) * QUESTIONS)
    needed = next(k for k in range(1, QUESTIONS) if exact_tests.sign_test(k, k) <= F(1, 20))
    whole = {name: possible_counts(QUESTIONS, reported(x)) for name, x in TOOL_USE.items()}
    counts = {name: str(w.low) if w.low == w.high else str(w) for name, w in whole.items()}
    fits = [name for name, x in TOOL_USE.items() if check_share(x, QUESTIONS).answer != "inconsistent"]
    return Finding(
        name="what 68 questions can resolve",
        kind="derivation",
        value={
            "power for 63.2% against 67.2%": round(float(power), 3),
            "least p for a net gain of 3": text(exact_tests.sign_test(net, net)),
            "least net gain with p <= 1/20": needed,
            **{f"{name}, of 68": c for name, c in counts.items()},
        },
        shown=f"power {float(power):.1%}; four points are {net} of 68, p at least "
        f"{text(exact_tests.sign_test(net, net))}",
        scope="one answer to each question; Fisher's exact test for independent sets, at best the sign test for paired "
        f"ones, both two-sided at 5%; {len(fits)} of the {len(TOOL_USE)} printed percentages can be counts of 68 "
        f"({' and '.join(fits)}), so that the others are averages or of other sets",
        says="68 questions cannot resolve four points, whichever way they are tested; paired answers would have to "
        f"differ by {needed} questions, all in one direction.",
    )


@dispute.control(holds=True)
def alpha_one_is_the_equation():
    """With alpha = 1 the released loss is the divergence of Eq. (1): the code can do what the paper says."""
    told, wanted = identify(released(1.0)), identify(equation)
    return Outcome(survived=told.name == wanted.name == "reverse KL", note=f"{told.name}, {told.order}")


@dispute.control(holds=True)
def the_weighted_estimator_is_the_gradient():
    """With the weight p(v) the printed sum is the gradient of Eq. (1), exactly."""
    ratios = sd.log_ratios(NEAR, TEACHER)
    units = [[F(i == v) - NEAR[i] for i in range(3)] for v in range(3)]
    weighted = [sum(NEAR[v] * units[v][i] * ratios[v] for v in range(3)) for i in range(3)]
    return Outcome(survived=weighted == sd.equation_gradient(NEAR, ratios), note="three coordinates, rational student")


@dispute.control(holds=True)
def with_two_tokens_they_agree():
    """With two tokens both gradients point the same way: it takes a third to tell the directions apart by sign."""
    grid = [F(k, 12) for k in range(1, 12)]
    products = [product((p, 1 - p), (q, 1 - q)).sign for p in grid for q in grid]
    return Outcome(
        survived=all(s == 1 for s in products if s) and products.count(0) == len(grid),
        note=f"{len(products)} pairs, zero for equal ones only",
    )


@dispute.control(holds=False)
def a_clipped_loss_is_no_divergence():
    """That the released loss with its terms clipped at 1/20 is one of the KLs must fall."""

    def clipped(teacher, student):
        return np.minimum(np.exp(teacher) * (teacher - student), 0.05).sum(axis=-1)

    told = identify(clipped)
    return Outcome(survived=told.identified, note=told.name or told.why)


@dispute.control(holds=False)
def a_default_of_one_would_not_contradict():
    """That the documented objective is contradicted must fall when the default is 1."""
    check = check_default(CONFIG.replace("default=0.0", "default=1.0"), "alpha", documented="reverse KL")
    return Outcome(survived=check.answer == "contradicts", note=check.says)


def flow(gradient, *, steps, step=0.02):
    """The student's probabilities along gradient descent on the logits, in floats."""
    q = np.array([float(x) for x in GOAL])
    logits = np.log([float(x) for x in START])
    path = []
    for _ in range(steps):
        p = np.exp(logits) / np.exp(logits).sum()
        path.append(p)
        logits = logits - step * np.array(gradient(p, q))
    return np.array(path)


FLOWS = {
    "released default": ("evidence", sd.forward_gradient),
    "Eq. (1)": ("claim", lambda p, q: sd.equation_gradient(p, np.log(p / q))),
}


@figure(
    "Three tokens, a student that starts at 1%, 83%, 16% and a teacher at 63%, 36%, 1%. Left: all students there are, "
    "the two paths of descent, and, shaded, where a step down the released loss is a step up Eq. (1). Right: Eq. (1) "
    "along both paths; under the released loss it rises first."
)
def two_ways_down():
    fig, (left, right) = canvas(1, 2, size=(9.2, 3.5), width_ratios=(1.45, 1))
    q = np.array([float(x) for x in GOAL])
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 3**0.5 / 2]])
    steps = 400
    i, j = np.meshgrid(np.arange(1, steps), np.arange(1, steps), indexing="ij")
    kept = i + j < steps
    p = np.stack([i[kept], j[kept], steps - i[kept] - j[kept]], axis=1) / steps
    ratios = np.log(p / q)
    eq = p * (ratios - (p * ratios).sum(axis=1, keepdims=True))
    inner = ((p - q) * eq).sum(axis=1)
    x, y = (p @ corners).T
    left.tricontourf(x, y, inner, levels=[inner.min() - 1, 0], colors=["evidence"], alpha=0.35)
    left.plot(*np.vstack([corners, corners[:1]]).T, color="context", lw=1)
    for name, (colour, gradient) in FLOWS.items():
        path = flow(gradient, steps=6000)
        left.plot(*(path @ corners).T, color=colour, label=name)
        right.plot(0.02 * np.arange(len(path)), (path * np.log(path / q)).sum(axis=1), color=colour, label=name)
    start = np.array([float(s) for s in START])
    left.plot(*(start @ corners), "o", color="0.25")
    left.annotate("start", start @ corners, xytext=(9, 1), textcoords="offset points", fontsize=9)
    left.plot(*(q @ corners), "*", color="0.25", ms=10)
    left.annotate("teacher", q @ corners, xytext=(0, -15), textcoords="offset points", ha="center", fontsize=9)
    for corner, name in zip(corners, ("only A", "only B"), strict=False):
        left.annotate(name, corner, xytext=(0, -15), textcoords="offset points", ha="center", fontsize=9, color="0.4")
    left.annotate("(only C is above)", (0.5, 0.4), ha="center", fontsize=9, color="0.4")
    left.set(aspect="equal", xlim=(-0.06, 1.06), ylim=(-0.08, 0.45))
    left.axis("off")
    right.set(xlabel="time of descent", ylabel="Eq. (1), nats", xlim=(0, 30), ylim=(0, None))
    right.legend(loc="upper right")
    return fig


@figure(
    "A student that draws two tokens independently, A with probabilities a and b, and a teacher that says AA or BB "
    "nine times in ten. Left and middle: both divergences, darker where they are smaller, with their minima. Right: "
    "the best student's preference, by how sure the teacher is; the reverse KL makes up its mind from odds of e² on."
)
def covering_or_seeking():
    fig, axes = canvas(1, 3, size=(9.6, 3.4))
    settled = sd.settle(3)
    grid = np.linspace(0.03, 0.97, 120)
    a, b = np.meshgrid(grid, grid, indexing="ij")
    cells = {"AA": a * b, "AB": a * (1 - b), "BA": (1 - a) * b, "BB": (1 - a) * (1 - b)}
    q = {y: float(v) for y, v in sd.teacher(settled.odds).items()}
    values = {
        "forward": sum(q[y] * np.log(q[y] / cells[y]) for y in q),
        "reverse": sum(cells[y] * np.log(cells[y] / q[y]) for y in q),
    }
    minima = {"forward": [settled.forward], "reverse": list(settled.reverse)}
    for ax, (name, z) in zip(axes, values.items(), strict=False):
        levels = z.min() + np.array([-1e-9, 0.005, 0.0125, 0.04, 0.1, 0.2, 0.4, 0.8, 1.6, 9])
        ax.contourf(a, b, z, levels=levels, colors=[str(shade) for shade in np.linspace(0.62, 0.98, len(levels) - 1)])
        ax.contour(a, b, z, levels=levels[1:-1], colors="white", linewidths=0.7)
        colour = "evidence" if name == "forward" else "claim"
        for place in minima[name]:
            ax.plot(*(float(c) for c in place), "o", color=colour, ms=8, mec="white")
        title = "forward KL (released)" if name == "forward" else "reverse KL (Eq. 1)"
        ax.set(xlabel="a", ylabel="b", aspect="equal", title=title, xticks=(0.25, 0.5, 0.75), yticks=(0.25, 0.5, 0.75))
        ax.set(xlim=(0.03, 0.97), ylim=(0.03, 0.97))
        ax.grid(visible=False)
    r = 1 + np.geomspace(1e-3, 60, 300)
    odds = r ** ((r + 1) / (r - 1))
    right = axes[2]
    for side in (r / (1 + r), 1 / (1 + r)):
        right.semilogx(odds, side, color="claim")
    right.semilogx([1, np.e**2], [0.5, 0.5], color="claim")
    right.semilogx([1, 60], [0.5, 0.5], color="evidence", ls="--")
    for preference, place in ((2, (-46, -1)), (3, (8, -4))):
        one = sd.settle(preference)
        at = (float(one.odds), float(one.reverse[0][0]))
        right.plot(*at, "o", color="claim")
        note = f"{text(one.reverse[0][0])} at {one.odds}"
        right.annotate(note, at, xytext=place, textcoords="offset points", fontsize=9)
    right.annotate("forward", (1.2, 0.5), xytext=(0, 5), textcoords="offset points", fontsize=9, color="evidence")
    right.annotate("reverse", (20, 0.97), xytext=(0, -16), textcoords="offset points", fontsize=9, color="claim")
    right.set(
        xlim=(1, 60), ylim=(0, 1), xlabel="odds of the teacher for AA or BB", title="best a = b", yticks=(0, 0.5, 1)
    )
    right.set_xticks([1, 3, 10, 30], ["1", "3", "10", "30"])
    right.minorticks_off()
    return fig
