"""The engine's templates; a workspace overrides any of them in reports/templates/."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from lakatos.report.error import ReportError


def render(name: str, *, folders: tuple[Path, ...] = (), **values: Any) -> str:
    """Render a template from the first folder that has it, else from the engine's own.

    A name that the template uses and nobody gave is an error, never an empty string.
    """
    from jinja2 import FileSystemLoader, StrictUndefined, TemplateError
    from jinja2.sandbox import SandboxedEnvironment

    own = Path(__file__).parent
    environment = SandboxedEnvironment(
        loader=FileSystemLoader([*folders, own]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["wrapped"] = _wrapped
    try:
        return environment.get_template(name).render(**values)
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        raise ReportError(f"template {name}{f', line {line}' if line else ''}: {error}") from error


def _wrapped(text: str, indent: str = "", hanging: str | None = None) -> str:
    """Paragraphs filled to 76 columns; ``hanging`` indents the lines after a paragraph's first."""
    rest = indent if hanging is None else hanging
    return "\n\n".join(
        textwrap.fill(
            " ".join(paragraph.split()),
            76,
            initial_indent=indent,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for paragraph in text.split("\n\n")
    )
