"""Replay a line of moves as typed: parse it, play it, and draw it step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quire.core import Game, Position, leave_entry, player_who_left
from quire.errors import QuireError
from quire.games import find_game
from quire.picture import Picture, PictureChange, Stroke, changes
from quire.wire.study_types import Line, Replay, ReplayStep


@dataclass(frozen=True, slots=True)
class Played:
    """Every position of a line, from the first on, and its entries in canonical notation."""

    game: Game
    positions: list[Position]
    entries: list[str]


def play_line(line: Line) -> Played:
    """Play a line to its end.

    Raises UnknownGame, and NotationError or IllegalMove with the number of the invalid move.
    """
    game = find_game(line.game)
    position = _start(game, line)
    positions, entries = [position], []
    for number, typed in enumerate(line.moves, 1):
        try:
            player = player_who_left(typed)
            if player is None:
                entry = game.parse_move(position, typed)
                position = position.play(entry)
            else:
                entry = leave_entry(player)
                position = position.leave(player)
        except QuireError as error:
            raise type(error)(f"move {number}, {typed!r}: {error}") from None
        positions.append(position)
        entries.append(entry)
    return Played(game, positions, entries)


def _start(game: Game, line: Line) -> Position:
    if line.position is None:
        return game.start(line.size)
    return game.parse(line.position, line.size)


def frames(line: Line) -> Replay:
    """Return a line to step through. Raises as `play_line` does."""
    played = play_line(line)
    start, game = played.positions[0], played.game
    pictures = [game.draw(start)]
    for at, position in enumerate(played.positions[1:], 1):
        pictures.append(game.draw(position, played.entries[:at], before=pictures[-1]))
    return Replay(
        game=start.game,
        size=start.size,
        players=start.players,
        marks=game.marks,
        has_points=game.has_points(start.size),
        to_move=start.to_move,
        points=start.points,
        position=str(start),
        outcome=start.outcome(),
        picture=pictures[0],
        steps=tuple(
            _step(entry, played.positions[at : at + 2], pictures[at : at + 2])
            for at, entry in enumerate(played.entries)
        ),
    )


def _step(entry: str, around: Sequence[Position], pictures: Sequence[Picture]) -> ReplayStep:
    before, after = around
    change, added = _change(*pictures)
    return ReplayStep(
        move=entry,
        player=before.to_move if player_who_left(entry) is None else None,
        to_move=after.to_move,
        points=after.points,
        position=str(after),
        outcome=after.outcome(),
        change=change,
        added=added,
    )


def _change(before: Picture, after: Picture) -> tuple[PictureChange, tuple[Stroke, ...]]:
    """Return the change between two pictures, and the new strokes if all others stay.

    A game has hundreds of strokes: sending all of them with every step would take megabytes.
    """
    change = changes(before, after)
    if change.strokes is None:
        return change, ()
    old, new = set(before.strokes), set(after.strokes)
    if not old < new:
        return change, ()
    added = tuple(stroke for stroke in after.strokes if stroke not in old)
    return replace(change, strokes=None), added
