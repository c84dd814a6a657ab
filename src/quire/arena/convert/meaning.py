"""What Python 3 syntax would do differently, done as in Python 2: division, rounding, comparing.

The decision is made when the file runs: a division of whole numbers rounds down, any other does
not. So nothing depends on a guess about the type of a variable.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from quire.arena.convert.edits import Edits

RAISED_TEXT = "# a text: TypeError in Python 2.7 too"
"""The comment that marks an exception that was a text."""

_ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}

_MOVED = {
    **{("string", name): f"ascii_{name}" for name in ("letters", "lowercase", "uppercase")},
    ("time", "clock"): "process_time",
}
"""Members of modules that Python 3 calls something else."""


def keep_meaning(text: str) -> str:
    """Return a text of Python 3 syntax that does what it did in Python 2."""
    edits = Edits(text)
    _Meaning(edits).visit(edits.tree)
    return edits.result()


class _Meaning(ast.NodeVisitor):
    """Makes the edits, the outer nodes before the inner ones."""

    def __init__(self, edits: Edits) -> None:
        self._edits = edits
        nodes = list(ast.walk(edits.tree))
        self._bound = set(_bound(nodes))
        self._true_division = _imports(nodes, "__future__", "division")
        self._from_math = {
            name for name in ("floor", "ceil") if _imports(nodes, "math", name)
        } - self._bound
        self._texts = set(_names_of(nodes, str))
        self._none = set(_names_of(nodes, type(None)))
        self._kept_exceptions = [_used_outside(edits.tree)]
        """Of the functions that we are in, the names that are used after an `except`."""

    # --- division ---

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """`a / b` becomes a call, unless one of them is certainly a float."""
        if isinstance(node.op, ast.Div) and not self._true_division and not _is_float(node):
            self._edits.wrap(node, "_py2_div(", ")")
            self._to_comma(node.left, node.right)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """`a /= b` becomes an assignment."""
        if isinstance(node.op, ast.Div) and not self._true_division and not _floats(node.value):
            text = self._edits.text(self._edits.start(node.target), self._edits.end(node.target))
            target = keep_meaning(text).strip()
            place, end = self._edits.operator(node.target, node.value)
            self._edits.replace(place, end, "=")
            self._edits.wrap(node.value, f"_py2_idiv({target}, ", ")")
        self.generic_visit(node)

    # --- calls and names ---

    def visit_Call(self, node: ast.Call) -> None:
        """`map` and sorting by a comparing function."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "map" and "map" not in self._bound and _is_plain_map(node):
            self._edits.wrap(node, "list(", ")")
            for argument in node.args:
                self.visit(argument)
            return
        sorts = isinstance(node.func, ast.Attribute) and node.func.attr == "sort"
        if sorts or (name == "sorted" and "sorted" not in self._bound):
            self._sort(node, 0 if sorts else 1)
        self.generic_visit(node)

    def _sort(self, node: ast.Call, first: int) -> None:
        """Give a sort the key for its comparing function; `first` arguments are not about that."""
        given = node.args[first:]
        named = {keyword.arg: keyword for keyword in node.keywords}
        compares = "cmp" in named or (given and not isinstance(given[0], ast.Constant))
        if not compares and not (given and _is_none(given[0])):
            return
        parts: list[ast.expr | ast.keyword] = [*given[:2]]
        parts += [named[name] for name in ("cmp", "key") if name in named]
        self._edits.insert(min(map(self._edits.start, parts)), "key=_py2_key(")
        self._edits.close(max(map(self._edits.end, parts)), ")")
        if len(given) > 2:
            self._edits.insert(self._edits.start(given[2]), "reverse=")

    def visit_Name(self, node: ast.Name) -> None:
        """Functions that give something else in Python 3."""
        own = {"round": "_py2_round", "cmp": "_py2_cmp", "filter": "_py2_filter", "file": "open"}
        own |= {name: f"_py2_{name}" for name in ("map", *self._from_math)}
        if isinstance(node.ctx, ast.Load) and node.id in own and node.id not in self._bound:
            self._rename(node, own[node.id])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """The same in modules, and what Python 3's modules have no more."""
        module = node.value.id if isinstance(node.value, ast.Name) else ""
        whole = {("math", "floor"): "_py2_floor", ("math", "ceil"): "_py2_ceil"}
        whole |= {("operator", "div"): "_py2_div"}
        end = self._edits.end(node)
        if (module, node.attr) in whole:
            self._rename(node, whole[module, node.attr])
        elif (module, node.attr) in _MOVED:
            self._edits.replace(end - len(node.attr), end, _MOVED[module, node.attr])
        else:
            self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """`from time import clock`."""
        for alias in node.names:
            name = _MOVED.get((node.module or "", alias.name))
            if name and alias.asname is None:
                self._edits.insert(self._edits.start(alias), f"{name} as ")

    def _rename(self, node: ast.expr, name: str) -> None:
        self._edits.replace(self._edits.start(node), self._edits.end(node), name)

    # --- comparing ---

    def visit_Compare(self, node: ast.Compare) -> None:
        """Compare by order what may be None: the file gives that name None somewhere."""
        operands = (node.left, *node.comparators)
        ordered = all(type(how) in _ORDER for how in node.ops)
        # The function gets all operands, so those that might not be reached must be simple.
        simple = all(isinstance(side, ast.Name | ast.Constant) for side in operands[2:])
        if ordered and simple and any(map(self._may_be_none, operands)):
            self._edits.wrap(node, "_py2_compare(", ")")
            for how, (left, right) in zip(node.ops, pairwise(operands), strict=True):
                self._to_comma(left, right, f', "{_ORDER[type(how)]}"')
        self.generic_visit(node)

    def _may_be_none(self, node: ast.expr) -> bool:
        return _is_none(node) or _last_name(node) in self._none

    def _to_comma(self, left: ast.expr, right: ast.expr, before: str = "") -> None:
        """Replace the operator between two operands by a comma, and perhaps text before it."""
        place, end = self._edits.operator(left, right)
        while self._edits.text(place - 1, place) == " ":
            place -= 1
        after = self._edits.text(end, end + 1)
        self._edits.replace(place, end, f"{before}," if after.isspace() else f"{before}, ")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Classes that say how they compare: `__cmp__`, or `__eq__` without `__hash__`."""
        methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        decorators = []
        if node.bases and {"__cmp__", "__eq__"} & set(methods) and "__hash__" not in methods:
            decorators.append("_py2_hashed")
        if "__cmp__" in methods:
            decorators.append("_py2_compared")
        written = node.decorator_list
        start = self._edits.start(written[0]) - 1 if written else self._edits.start(node)
        for name in decorators:
            self._edits.insert(start, f"@{name}\n{self._edits.indentation(node)}")
        for name in {"__div__", "__rdiv__", "__idiv__"} & set(methods):
            start = self._edits.start(methods[name])
            place = start + self._edits.text(start, self._edits.end(methods[name])).index(name)
            self._edits.replace(place, place + len(name), name.replace("div", "truediv"))
        self.generic_visit(node)

    # --- exceptions ---

    def visit_Raise(self, node: ast.Raise) -> None:
        """A text can't be raised."""
        if isinstance(node.exc, ast.Constant) and isinstance(node.exc.value, str):
            rest = self._edits.rest_of_line(node)
            self._edits.wrap(node.exc, "TypeError(", ")" if rest else f")  {RAISED_TEXT}")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Remember in which function we are."""
        self._kept_exceptions.append(_used_outside(node))
        self.generic_visit(node)
        self._kept_exceptions.pop()

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """A text catches nothing; the name of an exception stays after the `except`."""
        if node.type is not None and self._is_text(node.type):
            self._rename(node.type, "()")
        if node.name in self._kept_exceptions[-1]:
            first = node.body[0]
            assert node.name is not None
            assert node.type is not None
            start = self._edits.end(node.type)
            header = self._edits.text(start, self._edits.start(first))
            place = start + header.index(" as ") + 4
            place += len(header[place - start :]) - len(header[place - start :].lstrip())
            self._edits.replace(place, place + len(node.name), "_py2_error")
            blank = self._edits.indentation(first)
            separator = "; " if blank == " " else f"\n{blank}"
            self._edits.insert(self._edits.start(first), f"{node.name} = _py2_error{separator}")
        self.generic_visit(node)

    def _is_text(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return isinstance(node.value, str)
        return isinstance(node, ast.Name) and node.id in self._texts


def _is_plain_map(node: ast.Call) -> bool:
    """Return whether `map` has a function and one list, so that it needs only be made a list."""
    starred = any(isinstance(argument, ast.Starred) for argument in node.args)
    return len(node.args) == 2 and not starred and not _is_none(node.args[0])


def _is_float(node: ast.expr) -> bool:
    """Return whether a product has an operand that is certainly a float."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        return _is_float(node.left) or _floats(node.right)
    return _floats(node)


