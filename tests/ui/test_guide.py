"""The page "From a claim to a certificate in ten minutes" works as typed: this types it."""

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "claims.md"


def blocks(text: str):
    """The fenced blocks of the page in order: language, body, and the name that the text before saves it under."""
    before = 0
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        saved = re.findall(r"[Ss]aved? (?:it )?as `([^`]+)`", text[before : match.end() + 60])
        yield match[1], match[2], saved[-1] if saved else None
        before = match.end()


def test_the_page_works_as_typed(tmp_path):
    shell_path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": shell_path, "HOME": str(tmp_path), "COLUMNS": "200"}
    folder, printed, typed, compared = tmp_path, "", 0, 0
    for language, body, name in blocks(PAGE.read_text(encoding="utf-8")):
        if language == "python":
            assert name, f"the page does not say where to save\n{body}"
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(body)
        elif language == "sh":
            # Each command as typed; where the first one moves to another folder, so do the others.
            done = subprocess.run(
                ["bash", "-c", body], cwd=folder, env=environment, capture_output=True, text=True, check=False
            )
            printed += done.stdout
            assert "Traceback" not in done.stderr, done.stderr
            typed += 1
            if "cd second-look" in body:
                folder = tmp_path / "second-look"
        elif language == "text":
            for line in body.splitlines():
                assert line in printed, f"{line!r} was not printed, but:\n{printed}"
                compared += 1
            printed = ""
    assert typed >= 8
    assert compared >= 12
