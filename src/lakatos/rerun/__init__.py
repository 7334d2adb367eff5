"""Re-implementations of disputed experiments, first tested on the papers' own worked examples."""

from lakatos.rerun import attention, flat_minima, judging, paging, pairs, projections, self_distillation, two_tokens

__all__ = [
    "attention",
    "flat_minima",
    "judging",
    "paging",
    "pairs",
    "projections",
    "self_distillation",
    "two_tokens",
]
