"""``python -m tests.bench.units FILE``: judge a file of public disputes and hold it against what came out."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tests.bench.units.disputes import UNDECIDED, outcome, stranger


def rows(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each case: what was judged, what came out, what was asked."""
    found = []
    for case in cases:
        judgement = stranger(case)
        why, needed = UNDECIDED.get(case["id"], ("", set()))
        found.append(
            {
                "id": case["id"],
                "enough": case["id"] not in UNDECIDED,
                "judged": judgement.outcome,
                "came out": outcome(case),
                "because": judgement.because,
                "lacks": why,
                "asked": [q.fact for q in judgement.questions],
                "covered": needed <= {q.fact for q in judgement.questions},
            }
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="a JSON file with cases: quantity_a, quantity_b, form, outcome")
    parser.add_argument("--json", action="store_true", help="print JSON on standard output and nothing else there")
    options = parser.parse_args()
    table = rows(json.loads(options.file.read_text())["cases"])
    if options.json:
        print(json.dumps({"rows": table}, indent=1))
        return
    for row in table:
        if row["enough"]:
            mark = "right " if row["judged"] == row["came out"] else "WRONG "
            print(f"{mark} {row['id']:30} {row['judged'] or 'not decided':17} {row['because']}")
    print()
    for row in table:
        if not row["enough"]:
            print(
                f"{'asked ' if row['covered'] else 'MISSED'} {row['id']:30} {row['lacks']}: {', '.join(row['asked'])}"
            )
    enough = [row for row in table if row["enough"]]
    right = sum(row["judged"] == row["came out"] for row in enough)
    rest = [row for row in table if not row["enough"]]
    print(f"\n{right} of {len(enough)} that carry enough come out right; of the other {len(rest)} the missing fact is")
    print(
        f"asked for in {sum(row['covered'] for row in rest)}, and {sum(row['judged'] is not None for row in rest)} are decided"
    )


if __name__ == "__main__":
    main()
