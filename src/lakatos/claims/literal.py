"""Plain values as they are written in Python: in a certificate, the witness and the constants of a claim."""

from __future__ import annotations

import ast
import textwrap
from fractions import Fraction
from typing import Any


def is_literal(value: Any) -> bool:
    """Whether a value is plain: numbers, text, matrices, and tuples, lists, sets and mappings of them."""
    if value is None or isinstance(value, bool | int | str | Fraction):
        return True
    if isinstance(value, float):
        return value - value == 0  # infinity and "not a number" have no digits
    if type(value) in (tuple, list, set, frozenset):
        return all(map(is_literal, value))
    if type(value) is dict:
        return all(is_literal(k) and is_literal(v) for k, v in value.items())
    return is_matrix(value)


def is_matrix(value: Any) -> bool:
    """Whether this is one of the plain matrices that stand in certificates."""
    return type(value).__name__ == "Matrix" and type(value).__module__.startswith("lakatos.claims.plain")


def literal(value: Any) -> str:
    """A value as it is written in Python, on as many lines as it needs."""
    text = _written(value)
    if len(text) <= 96:
        return text
    if isinstance(value, tuple | list) and value:
        open_, close = ("(", ")") if isinstance(value, tuple) else ("[", "]")
        return f"{open_}\n{textwrap.indent(_filled([literal(v) for v in value]), '    ')}\n{close}"
    if is_matrix(value):
        return f"Matrix({literal(value.entries)})"
    if isinstance(value, int):
        return f"int({_chunked(value)})"
    if isinstance(value, Fraction):
        return f"Fraction(\n    {literal(value.numerator)},\n    {literal(value.denominator)},\n)"
    return text


def read_literal(source: str | ast.expr) -> Any:
    """The value that ``literal`` wrote, from its text or syntax tree, without running anything.

    Integers, text, None, tuples, and calls of Fraction and Matrix on them, of int on text, are read.

    Raises:
        ValueError: for anything else.
    """
    from lakatos.claims.plain.matrices import Matrix

    node = ast.parse(source.strip(), mode="eval").body if isinstance(source, str) else source
    if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, int | str)):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -read_literal(node.operand)
    if isinstance(node, ast.Tuple):
        return tuple(map(read_literal, node.elts))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        arguments = [read_literal(a) for a in node.args]
        if node.func.id == "int":
            return int(*arguments)
        if node.func.id == "Matrix":
            return Matrix(*arguments)
        if node.func.id == "Fraction" and all(isinstance(a, int) for a in arguments):
            return Fraction(*arguments)
    raise ValueError(f"{ast.unparse(node)[:60]} is no plain value")


def _filled(items: list[str]) -> str:
    lines, line = [], ""
    for item in items:
        if line and ("\n" in item or len(line) + len(item) + 2 > 100):
            lines.append(line)
            line = ""
        line = f"{line} {item},".lstrip(" ")
        if "\n" in item:
            lines.append(line)
            line = ""
    return "\n".join([*lines, *([line] if line else [])])


def _chunked(value: int) -> str:
    """An integer too long for a line, as text in pieces; in hexadecimal where Python would not read it as decimal."""
    digits, base = (str(value), "") if abs(value) < 10**4000 else (hex(value), ", 16")
    pieces = "\n".join(f'    "{digits[i : i + 90]}"' for i in range(0, len(digits), 90))
    return f"\n{pieces}{base}\n"


def _written(value: Any) -> str:
    if is_matrix(value):
        return f"Matrix({_written(value.entries)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_written, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, set | frozenset):
        # In one order: that of a set of texts is another in every process.
        inner = f"{{{', '.join(sorted(map(_written, value)))}}}" if value else "set()"
        return inner if isinstance(value, set) else f"frozenset({inner if value else ''})"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**90:
        return "9" * 200  # too long for a line: literal() writes it in pieces
    if isinstance(value, Fraction) and max(abs(value.numerator), value.denominator) >= 10**40:
        return "9" * 200
    return ascii(value)
