"""Re-implementations of disputed experiments, first tested on the papers' own worked examples."""

from lakatos.rerun import attention, judging, paging, pairs, two_tokens

__all__ = ["attention", "judging", "paging", "pairs", "two_tokens"]
