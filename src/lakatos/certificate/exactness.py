"""A copy of a certificate in which every division and power is watched: a float that slips in ends it.

``/`` and ``**`` are the only ways in which the permitted language makes a float out of integers and fractions.
"""

from __future__ import annotations

import ast

WATCH = "_lakatos_exact"
_PRELUDE = f"""
def {WATCH}(value, line):
    if isinstance(value, (float, complex)):
        raise AssertionError(f"line {{line}} computes the float {{value!r}}, which is never exact")
    return value
"""


def watched(source: bytes) -> bytes | None:
    """The watched copy of a certificate that has passed the lint; None if it neither divides nor takes powers."""
    tree = ast.parse(source)
    watcher = _Watcher()
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


class _Watcher(ast.NodeTransformer):
    found = False

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return self._watch(node, node.lineno) if isinstance(node.op, ast.Div | ast.Pow) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div | ast.Pow) or not isinstance(node.target, ast.Name):
            return node
        current = ast.Name(node.target.id, ast.Load())
        value = self._watch(ast.BinOp(current, node.op, node.value), node.lineno)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def _watch(self, node: ast.expr, line: int) -> ast.expr:
        self.found = True
        call = ast.Call(ast.Name(WATCH, ast.Load()), [node, ast.Constant(line)], [])
        return ast.copy_location(call, node) if hasattr(node, "lineno") else call
