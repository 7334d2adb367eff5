"""Does a document say one thing about a quantity? Statements whose rounding intervals do not meet contradict it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from lakatos.measure.forensics.check import Check, answered
from lakatos.measure.forensics.derived import compare_derived
from lakatos.measure.forensics.shares import PERCENT, read_share
from lakatos.measure.forensics.span import Span
from lakatos.measure.quantities.reported import Mode, Reported, reported
from lakatos.measure.quantities.units import UnitError, unit


@dataclass(frozen=True)
class Statement:
    """A printed value of a named quantity, and where it stands."""

    name: str
    text: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.where})" if self.where else self.text


def contradictions(statements: Iterable[Statement], *, mode: Mode | None = None) -> tuple[Check, ...]:
    """For each quantity that is stated more than once, whether its statements can all be of one value.

    Names are compared without case and extra spaces. Two statements per different things, or in units that measure
    different things, are not compared: no power. A bare number beside a percentage is a fraction up to 1, else in
    percent.

    >>> said = [Statement("accuracy", "73.4%", "abstract"), Statement("Accuracy", "0.741", "table 2")]
    >>> print(contradictions(said)[0])
    inconsistent  accuracy is stated as 73.4% (abstract) and as 0.741 (table 2)
    ...
    """
    named: dict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        named[" ".join(statement.name.casefold().split())].append(statement)
    return tuple([_agree(name, said, mode) for name, said in named.items() if len(said) > 1])


def _agree(name: str, said: Sequence[Statement], mode: Mode | None) -> Check:
    """The pair that is furthest apart, or else the pair with the most power."""
    clashes: list[tuple[Check, str]] = []
    fits: list[tuple[Check, str]] = []
    apart = []
    for one, two in combinations(said, 2):
        a, b = reported(one.text), reported(two.text)
        factors = _factors(a, b) if a.per == b.per else ()
        if not factors:
            apart.append((one, two))
            continue
        checks = [compare_derived(name, a, Span.of(b, mode) * factor, str(two), mode=mode) for factor in factors]
        check = min(checks, key=lambda c: c.move or 0)
        both = f"{one.name.strip()} is stated as {one} and as {two}"
        (clashes if check.answer == "inconsistent" else fits).append((check, both))
    assumes = tuple([f"not compared: {one} and {two}" for one, two in apart])
    about = f"statements of {name}"
    if clashes:
        check, both = max(clashes, key=lambda found: found[0].move or 0)
        return answered(about, both, fits=False, power=check.power, move=check.move, assumes=assumes)
    if fits:
        check, both = max(fits, key=lambda found: found[0].power or 0.0)
        says = f"the {len(said)} statements of {name} can be of one value: {', '.join(map(str, said))}"
        return answered(about, says, fits=True, power=check.power, assumes=assumes)
    says = f"the {len(said)} statements of {name} are per different things or in units that are not converted"
    return Check(about, "no power", says, assumes=assumes)


def _factors(a: Reported, b: Reported) -> tuple[Fraction, ...]:
    """By what ``b`` may have to be multiplied to be in the unit of ``a``; nothing if that is not known.

    A bare number beside a percentage is read as a share. Of two bare ones, one up to 1 and one above, the second may be
    a percentage or not: both are tried.
    """
    if a.unit != b.unit and {a.unit, b.unit} <= {"", *PERCENT}:
        return (Fraction(read_share(a)[1], read_share(b)[1]),)
    if a.unit == b.unit == "" and (a.value > 1) != (b.value > 1):
        return (Fraction(1), Fraction(100) if a.value > 1 else Fraction(1, 100))
    factor = _by_definition(b.unit, a.unit)
    return () if factor is None else (factor,)


def _by_definition(a: str, b: str) -> Fraction | None:
    """How many of the second unit one of the first is, where both measure the same thing."""
    try:
        return unit(a).to(unit(b))
    except UnitError:
        return None
