"""What a certificate may contain. It is hostile until it has passed: read as text, never imported.

The rules leave integers, fractions and plain control flow, in plain ASCII: what a reader can check by eye. That an
assertion says something, and the right thing, is for the reader to see.
"""

from __future__ import annotations

import ast
import builtins
import io
import tokenize
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from lakatos.certificate.exactness import RESERVED, WATCHED

#: What may be imported, module by module. Names are listed because modules carry others along: through
#: ``fractions.sys`` a script would reach everything. None stands for "all of it" (a pure C module).
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
        "breakpoint", "classmethod", "compile", "complex", "copyright", "credits", "delattr", "dir", "eval", "exec",
        "exit", "float", "format", "getattr", "globals", "hasattr", "help", "id", "input", "license", "locals",
        "memoryview",
        "object", "open", "pow", "quit", "setattr", "staticmethod", "super", "type", "vars",
        "GeneratorExit", "KeyboardInterrupt", "SystemExit",
    }
)  # fmt: skip
#: What to write instead.
MENDS = {"pow": ": write b ** e, or power_mod(b, e, m) of lakatos.claims", "float": ": write Fraction(p, q)"}
#: Attributes that lead from a value to the frame, code or class behind it.
FORBIDDEN_ATTRIBUTES = ("_", "gi_", "f_", "cr_", "ag_", "tb_", "co_", "mro", "format", "from_float")
FORBIDDEN_SYNTAX = (
    ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.With, ast.Try, ast.TryStar, ast.Match,
    ast.Global, ast.Nonlocal,
)  # fmt: skip
#: What a class may define: how its numbers add up and compare. Nothing that runs behind a reader's back.
ALLOWED_METHODS = frozenset(
    f"__{name}__"
    for name in (
        "abs", "add", "bool", "eq", "ge", "getitem", "gt", "init", "le", "lt", "matmul", "mul", "ne", "neg", "pow",
        "radd", "rmul", "rsub", "rtruediv", "sub", "truediv",
    )
)  # fmt: skip
#: Expressions that are true whenever they are not empty, whatever was computed.
IDLE: dict[type[ast.expr], str] = {
    ast.Constant: "constant", ast.Tuple: "tuple", ast.List: "list", ast.Set: "set", ast.Dict: "dictionary",
    ast.JoinedStr: "text", ast.Lambda: "lambda", ast.GeneratorExp: "generator",
}  # fmt: skip
REQUIRED = ("Claim", "Witness", "What this does not show")
MAX_BYTES = 100_000
MAX_LINE = 120


@dataclass(frozen=True)
class Problem:
    """Why a certificate is refused, and on which line (1 for the file as a whole)."""

    line: int
    says: str
    #: Whether only a reader is hindered, by the form of the text.
    form: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: {self.says}"


def lint(source: bytes | str) -> list[Problem]:
    """Every reason to refuse a certificate, in the order of its lines; empty if there is none."""
    data = source.encode() if isinstance(source, str) else source
    if len(data) > MAX_BYTES:
        return [Problem(1, f"{len(data):,} bytes; a certificate that can be read has at most {MAX_BYTES:,}")]
    unreadable = list(_unreadable(data))
    if unreadable:
        return unreadable
    try:
        with warnings.catch_warnings():
            # Remarks on style, such as an escape that is none, are not for whoever verifies.
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
        problems = [*_header(tree), *_assertions(tree), *_rebound(tree), *_whole_modules(tree), *_statements(data)]
        problems += [p for node in ast.walk(tree) for p in _node(node)]
    except (SyntaxError, tokenize.TokenError) as error:
        return [Problem(getattr(error, "lineno", None) or 1, f"not Python: {getattr(error, 'msg', error)}")]
    except (ValueError, RecursionError, MemoryError) as error:
        return [Problem(1, f"not Python that can be read: {error or type(error).__name__}")]
    return sorted(set(problems), key=lambda p: (p.line, p.says))


