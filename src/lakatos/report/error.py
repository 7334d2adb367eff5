"""The error that says why nothing can go out."""

from lakatos.model import LakatosError


class ReportError(LakatosError):
    """A report or letter cannot be built; the message says why."""

    exit_code = 3
