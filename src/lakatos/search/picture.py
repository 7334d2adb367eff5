"""The picture of a counterexample: its graphs, trajectories, matrices and sequences, side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from lakatos.claims import FAULTS, ForAll, Graphs, Matrix, Trajectories, UnsupportedError, is_truth
from lakatos.drawing import (
    MOST_BARS,
    MOST_CELLS,
    MOST_VERTICES,
    draw_graph,
    draw_grid,
    draw_numbers,
    draw_states,
    house_style,
    layout,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Most points of a trajectory at which the margin is drawn, and most coordinates of a state.
POINTS, COORDINATES = 150, 8


@dataclass(frozen=True)
class Picture:
    """One variable that can be drawn: a graph, the states of a trajectory, numbers, or a grid of them."""

    name: str
    kind: Literal["graph", "states", "numbers", "grid"]
    data: Any
    margins: tuple[tuple[int, float], ...] = ()


def pictures(claim: ForAll, values: Sequence[Any]) -> list[Picture]:
    """What can be drawn of a witness, in the order of the variables."""
    found = []
    for at, (name, domain) in enumerate(claim.domains.items()):
        value = values[at]
        if isinstance(domain, Graphs):
            if 0 < len(value) <= MOST_VERTICES:
                found.append(Picture(name, "graph", value))
        elif isinstance(domain, Trajectories):
            states = _states(claim, values, at)
            if states:
                found.append(Picture(name, "states", states, _margins(claim, values, at)))
        elif rows := _rows(value):
            found.append(Picture(name, "grid", rows))
        elif _numbers(value):
            found.append(Picture(name, "numbers", value))
    return found


def drawn(chosen: Sequence[Picture]) -> Figure:
    """One figure of several pictures, at most three in a row."""
    from matplotlib.figure import Figure

    with house_style():
        columns = 1 if any(p.kind == "states" for p in chosen) else min(3, len(chosen))
        rows = -(-len(chosen) // columns)
        lines = [chosen[r * columns : (r + 1) * columns] for r in range(rows)]
        sizes = [_size(p) for p in chosen]
        wide = max(w for w, _ in sizes)
        heights = [max(_size(p)[1] for p in line) for line in lines]
        figure = Figure(figsize=(wide * columns, sum(heights)))
        panels = figure.subfigures(rows, columns, squeeze=False, height_ratios=heights)
        for r, line in enumerate(lines):
            for panel, one in zip(panels[r], line, strict=False):
                _draw(panel, one, title=one.name if len(chosen) > 1 else "")
    return figure


def written(x: Any) -> str:
    """A number written out; the ends of one that is long."""
    try:
        text = str(x)
    except ValueError:  # more digits than Python prints
        return f"a number of {int(x.numerator.bit_length() * 0.30103) + 1} digits"
    return text if len(text) <= 24 else f"{text[:8]}...{text[-6:]} ({len(text)} characters)"


def _draw(panel: Any, one: Picture, *, title: str) -> None:
    if one.kind == "states":
        draw_states(panel, one.data, one.margins, title=title)
        return
    axes = panel.subplots()
    if one.kind == "graph":
        draw_graph(axes, one.data)
        if title:  # of the panel, as the axes of two graphs differ in height
            panel.suptitle(title, x=0.08, ha="left", size=10.5, weight="bold")
    elif one.kind == "numbers":
        draw_numbers(axes, [float(x) for x in one.data], [written(x) for x in one.data], title=title)
    else:
        floats = [[float(x) for x in row] for row in one.data]
        draw_grid(axes, floats, [[written(x) for x in row] for row in one.data], title=title)


def _size(one: Picture) -> tuple[float, float]:
    """Inches that a picture needs."""
    if one.kind == "states":
        return 7.2, 5.0 if one.margins else 3.2
    if one.kind == "numbers":
        return (4.2, 2.6) if len(one.data) <= 12 else (7.2, 2.8)
    if one.kind == "grid":
        longest = max(len(written(x)) for row in one.data for x in row)
        wide = len(one.data[0]) * max(0.5, 0.1 * longest)
        return min(7.2, max(2.2, wide + 0.8)), min(6.0, max(1.4, 0.42 * len(one.data) + 0.6))
    places = layout(one.data)
    across, high = (max(p[i] for p in places) - min(p[i] for p in places) for i in (0, 1))
    edge = 0.2 * max(across, high, 1.0)
    wide = 3.4 if len(places) <= 8 else 4.6 if len(places) <= 16 else 7.2
    return wide, max(1.2, min(6.4, wide * (high + edge) / (across + edge)))


def _states(claim: ForAll, values: Sequence[Any], at: int) -> list[list[float]]:
    """The states of a trajectory as lists of floats, all of one length; empty if they are no such thing."""
    try:
        states = [_flat(state) for state in claim.lifted(values)[at]]
    except (ArithmeticError, ValueError, *FAULTS):
        return []
    fits = len({len(s) for s in states}) == 1 and 0 < len(states[0]) <= COORDINATES
    return states if fits and len(states) > 1 and all(math.isfinite(x) for s in states for x in s) else []


def _flat(state: Any) -> list[float]:
    """The numbers of a state. Raises TypeError if it holds anything else, OverflowError if one is too large."""
    if isinstance(state, Matrix):
        state = state.rows()
    if isinstance(state, tuple | list):
        return [x for part in state for x in _flat(part)]
    if not isinstance(state, int | float | Fraction):
        raise TypeError(f"{type(state).__name__} is no number")
    return [float(state)]


def _margins(claim: ForAll, values: Sequence[Any], at: int) -> tuple[tuple[int, float], ...]:
    """The margin after t steps, in doubles, for t on the way to the last; none if doubles do not see the violation."""
    try:
        arguments = claim.lifted(values, "floats")
        function = claim.space("floats")[claim.function.__name__]
        last = len(arguments[at]) - 1
        steps = sorted({i * last // POINTS for i in range(POINTS + 1)}) if last > POINTS else list(range(last + 1))
        found: list[tuple[int, float]] = []
        for t in steps:
            try:
                margin = function(*arguments[:at], arguments[at][: t + 1], *arguments[at + 1 :])
            except (ArithmeticError, ValueError, LookupError):
                continue  # too early for the claim to mean anything
            if is_truth(margin):
                return ()
            if math.isfinite(float(margin)):
                found.append((t, float(margin)))
    except (UnsupportedError, ArithmeticError, ValueError, *FAULTS):
        return ()
    sees = len(found) > 1 and found[-1][0] == last and claim.refuted_by(found[-1][1])
    return tuple(found) if sees else ()


def _is_number(x: Any) -> bool:
    """Whether this is a number that a double comes near."""
    return isinstance(x, int | Fraction) and not isinstance(x, bool) and bool(-(10**300) < x < 10**300)


def _numbers(value: Any) -> bool:
    if not isinstance(value, tuple) or not 3 <= len(value) <= MOST_BARS or not all(map(_is_number, value)):
        return False
    return sorted(value) != list(range(len(value)))  # of a permutation, bars show nothing


def _rows(value: Any) -> tuple[tuple[Any, ...], ...]:
    """A matrix, or a tuple of tuples of numbers of one length, by rows; empty if it is neither."""
    rows = value.rows() if isinstance(value, Matrix) else value
    if not isinstance(rows, tuple) or not all(isinstance(row, tuple) and row for row in rows):
        return ()
    if not 0 < len(rows) <= MOST_CELLS or len({len(row) for row in rows}) != 1 or len(rows[0]) > MOST_CELLS:
        return ()
    many = isinstance(value, Matrix) or len(rows) * len(rows[0]) > 2
    return rows if many and all(_is_number(x) for row in rows for x in row) else ()
