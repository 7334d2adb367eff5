"""Re-implementations of disputed experiments, first tested on the papers' own worked examples."""

from lakatos.rerun import attention, paging

__all__ = ["attention", "paging"]
