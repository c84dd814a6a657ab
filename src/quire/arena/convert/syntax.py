"""Python 2 syntax as Python 3 syntax, by fissix, which knows both grammars."""

from __future__ import annotations

import logging
import re
from functools import cache
from typing import Any

from fissix import pytree, refactor
from fissix.fixer_util import Call, Comma, Name
from fissix.fixes.fix_tuple_params import find_params, map_to_index
from fissix.pgen2 import parse, token, tokenize
from fissix.pygram import python_symbols as syms

_OWN = {"map", "filter", "sorted"}
"""What Quire rewrites itself, because they give something else for some arguments."""

_LEFT_OUT = {"import", "asserts", "idioms", "set_literal", "ws_comma", "buffer", "future"}
"""Style, and imports relative to a package, which a bot is not."""

_BUILT_IN = {"apply", "execfile", "input", "intern", "long", "raw_input", "reduce", "reload", "zip"}
"""Fixers with the name of a function, which must not touch a file's own of that name."""


class NotPython2(Exception):
    """A text that can't be parsed as Python 2; says where."""


class _Tool(refactor.RefactoringTool):  # type: ignore[misc]  # fissix has no types
    def refactor_tree(self, tree: Any, name: str) -> bool:
        _rewrite_raise(tree)
        _rewrite_long_numbers(tree)
        _rewrite_lambdas(tree)
        return bool(super().refactor_tree(tree, name))


@cache
def _tool(left_out: frozenset[str]) -> _Tool:
    """Return fissix without some of its fixers, whose patterns take long to compile."""
    logging.getLogger("RefactoringTool").setLevel(logging.CRITICAL)
    return _Tool(
        [
            f"fissix.fixes.fix_{name}"
            for name in refactor.get_all_fix_names("fissix.fixes")
            if name not in _OWN | _LEFT_OUT | left_out
        ]
    )


def to_python_3_syntax(text: str, bound: set[str]) -> str:
    """Return the text in Python 3 syntax. Raises NotPython2.

    `bound`: names that the file defines, so they are not Python 2's own.
    """
    tool = _tool(frozenset(_BUILT_IN & bound))
    try:
        return str(tool.refactor_string(text, "bot")).replace("xxx_todo_changeme", "_pair")
    except parse.ParseError as error:
        line = error.context[1][0]
        raise NotPython2(f"line {line}: invalid syntax near {error.value!r}") from None
    except tokenize.TokenError as error:
        message, (line, _) = error.args
        raise NotPython2(f"line {line}: {message}") from None
    except IndentationError as error:
        raise NotPython2(f"line {error.lineno}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise NotPython2("nested too deeply to parse") from None


def _rewrite_raise(tree: pytree.Node) -> None:
    """Write `raise "text", value` without the value, and `raise E, value` as a call.

    fissix leaves the first as it is; in the second the value may be a tuple of all arguments.
    """
    for node in list(tree.pre_order()):
        if node.type != syms.raise_stmt or len(node.children) not in (4, 6):
            continue
        _, kind, _, value, *_ = node.children
        if kind.type == token.STRING:
            for child in node.children[2:]:
                child.remove()
        elif len(node.children) == 4 and value.type in (token.NAME, syms.power):
            given = [kind.clone(), Comma(), value.clone()]
            given[0].prefix = ""
            raised = Call(Name("_py2_exception"), given, prefix=" ")
            node.replace(pytree.Node(syms.raise_stmt, [Name("raise"), raised], prefix=node.prefix))


def _rewrite_long_numbers(tree: pytree.Node) -> None:
    """Write `0777L` as `0777`: fissix corrects one or the other."""
    for leaf in tree.leaves():
        if leaf.type == token.NUMBER and leaf.value[-1] in "lL":
            leaf.value = leaf.value[:-1]
            leaf.changed()


def _rewrite_lambdas(tree: pytree.Node) -> None:
    """Write `lambda (a, b), c: a + c` without the tuple; fissix does if it is the only argument."""
    for node in list(tree.post_order()):
        if node.type != syms.lambdef or node.children[1].type != syms.varargslist:
            continue
        body = node.children[-1]
        tuples = [child for child in node.children[1].children if child.type == syms.vfpdef]
        for number, argument in enumerate(tuples, 1):
            names = map_to_index(find_params(argument))
            whole = Name(f"_pair{number}", prefix=argument.prefix)
            argument.replace(whole)
            for leaf in [leaf for leaf in body.leaves() if leaf.value in names]:
                if leaf.prev_sibling is None or leaf.prev_sibling.type != token.DOT:
                    parts = [Name(whole.value), *(part.clone() for part in names[leaf.value])]
                    leaf.replace(pytree.Node(syms.power, parts, prefix=leaf.prefix))
            body = node.children[-1]


def names_bound(text: str) -> set[str]:
    """Return the names that a text in Python 2 defines, as far as a look at its lines shows."""
    found = set(re.findall(r"\b(?:def|class)\s+(\w+)", text))
    found |= set(re.findall(r"(?:^|[;,(])[ \t]*(\w+)[ \t]*=(?!=)", text, re.MULTILINE))
    return found | set(re.findall(r"\bfor\s+(\w+)\s+in\b", text))
