"""How a throughput or a time goes with the time taken and with the number of devices."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Literal, TypeAlias

from lakatos.measure.metamorphic.result import Outcome
from lakatos.measure.metamorphic.wording import sentence

Per: TypeAlias = Literal["token", "sequence", "device", "total"]
#: What is said of it, the outcome, and the kinds of slip.
Scaling: TypeAlias = tuple[str, Outcome, tuple[str, ...]]


def power_of(cases: Sequence[tuple[float, float, float]]) -> float | None:
    """The power p with which a value goes: after = before * times ** p in every case; None if there is none."""
    if any(before * after <= 0 for before, after, _ in cases):
        return None
    powers = {round(log(after / before) / log(times), 4) for before, after, times in cases}
    return powers.pop() if len(powers) == 1 else None


def scaling(study: str, power: float | None, rate: bool | None, per: Per | None) -> Scaling:
    """What the power with which a value goes means; ``rate`` says whether it falls as the time grows."""
    if study == "time unit":
        known = {-1.0: "a rate: it falls as the time grows", 1.0: "a time: it grows with the time"}.get(power or 0.0)
        return (known, "holds", ()) if known else ("neither a time nor a rate: does not go with the time", "asks", ())
    if power == 0:
        outcome: Outcome = "holds" if per == "device" else "moves" if per == "total" else "asks"
        kinds = ("divided by the world size",) if outcome == "moves" else ()
        return "per device: more devices with as much to do each leave it as it is", outcome, kinds
    # Twice the devices make twice the rate, and half the time for each item.
    kind = {1.0: "multiplied by the world size", -1.0: "divided by the world size"}.get(power or 0.0)
    if kind is None:
        return "goes with the number of devices in no known way", "moves", ("moves with the world size",)
    if power != (-1.0 if rate is False else 1.0):
        return f"{sentence(kind, {})}, where it should be the same or go the other way", "moves", (kind,)
    outcome = "moves" if per == "device" else "holds"
    return "of all devices together: it goes with their number", outcome, (kind,) if outcome == "moves" else ()
