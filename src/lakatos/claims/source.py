"""A function's own source, and everything it rests on: what has to stand in a certificate for it to run alone.

Names are followed from function to function. What cannot stand in a certificate (a call to NumPy, an open file) is kept
as a foreign name, so that the claim can say where it cannot go.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import io
import symtable
import sys
import textwrap
import tokenize
import types
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from lakatos.claims.literal import is_literal, literal
from lakatos.model import LakatosError

PLAIN = "lakatos.claims.plain"
Kind: TypeAlias = Literal["import", "constant", "function", "foreign"]
#: Mathematical notation that turns up in docstrings and comments, as a certificate, which is plain ASCII, spells it.
SPELLED = {
    "≤": "<=", "≥": ">=", "≠": "!=", "×": "x", "·": "*", "−": "-", "–": "-", "—": "-", "∑": "sum", "∏": "prod",
    "√": "sqrt",
    "λ": "lambda", "μ": "mu", "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "Δ": "Delta", "ε": "epsilon",
    "η": "eta", "θ": "theta", "κ": "kappa", "π": "pi", "ρ": "rho", "σ": "sigma", "Σ": "Sigma", "τ": "tau", "φ": "phi",
    "χ": "chi", "ψ": "psi", "ω": "omega", "Ω": "Omega", "Θ": "Theta", "∞": "infinity", "∈": "in", "∀": "for all ",
    "∃": "there is ", "→": "->", "⟨": "<", "⟩": ">", "‖": "||", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...",
}  # fmt: skip


class SourceError(LakatosError):
    """A claim's source cannot be read, or does not fit into one file."""

    exit_code = 2


@dataclass(frozen=True, eq=False)
class Part:
    """One thing a claim is made of: an import, a constant, a function, or something foreign to a certificate.

    Attributes:
        name: the name by which the other parts call it.
        kind: what it is.
        text: its source, in plain ASCII; for something foreign, what it is.
        value: the object itself.
        origin: "claim" for what its author wrote, "plain" for what comes with the engine.
    """

    name: str
    kind: Kind
    text: str
    value: Any
    origin: Literal["claim", "plain"] = "claim"


def parts_of(functions: Sequence[Callable[..., Any]]) -> tuple[Part, ...]:
    """Everything that ``functions`` are made of, each part after the ones it needs; the functions themselves included.

    Raises:
        SourceError: if a source cannot be had (a function typed into a bare prompt), is not a plain function, or two
            things have the same name.
    """
    parts: dict[str, Part] = {}
    for function in functions:
        _follow(function.__name__, function, parts)
    return tuple(parts.values())


def own_source(function: Callable[..., Any], *, keep_decorators: bool) -> str:
    """The text of a function, dedented; without its decorators where these belong to the engine."""
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError) as error:
        name = getattr(function, "__name__", repr(function))
        raise SourceError(
            f"the source of {name} cannot be had; define it in a file, or in a notebook cell without %%"
        ) from error
    try:
        node = ast.parse(text).body[0]
    except SyntaxError:
        node = None
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        raise SourceError(f"{text.strip().splitlines()[0]!r} is no plain function; write it with def")
    # As Python counts lines: a form feed ends none.
    lines = text.split("\n")[: node.end_lineno]
    first = node.lineno
    if keep_decorators and node.decorator_list:
        first = min(d.lineno for d in node.decorator_list)
    return plain_ascii("\n".join(line.rstrip() for line in lines[first - 1 :]))


