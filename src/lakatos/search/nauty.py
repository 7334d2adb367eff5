"""Lists of graphs by nauty's programs, where they are installed: streams of graph6, read with suspicion.

McKay and Piperno, Practical graph isomorphism II, J. Symbolic Computation 60 (2014); https://pallini.di.uniroma1.it.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, TypeAlias

from lakatos.claims import (
    Graphs,
    graphs,
    is_bipartite,
    is_bridgeless,
    is_connected,
    is_cubic,
    is_tree,
    is_triangle_free,
)

#: Adjacency lists.
Graph: TypeAlias = Any

#: What reads graph6.
ANY = graphs()
#: The programs list graphs of at most so many vertices.
MOST = 32
#: Seconds of silence after which a program is given up.
SILENCE = 20.0
#: How many graphs and trees of order 4 to 6 there are: what a program is tried on.
KNOWN = {"geng": (11, 34, 156), "gentreeg": (2, 3, 6)}


def program(domain: Graphs) -> str:
    """The program that lists a domain: ``gentreeg`` for trees, else ``geng``."""
    return "gentreeg" if is_tree in domain.properties.values() else "geng"


def found(name: str) -> str | None:
    """Where a program is on PATH; Debian puts "nauty-" before its name."""
    return shutil.which(name) or shutil.which(f"nauty-{name}")


@lru_cache(maxsize=16)
def trouble(name: str, path: str) -> str | None:
    """What is wrong with a program, tried on small orders; None if it lists what it should."""
    for order, count in zip((4, 5, 6), KNOWN[name], strict=True):
        try:
            listed = list(islice(_graphs([path, "-q", str(order)], order, None), count + 1))
        except (ValueError, OSError) as error:
            return f"{path} is not nauty's {name}: {error}"
        if len(listed) != count or len(set(listed)) != count:
            return f"{path} is not nauty's {name}: it lists {len(listed)} graphs of order {order}, not {count}"
    return None


def arguments(domain: Graphs) -> list[str]:
    """What tells ``geng`` of the properties of a domain that it knows; the others are to be checked."""
    asked = domain.properties.values()
    if is_tree in asked:
        return []
    flags = []
    if is_connected in asked:
        flags.append("-c")
    if is_bipartite in asked:
        flags.append("-b")
    elif is_triangle_free in asked:
        flags.append("-t")
    if is_cubic in asked:
        flags += ["-d3", "-D3"]
    elif is_bridgeless in asked and is_connected in asked:
        # A vertex of degree 1 hangs on a bridge; a single vertex, which geng would leave out, is listed anyway.
        flags.append("-d2")
    return flags


def listing(domain: Graphs, path: str, deadline: float | None) -> Iterator[Graph]:
    """The graphs of a domain's orders, the smallest order first, as a program lists them.

    Raises:
        ValueError: if the program prints anything but graphs of the order asked for.
        TimeoutError: at the deadline, or if the program says nothing for long.
    """
    most = MOST if domain.most is None else min(MOST, domain.most)
    flags = arguments(domain)
    for order in range(max(1, domain.least), most + 1):
        if is_cubic in domain.properties.values() and (order % 2 or order < 4):
            continue
        yield from _graphs([path, "-q", *flags, str(order)], order, deadline)


def _graphs(command: list[str], order: int, deadline: float | None) -> Iterator[Graph]:
    for line in _lines(command, _length(order), deadline):
        try:
            g = ANY.read(line.decode("ascii"))
        except UnicodeDecodeError:
            raise ValueError("it prints what is no graph6") from None
        if len(g) != order:
            raise ValueError(f"it lists a graph of order {len(g)}, asked for order {order}")
        yield g


def _length(order: int) -> int:
    """Characters of a graph in graph6, of fewer than 63 vertices."""
    return 1 + -(-(order * (order - 1) // 2) // 6)


def _lines(command: list[str], length: int, deadline: float | None) -> Iterator[bytes]:
    """The lines that a program prints, each of one length; the program is ended when nobody asks for more."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    try:
        rest = b""
        while chunk := _chunk(process.stdout.fileno(), deadline):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if len(line.rstrip(b"\r")) != length:
                    raise ValueError(f"it prints {line[:40]!r}, which is no graph6 of this order")
                yield line.rstrip(b"\r")
            if len(rest) > length + 1:
                raise ValueError(f"it prints {rest[:40]!r}, which is no graph6 of this order")
        if rest:
            raise ValueError("its last line is cut short")
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def _chunk(stream: int, deadline: float | None) -> bytes:
    """What a program prints next; empty at its end."""
    patience = SILENCE if deadline is None else min(SILENCE, max(0.0, deadline - time.monotonic()))
    if not select.select([stream], [], [], patience)[0]:
        raise TimeoutError("the program says nothing")
    return os.read(stream, 1 << 16)
