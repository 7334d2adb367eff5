"""The documented objective against the one that a flag's default selects."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from lakatos.drawing import Labelled
from lakatos.measure.flags.definitions import Definition, Setting, read_source
from lakatos.measure.flags.objectives import KL, mentions, named
from lakatos.measure.flags.wording import Literal, read_wording, same

#: Calls whose keywords are taken for flags.
_CONFIGURES = re.compile(
    r"config|args|argument|option|setting|param|trainer|defaults$|^replace$|^update$", re.IGNORECASE
)

Names = Mapping[str, Sequence[str]]


@dataclass(frozen=True, repr=False)
class DefaultCheck(Labelled):
    """The documented objective beside what the default of a flag selects.

    Attributes:
        answer: "agrees", "contradicts", or "unclear" where the texts do not decide.
        says: in a sentence.
        flag: its name.
        documented: the objective that the documentation names; None if none or several.
        selected: what the default selects by the flag's own documentation; None if that does not say, or says
            different things in different places.
        definitions: where it gets a default.
        notes: what a reader must know: defaults that are told wrongly, places that set the flag.
    """

    answer: OneOf["agrees", "contradicts", "unclear"]
    says: str
    flag: str
    documented: str | None
    selected: str | None
    definitions: tuple[Definition, ...]
    notes: tuple[str, ...] = ()

    def lines(self) -> list[tuple[str, str]]:
        """The answer, where the flag is defined, and what was not seen."""
        return [
            (self.answer, self.says),
            *(("defined", str(d)) for d in self.definitions),
            *(("note", note) for note in self.notes),
            ("not seen", "values given on a command line, in another file, or by code that was not given here"),
        ]


def check_default(
    source: str | bytes,
    flag: str,
    *,
    documented: str | None = None,
    callers: Sequence[str | bytes] = (),
    names: Names | None = None,
) -> DefaultCheck:
    """Whether the default of a flag selects the objective that the documentation names.

    The source is parsed, never imported. Defaults are read from class fields (dataclass, attrs, pydantic), parameters
    of functions, command-line options (argparse, click, typer, absl), variables and mappings; what their values mean
    from help texts, descriptions and docstrings. Whether the code does what those say is not looked at: that is
    ``identify_divergence``'s part.

    Args:
        source: the text of a module.
        flag: the name, as in Python.
        documented: the objective elsewhere, in a paper say; by default what the docstrings of the module and of the
            class or function name, outside their lists of parameters.
        callers: further source texts, searched for places that set the flag.
        names: more objectives, each with words that stand for it.

    Raises:
        ValueError: if a text is no Python, or too long; if ``documented`` names no objective, or several.

    >>> text = "def loss(p, q, *, reverse_kl=False): 'Reverse KL.'"
    >>> check_default(text, "reverse_kl").answer
    'contradicts'
    """
    if not flag.isidentifier():
        raise ValueError(f"a flag is named as in Python, without dashes; got {flag!r}")
    read = read_source(source, flag)
    promised = _promised(documented, read.prose, names)
    told = [_Told.of(d, flag, names) for d in read.definitions]
    owners = {d.where for d in read.definitions}
    settings = [("", s) for s in read.settings if _meant(s, owners)]
    settings += [
        (f"caller {i}, ", s)
        for i, text in enumerate(callers, 1)
        for s in read_source(text, flag).settings
        if _meant(s, owners)
    ]
    notes = [note for t in told for note in t.notes]
    notes += [f"set elsewhere: {where}{s}" for where, s in settings]
    answer, says, selected = _answer(flag, promised, told, [s for _, s in settings])
    return DefaultCheck(answer, says, flag, promised, selected, tuple(read.definitions), tuple(dict.fromkeys(notes)))


@dataclass(frozen=True)
class _Told:
    """What is told of one definition: the objective its default selects, or the one it turns off."""

    definition: Definition
    selects: str | None
    turns_off: str | None
    notes: tuple[str, ...]

    @classmethod
    def of(cls, d: Definition, flag: str, names: Names | None) -> _Told:
        if not d.known:
            return cls(d, None, None, ())
        wordings = [read_wording(text, d.default, names=names) for text in d.texts]
        notes = [a for w in wordings for a in w.assumes]
        notes += [
            f"line {d.line}: the documentation says that the default is {w.default!r}, the code has {d.default!r}"
            for w in wordings
            if w.said and not same(w.default, d.default)
        ]
        selected = {s for w in wordings if (s := w.select(d.default))}
        if not selected and isinstance(d.default, str) and (own := named(d.default, names=names)):
            selected = {own}
        off = None
        if not selected and isinstance(d.default, bool):
            selected, off = _switched(d, flag, names)
        if len(selected) > 1:
            notes.append(f"line {d.line}: by its texts the default selects {' and '.join(sorted(selected))}")
        return cls(d, selected.pop() if len(selected) == 1 else None, off, tuple(notes))


def _switched(d: Definition, flag: str, names: Names | None) -> tuple[set[str], str | None]:
    """What a switch selects: on, what its help or its own name says; off, what that is said to be instead of."""
    for text in (*d.texts, flag):
        told = [m.name for m in mentions(text, names=names)]
        lower = text.lower()
        if not told or any(word in lower.split() for word in ("disable", "not", "no", "without")):
            continue
        if flag.split("_")[0] in ("no", "disable", "without", "skip"):
            continue
        instead = next((w for w in ("instead of", "rather than", "in place of") if w in lower), None)
        first = {m.name for m in mentions(lower.split(instead)[0], names=names)} if instead else set(told)
        rest = {m.name for m in mentions(lower.split(instead, 1)[1], names=names)} if instead else set()
        if len(first) != 1:
            continue
        if d.default:
            return first, None
        return (rest if len(rest) == 1 and rest != {KL} else set()), next(iter(first))
    return set(), None


def _promised(documented: str | None, prose: Sequence[str], names: Names | None) -> str | None:
    if documented is not None:
        one = named(documented, names=names)
        if one is None:
            told = sorted({m.name for m in mentions(documented, names=names)})
            raise ValueError(
                f"documented={documented!r} names {' and '.join(told) or 'no objective that is known here'}; name one, "
                "and give names={objective: [words]} for one of your own"
            )
        return one
    return named("\n".join(dict.fromkeys(prose)), names=names)


def _meant(setting: Setting, owners: set[str]) -> bool:
    """Whether a call sets this flag, and not another function's parameter of the same name."""
    return not setting.by or setting.by in owners or _CONFIGURES.search(setting.by) is not None


