"""Formal claims in files: load one by path, and hold a certificate against the claim that it names."""

from __future__ import annotations

import difflib
from pathlib import Path
from types import ModuleType

from lakatos.certificate import Limits, Verification, verify
from lakatos.claims import CertificateError, ForAll, differs, stated
from lakatos.workspace.load import import_file
from lakatos.workspace.locate import Workspace, WorkspaceError, find_workspace

#: Where a workspace keeps formal claims: beside the disputes, or within a dispute's own file.
FOLDERS = ("claims", "checks")
UNNAMED = "names no formal claim: that it states the disputed one is for you to read"


def load_claim(spec: str, *, workspace: Workspace | None = None) -> ForAll:
    """The formal claim that ``spec`` names: ``path/to/file.py``, or ``slug`` for claims/slug.py or checks/slug.py.

    A file that holds several claims needs the name too: ``file.py::name``, ``slug::name``.

    Raises:
        WorkspaceError: if there is no such file or claim, or the file cannot be loaded.
    """
    place, _, name = spec.partition("::")
    path = Path(place)
    if not place.endswith(".py"):
        path = _by_slug(place, workspace)
    if not path.is_file():
        raise WorkspaceError(f"no file {path}; give the path of a Python file with a claim in it, or its slug")
    claims = claims_in(path)
    if not claims:
        raise WorkspaceError(f"{path} holds no claim: decorate a function with @forall(...)")
    if name:
        if name not in claims:
            near = difflib.get_close_matches(name, claims, n=1) or sorted(claims)
            raise WorkspaceError(f"{path} holds no claim {name!r}; it holds {', '.join(near)}")
        return claims[name]
    if len(claims) > 1:
        raise WorkspaceError(f"{path} holds {len(claims)} claims: say which, {place}::{sorted(claims)[0]}, ...")
    return next(iter(claims.values()))


def claims_in(path: Path) -> dict[str, ForAll]:
    """The claims that a file defines, by name."""
    text = path.read_bytes()
    module: ModuleType = import_file(path, text)
    found = (value for value in vars(module).values() if isinstance(value, ForAll))
    claims: dict[str, ForAll] = {}
    for claim in found:
        if claim.function.__module__ == module.__name__ and claims.setdefault(claim.name, claim) is not claim:
            raise WorkspaceError(f"{path} makes two claims of the function {claim.name}: give each its own")
    return claims


def claim_file(claim: ForAll, target: Path) -> str:
    """A claim's file as a certificate names it: relative to the workspace around the current folder.

    Raises:
        WorkspaceError: if the certificate is to lie in that workspace, but the claim is not where claims are kept.
    """
    file = claim.file
    if file is None:
        return "claim.py"
    try:
        root = find_workspace().root
        inside = file.resolve().relative_to(root)
    except (WorkspaceError, ValueError):
        return file.name
    if inside.parts[0] not in FOLDERS and target.resolve().is_relative_to(root):
        raise WorkspaceError(f"{inside} is not in claims/ or checks/, where verify looks for it: move it there")
    return inside.as_posix()


def verify_certificate(
    path: Path | str, *, limits: Limits | None = None, claim: ForAll | None = None, workspace: Workspace | None = None
) -> Verification:
    """Verify a certificate; inside ``workspace``, or with ``claim`` given, also that it states the claim it names.

    The claim is looked up in claims/ and checks/ of the workspace (the one around the current folder by default), the
    certificate is written again from the claim's source as it is now and the witness in the file, and has to be the
    same to the letter. A certificate written by hand names no claim; then only its own assertions are verified, and
    that is said. Of a certificate from elsewhere no file beside it is read or run.

    Raises:
        OSError: if the file cannot be read.
    """
    path = Path(path)
    if workspace is None:
        try:
            workspace = find_workspace()
        except WorkspaceError:
            workspace = None
    return verify(path, limits=limits, stating=lambda source: _states(path, source, claim, workspace))


def _states(path: Path, source: str, claim: ForAll | None, workspace: Workspace | None) -> tuple[bool, str]:
    """Whether nothing is wrong with what a certificate states, and what is known about it."""
    try:
        named = stated(source)
    except CertificateError as error:
        return False, str(error)
    if claim is not None:
        why = differs(source, claim, file=named["file"] if named else "")
        return why is None, why or f"states {claim.name}, to the letter"
    inside = workspace is not None and path.resolve().is_relative_to(workspace.root)
    if named is None:
        return _unnamed(path, workspace) if workspace is not None and inside else (True, UNNAMED)
    file = Path(named["file"])
    kept = file.parts[0] in FOLDERS and ".." not in file.parts
    if workspace is None or not kept or not (workspace.root / file).is_file():
        if inside:
            return False, f"names the claim {file}::{named['name']}, which this workspace does not have"
        return True, f"names {file}::{named['name']}, which is not here to be compared with"
    try:
        claims = claims_in(workspace.root / file)
    except WorkspaceError as error:
        return False, f"names a claim that cannot be loaded: {error}"
    if named["name"] not in claims:
        return False, f"names the claim {named['name']}, which {file} does not hold"
    why = differs(source, claims[named["name"]], file=named["file"])
    return why is None, why or f"states {file}::{named['name']}, to the letter"


def _unnamed(path: Path, workspace: Workspace) -> tuple[bool, str]:
    """Written by hand. Where the file of the same name has formal claims, that will not do."""
    for folder in FOLDERS:
        file = workspace.root / folder / path.name
        if file.is_file() and b"forall" in file.read_bytes():
            claims = claims_in(file)
            if claims:
                return False, f"names no claim, though {folder}/{path.name} states {', '.join(sorted(claims))}"
    return True, UNNAMED


def _by_slug(slug: str, workspace: Workspace | None) -> Path:
    root = (workspace or find_workspace()).root
    places = [root / folder / f"{slug}.py" for folder in FOLDERS]
    found = next((path for path in places if path.is_file()), None)
    if found is None:
        known = sorted({path.stem for folder in FOLDERS for path in (root / folder).glob("*.py")})
        near = difflib.get_close_matches(slug, known, n=3, cutoff=0.4)
        hint = f"nearest: {', '.join(near)}" if near else "start one with: lakatos new claim NAME"
        raise WorkspaceError(f"no claims/{slug}.py or checks/{slug}.py; {hint}")
    return found
