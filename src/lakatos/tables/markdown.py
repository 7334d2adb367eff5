"""Pipe tables of GitHub-flavoured Markdown: https://github.github.com/gfm/#tables-extension-"""

from __future__ import annotations

import re
from html import unescape

from lakatos.tables.error import TableError
from lakatos.tables.text import TextTable, printable

_RULE = re.compile(r"\s{0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"\s{0,3}#{1,6}(?:\s+(.*?))?\s*#*\s*")
_QUOTE = re.compile(r"(?:\s{0,3}>\s?)+")
_PIPE = re.compile(r"(?<!\\)\|")
#: A longer cell is prose: it keeps its marks.
LONGEST_MARKED = 300
_MARKS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\[\^[^\[\]]{1,40}\]|<sup>[^<>]{0,40}</sup>", re.IGNORECASE), ""),
    (re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)"), r"\1"),
    (re.compile(r"</?(?:b|strong|i|em|u|code|span|small|font|mark)(?:\s[^<>]*)?>", re.IGNORECASE), ""),
    (re.compile(r"<br\s*/?>", re.IGNORECASE), " "),
    (re.compile(r"\\(?:mathbf|textbf|boldsymbol|underline|mathrm|text|bf)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"_?\{\s*(?:\\pm|±)\s*([^{}]*)\}|_?\\pm"), r" ± \1"),
    (re.compile(r"\\times\b"), "×"),
    (re.compile(r"\\([%$#&_])"), r"\1"),
    (re.compile(r"\$([^$]*)\$"), r"\1"),
    (re.compile(r"(\*{1,3}|`{1,3})([^*`]+)\1"), r"\2"),
    (re.compile(r"^(_{1,3})([^_].*?)\1$"), r"\2"),
)


def markdown_tables(text: str, where: str) -> tuple[TextTable, ...]:
    """Every pipe table of a text outside of fenced code, with the heading or line above it as its title.

    A row with fewer cells than the header is filled up, and one with more is cut, as the format says; what was cut is
    noted. Marks of emphasis, links, footnotes and plain formulas are taken off; a table in a quotation counts.

    Raises:
        TableError: if there is none.
    """
    lines = [_QUOTE.sub("", line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    fenced = _fenced(lines)
    found: list[TextTable] = []
    heading, above, at = "", "", 0
    while at < len(lines):
        line = lines[at]
        if fenced[at]:
            above = ""
        elif match := _HEADING.fullmatch(line):
            heading, above = match[1] or "", ""
        elif _opens(lines, at) and not fenced[at + 1]:
            end = _end(lines, fenced, at + 2)
            found.append(_table(lines, at, end, unmarked(above or heading)))
            at, above = end, ""
            continue
        elif line.strip():
            above = line
        at += 1
    if not found:
        raise TableError(f"{where} holds no table: a header line with pipes, then one of dashes such as | --- | --- |")
    return tuple(found)


def unmarked(cell: str) -> str:
    """A cell as its reader sees it.

    >>> unmarked("**71.2**[^1]"), unmarked("$71.2_{\\\\pm 0.4}$"), unmarked("`model_a`"), unmarked("[71.2](x.md)")
    ('71.2', '71.2 ± 0.4', 'model_a', '71.2')
    """
    cell = cell.strip()
    if len(cell) > LONGEST_MARKED or (cell.isascii() and cell.replace(".", "").replace(" ", "").isalnum()):
        return cell
    for pattern, kept in _MARKS:
        cell = pattern.sub(kept, cell)
    return " ".join(unescape(cell).split())


def _fenced(lines: list[str]) -> list[bool]:
    """Which lines belong to fenced code."""
    found, fence = [], ""
    for line in lines:
        mark = _FENCE.match(line)
        closes = bool(fence and mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]))
        found.append(bool(fence or mark))
        if closes:
            fence = ""
        elif not fence and mark:
            fence = mark[1]
    return found


def _opens(lines: list[str], at: int) -> bool:
    """Whether a header stands here: as many cells as the line of dashes below it."""
    if at + 1 >= len(lines) or "|" not in lines[at] + lines[at + 1] or len(lines[at + 1]) > 100_000:
        return False
    rule = lines[at + 1]
    return "-" in rule and bool(_RULE.fullmatch(rule)) and len(_fields(lines[at])) == len(_fields(rule))


def _end(lines: list[str], fenced: list[bool], at: int) -> int:
    while at < len(lines) and lines[at].strip() and not fenced[at] and not _HEADING.fullmatch(lines[at]):
        at += 1
    return at


def _fields(line: str) -> list[str]:
    line = line.strip()
    line = line.removeprefix("|")
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _PIPE.split(line)]


def _table(lines: list[str], at: int, end: int, title: str) -> TextTable:
    names = [unmarked(name) for name in _fields(lines[at])]
    notes, rows = [], []
    for line in range(at + 2, end):
        cells = _fields(lines[line])
        if any(cells[len(names) :]):
            over = printable(" | ".join(cells[len(names) :]), 40)
            notes.append(f"line {line + 1} has {len(cells)} cells, the header {len(names)}: {over!r} was not read")
        rows.append([unmarked(cell) for cell in [*cells, *[""] * len(names)][: len(names)]])
    columns = tuple(list(c) for c in zip(*rows, strict=True)) if rows else tuple([] for _ in names)
    return TextTable(tuple(names), columns, range(at + 3, end + 1), "line", printable(title), notes=tuple(notes))
