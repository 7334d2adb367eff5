"""Claims about greedy and online algorithms, schedules and shortest paths."""

# A premise takes every variable of its claim, also those it does not look at.
# ruff: noqa: ARG001

from lakatos.claims import (
    fifo_faults,
    first_fit_decreasing,
    forall,
    graphs,
    integers,
    list_schedule_precedence,
    lpt,
    optimal_bins,
    optimal_makespan,
    permutations,
    sequences,
    vectors,
)


@forall(jobs=sequences(integers(1), (1, None), of="job"))
def lpt_on_two_machines(jobs):
    """Scheduling the longest job first is optimal on two machines."""
    return optimal_makespan(jobs, 2) - lpt(jobs, 2)


# Precedence is a sequence of pairs (i, j): job i is to be finished before job j starts. That i comes before j in the
# list as well keeps the pairs from going round in a circle.


def awaited(count, pairs):
    """For each job the jobs that it waits for."""
    return [[i for i, j in pairs if j == job] for job in range(count)]


@forall(
    times=sequences(integers(1), (1, None), of="job"),
    pairs=sequences(vectors(integers(0), 2), (0, None), of="pair"),
    machines=integers(1),
)
def one_more_machine(times, pairs, machines):
    """One more machine never lengthens a list schedule with precedence."""
    before = awaited(len(times), pairs)
    return list_schedule_precedence(times, machines, before) - list_schedule_precedence(times, machines + 1, before)


@one_more_machine.given
def in_order(times, pairs, machines):
    """every pair names two jobs, in the order of the list"""
    return all(i < j < len(times) for i, j in pairs)


# A job is two numbers: how long it takes, and how much longer it took before. So it is shortened, and not to nothing.
@forall(
    jobs=sequences(vectors(integers(1), 2), (1, None), of="job"),
    pairs=sequences(vectors(integers(0), 2), (0, None), of="pair"),
    machines=integers(1),
)
def shorter_jobs(jobs, pairs, machines):
    """Shortening every job never lengthens a list schedule with precedence."""
    before = awaited(len(jobs), pairs)
    long = list_schedule_precedence([time + cut for time, cut in jobs], machines, before)
    return long - list_schedule_precedence([time for time, _ in jobs], machines, before)


@shorter_jobs.given
def jobs_in_order(jobs, pairs, machines):
    """every pair names two jobs, in the order of the list"""
    return all(i < j < len(jobs) for i, j in pairs)


@forall(requests=sequences(integers(0), (1, None), of="request"), frames=integers(1))
def one_more_frame(requests, frames):
    """First in, first out never has more faults with one more frame."""
    return fifo_faults(requests, frames) - fifo_faults(requests, frames + 1)


@forall(items=sequences(integers(1), (1, None)), capacity=integers(1))
def first_fit_eleven_ninths(items, capacity):
    """First fit decreasing uses at most 11/9 times the least number of bins."""
    return 11 * optimal_bins(items, capacity) - 9 * first_fit_decreasing(items, capacity)


@first_fit_eleven_ninths.given
def items_fit(items, capacity):
    """no item is larger than a bin"""
    return max(items) <= capacity


def greedy_change(coins, amount):
    """How many coins are paid if each is the largest that is not too large."""
    count = 0
    for coin in sorted(coins, reverse=True):
        count += amount // coin
        amount %= coin
    return count


def least_change(coins, amount):
    """The least number of coins that make up the amount."""
    least = [0]
    for total in range(1, amount + 1):
        least.append(1 + min(least[total - coin] for coin in coins if coin <= total))
    return least[amount]


@forall(others=sequences(integers(2), (0, None), of="coin"), amount=integers(1))
def greedy_coins(others, amount):
    """Greedy change-making is optimal for every system of coins that has 1 (and the others)."""
    coins = {1, *others}
    return least_change(coins, amount) - greedy_change(coins, amount)


# Ties are broken by a permutation, since the graphs of a domain are listed up to isomorphism.
@forall(g=graphs((1, None), bipartite=True), order=permutations((1, None)))
def welsh_powell(g, order):
    """Greedy colouring, the largest degree first, uses at most 2 colours on bipartite graphs, however ties are broken:
    by the order of the vertices.
    """
    colours = {}
    for v in sorted(order, key=lambda v: -len(g[v])):
        taken = {colours[w] for w in g[v] if w in colours}
        colours[v] = min(colour for colour in range(len(g)) if colour not in taken)
    return 1 - max(colours.values())


@welsh_powell.given
def order_of_the_vertices(g, order):
    """the order is one of the vertices of g"""
    return len(order) == len(g)


# A road is (from, to, length), places are numbers, and the journey starts at 0.


def settled_distances(roads):
    """Dijkstra's distances from 0: the nearest open place is settled, once and for all, and its roads are followed."""
    known, settled = {0: 0}, set()
    for _ in range(2 * len(roads) + 1):
        place = min((v for v in known if v not in settled), key=known.get, default=None)
        if place is None:
            break
        settled.add(place)
        for start, end, length in roads:
            if start == place and end not in settled:
                known[end] = min(known.get(end, known[place] + length), known[place] + length)
    return known


def shortest_distances(roads):
    """The least length of any way from 0 to each place: ways of one road more, again and again (Bellman and Ford)."""
    known = {0: 0}
    for _ in range(2 * len(roads)):
        for start, end, length in roads:
            if start in known:
                known[end] = min(known.get(end, known[start] + length), known[start] + length)
    return known


@forall(roads=sequences(vectors(integers(), 3), (0, None), of="road"))
def dijkstra(roads):
    """Dijkstra's algorithm returns the shortest distances from 0."""
    found, shortest = settled_distances(roads), shortest_distances(roads)
    return sum(shortest[v] - found[v] for v in shortest)


@dijkstra.given
def lengths_are_not_negative(roads):
    """no road has a negative length"""
    return all(length >= 0 for _, _, length in roads)


CLAIMS = {
    "ca-lpt-m2": lpt_on_two_machines,
    "ca-graham-procs": one_more_machine,
    "ca-graham-times": shorter_jobs,
    "ca-belady": one_more_frame,
    "ca-ffd-119": first_fit_eleven_ninths,
    "ca-greedy-coins": greedy_coins,
    "ca-welsh-powell": welsh_powell,
    "T-dijkstra": dijkstra,
}
TRUE = frozenset({"T-dijkstra"})
WITHOUT: dict[str, str] = {}
