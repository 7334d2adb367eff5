"""Exact arithmetic on cases that can be checked by hand."""

import math
from fractions import Fraction as F

import numpy as np
import pytest

from lakatos.arithmetic import (
    HullCertificate,
    RationalMatrix,
    e_bounds,
    floor_over_e,
    fraction,
    harmonic,
    is_positive_definite,
    is_positive_semidefinite,
    negative_direction,
    origin_in_hull,
    simplest_between,
    spectral_radius_bounds,
)


@pytest.mark.parametrize("bad", [0.1, True, None, [1]])
def test_a_float_is_never_taken_for_exact(bad):
    with pytest.raises(TypeError, match="not an exact number"):
        fraction(bad)


@pytest.mark.parametrize("bad", ["", "1/0", "abc", "1 2"])
def test_text_that_is_no_number_is_refused_with_the_mend(bad):
    with pytest.raises(ValueError, match="3/7"):
        fraction(bad)


def test_e_is_bracketed_and_floors_over_it_are_right():
    for terms in (1, 5, 12):
        low, high = e_bounds(terms)
        assert low < F(math.e) + F(1, 10**15)
        assert high > F(math.e) - F(1, 10**15)
    assert [floor_over_e(n) for n in range(3000)] == [int(n / math.e) for n in range(3000)]
    # 10^40 / e needs more digits than a double has; the answer brackets e from both sides.
    q = floor_over_e(10**40)
    low, high = e_bounds(60)
    assert q * low <= 10**40 <= (q + 1) * high


def test_harmonic_numbers():
    assert [harmonic(k) for k in range(4)] == [0, 1, F(3, 2), F(11, 6)]
    assert harmonic(500) == sum(F(1, i) for i in range(1, 501))


def test_simplest_between_refuses_an_empty_interval():
    with pytest.raises(ValueError):
        simplest_between(F(1), F(1))


@pytest.mark.parametrize(
    ("points", "inside"),
    [
        ([[4], [-1]], True),
        ([["7/3"], ["2/3"]], False),
        ([[0]], True),
        ([[1, 0], [0, 1], [-1, -1]], True),
        ([[1, 0], [0, 1], [1, 1]], False),
        ([[1, 1], [-1, -1]], True),  # on an edge
        ([[1, 0], [-1, f"1/{10**30}"], [1, 1]], False),  # 1e-30 away
        ([[1, 0], [-1, f"-1/{10**30}"], [1, 1]], True),
        ([[0, 0], [5, 7]], True),
    ],
)
def test_hull_membership_with_a_proof_either_way(points, inside):
    certificate = origin_in_hull(points)
    assert certificate.inside is inside
    assert certificate.proves(points)


def test_a_wrong_certificate_proves_nothing():
    assert not HullCertificate(weights=(F(1, 2), F(1, 2)), separator=None).proves([[4], [-1]])
    assert not HullCertificate(weights=(F(2), F(-1)), separator=None).proves([[1], [2]])
    assert not HullCertificate(weights=None, separator=(F(1),)).proves([[4], [-1]])


@pytest.mark.parametrize(
    ("rows", "semidefinite", "definite"),
    [
        ([[1]], True, True),
        ([[0]], True, False),
        ([[1, 1], [1, 1]], True, False),
        ([[2, 1], [1, 2]], True, True),
        ([[1, 2], [2, 1]], False, False),
        ([[1, 1], [1, f"{10**30 - 1}/{10**30}"]], False, False),  # indefinite by about 1e-30
        ([[1, 1], [1, f"{10**30 + 1}/{10**30}"]], True, True),
    ],
)
def test_definiteness_is_exact(rows, semidefinite, definite):
    matrix = RationalMatrix(rows)
    assert is_positive_semidefinite(matrix) is semidefinite
    assert is_positive_definite(matrix) is definite


@pytest.mark.parametrize(
    "rows",
    [
        [[-1]],
        [[0, 1], [1, 0]],
        [[0, 1], [1, 5]],
        [[1, 2], [2, 1]],
        [[1, 1], [1, f"{10**30 - 1}/{10**30}"]],
        [[1, 0, 0], [0, 0, 1], [0, 1, 0]],
        [[4, 2, 0], [2, 1, 3], [0, 3, 9]],
    ],
)
def test_what_is_not_semidefinite_shows_a_negative_direction(rows):
    matrix = RationalMatrix(rows)
    x = negative_direction(matrix)
    exact = matrix.rows()
    assert sum(x[i] * exact[i][j] * x[j] for i in range(len(x)) for j in range(len(x))) < 0


def test_a_semidefinite_matrix_shows_none():
    for rows in ([[0]], [[1, 1], [1, 1]], [[2, 1], [1, 2]]):
        assert negative_direction(RationalMatrix(rows)) is None


def test_large_hulls_are_decided_exactly_however_close():
    # 30 points in dimension 6 that all satisfy <u, p> = distance/<u, u>, or that surround the origin within that plane.
    rng = np.random.default_rng(1)
    u = [F(int(x)) for x in rng.integers(1, 9, 6)]
    for distance in (F(0), F(1, 1000), F(1, 10**12), F(1, 10**30)):
        points = []
        for _ in range(15):
            p = [F(int(a), int(b)) for a, b in zip(rng.integers(-999, 999, 6), rng.integers(1, 99, 6))]
            shift = sum(a * b for a, b in zip(u, p)) / sum(a * a for a in u)
            flat = [a - shift * b for a, b in zip(p, u)]
            points += [[a + distance * b for a, b in zip(q, u)] for q in (flat, [-a for a in flat])]
        certificate = origin_in_hull(points)
        assert certificate.inside == (distance == 0)
        assert certificate.proves(points)


def test_definiteness_needs_symmetry():
    with pytest.raises(ValueError, match="symmetric"):
        is_positive_definite(RationalMatrix([[1, 2], [0, 1]]))


def test_matrices_need_rows_of_one_length():
    for bad in ([], [[]], [[1], [1, 2]]):
        with pytest.raises(ValueError):
            RationalMatrix(bad)


# Spectral radius


def test_spectral_radius_bounds_agree_with_doubles_and_are_tight():
    rng = np.random.default_rng(4)
    for n in (1, 2, 3, 5, 8):
        entries = rng.integers(-9, 10, (n, n))
        low, high = spectral_radius_bounds(RationalMatrix([[F(int(x), 7) for x in row] for row in entries]))
        assert 0 <= high - low <= F(1, 10**12)
        assert float(low) == pytest.approx(np.abs(np.linalg.eigvals(entries / 7)).max(), abs=1e-8)


def test_spectral_radius_of_a_matrix_without_enough_eigenvectors():
    low, high = spectral_radius_bounds(RationalMatrix([["1/3", 1, 0], [0, "1/3", 1], [0, 0, "1/3"]]), digits=30)
    assert low <= F(1, 3) <= high <= low + F(1, 10**30)
    assert spectral_radius_bounds(RationalMatrix([[0, 1], [0, 0]])) == (0, 0)


def test_spectral_radius_is_of_square_matrices_to_a_sane_number_of_digits():
    with pytest.raises(ValueError, match="1 by 2"):
        spectral_radius_bounds(RationalMatrix([[1, 2]]))
    with pytest.raises(ValueError, match="got 0"):
        spectral_radius_bounds(RationalMatrix([[1]]), digits=0)
