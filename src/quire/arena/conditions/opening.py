"""Openings: the moves, or the position, that a game between bots begins with."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from pathlib import Path

from quire.core import Game, Move, Position, replay
from quire.errors import NotationError, QuireError, RecordError
from quire.games import find_game
from quire.match.json_line import load

MAX_ATTEMPTS = 1000
"""Random games to try until one lasts as long as an opening."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Moves from the start of a game, or a position and moves from there."""

    moves: tuple[Move, ...] = ()
    start: str | None = None
    """A position text; None is the first position of the game."""

    def position(self, game: Game, size: str) -> Position:
        """Return the position after the opening. Raises a QuireError if it is invalid."""
        *_, last = replay(self.first(game, size), self.moves)
        return last

    def first(self, game: Game, size: str) -> Position:
        """Return the position before its moves. Raises a QuireError if it is invalid."""
        if self.start is None:
            return game.start(size)
        found = game.parse(self.start)
        if found.size != size:
            raise NotationError(f"the position is on {found.size}, not on {size}")
        return found


NO_OPENING = Opening()


def random_opening(position: Position, plies: int, chance: random.Random) -> Opening | None:
    """Return random moves that do not end the game; None if that fails."""
    moves: list[Move] = []
    while len(moves) < plies and position.outcome() is None:
        moves.append(chance.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return Opening(tuple(moves)) if position.outcome() is None else None


@dataclass(frozen=True, slots=True)
class OpeningFile:
    """The openings of a file, in the order in which they are played."""

    openings: tuple[Opening, ...]
    digest: str
    """SHA-256 of the file, by which a changed file is noticed."""

    @classmethod
    def read(cls, path: Path, game: str, size: str) -> OpeningFile:
        """Read a file, one opening per line. Raises NotationError, which names the invalid line.

        A line is moves (`c3 a1`, `startpos moves c3 a1`), a position text, a position text and
        `moves`, or an object of JSON with `moves`, `start` or both, such as a record.
        """
        try:
            content = path.read_bytes()
            text = content.decode()
        except OSError as error:
            raise NotationError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise NotationError(f"{path} is not a text file") from None
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("//"):
                continue
            try:
                opening = _read_line(line.strip(), find_game(game))
                position = opening.position(find_game(game), size)
                if position.outcome() is not None:
                    raise NotationError("the game is over after this opening")
                if position.out:
                    raise NotationError("a player has left: an opening needs every player")
            except QuireError as error:
                raise NotationError(f"{path}, line {number}: {error}") from None
            found.append(opening)
        if not found:
            raise NotationError(f"{path} contains no openings")
        return cls(tuple(found), hashlib.sha256(content).hexdigest())

    def shuffled(self, seed: int) -> OpeningFile:
        """Return the openings in random order."""
        order = list(self.openings)
        random.Random(f"openings {seed}").shuffle(order)
        return OpeningFile(tuple(order), self.digest)


def _read_line(line: str, game: Game) -> Opening:
    if line.startswith("{"):
        return _read_object(line, game)
    text, word, moves = f" {line} ".partition(" moves ")
    text = text.strip()
    if word:
        return Opening(tuple(moves.split()), None if text == "startpos" else text)
    if text == "startpos":
        return NO_OPENING
    try:
        game.parse(text)
    except QuireError:
        return Opening(tuple(text.split()))
    return Opening(start=text)


def _read_object(line: str, game: Game) -> Opening:
    try:
        found = load(line)
    except RecordError as error:
        raise NotationError(error.problem) from None
    assert isinstance(found, dict)
    moves, start = found.get("moves", []), found.get("start")
    named = found.get("game", game.key)
    if named != game.key:
        raise NotationError(f"an opening of {named}, not of {game.key}")
    texts = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
    if not texts or not isinstance(start, str | None) or not {"moves", "start"} & set(found):
        raise NotationError('an opening needs "moves" (a list of moves), "start" (a text) or both')
    return Opening(tuple(moves), start)
