"""One game between bots: the referee keeps the board, asks for moves and judges the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from quire.arena.bots.fault import Fault
from quire.arena.bots.pool import BotPool
from quire.arena.bots.process import BotProcess
from quire.arena.bots.spec import Bot
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
    limit: Limit,
    opening: Sequence[Move] = (),
) -> PlayedGame:
    """Play a game between bots, one per seat, after the opening. No bot can make it raise."""
    match = Match(
        find_game(game),
        size,
        [bot.name for bot in bots],
        started=datetime.now(UTC),
        agents=[bot.spec for bot in bots],
    )
    for move in opening:
        match.play(match.to_move, move, 0.0)
    clock = 0.0  # runs only while a bot thinks, so the referee's own work costs nobody time
    copies = [bots[:player].count(bot) for player, bot in enumerate(bots)]
    seats: dict[int, BotProcess] = {}
    forfeits: list[Forfeit] = []
    cpu_seconds = [0.0] * len(opening)

    def forfeit(player: int, fault: Fault) -> None:
        pool.stop(bots[player], copies[player])
        output = seats[player].transcript.last_lines() if player in seats else fault.output
        forfeits.append(Forfeit(player, fault.reason, fault.detail, fault.overloaded, output))
        if match.outcome is None:
            match.forfeit(player, fault.reason, clock)
            # Among three or more players, leaving is recorded as a move.
            cpu_seconds.extend([0.0] * (len(match.moves) - len(cpu_seconds)))

    for player, bot in enumerate(bots):
        try:
            seats[player] = pool.ready(bot, game, match.size, copies[player])
        except Fault as fault:
            forfeit(player, fault)
    while match.outcome is None:
        player = match.to_move
        try:
            answer = seats[player].ask(_position(match), player, limit)
            clock += answer.seconds
            _play(match, player, answer.move, clock)
            if len(match.moves) > len(cpu_seconds):  # no move was made by resigning
                cpu_seconds.append(round(answer.cpu_seconds, 6))
        except Fault as fault:
            forfeit(player, fault)
    pool.stop_idle()
    early = {forfeit.player: forfeit.output for forfeit in forfeits}
    logs = tuple(
        seats[player].transcript.text() if player in seats else early[player]
        for player in range(len(bots))
    )
    return PlayedGame(match.record, tuple(forfeits), tuple(cpu_seconds), logs)


def _position(match: Match) -> str:
    """Return the position as UGI writes it."""
    return f"startpos moves {' '.join(match.moves)}" if match.moves else "startpos"


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
