"""Growth in a time of debt: it took four steps to reach -0.1%, and the famous one alone does not come near.

Claim
    Among 20 advanced economies, 1946 to 2009, real growth averaged -0.1% a year where public debt was above 90% of
    GDP, against some 3% and more below. (In our words.)
Why it looked true
    A mean of countries looks like the mean of their years, and the figure below 90% came out much the same either
    way. Above 90% the lengths differ most: one year of one country, at -7.6%, counts as much as nineteen years of
    another. The rows that a formula left out were out of sight in the spreadsheet.
What was claimed against it
    That a spreadsheet error, years left out and an unusual weighting make the figure; properly, it is 2.2%.
What we find
    From the countries' years and means, in fractions: four steps together (equal weights, years left out, rows left
    out, a figure copied wrongly) give -0.06, printed as -0.1. Restoring only the rows, which nobody disputes, gives
    0.3; also the years, 1.9; weighting by years as well, 2.2. Under no reading is it -0.1. No step alone brings 2.17
    below 1.87; the rows do most when alone. Of the 2.19 points that three steps take off, the weighting has 0.99, the
    years 0.87 and the rows 0.33, over all orders: equal weights and one bad year do most, together.
What this does not show
    Whether debt slows growth, or slow growth makes debt: these are averages. Growth above 90% is lower than below in
    the corrected figures too, 2.2 against 3.1 and more. Weighting by country is a choice and not an error as such.
    The underlying series were not collected again; the means are the critics' output, to four decimals.
References
    C. Reinhart, K. Rogoff, Growth in a Time of Debt, American Economic Review 100 (2010) 573-578. T. Herndon, M. Ash,
    R. Pollin, Does high public debt consistently stifle economic growth?, Cambridge J. Econ. 38 (2014),
    doi:10.1093/cje/bet075, with their program and its output (2013).
"""

import itertools
from fractions import Fraction

from lakatos import (
    AuthorsSaid,
    Claim,
    Dispute,
    Falsification,
    Finding,
    Outcome,
    Paper,
    Reading,
    canvas,
    figure,
)
from lakatos.arithmetic import fraction, text

CLAIM = Claim(
    paper=Paper(title="Growth in a Time of Debt", url="https://doi.org/10.1257/aer.100.2.573"),
    where="the average for debt above 90% of GDP, 1946 to 2009",
    statement="mean real growth was -0.1% a year where public debt was above 90% of GDP",
    authors_said=AuthorsSaid(
        position="acknowledged",
        date="2013-04",
        source="their reply: the spreadsheet error acknowledged, the weighting and the choice of years defended",
    ),
)
AGAINST = Falsification(
    statement="Coding errors, selective exclusion of years and weighting make the figure; properly it is 2.2%.",
    source="Herndon, Ash, Pollin, 2013",
)
WEIGHTS = Reading(
    name="weights",
    about="what the average is over (a choice, not an error as such)",
    options={"each country once": "country", "each year once": "year"},
    stated="each country once",
)
YEARS = Reading(
    name="years",
    about="which years count: early post-war years of three countries were left out, which the authors defend",
    options={"as the authors had them": True, "all that there are": False},
    stated="as the authors had them",
)
dispute = Dispute(CLAIM, against=AGAINST, readings=[WEIGHTS, YEARS], expected="confirmed", group="shelf")

#: Years above 90% of GDP and mean growth in them, per cent: the output of the critics' program.
ABOVE = {
    "Australia": (5, "3.7743"),
    "Belgium": (25, "2.5668"),
    "Canada": (5, "2.9566"),
    "Greece": (19, "2.9106"),
    "Ireland": (7, "2.4286"),
    "Italy": (10, "1.0289"),
    "Japan": (11, "0.6873"),
    "New Zealand": (5, "2.5747"),
    "UK": (19, "2.3991"),
    "US": (4, "-1.9889"),
}
#: What is left of the three countries whose early years were left out: nothing, or one year.
EXCLUDED = {"Australia": None, "Canada": None, "New Zealand": (1, "-7.6351")}
#: The rows below which the formula began (Austria and Denmark have no year above 90%), and a figure copied wrongly.
LEFT_OUT = ("Australia", "Austria", "Belgium", "Canada", "Denmark")
COPIED = "-7.9"
#: The same averages as that program printed them, by weights, excluded years, left-out rows.
LOGGED = {
    ("year", False, False): "2.168",
    ("country", False, False): "1.93",
    ("year", True, False): "1.920",
    ("country", True, False): "0.300",
    ("year", False, True): "1.875",
    ("country", False, True): "1.434",
    ("year", True, True): "1.692",
    ("country", True, True): "-0.024",
}
PRINTED, LOGGED_AS_PRINTED = "-0.1", "-0.06206"
STEPS = ("weighting", "years left out", "rows left out")


