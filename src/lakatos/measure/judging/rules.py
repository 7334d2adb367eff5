"""The rules by which a judgement is reached, in the order in which they are tried."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from lakatos.measure.forensics import CONSTANTS, Constant, Span
from lakatos.measure.judging.computed import (
    agreeing,
    annualised,
    impossible,
    label_of,
    labelled,
    levels,
    recomputed,
    sized,
    weighted,
)
from lakatos.measure.judging.conventions import GROUPS, Convention, Group
from lakatos.measure.judging.facts import Question
from lakatos.measure.judging.judgement import Asserts, Judgement
from lakatos.measure.judging.quantity import Quantity, plain, ratio_of
from lakatos.measure.judging.relations import relate
from lakatos.measure.quantities.compare import Comparison, compare
from lakatos.measure.quantities.units import UnitError, unit

_DIRECTIONS = ("faster", "slower", "higher", "lower", "more", "less")
#: A decimal place is no slip of units, but a reason to ask how the figures were computed.
_PLACE = Constant("10 (a decimal place)", Span.of(10), ("formula", "reference value"))


def unread(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """Without both numbers nothing is decided; two statements in words may contradict each other."""
    del asserts
    words = [{w for w in _DIRECTIONS if w in (q.text or "").lower()} for q in (p, a)]
    if words[0] and words[1] and words[0] != words[1] and p.number() is None:
        return Judgement(
            "ambiguous",
            f"{p.text!r} and {a.text!r} contradict each other: the words and the ratios must agree",
            questions=(Question("wording"), Question("formula")),
        )
    return ask(p, a) if p.number() is None or a.number() is None else None


def unclaimed(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """Two figures that nobody holds against a claim have nothing to be right or wrong about."""
    if asserts != "nothing":
        return None
    ratio = ratio_of(p, a)
    said = ""
    if ratio is not None and _time(p.unit) and _time(a.unit):
        less, more = sorted([1 / ratio.value, ratio.value])
        percent = float(100 * (1 - less)), float(100 * (more - 1))
        said = f": {float(more):.3g}x as fast, {percent[0]:.3g}% less time and {percent[1]:.3g}% faster are one ratio"
    comparison = _compared(p, a)
    if isinstance(comparison, Comparison) and comparison.normalised and comparison.factors:
        said = f": as printed {comparison.naive}, in one unit {comparison.normalised}"
    return Judgement(
        "ambiguous",
        f"no claim is named that {p} and {a} contradict{said}",
        None,
        comparison if isinstance(comparison, Comparison) else None,
        questions=(Question("wording"),),
    )


def conventional(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """The two figures follow different conventions: one of them a slip, or both in use."""
    for group, of_p, of_a in recognised(p, a):
        if of_a is None or (of_p is None and (of_a.standing != "slip" or asserts != "compared" or not group.strong)):
            continue
        if of_p is None:
            return Judgement(
                "false accusation",
                f"{group.name}: {of_a.label} ({a.text}), held against {p.text}",
                assumes=(f"that {a} is {of_a.label}, as it is said here",),
                questions=tuple(map(Question, group.facts)),
            )
        if of_p.label == of_a.label:
            continue
        asked = tuple(Question(f) for f in group.facts)
        if "slip" not in (of_p.standing, of_a.standing):
            return Judgement(
                "ambiguous", f"{group.name}: {of_p.label} against {of_a.label}, both in use", questions=asked
            )
        if of_p.standing == of_a.standing:
            continue
        return _contrasted(group, (p, of_p), (a, of_a), asserts)
    return None


def _contrasted(
    group: Group, one: tuple[Quantity, Convention], other: tuple[Quantity, Convention], asserts: Asserts
) -> Judgement:
    """A slip on one side, what is sound or in use on the other: whose it is, if the numbers bear it out."""
    (p, of_p), (a, of_a) = one, other
    asked = tuple(Question(f) for f in group.facts)
    guilty_p = of_p.standing == "slip"
    fit = relate(group.relation, *((p, a) if guilty_p else (a, p)))
    said = f"{of_p.label} ({p.text}) against {of_a.label} ({a.text}). {fit.says}".strip()
    ratio = ratio_of(p, a)
    if ratio and 1 in ratio and not fit.fits:
        return Judgement(None, f"{group.name}: {said}: but the two figures are the same", questions=asked)
    if fit.fits is False and not fit.wrong:
        return Judgement(None, f"{group.name}: {said}: the slip does not explain the numbers", questions=asked)
    if not guilty_p:
        stated = (f"that {a} is {of_a.label}, as it is said here",)
        return Judgement(
            "false accusation", f"{group.name}: {said}", False if asserts == "instead" else None, assumes=stated
        )
    if group.sound_too(p.words):
        return Judgement(None, f"{group.name}: {said}: the words name what is sound as well", questions=asked)
    if of_a.standing != "sound":
        return Judgement(None, f"{group.name}: {said}: the second need not be right either", questions=asked)
    stated = (f"that {p} is {of_p.label}, as it is said here",)
    return Judgement("claim wrong", f"{group.name}: {said}", fit.fits if asserts == "instead" else None, assumes=stated)


def recognised(p: Quantity, a: Quantity) -> list[tuple[Group, Convention | None, Convention | None]]:
    """The groups of conventions that the words of either side name."""
    both = f"{p.words} {a.words}"
    found = [(g, g.of(p.words), g.of(a.words)) for g in GROUPS if g.applies(both)]
    return [(g, x, y) for g, x, y in found if x or y]


def compared(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """The two figures in one unit and per one item."""
    comparison = _compared(p, a)
    if not isinstance(comparison, Comparison) or comparison.normalised is None or comparison.naive is None:
        return None
    naive, normalised = comparison.naive, comparison.normalised
    steps = "; ".join(map(str, comparison.factors))
    if not comparison.factors and naive.value != 1:
        return None
    if normalised.low <= 1 <= normalised.high:
        said = f"{p.text} {plain(p.unit)}{_per(p)} and {a.text} {plain(a.unit)}{_per(a)} are the same: {steps}"
        return Judgement("false accusation", said, None, comparison, comparison.unverified)
    if asserts == "instead":
        return None
    if any("includes" in name for q in (p, a) for name in q.said):
        return Judgement(
            "ambiguous",
            f"the times include more than what the claim is about ({steps})",
            None,
            comparison,
            comparison.unverified,
            (Question("timer scope"), Question("batch size")),
        )
    left = abs(math.log(normalised.value)) / abs(math.log(naive.value)) if naive.value != 1 else 2.0
    if (naive.value > 1) != (normalised.value > 1) or left < 0.5:
        said = f"held against each other as printed they give {naive}; per common item {normalised} ({steps})"
        return Judgement("false accusation", said, None, comparison, comparison.unverified)
    return None


def _compared(p: Quantity, a: Quantity) -> Comparison | str:
    one, other = p.reported(), a.reported()
    if one is None or other is None:
        return "not readable"
    try:
        return compare(one, other)
    except ValueError as error:
        return str(error)


def ask(p: Quantity, a: Quantity) -> Judgement:
    """What has to be asked when nothing decides."""
    both = f"{p.words} {a.words}"
    facts = ["raw values"] * (p.text is None or a.text is None) + ["per"] * (not (p.per and a.per))
    groups = recognised(p, a)
    # Where the two sides name different conventions, that is what to ask about.
    contrasts = [g for g, x, y in groups if x and y and x.label != y.label]
    for group in contrasts or [g for g, _, _ in groups]:
        facts += group.facts
    units = [plain(q.unit) for q in (p, a)]
    if re.search(r"batch|rollout", both) or (any(map(_time, units)) and re.search(r"image|item|sample", both)):
        facts += ["batch size", "linearity"]
    if units[0] != units[1] or label_of(p.unit) or label_of(a.unit) or "/" in p.per + a.per:
        facts += ["timer unit"] * any(map(_time, units)) + ["column unit", *_unit_facts(both)]
    ratio, note = ratio_of(p, a), ""
    if ratio and ratio.value != 1:
        note = f"; the ratio of {float(ratio.value):.4g} alone does not say whose slip it is"
        # A ratio alone convicts nobody, but it may say what to ask.
        for constant in (*CONSTANTS, _PLACE):
            if any(not constant.value.gap(Span(r.low, r.high, r.value)) for r in (ratio, ratio.inverse())):
                facts += constant.facts
    questions = tuple(Question(f) for f in dict.fromkeys(facts or ["formula"]))
    return Judgement(None, f"what is stated does not decide between {p} and {a}{note}", questions=questions)


def _unit_facts(words: str) -> list[str]:
    patterns = {
        "prefix convention": r"\b[kmgt]i?b\b|bytes?\b|[kmgt]bit",
        "log base": r"\bnats?\b|\bbits?\b|\blog",
        "operation convention": r"flop|\b\w?macs?\b",
    }
    return [fact for fact, pattern in patterns.items() if re.search(pattern, words)]


def _per(q: Quantity) -> str:
    return f" per {plain(q.per)}" if q.per else ""


def _time(text: str) -> bool:
    try:
        return unit(plain(text)).powers == (("time", 1),)
    except UnitError:
        return False


RULES: tuple[Callable[[Quantity, Quantity, Asserts], Judgement | None], ...] = (
    unread, unclaimed, impossible, labelled, levels, annualised, weighted, sized, recomputed, agreeing, conventional,
    compared,
)  # fmt: skip
