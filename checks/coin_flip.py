"""LLM judges as coins: near chance on what another judge had flagged, and not measured on anything else.

Claim
    On human labels (6,642; 6,442 in the list of contributions) of answers to attacks (four; five are named), four
    LLM judges are right on 42% to 67%: often near random chance. (arXiv:2603.06594, read in the copy of the
    authors' repository; in our words.)
Why it looked true
    1/2 is the score of a coin, and the labels are human and many. But only answers that StrongREJECT had flagged
    were labelled, and these were re-balanced: on such a sample 1/2 is also the score of StrongREJECT itself, and
    of whoever shares its errors, however rarely they err elsewhere. The accuracy is an average over a selection,
    and does not show it.
What was claimed against it
    Nobody is known to have claimed it false, and 14 of 17 logbooks verified every claim. The objection is raised
    here: scored on another judge's positives, good judges look like coins too.
What we find
    It depends on which answers are meant: on the labelled ones the accuracies are what was measured, and how the
    answers were selected takes nothing from them. On all answers nothing follows: two judges that are right on 90%
    and share only the hard cases score 359/720 = 0.4986 on each other's positives, exactly, and a judge that scores
    1/2 there can be right on anything from 5% to 95%. Likewise the precision of 22% is that of a 90% judge where 3%
    of the answers are harmful. The effect needs shared errors: without them the selection changes nothing. The
    counts add up to 6,642; 6,442 is a misprint, and 95% of 90 re-checked labels is no whole number of labels.
What this does not show
    That the judges of the paper are good, or that they share errors: neither was measured here. The labels were not
    available, so that no accuracy was computed again. That the paper is wrong to call for better judges. The rates
    of 90% are examples; what StrongREJECT let pass, and how often, is what would decide. The paper's comparisons
    between attacks and between victims, all within the labelled answers, were not looked at.
References
    A Coin Flip for Safety, arXiv:2603.06594. A. Souly et al., A StrongREJECT for Empty Jailbreaks, 2024. C. Manski,
    Nonparametric bounds on treatment effects, Am. Econ. Rev. 80 (1990). W. Rogan and B. Gladen, Estimating
    prevalence from the results of a screening test, Am. J. Epidemiol. 107 (1978). Announcement of the ICML 2026
    open reproductions, 2026 (the 17 logbooks).
"""

from fractions import Fraction

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, Reading, Sigma, canvas, figure
from lakatos.arithmetic import exact_tests, text
from lakatos.measure import MODES, possible_counts, reported
from lakatos.rerun import judging

Rates = judging.Rates

CLAIM = Claim(
    paper=Paper(
        title="A Coin Flip for Safety: LLM Judges Fail to Reliably Measure Adversarial Robustness", arxiv="2603.06594"
    ),
    where="abstract, contributions and Figure 3",
    statement="on 6,642 human-labelled answers to attacks, four LLM judges are right on 42% to 67%, often near chance",
)
AGAINST = Falsification(
    statement="Scored only on answers that another judge has flagged, and re-balanced, good judges look like coins "
    "too: the accuracies do not show the judges to be near chance.",
    source="raised in this re-check; nobody is known to have published it",
)
ANSWERS = Reading(
    name="answers",
    about="which answers the accuracies are of (those scored had all been flagged by StrongREJECT; the title is about "
    "judges)",
    options={"the labelled ones": "labelled", "all answers to the attacks": "all"},
)
dispute = Dispute(CLAIM, against=AGAINST, readings=[ANSWERS], expected="undetermined")

#: As printed: labels by who made them and by what they say, the misprint, the balanced subset, the re-check.
OWN, LABELBOX, HARMFUL, HARMLESS, MISPRINT, BALANCED = 2370, 4272, 1437, 5205, 6442, 2746
LABELS = OWN + LABELBOX
SHARES = {"harmful": (HARMFUL, reported("22%")), "harmless": (HARMLESS, reported("78%"))}
RECHECKED, AGREEMENT = 90, reported("95%")
ATTACKS, VICTIMS = ("Direct", "GCG", "GCG-REINFORCE", "PAIR", "BoN"), 4
LOWEST, HIGHEST = reported("0.42"), reported("0.67")
#: Example judges, with the precision that the labels give StrongREJECT.
PRECISION = Fraction(HARMFUL, LABELS)
GOOD = Rates("0.9", "0.9")
HARD, FOOLED = "1/10", "19/20"
REPLICATES, SEED = 400, 260306594
THREE_SIGMA = "27/10000"


