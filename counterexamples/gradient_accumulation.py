"""Accumulated micro-batch means are not the mean over the tokens, and their gradient can point the other way.

Claim: the mean over G micro-batches of their mean token losses has the gradient of the mean token loss of the whole
    batch, so that accumulating gradients takes the step of one larger batch.
Witness: losses that add up to 8 over 2 tokens and to 1 over 8 tokens; and, for gradients, token losses (w - y)^2 / 2
    at w = 0 with y = -1 for 2 tokens in one micro-batch and y = 1/2 for 8 tokens in the other.
What this does not show: how large the effect is in any training run. With equally many tokens in every micro-batch
    the claim is true.
"""

from fractions import Fraction


def mean(values):
    """The mean of a list of numbers, exactly."""
    return sum(values, Fraction(0)) / len(values)


def both(batches):
    """The mean of the micro-batch means, and the mean over all tokens."""
    return mean([mean(batch) for batch in batches]), mean([value for batch in batches for value in batch])


losses = [[Fraction(4)] * 2, [Fraction(1, 8)] * 8]
accumulated, whole = both(losses)
print(f"loss: {accumulated} accumulated, {whole} over the tokens")
assert (accumulated, whole) == (Fraction(33, 16), Fraction(9, 10))

w = Fraction(0)
targets = [[Fraction(-1)] * 2, [Fraction(1, 2)] * 8]
accumulated, whole = both([[w - y for y in batch] for batch in targets])
print(f"gradient at w = 0: {accumulated} accumulated, {whole} over the tokens")
assert accumulated > 0 > whole

before, after = (both([[(v - y) ** 2 / 2 for y in batch] for batch in targets])[1] for v in (w, w - accumulated))
print(f"one accumulated step of learning rate 1: the loss over the tokens goes from {before} to {after}")
assert after > before
