"""Where units of work run: in this process, or in a pool of worker processes.

``executor(None)`` is serial and the easiest to debug; ``executor("processes")`` uses every core available
and ``executor("processes:4")`` four.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class InProcess(Executor):
    """Runs each call at once, in the calling process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call ``fn`` now; its result or exception is in the future returned."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def executor(address: str | None = None) -> Executor:
    """An executor for an address: None, ``"processes"`` or ``"processes:N"``.

    Raises:
        ValueError: for any other address.
    """
    if address is None:
        return InProcess()
    kind, _, count = address.partition(":")
    if kind != "processes" or (count and (not count.isdecimal() or int(count) < 1)):
        raise ValueError(f"{address!r} is no place to run: use 'processes' or 'processes:N' with N >= 1")
    # Spawned, not forked: compiled code and threads do not survive a fork everywhere.
    return ProcessPoolExecutor(
        int(count) if count else cores(),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_prepare_worker,
    )


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def bounded(call: Callable[[], T], seconds: float) -> T:
    """Call something in a process of its own and end it after ``seconds``, wherever it is: in a loop or in C.

    Its exceptions come back as they were raised. Not for use beside threads: the process is forked.

    Raises:
        TimeoutError: if it did not finish in time, or died of too little memory.
    """
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(call, there))
    process.start()
    there.close()
    try:
        if not here.poll(seconds):
            raise TimeoutError(f"no answer within {seconds:g} s")
        error, value = here.recv()
    except EOFError:
        raise TimeoutError("it ended without an answer, most likely for want of memory") from None
    finally:
        process.kill()
        process.join()
    if error is not None:
        raise error
    return value  # type: ignore[no-any-return]


def _answer(call: Callable[[], Any], channel: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        channel.send((None, call()))
    except BaseException as error:
        channel.send((error, None))


def stop(pool: Executor) -> None:
    """Abandon what a pool is doing: cancel what waits, end the workers."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def _prepare_worker() -> None:
    """Leave interruption, standard output and life itself to the parent."""
    # Ctrl-C reaches the whole process group; only the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever a worker prints, from Python or from compiled code, must not mix with the parent's answer.
    os.dup2(2, 1)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would otherwise wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
