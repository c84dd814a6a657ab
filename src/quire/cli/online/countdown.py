"""Clocks that are about to end."""

from __future__ import annotations

from quire.cli.online.duration import duration
from quire.cli.online.live_screen import Scroll
from quire.cli.terminal.view import View
from quire.client import OnlineGame

WARNING_SECONDS = (30, 20, 10, 5)
"""Remaining seconds at which a warning is shown."""


class Countdown:
    """What was told of the clocks of a game, so that it is told once."""

    def __init__(self, game: OnlineGame, scroll: Scroll) -> None:
        self.game = game
        self.scroll = scroll
        self._told: set[tuple[str, int, int]] = set()

    def tell(self, view: View) -> None:
        """The clocks that are about to end, each time once."""
        state = self.game.state
        if state.status != "playing":
            return
        if self.game.is_your_turn and (left := self.game.left) is not None:
            self._tell_left(
                "clock", len(state.moves), left, "{} left for your move", WARNING_SECONDS
            )
        for seat in range(len(state.seats)):
            if seat != state.you and (left := self.game.away_left(seat)) is not None:
                words = f"{view.who(seat)} has {{}} to reconnect"
                self._tell_left(f"away{seat}", state.seq, left, words, WARNING_SECONDS[1:])

    def _tell_left(
        self, what: str, number: int, left: float, words: str, times: tuple[int, ...]
    ) -> None:
        passed = [it for it in times if left <= it]
        if not passed:
            return
        mark = (what, number, min(passed))
        if mark not in self._told:
            self._told.add(mark)
            self.scroll.line(words.format(duration(left)))
