"""A claim run on linear forms: the branch that a value takes through it as a polyhedron, the margin there as a form.

Concolic execution (Godefroid, Klarlund and Sen, DART, PLDI 2005) with exact rationals: every number is a linear form
in the scalars of the variables and carries its value at the point at hand. That value decides each comparison, which
is written down; what is not linear is computed with the value, and the form is held at it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Any, Literal, TypeAlias

from lakatos.claims import (
    FAULTS,
    Domain,
    ForAll,
    Integers,
    Matrices,
    Rationals,
    Slot,
    System,
    Trajectories,
    Tuples,
    UnsupportedError,
    is_truth,
)

#: What was found to be true of a form: "!=" bounds no polyhedron, but its other side is another branch.
Relation: TypeAlias = Literal["<", "<=", "==", "!="]
Number: TypeAlias = int | Fraction

#: Operations on forms in one run, at most.
LONGEST = 30_000
#: Bits of a denominator beyond which a run is given up.
LONG_NUMBER = 200


class TooLongError(UnsupportedError):
    """A run takes more operations than it may."""


@dataclass(frozen=True)
class Constraint:
    """A linear form with integer coefficients and what it is to 0: less, at most, equal or unequal."""

    terms: tuple[tuple[int, int], ...]
    constant: int
    relation: Relation

    def at(self, point: Sequence[Number]) -> Number:
        """The form at a point."""
        return sum((c * point[i] for i, c in self.terms), start=self.constant)

    def holds(self, point: Sequence[Number]) -> bool:
        """Whether a point meets it."""
        value = self.at(point)
        return {"<": value < 0, "<=": value <= 0, "==": value == 0, "!=": value != 0}[self.relation]

    def flipped(self) -> list[Constraint]:
        """What holds where it does not: one or two constraints of which one does."""
        minus = tuple((i, -c) for i, c in self.terms)
        if self.relation == "<":
            return [Constraint(minus, -self.constant, "<=")]
        if self.relation == "<=":
            return [Constraint(minus, -self.constant, "<")]
        if self.relation == "!=":
            return [Constraint(self.terms, self.constant, "==")]
        return [Constraint(self.terms, self.constant, "<"), Constraint(minus, -self.constant, "<")]


@dataclass(frozen=True)
class Branch:
    """What one run came to.

    Attributes:
        point: the scalars it was run at.
        path: every constraint that was decided, in order, each once.
        margin: the coefficients of the margin and its constant; None of a claim that returned a truth value.
        refutes: whether what was returned refutes.
    """

    point: tuple[Number, ...]
    path: tuple[Constraint, ...]
    margin: tuple[dict[int, Fraction], Fraction] | None
    refutes: bool


class _Tape:
    def __init__(self, longest: int) -> None:
        self.path: dict[Constraint, None] = {}
        self.operations, self.longest = 0, longest

    def record(self, form: Form, relation: Relation) -> None:
        scale = lcm(form.constant.denominator, *(c.denominator for c in form.terms.values()))
        terms = [(i, int(c * scale)) for i, c in sorted(form.terms.items())]
        constant = int(form.constant * scale)
        common = gcd(constant, *(c for _, c in terms))
        self.path[Constraint(tuple((i, c // common) for i, c in terms), constant // common, relation)] = None

    def count(self) -> None:
        self.operations += 1
        if self.operations > self.longest:
            raise TooLongError(f"it takes more than {self.longest:,} operations on linear forms")


_TAPES: list[_Tape] = []


class Form:
    """A linear form in the scalars, not constant, and its value at the point at hand."""

    __slots__ = ("constant", "terms", "value")

    def __init__(self, terms: dict[int, Any], constant: Any, value: Any) -> None:
        self.terms, self.constant, self.value = terms, constant, value
        _TAPES[-1].count()

    def _plus(self, other: Any, sign: int) -> Any:
        if not isinstance(other, Form):
            _number(other)
            return Form(self.terms, self.constant + sign * other, self.value + sign * other)
        terms = dict(self.terms)
        for i, c in other.terms.items():
            terms[i] = terms.get(i, 0) + sign * c
        kept = {i: c for i, c in terms.items() if c}
        value = self.value + sign * other.value
        return Form(kept, self.constant + sign * other.constant, value) if kept else value

    def _times(self, factor: Any) -> Any:
        _number(factor)
        if factor == 0:
            # A Fraction stays one, so that what is divided by it later is no float.
            return self.value * factor
        if self.value.denominator.bit_length() > LONG_NUMBER:
            raise TooLongError(f"its numbers have denominators of more than {LONG_NUMBER} bits")
        terms = {i: c * factor for i, c in self.terms.items()}
        return Form(terms, self.constant * factor, self.value * factor)

    def held(self) -> Any:
        """Its value, at which it is held from now on."""
        _TAPES[-1].record(self - self.value, "==")
        return self.value

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1)

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, -1)

    def __rsub__(self, other: Any) -> Any:
        return (-self)._plus(other, 1)

    def __neg__(self) -> Any:
        return self._times(-1)

    def __pos__(self) -> Any:
        return self

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, Form):
            return self._times(other)
        # Of two factors the one with fewer scalars is held.
        fewer, more = (self, other) if len(self.terms) <= len(other.terms) else (other, self)
        return more._times(fewer.held())

    def __truediv__(self, other: Any) -> Any:
        return self._times(1 / Fraction(_held(other)))

    def __rtruediv__(self, other: Any) -> Any:
        return Fraction(other) / self.held()

    def __floordiv__(self, other: Any) -> Any:
        return floor(self / other)

    def __rfloordiv__(self, other: Any) -> Any:
        return other // self.held()

    def __mod__(self, other: Any) -> Any:
        divisor = _held(other)
        return self - divisor * (self // divisor)

    def __rmod__(self, other: Any) -> Any:
        return other % self.held()

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __floor__(self) -> int:
        below: int = floor(self.value)
        _ = (self >= below, self < below + 1)
        return below

    def __ceil__(self) -> int:
        above: int = ceil(self.value)
        _ = (self <= above, self > above - 1)
        return above

    def __pow__(self, exponent: Any) -> Any:
        exponent = _held(exponent)
        return self if exponent == 1 else self.held() ** exponent

    def __rpow__(self, base: Any) -> Any:
        return base ** self.held()

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    __radd__ = __add__
    __rmul__ = __mul__

    def _is(self, other: Any, relation: Relation, otherwise: Relation, *, swap: bool = False) -> bool:
        """Whether self - other (or, the other way round, other - self) is to 0 as the relation says."""
        difference = self - other
        if not isinstance(difference, Form):
            value = -difference if swap else difference
            return bool(_COMPARED[relation](value, 0))
        difference = -difference if swap else difference
        truth = bool(_COMPARED[relation](difference.value, 0))
        if truth or otherwise == "!=":
            _TAPES[-1].record(difference, relation if truth else otherwise)
        else:
            # Not less is at least, not at most is more.
            _TAPES[-1].record(-difference, otherwise)
        return truth

    def __lt__(self, other: Any) -> bool:
        return self._is(other, "<", "<=")

    def __le__(self, other: Any) -> bool:
        return self._is(other, "<=", "<")

    def __gt__(self, other: Any) -> bool:
        return self._is(other, "<", "<=", swap=True)

    def __ge__(self, other: Any) -> bool:
        return self._is(other, "<=", "<", swap=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form | int | Fraction) and self._is(other, "==", "!=")

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        # As that of the number: in sets and dictionaries forms meet numbers, and are then compared.
        return hash(self.value)

    def __bool__(self) -> bool:
        return self != 0

    def __index__(self) -> int:
        return operator.index(self.held())

    def __int__(self) -> int:
        return int(self.held())

    def __round__(self, digits: Any = None) -> Any:
        return round(self.held(), digits) if digits is not None else round(self.held())

    def __and__(self, other: Any) -> Any:
        return operator.index(self) & operator.index(other)

    def __or__(self, other: Any) -> Any:
        return operator.index(self) | operator.index(other)

    def __xor__(self, other: Any) -> Any:
        return operator.index(self) ^ operator.index(other)

    def __lshift__(self, other: Any) -> Any:
        return operator.index(self) << operator.index(other)

    def __rlshift__(self, other: Any) -> Any:
        return operator.index(other) << operator.index(self)

    def __rshift__(self, other: Any) -> Any:
        return operator.index(self) >> operator.index(other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __getattr__(self, name: str) -> Any:
        """What numbers have beside their operations: ``numerator``, ``bit_length``, ..."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.held(), name)

    def __repr__(self) -> str:
        return f"Form({self.terms}, {self.constant})"


