"""Domains: each value listed once and at its level, recognised, read back, shown, declared and built from its slots."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lakatos.certificate import lint
from lakatos.claims import (
    Domain,
    UnsupportedError,
    WitnessError,
    are_isomorphic,
    certificate,
    forall,
    graphs,
    integers,
    is_bipartite,
    matrices,
    parse_witness,
    permutations,
    polynomials,
    product_at,
    psd_matrices,
    rationals,
    reals,
    sequences,
    stochastic_matrices,
    symmetric_matrices,
    trajectories,
    trees,
    vectors,
    verify_witness,
    witness_of,
)
from lakatos.claims.plain.matrices import Matrix


@dataclass(frozen=True)
class Case:
    """A domain, how many of its levels are listed, and plain values among which all of those levels are."""

    name: str
    domain: Domain
    listed: int
    among: tuple[Any, ...] = ()

    def values(self) -> list[Any]:
        """The values of the levels that are listed, kept for the next test."""
        if self.name not in KEPT:
            KEPT[self.name] = [value for level in range(self.listed) for value in self.domain.at(level)]
        return KEPT[self.name]


KEPT: dict[str, list[Any]] = {}


WHOLE = tuple(range(-12, 13))
RATIONAL = tuple({Fraction(p, q) for p in range(-6, 7) for q in range(1, 7)})
SHORT = tuple(v for n in range(5) for v in itertools.product(range(-3, 4), repeat=n))
HALVES = tuple(Fraction(p, q) for p, q in [(0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (-1, 2)])
SQUARES = tuple(Matrix([r[:2], r[2:]]) for r in itertools.product(range(-2, 3), repeat=4))
UNIT = tuple(sorted({Fraction(p, q) for q in range(1, 7) for p in range(q + 1)}))


def rows_of(width, entries):
    return [row for row in itertools.product(entries, repeat=width) if sum(row) in (1, 2)]


def labelled(order):
    """All graphs on the vertices 0, ..., order - 1."""
    pairs = list(itertools.combinations(range(order), 2))
    for chosen in itertools.product((False, True), repeat=len(pairs)):
        edges = [pair for pair, there in zip(pairs, chosen) if there]
        yield tuple(tuple(sorted(w for e in edges if v in e for w in e if w != v)) for v in range(order))


def step_of(_t, x):
    """Half of where it was, plus one."""
    return x / 2 + 1


def step_of_vector(_t, x):
    """The components rotated."""
    return (*x[1:], x[0])


def step_of_matrix(_t, X):
    """Its square."""
    return X @ X


SMALL = tuple(g for n in range(5) for g in labelled(n))

NUMBERS = [
    Case("integers", integers(), 6, WHOLE),
    Case("integers from 0", integers(0), 6, WHOLE),
    Case("integers from 3", integers(3), 6, WHOLE),
    Case("integers from -3", integers(-3), 6, WHOLE),
    Case("integers to -2", integers(high=-2), 6, WHOLE),
    Case("integers to 4", integers(high=4), 7, WHOLE),
    Case("integers -3 to 5", integers(-3, 5), 6, WHOLE),
    Case("integers -5 to -2", integers(-5, -2), 4, WHOLE),
    Case("integer 2", integers(2, 2), 1, WHOLE),
    Case("integer 0", integers(0, 0), 1, WHOLE),
    Case("rationals", rationals(), 6, RATIONAL),
    Case("rationals from 0", rationals(0), 6, RATIONAL),
    Case("rationals to -1/2", rationals(high="-1/2"), 6, RATIONAL),
    Case("rationals of height 4", rationals(height=4), 4, RATIONAL),
    Case("rationals -1/2 to 3/4", rationals("-1/2", "3/4", height=6), 6, RATIONAL),
    Case("rational 1/3", rationals("1/3", "1/3", height=5), 5, RATIONAL),
    Case("rationals from 2 of height 3", rationals(2, height=3), 3, RATIONAL),
    Case("reals", reals(), 5, RATIONAL),
    Case("reals -1 to 1", reals(-1, 1), 6, RATIONAL),
]
TUPLES = [
    Case("vectors", vectors(integers(), 3), 3, SHORT),
    Case("vectors of no component", vectors(integers(), 0), 3, SHORT),
    Case("vectors of any length", vectors(integers(), (0, None)), 4, SHORT),
    Case("vectors of 1 to 3", vectors(integers(0), (1, 3)), 4, SHORT),
    Case("vectors of at least 2", vectors(integers(-1, 1), (2, None)), 6, SHORT),
    Case("vectors of rationals", vectors(rationals(height=2), 2), 2, tuple(itertools.product(HALVES, repeat=2))),
    Case("sequences of 0 to 3", sequences(integers(0, 2), (0, 3)), 12, SHORT),
    Case("sequences from 2 on", sequences(integers(2, 3), (0, 4), of="job"), 10, SHORT),
    Case("sequences of range(1, 4)", sequences(integers(1), range(1, 4)), 3, SHORT),
    Case("polynomials", polynomials(integers(-1, 1), (0, 2)), 6, SHORT),
    Case("polynomials of degree 1", polynomials(integers(), 1), 3, SHORT),
    Case("polynomials of any degree", polynomials(integers(), (0, None)), 3, SHORT),
    Case("polynomials that vanish", polynomials(integers(0, 0), (0, 2)), 3, SHORT),
    Case("permutations of 4", permutations(4), 1, SHORT),
    Case("permutations", permutations((0, None)), 5, SHORT),
    Case("permutations of 1 to 3", permutations((1, 3)), 3, SHORT),
    Case(
        "ballots",
        sequences(permutations(3), (1, 2), of="ballot"),
        2,
        tuple(
            (*a, *b)
            for a in [()] + [(p,) for p in itertools.product(range(3), repeat=3)]
            for b in [(p,) for p in itertools.product(range(3), repeat=3)]
        ),
    ),
    Case(
        "vectors of vectors",
        vectors(vectors(integers(-1, 1), 2), (0, 2)),
        6,
        tuple(v for n in range(3) for v in itertools.product(itertools.product(range(-1, 2), repeat=2), repeat=n)),
    ),
]
MATRICES = [
    Case("matrices 2 by 2", matrices(integers(-1, 2), rows=2, columns=2), 3, SQUARES),
    Case(
        "matrices 1 by 1 or 2",
        matrices(integers(), rows=1, columns=(1, 2)),
        3,
        tuple(Matrix([r]) for n in (1, 2) for r in itertools.product(range(-3, 4), repeat=n)),
    ),
    Case(
        "matrices of 1 to 2 rows",
        matrices(integers(0, 1), rows=(1, 2), columns=(1, 2)),
        8,
        tuple(
            Matrix([r[i * n : i * n + n] for i in range(m)])
            for m in (1, 2)
            for n in (1, 2)
            for r in itertools.product(range(-1, 3), repeat=m * n)
        ),
    ),
    Case(
        "matrices of rationals",
        matrices(rationals(height=2), rows=2, columns=1),
        2,
        tuple(Matrix([[a], [b]]) for a in HALVES for b in HALVES),
    ),
    Case("symmetric matrices", symmetric_matrices(integers(), 2), 3, SQUARES),
    Case("symmetric of order 1 to 2", symmetric_matrices(integers(-1, 1), (1, 2)), 4, SQUARES + tuple(
        Matrix([[x]]) for x in range(-3, 4))),
    Case("semidefinite matrices", psd_matrices(integers(), 2), 3, SQUARES),
    Case("semidefinite from 0", psd_matrices(integers(0, 1), 2), 2, SQUARES),
    Case(
        "stochastic matrices of order 2",
        stochastic_matrices(2, height=3),
        3,
        tuple(Matrix(rows) for rows in itertools.product(rows_of(2, UNIT), repeat=2)),
    ),
    Case(
        "stochastic matrices of order 2, no bound",
        stochastic_matrices(2),
        4,
        tuple(Matrix(rows) for rows in itertools.product(rows_of(2, UNIT), repeat=2)),
    ),
]  # fmt: skip
GRAPHS = [
    Case("graphs", graphs(), 5, SMALL),
    Case("graphs of order 4", graphs(4), 1, SMALL),
    Case("graphs of order 2 to 4", graphs((2, 4)), 3, SMALL),
    Case("connected graphs", graphs(connected=True), 5, SMALL),
    Case("bipartite graphs", graphs((1, None), bipartite=True), 4, SMALL),
    Case("triangle-free graphs", graphs(triangle_free=True), 5, SMALL),
    Case("bridgeless graphs", graphs((0, 4), bridgeless=True), 5, SMALL),
    Case("cubic graphs", graphs((0, 4), cubic=True), 5, SMALL),
    Case("connected graphs that are bipartite", graphs(connected=True, such_that=is_bipartite), 5, SMALL),
    Case("trees", trees(), 4, SMALL),
    Case("trees of order 0 to 4", trees((0, 4)), 5, SMALL),
]
TRAJECTORIES = [
    Case(
        "trajectories",
        trajectories(rationals(height=2), step_of, horizon=2),
        2,
        tuple((x, t) for x in HALVES for t in range(5)),
    ),
    Case(
        "trajectories of vectors",
        trajectories(vectors(integers(0, 1), 2), step_of_vector, horizon=3),
        2,
        tuple((v, t) for v in SHORT if 0 < len(v) < 4 for t in range(5)),
    ),
    Case(
        "trajectories of matrices",
        trajectories(symmetric_matrices(integers(-1, 1), 2), step_of_matrix, horizon=1),
        2,
        tuple((X, t) for X in SQUARES for t in range(3)),
    ),
]
CASES = [*NUMBERS, *TUPLES, *MATRICES, *GRAPHS, *TRAJECTORIES]
each = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def refutable(domain):
    """A claim over a domain that every value refutes."""

    @forall(x=domain)
    def none_there(x):
        """There is none."""
        return x != x

    return none_there


def key(value):
    """Values that can be put into a set: matrices by their entries; 1 and Fraction(1) apart."""
    if isinstance(value, Matrix):
        return ("matrix", key(value.entries))
    if isinstance(value, tuple):
        return tuple(map(key, value))
    return (type(value).__name__, value)


def as_json(value):
    if isinstance(value, Matrix):
        return as_json(value.entries)
    if isinstance(value, tuple):
        return [as_json(v) for v in value]
    return str(value) if isinstance(value, Fraction) else value


def written_as_json(domain, value):
    if isinstance(value, tuple) and hasattr(domain, "step"):
        return {"start": as_json(value[0]), "steps": value[1]}
    return as_json(value)


def typed(domain_entries_are_rational, value):
    """Integers as Fractions, where the domain's numbers are such."""
    if isinstance(value, Matrix):
        return Matrix(typed(domain_entries_are_rational, value.entries))
    if isinstance(value, tuple):
        return tuple(typed(domain_entries_are_rational, v) for v in value)
    return Fraction(value) if domain_entries_are_rational else value


