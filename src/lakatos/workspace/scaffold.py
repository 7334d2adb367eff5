"""Start a new check with its notebook, a new formal claim, or a new certificate, from a small example that runs."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from pathlib import Path

from lakatos.workspace.locate import Workspace, WorkspaceError


def new_check(workspace: Workspace, slug: str) -> list[Path]:
    """Write checks/<slug>.py and notebooks/<slug>.py. Raises WorkspaceError rather than overwrite anything."""
    return _write(slug, {workspace.root / "checks" / f"{slug}.py": "check", workspace.notebook(slug): "notebook"})


def new_claim(workspace: Workspace, slug: str) -> list[Path]:
    """Write claims/<slug>.py. Raises WorkspaceError rather than overwrite anything."""
    return _write(slug, {workspace.root / "claims" / f"{slug}.py": "claim"})


def new_certificate(workspace: Workspace, slug: str) -> list[Path]:
    """Write counterexamples/<slug>.py. Raises WorkspaceError rather than overwrite anything."""
    return _write(slug, {workspace.certificate(slug): "certificate"})


def _write(slug: str, wanted: dict[Path, str]) -> list[Path]:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", slug) or keyword.iskeyword(slug):
        raise WorkspaceError(
            f"{slug!r} is no name for a dispute: use lower-case letters, digits and _, as in euler_sum"
        )
    for path in wanted:
        if path.exists():
            raise WorkspaceError(f"{path} exists; nothing was written")
    for path, template in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        text = files("lakatos.workspace").joinpath("templates", f"{template}.txt").read_text(encoding="utf-8")
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace("SLUG", slug))
    return list(wanted)