def _floats(node: ast.expr) -> bool:
    """Return whether an expression is certainly a float: `2.0`, `-2.0` or `float(...)`."""
    if isinstance(node, ast.UnaryOp):
        return _floats(node.operand)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "float"
    return isinstance(node, ast.Constant) and isinstance(node.value, float | complex)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _last_name(node: ast.expr) -> str:
    """Return `name` of `name` and of `self.name`."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _bound(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the names that a file defines anywhere, but for those of methods."""
    methods = {part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body}
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node not in methods:
            yield node.name
        elif isinstance(node, ast.ImportFrom) and node.module != "math":
            yield from (alias.asname or alias.name for alias in node.names)


def _imports(nodes: list[ast.AST], module: str, name: str) -> bool:
    return any(
        alias.name in (name, "*") and alias.asname is None
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == module
        for alias in node.names
    )


def _names_of(nodes: list[ast.AST], kind: type) -> Iterator[str]:
    """Yield the names and attributes that are somewhere given a constant of a type."""
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, kind):
                yield from map(_last_name, node.targets)
        elif isinstance(node, ast.FunctionDef) and kind is type(None):
            given = node.args.args[len(node.args.args) - len(node.args.defaults) :]
            for argument, default in zip(given, node.args.defaults, strict=True):
                if _is_none(default):
                    yield argument.arg


def _used_outside(scope: ast.AST) -> set[str]:
    """Return the names of exceptions that a function uses outside the handlers that bind them."""
    nodes = list(ast.walk(scope))
    handlers = [node for node in nodes if isinstance(node, ast.ExceptHandler) and node.name]
    bound = {
        id(inner)
        for handler in handlers
        for inner in ast.walk(handler)
        if isinstance(inner, ast.Name) and inner.id == handler.name
    }
    outside = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in bound}
    return outside & {handler.name for handler in handlers if handler.name}
