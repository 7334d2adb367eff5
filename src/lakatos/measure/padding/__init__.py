"""What counting padding does to a mean, a perplexity and its change; and what they are without it."""

from lakatos.measure.padding.masking import (
    PaddingCheck,
    Undiluted,
    padding_explains,
    undiluted_change,
    undiluted_loss,
    undiluted_perplexity,
)
from lakatos.measure.padding.padded import Masking, masking, padded_share

__all__ = [
    "Masking",
    "PaddingCheck",
    "Undiluted",
    "masking",
    "padded_share",
    "padding_explains",
    "undiluted_change",
    "undiluted_loss",
    "undiluted_perplexity",
]
