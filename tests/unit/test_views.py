"""How a counterexample looks: escaped, self-contained, the same each time, with a picture where there can be one."""

import base64
import html
import importlib.util
import math
import re
import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

from lakatos.claims import (
    Condition,
    Domain,
    are_isomorphic,
    forall,
    from_edges,
    graphs,
    integers,
    judge,
    matrices,
    permutations,
    rationals,
    sequences,
    size,
    trajectories,
    trees,
    vectors,
)
from lakatos.drawing import circulant, house_style, layout, svg
from lakatos.report.html import _Fetches
from lakatos.search import Counterexample, NotFound, ProvedOn
from lakatos.search.picture import pictures, written
from lakatos.search.shape import shape

ROOT = Path(__file__).parents[2]


def refuted(claim, *values, **more):
    return Counterexample(claim, values, judge(claim, values), "hand", **more)


def view(found):
    data, about = found._repr_mimebundle_()
    assert data["text/plain"] == str(found)
    assert about == {"lakatos": {"view": True}}
    return data["text/html"]


def adjacency(graph):
    graph = nx.convert_node_labels_to_integers(graph)
    return tuple(tuple(sorted(graph[v])) for v in range(len(graph)))


@forall(g=graphs(n=(1, None)))
def no_edges(g):
    """No graph has edges."""
    return -size(g)


@forall(g=graphs(), h=graphs())
def same(g, h):
    """Two graphs are isomorphic."""
    return are_isomorphic(g, h)


@forall(g=trees((3, None)))
def no_trees(g):
    """There is no tree."""
    return not g


def halving(t, x):
    return x / (t + 2)


def turning(_t, x):
    return (-x[1], x[0])


@forall(run=trajectories(rationals(), halving, horizon=50))
def stays_large(run):
    """|x_t| >= 1/100."""
    return abs(run[-1]) - Fraction(1, 100)


@forall(run=trajectories(vectors(integers(), 2), turning, horizon=50))
def never_back(run):
    """It does not come back."""
    return len(run) == 1 or run[-1] != run[0]


@forall(A=matrices(rationals(), rows=2, columns=3))
def no_matrix(A):
    """The first entry is at most 0."""
    return -A[0, 0]


@forall(jobs=sequences(integers(), length=(1, None), of="job"))
def no_jobs(jobs):
    """The sum is not positive."""
    return -sum(jobs)


@forall(ballots=sequences(permutations(3), length=(1, 4), of="ballot"))
def few_ballots(ballots):
    """There is one ballot."""
    return len(ballots) == 1


@forall(n=integers(0))
def small(n):
    """n is below 40."""
    return n < 40


PENTAGON = ((1, 2), (0, 3), (0, 4), (1, 4), (2, 3))
SHOWN = [
    refuted(no_edges, PENTAGON),
    refuted(same, adjacency(nx.star_graph(4)), adjacency(nx.cycle_graph(4))),
    refuted(stays_large, (Fraction(1), 6)),
    refuted(never_back, ((1, 2), 4)),
    refuted(no_matrix, no_matrix.read([["1/3", 2, 3], [4, 5, -6]])[0]),
    refuted(no_jobs, (3, 1, 4, 1, 5)),
    refuted(no_jobs, (10**80, 3, -(10**40), 10**299, 0)),
    refuted(few_ballots, ((0, 1, 2), (1, 2, 0))),
]


# Text


def test_the_text_of_a_counterexample():
    found = refuted(no_edges, PENTAGON, seconds=1.25, least=True)
    assert str(found) == (
        "no_edges is false: g = 5 vertices, edges 0-1, 0-2, 1-3, 2-4, 3-4\n"
        "  exact    -5\n"
        "  found by hand, 1.2 s\n"
        "  shape    cycle C5, order 5, 5 edges\n"
        "  size     the least: every smaller object was looked at, graphs up to isomorphism"
    )
    assert str(refuted(small, 40)) == "small is false: n = 40\n  exact    False\n  found by hand"
    assert "smallest found, not shown to be the least" in str(refuted(small, 41, least=False))


@pytest.mark.parametrize(
    ("graph", "says"),
    [
        (nx.cycle_graph(5), "cycle C5, order 5, 5 edges"),
        (nx.empty_graph(3), "no edges, order 3, 0 edges"),
        (nx.path_graph(4), "path P4, order 4, 3 edges"),
        (nx.star_graph(4), "star K1,4, order 5, 4 edges"),
        (nx.complete_graph(6), "complete graph K6, order 6, 15 edges"),
        (nx.complete_bipartite_graph(3, 4), "complete bipartite graph K3,4, order 7, 12 edges"),
        (nx.balanced_tree(2, 2), "tree of order 7, degrees 3^2 2 1^4"),
        (nx.disjoint_union(nx.path_graph(3), nx.path_graph(2)), "forest of 2 trees of order 5, degrees 2 1^4"),
        (nx.petersen_graph(), "graph of order 10 with 15 edges, 3-regular, girth 5"),
        (
            nx.circulant_graph(17, [1, 2, 4, 8]),
            "graph of order 17 with 68 edges, 8-regular, circulant with jumps 1, 2, 4, 8, girth 3",
        ),
        (
            nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3)),
            "graph of order 6 with 6 edges, 2-regular, 2 components, girth 3",
        ),
        (nx.cycle_graph(500), "graph of order 500 with 500 edges"),
    ],
)
def test_the_shape_of_a_graph(graph, says):
    assert shape(adjacency(graph)) == says


