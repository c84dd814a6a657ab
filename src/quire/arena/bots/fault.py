"""What a bot can do wrong, and how its process says so when it ends."""

from __future__ import annotations

from quire.core import Reason

MOST_WORDS = 1000
"""Characters that are told of what happened."""


class Fault(Exception):
    """A bot forfeits: why, and what happened in plain words.

    `overloaded`: it was late, but the machine hardly let it work.
    """

    def __init__(self, reason: Reason, detail: str, *, overloaded: bool = False) -> None:
        # A bot's own words: they must neither fill a file nor speak to a terminal.
        detail = "".join(it if it.isprintable() else "?" for it in detail[:MOST_WORDS])
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
        self.overloaded = overloaded


UNSTARTED = 125
"""The exit code of a process that never came to run its bot."""

CRASHED, NO_MEMORY, TAMPERED = 70, 71, 72
"""Exit codes of the host of Python classes."""
