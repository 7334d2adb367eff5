"""Files of a report are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; an unchanged file is left alone."""
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        file.write(data)
    # The temporary file is private to its owner; a report is as readable as any other new file.
    umask = os.umask(0)
    os.umask(umask)
    Path(file.name).chmod(0o666 & ~umask)
    Path(file.name).replace(path)