# HTML


class _Tags(HTMLParser):
    """Tags in order, and whether they are closed in the order they were opened."""

    def __init__(self, text):
        super().__init__()
        self.open, self.all = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))
        if tag not in ("br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


HOSTILE = "</div><script>alert(1)</script><img src=x onerror=alert(1)> & \"quoted\" 'too'\n\n\u202ereversed\u200b \x07"


def test_hostile_text_is_escaped():
    told = [
        Counterexample(small, (41,), judge(small, (41,)), HOSTILE, least=False),
        ProvedOn(HOSTILE, HOSTILE * 9, HOSTILE),
        NotFound(HOSTILE, HOSTILE * 9, HOSTILE, HOSTILE),
    ]
    for one in told:
        text = view(one)
        tags = _Tags(text).all
        assert not {"script", "iframe", "object", "svg"} & {tag for tag, _ in tags}
        assert not [a for _, attrs in tags for a in attrs if a.startswith("on")]
        assert not re.search("[\u202e\u200b\x07]", text)
        assert "\n\n" not in text, "an empty line ends a block of HTML in Markdown"


def test_a_hostile_docstring_of_a_claim_is_escaped(tmp_path):
    path = tmp_path / "hostile.py"
    path.write_text(
        "from lakatos.claims import forall, graphs, size\n\n\n@forall(g=graphs())\ndef hostile(g):\n"
        f"    {HOSTILE!r}\n    return -size(g)\n\n\n@hostile.given\ndef nothing(g):\n    {HOSTILE!r}\n    return True\n"
    )
    spec = importlib.util.spec_from_file_location("hostile", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = view(refuted(module.hostile, PENTAGON))
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert [tag for tag, _ in _Tags(text).all].count("img") == 1


@pytest.mark.parametrize("found", SHOWN, ids=lambda f: f.claim.name)
def test_a_view_fetches_nothing_and_is_the_same_each_time(found):
    text = view(found)
    fetches = _Fetches()
    fetches.feed(text)
    assert not fetches.found
    assert not re.search(r"https?://(?!www\.w3\.org)", text)
    assert text == view(found)
    assert html.escape(found.claim.statement) in text
    assert found.judgement.exact in text
    assert text.count("✓") == len(found.judgement.premises)
    for data in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', text):
        drawn = base64.b64decode(data).decode()
        assert "<svg" in drawn
        assert "<script" not in drawn


def test_a_view_says_what_least_covers():
    text = view(refuted(no_edges, PENTAGON, least=True))
    assert (
        "every smaller object was looked at, graphs up to isomorphism: g, a graph of order 1 to 4, up to isomorphism"
        in text
    )
    assert "not depending on the numbers of the vertices" in text
    assert "not shown to be the least" in view(refuted(no_edges, PENTAGON, least=False))
    assert "smaller" not in view(refuted(no_edges, PENTAGON))


def test_nothing_found_is_told_as_nothing():
    text = view(NotFound("c", "n <= 10", "by hand", "the rest"))
    assert "nothing is proved" in text
    assert "That proves nothing" in text
    assert "the rest" in text
    proved = view(ProvedOn("c", "n <= 10", "by hand"))
    assert "beyond it nothing is said" in proved


def test_what_is_long_is_folded_away():
    text = view(refuted(no_edges, adjacency(nx.complete_graph(31))))
    assert "<details><summary>g = 31 vertices" in text
    assert "<details>" not in view(refuted(small, 10**80))
    assert written(10**80) == "10000000...000000 (81 characters)"
    assert written(10**5000).startswith("a number of 50")


# Figures


@pytest.mark.parametrize("found", SHOWN, ids=lambda f: f.claim.name)
def test_there_is_a_figure(found):
    figure = found.figure()
    assert figure.get_size_inches()[0] > 1
    with house_style():
        assert "<svg" in svg(figure)
    kinds = {p.kind for p in pictures(found.claim, found.values)}
    assert kinds <= {"graph", "states", "numbers", "grid"}
    assert len(kinds) == 1


def test_two_graphs_of_a_claim_are_side_by_side():
    assert [p.name for p in pictures(SHOWN[1].claim, SHOWN[1].values)] == ["g", "h"]
    assert len(SHOWN[1].figure().subfigs) == 2


def test_the_margin_of_a_trajectory_is_drawn_down_to_the_violation():
    (one,) = pictures(stays_large, (((Fraction(1)), 6),))
    assert one.data == [[1 / math.factorial(t + 1)] for t in range(7)]
    assert one.margins[-1][0] == 6
    assert one.margins[-1][1] < 0
    (truth,) = pictures(never_back, (((1, 2), 4),))
    assert not truth.margins
    assert [ax.get_xlabel() for ax in refuted(never_back, ((1, 2), 4)).figure().subfigs[0].axes] == [
        "t",
        "coordinate 0",
    ]


class Words(Domain):
    """Words, which nobody can draw."""

    def conditions(self, x):
        return [Condition(f"{x} is a word", f"isinstance({x}, str)")]

    def level(self, value):
        return len(value)

    def at(self, level):
        return iter(["a" * level])

    def read(self, data):
        return str(data)

    def says(self):
        return "a word"


@forall(w=Words())
def empty(w):
    """Every word is empty."""
    return not w


def test_where_there_is_nothing_to_draw_it_is_said():
    for found, domain in (
        (refuted(small, 41), "an integer"),
        (refuted(empty, "aaa"), "a word"),
        (refuted(no_edges, adjacency(nx.cycle_graph(300))), "a graph"),
        (refuted(no_jobs, (10**400, 1, 2)), "a sequence"),
    ):
        with pytest.raises(ValueError, match=f"nothing to draw of .*{domain}"):
            found.figure()
        assert "<img" not in view(found)


def test_nothing_is_loaded_before_something_is_drawn():
    code = "import sys, lakatos.search; assert not {'matplotlib', 'networkx'} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# Where vertices are drawn


GRAPHS = {
    "petersen": nx.petersen_graph(),
    "groetzsch": nx.mycielski_graph(4),
    "paley": nx.circulant_graph(17, [1, 2, 4, 8]),
    "tutte": nx.tutte_graph(),
    "truncated cube": nx.truncated_cube_graph(),
    "tree": nx.random_labeled_tree(40, seed=3),
    "caterpillar": nx.Graph([(i, i + 1) for i in range(12)] + [(i, 13 + i) for i in range(12)]),
    "pieces": nx.disjoint_union_all([nx.cycle_graph(4), nx.empty_graph(3), nx.path_graph(2)]),
    "clique and square": nx.disjoint_union(nx.cycle_graph(4), nx.complete_graph(27)),
    "random": nx.gnp_random_graph(20, 0.3, seed=1),
    "one": nx.empty_graph(1),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_no_two_vertices_are_drawn_in_one_place(name):
    g = adjacency(GRAPHS[name])
    places = layout(g)
    assert places == layout(g)
    assert len(places) == len(g)
    assert all(math.dist(p, q) > 0.15 for p, q in combinations(places, 2))


@pytest.mark.parametrize("name", ["tree", "caterpillar", "truncated cube", "pieces"])
def test_what_can_be_drawn_without_crossings_is(name):
    from lakatos.drawing.layout import _crossings

    g = adjacency(GRAPHS[name])
    assert _crossings(g, layout(g)) == 0


def test_a_circulant_graph_is_recognised_under_any_numbers():
    assert circulant(PENTAGON)[1] == [1]
    scattered = from_edges(9, sorted(tuple(sorted((v * 2 % 9, (v + j) * 2 % 9))) for v in range(9) for j in (1, 3)))
    order, jumps = circulant(scattered)
    near = {tuple(sorted((v, w))) for v in range(9) for w in scattered[v]}
    turned = {tuple(sorted((order[i], order[(i + j) % 9]))) for i in range(9) for j in jumps}
    assert near == turned
    assert circulant(adjacency(nx.petersen_graph())) is None
    assert circulant(adjacency(nx.path_graph(4))) is None


@pytest.mark.parametrize(("name", "fold"), [("petersen", 5), ("groetzsch", 5), ("paley", 17)])
def test_symmetry_shows(name, fold):
    places = layout(adjacency(GRAPHS[name]))
    x, y = (sum(p[i] for p in places) / len(places) for i in (0, 1))
    cos, sin = math.cos(2 * math.pi / fold), math.sin(2 * math.pi / fold)
    turned = [(x + (a - x) * cos - (b - y) * sin, y + (a - x) * sin + (b - y) * cos) for a, b in places]
    assert all(min(math.dist(p, q) for q in places) < 0.01 for p in turned)


def test_the_search_draws_what_it_finds(lakatos, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.lakatos]\n")
    (tmp_path / "c.py").write_text(
        "from lakatos.claims import forall, graphs, integers, size\n\n\n"
        "@forall(g=graphs(n=(1, None)))\ndef edgeless(g):\n    return -size(g)\n\n\n"
        "@forall(n=integers(0))\ndef small(n):\n    return n < 4\n"
    )
    ascending = ("--only", "ascending", "--figure")
    done = lakatos("search", "c.py::edgeless", *ascending, "drawn/g.svg", cwd=tmp_path)
    assert done.code == 0
    assert "<svg" in (tmp_path / "drawn" / "g.svg").read_text()
    done = lakatos("search", "c.py::small", *ascending, "n.png", cwd=tmp_path)
    assert done.code == 0
    assert "nothing to draw" in done.err
    assert not (tmp_path / "n.png").exists()
    done = lakatos("search", "c.py::small", *ascending, "n.gif", cwd=tmp_path)
    assert done.code == 2
    assert ".svg, .png or .pdf" in done.err
