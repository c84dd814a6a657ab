"""The length of all texts, and where white space is allowed."""

from __future__ import annotations

import re

from quire.errors import NotationError

LONGEST = 4096

SPACE = re.compile(r"\s+", re.ASCII)
FIELD = re.compile(r"\S+", re.ASCII)


def without_space(text: str) -> str:
    """Return a move or a size without white space, which has no meaning there."""
    _check_length(text)
    return SPACE.sub("", text)


def fields_of(text: str) -> list[str]:
    """Return the fields of a position text, separated by any white space."""
    _check_length(text)
    return FIELD.findall(text)


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise NotationError(f"a text of {len(text)} characters; {LONGEST} is the limit")