def _answer(
    flag: str, promised: str | None, told: Sequence[_Told], settings: Sequence[Setting]
) -> tuple[OneOf["agrees", "contradicts", "unclear"], str, str | None]:
    if not told:
        return "unclear", f"nothing here gives {flag} a default", None
    selects = {t.selects for t in told if t.selects}
    selected = next(iter(selects)) if len(selects) == 1 else None
    defaults: list[Literal] = [t.definition.default for t in told if t.definition.known]
    if not defaults:
        return "unclear", f"the default of {flag} is computed or missing", None
    if any(not same(d, defaults[0]) for d in defaults):
        shown = ", ".join(dict.fromkeys(repr(d)[:40] for d in defaults))
        return "unclear", f"{flag} has different defaults in different places: {shown}", selected
    shown = f"{flag} = {repr(defaults[0])[:40]}"
    if promised is None:
        what = f"selects {selected}" if selected else "selects nothing that its texts name"
        return "unclear", f"the default {shown} {what}; the documentation names no one objective", selected
    if any(not s.known or not same(s.value, defaults[0]) for s in settings):
        return "unclear", f"the default {shown} is set to something else, see below", selected
    if selected is None:
        if any(t.turns_off == promised for t in told) and not selects:
            return "contradicts", f"documented is {promised}; the default {shown} turns it off", None
        return "unclear", f"documented is {promised}; what the default {shown} selects is not said clearly", None
    if KL in (selected, promised) and selected != promised:
        return "unclear", f"documented is {promised}; the default {shown} selects {selected}", selected
    if selected == promised:
        return "agrees", f"documented is {promised}, and the default {shown} selects it", selected
    return "contradicts", f"documented is {promised}; the default {shown} selects {selected}", selected
