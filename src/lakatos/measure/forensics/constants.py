"""Is a ratio a constant that a slip of units gives: a batch size, ln 2, 1.0737, 3600? With what chance would give."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from lakatos.measure.forensics.check import Check
from lakatos.measure.forensics.derived import same_unit, shown
from lakatos.measure.forensics.span import Number, Span
from lakatos.measure.quantities.reported import Mode

#: A match tells something where chance gives fewer than one in twenty; the neighbourhood is a factor of this each way.
RARE, NEAR = 0.05, 4
MOST_COUNTS, MOST_COUNT = 8, 10**9


@dataclass(frozen=True)
class Constant:
    """A number that a slip multiplies or divides by, between two exact bounds, the slip, and what to ask about it.

    ``facts`` are names of ``measure.FACTS``; empty where the constant alone does not suggest a question.
    """

    name: str
    value: Span
    facts: tuple[str, ...] = ()


def _decimal(digits: str) -> Span:
    """An irrational constant from its leading digits, cut off."""
    low = Fraction(digits)
    return Span(low, low + Fraction(1, 10 ** len(digits.partition(".")[2])), low)


def _root(square: Fraction) -> Span:
    """A square root to 24 decimals."""
    scale = 10**24
    low = math.isqrt(square.numerator * scale**2 // square.denominator)
    return Span(Fraction(low, scale), Fraction(low + 1, scale), Fraction(low, scale))


_IRRATIONAL = (
    ("1/ln 2 (bits against nats)", "1.442695040888963407359924", ("log base",)),
    ("ln 10, 1/log10(e) (decades against e-folds)", "2.302585092994045684017991", ()),
    ("log2(10) (decades against bits)", "3.321928094887362347870319", ()),
    ("2 pi (cycles against radians)", "6.283185307179586476925286", ()),
    ("180/pi (degrees against radians)", "57.29577951308232087679815", ()),
)
_RATIONAL = (
    (
        "2 (FLOP against MAC, sparse against dense peak, both directions)",
        Fraction(2),
        ("operation convention", "peak convention"),
    ),
    ("8 (bits against bytes)", Fraction(8), ("prefix convention",)),
    ("60 (seconds against minutes, or minutes against hours)", Fraction(60), ("timer unit", "column unit")),
    ("100 (percent against fractions)", Fraction(100), ("levels", "formula")),
    ("1000 (SI prefix)", Fraction(1000), ("timer unit", "column unit")),
    ("1024 (binary prefix)", Fraction(1024), ()),
    ("3600 (seconds against hours)", Fraction(3600), ("timer unit", "column unit")),
    ("24 (hours against days)", Fraction(24), ()),
    ("86400 (seconds against days)", Fraction(86400), ()),
    ("10^6 (two SI prefixes)", Fraction(10**6), ("timer unit", "column unit")),
    ("2^20 (two binary prefixes)", Fraction(2**20), ()),
    ("10^9 (three SI prefixes)", Fraction(10**9), ()),
    ("1.024 (KiB against kB)", Fraction(1024, 1000), ("prefix convention",)),
    ("1.0486 (MiB against MB)", Fraction(2**20, 10**6), ("prefix convention",)),
    ("1.0737 (GiB against GB)", Fraction(2**30, 10**9), ("prefix convention",)),
    ("1.0995 (TiB against TB)", Fraction(2**40, 10**12), ()),
)
_PERIODS = ((12, "months"), (52, "weeks"), (252, "trading days"), (365, "days"))
#: The constants that are looked for whatever the case.
CONSTANTS: tuple[Constant, ...] = (
    *(Constant(name, _decimal(digits), facts) for name, digits, facts in _IRRATIONAL),
    *(Constant(name, Span.of(value), facts) for name, value, facts in _RATIONAL),
    *(Constant(f"{n} ({what} in a year)", Span.of(n)) for n, what in _PERIODS),
    *(Constant(f"sqrt {n} (a ratio annualised from {what})", _root(Fraction(n))) for n, what in _PERIODS),
)


def check_constants(
    over: Number, under: Number, *, counts: Mapping[str, int] | None = None, mode: Mode | None = None
) -> Check:
    """Whether the ratio of two printed numbers is a constant that a slip would give.

    The answer is "inconsistent" (with a ratio that is nothing but a result) for a match that chance alone would
    give less than once in twenty, "no power" where the interval is so wide that some constant is expected in it. A
    match is a reason to ask, not a proof: real speed-ups of two exist.

    Args:
        over, under: as printed, in the same unit, of either order.
        counts: sizes of the case by name (batch, devices, accumulation, items): they, their products, and n/(n - 1)
            with its root are looked for as well.

    >>> print(check_constants("22853.37", "11426.69"))
    inconsistent  22853.37 / 11426.69 is 2 (FLOP against MAC, sparse against dense peak, both directions): ...
    >>> check_constants("2 s", "1 s").answer, check_constants("2.317 s", "1.000 s").answer
    ('no power', 'consistent')
    """
    same_unit((over, under))
    a, b = Span.of(over, mode), Span.of(under, mode)
    if a.low <= 0 or b.low <= 0:
        raise ValueError(f"need two positive numbers, got {over} and {under}")
    ratio = a / b if a.value >= b.value else b / a
    quotient = f"{shown(over)} / {shown(under)}" if a.value >= b.value else f"{shown(under)} / {shown(over)}"
    known = (*CONSTANTS, *_of_counts(counts or {}))
    matches = [c for c in known if not c.value.gap(ratio)]
    chance = expected_matches(ratio, known)
    looked = f"{chance:.2g} of the {len(known)} constants would be matched by chance in {ratio}"
    if chance >= RARE:
        also = f" (it holds {', '.join(c.name for c in matches)})" if matches else ""
        return Check(
            "suspicious constant", "no power", f"{quotient} is too wide to tell a constant{also}: {looked}", None
        )
    if matches:
        out = min(max(ratio.high - c.value.low, c.value.high - ratio.low) for c in matches)
        says = f"{quotient} is {' or '.join(c.name for c in matches)}: {looked}"
        return Check("suspicious constant", "inconsistent", says, out)
    return Check("suspicious constant", "consistent", f"{quotient} is no constant on the list: {looked}", Fraction(0))


def expected_matches(ratio: Span, known: Sequence[Constant]) -> float:
    """How many of the constants an interval of that width would hold if it lay anywhere near, on a logarithmic scale.

    Near is a factor of NEAR each way, but not below 1, where no constant is; at least one is taken to be there.
    """
    middle = float(ratio.value)
    low, high = max(1.0, middle / NEAR), middle * NEAR
    near = {c.value.low for c in known if low <= c.value.low <= high}
    return max(1, len(near)) * math.log(float(ratio.high / ratio.low)) / math.log(high / low)


def _of_counts(counts: Mapping[str, int]) -> tuple[Constant, ...]:
    """The counts of the case, their products, and n/(n - 1) with its root."""
    if len(counts) > MOST_COUNTS or any(not 1 <= n <= MOST_COUNT for n in counts.values()):
        raise ValueError(f"need at most {MOST_COUNTS} counts from 1 to {MOST_COUNT:,}, got {dict(counts)}")
    found = []
    for size in range(1, len(counts) + 1):
        for some in combinations(counts.items(), size):
            product = math.prod(n for _, n in some)
            named = " x ".join(f"{name} {n:,}" for name, n in some)
            if product > 1:
                found.append(Constant(named, Span.of(product)))
    for name, n in counts.items():
        if n > 1:
            bias = Fraction(n, n - 1)
            found.append(Constant(f"n/(n - 1) with {name} {n:,}", Span.of(bias)))
            found.append(Constant(f"sqrt(n/(n - 1)) with {name} {n:,}", _root(bias)))
    return tuple(found)
