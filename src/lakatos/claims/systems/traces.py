"""Symbols for numbers: what a claim asks about polynomials in its variables is written down as it is evaluated.

Sums, products, quotients and powers are kept as rational functions over FLINT's multivariate polynomials. Whether two
polynomials are coprime, whether one is a square, prime or zero are questions; what depends on an answer is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import Any, Literal, TypeAlias

from lakatos.claims.fast import numbers
from lakatos.claims.lift import System, UnsupportedError

Kind: TypeAlias = Literal["coprime", "square", "zero"]

#: A polynomial of higher degree is not written out.
DEGREE = 400
#: Nor is one that comes of so many products of terms.
TERMS = 10**5
#: Decisions on what is unknown, after which a claim is taken to loop.
DECISIONS = 2000


@dataclass(frozen=True)
class Question:
    """What a claim asks about polynomials with integer coefficients in its variables.

    Attributes:
        kind: whether two are coprime, whether one is a square, whether one is zero.
        about: the polynomials, FLINT's fmpz_mpoly.
    """

    kind: Kind
    about: tuple[Any, ...]


@dataclass
class Record:
    """The questions of one evaluation, each once, in order; and how often it went on in spite of an unknown."""

    questions: dict[str, Question] = field(default_factory=dict)
    decisions: int = 0

    def ask(self, kind: Kind, *about: Any) -> None:
        """Write down a question, unless it is about constants."""
        if not all(p.is_constant() for p in about):
            self.questions.setdefault(f"{kind} {', '.join(map(str, about))}", Question(kind, about))


_RECORDS: list[Record] = []


@contextmanager
def record() -> Iterator[Record]:
    """A fresh record for the evaluation of one claim."""
    _RECORDS.append(Record())
    try:
        yield _RECORDS[-1]
    finally:
        _RECORDS.pop()


class Unknown:
    """What depends on the answer to a question. Taken for false where the claim branches on it."""

    __slots__ = ()
    sort = "Bool"

    def __bool__(self) -> bool:
        _RECORDS[-1].decisions += 1
        if _RECORDS[-1].decisions > DECISIONS:
            raise UnsupportedError("it loops on what is not known of a variable")
        return False

    def __index__(self) -> int:
        raise UnsupportedError("it uses a variable as an index or a count")

    def _unknown(self, *_: Any) -> Any:
        return UNKNOWN

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _unknown
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __neg__ = __abs__ = _unknown
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __and__ = __or__ = __rand__ = __ror__ = _unknown
    __hash__ = None  # type: ignore[assignment]


UNKNOWN = Unknown()


class Formal:
    """A rational function of the variables, in lowest terms."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Any, denominator: Any) -> None:
        self.numerator, self.denominator = numerator, denominator

    def _parts(self, other: Any) -> tuple[Any, Any] | None:
        """Numerator and denominator of the other operand; None for what is none."""
        if isinstance(other, Formal):
            return other.numerator, other.denominator
        if isinstance(other, int | Fraction):
            constant = self.numerator.context().constant
            return constant(other.numerator), constant(other.denominator)
        return None

    def __add__(self, other: Any) -> Any:
        if (parts := self._parts(other)) is None:
            return UNKNOWN
        p, q = parts
        _short(self, p, q)
        return formal(self.numerator * q + p * self.denominator, self.denominator * q)

    def __mul__(self, other: Any) -> Any:
        if (parts := self._parts(other)) is None:
            return UNKNOWN
        p, q = parts
        _short(self, p, q)
        return formal(self.numerator * p, self.denominator * q)

    def __truediv__(self, other: Any) -> Any:
        if (parts := self._parts(other)) is None:
            return UNKNOWN
        p, q = parts
        _short(self, p, q)
        return formal(self.numerator * q, self.denominator * p)

    def __rtruediv__(self, other: Any) -> Any:
        return formal(self.denominator, self.numerator) * other

    def __neg__(self) -> Any:
        return Formal(-self.numerator, self.denominator)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            return UNKNOWN
        if abs(exponent) * max(self.numerator.total_degree(), self.denominator.total_degree()) > DEGREE:
            raise UnsupportedError(f"a polynomial of degree above {DEGREE}")
        if max(len(self.numerator), len(self.denominator)) ** 2 * abs(exponent) > TERMS:
            raise UnsupportedError("a power of too many terms")
        if exponent < 0:
            return formal(self.denominator**-exponent, self.numerator**-exponent)
        return formal(self.numerator**exponent, self.denominator**exponent)

    def __abs__(self) -> Any:
        _RECORDS[-1].ask("zero", self.numerator)
        return UNKNOWN

    def _unknown(self, *_: Any) -> Any:
        return UNKNOWN

    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __rpow__ = _unknown

    def _compared(self, other: Any) -> Any:
        difference = self - other
        if isinstance(difference, Formal):
            _RECORDS[-1].ask("zero", difference.numerator)
        return UNKNOWN

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _compared
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __index__(self) -> int:
        raise UnsupportedError("it uses a variable as an index or a count")

    def __repr__(self) -> str:
        return f"({self.numerator})/({self.denominator})"


