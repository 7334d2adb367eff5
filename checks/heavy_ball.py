"""Heavy ball with the parameters that are best for quadratics: on a convex function it cycles, three points for ever.

Claim
    Folklore after Polyak 1964, who proves it near a minimum: with alpha = 4/(sqrt L + sqrt mu)^2 and beta = ((sqrt L -
    sqrt mu)/(sqrt L + sqrt mu))^2 heavy ball converges on every L-smooth and mu-strongly convex function.
Why it looked true
    On quadratics it is true, from every start, and no fixed method is faster; near a minimum every smooth function is
    nearly quadratic, so the rate is seen in the end wherever a run converges at all. It takes a function whose
    curvature jumps, and a start near the jump: one within 1/2 of the minimum, at rest, never meets it.
What was claimed against it
    For f' = 25x, x + 24, 25x - 24 on x < 1, 1 <= x < 2, x >= 2 (L = 25, mu = 1) the run from 3.3 ends in a 3-cycle.
What we find
    The cycle is (-2208, 2592, 792)/1225, exactly, and it attracts: the run from 3.3 is trapped near it after 13 steps,
    for ever. A second 3-cycle has the same numerators over 1367 and is a saddle, on the border of what converges. There
    is no other cycle of period up to 8.
What this does not show
    Nothing about functions whose second derivative is continuous, about other parameters, or about the local rate,
    which stands. The basins, and the share of starts that fail, are from runs in floats.
References
    Polyak, Some methods of speeding up the convergence of iteration methods, 1964. Lessard, Recht and Packard,
    arXiv:1408.3595 (the function). Goujaud, Taylor and Dieuleveut, arXiv:2307.11291 and 2303.10503 (it never
    accelerates on the whole class; cycles of first-order methods).
"""

from fractions import Fraction
from functools import reduce
from itertools import pairwise, takewhile

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure

