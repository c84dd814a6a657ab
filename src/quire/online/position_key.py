"""A number for each position, the same for positions with the same best moves."""

from __future__ import annotations

from hashlib import blake2b

from quire.core import Position
from quire.games import find_game
from quire.online.game_state import GameState


def position_key(position: Position) -> int:
    """Return the key of a position, however it was reached. It fits into 64 bits."""
    return _key(position, str(position))


def similar_keys(position: Position) -> set[int]:
    """Return the keys of a position and of its mirror images."""
    views = find_game(position.game).profile.symmetries(str(position))
    return {_key(position, view.text) for view in views}


def rated_key(game: GameState) -> int | None:
    """Return the key of the position of a rated game in progress, once a move was made."""
    if not game.setup.rated or game.is_over or not game.match.moves:
        return None
    return position_key(game.match.position)


def _key(position: Position, text: str) -> int:
    if position.players == 2:  # the points so far don't change the best moves
        text, _ = find_game(position.game).profile.value_key(text)
    digest = blake2b(f"{position.game} {text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
