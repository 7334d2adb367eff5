"""Looking for counterexamples, and being honest about not having found one."""

from lakatos.search.boxes import prove_on_box
from lakatos.search.exhaustion import Coverage, exhaust
from lakatos.search.outcome import Counterexample, NotFound, ProvedOn
from lakatos.search.solver import prove_by_smt

__all__ = ["Counterexample", "Coverage", "NotFound", "ProvedOn", "exhaust", "prove_by_smt", "prove_on_box"]
