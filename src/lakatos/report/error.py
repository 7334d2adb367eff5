"""The error that says why nothing can go out."""


class ReportError(Exception):
    """A report or letter cannot be built; the message says why."""
