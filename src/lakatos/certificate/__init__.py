"""Certificates: self-contained scripts that exhibit an exact counterexample. Linted, then run in isolation."""

from lakatos.certificate.lint import ALLOWED_MODULES, Problem, lint
from lakatos.certificate.run import Limits, Verification, verify

__all__ = ["ALLOWED_MODULES", "Limits", "Problem", "Verification", "lint", "verify"]