# --- Listing ----------------------------------------------------------------------------------------------------------


@each
def test_every_value_is_listed_once_and_at_its_level(case):
    assert len({key(value) for value in case.values()}) == len(case.values())
    for level in range(case.listed):
        assert all(case.domain.level(value) == level for value in case.domain.at(level))


@each
def test_what_is_listed_meets_the_conditions(case):
    claim = refutable(case.domain)
    assert all(claim.meets((value,)) for value in case.values())


@pytest.mark.parametrize("case", [*NUMBERS, *TUPLES, *MATRICES, *TRAJECTORIES], ids=lambda case: case.name)
def test_what_meets_the_conditions_is_listed(case):
    claim = refutable(case.domain)
    rational = any(isinstance(v, Fraction) for value in case.values() for v in scalars(value))
    among = {key(v): v for v in (typed(rational, v) if not hasattr(case.domain, "step") else v for v in case.among)}
    expected = {
        k for k, value in among.items() if claim.meets((value,)) and 0 <= case.domain.level(value) < case.listed
    }
    assert {key(value) for value in case.values()} == expected


@pytest.mark.parametrize("case", GRAPHS, ids=lambda case: case.name)
def test_every_graph_is_listed_once_up_to_isomorphism(case):
    claim = refutable(case.domain)
    listed = case.values()
    for g, h in itertools.combinations(listed, 2):
        assert len(g) != len(h) or not are_isomorphic(g, h)
    for g in case.among:
        expected = claim.meets((g,)) and 0 <= case.domain.level(g) < case.listed
        assert any(are_isomorphic(g, h) for h in listed) == expected


