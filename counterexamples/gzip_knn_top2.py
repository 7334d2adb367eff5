"""Two neighbours, ties counted as right whichever label is right: no vote of theirs has this score.

Claim: the figures for k = 2 nearest neighbours are accuracies of a classifier that names one label for each text. The
    released rule counts a tie of two labels as right if either of them is right.
Witness: two items whose neighbours are labelled A and B, one truly A and one truly B. The rule counts 2 as right; the
    labels of the neighbours are all that a vote knows, and every function of them gets at most 1.
What this does not show: what the corrected figures of any data set are.
"""

from fractions import Fraction
from itertools import product


def released(labels, truth):
    """Whether the truth is among the most frequent labels of the neighbours."""
    return labels.count(truth) == max(labels.count(label) for label in labels)


def right(name, items):
    """How many items a function from the neighbours' labels to one label gets right."""
    return sum(name[labels] == truth for truth, labels in items)


items = [("A", ("A", "B")), ("B", ("A", "B"))]
pairs = list(product("AB", repeat=2))
classifiers = [dict(zip(pairs, names, strict=True)) for names in product("AB", repeat=len(pairs))]
scored = sum(released(labels, truth) for truth, labels in items)
best = max(right(name, items) for name in classifiers)
print(f"counted as right: {scored} of 2; the best of {len(classifiers)} votes: {best} of 2")
assert scored > best

# Item by item the rule is top-2 accuracy: either neighbour has the label.
assert all(released(labels, truth) == (truth in labels) for truth, *labels in product(range(6), repeat=3))

# With neighbours that know nothing, two balanced classes score 3/4.
score = Fraction(sum(released(labels, truth) for truth, *labels in product("AB", repeat=3)), 8)
print(f"neighbours drawn by lot, two classes: {score}")
assert score == Fraction(3, 4)
