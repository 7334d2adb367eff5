"""Made-up ratings, to try instruments on: every name in them begins with "synthetic". They are no evidence."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from lakatos.rerun.pairs.ratings import QUESTIONS, SYNTHETIC, Outcome, Question, Rating, Ratings, RatingsError, Side

Sides: TypeAlias = Literal["random", "left", "alternate"]


def synthetic(
    pairs: int = 128,
    *,
    seed: int,
    question: Question = "use",
    ruined: float = 0.0,
    sound: float = 0.98,
    prefer: float = 0.5,
    choose: float = 0.5,
    raters: int = 1,
    repeats: int = 16,
    lapse: float = 0.02,
    always_left: float = 0.0,
    sides: Sides = "random",
    time_s: float = 3.0,
) -> Ratings:
    """Ratings of pairs by raters who see the truth, apart from lapses.

    Args:
        pairs: how many pairs.
        seed: the same seed gives the same ratings.
        question: what was asked.
        ruined: the share of treated items that are unusable.
        sound: the share of reference items that are usable.
        prefer: where both are usable and a choice is made, how often it falls on the treated item.
        choose: where both are usable, how often a choice is made at all, if the question is preference.
        raters: how many, all rating the same pairs.
        repeats: how many pairs each rater sees again, every second one mirrored.
        lapse: how often an answer is given blindly.
        always_left: how often the answer is "left" whatever is seen.
        sides: where the treated items stand.
        time_s: the median time of an answer, in seconds.

    Raises:
        RatingsError: if a count or a chance is out of range.
    """
    chances = {"ruined": ruined, "sound": sound, "prefer": prefer, "choose": choose, "lapse": lapse,
               "always_left": always_left}  # fmt: skip
    if bad := [f"{name} = {x}" for name, x in chances.items() if not 0 <= x <= 1]:
        raise RatingsError(f"a chance lies between 0 and 1; got {', '.join(bad)}")
    if not (1 <= pairs <= 5000 and 0 <= repeats <= pairs and 1 <= raters <= 20 and time_s > 0):
        raise RatingsError(
            f"need 1 to 5,000 pairs, no more repeats than pairs, 1 to 20 raters and a positive time; got {pairs}, "
            f"{repeats}, {raters}, {time_s}"
        )
    rng = np.random.default_rng(seed)
    truth = [_truth(rng, question, ruined, sound, prefer, choose) for _ in range(pairs)]
    rows = []
    for rater in range(1, raters + 1):
        shown = [*rng.permutation(pairs), *rng.permutation(pairs)[:repeats]]
        stood: dict[int, Side] = {}
        for order, pair in enumerate(map(int, shown), 1):
            side = _side(rng, sides, order)
            if pair in stood:
                side = stood[pair] if order % 2 else _other(stood[pair])
            stood.setdefault(pair, side)
            rows.append(
                Rating(
                    pair=f"{SYNTHETIC}-{pair + 1:03d}",
                    side=side,
                    rater=f"{SYNTHETIC}-rater-{rater}",
                    answer=_answer(rng, question, truth[pair], side, lapse, always_left),
                    order=order,
                    time_s=round(float(time_s * np.exp(0.4 * rng.standard_normal())), 3),
                )
            )
    return Ratings(question, tuple(rows))


def _truth(
    rng: np.random.Generator, question: Question, ruined: float, sound: float, prefer: float, choose: float
) -> Outcome:
    """What a rater without lapses would say of a pair, with the sides resolved."""
    bad, good = rng.random() < ruined, rng.random() < sound
    if bad != good:  # both ruined, or both in order
        if question == "preference" and rng.random() < choose:
            return "treated" if rng.random() < prefer else "reference"
        return "tie" if question == "preference" else "neither" if bad else "both"
    return "reference" if bad else "treated"


def _side(rng: np.random.Generator, sides: Sides, order: int) -> Side:
    left = rng.random() < 0.5 if sides == "random" else sides == "left" or order % 2 == 1
    return "left" if left else "right"


def _other(side: Side) -> Side:
    return "right" if side == "left" else "left"


def _answer(
    rng: np.random.Generator, question: Question, truth: Outcome, side: Side, lapse: float, always_left: float
) -> str:
    blind, leaning = rng.random() < lapse, rng.random() < always_left
    if leaning:
        return "left"
    if blind:
        return QUESTIONS[question][rng.integers(len(QUESTIONS[question]))]
    return truth if truth in ("tie", "both", "neither") else side if truth == "treated" else _other(side)
