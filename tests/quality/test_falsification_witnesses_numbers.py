"""Known counterexamples to the benchmark's claims on numbers, analysis and matrices refute them; true ones survive."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest

from lakatos.certificate import verify
from lakatos.claims import CertificateError, certificate, require_exact, verify_witness, witness_of
from tests.bench.falsification import areas


def as_json(witness):
    """A witness as it would be read from a file."""
    if isinstance(witness, dict):
        return {key: as_json(value) for key, value in witness.items()}
    if isinstance(witness, list | tuple):
        return [as_json(value) for value in witness]
    return str(witness) if isinstance(witness, Fraction) else witness


MODULES = areas(("number_theory", "analysis", "linear_algebra"))
CLAIMS = {name: claim for module in MODULES for name, claim in module.CLAIMS.items()}
TRUE = frozenset().union(*(module.TRUE for module in MODULES))
WITHOUT = {name: why for module in MODULES for name, why in module.WITHOUT.items()}
FALSE = sorted(CLAIMS.keys() - TRUE)

HUNDREDTH = Fraction(1, 100)
# Each x_i of Lighthill's family is whole + hundredths/100.
LIGHTHILL = [
    int(i % 2 == 0) + hundredths * HUNDREDTH
    for i, hundredths in enumerate([5, 6, 4, 5, 3, 4, 2, 3, 1, 2, 2, 1, 3, 2, 4, 3, 5, 4, 6, 5])
]

# The map announced in July 2026, term by term, and two points with one image.
KELLER_MAP = [
    [(1, 0, 0, 1), (3, 1, 1, 1), (3, 2, 2, 1), (1, 3, 3, 1), (4, 0, 2, 0), (7, 1, 3, 0), (3, 2, 4, 0)],
    [(1, 0, 1, 0), (3, 1, 0, 1), (6, 2, 1, 1), (3, 3, 2, 1), (12, 1, 2, 0), (9, 2, 3, 0)],
    [(2, 1, 0, 0), (-3, 2, 1, 0), (-1, 3, 0, 1)],
]

# Seventeen squares after github.com/Sprite143/erdos-106-counterexample, rounded inwards: corners and sides in
# millionths, the last one tilted and in billionths.
SEVENTEEN = [
    (0, 0, 250000), (0, 250000, 250000), (0, 500000, 250000), (0, 750000, 250000), (250000, 0, 189938),
    (250000, 189939, 189937), (250000, 379877, 189937), (250000, 742937, 257063), (439939, 0, 280030),
    (439939, 280031, 280030), (613061, 560062, 193469), (507064, 753532, 246467), (719970, 0, 280030),
    (719970, 280031, 280030), (806531, 560062, 193469), (753532, 753532, 246468),
]  # fmt: skip
SQUARES = [[Fraction(x, 10**6), Fraction(y, 10**6), Fraction(s, 10**6), 0] for x, y, s in SEVENTEEN]
SQUARES.append([Fraction(x, 10**9) for x in (441162587, 560062286, 171897285, 21571424)])

# Gardam's unit and its inverse, as triples.
UNIT = [
    (-1, -1, 0), (-1, 0, 1), (0, -1, -1), (0, 0, 0), (0, 0, 2), (0, 1, 1), (0, 2, 0), (0, 2, 2), (1, -2, 1),
    (1, -1, -2), (1, 0, -1), (1, 1, -2), (1, 2, 1), (2, 0, 0), (2, 0, 2), (2, 1, 1), (2, 2, 0), (2, 2, 2),
    (2, 3, -1), (3, 0, 1), (3, 1, 0),
]  # fmt: skip
INVERSE = [
    (-3, -1, 0), (-2, -2, -2), (-2, -2, 0), (-2, 0, -2), (-2, 0, 0), (-1, -1, -2), (-1, 0, -1), (-1, 1, -2),
    (0, -3, -1), (0, -2, -2), (0, -2, 0), (0, -1, 1), (0, 0, -2), (0, 0, 0), (1, -2, -1), (1, 0, 1), (1, 1, 0),
    (1, 2, -1), (2, -1, 1), (2, 1, -1), (3, 0, -1),
]  # fmt: skip

# The rows of C = X + i Y: ones, and (1 + i) i^l.
NONE = [[0] * 5] * 3
FOURTH_ROOTS = {
    "X": [[1, 1, 1, 1, 1], [1, -1, -1, 1, 0], *NONE],
    "Y": [[0, 0, 0, 0, 0], [1, 1, -1, -1, 0], *NONE],
}

WITNESSES = {
    "nt-euler-41": 40,
    "nt-gcd5": 533360,
    "nt-race4": {"start": 0, "steps": 26859},
    "nt-euler-k4": [95800, 217519, 414560],
    "nt-mersenne": 11,
    "nt-fermat-psp": 341,
    "nt-carmichael": 561,
    "nt-lucas-psp": 705,
    "nt-31-331": 8,
    "nt-goldbach-odd": 5777,
    "nt-polignac": 127,
    "nt-wieferich": 1093,
    "nt-abundant-odd": 945,
    "nt-abundant-5": 5391411025,
    "nt-collatz-3n-1": 5,
    "nt-fibonacci-prime": 19,
    "nt-2n-mod-3": 4700063497,
    # The covering set 3, 5, 7, 13, 19, 37, 73 has period 36.
    "nt-sierpinski": [78557, 36],
    "nt-pell-991": 12055735790331359447442538767,
    "nt-three-cubes-33": [8866128975287528, -8778405442862239, -2736111468807040],
    "nt-three-cubes-42": [-80538738812075974, 80435758145817515, 12602123297335631],
    "nt-fruit": [
        154476802108746166441951315019919837485664325669565431700026634898253202035277999,
        36875131794129999827197811565225474825492979968971970996283137471637224634055579,
        4373612677928697257861252602371390152816537558161613618621437993378423467772036,
    ],
    "nt-A303639": 800322180,
    "nt-tanh-pi": 269,
    "nt-harmonic20": 272400600,
    "nt-robin": 5040,
    "an-borwein": 7,
    "an-borwein-2cos": 56,
    "an-shapiro-14": [0, 42, 2, 42, 4, 41, 5, 39, 4, 38, 2, 38, 0, 40],
    "an-shapiro-20": LIGHTHILL,
    "an-shapiro-25": [
        32, 0, 37, 0, 43, 0, 50, 0, 59, 8, 62, 21, 55, 29, 44, 32, 33, 31, 24, 30, 16, 29, 10, 29, 4,
    ],
    "an-sqrt2-narrow": "577/408",
    "an-golden-narrow": ["2584/1597", "1597/2584"],
    "an-grothendieck-1": {
        "m": [["1/2", "1/2"], ["1/2", "-1/2"]],
        "u": [[1, 0], [0, 1]],
        "v": [["20/29", "21/29"], ["20/29", "-21/29"]],
    },
    "an-jacobian-3": {"F": KELLER_MAP, "p": [0, 0, "-1/4"], "q": [1, "-3/2", "13/2"]},
    "an-erdos106": SQUARES,
    "la-jordan-product": {"A": [[1, 0], [0, 0]], "B": [[1, 1], [1, 1]]},
    "la-sylvester-psd": [[0, 0], [0, -1]],
    "la-rank-ab-ba": {"A": [[0, 1], [0, 0]], "B": [[1, 0], [0, 0]]},
    "la-permanent-on-top": FOURTH_ROOTS,
    "la-kaplansky-unit": {"u": UNIT, "v": INVERSE},
}  # fmt: skip
UNSEEN = {
    "nt-polya": "its least witness is a trajectory of 906,150,255 steps, all of which are kept",
    "nt-race3": "its least witness is a trajectory of 608,981,813,027 steps, all of which are kept",
    "la-cryer": "Gould's matrix is not at hand as fractions",
}

# The neighbours of some witnesses, at which the claims still hold.
JUST_BEFORE = {
    "nt-euler-41": 39,
    "nt-race4": {"start": 0, "steps": 26858},
    "nt-tanh-pi": 268,
    "nt-harmonic20": 272400599,
    "nt-sierpinski": [78557, 35],
    "an-borwein": 6,
    "an-borwein-2cos": 55,
}

CERTIFIED = [
    "nt-gcd5", "nt-race4", "nt-lucas-psp", "nt-sierpinski", "nt-A303639", "nt-tanh-pi", "nt-harmonic20", "nt-robin",
    "an-borwein", "an-borwein-2cos", "an-jacobian-3", "an-erdos106", "an-grothendieck-1", "la-sylvester-psd",
    "la-permanent-on-top", "la-kaplansky-unit",
]  # fmt: skip

# What has been put forward against the true ones, or is its like, and what it is.
BOGUS = [
    ("T-euler-41-bounded", 40, "monster"),
    ("T-four-squares", 7, "does not refute"),
    ("T-mertens-bounded", {"start": 1, "steps": 5}, "monster"),
    ("T-polya-bounded", {"start": 0, "steps": 906150255}, "monster"),
    ("T-flt-near-miss", [1782, 1841, 1922], "does not refute"),
    ("T-flt-near-miss", [3987, 4365, 4472], "does not refute"),
    # (sin^2(4 pi/7), sin^2(2 pi/7), sin^2(pi/7)), where both sides are equal, to eight digits.
    ("T-vasc", ["0.95048443", "0.61126047", "0.18825510"], "float artefact"),
    ("T-motzkin-nonneg", [1, 1], "does not refute"),
    # Doubles make 1e21 of it, of the wrong sign in one order of the terms and of the right one in another.
    ("T-rump", [77617, 33096], "does not refute"),
    ("T-bernoulli", [-4, 3], "monster"),
    ("T-hoeffding", {"variables": [[-10, 10]], "t": 10}, "monster"),
    ("T-perron", [[1, 0], [0, 1]], "monster"),
]


def test_every_claim_has_a_place_and_can_be_certified():
    assert not CLAIMS.keys() & WITHOUT.keys()
    assert {name for name in CLAIMS if name.startswith("T-")} == TRUE
    assert set(FALSE) == WITNESSES.keys() | UNSEEN.keys()
    for claim in CLAIMS.values():
        require_exact(claim)


@pytest.mark.parametrize("name", FALSE)
def test_the_known_witness_refutes(name):
    if name in UNSEEN:
        pytest.skip(UNSEEN[name])
    judgement = verify_witness(CLAIMS[name], WITNESSES[name])
    assert judgement.status == "refutes", str(judgement)
    assert all(premise.met for premise in judgement.premises)


@pytest.mark.parametrize("name", JUST_BEFORE)
def test_just_before_it_the_claim_holds(name):
    assert verify_witness(CLAIMS[name], JUST_BEFORE[name]).status == "does not refute"


@pytest.mark.parametrize("name", CERTIFIED)
def test_the_certificate_is_verified_alone(name, tmp_path):
    claim = CLAIMS[name]
    values = claim.read(as_json(WITNESSES[name]))
    text = certificate(claim, values, file="c.py")
    path = tmp_path / "certificate.py"
    path.write_text(text)
    verification = verify(path)
    assert verification.status == "verified", verification.says
    assert witness_of(text, claim) == values


@pytest.mark.parametrize(("name", "witness", "status"), BOGUS)
def test_what_is_put_forward_against_a_true_claim_does_not_refute_it(name, witness, status):
    claim = CLAIMS[name]
    assert verify_witness(claim, witness).status == status
    with pytest.raises(CertificateError):
        certificate(claim, claim.read(witness))


@pytest.mark.parametrize("name", sorted(TRUE))
def test_a_true_claim_holds_at_small_values(name):
    claim = CLAIMS[name]
    within = (values for values in claim.ascending() if claim.meets(values))
    for values in islice(within, 40):
        assert not claim.refuted_by(claim.evaluate(values)), claim.show(values)
