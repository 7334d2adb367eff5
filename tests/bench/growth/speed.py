"""How long a million rows and a whole-phase sweep take on this machine."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lakatos import growth
from lakatos.rerun import paging

KS = growth.doublings(4, 1024)


def speed(seed: int) -> Iterator[dict[str, Any]]:
    """Seconds, with what was aimed at."""
    rng = np.random.default_rng(seed)
    rows = 1_000_000
    k = np.tile(np.array(KS, dtype=float), rows // len(KS) + 1)[:rows]
    run = np.arange(rows) // len(KS) % 50
    cost = 1.3 + rng.normal(size=rows)
    table = {"k": k, "run": run, "cost": cost}
    yield {
        "what": "10^6 rows in memory, each a run",
        **_timed(lambda: growth.test(table, size="k", value="cost", looks=1), 2),
    }
    yield {
        "what": "10^6 rows in memory, averaged within 50 runs",
        **_timed(lambda: growth.test(table, size="k", value="cost", replicate="run"), 2),
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "runs.csv")
        np.savetxt(path, np.stack([k, run, cost], axis=1), fmt="%g", delimiter=",", header="k,run,cost", comments="")
        call = lambda: growth.test(path, size="k", value="cost", replicate="run")  # noqa: E731
        yield {"what": "10^6 rows from CSV, averaged within 50 runs", **_timed(call, 2)}
    paging.simulate_marking(4, 1, seed=np.random.SeedSequence(0), phases=1)
    yield {"what": "Marking, k = 4..1024, 30 runs of 2000 whole phases", **_timed(lambda: _sweep(seed), 10)}


def _sweep(seed: int) -> None:
    for k in KS:
        paging.simulate_marking(k, 30, seed=np.random.SeedSequence(seed, spawn_key=(k,)), phases=2000)


def _timed(call: Callable[[], Any], aim: float) -> dict[str, Any]:
    begun = time.perf_counter()
    call()
    seconds = time.perf_counter() - begun
    return {"seconds": seconds, "aim": aim, "met": seconds < aim}
