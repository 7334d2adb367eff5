"""Where a source text defines a flag and where it sets it: read by ``ast``, never imported or run."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lakatos.measure.flags.wording import Literal

MOST_CHARACTERS, MOST_FOUND = 1_000_000, 50
_FIELDS = {"field", "Field", "ib", "attrib", "Option", "Argument", "Param", "Arg"}
_HELP = ("help", "description", "doc", "desc", "title")


@dataclass(frozen=True)
class Definition:
    """One place where a flag gets a default.

    Attributes:
        line: in the source, from 1 on.
        where: the class or function, "" for the module.
        kind: "class field", "parameter", "command line", "variable" or "mapping".
        default: its literal value; ``known`` is whether it is one.
        texts: what is said of it: help, description, the entry of a docstring.
    """

    line: int
    where: str
    kind: str
    default: Literal
    known: bool
    texts: tuple[str, ...] = ()

    def __str__(self) -> str:
        place = f"line {self.line}, {self.kind}" + (f" of {self.where}" if self.where else "")
        return f"{place}: " + (repr(self.default)[:80] if self.known else "a default that is computed or missing")


@dataclass(frozen=True)
class Setting:
    """One place where a flag is set to something else than by default; ``by`` is what is called there, if anything."""

    line: int
    value: Literal
    known: bool
    by: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: " + (repr(self.value)[:80] if self.known else "something computed")


@dataclass
class Source:
    """What a source text says of a flag.

    Attributes:
        definitions, settings: in order of lines.
        prose: the docstrings of the module and of what defines the flag, up to their lists of parameters.
    """

    definitions: list[Definition] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)


def read_source(source: str | bytes, flag: str) -> Source:
    """Every definition and setting of a flag in a source text.

    Raises:
        ValueError: if the text is no Python, too long or nested too deeply, or has too many definitions.
    """
    if len(source) > MOST_CHARACTERS:
        raise ValueError(f"the source has {len(source):,} characters; at most {MOST_CHARACTERS:,} are read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a foreign text could have been written better is not our matter
            tree = ast.parse(source)
    except SyntaxError as error:
        raise ValueError(f"line {error.lineno or 1} is not Python: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"not Python that can be read: {str(error) or 'nested too deeply'}") from None
    found = Source(prose=[_prose(ast.get_docstring(tree))])
    todo: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(tree, ())]
    while todo:
        node, around = todo.pop()
        _read(node, around, flag, found)
        inner = (*around, node) if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) else around
        todo += [(child, inner) for child in ast.iter_child_nodes(node)]
        if len(found.definitions) + len(found.settings) > MOST_FOUND:
            raise ValueError(f"more than {MOST_FOUND} places define or set {flag}; give a part of the source")
    found.definitions.sort(key=lambda d: d.line)
    found.settings.sort(key=lambda s: s.line)
    return found


def _read(node: ast.AST, around: tuple[ast.AST, ...], flag: str, found: Source) -> None:
    own = around[-1] if around else None
    for body in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
        if isinstance(body, list) and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            holder = node if isinstance(node, ast.ClassDef) else own
            if not isinstance(holder, ast.FunctionDef | ast.AsyncFunctionDef):
                _assigned(body, holder, flag, found)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        _parameters(node, own, flag, found)
    elif isinstance(node, ast.Call):
        _called(node, own, flag, found)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == flag and _literal(value)[1]:
                found.definitions.append(_definition(key.lineno, own, "mapping", value, ()))
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            _set_by(target, node.value, flag, found)


def _assigned(body: list[ast.stmt], holder: ast.AST | None, flag: str, found: Source) -> None:
    """Fields of a class, variables of a module: with the docstring that may follow."""
    for i, statement in enumerate(body):
        if isinstance(statement, ast.AnnAssign):
            targets: list[ast.expr] = [statement.target]
            value, note = statement.value, [statement.annotation]
        elif isinstance(statement, ast.Assign):
            targets, value, note = statement.targets, statement.value, []
        else:
            continue
        if not any(isinstance(t, ast.Name) and t.id == flag for t in targets):
            continue
        after = body[i + 1] if i + 1 < len(body) else None
        texts = [_text(after.value)] if isinstance(after, ast.Expr) else []
        texts += [t for n in note for call in ast.walk(n) if isinstance(call, ast.Call) for t in _helps(call)]
        kind = "class field" if isinstance(holder, ast.ClassDef) else "variable"
        found.definitions.append(_definition(statement.lineno, holder, kind, value, texts, flag))
        found.prose.append(_prose(_docstring(holder)))


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef, own: ast.AST | None, flag: str, found: Source) -> None:
    a = node.args
    named = [*a.posonlyargs, *a.args]
    defaults: list[ast.expr | None] = [None] * (len(named) - len(a.defaults)) + list(a.defaults)
    for argument, value in zip([*named, *a.kwonlyargs], [*defaults, *a.kw_defaults], strict=True):
        if argument.arg != flag or value is None:
            continue
        notes = ast.walk(argument.annotation) if argument.annotation else iter(())
        texts = [t for call in notes if isinstance(call, ast.Call) for t in _helps(call)]
        texts += _entries(_docstring(own), flag) if node.name == "__init__" else []
        one = _definition(argument.lineno, node, "parameter", value, texts, flag)
        found.definitions.append(replace(one, where=_name(own)) if node.name == "__init__" else one)
        found.prose += [_prose(_docstring(node)), _prose(_docstring(own))]


def _called(node: ast.Call, own: ast.AST | None, flag: str, found: Source) -> None:
    """A command-line option, a default set by name, or a keyword that sets the flag."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    keywords = {k.arg: k.value for k in node.keywords if k.arg}
    texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    options = {t.split("/")[0].lstrip("-").replace("-", "_") for t in texts if t.startswith("-")}
    if name in ("add_argument", "add_option", "option", "argument"):
        if flag in (options | {_literal(keywords.get("dest"))[0]}) or (texts[:1] == [flag]):
            value, known = _literal(keywords.get("default"))
            action = _literal(keywords.get("action"))[0]
            if "default" not in keywords:
                switch = {"store_true": False, "store_false": True}.get(str(action))
                if switch is None and _literal(keywords.get("is_flag"))[0] is True:
                    switch = False
                value, known = (switch, switch is not None)
            found.definitions.append(
                Definition(node.lineno, _name(own), "command line", value, known, tuple(_helps(node)))
            )
    elif name.startswith("DEFINE_") and texts[:1] == [flag] and len(node.args) > 1:
        value, known = _literal(node.args[1])
        found.definitions.append(Definition(node.lineno, _name(own), "command line", value, known, tuple(texts[-1:])))
    elif flag in keywords:
        if name == "dict":
            found.definitions.append(_definition(node.lineno, own, "mapping", keywords[flag], ()))
        elif not _passed_on(keywords[flag], flag):
            found.settings.append(Setting(node.lineno, *_literal(keywords[flag]), by=name))


