"""Puzzles: positions in which only one move keeps the win or the draw, and often the next one too.

The shipped puzzles are in `puzzles/`, one file of JSON lines per game. Each is proven twice: by the
game's own solver, and by plain alpha-beta, which is independent of it.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import resources

import msgspec

from quire import _native
from quire._native import Solver as NativeSolver
from quire._native import Stop
from quire.core import Move, Position, replay
from quire.engine.solver.solve import outcome_of
from quire.errors import NotationError, NotFound, QuireError
from quire.games import GAMES, find_game

MAX_GRADE = 5
"""The highest grade; the lowest is 1."""

# A puzzle must be small enough for plain alpha-beta to prove it within this many nodes.
PROOF_NODES = 1_000_000
_PROOF_MEMORY = 2**30

NOT_PROVEN = f"not proven: alpha-beta needs more than {PROOF_NODES:,} nodes"
"""What `verify` says of a position that is too large."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the moves that solve it, and the values of its only best and second-best move.

    `line` has the player's moves and the opponent's answers in between: each of the player's is the
    only one that keeps the result. Values are for the player to move. `tempting` and `distance` are
    what makes it hard (see `quire.engine.analysis.puzzle_difficulty`), `difficulty` what follows
    from them. `seed` and `number` identify the game that the position is from. `grade`, 1 to 5, is
    the fifth of the shipped puzzles that it is in; 0 before it is shipped.
    """

    game: str
    position: str
    line: tuple[Move, ...]
    value: int
    second: int
    tempting: int
    distance: int
    difficulty: float
    seed: int
    number: int
    grade: int = 0

    @property
    def solution(self) -> Move:
        """The first move."""
        return self.line[0]

    @property
    def id(self) -> str:
        """The id, derived from the position, so that it never changes."""
        digest = hashlib.sha256(self.position.encode()).hexdigest()
        return f"{self.game}-{digest[:8]}"

    def start(self) -> Position:
        """Return the position to solve."""
        return find_game(self.game).parse(self.position)

    def check(self, typed: str, made: Sequence[Move] = ()) -> tuple[Move, bool]:
        """Return the typed move in canonical notation, and whether it is the next of the line.

        `made` are the moves of the line so far. Raises NotationError or IllegalMove if it is no
        legal move, and NotationError if those are not the beginning of the line.
        """
        if len(made) >= len(self.line) or tuple(made) != self.line[: len(made)]:
            raise NotationError(f"{' '.join(made)} doesn't begin the solution of this puzzle")
        *_, position = replay(self.start(), made)
        move = find_game(self.game).parse_move(position, typed)
        return _native.check_puzzle(position, self.line[len(made)], move)

    def replies(self, made: Sequence[Move]) -> tuple[Move, ...]:
        """Return the opponent's answers to the last of the moves made, up to the next own move."""
        position = self.start()
        player, *positions = position.to_move, *replay(position, self.line)
        after = len(made)
        while after < len(self.line) and positions[after].to_move != player:
            after += 1
        return self.line[len(made) : after]

    @property
    def own_moves(self) -> tuple[Move, ...]:
        """The moves to find, without the opponent's answers."""
        player, places = self.start().to_move, replay(self.start(), self.line[:-1])
        return tuple(
            move for at, move in zip(places, self.line, strict=True) if at.to_move == player
        )

    @property
    def task(self) -> str:
        """What to find, in one sentence."""
        kept = "wins" if self.value > 0 else "draws"
        number = len(self.own_moves)
        move = "move" if number == 1 else f"line of {number} moves"
        return f"Player {self.start().to_move + 1} to move: find the only {move} that {kept}."

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON, without the line break and an unknown grade."""
        facts = asdict(self)
        if self.grade == 0:
            del facts["grade"]
        return json.dumps(facts, separators=(",", ":"))


def read_puzzles(lines: Iterable[str | bytes]) -> Iterator[Puzzle]:
    """Yield the puzzles in lines of JSON. Raises NotationError, which names the line."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            puzzle = msgspec.json.decode(line, type=Puzzle)
            position = puzzle.start()
            check_players(position)
            if not puzzle.line:
                raise NotationError("its line has no moves")
            for move in puzzle.line:
                position = position.play(move)
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
    return graded(read_puzzles(file.read_text(encoding="utf-8").splitlines()))


def graded(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Return the puzzles with their grades: an equal number of each, by difficulty."""
    puzzles = list(puzzles)
    easiest_first = sorted(puzzles, key=lambda it: (it.difficulty, it.id))
    grades = {
        it.id: 1 + place * MAX_GRADE // len(puzzles) for place, it in enumerate(easiest_first)
    }
    return tuple(replace(it, grade=grades[it.id]) for it in puzzles)


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
    solver: NativeSolver,
    position: Position,
    best: Move,
    stop: Stop | None = None,
    nodes: int = PROOF_NODES,
) -> int | None:
    """Return the value of the second-best move; None if that takes too long to prove."""
    values = []
    for move in position.legal_moves():
        if move != best:
            after = position.play(move)
            lower, upper, *_ = solver.solve(after, nodes=nodes, stop=stop)
            if lower != upper:
                return None
            # Turns do not always alternate.
            values.append(lower if after.to_move == position.to_move else -lower)
    return max(values, default=None)


def verify(puzzle: Puzzle, stop: Stop | None = None, nodes: int = PROOF_NODES) -> str | None:
    """Return what plain alpha-beta finds wrong with a puzzle; None if it is proven.

    `nodes` limits the proof of each position, so that a puzzle may be `NOT_PROVEN`. Once `stop` is
    set it returns at once, and the result means nothing.
    """
    position = puzzle.start()
    check_players(position)
    solver = _native.alphabeta(position, _PROOF_MEMORY)
    lower, upper, best, complete, *_ = solver.solve(position, nodes=nodes, stop=stop)
    if lower != upper or not complete:
        return NOT_PROVEN
    if best != [puzzle.solution]:
        return f"{puzzle.solution} must be the only best move; best are {', '.join(best)}"
    if lower != puzzle.value:
        return f"its value is {lower}, not {puzzle.value}"
    second = second_value(solver, position, puzzle.solution, stop, nodes)
    if second != puzzle.second:
        worth = f"the second best move is worth {second}, not {puzzle.second}"
        return NOT_PROVEN if second is None else worth
    if outcome_of(puzzle.second) == outcome_of(puzzle.value):
        return "the second-best move leads to the same result"
    return _verify_line(solver, puzzle, position, stop, nodes)


def _verify_line(
    solver: NativeSolver, puzzle: Puzzle, position: Position, stop: Stop | None, nodes: int
) -> str | None:
    """Return what is wrong with the moves after the first; None if each is the only one."""
    player = position.to_move
    for number, move in enumerate(puzzle.line):
        if number > 0 and position.to_move == player:
            lower, _, best, *_ = solver.solve(position, nodes=nodes, stop=stop)
            second = second_value(solver, position, move, stop, nodes)
            if second is None:
                return NOT_PROVEN
            if best != [move] or outcome_of(second) == outcome_of(lower):
                return f"move {number + 1} of its line, {move}, must be the only one that is best"
        position = position.play(move)
    return None
