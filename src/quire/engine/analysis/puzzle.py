"""Puzzles: positions in which only one move keeps the win or the draw.

The shipped puzzles are in `puzzles/`, one file of JSON lines per game. Each is proven twice: by the
game's own solver, and by plain alpha-beta, which is independent of it.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources

import msgspec

from quire import _native
from quire._native import Solver as NativeSolver
from quire._native import Stop
from quire.core import Move, Position
from quire.engine.solver.solve import outcome_of
from quire.errors import NotationError, NotFound, QuireError
from quire.games import GAMES, find_game

MAX_GRADE = 5
"""The highest grade; the lowest is 1."""

# A puzzle must be small enough for plain alpha-beta to prove it within this many nodes.
PROOF_NODES = 1_000_000
_PROOF_MEMORY = 2**30


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, its only best move, and the values of that move and of the second best.

    Values are for the player to move. `effort` is the smallest number of nodes with which a tree
    search finds the solution, None if it never does; it decides the `grade`, 1 to 5. `seed` and
    `number` identify the game that the position is from.
    """

    game: str
    position: str
    solution: Move
    value: int
    second: int
    effort: int | None
    grade: int
    seed: int
    number: int

    @property
    def id(self) -> str:
        """The id, derived from the position, so that it never changes."""
        digest = hashlib.sha256(self.position.encode()).hexdigest()
        return f"{self.game}-{digest[:8]}"

    def start(self) -> Position:
        """Return the position to solve."""
        return find_game(self.game).parse(self.position)

    def check(self, typed: str) -> tuple[Move, bool]:
        """Return the typed move in canonical notation, and whether it is the solution.

        Raises NotationError or IllegalMove if it is no legal move.
        """
        position = self.start()
        move = find_game(self.game).parse_move(position, typed)
        return _native.check_puzzle(position, self.solution, move)

    @property
    def task(self) -> str:
        """What to find, in one sentence."""
        kept = "wins" if self.value > 0 else "draws"
        return f"Player {self.start().to_move + 1} to move: find the only move that {kept}."

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON, without the line break."""
        return json.dumps(asdict(self), separators=(",", ":"))


def read_puzzles(lines: Iterable[str | bytes]) -> Iterator[Puzzle]:
    """Yield the puzzles in lines of JSON. Raises NotationError, which names the line."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            puzzle = msgspec.json.decode(line, type=Puzzle)
            position = puzzle.start()
            check_players(position)
            position.play(puzzle.solution)
        except UnicodeError as error:
            raise NotationError(f"line {number} is not a puzzle: not valid UTF-8") from error
        except (ValueError, QuireError, RecursionError) as error:
            raise NotationError(f"line {number} is not a puzzle: {error}") from error
        yield puzzle


def check_players(position: Position) -> None:
    """Raise NotationError unless two play: positions with more can't be solved."""
    if position.players != 2:
        raise NotationError(
            f"puzzles are for two players; {position.game} {position.size} has {position.players}"
        )


@cache
def load(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that ship with the package, if it has any.

    >>> load("line")[0].game
    'line'
    """
    file = resources.files("quire.engine.analysis") / "puzzles" / f"{find_game(game).key}.jsonl"
    if not file.is_file():
        return ()
    return tuple(read_puzzles(file.read_text(encoding="utf-8").splitlines()))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in GAMES for puzzle in load(game.key)}


def find(id: str) -> Puzzle:
    """Return the shipped puzzle with that id. Raises NotFound.

    >>> find(load("line")[0].id) == load("line")[0]
    True
    """
    try:
        return _by_id()[id]
    except KeyError:
        raise NotFound(f"no puzzle {id!r}") from None


@cache
def in_turn(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game in the order of their days."""
    puzzles = list(load(game))
    random.Random(game).shuffle(puzzles)
    return tuple(puzzles)


def of_the_day(game: str, day: datetime.date) -> Puzzle:
    """Return the puzzle of that game and day; none repeats before all have been shown.

    Raises NotFound for a game without puzzles.

    >>> of_the_day("line", datetime.date(2026, 3, 9)) in load("line")
    True
    """
    puzzles = in_turn(game)
    if not puzzles:
        raise NotFound(f"there are no puzzles for {find_game(game).title} yet")
    return puzzles[day.toordinal() % len(puzzles)]


def daily(day: datetime.date) -> Puzzle:
    """Return the daily puzzle; the games that have puzzles take turns.

    No puzzle of a game repeats before all of them have been shown, so it may differ from
    `of_the_day`, which has one for every game and day.

    >>> days = (datetime.date(2026, 3, 9) + datetime.timedelta(n) for n in range(4))
    >>> sorted(daily(day).game for day in days)
    ['extreme', 'line', 'obstruction', 'sos']
    """
    games = [game.key for game in GAMES if load(game.key)]
    if not games:
        raise NotFound("there are no puzzles yet")
    turn, place = divmod(day.toordinal(), len(games))
    puzzles = in_turn(games[place])
    return puzzles[turn % len(puzzles)]


def second_value(
    solver: NativeSolver, position: Position, best: Move, stop: Stop | None = None
) -> int | None:
    """Return the value of the second-best move; None if that takes too long to prove."""
    values = []
    for move in position.legal_moves():
        if move != best:
            after = position.play(move)
            lower, upper, *_ = solver.solve(after, nodes=PROOF_NODES, stop=stop)
            if lower != upper:
                return None
            # Turns do not always alternate.
            values.append(lower if after.to_move == position.to_move else -lower)
    return max(values, default=None)


def verify(puzzle: Puzzle, stop: Stop | None = None) -> str | None:
    """Return what plain alpha-beta finds wrong with a puzzle; None if it is proven.

    Once `stop` is set it returns at once, and the result means nothing.
    """
    position = puzzle.start()
    check_players(position)
    solver = _native.alphabeta(position, _PROOF_MEMORY)
    lower, upper, best, complete, *_ = solver.solve(position, nodes=PROOF_NODES, stop=stop)
    if lower != upper or not complete:
        return f"not proven: alpha-beta needs more than {PROOF_NODES:,} nodes"
    if best != [puzzle.solution]:
        return f"{puzzle.solution} must be the only best move; best are {', '.join(best)}"
    if lower != puzzle.value:
        return f"its value is {lower}, not {puzzle.value}"
    second = second_value(solver, position, puzzle.solution, stop)
    if second != puzzle.second:
        return f"the second best move is worth {second}, not {puzzle.second}"
    if outcome_of(puzzle.second) == outcome_of(puzzle.value):
        return "the second-best move leads to the same result"
    return None
