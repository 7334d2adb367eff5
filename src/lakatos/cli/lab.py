"""JupyterLab on the workspace, set up so that a percent-format .py opens as a notebook."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys

from lakatos.workspace import Workspace, WorkspaceError

#: JupyterLab's own settings: .py files open as notebooks, and nothing is fetched from elsewhere.
_OVERRIDES = {
    "@jupyterlab/docmanager-extension:plugin": {
        "defaultViewers": {"python": "Jupytext Notebook"},
    },
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}


def run_lab(workspace: Workspace, arguments: list[str]) -> int:
    """Run JupyterLab in the workspace until it is stopped; returns its exit code.

    The setting lives under .lakatos/ and is added to Jupyter's search path for this process only: nothing is written
    to the user's own configuration.

    Raises:
        WorkspaceError: if JupyterLab or Jupytext is not installed.
    """
    for module in ("jupyterlab", "jupytext"):
        if importlib.util.find_spec(module) is None:
            raise WorkspaceError(f"{module} is not installed: pip install 'lakatos[notebooks]'")
    folder = workspace.root / ".lakatos" / "jupyter"
    settings = folder / "labconfig" / "default_setting_overrides.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps(_OVERRIDES, indent=2), encoding="utf-8")
    search = os.pathsep.join(filter(None, [str(folder), os.environ.get("JUPYTER_CONFIG_PATH")]))
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={workspace.root}", *arguments]
    try:
        return subprocess.run(command, env={**os.environ, "JUPYTER_CONFIG_PATH": search}, check=False).returncode
    except KeyboardInterrupt:
        return 0  # stopping it is how one leaves
