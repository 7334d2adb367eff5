"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).parents[1]

# As the command line does: threads of the linear algebra would wait for one another.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

# Machines are noisy: what a property test shows does not depend on how long an example took.
settings.register_profile("lakatos", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("lakatos")


@dataclass
class Finished:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def lakatos():
    """Run the command line as a user would: its own process, in a folder."""

    def run(*arguments: str, cwd: Path, timeout: float = 300) -> Finished:
        done = subprocess.run(
            [sys.executable, "-c", "from lakatos.cli import main; main()", *arguments],
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=timeout,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "COLUMNS": "200"},
            check=False,
        )
        return Finished(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """An empty workspace."""
    (tmp_path / "pyproject.toml").write_text('[tool.lakatos]\ntitle = "a test"\n')
    for name in ("checks", "counterexamples", "notebooks", "reports"):
        (tmp_path / name).mkdir()
    return tmp_path


CHECK = '''"""A small dispute.

Claim
    Every n below 10 is less than 7.
Why it looked true
    Nobody looked beyond 6.
What was claimed against it
    That 7 is not.
What we find
    It is false at 7.
What this does not show
    Anything else.
References
    None.
"""

from lakatos import Claim, Correspondence, Dispute, Falsification, Finding, Outcome, Paper, Reading

READING = Reading(name="limit", about="what less than 7 means", options={{"strict": 7, "lax": 8}}, stated="strict")
dispute = Dispute(
    Claim(paper=Paper(title="A paper", arxiv="0000.00000", version="v1"), where="Lemma 1", statement="n < 7 for n < 10"),
    against=Falsification(statement="7 is not less than 7.", source="a test"),
    readings=[READING],
    expected="{expected}",
    letter=Correspondence(question="is 7 allowed?"),
)


@dispute.finding
def first_failure(limit):
    {finding_prelude}
    n = next(n for n in range(10) if n >= limit)
    return Finding(name="first n that fails", kind="exact", value=n, scope="n = 0 ... 9", says=f"It fails at {{n}}.",
                   refutes="claim", decisive=True)


@dispute.finding
def slow():
    {slow_prelude}
    return Finding(name="another figure", kind="exact", value="1/3", scope="nothing")


@dispute.control(holds=True)
def small_ones_hold():
    """The claim restricted to n below 5."""
    return Outcome(survived={positive}, note="n = 0 ... 4")


@dispute.control(holds=False)
def below_three_falls():
    """n < 3 for all n below 10 is false."""
    return not any(n >= 3 for n in range(10))
'''


@pytest.fixture
def small_check():
    """Write a small check into a workspace; every part that tests want to break can be given."""

    def write(
        folder: Path,
        slug: str = "small",
        *,
        expected="confirmed",
        positive="True",
        finding_prelude="pass",
        slow_prelude="pass",
    ):
        path = folder / "checks" / f"{slug}.py"
        path.write_text(
            CHECK.format(
                expected=expected, positive=positive, finding_prelude=finding_prelude, slow_prelude=slow_prelude
            )
        )
        return path

    return write
