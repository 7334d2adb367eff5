"""What came out of a search, for a notebook: one block of HTML that fetches nothing and runs nothing.

Witnesses, docstrings and the names of files are other people's text: all of it is escaped, and what would reorder or
hide text is written out.
"""

from __future__ import annotations

import base64
import html
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lakatos.claims import Graphs
from lakatos.drawing import house_style, svg
from lakatos.search.picture import Picture, drawn, pictures, written
from lakatos.search.shape import shapes

if TYPE_CHECKING:
    from lakatos.search.outcome import Counterexample, NotFound, ProvedOn

#: Text longer than this is folded away.
LONG = 240

STYLE = """
.lakatos-view { border: 1px solid #8885; border-radius: 8px; padding: .7rem 1rem; max-width: 54rem; margin: .5rem 0;
 font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
.lakatos-view p { margin: .3rem 0; }
.lakatos-view b.pill { color: #fff; border-radius: 999px; padding: .05rem .6rem; font-size: 12px; margin-right: .4rem; }
.lakatos-view img { display: block; max-width: 100%; height: auto; margin: .6rem auto .2rem; border-radius: 6px; }
.lakatos-view p.shape { text-align: center; opacity: .75; font-size: 12.5px; }
.lakatos-view table { display: table; border-collapse: collapse; width: auto; margin: .5rem 0 0; font-size: 13px;
 line-height: 1.45; overflow: visible; border: 0; }
.lakatos-view table.facts { width: 100%; }
.lakatos-view table tr { background: none; }
.lakatos-view table td, .lakatos-view table th { text-align: left; vertical-align: top; padding: .25rem .6rem;
 border: 0; border-top: 1px solid #8883; background: none; white-space: normal; max-width: none; }
.lakatos-view table.facts th { font-weight: 600; width: 6.5rem; opacity: .75; font-size: 12px; }
.lakatos-view table.entries { margin: .5rem auto; border-left: 2px solid; border-right: 2px solid; border-radius: 5px; }
.lakatos-view table.entries td { text-align: right; border: 0; font-variant-numeric: tabular-nums; }
.lakatos-view details { margin: 0; }
.lakatos-view summary { cursor: pointer; font-size: inherit; color: inherit; }
""".strip()

COLOURS = {"refuted": "#b8452f", "proved": "#3f7d3a", "nothing is proved": "#6a6a6a"}
MARKS = {True: "✓", False: "✗", None: "?"}


def counterexample_html(found: Counterexample) -> str:
    """A counterexample: the claim in words, the witness drawn, and what it rests on."""
    judgement = found.judgement
    chosen = pictures(found.claim, found.values)
    graphs = [f"{x}: {said}" for x, said in shapes(found.claim, found.values).items()]
    parts = [
        _head("refuted", found.claim.name),
        f"<p>{text(judgement.claim)}</p>",
        _image([p for p in chosen if p.kind != "grid"], f"The witness of {found.claim.name}, drawn"),
        *(f'<p class="shape">{text(line)}</p>' for line in graphs),
        *(_entries(p) for p in chosen if p.kind == "grid"),
        _facts([
            ("witness", _folded(judgement.witness)),
            ("exact", text(judgement.exact or "")),
            *([("floats", text(judgement.floats))] if judgement.floats and "do not see" in judgement.says else []),
            ("premises", "<br>".join(f"{MARKS[p.met]} {text(p.says)}" for p in judgement.premises)),
            ("found by", text(found.method) + (f", {found.seconds:.1f} s" if found.seconds else "")),
            *([("size", text(found.size_says + _covered(found)))] if found.least is not None else []),
        ]),
    ]  # fmt: skip
    return _block(parts)


def _covered(found: Counterexample) -> str:
    """Of the least counterexample, what was looked at to know it."""
    if not found.least:
        return ""
    claim = found.claim
    level = claim.level(found.values)
    before = [d.up_to(x, level - 1) for x, d in claim.domains.items()] if level else []
    said = "; ".join([*before, "and what comes before it in its own size" if before else "nothing is smaller in size"])
    if any(isinstance(d, Graphs) for d in claim.domains.values()):
        said += "; this rests on the claim not depending on the numbers of the vertices"
    return f": {said}"


def proved_html(found: ProvedOn) -> str:
    """A proof on a scope."""
    facts = [("proved on", _folded(found.scope)), ("method", text(found.method))]
    return _block([_head("proved", found.claim), "<p>It holds on the scope below; beyond it nothing is said.</p>",
                   _facts(facts)])  # fmt: skip


def not_found_html(found: NotFound) -> str:
    """Nothing found, which proves nothing."""
    facts = [("looked at", _folded(found.scope)), ("method", text(found.method)), ("open", text(found.left))]
    return _block([_head("nothing is proved", found.claim),
                   "<p>No counterexample was found. That proves nothing: the claim may be true, or false.</p>",
                   _facts(facts)])  # fmt: skip


def text(said: str) -> str:
    """Somebody's text, made safe for HTML: escaped, on one line, nothing in it invisible or reordering."""
    plain = "".join(
        f"\\u{ord(c):04x}" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn") else c
        for c in " ".join(said.split())
    )
    return html.escape(plain)


def _folded(said: str) -> str:
    """Text, folded away if it is long."""
    if len(said) <= LONG:
        return text(said)
    begin = text(said[:60].rsplit(" ", 1)[0])
    return f"<details><summary>{begin} ... ({len(said):,} characters)</summary>{text(said)}</details>"


def _block(parts: Sequence[str]) -> str:
    # No empty line: in Markdown one would end the block.
    inner = "\n".join(part for part in parts if part)
    return f'<div class="lakatos-view">\n<style>\n{STYLE}\n</style>\n{inner}\n</div>'


def _head(verdict: str, name: str) -> str:
    return f'<p><b class="pill" style="background: {COLOURS[verdict]}">{verdict}</b> <b>{text(name)}</b></p>'


def _facts(rows: Sequence[tuple[str, str]]) -> str:
    lines = "\n".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows)
    return f'<table class="facts">\n{lines}\n</table>'


def _image(chosen: Sequence[Picture], alt: str) -> str:
    """A figure as an image in the page: as a page of its own it could not reach this one, whatever it held."""
    if not chosen:
        return ""
    with house_style():
        data = base64.b64encode(svg(drawn(chosen)).encode()).decode()
    return f'<img alt="{text(alt)}" src="data:image/svg+xml;base64,{data}">'


def _entries(one: Picture) -> str:
    """A matrix as a table."""

    def row(cells: Sequence[Any]) -> str:
        return "<tr>" + "".join(f"<td>{text(written(x))}</td>" for x in cells) + "</tr>"

    lines = "\n".join(map(row, one.data))
    return f'<p class="shape">{text(one.name)} =</p>\n<table class="entries">\n{lines}\n</table>'
