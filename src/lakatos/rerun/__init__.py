"""Re-implementations of disputed experiments, first tested on the papers' own worked examples."""

from lakatos.rerun import attention, paging, projections, two_tokens

__all__ = ["attention", "paging", "projections", "two_tokens"]
