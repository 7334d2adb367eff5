"""Terms in SMT-LIB 2: a claim evaluated on variables becomes a formula that any solver reads.

Divisors are required not to be zero where they are used, since a claim says nothing where it is undefined; a square
root becomes a variable of its own that is not negative and whose square is what it is the root of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from lakatos.claims.lift import System, UnsupportedError
from lakatos.claims.systems.floats import extreme

Sort: TypeAlias = Literal["Real", "Int", "Bool"]


@dataclass
class Sheet:
    """What evaluating a claim on terms has written down beside its value.

    Attributes:
        roots: variables that stand for square roots.
        definitions: what they are.
        requirements: what must hold for the claim to be defined: divisors are not zero, radicands not negative.
        path: the conditions of the branch that is being evaluated.
        shared: long terms by the name that stands for them, so that what is used often is written once.
    """

    roots: list[str] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    requirements: list[str] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    shared: dict[str, tuple[str, Sort]] = field(default_factory=dict)

    def require(self, condition: str) -> None:
        """Ask for a condition, on the branch that is being evaluated."""
        for taken in reversed(self.path):
            condition = f"(=> {taken} {condition})"
        self.requirements.append(condition)

    @contextmanager
    def branch(self, condition: str) -> Iterator[None]:
        """For the time in which a branch under ``condition`` is evaluated."""
        self.path.append(condition)
        yield
        self.path.pop()


_SHEETS: list[Sheet] = []


@contextmanager
def sheet() -> Iterator[Sheet]:
    """A fresh sheet for the evaluation of one claim."""
    _SHEETS.append(Sheet())
    try:
        yield _SHEETS[-1]
    finally:
        _SHEETS.pop()


#: Terms of more characters get a name.
LONG = 200
#: More named terms than this are too many to write out.
MOST = 20_000


def _name(shared: dict[str, tuple[str, Sort]], text: str, sort: Sort) -> str:
    if len(shared) >= MOST:
        raise UnsupportedError(f"it takes more than {MOST:,} terms to write out")
    shared[f"term.{len(shared)}"] = (text, sort)
    return f"term.{len(shared) - 1}"


class Term:
    """A term or formula."""

    __slots__ = ("sort", "text")

    def __init__(self, text: str, sort: Sort) -> None:
        if len(text) > LONG and _SHEETS:
            shared = _SHEETS[-1].shared
            # A name with a point is none of Python's: no variable has it.
            text = _name(shared, text, sort)
        self.text, self.sort = text, sort

    def _with(self, other: Any, operation: str, *, swap: bool = False) -> Term:
        other = term(other)
        a, b = (other, self) if swap else (self, other)
        sort: Sort = "Int" if a.sort == b.sort == "Int" else "Real"
        return Term(f"({operation} {_as(a, sort)} {_as(b, sort)})", sort)

    def __add__(self, other: Any) -> Term:
        return self._with(other, "+")

    def __sub__(self, other: Any) -> Term:
        return self._with(other, "-")

    def __rsub__(self, other: Any) -> Term:
        return self._with(other, "-", swap=True)

    def __mul__(self, other: Any) -> Term:
        return self._with(other, "*")

    def __truediv__(self, other: Any) -> Term:
        other = term(other)
        divisor = _as(other, "Real")
        _SHEETS[-1].require(f"(not (= {divisor} 0.0))")
        return Term(f"(/ {_as(self, 'Real')} {divisor})", "Real")

    def __rtruediv__(self, other: Any) -> Term:
        quotient: Term = term(other) / self
        return quotient

    def __floordiv__(self, other: Any) -> Term:
        return self._whole(other, "div")

    def __mod__(self, other: Any) -> Term:
        return self._whole(other, "mod")

    def _whole(self, other: Any, operation: str) -> Term:
        # SMT-LIB's div and mod are Python's for positive divisors only.
        if self.sort != "Int" or isinstance(other, bool) or not isinstance(other, int) or other <= 0:
            raise UnsupportedError(f"{operation} by {other!r}: only integers by a positive constant")
        return Term(f"({operation} {self.text} {other})", "Int")

    def __pow__(self, exponent: int) -> Term:
        if not isinstance(exponent, int):
            raise UnsupportedError("a power whose exponent is no constant integer")
        if exponent < 0:
            inverse: Term = term(1) / self**-exponent
            return inverse
        if exponent == 0:
            return term(1)
        if exponent > 64:
            raise UnsupportedError(f"the power {exponent}: at most 64 is written out")
        if exponent == 1:
            return self
        return Term(f"(* {' '.join([self.text] * exponent)})", self.sort)

    def __neg__(self) -> Term:
        return Term(f"(- {self.text})", self.sort)

    def __abs__(self) -> Term:
        size: Term = _where(self >= 0, lambda: self, lambda: -self)
        return size

    __radd__ = __add__
    __rmul__ = __mul__

    def _compare(self, other: Any, relation: str) -> Term:
        other = term(other)
        sort: Sort = "Int" if self.sort == other.sort == "Int" else "Real"
        return Term(f"({relation} {_as(self, sort)} {_as(other, sort)})", "Bool")

    def __lt__(self, other: Any) -> Term:
        return self._compare(other, "<")

    def __le__(self, other: Any) -> Term:
        return self._compare(other, "<=")

    def __gt__(self, other: Any) -> Term:
        return self._compare(other, ">")

    def __ge__(self, other: Any) -> Term:
        return self._compare(other, ">=")

    def __eq__(self, other: object) -> Term:  # type: ignore[override]
        return self._compare(other, "=")

    def __ne__(self, other: object) -> Term:  # type: ignore[override]
        return Term(f"(not {self._compare(other, '=').text})", "Bool")

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise UnsupportedError("it branches on a variable with 'if': write where(c, a, b), or a if c else b")

    def __index__(self) -> int:
        raise UnsupportedError("it uses a variable as an index or a count")

    def __repr__(self) -> str:
        return self.text


def term(value: Any) -> Term:
    """A number as a term. Raises UnsupportedError for a float."""
    if isinstance(value, Term):
        return value
    if isinstance(value, bool):
        return Term("true" if value else "false", "Bool")
    if isinstance(value, int):
        return Term(str(value) if value >= 0 else f"(- {-value})", "Int")
    if isinstance(value, Fraction):
        size = f"(/ {abs(value.numerator)}.0 {value.denominator}.0)" if value.denominator != 1 else f"{abs(value)}.0"
        return Term(size if value >= 0 else f"(- {size})", "Real")
    raise UnsupportedError(f"it uses {value!r}, a {type(value).__name__}, in a formula")


def _as(value: Term, sort: Sort) -> str:
    if value.sort == "Bool":
        raise UnsupportedError("it counts with a truth value")
    if sort == "Real" and value.sort == "Int":
        digits = value.text.removeprefix("(- ").removesuffix(")")
        # A whole constant is written as a real one, which every solver reads.
        return value.text.replace(digits, f"{digits}.0") if digits.isdigit() else f"(to_real {value.text})"
    return value.text


def _where(condition: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
    if not isinstance(condition, Term):
        return yes() if condition else no()
    condition = _truth(condition)
    with _SHEETS[-1].branch(condition.text):
        a = term(yes())
    with _SHEETS[-1].branch(f"(not {condition.text})"):
        b = term(no())
    if a.sort == b.sort:
        return Term(f"(ite {condition.text} {a.text} {b.text})", a.sort)
    return Term(f"(ite {condition.text} {_as(a, 'Real')} {_as(b, 'Real')})", "Real")


def _joined(operation: str, neutral: bool, terms: Iterable[Callable[[], Any]]) -> Any:
    """A conjunction or disjunction; what follows a term is only evaluated where that term does not decide."""
    found: list[Term] = []
    opened = 0
    for make in terms:
        value = make()
        if not isinstance(value, bool) and getattr(value, "sort", "") != "Bool":
            raise UnsupportedError(f"it joins {value!r}, which is no truth value, with 'and' or 'or'")
        if not isinstance(value, Term):
            if bool(value) is not neutral:
                del _SHEETS[-1].path[len(_SHEETS[-1].path) - opened :]
                return not neutral
            continue
        found.append(value)
        _SHEETS[-1].path.append(value.text if neutral else f"(not {value.text})")
        opened += 1
    del _SHEETS[-1].path[len(_SHEETS[-1].path) - opened :]
    if not found:
        return neutral
    return found[0] if len(found) == 1 else Term(f"({operation} {' '.join(t.text for t in found)})", "Bool")


def _conj(*terms: Callable[[], Any]) -> Any:
    return _joined("and", True, terms)


def _disj(*terms: Callable[[], Any]) -> Any:
    return _joined("or", False, terms)


def _neg(value: Any) -> Any:
    return Term(f"(not {_truth(value).text})", "Bool") if isinstance(value, Term) else not value


def _truth(value: Any) -> Any:
    return value if getattr(value, "sort", "") == "Bool" else value != 0


def _all(values: Iterable[Any]) -> Any:
    return _conj(*(lambda v=v: _truth(v) for v in values))


def _any(values: Iterable[Any]) -> Any:
    return _disj(*(lambda v=v: _truth(v) for v in values))


def _smaller(a: Any, b: Any) -> Any:
    if isinstance(a, Term) or isinstance(b, Term):
        return _where(term(a) <= b, lambda: a, lambda: b)
    return min(a, b)


def _larger(a: Any, b: Any) -> Any:
    if isinstance(a, Term) or isinstance(b, Term):
        return _where(term(a) >= b, lambda: a, lambda: b)
    return max(a, b)


def _sqrt(x: Any) -> Term:
    x = term(x)
    page = _SHEETS[-1]
    root = f"root.{len(page.roots)}"
    page.roots.append(root)
    radicand = _as(x, "Real")
    page.require(f"(>= {radicand} 0.0)")
    page.definitions.append(f"(=> (>= {radicand} 0.0) (and (>= {root} 0.0) (= (* {root} {root}) {radicand})))")
    return Term(root, "Real")


def _is_psd(X: Any) -> Any:
    """Every principal minor is non-negative, which for small orders a solver can take."""
    from itertools import combinations

    from lakatos.claims.plain.matrices import Matrix, determinant

    n = X.shape[0]
    if n > 4:
        raise UnsupportedError("a positive semidefinite matrix of order above 4 has too many minors")
    minors = [rows for size in range(1, n + 1) for rows in combinations(range(n), size)]
    return _all(term(determinant(Matrix([[X[i, j] for j in rows] for i in rows]))) >= 0 for rows in minors)


_TRANSCENDENTAL = "is not algebraic, which SMT-LIB's arithmetic does not hold"

TERMS = System(
    "smt",
    number=term,
    names={"min": extreme(_smaller, min), "max": extreme(_larger, max), "all": _all, "any": _any},
    overrides={
        "sqrt": _sqrt,
        "where": lambda c, a, b: _where(c, lambda: a, lambda: b),
        "is_integer": lambda x, low, high: _between(x, low, high),
        "is_rational": lambda x, low, high, _height: _between(x, low, high),
        "is_matrix": lambda X, heights, widths: X.shape[0] in heights and X.shape[1] in widths,
        "is_psd": _is_psd,
    },
    exact=True,
    conditions={"where": _where, "conj": _conj, "disj": _disj, "neg": _neg},
    without={
        **dict.fromkeys(("log", "exp", "pi"), _TRANSCENDENTAL),
        **dict.fromkeys(("eigenvalue", "eliminated"), "is not written out as a formula"),
    },
)


def _between(x: Any, low: Any, high: Any) -> Any:
    bounds = [] if low is None else [lambda: x >= low]
    return _conj(*bounds, *([] if high is None else [lambda: x <= high]))
