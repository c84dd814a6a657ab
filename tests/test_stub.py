"""The type stub of the native module says what the module has."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import quire
from quire import _native

STUB = ast.parse((Path(quire.__file__).parent / "_native.pyi").read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
CONSTANTS = [ast.unparse(node.target) for node in STUB.body if isinstance(node, ast.AnnAssign)]
KINDS = sorted(name for name in CLASSES if not name.startswith("_"))


def methods(kind: str) -> dict[str, ast.FunctionDef]:
    """What the stub says of a class, its bases included."""
    found: dict[str, ast.FunctionDef] = {}
    for base in CLASSES[kind].bases:
        found |= methods(ast.unparse(base))
    return found | {n.name: n for n in CLASSES[kind].body if isinstance(n, ast.FunctionDef)}


def parameters(function: object) -> list[str]:
    """The names of the parameters as nanobind tells them, of the first overload."""
    ((signature, *_), *_) = function.__nb_signature__  # type: ignore[attr-defined]
    inside = re.fullmatch(r"def \w+\((.*)\) -> .*", signature)
    assert inside is not None
    names = [part.split(":")[0].strip() for part in re.split(r", (?![^\[]*\])", inside[1])]
    return [name for name in names if name not in ("self", "/", "*", "")]


def in_stub(node: ast.FunctionDef) -> list[str]:
    arguments = [*node.args.args, *node.args.kwonlyargs]
    return [argument.arg for argument in arguments if argument.arg != "self"]


def test_the_stub_names_what_there_is() -> None:
    public = {name for name in vars(_native) if not name.startswith("_")}
    assert public == {*KINDS, *FUNCTIONS, *CONSTANTS}


@pytest.mark.parametrize("kind", KINDS)
def test_every_class_has_the_members_of_the_stub(kind: str) -> None:
    members = vars(getattr(_native, kind))
    public = {name for name in members if not name.startswith("_")}
    promised = methods(kind)
    assert public == {name for name in promised if not name.startswith("_")}
    for name in public:
        node = promised[name]
        is_property = any(getattr(mark, "id", "") == "property" for mark in node.decorator_list)
        assert isinstance(members[name], property) == is_property
        if not is_property:
            assert parameters(members[name]) == in_stub(node)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions_have_the_parameters_of_the_stub(name: str) -> None:
    assert parameters(getattr(_native, name)) == in_stub(FUNCTIONS[name])
