"""Evidence: findings with their scope, sigmas with their null, and the controls that guard them."""

from __future__ import annotations

import math
import operator
from typing import Any, Literal, Self, TypeAlias

from pydantic import Field, field_validator, model_validator

from lakatos.model.record import Record

Kind: TypeAlias = Literal["exact", "derivation", "statistical", "comparison"]
Refutes: TypeAlias = Literal["claim", "falsification", "quotation", "wording"]
Reason: TypeAlias = Literal["unit", "horizon", "float", "premise", "estimator", "scale", "implementation", "noise"]
Scalar: TypeAlias = bool | int | float | str
Value: TypeAlias = Scalar | dict[str, Scalar]


class Sigma(Record):
    """A distance in standard deviations, with the hypothesis it is stated against."""

    null: str = Field(min_length=1)
    sigma: float

    @field_validator("sigma")
    @classmethod
    def _finite(cls, value: float) -> float:
        if not math.isfinite(value):
            raise ValueError(f"a sigma must be finite, got {value}")
        return value


class Finding(Record):
    """One piece of evidence.

    Attributes:
        name: what was measured or derived.
        kind: exact, derivation, statistical or comparison.
        value: the figure. Exact findings carry integers, or fractions as text ("1/18"); never floats.
        scope: what was covered, in words: domain, horizon, range, seeds.
        says: one sentence, for the report and the letter.
        sigmas: for statistical findings, each with its null.
        refutes: the claim, the falsification, the quotation of the paper, its wording, or None.
        reason: why a falsification is overturned; required when ``refutes="falsification"``.
        decisive: the figure that a table of disputes shows; ``shown`` is its short form.
        table: the columns behind the figures, if any.
        reading: the options under which it holds, filled in by the engine; empty means under all.
    """

    name: str = Field(min_length=1)
    kind: Kind
    value: Value
    scope: str = Field(min_length=1)
    says: str = ""
    sigmas: tuple[Sigma, ...] = ()
    refutes: Refutes | None = None
    reason: Reason | None = None
    decisive: bool = False
    shown: str | None = None
    table: dict[str, list[Scalar]] | None = None
    reading: dict[str, str] = Field(default_factory=dict)

    @field_validator("value", mode="before")
    @classmethod
    def _whole(cls, value: Any) -> Any:
        """An integer of another library (NumPy's, FLINT's) is an integer, not a float."""
        if isinstance(value, dict):
            return {key: cls._whole(item) for key, item in value.items()}
        return operator.index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else value

    @model_validator(mode="after")
    def _honest(self) -> Self:
        values = list(self.value.values()) if isinstance(self.value, dict) else [self.value]
        if self.kind == "exact" and any(isinstance(v, float) for v in values):
            raise ValueError(
                f"finding {self.name!r} is exact but its value {self.value!r} is a float; "
                "give an integer, or a fraction as text"
            )
        if any(isinstance(v, float) and not math.isfinite(v) for v in values):
            raise ValueError(f"finding {self.name!r} has a value that is not finite: {self.value!r}")
        if self.kind == "statistical" and self.refutes and not self.sigmas:
            raise ValueError(f"finding {self.name!r} is statistical and refutes the {self.refutes}, but gives no sigma")
        if (self.refutes == "falsification") != (self.reason is not None):
            raise ValueError(
                f"finding {self.name!r}: a reason (unit, horizon, float, ...) goes with refutes='falsification', "
                f"got refutes={self.refutes!r}, reason={self.reason!r}"
            )
        return self

    @property
    def reading_text(self) -> str:
        """The readings it was made under as one line, "" if it holds under all."""
        return ", ".join(f"{name} = {option}" for name, option in self.reading.items())

    @property
    def display(self) -> str:
        """The short form of the value, for tables."""
        if self.shown is not None:
            return self.shown
        if isinstance(self.value, dict):
            return ", ".join(f"{k}: {v}" for k, v in self.value.items())
        return f"{self.value:.4g}" if isinstance(self.value, float) else str(self.value)


class Outcome(Record):
    """What became of a control's variant: did it survive, and what was tried."""

    survived: bool
    note: str = ""


class Control(Record):
    """A control and its result. A positive control must survive, a negative one must fall, a certificate verify."""

    name: str
    kind: Literal["positive", "negative", "certificate"]
    passed: bool
    says: str = ""
    note: str = ""
