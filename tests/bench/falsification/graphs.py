"""Claims about graphs and matroids, as the literature has them, over their natural domains."""

# A premise takes every variable of its claim, also those it does not look at.
# ruff: noqa: ARG001

from fractions import Fraction
from functools import cache

from lakatos.claims import (
    adjacency_matrix,
    are_isomorphic,
    cartesian_product,
    chromatic_index,
    chromatic_number,
    complement,
    disjoint_union,
    distances,
    edges,
    forall,
    graphs,
    has_hamiltonian_cycle,
    independence_number,
    induced_subgraph,
    integers,
    is_connected,
    matching_number,
    number_of_triangles,
    sequences,
    size,
    spectral_radius,
    sqrt,
    strong_product,
    trees,
)
from lakatos.claims.plain.reals import characteristic_polynomial

# The largest eigenvalue and the matching number. Neither grows when an edge is taken away, and the bound depends on the
# order only: where a connected graph refutes, so does each of its spanning trees.


@forall(g=trees(19))
def wagner_19(g):
    """lambda_1 + matching number >= sqrt(n - 1) + 1 for connected graphs of order 19 (Aouchiche and Hansen)."""
    return spectral_radius(g) + matching_number(g) - sqrt(len(g) - 1) - 1


@forall(g=trees((3, None)))
def wagner_18(g):
    """lambda_1 + matching number >= sqrt(n - 1) + 1 for connected graphs of order n >= 3 (Aouchiche and Hansen)."""
    return spectral_radius(g) + matching_number(g) - sqrt(len(g) - 1) - 1


# Written on the Wall II. There l_avg is the mean of the independence numbers of the neighbourhoods.


def average_local_independence(g):
    """The mean over the vertices of the largest number of neighbours of which no two are adjacent."""
    return Fraction(sum(independence_number(induced_subgraph(g, row)) for row in g), len(g))


def bipartite_number(g):
    """The largest number of vertices that induce a bipartite graph: two disjoint independent sets, one in each copy of
    g in its product with an edge.
    """
    return independence_number(cartesian_product(g, ((1,), (0,))))


def forest_number(g):
    """The largest number of vertices that induce a forest: each vertex in turn is taken or left, within a bound."""
    near = [sum(1 << w for w in row) for row in g]

    def grown(v, parts, kept, most):
        # The vertices below v are decided; parts are the components of what is kept, as bit sets.
        if kept + len(g) - v <= most:
            return most
        if v == len(g):
            return kept
        met = [part for part in parts if part & near[v]]
        if all((part & near[v]).bit_count() == 1 for part in met):
            others = [part for part in parts if not part & near[v]]
            most = grown(v + 1, [*others, sum(met, start=1 << v)], kept + 1, most)
        return grown(v + 1, parts, kept, most)

    return grown(0, [], 0, 0)


@forall(g=graphs((2, None), connected=True))
def wowii_58(g):
    """Largest induced forest >= ceil(largest induced bipartite subgraph / l_avg) (Written on the Wall II, 58)."""
    # A whole number is at least the ceiling of x if it is at least x.
    return forest_number(g) - bipartite_number(g) / average_local_independence(g)


def hangs_together(near, rest):
    """Whether the vertices of the bit set rest are connected among themselves."""
    found = new = rest & -rest
    while new:
        reached = near[new.bit_length() - 1] & rest & ~found
        new = (new & ~(1 << new.bit_length() - 1)) | reached
        found |= reached
    return found == rest


def closes_up(near):
    """Whether some cycle meets all of three or more vertices, near[v] being the neighbours of v as a bit set: paths
    from vertex 0 are tried, and given up where what is left falls apart or cannot be between its neighbours.
    """

    @cache
    def goes_on(v, rest):
        if not rest:
            return bool(near[v] & 1)
        left = [w for w in range(len(near)) if rest >> w & 1]
        ways = {w: (near[w] & (rest | 1 << v | 1)).bit_count() for w in left}
        # With two ways, both are used; and either end of the path has one place free.
        forced = [w for w in left if ways[w] == 2]
        if min(ways.values()) < 2 or any(sum(near[w] >> end & 1 for w in forced) > 1 + (v == 0) for end in (0, v)):
            return False
        return hangs_together(near, rest) and any(
            goes_on(w, rest ^ 1 << w) for w in sorted(left, key=ways.get) if near[v] >> w & 1
        )

    return goes_on(0, (1 << len(near)) - 2)


# "alpha <= 1 + l_avg implies a Hamiltonian path", the other way round: what is left of the claim is then a number.
@forall(g=graphs((1, None), connected=True), strict=True)
def wowii_194(g):
    """A connected graph without a Hamiltonian path has alpha > 1 + l_avg (Written on the Wall II, 194)."""
    return independence_number(g) - 1 - average_local_independence(g)


