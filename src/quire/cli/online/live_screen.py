"""A terminal that prints lines above an active prompt."""

from __future__ import annotations

from quire.cli.terminal.keyboard import printable
from quire.cli.terminal.screen import Screen
from quire.client import Status


class LiveScreen:
    """The screen, and whether a prompt is on its last line."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.is_asking = False
        """Whether a prompt is on the last line."""
        self._lost = False

    def ask(self, question: str) -> None:
        """Show a prompt; the answer is typed behind it."""
        self.is_asking = True
        self.screen.console.print(question, end="", markup=False, soft_wrap=True)
        self.screen.console.file.flush()

    def end_prompt(self) -> None:
        """Move below a prompt that was not answered."""
        if self.is_asking:
            self.is_asking = False
            self.screen.line("")

    def line(self, text: str) -> None:
        """Show a line of text."""
        self.end_prompt()
        self.screen.line(text)

    def problem(self, text: str) -> None:
        """Show an error."""
        self.end_prompt()
        self.screen.problem(text)

    def status(self, status: Status) -> None:
        """Show that the connection was lost or restored."""
        if status.connected:
            if self._lost:
                self.line("Reconnected")
            self._lost = False
        elif status.retry_in is not None:
            self._lost = True
            again = f"trying again in {max(1, round(status.retry_in))} s"
            self.problem(f"Connection lost ({printable(status.problem)}); {again}")
