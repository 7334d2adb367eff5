"""Ratings from CSV and JSON. Everything in a file is hostile until parsed; nothing is skipped in silence."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from lakatos.rerun.pairs.ratings import Question, Rating, Ratings, RatingsError

REQUIRED, OPTIONAL = ("pair", "side", "rater", "answer"), ("order", "time_s")
MOST_BYTES = 1_000_000
_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


def read(path: str | Path, *, question: Question) -> Ratings:
    """Read a file of ratings, .csv or .json: columns pair, side, rater, answer, and if they are known order, time_s.

    Raises:
        RatingsError: if it cannot be read or parsed; the message names the line or entry and the mend.
    """
    file = Path(path)
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RatingsError(f"{file.name} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if file.suffix.lower() not in (".csv", ".json"):
        raise RatingsError(f"{file.name} is neither .csv nor .json")
    parse = parse_json if file.suffix.lower() == ".json" else parse_csv
    return parse(data, question=question)


def parse_csv(data: bytes | str, *, question: Question) -> Ratings:
    """Ratings from the text of a CSV file, with a header.

    >>> parse_csv("pair,side,rater,answer\\n1,left,A,right\\n", question="preference").rows[0].outcome
    'reference'
    """
    stream = csv.reader(io.StringIO(_text(data), newline=""), strict=True)
    rows = []
    try:
        header = next(stream, None)
        if header is None:
            raise RatingsError("the file is empty; its first line names the columns pair, side, rater, answer")
        names = [name.strip() for name in header]
        _columns(names, "the header")
        for cells in stream:
            if not cells:
                continue
            where = f"line {stream.line_num}"
            if len(cells) != len(names):
                raise RatingsError(
                    f"{where} has {len(cells)} cells, the header {len(names)}; put quotes around a comma"
                )
            rows.append(_rating({n: _cell(n, c.strip(), where) for n, c in zip(names, cells, strict=True)}, where))
    except csv.Error as error:
        raise RatingsError(f"line {stream.line_num} is not CSV: {error}") from None
    return Ratings(question, tuple(rows))


def parse_json(data: bytes | str, *, question: Question) -> Ratings:
    """Ratings from the text of a JSON file: a list of objects with the same names as the columns of a CSV file."""
    try:
        found = json.loads(_text(data), object_pairs_hook=_object, parse_constant=_no_constant)
    except (json.JSONDecodeError, RecursionError) as error:
        raise RatingsError(f"not JSON: {str(error) or 'nested too deeply'}") from None
    except ValueError as error:  # an integer of more digits than Python parses
        if isinstance(error, RatingsError):
            raise
        raise RatingsError(f"not JSON that can be read: {error}") from None
    if not isinstance(found, list):
        raise RatingsError(f"need a list of ratings, got a JSON {type(found).__name__}")
    rows = []
    for number, entry in enumerate(found, 1):
        where = f"entry {number}"
        if not isinstance(entry, dict):
            raise RatingsError(
                f"{where} is a JSON {type(entry).__name__}, not an object with pair, side, rater, answer"
            )
        _columns(list(entry), where)
        rows.append(_rating(entry, where))
    return Ratings(question, tuple(rows))


def to_csv(ratings: Ratings) -> str:
    """The CSV text that ``parse_csv`` reads back as the same ratings."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    optional = [name for name in OPTIONAL if any(getattr(r, name) is not None for r in ratings.rows)]
    writer.writerow([*REQUIRED, *optional])
    for r in ratings.rows:
        values = (getattr(r, name) for name in (*REQUIRED, *optional))
        writer.writerow(
            "" if v is None else f"{v:.9f}".rstrip("0").rstrip(".") if type(v) is float else v for v in values
        )
    return out.getvalue()


def _text(data: bytes | str) -> str:
    if len(data) > MOST_BYTES:
        raise RatingsError(f"more than {MOST_BYTES:,} bytes; a thousand ratings need about 50,000")
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise RatingsError(f"not UTF-8 at byte {error.start}; save the file as UTF-8") from None
    if "\0" in text:
        raise RatingsError("contains a null character; it is not a text file")
    return text


def _columns(names: Sequence[str], where: str) -> None:
    missing = [n for n in REQUIRED if n not in names]
    unknown = [n for n in names if n not in (*REQUIRED, *OPTIONAL)]
    twice = sorted({n for n in names if names.count(n) > 1})
    for problem, found in (("lacks", missing), ("has the unknown", unknown), ("has twice", twice)):
        if found:
            raise RatingsError(
                f"{where} {problem} {', '.join(f'{n!r:.40}' for n in found[:5])}; the columns are "
                f"{', '.join(REQUIRED)}, and if they are known {' and '.join(OPTIONAL)}"
            )


def _cell(name: str, text: str, where: str) -> str | int | float | None:
    """A cell's value; an optional one may be empty."""
    if name not in OPTIONAL:
        return text
    if not text:
        return None
    if name == "order" and _WHOLE.fullmatch(text):
        return int(text)
    if name == "time_s" and _DECIMAL.fullmatch(text):
        return float(text)
    raise RatingsError(
        f"{where}: {name} is {text!r:.40}; write {'a whole number from 1' if name == 'order' else 'seconds as 2.75'}"
    )


def _rating(entry: Mapping[str, Any], where: str) -> Rating:
    try:
        return Rating(**entry)
    except RatingsError as error:
        raise RatingsError(f"{where}: {error}") from None


def _object(items: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in items]
    if len(set(names)) < len(names):
        raise RatingsError(f"an object has {sorted(n for n in names if names.count(n) > 1)[0]!r:.40} twice")
    return dict(items)


def _no_constant(name: str) -> NoReturn:
    raise RatingsError(f"{name} is no number; leave what is not known out")
