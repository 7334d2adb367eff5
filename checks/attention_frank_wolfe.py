"""Attention as Frank-Wolfe: the tokens need not collapse to the origin, and the rate fails.

Claim
    Theorem 3.1 of arXiv:2508.09628: let B be positive semidefinite and not increasing in time, gamma(t) =
    2/(t+2), and let 0 lie in the hull K_0 of the initial tokens. Then for all t and i J(x_i(t+1)) <= 2/(t+1) *
    lambda_max(B) * diam(K_0)^2, where J(x) = <B x, x>/2.
Why it looked true
    The bound is loose at first: J is at most lambda_max(B) * diam^2 / 2, so no violation is possible before
    step 4, and generic clouds violate it only after about 20 steps. Clouds that contain -x with every x keep
    the origin in their hull as long as no tie breaks the symmetry, and generic ones have no ties. Thousands of
    checks on symmetric clouds that stopped at 60 steps saw nothing.
What was claimed against it
    Counterexamples first failing at steps 224, about 3,800 and 6,416; a formal refutation with tokens 3 and -1.
What we find
    Tokens 4 and -1 on the line violate the bound first at t = 224, exactly and without a tie. Under the stated
    step size the hull leaves the origin at step 2: the proof uses 0 in K_t for every t, the theorem assumes it
    for t = 0 only. For tokens a and -b with a > 2b > 0 the limit is (a - 2b)/3, never 0, and the first
    violation has a closed form.
What this does not show
    Nothing against the bound as long as 0 stays in the hull, where the proof goes through (see the notebook):
    it held in every such trajectory tried. Nothing about the positive semidefinite (attracting) case, which
    held in every trajectory tried, about finite temperature, or about a matrix B that changes in time. The
    share of violating starts is a float simulation on Gaussian starts, confirmed exactly for a sample only.
References
    Attention's forward pass and Frank-Wolfe, arXiv:2508.09628 v1. F. Bach, Learning Theory from First
    Principles, 2024, ch. 9.3 (the classical rate).
"""

from fractions import Fraction

import numpy as np

from lakatos import (
    AuthorsSaid,
    Claim,
    Correspondence,
    Dispute,
    Falsification,
    Finding,
    Outcome,
    Paper,
    Reading,
    canvas,
    figure,
)
from lakatos.arithmetic import RationalMatrix
from lakatos.rerun import attention, two_tokens

CLAIM = Claim(
    paper=Paper(title="Attention's forward pass and Frank-Wolfe", arxiv="2508.09628", version="v1"),
    where="Theorem 3.1",
    statement="J(x_i(t+1)) <= 2/(t+1) * lambda_max(B) * diam(K_0)^2 for all t and i, whenever 0 is in the hull K_0",
    authors_said=AuthorsSaid(
        position="acknowledged", date="2026-08", source="the challenge's announcement: confirmed, with a proposed fix"
    ),
)
AGAINST = Falsification(
    statement="The bound fails, first at steps 224, about 3,800 and 6,416 for three starts.",
    source="announcement of the reproduction challenge, 2026",
)
STEP = Reading(
    name="step",
    about="the step size (the paragraph after the theorem has 2/(t+1), the theorem and proof 2/(t+2))",
    options={
        "2/(t+2)": lambda t: Fraction(2, t + 2),
        "2/(t+1), 1 at t=0": lambda t: min(Fraction(1), Fraction(2, t + 1)),
        "2/(t+3)": lambda t: Fraction(2, t + 3),
    },
    stated="2/(t+2)",
)
TIES = Reading(
    name="ties",
    about="which token leads when several tie (the theorem's reduction to almost every start leaves it open)",
    options={"lowest index": "lowest", "highest index": "highest", "average": "average"},
)
LETTER = Correspondence(
    question="does our example 4, -1 miss an assumption?",
    contributes="The paper ties the hardmax limit of attention to Frank-Wolfe, which made its rate checkable step "
    "by step.",
    guilty_step="The proof applies the Frank-Wolfe gap with the origin as comparison point at every t. That needs 0 "
    "in K_t; only 0 in K_0 is assumed, and the hulls shrink. In the example 0 has left the hull at step 2.",
    would_change=(
        "an assumption that keeps the origin in the hull at every step, which would exclude the example",
        "a leader chosen otherwise than as the token that minimises <B x, y>",
    ),
)
dispute = Dispute(CLAIM, against=AGAINST, readings=[STEP, TIES], expected="confirmed", letter=LETTER, figure="crossing")

