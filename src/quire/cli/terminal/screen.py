"""The terminal as a place to show things: colours and box characters, or plain ASCII."""

from __future__ import annotations

import os

from rich.console import Console
from rich.text import Text

from quire.cli.terminal.picture import PLAYER_COLOURS, to_text
from quire.picture import Picture

NARROWEST = 8
"""Below this many columns the width is a mistake."""


class Screen:
    """Standard output: in colour on a terminal; plain ASCII in a pipe, or where NO_COLOR is set."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        if self.console.width < NARROWEST:
            self.console.width = 80
        encoding = (self.console.encoding or "").lower().replace("-", "")
        self.color = (
            self.console.is_terminal
            and self.console.color_system is not None
            and not os.environ.get("NO_COLOR")
            and encoding == "utf8"
        )

    def board(self, picture: Picture) -> None:
        """Show a board."""
        self.console.print()
        text = to_text(picture, width=self.console.width, color=self.color)
        self.console.print(text, soft_wrap=True)
        self.console.print()

    def line(self, text: str | Text, *, wrap: bool = True) -> None:
        """Show a line of text as it is; on a terminal it is wrapped between words.

        What people copy, a command or a path, must stay in one piece: without `wrap`.
        """
        shown = Text(text) if isinstance(text, str) else text
        self.console.print(shown, soft_wrap=not (wrap and self.console.is_terminal))

    def problem(self, text: str) -> None:
        """Show what was wrong."""
        self.line(Text(text, style="bold" if self.color else ""))

    def style_of(self, player: int) -> str:
        """How to write a player's name."""
        return PLAYER_COLOURS[player] if self.color else ""
