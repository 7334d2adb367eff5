"""What a claim is made of as one file of plain Python, and what stands in the way of that."""

from __future__ import annotations

import ast
import builtins
import symtable
from functools import lru_cache

from lakatos.certificate import lint
from lakatos.claims.forall import ForAll
from lakatos.claims.lift import UnsupportedError
from lakatos.claims.source import Part

_FRAME = '"""\nClaim: -\nWitness: -\nWhat this does not show: -\n"""\n'


@lru_cache(maxsize=1024)
def definitions(parts: tuple[Part, ...]) -> tuple[str, ...]:
    """Imports, then constants and functions in the order in which they need each other.

    Raises:
        UnsupportedError: if something foreign is among them.
    """
    imports = sorted({part.text for part in parts if part.kind == "import"})
    whole = [text for text in imports if text.startswith("import ")]
    names: dict[str, list[str]] = {}
    for text in imports:
        if text.startswith("from "):
            module, _, name = text.removeprefix("from ").partition(" import ")
            names.setdefault(module, []).append(name)
    lines = [*whole, *(f"from {module} import {', '.join(sorted(found))}" for module, found in sorted(names.items()))]
    if _annotated(parts):
        lines.insert(0, "from __future__ import annotations\n")
    blocks = ["\n".join(lines)] if lines else []
    for origin, says in (("plain", "What the claim is written with."), ("claim", "The claim, as its source has it.")):
        found = [part for part in parts if part.origin == origin and part.kind not in ("import", "foreign")]
        if found:
            blocks.append(f"\n# {says}\n\n" + "\n\n".join(f"{part.text}\n" for part in found))
    foreign = [part.text for part in parts if part.kind == "foreign"]
    if foreign:
        raise UnsupportedError(f"it uses {foreign[0]}")
    return tuple(blocks)


def _annotated(parts: tuple[Part, ...]) -> bool:
    return any(
        isinstance(node, ast.AnnAssign) or getattr(node, "annotation", None) or getattr(node, "returns", None)
        for part in parts
        if part.kind == "function"
        for node in ast.walk(ast.parse(part.text))
    )


def require_exact(claim: ForAll) -> None:
    """Raises UnsupportedError, with what stands in the way, if a claim cannot be computed exactly."""
    obstacle = unfit(claim.parts)
    if obstacle is not None:
        raise UnsupportedError(f"{claim.name} cannot be evaluated exactly: {obstacle}")


def undefined_names(text: str) -> list[str]:
    """The names in a script that nothing gives a meaning to."""
    table = symtable.symtable(text, "certificate", "exec")
    known = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()} | set(dir(builtins))
    unknown: list[str] = []
    todo = [table]
    while todo:
        scope = todo.pop()
        names = (s.get_name() for s in scope.get_symbols() if s.is_referenced() and (s.is_global() or scope is table))
        unknown += sorted(name for name in names if name not in known)
        todo += scope.get_children()
    return unknown


@lru_cache(maxsize=1024)
def unfit(parts: tuple[Part, ...]) -> str | None:
    """Why a claim made of these parts cannot be computed exactly, in the language of certificates; None if it can."""
    try:
        body = "\n\n".join(definitions(parts))
    except UnsupportedError as error:
        return str(error)
    text = f"{_FRAME}{body}\n\nfinished = 0\nassert finished == 0\n"
    # A long line or a semicolon is in a reader's way only.
    problems = [p for p in lint(text) if not p.form]
    if not problems:
        unknown = undefined_names(text)
        return f"{unknown[0]!r} has no meaning in plain Python" if unknown else None
    return f"it {problems[0].says} ({text.splitlines()[problems[0].line - 1].strip()!r})"