def good_judges():
    """Two judges that are right on 90%, share the hard cases and nothing else, and flag with the paper's precision."""
    return judging.hard_cases(GOOD.prevalence_at(PRECISION), GOOD, hard=HARD, fooled=FOOLED)


@dispute.finding
def counts(answers):
    if answers != "labelled":
        return  # the counts are of the labelled answers and say nothing of others
    yield Finding(
        name="labels, added up",
        kind="exact",
        value={"own + Labelbox": LABELS, "harmful + harmless": HARMFUL + HARMLESS, "in the contributions": MISPRINT},
        shown=f"{LABELS:,} twice, {MISPRINT:,} once",
        scope="the counts as printed: 2,370 + 4,272 and 1,437 + 5,205",
        says=f"Both ways of counting the labels give {LABELS:,}; the {MISPRINT:,} in the contributions is a misprint.",
        refutes="wording",
    )
    fits = {m: possible_counts(RECHECKED, AGREEMENT, mode=m) for m in MODES}
    yield Finding(
        name="shares that the counts can have given",
        kind="exact",
        value={
            **{f"{name}, {count:,}": count in possible_counts(LABELS, s) for name, (count, s) in SHARES.items()},
            **{f"of 90, {mode}": str(whole) for mode, whole in fits.items()},
        },
        shown=f"22% and 78% yes; 95% of 90: {fits['nearest']}",
        scope="rounded to the nearest, as 22% and 78% are; cut off and rounded up beside it",
        says="22% and 78% are right. 95% of 90 labels is no whole number: 85 would be printed as 94%, 86 as 96%. It "
        "can be right if the agreement is a share of something else, such as levels or pairs of raters.",
    )
    yield Finding(
        name="harmful labels that the balanced subset leaves out",
        kind="exact",
        value=HARMFUL - BALANCED // 2,
        scope=f"{BALANCED:,} = 2 x {BALANCED // 2:,} of {HARMFUL:,} harmful",
        says="The balanced subset is possible but not the largest one; balancing within attack and victim would "
        "explain it.",
    )
    yield Finding(
        name="attacks",
        kind="exact",
        value={"with the direct request": len(ATTACKS), "without it": len(ATTACKS) - 1},
        scope=", ".join(ATTACKS),
        says="Four and five are both right, if the direct request is an attack in one place and none in the other.",
    )


@dispute.finding
def what_the_accuracies_say(answers):
    printed = f"{LOWEST.text} to {HIGHEST.text}"
    if answers == "labelled":
        return Finding(
            name="accuracy of the four judges",
            kind="comparison",
            value=printed,
            scope="as printed, on answers that StrongREJECT had flagged, re-balanced; not computed again, the labels "
            "were not available",
            says=f"Read as a statement on the labelled answers, {printed} is what was measured there: how they were "
            "selected takes nothing from it.",
            refutes="falsification",
            reason="premise",
        )
    seen = {x.text: judging.overall_bounds(GOOD, x.value) for x in (LOWEST, reported("0.50"), HIGHEST)}
    return Finding(
        name="accuracy of the four judges",
        kind="exact",
        value={f"{x} among the flagged": f"{text(low)} to {text(high)}" for x, (low, high) in seen.items()},
        shown="from 5% to 95% where 50% is measured",
        decisive=True,
        scope="every judge that fits, with StrongREJECT taken to be right on 90% of the harmful and of the harmless: "
        "sharp bounds, an example, as its rates are not known",
        says="Read as a statement on all answers, the accuracies decide nothing: a judge that scores 0.50 on what "
        "StrongREJECT flags can be right on anything from 5% to 95% of all answers, balanced.",
    )


@dispute.finding
def the_selecting_judge_itself():
    rates = [Rates("0.99", "0.99"), GOOD, Rates("0.6", "0.7")]
    seen = [judging.shared_answers("1/10", r, r, 1).judge(selected=True) for r in rates]
    return Finding(
        name="score of the selecting judge on its own positives, re-balanced",
        kind="exact",
        value={f"right on {text(r.balanced_accuracy)}": text(s.balanced_accuracy) for r, s in zip(rates, seen)},
        shown="1/2, however good it is",
        scope="any rates: among its positives it flags everything, so that it is right on every harmful and on no "
        "harmless one; three examples computed",
        says="On its own positives the selecting judge scores exactly 1/2, a coin's score, whether it is right on 65% "
        "or on 99% of all answers.",
    )


