"""Where the workspace is: the folder whose pyproject.toml has a [tool.lakatos] table."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from lakatos.ledger import Ledger
from lakatos.model import LakatosError


class WorkspaceError(LakatosError):
    """Something is wrong with the workspace or with what was asked of it; the message names the mend."""


@dataclass(frozen=True)
class Workspace:
    """A folder of checks, certificates, notebooks and reports."""

    root: Path
    title: str

    def slugs(self) -> list[str]:
        """The disputes: the file names in checks/, in order."""
        return sorted(p.stem for p in (self.root / "checks").glob("*.py") if not p.name.startswith("_"))

    def tutorials(self) -> list[str]:
        """The notebooks that belong to no dispute, in order."""
        found = {p.stem for p in (self.root / "notebooks").glob("*.py") if not p.name.startswith("_")}
        return sorted(found - set(self.slugs()))

    def check(self, slug: str) -> Path:
        """The check file of a dispute. Raises WorkspaceError, naming the nearest disputes, if there is none."""
        known = self.slugs()
        if slug not in known:
            near = difflib.get_close_matches(slug, known, n=3, cutoff=0.4)
            hint = f"nearest: {', '.join(near)}" if near else f"known: {', '.join(known) or 'none yet'}"
            raise WorkspaceError(f"no dispute {slug!r} in {self.root / 'checks'}; {hint}")
        return self.root / "checks" / f"{slug}.py"

    def certificate(self, slug: str) -> Path:
        """Where the certificate of a dispute is, if it has one."""
        return self.root / "counterexamples" / f"{slug}.py"

    def notebook(self, slug: str) -> Path:
        """Where the notebook of a dispute is."""
        return self.root / "notebooks" / f"{slug}.py"

    def report(self, slug: str) -> Path:
        """The folder of a dispute's report."""
        return self.root / "reports" / slug

    @property
    def gallery(self) -> Path:
        """Where the page of all disputes is; its HTML lies beside it."""
        return self.root / "docs" / "gallery.md"

    @property
    def templates(self) -> Path:
        """Templates that override the engine's own."""
        return self.root / "reports" / "templates"

    def relative(self, path: Path) -> str:
        """A path as seen from the workspace, for reports: no machine's folders in it."""
        return path.resolve().relative_to(self.root).as_posix()

    def ledger(self, *, read_only: bool = False) -> Ledger:
        """Open the ledger of this workspace."""
        return Ledger(self.root / ".lakatos" / "ledger.sqlite", read_only=read_only)


def find_workspace(start: Path | None = None) -> Workspace:
    """The workspace that contains ``start`` (the current folder by default).

    Raises:
        WorkspaceError: if no folder on the way up has a pyproject.toml with a [tool.lakatos] table.
    """
    begin = (start or Path.cwd()).resolve()
    for folder in [begin, *begin.parents]:
        file = folder / "pyproject.toml"
        if not file.is_file():
            continue
        try:
            settings = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get("lakatos")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise WorkspaceError(f"{file} is not valid TOML: {error}") from error
        if settings is not None:
            return Workspace(folder, str(settings.get("title", folder.name)))
    raise WorkspaceError(
        f"no workspace here: neither {begin} nor a folder above it has a pyproject.toml with a [tool.lakatos] table"
    )
