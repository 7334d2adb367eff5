"""Looking for counterexamples, and being honest about not having found one."""

from lakatos.search.boxes import prove_on_box
from lakatos.search.exhaustion import Coverage, exhaust
from lakatos.search.outcome import Counterexample, NotFound, ProvedOn
from lakatos.search.portfolio import Progress, fitting, search
from lakatos.search.shrink import shrink
from lakatos.search.smt import prove_by_smt
from lakatos.search.unit import Done, Unit, run_unit

__all__ = [
    "Counterexample",
    "Coverage",
    "Done",
    "NotFound",
    "Progress",
    "ProvedOn",
    "Unit",
    "exhaust",
    "fitting",
    "prove_by_smt",
    "prove_on_box",
    "run_unit",
    "search",
    "shrink",
]