@each
def test_a_domain_ends_where_its_levels_do(case):
    if case.domain.levels is not None:
        assert case.listed == case.domain.levels, "the case is to list all of it"
        assert [key(v) for v in case.domain.ascending()] == [key(v) for v in case.values()]
    else:
        assert [key(v) for v in itertools.islice(case.domain.ascending(), len(case.values()))] == [
            key(v) for v in case.values()
        ]


@each
def test_the_size_of_a_value_says_its_level_first(case):
    sizes = [case.domain.size(value) for value in case.values()]
    assert [size[0] for size in sizes] == [case.domain.level(value) for value in case.values()]
    assert sorted(sizes)[0][0] == min((size[0] for size in sizes), default=0) if sizes else True


# The numbers of graphs up to isomorphism are A000088, A001349, A006785, A033995, A002851 and A000055 of the OEIS.
@pytest.mark.parametrize(
    ("domain", "numbers"),
    [
        (graphs(), [1, 1, 2, 4, 11, 34, 156]),
        (graphs((1, None), connected=True), [1, 1, 2, 6, 21, 112]),
        (graphs((1, None), triangle_free=True), [1, 2, 3, 7, 14, 38]),
        (graphs((1, None), bipartite=True), [1, 2, 3, 7, 13, 35]),
        (graphs((4, 6), connected=True, cubic=True), [1, 0, 2]),
        (trees(), [1, 1, 1, 2, 3, 6, 11, 23, 47, 106]),
        (permutations((0, None)), [1, 1, 2, 6, 24, 120]),
    ],
    ids=["graphs", "connected", "triangle-free", "bipartite", "cubic", "trees", "permutations"],
)
def test_there_are_as_many_of_each_order_as_are_known(domain, numbers):
    assert [sum(1 for _ in domain.at(level)) for level in range(len(numbers))] == numbers


