"""Read a check file without importing it: its argument, what it declares, and what is missing."""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from lakatos.certificate import Problem
from lakatos.workspace.dispute import Group

#: The sections of a check's docstring, in this order.
SECTIONS = (
    "Claim",
    "Why it looked true",
    "What was claimed against it",
    "What we find",
    "What this does not show",
    "References",
)


@dataclass(frozen=True)
class Outline:
    """What a check file says of itself, read from its text."""

    title: str
    sections: dict[str, str]
    expected: str | None
    group: Group
    figure: str | None
    problems: tuple[Problem, ...]


def lint_check(path: Path) -> Outline:
    """Read a check file's title, argument and expected verdict, and what is wrong with it. Imports nothing."""
    return lint_text(path.read_bytes())


def lint_text(text: bytes) -> Outline:
    """The same for the text of a check file."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        return Outline("", {}, None, "challenge", None, (Problem(line, f"not Python: {getattr(error, 'msg', error)}"),))
    docstring = ast.get_docstring(tree) or ""
    found = sections(docstring)
    problems = [Problem(1, f"the docstring has no section {name!r}") for name in SECTIONS if name not in found]
    problems += [Problem(1, f"section {name!r} is empty") for name, text in found.items() if not text]
    if not problems and list(found) != list(SECTIONS):
        problems.append(Problem(1, f"the sections stand in another order than {', '.join(SECTIONS)}"))
    disputes = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) == "Dispute"]
    if len(disputes) != 1:
        problems.append(Problem(1, f"declares {len(disputes)} disputes; a check file declares one Dispute(...)"))
    group = _literal(disputes[0], "group") if disputes else None
    if group is not None and group not in get_args(Group):
        problems.append(Problem(disputes[0].lineno, f"group={group!r} is none of {', '.join(get_args(Group))}"))
        group = None
    figure = _literal(disputes[0], "figure") if disputes else None
    if figure is not None and figure not in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}:
        problems.append(Problem(disputes[0].lineno, f"figure={figure!r} is no function of this file"))
        figure = None
    decorators = [d for node in tree.body if isinstance(node, ast.FunctionDef) for d in node.decorator_list]
    if not any(isinstance(d, ast.Attribute) and d.attr == "finding" for d in decorators):
        problems.append(Problem(1, "has no finding: decorate a function with @dispute.finding"))
    for holds, kind in ((True, "positive"), (False, "negative")):
        if not any(_control(d) is holds for d in decorators):
            problems.append(Problem(1, f"has no {kind} control: @dispute.control(holds={holds})"))
    return Outline(
        title=docstring.partition("\n")[0].strip(),
        sections=found,
        expected=_literal(disputes[0], "expected") if disputes else None,
        group=cast("Group", group) if group else "challenge",
        figure=figure,
        problems=tuple(problems),
    )


def sections(docstring: str) -> dict[str, str]:
    """The sections of a check's docstring: unindented titles, each followed by indented text."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in docstring.splitlines()[1:]:
        if line and not line[0].isspace():
            current = found.setdefault(line.strip(), []) if line.strip() in SECTIONS else None
        elif current is not None:
            current.append(line)
    return {title: inspect.cleandoc("\n".join(["", *lines])).strip() for title, lines in found.items()}


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _control(node: ast.expr) -> bool | None:
    """The ``holds`` of a control's decorator, None for any other decorator."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "control":
        for keyword in node.keywords:
            if keyword.arg == "holds" and isinstance(keyword.value, ast.Constant):
                return bool(keyword.value.value)
    return None


def _literal(call: ast.Call, name: str) -> str | None:
    for keyword in call.keywords:
        if keyword.arg == name and isinstance(keyword.value, ast.Constant):
            return str(keyword.value.value)
    return None
