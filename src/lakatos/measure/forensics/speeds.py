"""Sentences such as "1.00x-1.03x faster": does the word agree with its factor, and one sentence with another?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from lakatos.measure.forensics.check import Check
from lakatos.measure.forensics.span import Span
from lakatos.measure.quantities.reported import Mode

_SPEED = re.compile(
    r"(\d+(?:\.\d+)?)\s*(?:[x×]|times)?(?:\s*(?:-|–|to|\.\.\.|…)\s*(\d+(?:\.\d+)?))?\s*(?:[x×]|times)\s*(faster|slower)",
    re.IGNORECASE,
)


def check_speeds(texts: Sequence[str], *, mode: Mode | None = None) -> Check:
    """Whether sentences about the same two things agree with their own words and with each other.

    "1.5x faster" has a factor above 1 and so has "1.5x slower"; a factor below 1 undoes its word. Two sentences agree
    if some ratio of speeds fits both.

    Args:
        texts: sentences that compare the same thing with the same other, in that order.

    Raises:
        ValueError: if a text has no factor followed by "faster" or "slower".

    >>> print(check_speeds(["1.00x-1.03x FASTER", "0.97x-1.00x SLOWER"]))
    inconsistent  '0.97x-1.00x SLOWER' is a factor below 1, which makes it faster
    to move       0.03
    >>> check_speeds(["1.5x faster", "1.4 times slower"]).answer, check_speeds(["1.5x faster", "1.5x faster"]).answer
    ('inconsistent', 'consistent')
    """
    name = "faster or slower"
    ratios = []
    for text in texts:
        factor, faster = _read(text, mode)
        # The sentence means the middle of its range; a range that only touches 1 from above is no contradiction.
        if (factor.low + factor.high) / 2 < 1:
            other = "slower" if faster else "faster"
            says = f"{text.strip()!r} is a factor below 1, which makes it {other}"
            return Check(name, "inconsistent", says, 1 - factor.value)
        ratios.append(factor if faster else Span.of(1) / factor)
    for (one, a), (two, b) in combinations(zip(texts, ratios, strict=True), 2):
        if gap := a.gap(b):
            says = f"{one.strip()!r} and {two.strip()!r} are ratios of speeds of {a} and {b}, which do not meet"
            return Check(name, "inconsistent", says, gap)
    says = (
        f"{len(texts)} sentence{'s' if len(texts) > 1 else ''} agree with {'their' if len(texts) > 1 else 'its'} words"
    )
    return Check(name, "consistent", says, Fraction(0))


def _read(text: str, mode: Mode | None) -> tuple[Span, bool]:
    """The factor, and whether it is a faster one. Its value is the factor that stands first."""
    match = _SPEED.search(text)
    if match is None:
        raise ValueError(f"{text!r} has no factor with a word, such as '1.5x faster' or '1.1x-1.3x slower'")
    first, second, word = match.groups()
    low = Span.of(first, mode)
    high = Span.of(second, mode) if second else low
    if low.low <= 0 or high.value < low.value:
        raise ValueError(f"{text!r} has no range of positive factors from low to high")
    return Span(low.low, high.high, low.value), word.lower() == "faster"
