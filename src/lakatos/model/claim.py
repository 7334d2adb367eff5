"""What is disputed: the paper's claim, the falsification held against it, and how it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import field_validator, model_validator

from lakatos.model.record import Record


class Paper(Record):
    """A published text, cited by title, arXiv id and version; never by its participants."""

    title: str
    arxiv: str | None = None
    version: str | None = None
    url: str | None = None

    def cited(self) -> str:
        """The citation as one line, for example ``Title (arXiv:2508.09628 v1)``."""
        identity = f"arXiv:{self.arxiv}" if self.arxiv else self.url
        if not identity:
            return self.title
        return f"{self.title} ({identity}{' ' + self.version if self.version else ''})"


class Quote(Record):
    """A sentence pasted from the source by somebody who had it open, with version and page."""

    text: str
    version: str
    page: str

    @field_validator("text", "version", "page")
    @classmethod
    def _not_blank(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("a quote needs its text, version and page; leave quote=None until all three are known")
        return value


class AuthorsSaid(Record):
    """What the authors have already answered; an author who has agreed is not asked again."""

    position: Literal["acknowledged", "corrected", "disputed"]
    date: str
    source: str


class Claim(Record):
    """The paper's statement in our words and symbols, with its locator.

    ``quote`` stays None until somebody pastes the sentence itself: nothing is typed from memory.
    """

    paper: Paper
    where: str
    statement: str
    quote: Quote | None = None
    authors_said: AuthorsSaid | None = None


class Falsification(Record):
    """Somebody's statement that the claim is false, in our words, with where it was made."""

    statement: str
    source: str
    quote: Quote | None = None


class Correspondence(Record):
    """What a letter about this dispute needs beyond the evidence.

    ``question`` ends the subject line; ``guilty_step`` is our opinion on where the proof or code first goes
    wrong; ``would_change`` lists what would change our mind; ``contributes`` says what the paper gives its field.
    """

    question: str
    contributes: str = ""
    guilty_step: str = ""
    would_change: tuple[str, ...] = ()

    @field_validator("question")
    @classmethod
    def _asks(cls, value: str) -> str:
        if not value.endswith("?") or "\n" in value:
            raise ValueError(f"the subject of a letter is one question, ending in '?'; got {value!r}")
        return value


class Reading(Record):
    """One ambiguity of the claim and the ways to read it.

    ``name`` is the parameter under which a finding function receives the chosen option's value;
    ``stated`` is the option that the paper states, or None where its sources disagree.
    """

    name: str
    about: str
    options: Mapping[str, Any]
    stated: str | None = None

    @model_validator(mode="after")
    def _stated_is_an_option(self) -> Self:
        if not self.name.isidentifier():
            raise ValueError(f"reading name {self.name!r} must be a Python identifier: it names a parameter")
        if not self.options:
            raise ValueError(f"reading {self.name!r} needs at least one option")
        if self.stated is not None and self.stated not in self.options:
            raise ValueError(f"reading {self.name!r}: stated={self.stated!r} is none of {list(self.options)}")
        return self
