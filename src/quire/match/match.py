"""A match: turns, clock, resignation, draw offers and the record, without any I/O.

Time is an argument. `now` is in seconds of any clock, as long as it is the same one for the whole
match; a clock that is set back neither fails nor gives negative times.

A player's time has run out once `now` is past the deadline; exactly at the deadline is in time.
Players' acts (`play`, `resign`, `offer_draw`, `take_back`) first check the clock, as `expire` does.
The referee's acts (`forfeit`, `abort`, `abandon`, `end_by_admin`) don't: the caller has already
considered it.

Every method except `expire` raises MatchOver once the match has ended. A method that raises has
changed nothing, except that time may have run out.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from quire.core import Game, Move, Outcome, Position, Reason, leave_entry, player_who_left
from quire.errors import IllegalMove, MatchOver, NotationError, NotYourTurn
from quire.games import find_game
from quire.match.clock import check_clock, check_now, timestamp
from quire.match.ending import FORFEITS, defeat, without_winner
from quire.match.record import Record


class Match:
    """One game between named players, under a clock if there is one.

    `players` are the names in order of play (default: `Player 1` and so on); `clock` is the limit
    per move in seconds; `now` is when the first player's time starts; `started` is the date and
    time, and `agents` the agents' specs, for the record; `untimed` players have no clock. Raises
    UnknownGame, and NotationError for an invalid size, a wrong number of names or agents, and a
    clock that is not above 0.

    >>> match = Match("obstruction", "6x6", ("Ann", "Bob"), clock=60)
    >>> match.deadline
    60.0
    >>> str(match.play(0, "C3", now=12.5)).split()[0]
    '....../.###../.#X#../.###../....../......'
    >>> match.expire(now=72.5), match.expire(now=72.6)
    (False, True)
    >>> match.outcome.winner, str(match.outcome.reason), match.record.seconds
    (0, 'time', (12.5,))
    """

    def __init__(
        self,
        game: Game | str,
        size: str | None = None,
        players: Sequence[str] = (),
        clock: float | None = None,
        *,
        now: float = 0.0,
        started: datetime | None = None,
        agents: Sequence[str | None] = (),
        untimed: Collection[int] = (),
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        start = self.game.start(size)
        self.size = start.size
        self.players = _names(start, players)
        self.clock = check_clock(clock)
        self.started = None if started is None else timestamp(started)
        self.agents = _one_per_seat(start, agents)
        """The agent in each seat, None for a person; empty if all are people."""
        self.untimed = frozenset(untimed)
        """The players without a clock."""
        self.draw_offers: frozenset[int] = frozenset()
        """The players whose draw offer stands."""
        self.outcome: Outcome | None = None
        """How the match ended; None while it is in progress."""
        self._every_move = self.game.moves(self.size)
        self._positions = [start]
        self._moves: list[str] = []
        self._seconds: list[float] = []
        self._timed = True
        self._turn_began = check_now(now)

    @classmethod
    def resume(cls, record: Record, now: float = 0.0) -> Match:
        """Continue an unfinished record, with a full clock for the player to move.

        Raises RecordError if the record is invalid, MatchOver if its game is finished.
        """
        record.check()
        if record.outcome.reason is not Reason.UNFINISHED:
            raise MatchOver(f"can't resume: the recorded game is over ({record.outcome.reason})")
        match = cls(
            record.game, record.size, record.players, record.clock, now=now, agents=record.agents
        )
        match.started = record.started
        match._positions = list(record.replay())
        match._moves = list(record.moves)
        match._seconds = list(record.seconds)
        # Missing times can't be made up, so such a record continues without any.
        match._timed = len(record.seconds) == len(record.moves)
        return match

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far in canonical notation; `x2` where player 2 left three or more."""
        return tuple(self._moves)

    @property
    def to_move(self) -> int:
        """The player to move, or who would be if the match were not over."""
        return self.position.to_move

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, or at the end."""
        return self.position.points if self.outcome is None else self.outcome.points

    @property
    def deadline(self) -> float | None:
        """The deadline of the player to move; None without a clock and once it is over."""
        if self.clock is None or self.outcome is not None or self.to_move in self.untimed:
            return None
        return self._turn_began + self.clock

    @property
    def record(self) -> Record:
        """The record so far, marked as unfinished until the match is over."""
        return Record(
            game=self.game.key,
            size=self.size,
            players=self.players,
            moves=self.moves,
            outcome=self.outcome or without_winner(self.position, Reason.UNFINISHED),
            started=self.started,
            seconds=tuple(self._seconds) if self._timed else (),
            clock=self.clock,
            agents=self.agents,
        )

    def play(self, player: int, move: Move, now: float) -> Position:
        """Play a move, and return the position after it.

        Moving without having offered a draw declines all offers. Raises MatchOver, NotYourTurn,
        IllegalMove (also for a player who is out), NotationError.
        """
        now = self._act(player, now)
        canonical = self.check_turn(player, move)
        position = self.position.play(move)
        self._add(canonical, position, self._spent(now))
        self._turn_began = now
        if player not in self.draw_offers:
            self.draw_offers = frozenset()
        if (outcome := position.outcome()) is not None:
            self._end(outcome)
        return position

    def check_turn(self, player: int, move: Move) -> Move:
        """Return a move of the player to move in canonical notation; nothing is changed.

        Raises as `play` does, except for the clock and for a move that is not legal now.
        """
        self._require_in(player)
        if player != self.to_move:
            raise NotYourTurn(f"it's player {self.to_move + 1}'s turn, not player {player + 1}'s")
        return self._every_move[self.position.index(move)]

    def copy(self) -> Match:
        """Return a copy that can be played on independently."""
        match = object.__new__(type(self))
        match.__dict__.update(self.__dict__)  # every move online copies one: `copy` is slower
        match._positions = self._positions.copy()
        match._moves = self._moves.copy()
        match._seconds = self._seconds.copy()
        return match

    def resign(self, player: int, now: float) -> None:
        """Resign, in or out of turn; with three or more players the others play on.

        Raises MatchOver, and IllegalMove for a player who is out.
        """
        now = self._act(player, now)
        self._remove(player, Reason.RESIGNATION, now)

    def forfeit(self, player: int, reason: Reason | str, now: float) -> None:
        """Remove a player for the referee's reason; with three or more, the others play on.

        Raises MatchOver, IllegalMove for a player who is out, and ValueError for a reason that is
        not a forfeit: it must be one of `time`, `disconnection`, `illegal`, `unreadable`, `crash`,
        `memory`, `forbidden`, `flood`, `tampering`.
        """
        if reason not in FORFEITS:
            known = ", ".join(reason for reason in Reason if reason in FORFEITS)
            raise ValueError(f"{str(reason)!r} is not a forfeit; choose from {known}")
        now = check_now(now)
        self._require_in(player)
        self._remove(player, Reason(reason), now)

    def expire(self, now: float) -> bool:
        """Check the clock; return whether the player to move has lost, or left, on time.

        With three or more players the next player's time starts at `now`.
        """
        now, deadline = check_now(now), self.deadline
        if deadline is None or now <= deadline:
            return False
        self._remove(self.to_move, Reason.TIME, now)
        return True

    def offer_draw(self, player: int, now: float) -> None:
        """Offer a draw, or accept one: it is agreed once every remaining player has offered.

        An offer stands until someone declines, moves without having offered, leaves, or takes a
        move back. Raises MatchOver, and IllegalMove for a player who is out or without draws.
        """
        self._act(player, now)
        if not self.game.drawable:
            raise IllegalMove(f"{self.game.title} has no draws: play on or resign")
        self.draw_offers |= {player}
        if len(self.draw_offers) == self.position.players - len(self.position.out):
            self._end(without_winner(self.position, Reason.AGREEMENT))

    def decline_draw(self, player: int) -> None:
        """Decline or withdraw all draw offers, if there are any.

        Raises MatchOver, and IllegalMove for a player who is out.
        """
        self._require_in(player)
        self.draw_offers = frozenset()

    def take_back(self, player: int, now: float) -> Position:
        """Take back the player's last move and all later ones; return the position before it.

        The player moves again with a full clock. The caller must ask the other players. Raises
        MatchOver, and IllegalMove for a player who is out or has not moved, and if someone has
        left since that move.
        """
        now = self._act(player, now)
        place = self.check_take_back(player)
        del self._positions[place + 1 :], self._moves[place:], self._seconds[place:]
        self._turn_began = now
        self.draw_offers = frozenset()
        return self.position

    def check_take_back(self, player: int) -> int:
        """Return the index of the move that `take_back` would take back; nothing is changed."""
        self._require_in(player)
        own = [
            place
            for place, entry in enumerate(self._moves)
            if self._positions[place].to_move == player and player_who_left(entry) is None
        ]
        if not own:
            raise IllegalMove(f"player {player + 1} has no move to take back")
        place = own[-1]
        if any(player_who_left(entry) is not None for entry in self._moves[place:]):
            raise IllegalMove("can't take that move back: a player has left since")
        return place

    def abort(self, now: float) -> None:
        """End the match without a result. Raises MatchOver, IllegalMove after the second move."""
        check_now(now)
        self.check_abort()
        self._end(without_winner(self.position, Reason.ABORTED))

    def check_abort(self) -> None:
        """Raise as `abort` does; nothing is changed."""
        self._require_not_over()
        if sum(player_who_left(entry) is None for entry in self._moves) > 1:
            raise IllegalMove("a game can only be aborted before the second move: resign instead")

    def abandon(self, now: float) -> None:
        """End the match without a result because everyone has left. Raises MatchOver."""
        check_now(now)
        self._require_not_over()
        self._end(without_winner(self.position, Reason.ABANDONED))

    def end_by_admin(self, now: float) -> None:
        """End the match without a result because an administrator says so. Raises MatchOver."""
        check_now(now)
        self._require_not_over()
        self._end(without_winner(self.position, Reason.ENDED_BY_ADMIN))

    def __repr__(self) -> str:
        state = "in progress" if self.outcome is None else f"over by {self.outcome.reason}"
        return f"<Match {self.game.key} {self.size}, {len(self._moves)} moves, {state}>"

    def _act(self, player: int, now: float) -> float:
        """Return the time of a player's act, after checking that the player may still act."""
        now = check_now(now)
        self._require_in(player)
        on_turn = self.to_move
        if self.expire(now):
            problem = f"player {on_turn + 1}'s time ran out"
            if self.outcome is not None:
                raise MatchOver(f"{problem}: the game is over")
            if player == on_turn:
                raise IllegalMove(f"{problem}: that player is out, the others play on")
        return now

    def _require_not_over(self) -> None:
        if self.outcome is not None:
            raise MatchOver(f"the game is over ({self.outcome.reason})")

    def _require_in(self, player: int) -> None:
        known = isinstance(player, int) and not isinstance(player, bool)
        if not known or not 0 <= player < len(self.players):
            last = len(self.players) - 1
            raise ValueError(f"player must be 0 to {last}, not {player!r}")
        self._require_not_over()
        if player in self.position.out:
            raise IllegalMove(f"player {player + 1} is out of the game")

    def _remove(self, player: int, reason: Reason, now: float) -> None:
        if self.position.players == 2:
            self._end(defeat(self.game, self.position, player, reason))
            return
        on_turn = player == self.to_move
        position = self.position.leave(player)
        # A player who leaves out of turn has used no time; the player to move keeps the clock.
        self._add(leave_entry(player), position, self._spent(now) if on_turn else 0.0)
        if on_turn:
            self._turn_began = now
        self.draw_offers = frozenset()
        if (outcome := position.outcome()) is not None:
            self._end(replace(outcome, reason=reason))

    def _spent(self, now: float) -> float:
        # The difference of two finite numbers may be infinite.
        return round(min(max(0.0, now - self._turn_began), sys.float_info.max), 3)

    def _add(self, entry: str, position: Position, spent: float) -> None:
        self._moves.append(entry)
        self._positions.append(position)
        self._seconds.append(spent)

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.draw_offers = frozenset()


def _one_per_seat(start: Position, agents: Sequence[str | None]) -> tuple[str | None, ...]:
    if agents and len(agents) != start.players:
        raise NotationError(
            f"{start.game} {start.size} has {start.players} seats, but {len(agents)} agents were "
            "given"
        )
    return tuple(agents)


def _names(start: Position, players: Sequence[str]) -> tuple[str, ...]:
    if not players:
        return tuple(f"Player {number}" for number in range(1, start.players + 1))
    if isinstance(players, str) or len(players) != start.players:
        raise NotationError(
            f"{start.game} {start.size} needs {start.players} names, not {players!r}"
        )
    for name in players:
        try:
            name.encode()
        except UnicodeEncodeError as error:
            raise NotationError(f"player name {name!r} is not valid UTF-8") from error
    return tuple(players)
