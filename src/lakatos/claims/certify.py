"""A certificate written from a claim's own source: one file, standard library only, that asserts the refutation."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lakatos.certificate import lint
from lakatos.claims.domains.trajectories import Trajectories
from lakatos.claims.fit import definitions, undefined_names
from lakatos.claims.forall import ForAll
from lakatos.claims.judge import judge
from lakatos.claims.literal import read_literal
from lakatos.claims.plain.matrices import Matrix
from lakatos.claims.source import Part, SourceError, parts_of, spelled

SOURCE = re.compile(r"^Source: (?P<file>[^\n:]+\.py)::(?P<name>\w+)\nSHA-256: (?P<hash>[0-9a-f]{64})$", re.MULTILINE)


class CertificateError(SourceError):
    """No certificate can be written: the witness does not refute, or the claim does not fit into one."""


def certificate(claim: ForAll, values: Sequence[Any], *, file: str | None = None) -> str:
    """The certificate that ``values`` refute ``claim``, as text, with ``file`` as the place where the claim is kept.

    Raises:
        CertificateError: if they do not refute it, or the text would be refused by the lint, and why.
    """
    judgement = judge(claim, values)
    if judgement.status != "refutes":
        raise CertificateError(f"no certificate: the witness {judgement.status}: {judgement.says}"
                               if judgement.status == "does not refute"
                               else f"no certificate: {judgement.status}: {judgement.says}")  # fmt: skip
    text = written(claim, values, file=file)
    problems = lint(text)
    unknown = undefined_names(text)
    if unknown:
        raise CertificateError(f"{claim.name} does not fit into a certificate: {unknown[0]!r} has no meaning there")
    if problems:
        line = text.splitlines()[problems[0].line - 1].strip()
        what = "a line of its source" if problems[0].form else "it"
        raise CertificateError(
            f"{claim.name} does not fit into a certificate: {what} {problems[0].says}: {line[:200]!r}"
        )
    return text


def written(claim: ForAll, values: Sequence[Any], *, file: str | None = None) -> str:
    """The text of a certificate, whether or not it holds: the same for the same claim, witness and place."""
    place = file or (claim.file.name if claim.file else "claim.py")
    declared = "\n".join(d.declare(x, v) for (x, d), v in zip(claim.domains.items(), values, strict=True))
    parts = _with_classes(claim, declared)
    names = {part.name for part in parts}
    value = _unused("value", names | set(claim.domains))
    called = ", ".join(claim.domains)
    bound = "<=" if claim.strict else "<"
    refuting = "False refutes the claim, and so does a margin that is negative" + " or zero" * claim.strict
    met = "\n".join(_assertion(c.text, c.says) for c in claim.conditions())
    blocks = [
        _docstring(claim, values, place),
        *definitions(parts),
        f"# The witness.\n{declared}",
        f"# It is in the domain and meets every premise.\n{met}",
        f"# {refuting}.\n{value} = {claim.function.__name__}({called})\nassert {value} is False or {value} {bound} 0",
        _printed(claim, value, real="Real" in names),
    ]
    return re.sub(r"\n{3,}", "\n\n\n", "\n\n".join(blocks)) + "\n"


def _with_classes(claim: ForAll, declared: str) -> tuple[Part, ...]:
    """The parts of a claim, and the classes that its witness is written with."""
    known = {part.name for part in claim.parts}
    needed = [cls for cls in (Fraction, Matrix) if f"{cls.__name__}(" in declared and cls.__name__ not in known]
    return (*claim.parts, *(part for part in parts_of(needed) if part.name not in known))


def stated(source: str) -> re.Match[str] | None:
    """The lines of a certificate that name its claim: file, name, hash. None if there are none.

    Raises:
        CertificateError: if there is something of them, but not all that it takes.
    """
    docstring = ast.get_docstring(_tree(source)) or ""
    found = SOURCE.search(docstring)
    if found is None and re.search(r"^\s*(source|sha-256)\b", docstring, re.MULTILINE | re.IGNORECASE):
        raise CertificateError("it names its claim in a way that cannot be read")
    return found


@lru_cache(maxsize=8)
def _tree(source: str) -> ast.Module:
    """The syntax tree of a certificate, once for all that is asked of it, and without remarks on its style."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise CertificateError(f"it is not Python: {error}") from None


