"""Resizing before the Frechet distance: a perfect generator loses to one that draws squares instead of circles.

Claim
    Frechet distances between images, FID above all, are comparable between code bases: what is called bilinear
    resizing is the same everywhere, and small differences of the preprocessing do not matter. (In our words.)
Why it looked true
    Where grey changes evenly from pixel to pixel the resizers agree exactly, and both versions look alike when a
    photograph is shrunk. What differs is fine detail: a filter of fixed width reads 2 pixels of 8 in each direction
    and skips the rest, which the eye, and the average grey over many pictures, hardly shows.
What was claimed against it
    That common libraries resize without the filter which down-sampling needs, and that FID moves by it.
What we find
    One-pixel stripes, eight pixels apart, have grey 1/8: with a filter as wide as the step they come out as 1/8,
    wherever they lie; with the fixed one as 1/2 or 0, by the position. Of 96 thin circles, the same pictures
    resized in two ways are over eleven times as far apart as circles from squares under one resizer: provably so,
    for a Frechet distance on four moments. A perfect generator, resized otherwise, loses to a wrong one.
What this does not show
    By how much any published FID is off: the features here are four moments of a grey picture, not a network's,
    and thin lines are the worst case. Which libraries do what today: options have changed, and were not run here.
References
    G. Parmar, R. Zhang, J.-Y. Zhu, On Aliased Resizing and Surprising Subtleties in GAN Evaluation, CVPR 2022,
    arXiv:2104.11222 (the circle shrunk by 8 is theirs).
"""

import itertools
import math
import random
from fractions import Fraction

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure
from lakatos.arithmetic import text

