"""A number for each position, the same for positions with the same best moves."""

from __future__ import annotations

from hashlib import blake2b

from quire.core import Game, Position
from quire.games import find_game
from quire.online.game_state import GameState


def position_key(position: Position) -> int:
    """Return the key of a position, however it was reached. It fits into 64 bits."""
    return _key(find_game(position.game), position.players, str(position))


def similar_keys(position: Position) -> set[int]:
    """Return the keys of a position and of its mirror images."""
    game, players = find_game(position.game), position.players
    return {_key(game, players, view.text) for view in game.profile.symmetries(str(position))}


def rated_key(game: GameState) -> int | None:
    """Return the key of the position of a rated game in progress, once a move was made."""
    match = game.match
    if not game.setup.rated or match.outcome is not None or not match.moves:
        return None
    return _key(match.game, len(match.players), match.position_text)


def _key(game: Game, players: int, text: str) -> int:
    if players == 2:  # the points so far don't change the best moves
        text, _ = game.profile.value_key(text)
    digest = blake2b(f"{game.key} {text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
