"""Graph invariants as a certificate carries them: each function is its definition, or one step from it.

A graph is its adjacency lists: g[v] is the tuple of the neighbours of v, ascending, and the vertices are 0 to
len(g) - 1. It is simple and undirected, which is_graph decides; the other functions take it for granted.
"""

from collections import deque
from fractions import Fraction
from functools import cache
from itertools import combinations


def is_graph(g):
    """Whether g is a simple undirected graph, given as a tuple of ascending tuples of neighbours."""
    if not isinstance(g, tuple) or not all(isinstance(row, tuple) for row in g):
        return False
    if not all(isinstance(w, int) and not isinstance(w, bool) and 0 <= w < len(g) for row in g for w in row):
        return False
    ascending = all(row[i] < row[i + 1] for row in g for i in range(len(row) - 1))
    return ascending and all(w != v and v in g[w] for v in range(len(g)) for w in g[v])


def from_edges(order, pairs):
    """The graph on the vertices 0 to order - 1 with these edges; a pair may be repeated, or given either way round."""
    neighbours = [set() for v in range(order)]
    for u, v in pairs:
        if u == v or not 0 <= u < order or not 0 <= v < order:
            raise ValueError("an edge joins two different vertices of the graph")
        neighbours[u].add(v)
        neighbours[v].add(u)
    return tuple(tuple(sorted(near)) for near in neighbours)


def edges(g):
    """The edges, as pairs (u, v) with u < v, ascending."""
    return tuple((u, v) for u in range(len(g)) for v in g[u] if u < v)


def size(g):
    """The number of edges."""
    return sum(len(row) for row in g) // 2


def degree_sequence(g):
    """The degrees of all vertices, descending."""
    return tuple(sorted((len(row) for row in g), reverse=True))


def maximum_degree(g):
    """The largest degree; 0 for the empty graph."""
    return max((len(row) for row in g), default=0)


def minimum_degree(g):
    """The smallest degree; 0 for the empty graph."""
    return min((len(row) for row in g), default=0)


def number_of_components(g):
    """The number of connected components; 0 for the empty graph."""
    unseen = set(range(len(g)))
    number = 0
    while unseen:
        number += 1
        stack = [unseen.pop()]
        while stack:
            found = unseen.intersection(g[stack.pop()])
            unseen -= found
            stack.extend(found)
    return number


def is_connected(g):
    """Whether there is exactly one component; so the empty graph is not connected, a single vertex is."""
    return number_of_components(g) == 1


def is_tree(g):
    """Whether the graph is connected and has one edge fewer than vertices; the empty graph is no tree."""
    return is_connected(g) and size(g) == len(g) - 1


def is_forest(g):
    """Whether there is no cycle: as many edges as vertices less components; true of the empty graph."""
    return size(g) == len(g) - number_of_components(g)


def is_bipartite(g):
    """Whether two colours suffice for the vertices: no edge joins two vertices equally far from a third."""
    return all(row[u] != row[v] or row[u] == -1 for row in distances(g) for u, v in edges(g))


def is_regular(g, degree):
    """Whether every vertex has this degree; true of the empty graph."""
    return all(len(row) == degree for row in g)


def is_cubic(g):
    """Whether every vertex has degree 3; true of the empty graph."""
    return all(len(row) == 3 for row in g)


def is_complete(g):
    """Whether every two vertices are adjacent; true of the empty graph and of a single vertex."""
    return all(len(row) == len(g) - 1 for row in g)


def is_triangle_free(g):
    """Whether no two adjacent vertices have a common neighbour."""
    return not any(set(g[u]) & set(g[v]) for u, v in edges(g))


def is_bridgeless(g):
    """Whether no edge is a bridge (one whose removal leaves more components); true where there are no edges."""
    pairs = edges(g)
    return all(
        number_of_components(from_edges(len(g), [other for other in pairs if other != pair])) == number_of_components(g)
        for pair in pairs
    )


def number_of_triangles(g):
    """The number of sets of three vertices that are pairwise adjacent."""
    return sum(len(set(g[u]) & set(g[v])) for u, v in edges(g)) // 3


def distances(g):
    """The matrix of distances: for u and v, the least number of edges on a path between them, or -1 without one."""
    matrix = []
    for source in range(len(g)):
        row = [-1] * len(g)
        row[source] = 0
        queue = deque([source])
        while queue:
            v = queue.popleft()
            for w in g[v]:
                if row[w] == -1:
                    row[w] = row[v] + 1
                    queue.append(w)
        matrix.append(tuple(row))
    return tuple(matrix)


def eccentricities(g):
    """For each vertex the distance to a vertex farthest from it, in a connected graph."""
    if not is_connected(g):
        raise ValueError("eccentricities are defined for connected graphs")
    return tuple(max(row) for row in distances(g))


