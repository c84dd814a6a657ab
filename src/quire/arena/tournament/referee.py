"""One game between bots: the referee keeps the board, asks for moves and judges the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from quire.arena.bots.fault import Fault
from quire.arena.bots.move_info import MoveInfo
from quire.arena.bots.pool import BotPool
from quire.arena.bots.process import BotProcess
from quire.arena.bots.spec import Bot
from quire.arena.conditions.adjudication import (
    NO_ADJUDICATION,
    AdjudicatedBy,
    Adjudication,
    Adjudicator,
)
from quire.arena.conditions.bot_settings import Conditions
from quire.arena.conditions.time_control import ClockSet
from quire.core import Move, Reason
from quire.errors import IllegalMove, QuireError
from quire.games import find_game
from quire.match.agent import Limit
from quire.match.match import Match
from quire.match.record import Record


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A player who forfeits a game: the reason, and what happened."""

    player: int
    reason: Reason
    detail: str
    overloaded: bool = False
    """The bot was late, but the machine gave it too little CPU time."""
    output: str = ""
    """The last lines that the bot was sent and wrote, among them its traceback."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: the record, the forfeits, and the CPU time of every move."""

    record: Record
    forfeits: tuple[Forfeit, ...]
    cpu_seconds: tuple[float, ...]
    logs: tuple[str, ...]
    """What passed between the referee and the bot in each seat."""
    info: tuple[MoveInfo | None, ...] = ()
    """What the bots said about their moves; empty if they said nothing."""
    adjudicated: AdjudicatedBy | None = None
    """Why the referee ended the game early, if it did."""

    @property
    def overloaded(self) -> bool:
        """Whether a bot lost because the machine gave it too little CPU time."""
        return any(forfeit.overloaded for forfeit in self.forfeits)


RESIGN = "resign"
"""A bot's answer instead of a move: it resigns."""


def play_game(
    game: str,
    size: str,
    bots: Sequence[Bot],
    pool: BotPool,
    limit: Limit | Sequence[Conditions],
    opening: Sequence[Move] = (),
    *,
    start: str | None = None,
    adjudication: Adjudication = NO_ADJUDICATION,
) -> PlayedGame:
    """Play a game between bots, one per seat, after the opening. No bot can make it raise.

    `start` is the text of the position before the opening (default: the start of the game);
    `limit` is the limit of every move, or what the bot in each seat plays under.
    """
    conditions = [Conditions.of(limit)] * len(bots) if isinstance(limit, Limit) else limit
    match = Match(
        find_game(game),
        size,
        [bot.name for bot in bots],
        start=start,
        started=datetime.now(UTC),
        agents=[bot.spec for bot in bots],
    )
    for move in opening:
        match.play(match.to_move, move, 0.0)
    return _Referee(match, bots, pool, conditions, adjudication).play()


class _Referee:
    """The referee of one game."""

    def __init__(
        self,
        match: Match,
        bots: Sequence[Bot],
        pool: BotPool,
        conditions: Sequence[Conditions],
        adjudication: Adjudication,
    ) -> None:
        self._match, self._bots, self._pool = match, bots, pool
        self._conditions = conditions
        self._adjudication = adjudication
        self._adjudicator = Adjudicator(adjudication, len(bots))
        self._adjudicated: AdjudicatedBy | None = None
        self._clocks = ClockSet([under.control for under in conditions])
        self._now = 0.0  # runs only while a bot thinks, so this work costs nobody time
        self._copies = [bots[:player].count(bot) for player, bot in enumerate(bots)]
        self._seats: dict[int, BotProcess] = {}
        self._forfeits: list[Forfeit] = []
        self._cpu_seconds = [0.0] * len(match.moves)
        self._infos: list[MoveInfo | None] = [None] * len(match.moves)

    def play(self) -> PlayedGame:
        """Play the game to its end."""
        self._seat_bots()
        while self._match.outcome is None:
            player = self._match.to_move
            try:
                info = self._turn(player)
            except Fault as fault:
                self._forfeit(player, fault)
            else:
                self._adjudicate(player, info)
        for player, bot in enumerate(self._bots):
            if self._conditions[player].restart:
                self._pool.stop(bot, self._copies[player])
        self._pool.stop_idle()
        return PlayedGame(
            self._match.record,
            tuple(self._forfeits),
            tuple(self._cpu_seconds),
            self._logs(),
            tuple(self._infos) if any(self._infos) else (),
            self._adjudicated,
        )

    def _logs(self) -> tuple[str, ...]:
        """Return what passed between the referee and each bot, also one that didn't start."""
        early = {forfeit.player: forfeit.output for forfeit in self._forfeits}
        return tuple(
            self._seats[player].transcript.text() if player in self._seats else early[player]
            for player in range(len(self._bots))
        )

    def _seat_bots(self) -> None:
        """Get the bots ready; those that can't play have forfeited."""
        for player, bot in enumerate(self._bots):
            game, size, copy = self._match.game.key, self._match.size, self._copies[player]
            options = self._conditions[player].options
            try:
                self._seats[player] = self._pool.ready(bot, game, size, copy, options)
            except Fault as fault:
                self._forfeit(player, fault)

    def _turn(self, player: int) -> MoveInfo | None:
        """Let a bot move; return what it says about the move. Raises Fault."""
        position, limit = _position(self._match), self._clocks.limit(player)
        answer = self._seats[player].ask(position, player, limit)
        self._now += answer.seconds
        self._clocks.spend(player, answer.seconds)
        _play(self._match, player, answer.move, self._now)
        if len(self._match.moves) > len(self._infos):  # no move was made by resigning
            self._cpu_seconds.append(round(answer.cpu_seconds, 6))
            self._infos.append(answer.info)
        return answer.info

    def _adjudicate(self, player: int, info: MoveInfo | None) -> None:
        """End the game after a player's move if its result is clear."""
        match = self._match
        if match.outcome is not None or self._adjudication is NO_ADJUDICATION:
            return
        found = self._adjudicator.judge(match.position, match.moves, player, info)
        if found is not None:
            match.adjudicate(found.winner, self._now)
            self._adjudicated = found.by

    def _forfeit(self, player: int, fault: Fault) -> None:
        self._pool.stop(self._bots[player], self._copies[player])
        process, output = self._seats.get(player), fault.output
        if process is not None:
            output = process.transcript.last_lines()
        self._forfeits.append(Forfeit(player, fault.reason, fault.detail, fault.overloaded, output))
        if self._match.outcome is None:
            self._match.forfeit(player, fault.reason, self._now)
            # Among three or more players, leaving is recorded as a move.
            missing = len(self._match.moves) - len(self._infos)
            self._cpu_seconds.extend([0.0] * missing)
            self._infos.extend([None] * missing)


def _position(match: Match) -> str:
    """Return the position as UGI writes it."""
    is_usual = match.start == match.game.start(match.size)
    start = "startpos" if is_usual else str(match.start)
    return f"{start} moves {' '.join(match.moves)}" if match.moves else start


def _play(match: Match, player: int, move: str, clock: float) -> None:
    if move == RESIGN:
        match.resign(player, clock)
        return
    try:
        match.play(player, move, clock)
    except IllegalMove as error:
        raise Fault(Reason.ILLEGAL, str(error)) from None
    except QuireError as error:
        raise Fault(Reason.UNREADABLE, str(error)) from None
