"""A ratio of two reported values with every factor between them, or the questions to ask before there can be one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lakatos.drawing import Labelled
from lakatos.measure.quantities.items import Side, common_items
from lakatos.measure.quantities.ratio import Factor, Ratio, exactly, log_two
from lakatos.measure.quantities.reported import Reported, bare
from lakatos.measure.quantities.units import BASES, Unit, UnitError, unit

#: Units that a convention relates and no definition: how many of the second one of the first is.
_CONVENTIONS = {
    ("nat", "information"): (log_two().inverse(), ("bits per nat, 1/ln 2", "nats per bit, ln 2"), "definition", True),
    ("MAC", "FLOP"): (
        exactly(2),
        ("FLOP per MAC: a multiplication and an addition", "MAC per FLOP: two operations are one"),
        "usual convention",
        False,
    ),
}


@dataclass(frozen=True, repr=False)
class Comparison(Labelled):
    """What two reported values say about each other.

    Attributes:
        naive: the ratio of the two in one unit, whatever they are per (of the digits, if there is no such unit);
            None if it may not be formed.
        normalised: the ratio per common item, where what is stated gives one. For a batch's time that is an
            amortised figure, of one item's share of the batch.
        bracket: between which bounds the ratio lies, whatever the unverified assumptions are; None if there are
            none. An item run alone takes anything from its share of the batch to the whole batch's time.
        factors: every step from naive to normalised, with its source.
        unverified: the assumptions among them that nobody stated.
        questions: what has to be asked before the comparison can be relied on.
        words: how to say that the ratio is above 1, and below.
    """

    naive: Ratio | None
    normalised: Ratio | None
    bracket: tuple[Fraction, Fraction] | None
    questions: tuple[str, ...]
    factors: tuple[Factor, ...] = ()
    unverified: tuple[str, ...] = ()
    words: tuple[str, str] = ("as large", "as large")

    def decides(self) -> bool:
        """Whether the order of the two is settled: the same for every normalisation left open."""
        if self.normalised is None or (self.unverified and self.bracket is None):
            return False
        low, high = self.bracket or (self.normalised.low, self.normalised.high)
        return low > 1 or high < 1

    def lines(self) -> list[tuple[str, str]]:
        """The ratios, the steps between them, and the questions."""
        rows = [("naive", self._said(self.naive))] if self.naive else [("cannot compare", "")]
        rows += [("", str(f)) for f in self.factors]
        if self.normalised:
            condition = f", if {' and '.join(self.unverified)}" if self.unverified else ""
            rows.append(("normalised", self._said(self.normalised) + condition))
        if self.bracket:
            rows.append(("bracket", f"{float(self.bracket[0]):.3g} … {float(self.bracket[1]):.3g}"))
        return [*rows, *(("to ask", q) for q in self.questions)]

    def _said(self, ratio: Ratio) -> str:
        if 1 in ratio:
            return f"{ratio}: the same" + (" within rounding" if ratio.low < ratio.high else "")
        turned = ratio.value < 1 and self.words[0] != self.words[1]
        return f"{ratio}: {float(1 / ratio.value if turned else ratio.value):.3g}x {self.words[turned]}"


def compare(a: Reported, b: Reported) -> Comparison:
    """Compare two reported values; a missing per is asked for, never guessed.

    A batch size is used only to spread a batch's figure over its items. Whether an item run alone would take
    that share, or as long as the whole batch, is not known from the count: the bracket gives both. Units are
    converted exactly where they measure the same thing; bits and nats, FLOP and MAC, and a rate and its
    reciprocal are converted in the open, as factors with their source.

    Returns:
        The ratio a/b: naive, normalised, bracketed, with every factor; or the questions.

    Raises:
        ValueError: if the two measure different things, or the second value is zero.

    >>> from lakatos.measure import reported
    >>> print(compare(reported("41 s"), reported("20.5 s")))
    cannot compare
    to ask      41 s is per what? (rollout, batch, step, epoch, ...)
    to ask      20.5 s is per what? (rollout, batch, step, epoch, ...)
    >>> print(compare(reported("41 s per batch of 50 rollouts"), reported("20.5 s", per="rollout")))
    naive       2 (1.97 to 2.03 from rounding): 2x slower
                x 1/50  batch of 50 rollouts against one rollout (stated; a rollout's share of the batch)
    normalised  0.04 (0.0394 to 0.0406 from rounding): 25x faster, if time is linear in the batch
    bracket     0.0394 … 2.03
    to ask      the time of one rollout run alone, or of two sizes of batch?
    """
    one, other = _read(a), _read(b)
    missing = [x for x in (a, b) if x.per is None and not _says_per(unit(x.unit))]
    if missing:
        asked = tuple(f"{bare(x)} is per what? (rollout, batch, step, epoch, ...)" for x in missing)
        return Comparison(None, None, None, asked)
    naive, start, factors, unsure = _in_one_unit(a, b, one, other)
    words = _words(one)
    items = common_items(one.side(a), other.side(b), turned=one.rate, mixed=one.rate != other.rate)
    if isinstance(items, str):
        return Comparison(naive, None, None, (items,), factors, (), words)
    normalised = start
    for factor in items.factors:
        normalised = normalised * factor.by
    # An assumption that no count bounds leaves no bracket: it would be too narrow.
    bounded = len(items.spread) == len(items.unverified)
    return Comparison(
        naive=naive,
        normalised=normalised,
        bracket=_bracket(normalised, (*unsure, *items.spread)) if bounded else None,
        questions=items.questions,
        factors=(*factors, *items.factors),
        unverified=(*(f.name for f in factors if not f.verified), *items.unverified),
        words=words,
    )


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


@dataclass(frozen=True)
class _Read:
    """A reported value in base units: what it is per, and whether it is so many a second."""

    value: Ratio
    unit: Unit
    item: str | None
    per_device: bool
    rate: bool

    def side(self, x: Reported) -> Side:
        """What ``common_items`` has to know."""
        powers = dict(self.unit.powers)
        # Bits of a likelihood add up over items; bytes of memory need not.
        bits = powers == {"information": 1} and unit(x.unit).factor == 1
        dimension = "bits" if bits else next((n for n in ("mass", "information", "time") if powers.get(n, 0) > 0), "")
        return Side(self.item, self.per_device, "time" if self.rate else dimension, x.counts)


def _read(x: Reported) -> _Read:
    low, high = x.interval()
    if x.value <= 0 or low < 0:
        raise ValueError(f"a ratio needs positive values, got {x.text!r}")
    measured = unit(x.unit)
    for below in filter(None, (x.per or "").split(" and ")):
        measured = measured / unit(below)
    if "decibel" in dict(measured.powers):
        raise ValueError(f"{x.text!r} is in decibels, which are logarithms: take the difference, and not the ratio")
    nouns = [n for n, p in measured.powers if n not in BASES and p == -1]
    rest = tuple((n, p) for n, p in measured.powers if n not in nouns)
    items = " and ".join(n for n in nouns if n != "device")
    counted = [n for n, p in rest if n not in BASES and p == 1]
    rate = not items and len(counted) == 1 and dict(rest) == {counted[0]: 1, "time": -1}
    value = Ratio(x.value, low, high) * exactly(measured.factor)
    if rate:
        return _Read(value, Unit(Fraction(1), (("time", -1),)), counted[0], "device" in nouns, rate)
    item = items or ("device" if "device" in nouns else None)
    return _Read(value, Unit(Fraction(1), rest), item, "device" in nouns and bool(items), rate)


def _says_per(measured: Unit) -> bool:
    """Whether a unit has its per in it: fps, Mbps, TFLOPS, bpd. Power has too, but not per what it is drawn."""
    return any(power < 0 for _, power in measured.powers) and "mass" not in dict(measured.powers)


def _in_one_unit(
    a: Reported, b: Reported, one: _Read, other: _Read
) -> tuple[Ratio, Ratio, tuple[Factor, ...], tuple[Ratio, ...]]:
    """The naive ratio, the ratio in one unit, the factors between them, and which of those are not sure."""
    if one.unit == other.unit:
        ratio = one.value * other.value.inverse()
        return ratio, ratio, (), ()
    naive = a.over(b)
    if one.rate != other.rate and {one.unit.powers, other.unit.powers} == {(("time", 1),), (("time", -1),)}:
        ratio = one.value * other.value
        by = exactly(ratio.value / naive.value)
        name = f"{bare(b)} per {b.per} as so many per {b.unit}" if one.rate else f"{bare(b)} per {b.per} as its time"
        return naive, ratio, (Factor(f"{name}: the reciprocal", by, "definition"),), ()
    for (first, second), (by, names, source, verified) in _CONVENTIONS.items():
        for upward, (x, y) in ((True, (one, other)), (False, (other, one))):
            if _replaced(x.unit, first, second) == y.unit:
                step = by if upward else by.inverse()
                ratio = one.value * other.value.inverse()
                unsure = () if verified else (step.inverse(),)
                return ratio, ratio * step, (Factor(names[not upward], step, source, verified),), unsure
    raise UnitError(
        f"{a.text!r} and {b.text!r} measure different things: {one.unit} against {other.unit}; "
        "no ratio may be formed between them"
    )


def _replaced(measured: Unit, first: str, second: str) -> Unit:
    return Unit(measured.factor, tuple(sorted((second if n == first else n, p) for n, p in measured.powers)))


def _bracket(normalised: Ratio, spread: tuple[Ratio, ...]) -> tuple[Fraction, Fraction] | None:
    """The ends when each assumption may fail by up to its factor."""
    if not spread:
        return None
    low, high = normalised.low, normalised.high
    for by in spread:
        low, high = low * min(Fraction(1), by.low), high * max(Fraction(1), by.high)
    return low, high


def _words(one: _Read) -> tuple[str, str]:
    if one.rate:
        return "faster", "slower"
    return ("slower", "faster") if one.unit.powers == (("time", 1),) else ("as large", "as large")
