"""A bot looked at before its first match: does it start, play by the rules, keep to the clock?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quire.arena.bot import Bot, read_bot
from quire.arena.fault import Fault
from quire.arena.process import MARGIN, BotProcess
from quire.arena.referee import Bench, judge
from quire.arena.sandbox import Bounds, Sandbox
from quire.core import Position
from quire.engine.agent import Limit
from quire.errors import QuireError
from quire.games import find_game

GAMES_EACH = 2
"""Whole games from either seat."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at; `problem` says what is wrong in plain words, or nothing is."""

    what: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Examination:
    """A bot and what it is examined in."""

    bot: Bot
    game: str
    size: str
    limit: Limit
    sandbox: Sandbox
    bounds: Bounds

    def findings(self) -> Iterator[Finding]:
        """One after the other; the rest is left out if the bot does not even start."""
        try:
            with self._started() as process:
                process.new_game(self.game, self.size)
        except Fault as fault:
            yield Finding("starts and gets ready", _plain(fault))
            return
        yield Finding("starts and gets ready")
        checks: list[tuple[str, Callable[[], str]]] = [
            ("answers with a legal move at the start", self._first_move),
            ("understands positions in the middle of a game", self._middles),
            ("understands a position given as text", self._texts),
            ("keeps to a short move time", self._short_time),
            ("plays whole games", self._games),
            ("plays a second game in the same process", self._again),
            ("ends when it is told to", self._leaving),
        ]
        for what, check in checks:
            try:
                yield Finding(what, check())
            except Fault as fault:
                yield Finding(what, _plain(fault))

    def _started(self) -> BotProcess:
        process = BotProcess(self.bot, self.sandbox, self.bounds)
        try:
            process.introduce()
        except Fault:
            process.close()
            raise
        return process

    def _start(self) -> Position:
        return find_game(self.game).start(self.size)

    def _ask(self, process: BotProcess, words: str, position: Position, limit: Limit) -> str:
        """What is wrong with its answer."""
        answer = process.ask(words, position.to_move, limit)
        try:
            position.play(answer.move)
        except QuireError as error:
            return f"in '{position}' it answers {answer.move!r}: {error}"
        return ""

    def _first_move(self) -> str:
        with self._started() as process:
            process.new_game(self.game, self.size)
            return self._ask(process, "startpos", self._start(), self.limit)

    def _middles(self) -> str:
        with self._started() as process:
            process.new_game(self.game, self.size)
            for moves, position in self._random_positions():
                words = f"startpos moves {' '.join(moves)}"
                if problem := self._ask(process, words, position, self.limit):
                    return problem
        return ""

    def _texts(self) -> str:
        with self._started() as process:
            process.new_game(self.game, self.size)
            for _, position in self._random_positions():
                if problem := self._ask(process, str(position), position, self.limit):
                    return problem
        return ""

    def _random_positions(self) -> Iterator[tuple[list[str], Position]]:
        chance = random.Random(1)
        for length in (1, 3, 6):
            position = self._start()
            moves: list[str] = []
            while len(moves) < length:
                move = chance.choice(position.legal_moves())
                following = position.play(move)
                if following.outcome() is not None:
                    break
                moves.append(move)
                position = following
            yield moves, position

    def _short_time(self) -> str:
        short = Limit(seconds=0.1)
        with self._started() as process:
            process.new_game(self.game, self.size)
            try:
                return self._ask(process, "startpos", self._start(), short)
            except Fault as fault:
                return (
                    f"with go movetime 100 {fault.detail}; the clock runs from go to bestmove, "
                    f"with {1000 * MARGIN:.0f} ms of grace"
                )

    def _games(self) -> str:
        return self._played(GAMES_EACH, fresh=True)

    def _again(self) -> str:
        return self._played(2, fresh=False)

    def _played(self, rounds: int, *, fresh: bool) -> str:
        opponent = read_bot("random:seed=1", "random")
        players = self._start().players
        with Bench(self.sandbox, self.bounds) as bench:
            for number in range(rounds * players):
                seats = [opponent] * players
                seats[number % players] = self.bot
                judged = judge(self.game, self.size, seats, bench, self.limit)
                for forfeit in judged.forfeits:
                    if forfeit.player == number % players:
                        moves = len(judged.record.moves)
                        return f"{forfeit.reason} after {moves} moves: {forfeit.detail}"
                if fresh:
                    bench.dismiss(self.bot)
        return ""

    def _leaving(self) -> str:
        with self._started() as process:
            return "" if process.leaves() else "it still ran a second after quit"


def _plain(fault: Fault) -> str:
    return f"{fault.reason}: {fault.detail}"
