"""Two people with a browser each play every game to its end."""

from __future__ import annotations

import pytest

from tests.web.person import People
from tests.web.player import SMALL, WAYS, Player, expect_outcome, play_out, short_game


@pytest.mark.parametrize("game", SMALL)
def test_two_players_finish_a_game(person: People, game: str) -> None:
    size = SMALL[game]
    players = ann, bob = Player(person(reduced_motion=False), "Ann"), Player(person(), "Bob")
    link = ann.create_invite(game, size)
    ann.expect_turn("Waiting for players")
    bob.page.goto(link)
    bob.join()
    play_out(players, game, size, short_game(game, size), WAYS)
    expect_outcome(players, game, size)
