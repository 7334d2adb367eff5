"""The ready transformations: what each changes, what a known slip would make of it, and when it cannot be tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from lakatos.measure.metamorphic.call import Caller, Failure, Value
from lakatos.measure.metamorphic.samples import Layout, Samples, neutral
from lakatos.measure.metamorphic.strategies import UNUSED, Strategy
from lakatos.measure.metamorphic.suspects import BATCH, RANK, Cut, Predictions, predict

#: Fields with one number for every word or class.
OVER_WORDS = ("logits", "p", "q", "log_p", "log_q")
LOADERS = ("batches", "shards")
#: Most single parts on which a metric is asked, to explain a movement.
MOST_PARTS = 256
#: Samples of which one is looked for that counts in a line of its like.
MOST_TRIED = 8
#: Samples in the long line on which a metric's own batches show: a prime, so that the last one is ragged.
LINE = 521


@dataclass(frozen=True)
class Case:
    """One pair of values, what each suspect predicts for the second, and the numbers that a sentence about it needs."""

    setting: str
    before: Value
    after: Value
    predictions: Predictions = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Study:
    """A ready transformation.

    Attributes:
        name: what is changed.
        cases: for one set of samples; or why it cannot be tried.
        fallback: the kind of slip if the value moves and no suspect explains it.
        core: slips that it must be able to see, else it has no power.
        unless: studies whose movement would be seen here again; it is not tried if one of them moves or fails.
    """

    name: str
    cases: Callable[[Bench, Samples], list[Case] | str]
    fallback: str
    core: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bench:
    """A metric with its strategy, and how it is asked."""

    call: Caller
    strategy: Strategy
    seed: int

    def part(self, samples: Samples, layout: Layout) -> Callable[[Sequence[int]], float | None]:
        """The metric's value on some of the samples, numbered anew."""

        def value(indices: Sequence[int]) -> float | None:
            own = replace(layout, batch=len(indices)) if layout.batch == len(samples) else layout
            answer = self.call(samples.take(indices, fresh=True), own)
            return None if isinstance(answer, Failure) else float(answer)

        return value

    def holds_words(self) -> bool:
        """Whether the metric is handed a field over the vocabulary."""
        over = set(self.strategy.fields) & set(OVER_WORDS)
        return bool(over) and self.call.takes_any(*over, *LOADERS)


