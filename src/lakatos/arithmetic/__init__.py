"""Exact arithmetic: rationals, their logarithms, common-denominator matrices, hulls, forms, tests on counts."""

from lakatos.arithmetic import exact_tests
from lakatos.arithmetic.definite import is_positive_definite, is_positive_semidefinite, negative_direction
from lakatos.arithmetic.hull import HullCertificate, origin_in_hull
from lakatos.arithmetic.logarithms import LogSum, log
from lakatos.arithmetic.matrix import Exact, RationalMatrix
from lakatos.arithmetic.rational import e_bounds, floor_over_e, fraction, harmonic, simplest_between, text
from lakatos.arithmetic.solve import solve
from lakatos.arithmetic.spectrum import spectral_radius_bounds

__all__ = [
    "Exact",
    "HullCertificate",
    "LogSum",
    "RationalMatrix",
    "e_bounds",
    "exact_tests",
    "floor_over_e",
    "fraction",
    "harmonic",
    "is_positive_definite",
    "is_positive_semidefinite",
    "log",
    "negative_direction",
    "origin_in_hull",
    "simplest_between",
    "solve",
    "spectral_radius_bounds",
    "text",
]