PRODUCTS = [
    [integers(0)],
    [integers(), integers(1, 2)],
    [integers(1, 2), integers()],
    [integers(-1, 1), rationals(height=2), permutations((0, None))],
    [vectors(integers(0, 1), (0, 2)), integers(5)],
    [polynomials(integers(0, 0), 1), integers()],
    [graphs((1, 3)), trees((1, 4))],
    [trees((0, 2)), integers(0, 0)],
]


@pytest.mark.parametrize("domains", PRODUCTS, ids=lambda domains: " x ".join(type(d).__name__ for d in domains))
def test_a_product_lists_every_tuple_once(domains):
    listed = []
    for level in range(4):
        for values in product_at(domains, level):
            assert max(d.level(v) for d, v in zip(domains, values)) == level
            listed.append(key(values))
    assert len(listed) == len(set(listed))
    ranges = [[v for level in range(4 if d.levels is None else min(4, d.levels)) for v in d.at(level)] for d in domains]
    assert set(listed) == {key(values) for values in itertools.product(*ranges)}


def test_a_claim_lists_its_tuples_to_the_end_and_no_further():
    @forall(a=integers(-1, 1), b=integers(4, 6), c=permutations(2))
    def anything(a, b, c):
        return a + b + len(c) > 0

    listed = list(anything.ascending())
    assert len(listed) == len({key(v) for v in listed}) == 3 * 3 * 2
    assert [anything.level(v) for v in listed] == sorted(anything.level(v) for v in listed)


def test_stochastic_matrices_of_bounded_height_keep_the_bound_in_the_entries_that_follow():
    domain = stochastic_matrices(3, height=3)
    claim = refutable(domain)
    assert all(claim.meets((value,)) for level in range(3) for value in itertools.islice(domain.at(level), 400))


# --- What is not in a domain ------------------------------------------------------------------------------------------

ODD = [None, True, False, "1", "", (), (True,), ((),), (1, None), Fraction(1, 2), 10**400, -(10**400), Matrix([[True]])]


@pytest.mark.parametrize("case", [*NUMBERS, *TUPLES, *MATRICES, *GRAPHS], ids=lambda case: case.name)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_value_of_the_wrong_type_is_outside(case, value):
    claim = refutable(case.domain)
    inside = claim.meets((value,))
    assert inside in (True, False)
    if value is None or isinstance(value, bool | str | Matrix):
        assert not inside


@pytest.mark.parametrize("case", [*NUMBERS, *TUPLES, *MATRICES], ids=lambda case: case.name)
def test_a_true_is_not_the_number_one(case):
    claim = refutable(case.domain)
    for value in itertools.islice(case.values(), 20):
        if any(v == 1 for v in scalars(value)):
            assert not claim.meets((swapped(value),))