def countries(*, excluded, left_out, copied=False):
    """Years and mean growth of each country that takes part."""
    table = {**ABOVE, **EXCLUDED} if excluded else dict(ABOVE)
    if copied:
        table["New Zealand"] = (table["New Zealand"][0], COPIED)
    return {
        name: (entry[0], fraction(entry[1]))
        for name, entry in table.items()
        if entry is not None and not (left_out and name in LEFT_OUT)
    }


def average(weights, *, excluded, left_out, copied=False):
    """Mean growth above 90%, per cent, over countries or over years, exactly in the decimals given."""
    table = countries(excluded=excluded, left_out=left_out, copied=copied).values()
    if weights == "country":
        return sum(mean for _, mean in table) / len(table)
    return sum(n * mean for n, mean in table) / sum(n for n, _ in table)


def with_steps(steps):
    """The average with a set of the three steps that count."""
    return average(
        "country" if "weighting" in steps else "year",
        excluded="years left out" in steps,
        left_out="rows left out" in steps,
    )


def shares():
    """What each step takes off the average: the mean over all orders in which they can be made (Shapley's value)."""
    total = dict.fromkeys(STEPS, Fraction(0))
    orders = list(itertools.permutations(STEPS))
    for order in orders:
        for i, step in enumerate(order):
            total[step] += with_steps(order[:i]) - with_steps(order[: i + 1])
    return {step: value / len(orders) for step, value in total.items()}


def rounded(value, digits=1):
    """A fraction as a decimal, to so many digits, halves to even."""
    return f"{float(round(value, digits)):.{digits}f}"


