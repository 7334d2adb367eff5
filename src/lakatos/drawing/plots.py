"""States against time, numbers as bars, tables of numbers as grids."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

#: Longest sequence drawn as bars, and longest side of a grid.
MOST_BARS, MOST_CELLS = 80, 24


def draw_states(
    panel: Any, states: Sequence[Sequence[float]], margins: Sequence[tuple[int, float]] = (), *, title: str = ""
) -> None:
    """Draw the states of a trajectory on a matplotlib figure: each coordinate against t, its path if it has two, and
    the margin of the claim after t steps, where it is known. The last step is the one that counts.
    """
    last, width = len(states) - 1, len(states[0])
    names = [["states"]] if width != 2 else [["states", "path"]]
    if margins:
        names.append(["margin"] * len(names[0]))
    axes = panel.subplot_mosaic(names, width_ratios=[2, 1][: len(names[0])])
    line = {"marker": "o" if last <= 40 else "", "markersize": 3.5}
    for i in range(width):
        label = f"coordinate {i}" if width > 1 else None
        axes["states"].plot(range(last + 1), [s[i] for s in states], label=label, **line)
    _widely(axes["states"], [x for s in states for x in s])
    _last_step(axes["states"], last)
    axes["states"].set_ylabel("state")
    if 1 < width <= 8:
        axes["states"].legend(ncols=4)
    if "path" in axes:
        xs, ys = zip(*states, strict=True)
        axes["path"].plot(xs, ys, color="context", linewidth=1, **line)
        axes["path"].plot(xs[:1], ys[:1], "o", color="claim", label="start")
        axes["path"].plot(xs[-1:], ys[-1:], "s", color="evidence", label="end")
        axes["path"].set_xlabel("coordinate 0")
        axes["path"].set_ylabel("coordinate 1")
        axes["path"].legend()
    if "margin" in axes:
        steps, sizes = zip(*margins, strict=True)
        axes["margin"].plot(steps, sizes, color="claim", **line)
        axes["margin"].axhline(0, color="context", linewidth=1)
        axes["margin"].plot(steps[-1:], sizes[-1:], "o", color="evidence", label=f"violated at t = {last}")
        _widely(axes["margin"], sizes, near=abs(sizes[-1]))
        _last_step(axes["margin"], last)
        axes["margin"].set_ylabel("margin")
        axes["margin"].legend()
    axes["margin" if margins else "states"].set_xlabel("t")
    if title:
        axes["states"].set_title(title)


def draw_numbers(axes: Any, values: Sequence[float], texts: Sequence[str], *, title: str = "") -> None:
    """Draw numbers as bars in their order, written out above where they are few and short."""
    bars = axes.bar(range(len(values)), values, color="evidence", width=0.8 if len(values) <= 30 else 1.0)
    if len(values) <= 20 and max(map(len, texts)) <= 7:
        axes.bar_label(bars, labels=texts, padding=2, fontsize=9)
        axes.margins(y=0.15)
        axes.tick_params(axis="y", length=0, labelleft=False)
    axes.axhline(0, color="context", linewidth=0.8)
    _widely(axes, values, tens=300)
    axes.grid(visible=False, axis="x")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("index")
    if title:
        axes.set_title(title)


def draw_grid(axes: Any, rows: Sequence[Sequence[float]], texts: Sequence[Sequence[str]], *, title: str = "") -> None:
    """Draw a table of numbers as cells shaded by sign and size, written out where there is room."""
    from matplotlib.colors import LinearSegmentedColormap

    both = LinearSegmentedColormap.from_list("both", ["#2f5d8a", "white", "#b8452f"])
    largest = max((abs(x) for row in rows for x in row), default=0) or 1.0
    # Pale, so that what is written in a cell can be read.
    axes.imshow([[0.55 * x / largest for x in row] for row in rows], cmap=both, vmin=-1, vmax=1)
    longest = max(len(t) for row in texts for t in row)
    if longest * len(rows[0]) <= 90:
        for i, row in enumerate(texts):
            for j, written in enumerate(row):
                axes.text(j, i, written, ha="center", va="center", size=10 if longest <= 4 else 7.5)
    axes.set_xticks(range(len(rows[0])))
    axes.set_yticks(range(len(rows)))
    axes.tick_params(length=0, labelsize=8)
    axes.xaxis.tick_top()
    axes.grid(visible=False)
    if title:
        axes.set_title(title)


def _last_step(axes: Any, last: int) -> None:
    axes.axvline(last, color="evidence", linewidth=0.9, linestyle=":")
    axes.xaxis.get_major_locator().set_params(integer=True)


def _widely(axes: Any, values: Sequence[float], *, near: float = math.inf, tens: int = 12) -> None:
    """A logarithmic axis (both ways from zero) for values of very different size, down to ``near`` if that is small;
    of at most so many powers of ten.
    """
    sizes = sorted(abs(x) for x in values if x)
    if not sizes:
        return
    usual = min(near, max(1.0, sizes[len(sizes) // 2]))
    if usual and sizes[-1] > (1e4 if near == math.inf else 100) * usual:
        least = max(min(sizes[0], usual), sizes[-1] / 10.0**tens)
        power = math.floor(math.log10(least))
        # The straight part around zero is as wide as its three labels need.
        straight = max(1.0, (math.log10(sizes[-1]) - power) / 8)
        axes.set_yscale("symlog", linthresh=10.0**power, linscale=straight)
        # What is left free around was measured on the plain axis, where a large negative number may be a small one.
        low, high = min(values), max(values)
        axes.set_ylim(3 * low if low < 0 else 0, 3 * high if high > 0 else 0)
        # As many ticks as can be read, whatever the range.
        axes.yaxis.get_major_locator().set_params(numticks=7)
