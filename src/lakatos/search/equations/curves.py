"""Rational points on plane conics and cubics: small ones by trial, then more along the lines through those known.

A line through two points of a cubic, or the tangent at one, meets it in one more point (Fermat, Newton); a line through
a point of a conic in one more (Diophantus). Points are coprime integers (x, y, z), of which (-x, -y, -z) is another
name.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any, TypeAlias

import numpy as np

Point: TypeAlias = tuple[int, int, int]


class Form:
    """A homogeneous polynomial in three variables, by the integer coefficients of its monomials' exponents."""

    def __init__(self, coefficients: Mapping[tuple[int, ...], int]) -> None:
        terms = list(coefficients.items())
        self.terms = terms
        self.degree = sum(terms[0][0])
        self.partials = [
            [(_lowered(exponents, i), c * exponents[i]) for exponents, c in terms if exponents[i]] for i in range(3)
        ]

    def __call__(self, point: Any) -> Any:
        return _value(self.terms, point)

    def gradient(self, point: Any) -> Point:
        """The partial derivatives at a point."""
        x, y, z = (_value(part, point) for part in self.partials)
        return int(x), int(y), int(z)

    def small_points(self, height: int) -> list[Point]:
        """The points with entries up to ``height``, at which the curve is smooth."""
        span = np.arange(-height, height + 1, dtype=object if self._long(height) else np.int64)
        zeros = np.argwhere(self(np.meshgrid(span, span, span, indexing="ij", sparse=True)) == 0) - height
        found = {normal(point) for point in zeros.tolist() if any(point)}
        return sorted((p for p in found if any(self.gradient(p))), key=_height)

    def _long(self, height: int) -> bool:
        return bool(sum(abs(c) for _, c in self.terms) * height**self.degree >= 2**62)


def _lowered(exponents: tuple[int, ...], i: int) -> tuple[int, ...]:
    return tuple(e - (j == i) for j, e in enumerate(exponents))


def _value(terms: list[tuple[tuple[int, ...], int]], point: Any) -> Any:
    x, y, z = point
    total: Any = 0
    for (i, j, k), c in terms:
        total = total + c * x**i * y**j * z**k
    return total


def points(form: Form, height: int, digits: int) -> Iterator[Point | None]:
    """Points that lines lead to from those of small height; the degree is 2 or 3.

    Of a cubic those of at most so many digits, the shortest known one first, and None for work that led to no new one.
    Of a conic all, by the slopes of the lines.
    """
    small = form.small_points(height)
    if form.degree == 2:
        yield from _from_one(form, small[0]) if small else ()
        return
    heap = [(_height(p), p) for p in small]
    heapq.heapify(heap)
    known = set(small)
    used: list[tuple[Point, Point]] = []
    while heap:
        _, point = heapq.heappop(heap)
        yield point
        used.append((point, form.gradient(point)))
        for other in _beyond(form, used):
            if other is None or other in known or _height(other) >= 10**digits:
                yield None
                continue
            known.add(other)
            heapq.heappush(heap, (_height(other), other))


def _from_one(form: Form, base: Point) -> Iterator[Point | None]:
    """The points of a conic, by lines through one of them with slopes of growing height."""
    yield base
    gradient = form.gradient(base)
    # The lines through a point correspond to the points of a line that misses it.
    i, j = [k for k in range(3) if k != next(k for k in range(3) if base[k])]
    for size in itertools.count(1):
        for s, t in sorted(
            {(a, b) for k in range(-size, size + 1) for a, b in ((size, k), (k, size)) if gcd(a, b) == 1}
        ):
            direction = [0, 0, 0]
            direction[i], direction[j] = s, t
            yield _on_line(base, direction, int(form(direction)), _dot(gradient, direction))


def _beyond(form: Form, used: list[tuple[Point, Point]]) -> Iterator[Point | None]:
    """Where the lines through the last of some points of a cubic and the others, and its tangent, meet it again."""
    *others, (point, gradient) = used
    for other, slope in others:
        # F(P + s Q) = s (F'(P) Q) + s^2 (F'(Q) P), as P and Q lie on the curve.
        yield _on_line(point, other, _dot(slope, point), _dot(gradient, other))
    a, b, c = gradient
    for on_tangent in ((0, c, -b), (-c, 0, a), (b, -a, 0)):
        third = _on_line(point, on_tangent, int(form(on_tangent)), _dot(form.gradient(on_tangent), point))
        if third is not None and third != point:
            yield third
            return


def _on_line(P: Any, Q: Any, a: int, b: int) -> Point | None:
    """The point P + s Q with a s + b = 0; None if there is none."""
    third = (a * P[0] - b * Q[0], a * P[1] - b * Q[1], a * P[2] - b * Q[2])
    return normal(third) if any(third) else None


def normal(point: Any) -> Point:
    """The point as coprime integers of which the first that is not zero is positive."""
    x, y, z = point
    common = gcd(x, y, z)
    if next(v for v in point if v) < 0:
        common = -common
    return x // common, y // common, z // common


def _dot(u: Any, v: Any) -> int:
    return int(u[0] * v[0] + u[1] * v[1] + u[2] * v[2])


def _height(point: Point) -> int:
    return max(map(abs, point))
