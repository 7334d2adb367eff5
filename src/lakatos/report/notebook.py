"""Execute a percent-format notebook in a kernel of this very environment."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import json
import os
import re
import signal
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lakatos.report.error import ReportError

_ANSI = re.compile(r"\x1b\[[0-9;]*m")


def execute(path: Path, *, folder: Path, parameters: Mapping[str, Any] | None = None, timeout: int = 600) -> Any:
    """Execute a notebook and return it (an nbformat notebook node) with its outputs.

    Args:
        path: a percent-format .py file.
        folder: the working folder of its kernel.
        parameters: values for names that the cell tagged "parameters" sets; anything else is an error, not a
            silent default.
        timeout: seconds allowed for one cell.

    Raises:
        ReportError: if the extra ``notebooks`` is missing, a parameter is unknown, or a cell fails.
    """
    try:
        import jupytext
        from jupyter_client.kernelspec import KernelSpecManager
        from jupyter_client.manager import AsyncKernelManager
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
    except ModuleNotFoundError as error:
        raise ReportError(f"building a report needs {error.name}: pip install 'lakatos[notebooks]'") from error
    if not path.is_file():
        raise ReportError(f"no notebook {path}; `lakatos new check` writes one beside the check")
    notebook = jupytext.read(path)
    _insert(notebook, dict(parameters or {}), path)
    # Sockets in a private folder: the client and the kernel need not share a working folder, and nothing is left.
    with tempfile.TemporaryDirectory(prefix="lakatos-") as sockets:
        # No folders of kernels: only the native one, which is the Python that runs this code.
        specs = KernelSpecManager(kernel_dirs=[], ensure_native_kernel=True)
        kernels = AsyncKernelManager(
            kernel_name="python3",
            kernel_spec_manager=specs,
            transport="ipc",
            ip=str(Path(sockets, "ipc")),
            connection_file=str(Path(sockets, "kernel.json")),
        )
        resources = {"metadata": {"path": str(folder)}}
        client = NotebookClient(notebook, km=kernels, timeout=timeout, resources=resources)
        try:
            _execute(client, kernels)
        except CellExecutionError as error:
            raise ReportError(f"{path.name}: {_ANSI.sub('', str(error)).strip()}") from error
        except (CellTimeoutError, DeadKernelError, RuntimeError) as error:
            raise ReportError(f"{path.name}: {type(error).__name__}: {error}") from error
    return notebook


def _execute(client: Any, kernels: Any) -> None:
    """Execute in a thread of its own, so that Ctrl-C reaches us and not the client's event loop."""
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(lambda: asyncio.run(client.async_execute(cleanup_kc=True)))
        try:
            running.result()
        except KeyboardInterrupt:
            # The kernel has a session of its own and did not hear of it.
            pid = getattr(kernels.provisioner, "pid", None)
            if pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            raise


def _insert(notebook: Any, parameters: dict[str, Any], path: Path) -> None:
    """Put a cell that sets ``parameters`` behind the tagged one."""
    if not parameters:
        return
    from nbformat.notebooknode import from_dict

    for index, cell in enumerate(notebook.cells):
        if "parameters" in cell.metadata.get("tags", []):
            known = {
                target.id
                for node in ast.parse(cell.source).body
                if isinstance(node, ast.Assign | ast.AnnAssign)
                for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
                if isinstance(target, ast.Name)
            }
            if unknown := parameters.keys() - known:
                raise ReportError(f"{path.name} has no parameters {sorted(unknown)}; it has {sorted(known)}")
            source = "\n".join(f"{k} = {json.loads(json.dumps(v))!r}" for k, v in parameters.items())
            notebook.cells.insert(
                index + 1,
                from_dict(
                    {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None}
                ),
            )
            return
    raise ReportError(f"{path.name} has no cell tagged 'parameters', so it takes none of {sorted(parameters)}")
