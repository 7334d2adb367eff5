"""Data that cannot carry a sigma."""

from __future__ import annotations

from lakatos.model import LakatosError


class GrowthDataError(LakatosError, ValueError):
    """The data cannot be read, or cannot carry a sigma; the message names the mend."""
