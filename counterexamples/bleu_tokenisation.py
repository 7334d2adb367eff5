"""Cut at blanks, output A has the higher BLEU; with punctuation set apart, output B has.

Claim: the BLEU scores of two systems on one test set can be compared without knowing how each was tokenised.
Witness: two sentences, their reference and two outputs. BLEU is the fourth root of the product of four modified n-gram
    precisions, times a brevity penalty, which is 1 here as no output is shorter than the reference. So the fourth
    powers, which are fractions, decide. The second way to cut is the rule called 13a.
What this does not show: how large the effect is on a real test set.
"""

from collections import Counter
from fractions import Fraction

REFERENCE = (
    "The committee didn't publish its 2019-2021 figures, which were due in May.",
    "Rain fell on the long-awaited opening, but few left before the mayor's speech.",
)
A = (
    "The committee did not publish its 2019-2021 figures, that were due in May.",
    "Rain fell on the long-awaited opening, yet few left before the mayor's speech.",
)
B = (
    "The committee didn't publish its 2019 - 2021 figures which were due in May .",
    "Rain fell on the long awaited opening , but few left before the mayor's speech .",
)


def blanks(line):
    """Tokens between blanks."""
    return line.split()


def apart(line):
    """Points and commas stand apart unless between digits, hyphens after a digit. (No other symbols are here.)"""
    padded, out = f" {line} ", []
    for i in range(1, len(padded) - 1):
        before, c, after = padded[i - 1 : i + 2]
        split = (c in ".," and not (before.isdigit() and after.isdigit())) or (c == "-" and before.isdigit())
        out.append(f" {c} " if split else c)
    return "".join(out).split()


def fourth_power(output, cut):
    """BLEU to the fourth power: the product of the precisions of one to four tokens in a row."""
    pairs = [(cut(line), cut(reference)) for line, reference in zip(output, REFERENCE, strict=True)]
    assert sum(len(line) for line, _ in pairs) >= sum(len(reference) for _, reference in pairs)
    product = Fraction(1)
    for n in range(1, 5):
        grams = [[Counter(tuple(t[i : i + n]) for i in range(len(t) - n + 1)) for t in pair] for pair in pairs]
        right = sum((line & reference).total() for line, reference in grams)
        product *= Fraction(right, sum(line.total() for line, _ in grams))
    return product


for name, cut in (("at blanks", blanks), ("13a", apart)):
    print(f"{name}: A {fourth_power(A, cut)}, B {fourth_power(B, cut)}")
assert fourth_power(A, blanks) > fourth_power(B, blanks)
assert fourth_power(A, apart) < fourth_power(B, apart)
