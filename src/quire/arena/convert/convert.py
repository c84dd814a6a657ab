"""Convert a bot from Python 2 to Python 3 that does the same.

fissix writes it in Python 3's syntax (`syntax.py`); then everything that would mean something else
there is written so that it means the same (`meaning.py`), with the help of functions that the new
file defines for itself (`prelude.py`).
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from quire.arena.convert.meaning import keep_meaning
from quire.arena.convert.notes import Note, notes_on
from quire.arena.convert.prelude import FUNCTIONS, MARK, prelude
from quire.arena.convert.source import expand_tabs, parse_python_3, read_source
from quire.arena.convert.syntax import NotPython2, names_bound, to_python_3_syntax
from quire.errors import AgentFailed


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted file: its old and new text, and what a person should look at."""

    path: Path
    old: str
    new: str
    notes: list[Note]

    def diff(self, name: str) -> Iterator[str]:
        """Yield the lines of the difference, as diff -u writes them."""
        return difflib.unified_diff(
            self.old.splitlines(), self.new.splitlines(), str(self.path), name, lineterm=""
        )

    def classes(self) -> list[str]:
        """Return the classes of the file that a match could play with."""
        return [
            node.name
            for node in ast.parse(self.new).body
            if isinstance(node, ast.ClassDef)
            for part in node.body
            if isinstance(part, ast.FunctionDef) and part.name in ("move", "choose")
        ]


def convert(path: Path) -> Conversion:
    """Convert a file. Raises AgentFailed if it is not a Python 2 file."""
    old = read_source(path)
    tree = parse_python_3(old)
    newer = tree and next(_python_3_only(tree), None)
    if MARK in old:
        raise AgentFailed(f"{path} is converted already")
    if newer:
        raise AgentFailed(f"{path} is Python 3 already: {newer}")
    try:
        new = to_python_3_syntax(expand_tabs(old), names_bound(old))
    except NotPython2 as error:
        if tree is not None:
            raise AgentFailed(f"{path} is Python 3 already: not Python 2 in {error}") from None
        raise AgentFailed(f"{path} is neither Python 2 nor Python 3: {error}") from None
    try:
        new = _with_functions(keep_meaning(new))
        compile(new, str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise AgentFailed(
            f"{path} can't be converted: {error.msg}: {line!r}. Change this line and try again"
        ) from None
    except (RecursionError, MemoryError):
        raise AgentFailed(f"{path} is nested too deeply to convert") from None
    if new == old:
        raise AgentFailed(f"{path} needs no conversion: it does the same in Python 3")
    return Conversion(path, old, new, notes_on(new, path.parent))


def _with_functions(text: str) -> str:
    """Return a text with the functions that it uses, after its first comments and docstring."""
    used = [name for name in re.findall(r"_py2_\w+", text) if name in FUNCTIONS]
    tree = ast.parse(text)
    first = [*_opening(tree)]
    rest = tree.body[len(first) :]
    if not used or not rest:
        return text
    beginning = min([rest[0].lineno, *(d.lineno for d in getattr(rest[0], "decorator_list", []))])
    after = first[-1].end_lineno or 0 if first else beginning - 1
    lines = text.splitlines(keepends=True)
    numpy = re.search(r"^\s*(import|from)\s+numpy\b", text, re.MULTILINE) is not None
    blank = "\n" if after else ""
    return "".join([*lines[:after], blank, prelude(used, numpy=numpy), *lines[after:]])


def _opening(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the docstring and the imports from `__future__`, which must stay first."""
    for place, node in enumerate(tree.body):
        docstring = place == 0 and ast.get_docstring(tree) is not None
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not (docstring or future):
            return
        yield node


_NEWER: dict[type[ast.AST], str] = {
    ast.JoinedStr: "an f-string",
    ast.AnnAssign: "a type",
    ast.Nonlocal: "nonlocal",
    ast.AsyncFunctionDef: "an async function",
    ast.Match: "a match statement",
    ast.NamedExpr: "an assignment inside an expression",
    ast.YieldFrom: "yield from",
}


def _python_3_only(tree: ast.Module) -> Iterator[str]:
    """Yield what a file has that Python 2 can't read, with its line."""
    for node in ast.walk(tree):
        where = f" in line {getattr(node, 'lineno', 0)}"
        if type(node) in _NEWER:
            yield f"it has {_NEWER[type(node)]}{where}"
        elif isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            if node.returns or any(argument.annotation for argument in arguments):
                yield f"it has types{where}"
            elif node.args.kwonlyargs:
                yield f"it has keyword-only arguments{where}"
        elif isinstance(node, ast.Raise) and node.cause is not None:
            yield f"it has raise from{where}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "super" and not node.args:
                yield f"it has super(){where}"
            elif node.func.id == "print" and node.keywords:
                yield f"it has print with {node.keywords[0].arg}={where}"