_COMPARED: dict[str, Callable[[Any, Any], Any]] = {"<": operator.lt, "<=": operator.le, "==": operator.eq}


def _number(value: Any) -> None:
    if not isinstance(value, int | Fraction):
        raise UnsupportedError(f"it combines a linear form with {value!r}, a {type(value).__name__}")


def _held(value: Any) -> Any:
    return value.held() if isinstance(value, Form) else value


def _constructed(p: Any = 0, q: Any = None) -> Any:
    """What ``Fraction(p, q)`` in a claim's source becomes."""
    if isinstance(p, Form) or isinstance(q, Form):
        return p if q is None else p / q
    return Fraction(p, q)


LINEAR = System(
    "linear",
    number=Fraction,
    names={"Fraction": _constructed},
    exact=True,
    without=dict.fromkeys(
        ("sqrt", "log", "exp", "pi", "eigenvalue"), "is irrational: rational linear forms do not hold it"
    ),
)


def scalars(domain: Domain, value: Any, make: Callable[[Slot, Any], Any]) -> Any:
    """A value with each number that can vary replaced by what ``make`` makes of its bounds and itself."""
    if isinstance(domain, Integers | Rationals):
        return make(domain.slots()[0], value)
    if isinstance(domain, Tuples):
        return tuple(scalars(domain.entries, v, make) for v in value)
    if isinstance(domain, Matrices):
        return domain.filled(
            value.shape, [scalars(domain.entries, value[i, j], make) for i, j in domain.free(value.shape)]
        )
    if isinstance(domain, Trajectories):
        return scalars(domain.start, value[0], make), value[1]
    return value


