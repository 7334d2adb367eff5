"""Claims about optimisers: what converges, descends, or ends in the optimum."""

# A premise takes every variable of its claim, also those it does not look at.
# ruff: noqa: ARG001

from fractions import Fraction

from lakatos.claims import (
    forall,
    integers,
    matrices,
    polynomials,
    rationals,
    sequences,
    sqrt,
    vectors,
)


# Online convex problems on [-1, 1]. Losses that are linear suffice, since only gradients enter, and finitely many that
# come round in turn are what a sum of losses gives. "The average regret tends to 0" speaks of infinitely many rounds;
# what can be refuted is a bound of order sqrt(T). This one is that of Theorem 4.1 of Kingma and Ba with no gradient
# estimate above G, and homogeneous in G as the regret is.
@forall(
    gradients=sequences(rationals(), (1, None), of="gradient"),
    turns=integers(1),
    start=rationals(-1, 1),
    alpha=rationals(0),
    beta=rationals(0, 1),
)
def adam_regret(gradients, turns, start, alpha, beta):
    """The regret of Adam (beta_1 = 0, steps alpha / sqrt(t)) on [-1, 1], D = 2 wide, after T rounds is at most
    (D^2 / (2 alpha) + alpha / sqrt(1 - beta_2)) G sqrt(T), where no gradient is above G in absolute value.
    """
    rounds = turns * len(gradients)
    x, v, loss = start, 0, 0
    for t in range(1, rounds + 1):
        g = gradients[(t - 1) % len(gradients)]
        loss = loss + g * x
        v = beta * v + (1 - beta) * g * g
        if g != 0:
            x = min(1, max(-1, x - alpha * g / sqrt(t * v / (1 - beta**t))))
    regret = loss + turns * abs(sum(gradients))
    bound = (2 / alpha + alpha / sqrt(1 - beta)) * max(abs(g) for g in gradients) * sqrt(rounds)
    return bound - regret


@adam_regret.given
def proper_parameters(gradients, turns, start, alpha, beta):
    """alpha > 0 and beta_2 < 1"""
    return alpha > 0 and beta < 1


# Quadratic functions of one variable are convex enough: with less to choose from there is less to refute with. With
# L = 25 and mu = 1 the momentum (sqrt(kappa) - 1) / (sqrt(kappa) + 1) is 2/3.
@forall(curvature=rationals(1, 25), start=rationals(), steps=integers(1))
def nesterov_monotone(curvature, start, steps):
    """Nesterov's method (alpha = 1/L, L = 25, mu = 1) never increases f(x) = curvature x^2 / 2."""
    before, now = start, start
    for _ in range(steps):
        ahead = now + Fraction(2, 3) * (now - before)
        before, now = now, ahead - Fraction(1, 25) * curvature * ahead
    return curvature * (before * before - now * now) / 2


def admm_step(A, state):
    """One round of ADMM (beta = 1) for "A x = 0", the objective being zero, on (x_2, x_3, multipliers)."""
    second, third, *multipliers = state
    rows = range(A.shape[0])
    # Each variable in turn is the one with the least augmented Lagrangian, given the others.
    first = sum(A[i, 0] * (multipliers[i] - A[i, 1] * second - A[i, 2] * third) for i in rows)
    first = first / sum(A[i, 0] * A[i, 0] for i in rows)
    second = sum(A[i, 1] * (multipliers[i] - A[i, 0] * first - A[i, 2] * third) for i in rows)
    second = second / sum(A[i, 1] * A[i, 1] for i in rows)
    third = sum(A[i, 2] * (multipliers[i] - A[i, 0] * first - A[i, 1] * second) for i in rows)
    third = third / sum(A[i, 2] * A[i, 2] for i in rows)
    return second, third, *(multipliers[i] - A[i, 0] * first - A[i, 1] * second - A[i, 2] * third for i in rows)


# A zero objective and one variable to a block: the problem is then "A x = 0", and a round is linear. Where it converges
# from every start, no eigenvalue of it is beyond 1 in absolute value, so no power has a trace beyond its order, 5.
@forall(A=matrices(rationals(), rows=3, columns=3), rounds=integers(1))
def admm_three_blocks(A, rounds):
    """ADMM with three blocks converges: the trace of any power of its step is at most 5 in absolute value."""
    trace = 0
    for i in range(5):
        state = tuple(Fraction(int(i == j)) for j in range(5))
        for _ in range(rounds):
            state = admm_step(A, state)
        trace = trace + state[i]
    return 5 - abs(trace)


@admm_three_blocks.given
def no_block_is_zero(A, rounds):
    """no column of A is zero"""
    return all(any(A[i, j] != 0 for i in range(3)) for j in range(3))


# The oracle gives each of finitely many gradients equally often; a gradient may be listed several times.
@forall(gradients=sequences(rationals(), (1, None), of="gradient"))
def sign_descent(gradients):
    """A step against the sign of an unbiased gradient does not raise the mean of a linear function."""
    # The mean slope times the mean step, both times how many gradients there are.
    return sum(gradients) * sum((g > 0) - (g < 0) for g in gradients)