def plain_ascii(text: str) -> str:
    """The text with the notation of its comments and strings spelled out; names have to be plain already."""
    if text.isascii():
        return text
    lines = text.split("\n")
    docstrings = {
        (node.body[0].value.lineno, node.body[0].value.col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and isinstance(node.body[0], ast.Expr)
    }
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        if token.string.isascii():
            continue
        if token.type == tokenize.NAME:
            raise SourceError(f"the name {token.string!r} is not plain ASCII, which a certificate has to be: rename it")
        # As the syntax tree counts columns: in bytes.
        column = len(text.split("\n")[token.start[0] - 1][: token.start[1]].encode())
        if token.type == tokenize.COMMENT or (token.start[0], column) in docstrings:
            _replace(lines, token, spelled(token.string))
        elif token.type == tokenize.STRING:
            _replace(lines, token, _escaped(token.string))
    return "\n".join(lines)


def _escaped(string: str) -> str:
    """A string of the code with what is not ASCII written as escapes: the same string."""
    prefix = string[: min(string.index(quote) for quote in "'\"" if quote in string)].lower()
    if "r" in prefix:
        raise SourceError(f"the raw string {string} is not plain ASCII, which a certificate has to be")
    return "".join(c if c.isascii() else f"\\U{ord(c):08x}" for c in string)


def spelled(text: str) -> str:
    """Text in plain ASCII: notation spelled out, accents dropped, what is left as a question mark."""
    text = "".join(SPELLED.get(c, c) for c in text)
    return unicodedata.normalize("NFKD", text).encode("ascii", "replace").decode().replace("\\r", " ")


def _replace(lines: list[str], token: tokenize.TokenInfo, new: str) -> None:
    (top, left), (bottom, right) = token.start, token.end
    joined = lines[top - 1][:left] + new + lines[bottom - 1][right:]
    lines[top - 1 : bottom] = joined.split("\n")


def _follow(name: str, value: Any, parts: dict[str, Part]) -> None:
    """Add ``value`` under ``name``, after what it needs."""
    value = getattr(value, "__lakatos_function__", value)
    if name in parts:
        known = parts[name].value
        if known is not value and known != value:
            raise SourceError(f"two different things are called {name!r}: rename one, a certificate has one file")
        return
    part = _part(name, value)
    named = part.kind == "function" or part.text.startswith("from ")
    called = getattr(inspect.unwrap(value), "__name__", name) if named else name
    if called != name:
        # Imported under another name: the definition first, then the name it goes by here.
        _follow(called, value, parts)
        parts[name] = Part(name, "constant", f"{name} = {called}", value, part.origin)
        return
    if part.kind == "function":
        # In its place while what it calls is followed, so that functions may call each other.
        parts[name] = part
        for needed, what in _needs(value, part.text):
            _follow(needed, what, parts)
        del parts[name]
    if part.kind == "constant":
        for cls in (Fraction, _matrix_class()):
            if f"{cls.__name__}(" in part.text:
                _follow(cls.__name__, cls, parts)
    parts[name] = part


def _matrix_class() -> type:
    from lakatos.claims.plain.matrices import Matrix

    return Matrix


def _part(name: str, value: Any) -> Part:
    if isinstance(value, types.ModuleType):
        if value.__name__ in sys.stdlib_module_names and value.__name__ == name:
            return Part(name, "import", f"import {name}", value)
        mend = ": import the names it needs from it" if value.__name__.startswith("lakatos") else ""
        return Part(name, "foreign", f"the module {value.__name__}{mend}", value)
    function = inspect.unwrap(value) if callable(value) else value
    module = getattr(function, "__module__", None) or ""
    if isinstance(function, types.FunctionType) or (isinstance(function, type) and module.startswith(PLAIN)):
        if module.startswith(PLAIN):
            return Part(name, "function", own_source(function, keep_decorators=True), value, "plain")
        if module in sys.stdlib_module_names - {"__main__"}:
            return _imported(name, module, value)
        if _foreign(module, function):
            return Part(name, "foreign", f"{name} of {module}", value)
        return Part(name, "function", own_source(value, keep_decorators=value is not function), value)
    if module in sys.stdlib_module_names and _is_of(module, value):
        return _imported(name, module, value)
    if is_literal(value):
        return Part(name, "constant", f"{name} = {literal(value)}", value)
    return Part(name, "foreign", f"{name}, a {type(value).__name__} of {module or 'unknown origin'}", value)


def _imported(name: str, module: str, value: Any) -> Part:
    return Part(name, "import", f"from {module} import {value.__name__}", value)


def _is_of(module: str, value: Any) -> bool:
    return getattr(sys.modules.get(module), getattr(value, "__name__", ""), None) is value


def _foreign(module: str, function: Any) -> bool:
    root = module.split(".")[0]
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    return root in ({"lakatos"} | sys.stdlib_module_names) - {"__main__"} or "site-packages" in file


def _needs(value: Any, text: str) -> Iterator[tuple[str, Any]]:
    """The names that a function's text takes from outside, in order, and what they stand for."""
    function = inspect.unwrap(value)
    methods = (
        [m for m in vars(function).values() if isinstance(m, types.FunctionType)] if isinstance(function, type) else []
    )
    scope: dict[str, Any] = dict(vars(sys.modules[function.__module__])) if methods else dict(function.__globals__)
    for f in methods or [function]:
        closure = zip(f.__code__.co_freevars, f.__closure__ or (), strict=True)
        scope |= {name: cell.cell_contents for name, cell in closure if not _is_empty(cell)}
    for name in _free(text):
        if name in scope:
            yield name, scope[name]
        elif not hasattr(builtins, name):
            raise SourceError(f"{function.__name__} uses {name!r}, which is not defined")


def _is_empty(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - reading is what fails
    except ValueError:
        return True
    return False


def _free(text: str) -> list[str]:
    """The global names that a piece of source refers to, in the order in which they appear."""
    # Annotations are not followed: they play no part in what is computed.
    tree = _Bare().visit(ast.parse(text))
    source = ast.unparse(tree)
    table = symtable.symtable(source, "claim", "exec")
    defined = {s.get_name() for s in table.get_symbols() if s.is_assigned()}
    names: set[str] = set()
    todo = [table]
    while todo:
        scope = todo.pop()
        names |= {
            s.get_name()
            for s in scope.get_symbols()
            if s.is_referenced() and (s.is_global() or scope is table) and s.get_name() not in defined
        }
        todo += scope.get_children()
    order = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return [name for name in dict.fromkeys(order) if name in names]


class _Bare(ast.NodeTransformer):
    """Source without its annotations."""

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value, lineno=node.lineno) if node.value else ast.Pass()
