"""One side of a dispute as a stranger finds it: a number or none, a unit and a per in words, and what is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lakatos.measure.quantities.ratio import Ratio
from lakatos.measure.quantities.reported import COUNTS, Reported, reported
from lakatos.measure.quantities.units import noun

#: Other names under which counts are found.
_COUNT_NAMES = {
    "gpus": "devices", "n_gpus": "devices", "world_size": "devices", "ranks": "devices", "batch_size": "batch",
    "pad_fraction": "pad", "grad_accum": "accumulation", "seq_len": "sequence", "sequence_length": "sequence",
    "n": "samples", "n_samples": "samples", "action_repeat": "repeat", "num_classes": "classes",
}  # fmt: skip
_LONGEST, _MOST = 500, 60


@dataclass(frozen=True)
class Quantity:
    """One figure of a dispute, its words as found.

    Attributes:
        text: the number as printed; None if it is not known.
        unit, per: in words, "" if not said.
        counts: how many of what, by the names of ``COUNTS``.
        said: everything else that is stated, as text by name: {"sync": "False"}.
    """

    text: str | None
    unit: str = ""
    per: str = ""
    counts: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """All that is said, in lower case: what conventions are recognised in."""
        more = (f"{name} {what}" for name, what in self.said.items())
        return "; ".join(filter(None, [self.unit, self.per, *more])).lower()

    def number(self) -> Reported | None:
        """The bare number, if there is one and it is one: "1.00x-1.03x" and "about 3" are none."""
        try:
            found = reported(self.text) if self.text else None
        except ValueError:
            return None
        return found if found and found.unit in ("", "%", "x") and found.per is None else None

    def reported(self) -> Reported | None:
        """The number with its unit, per and counts, words in brackets left out; None if it cannot be read."""
        number = self.number()
        if number is None:
            return None
        unit, per = plain(self.unit), plain(self.per)
        if per and noun(per) in {noun(part) for part in re.split(r"\s*/\s*|\s+per\s+", unit)}:
            per = ""  # "4.53 s/it", per iteration: it is said twice
        try:
            return reported(f"{self.text} {unit or number.unit}", per=per or None, **self.counts)
        except (ValueError, TypeError):
            return None

    def __str__(self) -> str:
        said = "; ".join(f"{k} {v}" for k, v in {**self.counts, **self.said}.items())
        return f"{self.text or '?'} {self.unit}{' per ' + self.per if self.per else ''}{f' ({said})' if said else ''}"


def quantity(given: Mapping[str, Any] | Reported | Quantity) -> Quantity:
    """One side of a dispute from a mapping with "value", "unit", "per" and whatever else is stated.

    Counts are recognised by their names ("batch", "gpus", "pad_fraction", ...); a value that is a float is taken by
    the digits Python prints for it. Unknown names are kept as text.

    Raises:
        TypeError, ValueError: if it is no mapping, or a text in it is too long.

    >>> print(quantity({"value": 20, "unit": "ms", "per": "batch", "batch": 32, "sync": True}))
    20 ms per batch (batch 32; sync True)
    """
    if isinstance(given, Quantity):
        return given
    if isinstance(given, Reported):
        counts = {k: f"{n} {what}".strip() for k, (n, what) in given.counts.items()}
        return Quantity(str(_digits(given.text)), given.unit, given.per or "", counts)
    if not isinstance(given, Mapping):
        raise TypeError(f"a quantity is a mapping with value, unit and per, got {type(given).__name__}")
    if len(given) > _MOST:
        raise ValueError(
            f"a quantity says at most {_MOST} things, got {len(given)}; leave out what is beside the point"
        )
    texts = {str(k): "" if v is None else str(v) for k, v in given.items()}
    for name, text in texts.items():
        if len(text) > _LONGEST or len(name) > _LONGEST:
            raise ValueError(f"{name[:40]!r} is too long: {len(text)} characters")
    counts, said = {}, {}
    for name, text in texts.items():
        count = _COUNT_NAMES.get(name, name)
        if name in ("value", "unit", "per") or not text:
            continue
        if count in COUNTS and re.fullmatch(r"\d+(\.\d+)?%?( [\w -]+)?", text) and Fraction(_leading(text)) > 0:
            counts[count] = text
        else:
            said[name] = text
    return Quantity(texts.get("value") or None, texts.get("unit", ""), texts.get("per", ""), counts, said)


def plain(text: str) -> str:
    """A unit or per without what is said in brackets and quotes: 'GMAC (labelled GFLOP)' is GMAC."""
    text = re.sub(r"\([^()]*\)", " ", text).replace('"', " ").strip(" .,;")
    return " ".join(text.split())


def ratio_of(one: Quantity, other: Quantity) -> Ratio | None:
    """The ratio of the bare numbers of two quantities; None unless both are positive numbers."""
    x, y = one.number(), other.number()
    try:
        return x.over(y) if x and y else None
    except ValueError:
        return None


def _leading(text: str) -> str:
    match = re.match(r"\d+(\.\d+)?", text)
    return match[0] if match else "0"


def _digits(text: str) -> str:
    match = re.match(r"\s*[+−-]?[\d.,]+(?:[eE][+-]?\d+)?", text)
    return match[0].strip() if match else text