def _unreadable(data: bytes) -> Iterator[Problem]:
    """What would make the text that a reader sees another one than Python runs."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        yield Problem(1, f"not Python: {error}")
        return
    if encoding != "utf-8":
        yield Problem(1, f"is marked as {encoding}: a certificate is plain ASCII, without a mark or coding line")
    for number, line in enumerate(data.split(b"\n"), 1):
        text = line.removesuffix(b"\r")
        odd = next((byte for byte in text if byte != 9 and not 32 <= byte < 127), None)
        if odd is not None:
            yield Problem(number, f"holds the byte {odd:#04x}: a certificate is plain ASCII, so that nothing hides")
        elif len(text) > MAX_LINE:
            yield Problem(
                number, f"has {len(text)} characters; what is beyond {MAX_LINE} is easily overlooked", form=True
            )


def _header(tree: ast.Module) -> Iterator[Problem]:
    docstring = ast.get_docstring(tree)
    if not docstring:
        yield Problem(1, "no docstring: it must say the claim, the witness and what this does not show")
        return
    starts = {line.strip().split(":")[0] for line in docstring.splitlines()}
    yield from (Problem(1, f"the docstring has no section {t + ':'!r}") for t in REQUIRED if t not in starts)


def _assertions(tree: ast.Module) -> Iterator[Problem]:
    """An assertion inside a function may never run; one at the top level runs, or the script does not end well."""
    tests = [node.test for node in tree.body if isinstance(node, ast.Assert)]
    if not any(isinstance(node, ast.Compare) for test in tests for node in ast.walk(test)):
        yield Problem(1, "has no assertion at its top level that compares values: running it would show nothing")
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            if type(node.test) in IDLE:
                yield Problem(node.lineno, f"asserts a {IDLE[type(node.test)]}, true whatever was computed")
            elif not any(isinstance(part, ast.Name) for part in ast.walk(node.test)):
                yield Problem(node.lineno, "asserts a constant, true or false whatever was computed")


def _rebound(tree: ast.Module) -> Iterator[Problem]:
    """A built-in or imported name that is given another meaning, or an attribute that is written to."""
    imported = [
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names
    ]
    fixed = {*imported, *dir(builtins)}
    own = {id(attribute) for attribute in _initialised(tree)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and id(node) not in own:
            yield Problem(line, f"writes to the attribute {node.attr!r}")
        if isinstance(node, ast.AugAssign) and isinstance(node.op, WATCHED) and not isinstance(node.target, ast.Name):
            yield Problem(line, "divides, raises or reduces in place what is no plain name: write a[i] = a[i] / b")
        name = _given(node)
        if name is not None and name.startswith(RESERVED):
            yield Problem(line, f"gives {name!r} a meaning, a name that is the verifier's own")
        if name in fixed:
            yield Problem(line, f"gives {name!r} another meaning")


def _initialised(tree: ast.Module) -> Iterator[ast.Attribute]:
    """The attributes that a class gives its own values when they are made: self.name = ... in __init__."""
    for cls in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for method in cls.body:
            if isinstance(method, ast.FunctionDef) and method.name == "__init__" and _keeps_self(method):
                for statement in method.body:
                    for target in statement.targets if isinstance(statement, ast.Assign) else ():
                        if isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self":
                            yield target


def _keeps_self(method: ast.FunctionDef) -> bool:
    """Whether ``self`` is the object that is being made: the first parameter, and never anything else."""
    names = [a.arg for a in (*method.args.posonlyargs, *method.args.args)]
    rebound = any(
        isinstance(n, ast.Name) and n.id == "self" and not isinstance(n.ctx, ast.Load) for n in ast.walk(method)
    )
    inner = sum(isinstance(n, ast.arg) and n.arg == "self" for n in ast.walk(method))
    return names[:1] == ["self"] and inner == 1 and not rebound


def _whole_modules(tree: ast.Module) -> Iterator[Problem]:
    """``import math`` is followed into every use: only math.gcd and what else is allowed by name may be reached."""
    whole = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names} & set(
        ALLOWED_MODULES
    )
    reached = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in whole:
            names = ALLOWED_MODULES[node.value.id]  # type: ignore[attr-defined]
            if names is not None and node.attr not in names:
                yield Problem(node.lineno, f"uses {node.value.id}.{node.attr}: only {', '.join(sorted(names))}")  # type: ignore[attr-defined]
        elif isinstance(node, ast.Name) and node.id in whole and id(node) not in reached:
            yield Problem(node.lineno, f"hands on the module {node.id}")


def _given(node: ast.AST) -> str | None:
    """The name that a node gives a meaning to, if any."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return node.id
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    return node.arg if isinstance(node, ast.arg) else None


