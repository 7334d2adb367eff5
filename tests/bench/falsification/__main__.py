"""How many false claims the search refutes: ``python -m tests.bench.falsification``.

Each claim is an ordinary one over its natural domain, the true ones among them as controls. Each gets the same time, on
every core by default. A certificate of each counterexample is written and verified in isolation. Nothing is asserted:
machines are noisy, and what is found in a minute on one may take two on another.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lakatos.certificate import Limits, verify
from lakatos.claims import ForAll
from lakatos.compute import cores
from lakatos.model import LakatosError
from lakatos.search import Counterexample, search
from tests.bench.falsification import areas
from tests.bench.falsification.misses import WHY


def claims() -> Iterator[tuple[str, ForAll, bool]]:
    """Every claim with its id, and whether it is true."""
    for module in areas():
        yield from ((name, claim, name in module.TRUE) for name, claim in module.CLAIMS.items())


def row(name: str, claim: ForAll, truth: bool, seconds: float, on: str | None) -> dict[str, Any]:
    """What the search makes of one claim."""
    begun = time.monotonic()
    result: dict[str, Any] = {
        "id": name, "truth": truth, "found": False, "seconds": 0.0, "strategy": "", "witness": None, "least": None,
        "certificate": None,
    }  # fmt: skip
    try:
        found = search(claim, seconds=seconds, on=on)
        result["seconds"] = round(time.monotonic() - begun, 2)
        if isinstance(found, Counterexample):
            result |= {"found": True, "strategy": found.method.split(" ")[0], "witness": found.judgement.witness}
            result |= {"least": found.least, "certificate": _verified(found)}
        else:
            result["strategy"] = type(found).__name__
    except Exception as error:  # one claim must not cost the others their rows
        result |= {"strategy": f"error: {error}", "seconds": round(time.monotonic() - begun, 2)}
    if not truth and not result["found"]:
        result["why"] = WHY.get(name, "not known")
    return result


def _verified(found: Counterexample) -> str:
    """What becomes of the certificate, run alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.py"
        try:
            path.write_text(found.certificate(file="claims/c.py"))
        except LakatosError as error:
            return f"not written: {error}"
        return verify(path, limits=Limits(seconds=60)).status


def _line(one: dict[str, Any]) -> str:
    what = ("REFUTED" if one["truth"] else "refuted") if one["found"] else "-"
    detail = one["witness"] if one["found"] else one.get("why", one["strategy"])
    least = "least" if one["least"] else ""
    peers = "".join(f"  {name} {_told(answer)}" for name, answer in one.get("peers", {}).items())
    certificate = one["certificate"] or ""
    strategy = one["strategy"] if one["found"] else ""
    return (f"{one['id']:<22}{what:<8}{one['seconds']:>6.1f} s {certificate:<9}{strategy:<11}{least:<6}"
            f"{detail[:90]}{peers}")  # fmt: skip


def _told(answer: dict[str, Any]) -> str:
    return f"{answer['seconds']:.1f} s" if answer["found"] else answer["says"] or "-"


def _summary(rows: list[dict[str, Any]]) -> Iterator[str]:
    false = [one for one in rows if not one["truth"]]
    found = [one for one in false if one["found"]]
    verified = sum(one["certificate"] == "verified" for one in found)
    wrong = sum(one["found"] for one in rows if one["truth"])
    least = sum(bool(one["least"]) for one in found)
    yield (f"{len(found)} of {len(false)} false claims refuted, {verified} with a certificate that verifies, "
           f"{least} known to be the least; {wrong} of {len(rows) - len(false)} true ones refuted")  # fmt: skip
    for name in next((one["peers"] for one in rows if "peers" in one), {}):
        told = [one["peers"][name] for one in false if "peers" in one]
        yield (f"{name}: {sum(t['found'] for t in told)} of {len(told)} refuted, "
               f"{sum(t['says'] == 'n/e' for t in told)} it cannot be given")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.falsification", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each claim (60)")
    parser.add_argument("--only", action="append", metavar="ID", help="this claim only; may be given several times")
    parser.add_argument(
        "--peers", action="store_true", help="also Hypothesis, z3 and differential evolution, 10 s each"
    )
    on = "processes" if cores() > 1 else "here"
    parser.add_argument("--on", default=on, help=f"where units run, as in lakatos search --on ({on})")
    parser.add_argument("--json", action="store_true", help="print {rows: [...]} and nothing else")
    options = parser.parse_args()
    chosen = [c for c in claims() if not options.only or c[0] in options.only]
    unknown = set(options.only or ()) - {name for name, _, _ in chosen}
    if unknown:
        parser.error(f"no claim {', '.join(sorted(unknown))}; there are {', '.join(name for name, _, _ in claims())}")
    if options.peers:
        from tests.bench.falsification.peers import asked
    rows = []
    for name, claim, truth in chosen:
        rows.append(row(name, claim, truth, options.seconds, None if options.on == "here" else options.on))
        if options.peers:
            rows[-1]["peers"] = asked(claim, 10.0)
        if not options.json:
            print(_line(rows[-1]), flush=True)
    if options.json:
        json.dump({"rows": rows}, sys.stdout, indent=2)
        return
    for line in _summary(rows):
        print(line)


if __name__ == "__main__":
    main()
