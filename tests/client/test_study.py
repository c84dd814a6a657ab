"""Study over the client: replays, analysis, reviews with their progress, and hints."""

from __future__ import annotations

import pytest

import quire
from quire.client import Client
from quire.errors import IllegalMove, NotAllowed, NotationError
from quire.server.workers.replay import frames
from quire.wire.study_types import Line
from tests.client.clients import guest, run, start_game
from tests.server.harness import RunningServer


def test_a_line_of_moves(server: RunningServer) -> None:
    async def study() -> None:
        async with Client(server.url) as visitor:
            replay = await visitor.replay("sos", ["sa1", "ob1"], size="3x3")
            assert replay == frames(Line(game="sos", size="3x3", moves=["Sa1", "Ob1"]))
            found = await visitor.analyse("line", position="S.S.... 1")
            assert (found.value, found.outcome, found.moves[0].move) == (1, "win", "O2")
            with pytest.raises(IllegalMove, match="move 2"):
                await visitor.replay("line", ["S1", "S1"])
            with pytest.raises(NotationError):
                await visitor.analyse("line", ["what"])

    run(study())


def test_a_review_reports_its_progress(server: RunningServer) -> None:
    async def study() -> None:
        progress: list[float] = []
        async with Client(server.url) as visitor:
            moves = ["S1", "S3", "O5"]
            review = await visitor.review("line", moves, size="7", progress=progress.append)
            assert progress == [0.25, 0.5, 0.75, 1.0]
            assert [step.move for step in review.steps] == moves
            assert review.mistakes == (1, 2, 3)  # S4 wins; S3 and O5 leave a win each
            assert (
                review.steps[1].better == quire.solve(quire.parse("line", "S...... 2")).best_moves
            )
            with pytest.raises(IllegalMove):
                await visitor.review("line", ["S1", "S1"])

    run(study())


def test_a_game_and_hints(server: RunningServer) -> None:
    async def study() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            game, _ = await start_game(ann, bob, "line", "5")
            await game.move("S1")
            replay = await bob.game_replay(game.id)
            assert [step.move for step in replay.replay.steps] == ["S1"]
            assert [seat.name for seat in replay.seats] == ["Ann", "Bob"]
            with pytest.raises(NotAllowed, match="against people"):
                await bob.hint(game.id)
            own = await ann.create_game("line", "5", seats=["me", "level1"], random_order=False)
            hint = await ann.hint(own)
            assert hint.move in quire.solve(quire.start("line", "5")).best_moves

    run(study())
