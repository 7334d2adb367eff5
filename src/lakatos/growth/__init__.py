"""Does a quantity grow with its size? A slope per ln k with a sigma against each named bounded family."""

from lakatos.growth.families import DECIDING, SLOWER, Family
from lakatos.growth.sigma import sigma_from_t
from lakatos.growth.slope import SlopeTest, chi_squared, slope_test

__all__ = [
    "DECIDING",
    "SLOWER",
    "Family",
    "SlopeTest",
    "chi_squared",
    "sigma_from_t",
    "slope_test",
]
