"""What was told of a function from its behaviour: frozen data whose text is the table that a person reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from lakatos.drawing import Labelled
from lakatos.measure.identify.observe import Observed


@dataclass(frozen=True)
class Evidence:
    """How well something was told.

    Attributes:
        trials: how many inputs the function was called on, each at least twice.
        values: how many numbers it gave for them.
        residual: the worst relative miss of the catalogue's values, after a constant factor where one is allowed.
        tolerance: the largest miss that rounding explains at this precision.
        precision: of the function, as it appears: "float64", "float32", "float16" or "bfloat16".
        exact: whether it also agreed without any rounding, on fractions.
    """

    trials: int
    values: int
    residual: float
    tolerance: float
    precision: str
    exact: bool = False

    def __str__(self) -> str:
        return (
            f"{self.trials} inputs, {self.values} values: worst miss {self.residual:.1e}, allowed {self.tolerance:.1e} "
            f"(it looks like {self.precision})" + ("; exactly equal on fractions" if self.exact else "")
        )


@dataclass(frozen=True)
class Nearest:
    """The candidate that comes nearest to a function that is none of the catalogue.

    Attributes:
        name: the candidate in words.
        worst: its largest relative miss.
        typical: the root of its mean squared relative miss.
        agrees: on how many values it does not miss.
    """

    name: str
    worst: float
    typical: float
    agrees: int = 0

    def __str__(self) -> str:
        some = f"; it agrees on {self.agrees} values" if self.agrees else ""
        return f"{self.name}: misses by {self.worst:.2g} of the value at worst, {self.typical:.2g} typically{some}"

    @property
    def rank(self) -> tuple[int, float]:
        """Agreement on several values is no chance; after that the smaller miss is the nearer."""
        return (-self.agrees if self.agrees > 1 else 0, self.typical)


@dataclass(frozen=True, kw_only=True, repr=False)
class Identification(Labelled):
    """What a function computes, or that it is none of the catalogue.

    Attributes:
        name: the standard name; None if it is none of the catalogue.
        why: for None, why not.
        evidence: how well it was told; None if the function could not be observed at all.
        alternatives: what behaves alike on everything tried.
        nearest: for None, what comes nearest.
        notes: what a reader must know.
    """

    name: str | None
    why: str = ""
    evidence: Evidence | None = None
    alternatives: tuple[str, ...] = ()
    nearest: Nearest | None = None
    notes: tuple[str, ...] = ()

    @property
    def identified(self) -> bool:
        """Whether it is one of the catalogue."""
        return self.name is not None

    def rows(self) -> list[tuple[str, str]]:
        """What was told, as pairs of label and text; lines without a text are not shown."""
        raise NotImplementedError

    def lines(self) -> list[tuple[str, str]]:
        """What was told, what comes near, and by what it was told."""
        if self.identified:
            lines = [(label, text) for label, text in self.rows() if text]
        else:
            lines = [("none", f"of the catalogue: {self.why}")]
        lines += [("nearest", str(self.nearest))] if self.nearest else []
        lines += [("note", note) for note in self.notes]
        lines += [("alike", other) for other in self.alternatives]
        return [*lines, ("told by", str(self.evidence))] if self.evidence else lines


Kind = TypeVar("Kind", bound=Identification)


def evidence(seen: Observed, residual: float, *, exact: bool = False) -> Evidence:
    """How well something was told of what was seen."""
    return Evidence(len(seen.outputs), len(seen.values), residual, seen.tolerance, seen.precision, exact)


def unidentified(
    kind: type[Kind], near: Sequence[tuple[Nearest, Observed]], reasons: Sequence[str], **more: Any
) -> Kind:
    """The answer for what is none of the catalogue: the nearest candidate, or why there was nothing to compare."""
    # What changes from call to call was never compared: that is the reason, whatever else was tried.
    draws = [r for r in reasons if "draws or remembers" in r]
    if draws or not near:
        return kind(name=None, why=(*draws, *reasons, "nothing in it could be compared")[0])
    best, seen = min(near, key=lambda pair: pair[0].rank)
    return kind(
        name=None,
        why="no candidate agrees everywhere to within rounding",
        evidence=evidence(seen, best.worst),
        nearest=best,
        notes=seen.notes,
        **more,
    )


def number(value: Fraction | float) -> str:
    """A fraction as it is, with its decimals where they end soon; a float with the digits that mean something.

    >>> number(Fraction(3, 10)), number(Fraction(2, 3)), number(0.123456789)
    ('3/10', '2/3', '0.123457')
    """
    return str(value) if isinstance(value, Fraction) else f"{value:.6g}"
