"""Tables in JSON: records, columns, and results nested by task as evaluation harnesses write them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from lakatos.tables.error import TableError
from lakatos.tables.text import MOST_CELLS, MOST_COLUMNS, MOST_TABLES, TextTable

#: How deep a value may lie within a record, and tables within a file.
DEEPEST = 12
Record = dict[str, str]


def json_tables(text: str, where: str) -> tuple[TextTable, ...]:
    """Every table of a JSON text: a list of records, a mapping of columns, or a mapping of records by their names.

    A record within a record is laid out as columns "outer.inner". Numbers keep their digits. Of an evaluation harness's
    file the tables are "results" and "groups", and what is in "n-samples" is joined to them.

    Raises:
        TableError: if it is no JSON, or there is no table in it.
    """
    return _found(_parsed(text, where), where)


def json_lines(text: str, where: str) -> tuple[TextTable, ...]:
    """One table of a text with one JSON record a line. Raises TableError for a line that is none."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    records = [_parsed(line, f"{where}, line {number}") for number, line in lines]
    for (number, _), record in zip(lines, records, strict=True):
        if not isinstance(record, dict):
            raise TableError(f"{where}, line {number}: need a record in braces, got {str(record)[:60]!r}")
    if not records:
        raise TableError(f"{where} is empty: write one record in braces a line")
    return (_of_records(records, "", where),)


def _parsed(text: str, where: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(k for k in keys if keys.count(k) > 1)
            raise TableError(f"{where}: the key {twice[:80]!r} comes twice in one record, and only one can be meant")
        return found

    try:
        # NaN and Infinity, which JSON does not have, are texts that no check takes for numbers.
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=once)
    except RecursionError:
        raise TableError(f"{where} is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise TableError(f"{where} is no JSON: {error}") from None


def _found(data: Any, where: str) -> tuple[TextTable, ...]:
    if isinstance(data, dict) and _named_records(data.get("results")):
        tables = list(_harness(data, where))
    else:
        tables = list(_tables(data, "", where, 0))
    if not tables:
        raise TableError(
            f"{where} holds no table: need a list of records, a record of equally long columns, or records by name"
        )
    if len(tables) > MOST_TABLES:
        raise TableError(f"{where} holds {len(tables):,} tables; at most {MOST_TABLES:,} are read")
    return tuple(tables)


def _harness(data: Mapping[str, Any], where: str) -> Iterator[TextTable]:
    counted = data.get("n-samples")
    for part in ("results", "groups"):
        records = data.get(part)
        if not _named_records(records) or not isinstance(records, dict):
            continue
        joined = {}
        for name, record in records.items():
            joined[name] = dict(record)
            if isinstance(counted, dict) and isinstance(counted.get(name), dict):
                joined[name]["n-samples"] = counted[name]
        yield _by_name(joined, part, where)


def _tables(node: Any, path: str, where: str, depth: int) -> Iterator[TextTable]:
    if depth > DEEPEST:
        raise TableError(f"{where}: {path[:80]} is nested more than {DEEPEST} deep")
    if isinstance(node, list):
        if node and all(isinstance(item, dict) for item in node):
            yield _of_records(node, path, where)
        return
    if not isinstance(node, dict) or not node:
        return
    split = node.get("columns"), node.get("data")
    if set(node) <= {"columns", "data", "index"} and all(isinstance(part, list) for part in split):
        yield _of_split(*split, path, where)  # type: ignore[arg-type]
    elif _columns(node):
        columns = tuple([_leaf(x) for x in column] for column in node.values())
        yield _checked(tuple(node), columns, path, where)
    elif _named_records(node):
        yield _by_name(node, path, where)
    elif all(not isinstance(value, dict | list) for value in node.values()):
        yield _of_records([node], path, where)
    else:
        for key, value in node.items():
            yield from _tables(value, f"{path}.{key}" if path else key, where, depth + 1)


def _columns(node: dict[str, Any]) -> bool:
    lists = [value for value in node.values() if isinstance(value, list)]
    plain = all(not isinstance(item, dict | list) for value in lists for item in value)
    return len(lists) == len(node) and plain and len({len(value) for value in lists}) == 1 and len(lists[0]) > 0


def _named_records(node: Any) -> bool:
    """Records of plain values by name: what is deeper is a tree of tables."""
    return (
        isinstance(node, dict)
        and bool(node)
        and all(isinstance(v, dict) and any(not isinstance(x, dict | list) for x in v.values()) for v in node.values())
    )


def _by_name(node: Mapping[str, Any], path: str, where: str) -> TextTable:
    name = "name"
    while any(name in record for record in node.values()):
        name = f"({name})"
    return _of_records([{name: key, **record} for key, record in node.items()], path, where)


def _of_split(names: list[Any], data: list[Any], path: str, where: str) -> TextTable:
    for row, cells in enumerate(data, 1):
        if not isinstance(cells, list) or len(cells) != len(names):
            raise TableError(f"{where}: row {row} of data must be a list of {len(names)} cells: {str(cells)[:60]!r}")
    columns = tuple([_leaf(row[i]) for row in data] for i in range(len(names)))
    return _checked(tuple(_leaf(n) for n in names), columns, path, where)


def _of_records(records: list[dict[str, Any]], path: str, where: str) -> TextTable:
    flat = [dict(_flat(record, "", where, 0)) for record in records]
    names = tuple(dict.fromkeys(name for record in flat for name in record))
    if len(names) * len(flat) > MOST_CELLS:
        raise TableError(f"{where}: {len(flat):,} records with {len(names):,} names; {MOST_CELLS:,} cells are read")
    return _checked(names, tuple([record.get(name, "") for record in flat] for name in names), path, where)


def _checked(names: tuple[str, ...], columns: tuple[list[str], ...], path: str, where: str) -> TextTable:
    if len(names) > MOST_COLUMNS or not names:
        raise TableError(f"{where}: {path[:80]} has {len(names):,} columns; 1 to {MOST_COLUMNS:,} are read")
    return TextTable(names, columns, range(1, len(columns[0]) + 1), title=path)


def _flat(record: Mapping[str, Any], path: str, where: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > DEEPEST:
        raise TableError(f"{where}: {path[:80]} is nested more than {DEEPEST} deep")
    for key, value in record.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from _flat(value, name, where, depth + 1)
        else:
            yield name, _leaf(value)


def _leaf(value: Any) -> str:
    """Numbers are texts already; a list within a record is no cell of a table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)[:200]
