"""Re-implementations of disputed experiments, first tested on the papers' own worked examples."""

from lakatos.rerun import attention, paging, two_tokens

__all__ = ["attention", "paging", "two_tokens"]