@dispute.finding
def good_judges_look_like_coins():
    population = good_judges()
    everywhere, flagged = population.judge(), population.judge(selected=True)
    yield Finding(
        name="balanced accuracy of two good judges on each other's positives",
        kind="exact",
        value={
            "on all answers": text(everywhere.balanced_accuracy),
            "on flagged answers": text(flagged.balanced_accuracy),
            "harmful share of all": text(population.prevalence()),
            "harmful share of the flagged": text(population.prevalence(selected=True)),
        },
        shown=f"9/10 on all answers, {text(flagged.balanced_accuracy)} on flagged ones",
        scope=f"{HARD} of the harmless answers are hard and fool each judge with chance {FOOLED}; given the answer the "
        "judges are independent; the harmful share is the one that gives the printed precision",
        says="Two judges that are right on 90% of the harmful and of the harmless, and share nothing but the hard "
        f"cases, score {float(flagged.balanced_accuracy):.4f} on each other's positives.",
    )
    runs = {
        "flagged answers": judging.simulate(population, labels=LABELS, replicates=REPLICATES, seed=SEED),
        "all answers": judging.simulate(population, labels=LABELS, replicates=REPLICATES, seed=SEED, selected=False),
    }
    yield Finding(
        name="the same, simulated as the paper samples",
        kind="statistical",
        value={f"{name}: {what}": x for name, r in runs.items() for what, x in (("mean", r.mean), ("error", r.error))},
        shown="; ".join(f"{name} {r.mean:.4f} +- {r.error:.4f}" for name, r in runs.items()),
        sigmas=[
            Sigma(null=f"{name}: the exact expectation {text(r.expected)}", sigma=r.sigma) for name, r in runs.items()
        ],
        scope=f"{REPLICATES} replicates of {LABELS:,} labels each, re-balanced by leaving out harmless ones",
    )


@dispute.finding
def what_two_judges_can_score():
    bounds = {a: judging.selected_bounds(Rates(a, a), Rates(a, a)) for a in ("0.8", "0.85", "0.9", "0.95")}
    # Equal and symmetric judges of accuracy a reach down to (2a - 1)/(2a), which is 0.42 at a = 1/(2 - 2 * 0.42).
    limit = 1 / (2 - 2 * LOWEST.value)
    reached = judging.selected_bounds(Rates(limit, limit), Rates(limit, limit))[0]
    assert reached == LOWEST.value, reached
    return Finding(
        name="balanced accuracies that are possible on another judge's positives",
        kind="exact",
        value={
            **{f"both right on {a}": f"{text(low)} to {text(high)}" for a, (low, high) in bounds.items()},
            "most accurate equal judges that can score 0.42": text(limit),
        },
        shown=f"0.42 to 1 for judges that are right on up to {float(limit):.1%}",
        scope="every way in which the errors of two judges can depend, both equally right on harmful and harmless",
        says=f"The whole printed range lies within reach of judges that are right on {float(limit):.0%} of all "
        "answers. A score well below 1/2 is not a coin's: either the judge is mostly wrong, or the errors are shared.",
    )


@dispute.finding
def precision_is_not_accuracy():
    harmful = GOOD.prevalence_at(PRECISION)
    missed = 1 - GOOD.sensitivity
    yield Finding(
        name="harmful share of all answers at which a 90% judge has the printed precision",
        kind="exact",
        value=text(harmful),
        shown=f"{float(harmful):.1%}",
        scope=f"precision {HARMFUL:,} of {LABELS:,}; a judge right on 9 of 10 harmful and 9 of 10 harmless answers",
        says=f"That 78% of the flagged answers are harmless is what a 90% judge gives where {float(harmful):.1%} of "
        "all answers are harmful.",
    )
    yield Finding(
        name="what multiplying the success rate by the precision leaves out",
        kind="exact",
        value=text(missed),
        scope="the identity flagged share x precision = harmful share x sensitivity; the example judge",
        says="Success rate times precision is the share that is harmful and was flagged: a lower bound, short by what "
        f"the judge misses ({text(missed)} for the example judge; its sensitivity was not measured).",
    )