def _set_by(target: ast.expr, value: ast.expr, flag: str, found: Source) -> None:
    attribute = isinstance(target, ast.Attribute) and target.attr == flag
    item = isinstance(target, ast.Subscript) and _literal(target.slice)[0] == flag
    if (attribute or item) and not _passed_on(value, flag):
        found.settings.append(Setting(target.lineno, *_literal(value)))


def _passed_on(value: ast.expr, flag: str) -> bool:
    """Whether the flag's own value goes on under its name: ``alpha=args.alpha``."""
    return (isinstance(value, ast.Name) and value.id == flag) or (
        isinstance(value, ast.Attribute) and value.attr == flag
    )


def _definition(
    line: int, own: ast.AST | None, kind: str, value: ast.expr | None, texts: object, flag: str = ""
) -> Definition:
    told = list(texts) if isinstance(texts, list | tuple) else []
    if isinstance(value, ast.Call):
        told = [*_helps(value), *told]
        value = _field_default(value)
    told += _entries(_docstring(own), flag) if flag else []
    return Definition(line, _name(own), kind, *_literal(value), tuple(t for t in told if t))


def _field_default(call: ast.Call) -> ast.expr | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    keywords = {k.arg: k.value for k in call.keywords}
    if "default" in keywords:
        return keywords["default"]
    if isinstance(factory := keywords.get("default_factory"), ast.Lambda):
        return factory.body
    return call.args[0] if call.args and name in _FIELDS else None


def _helps(call: ast.Call) -> list[str]:
    """What a call says in its help, its description, or such an entry of its metadata."""
    pairs = [(k.arg, k.value) for k in call.keywords]
    for _, value in list(pairs):
        if isinstance(value, ast.Dict):
            pairs += [(_literal(k)[0], v) for k, v in zip(value.keys, value.values, strict=True)]  # type: ignore[misc]
        elif isinstance(value, ast.Call) and getattr(value.func, "id", "") == "dict":
            pairs += [(k.arg, k.value) for k in value.keywords]
    return [text for name, value in pairs if name in _HELP and (text := _text(value))]


def _text(node: ast.expr | None) -> str:
    """A text that is written out, possibly in parts; "" for one that is computed."""
    parts: list[str] = []
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            parts.append(one.value)
        elif isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add):
            todo += [one.right, one.left]
        elif isinstance(one, ast.Call) and len(one.args) == 1 and not one.keywords:  # dedent("..."), _("...")
            todo.append(one.args[0])
        elif isinstance(one, ast.JoinedStr):
            todo += reversed(one.values)
    return "".join(parts)


def _literal(node: ast.expr | None) -> tuple[Literal, bool]:
    negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    inner = node.operand if isinstance(node, ast.UnaryOp) and negative else node
    if not isinstance(inner, ast.Constant) or not isinstance(inner.value, bool | int | float | str | None):
        return None, False
    if negative:
        plain = isinstance(inner.value, int | float) and not isinstance(inner.value, bool)
        return (-inner.value, True) if plain else (None, False)  # type: ignore[operator]
    return inner.value, True


def _name(node: ast.AST | None) -> str:
    return str(getattr(node, "name", ""))


def _docstring(node: ast.AST | None) -> str:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
        return ast.get_docstring(node) or ""
    return ""


_LIST = re.compile(r"^\s*(?:Args|Arguments|Parameters|Attributes|Fields|Options)\s*:?\s*$|^\s*:param ", re.MULTILINE)


def _prose(docstring: str | None) -> str:
    """A docstring up to its list of parameters."""
    return _LIST.split(docstring or "", maxsplit=1)[0]


def _entries(docstring: str, flag: str) -> list[str]:
    """What a docstring's list of parameters says of a flag: Google's, NumPy's or Sphinx's form."""
    lines = docstring.splitlines()
    start = re.compile(
        rf"^\s*(?:[-*]\s*)?(?::param (?:\w+ )?)?[`*]*{re.escape(flag)}[`*]*(?:\s*\([^)]*\))?\s*(?::|$|-)"
    )
    found = []
    for i, line in enumerate(lines):
        if start.match(line):
            deep = len(line) - len(line.lstrip())
            rest = list(_deeper(lines[i + 1 :], deep))
            found.append(line.strip() + "\n" + textwrap.dedent(inspect.cleandoc("\n".join(["", *rest]))))
    return found


def _deeper(lines: list[str], deep: int) -> Iterator[str]:
    for line in lines:
        if line.strip() and len(line) - len(line.lstrip()) <= deep:
            return
        yield line