def _statements(data: bytes) -> Iterator[Problem]:
    for token in tokenize.tokenize(io.BytesIO(data).readline):
        if token.type == tokenize.OP and token.string == ";":
            yield Problem(token.start[0], "puts two statements on a line", form=True)


def _node(node: ast.AST) -> list[Problem]:
    line = getattr(node, "lineno", 1)
    if isinstance(node, ast.Import):
        return [p for alias in node.names for p in _import(line, alias, alias.name)]
    if isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        return [p for alias in node.names for p in _import(line, alias, module, alias.name)]
    if isinstance(node, ast.Attribute) and node.attr.startswith(FORBIDDEN_ATTRIBUTES):
        return [Problem(line, f"reaches for the attribute {node.attr!r}")]
    if isinstance(node, ast.Name) and (node.id in FORBIDDEN_NAMES or node.id.startswith("__")):
        return [Problem(line, f"uses {node.id}{MENDS.get(node.id, '')}")] if node.id != "__name__" else []
    if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
        parts = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else [node.format_spec]
        spec = "".join(str(p.value) if isinstance(p, ast.Constant) else "%" for p in parts)
        if set(spec) & set("eEfFgGn%"):
            return [Problem(line, f"formats a number as {spec!r}, in which a float may hide")]
    if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
        return [Problem(line, f"uses the float {node.value!r}, which is never exact")]
    if isinstance(node, ast.ClassDef):
        return _class(node)
    if isinstance(node, FORBIDDEN_SYNTAX):
        return [Problem(line, f"has a {type(node).__name__}: a certificate is functions and arithmetic")]
    return []


def _class(cls: ast.ClassDef) -> list[Problem]:
    """A class may be numbers with their arithmetic: methods only, nothing inherited, nothing that runs by itself."""
    if cls.bases or cls.keywords or cls.decorator_list or cls.col_offset:
        return [Problem(cls.lineno, f"the class {cls.name} inherits, is decorated or is not at the top level")]
    problems = []
    for i, node in enumerate(cls.body):
        if i == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if not isinstance(node, ast.FunctionDef):
            problems.append(Problem(node.lineno, f"the class {cls.name} holds something else than methods"))
        elif node.name.startswith("_") and node.name not in ALLOWED_METHODS:
            problems.append(Problem(node.lineno, f"the class {cls.name} defines {node.name}"))
        elif any(getattr(decorator, "id", "") != "property" for decorator in node.decorator_list):
            problems.append(
                Problem(node.lineno, f"the method {node.name} is decorated by something else than property")
            )
    return problems


def _import(line: int, alias: ast.alias, module: str, name: str | None = None) -> list[Problem]:
    if alias.asname:
        return [Problem(line, f"imports {alias.name} as {alias.asname}: a name keeps its meaning")]
    if module not in ALLOWED_MODULES:
        allowed = ", ".join(sorted(ALLOWED_MODULES.keys() - {"__future__"}))
        return [Problem(line, f"imports {module}: only {allowed} are allowed")]
    names = ALLOWED_MODULES[module]
    if name is None and module == "__future__":
        return [Problem(line, "imports __future__ whole: write 'from __future__ import annotations'")]
    if name is not None and (name.startswith("_") or name == "*" or (names is not None and name not in names)):
        allowed = "names without an underscore" if names is None else ", ".join(sorted(names))
        return [Problem(line, f"imports {name} from {module}: only {allowed} are allowed")]
    return []