def at_least(value, digits=2):
    """A decimal that the fraction is not below: what is said to be a bound has to be one."""
    return rounded(Fraction(value * 10**digits // 1, 10**digits), digits)


@dispute.finding
def with_the_rows_restored(weights, years):
    value = average(weights, excluded=years, left_out=False)
    return Finding(
        name="mean growth above 90% with the left-out rows restored, per cent",
        kind="exact",
        value=text(value),
        shown=f"{rounded(value, 2)}, printed as {PRINTED}",
        scope=f"{len(countries(excluded=years, left_out=False))} countries; exact in their means, which have four "
        "decimals",
        says=f"With the formula's range mended, and the rest as this reading has it, the average is "
        f"{rounded(value, 2)}%, not {PRINTED}%.",
        refutes="claim" if rounded(value) != PRINTED else None,
    )


@dispute.finding
def every_combination():
    sets = [s for r in range(4) for s in itertools.combinations(STEPS, r)]
    values = {" + ".join(s) or "none": with_steps(s) for s in sets}
    published = average("country", excluded=True, left_out=True, copied=True)
    alone = min(values[step] for step in STEPS)
    yield Finding(
        name="mean growth above 90% under every combination of steps, per cent",
        kind="exact",
        value={**{name: text(v) for name, v in values.items()}, "all three + a figure copied wrongly": text(published)},
        shown=f"{rounded(values['none'], 2)} without steps, {at_least(alone)} or more with one, "
        f"{rounded(values[' + '.join(STEPS)], 2)} with three, {rounded(published, 2)} with four: printed {PRINTED}",
        scope="ten countries with years above 90% of GDP; exact in their means, which have four decimals",
        says=f"No step alone brings the average below {at_least(alone)}%; all of them together give "
        f"{rounded(published, 2)}%, which was printed as {PRINTED}%.",
        decisive=True,
        table={
            "steps": [len(s) for s in sets],
            "which": list(values),
            "mean growth": [round(float(v), 6) for v in values.values()],
        },
    )
    parts = shares()
    assert sum(parts.values()) == with_steps(()) - with_steps(STEPS)
    single = {step: with_steps(()) - values[step] for step in STEPS}
    rows = STEPS[-1]
    assert rows == min(parts, key=parts.get) == max(single, key=single.get)
    yield Finding(
        name="what each step takes off the average, points",
        kind="exact",
        value={
            **{step: text(v) for step, v in parts.items()},
            **{f"{step}, alone": text(v) for step, v in single.items()},
        },
        shown=", ".join(f"{step} {rounded(v, 2)}" for step, v in parts.items()),
        scope=f"of {rounded(with_steps(()) - with_steps(STEPS), 2)} points in all; the mean over the six orders in "
        "which the three can be taken",
        says="Over all orders the rows left out, the spreadsheet error that made the case famous, do least; alone they "
        f"do most, {rounded(single[rows], 2)} points.",
    )


@dispute.finding
def one_year_like_nineteen():
    table = countries(excluded=True, left_out=True)
    n, years = len(table), sum(y for y, _ in table.values())
    pair = [table["New Zealand"], table["UK"]]
    means, pooled = sum(m for _, m in pair) / 2, sum(y * m for y, m in pair) / sum(y for y, _ in pair)
    return Finding(
        name="New Zealand's year 1951 and the UK's nineteen years",
        kind="exact",
        value={
            "mean of the two means": text(means),
            "mean of the twenty years": text(pooled),
            "weight of the one year": f"1/{n}",
            "its share of the years": f"1/{years}",
        },
        shown=f"{rounded(means, 2)} as two countries, {rounded(pooled, 2)} as twenty years",
        scope=f"the seven countries and {years} years behind the printed figure",
        says=f"One year is a seventh of the published average, though it is one of {years}: the mean of means is off "
        "by minus the covariance of length and mean, over the mean length.",
    )


@dispute.control(holds=True)
def the_programs_output_comes_out():
    """All nine averages that the critics' program printed come out of the countries' means, in the digits printed."""
    got = {key: average(w, excluded=e, left_out=r) for key in LOGGED for w, e, r in [key]}
    got["printed"] = average("country", excluded=True, left_out=True, copied=True)
    wanted = {**LOGGED, "printed": LOGGED_AS_PRINTED}
    half = {
        key: Fraction(1, 2 * 10 ** len(shown.partition(".")[2])) + Fraction(1, 20000) for key, shown in wanted.items()
    }
    fits = [abs(got[key] - fraction(shown)) <= half[key] for key, shown in wanted.items()]
    return Outcome(survived=all(fits), note=f"{sum(fits)} of {len(fits)}")


@dispute.control(holds=True)
def with_every_step_the_printed_figure_comes_out():
    """The claim about the spreadsheet as it was: the four steps together do give -0.1."""
    value = average("country", excluded=True, left_out=True, copied=True)
    return Outcome(survived=rounded(value) == PRINTED, note=f"{rounded(value, 3)}")


@dispute.control(holds=True)
def equal_lengths_make_weights_idle():
    """If every country had equally many years, both ways to weigh would agree."""
    table = [(7, mean) for _, mean in countries(excluded=False, left_out=False).values()]
    by_year = sum(n * m for n, m in table) / sum(n for n, _ in table)
    return Outcome(survived=by_year == average("country", excluded=False, left_out=False), note=rounded(by_year, 3))


@dispute.control(holds=False)
def the_spreadsheet_error_alone_is_not_the_story():
    """'Without the spreadsheet error there would have been no -0.1, and with it alone there was' is false."""
    alone = [average(w, excluded=False, left_out=True) for w in ("country", "year")]
    return Outcome(survived=any(rounded(v) == PRINTED for v in alone), note=" and ".join(rounded(v, 2) for v in alone))


def blocks(ax, table, average_line, *, title):
    """Countries as blocks: as wide as their years, as high as their mean growth."""
    left = 0
    for name, (years, mean) in sorted(table.items(), key=lambda item: -item[1][1]):
        odd = name == "New Zealand" and years == 1
        ax.bar(
            left,
            float(mean),
            width=years,
            align="edge",
            color="evidence" if odd else "#b9c9da",
            edgecolor="white",
            lw=0.6,
        )
        if years >= 4:
            ax.text(
                left + years / 2, 0.25 if mean > 0 else 0.2, name, rotation=90, ha="center", va="bottom", fontsize=7
            )
        elif odd:
            ax.annotate(
                "New Zealand, 1951",
                (left, float(mean) / 2),
                xytext=(-6, 0),
                textcoords="offset points",
                ha="right",
                va="center",
                color="evidence",
                fontsize=8.5,
            )
        left += years
    ax.axhline(0, color="context", lw=0.8)
    ax.axhline(float(average_line), color="claim", ls="--", lw=1.4)
    ax.set_title(title, fontsize=9.5, fontweight="normal")
    ax.set(xlim=(0, left), ylim=(-8.2, 5), xlabel="years")
    ax.grid(axis="x", visible=False)


@figure(
    "Every country with years above 90% of GDP: as wide as its years, as high as its mean growth. Left, what the "
    "printed figure was made of, and the mean over countries; right, all there is, and the mean over years (dashed)."
)
def years_and_growth():
    fig, (left, right) = canvas(1, 2, size=(8.2, 3.6), sharey=True, width_ratios=[71, 110])
    few, all_ = countries(excluded=True, left_out=True), countries(excluded=False, left_out=False)
    blocks(left, few, average("country", excluded=True, left_out=True), title="7 countries, each counting once: -0.02%")
    blocks(
        right,
        all_,
        average("year", excluded=False, left_out=False),
        title="10 countries, each year counting once: 2.17%",
    )
    left.set_ylabel("mean growth, % a year")
    return fig


@figure(
    "Every combination of three steps. Each line adds one: from 2.17% with none down to -0.02% with all. The dashed "
    "line is the printed figure. No step does much alone; leaving out years does most where countries count equally."
)
def every_path():
    fig, ax = canvas(size=(7.2, 3.8))
    sets = [frozenset(s) for r in range(4) for s in itertools.combinations(STEPS, r)]
    shift = {frozenset({"weighting"}): -0.3, frozenset({"rows left out"}): 0.3}
    at = {s: (len(s) + shift.get(s, 0), float(with_steps(s))) for s in sets}
    for s, t in itertools.permutations(sets, 2):
        if s < t and len(t) == len(s) + 1:
            ax.plot(*zip(at[s], at[t]), color="0.75", lw=1.2, zorder=1)
    names = {
        (): ("none", (0, 9), "center"),
        ("weighting",): ("by country", (-4, -12), "center"),
        ("years left out",): ("years", (2, 12), "center"),
        ("rows left out",): ("rows", (14, 10), "center"),
        ("weighting", "years left out"): ("by country, years", (-9, -4), "right"),
        ("weighting", "rows left out"): ("by country, rows", (-9, -4), "right"),
        ("years left out", "rows left out"): ("years, rows", (0, 9), "center"),
        STEPS: ("all three", (11, 0), "left"),
    }
    for key, (name, offset, side) in names.items():
        x, y = at[frozenset(key)]
        ax.plot(x, y, "o", color="claim" if not key else "evidence" if len(key) == 3 else "0.45", ms=7, zorder=2)
        ax.annotate(
            f"{name}: {y:.2f}", (x, y), xytext=offset, textcoords="offset points", ha=side, va="center", fontsize=8.5
        )
    ax.axhline(float(PRINTED), color="evidence", ls="--", lw=1.2)
    ax.annotate(
        "printed: -0.1",
        (-0.35, float(PRINTED)),
        xytext=(0, 8),
        textcoords="offset points",
        color="evidence",
        fontsize=9,
    )
    ax.set(
        xticks=range(4), xlabel="steps", ylabel="mean growth above 90%, % a year", xlim=(-0.4, 3.7), ylim=(-0.4, 2.5)
    )
    ax.grid(axis="x", visible=False)
    return fig