@wowii_194.given
def no_hamiltonian_path(g):
    """g has no Hamiltonian path"""
    # No cycle meets all vertices of g and a further one that is adjacent to each of them.
    return len(g) > 1 and not closes_up([(1 << len(g)) - 1 << 1, *(1 | sum(2 << w for w in row) for row in g)])


def is_vertex_transitive(g):
    """Whether for every vertex there is an automorphism that takes vertex 0 there."""

    def extends(images):
        # Whether the images of the vertices 0, 1, ... go on to an automorphism.
        v = len(images)
        return v == len(g) or any(
            extends([*images, w])
            for w in range(len(g))
            if w not in images and all((u in g[v]) == (images[u] in g[w]) for u in range(v))
        )

    # From each vertex as many are at each distance.
    return len({tuple(sorted(row)) for row in distances(g)}) <= 1 and all(extends([w]) for w in range(1, len(g)))


# From order 3 on: K_1 and K_2 are the trivial exceptions.
@forall(g=graphs((3, None), connected=True, such_that=is_vertex_transitive))
def vertex_transitive_hamiltonian(g):
    """Every connected vertex-transitive graph of order n >= 3 has a Hamiltonian cycle."""
    return has_hamiltonian_cycle(g)


# Connected: of a graph that refutes, one component does.
@forall(g=graphs((4, None), connected=True, cubic=True, bridgeless=True))
def bridgeless_cubic_three_colours(g):
    """The edges of every bridgeless cubic graph can be coloured with 3 colours."""
    return 3 - chromatic_index(g)


def path_through(g, start, inner, ends):
    """A path from start through one or more of the vertices in inner to a vertex of ends, other than start."""
    paths = [(start, v) for v in g[start] if v in inner]
    seen = {path[-1] for path in paths}
    for path in paths:
        for w in g[path[-1]]:
            if w in ends and w != start:
                return (*path, w)
            if w in inner and w not in seen:
                seen.add(w)
                paths.append((*path, w))
    raise ValueError("the graph falls apart without some vertex")


def pieces(g, drawn, links):
    """What is not drawn of g: for each piece the vertices where it hangs on to what is, and a path between two."""
    found = [({u, v}, (u, v)) for u, v in edges(g) if u in drawn and v in drawn and frozenset((u, v)) not in links]
    rest = set(range(len(g))) - drawn
    while rest:
        stack = [min(rest)]
        inner = set(stack)
        while stack:
            new = {w for w in g[stack.pop()] if w not in drawn} - inner
            inner |= new
            stack.extend(new)
        rest -= inner
        ends = {w for v in inner for w in g[v] if w in drawn}
        found.append((ends, path_through(g, min(ends), inner, ends)))
    return found


def can_be_drawn(g):
    """Whether a graph that no vertex separates can be drawn without crossings: Demoucron, Malgrange, Pertuiset 1964."""
    around = path_through(g, 0, set(range(1, len(g))) - {g[0][0]}, {g[0][0]})
    faces, drawn = [around, around], set(around)
    links = {frozenset((around[i], around[i - 1])) for i in range(len(around))}
    while len(links) < size(g):
        # The piece with fewest faces to go to; if there are several faces for every piece, it may go to any.
        fitting = [
            ([face for face in faces if ends.issubset(face)], path) for ends, path in pieces(g, drawn, links)
        ]  # fmt: skip
        into, path = min(fitting, key=lambda one: len(one[0]))
        if not into:
            return False
        face = into[0]
        if face.index(path[0]) > face.index(path[-1]):
            path = path[::-1]
        i, j = face.index(path[0]), face.index(path[-1])
        faces.remove(face)
        faces += [face[i : j + 1] + path[-2:0:-1], face[j:] + face[:i] + path[:-1]]
        drawn |= set(path)
        links |= {frozenset((path[k], path[k + 1])) for k in range(len(path) - 1)}
    return True


def is_polyhedral(g):
    """Whether g is planar and no two vertices separate it: the graph of a polyhedron (Steinitz)."""
    others = [[v for v in range(len(g)) if v not in (a, b)] for a in range(len(g)) for b in range(a)]
    return len(g) >= 4 and all(is_connected(induced_subgraph(g, kept)) for kept in others) and can_be_drawn(g)


@forall(g=graphs((4, None), cubic=True, such_that=is_polyhedral))
def tait(g):
    """Every 3-connected cubic planar graph has a Hamiltonian cycle (Tait 1884)."""
    return closes_up([sum(1 << w for w in row) for row in g])


@forall(g=graphs(triangle_free=True))
def triangle_free_three_colours(g):
    """Every triangle-free graph is 3-colourable."""
    return 3 - chromatic_number(g)


# "The same spectrum implies isomorphic", the other way round: how far two spectra are apart is a number. Graphs of two
# orders differ in either anyway.
@forall(g=graphs(), h=graphs(), strict=True)
def cospectral(g, h):
    """Graphs of one order that are not isomorphic have different characteristic polynomials."""
    p, q = characteristic_polynomial(adjacency_matrix(g)), characteristic_polynomial(adjacency_matrix(h))
    return sum(abs(p[i] - q[i]) for i in range(len(p)))


