"""Training objectives by their names in running text, in identifiers and in formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FORWARD, REVERSE, KL = "forward KL", "reverse KL", "KL, its direction not said"

_KL = r"(?:kld?|kl ?div|kullback leibler)(?: divergence)?"
#: Names with the text that stands for them, "_" and "-" read as blanks.
_NAMES: Mapping[str, str] = {
    FORWARD: rf"(?:forwards?|fwd|inclusive|(?:mass|mean|mode) covering) {_KL}|fkld?|kld? (?:forwards?|fwd)",
    REVERSE: rf"(?:reversed?|inverse|backwards?|rev|exclusive|mode seeking) {_KL}|rkld?|kld? (?:reverse|rev|backward)",
    KL: _KL,
    "Jeffreys divergence": rf"symmetri[cs]\w* {_KL}|jeffreys?(?: divergence)?",
    "Jensen-Shannon divergence": r"(?:generali[sz]ed )?jensen shannon(?: divergence)?|g?jsd?(?: loss)?",
    "total variation": r"total variation(?: distance)?|tvd",
    "Wasserstein distance": r"wasserstein|earth movers?",
    "binary cross entropy": r"binary cross entropy|bce",
    "cross entropy": r"(?:softmax )?cross entropy|ce(?: loss)?|xent|negative log likelihood|nll",
    "squared error": r"(?:mean )?squared? error|mse|l2(?: loss| distance)?|least squares",
    "absolute error": r"(?:mean )?absolute error|mae|l1(?: loss| distance)?",
    "Huber loss": r"huber|smooth l1",
    "hinge loss": r"hinge",
    "focal loss": r"focal",
    "cosine distance": r"cosine(?: (?:distance|similarity|embedding))?",
}
_PATTERNS = {name: re.compile(rf"(?<!\w)(?:{words})(?!\w)") for name, words in _NAMES.items()}
#: In a text that speaks of a divergence, the direction alone.
_BARE = {
    FORWARD: re.compile(r"(?<!\w)forward(?! pass| call| hook| method|\w)"),
    REVERSE: re.compile(r"(?<!\w)reverse(?!\w)"),
}
_SPEAKS = re.compile(r"(?<!\w)kl|kullback|diverg")
#: KL(x || y): x and y as they are written, without brackets inside beyond one level.
_SIDE = r"((?:[^()|‖∥,:;]|\([^()]{0,40}\)|\|(?=[^|]{1,30}\))){1,60}?)"
_FORMULA = re.compile(rf"(?<!\w)d?_?\{{?kl\}}?\s?\(\s?{_SIDE}\s?(?:\|\||\\\||‖|∥|,|:)\s?{_SIDE}\s?\)")
_STUDENT = re.compile(r"student|theta|θ|polic|learner|(?<![a-z])p_?s(?![a-z])|draft")
_TEACHER = re.compile(r"teacher|target|expert|oracle|(?<![a-z])p_?t(?![a-z])|demonstration|data")


@dataclass(frozen=True)
class Mention:
    """An objective named in a text, from ``start`` to ``end``."""

    name: str
    start: int
    end: int


def mentions(text: str, *, names: Mapping[str, Sequence[str]] | None = None) -> list[Mention]:
    """The objectives that a text names, in order; of those that overlap the longest. More names may be given.

    A formula KL(x || y) counts if it says which side is the student's. "Forward" and "reverse" alone count in a text
    that speaks of a divergence.

    >>> [m.name for m in mentions("reverse_kl, or KL(teacher || student)")]
    ['reverse KL', 'forward KL']
    """
    lower = text.lower()
    if len(lower) != len(text):  # a few letters change their length
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    plain = re.sub(r"[_-]", " ", lower)
    found = [Mention(name, *m.span()) for name, pattern in _PATTERNS.items() for m in pattern.finditer(plain)]
    for name, words in (names or {}).items():
        wanted = (re.escape(re.sub(r"[_-]", " ", w.lower())) for w in (name, *words))
        found += [Mention(name, *m.span()) for w in wanted for m in re.finditer(rf"(?<!\w){w}(?!\w)", plain)]
    for m in _FORMULA.finditer(lower):
        if direction := _direction(m[1], m[2]):
            found.append(Mention(direction, *m.span()))
    if _SPEAKS.search(plain):
        found += [Mention(name, *m.span()) for name, pattern in _BARE.items() for m in pattern.finditer(plain)]
    kept: list[Mention] = []
    for one in sorted(found, key=lambda m: (m.start - m.end, m.start)):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda m: m.start)


def named(text: str, *, names: Mapping[str, Sequence[str]] | None = None) -> str | None:
    """The one objective that a text names; None if it names none or several."""
    told = {m.name for m in mentions(text, names=names)}
    if KL in told and len(told) > 1:  # "the reverse KL ... this KL": the same one again
        told.discard(KL)
    return told.pop() if len(told) == 1 else None


def _direction(first: str, second: str) -> str | None:
    """Which KL it is: forward if the expectation, over the first, is the teacher's."""
    sides = [(bool(_STUDENT.search(s)), bool(_TEACHER.search(s))) for s in (first, second)]
    if sides[0] == (True, False) and not sides[1][0]:
        return REVERSE
    if sides[1] == (True, False) and not sides[0][0]:
        return FORWARD
    return None
