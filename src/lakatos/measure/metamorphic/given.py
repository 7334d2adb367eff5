"""What the user brings: samples of their own, and transformations of their own."""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np

from lakatos.measure.metamorphic.call import Failure, Value, number
from lakatos.measure.metamorphic.result import Answer, MetricAudit, Outcome, Row, Slip
from lakatos.measure.metamorphic.samples import ALIASES, Samples
from lakatos.measure.metamorphic.strategies import Strategy

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)
Ask: TypeAlias = Callable[[Mapping[str, Any]], Value]
#: Most samples that are read.
MOST = 100_000


@dataclass(frozen=True)
class Transformation:
    """A change of a metric's arguments, and what should happen to its value.

    Attributes:
        name: what is changed.
        change: from the keywords that the metric is handed to others; the dict and its arrays are copies.
        expected: "invariant", "may change", or the factor that the value should be multiplied by.
        slip: what it is called if something else happens.
        count: the factor of a hidden count, if that is what is changed: the movement is then given as a power of it.

    >>> Transformation("losses in bits", lambda k: {**k, "losses": k["losses"] / 0.6931}, expected=1 / 0.6931).name
    'losses in bits'
    """

    name: str
    change: Callable[[dict[str, Any]], Mapping[str, Any]]
    expected: Literal["invariant", "may change"] | float | Fraction = "invariant"
    slip: str = ""
    count: int | None = None

    def __post_init__(self) -> None:
        factor = isinstance(self.expected, int | float | Fraction) and not isinstance(self.expected, bool)
        if not factor and self.expected not in ("invariant", "may change"):
            raise ValueError(f"expected is 'invariant', 'may change' or a factor, got {self.expected!r}")

    def tried(
        self, ask: Callable[[Mapping[str, Any]], Value], keywords: dict[str, Any], keep: Collection[str]
    ) -> Value:
        """The value after the change, of the keywords that are kept."""
        try:
            changed = self.change(keywords)
        except Exception as error:
            return Failure(f"the transformation raises {type(error).__name__}: {error}"[:200])
        return ask({k: v for k, v in changed.items() if k in keep})

    def row(self, before: Value, after: Value, noise: float) -> Row:
        """What happened, against what should have."""
        said = self.expected if isinstance(self.expected, str) else f"scales by {self.expected}"
        if isinstance(before, Failure) or isinstance(after, Failure):
            failed = after if isinstance(after, Failure) else before
            assert isinstance(failed, Failure)
            return Row(self.name, said, "fails", self.name, before, after, 0.0, failed.says)
        factor: Any = 1 if isinstance(self.expected, str) else self.expected
        wanted = (
            before * factor
            if isinstance(before, Fraction) and not isinstance(factor, float)
            else float(before) * float(factor)
        )
        if isinstance(wanted, Fraction) and isinstance(after, Fraction):
            right = wanted == after
        else:
            right = abs(float(after) - float(wanted)) <= noise * max(1.0, abs(float(factor)))
        moved = float(after - before) / max(abs(float(before)), abs(float(after)), 1e-300)
        outcome: Outcome = "holds" if right else "tells" if self.expected == "may change" else "moves"
        says = "as expected" if right else self._says(before, after)
        slips = (Slip(self.slip or f"moves with {self.name}", says, moved),) if outcome == "moves" else ()
        return Row(self.name, said, outcome, self.name, before, after, moved, says, slips)

    def _says(self, before: Value, after: Value) -> str:
        assert not isinstance(before, Failure)
        assert not isinstance(after, Failure)
        what = self.slip or f"moves with {self.name}"
        if not before or float(after / before) <= 0:
            return what
        times = float(after) / float(before)
        power = f", its power {math.log(times) / math.log(self.count):.3g}" if self.count else ""
        return f"{what}: the value is multiplied by {times:.4g}{power}"


