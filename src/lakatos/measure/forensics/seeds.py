"""Replicates that are too alike: less spread than chance gives, the same decimals, constant offsets, copied columns."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from lakatos.measure.forensics.check import Check, answered, plain
from lakatos.measure.forensics.lattice import printings
from lakatos.measure.forensics.shares import positive, read_share
from lakatos.measure.forensics.span import Span
from lakatos.measure.quantities.reported import Mode, Reported, reported

#: Chance is excluded where it gives what is seen less than once in a thousand times.
RARE = 0.001
#: How large N p (1 - p) must be for a binomial share to be about normal.
FEWEST = 5
MOST_ITEMS = 1_000_000


def check_seed_spread(
    values: Sequence[str],
    items: int,
    *,
    resampled: bool = False,
    percent: bool | None = None,
    mode: Mode | None = None,
) -> Check:
    """Whether shares from several seeds are spread as little as they can be, if every seed drew its own test items.

    Then each is a binomial share, and (S - 1) s^2 / (p (1 - p) / N) is about a chi-squared variable, if N p (1 - p) is
    not small. On one test set shared by all seeds the spread may be as small as it likes: the answer is "no power".

    Args:
        values: one share for each seed, as printed.
        items: in the test set of one seed.
        resampled: whether each seed drew test items of its own.

    >>> check_seed_spread(["71.2", "71.3", "71.2", "71.2", "71.3"], 500, resampled=True).answer
    'inconsistent'
    >>> check_seed_spread(["71.2", "71.3", "71.2", "71.2", "71.3"], 500).answer
    'no power'
    """
    from scipy import stats

    read, whole = _shares(values, percent)
    count, spans = len(read), [Span.of(r, mode) for r in read]
    mean = sum((r.value for r in read), Fraction(0)) / count / whole
    variance = max(0.0, float(mean * (1 - mean))) / positive(items, "items")
    floor = whole * math.sqrt(variance)
    seen = whole * math.sqrt(sum((r.value / whole - mean) ** 2 for r in read) / (count - 1))
    says = f"the sd of {count} seeds is {seen:.3g}; drawing {items:,} items anew for each gives {floor:.3g}"
    if not resampled:
        says += ", but one test set for all of them may give as little as it likes"
        return Check("spread of seeds", "no power", says, assumes=("all seeds were tested on the same items",))
    if variance * items**2 < FEWEST:
        says += f", but with fewer than {FEWEST} expected right and wrong answers chance is too coarse to tell"
        return Check("spread of seeds", "no power", says)
    least = floor * math.sqrt(float(stats.chi2.ppf(RARE, count - 1)) / (count - 1))
    # Rounding, and counting in whole items, move a standard deviation by at most this much, by the triangle inequality.
    hidden = float(max(s.width for s in spans) + Fraction(whole, items)) / 2 * math.sqrt(count / (count - 1))
    short = least - seen - hidden
    if short > 0:
        says += f", and less than {least:.3g} only once in {1 / RARE:,.0f} times"
    step = max(r.resolution for r in read)
    move = max(Fraction(0), math.ceil(Fraction(short) / step) * step)
    power = max(0.0, (least - hidden) / (2 * floor))
    assumes = ("every seed drew test items of its own, independently",)
    return answered("spread of seeds", says, fits=short <= 0, power=power, move=move, assumes=assumes)


def check_seed_decimals(
    values: Sequence[str], *, items: int | None = None, percent: bool | None = None, mode: Mode | None = None
) -> Check:
    """Whether the replicates' decimals are all the same, as after copying, more often than chance would have it.

    Args:
        values: one for each seed, as printed, all with as many decimals.
        items: if they are shares, in the test set: out of 50 items every percentage ends in .00, which says nothing.

    >>> check_seed_decimals(["71.37", "68.37", "73.37"], items=1319).answer
    'inconsistent'
    >>> check_seed_decimals(["72.00", "68.00", "74.00"], items=50).answer
    'no power'
    """
    read = [reported(v) for v in values]
    if len(read) < 2 or len({r.resolution for r in read}) > 1:
        raise ValueError(f"need at least two values with the same number of decimals, got {list(values)}")
    step = read[0].resolution
    same = len({r.value % 1 for r in read}) == 1
    # Equal values are what close replicates give; only different ones with the same decimals are strange.
    count = len({r.value for r in read}) if same else len(read)
    assumes: tuple[str, ...] = ("the replicates are independent",)
    if items is not None:
        _, whole = _shares(values, percent)
        alike = _same_ending(step, whole, positive(items, "items"), count, mode)
    else:
        # Endings in 0 or 5 are often rounder numbers that were printed longer.
        rounder = all(r.value / step % 5 == 0 for r in read)
        alike = 1.0 if step >= 1 or rounder else float(step) ** (count - 1)
        assumes += ("every ending is as likely as another",)
    says = f"the decimals of {', '.join(r.text for r in read)} are {'all the same' if same else 'not all the same'}"
    return _pattern("decimals of seeds", says, found=same, chance=alike, assumes=assumes)


def check_constant_offset(
    a: Sequence[str], b: Sequence[str], *, names: tuple[str, str] = ("a", "b"), among: int = 1
) -> Check:
    """Whether two columns of independent replicates differ by the same number in every row, as copies do.

    The chance that two differences agree is taken from the columns' own spread, as for normal values: with standard
    deviation s of a difference, and values that come in steps of r, about r / (2 sqrt(pi) s) for each row after the
    first. The steps are the largest that all values seen share, so that shares out of few items are not accused.

    Args:
        a, b: the columns, as printed.
        names: of the two, for the sentence.
        among: how many pairs of columns were looked at to find this one; the chance is multiplied by it.

    >>> first, second = ["71.2", "73.4", "69.9", "70.8"], ["72.5", "74.7", "71.2", "72.1"]
    >>> print(check_constant_offset(first, second))
    inconsistent  b is a + 1.3 in each of 4 rows; chance would give that ...
    """
    x, y = ([reported(v) for v in column] for column in (a, b))
    if len(x) != len(y) or len(x) < 2:
        raise ValueError(f"need two columns of the same length from 2 on, got {len(x)} and {len(y)}")
    offsets = {q.value - p.value for p, q in zip(x, y, strict=True)}
    spread = math.sqrt(_variance(x) + _variance(y))
    each = min(1.0, _common_step(x, y) / (2 * math.sqrt(math.pi) * spread)) if spread else 1.0
    chance = 1.0 if _counter(x) or _counter(y) else min(1.0, positive(among, "pairs") * each ** (len(x) - 1))
    found = len(offsets) == 1
    first, second = names
    says = f"{second} - {first} takes {len(offsets):,} values in {len(x):,} rows"
    if found:
        offset = offsets.pop()
        shift = f"{'+' if offset > 0 else '-'} {plain(abs(offset))}"
        says = f"{second} is {first} {shift if offset else ''}".rstrip() + f" in each of {len(x):,} rows"
    return _pattern(
        "constant offset", says, found=found, chance=chance, assumes=("the two are independent replicates",)
    )


def duplicated_columns(columns: Mapping[str, Sequence[str]]) -> tuple[Check, ...]:
    """Every pair of columns that are copies of each other, or copies with a constant added; one check for each.

    Columns of different length are not compared; those with one row or none are left out.

    >>> one, other = ["71.2", "73.4", "69.9", "65.0"], ["70.1", "73.0", "70.2", "66.1"]
    >>> [check.says for check in duplicated_columns({"seed 0": one, "seed 1": other, "seed 2": one})]
    ['seed 2 is seed 0 in each of 4 rows; chance would give that less than once in 1,000 times']
    """
    alike: dict[tuple[Fraction, ...], list[str]] = defaultdict(list)
    for name, column in columns.items():
        if len(column) > 1:
            values = [reported(v).value for v in column]
            alike[tuple([v - values[0] for v in values])].append(name)
    pairs = [pair for names in alike.values() for pair in combinations(names, 2)]
    among = max(1, math.comb(len(columns), 2))
    return tuple([check_constant_offset(columns[a], columns[b], names=(a, b), among=among) for a, b in pairs])


def _shares(values: Sequence[str], percent: bool | None) -> tuple[list[Reported], int]:
    """Shares read alike: as percentages if one of them is one. And what the whole is."""
    if isinstance(values, str) or len(values) < 2:
        raise ValueError(f"need the shares of at least two seeds, got {values!r}")
    if percent is None:
        percent = any(read_share(v)[1] == 100 for v in values)
    read = [read_share(v, percent) for v in values]
    if len({whole for _, whole, _ in read}) > 1:
        raise ValueError(f"some of {list(values)} are percentages and some are not")
    return [share for share, _, _ in read], read[0][1]


def _same_ending(step: Fraction, whole: int, items: int, replicates: int, mode: Mode | None) -> float:
    """The chance that counts out of ``items``, each as likely, print with the same decimals."""
    if items > MOST_ITEMS:
        raise ValueError(f"need at most {MOST_ITEMS:,} items, got {items:,}")
    endings = Counter(min(printings(Fraction(k * whole, items), step, mode)) % 1 for k in range(items))
    return sum((n / items) ** replicates for n in endings.values())


def _variance(column: Sequence[Reported]) -> float:
    mean = sum(r.value for r in column) / len(column)
    return float(sum((r.value - mean) ** 2 for r in column) / (len(column) - 1))


def _common_step(x: Sequence[Reported], y: Sequence[Reported]) -> float:
    """The largest step that the values of each column share; 0 where neither column varies."""
    unit = min(r.resolution for r in (*x, *y))
    return float(unit * math.gcd(*[int((r.value - column[0].value) / unit) for column in (x, y) for r in column]))


def _counter(column: Sequence[Reported]) -> bool:
    """Whether the values only count on in equal steps, as row numbers and epochs do."""
    return len({q.value - p.value for p, q in pairwise(column)}) == 1


def _pattern(name: str, says: str, *, found: bool, chance: float, assumes: tuple[str, ...]) -> Check:
    """A pattern is inconsistent with chance where chance hardly ever gives it; elsewhere there is no power."""
    rarely = "less than once in 1,000 times" if chance < RARE else f"with probability {chance:.2g}"
    says += f"; chance would give that {rarely}" if found else ""
    if chance >= RARE:
        return Check(name, "no power", says, Fraction(0) if not found else None, assumes=assumes)
    return Check(name, "inconsistent" if found else "consistent", says, None if found else Fraction(0), assumes=assumes)
