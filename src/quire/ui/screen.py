"""The terminal as a place to show things: colours and box characters, or plain ASCII."""

from __future__ import annotations

import os

from rich.console import Console
from rich.text import Text

from quire.picture import Picture
from quire.ui.terminal import PLAYER_COLOURS, to_text


class Screen:
    """Standard output: in colour on a terminal; plain ASCII in a pipe, or where NO_COLOR is set."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, soft_wrap=True)
        encoding = (self.console.encoding or "").lower().replace("-", "")
        self.color = (
            self.console.is_terminal and not os.environ.get("NO_COLOR") and encoding == "utf8"
        )

    def board(self, picture: Picture) -> None:
        """Show a board."""
        self.console.print()
        self.console.print(to_text(picture, width=self.console.width, color=self.color))
        self.console.print()

    def line(self, text: str | Text) -> None:
        """Show a line of text, as it is."""
        self.console.print(Text(text) if isinstance(text, str) else text)

    def problem(self, text: str) -> None:
        """Show what was wrong."""
        self.console.print(Text(text, style="bold" if self.color else ""))

    def style_of(self, player: int) -> str:
        """How to write a player's name."""
        return PLAYER_COLOURS[player] if self.color else ""
