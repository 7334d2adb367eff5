"""The same page as one self-contained HTML file: figures inlined, formulas as MathML, no script, nothing fetched."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from lakatos.report.notebook import ReportError
from lakatos.report.templates import render

#: What would make a browser fetch something: any tag or style that loads, with an address that is not inline.
_FETCHES = re.compile(
    r"<(?:script|link|iframe|object|embed|base)\b|\b(?:src|srcset|poster)\s*=\s*[\"']?(?!data:)|"
    r"url\(\s*[\"']?(?!data:)|@import",
    re.IGNORECASE,
)


def to_html(markdown: str, *, title: str, figures: Mapping[str, str]) -> str:
    """Render a report's Markdown.

    Args:
        markdown: the page; its images are ``figures/NAME``.
        title: for the browser's tab.
        figures: SVG text by NAME.

    Raises:
        ReportError: if a figure is missing, the page would fetch anything, or the extra ``notebooks`` is.
    """
    try:
        from markdown_it import MarkdownIt
        from mdit_py_plugins.dollarmath import dollarmath_plugin
    except ModuleNotFoundError as error:
        raise ReportError(f"HTML needs {error.name}: pip install 'lakatos[notebooks]'") from error
    parser = MarkdownIt("commonmark", {"html": True, "typographer": False, "highlight": _highlight}).enable("table")
    parser.use(dollarmath_plugin, renderer=_mathml, allow_space=False, double_inline=True)
    tokens = parser.parse(markdown)
    for token in (child for t in tokens for child in (t.children or [])):
        if token.type == "image":
            token.attrSet("src", _inlined(str(token.attrGet("src")), figures))
    page = render(
        "report.html.j2",
        title=html.escape(title),
        style=files("lakatos.report").joinpath("templates", "report.css").read_text(encoding="utf-8") + _code_style(),
        body=parser.renderer.render(tokens, parser.options, {}),
    )
    # Code and text are escaped, so that a match outside the inlined data is markup.
    if found := _FETCHES.search(page):
        raise ReportError(f"the page would fetch something: {page[found.start() : found.start() + 80]!r}")
    return page


def _inlined(source: str, figures: Mapping[str, str]) -> str:
    name = source.removeprefix("figures/")
    if name not in figures:
        raise ReportError(f"the page shows {source!r}, which is none of its figures: {sorted(figures)}")
    return "data:image/svg+xml;base64," + base64.b64encode(figures[name].encode()).decode()


def _mathml(content: str, options: Mapping[str, Any]) -> str:
    from latex2mathml.converter import convert

    try:
        return str(convert(content, display="block" if options.get("display_mode") else "inline"))
    except Exception as error:
        raise ReportError(f"cannot set the formula {content!r}: {type(error).__name__}: {error}") from error


def _highlight(code: str, language: str, _attributes: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    if language != "python":
        return html.escape(code)
    return str(highlight(code, get_lexer_by_name("python"), HtmlFormatter(nowrap=True)))


def _code_style() -> str:
    from pygments.formatters import HtmlFormatter

    return str(HtmlFormatter(style="friendly").get_style_defs("pre"))