def swapped(value):
    """The value with every 1 replaced by True."""
    if isinstance(value, Matrix):
        return Matrix(swapped(value.entries))
    if isinstance(value, tuple):
        return tuple(map(swapped, value))
    return True if value == 1 else value


@pytest.mark.parametrize("case", GRAPHS, ids=lambda case: case.name)
@pytest.mark.parametrize(
    "g",
    [
        ((0,),),
        ((1,), ()),
        ((1, 1), (0, 0)),
        ((2,), (2,), (1, 0)),
        ((5,), (0,)),
        ((-1,), (0,)),
        ([1], [0]),
        [(1,), (0,)],
    ],
    ids=repr,
)
def test_what_is_no_simple_graph_is_outside(case, g):
    assert not refutable(case.domain).meets((g,))


@pytest.mark.parametrize("start", [[], [1], [1, 2, 3], [-1, 0], [2, 2]], ids=repr)
def test_a_trajectory_from_outside_its_domain_is_no_refutation(start):
    claim = refutable(trajectories(vectors(integers(0, 1), 2), step_of_vector, horizon=3))
    assert verify_witness(claim, {"start": start, "steps": 2}).status == "monster"


# --- Reading ----------------------------------------------------------------------------------------------------------


@each
def test_a_value_is_read_back_from_its_json(case):
    claim = refutable(case.domain)
    for value in case.values()[:200]:
        data = written_as_json(case.domain, value)
        assert key(claim.read(parse_witness(json.dumps(data)))) == key((value,))
        assert key(claim.read(parse_witness(json.dumps({"x": data})))) == key((value,))


LEAVES = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(
        ["1/0", "0/0", "1e9999", "-1e-9999", "1e99999999", "nan", "inf", "-inf", "1_0", "٣", "²", "1e²", "1e--5", "0x1",
         "1/-2", "--1", "", " 1 ", "1 / 2", ".5", "5.", "1e", "?", "@", "~", "~~", "~???", "Bw", "B~", ">>graph6<<A_"]
    )
    | st.integers(3900, 4100).map(lambda n: "9" * n)
    | st.just(10**3999) | st.fractions().map(str) | st.decimals(allow_nan=False, allow_infinity=False).map(str)
)  # fmt: skip
KEYS = st.sampled_from(["x", "start", "steps", "order", "edges", "rows"]) | st.text(max_size=3)
JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS, inner, max_size=3)
        | st.fixed_dictionaries({"start": inner, "steps": inner})
        | st.fixed_dictionaries({"order": inner | st.integers(0, 5), "edges": inner})
    ),
    max_leaves=12,
)
WEIRD = [
    {"order": 3, "edges": None}, {"order": 3, "edges": [[0, "1"]]}, {"order": 10**30, "edges": []},
    {"order": -1, "edges": []}, {"order": 2, "edges": [[0, 0]]}, {"order": True, "edges": []}, {"order": 2},
    {"order": [], "edges": {}}, {"start": 1}, {"start": 1, "steps": -1}, {"start": 1, "steps": "2"},
    {"start": 1, "steps": 1.5}, {"start": 1, "steps": True}, {"start": {}, "steps": 0}, {"start": 1, "steps": 10**40},
    [[]], [[1], []], [[[]]], [[1, 2], [3]], [[None]], {}, [], {"x": {"x": 1}}, [True], [[True]], "\ud800", 0.5,
]  # fmt: skip


def outcome_of(claim, data):
    """What a witness comes to: a judgement, or None where it cannot be read."""
    try:
        values = claim.read(data)
    except WitnessError:
        return None
    shown = claim.show(values)
    assert "\n" not in shown
    return verify_witness(claim, data).status


STATUSES = {"refutes", "monster", "undefined there"}


@pytest.mark.parametrize("data", WEIRD, ids=repr)
@each
def test_odd_data_is_judged_or_refused_as_a_witness(case, data):
    claim = refutable(case.domain)
    assert outcome_of(claim, parse_witness(json.dumps(data))) in STATUSES | {None}


DISTINCT = [
    NUMBERS[0], NUMBERS[10], NUMBERS[17], *TUPLES[:3], TUPLES[9], TUPLES[14], *TUPLES[-2:], MATRICES[0], MATRICES[4],
    MATRICES[6], MATRICES[8], GRAPHS[0], GRAPHS[3], GRAPHS[9], *TRAJECTORIES,
]  # fmt: skip


