"""Speed, as ratios in one run: ``python -m tests.bench``. Nothing here is asserted; machines are noisy."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat

from lakatos.arithmetic import RationalMatrix, is_positive_semidefinite, origin_in_hull
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


def dynamics(name: str, grid: Callable[[np.random.Generator], Fraction], steps: int = 40) -> tuple[str, float, float]:
    rng = np.random.default_rng(0)
    start = [[grid(rng) for _ in range(5)] for _ in range(50)]

    def common() -> None:
        states = attention.trajectory(start, step=lambda t: Fraction(2, t + 2))
        for _ in zip(range(steps + 1), states):
            pass

    plain = seconds(lambda: with_fractions(start, steps), 1)
    return f"50 tokens in dimension 5, {name}, {steps} steps: against Fraction", seconds(common), plain


def hull(distance: Fraction) -> tuple[str, float, float] | None:
    try:
        import z3
    except ModuleNotFoundError:
        return None
    rng = np.random.default_rng(1)
    normal = [Fraction(int(x)) for x in rng.integers(1, 9, 6)]
    points = []
    for _ in range(15):
        p = [Fraction(int(a), int(b)) for a, b in zip(rng.integers(-999, 999, 6), rng.integers(1, 99, 6))]
        shift = sum(a * b for a, b in zip(normal, p)) / sum(a * a for a in normal)
        flat = [a - shift * b for a, b in zip(p, normal)]
        points += [[a + distance * b for a, b in zip(q, normal)] for q in (flat, [-a for a in flat])]

    def solver() -> bool:
        lra = z3.SolverFor("QF_LRA")
        weights = [z3.Real(f"w{i}") for i in range(len(points))]
        lra.add(*(w >= 0 for w in weights), z3.Sum(weights) == 1)
        for k in range(6):
            lra.add(z3.Sum([z3.Q(p[k].numerator, p[k].denominator) * w for p, w in zip(points, weights)]) == 0)
        return bool(lra.check() == z3.sat)

    assert solver() == origin_in_hull(points).inside
    return (
        f"30 points in dimension 6, hull {float(distance):g} away: against z3",
        seconds(lambda: origin_in_hull(points)),
        seconds(solver, 1),
    )


def definite() -> tuple[str, float, float]:
    rng = np.random.default_rng(2)
    half = RationalMatrix(
        [
            [Fraction(int(a), int(b)) for a, b in zip(rng.integers(-99, 99, 40), rng.integers(1, 9, 40))]
            for _ in range(39)
        ]
    )
    matrix = half.T @ half  # positive semidefinite of rank 39
    exact = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in matrix.rows()])
    assert is_positive_semidefinite(matrix)
    return (
        "40 x 40 semidefinite of rank 39: against FLINT's charpoly",
        seconds(lambda: is_positive_semidefinite(matrix)),
        seconds(exact.charpoly),
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
    return "paging, k = 256, 20 phases: against the reference in Python", fast, slow


def rows() -> Iterator[tuple[str, float, float] | None]:
    yield dynamics("thousandths", lambda rng: Fraction(int(rng.integers(-1000, 1000)), 1000))
    yield dynamics(
        "16-bit denominators", lambda rng: Fraction(int(rng.integers(-65536, 65536)), int(rng.integers(32768, 65536)))
    )
    for distance in (Fraction(0), Fraction(1, 1000), Fraction(1, 10**12)):
        yield hull(distance)
    yield definite()
    yield simulation()


if __name__ == "__main__":
    print(f"{'what':<72}{'ours, s':>10}{'theirs, s':>11}{'ratio':>9}")
    for row in filter(None, rows()):
        name, ours, theirs = row
        print(f"{name:<72}{ours:>10.4f}{theirs:>11.4f}{theirs / ours:>8.1f}x")
