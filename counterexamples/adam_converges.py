"""Adam's average regret is at least 2/3 for ever on the losses 3x, -x, -x in turn.

Claim: on a bounded set, for convex losses with bounded gradients and steps alpha/sqrt(t), the average regret R(T)/T of
    Adam tends to 0 (Theorem 4.1 of arXiv:1412.6980 and its corollary).
Witness: the set [-1, 1], losses 3x, -x, -x in turn, beta_1 = 0, beta_2 = 1/10, any alpha > 0, start x = 1. Each step is
    alpha g / sqrt(t v), v the running average of g^2, with or without division by 1 - beta_2^t.
What this does not show: nothing about losses drawn at random, or about training networks.
"""

from fractions import Fraction
from math import isqrt

C, BETA, TURN = 3, Fraction(1, 10), (3, -1, -1)

# The last gradient weighs at least 1 - BETA in v, the last two 1 - BETA^2, and no square is above C^2.
after_large = (1 - BETA) * C**2  # at least this
after_small = (1 - BETA) + BETA * C**2  # at most this
after_two = (1 - BETA**2) + BETA**2 * C**2  # at most this

# Squares of the three steps of a turn that begins at t = 1, over alpha^2. One that begins at t has 1/t, 1/(t+1),
# 1/(t+2) for 1, 1/2, 1/3: in proportion to the step down, the steps up are then longer still.
down, up, up_again = C**2 / after_large, 1 / (2 * after_small), 1 / (3 * after_two)
rest = down - up - up_again
# sqrt(up) + sqrt(up_again) > sqrt(down), squared twice. So every turn ends where it began, at the wall x = 1.
assert 4 * up * up_again > rest**2
print(f"steps up and down: 4 * {up} * {up_again} > {rest}^2, so x = 1 at the start of every turn")

# A turn costs at least 3 * 1 - 1 - 1 = 1, as x <= 1; at the best point x = -1 it costs -1.
least = Fraction((C - 1 - 1) - (-C + 1 + 1), 3)
assert least == Fraction(2, 3)
print(f"regret per round: at least {least} for every whole number of turns")

# The same seen in a run with alpha = 1 and correction: x lies between low and high.
DIGITS = 10**30


def root(q):
    """Bounds of the square root of q."""
    r = isqrt(q.numerator * DIGITS**2 // q.denominator)
    return Fraction(r, DIGITS), Fraction(r + 1, DIGITS)


low = high = Fraction(1)
v, loss = Fraction(0), Fraction(0)
for t in range(1, 301):
    g = TURN[(t - 1) % 3]
    if t % 3 == 1:
        assert low == high == 1
    loss += min(g * low, g * high)
    v = BETA * v + (1 - BETA) * g * g
    scale = root(t * v / (1 - BETA**t))
    steps = [g / s for s in scale]
    low = max(-1, min(1, Fraction(int((low - max(steps)) * DIGITS) - 1, DIGITS)))
    high = max(-1, min(1, Fraction(int((high - min(steps)) * DIGITS) + 1, DIGITS)))
regret = loss + 100
assert regret > 200
print(f"a run of 300 rounds: regret at least {int(regret * 1000)}/1000, more than 300 * 2/3")
