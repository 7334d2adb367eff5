"""The repository as the thing under test: its rooms, its rules, its promises."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "lakatos"
MODULES = sorted(SOURCE.rglob("*.py"))

#: Who may import whom: a room imports only rooms of lower levels.
LEVELS = {
    "model": 0,
    "arithmetic": 1, "drawing": 1, "tables": 1,
    "certificate": 2, "compute": 2, "ledger": 2,
    "claims": 3,
    "growth": 4, "measure": 4, "rerun": 4, "search": 4,
    "workspace": 5,
    "report": 6,
    "cli": 7,
}  # fmt: skip


def room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path):
    """Every module of ours that a file imports, at the top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.split(".")[0] == "lakatos")
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "lakatos":
            if node.module == "lakatos":
                yield from (f"lakatos.{a.name}" for a in node.names)
            else:
                yield node.module


@pytest.mark.parametrize(
    "path", [m for m in MODULES if m != SOURCE / "__init__.py"], ids=lambda p: str(p.relative_to(SOURCE))
)
def test_arrows_between_rooms_point_one_way(path):
    here = room(path)
    assert here in LEVELS, f"{here} is a new room: give it a level"
    for module in imports(path):
        there = module.split(".")[1]
        if there != here:
            assert LEVELS[there] < LEVELS[here], f"{path} imports {module}: {here} must not know {there}"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_room_is_entered_by_its_door(path):
    here = room(path)
    for module in imports(path):
        _, there, *inside = module.split(".")
        if there != here and inside:
            pytest.fail(f"{path} imports {module}, a private file of {there}")


@pytest.mark.parametrize("folder", ["checks", "notebooks"])
def test_content_uses_public_doors_only(folder):
    for path in (ROOT / folder).glob("*.py"):
        for module in imports(path):
            assert len(module.split(".")) <= 2, f"{path} imports {module}"


def test_the_public_api_fits_one_screen():
    import lakatos

    assert len(lakatos.__all__) <= 26
    for name in lakatos.__all__:
        assert getattr(lakatos, name) is not None
    with pytest.raises(AttributeError, match="no attribute"):
        lakatos.nothing  # noqa: B018


MAIL = {"smtplib", "imaplib", "poplib", "aiosmtplib", "sendgrid", "yagmail", "requests", "httpx", "urllib3", "aiohttp"}


def test_nothing_in_the_package_can_send_mail():
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [a.name for a in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert name.split(".")[0] not in MAIL, f"{path} imports {name}"
                assert not name.startswith(("urllib.request", "http.client", "socket")), f"{path} imports {name}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.search(r"\b(sendmail|mailto:|msmtp)\b", node.value), f"{path}: {node.value!r}"
    commands = (SOURCE / "cli" / "app.py").read_text()
    assert "def send" not in commands


def test_the_style_is_kept():
    for command in (["ruff", "check", "."], ["ruff", "format", "--check", "."]):
        done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_are_strict():
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_lock_pins_versions_and_hashes_and_no_addresses():
    text = (ROOT / "requirements.lock").read_text()
    assert not re.search(r"https?://|file://|--index-url|--find-links|--extra-index-url|/opt/|/home/", text)
    blocks = re.split(r"\n(?=[a-z0-9])", text.strip())
    for block in blocks:
        name = block.split("\n")[0]
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==\S+", name), name
        assert "--hash=sha256:" in block, name


def test_the_lock_covers_what_pyproject_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    asked += [d for extra in project["project"]["optional-dependencies"].values() for d in extra]
    locked = set(re.findall(r"^([a-z0-9._-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    for requirement in asked:
        assert re.match(r"[A-Za-z0-9._-]+", requirement)[0].lower() in locked, requirement


def test_the_package_says_what_it_is():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["license"] == "Apache-2.0"
    assert "Typing :: Typed" in project["classifiers"]
    assert (SOURCE / "py.typed").is_file()
    assert "Apache License" in (ROOT / "LICENSE").read_text()


def test_the_wheel_holds_the_engine_only(tmp_path):
    build = "import hatchling.build; print(hatchling.build.build_wheel(__import__('sys').argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {n.split("/")[0] for n in names} == {"lakatos", "lakatos-0.1.0.dist-info"}
    for needed in ("py.typed", "report/report.css", "drawing/lakatos.mplstyle", "workspace/templates/check.txt"):
        assert f"lakatos/{needed}" in names or f"lakatos/{needed.replace('report/', 'report/templates/')}" in names, (
            needed
        )
    assert not [n for n in names if "__pycache__" in n or n.endswith((".nbi", ".nbc"))]


TEXTS = [
    p
    for p in ROOT.rglob("*")
    if p.suffix in (".md", ".py", ".toml", ".txt", ".j2", ".lock", ".css") or p.name in ("Makefile", "run")
]


def test_no_text_carries_a_machine_or_a_credential():
    secret = re.compile(r"(/root/|/home/\w+/|/opt/|/work/|AKIA[0-9A-Z]{16}|ghp_\w{20}|hf_\w{20}|-----BEGIN)")
    for path in TEXTS:
        if any(part.startswith(".") and part != ".ci" for part in path.relative_to(ROOT).parts) or path == Path(
            __file__
        ):
            continue
        found = secret.search(path.read_text(encoding="utf-8", errors="replace"))
        assert not found, f"{path}: {found and found[0]}"


def test_links_between_documents_lead_somewhere():
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text()):
            if not target.startswith(("http", "mailto")):
                assert (path.parent / target).exists(), f"{path} links to {target}"


def test_the_readme_is_about_what_is_there():
    text = (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"`?make (\w+)", text)):
        assert f"\n{target}:" in makefile, f"README names make {target}"
    verbs = set(
        re.findall(
            r"lakatos (list|check|show|verify|verify-witness|search|prove|report|gallery|letter|lab|new)\b", text
        )
    )
    assert {"check", "verify", "letter", "new"} <= verbs
    for path in set(re.findall(r"`((?:src|checks|counterexamples|notebooks|reports|tests|docs)/[\w./-]*)`", text)):
        assert (ROOT / path).exists(), f"README names {path}"


def test_the_readmes_refutation_runs():
    text = (ROOT / "README.md").read_text()
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
    assert len(code.strip().splitlines()) <= 14
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shown = re.search(r"```text\n(.*?)```", text, re.DOTALL)[1]
    assert done.stdout.strip() == shown.strip()
