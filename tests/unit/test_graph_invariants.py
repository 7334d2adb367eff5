"""Graph invariants: plain against fast on all small graphs, against networkx, and on graphs everybody knows."""

import inspect
import random
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.certificate.lint import lint
from lakatos.claims.fast import enumerate as enumeration
from lakatos.claims.fast import graphs as fast
from lakatos.claims.plain import graphs as plain

PLAIN = {name: f for name, f in inspect.getmembers(plain, inspect.isfunction) if f.__module__ == plain.__name__}
FAST = sorted(
    name for name, f in inspect.getmembers(fast, inspect.isfunction) if f.__module__ == fast.__name__ and name in PLAIN
)
UNARY = [name for name in FAST if name != "are_isomorphic"]
UNDEFINED = "undefined"


def value(f, *graphs):
    """What an invariant says, or that it says it is undefined."""
    try:
        return f(*graphs)
    except ValueError:
        return UNDEFINED


def ours(graph):
    """A networkx graph as adjacency lists."""
    graph = nx.convert_node_labels_to_integers(graph, ordering="sorted")
    return plain.from_edges(len(graph), graph.edges)


def theirs(g):
    """Adjacency lists as a networkx graph."""
    graph = nx.empty_graph(len(g))
    graph.add_edges_from(plain.edges(g))
    return graph


def renamed(g, images):
    return plain.from_edges(len(g), [(images[u], images[v]) for u, v in plain.edges(g)])


def cycle(order):
    return plain.from_edges(order, [(v, (v + 1) % order) for v in range(order)])


def path(order):
    return plain.from_edges(order, [(v, v + 1) for v in range(order - 1)])


def star(leaves):
    return plain.from_edges(leaves + 1, [(0, v) for v in range(1, leaves + 1)])


def complete(order):
    return plain.from_edges(order, combinations(range(order), 2))


PETERSEN = ours(nx.petersen_graph())
GROETZSCH = ours(nx.mycielski_graph(4))
EMPTY, SINGLE = (), ((),)

#: All graphs up to isomorphism.
SMALL = {order: tuple(enumeration.graphs(order)) for order in range(8)}
ALL_SMALL = [g for order in SMALL for g in SMALL[order]]
ATLAS = [ours(graph) for graph in nx.graph_atlas_g() if len(graph) < 7]


@st.composite
def random_graphs(draw, least=7, most=9):
    """From a seed rather than edge by edge: hypothesis likes to repeat choices, and complete graphs show little."""
    order, dense, seed = draw(st.integers(least, most)), draw(st.integers(2, 8)), draw(st.integers(0, 2**32))
    dice = random.Random(seed)
    return plain.from_edges(order, [pair for pair in combinations(range(order), 2) if dice.random() * 10 < dense])


# --- plain against fast -----------------------------------------------------------------------------------------------


def test_every_public_fast_invariant_has_a_plain_one():
    helpers = {"bit_sets", "members", "refined"}
    public = {
        name
        for name, f in inspect.getmembers(fast, inspect.isfunction)
        if f.__module__ == fast.__name__ and not name.startswith("_")
    }
    assert public - helpers <= set(PLAIN)
    assert len(FAST) > 15


@pytest.mark.parametrize("name", UNARY)
def test_plain_and_fast_agree_on_all_graphs_up_to_order_7(name):
    for g in ALL_SMALL:
        slow, quick = value(PLAIN[name], g), value(getattr(fast, name), g)
        assert (slow, type(slow)) == (quick, type(quick)), g


@pytest.mark.parametrize("name", [name for name in UNARY if name != "chromatic_index"])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(g=random_graphs())
def test_plain_and_fast_agree_on_random_graphs(name, g):
    assert value(PLAIN[name], g) == value(getattr(fast, name), g)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(g=random_graphs(7, 8))
def test_plain_and_fast_agree_on_the_chromatic_index(g):
    assert plain.chromatic_index(g) == fast.chromatic_index(g)


