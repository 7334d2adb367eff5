"""How many false claims the search refutes: ``python -m tests.bench.falsification [--seconds 60] [--only ID] [--json]``.

Each claim is an ordinary one over its natural domain, the true ones among them as controls. Nothing here is asserted:
machines are noisy, and what is found in a minute on one may take two on another.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from lakatos.claims import ForAll
from lakatos.model import LakatosError
from lakatos.search import Counterexample, search

AREAS = ("number_theory", "analysis", "linear_algebra", "graphs", "optimisation", "games", "algorithms")


def claims() -> Iterator[tuple[str, ForAll, bool]]:
    """Every claim with its id, and whether it is true."""
    for area in AREAS:
        module = importlib.import_module(f"tests.bench.falsification.{area}")
        yield from ((name, claim, name in module.TRUE) for name, claim in module.CLAIMS.items())


def row(name: str, claim: ForAll, truth: bool, seconds: float) -> dict[str, Any]:
    """What the search makes of one claim; the certificate is written, which refuses what does not hold."""
    begun = time.monotonic()
    result: dict[str, Any] = {
        "id": name,
        "truth": truth,
        "found": False,
        "strategy": "",
        "witness": None,
        "least": None,
    }
    try:
        found = search(claim, seconds=seconds)
        if isinstance(found, Counterexample):
            found.certificate(file="claims/c.py")
            result |= {"found": True, "strategy": found.method.split(" ")[0], "witness": found.judgement.witness}
            result["least"] = found.least
        else:
            result["strategy"] = type(found).__name__
    except LakatosError as error:
        result["strategy"] = f"error: {error}"
    return {**result, "seconds": round(time.monotonic() - begun, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.falsification", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each claim (60)")
    parser.add_argument("--only", action="append", metavar="ID", help="this claim only; may be given several times")
    parser.add_argument("--json", action="store_true", help="print {rows: [...]} and nothing else")
    options = parser.parse_args()
    chosen = [c for c in claims() if not options.only or c[0] in options.only]
    rows = []
    for name, claim, truth in chosen:
        rows.append(row(name, claim, truth, options.seconds))
        if not options.json:
            one = rows[-1]
            what = ("REFUTED" if one["truth"] else "refuted") if one["found"] else "-"
            least = {True: "least", False: "", None: ""}[one["least"]]
            print(f"{name:<24}{what:<9}{one['seconds']:>7.1f} s  {one['strategy'][:40]:<12} {least:<6}"
                  f"{(one['witness'] or '')[:70]}", flush=True)  # fmt: skip
    if options.json:
        json.dump({"rows": rows}, sys.stdout, indent=2)
        return
    false = [one for one in rows if not one["truth"]]
    wrong = [one for one in rows if one["truth"] and one["found"]]
    print(f"{sum(one['found'] for one in false)} of {len(false)} false claims refuted, {len(wrong)} true ones")


if __name__ == "__main__":
    main()
