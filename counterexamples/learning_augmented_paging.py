"""The additive term of RPB-OM on lazy phases, in exact fractions: it has passed 5/2 at k = 1024 and goes on growing.

Claim: RPB-OM (arXiv:2606.01342) is (H_k + O(1))-robust, here read with its memory Y refreshed after every miss.
Witness: phases that ask for one new page and then, k - 1 times, for a page of the lowest work-function layer, under
    inverted predictions and budget tau = 0. The optimum pays 1 a phase, RPB-OM H_k + A(k) on average, and every
    doubling of k from 16 to 1024 adds more than 1/4 to A(k).
What this does not show: that it grows for ever. That is the derivation A(k) = (1/e) ln k + O(1). Nothing about Y
    refreshed after every request, where the gate never opens and A(k) = 1 - 1/k.
"""

from fractions import Fraction
from math import factorial

E_LOW = sum(Fraction(1, factorial(i)) for i in range(25))
E_HIGH = E_LOW + Fraction(1, 24 * factorial(24))


def gate(m):
    """The most pages left at which a miss passes U <= (Y + 2)/e - 2, with U = left - 1 and Y = m - 1."""
    least, most = (m + 1) // E_HIGH, (m + 1) // E_LOW
    assert least == most
    return least - 1


def additive_terms(largest):
    """A(k) for k up to ``largest``. With m pages left after a miss the next miss is at j pages with chance 1/m each."""
    cost = [Fraction(0), Fraction(0)]  # cost[m]: expected misses still to come, m pages left
    plain = [Fraction(0), Fraction(0)]  # sums over j of 1 + cost[j - 1]: the miss, and what follows it
    gated = [Fraction(0), Fraction(0)]  # the same where the miss passes: the next request misses for certain
    for m in range(2, largest):
        plain.append(plain[-1] + 1 + cost[m - 1])
        certain = 1 + cost[m - 2] if m > 2 else 0
        gated.append(gated[-1] + 1 + certain)
        passing = max(1, gate(m))
        cost.append((gated[passing] + plain[m] - plain[passing]) / m)
    harmonic, terms = Fraction(1), {}
    for k in range(2, largest + 1):
        harmonic += Fraction(1, k)
        terms[k] = 2 + cost[k - 1] - harmonic  # the new page, a certain miss after it, then cost[k - 1]
    return terms


A = additive_terms(1024)
for k in (8, 16, 32, 64, 128, 256, 512, 1024):
    digits = int(A[k] * 10000)
    print(f"A({k}) = {digits // 10000}.{digits % 10000:04}..." + (f", exactly {A[k]}" if k < 64 else ""))
assert A[8] == Fraction(7, 8)
assert all(A[2 * k] - A[k] > Fraction(1, 4) for k in (16, 32, 64, 128, 256, 512))
assert A[1024] > Fraction(5, 2)