@dispute.finding
def how_many_labels_tell_a_coin(answers):
    if answers != "labelled":
        return []
    needed = {x.text: labels_to_exclude_a_coin(x.value) for x in (LOWEST, HIGHEST)}
    cells = len(ATTACKS) * VICTIMS
    return Finding(
        name="labels that tell an accuracy from a coin's at three sigma",
        kind="exact",
        value={**needed, "labels in a cell, if all were alike": BALANCED // cells},
        shown=", ".join(f"{x}: {n}" for x, n in needed.items()),
        scope=f"two-sided sign test, p at most {THREE_SIGMA}; {BALANCED:,} labels over {cells} cells of attack and "
        "victim, whose sizes are not in what we have",
        says="An accuracy of 0.42 on one cell would not differ from a coin's at three sigma, one of 0.67 would.",
    )


def labels_to_exclude_a_coin(accuracy):
    """The least even number of labels from which on this accuracy is three sigma from 1/2 (looked for up to 2,000)."""
    ok = [exact_tests.sign_test(round(accuracy * n), n) <= Fraction(THREE_SIGMA) for n in range(2, 2001, 2)]
    return 2 * (max((i for i, fits in enumerate(ok) if not fits), default=-1) + 2)


@dispute.finding
def what_would_decide():
    demands = {
        "how many": "how many answers each attack gave, and how many of them StrongREJECT flagged",
        "the others": "human labels for a random sample of the answers that it did not flag",
        "the selector": "StrongREJECT's own score on the labelled answers, re-balanced: 1/2 by construction",
        "shared errors": "how often two judges err on the same harmless answer",
    }
    return Finding(
        name="what would decide it for all answers",
        kind="comparison",
        value=demands,
        shown="labels for a random sample of what StrongREJECT did not flag",
        scope="none of the four is in what we have",
    )


@dispute.control(holds=True)
def independent_errors_survive_the_selection():
    """Judges whose errors are independent, a real coin among them, score the same with and without the selection."""
    levels = ["1/2", "0.6", "0.75", "0.9", "1"]
    for first in (Rates(a, b) for a in levels for b in levels if b != "1"):
        for second in (Rates(a, b) for a in levels for b in levels):
            population = judging.shared_answers("1/10", first, second, 0)
            if population.judge(selected=True) != population.judge():
                return Outcome(survived=False, note=f"{first} selects, {second} is scored")
    return Outcome(survived=True, note="500 pairs of judges, exactly; so the effect is in the shared errors alone")


@dispute.control(holds=True)
def every_population_lies_within_the_bounds():
    """Random populations of up to six strata keep to the bounds, in both directions."""
    rng = np.random.default_rng(SEED)
    for _ in range(400):
        raw = rng.integers(0, 21, (int(rng.integers(2, 7)), 3))
        total = sum(int(share) + 1 for share, _, _ in raw)
        population = judging.Population(
            tuple(
                judging.Stratum(Fraction(int(s) + 1, total), i % 2 == 0, Fraction(int(a), 20), Fraction(int(b), 20))
                for i, (s, a, b) in enumerate(raw)
            )
        )
        selector = population.selector()
        if not selector.sensitivity or not selector.flags_harmless:
            continue
        overall, flagged = (population.judge(selected=x).balanced_accuracy for x in (False, True))
        low, high = judging.selected_bounds(selector, population.judge())
        least, most = judging.overall_bounds(selector, flagged)
        if not (low <= flagged <= high and least <= overall <= most):
            return Outcome(survived=False, note=f"{population}")
    return Outcome(survived=True, note="400 random populations, exactly")


@dispute.control(holds=True)
def the_simulation_meets_the_exact_values():
    """Sampling and the exact rates are two programs; they agree for all degrees of sharing."""
    runs = [
        judging.simulate(
            judging.shared_answers("0.1", GOOD, GOOD, f"{i}/4"), labels=2000, replicates=200, seed=SEED + i
        )
        for i in range(4)
    ]
    worst = max(abs(r.sigma) for r in runs)
    return Outcome(survived=worst < 4, note=f"largest distance {worst:.1f} sigma over {len(runs)} populations")


@dispute.control(holds=False)
def good_judges_stay_good_on_a_selection():
    """'A judge that is right on 90% is right on 60% of whatever another such judge flags' must fall."""
    flagged = good_judges().judge(selected=True).balanced_accuracy
    return Outcome(survived=flagged >= Fraction(3, 5), note=f"{text(flagged)} is possible")


@dispute.control(holds=False)
def the_misprinted_total_falls():
    """6,442 as the number of labels must not add up."""
    return Outcome(survived=MISPRINT in (LABELS, HARMFUL + HARMLESS), note=f"2,370 + 4,272 = {LABELS:,}")


@figure(
    "Two judges that are both right on 90% of harmful and of harmless answers. Left, all answers, where 10% of the "
    "harmless ones are hard: height is the share that the judge under test gets right. Right, what the other judge "
    "flags, re-balanced: nearly all harmless answers that are left are hard ones, and the score is a coin's."
)
def selection():
    fig, panels = canvas(1, 2, size=(7.2, 3.3), sharey=True)
    population = good_judges()
    harmful, hard, plain = population.strata
    fooling = hard.share * hard.selector / (hard.share * hard.selector + plain.share * plain.selector)
    everywhere = (harmful.share, hard.share, plain.share)
    flagged = (Fraction(1, 2), fooling / 2, (1 - fooling) / 2)
    for ax, shares, title in zip(panels, (everywhere, flagged), ("all answers", "flagged, re-balanced")):
        start = 0.0
        for name, share, right in zip(
            ("harmful", "harmless, hard", "harmless"), shares, (harmful.judge, 1 - hard.judge, 1 - plain.judge)
        ):
            box = {"x": start, "width": float(share), "align": "edge", "edgecolor": "white", "linewidth": 0.8}
            ax.bar(height=float(right), color="claim", **box)
            ax.bar(height=float(1 - right), bottom=float(right), color="evidence", alpha=0.75, **box)
            if share > Fraction(1, 5):
                ax.text(start + float(share) / 2, -0.04, name, ha="center", va="top", fontsize=9)
                ax.text(start + float(share) / 2, float(right) / 2 if right > Fraction(1, 2) else 0.6,
                        "right" if right > Fraction(1, 2) else "wrong", ha="center", color="white")  # fmt: skip
            start += float(share)
        ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], title=title)
        ax.grid(visible=False)
    for name, end in (("harmful", everywhere[0] / 3), ("hard", everywhere[0] + everywhere[1])):
        panels[0].text(float(end), -0.04, name, ha="right", va="top", fontsize=9)
    panels[0].set(ylabel="share of answers judged right")
    return fig


