"""SMT: a solver looks for a model of the negation of a claim. Here z3; the formula is plain SMT-LIB 2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lakatos.claims import Domain, ForAll, UnsupportedError, formula, require_exact
from lakatos.search.decide import confirmed
from lakatos.search.outcome import Counterexample, NotFound, ProvedOn

#: Binary digits at which an irrational model is rounded, in turn, until one refutes exactly.
ROUNDINGS = (8, 16, 32, 64, 128)


def prove_by_smt(
    claim: ForAll, *, seconds: float = 30.0, effort: int | None = None
) -> Counterexample | ProvedOn | NotFound:
    """Let z3 decide a claim over the reals and integers: refuted by a model, proved if there is none, or left open.

    ``effort`` bounds z3's own count of steps, where the same answer is wanted on every machine.
    A model is made exact and judged; what z3 says is never taken on trust for a refutation. That there is no model is
    z3's word.

    Raises:
        UnsupportedError: if the claim is no formula, or z3 (the extra ``smt``) is not installed.
    """
    try:
        import z3
    except ImportError:
        raise UnsupportedError("this needs z3: pip install 'lakatos[smt]'") from None
    require_exact(claim)
    written = formula(claim)
    solver, answer = _asked(z3, written.text, seconds, effort)
    method = f"SMT, z3 {z3.get_version_string()}"
    scope = "; ".join(f"{x}, {d.says()}{_widened(d)}" for x, d in claim.domains.items())
    if answer == z3.unsat:
        if written.undefined and _asked(z3, written.undefined, seconds)[1] != z3.unsat:
            return NotFound(
                claim.name, scope, method, "the claim may be undefined somewhere; where it is defined it holds"
            )
        if written.possible and _asked(z3, written.possible, seconds)[1] != z3.sat:
            return NotFound(claim.name, scope, method, "nothing was excluded: no value is known to meet the premises")
        return ProvedOn(claim.name, scope, f"{method}: the negation has no model; this rests on z3")
    if answer == z3.unknown:
        return NotFound(claim.name, scope, method, f"z3 gave up: {solver.reason_unknown()}")
    model = solver.model()
    for scalars in _exact(z3, model, written.variables):
        values = tuple(_value(d, own) for d, own in zip(claim.domains.values(), scalars, strict=True))
        judgement = confirmed(claim, values)
        if judgement is not None:
            return Counterexample(claim, values, judgement, f"{method}, a model of the negation")
    return NotFound(claim.name, scope, method, "z3 has a model, but no rational rounding of it refutes the claim")


def _asked(z3: Any, text: str, seconds: float, effort: int | None = None) -> tuple[Any, Any]:
    solver = z3.Solver()
    if effort is not None:
        # z3's own count of what it does, which is the same everywhere.
        solver.set("rlimit", effort)
    solver.set("timeout", max(1, int(seconds * 1000)))
    try:
        solver.from_string(text)
    except z3.Z3Exception as error:
        raise UnsupportedError(f"z3 does not take the formula: {error}") from error
    return solver, solver.check()


def _widened(domain: Domain) -> str:
    return "" if all(slot.integer for slot in domain.slots() or ()) else ", as real numbers"


def _value(domain: Domain, scalars: list[Fraction]) -> Any:
    slots = domain.slots() or []
    return domain.build([int(v) if slot.integer else v for v, slot in zip(scalars, slots, strict=True)])


def _exact(z3: Any, model: Any, names: tuple[tuple[str, ...], ...]) -> Iterator[list[list[Fraction]]]:
    """The model as rationals: once if it is rational, else rounded ever more closely."""
    found = {str(d): model[d] for d in model.decls()}
    for bits in ROUNDINGS:
        yield [[_number(z3, found.get(name), bits) for name in own] for own in names]
        if not any(z3.is_algebraic_value(value) for value in found.values()):
            return


def _number(z3: Any, value: Any, bits: int) -> Fraction:
    if value is None:
        return Fraction(0)
    if z3.is_int_value(value):
        return Fraction(int(value.as_long()))
    if z3.is_rational_value(value):
        return Fraction(int(value.numerator_as_long()), int(value.denominator_as_long()))
    near = value.approx(2 * bits)
    exact = Fraction(int(near.numerator_as_long()), int(near.denominator_as_long()))
    return exact.limit_denominator(2**bits)
