"""Which number systems a claim runs in, and what stands in the way of the others."""

from __future__ import annotations

import itertools
import warnings
from dataclasses import dataclass
from typing import Any

from lakatos.certificate import lint
from lakatos.claims.certify import written
from lakatos.claims.fit import unfit
from lakatos.claims.forall import ForAll
from lakatos.claims.lift import UndecidedError, UnsupportedError
from lakatos.claims.plain.reals import Real
from lakatos.claims.source import SourceError
from lakatos.claims.systems import SYSTEMS, system
from lakatos.model import LakatosError


@dataclass(frozen=True)
class Support:
    """Whether a claim runs in a number system.

    Attributes:
        system: its name.
        runs: whether it does.
        why: what stands in the way, empty if nothing does.
    """

    system: str
    runs: bool
    why: str = ""

    def __str__(self) -> str:
        return f"{self.system:<12}{'yes' if self.runs else f'no: {self.why}'}"


def supported(claim: ForAll) -> tuple[Support, ...]:
    """Every number system, and "certificate", with whether the claim runs there: found by trying, not by guessing.

    A claim is tried at a small value that meets its premises. Where there is none among the first thousand, the first
    value of the domain is taken.
    """
    values = _example(claim)
    certified = _certified(claim, values)
    return (certified, *(_tried(claim, name, values, certified) for name in SYSTEMS))


def _example(claim: ForAll) -> tuple[Any, ...]:
    first = None
    for values in itertools.islice(claim.ascending(), 1000):
        first = first or values
        try:
            if claim.meets(values):
                claim.evaluate(values)
                return values
        except Exception:
            continue
    if first is None:
        raise UnsupportedError(f"the domain of {claim.name} is empty")
    return first


def _certified(claim: ForAll, values: tuple[Any, ...]) -> Support:
    obstacle = unfit(claim.parts)
    if obstacle is None:
        problems = lint(written(claim, values))
        obstacle = problems[0].says if problems else None
    return Support("certificate", obstacle is None, obstacle or "")


def _tried(claim: ForAll, name: str, values: tuple[Any, ...], certified: Support) -> Support:
    if system(name).exact and not certified.runs:
        return Support(name, False, certified.why)
    if name in ("smt", "numpy") and any(d.slots() is None for d in claim.domains.values()):
        return Support(name, False, "its variables have no fixed number of scalars")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _run(claim, name, values)
    except UndecidedError:
        return Support(name, True)
    except (LakatosError, SourceError) as error:
        return Support(name, False, str(error))
    except Exception as error:
        branches = name == "numpy" and isinstance(error, ValueError) and "ambiguous" in str(error)
        why = "it branches on a variable with 'if'" if branches else f"{type(error).__name__}: {error}"
        return Support(name, False, why)
    return Support(name, True)


def _run(claim: ForAll, name: str, values: tuple[Any, ...]) -> None:
    if name == "smt":
        from lakatos.claims.formula import formula

        formula(claim)
        return
    if name == "numpy":
        from lakatos.claims.batch import evaluate_batch

        evaluate_batch(claim, [values, values])
        return
    value = claim.evaluate(values, name)
    if isinstance(value, Real) and name not in ("fractions", "arrays"):
        raise UnsupportedError("its value is irrational, which this system does not hold")
    if isinstance(value, float) and system(name).exact:
        raise UnsupportedError(f"it returns the float {value!r}")