def hidden_count(
    count: str, *, scales: Iterable[str] | Mapping[str, int], seed: int = 0, draws: int = 3
) -> tuple[Transformation, ...]:
    """Rescale a hidden count at random: how many rollouts make a batch, samples a step, periods a year, ...

    The count is multiplied by a prime, drawn at random, and so is every argument that goes with it (or it is multiplied
    by a power of the prime). A figure that is normalised by the count stays; one that is not, moves, and the power with
    which it moves says how the count is missing.

    Args:
        count: the argument that holds the count; a metric that does not take it is told as much by its movement.
        scales: the arguments that go with it: ``("batch_seconds",)``, or with powers ``{"batches_per_second": -1}``.

    >>> times = {"batch_seconds": 41.0, "rollout_seconds": 20.5, "rollouts": 50}
    >>> def slower(batch_seconds, rollout_seconds):
    ...     return batch_seconds / rollout_seconds
    >>> rescaled = hidden_count("rollouts", scales=("batch_seconds",))
    >>> from lakatos.measure.metamorphic import audit_metric
    >>> audit_metric(slower, data=times, transformations=rescaled).slips[0].kind
    'not normalised by rollouts'
    >>> def slower(batch_seconds, rollout_seconds, rollouts):
    ...     return batch_seconds / rollouts / rollout_seconds
    >>> audit_metric(slower, data=times, transformations=rescaled).answer
    'clear'
    """
    powers = dict(scales) if isinstance(scales, Mapping) else dict.fromkeys(scales, 1)
    if not powers or not 1 <= draws <= len(PRIMES):
        raise ValueError(
            f"need an argument that goes with {count!r} and 1 to {len(PRIMES)} draws, got {powers} and {draws}"
        )
    chosen = np.random.default_rng(seed).choice(PRIMES, size=draws, replace=False).tolist()

    def change(factor: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
        def changed(keywords: dict[str, Any]) -> dict[str, Any]:
            missing = {count, *powers} - set(keywords)
            if missing:
                raise ValueError(f"the data hold no {', '.join(sorted(missing))}")
            times = {count: 1, **powers}
            # A negative power of an integer is a fraction, which arrays do not take: they are divided.
            return {
                k: v if not times.get(k) else v * factor ** times[k] if times[k] > 0 else v / factor ** -times[k]
                for k, v in keywords.items()
            }

        return changed

    return tuple(
        Transformation(f"{count} × {f}", change(f), slip=f"not normalised by {count}", count=f) for f in sorted(chosen)
    )


def own_rows(
    metric: Callable[..., Any],
    data: Mapping[str, Any],
    transformations: Sequence[Transformation],
    *,
    tolerance: float,
    title: str,
) -> MetricAudit:
    """An audit by the user's own transformations of the user's own arguments, and by nothing else."""
    takes = _accepted(metric, data, title)
    calls = 0

    def ask(keywords: Mapping[str, Any]) -> Value:
        nonlocal calls
        calls += 1
        try:
            return number(metric(**copy.deepcopy({k: v for k, v in keywords.items() if k in takes})))
        except Exception as error:
            return Failure(f"raises {type(error).__name__}: {error}"[:200])

    before = ask(data)
    rows: tuple[Row, ...] = ()
    answer: Answer
    if isinstance(before, Failure):
        answer, why = "undetermined", f"on the data as given the metric {before.says}"
    elif not isinstance(again := ask(data), Failure) and again != before:
        answer, why = "undetermined", "not deterministic: asked again, it gives another value; fix its seed"
    else:
        noise = tolerance * abs(float(before)) or tolerance
        rows = tuple(t.row(before, t.tried(ask, copy.deepcopy(dict(data)), takes), noise) for t in transformations)
        answer, why = _answer(rows, ignores=unused(ask, data, takes, before))
    notes = (f"does not take {', '.join(sorted(set(data) - set(takes)))}",) if set(data) - set(takes) else ()
    exact = "exactly, or " if isinstance(before, Fraction) else ""
    scope = f"the data given; {exact}within {tolerance:g} of the value; whether the value is the right one is not asked"
    return MetricAudit(
        title, "own", answer, why, rows, ("the ready transformations: no strategy",), notes, scope, calls
    )


def _accepted(metric: Callable[..., Any], data: Mapping[str, Any], title: str) -> tuple[str, ...]:
    try:
        all_of_them = inspect.signature(metric).parameters.values()
    except (TypeError, ValueError) as error:
        raise TypeError(f"{title} does not say what it takes; wrap it in a lambda") from error
    named = [p for p in all_of_them if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    if any(p.kind is p.VAR_KEYWORD for p in all_of_them):
        return tuple(data)
    missing = [p.name for p in named if p.default is p.empty and p.name not in data]
    if missing:
        raise TypeError(f"{title} needs {', '.join(missing)}, which the data do not hold")
    takes = tuple(p.name for p in named if p.name in data)
    if not takes:
        raise TypeError(f"{title} takes none of {', '.join(data)}")
    return takes


def unused(
    ask: Callable[[Mapping[str, Any]], Value], data: Mapping[str, Any], takes: Sequence[str], before: Value
) -> bool:
    """Whether no change of any numeric argument changes the value."""
    nudged = [{**data, k: x} for k in takes if (x := _nudged(data[k])) is not None]
    return bool(nudged) and all(ask(other) == before for other in nudged)


def _nudged(value: Any) -> Any:
    if isinstance(value, bool) or (isinstance(value, np.ndarray) and value.dtype == bool):
        return np.logical_not(value)
    if isinstance(value, int) or (isinstance(value, np.ndarray) and value.dtype.kind in "iu"):
        return value + 1
    if isinstance(value, float | Fraction) or (isinstance(value, np.ndarray) and value.dtype.kind in "fO"):
        return value * 3 + 1
    if isinstance(value, list | tuple) and value and all(_nudged(x) is not None for x in value):
        return type(value)([_nudged(value[0]), *value[1:]])
    return None


def _answer(rows: Sequence[Row], *, ignores: bool) -> tuple[Answer, str]:
    if ignores:
        return "undetermined", "ignores its input: no change of an argument changes its value"
    moved = {s.kind: s for r in rows for s in r.slips}
    if moved:
        return "slip", "; ".join(s.says for s in moved.values())
    failed = [r for r in rows if r.outcome == "fails"]
    if failed:
        return "undetermined", "; ".join(f"{r.transformation}: {r.says}" for r in failed)
    return "clear", f"none of {len(rows)} transformations moves it: {', '.join(r.transformation for r in rows)}"


def read(data: Mapping[str, Any], kind: Strategy, takes: Mapping[str, str], tokens: bool, seed: int) -> list[Samples]:
    """The user's samples, as given and in another order.

    Raises:
        ValueError: if the fields that the metric needs are not there, or do not fit together.
    """
    ours = {takes.get(k, ALIASES.get(k, k)): v for k, v in data.items()}
    unknown = set(ours) - set(kind.fields) - {"mask", "lengths"}
    if unknown:
        raise ValueError(f"{', '.join(sorted(unknown))}: samples hold {', '.join(kind.fields)}, with a mask or lengths")
    missing = (set(takes.values()) & set(kind.fields)) - set(ours)
    if missing:
        raise ValueError(f"the metric takes {', '.join(sorted(missing))}, which the data do not hold")
    fields = {n: list(ours[n]) for n in kind.fields if n in ours}
    if not fields:
        raise ValueError(f"the data hold none of {', '.join(kind.fields)}")
    count = {len(x) for x in fields.values()}
    if len(count) != 1 or not 1 <= (n := count.pop()) <= MOST:
        raise ValueError(
            f"every field needs the same number of samples, 1 to {MOST:,}, got {[len(x) for x in fields.values()]}"
        )
    rows = {name: tuple(_row(ours, name, i, x, tokens) for i, x in enumerate(xs)) for name, xs in fields.items()}
    for i, several in enumerate(zip(*rows.values(), strict=True)):
        if len({len(x) for x in several}) != 1 or not len(several[0]):
            raise ValueError(
                f"sample {i} has {[len(x) for x in several]} tokens in its fields: they must be as many, and some"
            )
    first = Samples(rows, tokens, tuple(range(n)), "given")
    other = np.random.default_rng(seed).permutation(n).tolist()
    return [first, first.take(other, fresh=True)] if n > 1 else [first]


def _row(ours: Mapping[str, Any], name: str, i: int, x: Any, tokens: bool) -> np.ndarray[Any, Any]:
    """The real tokens of one sample."""
    if not tokens:
        return np.asarray(x)[None]
    x = np.asarray(x)
    if x.ndim == 0:
        raise ValueError(f"{name} of sample {i} is one number, but samples are sequences: say tokens=False")
    if "mask" in ours:
        x = x[np.asarray(ours["mask"][i], dtype=bool)]
    elif "lengths" in ours:
        x = x[: int(ours["lengths"][i])]
    return np.asarray(x)
