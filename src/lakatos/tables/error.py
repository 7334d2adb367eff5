"""A table that cannot be read."""

from __future__ import annotations

from lakatos.model import LakatosError


class TableError(LakatosError, ValueError):
    """The file is no table, or too large for one; the message names the place and the mend."""