@cospectral.given
def one_order(g, h):
    """g and h have the same order"""
    return len(g) == len(h)


@cospectral.given
def not_isomorphic(g, h):
    """g and h are not isomorphic"""
    return not are_isomorphic(g, h)


def refined_colours(g):
    """The coarsest colouring in which vertices of one colour have as many neighbours of each colour."""
    colours = [0] * len(g)
    for _ in g:
        told = [(colours[v], tuple(sorted(colours[w] for w in g[v]))) for v in range(len(g))]
        number = {one: i for i, one in enumerate(sorted(set(told)))}
        colours = [number[one] for one in told]
    return colours


# The other way round, as above.
@forall(g=graphs(), h=graphs(), strict=True)
def colour_refinement(g, h):
    """Colour refinement (1-WL) tells graphs of one order apart that are not isomorphic."""
    colours = refined_colours(disjoint_union(g, h))
    first, second = colours[: len(g)], colours[len(g) :]
    return sum(abs(first.count(colour) - second.count(colour)) for colour in set(colours))


colour_refinement.given(one_order)
colour_refinement.given(not_isomorphic)


# A colouring of the edges of K_n with two colours is a graph, of the edges of the one colour.


def number_of_four_cliques(g):
    """The number of sets of four vertices that are pairwise adjacent."""
    above = [sum(1 << w for w in g[v] if w > v) for v in range(len(g))]
    return sum(
        (above[u] & above[v] & above[w]).bit_count()
        for u, v in edges(g)
        for w in g[v]
        if w > v and above[u] >> w & 1
    )  # fmt: skip


@forall(g=graphs(17))
def ramsey_44(g):
    """Every colouring of the edges of K_17 with two colours has a K_4 of one colour: R(4, 4) <= 17."""
    return number_of_four_cliques(g) + number_of_four_cliques(complement(g)) - 1


@forall(g=graphs(5))
def ramsey_33(g):
    """Every colouring of the edges of K_5 with two colours has a triangle of one colour: R(3, 3) <= 5."""
    return number_of_triangles(g) + number_of_triangles(complement(g)) - 1


@forall(g=graphs(6))
def ramsey_33_6(g):
    """Every colouring of the edges of K_6 with two colours has a triangle of one colour: R(3, 3) <= 6."""
    return number_of_triangles(g) + number_of_triangles(complement(g)) - 1


@forall(g=graphs((1, None)))
def shannon(g):
    """The independence number of the strong product of g with itself is the square of that of g."""
    # It is never less.
    return independence_number(g) ** 2 - independence_number(strong_product(g, g))


# A matroid is the sequence of its bases, and a set is a number: bit i stands for the element i.


def rank_of(bases, x):
    """The rank of a set: how many of its elements a basis has at most."""
    return max((basis & x).bit_count() for basis in bases)


@forall(bases=sequences(integers(0), (1, None), of="basis"), a=integers(0), b=integers(0), c=integers(0), d=integers(0))
def ingleton(bases, a, b, c, d):
    """The rank function of a matroid satisfies the Ingleton inequality for any four sets."""
    right = sum(rank_of(bases, x) for x in (a | b, a | c, a | d, b | c, b | d))
    return right - sum(rank_of(bases, x) for x in (a, b, a | b | c, a | b | d, c | d))


@ingleton.given
def of_one_size(bases, a, b, c, d):
    """all bases have the same number of elements"""
    return len({basis.bit_count() for basis in bases}) == 1


@ingleton.given
def exchange(bases, a, b, c, d):
    """of two bases, each element of the first that the second has not can be exchanged for one of the second"""
    known = set(bases)
    places = range(max(bases).bit_length())
    return all(
        any(y >> j & ~x >> j & 1 and x ^ 1 << i | 1 << j in known for j in places)
        for x in known
        for y in known
        for i in places
        if x >> i & ~y >> i & 1
    )


CLAIMS = {
    "gt-wagner-19": wagner_19,
    "gt-wagner-18": wagner_18,
    "gt-wowii-58": wowii_58,
    "gt-wowii-194": wowii_194,
    "gt-petersen-hamilton": vertex_transitive_hamiltonian,
    "gt-snark": bridgeless_cubic_three_colours,
    "gt-tait": tait,
    "gt-triangle-free-3col": triangle_free_three_colours,
    "gt-cospectral": cospectral,
    "gt-1wl": colour_refinement,
    "gt-ramsey-44": ramsey_44,
    "gt-ramsey-33": ramsey_33,
    "gt-shannon": shannon,
    "gt-ingleton-vamos": ingleton,
    "T-ramsey-33-6": ramsey_33_6,
}
TRUE = frozenset({"T-ramsey-33-6"})
WITHOUT = {
    "gt-hirsch": "a witness has dimension 20 or more and 40 facets: listing its 36,000 vertices is beyond a claim",
}
