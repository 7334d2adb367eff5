"""Which divergence a function computes, from what it does to random distributions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from lakatos.measure.identify.answer import Identification, evidence, number, unidentified
from lakatos.measure.identify.calling import Calling, Passing, calling
from lakatos.measure.identify.edges import agrees_exactly, at_edges
from lakatos.measure.identify.match import fits
from lakatos.measure.identify.observe import UnobservableError
from lakatos.measure.identify.probes import FORMS, LONE, SHAPES, Form, probes
from lakatos.measure.identify.stages import STAGES, fixed, nearest
from lakatos.measure.identify.world import Found, Value, World, world

#: What kind of input a shape is.
_RANKS = {1: "(vocab,)", 2: "(positions, vocab)", 3: "(batch, positions, vocab)"}


@dataclass(frozen=True, kw_only=True, repr=False)
class IdentifiedDivergence(Identification):
    """Which divergence a function computes, P being its target and Q the other.

    Attributes:
        formula: in P and Q.
        order: which argument is which, in words; that it cannot be told, for a symmetric one.
        beta, alpha, temperature: the number inside, where there is one; a fraction if it is one.
        smoothing: a constant added for safety, in words.
        convention: a factor in common use that it carries, in words.
        unit: "nats", "bits" or "log10 units"; None without a logarithm, or if the factor left over hides it.
        scale: the factor left over; 1 if there is none.
        reduction: over positions.
        mask: what becomes of padded positions; None if it takes no mask.
        inputs: what it expects to be given.
        vocabulary: the full one, the top k or the sampled token.
        edges: where a probability is 0 or tiny, what it gives if that is not the value.
    """

    formula: str = ""
    order: str = ""
    beta: Value | None = None
    alpha: Value | None = None
    temperature: Value | None = None
    smoothing: str = ""
    convention: str = ""
    unit: str | None = None
    scale: Value = 1
    reduction: str = ""
    mask: str | None = None
    inputs: str = ""
    vocabulary: str = ""
    edges: tuple[str, ...] = ()

    def rows(self) -> list[tuple[str, str]]:
        """What was told, as pairs of label and text."""
        inside = (("β", self.beta), ("α", self.alpha), ("T", self.temperature))
        return [
            ("is", f"{self.name}: {self.formula}"),
            ("order", self.order),
            *((symbol, number(value)) for symbol, value in inside if value is not None),
            ("smoothed", self.smoothing),
            ("factor", self.convention),
            ("unit", self.unit or ""),
            ("left over", f"times {number(self.scale)}" if self.scale != 1 else ""),
            ("reduction", self.reduction),
            ("mask", self.mask or ""),
            ("inputs", self.inputs),
            ("vocabulary", self.vocabulary),
            *(("at edges", text) for text in self.edges),
        ]


def identify_divergence(
    f: Callable[..., Any],
    *,
    inputs: Form | tuple[Form, Form] | Literal["auto"] = "auto",
    target: Literal["first", "second"] = "first",
    mask: Passing = None,
    tokens: Passing = None,
    shapes: Sequence[tuple[int, ...]] | None = None,
    convert: Callable[[Any], Any] | None = None,
    seed: int = 0,
) -> IdentifiedDivergence:
    """Which divergence a function of two distributions computes, from its values on random ones.

    The function is called on pairs of distributions of many shapes. Every divergence of the catalogue, in either
    order, with every reduction, is compared with what it gives, up to one constant factor; β, α, a temperature, a
    small constant and the k of a top k are solved for. The factor is then read as a unit of the logarithm and a
    convention. It is identified only if it agrees everywhere to within its own rounding: a sum of several, or one
    that is clipped, is none of the catalogue. A clip that no input reached is looked for at its edges, and named there.

    Args:
        f: called as ``f(p, q)``, with arrays whose last axis is the vocabulary, of shape (positions, vocab) and
            (batch, positions, vocab), or (vocab,) if it takes neither. It gives a number or an array.
        inputs: what it expects: "probabilities", "log-probabilities", "logits" (not normalised), or "token
            log-probabilities" (of shape (positions,), of the sampled token alone); a pair, if its arguments differ.
        target: which argument is the target or teacher, P: the forward KL is the expectation over it.
        mask, tokens: how a mask (true where a position counts) and sampled token ids are passed: True by place after
            the two distributions (the mask first), a text under that keyword, False not at all. By default a
            parameter is filled by its name, if it speaks of a mask or of tokens.
        shapes: shapes to call it with, if it takes no others. What never changes cannot be told from a factor.
        convert: applied to each array before the call, as ``torch.tensor``.
        seed: of the distributions.

    Raises:
        TypeError: if f cannot be called like that.
        ValueError: for an unknown form or shape.

    >>> import numpy as np
    >>> found = identify_divergence(lambda p, q: np.mean(np.sum(q * np.log2(q / p), axis=-1)))
    >>> found.name, found.order, found.unit, found.reduction
    ('reverse KL', 'expectation over the second argument', 'bits', 'mean over positions')
    """
    if target not in ("first", "second"):
        raise ValueError(f"target is {target!r}; it is 'first' or 'second'")
    call = calling(f, {"mask": mask, "tokens": tokens}, leading=2, convert=convert)
    near: list[Found] = []
    reasons: list[str] = []
    partly: list[str] = []
    compared: set[tuple[Form, Form]] = set()
    groups = _groups(shapes, call)
    for group in groups:
        chosen = probes(group, seed=seed)
        worlds: list[World] = []
        for forms in _forms(inputs):
            try:
                worlds.append(world(call, forms, ("first", "second").index(target), chosen))
            except UnobservableError as problem:
                reasons.append(str(problem))
        met, tried = _search(worlds, compared, auto=inputs == "auto")
        if met and met[0].world.forms not in compared:
            return _answer(met, worlds, others=group != groups[0])
        # It gave something to compare on other shapes, and that was none of the catalogue.
        partly += [f"on input of shape {_RANKS[len(group[0])]} alone it is {_plainest(met).words()}"] if met else []
        near += [found for found in tried if found.world.forms not in compared]
        compared |= {one.forms for one in worlds}
    return _none(near, reasons, partly)


def _search(
    worlds: Sequence[World], compared: set[tuple[Form, Form]], *, auto: bool
) -> tuple[list[Found], list[Found]]:
    """The candidates that agree, all in one world, and those without a number inside that were tried.

    A form that was compared before on other shapes is looked at with the latter alone.
    """
    near: list[Found] = []
    for stage in STAGES:
        for one in worlds:
            if stage is not fixed and one.forms in compared:
                continue
            tried = list(_until_plain(stage(one, auto=auto), one))
            met = [found for found in tried if found.agrees]
            if met:
                return met, near
            near += tried if stage is fixed else []
    return [], near


def _plainest(met: Sequence[Found]) -> Found:
    return min(met, key=lambda found: found.plainness)


def _until_plain(candidates: Iterator[Found], one: World) -> Iterator[Found]:
    """Candidates, up to one with a number solved for that agrees to all digits of a double and leaves no factor."""
    for found in candidates:
        yield found
        sharp = one.seen.precision == "float64" and found.fit.worst <= one.seen.tolerance
        if sharp and found.parameters and found.scale.left == 1:
            return


def _groups(shapes: Sequence[tuple[int, ...]] | None, call: Calling) -> list[tuple[tuple[int, ...], ...]]:
    """The shapes to try together, and then, if it is none of the catalogue on all of them, on some."""
    if shapes is not None:
        return [tuple(tuple(shape) for shape in shapes)]
    ranks = [tuple(s for s in SHAPES if len(s) == rank) for rank in (3, 2)]
    return [SHAPES, *ranks, *([] if call.slots else [LONE])]


def _forms(inputs: Any) -> list[tuple[Form, Form]]:
    if inputs == "auto":
        # Logits before log-probabilities: what takes logits takes those too.
        whole: tuple[Form, ...] = ("probabilities", "logits", "log-probabilities")
        mixed = [(a, b) for a in whole for b in whole if a != b]
        return [*((w, w) for w in whole), *mixed, ("token log-probabilities", "token log-probabilities")]
    both = (inputs, inputs) if isinstance(inputs, str) else tuple(inputs)
    for form in both:
        if form not in FORMS or len(both) != 2:
            raise ValueError(f"inputs is {inputs!r}; it is 'auto', or one or a pair of {', '.join(map(repr, FORMS))}")
    if len({form == "token log-probabilities" for form in both}) == 2:
        raise ValueError(f"inputs is {inputs!r}: token log-probabilities go with token log-probabilities only")
    return [both]


def _answer(met: Sequence[Found], worlds: Sequence[World], *, others: bool) -> IdentifiedDivergence:
    # Stable: of several as plain, the first of the catalogue.
    best, *alike = sorted(met, key=lambda found: found.plainness)
    scale, here = best.scale, best.world
    inside = {p.symbol: value for p, value in best.parameters}
    lone = all(len(x.shape) == 1 for x in here.probes)
    halves = best.kernel.name in ("Jensen-Shannon divergence", "Jensen-Shannon distance")
    return IdentifiedDivergence(
        name=best.name,
        formula=best.formula + (" at the temperature T" if "T" in inside else ""),
        order=best.kernel.order.format(**best.letters) or "symmetric: behaviour cannot tell which argument is which",
        beta=inside.get("β", Fraction(1, 2) if halves else None),
        alpha=inside.get("α"),
        temperature=inside.get("T"),
        smoothing=best.view.format(**best.letters, at=f"{float(inside['ε']):.3g}") if "ε" in inside else "",
        convention=scale.convention,
        unit=scale.unit,
        scale=scale.left,
        reduction=_reduction(best, lone=lone),
        mask=best.reduction.mask if here.masked else None,
        inputs=_inputs(here),
        vocabulary=best.cut or _vocabulary(best),
        edges=() if best.kernel.sampled or best.cut else at_edges(best),
        evidence=evidence(here.seen, best.fit.worst, exact=agrees_exactly(best)),
        alternatives=_alternatives(best, alike, lone=lone),
        notes=_notes(best, worlds, others=others),
    )


def _inputs(one: World) -> str:
    first, second = one.forms
    return first if first == second else f"the first argument {first}, the second {second}"


def _vocabulary(best: Found) -> str:
    if best.kernel.sampled:
        return "the sampled token alone"
    return f"full (tried with {max(x.shape[-1] for x in best.world.probes)} entries at most)"


def _reduction(best: Found, *, lone: bool) -> str:
    name = best.reduction.name
    return "none: one distribution at a time" if lone and name == "mean over positions" else name


def _alternatives(best: Found, others: Sequence[Found], *, lone: bool) -> tuple[str, ...]:
    told = [r.name if r.mask == best.reduction.mask else f"{r.name}, {r.mask}" for r in best.bank.alike[best.fit.row]]
    same = [f"on these shapes also: {' · '.join(told)}"] if told and not lone else []
    # With a factor left over it is another candidate only if what it divides by never changed.
    left = [
        found.words()
        for found in others
        if found.kind != best.kind
        if (found.scale.left == 1 and not (lone and found.kernel is best.kernel))
        or (isinstance(found.scale.left, Fraction) and found.scale.left > 0 and found.reduction != best.reduction)
    ]
    # The same line, solved for from another start, is no other.
    return (*same, *(words for words in dict.fromkeys(left) if words != best.words()))


def _notes(best: Found, worlds: Sequence[World], *, others: bool) -> tuple[str, ...]:
    notes = [*best.world.seen.notes]
    name = best.kernel.name
    if name == "forward KL":
        end = "β = 1" if best.swapped else "β = 0"
        notes.append(f"the end {end} of the interpolation whose ends are the two KLs, β being the weight of P")
    if best.scale.unit is None and best.kernel.logs:
        notes.append("the factor left over belongs to no unit of the logarithm: the unit is not told")
    if others:
        shape = _RANKS[len(best.world.probes[0].shape)]
        notes.append(f"told on input of shape {shape} alone: on others it gives nothing that could be compared")
    if name in ("total variation", "squared error of the probabilities") and _takes_any(best, worlds):
        notes.append("it takes arrays as they are: given logits, it compares those")
    return tuple(notes)


def _takes_any(best: Found, worlds: Sequence[World]) -> bool:
    """Whether it does to logits, as they are, what it does to probabilities."""
    for one in worlds:
        if one.forms == ("logits", "logits"):
            at = best.values(replace(one.x, p=one.x.a, q=one.x.b))
            for bank in one.banks:
                if at is not None and bank.entries == best.bank.entries:
                    _, worst, _ = fits(one.seen.values, *bank.predict(at))
                    if (worst <= one.seen.tolerance).any():
                        return True
    return False


def _none(near: Sequence[Found], reasons: Sequence[str], partly: Sequence[str]) -> IdentifiedDivergence:
    # A root at the end, or a single token, is near to many things and tells little; so is what was seen on few inputs.
    most = max((len(found.world.probes) for found in near), default=0)
    telling = [found for found in near if not found.reduction.root and len(found.world.probes) == most]
    plain = [found for found in telling if not found.world.tokens_only] or telling or near
    pairs = [(nearest(found), found.world) for found in plain]
    inputs = _inputs(min(pairs, key=lambda pair: pair[0].rank)[1]) if pairs else ""
    none = unidentified(IdentifiedDivergence, [(how, one.seen) for how, one in pairs], reasons, inputs=inputs)
    return replace(none, notes=(*none.notes, *partly))
