"""Against the computer on a server, the moves are thought of on the device, if it can."""

from __future__ import annotations

import pytest

from quire.core import Position
from quire.server.site import page as built
from quire.server.workers.worker_task import MoveTask
from tests.needs import missing
from tests.oracles import ORACLES
from tests.server.harness import RunningServer
from tests.web.game.test_pictures import Frames
from tests.web.person import People
from tests.web.player import SMALL, Player, words_for


@pytest.fixture(autouse=True)
def _core() -> None:
    if not list(built.STATIC.glob("assets/quire-*.wasm")):
        missing("the core for the browser", "run make page")


def position_of(ann: Player, game: str) -> Position:
    """Return the position after the moves that are shown."""
    position: Position = ORACLES[game].start(SMALL[game])
    for move in ann.moves():
        position = position.play(move)
    return position


def play_to_the_end(ann: Player, game: str) -> None:
    """Play the first legal move in every turn."""
    while True:
        ann.page.locator(".turn-line.mine, .ending").first.wait_for()
        position = position_of(ann, game)
        if (outcome := position.outcome()) is not None:
            break
        if position.to_move != 0:  # the own move is shown before it is stored
            ann.page.wait_for_timeout(20)
            continue
        number = len(ann.moves())
        ann.play_move(position.legal_moves()[0])
        ann.wait_for_moves(number + 1)
    ann.expect_result(*words_for(outcome, 0))


@pytest.mark.parametrize("game", SMALL)
def test_device_sends_the_moves_that_the_server_computes(
    person: People, server: RunningServer, game: str
) -> None:
    ann = Player(person(reduced_motion=True), "Ann")
    frames = Frames(ann.page)
    ann.sign_in()
    ann.open_game(ann.create_game(game, SMALL[game], seats=["me", "level3"]))
    frames.wait_until("computes")
    play_to_the_end(ann, game)
    sent = [it for it in frames.sent if it["type"] == "act" and it.get("seat") == 1]
    assert sent
    (seed,) = {it["seed"] for it in frames.received if it["type"] == "state"}
    moves = ann.moves()
    for act in sent:
        number = moves.index(str(act["text"]))
        task = MoveTask(game, SMALL[game], tuple(moves[:number]), f"level3:seed={seed}", 60.0)
        assert task.run() == act["text"]
    assert [it for it in frames.received if it["type"] == "error"] == []


def test_server_thinks_for_a_device_that_cannot(person: People) -> None:
    ann = Player(person(reduced_motion=True), "Ann")
    ann.person.expect_error("wasm|ERR_FAILED")
    ann.page.route("**/*.wasm", lambda route: route.abort())
    frames = Frames(ann.page)
    ann.sign_in()
    ann.open_game(ann.create_game("line", "7", seats=["me", "level3"]))
    play_to_the_end(ann, "line")
    assert [it for it in frames.sent if it["type"] == "act" and it.get("seat") == 1] == []
    assert sum(it["type"] == "welcome" for it in frames.received) == 1, "the page was reloaded"
