"""One game between bots: the referee alone keeps the board, asks, and judges the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from quire.arena.bots.fault import Fault
from quire.arena.bots.process import BotProcess
from quire.arena.bots.sandbox import Bounds, Sandbox
from quire.arena.bots.spec import Bot
from quire.core import Move, Reason
from quire.errors import IllegalMove, QuireError
from quire.games import find_game
from quire.match.agent import Limit
from quire.match.match import Match
from quire.match.record import Record


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Who went out of a game, why, and what happened in plain words."""

    player: int
    reason: Reason
    detail: str
    overloaded: bool = False
    """It was late, but the machine hardly let it work."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A finished game: the record, the forfeits, and the processor's seconds for every move."""

    record: Record
    forfeits: tuple[Forfeit, ...]
    cpu_seconds: tuple[float, ...]


KEPT = 16
"""So many bots stay at work after a game, each with its memory."""


@dataclass(slots=True)
class Bench:
    """Bots that stay at work from game to game; one that ends is started again when needed."""

    sandbox: Sandbox
    bounds: Bounds = field(default_factory=Bounds)
    _at_work: dict[tuple[Bot, int], BotProcess] = field(default_factory=dict, init=False)

    def ready(self, bot: Bot, game: str, size: str, twin: int = 0) -> BotProcess:
        """The bot, ready for a new game. Raises Fault if it is not.

        Where it sits more than once in a game, `twin` tells which of them is meant.
        """
        process = self._at_work.get((bot, twin))
        if process is not None and process.tired:
            self.dismiss(bot, twin)
            process = None
        try:
            if process is None:
                process = self._at_work[bot, twin] = BotProcess(bot, self.sandbox, self.bounds)
                process.introduce()
            process.new_game(game, size)
        except Fault:
            self.dismiss(bot, twin)
            raise
        self._at_work[bot, twin] = self._at_work.pop((bot, twin))  # the last one now
        return process

    def make_room(self) -> None:
        """Lets those go that have not played for the longest time."""
        for bot, twin in list(self._at_work)[:-KEPT]:
            self.dismiss(bot, twin)

    def dismiss(self, bot: Bot, twin: int = 0) -> None:
        """Ends the bot if it is at work."""
        if (process := self._at_work.pop((bot, twin), None)) is not None:
            process.close()

    def interrupt(self) -> None:
        """Ends them from another thread, so that a game under way is over, and worth nothing."""
        for process in list(self._at_work.values()):
            process.interrupt()

    def close(self) -> None:
        """Ends them all."""
        for bot, twin in list(self._at_work):
            self.dismiss(bot, twin)

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def judge(
    game: str,
    size: str,
    bots: Sequence[Bot],
    bench: Bench,
    limit: Limit,
    opening: Sequence[Move] = (),
) -> Judged:
    """The game that the bots, one a seat, play after the opening. No bot can make it raise."""
    match = Match(
        find_game(game),
        size,
        [bot.name for bot in bots],
        started=datetime.now(UTC),
        agents=[bot.spec for bot in bots],
    )
    for move in opening:
        match.play(match.to_move, move, 0.0)
    clock = 0.0  # runs while a bot thinks: what the referee does is nobody's time
    twins = [bots[:player].count(bot) for player, bot in enumerate(bots)]
    forfeits: list[Forfeit] = []
    cpu_seconds = [0.0] * len(opening)

    def send_off(player: int, fault: Fault) -> None:
        bench.dismiss(bots[player], twins[player])
        forfeits.append(Forfeit(player, fault.reason, fault.detail, fault.overloaded))
        if match.outcome is None:
            match.forfeit(player, fault.reason, clock)
            # Among three or more, going out is written down as a move.
            cpu_seconds.extend([0.0] * (len(match.moves) - len(cpu_seconds)))

    seats: dict[int, BotProcess] = {}
    for player, bot in enumerate(bots):
        try:
            seats[player] = bench.ready(bot, game, match.size, twins[player])
        except Fault as fault:
            send_off(player, fault)
    while match.outcome is None:
        player = match.to_move
        try:
            answer = seats[player].ask(_words(match), player, limit)
            clock += answer.seconds
            _play(match, player, answer.move, clock)
            cpu_seconds.append(round(answer.cpu_seconds, 6))
        except Fault as fault:
            send_off(player, fault)
    bench.make_room()
    return Judged(match.record, tuple(forfeits), tuple(cpu_seconds))


def _words(match: Match) -> str:
    return f"startpos moves {' '.join(match.moves)}" if match.moves else "startpos"


def _play(match: Match, player: int, move: str, clock: float) -> None:
    try:
        match.play(player, move, clock)
    except IllegalMove as error:
        raise Fault(Reason.ILLEGAL, str(error)) from None
    except QuireError as error:
        raise Fault(Reason.UNREADABLE, str(error)) from None
