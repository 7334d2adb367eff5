"""What a flag's default selects, read from a source text that is never imported, beside what the documentation says."""

from lakatos.measure.flags.check import DefaultCheck, check_default
from lakatos.measure.flags.definitions import Definition

__all__ = ["DefaultCheck", "Definition", "check_default"]