STATED = STEP.options[STEP.stated]
CLOUDS = {"2 tokens on the line": (2, 1), "3 in the plane": (3, 2), "8 in dimension 5": (8, 5)}
SYMMETRIC = "symmetric, 4 in the plane"
HORIZON, STARTS = 8000, 200


def rate(tokens, *, step=STATED, horizon=HORIZON, **options):
    """Hold one start against the bound, exactly."""
    return attention.check_rate(tokens, step=step, horizon=horizon, **options)


@dispute.finding
def first_violation(step, ties):
    seen = rate([4, -1], step=step, ties=ties)
    v = seen.violation
    return Finding(
        name="first violation, tokens 4, -1",
        kind="exact",
        value=v.t,
        shown=f"t = {v.t}: J = {v.energy} > {v.bound}",
        scope=f"tokens 4, -1 with B = 1, every t up to the violation; {len(seen.ties)} ties",
        says=f"From tokens 4 and -1 the bound first fails at t = {v.t}, where J = {v.energy} exceeds {v.bound}.",
        refutes="claim",
        decisive=True,
    )


@dispute.finding
def guilty_step(step):
    seen = rate([4, -1], step=step)
    return Finding(
        name="step at which the hull leaves the origin, tokens 4, -1",
        kind="exact",
        value=seen.hull_exit,
        scope="tokens 4, -1 with B = 1; hull membership decided exactly at every step, the exit certified by the "
        f"direction {[int(x) for x in seen.separator]}",
        says=f"The hull of the tokens no longer contains the origin from step {seen.hull_exit} on.",
    )


@dispute.finding
def other_starts():
    made = {t: two_tokens.start_violating_first_at(t) for t in (6416, 3800)}
    starts = [(3, -1), (1, Fraction(-1, 1000)), *((a, -b) for a, b in made.values())]
    for tokens in starts:
        seen = rate(tokens)
        v = seen.violation
        yield Finding(
            name=f"first violation, tokens {tokens[0]}, {tokens[1]}",
            kind="exact",
            value=v.t,
            scope=f"B = 1, step {STEP.stated}, every t up to the violation; {len(seen.ties)} ties",
            says=f"J = {float(v.energy):.6g} against a bound of {float(v.bound):.6g}; exact fractions compared.",
        )


@dispute.finding
def symmetry_broken_by_a_tie():
    cloud = [(-1, 0), (-1, 1), (1, -1), (1, 0)]
    seen = rate(cloud, ties="lowest")
    averaged = rate(cloud, ties="average", horizon=300)
    return Finding(
        name="first violation of a symmetric cloud, ties to the lowest index",
        kind="exact",
        value=seen.violation.t,
        scope=f"tokens {cloud} in the plane, B = 1, step {STEP.stated}; ties at states {list(seen.ties)}; averaged "
        f"over the tied leaders the origin stays in the hull for all {averaged.horizon + 1} steps tried",
        says="A symmetric cloud is safe only while no tie breaks its symmetry: here the tie rule does, the hull "
        f"leaves the origin at step {seen.hull_exit}, and the bound fails at t = {seen.violation.t}.",
    )


@dispute.finding
def two_token_solution():
    d = two_tokens.derive()
    return Finding(
        name="limit of two tokens a > 2b > 0 at a and -b",
        kind="derivation",
        value={
            "limit": str(d.limit),
            "outer token at state T": str(d.outer),
            "earliest t in the family": two_tokens.earliest_violation(),
        },
        shown=f"both end at {d.limit}, not at 0",
        scope="all a > 2b > 0, B = 1, step 2/(t+2); " + "; ".join(d.proved),
        says="For tokens a and -b, a > 2b > 0, both tokens tend to (a - 2b)/3, which is not the origin.",
    )


