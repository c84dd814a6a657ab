"""Which texts may cross the network."""

from __future__ import annotations

import re

from quire.errors import NotationError

_NUL = re.compile(rb"\x00|(?<!\\)(?:\\\\)*\\u0000")
"""The character U+0000, as itself or as JSON writes it: after an even number of backslashes."""


def check_text(received: bytes) -> None:
    """Raise NotationError if a text or its JSON has the character U+0000.

    PostgreSQL stores none, and file names can't have one.
    """
    if (b"\0" in received or b"\\u0000" in received) and _NUL.search(received):
        raise NotationError("a text has the character U+0000, which is not allowed")
