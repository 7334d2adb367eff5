"""Where units of work run: in this process, or in a pool of worker processes.

``executor(None)`` is serial and the easiest to debug; ``executor("processes")`` uses every core available,
``executor("processes:4")`` four, and ``executor("tcp://host:8786")`` the workers of a Dask scheduler.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import Any, TypeVar

T = TypeVar("T")
K = TypeVar("K")

#: Seconds in which a scheduler has to answer.
CONNECT = 10
#: How often a call is tried whose worker dies.
TRIES = 3


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
    """An executor for an address: None, ``"processes"``, ``"processes:N"``, or a Dask scheduler's ``"tcp://host:port"``.

    Raises:
        ValueError: for any other address, or a scheduler that does not answer.
    """
    if address is None:
        return InProcess()
    if "://" in address:
        return _cluster(address)
    kind, _, count = address.partition(":")
    if kind != "processes" or (count and (not count.isdecimal() or int(count) < 1)):
        raise ValueError(
            f"{address!r} is no place to run: use 'processes', 'processes:N' with N >= 1, or a Dask scheduler's 'tcp://...'"
        )
    # Spawned, not forked: compiled code and threads do not survive a fork everywhere.
    return ProcessPoolExecutor(
        int(count) if count else cores(),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_prepare_worker,
    )


def _cluster(address: str) -> Executor:
    """The workers of a Dask scheduler, as an executor."""
    try:
        import distributed
    except ImportError:
        raise ValueError(f"{address}: a cluster needs Dask: pip install 'lakatos[cluster]'") from None
    connect: Callable[..., Any] = distributed.Client
    try:
        client = connect(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address}: {error}") from None
    if not client.nthreads():
        client.close()
        raise ValueError(f"the Dask scheduler at {address} has no workers: start some with dask worker {address}")
    # Not pure: by default equal calls are one call, and a call is not run again.
    pool: Executor = client.get_executor(pure=False)
    return pool


class Crew:
    """Runs calls on an executor, a few at a time, and replaces a pool of which a worker has died.

    Attributes:
        address: as given, see ``executor``.
        width: how many calls run at once.
    """

    def __init__(self, address: str | None) -> None:
        self.address = address
        self.pool = executor(address)
        self.width = _width(self.pool)

    def run(
        self,
        call: Callable[..., T],
        following: Callable[[], tuple[K, tuple[Any, ...]] | None],
        *,
        patience: float,
    ) -> Iterator[tuple[K, T | None, float]]:
        """Call for one thing after the other, in no order of ending.

        Args:
            call: the function.
            following: gives the next thing and the arguments for it, None when there are no more. It is asked as late
                as possible.
            patience: seconds without any answer after which the rest is given up.

        Yields:
            Each thing, its result, and the seconds it took; None for a result that no worker lived to give in
            ``TRIES``, or, at the end, that did not come in time.
        """
        waiting: dict[Future[T], tuple[K, tuple[Any, ...], int, float]] = {}
        again: list[tuple[K, tuple[Any, ...], int]] = []
        more, broken = True, False
        while more or waiting or again:
            while (more or again) and not broken and len(waiting) < 2 * self.width:
                given = following() if not again else None
                if not again and given is None:
                    more = False
                    break
                thing, arguments, tries = again.pop() if again else (*given, 0)  # type: ignore[misc]
                future = self.pool.submit(call, *arguments)
                waiting[future] = thing, arguments, tries + 1, time.monotonic()
                if self.width == 1 and future.done():
                    break  # in this process: it is to be kept before the next begins
            ended, _ = wait(waiting, timeout=patience, return_when=FIRST_COMPLETED)
            if waiting and not ended:
                yield from ((thing, None, patience) for thing, *_ in waiting.values())
                self.renew()
                return
            for future in ended:
                thing, arguments, tries, begun = waiting.pop(future)
                error = future.exception()
                # A pool that has lost a process takes no more work; what waits in it comes back one by one.
                broken = broken or isinstance(error, BrokenExecutor)
                if error is None:
                    yield thing, future.result(), time.monotonic() - begun
                elif not _died(error):
                    raise error
                elif tries < TRIES:
                    again.append((thing, arguments, tries))
                else:
                    yield thing, None, time.monotonic() - begun
            if broken and not waiting:
                self.renew()
                broken = False

    def renew(self) -> None:
        """Give up what is still running and start afresh."""
        self.stop()
        self.pool = executor(self.address)

    def stop(self) -> None:
        """Abandon what is being done, and end the workers that were started for it."""
        stop(self.pool)


def _width(pool: Executor) -> int:
    """How many calls an executor runs at once."""
    if isinstance(pool, ProcessPoolExecutor):
        return int(pool._max_workers)  # type: ignore[attr-defined]
    client = getattr(pool, "_client", None)
    return 1 if client is None else max(1, sum(client.nthreads().values()))


def _died(error: BaseException) -> bool:
    """Whether it was not the call that failed, but the worker that it ran on."""
    dask = ("KilledWorker", "FutureCancelledError")
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ in dask


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
    client = getattr(pool, "_client", None)
    if client is None:
        pool.shutdown(wait=False, cancel_futures=True)
    else:
        # The workers are not ours: closing takes back what was asked of them.
        client.close()
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
