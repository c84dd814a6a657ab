"""Players' names: what may be one, and which are the same."""

from __future__ import annotations

import unicodedata

from quire.errors import NotationError

LONGEST = 24
"""Characters of a name."""

DELETED, DELETED_PLAYER = "deleted", "deleted player"
"""What an account that was deleted is called, and who played its games."""

_MOST_MARKS = 3
"""Accents on top of each other."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Characters that Unicode counts as letters, signs and marks, but that show nothing."""


def clean(name: str) -> str:
    """The name as it is shown and kept. Raises NotationError for what cannot be one.

    Compatible characters are made one (NFKC), spaces at the ends go, and several become one. What
    is invisible, reorders text or is no character is refused.

    >>> clean("  Ann   \uff22 ")
    'Ann B'
    """
    if len(name) > 8 * LONGEST:
        raise NotationError(f"names can have up to {LONGEST} characters")
    text = unicodedata.normalize("NFKC", name)
    spaced = "".join(" " if unicodedata.category(it) == "Zs" else it for it in text)
    text = " ".join(part for part in spaced.split(" ") if part)
    marks = 0
    for character in text:
        if not _is_seen(character):
            code = f"U+{ord(character):04X}"
            raise NotationError(
                f"names can't contain invisible or unknown characters such as {code}"
            )
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            raise NotationError("too many accents on one letter")
    if not 1 <= len(text) <= LONGEST:
        raise NotationError(f"names need 1 to {LONGEST} characters")
    if unicodedata.category(text[0]).startswith("M"):
        raise NotationError("names can't start with a combining accent")
    return text


def key(name: str) -> str:
    """What two names share that are the same to us: a member is looked up by it.

    >>> key("STRASSE") == key("straße")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


RESERVED = frozenset({DELETED, DELETED_PLAYER})
"""Names that nobody may take."""


def _is_seen(character: str) -> bool:
    category = unicodedata.category(character)
    if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return False
    variant = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return not variant and character not in _BLANK
