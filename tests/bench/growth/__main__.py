"""``python -m tests.bench.growth``: calibration, power and the comparison, in one run. See --help."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy import stats

from lakatos.growth import DECIDING
from lakatos.growth.decide import BOUNDED, GROWS, Decision
from lakatos.growth.families import CLASSES
from lakatos.growth.kernel import Batch, fit, weigh
from tests.bench.growth import cells, rivals
from tests.bench.growth.cells import LONG, SHORT, Cell, ours

NAMES = ["1", *(c.name for c in CLASSES)]
Row = dict[str, Any]


def summary(cell: Cell, decision: Decision) -> Row:
    """What the verdicts of one cell were."""
    members = decision.members
    return {
        "grows": int((decision.verdict == GROWS).sum()),
        "bounded": int((decision.verdict == BOUNDED).sum()),
        "trials": len(members),
        "truth in set": float(members[:, NAMES.index(cell.truth.cls)].mean()),
        "set size": float(members.sum(axis=1).mean()),
    }


def table(trials: int, seed: int) -> Iterator[Row]:
    """Table 1.2: how often each tool names the right class; ours: the verdict, and the class set."""
    for index, cell in enumerate(cells.TABLE):
        runs = cell.draw(trials, seed + index)
        right = {name: float((rule(cell.k, runs) == cell.truth.cls).mean()) for name, rule in rivals.RIVALS.items()}
        right["WLS+BIC"] = float((rivals.bic(cell.error)(cell.k, runs) == cell.truth.cls).mean())
        yield {"cell": cell.name, **right, **summary(cell, ours(cell, runs))}


def alarms(trials: int, seed: int) -> Iterator[Row]:
    """False "grows" on bounded truths: at most 23 of 5,000 each."""
    for index, cell in enumerate(cells.bounded()):
        row = summary(cell, ours(cell, cell.draw(trials, seed + 100 + index)))
        yield {"cell": cell.name, **row, "bar": 23 * trials / 5000, "met": row["grows"] <= 23 * trials / 5000}


def power(trials: int, seed: int) -> Iterator[Row]:
    """Found, found nearly as often as is possible, never called bounded; and bounded truths called so."""
    found = Cell(cells.LOG, LONG, 0.1)
    row = summary(found, ours(found, found.draw(trials, seed + 200)))
    yield {"cell": found.name, **row, "bar": "grows >= 99.5%, truth in set >= 97%, size <= 3.5", "met": (
        row["grows"] >= 0.995 * trials and row["truth in set"] >= 0.97 and row["set size"] <= 3.5
    )}  # fmt: skip
    hard = Cell(cells.LOG, LONG, 0.3)
    row = summary(hard, ours(hard, hard.draw(trials, seed + 201)))
    yield {"cell": hard.name, **row, "bar": f"grows within 10 points of {hard.limit():.3f}, never bounded", "met": (
        row["grows"] / trials >= hard.limit() - 0.1 and row["bounded"] == 0
    )}  # fmt: skip
    for offset, truth in enumerate((cells.CONSTANT, cells.OVER_K)):
        cell = Cell(truth, LONG, 0.02)
        row = summary(cell, ours(cell, cell.draw(trials, seed + 202 + offset)))
        yield {"cell": cell.name, **row, "bar": "bounded >= 95%", "met": row["bounded"] >= 0.95 * trials}
    for offset, truth in enumerate((cells.CONSTANT, cells.OVER_K, cells.OVER_ROOT, cells.ROOT, cells.LINEAR)):
        cell = Cell(truth, LONG, 0.1)
        row = summary(cell, ours(cell, cell.draw(trials, seed + 210 + offset)))
        met = row["truth in set"] >= 0.97 and row["set size"] <= 3.5
        yield {"cell": cell.name, **row, "bar": "truth in set >= 97%, size <= 3.5", "met": met}


def own(trials: int, seed: int) -> Iterator[Row]:
    """Cells the test was not made on."""
    for index, cell in enumerate(cells.others()):
        yield {"cell": cell.name, **summary(cell, ours(cell, cell.draw(trials, seed + 300 + index)))}


def coverage(trials: int, seed: int) -> Iterator[Row]:
    """How often the interval of the slope covers it; nominal 68.27, 95.45 and 99.73%."""
    for index, (k, replicates, grown) in enumerate(
        (k, r, p) for k in (SHORT, LONG) for r in (3, 5, 10, 30) for p in (0.0, 0.5)
    ):
        cell = Cell(cells.LOG, k, 0.1, replicates=replicates, power=grown)
        batch = Batch.of(cell.draw(trials, seed + 400 + index), k)
        weighing = weigh(batch)
        for family in (DECIDING[0], DECIDING[2]):
            line = fit(batch, weighing, family.columns(k), np.log(k))
            away = np.abs(line.slope - 0.38) / line.error
            shares = [float((away < stats.t.isf(stats.norm.sf(z), line.dof)).mean()) for z in (1, 2, 3)]
            yield {
                "cell": f"{cell.name} beside {family.name}",
                **dict(zip(("68.27", "95.45", "99.73"), shares)),
                "shared": float(weighing.shared.mean()),
            }


def few(trials: int, seed: int) -> Iterator[Row]:
    """A true constant, nine sizes: P(|sigma| > 3) with raw 1/s^2 weights taken as known, and with ours; nominal 0.27%."""
    for index, replicates in enumerate((2, 3, 5, 10, 30)):
        cell = Cell(cells.CONSTANT, LONG, 0.1, replicates=replicates)
        runs = cell.draw(trials, seed + 500 + index)
        weights = replicates / runs.var(axis=1, ddof=1)
        x = np.log(LONG) - (weights @ np.log(LONG) / weights.sum(1))[:, None]
        z = (weights * x * runs.mean(axis=1)).sum(1) / np.sqrt((weights * x**2).sum(1))
        row: Row = {"cell": f"R={replicates}", "raw weights": float((np.abs(z) > 3).mean())}
        if replicates >= 3:
            batch = Batch.of(runs, LONG)
            line = fit(batch, weigh(batch), DECIDING[0].columns(LONG), np.log(LONG))
            row["ours"] = float((np.abs(line.sigma) > 3).mean())
        yield row


def _speed(_: int, seed: int) -> Iterator[Row]:
    from tests.bench.growth.speed import speed

    yield from speed(seed)


PARTS: dict[str, Callable[[int, int], Iterator[Row]]] = {
    "table": table,
    "alarms": alarms,
    "power": power,
    "own": own,
    "coverage": coverage,
    "few": few,
    "speed": _speed,
}


def show(rows: list[Row]) -> None:
    """Rows as a table, aligned."""
    columns = list(dict.fromkeys(c for row in rows for c in row))
    text = [columns] + [[_cell(row.get(c, "")) for c in columns] for row in rows]
    widths = [max(len(line[i]) for line in text) for i in range(len(columns))]
    for line in text:
        print("  ".join(x.ljust(w) if i == 0 else x.rjust(w) for i, (x, w) in enumerate(zip(line, widths))))


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "NO"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    parser.add_argument("--trials", type=int, default=5000, help="data sets per cell (default 5000)")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part; may be given several times")
    parser.add_argument("--seed", type=int, default=20260, help="of everything random")
    options = parser.parse_args()
    result: dict[str, Any] = {"trials": options.trials, "seed": options.seed}
    result["tools"] = rivals.agreement(LONG, Cell(cells.LOG, LONG, 0.1).draw(100, options.seed))
    for name in options.only or PARTS:
        begun = time.perf_counter()
        rows = list(PARTS[name](options.trials, options.seed))
        seconds = time.perf_counter() - begun
        result[name] = {"rows": rows, "seconds": round(seconds, 1)}
        if not options.json:
            print(f"\n{name}: {PARTS[name].__doc__ or 'seconds'}  [{seconds:.1f} s]")
            show(rows)
    if options.json:
        print(json.dumps(result, indent=1))
    else:
        print("\n" + "\n".join(f"{name}: {note}" for name, note in result["tools"].items()))


if __name__ == "__main__":
    main()
