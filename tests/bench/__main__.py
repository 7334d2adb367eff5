"""Speed, as ratios in one run: ``python -m tests.bench``. Nothing here is asserted; machines are noisy."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from lakatos.rerun import attention, paging
from lakatos.rerun.paging.phases import serve_compiled


def seconds(call: Callable[[], object], repeats: int = 3) -> float:
    """The best of a few runs."""
    best = float("inf")
    for _ in range(repeats):
        begun = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begun)
    return best


def with_fractions(tokens: list[list[Fraction]], steps: int) -> list[list[Fraction]]:
    """The same dynamics with a Fraction for every entry."""
    for t in range(steps):
        gamma = Fraction(2, t + 2)
        leaders = [min(tokens, key=lambda y: sum(a * b for a, b in zip(x, y))) for x in tokens]
        tokens = [[a + gamma * (b - a) for a, b in zip(x, v)] for x, v in zip(tokens, leaders)]
    return tokens


def dynamics() -> tuple[str, float, float]:
    rng = np.random.default_rng(0)
    start = [[Fraction(int(x), 1000) for x in row] for row in attention.generic_starts(12, 3, 1, rng=rng)[0]]
    steps = 150

    def common() -> None:
        states = attention.trajectory(start, step=lambda t: Fraction(2, t + 2))
        for _, (_, _) in zip(range(steps + 1), states):
            pass

    return (
        "12 tokens, dimension 3, 150 steps: common denominator",
        seconds(common),
        seconds(lambda: with_fractions(start, steps), 1),
    )


def simulation() -> tuple[str, float, float]:
    k, phases = 256, 20
    requests = paging.lazy_phases(k, phases)
    predictions = paging.inverted_predictions(requests)
    priorities = np.random.default_rng(0).random(k + phases)
    options = {"rule": "rpb-om", "predictions": predictions}
    serve_compiled(requests, k, priorities=priorities, **options)
    fast = seconds(lambda: serve_compiled(requests, k, priorities=priorities, **options))
    slow = seconds(lambda: paging.serve([int(p) for p in requests], k, priorities=list(priorities), **options), 1)
    return "paging, k = 256, 20 phases: compiled simulation", fast, slow


if __name__ == "__main__":
    print(f"{'what':<60}{'seconds':>10}{'plain':>10}{'ratio':>8}")
    for name, fast, slow in (dynamics(), simulation()):
        print(f"{name:<60}{fast:>10.4f}{slow:>10.4f}{slow / fast:>7.1f}x")
