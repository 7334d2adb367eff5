"""Somebody's counterexample, judged: in exact arithmetic, premise by premise, and against what floats make of it."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from lakatos.claims.fit import require_exact
from lakatos.claims.forall import ClaimError, ForAll, WitnessError
from lakatos.claims.lift import InexactError, System, UnsupportedError
from lakatos.claims.plain.reals import Real
from lakatos.claims.shown import shown
from lakatos.claims.systems import system
from lakatos.claims.witness import plain_data
from lakatos.model import LakatosError

Status: TypeAlias = Literal["refutes", "does not refute", "float artefact", "monster", "undefined there", "undecided"]
#: Errors that are the claim's own fault, not the witness's.
FAULTS = (TypeError, NameError, AttributeError, LookupError, AssertionError, StopIteration, RuntimeError)


@dataclass(frozen=True)
class Premise:
    """A condition on a witness, and whether it is met; None if it is undefined there or was not reached."""

    says: str
    met: bool | None


@dataclass(frozen=True)
class Judgement:
    """What a claimed counterexample is.

    Attributes:
        status: ``refutes``; ``does not refute``; ``float artefact`` (floats say violated, exact arithmetic does not);
            ``monster`` (it breaks a premise or lies outside the domain); ``undefined there``; ``undecided`` (the margin
            cannot be told from zero).
        says: why, in a sentence.
        exact: the exact value: "False", "-3/7", or rational bounds; None where there is none.
        floats: what double precision makes of it.
        premises: every condition, in order.
    """

    claim: str
    witness: str
    status: Status
    says: str
    exact: str | None
    floats: str | None
    premises: tuple[Premise, ...]

    def __str__(self) -> str:
        lines = [f"{self.status}: {self.says}", f"  claim    {self.claim}", f"  witness  {self.witness}"]
        lines += [f"  exact    {self.exact}"] if self.exact else []
        lines += [f"  floats   {self.floats}"] if self.floats else []
        words = {True: "met     ", False: "BROKEN  ", None: "unknown "}
        return "\n".join([*lines, *(f"  {words[p.met]} {p.says}" for p in self.premises)])


def verify_witness(claim: ForAll, witness: Any) -> Judgement:
    """Judge a claimed counterexample: every premise and the exact margin, in the arithmetic of the certificate.

    Args:
        claim: as made by ``forall``.
        witness: a value of its variable, a tuple of values in order, or a mapping by variable; numbers may be integers,
            Fractions or text such as "22/7" or "0.25". A float is taken for the decimal it prints as.

    Raises:
        WitnessError: if the witness cannot be read as values of the claim's variables.
        UnsupportedError: if the claim cannot be evaluated exactly, with what stands in the way.
    """
    try:
        data = plain_data(witness)
    except RecursionError:
        raise WitnessError("the witness is nested too deeply to be one") from None
    return judge(claim, claim.read(data))


def judge(claim: ForAll, values: Sequence[Any]) -> Judgement:
    """As ``verify_witness``, of values that have been read."""
    require_exact(claim)
    outside = _outside(claim, values)
    if outside is not None:
        return outside
    premises = _premises(claim, _arguments(claim, values))
    broken = next((p for p in premises if p.met is False), None)
    if broken is not None and not _computable(claim, premises):
        says = f"it breaks the premise that {broken.says}"
        return Judgement(claim.says(), claim.show(values), "monster", says, None, None, premises)
    value, trouble = _exact(claim, values, sound=broken is None)
    if trouble is None:
        _agrees_with_itself(claim, values, value)
    floats, violated = _floats(claim, values)
    status, says = _verdict(claim, premises, value, trouble, violated)
    exact = None if trouble else shown(value)
    return Judgement(claim.says(), claim.show(values), status, says, exact, floats, premises)


def _computable(claim: ForAll, premises: Sequence[Premise]) -> bool:
    """Whether a claim can be computed at what is outside its domain, without looping for ever."""
    conditions = claim.conditions()
    if any(c.form and not p.met for c, p in zip(conditions, premises, strict=True)):
        return False
    within = all(p.met for p in premises[: len(conditions) - len(claim.premises)])
    return within or not _loops(claim)


def _outside(claim: ForAll, values: Sequence[Any]) -> Judgement | None:
    """The judgement of a witness that lies so plainly outside the domain that nothing is computed."""
    for (x, domain), value in zip(claim.domains.items(), values, strict=True):
        condition = domain.beyond(x, value)
        if condition is not None:
            says = f"it breaks the premise that {condition}"
            broken = (Premise(condition, False),)
            return Judgement(claim.says(), claim.show(values), "monster", says, None, None, broken)
    return None


def exact_value(claim: ForAll, values: Sequence[Any], system: str = "fractions") -> Any:
    """What the claim returns for plain values, exactly: a bool, an integer, a Fraction, or a Real.

    The system is "fractions", on which certificates run, or "arrays", which is quicker.

    Raises:
        ArithmeticError, ValueError: if it is undefined there or cannot be decided.
        ClaimError: if the claim itself is at fault.
    """
    try:
        value = claim.evaluate(values, system)
    except InexactError as error:
        raise UnsupportedError(f"{claim.name} cannot be evaluated exactly: {error}") from None
    except RecursionError as error:
        raise ClaimError(f"{claim.name} calls itself too deeply on {claim.show(values)}") from error
    except FAULTS as error:
        raise ClaimError(f"{claim.name} fails on {claim.show(values)}: {type(error).__name__}: {error}") from error
    if isinstance(value, float | complex):
        raise UnsupportedError(f"{claim.name} returns the float {value!r}, which is never exact")
    if not isinstance(value, bool | int | Fraction | Real):
        raise ClaimError(f"{claim.name} returns {value!r}: return True, False or a margin")
    return value


def _arguments(claim: ForAll, values: Sequence[Any]) -> list[Any]:
    """The variables as the claim's function takes them; a trajectory is computed here."""
    try:
        return claim.lifted(values)
    except InexactError as error:
        raise UnsupportedError(f"{claim.name} cannot be evaluated exactly: {error}") from None
    except (ArithmeticError, ValueError) as error:
        raise WitnessError(f"{claim.show(values)} leads nowhere: {error}") from None
    except FAULTS as error:
        raise ClaimError(f"{claim.name} fails on {claim.show(values)}: {type(error).__name__}: {error}") from error


