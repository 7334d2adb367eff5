"""Linear programs in doubles, by HiGHS, and what exact points they lead to.

Huangfu and Hall, Parallelizing the dual revised simplex method (2018), in SciPy. A vertex is made exact by solving for
the constraints that are tight there, over the rationals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from lakatos.claims import Slot
from lakatos.search.linear import Constraint, Number

#: Nodes of branch and bound, where integers are asked for.
NODES = 200
TIGHT = 1e-6
#: How far inside "less than" is where scalars are no integers.
INSIDE = 2.0**-8


def optimum(
    objective: dict[int, Fraction], constraints: Sequence[Constraint], slots: Sequence[Slot], reach: float,
    *, inside: bool = False,
) -> npt.NDArray[np.float64] | None:  # fmt: skip
    """A point where a form is least, in doubles; None if there is none, or the solver fails.

    Args:
        objective: the coefficients of the form.
        constraints: that the point meets; "less than" as "at most", unless all its scalars are integers.
        slots: bounds of the scalars; a scalar without bounds is looked for up to ``reach``.
        reach: see there.
        inside: keep a little away from where "less than" becomes "equal".
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    count = len(slots)
    rows, high, low = [], [], []
    try:
        for one in constraints:
            if one.relation == "!=":
                continue
            row = np.zeros(count)
            for i, c in one.terms:
                row[i] = float(c)
            strict = one.relation == "<"
            gap = 1.0 if all(slots[i].integer for i, _ in one.terms) else INSIDE if inside else 0.0
            rows.append(row)
            high.append(-float(one.constant) - (gap if strict else 0.0))
            low.append(-float(one.constant) if one.relation == "==" else -np.inf)
        cost = np.zeros(count)
        for i, weight in objective.items():
            cost[i] = float(weight)
        sides = [bounds(slot, reach) for slot in slots]
        found = milp(
            cost, integrality=_integral(constraints, slots),
            bounds=Bounds([a for a, _ in sides], [b for _, b in sides]),
            constraints=[LinearConstraint(np.array(rows), low, high)] if rows else [],
            options={"node_limit": NODES, "disp": False},
        )  # fmt: skip
    except (OverflowError, ValueError):
        return None
    return None if found.x is None else np.asarray(found.x)


def _integral(constraints: Sequence[Constraint], slots: Sequence[Slot]) -> list[int] | None:
    """Which scalars are to be integers; none if others than these can vary too, which HiGHS is noisy about."""
    held = {one.terms[0][0] for one in constraints if one.relation == "==" and len(one.terms) == 1}
    free = [i for i in range(len(slots)) if i not in held]
    return [int(i not in held) for i in range(len(slots))] if free and all(slots[i].integer for i in free) else None


def bounds(slot: Slot, reach: float) -> tuple[float, float]:
    """The bounds of a scalar, in doubles, and where it has none, those within reach."""
    low = None if slot.low is None else float(slot.low)
    high = None if slot.high is None else float(slot.high)
    if low is None:
        low = -reach if high is None else min(-reach, high - reach)
    return low, (max(reach, low + reach) if high is None else high)


def exact_points(
    near: npt.NDArray[np.float64], constraints: Sequence[Constraint], slots: Sequence[Slot]
) -> Iterator[tuple[Number, ...]]:
    """Exact points near one in doubles: the vertex that it stands for, then rationals of rising height."""
    whole = all(slot.integer for slot in slots)
    if not whole:
        yield _vertex(near, constraints, slots)
    for height in (1,) if whole else (1, 2, 3, 4, 6, 12, 60, 1000, 10**6):
        yield tuple(_rounded(float(v), slot, height) for v, slot in zip(near, slots, strict=True))


def _rounded(value: float, slot: Slot, height: int) -> Number:
    if slot.integer:
        return round(value)
    exact = Fraction(value).limit_denominator(height)
    if slot.low is not None and exact < slot.low:
        return slot.low
    return exact if slot.high is None or exact <= slot.high else slot.high


def _vertex(
    near: npt.NDArray[np.float64], constraints: Sequence[Constraint], slots: Sequence[Slot]
) -> tuple[Number, ...]:
    """The solution of what is tight near a point; scalars that this leaves open are rounded."""
    from flint import fmpq, fmpq_mat

    count = len(slots)
    rows: list[list[Number]] = []
    for i, slot in enumerate(slots):
        for bound in (slot.low, slot.high):
            held = Fraction(round(near[i])) if slot.integer else bound
            if held is not None and abs(near[i] - float(held)) < TIGHT:
                rows.append([*(int(j == i) for j in range(count)), held])
                break
    for one in constraints:
        scale = 1.0 + sum(abs(c * near[i]) for i, c in one.terms)
        if one.relation != "!=" and abs(one.constant + sum(c * near[i] for i, c in one.terms)) < TIGHT * scale:
            at = dict(one.terms)
            rows.append([*(at.get(j, 0) for j in range(count)), -one.constant])
    point: list[Number] = [_rounded(float(v), slot, 1000) for v, slot in zip(near, slots, strict=True)]
    if not rows:
        return tuple(point)
    solved, rank = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows]).rref()
    for r in reversed(range(rank)):
        row = [Fraction(int(solved[r, j].p), int(solved[r, j].q)) for j in range(count + 1)]
        pivot = next(j for j in range(count + 1) if row[j] != 0)
        if pivot == count:
            # The tight ones contradict each other: what is nearly tight is not.
            break
        point[pivot] = row[count] - sum(row[j] * point[j] for j in range(pivot + 1, count))
    return tuple(int(v) if slot.integer and v.denominator == 1 else v for v, slot in zip(point, slots, strict=True))
