"""The core on this device: without a network the page plays on, and computer players answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import quire
from quire.server.site import page as built
from quire.server.workers.worker_task import MoveTask
from tests.needs import missing
from tests.oracles import ORACLES
from tests.web.app.test_offline import go_offline, wait_until_cached
from tests.web.game.test_hotseat import open_hotseat, play_on
from tests.web.person import People
from tests.web.player import SMALL, short_game

ASK = """([worker, message]) => new Promise((resolve, reject) => {
    const core = new Worker(worker, { type: "module" });
    core.onmessage = ({ data }) => resolve(data);
    core.onerror = (event) => reject(new Error(event.message));
    core.postMessage(message);
})"""


@pytest.fixture(autouse=True)
def _core() -> None:
    if not list(built.STATIC.glob("assets/quire-*.wasm")):
        missing("the core for the browser", "run make page")


def asset(pattern: str) -> str:
    """Return the address of the one file of the build with such a name."""
    (found,) = built.STATIC.glob(f"assets/{pattern}")
    return f"/assets/{found.name}"


@pytest.mark.parametrize("game", SMALL)
def test_whole_game_at_one_screen_offline(person: People, game: str) -> None:
    size, moves = SMALL[game], short_game(game, SMALL[game])
    both = open_hotseat(person, game, size, offline_too=True)
    wait_until_cached(both.page)
    go_offline(both.person)
    both.page.goto(f"/hotseat?game={game}&size={size}")
    position = play_on(both, ORACLES[game].start(size), moves[:2])
    both.page.reload()
    both.wait_for_moves(2)
    both.press_action("Undo")
    expect(both.page.locator(".moves [data-move]")).to_have_count(1)
    position = play_on(both, ORACLES[game].start(size).play(moves[0]), moves[1:])
    assert position.outcome() is not None
    assert both.free_cells() == set()


@pytest.mark.parametrize("game", SMALL)
def test_level_answers_offline_as_the_server_would(person: People, game: str) -> None:
    ann = person(offline_too=True)
    wait_until_cached(ann.page)
    go_offline(ann)
    moves = tuple(quire.start(game).legal_moves()[:1])
    found = ask(ann.page, game, level_request(game, 3, 5, moves))
    task = MoveTask(game, quire.find_game(game).sizes.default, moves, "level3:seed=5", 60.0)
    assert found["answer"]["candidates"][0]["move"] == task.run()


def ask(page: Page, game: str, request: str) -> dict[str, dict[str, list[dict[str, object]]]]:
    """Return the reply of a new worker."""
    place = {"url": asset("quire-*.wasm"), "integrity": ""}
    message = {"id": 1, "place": place, "request": request}
    if list(built.STATIC.glob(f"assets/{game}-*.bin")):
        message["weights"] = {"game": game, "url": asset(f"{game}-*.bin")}
    reply: dict[str, dict[str, list[dict[str, object]]]] = page.evaluate(
        ASK, [asset("worker-*.js"), message]
    )
    return reply


def level_request(game: str, level: int, seed: int, moves: tuple[str, ...]) -> str:
    """Return the request for a level's move, as web/src/core/agents.ts makes it."""
    file = Path(__file__).parents[3] / "web/src/core/levels.gen.json"
    profile = json.loads(file.read_text("utf-8"))[game]
    settings = {**profile["levels"][level - 1], **profile["champion"]}
    settings["level_nodes"] = settings.pop("nodes")
    details = {
        "game": game,
        "size": profile["default_size"],
        "moves": " ".join(moves),
        "measured_size": profile["measured_size"],
        "seed": seed,
        **settings,
    }
    return "\n".join(["choose", *(f"{name}={value}" for name, value in details.items())])
