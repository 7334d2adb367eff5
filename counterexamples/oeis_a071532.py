"""A071532 of the OEIS has a negative term, the first at n = 331523.

Claim: a(n) > 0 (from n = 3 on, as a(2) = 0), where a(n) is minus the sum over k = 1 ... n of (-1)^floor((3/2)^k).
Witness: n = 331523, where a(n) = -1. Between n = 2 and n = 331522 no term is 0.
What this does not show: anything about larger n, or about the limit.
"""

from itertools import count

BLOCK, GUARD = 128, 300


def parities():
    """The parity of floor((3/2)^k) for k = 0, 1, ...: bit k of 3^k."""
    powers = [3**i for i in range(BLOCK + 1)]
    full = 1  # 3^start
    for start in count(0, BLOCK):
        # Of 3^start a window of bits is enough: what is cut off below moves the product by less than 3^i.
        low = max(0, start - GUARD)
        window = (full >> low) & (2 ** (start - low + BLOCK + 1) - 1)
        for i in range(BLOCK):
            least = window * powers[i]
            most = least + (powers[i] - 1 if low else 0)
            bit = least >> start - low + i
            assert bit == most >> start - low + i  # so it is certain
            yield bit & 1
        full *= powers[BLOCK]


odd = parities()
next(odd)
a, n, zeros, greatest = 0, 0, [], (0, 0)
while a >= 0:
    n += 1
    a += 2 * next(odd) - 1
    greatest = max(greatest, (a, -n))
    if a == 0:
        zeros.append(n)
    if n == 100000:
        print(f"a({n}) = {a}")
print(f"the greatest value is {greatest[0]}, at n = {-greatest[1]}; zeros at n = {zeros}")
print(f"a({n}) = {a}")
assert (n, a) == (331523, -1)
assert zeros == [2, 331522]
