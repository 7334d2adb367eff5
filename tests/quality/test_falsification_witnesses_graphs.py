"""Known counterexamples to the benchmark's claims on graphs, optimisers, games and algorithms refute them."""

from __future__ import annotations

from itertools import combinations, islice

import networkx as nx
import pytest

from lakatos.certificate import verify
from lakatos.claims import (
    CertificateError,
    certificate,
    has_hamiltonian_cycle,
    has_hamiltonian_path,
    largest_induced_forest,
    require_exact,
    verify_witness,
    witness_of,
)
from lakatos.claims.fast.enumerate import cubic, graphs
from tests.bench.falsification import areas

GRAPHS, *OTHERS = areas(("graphs", "optimisation", "games", "algorithms"))
CLAIMS = {name: claim for module in (GRAPHS, *OTHERS) for name, claim in module.CLAIMS.items()}
TRUE = frozenset().union(*(module.TRUE for module in (GRAPHS, *OTHERS)))
WITHOUT = {name: why for module in (GRAPHS, *OTHERS) for name, why in module.WITHOUT.items()}
FALSE = sorted(CLAIMS.keys() - TRUE)


def written(g):
    """A networkx graph as a witness."""
    g = nx.convert_node_labels_to_integers(g)
    return {"order": len(g), "edges": [list(edge) for edge in g.edges]}


def joined_stars(first, second):
    """Two stars with so many private leaves each, whose centres 0 and 1 both are adjacent to vertex 2."""
    leaves = [[0, 3 + i] for i in range(first)] + [[1, 3 + first + i] for i in range(second)]
    return {"order": 3 + first + second, "edges": [[0, 2], [1, 2], *leaves]}


def square_and_clique(order):
    """A square joined by a bridge to a complete graph."""
    g = nx.disjoint_union(nx.cycle_graph(4), nx.complete_graph(order))
    g.add_edge(0, 4)
    return written(g)


def vamos():
    """The Vamos matroid: all sets of four elements but five, the unions of two of four pairs; and the pairs."""
    a, b, c, d = (0b11 << 2 * i for i in range(4))
    circuits = {a | b, a | c, a | d, b | c, b | d}
    fours = [sum(1 << i for i in chosen) for chosen in combinations(range(8), 4)]
    return {"bases": [four for four in fours if four not in circuits], "a": a, "b": b, "c": c, "d": d}


TRIANGLE, PETERSEN = nx.cycle_graph(3), nx.petersen_graph()
GRAHAM = [[0, 8], [3, 4], [3, 5], [3, 6], [3, 7]]