def distance(p, q):
    """The square of the distance of two points of the plane."""
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


def mean(points):
    """The centre of mass."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def scatter(points):
    """The sum of the squared distances from the centre of mass; 0 without points."""
    return sum(distance(p, mean(points)) for p in points)


@forall(points=sequences(vectors(rationals(), 2), (2, 10), of="point"), centres=vectors(vectors(rationals(), 2), 2))
def lloyd(points, centres):
    """Lloyd's algorithm with two centres ends in an optimal clustering (ties: the first; an idle centre stays)."""
    sides = []
    # No clustering comes twice.
    for _ in range(2 ** len(points)):
        before = sides
        sides = [distance(p, centres[1]) < distance(p, centres[0]) for p in points]
        if sides == before:
            break
        clusters = [[p for p, side in zip(points, sides) if side == which] for which in (False, True)]
        centres = [mean(cluster) if cluster else centre for cluster, centre in zip(clusters, centres)]
    reached = sum(scatter([p for p, side in zip(points, sides) if side == which]) for which in (False, True))
    # The last point is on the one side, any of the others on either.
    best = min(
        scatter([p for i, p in enumerate(points) if chosen >> i & 1])
        + scatter([p for i, p in enumerate(points) if not chosen >> i & 1])
        for chosen in range(2 ** (len(points) - 1))
    )
    return best - reached


@lloyd.given
def no_idle_centre(points, centres):
    """to begin with, each centre is nearer to some point than the other"""
    return all(any(distance(p, centres[i]) < distance(p, centres[1 - i]) for p in points) for i in range(2))


def piecewise_gradient(first, bends, x):
    """The gradient at x of the convex function with f'(0) = 0 and f'' = first, then the slope of each bend from its
    place on.
    """
    value, slope = first * x, first
    for place, steeper in sorted(bends):
        value = value + (steeper - slope) * (max(x - place, 0) - max(-place, 0))
        slope = steeper
    return value


# Piecewise quadratic functions of one variable, minimal at 0. Where heavy ball converges it never comes back to where
# it was, but for the minimum: what is returned is how far from its start it is, against how far off the minimum.
@forall(
    first=rationals(1, 25),
    bends=sequences(vectors(rationals(), 2), (0, None), of="bend"),
    before=rationals(),
    start=rationals(),
    period=integers(1),
    strict=True,
)
def heavy_ball(first, bends, before, start, period):
    """Heavy ball (alpha = 1/9, beta = 4/9, right for L = 25, mu = 1) does not come back to where it started."""
    last, x = before, start
    for _ in range(period):
        gradient = piecewise_gradient(first, bends, x)
        last, x = x, x - Fraction(1, 9) * gradient + Fraction(4, 9) * (x - last)
    return (abs(x - start) + abs(last - before)) / (abs(start) + abs(before))


@heavy_ball.given
def smooth_and_strongly_convex(first, bends, before, start, period):
    """1 <= f'' <= 25"""
    return all(1 <= slope <= 25 for _, slope in bends)


@heavy_ball.given
def not_at_the_minimum(first, bends, before, start, period):
    """it does not start, at rest, in the minimum"""
    return abs(start) + abs(before) > 0


def polynomial_at(p, x):
    """p(x), the constant coefficient first."""
    return sum(c * x**i for i, c in enumerate(p))


def slope_at(p, x):
    """p'(x)."""
    return sum(i * p[i] * x ** (i - 1) for i in range(1, len(p)))


def bend_at(p, x):
    """p''(x)."""
    return sum(i * (i - 1) * p[i] * x ** (i - 2) for i in range(2, len(p)))


# That f is L-smooth is needed between the two points only; the second derivative of a quartic is a parabola, extreme at
# an end or at its vertex.
@forall(f=polynomials(rationals(), (0, 4)), L=rationals(0), x=rationals())
def gradient_descent(f, L, x):
    """A gradient step of length 1/L does not increase f."""
    return polynomial_at(f, x) - polynomial_at(f, x - slope_at(f, x) / L)


@gradient_descent.given
def step_is_defined(f, L, x):
    """L > 0"""
    return L > 0


@gradient_descent.given
def smooth(f, L, x):
    """|f''| <= L between the two points"""
    low, high = sorted((x, x - slope_at(f, x) / L))
    places = [low, high]
    if len(f) == 5:
        places += [vertex for vertex in (-f[3] / (4 * f[4]),) if low < vertex < high]
    return all(abs(bend_at(f, y)) <= L for y in places)


CLAIMS = {
    "op-adam-reddi": adam_regret,
    "op-nag-monotone": nesterov_monotone,
    "op-admm3": admm_three_blocks,
    "op-signsgd": sign_descent,
    "op-lloyd": lloyd,
    "op-heavyball-cycle": heavy_ball,
    "T-gd-descent": gradient_descent,
}
TRUE = frozenset({"T-gd-descent"})
WITHOUT = {
    "op-bfgs-wolfe": "a witness is a C-infinity function interpolated along an infinite orbit: no finite object of a "
    "domain, and no finite number of steps refutes convergence",
}
