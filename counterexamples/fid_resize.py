"""A perfect generator, resized by interpolation of fixed width, loses to one that draws squares instead of circles.

Claim: Frechet distances between sets of images can be compared between code bases that resize by the same named method.
Witness: 16 thin circles, shrunk by 8 with the mean of each block. The distance |m - n|^2 + tr(A + B - 2 (AB)^(1/2)) of
    two sets with means m, n and covariances A, B lies between |m - n|^2 and that plus tr A + tr B. For four moments
    of each picture it is larger to the same circles, shrunk to the mean of the four innermost pixels of each block as
    bilinear interpolation without a filter does, than to squares shrunk as the circles were.
What this does not show: by how much any published figure is off; FID takes a network's features, not moments.
"""

from fractions import Fraction
from itertools import pairwise

SIDE, STEP = 128, 8


def line(k, distance):
    """The pixels less than 2 inside a circle or square around a centre near the middle, in half pixels."""
    radius, across, down = 20 + 7 * k % 31, 5 * k % 17 - 8, 11 * k % 19 - 9
    own = [2 * i + 1 - SIDE for i in range(SIDE)]
    far = [[distance(x - across, y - down) for x in own] for y in own]
    return [[4 * (radius - 2) ** 2 <= d < 4 * radius**2 for d in row] for row in far]


def shrunk(picture, first, last):
    """The mean of the pixels first, ..., last - 1 of each block, in both directions."""
    blocks, inner = range(0, SIDE, STEP), range(first, last)
    total = [[sum(picture[i + a][j + b] for a in inner for b in inner) for j in blocks] for i in blocks]
    return [[Fraction(value, len(inner) ** 2) for value in row] for row in total]


def moments(grey):
    """Mean grey, mean square, mean squared steps across and down."""
    across = [b - a for row in grey for a, b in pairwise(row)]
    down = [b - a for row, below in pairwise(grey) for a, b in zip(row, below, strict=True)]
    flat = [value for row in grey for value in row]
    return [sum(flat) / len(flat), *(sum(v * v for v in values) / len(values) for values in (flat, across, down))]


def mean(rows):
    """The mean of each moment over a set of pictures."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def spread(rows):
    """The trace of the covariance: the variances of the moments, added up."""
    middle = mean(rows)
    return sum((v - m) ** 2 for row in rows for v, m in zip(row, middle, strict=True)) / (len(rows) - 1)


circles = [line(k, lambda x, y: x * x + y * y) for k in range(16)]
squares = [line(k, lambda x, y: max(x * x, y * y)) for k in range(16)]
data, wrong = ([moments(shrunk(picture, 0, STEP)) for picture in drawn] for drawn in (circles, squares))
same = [moments(shrunk(picture, STEP // 2 - 1, STEP // 2 + 1)) for picture in circles]
apart, other = (sum((a - b) ** 2 for a, b in zip(mean(data), mean(rows), strict=True)) for rows in (same, wrong))
most = other + spread(data) + spread(wrong)
print(f"millionths: the same circles at least {apart * 10**6 // 1}, squares at most {-(-most * 10**6 // 1)}")
assert apart > most