CLAIM = Claim(
    paper=Paper(title="Papers that compare Frechet distances from different code bases"),
    where="the comparison with published figures",
    statement="Frechet distances between images can be compared between code bases that resize by the same named "
    "method",
)
AGAINST = Falsification(
    statement="Libraries resize without the filter that down-sampling needs, and FID changes by it.",
    source="Parmar, Zhang, Zhu, CVPR 2022, arXiv:2104.11222",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")

SIDE, STEP, PICTURES = 128, 8, 96
#: A filter of the width of one step, on each side of the middle: a triangle, as PIL's bilinear has it.
TRIANGLE = np.array([1, 3, 5, 7, 9, 11, 13, 15, 15, 13, 11, 9, 7, 5, 3, 1])
FIXED, BOX, FILTERED = "bilinear, fixed width", "box, as wide as the step", "triangle, as wide as the step"


def fixed_width(picture):
    """Bilinear interpolation at the middle of each block: the mean of its four innermost pixels, times 4."""
    rows = picture[STEP // 2 - 1 :: STEP] + picture[STEP // 2 :: STEP]
    return rows[:, STEP // 2 - 1 :: STEP] + rows[:, STEP // 2 :: STEP]


def box(picture):
    """The mean of each block, times 64."""
    small = len(picture) // STEP
    return picture.reshape(small, STEP, small, STEP).sum((1, 3))


def triangle(picture):
    """A triangle filter twice as wide as a block, times 128^2; beyond the edge the picture is 0."""
    small = len(picture) // STEP
    weights = np.zeros((small, len(picture) + STEP), dtype=np.int64)
    for i in range(small):
        weights[i, STEP * i : STEP * i + 2 * STEP] = TRIANGLE
    weights = weights[:, STEP // 2 : -STEP // 2]
    return weights @ picture @ weights.T


#: Each resizer with the number that its whole-number result is to be divided by.
RESIZERS = {
    "nearest": (lambda picture: picture[::STEP, ::STEP], 1),
    FIXED: (fixed_width, 4),
    BOX: (box, STEP**2),
    FILTERED: (triangle, int(TRIANGLE.sum()) ** 2),
}


def ring(radius, across, down, *, square=False, width=2, side=SIDE):
    """A line ``width`` pixels wide around a centre given in half pixels: a circle or a square."""
    y, x = np.mgrid[:side, :side]
    dx, dy = abs(2 * x + 1 - side - across), abs(2 * y + 1 - side - down)
    distance = np.maximum(dx, dy) ** 2 if square else dx**2 + dy**2
    return ((distance < (2 * radius) ** 2) & (distance >= (2 * (radius - width)) ** 2)).astype(np.int64)


def pictures(seed=1, **options):
    """A set of lines around centres near the middle, with radii from 20 to 50."""
    rng = random.Random(seed)

    def below(n):
        return int(n * rng.random())

    return [ring(20 + below(31), below(17) - 8, below(19) - 9, **options) for _ in range(PICTURES)]


def features(drawn, resizer):
    """Four moments of each resized picture: mean grey, mean square, mean squared steps across and down; exact."""
    resize, scale = RESIZERS[resizer]
    rows = []
    for picture in drawn:
        a = resize(picture)
        steps = (np.diff(a, axis=1) ** 2, np.diff(a, axis=0) ** 2)
        squares = [Fraction(int(m.sum()), m.size * scale**2) for m in (a**2, *steps)]
        rows.append([Fraction(int(a.sum()), a.size * scale), *squares])
    return rows


def mean(rows):
    """The mean of each column."""
    return [sum(column) / len(rows) for column in zip(*rows)]


def between_means(one, other):
    """The squared distance of two sets' means: a Frechet distance is never less."""
    return sum((a - b) ** 2 for a, b in zip(mean(one), mean(other)))


def variance(rows):
    """The trace of the covariance of a set: the variances of its columns, added up."""
    middle = mean(rows)
    return sum((v - m) ** 2 for row in rows for v, m in zip(row, middle)) / (len(rows) - 1)


def never_more(one, other):
    """The squared distance of the means and both variances: a Frechet distance is never more."""
    return between_means(one, other) + variance(one) + variance(other)


def frechet(one, other):
    """|m - n|^2 + tr(A + B - 2 (AB)^(1/2)) of two sets with means m, n and covariances A, B, in doubles."""
    one, other = (np.array([[float(v) for v in row] for row in rows]) for rows in (one, other))
    a, b = np.cov(one.T), np.cov(other.T)
    values, vectors = np.linalg.eigh(a)
    root = vectors * np.sqrt(values.clip(0)) @ vectors.T
    shared = np.sqrt(np.linalg.eigvalsh(root @ b @ root).clip(0)).sum()
    return float(((one.mean(0) - other.mean(0)) ** 2).sum() + np.trace(a) + np.trace(b) - 2 * shared)


def bounds(one, other):
    """Millionths below and above the Frechet distance of two sets, whole numbers."""
    return math.floor(10**6 * between_means(one, other)), math.ceil(10**6 * never_more(one, other))


@dispute.finding
def a_perfect_generator_loses():
    data = pictures()
    truth = features(data, FILTERED)
    least, _ = bounds(truth, features(data, FIXED))
    _, most = bounds(truth, features(pictures(square=True), FILTERED))
    assert least > most
    return Finding(
        name="Frechet distance to the data, in millionths",
        kind="exact",
        value={
            "the data themselves, resized with fixed width, at least": least,
            "squares, resized alike, at most": most,
        },
        shown=f"millionths: the data themselves, resized otherwise, {least:,} or more; squares {most:,} or less",
        scope=f"{PICTURES} circles, or squares, of radius 20 to 50 with lines of 2 pixels, {SIDE} x {SIDE} shrunk by "
        f"{STEP}; four moments of each; bounds in exact fractions",
        says="A generator that reproduces the data exactly, but is resized by an interpolation of fixed width, is "
        f"further from them than one that draws squares instead of circles: at least {least:,} millionths against at "
        f"most {most:,}.",
        refutes="claim",
        decisive=True,
    )


def stripes(shift):
    """Vertical lines of one pixel, one in each step."""
    return np.tile((np.arange(SIDE) % STEP == shift).astype(np.int64), (SIDE, 1))


def greys(resizer):
    """The grey of the stripes in the middle of the resized picture, for each position of theirs."""
    resize, scale = RESIZERS[resizer]
    return [Fraction(int(resize(stripes(shift))[4, 4]), scale) for shift in range(STEP)]


@dispute.finding
def one_pixel_stripes():
    values = {name: ", ".join(text(v) for v in greys(name)) for name in RESIZERS}
    return Finding(
        name="grey of one-pixel stripes, by their position",
        kind="exact",
        value=values,
        shown=f"{FIXED}: {values[FIXED]}; with a filter: 1/8 throughout",
        scope=f"stripes {STEP} pixels apart in all {STEP} positions, shrunk by {STEP}, away from the edge",
        says="Moved by one pixel, the same stripes turn from grey 1/2 to nothing under interpolation of fixed width; a "
        "filter as wide as the step leaves 1/8, which is right, wherever they lie.",
        refutes="claim" if greys(FIXED) != greys(FILTERED) else None,
    )


@dispute.finding
def the_circle():
    big = ring(96, 0, 0, side=256)
    counts = {name: int((resize(big) > 0).sum()) for name, (resize, _) in RESIZERS.items()}
    kept = {
        name: Fraction(int(resize(big).sum()) * STEP**2, scale * int(big.sum()))
        for name, (resize, scale) in RESIZERS.items()
    }
    return Finding(
        name="pixels that a thin circle reaches",
        kind="exact",
        value={
            **{f"{k}: pixels": v for k, v in counts.items()},
            **{f"{k}: share of ink": text(v) for k, v in kept.items()},
        },
        shown=f"{counts['nearest']} nearest, {counts[FIXED]} with fixed width, {counts[BOX]} crossed",
        scope="a circle of radius 96 and width 2 in 256 x 256, shrunk by 8",
        says=f"The circle crosses {counts[BOX]} of the large pixels. Interpolation of fixed width sees it in "
        f"{counts[FIXED]} of them: the circle comes out in dashes.",
    )


@dispute.finding
def distances():
    data = pictures()
    truth = features(data, FILTERED)
    others = {
        "circles again, other radii and places": features(pictures(seed=2), FILTERED),
        "squares": features(pictures(square=True), FILTERED),
        "circles with lines of 3 pixels": features(pictures(width=3), FILTERED),
        "the same pictures, box": features(data, BOX),
        f"the same pictures, {FIXED}": features(data, FIXED),
        "the same pictures, nearest": features(data, "nearest"),
    }
    values = {name: float(f"{10**6 * frechet(truth, rows):.3g}") for name, rows in others.items()}
    for name, rows in others.items():
        low, high = bounds(truth, rows)
        assert low <= values[name] * (1 + 1e-2) + 1
        assert values[name] * (1 - 1e-2) <= high
    return Finding(
        name="Frechet distances from the circles, triangle filter, in millionths",
        kind="comparison",
        value=values,
        shown=f"{values['squares']:.3g} to squares; {values[f'the same pictures, {FIXED}']:.4g} to the same pictures, "
        "resized otherwise",
        scope=f"{PICTURES} pictures each, doubles; every value lies within its exact bounds",
        says="What the resizer moves is more than what it takes to draw another shape or a thicker line.",
        table={"set": list(values), "millionths": list(values.values())},
    )


@dispute.control(holds=True)
def linear_ramps_do_not_care():
    """The claim for even ramps: on a linear one all resizers but the nearest agree, away from the edge."""
    y, x = np.mgrid[:SIDE, :SIDE]
    inner = [
        [Fraction(int(v), scale) for v in resize(3 * x + 2 * y)[1:-1, 1:-1].ravel()]
        for name, (resize, scale) in RESIZERS.items()
        if name != "nearest"
    ]
    return Outcome(survived=inner[0] == inner[1] == inner[2], note=f"{len(inner[0])} pixels, three resizers")


@dispute.control(holds=True)
def under_one_resizer_the_order_is_right():
    """The claim within one code base: other circles are nearer to the circles than squares are, for each resizer."""
    sets = pictures(), pictures(seed=2), pictures(square=True)
    ordered = []
    for name in RESIZERS:
        data, again, squares = (features(drawn, name) for drawn in sets)
        ordered.append(frechet(data, again) < frechet(data, squares))
    return Outcome(survived=all(ordered), note=f"{len(ordered)} resizers")


@dispute.control(holds=True)
def the_distance_of_known_gaussians():
    """Two sets of one shape, moved apart by (3, 4): the distance is 25; a set from itself: 0."""
    square = [[Fraction(v) for v in row] for row in ((0, 0), (0, 1), (1, 0), (1, 1))]
    moved = [[a + 3, b + 4] for a, b in square]
    return Outcome(
        survived=abs(frechet(square, moved) - 25) < 1e-9 and abs(frechet(square, square)) < 1e-9, note="25 and 0"
    )


@dispute.control(holds=False)
def fixed_width_keeps_the_grey():
    """'Interpolation of fixed width keeps the grey of one-pixel stripes' is false."""
    return Outcome(survived=set(greys(FIXED)) == {Fraction(1, 8)}, note="1/2 in two of eight positions, 0 in six")


def ink(ax, picture, black):
    """Draw a picture as runs of equal pixels: a vector figure, the same on every machine."""
    from matplotlib.patches import Rectangle

    for y, row in enumerate(picture.tolist()):
        x = 0
        for value, run in itertools.groupby(row):
            width = len(list(run))
            if value:
                shade = str(1 - min(1, value / black))
                ax.add_patch(Rectangle((x, y), width, 1, facecolor=shade, edgecolor=shade, linewidth=0.1))
            x += width
    ax.set(xlim=(0, len(picture)), ylim=(len(picture), 0), xticks=[], yticks=[], aspect="equal")


@figure(
    "A circle two pixels wide, 256 x 256, shrunk by 8. Nearest pixels and interpolation of fixed width break it into "
    "dashes; a filter as wide as the step, box or triangle, keeps it whole and grey. White is no ink."
)
def the_circle_shrunk():
    fig, axes = canvas(1, 5, size=(8.2, 2.0))
    big = ring(96, 0, 0, side=256)
    drawn = {"original": big, **{name: resize(big) / scale for name, (resize, scale) in RESIZERS.items()}}
    for ax, (name, picture) in zip(axes, drawn.items()):
        ink(ax, picture, 1 if name == "original" else 0.6)
        ax.set_title(name.replace(", ", ",\n"), fontsize=8.5, fontweight="normal", loc="center")
        ax.grid(visible=False)
        for spine in ax.spines.values():
            spine.set(visible=True, color="0.8")
    return fig


@figure(
    "Frechet distances from one set of circles, on a logarithmic scale. Above: other sets, resized as the circles "
    "were. Below: the very same pictures, resized in other ways."
)
def what_moves_the_distance(run):
    fig, ax = canvas(size=(7.2, 2.9))
    columns = next(f.table for f in run.findings if f.table)
    names, values = columns["set"], columns["millionths"]
    rows = range(len(names))
    colours = ["evidence" if name.startswith("the same") else "claim" for name in names]
    ax.hlines(rows, 0.1, values, color=colours, lw=2)
    ax.scatter(values, rows, color=colours, s=40, zorder=3)
    for row, value in zip(rows, values):
        ax.annotate(
            f"{value:,.0f}" if value > 100 else f"{value:.2g}",
            (value, row),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
        )
    ax.set(xscale="log", xlim=(0.1, 3e4), yticks=list(rows), yticklabels=names, ylim=(len(names) - 0.5, -0.5))
    ax.set_xlabel("Frechet distance, millionths")
    ax.grid(axis="y", visible=False)
    return fig
