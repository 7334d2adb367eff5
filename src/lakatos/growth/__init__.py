"""Is it O(1), or does it grow? A verdict of three with a sigma against each named bounded family.

``test`` answers from replicated data, ``plan`` says how far to run, ``audit_horizon`` whether a finished check could
have seen anything.
"""

from lakatos.growth.agreement import chi_squared
from lakatos.growth.audit import HorizonAudit, audit_horizon
from lakatos.growth.error import GrowthDataError
from lakatos.growth.expression import Expression, expression
from lakatos.growth.families import CLASSES, DECIDING, SLOWER, Family, GrowthClass
from lakatos.growth.least_squares import LeastSquares, least_squares
from lakatos.growth.plan import Plan, doublings, plan, reaching
from lakatos.growth.result import Growth
from lakatos.growth.runs import Runs, read
from lakatos.growth.sigma import sigma_from_t
from lakatos.growth.verdict import test

__all__ = [
    "CLASSES",
    "DECIDING",
    "SLOWER",
    "Expression",
    "Family",
    "Growth",
    "GrowthClass",
    "GrowthDataError",
    "HorizonAudit",
    "LeastSquares",
    "Plan",
    "Runs",
    "audit_horizon",
    "chi_squared",
    "doublings",
    "expression",
    "least_squares",
    "plan",
    "reaching",
    "read",
    "sigma_from_t",
    "test",
]
