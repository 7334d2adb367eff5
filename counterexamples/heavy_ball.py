"""Heavy ball, with the parameters best for quadratics, does not converge from 3.3 on a strongly convex function.

Claim: with alpha = 4/(sqrt L + sqrt mu)^2 and beta = ((sqrt L - sqrt mu)/(sqrt L + sqrt mu))^2 the method
    x + beta (x - x before) - alpha f'(x) converges on every L-smooth and mu-strongly convex f.
Witness: L = 25, mu = 1, so alpha = 1/9 and beta = 4/9; f'(x) = 25x for x < 1, x + 24 for 1 <= x < 2, 25x - 24 beyond;
    the start 3.3, at rest. The run ends in the cycle (-2208, 2592, 792)/1225; the minimum is at 0.
What this does not show: nothing about functions with continuous second derivatives, or about the rate near a minimum.
"""

from fractions import Fraction

ALPHA, BETA = Fraction(1, 9), Fraction(4, 9)
CYCLE = (Fraction(-2208, 1225), Fraction(2592, 1225), Fraction(792, 1225))


def slope_and_offset(x):
    """f'(x) is the slope times x plus the offset."""
    return (25, 0) if x < 1 else (1, 24) if x < 2 else (25, -24)


def step(before, x):
    """Heavy ball."""
    slope, offset = slope_and_offset(x)
    return x, x + BETA * (x - before) - ALPHA * (slope * x + offset)


def row_sum(matrix):
    """The greatest factor by which the matrix enlarges the largest entry of a vector."""
    return max(abs(a) + abs(b) for a, b in matrix)


# f' is continuous, with slopes between 1 and 25: f is 25-smooth and 1-strongly convex.
assert all(1 <= slope_and_offset(x)[0] <= 25 for x in (0, 1, 2))
for corner in (1, 2):
    left, right = slope_and_offset(corner - Fraction(1, 2)), slope_and_offset(corner)
    assert left[0] * corner + left[1] == right[0] * corner + right[1]

# The cycle: after each step comes the next point.
for i in range(3):
    assert step(CYCLE[i - 1], CYCLE[i])[1] == CYCLE[(i + 1) % 3]
print("three steps lead back:", *CYCLE)

# Off the cycle by e, a run that stays on the same pieces of f' is off by a matrix times e. Three turns contract.
matrix, growth = ((1, 0), (0, 1)), Fraction(1)
for x in CYCLE * 3:
    a = 1 + BETA - ALPHA * slope_and_offset(x)[0]
    (p, q), (r, s) = matrix
    matrix = ((a * p - BETA * r, a * q - BETA * s), (p, q))
    growth = max(growth, row_sum(matrix))
assert row_sum(matrix) < 1

# So a run that is nearer than this to the cycle never reaches a corner, and stays with it for ever.
near = min(abs(x - corner) for x in CYCLE for corner in (1, 2)) / growth
before = x = Fraction(33, 10)
steps = 0
while max(abs(x - CYCLE[0]), abs(before - CYCLE[2])) >= near:
    before, x = step(before, x)
    steps += 1
assert max(abs(x - CYCLE[0]), abs(before - CYCLE[2])) < near
print(f"from 3.3 at rest, the run is trapped near the cycle after {steps} steps: it never comes to the minimum, 0")
