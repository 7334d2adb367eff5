"""ADMM with three blocks diverges on A x = 0 with a zero objective, whatever the penalty.

Claim: the alternating direction method of multipliers, extended to three blocks that are updated one after the other,
    converges on convex problems from every start.
Witness: minimise 0 subject to A x = 0, where A has the columns (1, 1, 1), (1, 1, 2), (1, 2, 2), each a block. A round
    is linear; if it converged from every start, no eigenvalue would exceed 1 in modulus, and no power of it would have
    a trace beyond 6.
What this does not show: nothing about two blocks, for which there is a theorem, or about other dual steps than 1. A
    penalty other than 1 only rescales the multipliers, as the objective is zero.
"""

from fractions import Fraction

COLUMNS = ((1, 1, 1), (1, 1, 2), (1, 2, 2))


def dot(u, v):
    """The inner product."""
    return sum(a * b for a, b in zip(u, v, strict=True))


def constraint(x):
    """A x."""
    return [dot(x, row) for row in zip(*COLUMNS, strict=True)]


def one_round(state):
    """Each x_i in turn minimises |A x - multipliers|^2 over itself; then the multipliers lose A x."""
    x, multipliers = list(state[:3]), state[3:]
    for i in range(3):
        x[i] = 0
        wanted = [m - r for m, r in zip(multipliers, constraint(x), strict=True)]
        x[i] = Fraction(dot(COLUMNS[i], wanted), dot(COLUMNS[i], COLUMNS[i]))
        # It is the minimum: what is left is orthogonal to the column.
        left = [m - r for m, r in zip(multipliers, constraint(x), strict=True)]
        assert dot(COLUMNS[i], left) == 0
    return x + left


def trace_of_power(rounds):
    """The sum over the unit vectors of what the rounds leave of each in its own place."""
    total = 0
    for i in range(6):
        state = [int(i == j) for j in range(6)]
        for _ in range(rounds):
            state = one_round(state)
        total += state[i]
    return total


for rounds in (1, 16, 42, 64):
    trace = trace_of_power(rounds)
    print(f"after {rounds} rounds the trace is about {int(trace * 1000)}/1000")
assert abs(trace_of_power(42)) > 6
assert abs(trace_of_power(64)) > 6
print("so some start grows without bound")
