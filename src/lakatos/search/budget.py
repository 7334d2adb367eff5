"""How much one unit of search may do: a number of steps, which does not depend on the machine, and a deadline."""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lakatos.search.outcome import ProvedOn

#: Seconds after its deadline at which a unit that does not end by itself is stopped.
GRACE = 0.2


class Budget:
    """Steps that are left, and whether the deadline cut them short.

    Steps, not seconds, decide where a unit ends: so that it ends in the same place wherever and whenever it is run.

    Attributes:
        first: the place in the strategy's own stream at which this unit begins.
        left: steps that are left.
        used: steps that were taken.
        cut: whether the deadline came first.
        open: objects at which the claim or a premise was undefined or undecided: they are not covered.
        whole: whether the strategy has come to the end of the domain.
        level: of a strategy that goes in order, the size of the last object that it looked at.
        proved: what a solver proved, instead of finding a counterexample.
    """

    def __init__(self, steps: int, *, first: int = 0, deadline: float | None = None) -> None:
        self.first, self.left, self.deadline = first, steps, deadline
        self.used = 0
        self.cut = False
        self.open = 0
        self.whole = False
        self.level: int | None = None
        self.proved: ProvedOn | None = None

    @property
    def over(self) -> bool:
        """Whether there is nothing left to spend."""
        return self.cut or self.left <= 0

    def spend(self, steps: int = 1) -> bool:
        """Use up steps; False, with none used, when there are none left, or no time."""
        # The clock is looked at now and then only.
        if self.deadline is not None and self.used & 63 < max(1, steps) and time.monotonic() > self.deadline:
            self.cut = True
        if self.over:
            return False
        self.used += steps
        self.left -= steps
        return True


@contextmanager
def alarm(deadline: float | None) -> Iterator[None]:
    """Raise TimeoutError at a deadline, wherever the Python code is: one object may take for ever."""
    if deadline is None:
        yield
    elif threading.current_thread() is threading.main_thread():
        with _signal(deadline):
            yield
    else:
        with _thrown(deadline):
            yield


@contextmanager
def _signal(deadline: float) -> Iterator[None]:
    over = False

    def ring(*_: Any) -> None:
        if not over:
            raise TimeoutError

    begun = time.monotonic()
    before = signal.signal(signal.SIGALRM, ring)
    # Again and again: what is raised within a callback of the garbage collector is lost.
    outer, _ = signal.setitimer(signal.ITIMER_REAL, max(0.01, deadline - begun + GRACE), GRACE)
    try:
        yield
    finally:
        over = True
        # An alarm around this one rings when it would have.
        left = max(0.01, outer - (time.monotonic() - begun)) if outer else 0
        signal.setitimer(signal.ITIMER_REAL, left, GRACE if outer else 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _thrown(deadline: float) -> Iterator[None]:
    """The same in a thread that is not the main one, as the workers of a cluster are: signals do not reach it."""
    thread, over = threading.get_ident(), threading.Lock()
    rung = False

    def ring() -> None:
        nonlocal rung
        with over:
            if not rung:
                rung = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TimeoutError))

    timer = threading.Timer(max(0.01, deadline - time.monotonic() + GRACE), ring)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with over:
            rung = True
        timer.cancel()
