"""From what two values are per to what both can be per: a batch to its items, a device to all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from lakatos.measure.quantities.ratio import Factor, Ratio, exactly
from lakatos.measure.quantities.reported import HOLDS

Counts = Mapping[str, tuple[Fraction, str]]

#: Dimensions in which the whole need not be the sum of its parts: overheads are shared, and parts overlap.
_SHARED = {"time": "time", "mass": "energy", "information": "memory"}


@dataclass(frozen=True)
class Items:
    """How to get from a ratio of what was printed to a ratio per common item.

    Attributes:
        factors: what to multiply the ratio by, in turn.
        spread: by what the ratio would have to be multiplied if an assumption fails wholly; anything between is open.
        unverified: what was assumed.
        questions: what would verify it.
    """

    factors: tuple[Factor, ...] = ()
    spread: tuple[Ratio, ...] = ()
    unverified: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side:
    """One value.

    Attributes:
        item: what it is per, beside devices; None if nothing else.
        per_device: whether it is per device too.
        dimension: what it measures; "time" for a rate as well.
        counts: what is counted with it.
    """

    item: str | None
    per_device: bool
    dimension: str
    counts: Counts


def common_items(a: Side, b: Side, *, turned: bool = False, mixed: bool = False) -> Items | str:
    """How to bring a ratio a/b to a common item; or the question that has to be answered first.

    Args:
        turned: the ratio is one of rates, so many a second: more items make it larger.
        mixed: one of the two is a rate, and the other a time.
    """
    by_item = _by_item(a, b)
    if isinstance(by_item, str):
        return by_item
    by_item = _together(by_item, _by_accumulation(a, b))
    if turned:
        by_item = Items(
            tuple(Factor(f.name, f.by.inverse(), f.source, f.verified) for f in by_item.factors),
            tuple(x.inverse() for x in by_item.spread),
            by_item.unverified,
            by_item.questions,
        )
    by_device = _by_device(a, b, turned=turned, mixed=mixed)
    return by_device if isinstance(by_device, str) else _together(by_item, by_device)


def _together(one: Items, other: Items) -> Items:
    return Items(
        one.factors + other.factors,
        one.spread + other.spread,
        one.unverified + other.unverified,
        one.questions + other.questions,
    )


def contents(side: Side, other: str | None) -> list[tuple[str, Fraction]]:
    """What one item holds, level by level: batch 1, rollout 50, ...; as far as the counts say."""
    chain: list[tuple[str, Fraction]] = [(side.item or "", Fraction(1))]
    while chain[-1][0] in HOLDS and len(chain) < 5:
        container, so_far = chain[-1]
        name, usual = HOLDS[container]
        count, what = side.counts.get(name, (Fraction(0), ""))
        if name == "batch" and container in ("step", "iteration") and "repeat" in side.counts and other == "frame":
            count, what = side.counts["repeat"][0], "frame"
        elif name == "batch" and count and container in ("step", "iteration"):
            count *= _accumulated(side)
        what = what or usual or (other if other and other not in HOLDS else "sample")
        if not count or any(what == seen for seen, _ in chain):
            break
        chain.append((what, so_far * count))
    if "tokens" in side.counts and chain[-1][0] != "token":
        # They are counted in what the value is per, and not in each of its parts: that is ``sequence``.
        chain.append(("token", side.counts["tokens"][0]))
    return chain


def _accumulated(side: Side) -> Fraction:
    return side.counts.get("accumulation", (Fraction(1), ""))[0]


def _by_accumulation(a: Side, b: Side) -> Items:
    """A batch beside an accumulation may be what is accumulated, or the whole: a count does not say which."""
    found = Items()
    for side, first in ((a, True), (b, False)):
        many = _accumulated(side)
        if many == 1 or "batch" not in side.counts or side.item not in ("step", "iteration"):
            continue
        said = f"the batch of {_plain(side.counts['batch'][0])} is one of {_plain(many)} that are accumulated"
        asked = (
            f"is the batch of {_plain(side.counts['batch'][0])} what is accumulated {_plain(many)} times, or the sum?"
        )
        found = _together(found, Items((), (exactly(many if first else 1 / many),), (said,), (asked,)))
    return found


def _by_item(a: Side, b: Side) -> Items | str:
    if a.item == b.item and (a.item not in HOLDS or _same_content(a, b)):
        return Items()
    of_a, of_b = dict(contents(a, b.item)), dict(contents(b, a.item))
    if a.item == b.item and _inside(a) and _inside(b) and _inside(a) != _inside(b):
        return f"how many {_said(b)} make one {_said(a)}, or the other way round?"
    shared = [what for what in of_a if what in of_b and (a.item != b.item or what != a.item)]
    if not shared:
        if a.item == b.item and not (_said_count(a) or _said_count(b)):
            return Items(
                unverified=(f"each {a.item} holds as much on both sides",),
                questions=(f"how many items does each {a.item} hold?",),
            )
        if a.item == b.item:
            return f"how many {_inside(a) or _inside(b) or 'item'}s does each {a.item} hold?"
        return f"how many {_said(b)} make one {_said(a)}, or the other way round?"
    what = shared[0]
    many_a, many_b = of_a[what], of_b[what]
    if many_a == many_b:
        return Items()
    by = exactly(many_b / many_a)
    kind = _SHARED.get(a.dimension)
    name = f"{_holding(a.item, many_a, what)} against {_holding(b.item, many_b, what)}"
    if kind is None:
        return Items((Factor(name, by, "stated"),))
    container = a.item if many_a > 1 else b.item
    return Items(
        (Factor(name, by, f"stated; {_article(what)} {what}'s share of the {container}"),),
        (by.inverse(),),
        (f"{kind} is linear in the {container}",),
        (f"the {kind} of one {what} run alone, or of two sizes of {container}?",),
    )


def _inside(side: Side) -> str:
    return side.counts.get(HOLDS[side.item or ""][0], (0, ""))[1]


def _said_count(side: Side) -> bool:
    return HOLDS[side.item or ""][0] in side.counts


def _same_content(a: Side, b: Side) -> bool:
    name, _ = HOLDS[a.item or ""]
    if name not in a.counts or name not in b.counts:
        return False
    (many_a, what_a), (many_b, what_b) = a.counts[name], b.counts[name]
    same = many_a == many_b and _accumulated(a) == _accumulated(b)
    return same and (what_a == what_b or not (what_a and what_b))


def _by_device(a: Side, b: Side, *, turned: bool, mixed: bool) -> Items | str:
    many_a, many_b = (x.counts.get("devices", (Fraction(0), ""))[0] for x in (a, b))
    if a.per_device != b.per_device:
        return _one_per_device(a, b, turned=turned, mixed=mixed)
    if a.per_device or many_a == many_b:
        return Items()
    if not (many_a and many_b):
        many = _plain(many_a or many_b)
        return Items((), (), (f"both are on {many} devices",), (f"on how many devices is the other? One is on {many}",))
    by = exactly(many_a / many_b if turned else many_b / many_a)
    if a.dimension != "time":
        # More devices take less time; of what adds up, energy or memory, they may take more.
        by = Ratio(Fraction(1), *sorted((by.value, 1 / by.value)))
    return Items(
        (),
        (by,),
        (f"the counts are for all devices together ({_plain(many_a)} and {_plain(many_b)})",),
        ("are the counts per device, or for all devices together?",),
    )


def _one_per_device(a: Side, b: Side, *, turned: bool, mixed: bool) -> Items | str:
    """One of two values is per device: all of the other's devices share it, whatever the first one ran on."""
    single, whole = (a, b) if a.per_device else (b, a)
    rate = turned if single is a else turned != mixed
    if single.dimension == "time" and not rate:
        return "is the time per device what each device takes for one, or the time of all divided by their number?"
    of_single, of_whole = (x.counts.get("devices", (Fraction(0), ""))[0] for x in (single, whole))
    many = of_whole or of_single
    if not many:
        return "on how many devices? One of the two is per device, the other is not"
    up = single is a or mixed
    factor = Factor(f"{_plain(many)} devices", exactly(many if up else 1 / many), "stated; assumed equal shares")
    if not (of_single and of_whole) or of_single == of_whole:
        return Items((factor,))
    return Items(
        (factor,),
        (exactly(of_single / of_whole if up else of_whole / of_single),),
        (f"each device is compared, and not all of them ({_plain(of_single)} and {_plain(of_whole)})",),
        ("is a device compared with a device, or all with all?",),
    )


def _holding(item: str | None, many: Fraction, what: str) -> str:
    return f"one {what}" if many == 1 else f"{item} of {_plain(many)} {what}s"


def _said(side: Side) -> str:
    held = side.counts.get(HOLDS.get(side.item or "", ("", ""))[0])
    return f"{side.item} of {_plain(held[0])} {held[1] or 'item'}s" if held else str(side.item)


def _plain(number: Fraction) -> str:
    return f"{float(number):.12g}"


def _article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"