CLAIM = Claim(
    paper=Paper(title="Some methods of speeding up the convergence of iteration methods (Polyak 1964)"),
    where="the local rate, read as a global one",
    statement="heavy ball with the parameters optimal for quadratics converges on every L-smooth, mu-strongly convex f",
)
AGAINST = Falsification(
    statement="With L = 25 and mu = 1 there is a piecewise quadratic f on which the run from 3.3 ends in a 3-cycle.",
    source="arXiv:1408.3595, section 4.6",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")

MU, L = 1, 25
ALPHA, BETA = Fraction(1, 9), Fraction(4, 9)  # the square roots of L and mu are 5 and 1
#: f' is slope * x + offset from each place on, up to the next.
PIECES = ((None, 25, 0), (1, 1, 24), (2, 25, -24))
START = Fraction(33, 10)


def piece(x):
    """The index of the piece on which x lies."""
    return sum(x >= place for place, _, _ in PIECES[1:])


def gradient(x):
    _, slope, offset = PIECES[piece(x)]
    return slope * x + offset


def orbit(before, x, steps):
    """The points of heavy ball: x_0, x_1, ..., as exact as the start."""
    for _ in range(steps):
        yield x
        before, x = x, x - ALPHA * gradient(x) + BETA * (x - before)
    yield x


def followed(affine, index):
    """What was done to (x_k, x_(k-1)), a matrix and what is added, and then a step on one piece."""
    _, slope, offset = PIECES[index]
    a, ((p, q), below), (r, s) = 1 + BETA - ALPHA * slope, affine[0], affine[1]
    return ((a * p - BETA * below[0], a * q - BETA * below[1]), (p, q)), (a * r - BETA * s - ALPHA * offset, r)


def after(pattern):
    """The same for the steps of a pattern of pieces, one after the other."""
    return reduce(followed, pattern, (((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), (Fraction(0),) * 2))


def fixed(affine):
    """The one state that is not changed."""
    ((a, b), (c, d)), (p, q) = affine
    det = (1 - a) * (1 - d) - b * c
    if det == 0:
        raise ArithmeticError("there is no such state, or a whole line of them")
    return (p * (1 - d) + b * q) / det, (q * (1 - a) + c * p) / det


def cycles(longest):
    """Every cycle of period up to ``longest``, each once, from its smallest point: the points, and their pieces."""
    found = {}
    patterns = [((), after(()))]
    for pattern, affine in patterns:  # grows as it goes
        if len(pattern) < longest:
            patterns += [((*pattern, index), followed(affine, index)) for index in range(len(PIECES))]
        if pattern:
            x, before = fixed(affine)
            points = list(takewhile_on(pattern, orbit(before, x, len(pattern) - 1)))
            if len(set(points)) == len(pattern) and points[0] == min(points):
                found[tuple(points)] = pattern
    return found


def takewhile_on(pattern, points):
    """The points as long as they lie on the pieces of the pattern."""
    return (x for x, _ in takewhile(lambda one: piece(one[0]) == one[1], zip(points, pattern)))


def attracts(pattern):
    """Whether both eigenvalues of the step around a cycle are inside the unit circle (Schur, Cohn, Jury)."""
    (a, b), (c, d) = after(pattern)[0]
    return abs(a + d) < 1 + a * d - b * c < 2


def norm(matrix):
    """The largest row sum: what the largest entry of a vector is multiplied with at most."""
    return max(sum(map(abs, row)) for row in matrix)


def trapped_after(cycle, start, horizon=300):
    """The step from which a run at rest from ``start`` provably stays on the pieces of an attracting cycle, for ever.

    Off the cycle by e, a run that stays on its pieces is off by M e a turn later. So it stays, if e times the greatest
    norm of any later step is less than the cycle's distance from the ends of its pieces.
    """
    pattern = tuple(map(piece, cycle))
    turns = next((n for n in range(1, 20) if norm(after(pattern * n)[0]) < 1), None)
    if turns is None:
        raise ArithmeticError(f"{as_text(cycle)} does not attract")
    growth = max(norm(after((pattern * turns)[:k])[0]) for k in range(len(pattern) * turns))
    room = min(abs(x - place) for x in cycle for place, _, _ in PIECES[1:])
    for k, (before, x) in enumerate(pairwise(orbit(start, start, horizon)), 1):
        if max(abs(x - cycle[0]), abs(before - cycle[-1])) * growth < room:
            return k
    return None


def as_text(cycle):
    den = max(x.denominator for x in cycle)
    return f"({', '.join(str(int(x * den)) for x in cycle)})/{den}"


def the_cycles():
    """The attracting 3-cycle and the other one."""
    (stable,) = (c for c, pattern in cycles(3).items() if len(c) == 3 and attracts(pattern))
    (saddle,) = (c for c, pattern in cycles(3).items() if len(c) == 3 and not attracts(pattern))
    return stable, saddle


def in_the_class():
    """Whether f' is continuous with slopes from mu to L and 0 at 0: f is what the claim speaks of."""
    joined = all(s * x + o == t * x + p for (_, s, o), (x, t, p) in pairwise(PIECES))
    return joined and all(MU <= slope <= L for _, slope, _ in PIECES) and gradient(0) == 0


@dispute.finding
def premises():
    return Finding(
        name="the function is 25-smooth and 1-strongly convex",
        kind="exact",
        value=in_the_class(),
        scope=f"f' is continuous at 1 and 2, its slopes are {', '.join(str(s) for _, s, _ in PIECES)}, and f'(0) = 0",
        says="f' is continuous with slopes between 1 and 25, which is all that the claim asks for.",
    )


@dispute.finding
def attracting_cycle():
    cycle, _ = the_cycles()
    back = list(orbit(cycle[-1], cycle[0], 3))[-1] == cycle[0]
    trapped = trapped_after(cycle, START)
    return Finding(
        name="the 3-cycle that attracts",
        kind="exact",
        value={"cycle": as_text(cycle), "trapped from step": trapped},
        shown=f"{as_text(cycle)} for ever",
        scope=f"start {START} at rest, exact; from step {trapped} on the run cannot leave the pieces of the cycle, and "
        "comes to it as (2/3)^k",
        says=f"Heavy ball returns to where it was after three steps, {as_text(cycle)}; the minimum is at 0.",
        refutes="claim" if in_the_class() and back and trapped is not None else None,
        decisive=True,
    )


@dispute.finding
def saddle_cycle():
    _, cycle = the_cycles()
    (a, b), (c, d) = after(tuple(map(piece, cycle)))[0]
    return Finding(
        name="the 3-cycle that is a saddle",
        kind="exact",
        value={"cycle": as_text(cycle), "trace": str(a + d), "determinant": str(a * d - b * c)},
        shown=as_text(cycle),
        scope="the step around the cycle, exact: as the trace exceeds 1 + the determinant, one eigenvalue is above 1",
        says="A run started on it exactly stays; rounding drives it off, to the minimum or to the other cycle.",
    )


@dispute.finding
def every_short_cycle():
    found = cycles(8)
    return Finding(
        name="cycles of period up to 8",
        kind="exact",
        value=len(found),
        scope=f"every pattern of pieces of length 1 to 8, {sum(3**p for p in range(1, 9)):,} of them, solved exactly",
        says="The minimum itself (period 1) and the two 3-cycles are all.",
    )


def basins(size=300, reach=4.0, steps=240):
    """For starts (x_(-1), x_0) on a grid, in floats: 0 where the run comes to the minimum, 1 where it does not."""
    axis = np.linspace(-reach, reach, size)
    before, x = np.meshgrid(axis, axis)
    for _ in range(steps):
        slope = np.where(x < 1, 25 * x, np.where(x < 2, x + 24, 25 * x - 24))
        before, x = x, x - slope / 9 + 4 / 9 * (x - before)
    return np.maximum(abs(x), abs(before)) > 0.1


@dispute.finding
def share_of_starts():
    lost = basins()
    return Finding(
        name="share of starts that do not come to the minimum",
        kind="comparison",
        value={"all starts": float(lost.mean()), "starts at rest": float(np.diag(lost).mean())},
        shown=f"{lost.mean():.0%}",
        scope="a grid of 300 by 300 starts (x_(-1), x_0) in [-4, 4]^2, 240 steps in floats",
        says="The failure is not rare: it takes a start far enough from the minimum.",
    )


@dispute.control(holds=True)
def quadratics_converge():
    """On every quadratic with curvature from 1 to 25 both eigenvalues of a step have modulus 2/3, as Polyak proves."""
    curvatures = [MU + (L - MU) * Fraction(i, 100) for i in range(101)]
    exact = [(1 + BETA - ALPHA * k) ** 2 <= 4 * BETA and Fraction(2, 3) ** 2 == BETA for k in curvatures]
    return Outcome(survived=all(exact), note=f"discriminant not positive at {len(exact)} curvatures, determinant 4/9")


@dispute.control(holds=True)
def gradient_descent_converges():
    """Gradient descent with step 2/(L + mu) = 1/13 on the same f from 3.3: nearer by 12/13 or better at every step."""
    x = START
    for k in range(100):
        x, before = x - gradient(x) * Fraction(2, L + MU), x
        if abs(x) > Fraction(L - MU, L + MU) * abs(before):
            return Outcome(survived=False, note=f"step {k}")
    return Outcome(survived=True, note=f"100 steps, exact; the last point is {float(x):.1e}")


@dispute.control(holds=True)
def starts_near_the_minimum_converge():
    """A run at rest from within 1 of the minimum, seen through the same test of being trapped, goes to 0."""
    cycle, _ = the_cycles()
    starts = [Fraction(i, 10) for i in range(-10, 10)]
    runs = [list(orbit(s, s, 60))[-1] for s in starts]
    lost = [s for s, x in zip(starts, runs) if abs(x) > Fraction(1, 1000)]
    caught = [s for s in starts if trapped_after(cycle, s, 60) is not None]
    return Outcome(survived=not lost and not caught, note=f"{len(starts)} starts from -1 to 9/10, 60 steps, exact")


@dispute.control(holds=False)
def too_steep_a_quadratic_falls():
    """Beyond curvature 2(1 + beta)/alpha = 26 heavy ball diverges on a quadratic, and has to be seen to."""
    a, det = 1 + BETA - ALPHA * 27, BETA
    return Outcome(survived=abs(a) < 1 + det < 2, note=f"curvature 27: |trace| = {abs(a)} against 1 + {det}")


@figure(
    "Starts (x before, x now) that come to the minimum (white) and those that end in the 3-cycle (red), in floats. The "
    "full dots are the cycle that attracts, the rings the saddle on the border between the two; the square is the run "
    "from 3.3 at rest."
)
def basins_of_attraction():
    from matplotlib.colors import ListedColormap

    fig, ax = canvas(size=(5.4, 5.0))
    stable, saddle = the_cycles()
    ax.imshow(
        basins(), origin="lower", extent=(-4, 4, -4, 4), cmap=ListedColormap(["white", "#e8c5bd"]), interpolation="none"
    )
    for cycle, face in ((stable, "evidence"), (saddle, "white")):
        ax.plot([float(cycle[i - 1]) for i in range(3)], [float(x) for x in cycle], "o", mec="evidence", mfc=face, ms=6)
    ax.plot(float(START), float(START), "s", color="context", ms=6)
    ax.plot(0, 0, "*", color="claim", ms=12)
    ax.annotate("the minimum", (0, 0), xytext=(8, -4), textcoords="offset points", color="claim")
    ax.set(xlabel="x before", ylabel="x now")
    ax.grid(visible=False)
    return fig


@figure(
    "The function, and the three points between which heavy ball goes round. Its curvature is 25, but for a nearly "
    "straight stretch from 1 to 2 (shaded), which the momentum carries the ball across and back."
)
def on_the_function():
    fig, ax = canvas()
    xs = np.linspace(-2.3, 2.6, 400)
    value = np.where(xs < 1, 12.5 * xs**2, np.where(xs < 2, xs**2 / 2 + 24 * xs - 12, 12.5 * xs**2 - 24 * xs + 36))
    ax.plot(xs, value, color="claim")
    ax.axvspan(1, 2, color="context", alpha=0.12, lw=0)
    points = [float(x) for x in the_cycles()[0]]
    heights = np.interp(points, xs, value)
    ax.plot(points, heights, "o", color="evidence", ms=7)
    for i in range(3):
        j = (i + 1) % 3
        arrow = {"arrowstyle": "-|>", "color": "evidence", "shrinkA": 6, "shrinkB": 6}
        arrow["connectionstyle"] = "arc3,rad=-0.12"
        ax.annotate("", (points[j], heights[j]), (points[i], heights[i]), arrowprops=arrow)
    ax.set(xlabel="x", ylabel="f(x)")
    return fig


@figure(
    "From 3.3 at rest. Heavy ball falls into the 3-cycle within a few steps; gradient descent, on the same function, "
    "goes to the minimum."
)
def two_runs():
    fig, ax = canvas()
    xs = [float(x) for x in orbit(START, START, 30)]
    ax.plot(xs, "o-", color="evidence", ms=3.5, lw=1, label="heavy ball")
    descent = [float(START)]
    for _ in range(30):
        descent.append(descent[-1] - gradient(descent[-1]) * 2 / (L + MU))
    ax.plot(descent, "o-", color="claim", ms=3.5, lw=1, label="gradient descent")
    for x in the_cycles()[0]:
        ax.axhline(float(x), color="context", ls=":", lw=1)
    ax.set(xlabel="step", ylabel="x")
    ax.legend(loc="upper right")
    return fig
