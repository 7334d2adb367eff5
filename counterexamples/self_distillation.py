"""A step down KL(teacher || student) is a step up KL(student || teacher), in exact arithmetic.

Claim: training that descends on sum p_T (log p_T - log p_S), which the released default (alpha = 0) computes, descends
    on Eq. (1) of arXiv:2601.19897, the reverse KL sum p_S (log p_S - log p_T).
Witness: one position, three tokens A, B, C; in percent the student gives them 1, 83, 16 and the teacher 63, 36, 1.
    The gradients are taken by the logits of the student, whose probabilities are their softmax.
What this does not show: that the two disagree at most positions, or which of them trains better. Both are least where
    student and teacher agree.
"""

from math import prod

STUDENT, TEACHER, WHOLE = (1, 83, 16), (63, 36, 1), 100
assert sum(STUDENT) == sum(TEACHER) == WHOLE


def sign(exponents):
    """The sign of the sum of n log(student/teacher) over the tokens, n whole: of a product of powers beside 1."""
    tokens = list(zip(exponents, STUDENT, TEACHER, strict=True))
    above = prod((p if n > 0 else q) ** abs(n) for n, p, q in tokens)
    below = prod((q if n > 0 else p) ** abs(n) for n, p, q in tokens)
    return (above > below) - (above < below)


# By logit i the gradient of the released loss is p_i - q_i, here in percent.
released = [p - q for p, q in zip(STUDENT, TEACHER, strict=True)]

# That of Eq. (1) is p_i (l_i - sum p_j l_j), l_j = log(p_j/q_j): its coefficients of l_A, l_B, l_C, times 100^2.
equation = [[p * (WHOLE * (i == j) - r) for j, r in enumerate(STUDENT)] for i, p in enumerate(STUDENT)]
signs = [sign(row) for row in equation]
assert released[1] > 0 > signs[1]
print(f"by logit: released {released} percent, signs of Eq. (1) {signs}: one pushes token B down, the other up")

# The product of the two gradients, times 100^3.
product = [sum(g * row[j] for g, row in zip(released, equation, strict=True)) for j in range(3)]
assert sign(product) < 0
print(f"their product has the sign of {product[0]} l_A + {product[1]} l_B + {product[2]} l_C, which is below 0")
print("so a small step down the released loss goes up Eq. (1)")