def uneven(n: int, most: int) -> list[int]:
    """Sizes of groups into which n does not divide evenly (few groups, more, most), and one into which it does."""
    sizes = []
    for groups in (3, 5, 6):
        near = sorted(range(2, n), key=lambda b: (abs(b - n / groups), -b))
        sizes += [b for b in near if n % b and n / b <= most][:1]
    even = [b for b in range(2, n // 2 + 1) if n % b == 0 and n / b <= most]
    return list(dict.fromkeys([*sizes, *even[-1:], *([1] if n <= most else [])]))


def batch_size(bench: Bench, samples: Samples) -> list[Case] | str:
    """Other batch sizes, most with a ragged last batch."""
    if not bench.call.takes_any("batch_size", *LOADERS, "seconds", "items", "steps", "tokens", "padded_tokens"):
        return "takes no batch_size, batches or shards"
    whole, n = neutral(samples), len(samples)
    if n < 2:
        return "one sample only"
    cases = [_batched(bench, samples, whole, b) for b in uneven(n, 64)]
    # A metric that has no value on single samples, as a correlation has none, has its say on the others.
    return [c for c in cases if c.facts["b"] > 1 or not isinstance(c.after, Failure)]


def _batched(bench: Bench, samples: Samples, whole: Layout, b: int) -> Case:
    n, r = len(samples), len(samples) % b
    chunks = [list(range(i, min(i + b, n))) for i in range(0, n, b)]
    last = chunks[-1]
    full, missing = (chunks[:-1], b - r) if r else (chunks, 0)
    cuts = [Cut((), "", chunks), Cut(("last batch dropped",), "", full)]
    for variant, again in (("first", [i % n for i in range(missing)]), ("last", [n - 1] * missing)):
        cuts.append(Cut(("last batch filled",), variant, [*chunks[:-1], [*last, *again]]))
    factors = {
        "per batch, not per item": (1 / len(chunks), len(chunks)),
        "divided by the batch size": (1 / b,),
        "multiplied by the batch size": (b,),
        "last batch counted as full": (n / (len(chunks) * b), len(chunks) * b / n),
    }
    made = predict(cuts, bench.part(samples, whole), _tokens(samples), factors, BATCH)
    after = bench.call(samples, replace(whole, batch=b))
    facts = {"b": b, "r": r, "n": n, "tokens": samples.tokens, "steps": bench.strategy.name == "throughput"}
    return Case(f"batches of {b}, {n} samples", bench.call(samples, whole), after, made, facts)


def _tokens(samples: Samples) -> Callable[[Sequence[int]], int]:
    lengths = samples.lengths
    return lambda indices: sum(lengths[i] for i in indices)


def world_size(bench: Bench, samples: Samples) -> list[Case] | str:
    """The samples shared out over several devices, unevenly."""
    single, whole = replace(neutral(samples), batch=1), neutral(samples)
    return _spread(bench, samples, whole if isinstance(bench.call(samples, single), Failure) else single)


def batch_and_world_size(bench: Bench, samples: Samples) -> list[Case] | str:
    """Batches of three on several devices."""
    if not bench.call.takes_any("batch_size", *LOADERS):
        return "takes no batch_size, batches or shards"
    return _spread(bench, samples, replace(neutral(samples), batch=3))


def _spread(bench: Bench, samples: Samples, one: Layout) -> list[Case] | str:
    if not bench.call.takes_any("world_size", "shards"):
        return "takes no world_size or shards"
    n = len(samples)
    worlds = [w for w in range(2, n) if n % w]
    # With one duplicate to fill up, cutting off the end may happen to be right: a world that needs two comes too.
    worlds = list(dict.fromkeys([*worlds[:1], *[w for w in worlds if -n % w > 1][:1]]))
    if not worlds:
        return f"{n} samples cannot be shared out unevenly"
    if bench.strategy.name == "throughput":
        return [_scaled(bench, samples, w) for w in (2, 3)]
    return [_shared(bench, samples, one, w) for w in worlds]


def _shared(bench: Bench, samples: Samples, one: Layout, w: int) -> Case:
    n, r = len(samples), len(samples) % w
    missing = w - r
    rows = list(range(n))
    ceil = -(-n // w)
    cuts = [
        Cut((), "in turn", [rows[k::w] for k in range(w)]),
        Cut((), "in blocks", [b.tolist() for b in np.array_split(rows, w)]),
        Cut((), "in full blocks", [rows[k : k + ceil] for k in range(0, n, ceil)]),
    ]
    for slip, filled in (
        ("duplicates are scored", [*rows, *[i % n for i in range(missing)]]),
        ("duplicates are scored", [*rows, *[n - 1] * missing]),
        ("samples are dropped", rows[: n - r]),
    ):
        how, each = "first" if filled[-1] == (missing - 1) % n else "last", len(filled) // w
        cuts.append(Cut((slip,), f"{how} in turn", [filled[k::w] for k in range(w)]))
        cuts.append(Cut((slip,), f"{how} in blocks", [filled[k * each : (k + 1) * each] for k in range(w)]))
    gathered = [i for k in range(w) for i in cuts[3].groups[k]][:n]
    cuts.append(Cut(("cut to length in the wrong order",), "", [gathered]))
    factors = {"divided by the world size": (1 / w,), "multiplied by the world size": (w,)}
    made = predict(cuts, bench.part(samples, one), _tokens(samples), factors, RANK)
    after = bench.call(samples, replace(one, world=w))
    facts = {"w": w, "r": r, "n": n, "missing": missing}
    return Case(f"{w} devices, {n} samples", bench.call(samples, one), after, made, facts)


def _scaled(bench: Bench, samples: Samples, w: int) -> Case:
    """As many devices, each with as much to do in the same time: w times the samples, in the time of one device."""
    many = samples.take([i for _ in range(w) for i in range(len(samples))], fresh=True)
    before = bench.call(samples, neutral(samples))
    after = bench.call(many, replace(neutral(samples), world=w))
    return Case(f"{w} devices, each with the same to do", before, after, {}, {"times": w})


def order(bench: Bench, samples: Samples) -> list[Case] | str:
    """The samples backwards and shuffled."""
    n = len(samples)
    if n < 2:
        return "one sample only"
    shuffled = np.random.default_rng(bench.seed).permutation(n).tolist()
    whole = neutral(samples)
    first = bench.call(samples, whole)
    cases = []
    for name, way in (("backwards", list(range(n))[::-1]), ("shuffled", shuffled)):
        there = samples.take(way, fresh=True)
        value = bench.call(there, whole)
        own = list(range(2, n)) if n <= MOST_PARTS else []
        cases.append(Case(name, first, value, {}, {"samples": there, "own": own}))
        cases.append(Case(f"back from {name}", value, first, {}, {"samples": samples, "own": own}))
    return cases


def position(bench: Bench, samples: Samples) -> list[Case] | str:
    """One sample that is other than the rest, first and last in a long line of the same.

    In batches that the metric takes of its own, the last one of ``LINE`` samples is ragged, and the last sample weighs
    otherwise than the first. How many weigh as it does is found by halving; the batch divides the others.
    """
    for index in range(min(len(samples), MOST_TRIED)):
        line, whole = _line(bench, samples, index)
        first, last, none = (bench.call(line(at), whole) for at in (0, LINE - 1, LINE))
        if not any(isinstance(v, Failure) for v in (first, last, none)) and (first != none or last != none):
            return _halved(bench, line, whole, first, last)
    return f"none of {min(len(samples), MOST_TRIED)} samples counts among many that are alike"


def _line(bench: Bench, samples: Samples, index: int) -> tuple[Callable[[int], Samples], Layout]:
    """A long line of one sample, with other values at one place (or at none, beyond its end)."""
    one = samples.take([index])
    other = bench.strategy.one_changed(one, 0)
    fields = {n: (x[0], other.fields[n][0]) for n, x in one.fields.items()}
    pair = Samples(fields, samples.tokens, (0, 1), (one.key, "pair"))
    return lambda at: pair.take([int(i == at) for i in range(LINE)], fresh=True), Layout(LINE, one.lengths[0])


def _halved(bench: Bench, line: Callable[[int], Samples], whole: Layout, first: Value, last: Value) -> list[Case] | str:
    assert not isinstance(first, Failure)
    assert not isinstance(last, Failure)
    low, high = 0, LINE - 1
    while high - low > 1 and abs(float(first) - float(last)) > 1e-9 * abs(float(first)):
        middle = (low + high) // 2
        there = bench.call(line(middle), whole)
        near = not isinstance(there, Failure) and abs(float(there) - float(last)) < abs(float(there) - float(first))
        low, high = (low, middle) if near else (middle, high)
    r = LINE - high
    own = [b for b in range(r + 1, LINE) if (LINE - r) % b == 0 and LINE // b <= MOST_PARTS]
    return [
        Case(f"first and last of {LINE} samples", first, last, {}, {"samples": line(LINE - 1), "own": own}),
        Case(f"last and first of {LINE} samples", last, first, {}, {"samples": line(0), "own": own}),
    ]


def hidden_batches(bench: Bench, samples: Samples, b: int) -> Predictions:
    """What the metric would be if it took these samples in batches of b without being told to."""
    n = len(samples)
    chunks = [list(range(i, min(i + b, n))) for i in range(0, n, b)]
    cuts = [Cut((), "", chunks), *([Cut(("last batch dropped",), "", chunks[:-1])] if n % b else [])]
    return predict(cuts, bench.part(samples, neutral(samples)), _tokens(samples), {}, BATCH)


def data_twice(bench: Bench, samples: Samples) -> list[Case] | str:
    """Every sample twice."""
    twice = samples.take([*range(len(samples))] * 2, fresh=True)
    whole = neutral(samples)
    # A step that took twice as many samples would take twice the time: the steps stay, and there are twice as many.
    after = bench.call(twice, whole if bench.strategy.name == "throughput" else neutral(twice))
    before = bench.call(samples, whole)
    return [Case("every sample twice", before, after, _powers("a sum over samples", before, 2, 0.5), {})]


def _powers(kind: str, before: Value, *factors: float) -> Predictions:
    """What the value would be if it, or its logarithm, were multiplied by a factor."""
    if isinstance(before, Failure):
        return {}
    x = float(before)
    found: Predictions = {}
    for i, factor in enumerate(factors):
        found[((kind,), f"{i}")] = x * factor
        if x > 0 and abs(np.log(x) * factor) < 300:
            found[((kind,), f"{i} in the exponent")] = x**factor
    return found


def padding_length(bench: Bench, samples: Samples) -> list[Case] | str:
    """Sequences padded further, with what adds nothing."""
    if not samples.tokens:
        return "the samples are no padded sequences"
    whole = neutral(samples)
    before = bench.call(samples, whole)
    cases = []
    for more in (7, 23):
        longer = replace(whole, pad_to=whole.pad_to + more)
        counted = bench.call(_filled(bench, samples, longer), longer)
        made: Predictions = (
            {} if isinstance(counted, Failure) else {(("padded positions are counted",), ""): float(counted)}
        )
        # A divisor that grows with the padding, whatever is above it.
        made |= _powers("divided by the padded length", before, whole.pad_to / longer.pad_to)
        facts = {"more": more, "to": longer.pad_to}
        cases.append(Case(f"padded to {longer.pad_to}", before, bench.call(samples, longer), made, facts))
    return cases


def _filled(bench: Bench, samples: Samples, layout: Layout) -> Samples:
    """The samples with their padding as real tokens."""
    pads = bench.call.pads(samples)
    fields = {}
    for name, rows in samples.fields.items():
        fill = np.asarray(pads[name][layout.loud], dtype=rows[0].dtype)
        fields[name] = [np.concatenate([x, np.repeat(fill[None], layout.pad_to - len(x), axis=0)]) for x in rows]
    return samples.changed(("filled", layout), **fields)


def padded_values(bench: Bench, samples: Samples) -> list[Case] | str:
    """Padding that holds what would be seen."""
    if not samples.tokens or bench.strategy.name == "throughput":
        return "the samples are no padded sequences"
    whole = replace(neutral(samples), pad_to=neutral(samples).pad_to + 3)
    before, after = bench.call(samples, whole), bench.call(samples, replace(whole, loud=True))
    return [Case("padding that would be seen", before, after)]


def padding_side(bench: Bench, samples: Samples) -> list[Case] | str:
    """Padding on the left."""
    if not samples.tokens or not bench.call.takes_any("mask"):
        return "takes no mask of padded sequences"
    if bench.call.takes_any("lengths"):
        return "takes lengths: the padding is on the right by agreement"
    whole = neutral(samples)
    return [Case("on the left", bench.call(samples, whole), bench.call(samples, replace(whole, left=True)))]


def token_split(bench: Bench, samples: Samples) -> list[Case] | str:
    """Every sequence cut in two."""
    if not samples.tokens:
        return "the samples are no sequences"
    if max(samples.lengths) < 2:
        return "no sequence has two tokens"
    rng = np.random.default_rng(bench.seed)
    pieces: list[tuple[int, Sequence[int]]] = []
    for i, length in enumerate(samples.lengths):
        at = int(rng.integers(1, length)) if length > 1 else 0
        pieces += [(i, range(at))] if at else []
        pieces.append((i, range(at, length)))
    parts = samples.cut(("split", bench.seed), pieces)
    whole = neutral(samples)
    before, after = bench.call(samples, whole), bench.call(parts, replace(whole, batch=len(parts)))
    singles = [[i] for i in range(len(parts))] if len(parts) <= MOST_PARTS else []
    one = replace(whole, batch=len(parts))
    summed = _powers("summed over a sequence", before, len(samples) / len(parts))
    alike: Predictions = {
        (("per sequence, not per token",), variant): value
        for (slips, variant), value in predict([Cut((), "", singles)], bench.part(parts, one), len, {}, BATCH).items()
        if slips == ("mean of batch means",)
    }
    return [Case(f"{len(samples)} sequences split in two", before, after, summed | alike)]


def token_repeat(bench: Bench, samples: Samples) -> list[Case] | str:
    """Sequences repeated within themselves, some more often than others."""
    if not samples.tokens:
        return "the samples are no sequences"
    pieces = [(i, list(range(length)) * (1 + i % 3)) for i, length in enumerate(samples.lengths)]
    longer = samples.cut("repeated", pieces)
    before, after = bench.call(samples, neutral(samples)), bench.call(longer, neutral(longer))
    return [Case("sequences once, twice and three times over", before, after)]


def vocabulary(bench: Bench, samples: Samples) -> list[Case] | str:
    """Words added that are never used."""
    if not bench.holds_words():
        return "takes nothing that has a value for every word"
    cases = []
    before = bench.call(samples, neutral(samples))
    for more in (5, 30):
        fields = {n: [_unused(n, x, more) for x in samples.fields[n]] for n in OVER_WORDS if n in samples.fields}
        words = next(iter(fields.values()))[0].shape[-1]
        larger = samples.changed(("words", more), **fields)
        made = _powers("mean over the vocabulary", before, (words - more) / words)
        cases.append(
            Case(f"{words} words for {words - more}", before, bench.call(larger, neutral(larger)), made,
                 {"words": words, "fewer": words - more})
        )  # fmt: skip
    return cases


def _unused(name: str, x: np.ndarray[Any, Any], more: int) -> np.ndarray[Any, Any]:
    rest = np.full((*x.shape[:-1], more), UNUSED if name not in ("p", "q") else np.exp(UNUSED))
    return np.concatenate([x, rest], axis=-1)


def vocabulary_order(bench: Bench, samples: Samples) -> list[Case] | str:
    """The words in another order."""
    if not bench.holds_words():
        return "takes nothing that has a value for every word"
    names = [n for n in OVER_WORDS if n in samples.fields]
    words = samples.fields[names[0]][0].shape[-1]
    to = np.random.default_rng(bench.seed).permutation(words)
    fields = {n: [x[..., np.argsort(to)] for x in samples.fields[n]] for n in names}
    if "labels" in samples.fields:
        fields["labels"] = [to[x] for x in samples.fields["labels"]]
    other = samples.changed("word order", **fields)
    return [Case("words in another order", bench.call(samples, neutral(samples)), bench.call(other, neutral(other)))]


def class_names(bench: Bench, samples: Samples) -> list[Case] | str:
    """Classes renamed, in predictions and labels alike."""
    if not {"predictions", "labels"} <= set(samples.fields) or not bench.call.takes_any(
        "predictions", "labels", *LOADERS
    ):
        return "takes no predictions and labels"
    classes = np.unique(np.concatenate([*samples.fields["labels"], *samples.fields["predictions"]]))
    after = dict(zip(classes.tolist(), np.roll(classes, 1).tolist(), strict=True))
    fields = {
        n: [np.array([after[c] for c in x.tolist()], dtype=x.dtype) for x in samples.fields[n]]
        for n in ("predictions", "labels")
    }
    other = samples.changed("class names", **fields)
    before, value = (bench.call(s, neutral(s)) for s in (samples, other))
    return [Case("classes renamed, in both", before, value)]


def time_unit(bench: Bench, samples: Samples) -> list[Case] | str:
    """Everything takes eight times as long."""
    if bench.strategy.name != "throughput":
        return "takes no times"
    slower = samples.changed("slower", seconds=[x * 8 for x in samples.fields["seconds"]])
    before, after = (bench.call(s, neutral(s)) for s in (samples, slower))
    return [Case("8 times the time", before, after, {}, {"times": 8})]


TOKENS = ("padding length", "padded values")
MEAN, DROPPED, FILLED, WEIGHTED = BATCH.mean, "last batch dropped", "last batch filled", BATCH.weighted
#: In the order in which they are tried: one that would see another's movement again comes after it.
STUDIES = (
    Study("padding length", padding_length, "moves with the padding"),
    Study("padded values", padded_values, "padded values enter"),
    Study("padding side", padding_side, "padding must be on the right"),
    Study("batch size", batch_size, "moves with the batch size", (MEAN, DROPPED, FILLED)),
    Study("world size", world_size, "moves with the world size", ("duplicates are scored", "samples are dropped")),
    Study("batch and world size", batch_and_world_size, "moves with batch and world size together", (),
          ("batch size", "world size")),
    Study("order of samples", order, "order matters"),
    Study("position of a sample", position, "the position matters", (), ("order of samples",)),
    Study("data twice", data_twice, "moves when the data are doubled", ("a sum over samples",),
          ("order of samples", "position of a sample")),
    Study("token split", token_split, "moves when sequences are split", (), TOKENS),
    Study("token repeat", token_repeat, "per token, not per sequence", (), TOKENS),
    Study("vocabulary", vocabulary, "moves with the vocabulary", ("mean over the vocabulary",)),
    Study("vocabulary order", vocabulary_order, "depends on the order of the vocabulary"),
    Study("class names", class_names, "one class is singled out"),
    Study("time unit", time_unit, "neither a time nor a rate"),
)  # fmt: skip