def differs(source: str, claim: ForAll, *, file: str) -> str | None:
    """Why a certificate does not state ``claim`` at the witness it shows; None if it does, to the letter.

    The certificate is written again from the claim as it is and the witness that is read off the file. Nothing of the
    file is run.
    """
    try:
        named = stated(source)
    except CertificateError as error:
        return str(error)
    if named is None:
        return "it names no claim"
    if named["name"] != claim.name or named["file"] != file:
        return f"it names {named['file']}::{named['name']}, not {file}::{claim.name}"
    if named["hash"] != claim.fingerprint:
        return f"it states another claim than {file}::{claim.name} as it is now (hash {claim.fingerprint[:12]}...)"
    try:
        again = written(claim, witness_of(source, claim), file=file)
    except Exception as error:  # whatever the file holds in the place of a witness
        return f"its witness cannot be read: {type(error).__name__}: {error}"
    if again == source:
        return None
    ours, theirs = again.splitlines(), source.splitlines()
    line = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))
    return f"line {line + 1} is not what {file}::{claim.name} gives for its witness"


def witness_of(source: str, claim: ForAll) -> tuple[Any, ...]:
    """The witness that a certificate shows, read off its text. Raises ValueError if it is not plain values."""
    given: dict[str, ast.expr] = {}
    for node in _tree(source).body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            given[node.targets[0].id] = node.value
    values = []
    for name, domain in claim.domains.items():
        if name not in given:
            raise ValueError(f"no value for {name}")
        if isinstance(domain, Trajectories):
            values.append(_trajectory(given[name], given))
        else:
            values.append(read_literal(given[name]))
    return tuple(values)


def _trajectory(node: ast.expr, given: dict[str, ast.expr]) -> tuple[Any, Any]:
    if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "trajectory" or len(node.args) != 3:
        raise ValueError("a trajectory is not written as trajectory(step, start, steps)")
    start = node.args[1]
    return read_literal(given.get(start.id, start) if isinstance(start, ast.Name) else start), read_literal(
        node.args[2]
    )


def _docstring(claim: ForAll, values: Sequence[Any], place: str) -> str:
    entries = {
        "Claim": spelled(claim.says()),
        "Witness": spelled(claim.show(values)),
        "What this does not show": "that no smaller counterexample exists, or that the code below says what the paper "
        "says: that is for the reader to see.",
    }
    lines = [f"A counterexample to {claim.name}.", ""]
    for title, said in entries.items():
        clean = re.sub(r"[\\\"]", "'", said)
        lines += textwrap.wrap(f"{title}: {clean}", 112, subsequent_indent="    ", break_on_hyphens=False)
    lines += [f"Source: {place}::{claim.name}", f"SHA-256: {claim.fingerprint}"]
    return '"""' + "\n".join(lines) + '\n"""'


def _assertion(text: str, says: str) -> str:
    line = f"assert {text}, {spelled(says)!r}"
    if len(line) <= 110:
        return line
    comment = "\n".join(textwrap.wrap(f"{spelled(says)}.", 110, initial_indent="# ", subsequent_indent="# "))
    if len(text) <= 110:
        return f"{comment}\nassert {text}"
    wrapped = textwrap.fill(text, 110, initial_indent="    ", subsequent_indent="    ", break_long_words=False)
    return f"{comment}\nassert (\n{wrapped}\n)"


def _printed(claim: ForAll, value: str, *, real: bool) -> str:
    """What the script prints: the value, unless it is too long for Python to print."""
    says = f'print("{claim.name} is refuted: its value there is'
    plain = [
        f"if max(abs({value}.numerator), {value}.denominator) < 10**1000:",
        f'    {says}", {value})',
        "else:",
        f'    {says} negative")',
    ]
    if not real:
        return "\n".join(plain)
    unit = "Fraction(1, 10**12)"
    bounds = [
        f"if isinstance({value}, Real):",
        f"    low, high = {value}.bounds(64)",
        f'    {says} between these multiples of 10^-12:")',
        f"    print([n if abs(n) < 10**1000 else None for n in (low // {unit}, -(-high // {unit}))])",
    ]
    return "\n".join([*bounds, f"el{plain[0]}", *plain[1:]])


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name
