"""Text of a check as prose of a page: its opening sentences, and nothing in it that Markdown or HTML would act on."""

from __future__ import annotations

import re

#: A full stop after one of these ends no sentence.
ABBREVIATIONS = frozenset(
    ["al", "cf", "e.g", "eq", "eqs", "etc", "fig", "figs", "i.e", "no", "p", "pp", "resp", "sec", "st", "thm", "vs"]
)
#: A sentence of at most so many words ("The average hid it.") is a heading, and is not counted.
HEADING = 5
_END = re.compile(r"""[.!?]["')\]]*\s+(?=["'\[]?[^\W_a-z])""")
_ESCAPED = str.maketrans(
    {c: f"\\{c}" for c in "\\`*_[]#|~"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"}
)  # fmt: skip


def opening(text: str, sentences: int = 2) -> str:
    """The first sentences of a text, on one line.

    A remark in brackets belongs to the sentence before it, and one of a few words to the sentence behind it.

    >>> opening("It holds for n = 1.5, cf. Lemma 2. (In our words.) The horizon. It fails much later than that. Why?")
    'It holds for n = 1.5, cf. Lemma 2. (In our words.) The horizon. It fails much later than that.'
    """
    line = " ".join(text.split())
    start, kept = 0, 0
    for end in _END.finditer(line):
        sentence = line[start : end.end()]
        if _within_brackets(sentence) or _abbreviated(line[start : end.start()]):
            continue
        kept, start = kept + (len(sentence.split()) > HEADING), end.end()
        if kept == sentences:
            return line[:start].rstrip()
    return line


def plain(text: str) -> str:
    r"""Text for a line of Markdown that shows as it is: no markup, no formula, no tag, no cell of a table ends in it.

    >>> plain("a_1 < b | $x$")
    'a\\_1 &lt; b \\| &#36;x&#36;'
    """
    return " ".join(text.split()).translate(_ESCAPED)


def _within_brackets(text: str) -> bool:
    # Counted together: [0, 1) is balanced.
    return sum(text.count(c) for c in "([") > sum(text.count(c) for c in ")]")


def _abbreviated(text: str) -> bool:
    word = text.rpartition(" ")[2].lstrip("([").lower()
    return word in ABBREVIATIONS
