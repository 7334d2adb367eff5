"""Images from two-bit activations, judged by eye: what 128 pairs can show, and what an average of features cannot.

Claim
    With ternary weights and activations of 2 bits on average a diffusion transformer still generates images stably,
    the first to do so. (arXiv:2509.23582, abstract; in our words.)
Why it looked true
    Metrics over whole sets of images say that nothing collapsed. Such a metric compares averages: when a share of
    the images is ruined, a Frechet distance falls as the square of that share, so that what is left of one ruined
    image in twenty is less than a slight change to all of them.
What was claimed against it
    Nobody is known to have claimed it false. The announcement of the challenge puts the doubt: whether the images
    are usable is for a person to say. There a person judged 128 pairs; the answers are not in the announcement.
What we find
    Nothing about the images: no rating of them was available, and the verdict is undetermined. What 128 pairs can
    show is exact: if a choice is made in each, the sign test sees a preference of 62.6% four times in five; an even
    split leaves 41% to 59% open; not one ruined image among 128 leaves a share of up to 2.9%, and 299 pairs are
    needed to put it below 1%. An answer of "both" decides nothing, so that the question matters more than the
    count. The instrument (format, blinding, probes, tests) is here, tried on made-up ratings only.
What this does not show
    Whether the images are usable, or worse than those of full precision. Which images stood in the 128 pairs, what
    was asked and what was answered: the case is taken from the announcement, and that a pair holds one quantised
    and one full-precision image is assumed. All ratings here are synthetic and say so. The Frechet figures are of
    one made-up feature, not of the paper's metrics. Pairs are taken as independent; images of one class are not
    quite.
References
    RobuQ: Pushing DiTs to W1.58A2 via Robust Activation Quantization, arXiv:2509.23582. Announcement of the ICML
    2026 open reproductions, 2026 (the role of humans). C. Clopper and E. Pearson, Biometrika 26 (1934). M. Heusel
    et al., GANs trained by a two time-scale update rule, 2017 (FID).
"""

from dataclasses import replace
from fractions import Fraction

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, Sigma, canvas, figure
from lakatos.arithmetic import exact_tests, text
from lakatos.rerun import pairs

CLAIM = Claim(
    paper=Paper(title="RobuQ: Pushing DiTs to W1.58A2 via Robust Activation Quantization", arxiv="2509.23582"),
    where="abstract",
    statement="image generation is stable with ternary weights and activations quantised to 2 bits on average",
)
AGAINST = Falsification(
    statement="Metrics that show no collapse do not show that the images are usable; that is for a person to judge.",
    source="announcement of the ICML 2026 open reproductions, 2026: a doubt, not a claim that they are unusable",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="undetermined")

PAIRS, SEED = 128, 128260802
THREE_SIGMA = "27/10000"
#: Ruined images in the illustration of averages: moved by two spreads, as spread out as the others.
SHIFT = 2.0
SETS = 40
#: Made-up raters: one without fault, and one for each fault that the probes are for.
RATERS = {
    "sees what is there": {},
    "one image in ten ruined": {"ruined": 0.1},
    "clicks left, one in four": {"always_left": 0.25},
    "quantised always left": {"sides": "left"},
    "sides alternate": {"sides": "alternate"},
    "guesses": {"lapse": 1.0, "repeats": 32},
    "does not look": {"time_s": 0.2},
}


def made_up(rater="sees what is there", *, seed=SEED, **options):
    """Synthetic ratings by one of the raters above; no evidence of anything."""
    return pairs.synthetic(PAIRS, seed=seed, **{**RATERS[rater], **options})


@dispute.finding
def ratings_of_the_images():
    return Finding(
        name="ratings of the real images",
        kind="comparison",
        value={"pairs rated by a person": PAIRS, "answers available here": 0},
        shown=f"none of {PAIRS} available",
        scope="the announcement says that all 128 pairs were judged, not how; the file of answers was not available",
        says="A person has judged 128 pairs, and the answers are not in the announcement; nothing here is about the "
        "images themselves.",
    )


