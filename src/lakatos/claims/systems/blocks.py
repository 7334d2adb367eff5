"""Many integers at once, as arrays that cannot overflow: int64 where a bound shows that it holds them, else Python's.

It proposes, as all quick systems do. Where a claim branches, or counts to a variable, and the integers of a block go
different ways, ``SplitError`` says which go one of them; the two parts are then to be taken one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import isqrt
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lakatos.claims.fast import numbers, ranges
from lakatos.claims.lift import System, UnsupportedError
from lakatos.claims.systems.floats import extreme

Array: TypeAlias = npt.NDArray[Any]

#: int64 holds what is smaller in absolute value.
WIDE = 2**63
#: Powers of more bits are too long to be computed for every integer of a block.
LONG = 4096


#: Where fewer than one in so many integers of a block are undecided, only these are gone on with.
FEW = 8
#: A block of fewer integers is not split for that.
LEAST = 256


class SplitError(UnsupportedError):
    """Some of a block go one way and some another: ``one_way`` says which."""

    def __init__(self, one_way: Array, why: str) -> None:
        super().__init__(why)
        self.one_way = one_way


class Block:
    """Integers in an array; ``bound`` is at least their absolute values."""

    __slots__ = ("bound", "values")

    def __init__(self, values: Array, bound: int | None = None) -> None:
        if bound is None:
            bound = max(abs(int(values.min())), abs(int(values.max()))) if values.size else 0
        if values.dtype == object and bound < WIDE:
            values = values.astype(np.int64)
        self.values, self.bound = values, bound

    def tight(self) -> Block:
        """The same with the least bound."""
        return Block(self.values)

    def _with(self, other: Any, operation: Callable[[Any, Any], Any], bound: Callable[[int, int], int]) -> Any:
        other = block(other)
        if other is NotImplemented:
            return NotImplemented
        a, b = self, other
        if bound(a.bound, b.bound) >= WIDE:
            a, b = a.tight(), b.tight()
        most = bound(a.bound, b.bound)
        if most < WIDE and a.values.dtype == b.values.dtype == np.int64:
            return Block(operation(a.values, b.values), most)
        return Block(np.asarray(operation(a.values.astype(object), b.values.astype(object)), dtype=object))

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a + b, lambda a, b: a + b)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a - b, lambda a, b: a + b)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a * b, lambda a, b: a * b)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Block:
        return Block(-self.values, self.bound)

    def __pos__(self) -> Block:
        return self

    def __abs__(self) -> Block:
        return Block(abs(self.values), self.bound)

    def __floordiv__(self, other: Any) -> Any:
        # -1 // n is -1.
        return self._with(_divisor(other), lambda a, b: a // b, lambda a, _: max(a, 1))

    def __rfloordiv__(self, other: Any) -> Any:
        return block(other) // self

    def __mod__(self, other: Any) -> Any:
        return self._with(_divisor(other), lambda a, b: a % b, lambda _, b: b)

    def __rmod__(self, other: Any) -> Any:
        return block(other) % self

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return block(other) // self, block(other) % self

    def __pow__(self, exponent: Any) -> Any:
        if isinstance(exponent, Block):
            return _power(self, exponent)
        if not isinstance(exponent, int) or exponent < 0:
            raise UnsupportedError(f"a block of integers to the power {exponent!r}")
        result: Any = Block(np.ones_like(self.values), 1)
        for bit in f"{exponent:b}":
            result = result * result
            result = result * self if bit == "1" else result
        return result

    def __rpow__(self, base: Any) -> Any:
        return _power(block(base), self)

    def __lshift__(self, other: Any) -> Any:
        return self * 2**other

    def __rlshift__(self, other: Any) -> Any:
        return other * 2**self

    def __rshift__(self, other: Any) -> Any:
        return self // 2**other

    def __lt__(self, other: Any) -> Any:
        return _compared(self, other, np.less)

    def __le__(self, other: Any) -> Any:
        return _compared(self, other, np.less_equal)

    def __gt__(self, other: Any) -> Any:
        return _compared(self, other, np.greater)

    def __ge__(self, other: Any) -> Any:
        return _compared(self, other, np.greater_equal)

    def __eq__(self, other: Any) -> Any:
        return _compared(self, other, np.equal)

    def __ne__(self, other: Any) -> Any:
        return _compared(self, other, np.not_equal)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __index__(self) -> int:
        first = self.values.flat[0]
        if (self.values == first).all():
            return int(first)
        middle = np.partition(self.values, self.values.size // 2)[self.values.size // 2]
        below = self.values < middle
        raise SplitError(below if below.any() else self.values <= middle, "it uses a variable as an index or a count")

    def bit_length(self) -> Block:
        """How many bits each has."""
        if self.values.dtype == object:
            return Block(np.asarray(_BITS(self.values), dtype=object))
        sizes = abs(self.values)
        bits = np.zeros(self.values.shape, dtype=np.int64)
        for k in range(63):
            bits += sizes >= 2**k
        return Block(bits, 63)

    def __repr__(self) -> str:
        return f"Block({self.values!r})"


class Truths:
    """Truth values in an array; as numbers they are 0 and 1."""

    __slots__ = ("values",)
    dtype = "bool"

    def __init__(self, values: Array) -> None:
        self.values = values

    def __bool__(self) -> bool:
        if self.values.all():
            return True
        if self.values.any():
            raise SplitError(self.values, "it branches on a variable")
        return False

    def __and__(self, other: Any) -> Any:
        return Truths(self.values & truths(other))

    def __or__(self, other: Any) -> Any:
        return Truths(self.values | truths(other))

    def __xor__(self, other: Any) -> Any:
        return Truths(self.values ^ truths(other))

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __add__(self, other: Any) -> Any:
        return block(self) + other

    def __sub__(self, other: Any) -> Any:
        return block(self) - other

    def __rsub__(self, other: Any) -> Any:
        return other - block(self)

    def __mul__(self, other: Any) -> Any:
        return block(self) * other

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return -block(self)

    def __eq__(self, other: Any) -> Any:
        return Truths(self.values == truths(other)) if isinstance(other, Truths | bool) else block(self) == other

    def __ne__(self, other: Any) -> Any:
        return Truths(self.values != truths(other)) if isinstance(other, Truths | bool) else block(self) != other

    __hash__ = None  # type: ignore[assignment]


class Ratio:
    """Quotients of two blocks, their denominators positive; not reduced."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Any, denominator: Any) -> None:
        self.numerator, self.denominator = numerator, denominator

    def __add__(self, other: Any) -> Ratio:
        p, q = _ratio(other)
        return Ratio(self.numerator * q + p * self.denominator, self.denominator * q)

    def __neg__(self) -> Ratio:
        return Ratio(-self.numerator, self.denominator)

    def __sub__(self, other: Any) -> Ratio:
        p, q = _ratio(other)
        return Ratio(self.numerator * q - p * self.denominator, self.denominator * q)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Ratio:
        p, q = _ratio(other)
        return Ratio(self.numerator * p, self.denominator * q)

    def __truediv__(self, other: Any) -> Any:
        p, q = _ratio(other)
        return quotient(self.numerator * q, self.denominator * p)

    def __rtruediv__(self, other: Any) -> Any:
        p, q = _ratio(other)
        return quotient(self.denominator * p, self.numerator * q)

    def __pow__(self, exponent: int) -> Any:
        if exponent < 0:
            return quotient(self.denominator**-exponent, self.numerator**-exponent)
        return Ratio(self.numerator**exponent, self.denominator**exponent)

    def __abs__(self) -> Ratio:
        return Ratio(abs(self.numerator), self.denominator)

    __radd__ = __add__
    __rmul__ = __mul__

    def __lt__(self, other: Any) -> Any:
        return (self - other).numerator < 0

    def __le__(self, other: Any) -> Any:
        return (self - other).numerator <= 0

    def __gt__(self, other: Any) -> Any:
        return (self - other).numerator > 0

    def __ge__(self, other: Any) -> Any:
        return (self - other).numerator >= 0

    def __eq__(self, other: Any) -> Any:
        return (self - other).numerator == 0

    def __ne__(self, other: Any) -> Any:
        return (self - other).numerator != 0

    __hash__ = None  # type: ignore[assignment]


