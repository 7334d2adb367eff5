"""One plain function, many number systems: a claim's own source, compiled again with other numbers under its names.

Nothing is rewritten by hand. Rational constants become numbers of the system, ``min``, ``abs`` and their like its own;
where conditions may be undecided or be terms, ``a if c else b``, ``and``, ``or``, ``not`` and chained comparisons are
handed to the system; in exact systems every division and power is watched, so that a float cannot slip in.
"""

from __future__ import annotations
import __future__

import ast
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lakatos.certificate import RESERVED, WATCH, Watcher
from lakatos.claims.literal import is_matrix
from lakatos.claims.source import Part
from lakatos.model import LakatosError


class UnsupportedError(LakatosError):
    """A claim cannot be evaluated in a number system, and why."""

    exit_code = 2


class UndecidedError(ArithmeticError):
    """A comparison that the numbers at hand are too coarse to decide."""


@dataclass(frozen=True, eq=False)
class System:
    """A number system that claims can be evaluated in.

    Attributes:
        name: by which it is asked for.
        number: what a rational becomes.
        integer: what an integer becomes that is a value of a variable; integers in the source stay as they are.
        matrix: what a matrix by rows becomes.
        names: what built-in and imported names mean instead.
        overrides: plain functions by name, and what stands for them.
        fast: of which kinds quick versions stand for the plain invariants; those of polynomials and schedules
            want Fractions.
        exact: floats are refused, and so is whatever a certificate could not hold.
        conditions: how conditions are taken that need not be true or false: the functions where, conj, disj and neg.
        without: plain functions by name that have no meaning here, and why.
    """

    name: str
    number: Callable[[Fraction], Any]
    integer: Callable[[int], Any] = int
    matrix: Callable[[tuple[tuple[Any, ...], ...]], Any] | None = None
    names: Mapping[str, Any] = field(default_factory=dict)
    overrides: Mapping[str, Any] = field(default_factory=dict)
    fast: tuple[str, ...] = ()
    exact: bool = False
    conditions: Mapping[str, Callable[..., Any]] | None = None
    without: Mapping[str, str] = field(default_factory=dict)

    def value(self, value: Any, space: Mapping[str, Any]) -> Any:
        """A plain value of a domain in this system's numbers; ``space`` is where its matrices come from."""
        if isinstance(value, bool) or value is None or isinstance(value, str):
            return value
        if isinstance(value, int):
            return self.integer(value)
        if isinstance(value, Fraction):
            return self.number(value)
        if isinstance(value, tuple):
            return tuple(self.value(v, space) for v in value)
        if is_matrix(value):
            if self.matrix is not None:
                return self.matrix(value.entries)
            return space.get("Matrix", type(value))([self.value(v, space) for v in row] for row in value.entries)
        return value

    def constant(self, value: Any, space: Mapping[str, Any]) -> Any:
        """A constant of a claim's source: its rationals are this system's, its integers stay integers."""
        if isinstance(value, Fraction) and not isinstance(value, int):
            return self.number(value)
        if isinstance(value, tuple | list | set | frozenset):
            return type(value)(self.constant(v, space) for v in value)
        if isinstance(value, Mapping):
            return {key: self.constant(v, space) for key, v in value.items()}
        return self.value(value, space) if is_matrix(value) else value


def lift(parts: tuple[Part, ...], system: System) -> dict[str, Any]:
    """The namespace in which every part has its meaning in a system; using what has none raises UnsupportedError."""
    space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": "claim", **system.names}
    if system.exact:
        space[WATCH] = _watched
    if system.conditions is not None:
        space |= {f"{RESERVED}_{name}": function for name, function in system.conditions.items()}
    for part in parts:
        space[part.name] = _meaning(part, system, space)
    return space


class _Missing:
    """What has no meaning in a system: reaching for it says so. A premise may well be unused."""

    def __init__(self, why: str) -> None:
        self._why = why

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise UnsupportedError(self._why)

    def __getattr__(self, name: str) -> Any:
        raise UnsupportedError(self._why)


