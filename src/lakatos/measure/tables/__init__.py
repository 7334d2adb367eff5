"""The audit of whole tables: what in a file of printed numbers cannot be, what cannot be told, and what is fine."""

from lakatos.measure.tables.audit import audit
from lakatos.measure.tables.draft import draft_sidecar
from lakatos.measure.tables.result import Audit, Fine, Question, Slip
from lakatos.measure.tables.sidecar import beside

__all__ = ["Audit", "Fine", "Question", "Slip", "audit", "beside", "draft_sidecar"]