WITNESSES = {
    "gt-wagner-19": joined_stars(8, 8),
    "gt-wagner-18": joined_stars(8, 7),
    "gt-wowii-58": square_and_clique(27),
    "gt-wowii-194": "Q~~~~~~~~~~~~}~}^~??G??_??_",
    "gt-petersen-hamilton": written(PETERSEN),
    "gt-snark": written(PETERSEN),
    "gt-tait": written(nx.tutte_graph()),
    "gt-triangle-free-3col": written(nx.mycielski_graph(4)),
    "gt-cospectral": {"g": written(nx.star_graph(4)), "h": {"order": 5, "edges": [[0, 1], [1, 2], [2, 3], [0, 3]]}},
    "gt-1wl": {"g": written(nx.cycle_graph(6)), "h": written(nx.disjoint_union(TRIANGLE, TRIANGLE))},
    # Paley's graph of order 17: differences that are squares.
    "gt-ramsey-44": written(nx.circulant_graph(17, [1, 2, 4, 8])),
    "gt-ramsey-33": written(nx.cycle_graph(5)),
    "gt-shannon": written(nx.cycle_graph(5)),
    "gt-ingleton-vamos": vamos(),
    # Reddi, Kale and Kumar's losses; with alpha = 1/2 it takes 150 turns.
    "op-adam-reddi": {"gradients": [3, -1, -1], "turns": 60, "start": 1, "alpha": 1, "beta": "1/10"},
    "op-nag-monotone": {"curvature": 9, "start": 1, "steps": 4},
    "op-admm3": {"A": [[1, 1, 1], [1, 1, 2], [1, 2, 2]], "rounds": 64},
    "op-signsgd": [4, -1, -1, -1],
    "op-lloyd": {"points": [[0, 0], [0, 1], [3, 0], [3, 1]], "centres": [["3/2", 0], ["3/2", 1]]},
    "op-heavyball-cycle": {
        "first": 25, "bends": [[1, 1], [2, 25]], "before": "792/1225", "start": "-2208/1225", "period": 3,
    },
    "gp-dice": {"a": [2, 4, 9], "b": [1, 6, 8], "c": [3, 5, 7]},
    # xyz is answered by (not y) x y.
    "gp-penney": [4 * (1 - y) + 2 * x + y for x in (0, 1) for y in (0, 1) for _ in (0, 1)],
    "gp-parrondo": {"a": ["99/200"], "b": ["19/200", "149/200", "149/200"]},
    "gp-uncorrelated": [[-1, 1], [0, 0], [1, 1]],
    "gp-condorcet": [[0, 1, 2], [1, 2, 0], [2, 0, 1]],
    "gp-braess": {"slopes": [1, 0, 0, 1, 0], "constants": [0, 1, 1, 0, 0]},
    "gp-mms": [[7, 12, 11, 8, 6, 16, 21, 9, 1, 28, 1]] * 2 + [[6, 10, 13, 10, 4, 15, 23, 10, 1, 26, 2]] * 2,
    "ca-lpt-m2": [3, 3, 2, 2, 2],
    "ca-graham-procs": {"times": [3, 2, 2, 2, 4, 4, 4, 4, 9], "pairs": GRAHAM, "machines": 3},
    "ca-graham-times": {
        "jobs": [[time - 1, 1] for time in (3, 2, 2, 2, 4, 4, 4, 4, 9)], "pairs": GRAHAM, "machines": 3,
    },
    "ca-belady": {"requests": [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5], "frames": 3},
    "ca-ffd-119": {"items": [3, 3, 2, 2, 2, 2], "capacity": 7},
    "ca-greedy-coins": {"others": [3, 4], "amount": 6},
    "ca-welsh-powell": {
        "g": {"order": 8, "edges": [[0, 5], [0, 1], [1, 2], [2, 3], [2, 4], [5, 6], [5, 7]]}, "order": list(range(8)),
    },
}  # fmt: skip

CERTIFIED = [
    "gt-wagner-19", "gt-wowii-58", "gt-wowii-194", "gt-petersen-hamilton", "gt-cospectral", "gt-1wl", "gt-ramsey-44",
    "gt-ingleton-vamos", "op-adam-reddi", "op-admm3", "op-lloyd", "op-heavyball-cycle", "gp-penney", "gp-parrondo",
    "gp-braess", "gp-mms", "ca-graham-times", "ca-welsh-powell",
]  # fmt: skip

#: What each least example is one step short of, or another object for which the claim is true.
HOLDS = [
    ("gt-wagner-18", joined_stars(7, 7)),
    ("gt-wagner-18", written(nx.star_graph(9))),
    ("gt-wowii-58", square_and_clique(26)),
    ("gt-snark", written(nx.heawood_graph())),
    ("gt-tait", written(nx.dodecahedral_graph())),
    ("gt-ramsey-44", written(nx.circulant_graph(17, [1, 2, 3, 4]))),
    ("op-adam-reddi", WITNESSES["op-adam-reddi"] | {"turns": 20}),
    ("op-nag-monotone", WITNESSES["op-nag-monotone"] | {"steps": 3}),
    ("op-admm3", {"A": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "rounds": 20}),
    ("op-heavyball-cycle", WITNESSES["op-heavyball-cycle"] | {"period": 2}),
    ("gp-dice", {"a": [7, 8, 9], "b": [4, 5, 6], "c": [1, 2, 3]}),
    ("gp-braess", WITNESSES["gp-braess"] | {"constants": [0, 1, 1, 0, 1]}),
    ("gp-mms", [[1, 2, 3, 4, 5, 6]] * 3),
    ("ca-graham-procs", WITNESSES["ca-graham-procs"] | {"pairs": []}),
    ("ca-belady", {"requests": [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4], "frames": 3}),
]

