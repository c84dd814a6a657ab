"""The toy game on the page, from the form on the start page to the end of a game."""

from __future__ import annotations

from tests.web.person import People
from tests.web.player import Player


def test_two_people_play_it_in_browsers(person: People) -> None:
    ann, bob = Player(person(), "Ann"), Player(person(), "Bob")
    for player in (ann, bob):
        player.person.expect_error(r"404 .*/api/puzzles/today")  # it has no puzzles
    link = ann.create_invite("tictactoe", "4x3")
    bob.page.goto(link)
    bob.join()
    moves = ["a1", "b1", "a2", "b2", "a3"]
    for number, move in enumerate(moves):
        (ann, bob)[number % 2].play_move(move)
        for player in (ann, bob):
            player.wait_for_moves(number + 1)
    ann.expect_result("You won", "line completed")
    bob.expect_result("You lost", "line completed")
    assert ann.record()["moves"] == bob.moves() == moves
    assert ann.record()["size"] == "4x3"