@pytest.mark.parametrize("case", DISTINCT, ids=lambda case: case.name)
def test_any_data_is_judged_or_refused_as_a_witness(case):
    claim = refutable(case.domain)

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(JSON)
    def check(data):
        try:
            parsed = parse_witness(json.dumps(data))
        except WitnessError:
            return
        assert outcome_of(claim, parsed) in STATUSES | {None}

    check()


@pytest.mark.parametrize("data", [True, None, "x", [], {}, [[1]], "1/0", "nan", {"y": 1}, [1, 2]], ids=repr)
def test_what_is_no_number_is_refused_with_the_mend(data):
    for domain in (integers(), rationals(), reals(0, 1)):
        with pytest.raises(WitnessError, match=r"x: .*no number"):
            refutable(domain).read(data)


@pytest.mark.parametrize("depth", [50, 500, 900, 990, 5000])
def test_deeply_nested_data_is_refused_as_a_witness(depth):
    for case in DISTINCT:
        with pytest.raises(WitnessError):
            refutable(case.domain).read(parse_witness("[" * depth + "]" * depth))


def test_an_integer_that_python_will_not_print_is_judged_or_refused_as_a_witness():
    for case in DISTINCT:
        for data in (10**5000, [10**5000], [[10**5000]], [10**5000, 1], {"start": 10**5000, "steps": 1}):
            assert outcome_of(refutable(case.domain), data) in STATUSES | {None}

    @forall(a=integers(), b=integers())
    def two(a, b):
        return a < b

    for data in (10**5000, [10**5000, 1, 2], {"c": 10**5000}):
        with pytest.raises(WitnessError):
            two.read(data)


# --- Showing and declaring --------------------------------------------------------------------------------------------

HUGE = 10**500
PATH = tuple(tuple(w for w in (v - 1, v + 1) if 0 <= w < 400) for v in range(400))
COMPLETE = tuple(tuple(w for w in range(60) if w != v) for v in range(60))
LARGE = [
    (integers(), HUGE), (integers(), -HUGE), (integers(), 10**89), (integers(), 10**90), (integers(), -(10**90)),
    (integers(), 10**3999), (integers(), 10**4000), (integers(), -(10**4299)), (integers(), 10**4300),
    (integers(), -(10**5000)), (integers(0), 16**5000 - 1),
    (rationals(), Fraction(HUGE, 3)), (rationals(), Fraction(-1, 7**300)), (rationals(), Fraction(10**39, 10**39 + 1)),
    (rationals(), Fraction(10**40, 10**40 + 1)), (rationals(), Fraction(10**90, 3)), (reals(), Fraction(-HUGE)),
    (rationals(), Fraction(10**4400, 3)), (rationals(), Fraction(1, 3**9200)),
    (vectors(integers(), (0, None)), tuple(range(3000))), (vectors(integers(), 1), (HUGE,)),
    (vectors(rationals(), 2), (Fraction(HUGE, 7), Fraction(-1, HUGE))), (vectors(integers(), 2), (10**4400, -1)),
    (vectors(vectors(rationals(), 1), 1), ((Fraction(HUGE, 7),),)),
    (vectors(vectors(vectors(rationals(), 1), 1), 1), (((Fraction(HUGE, 7),),),)),
    (vectors(vectors(vectors(vectors(rationals(), 1), 1), 1), 1), ((((Fraction(HUGE, 7),),),),)),
    (sequences(permutations(3), (0, None)), ((0, 1, 2), (2, 1, 0)) * 300),
    (polynomials(rationals(), (0, None)), tuple(Fraction(n, 10**60 + n) for n in range(1, 60))),
    (permutations((0, None)), tuple(reversed(range(1500)))),
    (matrices(rationals(), rows=2, columns=3), Matrix([[Fraction(HUGE, 3)] * 3, [Fraction(-1, HUGE)] * 3])),
    (matrices(integers(), rows=30, columns=30), Matrix([[i * j for j in range(30)] for i in range(30)])),
    (symmetric_matrices(integers(), 2), Matrix([[0, -HUGE], [-HUGE, 0]])),
    (psd_matrices(integers(), 2), Matrix([[HUGE, HUGE], [HUGE, HUGE]])),
    (stochastic_matrices(2), Matrix([[1 - Fraction(1, HUGE), Fraction(1, HUGE)], [Fraction(0), Fraction(1)]])),
    (graphs(), PATH), (trees(), PATH), (graphs(), COMPLETE), (graphs(), ()),
]  # fmt: skip


