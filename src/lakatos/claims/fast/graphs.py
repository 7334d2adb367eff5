"""Fast graph invariants: the same names and results as in ``lakatos.claims.plain.graphs``, for searching.

Only what is clearly faster than its plain version is here. Most of it works on bit sets: a set of vertices is an
integer, with bit v set for the vertex v.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

#: Adjacency lists: ``g[v]`` is the tuple of the neighbours of ``v``, ascending.
Graph = tuple[tuple[int, ...], ...]


def bit_sets(g: Graph) -> list[int]:
    """The neighbourhoods as bit sets."""
    return [sum([1 << w for w in row]) for row in g]


def members(bits: int) -> Iterator[int]:
    """The vertices of a bit set, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _reach(near: Sequence[int], start: int, within: int) -> int:
    """The vertices that can be reached from the bit set ``start`` inside ``within``, ``start`` included."""
    reached = frontier = start
    while frontier:
        low = frontier & -frontier
        found = near[low.bit_length() - 1] & within & ~reached
        reached |= found
        frontier ^= low | found
    return reached


def is_bipartite(g: Graph) -> bool:
    """Whether two colours suffice for the vertices. One traversal, each vertex coloured unlike the one it came from."""
    side = [-1] * len(g)
    for root in range(len(g)):
        if side[root] >= 0:
            continue
        side[root], stack = 0, [root]
        while stack:
            v = stack.pop()
            for w in g[v]:
                if side[w] < 0:
                    side[w] = 1 - side[v]
                    stack.append(w)
                elif side[w] == side[v]:
                    return False
    return True


def is_bridgeless(g: Graph) -> bool:
    """Whether no edge is a bridge.

    Depth-first search with low points (R. E. Tarjan, A note on finding the bridges of a graph, 1974): the edge down
    to a child is a bridge unless something below it has an edge back to above it.
    """
    entered, low = [0] * len(g), [0] * len(g)
    clock = 0
    for root in range(len(g)):
        if entered[root]:
            continue
        clock += 1
        entered[root] = low[root] = clock
        stack = [(root, -1, iter(g[root]))]
        while stack:
            v, parent, rest = stack[-1]
            for w in rest:
                if not entered[w]:
                    clock += 1
                    entered[w] = low[w] = clock
                    stack.append((w, v, iter(g[w])))
                    break
                if w != parent and entered[w] < low[v]:
                    low[v] = entered[w]
            else:
                stack.pop()
                if parent >= 0:
                    if low[v] == entered[v]:
                        return False
                    low[parent] = min(low[parent], low[v])
    return True


def _layers(g: Graph) -> tuple[list[int], int]:
    """The eccentricities and the Wiener index of a connected graph.

    All balls grow at once: the ball of radius r + 1 about v is the union of those of radius r about its neighbours
    (and about v, where r = 0).
    """
    full, order = (1 << len(g)) - 1, len(g)
    balls = [1 << v for v in range(order)]
    eccentricity, total = [0] * order, 0
    open_ = [v for v in range(order) if balls[v] != full]
    while open_:
        # Every pair further apart than the radius adds one.
        missing = sum([order - balls[v].bit_count() for v in open_])
        total += missing
        grown = list(balls)
        for v in open_:
            eccentricity[v] += 1
            ball = balls[v]
            for w in g[v]:
                ball |= balls[w]
            grown[v] = ball
        if grown == balls:
            raise ValueError("distances are compared in connected graphs")
        balls = grown
        open_ = [v for v in open_ if balls[v] != full]
    return eccentricity, total // 2


def eccentricities(g: Graph) -> tuple[int, ...]:
    """For each vertex the distance to a vertex farthest from it, in a connected graph. Growing balls as bit sets."""
    if not g:
        raise ValueError("eccentricities are defined for connected graphs")
    return tuple(_layers(g)[0])


def diameter(g: Graph) -> int:
    """The largest distance between two vertices of a connected graph. Growing balls as bit sets."""
    return max(eccentricities(g))


def radius(g: Graph) -> int:
    """The smallest eccentricity in a connected graph. Growing balls as bit sets."""
    return min(eccentricities(g))


