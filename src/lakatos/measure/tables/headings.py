"""What a column's header says of its unit: "Acc (%)", "latency [ms/token]", "Time, s", "loss in nats per token"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PREFIXED = "s B b bit byte Byte Bps bps W Wh J Hz FLOP FLOPs FLOPS FLOP/s m g tok"
_OTHERS = """
% ‰ percent pp ppm bps x × dB px fps qps it it/s epoch epochs step steps sec secs second seconds min mins minute minutes
h hr hrs hour hours day days week weeks month months year years bits bytes nats nat ban bans
token tokens toks sample samples image images request requests req sequence sequences
example examples frame frames batch batches K k M B T million billion thousand usd USD eur EUR $ € GPU-h
GPU-hours GPU-days gpu-hours °C C deg rad rpm KiB MiB GiB TiB MACs GMACs params parameters
"""
_SCALES = ("", "n", "u", "µ", "μ", "m", "c", "k", "K", "M", "G", "T", "P", "E")
UNITS = frozenset(_OTHERS.split()) | {scale + unit for unit in _PREFIXED.split() for scale in _SCALES}
#: What is spent on something: such a number means nothing before it says on what.
SPENT = frozenset(
    scale + unit for unit in ("s", "J", "Wh", "FLOP", "FLOPs", "nats", "nat", "bits") for scale in _SCALES
) | {"sec", "secs", "second", "seconds", "min", "minutes", "h", "hr", "hours", "MACs", "GMACs"}

_BRACKETED = re.compile(r"(.*?)\s*[(\[]\s*([^()\[\]]{1,40}?)\s*[)\]]\s*[↑↓]?\s*")
_AFTER = re.compile(r"(.*?)(?:,\s*|\s+in\s+|\s*/\s+)(\S.{0,39})")
_PER = re.compile(r"\s*/\s*|\s+per\s+")


@dataclass(frozen=True)
class Heading:
    """A header as it is read: the quantity, its unit ("" if none is said) and its per."""

    name: str
    unit: str = ""
    per: str | None = None


def heading(text: str) -> Heading:
    """Read a header; what is in brackets is a unit only if it is a known one.

    >>> heading("Acc (%)"), heading("latency [ms/token]").per, heading("Acc (dev)").unit, heading("Time, s").unit
    (Heading(name='Acc', unit='%', per=None), 'token', '', 's')
    """
    for pattern in (_BRACKETED, _AFTER):
        match = pattern.fullmatch(text)
        if match and (found := unit_of(match[2])):
            return Heading(match[1].strip() or text, *found)
    first, _, rest = text.partition(" ")
    if first == "%" and rest:
        return Heading(rest.strip(), "%")
    return Heading(text.strip())


def unit_of(text: str) -> tuple[str, str | None] | None:
    """The unit and the per that a text is, or None if it is no unit."""
    unit, *per = _PER.split(text.strip())
    if unit not in UNITS or len(per) > 2 or not all(re.fullmatch(r"[A-Za-z][\w -]{0,30}", p) for p in per):
        return None
    return unit, "/".join(per) or None
