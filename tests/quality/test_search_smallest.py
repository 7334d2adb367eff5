"""The smallest counterexamples of claims whose literature tells which they are, found by the whole portfolio."""

import pytest

from lakatos.search import Counterexample, search
from tests.bench.falsification import areas

CLAIMS = {name: claim for area in areas() for name, claim in area.CLAIMS.items()}

#: Known to be the least, and shown to be it.
LEAST = {
    "nt-euler-41": "n = 40",
    "nt-mersenne": "p = 11",
    "nt-fermat-psp": "n = 341",
    "nt-carmichael": "n = 561",
    "nt-lucas-psp": "n = 705",
    "nt-31-331": "k = 8",
    "nt-goldbach-odd": "n = 5777",
    "nt-polignac": "n = 127",
    "nt-wieferich": "p = 1093",
    "nt-abundant-odd": "n = 945",
    "nt-collatz-3n-1": "n = 5",
    "nt-fibonacci-prime": "p = 19",
    "nt-tanh-pi": "n = 269",
    "an-borwein": "n = 7",
    "an-borwein-2cos": "n = 56",
    "la-sylvester-psd": "X = [[0, 0], [0, -1]]",
    "ca-lpt-m2": "jobs = (2, 2, 2, 3, 3)",
}
#: Known to be the least, by more than a test has time to show.
KNOWN = {
    "an-sqrt2-narrow": ("x = 239/169", "descent"),
    "nt-gcd5": ("n = 533360", "algebra"),
    "nt-abundant-5": ("n = 5391411025", "factors"),
    "nt-race4": ("lead = 26859 steps from 0", "sieve"),
    "nt-harmonic20": ("n = 272400600", "descent"),
}
#: Graphs: order and number of edges of the least.
GRAPHS = {"gt-snark": (10, 15), "gt-ramsey-33": (5, 5), "gt-shannon": (5, 5)}


@pytest.mark.parametrize("name", LEAST)
def test_the_least_is_found_and_known_to_be_it(name):
    found = search(CLAIMS[name], seconds=60)
    assert isinstance(found, Counterexample)
    assert found.judgement.witness == LEAST[name]
    assert found.least


@pytest.mark.parametrize("name", KNOWN)
def test_the_least_is_found(name):
    witness, strategy = KNOWN[name]
    found = search(CLAIMS[name], seconds=8, only=[strategy])
    assert isinstance(found, Counterexample)
    assert found.judgement.witness == witness


@pytest.mark.parametrize("name", GRAPHS)
def test_the_least_graph_is_found(name):
    found = search(CLAIMS[name], seconds=60)
    assert isinstance(found, Counterexample)
    (g,) = found.values
    assert (len(g), sum(map(len, g)) // 2) == GRAPHS[name]
    assert found.least
