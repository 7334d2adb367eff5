"""One re-check of everything in this workspace, for all tests of its content."""

import json
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """The workspace without its ledger, so that everything is computed anew."""
    folder = tmp_path_factory.mktemp("workspace") / "lakatos"
    folder.mkdir()
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in ("checks", "counterexamples", "notebooks"):  # not the reports: what is not written again is missing
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="session")
def results(copy, lakatos):
    done = lakatos("check", "--json", "--report", cwd=copy, timeout=1800)
    assert done.code == 0, done.err
    return {entry["slug"]: entry for entry in json.loads(done.out)}
