"""Warnings about clocks that are running out."""

from __future__ import annotations

from quire.cli.online.duration import duration
from quire.cli.online.live_screen import LiveScreen
from quire.cli.terminal.view import View
from quire.client import OnlineGame

WARNING_SECONDS = (30, 20, 10, 5)
"""Remaining seconds at which a warning is shown."""


class Countdown:
    """The clocks of a game; each warning is shown once."""

    def __init__(self, game: OnlineGame, screen: LiveScreen) -> None:
        self.game = game
        self.screen = screen
        self._shown: set[tuple[str, int, int]] = set()

    def update(self, view: View) -> None:
        """Show the warnings that are due."""
        state = self.game.state
        if state.status != "playing":
            return
        if self.game.is_your_turn and (left := self.game.time_left) is not None:
            per_move = state.increment is None
            words = "{} left for your move" if per_move else "{} left on your clock"
            number = len(state.moves) if per_move else 0
            self._warn("clock", number, left, words, WARNING_SECONDS)
        for seat in range(len(state.seats)):
            if seat != state.you and (left := self.game.reconnect_time_left(seat)) is not None:
                words = f"{view.who(seat)} has {{}} to reconnect"
                self._warn(f"away{seat}", state.seq, left, words, WARNING_SECONDS[1:])

    def _warn(
        self, what: str, number: int, left: float, words: str, times: tuple[int, ...]
    ) -> None:
        passed = [time for time in times if left <= time]
        if not passed:
            return
        mark = (what, number, min(passed))
        if mark not in self._shown:
            self._shown.add(mark)
            self.screen.line(words.format(duration(left)))