def block(value: Any) -> Any:
    """An integer or truth values as a block; NotImplemented for what is neither."""
    if isinstance(value, Block):
        return value
    if isinstance(value, Truths):
        return Block(value.values.astype(np.int64), 1)
    if isinstance(value, int):
        value = int(value)
        return Block(np.array(value, dtype=np.int64 if abs(value) < WIDE else object), abs(value))
    return NotImplemented


def truths(value: Any) -> Array:
    """Truth values as an array."""
    if isinstance(value, Truths):
        return value.values
    if isinstance(value, bool | np.bool_):
        return np.asarray(value)
    return np.asarray((value != 0).values if isinstance(value, Block) else value != 0)


def quotient(p: Any = 0, q: Any = 1) -> Any:
    """What ``Fraction(p, q)`` in a claim's source becomes."""
    if not any(isinstance(x, Block | Truths | Ratio) for x in (p, q)):
        return Fraction(p, q)
    (a, b), (c, d) = _ratio(p), _ratio(q)
    over, under = block(a * d), _divisor(b * c)
    flipped = where(under < 0, lambda: -1, lambda: 1)
    return Ratio(over * flipped, abs(under))


def _ratio(value: Any) -> tuple[Any, Any]:
    if isinstance(value, Ratio):
        return value.numerator, value.denominator
    if isinstance(value, Fraction):
        return value.numerator, value.denominator
    if isinstance(value, Block | Truths | int):
        return block(value), 1
    raise UnsupportedError(f"it combines integers with {value!r}")


