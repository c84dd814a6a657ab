"""Time controls: how long a bot may think, per move, per game or per session of moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quire.errors import NotationError
from quire.match.agent import NO_LIMIT, Clocks, Limit
from quire.match.clock import suggested_seconds, time_after_move

EXAMPLE = "10s+0.1s, 2m, or 40/60s for 40 moves per minute"

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}
_DURATION = r"([0-9]{1,9}(?:\.[0-9]{1,6})?) ?(ms|s|m)"


def read_duration(text: str) -> float:
    """Seconds: `24s`, `100ms`, `1.5s`, `2m`. Raises NotationError.

    >>> [read_duration(text) for text in ("24s", "100ms", "1.5 s", "2m")]
    [24.0, 0.1, 1.5, 120.0]
    """
    found = re.fullmatch(_DURATION, text.strip())
    if found is None or not float(found[1]):
        raise NotationError(f"{text!r} is not a duration: write 24s, 100ms or 2m")
    return float(found[1]) * _UNITS[found[2]]


@dataclass(frozen=True, slots=True)
class GameTime:
    """Time for a whole game or for every session of some moves, with an increment per move.

    >>> GameTime.parse("10s+0.1s")
    GameTime(seconds=10.0, increment=0.1, session_moves=None)
    >>> GameTime.parse("40/60+0.6")
    GameTime(seconds=60.0, increment=0.6, session_moves=40)
    """

    seconds: float
    increment: float = 0.0
    session_moves: int | None = None

    @classmethod
    def parse(cls, text: str) -> GameTime:
        """Read `[MOVES/]TIME[+INCREMENT]`; a number without a unit is in seconds."""
        found = re.fullmatch(r"(?:([1-9][0-9]{0,3})/)?([^+/]+)(?:\+([^+/]+))?", text.strip())
        if found is None:
            raise NotationError(f"{text!r} is not a time control: write {EXAMPLE}")
        moves, seconds, increment = found.groups()
        try:
            return cls(
                read_duration(_with_unit(seconds)),
                0.0 if increment is None else _read_increment(increment),
                None if moves is None else int(moves),
            )
        except NotationError:
            raise NotationError(f"{text!r} is not a time control: write {EXAMPLE}") from None

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
        moves = "" if self.session_moves is None else f"{self.session_moves}/"
        increment = f"+{self.increment:g}s" if self.increment else ""
        return f"{moves}{self.seconds:g}s{increment}"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """All that limits the moves of one bot: `limit` per move, and `game` for the whole game."""

    limit: Limit = NO_LIMIT
    game: GameTime | None = None

    def __str__(self) -> str:
        """Describe it in words, such as `10s+0.1s, 5,000 nodes per move`."""
        words = [] if self.game is None else [f"{self.game} per game"]
        if self.game is not None and self.game.session_moves is not None:
            words = [f"{self.game} per session"]
        if self.limit.seconds is not None:
            words.append(f"{self.limit.seconds:g} s per move")
        if self.limit.nodes is not None:
            words.append(f"{self.limit.nodes:,} nodes per move")
        if self.limit.depth is not None:
            words.append(f"depth {self.limit.depth}")
        return ", ".join(words)


class ClockSet:
    """The clocks of one game: what every bot has left, and the limit of the next move.

    >>> from quire.arena.conditions.time_control import GameTime, TimeControl
    >>> clocks = ClockSet([TimeControl(game=GameTime(10, 1)), TimeControl(Limit(seconds=2))])
    >>> clocks.limit(1).seconds, clocks.limit(0).clocks.left
    (2, (10.0, None))
    >>> clocks.spend(0, 4.0)
    >>> clocks.limit(0).clocks.left
    (7.0, None)
    """

    def __init__(self, controls: Sequence[TimeControl]) -> None:
        self._controls = tuple(controls)
        self._left = [
            None if control.game is None else float(control.game.seconds) for control in controls
        ]
        self._moves = [0] * len(controls)
        self._increments = tuple(
            None if control.game is None else control.game.increment for control in controls
        )
        self._any = any(control.game is not None for control in controls)

    def limit(self, player: int) -> Limit:
        """Return the limit of a player's next move, with all clocks if any bot has one."""
        control = self._controls[player]
        if not self._any:
            return control.limit
        left, due = self._left[player], self._moves_due(player)
        limit = control.limit
        seconds = limit.seconds
        if left is not None and control.game is not None:
            seconds = suggested_seconds(left, control.game.increment, due)
        clocks = Clocks(tuple(self._left), self._increments, due)
        return Limit(seconds, limit.nodes, limit.depth, clocks)

    def spend(self, player: int, seconds: float) -> None:
        """Charge a move to a player's clock."""
        game, left = self._controls[player].game, self._left[player]
        if game is None or left is None:
            return
        left = time_after_move(left, seconds, game.increment)
        self._moves[player] += 1
        if game.session_moves is not None and self._moves[player] % game.session_moves == 0:
            left += game.seconds
        self._left[player] = left

    def _moves_due(self, player: int) -> int | None:
        game = self._controls[player].game
        if game is None or game.session_moves is None:
            return None
        return game.session_moves - self._moves[player] % game.session_moves


def _with_unit(text: str) -> str:
    return f"{text}s" if text[-1:].isdigit() else text


def _read_increment(text: str) -> float:
    return 0.0 if re.fullmatch(r"0+(\.0+)?(s|ms|m)?", text) else read_duration(_with_unit(text))
