"""A ratio of two reported values, or the questions to ask before there can be one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lakatos.measure.reported import Reported


@dataclass(frozen=True)
class Ratio:
    """A ratio with the interval that rounding leaves it."""

    value: Fraction
    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        return f"{float(self.value):.3g} ({float(self.low):.3g} to {float(self.high):.3g} from rounding)"

    def divided(self, count: int) -> Ratio:
        """The ratio when the first value is spread over ``count`` items."""
        return Ratio(self.value / count, self.low / count, self.high / count)


@dataclass(frozen=True)
class Comparison:
    """What two reported values say about each other.

    Attributes:
        naive: the ratio of the two as printed, whatever they are per; None if it may not be formed.
        normalised: the ratio per common item, where the counts stated give one: an amortised figure.
        bracket: between which bounds the ratio of single items lies, if an item run alone takes anything from
            its share of the batch to the whole batch's time; None where there is nothing to bracket.
        questions: what has to be asked before the comparison can be relied on.
    """

    naive: Ratio | None
    normalised: Ratio | None
    bracket: tuple[Fraction, Fraction] | None
    questions: tuple[str, ...]

    def decides(self) -> bool:
        """Whether the order of the two is settled: the same for every normalisation left open."""
        if self.normalised is None or self.naive is None:
            return False
        lows, highs = [self.normalised.low], [self.normalised.high]
        if self.bracket is not None:
            lows.append(self.bracket[0])
            highs.append(self.bracket[1])
        return min(lows) > 1 or max(highs) < 1

    def __str__(self) -> str:
        lines = [f"naive       {self.naive}"] if self.naive else ["cannot compare"]
        if self.normalised:
            lines.append(f"normalised  {self.normalised}")
        if self.bracket:
            lines.append(f"bracket     {float(self.bracket[0]):.3g} … {float(self.bracket[1]):.3g}")
        return "\n".join([*lines, *(f"to ask      {q}" for q in self.questions)])


def compare(a: Reported, b: Reported) -> Comparison:
    """Compare two reported values; a missing per is asked for, never guessed.

    A batch size is used only to spread a batch's figure over its items. Whether an item run alone would take
    that share, or as long as the whole batch, is not known from the count: the bracket gives both.

    Raises:
        ValueError: if the units differ, or the second value is zero.

    >>> from lakatos.measure import reported
    >>> print(compare(reported("41 s"), reported("20.5 s")))
    cannot compare
    to ask      41 s is per what? (rollout, batch, step, epoch, ...)
    to ask      20.5 s is per what? (rollout, batch, step, epoch, ...)
    """
    if a.unit != b.unit:
        raise ValueError(f"{a.text!r} and {b.text!r} differ in unit: {a.unit or 'none'!r} against {b.unit or 'none'!r}")
    missing = [x for x in (a, b) if x.per is None]
    if missing:
        asked = tuple(f"{x.text} is per what? (rollout, batch, step, epoch, ...)" for x in missing)
        return Comparison(None, None, None, asked)
    naive = _ratio(a, b)
    if a.per == b.per and a.holds == b.holds:
        return Comparison(naive, naive, None, ())
    if a.per == b.per and (a.holds is None or b.holds is None):
        what = (a.holds or b.holds or (0, ""))[1]
        return Comparison(naive, None, None, (f"how many {what}s does each {a.per} hold?",))
    items_a = _items(a, b)
    items_b = _items(b, a)
    if items_a is None or items_b is None:
        return Comparison(
            naive, None, None, (f"how many {_contents(b)} make one {_contents(a)}, or the other way round?",)
        )
    normalised = Ratio(naive.value * items_b / items_a, naive.low * items_b / items_a, naive.high * items_b / items_a)
    ends = sorted([normalised.low, normalised.high, naive.low, naive.high])
    question = f"the time of one {_item(a, b)} run alone, or of two sizes of {a.per if items_a > 1 else b.per}?"
    return Comparison(naive, normalised, (ends[0], ends[-1]), (question,))


def bracket(naive: Fraction, *, items: int) -> tuple[Fraction, Fraction]:
    """What a ratio of a batch's time to a single item's time can stand for, per item.

    An item run alone may take anything from its share of the batch to as long as the whole batch, so that the
    ratio per item lies between ``naive / items`` and ``naive``.

    >>> bracket(Fraction(2), items=50)
    (Fraction(1, 25), Fraction(2, 1))
    """
    if items < 1 or naive <= 0:
        raise ValueError(f"need a positive ratio and at least one item, got {naive} and {items}")
    return naive / items, naive


def _ratio(a: Reported, b: Reported) -> Ratio:
    (a_low, a_high), (b_low, b_high) = a.interval(), b.interval()
    if b.value == 0 or b_low <= 0 or a_low < 0:
        raise ValueError(f"a ratio needs positive values, got {a.text!r} and {b.text!r}")
    return Ratio(a.value / b.value, a_low / b_high, a_high / b_low)


def _items(x: Reported, other: Reported) -> int | None:
    """How many of the common item one of x's per holds: 1 if it is that item, None if there is no common item."""
    if x.holds is not None:
        count, what = x.holds
        return count if what == other.per or (other.holds is not None and other.holds[1] == what) else None
    return 1 if other.holds is not None and other.holds[1] == x.per else None


def _contents(x: Reported) -> str:
    return f"{x.per} of {x.holds[0]} {x.holds[1]}s" if x.holds else str(x.per)


def _item(a: Reported, b: Reported) -> str:
    return a.holds[1] if a.holds else b.holds[1] if b.holds else str(a.per)