def _divisor(value: Any) -> Any:
    found = block(value)
    if found is not NotImplemented and not (found.values != 0).all():
        if (found.values != 0).any():
            raise SplitError(found.values != 0, "a divisor is zero somewhere")
        raise ZeroDivisionError("division by zero")
    return found


def _compared(a: Block, b: Any, relation: Callable[[Any, Any], Any]) -> Any:
    other = block(b)
    if other is NotImplemented:
        return NotImplemented
    return Truths(np.asarray(relation(a.values, other.values), dtype=bool))


def _power(base: Block, exponent: Block) -> Block:
    if (exponent.values < 0).any():
        raise UnsupportedError("a power whose exponent may be negative")
    base, exponent = base.tight(), exponent.tight()
    bits = base.bound.bit_length() * exponent.bound
    if bits > LONG:
        raise UnsupportedError(f"powers of {bits:,} bits")
    return Block(np.asarray(base.values.astype(object) ** exponent.values.astype(object), dtype=object))


def power_mod(b: Any, e: Any, m: Any) -> Any:
    """``power_mod`` of blocks, any of which may be an integer."""
    if not any(isinstance(x, Block | Truths) for x in (b, e, m)):
        return numbers.power_mod(b, e, m)
    base, exponent, modulus = block(b), block(e), block(m).tight()
    if (exponent.values < 0).any() or (modulus.values < 1).any():
        raise ValueError("power_mod needs an exponent of at least 0 and a modulus of at least 1")
    if modulus.bound < ranges.MODULUS and base.bound < WIDE and exponent.bound < WIDE:
        return Block(ranges.power_mod(base.values, exponent.values, modulus.values), modulus.bound)
    return Block(np.asarray(_POW(base.values, exponent.values, modulus.values), dtype=object))


_POW = np.frompyfunc(lambda b, e, m: pow(int(b), int(e), int(m)), 3, 1)
_BITS = np.frompyfunc(lambda n: int(n).bit_length(), 1, 1)
_ISQRT = np.frompyfunc(lambda n: isqrt(int(n)), 1, 1)


def _isqrt(n: Any) -> Any:
    if not isinstance(n, Block):
        return isqrt(n)
    if (n.values < 0).any():
        raise ValueError("isqrt() argument must be nonnegative")
    n = n.tight()
    if n.bound >= 2**62:
        return Block(np.asarray(_ISQRT(n.values), dtype=object))
    root = np.sqrt(n.values.astype(np.float64)).astype(np.int64)
    # The double is right to within one.
    root -= root * root > n.values
    root += (root + 1) ** 2 <= n.values
    return Block(root, isqrt(n.bound))


def _length(values: Any) -> Any:
    return values.length if isinstance(values, Path) else len(values)


def _chosen(condition: Any, yes: Any, no: Any) -> Any:
    return where(condition, lambda: yes, lambda: no)


def _is_square_of_one(n: int) -> bool:
    """``is_square`` of one integer."""
    return n >= 0 and isqrt(n) ** 2 == n


def _is_square(n: Any) -> Any:
    if not isinstance(n, Block):
        return _is_square_of_one(n)
    root = _isqrt(Block(np.where(n.values < 0, 0, n.values), n.bound))
    return _conj(lambda: n >= 0, lambda: root * root == n)


def _divided(function: Callable[[Any, Any], Any], grows: bool) -> Callable[..., Any]:
    """gcd or lcm of any number of arguments."""

    def of(*values: Any) -> Any:
        result: Any = block(0 if not grows else 1)
        for value in values:
            bound = (lambda a, b: a * b) if grows else max
            result = result._with(value, function, bound)
        return result if any(isinstance(v, Block | Truths) for v in values) else int(result.values)

    return of


