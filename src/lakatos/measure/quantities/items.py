"""From what two values are per to what both can be per: a batch to its items, a device to all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from lakatos.measure.quantities.ratio import Factor, Ratio, exactly

Counts = Mapping[str, tuple[Fraction, str]]

#: What holds other things: the count that says how many, and of what if the count does not say.
_HOLDS = {
    "batch": ("batch", ""),
    "micro-batch": ("micro_batch", ""),
    "step": ("batch", "sample"),
    "iteration": ("batch", "sample"),
    "sequence": ("sequence", "token"),
    "epoch": ("samples", "sample"),
    "run": ("samples", "sample"),
}
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
    """One value: what it is per, whether it is per device, the dimension it is in, and what is counted with it."""

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
    if turned:
        by_item = Items(
            tuple(Factor(f.name, f.by.inverse(), f.source, f.verified) for f in by_item.factors),
            tuple(x.inverse() for x in by_item.spread),
            by_item.unverified,
            by_item.questions,
        )
    by_device = _by_device(a, b, turned=turned, mixed=mixed)
    if isinstance(by_device, str):
        return by_device
    return Items(
        by_item.factors + by_device.factors,
        by_item.spread + by_device.spread,
        by_item.unverified + by_device.unverified,
        by_item.questions + by_device.questions,
    )


def contents(side: Side, other: str | None) -> list[tuple[str, Fraction]]:
    """What one item holds, level by level: batch 1, rollout 50, ...; as far as the counts say."""
    chain: list[tuple[str, Fraction]] = [(side.item or "", Fraction(1))]
    while chain[-1][0] in _HOLDS and len(chain) < 5:
        container, so_far = chain[-1]
        name, usual = _HOLDS[container]
        count, what = side.counts.get(name, (Fraction(0), ""))
        if name == "batch" and container in ("step", "iteration") and "repeat" in side.counts and other == "frame":
            count, what = side.counts["repeat"][0], "frame"
        elif name == "batch" and count and container in ("step", "iteration"):
            count *= side.counts.get("accumulation", (Fraction(1), ""))[0]
        what = what or usual or (other if other and other not in _HOLDS else "sample")
        if not count or any(what == seen for seen, _ in chain):
            break
        chain.append((what, so_far * count))
    if "tokens" in side.counts and chain[-1][0] != "token":
        chain.append(("token", chain[-1][1] * side.counts["tokens"][0]))
    return chain


def _by_item(a: Side, b: Side) -> Items | str:
    if a.item == b.item and (a.item not in _HOLDS or _same_content(a, b)):
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
    return side.counts.get(_HOLDS[side.item or ""][0], (0, ""))[1]


def _said_count(side: Side) -> bool:
    return _HOLDS[side.item or ""][0] in side.counts


def _same_content(a: Side, b: Side) -> bool:
    name, _ = _HOLDS[a.item or ""]
    if name not in a.counts or name not in b.counts:
        return False
    (many_a, what_a), (many_b, what_b) = a.counts[name], b.counts[name]
    return many_a == many_b and (what_a == what_b or not (what_a and what_b))


def _by_device(a: Side, b: Side, *, turned: bool, mixed: bool) -> Items | str:
    many_a, many_b = (x.counts.get("devices", (Fraction(0), ""))[0] for x in (a, b))
    if a.per_device != b.per_device:
        side, many = (a, many_a) if a.per_device else (b, many_b)
        if not many:
            return "on how many devices? One of the two is per device, the other is not"
        by = exactly(many if side is a or (mixed and not turned) else 1 / many)
        return Items((Factor(f"{many} devices", by, "stated; assumed equal shares"),))
    if a.per_device or many_a == many_b or not (many_a and many_b):
        return Items()
    return Items(
        (),
        (exactly(many_a / many_b if turned else many_b / many_a),),
        (f"the counts are for all devices together ({many_a} and {many_b})",),
        ("are the counts per device, or for all devices together?",),
    )


def _holding(item: str | None, many: Fraction, what: str) -> str:
    return f"one {what}" if many == 1 else f"{item} of {float(many):.12g} {what}s"


def _said(side: Side) -> str:
    held = side.counts.get(_HOLDS.get(side.item or "", ("", ""))[0])
    return f"{side.item} of {float(held[0]):.12g} {held[1] or 'item'}s" if held else str(side.item)


def _article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"