@dispute.finding
def share_of_generic_starts():
    rng = np.random.default_rng(250809628)
    horizons = sorted({60, HORIZON, *(int(h) for h in np.rint(np.geomspace(4, HORIZON, 60)))})
    clouds = {name: attention.generic_starts(n, d, STARTS, rng=rng) for name, (n, d) in CLOUDS.items()}
    clouds[SYMMETRIC] = attention.symmetric_starts(2, 2, STARTS, rng=rng)
    surveys = {name: attention.survey(c, step=STATED, horizons=horizons) for name, c in clouds.items()}
    late = [surveys[name].shares[-1] for name in CLOUDS]
    earliest, where = min((s.earliest, name) for name, s in surveys.items() if s.earliest is not None)
    return Finding(
        name="share of starts that violate the bound",
        kind="statistical",
        value={
            f"{name}, by t = {h}": s.shares[horizons.index(h)] for name, s in surveys.items() for h in (60, HORIZON)
        },
        shown=f"generic: {min(late):.0%} to {max(late):.0%} by t = {HORIZON}; "
        f"symmetric: {surveys[SYMMETRIC].shares[-1]:.0%}",
        scope=f"{STARTS} Gaussian starts each with 0 in the hull, floats; the earliest re-run exactly: "
        f"{sum(s.confirmed for s in surveys.values())} of {sum(s.rerun for s in surveys.values())} agree; earliest t "
        f"= {earliest} ({where})",
        says="Most generic starts violate the bound if one waits; no generic symmetric one did.",
        table={"horizon": horizons, **{name: list(s.shares) for name, s in surveys.items()}},
    )


@dispute.finding
def repaired_premise():
    """The candidate repair: 0 in the hull at every t so far. Counts the inequalities held against it."""
    rng = np.random.default_rng(31)
    starts = [c for n, d in [*CLOUDS.values(), (6, 2), (5, 1)] for c in attention.generic_starts(n, d, 60, rng=rng)]
    starts += [c for n, d in ((1, 1), (2, 2), (3, 3)) for c in attention.symmetric_starts(n, d, 20, rng=rng)]
    seen = [rate(attention.thousandths(start), horizon=200, while_origin_in_hull=True) for start in starts]
    return Finding(
        name="violations while the origin is still in the hull",
        kind="exact",
        value=sum(s.violation is not None for s in seen),
        scope="300 generic starts and 60 symmetric ones in dimensions 1 to 5, up to t = 200: "
        f"{sum(s.horizon + 1 for s in seen):,} inequalities, {sum(s.horizon + 1 for s in seen[:300]):,} of them from "
        "generic starts, whose hulls leave the origin early",
        says="With 0 in the hull at every step so far (a candidate repair, and what the proof uses) no violation "
        "was found.",
    )


@dispute.control(holds=True)
def worked_trajectory():
    """The worked trajectory 4, -1 -> -1, 4 -> 7/3, 2/3 -> 3/2, 2/3 comes out as computed by hand."""
    expected = [(4, -1), (-1, 4), (Fraction(7, 3), Fraction(2, 3)), (Fraction(3, 2), Fraction(2, 3))]
    states = attention.trajectory([4, -1], step=STATED)
    for t, (want, (state, _)) in enumerate(zip(expected, states)):
        got = tuple(row[0] for row in state.rows())
        if got != want:
            return Outcome(survived=False, note=f"state {t} is {[str(x) for x in got]}, not {[str(x) for x in want]}")
    return Outcome(survived=True, note="states 0 to 3")


@dispute.control(holds=True)
def attracting_case():
    """In the positive semidefinite (attracting) case each interior token goes straight to the vertex of its cell."""
    polygon = [(5, 0), (0, 4), (-5, 1), (-1, -5)]
    interior = [(1, Fraction(1, 2)), (Fraction(-1, 2), 2), (-2, Fraction(-1, 3)), (Fraction(1, 7), -2)]
    for matrix in (None, RationalMatrix([[2, 1], [1, 3]])):
        for gamma in (lambda _: Fraction(1, 3), lambda t: Fraction(1, t + 2)):
            if not attention.moves_straight_to_vertices(polygon, interior, step=gamma, matrix=matrix, horizon=60):
                return Outcome(survived=False, note=f"matrix {matrix}")
    return Outcome(
        survived=True, note="x(t) - v = prod (1 - gamma) (x(0) - v) exactly, 2 matrices, 2 step rules, 60 steps"
    )


@dispute.control(holds=True)
def symmetric_clouds_without_ties_never_violate():
    """Clouds that contain -x with every x, and meet no tie, keep the origin in their hull and obey the bound."""
    rng = np.random.default_rng(7)
    clouds = [c for n, d in ((1, 1), (3, 1), (2, 2), (3, 3)) for c in attention.symmetric_starts(n, d, 10, rng=rng)]
    seen = [rate(attention.thousandths(cloud), horizon=150) for cloud in clouds]
    untied = [s for s in seen if not s.ties]
    bad = [s for s in untied if s.violation or s.hull_exit is not None]
    note = f"{len(untied)} of {len(seen)} random clouds in dimensions 1 to 3 met no tie; exact, 150 steps"
    return Outcome(survived=bool(untied) and not bad, note=note)


