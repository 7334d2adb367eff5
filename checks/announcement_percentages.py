"""The challenge's own announcement: its percentages are of 2,176 papers, not of the 2,226 printed beside them.

Claim
    2,226 papers were attempted, 34% of the conference; in 51% of them (1,103 papers) at least one claim was
    verified, and in 23% (496 papers) at least one was falsified or contested. (In our words.)
Why it looked true
    2,226 is a real figure, the number of papers attempted, and it stands in the same paragraph. The percentages
    differ by about one point from what it would give, less than most readers check.
What was claimed against it
    Nobody has claimed it false. This is a re-check of the workbench's own source.
What we find
    None of the three percentages can be of 2,226. The buckets of papers with a final judgment add up to 266 +
    632 + 496 + 502 + 280 = 2,176, and 2,176 fits all three: 1,103 is 50.7%, 496 is 22.8%, and 2,176 is 34.3% of
    the 6,352 accepted papers. The percentages are right; the number printed beside them is another one.
What this does not show
    Whether the counts themselves are right: they are taken from the announcement. Which denominator its authors
    had in mind: any total from 2,142 to 2,184 fits the first two percentages, and 2,176 is the one that the
    buckets give.
References
    Announcement of the ICML 2026 open reproductions, 2026 (counts of papers, claims and verdicts).
"""

from lakatos import Claim, Dispute, Finding, Outcome, Paper, canvas, figure
from lakatos.measure import MODES, possible_counts, possible_totals, reported

CLAIM = Claim(
    paper=Paper(title="Announcement of the ICML 2026 open reproductions"),
    where="the paragraph on outcomes",
    statement="of 2,226 papers attempted, 34% of the conference, 51% (1,103) have a verified claim and 23% (496) a "
    "falsified one",
)
dispute = Dispute(CLAIM, expected="editorial")

PRINTED, ACCEPTED, INDEXED = 2226, 6352, 6341
SHARES = {"51% (1,103 papers)": (1103, reported("51%")), "23% (496 papers)": (496, reported("23%"))}
CONFERENCE = reported("34%")
BUCKETS = {
    "fully reproduced": 266,
    "partly, nothing falsified": 632,
    "at least one falsified": 496,
    "toy only": 502,
    "nothing established": 280,
}


def totals(mode="nearest"):
    """For each printed percentage, the totals that it allows."""
    found = {name: possible_totals(count, share, mode=mode) for name, (count, share) in SHARES.items()}
    return {**found, "34% of the conference": possible_counts(ACCEPTED, CONFERENCE, mode=mode)}


@dispute.finding
def denominators():
    allowed = totals()
    first, second, third = allowed.values()
    yield Finding(
        name="totals that each percentage allows",
        kind="exact",
        value={name: str(w) for name, w in allowed.items()},
        shown=f"together {first & second & third}",
        scope="every whole total, percentages rounded to the nearest (ties either way), 6,352 accepted papers",
        says=f"The three percentages together allow totals from {first & second & third}.",
    )
    impossible = all(PRINTED not in w for mode in MODES[:2] for w in totals(mode).values())
    yield Finding(
        name="percentages that 2,226 can have given",
        kind="exact",
        value=sum(PRINTED in w for w in allowed.values()),
        shown=f"2,226 fits {sum(PRINTED in w for w in allowed.values())} of 3 percentages; {sum(BUCKETS.values()):,} "
        "fits 3 of 3",
        decisive=True,
        scope="rounded to the nearest; "
        + ("cut off instead, 2,226 gives 34% only, see the table" if not impossible else "cut off instead, also none"),
        says="2,226 would have been printed as 50%, 22% and 35%: it is not the denominator of any of the three.",
        refutes="wording",
        table={
            "rounding": [m for m in MODES for _ in allowed],
            "percentage": [n for _ in MODES for n in allowed],
            "totals": [str(w) for m in MODES for w in totals(m).values()],
            "2,226 fits": [PRINTED in w for m in MODES for w in totals(m).values()],
            "2,176 fits": [sum(BUCKETS.values()) in w for m in MODES for w in totals(m).values()],
        },
    )


@dispute.finding
def buckets():
    total = sum(BUCKETS.values())
    fits = sum(total in w for w in totals().values())
    return Finding(
        name="papers with a final judgment, by the disjoint buckets",
        kind="exact",
        value=total,
        shown=f"{total:,}, which fits {fits} of 3 percentages",
        scope="266 + 632 + 496 + 502 + 280",
        says=f"The buckets add up to {total:,}, which fits {fits} of the three percentages.",
    )


@dispute.finding
def other_conference_sizes():
    sizes = {"accepted, 6,352": ACCEPTED, "indexed, 6,341": INDEXED}
    return Finding(
        name="papers that 34% of the conference allows",
        kind="exact",
        value={name: str(possible_counts(n, CONFERENCE)) for name, n in sizes.items()},
        scope="rounded to the nearest, for both sizes of the conference that are printed",
    )


@dispute.control(holds=True)
def the_bucket_total_is_consistent():
    """The same three percentages of 2,176 are consistent and must survive."""
    total = sum(BUCKETS.values())
    return Outcome(survived=all(total in w for w in totals().values()), note=f"{total:,} in each interval")


@dispute.control(holds=True)
def every_count_is_consistent_with_its_own_percentage():
    """Any count out of any total is consistent with its own rounded percentage."""
    for total in range(1, 260):
        for count in range(1, total + 1):
            share = f"{(200 * count + total) // (2 * total)}%"
            if share != "0%" and total not in possible_totals(count, reported(share)):
                return Outcome(survived=False, note=f"{count} of {total} as {share}")
    return Outcome(survived=True, note="all counts of all totals below 260")


@dispute.control(holds=False)
def an_impossible_percentage_falls():
    """73.37% of 200 items is impossible (147 would be 73.50%), though two public packages pass it."""
    return Outcome(
        survived=any(c in possible_counts(200, reported("73.37%")) for c in range(201)),
        note="no count of 200 gives 73.37%",
    )


@figure(
    "Totals that each printed percentage allows, with the two candidates. The line at 2,226, the number printed "
    "beside the percentages, misses all three bars; the line at 2,176, the sum of the buckets, crosses all three."
)
def intervals():
    fig, ax = canvas(size=(7.2, 2.6))
    allowed = totals()
    for y, whole in enumerate(reversed(list(allowed.values()))):
        ax.barh(y, whole.high - whole.low, left=whole.low, color="context", alpha=0.35, height=0.5)
        ax.annotate(
            str(whole),
            (whole.low, y),
            xytext=(-5, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=8.5,
        )
    ax.axvline(PRINTED, color="evidence")
    ax.axvline(sum(BUCKETS.values()), color="claim")
    ax.annotate(
        "2,226 printed", (PRINTED, 2.55), xytext=(4, 0), textcoords="offset points", color="evidence", fontsize=9
    )
    ax.annotate(
        "2,176 judged",
        (sum(BUCKETS.values()), 2.55),
        xytext=(4, 0),
        textcoords="offset points",
        color="claim",
        fontsize=9,
    )
    ax.set(
        yticks=range(3),
        yticklabels=list(reversed(allowed)),
        xlim=(2070, 2250),
        ylim=(-0.5, 2.9),
        xlabel="total number of papers",
    )
    ax.grid(axis="y", visible=False)
    return fig