def slots_of(claim: ForAll, values: Sequence[Any]) -> tuple[list[Slot], tuple[Number, ...]]:
    """The numbers of some values that can vary, in order, and the bounds of each."""
    found: list[tuple[Slot, Number]] = []

    def noted(slot: Slot, value: Any) -> Any:
        found.append((slot, value))
        return value

    for domain, value in zip(claim.domains.values(), values, strict=True):
        scalars(domain, value, noted)
    return [slot for slot, _ in found], tuple(value for _, value in found)


def moved(claim: ForAll, values: Sequence[Any], point: Sequence[Number]) -> tuple[Any, ...]:
    """The values with other numbers in their places."""
    rest = iter(point)

    def put(slot: Slot, _: Any) -> Any:
        number = next(rest)
        return int(number) if slot.integer else Fraction(number)

    return tuple(scalars(d, v, put) for d, v in zip(claim.domains.values(), values, strict=True))


def branch(claim: ForAll, values: Sequence[Any], *, longest: int = LONGEST) -> Branch | None:
    """The branch that some values take; None if they break a premise, or the claim is undefined there.

    Raises:
        UnsupportedError: if the claim does not run on linear forms, or not in so many operations.
    """
    space = claim.space(LINEAR)
    premises = claim.premise_checks(LINEAR)
    tape, (_, point) = _Tape(longest), slots_of(claim, values)
    _TAPES.append(tape)
    count = iter(range(len(point)))

    def form(_: Slot, value: Any) -> Form:
        return Form({next(count): 1}, 0, value)

    try:
        arguments = [d.realise(scalars(d, v, form), space) for d, v in zip(claim.domains.values(), values, strict=True)]
        if not all(premise(*arguments) for premise in premises):
            return None
        margin = space[claim.function.__name__](*arguments)
        path = tuple(tape.path)
        return Branch(point, path, _margin(margin), claim.refuted_by(getattr(margin, "value", margin)))
    except (ArithmeticError, ValueError, *FAULTS):
        return None
    finally:
        _TAPES.pop()


def _margin(value: Any) -> tuple[dict[int, Fraction], Fraction] | None:
    if is_truth(value):
        return None
    if isinstance(value, Form):
        return {i: Fraction(c) for i, c in value.terms.items()}, Fraction(value.constant)
    return {}, Fraction(value)
