"""Euler's sum of powers: a fifth power that is a sum of four, and fourth powers that are sums of three.

Claim: for k >= 3 no kth power of a positive integer is a sum of two or more, but fewer than k, positive kth powers
    (Euler 1769).
Witness: 27^5 + 84^5 + 110^5 + 133^5 = 144^5 (Lander and Parkin), 95800^4 + 217519^4 + 414560^4 = 422481^4 (Frye),
    2682440^4 + 15365639^4 + 18796760^4 = 20615673^4 (Elkies). Below 144 there is no solution for k = 5.
What this does not show: that 422481 is the least for k = 4, or anything for k >= 6.
"""

SOLUTIONS = (
    (5, (27, 84, 110, 133), 144),
    (4, (95800, 217519, 414560), 422481),
    (4, (2682440, 15365639, 18796760), 20615673),
)

for k, terms, total in SOLUTIONS:
    assert min(terms) > 0
    assert len(terms) == k - 1
    assert sum(a**k for a in terms) == total**k
    print(" + ".join(f"{a}^{k}" for a in terms), "=", f"{total}^{k} = {total**k}")

# The least for k = 5: a pair of fifth powers and what is left of the total, for every total below 144.
pairs = {a**5 + b**5 for a in range(1, 144) for b in range(1, a + 1)}
assert not any(total**5 - pair in pairs for total in range(1, 144) for pair in pairs)
print("no fifth power below 144^5 is a sum of four")