MONSTERS = [
    ("T-gd-descent", {"f": [0, 0, 0, 0, 1], "L": 12, "x": 3}, "f"),
    ("T-dijkstra", [[0, 1, 2], [0, 2, 3], [2, 1, -2]], "negative"),
    ("gt-wowii-194", written(nx.cycle_graph(5)), "Hamiltonian path"),
    ("gt-tait", written(PETERSEN), "polyhedral"),
    ("gt-petersen-hamilton", written(nx.star_graph(3)), "vertex transitive"),
    ("gt-cospectral", {"g": "C~", "h": "C~"}, "isomorphic"),
    ("gt-ingleton-vamos", {"bases": [0b0011, 0b1100], "a": 1, "b": 2, "c": 4, "d": 8}, "exchanged"),
    ("op-heavyball-cycle", WITNESSES["op-heavyball-cycle"] | {"before": 0, "start": 0}, "minimum"),
    ("gp-parrondo", {"a": ["3/4"], "b": ["3/4"]}, "losing"),
]


def test_every_claim_has_a_place_and_can_be_certified():
    assert not CLAIMS.keys() & WITHOUT.keys()
    assert {name for name in CLAIMS if name.startswith("T-")} == TRUE
    assert set(FALSE) == WITNESSES.keys()
    for claim in CLAIMS.values():
        require_exact(claim)


@pytest.mark.parametrize("name", FALSE)
def test_the_known_witness_refutes(name):
    judgement = verify_witness(CLAIMS[name], WITNESSES[name])
    assert judgement.status == "refutes", str(judgement)
    assert all(premise.met for premise in judgement.premises)


@pytest.mark.parametrize("name", CERTIFIED)
def test_the_certificate_is_verified_alone(name, tmp_path):
    claim = CLAIMS[name]
    values = claim.read(WITNESSES[name])
    text = certificate(claim, values, file="c.py")
    path = tmp_path / "certificate.py"
    path.write_text(text)
    verification = verify(path)
    assert verification.status == "verified", verification.says
    assert witness_of(text, claim) == values


@pytest.mark.parametrize(("name", "witness"), HOLDS)
def test_elsewhere_the_claim_holds(name, witness):
    judgement = verify_witness(CLAIMS[name], witness)
    assert judgement.status in ("does not refute", "float artefact"), str(judgement)


@pytest.mark.parametrize(("name", "witness", "premise"), MONSTERS)
def test_what_breaks_a_premise_is_a_monster(name, witness, premise):
    claim = CLAIMS[name]
    judgement = verify_witness(claim, witness)
    assert judgement.status == "monster"
    assert premise in judgement.says
    with pytest.raises(CertificateError):
        certificate(claim, claim.read(witness))


@pytest.mark.parametrize("name", sorted(TRUE))
def test_a_true_claim_holds_at_small_values(name):
    claim = CLAIMS[name]
    within = (values for values in claim.ascending() if claim.meets(values))
    for values in islice(within, 150):
        assert not claim.refuted_by(claim.evaluate(values)), claim.show(values)


def test_what_the_claims_define_agrees_with_the_definitions():
    for g in (g for order in range(3, 7) for g in graphs(order, connected=True)):
        near = [sum(1 << w for w in row) for row in g]
        assert GRAPHS.closes_up(near) == has_hamiltonian_cycle(g)
        assert GRAPHS.no_hamiltonian_path(g) != has_hamiltonian_path(g)
        assert GRAPHS.forest_number(g) == largest_induced_forest(g)
        cliques = [c for c in combinations(range(len(g)), 4) if all(v in g[u] for u, v in combinations(c, 2))]
        assert GRAPHS.number_of_four_cliques(g) == len(cliques)
        known = nx.Graph([(v, w) for v in range(len(g)) for w in g[v]])
        polyhedral = len(g) > 3 and nx.node_connectivity(known) >= 3 and nx.check_planarity(known)[0]
        assert GRAPHS.is_polyhedral(g) == polyhedral
    for g in cubic(10, connected=True):
        known = nx.Graph([(v, w) for v in range(len(g)) for w in g[v]])
        polyhedral = nx.node_connectivity(known) >= 3 and nx.check_planarity(known)[0]
        assert GRAPHS.is_polyhedral(g) == polyhedral


def test_vertex_transitive():
    # As many connected cubic ones as the census of Potocnik, Spiga and Verret has of these orders.
    counts = [sum(map(GRAPHS.is_vertex_transitive, cubic(order, connected=True))) for order in (4, 6, 8, 10)]
    assert counts == [1, 2, 2, 3]
    assert not GRAPHS.is_vertex_transitive(((1,), (0, 2), (1,)))
