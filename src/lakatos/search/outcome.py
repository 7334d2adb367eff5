"""What a search comes back with: a counterexample, a proof on a scope, or nothing found on a scope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lakatos.claims import ForAll, Graphs, Judgement, certificate
from lakatos.drawing import Bundle, marked
from lakatos.search.shape import shapes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: What a notebook is given: the view, and the text where there is none.


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

    def figure(self) -> Figure:
        """The witness drawn: graphs, trajectories, sequences, matrices, several side by side.

        Raises:
            ValueError: if there is nothing to draw, or it is too large to be seen.
        """
        from lakatos.search.picture import drawn, pictures

        chosen = pictures(self.claim, self.values)
        if not chosen:
            kinds = ", ".join(f"{x}, {d.says()}" for x, d in self.claim.domains.items())
            raise ValueError(f"nothing to draw of {kinds}: drawn are graphs, trajectories, sequences of numbers and "
                             "matrices, if they are small enough to be seen")  # fmt: skip
        return drawn(chosen)

    @property
    def size_says(self) -> str:
        """What is known about smaller counterexamples, in words."""
        if not self.least:
            return "the smallest found, not shown to be the least" if self.least is False else "not looked into"
        graphs = any(isinstance(d, Graphs) for d in self.claim.domains.values())
        return f"the least: every smaller object was looked at{', graphs up to isomorphism' if graphs else ''}"

    def __str__(self) -> str:
        took = f", {self.seconds:.1f} s" if self.seconds else ""
        lines = [
            f"{self.claim.name} is false: {self.judgement.witness}",
            f"  exact    {self.judgement.exact}",
            f"  found by {self.method}{took}",
        ]
        graphs = shapes(self.claim, self.values)
        lines += [f"  shape    {f'{x}: ' if len(graphs) > 1 else ''}{said}" for x, said in graphs.items()]
        if self.least is not None:
            lines.append(f"  size     {self.size_says}")
        if self.covered:
            lines.append(f"  covered  {self.covered}")
        return "\n".join(lines)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:  # noqa: ARG002
        from lakatos.search.view import counterexample_html

        return marked(counterexample_html(self), str(self))


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

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:  # noqa: ARG002
        from lakatos.search.view import proved_html

        return marked(proved_html(self), str(self))


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

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:  # noqa: ARG002
        from lakatos.search.view import not_found_html

        return marked(not_found_html(self), str(self))
