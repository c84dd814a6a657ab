"""A match: turns, clock, resignation, draw offers and the record, without any I/O.

Time is an argument. `now` is in seconds of any clock, as long as it is the same one for the whole
match; a clock that is set back neither fails nor gives negative times.

A player's time has run out once `now` is past the deadline; exactly at the deadline is in time.
Players' acts (`play`, `resign`, `offer_draw`, `take_back`) first check the clock, as `expire` does.
The referee's acts (`forfeit`, `adjudicate`, `abort`, `abandon`, `end_by_admin`) don't: the caller
has already considered it.

Every method except `expire` raises MatchOver once the match has ended. A method that raises has
changed nothing, except that time may have run out.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from quire.core import (
    Game,
    Move,
    Outcome,
    Position,
    Reason,
    leave_entry,
    mover,
    player_who_left,
    replay,
)
from quire.errors import IllegalMove, MatchOver, NotationError, NotYourTurn
from quire.games import find_game
from quire.match.clock import (
    check_clock,
    check_increment,
    check_now,
    time_after_move,
    timestamp,
    total_times,
)
from quire.match.ending import FORFEITS, adjudicated, defeat, without_winner
from quire.match.record import Record


class Match:
    """One game between named players, under a clock if there is one.

    `start` is the position to play from, or its text (default: the start of the game on a board of
    that `size`); `players` are the names in order of play (default: `Player 1` and so on); `clock`
    is the limit per move in seconds, or with an `increment` (which may be 0) each player's total
    time, to which every move adds the increment; `now` is when the first player's time starts;
    `started` is the date and time, and `agents` the agents' specs, for the record; `untimed`
    players have no clock.
    Raises UnknownGame, and NotationError for an invalid size, a wrong number of names or agents, a
    clock that is not above 0, and an increment below 0 or without a clock. Raises MatchOver for a
    start in which the game is over.

    >>> match = Match("obstruction", "6x6", ("Ann", "Bob"), clock=60)
    >>> match.deadline
    60.0
    >>> str(match.play(0, "C3", now=12.5)).split()[0]
    '....../.###../.#X#../.###../....../......'
    >>> match.expire(now=72.5), match.expire(now=72.6)
    (False, True)
    >>> match.outcome.winner, str(match.outcome.reason), match.record.seconds
    (0, 'time', (12.5,))

    Five minutes each, and three seconds more for every move:

    >>> match = Match("obstruction", "6x6", clock=300, increment=3)
    >>> _ = match.play(0, "c3", now=12.5)
    >>> match.clocks(now=20)
    (290.5, 292.5)
    """

    def __init__(
        self,
        game: Game | str,
        size: str | None = None,
        players: Sequence[str] = (),
        clock: float | None = None,
        *,
        start: Position | str | None = None,
        increment: float | None = None,
        now: float = 0.0,
        started: datetime | None = None,
        agents: Sequence[str | None] = (),
        untimed: Collection[int] = (),
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.start = start = _start(self.game, size, start)
        """The position that the match started from."""
        self.size = start.size
        self.players = _names(start, players)
        self.clock = check_clock(clock)
        self.increment = check_increment(self.clock, increment)
        self.started = None if started is None else timestamp(started)
        self.agents = _one_per_seat(start, agents)
        """The agent in each seat, None for a person; empty if all are people."""
        self.untimed = frozenset(untimed)
        """The players without a clock."""
        self.draw_offers: frozenset[int] = frozenset()
        """The players whose draw offer stands."""
        self.outcome: Outcome | None = None
        """How the match ended; None while it is in progress."""
        self.position = start
        """The current position."""
        self.to_move = start.to_move
        """The player to move, or who would be if the match were not over."""
        self.out = start.out
        """The players who have left, in ascending order."""
        self.moves: tuple[str, ...] = ()
        """The moves so far in canonical notation; `x2` where player 2 left three or more."""
        self.movers: tuple[int, ...] = ()
        """The player of each entry of `moves`: who moved, or who left."""
        self._position_text: str | None = None
        self._every_move = self.game.moves(self.size)
        self._seconds: tuple[float, ...] = ()
        self._timed = True
        self._turn_began = check_now(now)
        self._paused_at: float | None = None
        self._total_left = self._totals()

    @classmethod
    def resume(cls, record: Record, now: float = 0.0) -> Match:
        """Continue an unfinished record, with a full clock for the player to move.

        Total times continue where they were, if the record has the times of its moves. Raises
        RecordError if the record is invalid, MatchOver if its game is finished.
        """
        record.check()
        if record.outcome.reason is not Reason.UNFINISHED:
            raise MatchOver(f"can't resume: the recorded game is over ({record.outcome.reason})")
        match = cls(
            *(record.game, record.size, record.players, record.clock),
            start=record.start,
            increment=record.increment,
            now=now,
            agents=record.agents,
            untimed=record.untimed,
        )
        match.started = record.started
        *before, position = record.replay()
        match._set_position(position)
        match.moves = tuple(record.moves)
        match.movers = tuple(map(mover, before, record.moves))
        match._seconds = tuple(record.seconds)
        # Missing times can't be made up, so such a record continues without any.
        match._timed = len(record.seconds) == len(record.moves)
        match._total_left = match._totals()
        return match

    @property
    def position_text(self) -> str:
        """The text of the current position, written once."""
        if self._position_text is None:
            self._position_text = str(self.position)
        return self._position_text

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, or at the end."""
        return self.position.points if self.outcome is None else self.outcome.points

    @property
    def deadline(self) -> float | None:
        """The deadline of the player to move; None while no clock runs."""
        if self.clock is None or self.outcome is not None or self._paused_at is not None:
            return None
        if self.untimed and self.to_move in self.untimed:
            return None
        if self.increment is not None:
            return self._turn_began + self._total_left[self.to_move]
        return self._turn_began + self.clock

    def clocks(self, now: float) -> tuple[float | None, ...]:
        """Return the seconds on each player's clock; None for a player without one."""
        now, full = check_now(now), self.clock
        if full is None:
            return (None,) * len(self.players)
        lefts = [full] * len(self.players) if self.increment is None else list(self._total_left)
        if self.outcome is None:
            lefts[self.to_move] -= max(0.0, self._passed(now))
        return tuple(
            None if player in self.untimed else round(max(0.0, left), 3)
            for player, left in enumerate(lefts)
        )

    @property
    def record(self) -> Record:
        """The record so far, marked as unfinished until the match is over."""
        return Record(
            game=self.game.key,
            size=self.size,
            start=None if self.start == self.game.start(self.size) else str(self.start),
            players=self.players,
            moves=self.moves,
            outcome=self.outcome or without_winner(self.position, Reason.UNFINISHED),
            started=self.started,
            seconds=self._seconds if self._timed else (),
            clock=self.clock,
            increment=self.increment,
            untimed=() if self.clock is None else tuple(sorted(self.untimed)),
            agents=self.agents,
        )

    def play(self, player: int, move: Move, now: float) -> Position:
        """Play a move, and return the position after it.

        Moving without having offered a draw declines all offers. Raises MatchOver, NotYourTurn,
        IllegalMove (also for a player who is out), NotationError.
        """
        now = self._act(player, now)
        canonical = self._canonical(player, move)
        position = self.position.play(canonical)
        spent = self._spent(now)
        self._add(canonical, player, position, spent)
        if self.increment is not None and player not in self.untimed:
            left = list(self._total_left)
            left[player] = time_after_move(left[player], spent, self.increment)
            self._total_left = tuple(left)
        self._start_turn(now)
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
        return self._canonical(player, move)

    def copy(self) -> Match:
        """Return a copy that can be played on independently."""
        match = object.__new__(Match)  # every move online copies one: `copy.copy` is slower
        match.game, match.size, match.players = self.game, self.size, self.players
        match.start = self.start
        match.clock, match.untimed, match.started = self.clock, self.untimed, self.started
        match.increment, match._total_left = self.increment, self._total_left
        match.agents, match._every_move, match._timed = self.agents, self._every_move, self._timed
        match.position, match.to_move, match.out = self.position, self.to_move, self.out
        match.draw_offers, match.outcome = self.draw_offers, self.outcome
        match.moves, match.movers, match._seconds = self.moves, self.movers, self._seconds
        match._position_text, match._turn_began = self._position_text, self._turn_began
        match._paused_at = self._paused_at
        return match

    @property
    def is_paused(self) -> bool:
        """Whether the clock is paused."""
        return self._paused_at is not None

    def pause_clock(self, now: float) -> None:
        """Pause the clock, unless it is paused already. Moves are still possible."""
        if self._paused_at is None:
            self._paused_at = max(check_now(now), self._turn_began)

    def resume_clock(self, now: float) -> None:
        """Let a paused clock run on, with the time that was left."""
        now = check_now(now)
        if self._paused_at is not None:
            self._turn_began += max(0.0, now - self._paused_at)
            self._paused_at = None

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
        if len(self.draw_offers) == self.position.players - len(self.out):
            self._end(without_winner(self.position, Reason.AGREEMENT))

    def decline_draw(self, player: int) -> None:
        """Decline or withdraw all draw offers, if there are any.

        Raises MatchOver, and IllegalMove for a player who is out.
        """
        self._require_in(player)
        self.draw_offers = frozenset()

    def take_back(self, player: int, now: float) -> Position:
        """Take back the player's last move and all later ones; return the position before it.

        The player moves again with a full clock; total times are what they were before that move,
        for all players. The caller must ask the other players. Raises
        MatchOver, and IllegalMove for a player who is out or has not moved, and if someone has
        left since that move.
        """
        now = self._act(player, now)
        place = self.check_take_back(player)
        self._set_position(self._positions()[place])
        self._seconds = self._seconds[: max(0, place - self._moves_without_time)]
        self.moves, self.movers = self.moves[:place], self.movers[:place]
        self._total_left = self._totals()
        self._start_turn(now)
        self.draw_offers = frozenset()
        return self.position

    def check_take_back(self, player: int) -> int:
        """Return the index of the move that `take_back` would take back; nothing is changed."""
        self._require_in(player)
        own = [
            place
            for place, (mover, entry) in enumerate(zip(self.movers, self.moves, strict=True))
            if mover == player and player_who_left(entry) is None
        ]
        if not own:
            raise IllegalMove(f"player {player + 1} has no move to take back")
        place = own[-1]
        if any(player_who_left(entry) is not None for entry in self.moves[place:]):
            raise IllegalMove("can't take that move back: a player has left since")
        return place

    def abort(self, now: float) -> None:
        """End the match without a result. Raises MatchOver, IllegalMove once everyone has moved."""
        check_now(now)
        self._require_not_over()
        if self.has_everyone_moved:
            raise IllegalMove("a game can only be aborted until everyone has moved: resign instead")
        self._end(without_winner(self.position, Reason.ABORTED))

    @property
    def has_everyone_moved(self) -> bool:
        """Whether every player who is still in the match has a move on the board."""
        moved = {
            mover
            for mover, entry in zip(self.movers, self.moves, strict=True)
            if player_who_left(entry) is None
        }
        return len(moved.difference(self.out)) + len(self.out) == len(self.players)

    def check_abort(self) -> None:
        """Raise MatchOver or IllegalMove unless a player may abort: before the second move."""
        self._require_not_over()
        if sum(player_who_left(entry) is None for entry in self.moves) > 1:
            raise IllegalMove("a game can only be aborted before the second move: resign instead")

    def abandon(self, now: float) -> None:
        """End the match without a result because everyone has left. Raises MatchOver."""
        check_now(now)
        self._require_not_over()
        self._end(without_winner(self.position, Reason.ABANDONED))

    def adjudicate(self, winner: int | None, now: float) -> None:
        """End the match with the referee's result: a winner of two players, or a draw.

        Raises MatchOver, and ValueError for a winner who isn't one of two players.
        """
        check_now(now)
        self._require_not_over()
        if winner is not None and (len(self.players) != 2 or winner not in (0, 1)):
            raise ValueError(f"winner must be 0 or 1 of two players, or None, not {winner!r}")
        self._end(adjudicated(self.game, self.position, winner))

    def end_by_admin(self, now: float) -> None:
        """End the match without a result because an administrator says so. Raises MatchOver."""
        check_now(now)
        self._require_not_over()
        self._end(without_winner(self.position, Reason.ENDED_BY_ADMIN))

    def __repr__(self) -> str:
        state = "in progress" if self.outcome is None else f"over by {self.outcome.reason}"
        return f"<Match {self.game.key} {self.size}, {len(self.moves)} moves, {state}>"

    def _act(self, player: int, now: float) -> float:
        """Return the time of a player's act, after checking that the player may still act."""
        now = check_now(now)
        self._require_in(player)
        deadline = self.deadline
        if deadline is None or now <= deadline:
            return now
        on_turn = self.to_move
        self._remove(on_turn, Reason.TIME, now)
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
        if player in self.out:
            raise IllegalMove(f"player {player + 1} is out of the game")

    def _canonical(self, player: int, move: Move) -> Move:
        if player != self.to_move:
            raise NotYourTurn(f"it's player {self.to_move + 1}'s turn, not player {player + 1}'s")
        return self._every_move[self.position.index(move)]

    def _positions(self) -> list[Position]:
        """Return every position so far. They are needed so rarely that none is kept."""
        return list(replay(self.start, self.moves))

    def _remove(self, player: int, reason: Reason, now: float) -> None:
        if self.position.players == 2:
            self._end(defeat(self.game, self.position, player, reason))
            return
        on_turn = player == self.to_move
        position = self.position.leave(player)
        # A player who leaves out of turn has used no time; the player to move keeps the clock.
        self._add(leave_entry(player), player, position, self._spent(now) if on_turn else 0.0)
        if on_turn:
            self._start_turn(now)
        self.draw_offers = frozenset()
        if (outcome := position.outcome()) is not None:
            self._end(replace(outcome, reason=reason))

    def _totals(self) -> tuple[float, ...]:
        """Return what is left of every player's total time; empty with time per move."""
        if self.clock is None or self.increment is None:
            return ()
        timed = slice(self._moves_without_time, None)
        turns = zip(self.movers[timed], self.moves[timed], self._seconds, strict=True)
        full = (self.clock,) * len(self.players)
        *_, left = total_times(full, self.increment, turns, self.untimed)
        return left

    @property
    def _moves_without_time(self) -> int:
        """The number of moves before the first with a time: those of a record without times."""
        return len(self.moves) - len(self._seconds)

    def _passed(self, now: float) -> float:
        """Return how long the clock of the player to move has run."""
        return (now if self._paused_at is None else self._paused_at) - self._turn_began

    def _start_turn(self, now: float) -> None:
        """Start the clock of the player to move; a paused one waits until it is resumed."""
        self._turn_began = now
        if self._paused_at is not None:
            self._paused_at = now

    def _spent(self, now: float) -> float:
        spent = self._passed(now)
        if spent <= 0.0:
            return 0.0
        # The difference of two finite numbers may be infinite.
        return round(spent, 3) if spent < math.inf else sys.float_info.max

    def _add(self, entry: str, player: int, position: Position, spent: float) -> None:
        self.moves = (*self.moves, entry)
        self.movers = (*self.movers, player)
        self._seconds = (*self._seconds, spent)
        self._set_position(position)

    def _set_position(self, position: Position) -> None:
        self.position, self.to_move, self.out = position, position.to_move, position.out
        self._position_text = None

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.draw_offers = frozenset()


def _start(game: Game, size: str | None, start: Position | str | None) -> Position:
    if start is None:
        return game.start(size)
    position = game.parse(str(start), size)
    if position.outcome() is not None:
        raise MatchOver("can't start there: the game is already over in this position")
    return position


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
