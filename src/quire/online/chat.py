"""Chat messages as plain text."""

from __future__ import annotations

import unicodedata

from quire.errors import NotationError


def plain_text(text: str, max_length: int) -> str:
    """Return a message without control characters. Raises NotationError if it is too long.

    >>> plain_text(" good\\tgame ", 20)
    'good game'
    """
    letters = (letter if unicodedata.category(letter)[0] != "C" else " " for letter in text)
    plain = "".join(letters).strip()
    if len(plain) > max_length:
        raise NotationError(f"messages can have up to {max_length} characters")
    return plain