def _meaning(part: Part, system: System, space: dict[str, Any]) -> Any:
    if part.name in system.without:
        return _Missing(f"it uses {part.name}, which {system.without[part.name]}")
    if system.name in FORMAL and part.origin == "claim" and part.kind == "function" and (seen := _looks(part.text)):
        return _Missing(f"it looks at what kind of thing a number is, with {seen}")
    if part.kind == "foreign" and system.exact:
        return _Missing(f"it uses {part.text}, which works on floats only")
    if part.origin == "plain" and part.kind == "function":
        if part.name in system.overrides:
            return system.overrides[part.name]
        quick = _fast(part.name, system.fast)
        if quick is not None:
            return quick
        if not system.overrides and not system.names:
            return part.value
        if isinstance(part.value, type) and not system.names:
            return part.value
    if part.kind == "constant":
        value = space.get(part.text.partition(" = ")[2], part.value) if callable(part.value) else part.value
        return value if callable(value) else system.constant(value, space)
    if part.kind != "function":
        return system.names.get(part.name, part.value)
    exec(_compiled(part.text, part.name, system.exact, system.conditions is not None), space)
    return space[part.name]


#: Systems whose numbers are not the plain ones: what asks for a number's type or digits means something else there.
FORMAL = ("flint", "arrays", "balls", "numpy", "smt", "blocks", "traces")
LOOKING = frozenset({"ascii", "bin", "callable", "hash", "hex", "isinstance", "issubclass", "oct", "repr", "str"})


@lru_cache(maxsize=4096)
def _looks(text: str) -> str | None:
    """What a source asks of a number that its carrier would answer; texts of errors are no matter."""
    tree = ast.parse(text)
    spared = {id(n) for r in ast.walk(tree) if isinstance(r, ast.Raise | ast.Assert) for n in ast.walk(r)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in LOOKING and id(node) not in spared:
            return node.id
        if isinstance(node, ast.JoinedStr) and id(node) not in spared:
            return "a formatted text"
    return None


@lru_cache(maxsize=1024)
def _fast(name: str, kinds: tuple[str, ...]) -> Callable[..., Any] | None:
    """The quick version of an invariant, if there is one."""
    for kind in kinds:
        module = importlib.import_module(f"lakatos.claims.fast.{kind}")
        found = vars(module).get(name)
        if found is not None and getattr(found, "__module__", None) == module.__name__:
            return found  # type: ignore[no-any-return]
    return None


@lru_cache(maxsize=4096)
def _compiled(text: str, name: str, exact: bool, symbolic: bool) -> Any:
    tree: ast.AST = ast.parse(text)
    if symbolic and not text.startswith("class"):
        tree = _Conditions().visit(tree)
    if exact:
        tree = Watcher().visit(tree)
    flags = __future__.annotations.compiler_flag
    return compile(ast.fix_missing_locations(tree), f"<{name}>", "exec", flags=flags, dont_inherit=True)  # type: ignore[call-overload]


class InexactError(ArithmeticError):
    """A float turned up where every number is to be exact."""


def _watched(value: Any, line: int) -> Any:
    if isinstance(value, str):
        raise InexactError(f"line {line} of its function formats text, in which a float may hide")
    if isinstance(value, float | complex):
        raise InexactError(f"line {line} of its function computes the float {value!r}: write Fraction(p, q)")
    return value


class _Conditions(ast.NodeTransformer):
    """Conditional expressions become calls, so that a system may keep both branches."""

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return _call(f"{RESERVED}_where", node, node.test, _later(node.body), _later(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        return _call(
            f"{RESERVED}_conj" if isinstance(node.op, ast.And) else f"{RESERVED}_disj", node, *map(_later, node.values)
        )

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return _call(f"{RESERVED}_neg", node, node.operand) if isinstance(node.op, ast.Not) else node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1:
            return node
        terms = [node.left, *node.comparators]
        pairs = [ast.Compare(terms[i], [op], [terms[i + 1]]) for i, op in enumerate(node.ops)]
        return _call(f"{RESERVED}_conj", node, *map(_later, pairs))


def _call(name: str, at: ast.expr, *arguments: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), list(arguments), []), at)


def _later(node: ast.expr) -> ast.expr:
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(nothing, node)
