"""A Python file as it is on disk: its bytes as text, with spaces for indentation."""

from __future__ import annotations

import ast
import re
from io import StringIO
from pathlib import Path

from fissix.pgen2 import token, tokenize

from quire.errors import AgentFailed

MAX_SOURCE_BYTES = 1 << 20

TAB_COLUMNS = 8
"""Where Python 2 places a tab: at the next multiple of this."""

_CODING = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def read_source(path: Path) -> str:
    """Return the text of a file, in whatever encoding it declares. Raises AgentFailed."""
    try:
        if path.exists() and not path.is_file():
            what = "a directory: give one file" if path.is_dir() else "not a file"
            raise AgentFailed(f"{path} is {what}")
        content = path.read_bytes()
    except OSError as error:
        raise AgentFailed(f"{path}: {error.strerror}") from None
    if len(content) > MAX_SOURCE_BYTES:
        raise AgentFailed(f"{path} is larger than {MAX_SOURCE_BYTES >> 20} MiB")
    if b"\0" in content:
        raise AgentFailed(f"{path} is not a Python file: it has zero bytes")
    return _decoded(path, content)


def _decoded(path: Path, content: bytes) -> str:
    lines = content.removeprefix(b"\xef\xbb\xbf").splitlines()[:2]
    declared = [found[1] for line in lines if (found := _CODING.match(line.decode("latin-1")))]
    encoding = declared[0] if declared else "utf-8"
    try:
        text = content.decode("utf-8-sig" if encoding.lower() in ("utf-8", "utf8") else encoding)
    except LookupError:
        raise AgentFailed(f"{path}: the encoding {encoding!r} is unknown") from None
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise AgentFailed(
            f"{path}, line {line}: not {encoding} text. Declare the file's encoding in its first "
            "line, such as: # -*- coding: latin-1 -*-"
        ) from None
    text = re.sub(r"\r\n?", "\n", text)
    head = [_CODING.sub(_as_utf_8, line) for line in text.split("\n")[:2]]
    return "\n".join([*head, *text.split("\n")[2:]]).rstrip() + "\n"


def _as_utf_8(found: re.Match[str]) -> str:
    """Declare UTF-8, which is what is written."""
    return found[0].removesuffix(found[1]) + "utf-8"


def expand_tabs(text: str) -> str:
    """Write indentation with spaces. Text that can't be read stays as it is."""
    inside: set[int] = set()
    try:
        for kind, _, (first, _), (last, _), _ in tokenize.generate_tokens(StringIO(text).readline):
            if kind == token.STRING:
                inside.update(range(first + 1, last + 1))
    except (tokenize.TokenError, IndentationError):
        return text  # the parser names the line
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        code = line.lstrip(" \t\f")
        if number not in inside and code != line:
            blank = line[: len(line) - len(code)].rpartition("\f")[2]
            lines[number - 1] = blank.expandtabs(TAB_COLUMNS) + code
    return "\n".join(lines)


def parse_python_3(text: str) -> ast.Module | None:
    """Return the tree of a text that is valid in Python 3."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
