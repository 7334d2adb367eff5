"""What a certificate may contain. It is hostile until it has passed: read as text, never imported.

The rules leave integers, fractions and plain control flow: what a reader can check by eye.
"""

from __future__ import annotations

import ast
import builtins
import io
import tokenize
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

#: What may be imported, module by module. Names are listed because modules carry others along: through
#: ``fractions.sys`` a script would reach everything. None stands for "all of it" (pure C modules).
ALLOWED_MODULES: dict[str, frozenset[str] | None] = {
    "__future__": frozenset({"annotations"}),
    "collections": frozenset({"Counter", "defaultdict", "deque"}),
    "fractions": frozenset({"Fraction"}),
    "functools": frozenset({"cache", "lru_cache", "partial", "reduce"}),
    "itertools": None,
    # What stays within the integers: a float, an infinity or a "not a number" is never exact.
    "math": frozenset({"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod", "trunc"}),
}
FORBIDDEN_NAMES = frozenset(
    {
        "breakpoint", "classmethod", "compile", "copyright", "credits", "delattr", "dir", "eval", "exec", "exit",
        "getattr", "globals", "hasattr", "help", "id", "input", "license", "locals", "memoryview", "object",
        "open", "quit", "setattr", "staticmethod", "super", "type", "vars", "SystemExit", "float", "complex",
    }
)  # fmt: skip
#: Attributes that lead from a value to the frame, code or class behind it.
FORBIDDEN_ATTRIBUTES = ("_", "gi_", "f_", "cr_", "ag_", "tb_", "co_", "mro", "format")
FORBIDDEN_SYNTAX = (
    ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.With, ast.ClassDef, ast.Try, ast.TryStar,
    ast.Match, ast.Global, ast.Nonlocal,
)  # fmt: skip
REQUIRED = ("Claim", "Witness", "What this does not show")
MAX_BYTES = 100_000


@dataclass(frozen=True)
class Problem:
    """Why a certificate is refused, and on which line (1 for the file as a whole)."""

    line: int
    says: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.says}"


def lint(source: bytes | str) -> list[Problem]:
    """Every reason to refuse a certificate, in the order of its lines; empty if there is none."""
    data = source.encode() if isinstance(source, str) else source
    if len(data) > MAX_BYTES:
        return [Problem(1, f"{len(data):,} bytes; a certificate that can be read has at most {MAX_BYTES:,}")]
    unreadable = _unreadable(data)
    if unreadable:
        return unreadable
    try:
        tree = ast.parse(data)
    except SyntaxError as error:
        return [Problem(error.lineno or 1, f"not Python: {error.msg}")]
    except (ValueError, RecursionError, MemoryError) as error:
        return [Problem(1, f"not Python that can be read: {error or type(error).__name__}")]
    problems = [*_header(tree), *_assertions(tree), *_rebound(tree)]
    problems += [p for node in ast.walk(tree) for p in _node(node)]
    return sorted(set(problems), key=lambda p: (p.line, p.says))


def _unreadable(data: bytes) -> list[Problem]:
    """What would make the text that a reader sees another one than Python runs."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return [Problem(1, f"not UTF-8 text: byte {data[error.start]:#04x} at offset {error.start}")]
    except SyntaxError as error:
        return [Problem(1, f"not Python: {error}")]
    if encoding != "utf-8":
        return [Problem(1, f"is marked as {encoding}: a certificate is plain UTF-8, without a mark or coding line")]
    for number, line in enumerate(text.split("\n"), 1):
        for character in line.removesuffix("\r"):
            if character != "\t" and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp"):
                return [Problem(number, f"not Python that can be read: holds the invisible U+{ord(character):04X}")]
    return []


def _given(node: ast.AST) -> list[str]:
    """The names that a node gives a meaning to."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return [node.id]
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname for alias in node.names if alias.asname and hasattr(builtins, alias.asname)]
    return []


def _header(tree: ast.Module) -> list[Problem]:
    docstring = ast.get_docstring(tree)
    if not docstring:
        return [Problem(1, "no docstring: it must say the claim, the witness and what this does not show")]
    starts = {line.strip().split(":")[0] for line in docstring.splitlines()}
    problems = [Problem(1, f"the docstring has no section {t + ':'!r}") for t in REQUIRED if t not in starts]
    return problems


def _assertions(tree: ast.Module) -> Iterator[Problem]:
    """An assertion inside a function may never run; one at the top level runs, or the script does not end well."""
    tests = [node.test for node in tree.body if isinstance(node, ast.Assert)]
    if not any(isinstance(part, ast.Compare) for test in tests for part in _parts(test)):
        yield Problem(
            1, "has no assertion at its top level that compares values, so that running it would show nothing"
        )
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            for part in _parts(node.test):
                if says := _idle(part):
                    yield Problem(node.lineno, says)


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    """The statements that "and" and "not" join in an assertion."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        for value in test.values:
            yield from _parts(value)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _parts(test.operand)
    else:
        yield test


def _idle(part: ast.expr) -> str | None:
    """Why an asserted expression says nothing; None if it may say something."""
    if not any(isinstance(node, ast.Name) for node in ast.walk(part)):
        return "asserts a constant, which is true whatever was computed"
    if isinstance(part, ast.Compare):
        sides = [ast.dump(side) for side in (part.left, *part.comparators)]
        return "compares a value with itself" if len(set(sides)) < len(sides) else None
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Name | ast.Attribute):
        return None
    return f"asserts a {type(part).__name__}, which is true whenever it is not empty: assert a comparison"


def _rebound(tree: ast.Module) -> Iterator[Problem]:
    """A built-in or imported name that is given another meaning, or an attribute that is written to."""
    imported = {
        alias.asname or alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    fixed = imported | set(dir(builtins))
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield Problem(line, f"writes to the attribute {node.attr!r}")
        for name in _given(node):
            if name in fixed:
                yield Problem(line, f"gives {name!r} another meaning")


def _node(node: ast.AST) -> list[Problem]:
    line = getattr(node, "lineno", 1)
    if isinstance(node, ast.Import):
        return [p for alias in node.names for p in _import(line, alias.name)]
    if isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        return [p for alias in node.names for p in _import(line, module, alias.name)]
    if isinstance(node, ast.Attribute) and node.attr.startswith(FORBIDDEN_ATTRIBUTES):
        return [Problem(line, f"reaches for the attribute {node.attr!r}")]
    if isinstance(node, ast.Name) and (node.id in FORBIDDEN_NAMES or node.id.startswith("__")):
        return [Problem(line, f"uses {node.id}")] if node.id != "__name__" else []
    if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
        return [Problem(line, f"uses the float {node.value!r}, which is never exact")]
    if isinstance(node, FORBIDDEN_SYNTAX):
        return [Problem(line, f"has a {type(node).__name__}: a certificate is functions and arithmetic")]
    return []


def _import(line: int, module: str, name: str | None = None) -> list[Problem]:
    if module not in ALLOWED_MODULES:
        allowed = ", ".join(sorted(ALLOWED_MODULES.keys() - {"__future__"}))
        return [Problem(line, f"imports {module}: only {allowed} are allowed")]
    names = ALLOWED_MODULES[module]
    if name is None and names is not None:
        return [Problem(line, f"imports {module} whole: write 'from {module} import {', '.join(sorted(names))}'")]
    if name is not None and (name.startswith("_") or name == "*" or (names is not None and name not in names)):
        allowed = "names without an underscore" if names is None else ", ".join(sorted(names))
        return [Problem(line, f"imports {name} from {module}: only {allowed} are allowed")]
    return []
