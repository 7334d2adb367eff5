"""How much one unit of search may do: a number of steps, which does not depend on the machine, and a deadline."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Budget:
    """Steps that are left, and whether the deadline cut them short.

    Steps, not seconds, decide where a unit ends: so that it ends in the same place wherever and whenever it is run.
    """

    def __init__(self, steps: int, *, first: int = 0, deadline: float | None = None) -> None:
        self.left, self.deadline = steps, deadline
        #: The place in the strategy's own stream where the unit begins.
        self.first = first
        self.used = 0
        self.cut = False
        #: Objects at which the claim or a premise was undefined or undecided: they are not covered.
        self.open = 0
        #: Whether the strategy has come to the end of the domain.
        self.whole = False

    def spend(self, steps: int = 1) -> bool:
        """Use up steps; False when there are none left, or no time."""
        self.used += steps
        self.left -= steps
        # The clock is looked at now and then only.
        if self.deadline is not None and (self.used & 63 < steps) and time.monotonic() > self.deadline:
            self.cut = True
        return self.left >= 0 and not self.cut


@contextmanager
def alarm(deadline: float | None) -> Iterator[None]:
    """Raise TimeoutError at a deadline, wherever the code is: one object may take for ever. In a main thread only."""
    if deadline is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(0.01, deadline - time.monotonic() + 0.2))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
