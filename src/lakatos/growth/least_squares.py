"""Linear least squares as textbooks state it, and exactly where doubles are not enough.

The growth test never rescales errors by residuals; this is the other convention, for data whose errors are unknown: the
residual standard deviation is the error. It is a function of its own (``growth.least_squares``), held against the
certified values of NIST's linear sets, and nothing in the growth test calls it: the kernel has its own fits, of many
trials at once. They take the same steps (QR of scaled columns), and a test holds their coefficients against the same
certified values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from lakatos.arithmetic import RationalMatrix, solve

Array = npt.NDArray[np.float64]
#: Beyond this condition number of the scaled design doubles may lose half of their digits.
WORST = 1e8


@dataclass(frozen=True)
class LeastSquares:
    """A fit.

    Attributes:
        coefficients, errors: with the errors from the residuals (n - p degrees of freedom).
        residual_sd: of one value.
        condition: of the design after its columns were scaled; the digits lost.
        exact: whether it was solved in rational arithmetic.
    """

    coefficients: tuple[float, ...]
    errors: tuple[float, ...]
    residual_sd: float
    condition: float
    exact: bool


def least_squares(
    design: Sequence[Sequence[float | str | Fraction]],
    y: Sequence[float | str | Fraction],
    *,
    exact: bool | None = None,
) -> LeastSquares:
    """Fit y by the columns of a design; errors come from the residuals.

    Args:
        design: rows of numbers; text ("0.1") is exact, a float is what it is.
        exact: rational arithmetic or not; by default where the scaled design is too ill-conditioned for doubles.

    Raises:
        ValueError: for a design of dependent columns, or with no more rows than columns.
    """
    rows = [[Fraction(x) for x in row] for row in design]
    values = [Fraction(x) for x in y]
    count, width = len(rows), len(rows[0]) if rows else 0
    if count != len(values) or count <= width:
        raise ValueError(
            f"need more rows than columns and a value for each: {count} rows of {width}, {len(values)} values"
        )
    matrix = np.array([[float(x) for x in row] for row in rows])
    scale = np.abs(matrix).max(axis=0)
    if (scale == 0).any():
        raise ValueError("a column of the design is zero")
    condition = float(np.linalg.cond(matrix / scale))
    if exact or (exact is None and condition > WORST):
        return _exact(rows, values, condition)
    q, r = np.linalg.qr(matrix / scale)
    target = np.array([float(x) for x in values])
    terms = np.linalg.solve(r, q.T @ target)
    # One step of refinement: the residual of the first solution is fitted again.
    terms = terms + np.linalg.solve(r, q.T @ (target - matrix / scale @ terms))
    residual = target - matrix / scale @ terms
    sd = float(np.sqrt(residual @ residual / (count - width)))
    inverse = np.linalg.inv(r)
    errors = sd * np.sqrt((inverse**2).sum(axis=1)) / scale
    return LeastSquares(tuple((terms / scale).tolist()), tuple(errors.tolist()), sd, condition, False)


def _exact(rows: list[list[Fraction]], values: list[Fraction], condition: float) -> LeastSquares:
    """The normal equations over the rationals: nothing is lost there, so nothing need be avoided."""
    x, y = RationalMatrix(rows), RationalMatrix([[v] for v in values])
    normal = x.T @ x
    width = normal.shape[0]
    solution = solve(normal, x.T @ y)
    residual = y - x @ solution
    variance = (residual.T @ residual)[0, 0] / (len(values) - width)
    inverse = solve(normal, RationalMatrix([[int(i == j) for j in range(width)] for i in range(width)]))
    return LeastSquares(
        tuple(float(solution[i, 0]) for i in range(width)),
        tuple(_root(variance * inverse[i, i]) for i in range(width)),
        _root(variance),
        condition,
        True,
    )


def _root(x: Fraction) -> float:
    """The square root of a rational as a double, through a power of four, so that nothing under- or overflows."""
    if x == 0:
        return 0.0
    shift = (x.denominator.bit_length() - x.numerator.bit_length()) // 2
    return float(np.ldexp(np.sqrt(float(x * Fraction(4) ** shift)), -shift))
