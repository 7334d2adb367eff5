"""The report as one Markdown page: a generated head, then the executed notebook, its code folded away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lakatos.model import Recheck
from lakatos.report.tables import cell, table
from lakatos.report.templates import render

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")


@dataclass
class Page:
    """A Markdown page and the figures it shows, by file name."""

    markdown: str
    figures: dict[str, str] = field(default_factory=dict)


def head(record: Recheck, *, folders: tuple[Any, ...], reproduce: list[str], letter: str) -> str:
    """The head of a report: verdict, decisive figure, scope, readings, controls, how to reproduce it."""
    names = [name for under in record.verdict.by_reading[:1] for name in under.reading]
    says = {under.says for under in record.verdict.by_reading}
    if len(says) > 1:
        rows = [(*(under.reading[n] for n in names), under.says) for under in record.verdict.by_reading]
        readings = table(rows, header=(*names, "what follows"))
    else:
        options = [dict.fromkeys(u.reading[n] for u in record.verdict.by_reading) for n in names]
        combined = [(n, record.readings.get(n, ""), "; ".join(o)) for n, o in zip(names, options, strict=True)]
        readings = table(combined, header=("reading", "what is ambiguous", "tried, in every combination"))
    results = [("passed" if c.passed else "**failed**") + (f" ({c.note})" if c.note else "") for c in record.controls]
    named = [(c.name.replace("_", " "), c.says) for c in record.controls]
    controls = table([(*n, r) for n, r in zip(named, results, strict=True)], header=("control", "what it is", "result"))
    return render(
        "report_head.md.j2",
        folders=folders,
        record=record,
        readings=str(readings) if names else "",
        controls=str(controls),
        reproduce=reproduce,
        letter=letter,
        cell=cell,
    )


def body(notebook: Any, *, tutorial: bool = False) -> Page:
    """An executed notebook as Markdown; its figures are named after the functions that drew them.

    In a tutorial the code is not folded away, and what has an HTML view of ours (a counterexample) is shown by it.
    """
    page = Page("")
    parts: list[str] = []
    for index, item in enumerate(notebook.cells):
        if item.cell_type == "markdown":
            parts.append(item.source.strip())
        elif item.cell_type == "code" and item.source.strip():
            code = f"```python\n{item.source.strip()}\n```"
            parts.append(code if tutorial else f"<details><summary>code</summary>\n\n{code}\n\n</details>")
            for number, output in enumerate(_whole(item.outputs)):
                shown = _output(output, page, f"cell_{index}_{number}", views=tutorial)
                if shown:
                    parts.append(shown)
    page.markdown = "\n\n".join(parts) + "\n"
    return page


def machine_facts(text: str, folders: list[str]) -> str | None:
    """The first thing in a page that only holds on this machine: a folder of it, or an object's address."""
    for folder in folders:
        if len(folder) > 1 and folder in text:
            return f"the folder {folder}"
    found = _ADDRESS.search(text)
    return f"the address {found[0]}" if found else None


def _whole(outputs: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Outputs with what was printed in one piece: a kernel sends it in as many as its clock happens to make of it.

    What goes to standard error is left out: it is for whoever builds the report, not for whoever reads it.
    """
    found: list[Mapping[str, Any]] = []
    for output in outputs:
        if output["output_type"] != "stream":
            found.append(output)
        elif output["name"] == "stdout" and found and found[-1]["output_type"] == "stream":
            found[-1] = {**found[-1], "text": found[-1]["text"] + output["text"]}
        elif output["name"] == "stdout":
            found.append(output)
    return found


def _output(output: Mapping[str, Any], page: Page, name: str, *, views: bool) -> str:
    if output["output_type"] == "stream":
        return _fenced(output["text"])
    data = output.get("data", {})
    if "image/svg+xml" in data:
        about = output.get("metadata", {}).get("lakatos", {})
        file = f"{about.get('name', name)}.svg"
        page.figures[file] = data["image/svg+xml"]
        caption = about.get("caption", "")
        alt = caption.replace("[", "(").replace("]", ")").replace("$", "")
        return f"![{alt}](figures/{file})\n\n*{caption}*" if caption else f"![](figures/{file})"
    if views and "text/html" in data and output.get("metadata", {}).get("lakatos", {}).get("view"):
        return str(data["text/html"])
    if "text/markdown" in data:
        return str(data["text/markdown"]).strip()
    if "text/plain" in data:
        return _fenced(data["text/plain"])
    return ""


def _fenced(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text.rstrip()}\n{fence}"
