"""ADMM with three blocks: on three linear equations in three unknowns it diverges, whatever the order or penalty.

Claim
    Folklore, from the theorem for two blocks: the alternating direction method of multipliers, extended to three blocks
    that are updated one after the other, converges on convex problems from every start.
Why it looked true
    Two blocks are a theorem, three mostly work in practice, and the horizon hides what does not: here the residual of
    round 5 is about a quarter of that of round 1, and that of round 20 is still below it. It grows by 2.8% a round,
    which takes 25 rounds to double.
What was claimed against it
    With a zero objective and the columns (1, 1, 1), (1, 1, 2), (1, 2, 2) as blocks the iteration matrix has spectral
    radius above 1.
What we find
    The spectral radius of a round is 1.0278..., between proven bounds, the same for each of the six orders and any
    penalty. A shorter dual step helps, and the border is exact: at 11/30 of the usual one two eigenvalues, the roots of
    30 x^2 - 59 x + 30, lie on the unit circle. A fresh random order in each round contracts in the mean.
What this does not show
    That three blocks diverge in general: with two orthogonal columns they converge here. Nothing about two blocks,
    which are the control. That every dual step below 11/30 converges: those drawn do.
References
    Chen, He, Ye and Yuan, The direct extension of ADMM for multi-block convex minimization problems is not necessarily
    convergent, Math. Program. 155 (2016), 57-79, doi 10.1007/s10107-014-0826-5.
"""

from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure
from lakatos.arithmetic import RationalMatrix, spectral_radius_bounds

