"""``python -m tests.bench.audit``: cells audited in a second, from files of 100,000 cells. Nothing here is asserted."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from lakatos import measure

AIM = 5.0
Row = dict[str, Any]
Table = dict[str, list[str]]

SIDECAR = """key = ["model", "task", "seed"]
columns.seed.kind = "label"
columns.n.kind = "count"
columns."acc (%)" = {kind = "share", n = "n"}
columns.stderr = {kind = "error", of = "acc (%)", formula = "binomial n-1", unit = "%"}
columns."base [ms/token]".limits = [0, ""]
columns."ours [ms/token]".limits = [0, ""]
columns.speedup = {kind = "ratio", of = ["base [ms/token]", "ours [ms/token]"]}
columns.change = {kind = "change", of = ["base [ms/token]", "ours [ms/token]"]}
"""


def results(rows: int, seed: int, *, wrong: float = 0.002) -> tuple[Table, int]:
    """A table of ten columns as a benchmark prints it, and how many of its cells were moved by what shows."""
    rng = np.random.default_rng(seed)
    n = rng.choice([126, 164, 872, 1319], rows)
    right = rng.binomial(n, rng.uniform(0.3, 0.9, rows))
    p = right / n
    base, ours = rng.uniform(10, 40, rows).round(2), rng.uniform(2, 9, rows).round(2)
    acc, ratio = 100 * p, base / ours
    moved = rng.random(rows) < wrong
    ratio = np.where(moved, ratio + 0.5, ratio)
    table = {
        "model": [f"model-{i // 100}" for i in range(rows)],
        "task": [f"task {i % 20}" for i in range(rows)],
        "seed": [str(i % 100 // 20) for i in range(rows)],
        "n": [str(x) for x in n],
        "acc (%)": [f"{x:.2f}" for x in acc],
        "stderr": [f"{x:.2f}" for x in 100 * np.sqrt(p * (1 - p) / (n - 1))],
        "base [ms/token]": [f"{x:.2f}" for x in base],
        "ours [ms/token]": [f"{x:.2f}" for x in ours],
        "speedup": [f"{x:.2f}x" for x in ratio],
        "change": [f"{100 * (b - o) / b:.1f}%" for b, o in zip(base, ours)],
    }
    return table, int(moved.sum())


def shares(rows: int, seed: int) -> tuple[Table, int]:
    """Ten columns of shares of one N, every text a different one: nothing is looked up twice. Half are no counts."""
    rng = np.random.default_rng(seed)
    whole = rng.permutation(10**6)[: rows * 10].reshape(10, rows) % 10**6
    return {f"run {i}": [f"{x / 10**4:.4f}" for x in column] for i, column in enumerate(whole)}, 0


def spreads(rows: int, seed: int) -> tuple[Table, int]:
    """Ten columns of "71.27 ± 1.25" with the error of 1,319 items."""
    rng = np.random.default_rng(seed)
    columns = {}
    for i in range(10):
        p = rng.binomial(1319, rng.uniform(0.3, 0.9, rows)) / 1319
        cells = zip(100 * p, 100 * np.sqrt(p * (1 - p) / 1318))
        columns[f"run {i}"] = [f"{a:.2f} ± {e:.2f}" for a, e in cells]
    return columns, 0


def _same(kind: str) -> str:
    return "".join(f'columns."run {i}" = {kind}\n' for i in range(10))


PARTS: dict[str, tuple[Callable[[int, int], tuple[Table, int]], str]] = {
    "a benchmark's results": (results, SIDECAR),
    "shares of one N, all different": (shares, _same('{kind = "share", n = 1319, unit = "%"}')),
    "shares with their errors": (
        spreads,
        _same('{kind = "share", n = 1319, unit = "%", formula = "binomial n-1"}'),
    ),
    "nothing declared": (results, ""),
}


def measured(name: str, cells: int, seed: int, folder: Path) -> Row:
    """One file written, and audited as it is."""
    make, sidecar = PARTS[name]
    table, moved = make(cells // 10, seed)
    path = folder / "table.csv"
    lines = [",".join(table), *(",".join(row) for row in zip(*table.values()))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    measure.beside(path).write_text(sidecar, encoding="utf-8")
    begun, busy = time.perf_counter(), time.process_time()
    found = measure.audit(path)
    seconds, own = time.perf_counter() - begun, time.process_time() - busy
    return {
        "what": name,
        "cells": found.cells,
        "seconds": round(seconds, 2),
        "of the processor": round(own, 2),
        "cells/s": round(found.cells / seconds),
        "of the aim": round(AIM / seconds * found.cells / 100_000, 2),
        "moved": moved,
        "inconsistent": len(found.slips) + found.untold,
        "passed": sum(f.cells for f in found.fine),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.audit", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    parser.add_argument("--cells", type=int, default=100_000, help="of each file (default 100,000)")
    parser.add_argument("--seed", type=int, default=20260, help="of everything random")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [measured(name, options.cells, options.seed, Path(folder)) for name in PARTS]
    if options.json:
        print(json.dumps({"aim": f"100,000 cells in {AIM:g} s", "seed": options.seed, "rows": rows}, indent=1))
        return
    print(f"aim: 100,000 cells in {AIM:g} s; the ratio is how many times faster than that")
    for row in rows:
        print(
            f"{row['what']:<32}{row['cells']:>9,} cells {row['seconds']:>6.2f} s ({row['of the processor']:.2f} of its own) {row['cells/s']:>9,} cells/s "
            f"{row['of the aim']:>6.2f}x   {row['inconsistent']:,} inconsistent of {row['moved']:,} moved, "
            f"{row['passed']:,} passed"
        )


if __name__ == "__main__":
    main()
