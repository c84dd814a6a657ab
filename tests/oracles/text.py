"""What every text has in common: its length, and where white space may stand."""

from __future__ import annotations

import re

from quire.errors import NotationError

LONGEST = 4096

SPACE = re.compile(r"\s+", re.ASCII)
FIELD = re.compile(r"\S+", re.ASCII)


def without_space(text: str) -> str:
    """A move or a size, in which white space means nothing."""
    _check_length(text)
    return SPACE.sub("", text)


def fields_of(text: str) -> list[str]:
    """The fields of a position text, between which any white space may stand."""
    _check_length(text)
    return FIELD.findall(text)


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise NotationError(f"a text of {len(text)} characters; {LONGEST} is the limit")
