"""Output to the terminal: colours and box characters, or plain ASCII."""

from __future__ import annotations

import os

from rich.console import Console
from rich.text import Text

from quire.cli.terminal.picture import PLAYER_COLOURS, to_text
from quire.picture import Picture

MIN_COLUMNS = 8
"""A terminal that reports fewer columns is not believed."""


def sentence(message: object) -> str:
    """Return an error message as a sentence: a capital letter, and a full stop.

    Words that are notation or a name, such as a move or a file, stay as they are.

    >>> sentence("no move to take back"), sentence("a1 is taken")
    ('No move to take back.', 'a1 is taken.')
    """
    text = str(message)
    first = text.split(" ", 1)[0]
    if first.replace("'", "").isalpha() and not first.startswith("'"):
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


class Screen:
    """Standard output: in colour on a terminal, plain ASCII in a pipe or with NO_COLOR."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        if self.console.width < MIN_COLUMNS:
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
        """Show a line of text, wrapped between words on a terminal.

        Use `wrap=False` for what people copy: a command or a path.
        """
        shown = Text(text) if isinstance(text, str) else text
        self.console.print(shown, soft_wrap=not (wrap and self.console.is_terminal))

    def problem(self, text: str) -> None:
        """Show an error."""
        self.line(Text(text, style="bold" if self.color else ""))

    def style_of(self, player: int) -> str:
        """Return the style of a player's name."""
        return PLAYER_COLOURS[player] if self.color else ""