@pytest.mark.parametrize("isomorphic", [plain.are_isomorphic, fast.are_isomorphic])
def test_only_a_graph_is_isomorphic_to_itself_among_one_of_each(isomorphic):
    for order in range(6):
        for g in SMALL[order]:
            assert [h for h in SMALL[order] if isomorphic(g, h)] == [g]
    assert not isomorphic(EMPTY, SINGLE)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(g=random_graphs(), h=random_graphs(), data=st.data())
def test_renaming_vertices_gives_an_isomorphic_graph_and_the_same_canonical_one(g, h, data):
    same = renamed(g, data.draw(st.permutations(range(len(g)))))
    assert plain.are_isomorphic(g, same)
    assert fast.are_isomorphic(g, same)
    assert enumeration.canonical(g) == enumeration.canonical(same)
    assert plain.are_isomorphic(g, enumeration.canonical(g))
    alike = nx.is_isomorphic(theirs(g), theirs(h))
    assert plain.are_isomorphic(g, h) == fast.are_isomorphic(g, h) == alike
    assert (enumeration.canonical(g) == enumeration.canonical(h)) == alike


def test_cubic_graphs_are_told_apart():
    found = list(enumeration.cubic(8))
    for g, h in combinations(found, 2):
        assert not plain.are_isomorphic(g, h)
        assert not fast.are_isomorphic(g, h)


# --- plain against other definitions ----------------------------------------------------------------------------------


def connected_only(f):
    return lambda graph: f(graph) if len(graph) and nx.is_connected(graph) else UNDEFINED


def acyclic_girth(graph):
    found = nx.girth(graph)
    return 0 if found == float("inf") else found


ORACLES = {
    "size": lambda graph: graph.number_of_edges(),
    "number_of_components": nx.number_connected_components,
    "is_connected": lambda graph: bool(len(graph)) and nx.is_connected(graph),
    "is_tree": lambda graph: bool(len(graph)) and nx.is_tree(graph),
    "is_forest": lambda graph: not len(graph) or nx.is_forest(graph),
    "is_bipartite": nx.is_bipartite,
    "is_bridgeless": lambda graph: not nx.has_bridges(graph) if graph.number_of_edges() else True,
    "is_triangle_free": lambda graph: not any(nx.triangles(graph).values()),
    "number_of_triangles": lambda graph: sum(nx.triangles(graph).values()) // 3,
    "girth": acyclic_girth,
    "diameter": connected_only(nx.diameter),
    "radius": connected_only(nx.radius),
    "wiener_index": connected_only(nx.wiener_index),
    "eccentricities": connected_only(lambda graph: tuple(nx.eccentricity(graph, v) for v in range(len(graph)))),
    "matching_number": lambda graph: len(nx.max_weight_matching(graph, maxcardinality=True)),
    "clique_number": lambda graph: max(map(len, nx.find_cliques(graph)), default=0),
    "independence_number": lambda graph: max(map(len, nx.find_cliques(nx.complement(graph))), default=0),
    "vertex_connectivity": lambda graph: nx.node_connectivity(graph) if len(graph) else UNDEFINED,
    "number_of_spanning_trees": lambda graph: round(nx.number_of_spanning_trees(graph)) if len(graph) else 0,
}


@pytest.mark.parametrize("name", sorted(ORACLES))
def test_plain_agrees_with_networkx_on_the_atlas_up_to_order_6(name):
    for g in ATLAS:
        assert value(PLAIN[name], g) == ORACLES[name](theirs(g)), g


