"""What a distance between sets of images sees of a few ruined ones, beside what a person sees.

The Frechet distance between two sets (D. Dowson and B. Landau, 1982; as FID: M. Heusel et al., 2017) compares means and
spreads of features. For one feature with mean 0 and spread 1, a share e of items moved by d spreads and of spread w
themselves changes the mean by e*d and the variance by e*(w^2 - 1) + e*(1 - e)*d^2: both are of order e, and the squared
distance adds their squares. It falls as e^2, while a person who looks at the items meets a share e of ruined ones.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from lakatos.arithmetic import fraction


def frechet_squared(share: float, *, shift: float, spread: float = 1.0) -> float:
    """The squared Frechet distance, one feature, of a set of which a share is ruined, from the set without.

    Args:
        share: the ruined share, 0 to 1.
        shift: how far the ruined items lie from the others, in spreads of these.
        spread: the spread of the ruined items themselves.

    >>> frechet_squared(1, shift=3)
    9.0
    """
    if not 0 <= share <= 1 or not math.isfinite(shift) or not (math.isfinite(spread) and spread >= 0):
        raise ValueError(f"need a share from 0 to 1 and finite shift and spread, got {share}, {shift}, {spread}")
    variance = 1 + share * (spread * spread - 1) + share * (1 - share) * shift * shift
    return float((share * shift) ** 2 + (math.sqrt(variance) - 1) ** 2)


def leading_coefficient() -> Any:
    """The limit of the squared distance over share^2 as the share goes to 0, derived for symbolic shift d and spread w.

    >>> leading_coefficient()
    d**2 + (d**2 + w**2 - 1)**2/4
    """
    import sympy as sp

    e = sp.Symbol("e", positive=True)
    d, w = sp.symbols("d w", nonnegative=True)
    distance = (e * d) ** 2 + (sp.sqrt(1 + e * (w**2 - 1) + e * (1 - e) * d**2) - 1) ** 2
    series = sp.series(distance, e, 0, 3).removeO()
    assert series.coeff(e, 0) == 0, series
    assert series.coeff(e, 1) == 0, series
    return d**2 + sp.factor(series.coeff(e, 2) - d**2)


def chance_to_see(share: Fraction | str, *, pairs: int) -> Fraction:
    """The chance that among so many items there is a ruined one, if they are drawn independently.

    >>> chance_to_see("1/2", pairs=3)
    Fraction(7, 8)
    """
    ruined = fraction(share)
    if not 0 <= ruined <= 1 or pairs < 0:
        raise ValueError(f"need a share from 0 to 1 and a count of pairs, got {share} and {pairs}")
    return 1 - (1 - ruined) ** pairs
