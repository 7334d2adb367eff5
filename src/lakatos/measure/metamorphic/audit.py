"""Rerun a metric on the same samples in other batches, paddings, worlds and orders: what moves is the slip."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, get_args

import numpy as np

from lakatos.measure.metamorphic.call import Caller, parameters, title_of
from lakatos.measure.metamorphic.examine import Examination
from lakatos.measure.metamorphic.given import Transformation, own_rows, read
from lakatos.measure.metamorphic.result import MetricAudit
from lakatos.measure.metamorphic.samples import Samples
from lakatos.measure.metamorphic.scaling import Per
from lakatos.measure.metamorphic.strategies import DRAWN, KNOWN_BY, STRATEGIES, Strategy
from lakatos.measure.metamorphic.studies import LOADERS, STUDIES, Bench

#: Relative difference up to which two values count as equal: single precision passes. And sets of samples drawn.
TOLERANCE, DRAWS = 1e-5, 3
NEEDS_TOKENS = ("mask", "lengths", "max_length")


def audit_metric(
    metric: Callable[..., Any],
    *,
    strategy: str | None = None,
    data: Mapping[str, Any] | None = None,
    transformations: Sequence[Transformation] = (),
    per: Per | None = None,
    may_change: Collection[str] = (),
    names: Mapping[str, str] | None = None,
    tokens: bool | None = None,
    ignore_index: int | None = None,
    tolerance: float = TOLERANCE,
    seed: int = 0,
) -> MetricAudit:
    """Rerun a metric on the same samples laid out otherwise; what should not move and does is a slip, named.

    The metric is any function that returns one number. It is handed, by keyword, what its parameters ask for:

    - always: ``mask`` (true on real tokens), ``lengths``, ``batch_size``, ``world_size``, ``num_samples``, ``ids``,
      ``max_length``; or ``batches``, a list of dicts of arrays as a data loader yields them, the last one ragged; or
      ``shards``, such a list for every device, the first samples repeated to fill up;
    - of a loss or perplexity: ``losses`` in nats, ``log_likelihoods``, or ``logits`` and ``labels``;
    - of an accuracy or F1: ``predictions`` and ``labels`` (``strategy="binary"`` for two classes, with ``scores``), or
      ``correct``;
    - of a divergence: ``p`` and ``q``, or ``log_p`` and ``log_q``;
    - of a throughput or time: arrays over steps ``seconds``, ``items``, ``tokens``, ``padded_tokens``; ``steps``,
      ``total_seconds``. A batch takes as long as its samples together, and devices share it evenly.

    Arrays are (samples, tokens, ...) if the metric takes a mask, lengths, or batches of losses or distributions; else
    (samples, ...). Common other names are understood (``nll``, ``attention_mask``, ``y_true``, ``loader``, ...).

    A metric with its own data loader is wrapped: ``lambda losses, mask, batch_size: evaluate(Loader(losses, mask,
    batch_size))``.

    Args:
        strategy: the kind, "loss", "accuracy", "binary", "divergence" or "throughput", if the keywords do not tell.
        data: samples of your own, by the same keywords, in place of drawn ones. With ``transformations`` and no
            ``strategy``: any keywords of the metric, and nothing else is tried.
        transformations: your own, tried beside the ready ones.
        per: what the value is per, if it is said: a "token" or a "sequence"; a "device" or all of them ("total").
        may_change: ready transformations that are allowed to move the value, as ``("data twice",)`` for a sum.
        names: parameters of the metric that go by other names: ``{"nll_matrix": "losses"}``.
        tokens: whether samples are sequences of tokens, if the keywords do not tell.
        ignore_index: the label of padding; -100 where the metric sees padding by nothing else, else 0.
        tolerance: relative difference up to which values count as equal.

    Raises:
        TypeError: if the metric needs something that is not offered.
        ValueError: for data that cannot be read, or an unknown name.

    >>> def perplexity(losses, mask, batch_size):
    ...     means = []
    ...     for i in range(0, len(losses), batch_size):
    ...         x, m = losses[i:i + batch_size], mask[i:i + batch_size]
    ...         means.append((x * m).sum() / m.sum())
    ...     return np.exp(np.mean(means))
    >>> [slip.kind for slip in audit_metric(perplexity).slips]
    ['mean of batch means']
    >>> def perplexity(losses, mask):
    ...     return np.exp(losses[mask].mean())
    >>> audit_metric(perplexity).answer
    'clear'
    """
    if data is not None and strategy is None and transformations:
        return own_rows(metric, data, transformations, tolerance=tolerance, title=title_of(metric))
    kind = _kind(metric, strategy, names or {})
    takes = parameters(metric, names or {}, kind.offers)
    if unknown := set(may_change) - {s.name for s in STUDIES}:
        raise ValueError(f"no transformation {sorted(unknown)}; there are {[s.name for s in STUDIES]}")
    if per not in (None, *get_args(Per)):
        raise ValueError(f"per is one of {', '.join(get_args(Per))}, got {per!r}")
    if not 0 < tolerance < 1:
        raise ValueError(f"the tolerance is relative, above 0 and below 1, got {tolerance}")
    sequences = tokens if tokens is not None else _takes_tokens(takes, kind)
    label = ignore_index if ignore_index is not None else -100 if _sees_labels_only(takes) else 0
    caller = Caller(metric, takes, kind.offers, lambda samples: kind.pads(samples, label))
    draws = read(data, kind, takes, sequences, seed) if data is not None else _drawn(kind, takes, sequences, seed)
    bench = Bench(caller, kind, seed)
    examination = Examination(bench, draws, per, frozenset(may_change), tolerance, data is not None, label)
    return examination.run(title_of(metric), transformations)


def _kind(metric: Callable[..., Any], strategy: str | None, names: Mapping[str, str]) -> Strategy:
    if strategy is not None:
        if strategy not in STRATEGIES:
            raise ValueError(f"no strategy {strategy!r}; there are {', '.join(map(repr, STRATEGIES))}")
        return STRATEGIES[strategy]
    every = {k: None for s in STRATEGIES.values() for k in s.offers}
    taken = set(parameters(metric, names, every).values())
    for keyword, name in KNOWN_BY:
        if keyword in taken:
            return STRATEGIES[name]
    raise ValueError(
        f"what {title_of(metric)} takes ({', '.join(sorted(taken))}) does not tell its kind: say "
        f"strategy={' or '.join(map(repr, STRATEGIES))}"
    )


def _takes_tokens(takes: Mapping[str, str], kind: Strategy) -> bool:
    taken = set(takes.values())
    loads = bool(taken & set(LOADERS)) and kind.name in ("loss", "divergence")
    return kind.name == "throughput" or loads or bool(taken & set(NEEDS_TOKENS))


def _sees_labels_only(takes: Mapping[str, str]) -> bool:
    """Whether only the label can tell the metric that a position is padding."""
    return not set(takes.values()) & {"mask", "lengths"}


def _drawn(kind: Strategy, takes: Mapping[str, str], tokens: bool, seed: int) -> list[Samples]:
    """Sets of samples; of their fields those that the metric is handed."""
    taken = set(takes.values())
    needed = set(kind.fields) & taken if not taken & set(LOADERS) else set()
    draws = []
    for i, spawned in enumerate(np.random.SeedSequence(seed).spawn(DRAWS)):
        drawn = kind.draw(np.random.default_rng(spawned), tokens)
        fields = {name: x for name, x in drawn.items() if name in (needed or drawn)}
        draws.append(Samples(fields, tokens, tuple(range(DRAWN)), ("drawn", i)))
    return draws
