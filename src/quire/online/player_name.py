"""Names of players: which are valid, which count as the same, and which are reserved."""

from __future__ import annotations

import unicodedata
from functools import cache

from quire.engine import AGENTS
from quire.errors import NotationError, Taken
from quire.online.confusables import is_mixed, skeleton

MAX_LENGTH = 24
"""Maximum number of characters in a name."""

DELETED, DELETED_PLAYER = "deleted", "deleted player"
"""The name of a deleted account, and of its player in games."""

_MAX_ACCENTS = 3
"""Maximum number of accents on one letter."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Characters that Unicode counts as letters or marks, but that are invisible."""


def clean(name: str) -> str:
    """Return the name as it is shown and stored. Raises NotationError for an invalid name.

    The name is normalised (NFKC), and white space is trimmed and collapsed. Characters that are
    invisible, reorder text or are unassigned are rejected.

    >>> clean("  Ann   \uff22 ")
    'Ann B'
    """
    if len(name) > 8 * MAX_LENGTH:
        raise NotationError(f"names can have up to {MAX_LENGTH} characters")
    text = unicodedata.normalize("NFKC", name)
    spaced = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in text)
    text = " ".join(part for part in spaced.split(" ") if part)
    marks = 0
    for character in text:
        if not _is_visible(character):
            code = f"U+{ord(character):04X}"
            raise NotationError(
                f"names can't contain invisible or unknown characters such as {code}"
            )
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > _MAX_ACCENTS:
            raise NotationError(f"names can have at most {_MAX_ACCENTS} accents on one letter")
    if not 1 <= len(text) <= MAX_LENGTH:
        raise NotationError(f"names need 1 to {MAX_LENGTH} characters")
    if unicodedata.category(text[0]).startswith("M"):
        raise NotationError("names can't start with a combining accent")
    return text


def key(name: str) -> str:
    """Return the lookup key of a name; names with the same key count as the same.

    >>> key("STRASSE") == key("straße")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def login(name: str) -> str:
    """Return the key of the account that is meant by a name, in any spelling.

    Raises NotationError for a name that no account can have.

    >>> login(" Ann  \uff22") == login("ann b")
    True
    """
    return key(clean(name))


RESERVED = (
    *(DELETED, DELETED_PLAYER),
    *("admin", "administrator", "administration", "moderator", "moderation", "mod", "operator"),
    *("owner", "root", "staff", "support", "sysop", "webmaster", "official"),
    *("quire", "server", "system", "computer", "engine", "level", "anonymous"),
    *("yönetici", "moderatör", "sunucu", "sistem", "bilgisayar", "seviye", "şampiyon"),
)
"""Names that are not available, nor are the names of computer players: who has one could pass for
an administrator, for the server, or for a computer player."""


def check_available(name: str) -> None:
    """Raise unless a player may choose this name.

    Taken for a reserved name, and for one that looks like it, also with digits and signs around it.
    NotationError for a name that mixes scripts, such as Latin and Cyrillic letters.
    """
    letters = "".join(letter for letter in name if letter.isalpha())
    looks = {skeleton(it) for it in (name, letters, "".join(name.split()), key(name))}
    if looks & _reserved_skeletons():
        raise Taken(f"the name {name!r} is reserved: choose another")
    if is_mixed(name):
        raise NotationError("names can't mix alphabets: write yours in one")


@cache
def _reserved_skeletons() -> frozenset[str]:
    """Return the skeletons of reserved names in lower and upper case, whose letters differ."""
    names = [*RESERVED, *AGENTS]
    bare = ["".join(letter for letter in name if letter.isalpha()) for name in names]
    return frozenset(skeleton(it) for name in (*names, *bare) for it in (name, name.upper()))


def _is_visible(character: str) -> bool:
    category = unicodedata.category(character)
    if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return False
    variant = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return not variant and character not in _BLANK
