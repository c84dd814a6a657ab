"""A bot looked at before its first match: does it start, play by the rules, keep to the clock?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from quire.arena.bots.fault import Fault
from quire.arena.bots.process import GRACE_SECONDS, QUIT_SECONDS, STARTUP_SECONDS, BotProcess
from quire.arena.bots.sandbox import Bounds, Sandbox
from quire.arena.bots.spec import Bot, Kind, read_bot
from quire.arena.tournament.referee import Bench, judge
from quire.core import Position, Reason
from quire.errors import QuireError
from quire.games import find_game
from quire.match.agent import Limit

GAMES_EACH = 2
"""Whole games from either seat."""

EXTRA_MOVE_POSITIONS = 5
"""Positions to test in which the same player moves again."""

MAX_RANDOM_MOVES = 3000
"""Random moves played while looking for them."""


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
        """One after the other; the rest is left out if the bot does not even start or move."""
        if self.bot.kind is Kind.COURSE and self.game != "extreme":
            yield Finding(f"plays {self.game}", "course bots only play extreme")
            return
        first: list[tuple[str, Callable[[], str]]] = [
            ("starts and answers ugi and isready", self._ready),
            ("plays a legal first move", self._first_move),
        ]
        then: list[tuple[str, Callable[[], str]]] = [
            ("reads positions given as moves", self._middles),
            ("reads positions given as text", self._texts),
            ("answers within a short time limit", self._short_time),
            ("plays whole games", self._games),
            ("plays a second game in the same process", self._again),
            ("exits on quit", self._leaving),
        ]
        if self._moving_again():
            then.insert(2, ("handles extra moves (same player moves again)", self._turns))
        for what, check in first:
            found = _finding(what, check)
            yield found
            if found.problem:
                return
        for what, check in then:
            yield _finding(what, check)

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
            return f"in position '{position}' the bot answered {answer.move!r}: {error}"
        return ""

    def _ready(self) -> str:
        try:
            with self._started() as process:
                process.new_game(self.game, self.size)
        except Fault as fault:
            if fault.reason is not Reason.TIME:
                raise
            return (
                f"{fault.detail} within {STARTUP_SECONDS:g} s: a bot must answer ugi with ugiok "
                "and isready with readyok, and flush its output after every line"
            )
        return ""

    def _first_move(self) -> str:
        return self._asked([("startpos", self._start())])

    def _middles(self) -> str:
        return self._asked(
            (f"startpos moves {' '.join(moves)}", position) for moves, position in self._positions()
        )

    def _texts(self) -> str:
        return self._asked((str(position), position) for _, position in self._positions())

    def _turns(self) -> str:
        try:
            return self._asked(
                (f"startpos moves {' '.join(moves)}", position)
                for moves, position in self._moving_again()
            )
        except Fault as fault:
            raise Fault(
                fault.reason,
                f"{fault.detail}. The same player moves again here: turns don't always "
                'alternate, so read the player from "go"',
            ) from None

    def _asked(self, questions: Iterable[tuple[str, Position]], limit: Limit | None = None) -> str:
        """What is wrong with the first answer that is."""
        with self._started() as process:
            process.new_game(self.game, self.size)
            for words, position in questions:
                if problem := self._ask(process, words, position, limit or self.limit):
                    return problem
        return ""

    def _positions(self) -> Iterator[tuple[list[str], Position]]:
        """Some of the beginning, the middle and the very end of a random game."""
        game = self._random_game()
        for place in (1, len(game) // 2, len(game) - 1):
            yield game[min(place, len(game) - 1)]

    def _moving_again(self) -> list[tuple[list[str], Position]]:
        """Some positions in which somebody moves twice in a row, if they are easily found."""
        chance = random.Random(1)
        position, moves = self._start(), list[str]()
        found: list[tuple[list[str], Position]] = []
        for _ in range(MAX_RANDOM_MOVES):
            move = chance.choice(position.legal_moves())
            following = position.play(move)
            if following.outcome() is not None:
                position, moves = self._start(), []
            elif following.to_move == position.to_move:
                position, moves = following, [*moves, move]
                found.append((moves, position))
            elif chance.random() < 0.1:  # else another move is tried in its place
                position, moves = following, [*moves, move]
        return found[:EXTRA_MOVE_POSITIONS]

    def _random_game(self) -> list[tuple[list[str], Position]]:
        """Every position of it that has a move, with the moves that lead there."""
        chance = random.Random(1)
        position, moves = self._start(), list[str]()
        game = []
        while position.outcome() is None:
            game.append((list(moves), position))
            moves.append(chance.choice(position.legal_moves()))
            position = position.play(moves[-1])
        return game

    def _short_time(self) -> str:
        try:
            return self._asked([("startpos", self._start())], Limit(seconds=0.1))
        except Fault as fault:
            if fault.reason is not Reason.TIME:
                raise
            return (
                f'after "go movetime 100" {fault.detail}; the clock runs from go to bestmove, '
                f"with {1000 * GRACE_SECONDS:.0f} ms of grace"
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
            return (
                ""
                if process.leaves()
                else f"the bot was still running {QUIT_SECONDS:g} seconds after quit"
            )


def _finding(what: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(what, check())
    except Fault as fault:
        return Finding(what, f"{fault.reason}: {fault.detail}")
