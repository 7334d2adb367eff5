"""Theorem 3.1 of arXiv:2508.09628 fails at step t = 224, in exact rational arithmetic.

Claim: let 0 lie in the hull K_0 of the initial tokens, B be positive semidefinite and gamma(t) = 2/(t+2). Each
    token moves to x + gamma(t) (v - x), where v is the token that minimises <B x, v>. Then for all t and i
    J(x_i(t+1)) <= 2/(t+1) * lambda_max(B) * diam(K_0)^2, where J(x) = <B x, x> / 2.
Witness: two tokens on the line, 4 and -1, with B = 1. No two tokens ever tie for v.
What this does not show: nothing about the case in which 0 stays in the hull at every step, which is
    what the proof uses. Here it leaves at step 2, and the token 2/3 never moves again.
"""

from fractions import Fraction

TOKENS = (Fraction(4), Fraction(-1))


def leader(x, tokens):
    """The token v with the least product x * v; a tie between different tokens is an error."""
    best = min(x * v for v in tokens)
    (v,) = {v for v in tokens if x * v == best}
    return v


def step(t, tokens):
    """All tokens move at once, by gamma(t) = 2/(t+2)."""
    gamma = Fraction(2, t + 2)
    return tuple(x + gamma * (leader(x, tokens) - x) for x in tokens)


def check():
    """Walk from t = 0 to the first violation of the bound."""
    assert min(TOKENS) <= 0 <= max(TOKENS), "the theorem assumes that 0 is in the first hull"
    diameter = max(TOKENS) - min(TOKENS)
    tokens, t, left = TOKENS, 0, None
    while True:
        tokens = step(t, tokens)
        if left is None and not min(tokens) <= 0 <= max(tokens):
            left = t + 1
        energy = max(x * x for x in tokens) / 2
        bound = Fraction(2, t + 1) * diameter**2
        if energy > bound:
            return t, left, tokens, energy, bound
        t += 1


t, left, tokens, energy, bound = check()
assert (t, left) == (224, 2)
assert energy > bound
print(f"tokens 4, -1: the origin leaves the hull at step {left}")
print(f"first violation at t = {t}, tokens {tokens[0]} and {tokens[1]}")
print(f"J = {energy} > {bound} = bound, by {energy - bound}")