@dispute.control(holds=False)
def half_the_bound_falls_sooner():
    """Half the bound is false whenever the bound is, and has to be caught sooner."""
    seen = rate([4, -1], factor="1/2")
    caught = seen.violation is not None and seen.violation.t < 224
    return Outcome(survived=not caught, note=f"caught at t = {seen.violation.t}" if seen.violation else "not caught")


@figure(
    "From tokens 4 and -1 the energy of the outer token settles at 2/9, while the bound goes on falling: they cross "
    "at t = 224."
)
def crossing():
    fig, ax = canvas()
    states = attention.trajectory([4, -1], step=STATED)
    energy = [float(max(row[0] ** 2 for row in state.rows()) / 2) for _, (state, _) in zip(range(1002), states)]
    ts = np.arange(1001)
    violation = rate([4, -1]).violation.t
    ax.loglog(ts + 1, 50 / (ts + 1), color="claim", label=r"the bound $2\,\mathrm{diam}^2/(t+1)$")
    ax.loglog(ts + 1, energy[1:], color="evidence", label="largest $J(x_i(t+1))$")
    ax.axvline(violation + 1, color="context", lw=1, ls="--")
    ax.annotate(f"first violation\nt = {violation}", (violation + 1, 3), xytext=(6, 0), textcoords="offset points")
    ax.annotate(
        "checks that\nstopped at 60", (61, 0.06), ha="right", xytext=(-6, 0), textcoords="offset points", color="0.4"
    )
    ax.axvline(61, color="context", lw=1, ls=":")
    ax.set(xlabel="t + 1", ylabel="energy")
    ax.legend(loc="lower left")
    return fig


@figure(
    "The two tokens and their hull (shaded). From step 2 on the origin is outside; the inner token never moves again."
)
def leaving_the_origin():
    fig, ax = canvas()
    states = [
        [float(row[0]) for row in s.rows()] for _, (s, _) in zip(range(21), attention.trajectory([4, -1], step=STATED))
    ]
    low, high = np.min(states, axis=1), np.max(states, axis=1)
    ax.fill_between(range(21), low, high, color="evidence", alpha=0.12, lw=0)
    ax.plot(range(21), low, "o-", color="evidence", ms=3.5, lw=1.2, label="smallest and largest token")
    ax.plot(range(21), high, "o-", color="evidence", ms=3.5, lw=1.2)
    ax.axhline(0, color="claim", label="the origin, where the tokens should collapse")
    ax.set(xlabel="step", ylabel="position", xticks=range(0, 21, 2))
    ax.legend()
    return fig


@figure(
    "Share of starts that have violated the bound by each horizon. Most asymmetric clouds do, if one waits; none of "
    "the random symmetric ones did. The dotted line is a check that stops at 60 steps."
)
def share_by_horizon(run):
    fig, ax = canvas()
    columns = next(f.table for f in run.findings if f.table)
    for name, ls in zip(list(columns)[1:], ("-", "--", "-.", "-")):
        ax.semilogx(
            columns["horizon"], columns[name], ls, color="claim" if "symmetric" in name else "evidence", label=name
        )
    ax.axvline(60, color="context", ls=":", lw=1)
    ax.set(xlabel="horizon t", ylabel="share violating", ylim=(-0.03, 1.03))
    ax.legend(loc="upper left")
    return fig


@figure(
    "First violation from tokens 1 and -b by the derived formula (line) and by exact dynamics (points). The closer "
    "b comes to 1/2, the later: any horizon can be outwaited. No start of this family fails before t = 35."
)
def formula():
    fig, ax = canvas()
    bs = [Fraction(i, 1000) for i in range(1, 496)]
    ax.semilogy(
        [float(b) for b in bs], [two_tokens.first_violation(Fraction(1), b) for b in bs], color="claim", label="formula"
    )
    for t in (35, 224, 575, 3800, 6416):
        a, b = two_tokens.start_violating_first_at(t)
        ax.semilogy(
            float(b / a), rate([a, -b]).violation.t, "o", color="evidence", label="exact dynamics" if t == 35 else None
        )
        ax.annotate(f"{t:,}", (float(b / a), t), xytext=(-7, 3), textcoords="offset points", ha="right", fontsize=9)
    ax.set(xlabel="b", ylabel="first violating t", xlim=(-0.04, 0.52))
    ax.legend(loc="upper left")
    return fig
