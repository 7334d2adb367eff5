"""How a check file declares its dispute: one object, with decorators for findings and controls."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from lakatos.model import Claim, Correspondence, Falsification, Finding, Outcome, Reading, Reason, VerdictKind

FindingFunction: TypeAlias = Callable[..., Finding | Sequence[Finding]]
ControlFunction: TypeAlias = Callable[[], Outcome | bool]

#: Why a case is here: a falsification is at stake, a classic error is re-derived, or the workbench is tested.
Group: TypeAlias = Literal["challenge", "shelf", "control"]
#: The groups in the order in which they are shown, with their headings.
GROUPS: dict[Group, str] = {"challenge": "The challenge", "shelf": "The shelf", "control": "Controls"}


@dataclass(frozen=True)
class DeclaredControl:
    """A control as declared: its function, and whether its variant must survive."""

    function: ControlFunction
    holds: bool


class Dispute:
    """A disputed claim and what re-checks it.

    Example::

        dispute = Dispute(CLAIM, against=FALSIFICATION, readings=[STEP], expected="confirmed")

        @dispute.finding
        def first_violation(step): ...      # called once for each option of the reading named "step"

        @dispute.control(holds=True)
        def symmetric_clouds_never_violate(): ...

        @dispute.control(holds=False)
        def a_bound_ten_times_smaller_falls(): ...

    Args:
        claim: what the paper states.
        against: the falsification held against it, or None if nobody has made one.
        readings: the ambiguities; a finding function gets the options of those its parameters name.
        expected: the verdict last agreed on, with ``reason`` if that is "overturned".
        letter: what a letter to the authors needs beyond the evidence.
        withdrawn: why we withdrew, if we did.
        group: why the case is here: "challenge", somebody's falsification is at stake; "shelf", a classic error, known
            and published, so that nobody gets a letter; "control", a case that tests the workbench.
        figure: the name of the figure function whose picture stands for the dispute in the gallery; the first figure
            of the report by default.
    """

    def __init__(
        self,
        claim: Claim,
        *,
        expected: VerdictKind,
        reason: Reason | None = None,
        against: Falsification | None = None,
        readings: Sequence[Reading] = (),
        letter: Correspondence | None = None,
        withdrawn: str | None = None,
        group: Group = "challenge",
        figure: str | None = None,
    ) -> None:
        for name, value, allowed in (
            ("expected", expected, VerdictKind),
            ("reason", reason, Reason),
            ("group", group, Group),
        ):
            if value is not None and value not in get_args(allowed):
                raise ValueError(f"{name}={value!r} is none of {', '.join(get_args(allowed))}")
        if (expected == "overturned") != (reason is not None):
            raise ValueError(f"a reason goes with expected='overturned'; got {expected!r} and {reason!r}")
        if len({r.name for r in readings}) != len(readings):
            raise ValueError(f"two readings share a name: {[r.name for r in readings]}")
        self.claim = claim
        self.expected: VerdictKind = expected
        self.reason = reason
        self.against = against
        self.readings = tuple(readings)
        self.letter = letter
        self.withdrawn = withdrawn
        self.group: Group = group
        self.figure = figure
        self.findings: dict[str, FindingFunction] = {}
        self.controls: dict[str, DeclaredControl] = {}

    def finding(self, function: FindingFunction) -> FindingFunction:
        """Register a function that returns a finding, or several, under the readings its parameters name."""
        names = {r.name for r in self.readings}
        unknown = [p for p in inspect.signature(function).parameters if p not in names]
        if unknown:
            raise ValueError(
                f"finding {function.__name__} has parameters {unknown} that name no reading; "
                f"readings: {sorted(names) or 'none'}"
            )
        self._claim_name(function)
        self.findings[function.__name__] = function
        return function

    def control(self, *, holds: bool) -> Callable[[ControlFunction], ControlFunction]:
        """Register a control: a variant known true (``holds=True``, must survive) or false (must fall).

        The function tells what became of the variant: ``Outcome(survived=..., note=...)`` or a plain bool.
        """

        def register(function: ControlFunction) -> ControlFunction:
            self._claim_name(function)
            self.controls[function.__name__] = DeclaredControl(function, holds)
            return function

        return register

    def _claim_name(self, function: Callable[..., Any]) -> None:
        name = function.__name__
        if name in self.findings or name in self.controls:
            raise ValueError(f"two findings or controls are called {name}; the second would hide the first")