def _arithmetic(name: str, limit: int = 2**62) -> Callable[[Any], Any]:
    """An arithmetic function of one variable: on arrays, or one by one where these do not hold the integers."""
    one, many = getattr(numbers, name), getattr(ranges, name)

    def of(n: Any) -> Any:
        if not isinstance(n, Block):
            return one(n)
        if n.bound >= limit:
            n = n.tight()
        wide = n.bound >= limit or n.values.ndim == 0
        found = np.array([one(int(k)) for k in np.atleast_1d(n.values)]) if wide else many(n.values)
        return Truths(found) if found.dtype == bool else Block(found)

    return of


def where(condition: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
    """Both branches where some of a block take the one and some the other."""
    if not isinstance(condition, Block | Truths):
        return yes() if condition else no()
    chosen = truths(condition)
    if chosen.all():
        return yes()
    if not chosen.any():
        return no()
    a, b = yes(), no()
    if isinstance(a, Truths | bool) and isinstance(b, Truths | bool):
        return Truths(np.where(chosen, truths(a), truths(b)))
    if any(isinstance(x, Ratio | Fraction) for x in (a, b)):
        (p, q), (r, s) = _ratio(a), _ratio(b)
        return Ratio(where(condition, lambda: p, lambda: r), where(condition, lambda: q, lambda: s))
    a, b = block(a), block(b)
    if a is NotImplemented or b is NotImplemented:
        raise UnsupportedError("it chooses between what are no integers")
    return Block(np.where(chosen, a.values, b.values), max(a.bound, b.bound))


def _joined(deciding: bool, terms: Iterable[Callable[[], Any]]) -> Any:
    return _decided(deciding, (term() for term in terms))


def _decided(deciding: bool, values: Iterable[Any]) -> Any:
    """What values come to that are joined by ``and`` or ``or``; no more are made once all integers are decided."""
    value: Any = not deciding
    for one in values:
        if not isinstance(one, bool | np.bool_ | Truths):
            raise UnsupportedError("it joins what is no truth value with 'and' or 'or'")
        if isinstance(one, bool | np.bool_) and isinstance(value, bool):
            value = bool(one)
        else:
            value = Truths(truths(value) | truths(one) if deciding else truths(value) & truths(one))
        decided = truths(value) == deciding
        if decided.all():
            return value
        if decided.size > LEAST and FEW * np.count_nonzero(~decided) < decided.size:
            raise SplitError(decided, "what follows matters to few")
    return value


def _conj(*terms: Callable[[], Any]) -> Any:
    return _joined(False, terms)


def _disj(*terms: Callable[[], Any]) -> Any:
    return _joined(True, terms)


def _neg(value: Any) -> Any:
    return Truths(~truths(value)) if isinstance(value, Block | Truths) else not value


def _every(deciding: bool) -> Callable[[Iterable[Any]], Any]:
    """``all`` or ``any``: what follows is not made once all is decided."""

    def of(values: Iterable[Any]) -> Any:
        return _decided(deciding, (v if isinstance(v, bool | Truths) else v != 0 for v in values))

    return of


def _choose(relation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: where(relation(a, b), lambda: a, lambda: b)


class Path:
    """A stretch of a trajectory as a claim sees it: its first state, its last one, and how many there are."""

    __slots__ = ("first", "last", "length")

    def __init__(self, first: Any, last: Block, length: Block) -> None:
        self.first, self.last, self.length = first, last, length

    def __getitem__(self, place: Any) -> Any:
        if place == -1:
            return self.last
        if place == 0:
            return self.first
        raise UnsupportedError("it looks at other states of a trajectory than the first and the last")

    def __iter__(self) -> Any:
        raise UnsupportedError("it goes through the states of a trajectory")


_NAMES = ("is_prime", "number_of_divisors", "euler_phi", "liouville", "moebius", "is_squarefree")

BLOCKS = System(
    "blocks",
    number=Fraction,
    names={
        "Fraction": quotient,
        "min": extreme(_choose(lambda a, b: a <= b), min),
        "max": extreme(_choose(lambda a, b: a >= b), max),
        "all": _every(False),
        "any": _every(True),
        "gcd": _divided(np.gcd, False),
        "lcm": _divided(np.lcm, True),
        "isqrt": _isqrt,
        "len": _length,
    },
    overrides={
        **{name: _arithmetic(name) for name in _NAMES},
        "sum_of_divisors": _arithmetic("sum_of_divisors", 2**56),
        "power_mod": power_mod,
        "is_square": _is_square,
        "where": _chosen,
    },
    exact=True,
    conditions={"where": where, "conj": _conj, "disj": _disj, "neg": _neg},
    without=dict.fromkeys(
        ("sqrt", "log", "exp", "pi", "eigenvalue"), "is irrational: a block of integers does not hold it"
    )
    | dict.fromkeys(("prime_factors", "divisors", "digits"), "is of another length for every integer"),
)
