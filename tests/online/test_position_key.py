"""Keys of positions: equal for the same position, however it was reached or turned."""

from __future__ import annotations

import random

import pytest

from quire.games import GAMES, find_game
from quire.online.position_key import position_key, similar_keys


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_key_is_among_the_similar_ones_of_every_view(game: str) -> None:
    kind, rng = find_game(game), random.Random(7)
    position = kind.start()
    while position.outcome() is None:
        for view in kind.profile.symmetries(str(position)):
            assert position_key(kind.parse(view.text)) in similar_keys(position)
        assert -(2**63) <= position_key(position) < 2**63
        position = position.play(rng.choice(position.legal_moves()))


def test_points_do_not_matter_but_the_board_does() -> None:
    sos = find_game("sos")
    one, other, third = (
        sos.parse(text) for text in ("SOS/.../... 1 1-0", "SOS/.../... 2 0-1", "SOS/.../..S 2 1-0")
    )
    assert position_key(one) == position_key(other) != position_key(third)
    three = [sos.parse(f"SOS/.../... 1 {points}") for points in ("1-0-0", "0-1-0")]
    assert position_key(three[0]) != position_key(three[1])
