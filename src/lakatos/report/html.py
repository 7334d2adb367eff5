"""The same page as one self-contained HTML file: figures inlined, formulas as MathML, no script, nothing fetched."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from typing import Any

from lakatos.report.error import ReportError
from lakatos.report.templates import render


class _Fetches(HTMLParser):
    """Finds what a browser would fetch: a tag that loads, or an address that is neither inline nor a link to click."""

    TAGS = frozenset({"script", "link", "iframe", "object", "embed", "base", "video", "audio", "source"})
    ATTRIBUTES = frozenset({"src", "srcset", "poster", "background", "data", "xlink:href"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            loads = name in self.ATTRIBUTES or (name == "href" and tag != "a")
            if (loads and not (value or "").startswith("data:")) or "url(" in (value or "") or name.startswith("on"):
                self.found.append(f"<{tag} {name}={(value or '')[:60]!r}>")
        if tag in self.TAGS:
            self.found.append(f"<{tag}>")

    def handle_data(self, data: str) -> None:
        if self.lasttag == "style" and ("@import" in data or "url(" in data):
            self.found.append("a style sheet that loads something")


def to_html(markdown: str, *, title: str, figures: Mapping[str, str], style: str | None = None) -> str:
    """Render a report's Markdown.

    Args:
        markdown: the page; its images are ``figures/NAME``, or NAME itself.
        title: for the browser's tab.
        figures: SVG text by NAME.
        style: a style sheet among the templates that goes behind the report's.

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
    _mark_captions(tokens)
    page = render(
        "report.html.j2",
        title=html.escape(title),
        style="".join(_style_sheet(name) for name in ("report.css", style) if name) + _code_style(),
        body=parser.renderer.render(tokens, parser.options, {}),
    )
    fetches = _Fetches()
    fetches.feed(page)
    if fetches.found:
        raise ReportError(f"the page would fetch something or run a script: {fetches.found[0]}")
    return page


def _mark_captions(tokens: list[Any]) -> None:
    """An emphasised paragraph that follows an image is its caption."""
    inlines = [i for i, token in enumerate(tokens) if token.type == "inline"]
    for before, here in pairwise(inlines):
        kinds = [c.type for c in tokens[here].children]
        if (
            [c.type for c in tokens[before].children] == ["image"]
            and kinds[:1] == ["em_open"]
            and kinds[-1:] == ["em_close"]
        ):
            tokens[here - 1].attrSet("class", "caption")


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


def _style_sheet(name: str) -> str:
    return files("lakatos.report").joinpath("templates", name).read_text(encoding="utf-8")


def _code_style() -> str:
    from pygments.formatters import HtmlFormatter

    return str(HtmlFormatter(style="friendly").get_style_defs("pre"))