@dispute.finding
def what_128_pairs_resolve():
    split = exact_tests.proportion_interval(PAIRS // 2, PAIRS)
    none_ruined = exact_tests.proportion_interval(0, PAIRS)[1]
    seen, strict = exact_tests.least_detectable(PAIRS), exact_tests.least_detectable(PAIRS, level=THREE_SIGMA)
    sizes = [16, 32, 64, PAIRS, 256, 512, 1024]
    yield Finding(
        name="what 128 pairs can show",
        kind="exact",
        value={
            "choices needed to reject an even chance, of 128": exact_tests.critical_count(PAIRS),
            "preference seen four times in five, 5% level": text(seen),
            "the same at three sigma": text(strict),
            "left open by an even split, 95%": f"{text(split[0])} to {text(split[1])}",
            "left open by no ruined image, 95%": text(none_ruined),
            "pairs that put the ruined share below 1%": pairs_for_share("1/100"),
        },
        shown=f"a preference of {float(seen):.1%}; none ruined leaves up to {float(none_ruined):.1%}",
        decisive=True,
        scope="sign test, null: either image is chosen with chance 1/2; a choice in every pair, pairs independent; "
        "interval ends rounded outward to 1/10,000; the 299 is one-sided, 95%",
        says=f"With a choice in each of 128 pairs a preference of {float(seen):.1%} is seen four times in five. Not "
        f"rejecting is no proof of equality: an even split leaves {float(split[0]):.0%} to {float(split[1]):.0%}.",
        table={
            "choices": sizes,
            "seen four times in five": [text(exact_tests.least_detectable(n)) for n in sizes],
            "an even split leaves up to": [text(exact_tests.proportion_interval(n // 2, n)[1]) for n in sizes],
            "none ruined leaves up to": [text(exact_tests.proportion_interval(0, n)[1]) for n in sizes],
        },
    )


def pairs_for_share(share):
    """The least number of pairs, none of them ruined, at which a ruined share this large has chance 5% or less."""
    n = 1
    while 1 - pairs.chance_to_see(share, pairs=n) > Fraction(1, 20):
        n += 1
    return n


@dispute.finding
def the_average_that_hides_it():
    shares = ["1/100", "1/50", "1/20", "1/10", "1/5"]
    distance = {s: pairs.frechet_squared(float(Fraction(s)), shift=SHIFT) for s in shares}
    yield Finding(
        name="squared Frechet distance when a share e of the images is ruined",
        kind="derivation",
        value=f"({pairs.leading_coefficient()}) * e**2 + O(e**3)",
        shown="of order e^2",
        scope="one feature of mean 0 and spread 1; ruined images moved by d with spread w; derived symbolically",
        says="A distance between averages falls as the square of the ruined share: a tenth of the ruined images is a "
        "hundredth of the distance.",
    )
    yield Finding(
        name="what the average and what the eye sees",
        kind="derivation",
        value={f"{s} ruined: distance": d for s, d in distance.items()},
        shown=f"1 in 20 ruined: like moving every image by {distance['1/20'] ** 0.5:.2f} spreads",
        scope=f"one made-up feature, ruined images moved by {SHIFT:g} spreads; {PAIRS} pairs, independent",
        says="With one image in twenty ruined the distance is that of moving every image by "
        f"{distance['1/20'] ** 0.5:.2f} spreads; among 128 pairs a person meets a ruined one with chance "
        f"{float(pairs.chance_to_see('1/20', pairs=PAIRS)):.1%}.",
        table={
            "ruined share": shares,
            "squared distance": list(distance.values()),
            "as if all moved by": [d**0.5 for d in distance.values()],
            "met among 128": [float(pairs.chance_to_see(s, pairs=PAIRS)) for s in shares],
        },
    )


@dispute.finding
def synthetic_ratings():
    for rater in ("sees what is there", "one image in ten ruined"):
        card = pairs.assess(made_up(rater), expected=[f"synthetic-{i:03d}" for i in range(1, PAIRS + 1)])
        s, u = card.preference, card.usable
        yield Finding(
            name=f"SYNTHETIC ratings: {rater}",
            kind="statistical",
            value={
                "synthetic": True,
                "alarms": sum(len(c.alarms) for c in card.consistency),
                "quantised chosen": s.treated,
                "full precision chosen": s.reference,
                "no choice": s.undecided,
                "quantised usable": u.treated,
                "p of the sign test": float(s.p),
            },
            shown=f"usable {u.treated} of {u.pairs}, {float(u.interval[0]):.1%} to {float(u.interval[1]):.1%}; "
            f"{s.treated} to {s.reference} choices",
            sigmas=[Sigma(null="where a choice is made, either image is chosen with chance 1/2", sigma=s.sigma)],
            scope=f"made-up ratings of {PAIRS} pairs, seed {SEED}: a trial of the instrument, no evidence",
        )


def tried(rater):
    """The probes of many made-up sets by one rater."""
    return [pairs.consistency(made_up(rater, seed=SEED + i))[0] for i in range(SETS)]


@dispute.finding
def what_the_probes_catch():
    seen = {rater: tried(rater) for rater in RATERS}
    names = [probe.name for probe in seen["guesses"][0].probes]
    caught = {rater: sum(bool(c.alarms) for c in sets) for rater, sets in seen.items()}
    return Finding(
        name="SYNTHETIC ratings: sets in which a probe raises an alarm",
        kind="statistical",
        value=caught,
        shown=", ".join(f"{rater}: {count}" for rater, count in caught.items()),
        scope=f"{SETS} made-up sets of {PAIRS} pairs by each rater; the tests of one rater together alarm at most 1 in "
        "100 by chance",
        table={
            "rater": list(seen),
            "any": list(caught.values()),
            **{n: [sum(any(p.name == n for p in c.alarms) for c in sets) for sets in seen.values()] for n in names},
        },
    )


@dispute.finding
def what_would_decide():
    demands = {
        "answers": "a row for each answer: pair, side of the quantised image, rater, answer, order, time_s",
        "question": "which would you use: left, right, both, neither; asked before anything was seen",
        "criterion": "the share of unusable images at which generation is no longer stable, fixed beforehand",
        "blinding": "sides drawn at random, stored and not shown; file names that say nothing",
        "repeats": "at least 16 pairs shown again, some mirrored; 32 tell a guesser nearly always",
        "a second rater": "agreement beyond chance on the same pairs",
        "count": "299 pairs if one ruined image in a hundred matters; 128 leave up to 2.9%",
    }
    return Finding(
        name="what would decide",
        kind="comparison",
        value=demands,
        shown="the file of answers, the question asked, a criterion fixed beforehand",
        scope="none of it was available",
    )


@dispute.control(holds=True)
def careful_raters_raise_no_alarm():
    """A rater without fault is alarmed about no more often than the level allows."""
    count = sum(bool(c.alarms) for c in tried("sees what is there"))
    chance = exact_tests.binomial_tail(count, SETS, chance="1/100")
    return Outcome(survived=chance > Fraction(1, 1000), note=f"{count} of {SETS} made-up sets")


@dispute.control(holds=True)
def the_sign_test_keeps_its_level():
    """Where either image is chosen with chance 1/2, the test rejects at most as often as it says, for every count."""
    for n in range(PAIRS + 1):
        if exact_tests.sign_test_power(n, chance="1/2") > Fraction(1, 20):
            return Outcome(survived=False, note=f"n = {n}")
    return Outcome(survived=True, note=f"exactly, 0 to {PAIRS} choices, level 1/20")


@dispute.control(holds=True)
def left_and_right_are_names():
    """With all sides and answers exchanged the same follows."""
    ratings = made_up("one image in ten ruined", lapse=0.2)
    other = {"left": "right", "right": "left"}
    turned = pairs.Ratings(
        ratings.question,
        tuple(replace(r, side=other[r.side], answer=other.get(r.answer, r.answer)) for r in ratings.rows),
    )
    one, two = pairs.assess(ratings), pairs.assess(turned)
    same = (one.preference, one.usable, one.reliable) == (two.preference, two.usable, two.reliable)
    return Outcome(survived=same, note=f"{PAIRS} made-up pairs")


@dispute.control(holds=False)
def who_clicks_left_is_not_relied_on():
    """A rater who answers left one time in four whatever there is to see, must raise an alarm."""
    card = pairs.consistency(made_up("clicks left, one in four"))[0]
    return Outcome(survived=not card.alarms, note="; ".join(p.says for p in card.alarms))


@dispute.control(holds=False)
def a_constant_side_is_not_blind():
    """With the quantised image on the left throughout, nobody is blind and no preference can be read off."""
    card = pairs.consistency(made_up("quantised always left"))[0]
    return Outcome(survived=not card.alarms, note="; ".join(p.says for p in card.alarms))


@dispute.control(holds=False)
def no_collapse_falls_where_a_third_is_ruined():
    """'At most one image in twenty is unusable', of a made-up model that ruins three in ten, must fall."""
    u = pairs.usable(made_up(ruined=0.3))
    return Outcome(survived=u.interval[1] >= Fraction(19, 20), note=f"usable at most {float(u.interval[1]):.1%}")


def share_seen(choices, chances):
    """The power of the two-sided sign test at the 5% level, as floats for drawing."""
    return [float(exact_tests.sign_test_power(choices, chance=p)) for p in chances]


@figure(
    "How often the sign test sees a preference, by how strong it is and in how many pairs a choice was made (5% level, "
    "exact). With a choice in each of 128 pairs a preference of 62.6% is seen four times in five; if most answers are "
    "'both' and only 32 choices are left, the same preference is mostly missed."
)
def power():
    fig, ax = canvas(size=(7.2, 3.6))
    chances = [Fraction(i, 200) for i in range(100, 201)]
    for n, style, at in ((16, ":", 0.875), (32, "-.", 0.755), (PAIRS, "-", 0.61), (512, "--", 0.545)):
        look = {"color": "evidence", "lw": 2.4} if n == PAIRS else {"color": "context", "lw": 1.5}
        values = share_seen(n, chances)
        ax.plot([float(p) for p in chances], values, style, **look)
        ax.annotate(
            str(n) if n == 512 else f"{n} choices",
            (at, values[round(200 * at) - 100]),
            xytext=(-7, 0) if n == 512 else (24, -14) if n == PAIRS else (9, -8),
            textcoords="offset points",
            ha="right" if n == 512 else "left",
            fontsize=9,
            color="evidence" if n == PAIRS else "0.35",
        )
    least = float(exact_tests.least_detectable(PAIRS))
    ax.plot([0.5, least, least], [0.8, 0.8, 0], color="claim", lw=1, ls="--")
    ax.plot(least, 0.8, "o", color="claim")
    ax.set(xlabel="chance that one image is chosen over the other", ylabel="share of studies that see it")
    ax.set(xlim=(0.5, 1), ylim=(0, 1.03))
    return fig


@figure(
    "Left, what an average sees: the squared Frechet distance falls as the square of the ruined share; the dotted line "
    "is the distance if every image were moved by a tenth of a spread. Right, what a person sees: the chance that a "
    "ruined image is among 128 falls only when there is hardly one to be met."
)
def average_and_eye():
    fig, (left, right) = canvas(1, 2, size=(7.2, 3.1))
    shares = [Fraction(1, 1000) * Fraction(11, 10) ** i for i in range(61)]
    points = [float(s) for s in shares]
    left.loglog(points, [pairs.frechet_squared(x, shift=SHIFT) for x in points], color="claim")
    left.axhline(0.01, color="context", ls=":", lw=1.2)
    left.text(1.1e-3, 0.0115, "all images moved by 0.1", fontsize=8.5, color="0.35")
    left.set(xlabel="ruined share", ylabel="squared distance", title="an average of features")
    right.semilogx(points, [float(pairs.chance_to_see(s.limit_denominator(10**6), pairs=PAIRS)) for s in shares],
                   color="evidence")  # fmt: skip
    right.set(xlabel="ruined share", ylabel="chance to meet one", title="a person, 128 images", ylim=(0, 1.03))
    for ax in (left, right):
        ax.set_xticks([0.001, 0.01, 0.1], ["0.1%", "1%", "10%"])
        ax.set_xlim(0.001, 0.3)
    return fig


TILES = {
    "left": "#c9b458", "right": "#7d9a5f", "quantised": "#2f5d8a", "full precision": "#b8452f", "both": "#e4e4e4",
    "neither": "#4a4a4a",
}  # fmt: skip


@figure(
    "SYNTHETIC answers of three raters to 128 pairs, in the order in which they were given. Above as answered, below "
    "with the hidden sides resolved. Where one image in ten is ruined (middle), choices fall on either side and most "
    "resolve into full precision; a rater who clicks left (right) chooses one side, which resolves into either image."
)
def answers():
    fig, ax = canvas(size=(7.2, 3.3))
    names = {"treated": "quantised", "reference": "full precision"}
    tiles = {name: [] for name in TILES}  # one mark per colour and place keeps the file small
    for column, rater in enumerate(("sees what is there", "one image in ten ruined", "clicks left, one in four")):
        ax.text(18 * column, -0.7, rater, fontsize=9)
        for i, r in enumerate(made_up(rater).first("synthetic-rater-1")):
            for top, shown in ((0, r.answer), (11, names.get(r.outcome, r.outcome))):
                tiles[shown].append((18 * column + i % 16 + 0.5, top + i // 16 + 0.5))
    for top, what, shown in (
        (9.7, "as answered", ("left", "right", "both", "neither")),
        (20.7, "resolved", ("quantised", "full precision", "both", "neither")),
    ):
        ax.text(0, top, f"{what}:", fontsize=8.5, color="0.35", va="center")
        for x, name in zip((9, 17, 27, 32), shown):
            tiles[name].append((x + 0.5, top))
            ax.text(x + 1.4, top, name, fontsize=8.5, va="center")
    for name, places in tiles.items():
        ax.scatter(*zip(*places), s=70, marker="s", color=TILES[name], lw=0)
    ax.set(xlim=(-0.2, 52.2), ylim=(21.5, -2.2), aspect="equal")
    ax.set_axis_off()
    return fig
