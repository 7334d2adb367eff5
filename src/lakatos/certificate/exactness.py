"""A copy of a certificate, or of a claim, in which every division, power and remainder is watched.

``/`` and ``**`` are the only ways in which the permitted language makes a float out of integers and fractions; ``%`` on
text would write one down.
"""

from __future__ import annotations

import ast

#: Names that begin like this are ours: the lint refuses them everywhere.
RESERVED = "_lakatos"
WATCH = f"{RESERVED}_exact"
WATCHED = (ast.Div, ast.Pow, ast.Mod)
_PRELUDE = f"""
def {WATCH}(value, line):
    if isinstance(value, (float, complex)):
        raise AssertionError(f"line {{line}} computes the float {{value!r}}, which is never exact")
    if isinstance(value, str):
        raise AssertionError(f"line {{line}} formats text, in which a float may hide")
    return value
"""


def watched(source: bytes) -> bytes | None:
    """The watched copy of a certificate that has passed the lint; None if there is nothing in it to watch."""
    tree = ast.parse(source)
    watcher = Watcher()
    tree = ast.fix_missing_locations(watcher.visit(tree))
    if not watcher.found:
        return None
    # Behind the docstring and the imports from __future__, which have to stay first.
    first = next(
        i
        for i, node in enumerate(tree.body)
        if not (i == 0 and isinstance(node, ast.Expr)) and getattr(node, "module", "") != "__future__"
    )
    tree.body[first:first] = ast.parse(_PRELUDE).body
    return ast.unparse(tree).encode()


class Watcher(ast.NodeTransformer):
    """Sends the result of every watched operation through the function named WATCH.

    The lint leaves ``a /= b`` and its like to plain names, so that nothing escapes.
    """

    found = False

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return self._watch(node, node.lineno) if isinstance(node.op, WATCHED) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, WATCHED) or not isinstance(node.target, ast.Name):
            return node
        current = ast.Name(node.target.id, ast.Load())
        value = self._watch(ast.BinOp(current, node.op, node.value), node.lineno)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def _watch(self, node: ast.expr, line: int) -> ast.expr:
        self.found = True
        call = ast.Call(ast.Name(WATCH, ast.Load()), [node, ast.Constant(line)], [])
        return ast.copy_location(call, node) if hasattr(node, "lineno") else call
