"""Ratings of pairs as frozen data. In each pair one item is under test (treated), the other is what it is held against.

The rater sees a left and a right one and does not know which is which; ``side`` is where the treated one stood. Two
questions can be asked, and an answer means nothing without its question:

- preference, which is better: left, right or tie;
- use, which would you use: left, right, both or neither. This says of each item whether it is usable.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from lakatos.model import LakatosError

Side: TypeAlias = Literal["left", "right"]
Question: TypeAlias = Literal["preference", "use"]
Outcome: TypeAlias = Literal["treated", "reference", "tie", "both", "neither"]

#: The answers that each question allows.
QUESTIONS: dict[Question, tuple[str, ...]] = {
    "preference": ("left", "right", "tie"),
    "use": ("left", "right", "both", "neither"),
}
SIDES: tuple[Side, ...] = get_args(Side)
_ANSWERS = tuple(sorted({a for answers in QUESTIONS.values() for a in answers}))
#: Names of pairs and raters: what a spreadsheet cannot take for a formula, nor a page for markup.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.:/-]{0,99}")
#: Whatever was made up says so in its names.
SYNTHETIC = "synthetic"
MOST_RATINGS = 5_000
#: Seconds that an answer can take; a week is an error.
LONGEST = 604_800


class RatingsError(LakatosError, ValueError):
    """Ratings that cannot be read or do not fit together; the message shows the value and the mend."""


@dataclass(frozen=True)
class Rating:
    """One answer.

    Attributes:
        pair: the name of the pair.
        side: where the treated item stood; hidden from the rater.
        rater: the name of the rater.
        answer: what the rater said, in terms of what was seen.
        order: the how-many-th answer of this rater it was, from 1; needed where a pair is shown again.
        time_s: how long it took, in seconds, if that was taken.
    """

    pair: str
    side: Side
    rater: str
    answer: str
    order: int | None = None
    time_s: float | None = None

    def __post_init__(self) -> None:
        for name in ("pair", "rater"):
            value = getattr(self, name)
            if not isinstance(value, str) or not _NAME.fullmatch(value):
                raise RatingsError(
                    f"{name} is {_shown(value)}; a name has up to 100 letters, digits, spaces and _ . : / - and starts "
                    "with a letter or digit"
                )
        if self.side not in SIDES:
            raise RatingsError(f"pair {self.pair}: side is {_shown(self.side)}; the treated item stood left or right")
        if self.answer not in _ANSWERS:
            raise RatingsError(f"pair {self.pair}: the answer is {_shown(self.answer)}, none of {', '.join(_ANSWERS)}")
        if self.order is not None and (type(self.order) is not int or not 1 <= self.order <= 10**9):
            raise RatingsError(f"pair {self.pair}: order is {_shown(self.order)}; it counts a rater's answers from 1")
        if self.time_s is not None:
            if isinstance(self.time_s, bool) or not isinstance(self.time_s, int | float):
                raise RatingsError(f"pair {self.pair}: time_s is {_shown(self.time_s)}, which is no number")
            if not 0 <= self.time_s <= LONGEST:
                raise RatingsError(
                    f"pair {self.pair}: time_s is {_shown(self.time_s)}; an answer takes 0 to {LONGEST:,} seconds"
                )

    @property
    def outcome(self) -> Outcome:
        """The answer with the sides resolved."""
        if self.decided:
            return "treated" if self.answer == self.side else "reference"
        return self.answer  # type: ignore[return-value]

    @property
    def decided(self) -> bool:
        """Whether one item was chosen over the other."""
        return self.answer in SIDES


@dataclass(frozen=True)
class Ratings:
    """All answers to one question.

    Raises:
        RatingsError: if there are none or too many, an answer does not belong to the question, a rater gives two
            answers at once, a pair comes twice without an order, or made-up ratings are mixed with others.
    """

    question: Question
    rows: tuple[Rating, ...]

    def __post_init__(self) -> None:
        if self.question not in QUESTIONS:
            raise RatingsError(f"the question is {_shown(self.question)}, none of {', '.join(QUESTIONS)}")
        if not 0 < len(self.rows) <= MOST_RATINGS:
            raise RatingsError(f"need 1 to {MOST_RATINGS:,} ratings, got {len(self.rows):,}")
        for r in self.rows:
            if r.answer not in QUESTIONS[self.question]:
                other = next(q for q, answers in QUESTIONS.items() if r.answer in answers)
                raise RatingsError(
                    f"pair {r.pair}: {r.answer!r} is no answer to the question of {self.question} "
                    f"({', '.join(QUESTIONS[self.question])}); if the question was that of {other}, read it as such"
                )
        self._refuse_twice()
        made_up = {r.pair.startswith(SYNTHETIC) for r in self.rows} | {r.rater.startswith(SYNTHETIC) for r in self.rows}
        if len(made_up) > 1:
            raise RatingsError(
                f"some names begin with {SYNTHETIC!r} and some do not: made-up ratings are never mixed in"
            )

    def _refuse_twice(self) -> None:
        places = Counter((r.rater, r.order) for r in self.rows if r.order is not None)
        for (rater, order), count in places.items():
            if count > 1:
                raise RatingsError(f"rater {rater} gives {count} answers as number {order}; an order is used once")
        seen = Counter((r.rater, r.pair) for r in self.rows)
        unordered = {r.rater for r in self.rows if r.order is None}
        for (rater, pair), count in seen.items():
            if count > 1 and rater in unordered:
                raise RatingsError(
                    f"rater {rater} rates pair {pair} {count} times and not all answers have an order: give every "
                    "answer its order if the pair was shown again on purpose, or take the copy out"
                )

    @property
    def synthetic(self) -> bool:
        """Whether these ratings are made up; then they are evidence of nothing."""
        return self.rows[0].rater.startswith(SYNTHETIC)

    @cached_property
    def raters(self) -> tuple[str, ...]:
        """The raters, sorted."""
        return tuple(sorted({r.rater for r in self.rows}))

    @cached_property
    def pairs(self) -> tuple[str, ...]:
        """The pairs, sorted."""
        return tuple(sorted({r.pair for r in self.rows}))

    def of(self, rater: str) -> tuple[Rating, ...]:
        """A rater's answers, in the order in which they were given where that is known."""
        mine = [r for r in self.rows if r.rater == rater]
        return tuple(sorted(mine, key=lambda r: r.order or 0))

    def first(self, rater: str) -> tuple[Rating, ...]:
        """A rater's first answer to each pair."""
        kept: dict[str, Rating] = {}
        for r in self.of(rater):
            kept.setdefault(r.pair, r)
        return tuple(kept.values())

    def repeats(self, rater: str) -> tuple[tuple[Rating, Rating], ...]:
        """A rater's first answer beside each later one to the same pair."""
        kept: dict[str, Rating] = {}
        found = []
        for r in self.of(rater):
            if r.pair in kept:
                found.append((kept[r.pair], r))
            kept.setdefault(r.pair, r)
        return tuple(found)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
