"""Units of measurement, and of counting: a rollout, a token and a device are dimensions that do not cancel.

pint does the algebra, over a registry of our own: its default one reads "nat" as a nano-technical-atmosphere,
makes counts dimensionless, and so lets 2 s per rollout equal 2 s. Here each counted thing has a dimension of its
own; a noun that is not known is one as well. Factors are exact fractions. What is related by convention and not by
definition (bit and nat, FLOP and MAC, percent and percentage point) is kept apart on purpose: whoever converts
one to the other says so, see ``conventions``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pint

#: Counted things, with the other names they go by. Each is a dimension of its own.
NOUNS = {
    "rollout": ("trajectory", "episode"),
    "batch": ("minibatch", "mini-batch", "global batch"),
    "micro-batch": ("microbatch",),
    "token": ("tok",),
    "sequence": ("seq",),
    "sample": ("example", "item", "instance"),
    "image": ("img", "picture", "pic"),
    "request": ("req",),
    "query": ("queries",),
    "step": (),
    "iteration": ("it", "iter"),
    "frame": (),
    "device": ("gpu", "tpu", "npu", "card", "accelerator", "chip", "rank"),
    "node": ("host",),
    "epoch": (),
    "word": (),
    "character": ("char",),
    "utterance": ("utt",),
    "dimension": ("dim", "subpixel"),
    "parameter": ("param",),
    "operation": ("op",),
    "forward pass": ("forward",),
    "question": ("prompt",),
    "experiment": (),
    "layer": (),
    "run": (),
    "bar": (),
    "person": ("user", "adult"),
    "nat": (),
    "point": ("pp", "percentage point", "percent point", "%-point", "ppt"),
    "ratio": ("x", "times", "fold"),
    "decibel": ("dB",),
    "dollar": ("USD", "$"),
    "gram CO2": ("gCO2", "gCO2e", "gCO2eq"),
    "FLOP": ("flop", "flops", "Flop", "Flops", "FLOPs"),
    "MAC": ("mac", "macs", "MACs", "MAdd", "MAdds", "madd"),
}

_DEFINITIONS = """
quecto- = 1e-30 = q-
femto- = 1e-15 = f-
pico- = 1e-12 = p-
nano- = 1e-9 = n-
micro- = 1e-6 = µ- = μ- = u-
milli- = 1e-3 = m-
centi- = 1e-2 = c-
kilo- = 1e3 = k- = K-
mega- = 1e6 = M-
giga- = 1e9 = G-
tera- = 1e12 = T-
peta- = 1e15 = P-
exa- = 1e18 = E-
zetta- = 1e21 = Z-
kibi- = 2**10 = Ki-
mebi- = 2**20 = Mi-
gibi- = 2**30 = Gi-
tebi- = 2**40 = Ti-
pebi- = 2**50 = Pi-
second = [time] = s = sec = secs
minute = 60 * second = min = mins
hour = 60 * minute = h = hr = hrs
day = 24 * hour = d
week = 7 * day
year = 365.25 * day = yr
hertz = 1 / second = Hz
bit = [information] = b
byte = 8 * bit = B
meter = [length] = m = metre
gram = [mass] = g
joule = 1000 * gram * meter ** 2 / second ** 2 = J
watt = joule / second = W
watthour = 3600 * joule = Wh
unity = [share] = fraction = share
percent = 0.01 * unity
permille = 0.001 * unity
ppm = 1e-6 * unity
ppb = 1e-9 * unity
"""

#: Marks and abbreviations that the registry cannot hold as names, or that mean a rate.
_WRITTEN = {
    "%": "percent", "‰": "permille", "FLOPS": "FLOP/second", "fps": "frame/second", "FPS": "frame/second",
    "qps": "query/second", "QPS": "query/second", "rps": "request/second", "RPS": "request/second",
    "bps": "bit/second", "Bps": "byte/second", "bpd": "bit/dimension", "bpc": "bit/character", "bpb": "bit/byte",
    "bpw": "bit/word", "pts": "point", "tps": "token/second", "TPS": "token/second", "×": "ratio",
}  # fmt: skip

_ATOM = re.compile(r"\s*(.*?)\s*(?:(?:\^|\*\*)\s*(-?\d)|(²|³))?\s*")
_SPLIT = re.compile(r"\s*(/|\bper\b|[*·⋅])\s*")
#: A prefix may stand before these nouns too: MMAC, GFLOP, kgCO2, k tokens.
_PREFIXED = re.compile(
    r"(k|K|M|G|T|P|E|B)\s+(.+)|(n|µ|μ|u|m|k|K|M|G|T|P|E|Z)(gCO2\w*)"
    r"|(k|K|M|G|T|P|E|Z)([Ff][Ll][Oo][Pp]s?|FLOPS|MACs?)|(Ki|Mi|Gi|Ti|k|K|M|G|T|P)([bB]ps)"
)
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40}
#: Nobody means a thousandth of a bit: "mb" stands for MB or for Mb, 8 apart.
_NO_BITS = re.compile(r"[mnuµμpfcq][bB](its?|ytes?|ps)?")
_SCALES = {"k": 3, "K": 3, "M": 6, "G": 9, "B": 9, "T": 12, "P": 15, "E": 18, "Z": 21, "m": -3, "n": -9}
_COUNTED = re.compile(
    r"(\d{1,3}(?:,\d{3}){1,4}|\d{1,15}(?:\.\d{1,9})?)\s*([kKMGBT]?)\s+(\S.*)|(\d{1,15})([kKMGBT])\s*(\S.*)"
)
_DURATION = re.compile(r"(\w+)[ -](h|hrs?|hours?|days?|years?|s|secs?|seconds?|mins?|minutes?)")
_MOST = 60
#: Factors beyond this, either way, measure nothing and would not fit a float.
_HUGEST = Fraction(10) ** 40
#: Dimensions that are measured; every other one is counted.
BASES = ("time", "information", "length", "mass", "share")


class UnitError(ValueError):
    """A unit that cannot be read, or two that cannot be converted; the message shows them."""


@dataclass(frozen=True)
class Unit:
    """A product of powers of dimensions, and an exact factor to their base units.

    Attributes:
        factor: of the base units: 1000 for "kB" in bytes is 8000 bits.
        powers: dimension and power, sorted; empty only for "no unit".
    """

    factor: Fraction
    powers: tuple[tuple[str, int], ...]

    def __mul__(self, other: Unit) -> Unit:
        powers = dict(self.powers)
        for name, power in other.powers:
            powers[name] = powers.get(name, 0) + power
        return Unit(self.factor * other.factor, tuple(sorted((n, p) for n, p in powers.items() if p)))

    def __pow__(self, power: int) -> Unit:
        return Unit(self.factor**power, tuple((n, p * power) for n, p in self.powers if power))

    def __truediv__(self, other: Unit) -> Unit:
        return self * other**-1

    def to(self, other: Unit) -> Fraction:
        """How many of the other one of this is: ``unit("min").to(unit("s"))`` is 60.

        Raises:
            UnitError: if the two are of different dimensions.
        """
        if self.powers != other.powers:
            raise UnitError(f"{self} is not convertible to {other}: they count different things")
        return self.factor / other.factor

    def __str__(self) -> str:
        def side(sign: int) -> str:
            return " ".join(n + (f"^{abs(p)}" if abs(p) > 1 else "") for n, p in self.powers if p * sign > 0)

        below = side(-1)
        return (side(1) or "1") + (f" per {below}" if below else "") if self.powers else "no unit"


NO_UNIT = Unit(Fraction(1), ())


@lru_cache(maxsize=4096)
def unit(text: str) -> Unit:
    """The unit that a text names: "ms", "GB", "tokens/s", "nats per token", "s/it", "TFLOPS", "M parameters".

    A noun that is not known is a dimension of its own, in the singular; "" is no unit.

    Raises:
        UnitError: if the text is no unit: too long, or with marks that no unit has.

    >>> unit("min").to(unit("s")), unit("tok/s") == unit("tokens per second"), unit("s/it") == unit("s")
    (Fraction(60, 1), True, False)
    """
    parts = _SPLIT.split(text.strip())
    if len(text) > _MOST or len(parts) > 13:
        raise UnitError(f"{text[:_MOST]!r} is too long for a unit")
    found, sign = NO_UNIT, 1
    for place, part in enumerate(parts):
        if place % 2:
            sign = -1 if part in ("/", "per") or (sign < 0 and part not in ("*", "·", "⋅")) else 1
        elif part and part != "1":
            found = found * _atom(part, text) ** sign
        elif part == "" and (place > 0 or len(parts) > 1):
            raise UnitError(f"{text!r} is no unit: something is missing around {'/'.join(parts[1::2])!r}")
    if not 1 / _HUGEST < found.factor < _HUGEST:
        raise UnitError(f"{text!r} is no unit: its factor lies outside 1e-40 to 1e40; write the number before the unit")
    return found


@lru_cache(maxsize=4096)
def noun(text: str) -> str:
    """A counted thing in the singular and by its usual name: "GPUs" is "device", "clips" is "clip".

    A unit of measurement keeps its letters (a MB is no mb), and so does a prefix: "M tokens" is "M token".

    >>> noun("GPUs"), noun("imgs"), noun("queries"), noun("batches"), noun("clips"), noun("MB"), noun("M tokens")
    ('device', 'image', 'query', 'batch', 'clip', 'MB', 'M token')
    """
    plain = " ".join(text.split()).replace("_", " ")
    known = _known(plain)
    if known:
        return known
    counted = _COUNTED.fullmatch(plain)
    if counted:
        rest = counted[3] or counted[6]
        return f"{plain[: -len(rest)].rstrip()} {noun(rest)}"
    measured = next((name for name in _singular(plain) if _PREFIXED.fullmatch(name) or _measured(name)), None)
    if measured:
        prefix, _, rest = measured.partition(" ")
        return f"{prefix} {noun(rest)}" if rest else measured
    # Small letters only where the large ones say nothing: "Clips", but "MiBps" is not "Mibps".
    return " ".join(word if word[1:].lower() != word[1:] else word.lower() for word in _singular(plain)[0].split(" "))


def _known(plain: str) -> str | None:
    """The usual name of a counted thing that is in the list, whatever its number and letters."""
    candidates = (c for candidate in (plain, *_singular(plain)) for c in (candidate, candidate.lower()))
    return next((_BY_NAME[c] for c in candidates if c in _BY_NAME), None)


def _singular(text: str) -> list[str]:
    found = [text]
    if len(text) > 3 and text.lower().endswith("s") and not text.endswith(("ss", "us", "is")):
        found.insert(0, text[:-1])
        if text.endswith(("ches", "shes", "xes", "sses")):
            found.insert(0, text[:-2])
        if text.endswith("ies"):
            found.insert(0, text[:-3] + "y")
    return found


def _atom(text: str, whole: str) -> Unit:
    counted = _COUNTED.fullmatch(text)
    if counted:
        number, prefix, rest = ((counted[i] or counted[i + 3] or "").replace(",", "") for i in (1, 2, 3))
        if Fraction(number) == 0:
            raise UnitError(f"{whole!r} is no unit: {text!r} is none of it; a thousand is written 1000 or 1,000")
        return Unit(Fraction(number) * Fraction(10) ** _SCALES.get(prefix or "", 0), ()) * _atom(rest, whole)
    match = _ATOM.fullmatch(text)
    name = match[1] if match else ""
    power = int(match[2] or {"²": 2, "³": 3}.get(match[3] or "", 1)) if match else 1
    if not re.fullmatch(r"[^\W\d_][\w .'-]*|[%‰×$°]\w?(?:-?points?)?", name):
        raise UnitError(f"{whole!r} is no unit: {text!r} is neither a unit nor the name of something counted")
    if name in _WRITTEN:
        return unit(_WRITTEN[name]) ** power
    scaled = _PREFIXED.fullmatch(name)
    if scaled:
        prefix, rest = (x for x in scaled.groups() if x)
        scale = Fraction(2) ** _BINARY[prefix] if prefix in _BINARY else Fraction(10) ** _SCALES.get(prefix, -6)
        return (Unit(scale, ()) * unit(rest)) ** power
    lasting = _DURATION.fullmatch(name)
    if lasting and not _known(name):
        return (_atom(lasting[1], whole) * _atom(lasting[2], whole)) ** power
    registered = _registered(name)
    return (registered if registered is not None else Unit(Fraction(1), ((noun(name), 1),))) ** power


def _measured(name: str) -> bool:
    """Whether a name is a unit of measurement, or one written so that it may be two."""
    return bool(_NO_BITS.fullmatch(name)) or _registered(name) is not None


def _registered(name: str) -> Unit | None:
    """What the registry knows by this name, as one word, in the plural too."""
    if _known(name) or not name.isalpha():
        return None
    if _NO_BITS.fullmatch(name):
        raise UnitError(f"{name!r} would be a small part of a bit: write Mb or Mbit for bits, MB for bytes")
    registry = _registry()
    for known in (name, name.lower() if len(name) > 3 else name):
        if known not in registry:
            continue
        factor, base = registry.get_root_units(known)
        powers = {str(registry.get_dimensionality(u)).strip("[]"): int(str(p)) for u, p in base._units.items()}
        return Unit(Fraction(str(factor)), tuple(sorted(powers.items())))
    return None


@lru_cache(maxsize=1)
def _registry() -> pint.UnitRegistry[Any]:
    import pint

    registry: pint.UnitRegistry[Any] = pint.UnitRegistry(None, non_int_type=Fraction)
    registry.load_definitions(_DEFINITIONS.strip().splitlines())
    return registry


_BY_NAME = {other: name for name, others in NOUNS.items() for other in (name, *others)}
