"""Metamorphic audit of a metric: the same samples in another layout must give the same value, or the slip is named."""

from lakatos.measure.metamorphic.audit import audit_metric
from lakatos.measure.metamorphic.given import Transformation, hidden_count
from lakatos.measure.metamorphic.result import MetricAudit, Slip

__all__ = ["MetricAudit", "Slip", "Transformation", "audit_metric", "hidden_count"]