def _premises(claim: ForAll, arguments: Sequence[Any]) -> tuple[Premise, ...]:
    """Every condition in order; behind the first that is broken, what cannot be told is unknown."""
    found: list[Premise] = []
    for condition, check in zip(claim.conditions(), claim.checks(), strict=True):
        met: bool | None = None
        try:
            met = bool(check(*arguments))
        except InexactError as error:
            raise UnsupportedError(f"the premise that {condition.says} cannot be evaluated exactly: {error}") from None
        except (ArithmeticError, ValueError):
            met = None
        except FAULTS as error:
            if all(p.met for p in found):
                raise ClaimError(f"the premise {condition.says!r} fails: {type(error).__name__}: {error}") from error
        found.append(Premise(condition.says, met))
    return tuple(found)


def _exact(claim: ForAll, values: Sequence[Any], *, sound: bool) -> tuple[Any, tuple[Status, str] | None]:
    """The exact value, or the status it gives rise to instead, and why; ``sound`` if every premise is met."""
    try:
        value = exact_value(claim, values)
        claim.refuted_by(value)
        return value, None
    except (ZeroDivisionError, ValueError, OverflowError) as error:
        return None, ("undefined there", str(error) or type(error).__name__)
    except ArithmeticError as error:
        return None, ("undecided", str(error))
    except LakatosError as error:
        if sound:
            raise
        # A claim says nothing where a premise is broken, and may well fail there in any way.
        return None, ("undefined there", str(error))


def _agrees_with_itself(claim: ForAll, values: Sequence[Any], value: Any) -> None:
    """Hold the claim's source, as it was read, against the function that Python made of it.

    They differ where a default or a global has changed since, or the function was exchanged: then nothing is believed.
    """
    domains = claim.domains.values()
    functions = claim.space() | {f.__name__: f for d in domains for f in d.functions()}
    try:
        plain = claim.function(*(d.realise(v, functions) for d, v in zip(domains, values, strict=True)))
    except TimeoutError:
        raise  # the clock's, not the claim's
    except Exception as error:
        raise ClaimError(f"{claim.name}, called as it is, fails where its source does not: {error}") from error
    if not _same(plain, value):
        raise ClaimError(
            f"{claim.name}, called as it is, returns {plain!r} where its source gives {shown(value)}: "
            "does it depend on something that has changed, or on more than its variables?"
        )


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, Real) and isinstance(b, Real):
        return bool(a.name == b.name)
    alike = isinstance(a, bool) is isinstance(b, bool) and isinstance(a, int | Fraction)
    return alike and not isinstance(b, Real) and bool(a == b)


def _floats(claim: ForAll, values: Sequence[Any]) -> tuple[str | None, bool | None]:
    """What double precision says, and whether it calls the claim violated; None where it says nothing.

    Integers stay integers, as whoever wrote the claim in Python had them; where that calls nothing violated, they are
    doubles too, as in an array.
    """
    said, violated = _in_doubles(claim, values, system("floats"))
    if violated is False and not _loops(claim):
        also, violated_too = _in_doubles(claim, values, system("doubles"))
        if violated_too:
            return also, True
    return said, violated


def _in_doubles(claim: ForAll, values: Sequence[Any], which: System) -> tuple[str | None, bool | None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = claim.evaluate(values, which)
            if isinstance(value, Real):
                value = sum(value.bounds(64)) / 2
            if isinstance(value, Fraction) and not isinstance(value, int):
                value = float(value)
            if value != value:
                return "not a number", None
            violated = claim.refuted_by(value)
        return repr(value.item() if hasattr(value, "item") else value), bool(violated)
    except TimeoutError:
        raise
    except Exception as error:
        return f"cannot be computed: {type(error).__name__}: {error}", None


def _loops(claim: ForAll) -> bool:
    """Whether the claim's own source has a loop that need not end where it is computed with other numbers."""
    return any(
        isinstance(node, ast.While)
        for part in claim.parts
        if part.kind == "function" and part.origin == "claim"
        for node in ast.walk(ast.parse(part.text))
    )


def _verdict(
    claim: ForAll,
    premises: tuple[Premise, ...],
    value: Any,
    trouble: tuple[Status, str] | None,
    violated: bool | None,
) -> tuple[Status, str]:
    broken = next((p for p in premises if p.met is False), None)
    if broken is not None:
        violated_too = not trouble and claim.refuted_by(value)
        what = "; the claim is violated there, but says nothing about it" if violated_too else ""
        return "monster", f"it breaks the premise that {broken.says}{what}"
    unknown = next((p for p in premises if p.met is None), None)
    if unknown is not None:
        return "undefined there", f"the premise that {unknown.says} has no truth value there"
    if trouble is not None:
        return trouble
    if claim.refuted_by(value):
        also = " Floats do not see it." if violated is False else ""
        return "refutes", f"every premise is met, and the exact value is {shown(value)}.{also}"
    if violated:
        return "float artefact", f"floats call the claim violated; the exact value, {shown(value)}, does not violate it"
    return "does not refute", f"the exact value is {shown(value)}"