CLAIM = Claim(
    paper=Paper(title="the direct extension of ADMM to three blocks (folklore)"),
    where="the theorem for two blocks, read for three",
    statement="ADMM with three blocks, updated one after the other, converges on convex problems from every start",
)
AGAINST = Falsification(
    statement="With zero objective and columns (1, 1, 1), (1, 1, 2), (1, 2, 2) the iteration diverges.",
    source="Chen, He, Ye and Yuan, Math. Program. 155 (2016), section 3",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")

COLUMNS = ((1, 1, 1), (1, 1, 2), (1, 2, 2))
ORDERS = tuple(permutations(range(3)))


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def residual(state, columns=COLUMNS):
    """A x, which the constraint wants to be 0."""
    return [sum(x * column[i] for x, column in zip(state, columns)) for i in range(3)]


def one_round(state, blocks, *, columns=COLUMNS, dual_step=Fraction(1)):
    """A round from (x_1, x_2, x_3, multipliers): each block in turn minimises the augmented Lagrangian, penalty 1.

    A penalty other than 1 only rescales the multipliers, as the objective is zero. A block is one column or two.
    """
    state = list(state)
    for block in blocks:
        for i in block:
            state[i] = 0
        wanted = [m - r for m, r in zip(state[3:], residual(state[:3], columns))]
        if len(block) == 1:
            (u,) = (columns[i] for i in block)
            state[block[0]] = dot(u, wanted) / Fraction(dot(u, u))
        else:
            u, v = (columns[i] for i in block)
            det = dot(u, u) * dot(v, v) - dot(u, v) ** 2
            state[block[0]] = (dot(v, v) * dot(u, wanted) - dot(u, v) * dot(v, wanted)) / Fraction(det)
            state[block[1]] = (dot(u, u) * dot(v, wanted) - dot(u, v) * dot(u, wanted)) / Fraction(det)
    return state[:3] + [m - dual_step * r for m, r in zip(state[3:], residual(state[:3], columns))]


@cache
def iteration(blocks, columns=COLUMNS, dual_step=Fraction(1)):
    """The matrix of a round, exactly: the rounds of the unit vectors are its columns."""
    unit = [[int(i == j) for j in range(6)] for i in range(6)]
    return RationalMatrix([one_round(e, blocks, columns=columns, dual_step=dual_step) for e in unit]).T


def one_by_one(order=(0, 1, 2)):
    return tuple((i,) for i in order)


def characteristic(matrix):
    """The coefficients of the characteristic polynomial, the leading one first (Faddeev and LeVerrier)."""
    n, found = matrix.shape[0], [Fraction(1)]
    identity = RationalMatrix([[int(i == j) for j in range(n)] for i in range(n)])
    product = matrix
    for k in range(1, n + 1):
        found.append(-sum(product[i, i] for i in range(n)) / k)
        product = matrix @ (product + identity * found[-1])
    return found


def largest_residuals(blocks, rounds, **options):
    """The largest entry of A x after each round, from all ones: exact numbers, rounded at the end."""
    matrix, state = iteration(blocks, **options), RationalMatrix([[1]] * 6)
    for _ in range(rounds):
        state = matrix @ state
        yield float(max(map(abs, residual([state[i, 0] for i in range(3)]))))


def shown(bounds, digits=6):
    """Bounds of a radius as the decimals that they share, and the next."""
    return f"{float(bounds[0]):.{digits}f}"


@dispute.finding
def divergence():
    radii = {order: spectral_radius_bounds(iteration(one_by_one(order))) for order in ORDERS}
    low, high = radii[0, 1, 2]
    alike = len({tuple(characteristic(iteration(one_by_one(order)))) for order in ORDERS})
    return Finding(
        name="spectral radius of a round",
        kind="exact",
        value={"above": str(low), "below": str(high), "characteristic polynomials over six orders": alike},
        shown=f"{shown((low, high))}... > 1",
        scope="blocks of one column each, all six orders, every penalty: exact characteristic polynomial "
        f"{', '.join(map(str, characteristic(iteration(one_by_one()))))}, its roots in proven discs",
        says=f"A round multiplies some start by {shown((low, high))}... in modulus, again and again.",
        refutes="claim" if all(r[0] > 1 for r in radii.values()) else None,
        decisive=True,
    )


@dispute.finding
def a_run():
    seen = list(largest_residuals(one_by_one(), 300))
    least = min(range(1, 101), key=lambda n: seen[n - 1])
    return Finding(
        name="largest entry of the residual A x, from all ones",
        kind="comparison",
        value={f"round {n}": seen[n - 1] for n in (1, least, 20, 42, 43, 100, 300)},
        shown=f"{seen[0]:.2f}, at round {least} {seen[least - 1]:.2f}, at round 300 {seen[-1]:.0f}",
        scope="300 rounds in exact rationals, rounded to show; the constraint wants 0",
        says=f"It falls until round {least}, and stays above that of round 1 from round "
        f"{max(n for n, r in enumerate(seen, 1) if r <= seen[0]) + 1} on.",
    )


@dispute.finding
def what_helps():
    mean = sum((iteration(one_by_one(order)) for order in ORDERS[1:]), iteration(one_by_one())) / 6
    radii = {"mean over the six orders": spectral_radius_bounds(mean)}
    for step in (Fraction(1, 10), Fraction(36, 100), Fraction(37, 100), Fraction(1)):
        radii[f"dual step {step}"] = spectral_radius_bounds(iteration(one_by_one(), dual_step=step))
    return Finding(
        name="spectral radius of variants",
        kind="exact",
        value={name: f"below {high}" if high < 1 else f"above {low}" for name, (low, high) in radii.items()},
        shown="; ".join(f"{name}: {shown(r)}" for name, r in radii.items()),
        scope="three blocks of one column; the bounds are proven",
        says="A fresh random order each round contracts in the mean; a short enough dual step contracts outright.",
    )


@dispute.finding
def the_border():
    """A pair of eigenvalues of modulus 1 is a root of x^2 - c x + 1 with |c| < 2, a factor of the polynomial."""
    step, c = Fraction(11, 30), Fraction(59, 30)
    rest = characteristic(iteration(one_by_one(), dual_step=step))
    quotient = []
    while len(rest) > 2:
        first, second, third, *others = rest
        quotient.append(first)
        rest = [second + c * first, third - first, *others]
    low, high = spectral_radius_bounds(iteration(one_by_one(), dual_step=step))
    on_the_circle = not any(rest) and abs(c) < 2
    return Finding(
        name="dual step at which two eigenvalues lie on the unit circle",
        kind="exact",
        value=str(step) if on_the_circle and low <= 1 <= high else "none found",
        scope=f"the characteristic polynomial is x^2 - {c} x + 1 times {', '.join(map(str, quotient))}, "
        "without remainder",
        says="The usual dual step is nearly three times too long for this problem.",
    )


@dispute.control(holds=True)
def two_blocks_converge():
    """The same equations in two blocks, in each of the three ways: the theorem, and below 1."""
    radii = [spectral_radius_bounds(iteration(((i,), rest))) for i, rest in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1)))]
    return Outcome(survived=all(high < 1 for _, high in radii), note=f"radii {', '.join(map(shown, radii))}")


