"""How a bot is specified, and the program that it is run as.

    random, mcts:nodes=20000       a built-in agent
    my/bot.py:Clever               a Python class with choose(position, limit)
    course:my/team7.py:Team7       a class with the course's move(board, old_move, flag)
    ./clever, node my/bot.js       any program that speaks UGI

Every bot runs in a separate process and speaks UGI.
"""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from quire.engine import AGENTS, make_agent
from quire.errors import AgentFailed, NotationError


class Kind(StrEnum):
    """How a bot is written, which decides what it may do."""

    AGENT = "agent"
    CLASS = "class"
    COURSE = "course"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that can be started."""

    spec: str
    kind: Kind
    command: tuple[str, ...]
    directory: Path
    """Where it starts, and all that it may read apart from the interpreter."""
    name: str

    @property
    def threads(self) -> bool:
        """Whether it may start threads: a class may not, programs and built-in agents may."""
        return self.kind in (Kind.AGENT, Kind.PROGRAM)

    @property
    def python(self) -> bool:
        """Whether Quire's host runs it."""
        return self.kind is not Kind.PROGRAM


def read_bot(spec: str, name: str | None = None) -> Bot:
    """Return the bot of a specification. Raises a QuireError that says what is wrong with it.

    >>> read_bot("mcts:nodes=500").kind, read_bot("mcts:nodes=500").name
    (<Kind.AGENT: 'agent'>, 'mcts:nodes=500')
    """
    text = spec.strip()
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotationError(f"{spec!r} is not valid UTF-8") from None
    first = text.partition(":")[0].lower()
    if first in AGENTS:
        make_agent(text)  # raises if it is invalid
        return _python_bot(text, Kind.AGENT, Path.cwd(), name or text)
    if is_course_spec(text):
        return _python_class(text, text.partition(":")[2], Kind.COURSE, name)
    path, _, _member = text.rpartition(":")
    if path.endswith(".py"):
        return _python_class(text, text, Kind.CLASS, name)
    if text.endswith(".py") and len(_words(text)) == 1:
        raise NotationError(
            f'{spec!r} names no class: write {text}:YourClass, or "python3 {text}" for a program '
            "that speaks UGI"
        )
    return _program(text, name)


def is_course_spec(spec: str) -> bool:
    """Return whether a specification is that of a class with the course's `move`.

    >>> is_course_spec("course:team7.py:Team7"), is_course_spec("team7.py:Team7")
    (True, False)
    """
    return spec.strip().partition(":")[0].lower() == "course"


def _python_class(spec: str, place: str, kind: Kind, name: str | None) -> Bot:
    text, _, member = place.rpartition(":")
    if not text.endswith(".py") or not member.isidentifier():
        raise NotationError(f"{spec!r} is not a bot class: write path/to/file.py:Class")
    path = Path(text).resolve()
    check_source(path, member)
    spec = f"{'course:' if kind is Kind.COURSE else ''}{path}:{member}"
    return _python_bot(spec, kind, path.parent, name or member)


def check_source(path: Path, member: str) -> None:
    """Raise AgentFailed, with the line, if a file can't contain the class.

    The file is parsed, not run.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise AgentFailed(f"{path} is not a file")  # reading a pipe might never end
        source = path.read_bytes()
    except OSError as error:
        raise AgentFailed(f"{path}: {error.strerror}") from None
    try:
        tree = ast.parse(source, str(path))
    except SyntaxError as error:
        raise AgentFailed(
            f"{path}, line {error.lineno}: {error.msg}{_python_2(path, error)}"
        ) from None
    except ValueError as error:  # zero bytes
        raise AgentFailed(f"{path}: {error}") from None
    except (RecursionError, MemoryError):
        raise AgentFailed(f"{path} is nested too deeply to parse") from None
    _refuse_python_2_names(path, tree)
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    imported = any(
        isinstance(node, ast.ImportFrom | ast.Import | ast.Assign | ast.If | ast.Try)
        for node in tree.body
    )
    if member not in classes and not imported:
        known = f"it has {', '.join(classes)}" if classes else "it has none"
        raise AgentFailed(f"no class {member} in {path}: {known}")


def convert_remedy(path: Path) -> str:
    """Return what to do about a file for Python 2."""
    return f". This looks like Python 2: convert it with quire arena convert {path}"


_PYTHON_2_MESSAGES = (
    "Missing parentheses in call to|leading zeros in decimal|multiple exception|"
    "inconsistent use of tabs"
)
_PYTHON_2_LINES = r"\s*(print|exec) [^(=]|\s*(raise|except) [^()]*,|.*(`|<>|\b[0-9]+[lL]\b)"
_PYTHON_2_NAMES = {
    *("xrange", "raw_input", "unicode", "basestring", "unichr", "execfile", "long", "cmp"),
    *("reduce", "sys.maxint"),
}


def _python_2(path: Path, error: SyntaxError) -> str:
    """Return what to do about a line that is valid in Python 2 only."""
    found = re.search(_PYTHON_2_MESSAGES, error.msg or "")
    found = found or re.match(_PYTHON_2_LINES, error.text or "")
    return convert_remedy(path) if found else ""


def _refuse_python_2_names(path: Path, tree: ast.Module) -> None:
    """Raise AgentFailed for built-in names of Python 2, unless the file defines them.

    Files for both versions check for them in a top-level `if` or `try`, which is not searched.
    """
    missing = _PYTHON_2_NAMES - {name for node in ast.walk(tree) for name in _defined(node)}
    for statement in tree.body:
        if isinstance(statement, ast.If | ast.Try):
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Name | ast.Attribute) and _used(node) in missing:
                where = f"{path}, line {node.lineno}"
                raise AgentFailed(
                    f"{where}: {_used(node)} does not exist in Python 3{convert_remedy(path)}"
                )


def _used(node: ast.Name | ast.Attribute) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return f"{node.value.id}.{node.attr}" if isinstance(node.value, ast.Name) else ""


def _defined(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node defines."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name


def _python_bot(spec: str, kind: Kind, directory: Path, name: str) -> Bot:
    command = (sys.executable, "-I", "-m", "quire.arena.bots.host", spec)
    return Bot(spec, kind, command, directory, name)


def _words(spec: str) -> list[str]:
    try:
        return shlex.split(spec)
    except ValueError as error:
        raise NotationError(f"can't parse the command {spec!r}: {error}") from None


def _program(spec: str, name: str | None) -> Bot:
    words = _words(spec)
    if not words:
        raise NotationError("the bot is empty: give an agent, path/to/file.py:Class, or a program")
    # python3 means this interpreter: another one of that name may be a script that starts it.
    found = sys.executable if words[0] in ("python", "python3") else shutil.which(words[0])
    if found is None:
        known = ", ".join(AGENTS)
        raise AgentFailed(
            f"no such bot: {words[0]!r}. It is not an agent ({known}), not a class "
            "(path/to/file.py:Class) and not a program that can be run"
        )
    files = [Path(word) for word in words[1:] if Path(word).is_file()]
    own = files[0] if files else Path(found)
    given = [str(Path(word).resolve()) if Path(word).is_file() else word for word in words[1:]]
    command = (str(Path(found).absolute()), *given)
    return Bot(spec, Kind.PROGRAM, command, own.resolve().parent, name or Path(own).stem)
