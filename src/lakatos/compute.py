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
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from lakatos.model import LakatosError

T = TypeVar("T")
K = TypeVar("K")

#: Seconds in which a scheduler has to answer.
CONNECT = 10
#: Seconds in which a new worker has to be ready.
START = 30
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


class CrewError(LakatosError):
    """No worker lives long enough to do anything."""

    exit_code = 3


@dataclass(frozen=True)
class Answer(Generic[K, T]):
    """What became of a call.

    Attributes:
        thing: what it was for.
        result: what it returned; None if there is none.
        error: what it raised, if it did.
        seconds: from when it was asked for.

    With neither a result nor an error it was given up: no worker lived to answer, or none came in time.
    """

    thing: K
    result: T | None
    error: BaseException | None
    seconds: float


@dataclass(frozen=True)
class _Call(Generic[K]):
    thing: K
    arguments: tuple[Any, ...]
    tries: int
    begun: float


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
        self._answered = False
        self._deaths = 0

    def run(
        self,
        call: Callable[..., T],
        following: Callable[[], tuple[K, tuple[Any, ...]] | None],
        *,
        patience: float,
    ) -> Iterator[Answer[K, T]]:
        """Call for one thing after the other; what comes of it, in the order of ending.

        Args:
            call: the function.
            following: gives the next thing and the arguments for it, None when there are no more. It is asked as late
                as possible.
            patience: seconds without any answer after which what is running is given up.

        Raises:
            CrewError: if the workers of a pool die one after the other.
        """
        waiting: dict[Future[T], _Call[K]] = {}
        again: list[_Call[K]] = []
        more = True
        while more or waiting or again:
            broken = False
            while not broken and len(waiting) < 2 * self.width:
                given = again.pop() if again else _first(following())
                if given is None:
                    more = False
                    break
                broken = not self._submit(call, given, waiting, again)
                if self.width == 1 and any(future.done() for future in waiting):
                    break  # in this process: it is to be kept before the next begins
            # A new pool has to load the engine first.
            ended, _ = wait(
                waiting, timeout=patience if self._answered else patience + START, return_when=FIRST_COMPLETED
            )
            if waiting and not ended:
                self.renew()
                yield from (Answer(one.thing, None, None, patience) for one in waiting.values())
                return
            for future in ended:
                one = waiting.pop(future)
                error = CancelledError() if future.cancelled() else future.exception()
                broken = broken or isinstance(error, BrokenExecutor)
                if error is not None and _died(error) and one.tries < TRIES:
                    again.append(one)
                    continue
                self._answered, self._deaths = True, self._deaths if _died(error) else 0
                result = future.result() if error is None else None
                yield Answer(one.thing, result, None if _died(error) else error, time.monotonic() - one.begun)
            if broken:
                # What waits in a broken pool comes to nothing.
                again += [one for one in waiting.values() if one.tries < TRIES]
                lost = [one for one in waiting.values() if one.tries >= TRIES]
                waiting.clear()
                yield from (Answer(one.thing, None, None, time.monotonic() - one.begun) for one in lost)
                self._mourn()

    def _submit(
        self, call: Callable[..., T], one: _Call[K], waiting: dict[Future[T], _Call[K]], again: list[_Call[K]]
    ) -> bool:
        """Ask for something; False if the pool is broken."""
        one = replace(one, begun=time.monotonic())
        try:
            future = self.pool.submit(call, *one.arguments)
        except BrokenExecutor:
            again.append(one)
            return False
        waiting[future] = replace(one, tries=one.tries + 1)
        return True

    def _mourn(self) -> None:
        """A pool is broken: another one, unless none has lived to answer."""
        self._deaths += 1
        if self._deaths >= TRIES:
            raise CrewError(f"{self.address}: the worker processes die before they answer. In a script, what starts "
                            "them has to stand under: if __name__ == '__main__'")  # fmt: skip
        self.renew()

    def renew(self) -> None:
        """Give up what is still running and start afresh."""
        self.stop()
        self.pool = executor(self.address)
        self._answered = False

    def stop(self) -> None:
        """Abandon what is being done, and end the workers that were started for it."""
        stop(self.pool)


def _first(given: tuple[K, tuple[Any, ...]] | None) -> _Call[K] | None:
    return None if given is None else _Call(*given, tries=0, begun=0.0)


def _width(pool: Executor) -> int:
    """How many calls an executor runs at once."""
    if isinstance(pool, ProcessPoolExecutor):
        return int(pool._max_workers)  # type: ignore[attr-defined]
    client = getattr(pool, "_client", None)
    return 1 if client is None else max(1, sum(client.nthreads().values()))


def _died(error: BaseException | None) -> bool:
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