@pytest.mark.parametrize("g", [g for g in ATLAS if len(g) < 6])
def test_plain_agrees_with_definitions_taken_literally(g):
    order, lines = len(g), plain.edges(g)
    subsets = [set(s) for count in range(order + 1) for s in combinations(range(order), count)]
    assert plain.independence_number(g) == max(len(s) for s in subsets if not any(u in s and v in s for u, v in lines))
    assert plain.vertex_cover_number(g) == min(len(s) for s in subsets if all(u in s or v in s for u, v in lines))
    assert plain.domination_number(g) == min(
        len(s) for s in subsets if all(v in s or s.intersection(g[v]) for v in range(order))
    )
    assert plain.largest_induced_forest(g) == max(
        len(s) for s in subsets if not s or nx.is_forest(theirs(g).subgraph(s))
    )
    assert plain.matching_number(g) == max(
        count
        for count in range(order // 2 + 1)
        for chosen in combinations(lines, count)
        if len({v for line in chosen for v in line}) == 2 * count
    )
    orders = list(permutations(range(order)))
    paths = [p for p in orders if all(p[i + 1] in g[p[i]] for i in range(order - 1))]
    assert plain.has_hamiltonian_path(g) == (order > 0 and bool(paths))
    assert plain.has_hamiltonian_cycle(g) == (order > 2 and any(p[0] in g[p[-1]] for p in paths))
    assert plain.chromatic_number(g) == least_colours(order, lines)
    touching = [(i, j) for i, j in combinations(range(len(lines)), 2) if set(lines[i]) & set(lines[j])]
    assert plain.chromatic_index(g) == least_colours(len(lines), touching)


def least_colours(order, apart):
    """The fewest parts in any partition into independent sets, all of which are built vertex by vertex."""
    clash = {frozenset(pair) for pair in apart}
    partitions = {frozenset()}
    for v in range(order):
        following = {p | {frozenset({v})} for p in partitions}
        for p in partitions:
            for part in p:
                if not any(frozenset({u, v}) in clash for u in part):
                    following.add((p - {part}) | {part | {v}})
        partitions = following
    return min(map(len, partitions))


@pytest.mark.parametrize("g", [g for g in ATLAS if 0 < len(g) < 5])
@pytest.mark.parametrize("h", [path(2), path(3), complete(3), ((), ())])
def test_products_unions_and_line_graphs_are_those_of_networkx(g, h):
    a, b = theirs(g), theirs(h)
    # networkx numbers the pairs in the same order, so even the labels agree.
    assert plain.cartesian_product(g, h) == ours(nx.cartesian_product(a, b))
    assert plain.strong_product(g, h) == ours(nx.strong_product(a, b))
    assert plain.disjoint_union(g, h) == ours(nx.disjoint_union(a, b))
    assert plain.complement(g) == ours(nx.complement(a))
    assert plain.line_graph(g) == ours(nx.line_graph(a))
    assert plain.distances(g) == tuple(
        tuple(nx.single_source_shortest_path_length(a, u).get(v, -1) for v in range(len(g))) for u in range(len(g))
    )


def test_every_operation_gives_a_graph():
    for g in ALL_SMALL[:60]:
        made = [plain.complement(g), plain.line_graph(g), plain.disjoint_union(g, g), plain.strong_product(g, path(2))]
        made += [plain.cartesian_product(g, path(2)), plain.induced_subgraph(g, tuple(range(len(g)))[::2])]
        assert all(map(plain.is_graph, [g, *made]))
        assert plain.complement(plain.complement(g)) == g


def test_matrices():
    assert plain.adjacency_matrix(path(3)) == ((0, 1, 0), (1, 0, 1), (0, 1, 0))
    assert plain.laplacian_matrix(path(3)) == ((1, -1, 0), (-1, 2, -1), (0, -1, 1))
    assert plain.adjacency_matrix(EMPTY) == plain.laplacian_matrix(EMPTY) == ()


# --- known values -----------------------------------------------------------------------------------------------------

KNOWN = {
    "Petersen": (
        PETERSEN,
        {
            "size": 15, "maximum_degree": 3, "minimum_degree": 3, "is_cubic": True, "is_connected": True,
            "chromatic_number": 3, "chromatic_index": 4, "matching_number": 5, "independence_number": 4,
            "clique_number": 2, "vertex_cover_number": 6, "girth": 5, "diameter": 2, "radius": 2,
            "wiener_index": 75, "average_distance": Fraction(5, 3), "domination_number": 3,
            "largest_induced_forest": 7, "vertex_connectivity": 3, "has_hamiltonian_cycle": False,
            "has_hamiltonian_path": True, "number_of_spanning_trees": 2000, "number_of_triangles": 0,
            "is_triangle_free": True, "is_bridgeless": True, "is_bipartite": False, "is_complete": False,
        },
    ),
    "Groetzsch": (
        GROETZSCH,
        {
            "size": 20, "chromatic_number": 4, "clique_number": 2, "is_triangle_free": True, "girth": 4,
            "independence_number": 5, "matching_number": 5, "chromatic_index": 5, "diameter": 2,
            "has_hamiltonian_cycle": True, "vertex_connectivity": 3, "degree_sequence": (5, *[4] * 5, *[3] * 5),
        },
    ),
    "K5": (
        complete(5),
        {
            "size": 10, "chromatic_number": 5, "chromatic_index": 5, "clique_number": 5, "independence_number": 1,
            "matching_number": 2, "domination_number": 1, "diameter": 1, "girth": 3, "is_complete": True,
            "largest_induced_forest": 2, "number_of_spanning_trees": 125, "number_of_triangles": 10,
            "vertex_connectivity": 4, "vertex_cover_number": 4, "average_distance": Fraction(1),
        },
    ),
    "K6": (complete(6), {"chromatic_index": 5, "matching_number": 3, "number_of_spanning_trees": 1296}),
    "C5": (
        cycle(5),
        {
            "chromatic_number": 3, "chromatic_index": 3, "independence_number": 2, "matching_number": 2, "girth": 5,
            "diameter": 2, "radius": 2, "wiener_index": 15, "domination_number": 2, "largest_induced_forest": 4,
            "has_hamiltonian_cycle": True, "number_of_spanning_trees": 5, "is_bipartite": False, "is_forest": False,
            "vertex_connectivity": 2, "is_bridgeless": True,
        },
    ),
    "star": (
        star(6),
        {
            "is_tree": True, "is_bipartite": True, "chromatic_index": 6, "chromatic_number": 2, "matching_number": 1,
            "independence_number": 6, "vertex_cover_number": 1, "domination_number": 1, "diameter": 2, "radius": 1,
            "wiener_index": 36, "eccentricities": (1, 2, 2, 2, 2, 2, 2), "girth": 0, "is_bridgeless": False,
            "has_hamiltonian_path": False, "largest_induced_forest": 7, "degree_sequence": (6, 1, 1, 1, 1, 1, 1),
        },
    ),
    "path": (path(4), {"wiener_index": 10, "diameter": 3, "radius": 2, "has_hamiltonian_path": True, "is_tree": True}),
    "two triangles": (
        plain.disjoint_union(cycle(3), cycle(3)),
        {
            "is_connected": False, "number_of_components": 2, "diameter": UNDEFINED, "wiener_index": UNDEFINED,
            "average_distance": UNDEFINED, "radius": UNDEFINED, "eccentricities": UNDEFINED, "is_bridgeless": True,
            "matching_number": 2, "chromatic_number": 3, "has_hamiltonian_cycle": False, "girth": 3,
            "has_hamiltonian_path": False, "vertex_connectivity": 0, "number_of_spanning_trees": 0,
        },
    ),
    "empty": (
        EMPTY,
        {
            "is_graph": True, "edges": (), "size": 0, "degree_sequence": (), "maximum_degree": 0, "minimum_degree": 0,
            "number_of_components": 0, "is_connected": False, "is_tree": False, "is_forest": True,
            "is_bipartite": True, "is_cubic": True, "is_complete": True, "is_triangle_free": True,
            "is_bridgeless": True, "number_of_triangles": 0, "distances": (), "eccentricities": UNDEFINED,
            "diameter": UNDEFINED, "radius": UNDEFINED, "wiener_index": UNDEFINED, "average_distance": UNDEFINED,
            "girth": 0, "matching_number": 0, "independence_number": 0, "clique_number": 0, "vertex_cover_number": 0,
            "chromatic_number": 0, "chromatic_index": 0, "domination_number": 0, "largest_induced_forest": 0,
            "vertex_connectivity": UNDEFINED, "has_hamiltonian_path": False, "has_hamiltonian_cycle": False,
            "number_of_spanning_trees": 0, "complement": (), "line_graph": (),
        },
    ),
    "single vertex": (
        SINGLE,
        {
            "is_graph": True, "size": 0, "degree_sequence": (0,), "is_connected": True, "is_tree": True,
            "is_forest": True, "is_cubic": False, "is_complete": True, "distances": ((0,),), "eccentricities": (0,),
            "diameter": 0, "radius": 0, "wiener_index": 0, "average_distance": UNDEFINED, "girth": 0,
            "matching_number": 0, "independence_number": 1, "clique_number": 1, "vertex_cover_number": 0,
            "chromatic_number": 1, "chromatic_index": 0, "domination_number": 1, "largest_induced_forest": 1,
            "vertex_connectivity": 0, "has_hamiltonian_path": True, "has_hamiltonian_cycle": False,
            "number_of_spanning_trees": 1, "complement": ((),), "line_graph": (),
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("graph", KNOWN)
def test_known_values(graph):
    g, values = KNOWN[graph]
    assert {name: value(PLAIN[name], g) for name in values} == values
    quick = [name for name in values if name in FAST]
    assert {name: value(getattr(fast, name), g) for name in quick} == {name: values[name] for name in quick}


def test_fast_invariants_on_graphs_too_large_for_plain_ones():
    # A cubic graph with a Hamiltonian cycle has index 3: two colours for the cycle, one for the other edges.
    dodecahedron = ours(nx.dodecahedral_graph())
    assert fast.has_hamiltonian_cycle(dodecahedron)
    assert fast.chromatic_index(dodecahedron) == 3
    # The flower snark with five petals: a star in each, their first ends in a cycle of 5, the others in one of 10.
    stars = [(4 * i, 4 * i + j) for i in range(5) for j in (1, 2, 3)]
    round_ = [4 * i + 2 for i in range(5)] + [4 * i + 3 for i in range(5)]
    short = [(4 * i + 1, 4 * ((i + 1) % 5) + 1) for i in range(5)]
    snark = plain.from_edges(20, [*stars, *short, *((round_[i - 1], round_[i]) for i in range(10))])
    assert plain.is_cubic(snark)
    assert fast.chromatic_index(snark) == 4
    assert not fast.has_hamiltonian_cycle(snark)
    assert fast.girth(snark) == 5
    assert fast.chromatic_index(complete(9)) == 9
    assert fast.chromatic_index(complete(10)) == 9
    assert fast.chromatic_number(ours(nx.mycielski_graph(5))) == 5
    assert not fast.has_hamiltonian_cycle(ours(nx.complete_bipartite_graph(8, 9)))
    assert fast.has_hamiltonian_path(ours(nx.complete_bipartite_graph(8, 9)))
    assert fast.independence_number(ours(nx.hypercube_graph(5))) == 16
    assert fast.domination_number(ours(nx.hypercube_graph(4))) == 4
    assert fast.girth(ours(nx.heawood_graph())) == 6
    assert fast.matching_number(ours(nx.complete_bipartite_graph(5, 12))) == 5
    assert fast.largest_induced_forest(complete(14)) == 2


def test_a_matching_that_greed_misses_is_found():
    g = (
        (7, 8), (3, 5, 10, 11, 12), (4, 5, 7, 9), (1, 4, 5, 10), (2, 3), (1, 2, 3, 9, 11, 12), (), (0, 2, 8),
        (0, 7, 10), (2, 5), (1, 3, 8), (1, 5), (1, 5),
    )  # fmt: skip
    assert plain.is_graph(g)
    assert plain.matching_number(g) == fast.matching_number(g) == 6


def test_regular():
    assert plain.is_regular(PETERSEN, 3)
    assert not plain.is_regular(PETERSEN, 4)
    assert not plain.is_regular(path(3), 1)
    assert plain.is_regular(EMPTY, 7)


def test_induced_subgraphs_number_vertices_in_the_order_given():
    assert plain.induced_subgraph(path(4), (3, 0, 2)) == ((2,), (), (0,))
    assert plain.induced_subgraph(PETERSEN, tuple(range(5))) == cycle(5)


# --- what a graph is --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        None, 3, "ab", [(1,), (0,)], ([1], [0]), ((1,), ()), ((1,), (0, 0)), ((0,),), ((1,), (1,)), ((-1,), (0,)),
        ((2,), (0,)), ((2, 1), (0,), (0,)), ((1,), (False,)), (("1",), (0,)), ((1.0,), (0,)), (((1,),), (0,)),
        (1, 0), ((None,), (0,)), ((1, 1), (0, 0)), ((1, 2), (0,), ()),
    ],
)  # fmt: skip
def test_what_is_no_graph_is_refused(bad):
    assert plain.is_graph(bad) is False


def test_every_small_graph_is_one_and_edges_bring_it_back():
    for g in ATLAS:
        assert plain.is_graph(g)
        assert plain.from_edges(len(g), plain.edges(g)) == g
        assert plain.from_edges(len(g), [(v, u) for u, v in plain.edges(g)] * 2) == g


@pytest.mark.parametrize("bad", [(1, 1), (0, 3), (-1, 0)])
def test_a_loop_or_an_unknown_vertex_is_no_edge(bad):
    with pytest.raises(ValueError, match="two different vertices"):
        plain.from_edges(3, [bad])


@pytest.mark.parametrize(
    "name", ["diameter", "radius", "eccentricities", "wiener_index", "average_distance", "vertex_connectivity"]
)
def test_an_undefined_invariant_says_where_it_is_defined(name):
    for module in (plain, fast):
        with pytest.raises(ValueError, match=r"defined (for|from)"):
            getattr(module, name)(EMPTY)
    if name != "vertex_connectivity":
        for module in (plain, fast):
            with pytest.raises(ValueError, match="connected graphs"):
                getattr(module, name)(((), ()))


# --- certificates -----------------------------------------------------------------------------------------------------

CERTIFICATE = '''"""A certificate that carries the plain invariants.

Claim: the path on three vertices has one cut vertex.
Witness: the path itself.
What this does not show: anything else.
"""
'''


def test_a_certificate_may_carry_every_plain_invariant():
    _, start, rest = Path(plain.__file__).read_text(encoding="ascii").partition("from collections")
    certificate = CERTIFICATE + start + rest + "\n\nassert size(((1,), (0, 2), (1,))) == 2\n"
    assert all(f"def {name}(" in certificate for name in PLAIN)
    assert lint(certificate) == []
    # The same text with something forbidden in it is refused, so that this test is one.
    assert lint(certificate.replace("return sum(", "return float(1) + sum(", 1))
    exec(compile(certificate, "certificate", "exec"), {"__name__": "certificate"})


@pytest.mark.parametrize("name", sorted(PLAIN))
def test_plain_invariants_are_documented_without_annotations(name):
    assert inspect.getdoc(PLAIN[name])
    signature = inspect.signature(PLAIN[name])
    assert signature.return_annotation is inspect.Signature.empty
    assert all(p.annotation is inspect.Parameter.empty for p in signature.parameters.values())


# --- enumeration ------------------------------------------------------------------------------------------------------


def test_the_graphs_of_each_order_are_as_many_as_known():
    found = [SMALL[order] for order in range(8)]
    assert [len(level) for level in found] == [1, 1, 2, 4, 11, 34, 156, 1044]
    connected = [list(enumeration.graphs(order, connected=True)) for order in range(8)]
    assert [len(level) for level in connected] == [0, 1, 1, 2, 6, 21, 112, 853]
    for level, whole in zip(found, connected):
        assert whole == [g for g in level if plain.is_connected(g)]
        assert all(enumeration.canonical(g) == g and plain.is_graph(g) for g in level)
        assert len(set(level)) == len(level)


def test_extending_by_a_vertex_gives_each_graph_of_the_atlas_once():
    for order in range(6):
        made = [h for g in SMALL[order] for h in enumeration.extensions(g)]
        assert len(made) == len(set(made))
        assert set(made) == set(SMALL[order + 1])


def test_the_graphs_of_order_8_are_as_many_as_known():
    count = connected = 0
    for g in enumeration.graphs(8):
        count += 1
        connected += plain.is_connected(g)
    assert (count, connected) == (12346, 11117)


def test_trees_are_as_many_as_known_and_the_connected_graphs_without_cycles():
    assert [len(list(enumeration.trees(order))) for order in range(11)] == [0, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106]
    for order in range(8):
        listed = list(enumeration.trees(order))
        assert all(map(plain.is_tree, listed))
        assert {enumeration.canonical(g) for g in listed} == set(filter(plain.is_tree, SMALL[order]))


def test_cubic_graphs_are_as_many_as_known():
    assert [len(list(enumeration.cubic(order))) for order in (2, 4, 5, 6, 8, 10)] == [0, 1, 0, 2, 6, 21]
    assert [len(list(enumeration.cubic(order, connected=True))) for order in (4, 6, 8, 10)] == [1, 2, 5, 19]
    assert all(map(plain.is_cubic, enumeration.cubic(8)))
    assert enumeration.canonical(PETERSEN) in list(enumeration.cubic(10))


def test_the_order_of_enumeration_is_always_the_same():
    assert list(enumeration.graphs(6)) == list(SMALL[6])
    assert list(enumeration.cubic(8)) == list(enumeration.cubic(8))
    assert list(enumeration.trees(8)) == list(enumeration.trees(8))


@pytest.mark.parametrize(
    "g",
    [
        plain.disjoint_union(plain.disjoint_union(cycle(4), cycle(4)), cycle(4)),
        plain.cartesian_product(complete(6), path(2)),
        tuple(() for _ in range(12)),
        ours(nx.icosahedral_graph()),
    ],
)
def test_symmetric_graphs_of_order_12_have_a_canonical_labelling(g):
    images = [5 * v % 12 for v in range(12)]
    assert enumeration.canonical(renamed(g, images)) == enumeration.canonical(g)
    assert plain.are_isomorphic(g, enumeration.canonical(g))


def test_regular_graphs_have_a_canonical_labelling_however_they_are_named():
    # Colour refinement sees nothing in these, and their vertices are not all alike.
    cycles = [plain.disjoint_union(plain.disjoint_union(cycle(3), cycle(a)), cycle(b)) for a, b in [(4, 5), (3, 5)]]
    dice = random.Random(1)
    for g in [*enumeration.cubic(10), *cycles, *map(plain.complement, cycles)]:
        for _ in range(4):
            assert enumeration.canonical(renamed(g, dice.sample(range(len(g)), len(g)))) == enumeration.canonical(g)


# --- graph6 -----------------------------------------------------------------------------------------------------------


def test_graph6_is_that_of_networkx():
    for g in [*ATLAS[1:], PETERSEN, GROETZSCH, path(62), path(63), star(100)]:
        text = nx.to_graph6_bytes(theirs(g), header=False).decode().strip()
        assert enumeration.to_graph6(g) == text
        assert enumeration.from_graph6(text) == g
        assert enumeration.from_graph6(f">>graph6<<{text}\n") == g


def test_graph6_of_the_empty_graph():
    assert enumeration.to_graph6(EMPTY) == "?"
    assert enumeration.from_graph6("?") == EMPTY


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("", "empty"),
        (">>graph6<<", "empty"),
        ("A", "take 1 characters"),
        ("A__", "take 1 characters"),
        ("A`", "bits after the last pair"),
        ("B\u00e9", "not one of the characters"),
        ("B w", "not one of the characters"),
        ("~??", "cut short"),
        ("~~??????", "cut short, or beyond"),
        ("~??A_", "takes one character"),
    ],
)
def test_bad_graph6_is_refused_with_the_reason(bad, why):
    with pytest.raises(ValueError, match=why):
        enumeration.from_graph6(bad)
