"""Certificates: self-contained scripts that exhibit an exact counterexample. Linted, then run in isolation."""

from lakatos.certificate.exactness import RESERVED, WATCH, Watcher
from lakatos.certificate.lint import ALLOWED_MODULES, Problem, lint
from lakatos.certificate.run import Limits, Verification, verify

__all__ = [
    "ALLOWED_MODULES",
    "RESERVED",
    "WATCH",
    "Limits",
    "Problem",
    "Verification",
    "Watcher",
    "lint",
    "verify",
]
