"""Domains as strategies of Hypothesis: each value is built from few simple draws, so that it shrinks and mutates well.

A kind of domain that has no builder here is sampled with a source of randomness that Hypothesis controls.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from lakatos.claims import (
    PSD,
    Domain,
    ForAll,
    Graphs,
    Integers,
    Matrices,
    Matrix,
    Permutations,
    Rationals,
    Stochastic,
    Trajectories,
    Tuples,
    from_edges,
    is_bipartite,
    is_connected,
    is_cubic,
    is_tree,
)

#: A search strategy of Hypothesis, which is imported only where it is used.
Generated: TypeAlias = Any

#: Unbounded integers are drawn up to here and not beyond: what is computed from a longer one may have no end.
LARGEST = 2**20


def generated(claim: ForAll, turn: int) -> Generated:
    """Tuples of values of a claim's variables; what has no bound is drawn from a range that grows with the rounds."""
    from hypothesis import strategies as st

    return st.tuples(*(values_of(domain, turn) for domain in claim.domains.values()))


def values_of(domain: Domain, turn: int) -> Generated:
    """Values of a domain; its conditions are still to be checked."""
    builders: dict[type[Domain], Any] = {
        Integers: _integers,
        Rationals: _rationals,
        Tuples: _tuples,
        Permutations: _permutations,
        Matrices: _matrices,
        Graphs: _graphs,
        Trajectories: _trajectories,
    }
    # A kind derived from one of these may be something else altogether, except among matrices.
    for kind, build in builders.items():
        if type(domain) is kind or (kind is Matrices and isinstance(domain, Matrices)):
            return build(domain, turn)
    return _sampled(domain, turn)


def _sampled(domain: Domain, turn: int) -> Generated:
    from hypothesis import strategies as st

    spreads = st.integers(0, 4 + 4 * turn)
    return st.builds(lambda rng, spread: domain.sample(rng, spread), st.randoms(use_true_random=False), spreads)


def _integers(domain: Integers, turn: int) -> Generated:
    from hypothesis import strategies as st

    reach = min(LARGEST, 2 ** (6 + 2 * turn))
    low, high = domain.low, domain.high
    if low is None:
        low = -reach if high is None else min(high, 0) - reach
    if high is None:
        high = max(low, 0) + reach
    # Small ones as often as all of them.
    near = min(max(low, 0), high)
    return st.integers(max(low, near - 8), min(high, near + 8)) | st.integers(low, high)


def _rationals(domain: Rationals, turn: int) -> Generated:
    from hypothesis import strategies as st

    reach = domain.height or min(LARGEST, 2 ** (4 + turn))
    low, high = domain.low, domain.high
    if low is None:
        low = Fraction(-reach) if high is None else min(high, Fraction(0)) - reach
    if high is None:
        high = max(low, Fraction(0)) + reach
    denominators = st.integers(1, min(reach, 2 ** (3 + turn)))
    return st.builds(
        lambda p, q: min(high, max(low, Fraction(p, q))),
        st.integers(-(-low.numerator // low.denominator), high.numerator // high.denominator)
        | st.integers(-reach, reach),
        denominators,
    )


def _tuples(domain: Tuples, turn: int) -> Generated:
    from hypothesis import strategies as st

    most = domain.least + 6 + 4 * turn
    lists = st.lists(
        values_of(domain.entries, turn),
        min_size=domain.least,
        max_size=most if domain.most is None else min(most, domain.most),
    )
    return lists.map(tuple)


def _permutations(domain: Permutations, turn: int) -> Generated:
    from hypothesis import strategies as st

    most = domain.least + 5 + 2 * turn
    orders = st.integers(domain.least, most if domain.most is None else min(most, domain.most))
    return orders.flatmap(lambda n: st.permutations(range(n))).map(tuple)


def _matrices(domain: Matrices, turn: int) -> Generated:
    from hypothesis import strategies as st

    entry = values_of(domain.entries, turn)

    def of_shape(shape: tuple[int, int]) -> Generated:
        if isinstance(domain, PSD):
            # The product of a matrix with its transpose: what is drawn freely is seldom semidefinite.
            half = st.lists(st.lists(st.integers(-2 - turn, 2 + turn), min_size=shape[0], max_size=shape[0]),
                            min_size=shape[0], max_size=shape[0])  # fmt: skip
            return half.map(lambda rows: Matrix(rows) @ Matrix(rows).T)
        if isinstance(domain, Stochastic):
            weights = st.lists(st.integers(0, 3 + 2 * turn), min_size=shape[1], max_size=shape[1])
            return st.lists(weights.map(_shares), min_size=shape[0], max_size=shape[0]).map(Matrix)
        count = len(domain.free(shape))
        entries = st.lists(entry, min_size=count, max_size=count)
        return entries.map(lambda drawn: domain.filled(shape, drawn))

    return st.sampled_from(domain.shapes).flatmap(of_shape)


def _shares(weights: list[int]) -> list[Fraction]:
    """The weights over their sum; all on the last if they are zero."""
    whole = sum(weights)
    return [Fraction(w, whole) for w in weights] if whole else [Fraction(0)] * (len(weights) - 1) + [Fraction(1)]


def _graphs(domain: Graphs, turn: int) -> Generated:
    from hypothesis import strategies as st

    tests = domain.properties.values()
    if is_cubic in tests:
        return _sampled(domain, turn)
    most = domain.least + 5 + 2 * turn
    orders = st.integers(domain.least, most if domain.most is None else min(most, domain.most))
    tree, connected, bipartite = (test in tests for test in (is_tree, is_connected, is_bipartite))

    def of_order(n: int) -> Generated:
        # Vertex v hangs on an earlier one in a tree; beside that, each pair is an edge or not.
        hosts = st.tuples(*(st.integers(0, v - 1) for v in range(1, n))) if tree or connected else st.just(())
        pairs = [(u, v) for v in range(n) for u in range(v) if not bipartite or (u - v) % 2]
        chosen = st.integers(0, 2 ** len(pairs) - 1) if not tree else st.just(0)
        return st.builds(lambda up, code: _graph(n, up, pairs, code), hosts, chosen)

    return orders.flatmap(of_order)


def _graph(order: int, hosts: tuple[int, ...], pairs: list[tuple[int, int]], code: int) -> Any:
    chosen = {(host, v + 1) for v, host in enumerate(hosts)} | {e for i, e in enumerate(pairs) if code >> i & 1}
    return from_edges(order, sorted(chosen))


def _trajectories(domain: Trajectories, turn: int) -> Generated:
    from hypothesis import strategies as st

    return st.tuples(values_of(domain.start, turn), st.integers(0, min(domain.horizon, 2 ** (5 + turn))))
