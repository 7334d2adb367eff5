"""A notebook that belongs to no dispute, as a page: executed, with no head, no verdict and no letter."""

from __future__ import annotations

import re
from pathlib import Path

from lakatos.report.files import replace
from lakatos.report.html import to_html
from lakatos.report.notebook import execute
from lakatos.report.page import body
from lakatos.workspace import Workspace


def build_tutorial(workspace: Workspace, name: str) -> Path:
    """Execute notebooks/NAME.py and write reports/NAME/report.html; returns that file.

    Unlike a dispute's report it shows times and whatever else holds on this machine only, so it is not for committing.

    Raises:
        ReportError: if there is no such notebook, a cell of it fails, or the page cannot be set.
    """
    page = body(execute(workspace.notebook(name), folder=workspace.root), tutorial=True)
    heading = re.search(r"^#+ (.+)$", page.markdown, re.MULTILINE)
    html = to_html(page.markdown, title=heading[1] if heading else name, figures=page.figures)
    target = workspace.report(name) / "report.html"
    replace(target, html.encode())
    return target
