"""Check a bot before its first match: does it start, play by the rules, and keep to the clock?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from quire.arena.bots import course
from quire.arena.bots.fault import Fault
from quire.arena.bots.pool import BotPool
from quire.arena.bots.process import GRACE_SECONDS, QUIT_SECONDS, STARTUP_SECONDS, BotProcess
from quire.arena.bots.sandbox import ResourceLimits, Sandbox
from quire.arena.bots.spec import Bot, Kind, read_bot
from quire.arena.tournament.referee import RESIGN, play_game
from quire.core import Position, Reason
from quire.errors import QuireError
from quire.games import find_game
from quire.match.agent import Limit

GAMES_PER_SEAT = 2
"""Whole games to play from every seat."""

EXTRA_MOVE_POSITIONS = 5
"""Positions to test in which the same player moves again."""

MAX_RANDOM_MOVES = 3000
"""Random moves to play in search of them."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was checked; `problem` says what is wrong, and is empty if nothing is."""

    what: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BotCheck:
    """The checks of one bot on one board."""

    bot: Bot
    game: str
    size: str
    limit: Limit
    sandbox: Sandbox
    resource_limits: ResourceLimits
    max_moves: int | None = None
    """Ask for this many moves at the beginning of each game instead of playing to its end."""
    on_answer: Callable[[float], None] = lambda seconds: None
    """Called after every answer to a question, with the time that it took."""

    @property
    def is_told_limit(self) -> bool:
        """Whether the bot knows how long it may think; one with the course's interface doesn't."""
        return self.bot.kind is not Kind.COURSE

    def run(self) -> Iterator[CheckResult]:
        """Yield the results one by one; stop if the bot does not even start or move."""
        if self.bot.kind is Kind.COURSE and self.game != course.GAME.key:
            yield CheckResult(f"plays {self.game}", f"course bots only play {course.GAME.key}")
            return
        first: list[tuple[str, Callable[[], str]]] = [
            ("starts and answers ugi and isready", self._ready),
            ("plays a legal first move", self._first_move),
        ]
        then: list[tuple[str, Callable[[], str]]] = [
            ("reads positions given as moves", self._moves),
            *self._checks_of_programs(),
            *self._checks_of_games(),
            ("exits on quit", self._quits),
        ]
        if self._extra_move_positions():
            place = 2 if self.is_told_limit else 1
            then.insert(place, ("handles extra moves (same player moves again)", self._extra_moves))
        for what, check in first:
            result = _check(what, check)
            yield result
            if result.problem:
                return
        for what, check in then:
            yield _check(what, check)

    def _checks_of_programs(self) -> list[tuple[str, Callable[[], str]]]:
        """Return what a bot needs no check of if it sees boards instead of texts, and no limit."""
        if not self.is_told_limit:
            return []
        return [
            ("reads positions given as text", self._texts),
            ("answers within a short time limit", self._short_time),
        ]

    def _checks_of_games(self) -> list[tuple[str, Callable[[], str]]]:
        if self.max_moves is not None:
            return [(f"plays the beginning of games (moves: {self.max_moves})", self._beginnings)]
        return [
            ("plays whole games", self._games),
            ("plays a second game in the same process", self._second_game),
        ]

    def _started(self) -> BotProcess:
        process = BotProcess(self.bot, self.sandbox, self.resource_limits)
        try:
            process.handshake()
        except Fault:
            process.close()
            raise
        return process

    def _start(self) -> Position:
        return find_game(self.game).start(self.size)

    def _ask(self, process: BotProcess, words: str, position: Position, limit: Limit) -> str:
        """Return what is wrong with the bot's answer, or ""."""
        answer = process.ask(words, position.to_move, limit)
        self.on_answer(answer.seconds)
        if answer.move == RESIGN and words != "startpos":
            return ""
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
        return self._ask_all([("startpos", self._start())])

    def _moves(self) -> str:
        return self._ask_all(
            (f"startpos moves {' '.join(moves)}", position) for moves, position in self._positions()
        )

    def _texts(self) -> str:
        return self._ask_all((str(position), position) for _, position in self._positions())

    def _extra_moves(self) -> str:
        try:
            return self._ask_all(
                (f"startpos moves {' '.join(moves)}", position)
                for moves, position in self._extra_move_positions()
            )
        except Fault as fault:
            raise Fault(
                fault.reason,
                f"{fault.detail}. The same player moves again here: turns don't always "
                'alternate, so read the player from "go"',
            ) from None

    def _ask_all(
        self, positions: Iterable[tuple[str, Position]], limit: Limit | None = None
    ) -> str:
        """Ask about the positions; return what is wrong with the first bad answer, or ""."""
        with self._started() as process:
            process.new_game(self.game, self.size)
            for words, position in positions:
                if problem := self._ask(process, words, position, limit or self.limit):
                    return problem
        return ""

    def _positions(self) -> Iterator[tuple[list[str], Position]]:
        """Yield positions from the beginning, the middle and the end of a random game."""
        game = self._random_game()
        for place in (1, len(game) // 2, len(game) - 1):
            yield game[min(place, len(game) - 1)]

    def _extra_move_positions(self) -> list[tuple[list[str], Position]]:
        """Return positions in which the same player moves again, if random games lead there."""
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
            elif chance.random() < 0.1:  # otherwise try another move from here
                position, moves = following, [*moves, move]
        return found[: EXTRA_MOVE_POSITIONS if self.is_told_limit else 1]

    def _random_game(self) -> list[tuple[list[str], Position]]:
        """Return every position with a move of a random game, and the moves that lead there."""
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
            return self._ask_all([("startpos", self._start())], Limit(seconds=0.1))
        except Fault as fault:
            if fault.reason is not Reason.TIME:
                raise
            return (
                f'after "go movetime 100" {fault.detail}; the clock runs from go to bestmove, '
                f"with {1000 * GRACE_SECONDS:.0f} ms of grace"
            )

    def _games(self) -> str:
        return self._play(GAMES_PER_SEAT, fresh=True)

    def _beginnings(self) -> str:
        """Play the first moves of a game from every seat, in one process, against random moves."""
        chance = random.Random(1)
        with self._started() as process:
            for seat in range(self._start().players):
                process.new_game(self.game, self.size)
                position, moves, asked = self._start(), list[str](), 0
                while position.outcome() is None and asked < (self.max_moves or 0):
                    move = chance.choice(position.legal_moves())
                    if position.to_move == seat:
                        words = f"startpos moves {' '.join(moves)}" if moves else "startpos"
                        answer = process.ask(words, seat, self.limit)
                        self.on_answer(answer.seconds)
                        asked, move = asked + 1, answer.move
                    try:
                        position, moves = position.play(move), [*moves, move]
                    except QuireError as error:
                        return f"in position '{position}' the bot answered {move!r}: {error}"
        return ""

    def _second_game(self) -> str:
        return self._play(2, fresh=False)

    def _play(self, rounds: int, *, fresh: bool) -> str:
        opponent = read_bot("random:seed=1", "random")
        players = self._start().players
        with BotPool(self.sandbox, self.resource_limits) as pool:
            for number in range(rounds * players):
                seats = [opponent] * players
                seats[number % players] = self.bot
                played = play_game(self.game, self.size, seats, pool, self.limit)
                for forfeit in played.forfeits:
                    if forfeit.player == number % players:
                        moves = len(played.record.moves)
                        return f"{forfeit.reason} after {moves} moves: {forfeit.detail}"
                if fresh:
                    pool.stop(self.bot)
        return ""

    def _quits(self) -> str:
        with self._started() as process:
            return (
                ""
                if process.quits()
                else f"the bot was still running {QUIT_SECONDS:g} seconds after quit"
            )


def _check(what: str, check: Callable[[], str]) -> CheckResult:
    try:
        return CheckResult(what, check())
    except Fault as fault:
        return CheckResult(what, f"{fault.reason}: {fault.detail}")
