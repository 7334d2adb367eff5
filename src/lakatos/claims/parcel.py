"""A claim on its way to another process: the text of its file, run again there, and held against its hash."""

from __future__ import annotations

import contextlib
import hashlib
import io
import linecache
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from lakatos.claims.source import SourceError

if TYPE_CHECKING:
    from lakatos.claims.forall import ForAll


def run_text(path: Path, text: bytes) -> ModuleType:
    """Run the text of a file as a module of its own, whatever has become of the file since it was read.

    Its errors are the file's own, SystemExit among them.
    """
    # What was read is what the source of each function is taken from; in lines as Python counts them: a form feed ends
    # none.
    lines = list(io.TextIOWrapper(io.BytesIO(text), encoding="utf-8", errors="replace"))
    linecache.cache[str(path)] = (len(text), None, lines, str(path))
    name = f"lakatos_check_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        # What a check prints is not part of the answer, which may be JSON.
        with contextlib.redirect_stdout(sys.stderr):
            exec(compile(text, str(path), "exec"), module.__dict__)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def packed(claim: ForAll) -> tuple[str, bytes, str, str]:
    """The path of a claim's file, its text, the name of the claim in it, and the claim's hash.

    Raises:
        SourceError: if the claim is in no file, as one typed into a notebook is.
    """
    path = claim.function.__code__.co_filename
    if claim.file is None and path not in linecache.cache:
        raise SourceError(f"{claim.name} is in no file, so no other process can load it: write it to one, or stay here")
    lines = linecache.getlines(path)
    text = "".join(lines).encode() if lines else Path(path).read_bytes()
    names = [x for x, value in claim.function.__globals__.items() if value is claim]
    if claim.file is None or not names:
        raise SourceError(f"{claim.name} is no name of a file, so no other process can load it: give it a file, "
                          "or stay in this process")  # fmt: skip
    return path, text, names[0], claim.fingerprint


@lru_cache(maxsize=64)
def unpacked(path: str, text: bytes, name: str, fingerprint: str) -> ForAll:
    """The claim that was packed. In each process the same one every time.

    Raises:
        SourceError: if the text gives another claim here, as under another version of the engine.
    """
    claim: ForAll = getattr(run_text(Path(path), text), name)
    if claim.fingerprint != fingerprint:
        raise SourceError(f"{name} of {Path(path).name} is another claim in this process than where it was packed: "
                          "do both have the same lakatos?")  # fmt: skip
    return claim
