"""A screen on which lines come while a question stands below them."""

from __future__ import annotations

from quire.cli.terminal.keyboard import printable
from quire.cli.terminal.screen import Screen
from quire.client import Status


class Scroll:
    """The screen, and whether somebody is being asked something on its last line."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.asking = False
        """Whether a question stands there."""
        self._lost = False

    def ask(self, question: str) -> None:
        """Asks something; the answer will be typed behind it."""
        self.asking = True
        self.screen.console.print(question, end="", markup=False, soft_wrap=True)
        self.screen.console.file.flush()

    def fresh_line(self) -> None:
        """Leaves the line of a question that has no answer."""
        if self.asking:
            self.asking = False
            self.screen.line("")

    def line(self, text: str) -> None:
        """Shows a line of text, below the question if there is one."""
        self.fresh_line()
        self.screen.line(text)

    def problem(self, text: str) -> None:
        """Shows what was wrong."""
        self.fresh_line()
        self.screen.problem(text)

    def status(self, status: Status) -> None:
        """Says that the connection is lost, and when it is there again."""
        if status.connected:
            if self._lost:
                self.line("Connected again")
            self._lost = False
        elif status.retry_in is not None:
            self._lost = True
            again = f"trying again in {max(1, round(status.retry_in))} s"
            self.problem(f"No connection: {printable(status.problem)}; {again}")
