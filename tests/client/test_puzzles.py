"""Puzzles and ratings over the client."""

from __future__ import annotations

import pytest

from quire.client import Client
from quire.engine.analysis.puzzle import find
from quire.errors import IllegalMove, NotSignedIn, UnknownGame
from tests.client.clients import guest, run, start_game
from tests.server.harness import RunningServer


def test_puzzles_are_solved_and_given_up(server: RunningServer) -> None:
    async def solve() -> None:
        async with guest(server.url, "Ann") as ann, Client(server.url) as visitor:
            today = await ann.daily_puzzle()
            assert (today.state, (await visitor.daily_puzzle()).state) == ("new", None)
            assert await ann.puzzle(today.id) == today
            *made, last = find(today.id).line
            answer = await ann.answer_puzzle(today.id, last, made)
            assert (answer.correct, answer.state, answer.progress.streak) == (True, "solved", 1)
            puzzle = await ann.next_puzzle("sos", 5)
            assert (puzzle.game, puzzle.grade, puzzle.day) == ("sos", 5, None)
            taken = next(cell for cell in puzzle.picture.cells if cell.mark)
            with pytest.raises(IllegalMove):
                await ann.answer_puzzle(puzzle.id, f"S{taken.name}")
            answer = await ann.answer_puzzle(puzzle.id, None)
            assert (answer.state, answer.line) == ("given_up", find(puzzle.id).line)
            assert await ann.my_puzzles() == answer.progress
            with pytest.raises(NotSignedIn):
                await visitor.my_puzzles()

    run(solve())


def test_ratings_game_by_game(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            game, _ = await start_game(ann, bob, "line", "5", rated=True)
            await game.resign()
            mine = (await ann.me()).id
            (point,) = await bob.ratings(mine, "line")
            (figures,) = (await ann.me()).games
            assert (point.game_id, point.rating) == (game.id, figures.rating)
            with pytest.raises(UnknownGame):
                await bob.ratings(mine, "chess")

    run(play())
