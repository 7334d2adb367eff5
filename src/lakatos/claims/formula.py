"""A claim as a formula: its negation in SMT-LIB 2, for any solver to look for a model of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lakatos.claims.forall import ForAll
from lakatos.claims.lift import InexactError, UnsupportedError
from lakatos.claims.source import spelled
from lakatos.claims.systems.smt import Sort, Term, sheet, term


@dataclass(frozen=True)
class Formula:
    """The negation of a claim: a model of it is a counterexample, and if there is none the claim holds.

    Attributes:
        text: in SMT-LIB 2, with declarations, assertions and ``(check-sat)``.
        undefined: another formula: a model of it is a point of the domain at which the claim is undefined; empty if
            the claim is defined everywhere by its form.
        possible: a formula whose models are the values that meet the premises; empty if there are no premises.
        variables: the names of the scalars, in the order of the slots of each domain.
    """

    text: str
    undefined: str
    possible: str
    variables: tuple[tuple[str, ...], ...]


def formula(claim: ForAll) -> Formula:
    """A claim over variables of fixed shape as a formula.

    Integers stay integers; rationals and reals range over the reals, so that "no model" proves the claim for all of
    them; a bound on height is left out.

    Raises:
        UnsupportedError: if a variable has no fixed shape, or the claim uses what cannot be written as a formula.
    """
    declared: list[tuple[str, Sort]] = []
    values, names = [], []
    for x, domain in claim.domains.items():
        slots = domain.slots()
        if slots is None:
            raise UnsupportedError(f"{x}, {domain.says()}, has no fixed number of scalars")
        own = [x] if len(slots) == 1 else [f"{x}.{i}" for i in range(len(slots))]
        sorts: list[Sort] = ["Int" if slot.integer else "Real" for slot in slots]
        declared += zip(own, sorts, strict=True)
        names.append(tuple(own))
        values.append(domain.build([Term(name, sort) for name, sort in zip(own, sorts, strict=True)]))
    space = claim.space("smt")
    with sheet() as page:
        arguments = [d.realise(v, space) for d, v in zip(claim.domains.values(), values, strict=True)]
        try:
            premises = [term(check(*arguments)) for check in claim.checks("smt")]
            refuted = _refuted(claim, space[claim.function.__name__](*arguments))
        except (TypeError, AttributeError, InexactError) as error:
            raise UnsupportedError(f"it cannot be written as a formula: {error}") from error
    common = [
        *(f"(declare-const {name} {sort})" for name, sort in declared),
        *(f"(declare-const {root} Real)" for root in page.roots),
        *(f"(define-fun {name} () {sort} {text})" for name, (text, sort) in page.shared.items()),
        *(f"(assert {p.text})" for p in premises if p.text != "true"),
        *(f"(assert {condition})" for condition in page.definitions),
    ]
    negation = [
        f"; The negation of {claim.name}: {spelled(claim.statement)}",
        "; A model refutes the claim. If there is none, it holds wherever it is defined.",
        *common,
        *(f"(assert {condition})" for condition in page.requirements),
        f"(assert {refuted.text})",
    ]
    outside = [
        f"; Where {claim.name} is undefined: a divisor is zero, or a radicand negative.",
        *common,
        f"(assert (not (and true {' '.join(page.requirements)})))",
    ]
    undefined = _script(outside) if page.requirements else ""
    possible = _script([f"; What meets the premises of {claim.name}.", *common]) if claim.premises else ""
    return Formula(_script(negation), undefined, possible, tuple(names))


def _script(lines: list[str]) -> str:
    return "\n".join([*lines, "(check-sat)"]) + "\n"


def _refuted(claim: ForAll, value: Any) -> Term:
    value = term(value)
    if value.sort == "Bool":
        return Term(f"(not {value.text})", "Bool")
    refuted: Term = value <= 0 if claim.strict else value < 0
    return refuted
