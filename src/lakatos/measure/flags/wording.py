"""Which value of a flag selects which objective, as a help text or a docstring words it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from lakatos.measure.flags.objectives import FORWARD, KL, REVERSE, mentions

Literal: TypeAlias = bool | int | float | str | None
#: No more of a text is read.
MOST_TEXT = 5_000

_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_VALUE = re.compile(rf"(?<![\w.]){_NUMBER}(?![\w]|\.\d)")
_QUOTED = re.compile(r"'([^'\n]{1,60})'|\"([^\"\n]{1,60})\"|`([^`\n]{1,60})`")
_TRUTH = re.compile(r"(?<!\w)(true|false)(?!\w)", re.IGNORECASE)
#: Numbers that count equations, papers and sections.
_OTHER = re.compile(
    rf"(?:\beqn?s?\.?|\bequations?|\bsec(?:tion)?s?\.?|§|\bfig(?:ure)?\.?|\btable|\bv)\s?\(?{_NUMBER}\)?"
    r"|\b\d{4}\.\d{4,5}\b|https?://\S+",
    re.IGNORECASE,
)
_DEFAULT = re.compile(
    rf"\bdefault(?:s)?(?: value)?(?: is| to|:|=)*\s*[`'\"]?({_NUMBER}|true|false)[`'\"]?", re.IGNORECASE
)
_MARKED = re.compile(r"[`'\"]?\s*\(?\bdefault\b\)?")
_RANGE = re.compile(
    rf"\bbetween [`'\"]?{_NUMBER}[`'\"]? and [`'\"]?{_NUMBER}[`'\"]?|[\[(]\s?{_NUMBER}\s?,\s?{_NUMBER}\s?[\])]"
    rf"|{_NUMBER}\s?<=?\s?\w+\s?<=?\s?{_NUMBER}|\bfrom {_NUMBER} to {_NUMBER}(?!\s?\()"
    r"|\b(?:anything|values?|everything)?\s?in[ -]between\b|\bbetween(?=\s?(?:[→:=,).;]|$))"
    r"|\bintermediate(?: values?)?",
    re.IGNORECASE,
)
_ELSE = re.compile(r"\b(?:otherwise|else|any other value|other values)\b", re.IGNORECASE)

_BREAK = re.compile(r"[.;](?:\s|$)|\b(?:and|or|while|whereas)\b|^\W*to\W*$|\bto (?:the )?$")
_VERB = (
    r"is|are|means?|gives?|yields?|uses?|selects?|corresponds?|recovers?|reduces?|becomes?|equals?|implies|for|makes?"
    r"|computes?|minimi[sz]es?|the|then|we|it|this|of the|as"
)
#: What makes of a clause something else than "this value selects this objective".
_UNLIKE = re.compile(
    r"\b(?:weight\w*|coefficients?|factor|scal\w+|temperature|times|ratio|probability|strength|steps?|epochs?|closer?"
    r"|near\w*|toward\w*|approach\w*|more|less|similar|no|not|never|without|disabl\w+|turn\w* off|drops?"
    r"|skips?|instead|rather)\b"
)
_DENIED = re.compile(
    r"^\s?(?:divergence|loss|objective|term)?\s?(?:is|are) (?:not|never|disabled|off|skipped|turned off)\b"
)
_BOUND = re.compile(
    r"(?:[<>≤≥]=?|\b(?:above|below|over|under|than|least|most|near|close to|about)) ?[`'\"]?$", re.IGNORECASE
)
_AFTER_VALUE = re.compile(rf"^[`'\"\s]*(?:=|:|→|\(|(?:,\s?)?(?:{_VERB})\b)")
_AFTER_NAME = re.compile(
    r"^\s?(?:loss|objective|term)?\s?(?:(?:is|are) \w+ )?(?:\(|\[|=|:|→|(?:at|when|if|for|with|under|by)\b)[^,.;)]*$"
)


@dataclass(frozen=True)
class Wording:
    """What a text says of a flag.

    Attributes:
        at: objectives by value; text is compared without case, numbers by value.
        inside: the objective between the least and the greatest of the values.
        otherwise: the objective for every other value.
        default: the default that the text states; ``said`` is whether it states one.
        assumes: what had to be assumed to read it.
    """

    at: Mapping[Literal, str] = field(default_factory=dict)
    inside: str | None = None
    otherwise: str | None = None
    default: Literal = None
    said: bool = False
    assumes: tuple[str, ...] = ()

    def select(self, value: Literal) -> str | None:
        """The objective that a value selects, None if the text does not say."""
        for known, objective in self.at.items():
            if same(known, value):
                return objective
        numbers = [x for x in self.at if _is_number(x)] or [0, 1]
        if self.inside and _is_number(value) and min(numbers) < value < max(numbers):  # type: ignore[operator,type-var]
            return self.inside
        return self.otherwise


def same(a: Literal, b: Literal) -> bool:
    """Whether two values of a flag are the same one: 0 and 0.0 are, 0 and False are not."""
    if isinstance(a, str) and isinstance(b, str):
        return a.lower() == b.lower()
    return isinstance(a, bool) == isinstance(b, bool) and a == b


@dataclass(frozen=True)
class _Token:
    kind: str  # "value", "range", "else" or "objective"
    what: Literal
    start: int
    end: int


def read_wording(text: str, default: Literal, *, names: Mapping[str, Sequence[str]] | None = None) -> Wording:
    """What a text says of the values of a flag; its default tells which kind of value to look for.

    A value is paired with the objective that its clause ties it to, before it or after it; what could be read both
    ways is left out.

    >>> read_wording("0 -> forward KL, 1 -> reverse KL", 0.0).at
    {0.0: 'forward KL', 1.0: 'reverse KL'}
    """
    text = re.sub(r"\n\s*(?:[-*•]|$)\s*", " ; ", text[:MOST_TEXT])
    text = re.sub(r"\s+", " ", text.replace("->", "→ ").replace("=>", "→ ").replace("``", "`"))
    text = _OTHER.sub(lambda m: " " * len(m[0]), text)
    text, stated, said = _without_default(text, default)
    tokens = _tokens(text, default, names)
    pairs = _pairs(text, tokens)
    objectives = {o for _, o in pairs}
    assumes: tuple[str, ...] = ()
    if KL in objectives and (objectives & {FORWARD, REVERSE}) == {REVERSE}:
        pairs = [(t, FORWARD if o == KL else o) for t, o in pairs]
        assumes = ("the KL that is named beside the reverse one is the forward KL",)
    at: dict[Literal, str] = {}
    for token, objective in pairs:
        if token.kind == "value":
            at[token.what] = objective if at.get(token.what, objective) == objective else ""
    once = {kind: {o for t, o in pairs if t.kind == kind} for kind in ("range", "else")}
    inside, otherwise = (next(iter(found)) if len(found) == 1 else None for found in once.values())
    return Wording({v: o for v, o in at.items() if o}, inside, otherwise, stated, said, assumes)


def _without_default(text: str, default: Literal) -> tuple[str, Literal, bool]:
    """The text without what it says of the default, and that."""
    stated: Literal = None
    said = False
    for m in _DEFAULT.finditer(text):
        value: Literal = {"true": True, "false": False}.get(m[1].lower()) if m[1][0] in "tTfF" else float(m[1])
        if isinstance(value, bool) == isinstance(default, bool) and not isinstance(default, str):
            stated, said = value, True
    text = _DEFAULT.sub(lambda m: " " * len(m[0]), text)
    marked = re.compile(rf"({_NUMBER}){_MARKED.pattern}", re.IGNORECASE)
    if not said and _is_number(default) and (one := marked.search(text)):
        stated, said = float(one[1]), True
    return re.sub(r"\(\s?default\s?\)", lambda m: " " * len(m[0]), text, flags=re.IGNORECASE), stated, said


def _tokens(text: str, default: Literal, names: Mapping[str, Sequence[str]] | None) -> list[_Token]:
    found = [_Token("objective", m.name, m.start, m.end) for m in mentions(text, names=names)]
    if isinstance(default, str):
        values = [_Token("value", m[1] or m[2] or m[3], *m.span()) for m in _QUOTED.finditer(text)]
        found = [t for t in found if not any(v.start < t.end and t.start < v.end for v in values)]
    elif isinstance(default, bool) or default is None:
        values = [_Token("value", m[1].lower() == "true", *m.span()) for m in _TRUTH.finditer(text)]
    else:
        values = [_Token("value", float(m[0]), *m.span()) for m in _VALUE.finditer(text)]
    others = [_Token("range", None, *m.span()) for m in _RANGE.finditer(text)]
    found = [t for t in found if not _DENIED.match(text[t.end :].lower())]
    values = [v for v in values if not _BOUND.search(text[: v.start])]
    others += [_Token("else", None, *m.span()) for m in _ELSE.finditer(text)]
    free = [v for v in values if not any(o.start < v.end and v.start < o.end for o in [*others, *found])]
    return sorted([*found, *others, *free], key=lambda t: t.start)


def _pairs(text: str, tokens: Sequence[_Token]) -> list[tuple[_Token, str]]:
    pairs: list[tuple[_Token, str]] = []
    undecided = 0
    for i, token in enumerate(tokens):
        if token.kind == "objective":
            continue
        before = tokens[i - 1] if i and tokens[i - 1].kind == "objective" else None
        after = tokens[i + 1] if i + 1 < len(tokens) and tokens[i + 1].kind == "objective" else None
        left = _tie(text[before.end : token.start], token, named_first=True) if before else 0
        right = _tie(text[token.end : after.start], token, named_first=False) if after else 0
        if left and right and before and after and KL in (before.what, after.what) and before.what != after.what:
            left, right = int(before.what != KL), int(after.what != KL)  # the one that says a direction
        if left != right:
            chosen = before if left > right else after
            assert chosen is not None
            pairs.append((token, str(chosen.what)))
        elif left:
            undecided += 1
    if undecided:
        pairs += _alternating([t for t in tokens if t.kind in ("value", "objective")], pairs)
    return pairs


def _alternating(tokens: Sequence[_Token], pairs: Sequence[tuple[_Token, str]]) -> list[tuple[_Token, str]]:
    """Where values and objectives take turns throughout, the first one says which comes first."""
    kinds = [t.kind for t in tokens]
    if len(kinds) % 2 or any(a == b for a, b in itertools.pairwise(kinds)):
        return []
    known = {id(t) for t, _ in pairs}
    turns = [(a, b) if a.kind == "value" else (b, a) for a, b in zip(tokens[::2], tokens[1::2], strict=True)]
    return [(value, str(objective.what)) for value, objective in turns if id(value) not in known]


def _tie(between: str, token: _Token, *, named_first: bool) -> int:
    """How closely the words between tie a value to an objective: 0 not at all, 1 as neighbours, 2 in so many words."""
    between = between.lower()
    if _BREAK.search(between) or _UNLIKE.search(between) or len(between) > 80:
        return 0
    if token.kind in ("range", "else") and not between.strip(" `'\"" if named_first else " ,`'\""):
        return 2
    if named_first:
        return 2 if _AFTER_NAME.search(between) else int(not between.strip(" `'\""))
    if ")" in between and "(" not in between and token.kind != "range" and not between.strip().startswith(")"):
        return 0
    if _AFTER_VALUE.search(between):
        return 2
    return int(not between.strip(" ,`'\""))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
