"""What a search comes back with: a counterexample, a proof on a scope, or nothing found on a scope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lakatos.claims import ForAll, Judgement, certificate


@dataclass(frozen=True)
class Counterexample:
    """A witness that refutes a claim exactly.

    Attributes:
        claim: the claim.
        values: of its variables, in order.
        judgement: the exact value and every premise.
        method: how it was found.
        seconds: how long that took, making it small included.
        least: whether every smaller object was looked at; None if that was not asked.
        covered: what was looked at on the way, in words.
    """

    claim: ForAll
    values: tuple[Any, ...]
    judgement: Judgement
    method: str
    seconds: float = 0.0
    least: bool | None = None
    covered: str = ""

    def certificate(self, *, file: str | None = None) -> str:
        """The script that a sceptic runs; ``file`` is where the claim is kept."""
        return certificate(self.claim, self.values, file=file)

    def __str__(self) -> str:
        took = f", {self.seconds:.1f} s" if self.seconds else ""
        lines = [
            f"{self.claim.name} is false: {self.judgement.witness}",
            f"  exact    {self.judgement.exact}",
            f"  found by {self.method}{took}",
        ]
        if self.least is not None:
            least = (
                "the least: every smaller object was looked at"
                if self.least
                else "the smallest found, not shown to be the least"
            )
            lines.append(f"  size     {least}")
        if self.covered:
            lines.append(f"  covered  {self.covered}")
        return "\n".join(lines)


@dataclass(frozen=True)
class ProvedOn:
    """A claim holds on a scope, by a method that leaves nothing of it out.

    Attributes:
        claim: its name.
        scope: what was covered.
        method: exhaustion, interval branch and bound, or SMT, and what it rests on.
    """

    claim: str
    scope: str
    method: str

    def __str__(self) -> str:
        return f"{self.claim} is proved on {self.scope}\n  method   {self.method}"


@dataclass(frozen=True)
class NotFound:
    """No counterexample was found. That is not a proof, and is never told as one.

    Attributes:
        claim: its name.
        scope: what was looked at.
        method: how.
        left: what stayed open.
    """

    claim: str
    scope: str
    method: str
    left: str

    def __str__(self) -> str:
        return (
            f"{self.claim}: no counterexample found on {self.scope}; this proves nothing\n"
            f"  method   {self.method}\n  open     {self.left}"
        )
