"""JupyterLab on the workspace, and reports in a real browser; both on loopback or from a file, with no network."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture
def lab(tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    port = free_port()
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    process = subprocess.Popen(
        [sys.executable, "-c", "from lakatos.cli import main; main()", "lab", "--", "--no-browser", f"--port={port}",
         "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=t", *root],
        cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path / "none"), "HOME": str(tmp_path)},
    )  # fmt: skip
    yield f"http://127.0.0.1:{port}"
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process.stderr.close()


def get(url: str, seconds: float = 60):
    deadline = time.monotonic() + seconds
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while True:
        try:
            with opener.open(urllib.request.Request(url, headers={"Authorization": "token t"}), timeout=10) as answer:
                return json.load(answer)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.3)


def test_percent_notebooks_open_as_notebooks(lab):
    listed = get(f"{lab}/api/contents/notebooks")["content"]
    assert {e["type"] for e in listed} == {"notebook"}
    opened = get(f"{lab}/api/contents/notebooks/attention_frank_wolfe.py?type=notebook")
    assert {"markdown", "code"} == {c["cell_type"] for c in opened["content"]["cells"]}
    settings = get(f"{lab}/lab/api/settings/@jupyterlab/docmanager-extension:plugin")
    assert settings["schema"]["properties"]["defaultViewers"]["default"] == {"python": "Jupytext Notebook"}


@pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")
def test_a_report_opens_without_network_in_a_browser(tmp_path):
    from lakatos.report import build_report
    from lakatos.workspace import find_workspace, load

    case = load("rollout_batch", workspace=find_workspace(ROOT))
    page = build_report(case, case.run()).html
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", f"--user-data-dir={tmp_path}",
         "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert "What the ratio 2 can mean" in done.stdout
    assert not re.search(r"CONSOLE.*(Refused|violat|Failed to load)", done.stderr)