def wiener_index(g: Graph) -> int:
    """The sum of all distances in a connected graph. Growing balls as bit sets: a pair counts until they meet."""
    if not g:
        raise ValueError("the Wiener index is defined for connected graphs")
    return _layers(g)[1]


def average_distance(g: Graph) -> Fraction:
    """The mean distance over all pairs of distinct vertices of a connected graph. From the Wiener index."""
    if len(g) < 2:
        raise ValueError("the average distance is defined from two vertices on")
    return Fraction(wiener_index(g), len(g) * (len(g) - 1) // 2)


def girth(g: Graph) -> int:
    """The length of a shortest cycle, 0 if there is none.

    A breadth-first search from every vertex (A. Itai and M. Rodeh, Finding a minimum circuit in a graph, 1978): an
    edge besides the search tree closes a walk with a cycle in it, and from a vertex of a shortest cycle no longer one.
    """
    shortest = len(g) + 1
    for source in range(len(g)):
        depth, parent = [-1] * len(g), [-1] * len(g)
        depth[source], queue = 0, [source]
        for v in queue:
            if 2 * depth[v] + 1 >= shortest:
                break
            for w in g[v]:
                if depth[w] < 0:
                    depth[w], parent[w] = depth[v] + 1, v
                    queue.append(w)
                elif w != parent[v]:
                    shortest = min(shortest, depth[v] + depth[w] + 1)
        if shortest == 3:
            break
    return shortest if shortest <= len(g) else 0


def matching_number(g: Graph) -> int:
    """The largest number of edges of which no two share a vertex.

    J. Edmonds' blossom algorithm (Paths, trees, and flowers, 1965), in networkx. Before it, a greedy matching that
    takes vertices with the fewest free neighbours first: it is believed where it leaves at most one vertex unmatched,
    or where no choice was ever made.
    """
    near = bit_sets(g)
    free = sum([1 << v for v in range(len(g)) if near[v]])
    bound, matched, forced = free.bit_count() // 2, 0, True
    while free:
        v = min(members(free), key=lambda v: (near[v] & free).bit_count())
        choices = near[v] & free
        free ^= 1 << v
        if choices:
            # The only neighbour of a vertex may as well be matched to it, so nothing is lost.
            forced = forced and choices.bit_count() == 1
            w = min(members(choices), key=lambda w: (near[w] & free).bit_count())
            free ^= 1 << w
            matched += 1
    if forced or matched == bound:
        return matched
    import networkx as nx

    graph = nx.Graph()
    graph.add_edges_from((v, w) for v, row in enumerate(g) for w in row if v < w)
    return len(nx.max_weight_matching(graph, maxcardinality=True))


def independence_number(g: Graph) -> int:
    """The largest number of pairwise non-adjacent vertices. Branch and bound on bit sets, see ``_independent``."""
    return _independent(bit_sets(g))


def vertex_cover_number(g: Graph) -> int:
    """The least number of vertices that meet every edge: those outside a largest independent set."""
    return len(g) - _independent(bit_sets(g))


def clique_number(g: Graph) -> int:
    """The largest number of pairwise adjacent vertices: a largest independent set of the complement."""
    full = (1 << len(g)) - 1
    return _independent([full & ~bits & ~(1 << v) for v, bits in enumerate(bit_sets(g))])


def _independent(near: Sequence[int]) -> int:
    """The size of a largest independent set.

    A vertex with at most one neighbour left is taken; otherwise one with most neighbours is taken or left (R. E.
    Tarjan and A. E. Trojanowski, Finding a maximum independent set, 1977, without their finer cases).
    """

    def largest(rest: int) -> int:
        taken = 0
        while rest:
            widest, most, bits = 0, -1, rest
            while bits:
                low = bits & -bits
                bits ^= low
                neighbours = near[low.bit_length() - 1] & rest
                count = neighbours.bit_count()
                if count <= 1:
                    taken += 1
                    rest &= ~(low | neighbours)
                    break
                if count > most:
                    widest, most = low, count
            else:
                without = rest & ~widest
                if most == 2:
                    # Cycles only: whether a vertex is left out of one never matters.
                    rest = without
                    continue
                return taken + max(largest(without), 1 + largest(without & ~near[widest.bit_length() - 1]))
        return taken

    return largest((1 << len(near)) - 1)


def chromatic_number(g: Graph) -> int:
    """The least number of colours for the vertices.

    Backtracking that colours a vertex with the most colours around it first (D. Brelaz, New methods to color the
    vertices of a graph, 1979), from a greedily found clique on.
    """
    if not any(g):
        return min(len(g), 1)
    near = bit_sets(g)
    return _colours(near, len(g))


def _colours(near: Sequence[int], order: int) -> int:
    """The least number of colours for the vertices of a graph given by bit sets."""
    clique: list[int] = []
    common = (1 << order) - 1
    while common:
        v = max(members(common), key=lambda v: (near[v] & common).bit_count())
        clique.append(v)
        common &= near[v]
    count = len(clique)
    while not _colourable(near, order, count, clique):
        count += 1
    return count


def _colourable(near: Sequence[int], order: int, count: int, first: Sequence[int]) -> bool:
    """Whether ``count`` colours suffice, given that the vertices ``first`` have all different ones."""
    every = (1 << count) - 1
    around = [0] * order  # the colours that the neighbours of a vertex have, as a bit set

    def extends(rest: int, used: int) -> bool:
        if not rest:
            return True
        best, rank, bits = -1, (-1, -1), rest
        while bits:
            low = bits & -bits
            bits ^= low
            v = low.bit_length() - 1
            here = (around[v].bit_count(), (near[v] & rest).bit_count())
            if here > rank:
                best, rank = v, here
        if rank[0] == count:
            return False
        rest ^= 1 << best
        # Unused colours are alike: the lowest is tried.
        choices = every & ~around[best] & (used | (used + 1))
        affected = list(members(near[best] & rest))
        while choices:
            colour = choices & -choices
            choices ^= colour
            changed = [w for w in affected if not around[w] & colour]
            for w in changed:
                around[w] |= colour
            if extends(rest, used | colour):
                return True
            for w in changed:
                around[w] ^= colour
        return False

    rest = (1 << order) - 1
    for i, v in enumerate(first):
        rest ^= 1 << v
        for w in members(near[v]):
            around[w] |= 1 << i
    return extends(rest, (1 << len(first)) - 1)


def chromatic_index(g: Graph) -> int:
    """The least number of colours for the edges: the largest degree, or one more (V. G. Vizing, 1964).

    One more if some odd set of vertices has too many edges within it for so many matchings, not more for a bipartite
    graph (D. Koenig, 1916); otherwise the vertices of the line graph are coloured by backtracking.
    """
    degree = max((len(row) for row in g), default=0)
    if degree < 2 or is_bipartite(g):
        return degree
    # Where degrees are small, such a set is not worth looking for: it is rare, and backtracking is quick.
    if 3 * degree >= len(g) and _overfull(g, degree):
        return degree + 1
    pairs = [(v, w) for v, row in enumerate(g) for w in row if v < w]
    at = [0] * len(g)
    for i, (v, w) in enumerate(pairs):
        at[v] |= 1 << i
        at[w] |= 1 << i
    near = [(at[v] | at[w]) ^ (1 << i) for i, (v, w) in enumerate(pairs)]
    star = max(at, key=int.bit_count)
    return degree if _colourable(near, len(pairs), degree, list(members(star))) else degree + 1


def _overfull(g: Graph, degree: int) -> bool:
    """Whether an odd set of all but at most 3 vertices has more edges than ``degree`` matchings within it can have."""
    near, order, full = bit_sets(g), len(g), (1 << len(g)) - 1
    edges = sum([len(row) for row in g]) // 2
    for removed in range(1 - order % 2, min(order, 4), 2):
        room = degree * ((order - removed) // 2)
        for gone in combinations(range(order), removed):
            left, lost = full, 0
            for v in gone:
                lost += (near[v] & left).bit_count()
                left ^= 1 << v
            if edges - lost > room:
                return True
    return False


def domination_number(g: Graph) -> int:
    """The least number of vertices such that every other one has a neighbour among them.

    Iterative deepening: the vertex that fewest can dominate must be dominated by one of these.
    """
    closed = [bits | 1 << v for v, bits in enumerate(bit_sets(g))]
    reach = max((len(row) + 1 for row in g), default=1)

    def suffices(count: int, open_: int, allowed: int) -> bool:
        if not open_:
            return True
        if count * reach < open_.bit_count():
            return False
        if count == 1:
            return any(not open_ & ~closed[v] for v in members(closed[(open_ & -open_).bit_length() - 1] & allowed))
        fewest, least, bits = 0, len(closed) + 1, open_
        while bits:
            low = bits & -bits
            bits ^= low
            choices = closed[low.bit_length() - 1] & allowed
            if choices.bit_count() < least:
                fewest, least = choices, choices.bit_count()
        for v in sorted(members(fewest), key=lambda v: -(closed[v] & open_).bit_count()):
            if suffices(count - 1, open_ & ~closed[v], allowed):
                return True
            # What was tried in vain is not tried again among the later choices.
            allowed ^= 1 << v
        return False

    full = (1 << len(g)) - 1
    count = -(-len(g) // reach)
    while not suffices(count, full, full):
        count += 1
    return count


def largest_induced_forest(g: Graph) -> int:
    """The largest number of vertices among which there is no cycle.

    Branch and bound over the vertices, sparsest first, with the components of the forest so far: a vertex may join if
    it has at most one neighbour in each, and one that may not is lost for good.
    """
    near = bit_sets(g)
    best = 0

    def search(count: int, trees: list[int], rest: int) -> None:
        nonlocal best
        best = max(best, count)
        while rest and count + rest.bit_count() > best:
            low, fewest, bits = 0, len(near) + 1, rest
            while bits:
                bit = bits & -bits
                bits ^= bit
                degree = (near[bit.bit_length() - 1] & rest).bit_count()
                if degree < fewest:
                    low, fewest = bit, degree
            rest ^= low
            v = low.bit_length() - 1
            joined, apart = low, []
            for tree in trees:
                if near[v] & tree:
                    joined |= tree
                else:
                    apart.append(tree)
            touched = len(trees) - len(apart)
            left, bits = rest, rest
            while bits:
                bit = bits & -bits
                bits ^= bit
                common = near[bit.bit_length() - 1] & joined
                if common & (common - 1):
                    left ^= bit
            search(count + 1, [*apart, joined], left)
            if fewest + touched <= 1:
                # Joined to what is left and to the forest by one edge at most, it need not be left out.
                return

    search(0, [], (1 << len(g)) - 1)
    return best


def vertex_connectivity(g: Graph) -> int:
    """The least number of vertices whose removal leaves a graph that is not connected, or a single vertex.

    All sets of vertices in the order of their size, below the smallest degree; flood fill on bit sets.
    """
    if not g:
        raise ValueError("the vertex connectivity is defined from one vertex on")
    near, order, full = bit_sets(g), len(g), (1 << len(g)) - 1
    least = min(len(row) for row in g)
    for removed in range(least):
        for gone in combinations(range(order), removed):
            kept = full - sum([1 << v for v in gone])
            if _reach(near, kept & -kept, kept) != kept:
                return removed
    return least


def has_hamiltonian_path(g: Graph) -> bool:
    """Whether some path meets every vertex: a Hamiltonian cycle, once a vertex is added that is adjacent to all."""
    order = len(g)
    if order < 2:
        return order == 1
    return _hamiltonian([*(bits | 1 << order for bits in bit_sets(g)), (1 << order) - 1])


def has_hamiltonian_cycle(g: Graph) -> bool:
    """Whether some cycle meets every vertex. Backtracking with pruning, see ``_hamiltonian``."""
    return len(g) >= 3 and _hamiltonian(bit_sets(g))


def _hamiltonian(near: Sequence[int]) -> bool:
    """Whether some cycle meets every vertex of a graph with three vertices or more.

    Depth-first search for the path, vertices with few ways on first (H. C. von Warnsdorff's rule). A branch ends where
    a vertex left over has fewer than two neighbours among those left and the two ends of the path, where what is left
    falls apart, and where the same end with the same vertices left has failed before.
    """
    full = (1 << len(near)) - 1
    if any(bits.bit_count() < 2 for bits in near):
        return False
    start = min(range(len(near)), key=lambda v: near[v].bit_count())
    failed: set[tuple[int, int]] = set()

    def closes(v: int, rest: int) -> bool:
        if not rest:
            return bool(near[v] >> start & 1)
        if (v, rest) in failed:
            return False
        ends = rest | 1 << v | 1 << start
        choices = []
        bits = rest
        while bits:
            low = bits & -bits
            bits ^= low
            w = low.bit_length() - 1
            ways = (near[w] & ends).bit_count()
            if ways < 2:
                failed.add((v, rest))
                return False
            if near[v] & low:
                choices.append((ways, w))
        if choices and _reach(near, rest & -rest, rest) == rest:
            for _, w in sorted(choices):
                if closes(w, rest ^ 1 << w):
                    return True
        failed.add((v, rest))
        return False

    return closes(start, full ^ 1 << start)


def number_of_spanning_trees(g: Graph) -> int:
    """The number of spanning trees: a minor of the Laplacian (Kirchhoff), by FLINT's exact integer determinant."""
    from flint import fmpz_mat

    if len(g) < 2:
        return len(g)
    rows = [[0] * (len(g) - 1) for _ in g[1:]]
    for v, row in enumerate(g[:-1]):
        for w in row:
            if w < len(rows):
                rows[v][w] = -1
        rows[v][v] = len(row)
    return int(fmpz_mat(rows).det())


def are_isomorphic(g: Graph, h: Graph) -> bool:
    """Whether the vertices of g can be renamed such that it becomes h.

    Backtracking within the classes of colour refinement, both graphs refined side by side; a vertex of a small class
    first, then those next to vertices that are placed.
    """
    order = len(g)
    if order != len(h) or sorted(map(len, g)) != sorted(map(len, h)):
        return False
    colours = refined((*g, *(tuple([order + w for w in row]) for row in h)), [0] * (2 * order))[0]
    if sorted(colours[:order]) != sorted(colours[order:]):
        return False
    alike = [[w for w in range(order) if colours[order + w] == colours[v]] for v in range(order)]
    near, other = bit_sets(g), bit_sets(h)
    sequence: list[int] = []
    placed = 0
    for _ in range(order):
        left = [v for v in range(order) if not placed >> v & 1]
        v = min(left, key=lambda v: (len(alike[v]) > 1, -(near[v] & placed).bit_count(), len(alike[v])))
        sequence.append(v)
        placed |= 1 << v
    image = [0] * order

    def extends(place: int, used: int) -> bool:
        if place == order:
            return True
        v = sequence[place]
        expected = sum([1 << image[u] for u in sequence[:place] if near[v] >> u & 1])
        for w in alike[v]:
            if not used >> w & 1 and other[w] & used == expected:
                image[v] = w
                if extends(place + 1, used | 1 << w):
                    return True
        return False

    return extends(0, 0)


def refined(g: Graph, colours: list[int]) -> tuple[list[int], int]:
    """The coarsest refinement in which vertices of one colour see equally many of each, and its number of colours.

    Colours are numbered from 0, in the order of those they come from.
    """
    width, count = len(g).bit_length(), 0
    while True:
        ranks = {colour: i for i, colour in enumerate(sorted(set(colours)))}
        colours = [ranks[colour] for colour in colours]
        # A refinement only ever splits colours, so equally many are the same ones.
        if len(ranks) in (count, len(g)):
            return colours, len(ranks)
        count = len(ranks)
        # How often each colour is seen, as the digits of a number, below the colour itself.
        digit = [1 << (width * colour) for colour in colours]
        top = 1 << (width * count)
        colours = [colour * top + sum([digit[w] for w in row]) for colour, row in zip(colours, g, strict=True)]


def line_graph(g: Graph) -> Graph:
    """The graph whose vertices are the edges of g, ascending, adjacent if they share a vertex. Edges by vertex."""
    at: list[list[int]] = [[] for _ in g]
    pairs = [(v, w) for v, row in enumerate(g) for w in row if v < w]
    for i, (v, w) in enumerate(pairs):
        at[v].append(i)
        at[w].append(i)
    return tuple(tuple(sorted([j for j in at[v] + at[w] if j != i])) for i, (v, w) in enumerate(pairs))
