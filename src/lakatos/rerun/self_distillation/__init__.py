"""Self-distillation (arXiv:2601.19897): the released loss by its alpha, exact gradients, a student solved exactly.

``loss`` is the released objective written again, ``gradients`` what it and the printed equations do to the logits,
``student`` a student of two parameters whose best fit is rational in either direction of the divergence.
"""

from lakatos.rerun.self_distillation.gradients import (
    equation_gradient,
    forward_gradient,
    log_ratios,
    printed_estimate,
    softmax,
)
from lakatos.rerun.self_distillation.loss import released_loss
from lakatos.rerun.self_distillation.student import MIXED, Settled, divergence, mixed_share, settle, slope, teacher

__all__ = [
    "MIXED",
    "Settled",
    "divergence",
    "equation_gradient",
    "forward_gradient",
    "log_ratios",
    "mixed_share",
    "printed_estimate",
    "released_loss",
    "settle",
    "slope",
    "softmax",
    "teacher",
]
