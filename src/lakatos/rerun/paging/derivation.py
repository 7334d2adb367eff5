"""Why RPB-OM's additive term grows as (1/e) ln k when Y is refreshed at misses: a proof, its steps checked.

Write h(m) = H_m - 1 for OnlineMin's remaining cost and E(m) = F(m, 0) - h(m) for the excess, tau = 0. Subtracting
the recursion of h from that of F (see ``additive``) gives, with J = floor((m + 1)/e) - 1 and S(m) = E(1) + ... + E(m),

    m E(m) = S(m - 1) - E(J - 1) + (J - 1) - H_(J-1)           (for J >= 2)

and so a(m) = S(m)/(m + 1) satisfies a(m) = a(m - 1) + (J - 1 - H_(J-1) - E(J - 1))/(m (m + 1)). By induction
E >= 0: S(m - 1) contains E(J - 1), and H_(J-1) <= J - 1. So a(m) is at most (1/e) ln m + O(1); then E is O(ln m), the
increments are 1/(e m) + O(ln m / m^2), and a(m) = (1/e) ln m + O(1). E(m) differs from a(m - 1) by a bounded amount.
Hence A(k) = (1/e) ln k + O(1): it is unbounded.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lakatos.arithmetic import harmonic
from lakatos.rerun.paging.additive import additive_term, gate_threshold


def excess(m: int) -> Fraction:
    """E(m), exactly: as A(m + 1) = 2 + F(m, 0) - H_(m+1), it is A(m + 1) - 1 + 1/(m + 1)."""
    return additive_term(m + 1) - 1 + Fraction(1, m + 1)


def identity_holds(upto: int) -> bool:
    """Whether the identity for m E(m) holds exactly for every m from 2 to ``upto``."""
    values = [Fraction(0), *(excess(m) for m in range(1, upto + 1))]
    total = Fraction(0)
    for m in range(2, upto + 1):
        total += values[m - 1]
        right, top = total, gate_threshold(m)
        if top >= 2:
            right += top - 1 - harmonic(top - 1) - values[top - 1]
        if m * values[m] != right:
            return False
    return True


def asymptotic_slope() -> Any:
    """The slope per ln k that the recursion has in the limit, solved with sympy: 1/e.

    For large m the next miss is at m u with u uniform on (0, 1), and passes the gate when u < 1/e; a pass costs
    one more. So F(m) = 1 + 1/e + integral of F(m u): F = c ln m + d forces c = 1 + 1/e, of which OnlineMin pays 1.
    """
    import sympy as sp

    c, d, m, u = sp.symbols("c d m u", positive=True)
    right = 1 + sp.exp(-1) + sp.integrate(c * sp.log(m) + c * sp.log(u) + d, (u, 0, 1))
    (solution,) = sp.solve(sp.expand(right - c * sp.log(m) - d), c)
    return sp.simplify(solution - 1)
