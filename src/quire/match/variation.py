"""What people add to the moves of a record: comments, and variations with their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from quire.core import Position, leave_entry, player_who_left
from quire.errors import QuireError, RecordError
from quire.games import find_game

MAX_VARIATION_DEPTH = 16
"""How deep variations can be nested."""


class Comment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A comment on a position of a line."""

    after: Annotated[
        int, Meta(ge=0, description="The number of entries of `moves` before it; 0 is the start.")
    ]
    text: Annotated[str, Meta(min_length=1, description="The comment.")]


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another line: moves that could have been played instead, or after the last move."""

    after: Annotated[
        int,
        Meta(
            ge=0,
            description="The number of entries of the other line's `moves` before it; its first "
            "move is an alternative to the next one.",
        ),
    ]
    moves: Annotated[
        tuple[str, ...], Meta(min_length=1, description="Its moves in canonical notation.")
    ]
    comments: Annotated[
        tuple[Comment, ...], Meta(description="Comments; they count the variation's own moves.")
    ] = ()
    variations: Annotated[
        tuple[Variation, ...],
        Meta(description="Variations of this one; they count its own moves."),
    ] = ()

    def replay(self, position: Position) -> Iterator[Position]:
        """Yield every position of the line, from the one that it begins in.

        Raises RecordError, with the number of the move, at the first that is invalid.
        """
        return replay_entries(position, self.moves)


def replay_entries(position: Position, entries: Sequence[str]) -> Iterator[Position]:
    """Yield this position and those after each entry, all of which must be canonical and legal.

    Raises RecordError, with the number of the entry.
    """
    yield position
    action_space = find_game(position.game).moves(position.size)
    for number, entry in enumerate(entries, 1):
        if position.outcome() is not None:
            raise RecordError(f"{entry!r} comes after the end of the game", move=number)
        try:
            position = _step(position, entry, action_space)
        except RecordError as error:
            raise RecordError(error.problem, move=number) from error
        except QuireError as error:
            raise RecordError(str(error), move=number) from error
        yield position


def check_comments(comments: Sequence[Comment], entries: int, place: str = "") -> None:
    """Raise RecordError unless every comment is on a position of a line with that many entries."""
    for number, comment in enumerate(comments):
        _check_after(comment.after, entries, f"{place}comments[{number}]")
        if not comment.text:
            raise RecordError(f"{place}comments[{number}]: a comment needs a text")


def check_variations(
    variations: Sequence[Variation], positions: Sequence[Position], place: str = "", depth: int = 1
) -> None:
    """Check variations of the line with these positions. Raises RecordError, with the place."""
    if variations and depth > MAX_VARIATION_DEPTH:
        raise RecordError(f"variations can be nested up to {MAX_VARIATION_DEPTH} deep")
    for number, variation in enumerate(variations):
        here = f"{place}variations[{number}]"
        _check_after(variation.after, len(positions) - 1, here)
        if not variation.moves:
            raise RecordError(f"{here}: a variation needs a move")
        try:
            line = list(variation.replay(positions[variation.after]))
        except RecordError as error:
            raise RecordError(f"{here}, move {error.move}: {error.problem}") from error
        check_comments(variation.comments, len(variation.moves), f"{here}.")
        check_variations(variation.variations, line, f"{here}.", depth + 1)


def _check_after(after: int, entries: int, place: str) -> None:
    if not 0 <= after <= entries:
        raise RecordError(
            f"{place}: after must be 0 to {entries}, the number of moves, not {after}"
        )


def _step(position: Position, entry: str, action_space: tuple[str, ...]) -> Position:
    player = player_who_left(entry)
    if player is not None:
        if position.players == 2:
            raise RecordError(
                f"{entry!r}: in a two-player game nobody drops out; the game ends, and the "
                "outcome gives the reason"
            )
        if player not in range(position.players) or entry != leave_entry(player):
            raise RecordError(f"{entry!r}: players are 1 to {position.players}")
        return position.leave(player)
    canonical = action_space[position.index(entry)]
    if entry != canonical:
        raise RecordError(f"move {entry!r} is not in canonical form: write {canonical!r}")
    return position.play(entry)