# asserted on a line of more than 120 characters: CertificateError (certify.py: _assertion).
def carried(domain, value):
    """Assert that a certificate carries a value: shown on a line, declared, read off the text, and true when run."""
    claim = refutable(domain)
    assert "\n" not in claim.show((value,))
    text = certificate(claim, (value,), file="c.py")
    assert lint(text) == []
    assert key(witness_of(text, claim)) == key((value,))
    space: dict[str, Any] = {"__name__": "certificate"}
    exec(compile(text, "certificate", "exec"), space)
    if not hasattr(domain, "step"):
        assert key(plain(space["x"])) == key(value)
    else:
        assert len(space["x"]) == value[1] + 1
        assert key(plain(space["x"][0])) == key(value[0])


def plain(value):
    """Values of the certificate's own Matrix class as ours."""
    if type(value).__name__ == "Matrix":
        return Matrix(value.entries)
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize(("domain", "value"), LARGE, ids=[str(i) for i in range(len(LARGE))])
def test_large_values_stand_in_a_certificate(domain, value, capsys):
    carried(domain, value)
    assert "is refuted" in capsys.readouterr().out


@each
def test_small_values_stand_in_a_certificate(case):
    for value in case.values()[::40][:6]:
        carried(case.domain, value)


LONG_STARTS = [
    (trajectories(rationals(), step_of, horizon=3), (Fraction(HUGE, 3), 2)),
    (trajectories(vectors(integers(), 40), step_of_vector, horizon=3), (tuple(range(10**9, 10**9 + 40)), 2)),
    (
        trajectories(matrices(integers(), rows=2, columns=2), step_of_matrix, horizon=3),
        (Matrix([[HUGE, 1], [1, 0]]), 1),
    ),
    (trajectories(integers(), step_of_vector, horizon=0), (10**4400, 0)),
]


@pytest.mark.parametrize(("domain", "value"), LONG_STARTS, ids=[str(i) for i in range(len(LONG_STARTS))])
def test_long_starts_stand_in_a_certificate(domain, value):
    carried(domain, value)


def test_two_trajectories_with_long_starts_keep_them_apart():
    along = trajectories(rationals(), step_of, horizon=3)

    @forall(x=along, y=along)
    def they_meet(x, y):
        """Two trajectories meet."""
        return x[-1] == y[-1]

    values = ((Fraction(HUGE, 3), 2), (Fraction(HUGE, 7), 1))
    assert witness_of(certificate(they_meet, values, file="c.py"), they_meet) == values


def test_a_variable_may_be_called_start():
    @forall(x=trajectories(rationals(), step_of, horizon=3), start=rationals())
    def apart(x, start):
        """They are one."""
        return x[0] == start

    values = ((Fraction(HUGE, 3), 2), Fraction(1))
    assert witness_of(certificate(apart, values, file="c.py"), apart) == values

    @forall(start=rationals(), x=trajectories(rationals(), step_of, horizon=3))
    def less(start, x):
        """It is more."""
        return start > x[0]

    values = (Fraction(1), (Fraction(HUGE, 3), 2))
    text = certificate(less, values, file="c.py")
    assert witness_of(text, less) == values
    exec(compile(text, "certificate", "exec"), {})


def has_start_vertex(g):
    """Whether there is a vertex to start from."""
    return len(g) > 0


def step_of_graph(_t, g):
    """The same graph."""
    return g


def test_a_start_may_be_a_graph_with_a_property_of_ones_own():
    domain = trajectories(graphs((1, 3), such_that=has_start_vertex), step_of_graph, horizon=1)
    claim = refutable(domain)
    assert claim.meets(((((1,), (0,)), 1),))
    carried(domain, (((1,), (0,)), 1))


def test_a_start_of_a_trajectory_is_told_in_words():
    said = [c.says for c in trajectories(vectors(integers(0), 2), step_of_vector, horizon=3).conditions("x")]
    assert said == [
        "x has at most 3 steps",
        "the start is a vector of 2 components",
        "every component of the start is an integer >= 0",
    ]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers() | st.integers(-(10**600), 10**600))
