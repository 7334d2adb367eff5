"""Run a certificate in isolation: bare Python, an empty folder, bounded time, memory and output."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from lakatos.certificate.exactness import watched
from lakatos.certificate.lint import MAX_BYTES, Problem, lint

Status: TypeAlias = Literal["verified", "refused", "fails", "unfinished"]
MAX_OUTPUT = 64_000


@dataclass(frozen=True)
class Limits:
    """What a certificate may use: seconds of wall clock, and bytes of memory."""

    seconds: float = 60.0
    memory: int = 1_000_000_000


@dataclass(frozen=True)
class Verification:
    """The outcome of verifying one certificate.

    Attributes:
        status: verified (its assertions hold), refused (lint), fails (an assertion or other error),
            unfinished (out of time or memory).
        says: why, in one line.
        problems: what the lint found, by line.
        output: what the script printed, cut at 64 kB.
        sha256: of the file's bytes.
        states: what is known about the claim that it states, beside its own assertions.
    """

    file: str
    status: Status
    says: str
    problems: tuple[Problem, ...]
    output: str
    sha256: str
    seconds: float
    states: str = ""


def verify(
    path: Path | str, *, limits: Limits | None = None, stating: Callable[[str], tuple[bool, str]] | None = None
) -> Verification:
    """Lint a certificate and, if nothing is wrong with it, run it as ``python -I`` on its own, in exact numbers.

    Verified means that the script's own assertions hold when it is run. That it states the disputed claim is for
    ``stating`` to say: given the source, whether it does, and what is known; refused if it does not.

    Raises:
        OSError: if the file cannot be read.
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    with path.open("rb") as file:
        source = file.read(MAX_BYTES + 1)
    digest = hashlib.sha256(source).hexdigest()
    problems = tuple(lint(source))
    if problems:
        return Verification(str(path), "refused", str(problems[0]), problems, "", digest, 0.0)
    states = ""
    if stating is not None:
        right, states = stating(source.decode())
        if not right:
            wrong = (Problem(1, states),)
            return Verification(str(path), "refused", str(wrong[0]), wrong, "", digest, 0.0, states)
    begun = time.monotonic()
    status, says, output = _run(source, limits or Limits())
    exact = watched(source) if status == "verified" else None
    if exact is not None:
        # Run again with every division watched: what rests on a float is not verified.
        status, says, _ = _run(exact, limits or Limits())
    return Verification(str(path), status, says, (), output, digest, time.monotonic() - begun, states)


def _run(source: bytes, limits: Limits) -> tuple[Status, str, str]:
    """Run the very bytes that were linted, not the file, which may have changed since."""
    # A last line with a word the script cannot know shows that it ran to its end and did not just exit.
    word = secrets.token_hex(16)
    with tempfile.TemporaryDirectory(prefix="lakatos-") as folder:
        script = Path(folder, "certificate.py")
        script.write_bytes(source + f"\nprint({word!r})\n".encode())
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-X", "utf8", str(script)],
            cwd=folder,
            env={},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: _limit(limits),
        )
        try:
            out, err, stopped = _read(process, time.monotonic() + limits.seconds)
        finally:
            # The group, not the process alone: nothing it may have started outlives it.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for pipe in (process.stdout, process.stderr):
                if pipe:
                    pipe.close()
    output = _printable(out)
    if stopped == "time":
        return "unfinished", f"stopped after {limits.seconds:g} s", output
    if stopped == "output":
        return "unfinished", f"stopped: printed more than {MAX_OUTPUT:,} bytes", output[:MAX_OUTPUT]
    if process.returncode == 0:
        if not output.endswith(f"{word}\n"):
            return "fails", "ended before its last line", output
        return "verified", "every assertion holds", output.removesuffix(f"{word}\n")
    last = (_printable(err).strip().splitlines() or ["no message"])[-1]
    if process.returncode < 0 and -process.returncode not in (signal.SIGKILL, signal.SIGXCPU, signal.SIGSEGV):
        return "fails", f"ended by signal {-process.returncode}", output
    if process.returncode < 0 or last.startswith("MemoryError"):
        return "unfinished", f"out of its limits ({limits.seconds:g} s, {limits.memory:,} bytes): {last}", output
    return "fails", last, output


def _printable(data: bytes) -> str:
    """Text without control characters, which could make a terminal show another outcome."""
    text = data.decode("utf-8", "replace")
    return "".join(
        c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf") else "\N{REPLACEMENT CHARACTER}" for c in text
    )


def _limit(limits: Limits) -> None:
    """Bounds set in the child before Python starts. Imported here: not every platform has them."""
    import resource

    seconds = int(limits.seconds) + 1
    for name, value in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(name, (value, value))


def _read(process: subprocess.Popen[bytes], deadline: float) -> tuple[bytes, bytes, str | None]:
    """Both streams until they close, the deadline passes or too much is printed."""
    kept = {"out": bytearray(), "err": bytearray()}
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, "out")  # type: ignore[arg-type]
        selector.register(process.stderr, selectors.EVENT_READ, "err")  # type: ignore[arg-type]
        while selector.get_map():
            left = deadline - time.monotonic()
            ready = selector.select(max(left, 0))
            if not ready and left <= 0:
                return bytes(kept["out"]), bytes(kept["err"]), "time"
            for key, _ in ready:
                chunk = os.read(key.fd, 65536)
                if not chunk:
                    selector.unregister(key.fileobj)
                kept[key.data] += chunk
                if len(kept[key.data]) > MAX_OUTPUT:
                    return bytes(kept["out"]), bytes(kept["err"]), "output"
    try:
        process.wait(max(deadline - time.monotonic(), 0.1))
    except subprocess.TimeoutExpired:
        return bytes(kept["out"]), bytes(kept["err"]), "time"
    return bytes(kept["out"]), bytes(kept["err"]), None