@dispute.control(holds=True)
def orthogonal_columns_converge():
    """Three blocks whose columns are orthogonal are solved in a round or two: every eigenvalue is 0."""
    low, high = spectral_radius_bounds(iteration(one_by_one(), ((1, 1, 1), (1, -1, 0), (1, 1, -2))))
    return Outcome(survived=high == 0, note=f"radius from {low} to {high}")


@dispute.control(holds=True)
def an_orthogonal_pair_converges():
    """With two of the three columns orthogonal the published sufficient condition holds."""
    radius = spectral_radius_bounds(iteration(one_by_one(), ((1, 1, 0), (1, 2, 2), (1, -1, 0))))
    return Outcome(survived=radius[1] < 1, note=f"columns 1 and 3 orthogonal, radius {shown(radius)}")


@dispute.control(holds=False)
def too_long_a_dual_step_falls():
    """Two blocks with a dual step of 3, far beyond the golden ratio that the theory allows, have to be caught."""
    radius = spectral_radius_bounds(iteration(((0,), (1, 2)), dual_step=Fraction(3)))
    return Outcome(survived=radius[1] < 1, note=f"radius {shown(radius)}")


@figure(
    "The residual of the constraint, round by round from the same start. Three blocks look well for five rounds and "
    "passable for twenty (shaded); two blocks, and three with a dual step of 1/10, converge."
)
def residual_by_round():
    fig, ax = canvas()
    runs = (
        ("three blocks", list(largest_residuals(one_by_one(), 250)), "evidence", "-"),
        ("three, step 1/10", list(largest_residuals(one_by_one(), 250, dual_step=Fraction(1, 10))), "claim", "--"),
        ("two blocks", list(largest_residuals(((0,), (1, 2)), 250)), "claim", "-"),
    )
    for name, seen, role, style in runs:
        ax.semilogy(range(1, 251), seen, style, color=role, label=name, lw=1.4)
    ax.axvspan(1, 20, color="context", alpha=0.12, lw=0)
    ax.set(xlabel="round", ylabel="largest entry of $Ax$", ylim=(1e-6, 1e4))
    ax.legend(loc="lower left")
    return fig


@figure(
    "Spectral radius of a round against the dual step. Below the line the method converges: the step of 1 that is "
    "commonly used does not, and the border is at 11/30."
)
def radius_by_dual_step():
    fig, ax = canvas()
    steps = [Fraction(i, 40) for i in range(1, 49)]
    radii = [float(spectral_radius_bounds(iteration(one_by_one(), dual_step=s), digits=6)[0]) for s in steps]
    for role, kept in (("claim", [r < 1 for r in radii]), ("evidence", [r >= 1 for r in radii])):
        ax.plot(*np.transpose([(float(s), r) for s, r, k in zip(steps, radii, kept) if k]), "o", color=role, ms=4)
    ax.axhline(1, color="context", lw=1)
    ax.plot(11 / 30, 1, "o", mec="evidence", mfc="white", ms=7, zorder=3)
    ax.annotate("11/30", (11 / 30, 1), xytext=(8, -12), textcoords="offset points", color="evidence")
    usual = radii[steps.index(Fraction(1))]
    ax.annotate("the usual step", (1, usual), xytext=(-8, 6), textcoords="offset points", ha="right", color="evidence")
    ax.set(xlabel="dual step", ylabel="spectral radius")
    return fig