def test_any_integer_stands_in_a_certificate(n):
    claim = refutable(integers())
    assert witness_of(certificate(claim, (n,), file="c.py"), claim) == (n,)
    assert claim.read(parse_witness(json.dumps(n))) == (n,)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.fractions(), max_size=6).map(tuple))
def test_any_vector_stands_in_a_certificate(v):
    claim = refutable(vectors(rationals(), (0, None)))
    assert key(witness_of(certificate(claim, (v,), file="c.py"), claim)) == key((v,))
    assert key(claim.read(parse_witness(json.dumps(as_json(v))))) == key((v,))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.decimals(allow_nan=False, allow_infinity=False, places=8))
def test_a_decimal_is_taken_as_what_its_digits_say(x):
    claim = refutable(reals())
    assert claim.read(parse_witness(format(x, "f"))) == (Fraction(format(x, "f")),)


# --- Slots ------------------------------------------------------------------------------------------------------------


def scalars(value):
    """The numbers in a value."""
    if isinstance(value, Matrix):
        return scalars(value.entries)
    return [s for v in value for s in scalars(v)] if isinstance(value, tuple) else [value]


def free_scalars(domain, value):
    """The numbers of a value that determine it, in the order of the slots."""
    if isinstance(value, Matrix):
        return [value[at] for at in domain.free(value.shape)]
    return scalars(value)


SLOTTED = [case for case in CASES if case.domain.slots() is not None]


def test_domains_of_one_shape_have_slots():
    fixed = {"vectors", "vectors of rationals", "polynomials of degree 1", "matrices 2 by 2", "symmetric matrices"}
    fixed |= {"semidefinite matrices", "stochastic matrices of order 2", *(case.name for case in NUMBERS)}
    assert fixed <= {case.name for case in SLOTTED}
    others = {case.name for case in CASES} - {case.name for case in SLOTTED}
    assert {"vectors of any length", "permutations", "graphs", "matrices of 1 to 2 rows"} <= others


@pytest.mark.parametrize("case", SLOTTED, ids=lambda case: case.name)
def test_a_value_is_built_from_its_slots(case):
    slots = case.domain.slots()
    for value in case.values():
        given_ = free_scalars(case.domain, value)
        assert len(given_) == len(slots)
        assert key(case.domain.build(given_)) == key(value)
        for slot, x in zip(slots, given_):
            assert slot.low is None or slot.low <= x
            assert slot.high is None or x <= slot.high
            assert slot.integer == isinstance(x, int)


@pytest.mark.parametrize("case", [c for c in CASES if c not in SLOTTED], ids=lambda case: case.name)
def test_a_domain_without_one_shape_builds_nothing(case):
    assert case.domain.slots() is None


# --- Making domains ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: integers(2, 1),
        lambda: integers(0.5),
        lambda: integers(True),
        lambda: rationals(1, 0),
        lambda: rationals(height=0),
        lambda: rationals("x"),
        lambda: vectors(integers(), -1),
        lambda: vectors(integers(), None),
        lambda: vectors(integers(), (2, 1)),
        lambda: vectors(integers(), range(3, 3)),
        lambda: vectors(integers(), "3"),
        lambda: matrices(integers(), rows=0, columns=1),
        lambda: matrices(integers(), rows=(1, None), columns=1),
        lambda: matrices(integers(), rows=1, columns=(1, None)),
        lambda: psd_matrices(integers(), (1, None)),
        lambda: stochastic_matrices(1),
        lambda: stochastic_matrices(2, height=0),
        lambda: permutations(-1),
        lambda: permutations(True),
        lambda: graphs(-1),
        lambda: graphs((None, 3)),
        lambda: trees(2.0),
        lambda: polynomials(integers(), -1),
        lambda: trajectories(integers(), step_of, horizon=-1),
        lambda: trajectories(integers(), step_of, horizon=True),
    ],
)
def test_a_domain_that_cannot_be_is_refused(make):
    with pytest.raises(ValueError, match=r"\w"):
        make()


def test_a_claim_over_no_value_is_told_as_unsupported():
    from lakatos.claims import supported

    with pytest.raises(UnsupportedError, match="empty"):
        supported(refutable(polynomials(integers(0, 0), 2)))
