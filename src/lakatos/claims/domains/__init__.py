"""Where variables range: numbers, vectors, matrices, polynomials, permutations, sequences, graphs, trajectories."""

from lakatos.claims.domains.base import Condition, Domain, Slot, product_at
from lakatos.claims.domains.graphs import Graphs, graphs, renumberings, shuffled, trees
from lakatos.claims.domains.matrices import (
    PSD,
    Matrices,
    Stochastic,
    matrices,
    psd_matrices,
    stochastic_matrices,
    symmetric_matrices,
)
from lakatos.claims.domains.numbers import Integers, Rationals, integers, rationals, reals
from lakatos.claims.domains.trajectories import Trajectories, trajectories
from lakatos.claims.domains.tuples import Permutations, Tuples, permutations, polynomials, sequences, vectors

__all__ = [
    "PSD",
    "Condition",
    "Domain",
    "Graphs",
    "Integers",
    "Matrices",
    "Permutations",
    "Rationals",
    "Slot",
    "Stochastic",
    "Trajectories",
    "Tuples",
    "graphs",
    "integers",
    "matrices",
    "permutations",
    "polynomials",
    "product_at",
    "psd_matrices",
    "rationals",
    "reals",
    "renumberings",
    "sequences",
    "shuffled",
    "stochastic_matrices",
    "symmetric_matrices",
    "trajectories",
    "trees",
    "vectors",
]
