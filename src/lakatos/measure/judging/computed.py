"""Judgements that the two figures themselves decide: computed from their units, levels, sizes and numbers."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from lakatos.measure.judging.conventions import GROUPS
from lakatos.measure.judging.facts import Question
from lakatos.measure.judging.judgement import Asserts, Judgement, Outcome
from lakatos.measure.judging.quantity import Quantity, plain, ratio_of
from lakatos.measure.judging.reconcile import natural_decibels, reconciled, same_speed, squared
from lakatos.measure.judging.relations import Fit
from lakatos.measure.quantities.ratio import Ratio
from lakatos.measure.quantities.reported import Reported, reported
from lakatos.measure.quantities.units import BASES, NOUNS, Unit, UnitError, unit

#: What a share of something cannot exceed.
_BOUNDED = r"\bmfu\b|\bhfu\b|utili[sz]ation|accuracy|recall|precision|\bf1\b|probability|share|occupancy"
#: Changes, and what is held against another amount or summed over processors, may exceed it.
_UNBOUNDED = (
    r"higher|lower|more|less|better|worse|faster|slower|increas|decreas|improve|gain|reduc|relative|change|differen"
    r"|baseline|\b(rated|nominal|quota|request|limit)|\bof (the |a )?(human|teacher|original|reference|full)"
    r"|cpu|core|thread|process|all (gpu|device)"
)
_LABELLED = (
    re.compile(
        r"(?P<true>.+?)[\s(]+(?:mis)?(?:label+ed|named|called|reported|printed)(?: as)? (?P<label>[^()]+)\)?", re.I
    ),
    re.compile(r"(?P<label>.+?)[\s(]+(?:really|actually|meaning|in truth) (?P<true>[^()]+)\)?", re.I),
)
_LEVELS = re.compile(r"(-?\d+(?:\.\d+)?) ?%? ?(?:->|→|to) ?(-?\d+(?:\.\d+)?) ?%?")
_PRODUCT = re.compile(r"\d+(?:\.\d+)?(?: ?[*/×] ?\d+(?:\.\d+)?)+")
_SIZE = re.compile(r"of an? (\d+)[- ]\w+ (?:sample|sequence|batch|group|document)")
_SAMPLES = re.compile(
    r"\bn ?= ?([\d,]+)(k?)"
    r"|(?:samples?|generated|images|pictures) ([\d,]+)(k?)"
    r"|\b([\d,]+)(k?) (?:generated|samples|images|pictures)"
)


def impossible(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """A share above the whole is wrong, whatever the convention."""
    del asserts
    for q, outcome in ((p, "claim wrong"), (a, "false accusation")):
        number = q.number()
        bounded = (
            re.search(r"percent|%", q.unit) and re.search(_BOUNDED, q.words) and not re.search(_UNBOUNDED, q.words)
        )
        if number and bounded and number.interval()[0] > 100:
            fit = _references(p, a)
            return Judgement(outcome, f"{q.text} {q.unit} is more than the whole. {fit.says}".strip(), fit.fits)  # type: ignore[arg-type]
    return None


def _references(p: Quantity, a: Quantity) -> Fit:
    """Whether two shares with stated references are shares of one amount."""
    numbers = [re.findall(r"\d[\d,]*(?:\.\d+)?(?= ?[TGMPk]?(?:FLOP|B|W|ng|mg|g)\b)", q.per) for q in (p, a)]
    ratio = ratio_of(p, a)
    if not all(len(n) == 1 for n in numbers) or ratio is None:
        return Fit(None, "")
    mine, theirs = (Fraction(n[0].replace(",", "")) for n in numbers)
    if not mine * theirs:
        return Fit(None, "")
    over = theirs / mine
    fits = over in ratio
    return Fit(fits, f"Of the other reference it would be {float(p.number().value / over):.4g}")  # type: ignore[union-attr]


def labelled(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """A figure in one unit under the label of another; the correction is recomputed."""
    found = label_of(p.unit)
    if not found or asserts != "instead":
        return None
    true, label = found
    if not _two_units(true, label):
        return None
    number, theirs = p.number(), a.number()
    assert number is not None and theirs is not None
    because = f"{p.text} is in {true} and labelled {label}"
    try:
        factor = _linked(unit(_word(true)), unit(_word(a.unit)))
    except UnitError:
        return Judgement("claim wrong", because, None, assumes=(f"that it is in {true}",))
    low, high = (x * factor for x in number.interval())
    right = low <= theirs.interval()[1] and theirs.interval()[0] <= high if _same_per(p, a) else None
    because += f": in {plain(a.unit)} that is {float(number.value * factor):.10g}"
    return Judgement("claim wrong", because, right, assumes=(f"that it is in {true}",))


def _two_units(true: str, label: str) -> bool:
    """Whether two texts name units that differ: "reported by the authors" and "named p50" name none."""
    try:
        one, other = unit(_word(true)), unit(_word(label))
    except UnitError:
        return False
    known = len(label.split()) <= 2 and all(
        u.powers and all(n in BASES or n in NOUNS for n, _ in u.powers) for u in (one, other)
    )
    return known and one != other


def _same_per(p: Quantity, a: Quantity) -> bool:
    return not (p.per and a.per) or plain(p.per).lower() == plain(a.per).lower()


def label_of(text: str) -> tuple[str, str] | None:
    """What a figure is in and what it is labelled, if its unit says both."""
    for pattern in _LABELLED:
        match = pattern.fullmatch(text.strip())
        if match:
            return match["true"].strip(" ("), match["label"].strip(" )")
    return None


def _word(text: str) -> str:
    """The unit in a text of a unit and what it is of: "percent reduction" is percent."""
    text = plain(text)
    try:
        unit(text)
    except UnitError:
        return text.split(" ")[0]
    first = text.split(" ")[0]
    return first if unit(first).powers and unit(first).powers[0][0] in BASES else text


def _linked(one: Unit, other: Unit) -> Fraction:
    """How many of the other one is, by definition or by the convention of two operations per multiply-add."""
    if one.powers == other.powers:
        return one.to(other)
    if dict(one.powers) == {"MAC": 1} and dict(other.powers) == {"FLOP": 1}:
        return 2 * one.factor / other.factor
    raise UnitError(f"{one} and {other}")


def levels(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """A change between two stated levels: relative, or in points?"""
    if asserts != "instead" or not re.search(r"percent|%|points?|\bpp\b", p.unit):
        return None
    match = _LEVELS.search(p.per) or _LEVELS.search(a.per)
    if not match:
        return None
    points, relative = _changes(reported(match[1]), reported(match[2]))
    number, theirs = p.number(), a.number()
    assert number is not None and theirs is not None
    if points is None or relative is None:
        return None
    said_points = re.search(r"point|\bpp\b", p.unit) is not None
    right, other = (points, relative) if said_points else (relative, points)
    said = f"from {match[1]} to {match[2]} is {float(points.value):.4g} points and {float(relative.value):.4g} percent"
    if _can_be(number, right):
        return Judgement("false accusation", f"{said}: {p.text} {p.unit} is right", False)
    # The levels were rounded: a correction is wrong only if it is nothing that they may give.
    follows = (
        theirs.contains(abs(right.value)) or theirs.contains(right.value) or (None if _can_be(theirs, right) else False)
    )
    slip = _can_be(number, other)
    if not slip and not follows:
        return None  # it may be a change of something else than what lies between these two
    points_said = " (that is in points)" if slip and not said_points else ""
    return Judgement("claim wrong", f"{said}, not {p.text} {p.unit}{points_said}", follows)


def _changes(before: Reported, after: Reported) -> tuple[Ratio | None, Ratio | None]:
    """The change in points and in percent, with what the rounding of both levels leaves open."""
    (low, high), (low_after, high_after) = before.interval(), after.interval()
    if low <= 0 or low_after < 0:
        return None, None
    points = Ratio(after.value - before.value, low_after - high, high_after - low)
    relative = Ratio(
        *(100 * (x / y - 1) for x, y in ((after.value, before.value), (low_after, high), (high_after, low)))
    )
    return points, relative


def _can_be(number: Reported, change: Ratio) -> bool:
    """Whether a printed number, rounded or cut off, can be a change, or its amount."""
    low, high = number.value - number.resolution, number.value + number.resolution
    return any(
        change.low <= sign_high and sign_low <= change.high for sign_low, sign_high in ((low, high), (-high, -low))
    )


def annualised(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """Two numbers of periods in a year, of which one multiplies by what the other divides by."""
    if asserts != "instead" or not re.search(r"per(iods?|year)|/ ?y(ea)?r|bars", f"{p.per} {p.unit}"):
        return None
    products = [_PRODUCT.search(q.per) for q in (p, a)]
    ratio = ratio_of(p, a)
    if not (products[0] and products[1]) or ratio is None:
        return None
    (up_p, down_p), (up_a, down_a) = (_multiplied(m[0]) for m in products if m)
    if 0 in (*down_p, *down_a):
        return None
    many, theirs = (math.prod(up) / math.prod(down, start=Fraction(1)) for up, down in ((up_p, down_p), (up_a, down_a)))
    turned = [f for f in down_a if f in up_p and f not in down_p]
    # Only where minutes are counted is the next factor how long a period is: 252 * 78 are 78 periods of a day.
    minutes = Fraction(60) in up_p and Fraction(60) in up_a
    if not turned or not minutes or many != theirs * turned[0] ** 2 or theirs < 1:
        return None
    root = abs(ratio.value**2 * theirs / many - 1) < Fraction(1, 10_000)
    return Judgement(
        "claim wrong",
        f"{products[0][0]} multiplies by the {float(turned[0]):g} that a period lasts; a longer period makes fewer "
        f"in a year, so it divides: {products[1][0]}",
        root or None,
        assumes=(f"a period of {float(turned[0]):g} of the smallest units named",),
    )


def _multiplied(product: str) -> tuple[list[Fraction], list[Fraction]]:
    """The factors of a product as it is written, and what it is divided by."""
    up: list[Fraction] = []
    down: list[Fraction] = []
    for mark, number in re.findall(r"([*/×]?) ?(\d+(?:\.\d+)?)", product):
        (down if mark == "/" else up).append(Fraction(number))
    return up, down


def weighted(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """Items of two groups that weigh as one over the size of their group: groups are averaged, and not items."""
    del asserts
    sizes = [_SIZE.search(q.per) for q in (p, a)]
    ratio = ratio_of(p, a)
    if not (sizes[0] and sizes[1]) or "weight" not in p.unit.lower() or ratio is None:
        return None
    n, m = (int(s[1]) for s in sizes if s)
    if n == m or min(n, m) < 2:
        return None
    # Of n tokens n - 1 are predicted.
    fits = any(Fraction(y, x) in ratio for x, y in ((n, m), (n - 1, m - 1)))
    if not fits:
        return None
    return Judgement(
        "claim wrong",
        f"an item weighs {p.text} in a group of {n} and {a.text} in a group of {m}: groups are averaged, not items",
    )


def sized(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """An estimate whose bias depends on the sample size, held against one of another size."""
    group = next(g for g in GROUPS if g.name == "sample size of a biased estimate")
    sizes = [
        _SAMPLES.search(f"{q.words} samples {q.counts['samples']}" if "samples" in q.counts else q.words)
        for q in (p, a)
    ]
    if not group.applies(f"{p.words} {a.words}") or not (sizes[0] and sizes[1]):
        return None
    n, m = (_many(s.groups()) for s in sizes if s)
    if n == m:
        return None
    said = f"the estimate depends on its sample size: {p.text} from {n:,} and {a.text} from {m:,}"
    if m < n:
        return Judgement("false accusation", said, False if asserts == "instead" else None)
    return Judgement("ambiguous", said, None, questions=tuple(Question(f) for f in group.facts))


def _many(found: tuple[str | None, ...]) -> int:
    number, thousands = next((n, k) for n, k in zip(found[::2], found[1::2], strict=True) if n)
    return int(number.replace(",", "") or 0) * (1000 if thousands else 1)


def recomputed(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """A root and its square, decibels by the natural logarithm: the numbers alone say which of the two it is."""
    for found, what in (
        (squared(p, a), "is the square of the other, or its root, and not the one that is named"),
        (natural_decibels(p, a), "was taken with the natural logarithm, where decibels are of the common one"),
    ):
        if found is True and asserts == "instead":
            return Judgement("claim wrong", f"{p} {what}: {a.text} is not", True)
        if found is False:
            return Judgement(
                "false accusation", f"{a} {what}: {p.text} is not", False if asserts == "instead" else None
            )
    return None


def agreeing(p: Quantity, a: Quantity, asserts: Asserts) -> Judgement | None:
    """Two figures that are one in other words, or once what is stated beside them is applied."""
    words = same_speed(p, a)
    if words:
        outcome: Outcome = "false accusation" if asserts == "compared" else "ambiguous"
        return Judgement(outcome, words, questions=(Question("wording"),))
    by = reconciled(p, a) if asserts == "compared" else None
    if by:
        return Judgement(
            "false accusation",
            f"{p} is {a} times {by}: the two agree",
            None,
            assumes=(f"that {by} belongs between them",),
        )
    return None