def diameter(g):
    """The largest distance between two vertices of a connected graph; 0 for a single vertex."""
    return max(eccentricities(g))


def radius(g):
    """The smallest eccentricity in a connected graph; 0 for a single vertex."""
    return min(eccentricities(g))


def wiener_index(g):
    """The sum of the distances over all unordered pairs of vertices of a connected graph; 0 for a single vertex."""
    if not is_connected(g):
        raise ValueError("the Wiener index is defined for connected graphs")
    return sum(sum(row) for row in distances(g)) // 2


def average_distance(g):
    """The mean distance over all unordered pairs of distinct vertices of a connected graph, as a fraction."""
    if len(g) < 2:
        raise ValueError("the average distance is defined from two vertices on")
    return Fraction(wiener_index(g), len(g) * (len(g) - 1) // 2)


def girth(g):
    """The length of a shortest cycle; 0 if there is no cycle."""
    lengths = []
    pairs = edges(g)
    for u, v in pairs:
        # A shortest cycle through an edge is the edge and a shortest path that does without it.
        detour = distances(from_edges(len(g), [pair for pair in pairs if pair != (u, v)]))[u][v]
        if detour != -1:
            lengths.append(detour + 1)
    return min(lengths, default=0)


def matching_number(g):
    """The largest number of edges of which no two share a vertex."""

    @cache
    def largest(rest):
        # Among the vertices in rest: one with fewest neighbours is matched to one of them, or stays alone. Where it has
        # one neighbour or none, some largest matching takes that neighbour.
        if not rest:
            return 0
        v = min(sorted(rest), key=lambda u: len(rest.intersection(g[u])))
        near = sorted(rest.intersection(g[v]))
        matched = [1 + largest(rest - {v, w}) for w in near]
        return max(matched) if len(near) == 1 else max([largest(rest - {v}), *matched])

    return largest(frozenset(range(len(g))))


def independence_number(g):
    """The largest number of vertices of which no two are adjacent."""

    @cache
    def largest(rest):
        # Among the vertices in the tuple rest: without its first vertex, or with it and without its neighbours.
        if not rest:
            return 0
        v = rest[0]
        return max(largest(rest[1:]), 1 + largest(tuple(w for w in rest[1:] if w not in g[v])))

    return largest(tuple(range(len(g))))


def clique_number(g):
    """The largest number of vertices that are pairwise adjacent; 0 for the empty graph."""
    return independence_number(complement(g))


def vertex_cover_number(g):
    """The least number of vertices that meet every edge: the others are independent."""
    return len(g) - independence_number(g)


def chromatic_number(g):
    """The least number of colours for the vertices such that adjacent ones differ; 0 for the empty graph."""

    def extends(colours, number):
        # Whether the colours of the vertices 0, 1, ... go on to all of g. Unused colours are alike: one is tried.
        v = len(colours)
        return v == len(g) or any(
            extends([*colours, colour], number)
            for colour in range(min(number, max(colours, default=-1) + 2))
            if all(colours[w] != colour for w in g[v] if w < v)
        )

    return next(number for number in range(len(g) + 1) if extends([], number))


def chromatic_index(g):
    """The least number of colours for the edges such that edges sharing a vertex differ; 0 without edges."""
    pairs = edges(g)

    def extends(colours, number):
        # Whether the colours of the first edges go on to all of them. Unused colours are alike: one is tried.
        if len(colours) == len(pairs):
            return True
        u, v = pairs[len(colours)]
        taken = {colours[i] for i in range(len(colours)) if u in pairs[i] or v in pairs[i]}
        fresh = min(number, max(colours, default=-1) + 2)
        return any(extends([*colours, colour], number) for colour in range(fresh) if colour not in taken)

    # A colour is used at most once at each vertex, and on at most half as many edges as there are vertices.
    return next(
        number
        for number in range(len(pairs) + 1)
        if number >= maximum_degree(g) and number * (len(g) // 2) >= len(pairs) and extends([], number)
    )


def domination_number(g):
    """The least number of vertices such that every other one has a neighbour among them; 0 for the empty graph."""
    return next(
        number
        for number in range(len(g) + 1)
        if any(
            len(set(chosen).union(*(g[v] for v in chosen))) == len(g) for chosen in combinations(range(len(g)), number)
        )
    )


def induced_subgraph(g, vertices):
    """The graph on these vertices with the edges of g between them; vertices are numbered anew, in their order."""
    number = {vertices[i]: i for i in range(len(vertices))}
    return from_edges(len(vertices), [(number[u], number[v]) for u, v in edges(g) if u in number and v in number])


def largest_induced_forest(g):
    """The largest number of vertices among which there is no cycle."""
    return next(
        number
        for number in range(len(g), -1, -1)
        if any(is_forest(induced_subgraph(g, chosen)) for chosen in combinations(range(len(g)), number))
    )


def vertex_connectivity(g):
    """The least number of vertices whose removal leaves a graph that is not connected, or a single vertex."""
    if not g:
        raise ValueError("the vertex connectivity is defined from one vertex on")
    return next(
        len(g) - number
        for number in range(len(g), 0, -1)
        if number == 1
        or not all(is_connected(induced_subgraph(g, kept)) for kept in combinations(range(len(g)), number))
    )


def has_hamiltonian_path(g):
    """Whether some path meets every vertex; true of a single vertex, false of the empty graph."""

    @cache
    def continues(v, rest):
        # Whether a path goes on from v through all vertices of the bit set rest.
        return rest == 0 or any(rest >> w & 1 and continues(w, rest - (1 << w)) for w in g[v])

    return any(continues(v, (1 << len(g)) - 1 - (1 << v)) for v in range(len(g)))


def has_hamiltonian_cycle(g):
    """Whether some cycle meets every vertex; a cycle has three vertices or more."""

    @cache
    def closes(v, rest):
        # Whether a path goes on from v through all vertices of the bit set rest, and then to vertex 0.
        if rest == 0:
            return 0 in g[v]
        return any(rest >> w & 1 and closes(w, rest - (1 << w)) for w in g[v])

    return len(g) >= 3 and closes(0, (1 << len(g)) - 2)


def adjacency_matrix(g):
    """The matrix with 1 where two vertices are adjacent and 0 elsewhere."""
    return tuple(tuple(int(w in row) for w in range(len(g))) for row in g)


def laplacian_matrix(g):
    """The matrix with the degrees on the diagonal, -1 where two vertices are adjacent and 0 elsewhere."""
    return tuple(tuple(len(g[v]) if w == v else -int(w in g[v]) for w in range(len(g))) for v in range(len(g)))


def number_of_spanning_trees(g):
    """The number of spanning trees, by Kirchhoff's theorem; 0 for the empty graph, 1 for a single vertex."""
    # The determinant of the Laplacian without its first row and column. No rows need to be exchanged: the matrix is
    # positive semidefinite, so a zero on the diagonal has zeros in all its row.
    rows = [[Fraction(x) for x in row[1:]] for row in laplacian_matrix(g)[1:]]
    determinant = Fraction(min(len(g), 1))
    for i in range(len(rows)):
        determinant *= rows[i][i]
        if determinant == 0:
            return 0
        for j in range(i + 1, len(rows)):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [rows[j][k] - factor * rows[i][k] for k in range(len(rows))]
    return int(determinant)


def are_isomorphic(g, h):
    """Whether the vertices of g can be renamed such that it becomes h."""

    def extends(images):
        # Whether the images of the vertices 0, 1, ... of g go on to all of them; the next one is tried everywhere.
        v = len(images)
        return v == len(g) or any(
            extends([*images, w])
            for w in range(len(h))
            if w not in images and len(g[v]) == len(h[w]) and all((u in g[v]) == (images[u] in h[w]) for u in range(v))
        )

    return len(g) == len(h) and degree_sequence(g) == degree_sequence(h) and extends([])


def complement(g):
    """The graph on the same vertices in which two are adjacent if they are not in g."""
    return tuple(tuple(w for w in range(len(g)) if w != v and w not in g[v]) for v in range(len(g)))


def disjoint_union(g, h):
    """Both graphs side by side: the vertices of h are numbered after those of g."""
    return g + tuple(tuple(len(g) + w for w in row) for row in h)


def cartesian_product(g, h):
    """The Cartesian product: pairs (a, x), numbered a * len(h) + x; two are adjacent if equal in one place and
    adjacent in the other.
    """
    n = len(h)
    return tuple(
        tuple(sorted([a * n + y for y in h[x]] + [b * n + x for b in g[a]])) for a in range(len(g)) for x in range(n)
    )


def strong_product(g, h):
    """The strong product: pairs (a, x), numbered a * len(h) + x, adjacent if equal or adjacent in each place."""
    n = len(h)
    return tuple(
        tuple(b * n + y for b in sorted((a, *g[a])) for y in sorted((x, *h[x])) if (b, y) != (a, x))
        for a in range(len(g))
        for x in range(n)
    )


def line_graph(g):
    """The graph whose vertices are the edges of g, in the order of edges(g), adjacent if they share a vertex."""
    pairs = edges(g)
    return tuple(
        tuple(j for j in range(len(pairs)) if j != i and set(pairs[i]) & set(pairs[j])) for i in range(len(pairs))
    )