def _short(a: Formal, p: Any, q: Any) -> None:
    if max(len(a.numerator), len(a.denominator)) * max(len(p), len(q)) > TERMS:
        raise UnsupportedError("a rational function of too many terms")


def formal(p: Any, q: Any) -> Any:
    """A quotient of polynomials in lowest terms; an integer or a Fraction where it is constant."""
    if q == 0:
        raise ZeroDivisionError("division by zero")
    if q.is_one():
        return Formal(p, q) if not p.is_constant() else int(p.coefficient(0)) if p != 0 else 0
    common = p.gcd(q)
    if not common.is_one():
        p, q = p / common, q / common
    if p.is_constant() and q.is_constant():
        value = Fraction(int(p.coefficient(0)) if p != 0 else 0, int(q.coefficient(0)))
        return value.numerator if value.denominator == 1 else value
    return Formal(p, q)


def _vague(values: Iterable[Any]) -> bool:
    return any(isinstance(v, Formal | Unknown) for v in values)


def _quotient(p: Any = 0, q: Any = 1) -> Any:
    """What ``Fraction(p, q)`` in a claim's source becomes."""
    if not _vague((p, q)):
        return Fraction(p, q)
    return p / q if isinstance(p, Formal | Unknown) else 1 / q * p


def _polynomial(value: Any, like: Formal) -> Any:
    """A value as a polynomial with integer coefficients; None for what is none."""
    parts = like._parts(value)
    return parts[0] if parts is not None and parts[1].is_one() else None


def _asks(kind: Kind, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """A function that puts a question about its arguments if these are polynomials."""

    def of(*values: Any) -> Any:
        if not _vague(values):
            return otherwise(*values)
        like = next((v for v in values if isinstance(v, Formal)), None)
        about = [None if like is None else _polynomial(v, like) for v in values]
        if all(p is not None for p in about):
            _RECORDS[-1].ask(kind, *about)
        return UNKNOWN

    return of


def _answers(otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose value at a variable is unknown."""
    return lambda *values, **options: UNKNOWN if _vague(values) else otherwise(*values, **options)


def _where(condition: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
    if not isinstance(condition, Formal | Unknown):
        return yes() if condition else no()
    yes(), no()
    return UNKNOWN


def _joined(deciding: bool, terms: Iterable[Callable[[], Any]]) -> Any:
    return _decided(deciding, (term() for term in terms))


def _decided(deciding: bool, values: Iterable[Any]) -> Any:
    value: Any = not deciding
    for one in values:
        if isinstance(one, Formal | Unknown):
            value = UNKNOWN
        elif bool(one) is deciding:
            return one
        elif value is not UNKNOWN:
            value = one
    return value


def _neg(value: Any) -> Any:
    return UNKNOWN if isinstance(value, Formal | Unknown) else not value


def _extreme(plain: Callable[..., Any]) -> Callable[..., Any]:
    def of(*values: Any, **options: Any) -> Any:
        items = list(values[0]) if len(values) == 1 else list(values)
        for item in items:
            if isinstance(item, Formal):
                _RECORDS[-1].ask("zero", item.numerator)
        return UNKNOWN if _vague(items) else plain(items, **options)

    return of


_FUNCTIONS = {
    n: f for n, f in vars(numbers).items() if getattr(f, "__module__", "") == numbers.__name__ and n[0] != "_"
}
_REAL = ("sqrt", "log", "exp", "eigenvalue", "determinant", "rank", "is_psd")


def _unknown_real(*_: Any) -> Any:
    return UNKNOWN


TRACES = System(
    "traces",
    number=Fraction,
    names={
        "Fraction": _quotient,
        "gcd": _asks("coprime", gcd),
        "lcm": _answers(lcm),
        "isqrt": _asks("square", isqrt),
        "min": _extreme(min),
        "max": _extreme(max),
        "all": lambda values: _decided(False, values),
        "any": lambda values: _decided(True, values),
        "divmod": lambda a, b: (UNKNOWN, UNKNOWN) if _vague((a, b)) else divmod(a, b),
        "int": _answers(int),
        "len": _answers(len),
    },
    overrides={
        **{name: _answers(function) for name, function in _FUNCTIONS.items()},
        **dict.fromkeys(_REAL, _unknown_real),
        "is_square": _asks("square", lambda n: n >= 0 and isqrt(n) ** 2 == n),
        "pi": lambda: UNKNOWN,
        "sqrt": _asks("square", _unknown_real),
        "where": lambda c, a, b: UNKNOWN if _vague((c,)) else a if c else b,
    },
    conditions={
        "where": _where,
        "conj": lambda *terms: _joined(False, terms),
        "disj": lambda *terms: _joined(True, terms),
        "neg": _neg,
    },
)
