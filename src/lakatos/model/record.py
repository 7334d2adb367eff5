"""The base of every record: frozen, strict about unknown fields, comparable by value."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Frozen data; a field that does not exist is an error, not a silent extra."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)
