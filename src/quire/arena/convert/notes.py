"""What a person should look at in a converted file, line by line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from quire.arena.convert.meaning import RAISED_TEXT


@dataclass(frozen=True, slots=True, order=True)
class Note:
    """A place in the new file, and what to look at there."""

    line: int
    text: str


_HELPERS = {
    "_py2_div": "divides as Python 2 does; write // where whole numbers are meant, / elsewhere",
    "_py2_idiv": "divides as Python 2 does; write //= where whole numbers are meant, /= elsewhere",
    "_py2_round": "rounds to a float as Python 2 does",
    "_py2_floor": "gives a float as Python 2 does",
    "_py2_ceil": "gives a float as Python 2 does",
    "_py2_map": "pads shorter lists with None as Python 2 does",
    "_py2_filter": "gives a list, text or tuple as Python 2 does",
    "_py2_cmp": "compares as Python 2 does",
    "_py2_compare": "compares with None as Python 2 does; is None meant to be smaller here?",
    "_py2_key": "sorts by a comparing function; a key function is quicker",
    "_py2_exception": "raises an exception as Python 2 does",
    "_py2_compared": "compares objects by __cmp__",
    "_py2_hashed": "objects that are equal have different hashes, as in Python 2",
    "_py2_error": "the exception keeps its name after the handler",
}

_RANDOM = {"seed", "randrange", "randint", "choice", "shuffle", "sample"}


def notes_on(text: str, directory: Path) -> list[Note]:
    """Return the notes on a converted file, in the order of its lines."""
    tree = ast.parse(text)
    found = {
        Note(number, "raises TypeError, as Python 2.7 did for a text: raise an exception class")
        for number, line in enumerate(text.split("\n"), 1)
        if line.rstrip().endswith(RAISED_TEXT)
    }
    for node in ast.walk(tree):
        found.update(_on_node(node, directory))
    return sorted(found | set(_leaks(tree)) | set(_inheritance(tree)))


def _on_node(node: ast.AST, directory: Path) -> Iterator[Note]:
    if isinstance(node, ast.Name) and node.id in _HELPERS and isinstance(node.ctx, ast.Load):
        yield Note(node.lineno, f"{node.id} {_HELPERS[node.id]}")
    elif isinstance(node, ast.Import | ast.ImportFrom):
        module = node.module if isinstance(node, ast.ImportFrom) else None
        for name in [module] if module else [alias.name for alias in node.names]:
            if (directory / f"{name}.py").is_file() and name != "simulator":
                yield Note(
                    node.lineno, f"imports {name}.py: convert it too, under the same name (-o)"
                )
            elif name in ("thread", "_thread", "threading", "multiprocessing", "subprocess"):
                yield Note(node.lineno, f"imports {name}: a bot may start nothing")
    elif isinstance(node, ast.Call):
        yield from _on_call(node)


def _on_call(node: ast.Call) -> Iterator[Note]:
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "seed" and node.args:
        if isinstance(function.value, ast.Name) and function.value.id == "random":
            yield Note(
                node.lineno,
                "random.seed: Python 3 draws other numbers for the same seed, except random()",
            )
    elif isinstance(function, ast.Name) and function.id == "input":
        yield Note(node.lineno, "input: nobody types anything in a match")
    elif isinstance(function, ast.Name) and function.id == "exec":
        yield Note(node.lineno, "exec: in a function it no longer changes its variables")


def _scopes(tree: ast.Module) -> Iterator[ast.Module | ast.FunctionDef]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node


def _leaks(tree: ast.Module) -> Iterator[Note]:
    """Yield the uses of a list comprehension's variable after it."""
    for scope in _scopes(tree):
        inner = [node for node in ast.walk(scope) if isinstance(node, ast.ListComp)]
        inside = {id(node) for comprehension in inner for node in ast.walk(comprehension)}
        names = {
            node.id: comprehension.lineno
            for comprehension in inner
            for generator in comprehension.generators
            for node in ast.walk(generator.target)
            if isinstance(node, ast.Name)
        }
        outside = [
            node
            for node in ast.walk(scope)
            if isinstance(node, ast.Name) and node.id in names and id(node) not in inside
        ]
        bound = {node.id: node.lineno for node in outside if not isinstance(node.ctx, ast.Load)}
        arguments = {node.arg for node in ast.walk(scope) if isinstance(node, ast.arg)}
        for node in outside:
            if not isinstance(node.ctx, ast.Load) or node.lineno <= names[node.id]:
                continue
            if bound.get(node.id, 0) < names[node.id] and node.id not in arguments:
                yield Note(
                    node.lineno,
                    f"{node.id}: the list in line {names[node.id]} no longer sets it",
                )


def _inheritance(tree: ast.Module) -> Iterator[Note]:
    """Yield the classes of several bases, whose order was another for old-style classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and len(node.bases) > 1:
            yield Note(
                node.lineno,
                f"class {node.name}: methods of several bases are looked up "
                "in another order than in old-style classes",
            )