@figure(
    "Balanced accuracy on another judge's positives, when a share of the decisions is common to both (both equally "
    "good). Lines are exact, points simulated with as many labels as the paper has. All lines end at 1/2, a coin's "
    "score, where the two judges are one. The band is the range that the paper prints."
)
def sharing():
    fig, ax = canvas(size=(7.2, 3.8))
    ax.axhspan(float(LOWEST.value), float(HIGHEST.value), color="context", alpha=0.18, lw=0)
    ax.text(0.012, float(LOWEST.value) + 0.012, "printed: 0.42 to 0.67", fontsize=9, color="0.35")
    for level, style in (("0.95", "-"), ("0.9", "--"), ("0.8", "-."), ("0.7", ":")):
        rates = Rates(level, level)
        worlds = [(i / 20, judging.shared_answers(rates.prevalence_at(PRECISION), rates, rates, f"{i}/20"))
                  for i in range(21)]  # fmt: skip
        ax.plot([x for x, _ in worlds], [float(w.judge(selected=True).balanced_accuracy) for _, w in worlds], style,
                color="claim")  # fmt: skip
        name = "right on 95% of all answers" if style == "-" else f"{float(rates.sensitivity):.0%}"
        ax.annotate(name, (0, float(rates.sensitivity)), xytext=(4, 3), textcoords="offset points", color="claim",
                    fontsize=9)  # fmt: skip
        points = [
            (x, judging.simulate(w, labels=LABELS, replicates=2, seed=SEED).accuracies[0]) for x, w in worlds[2::3]
        ]
        ax.plot(*zip(*points), "o", color="evidence", ms=4)
    ax.axhline(0.5, color="0.5", lw=0.9, ls="--")
    ax.set(xlabel="share of decisions common to both judges", ylabel="accuracy on flagged answers", xlim=(0, 1))
    ax.set(ylim=(0.38, 1.0))
    return fig


@figure(
    "What an accuracy measured on flagged answers leaves open for all answers, by how often the selecting judge flags "
    "a harmless answer (it flags 90% of the harmful ones; if it flags everything, the two accuracies are one). Within "
    "the printed range, between the vertical lines, a selector worth having leaves nearly everything open."
)
def left_open():
    fig, axes = canvas(1, 3, size=(7.2, 3.0), sharey=True)
    xs = [Fraction(i, 100) for i in range(0, 101, 2)]
    cases = [
        ("flags 10% of harmless", GOOD),
        ("flags 50% of harmless", Rates("0.9", "0.5")),
        ("flags everything", Rates(1, 0)),
    ]
    for ax, (title, selector) in zip(axes, cases):
        low, high = zip(*((float(a), float(b)) for a, b in (judging.overall_bounds(selector, x) for x in xs)))
        points = [float(x) for x in xs]
        ax.fill_between(points, low, high, color="evidence", alpha=0.22, lw=0)
        ax.plot(points, low, color="evidence")
        ax.plot(points, high, color="evidence")
        for x in (LOWEST, HIGHEST):
            ax.axvline(float(x.value), color="claim", lw=1, ls="--")
        ax.set(title=title, xlim=(0, 1), ylim=(0, 1), xlabel="on flagged answers", xticks=[0, 0.5, 1])
    axes[0].set(ylabel="on all answers")
    return fig
