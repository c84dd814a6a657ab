"""Online, the page draws the board itself once the core is loaded; else the server's pictures."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocket

from quire.server.site import page as built
from tests.needs import missing
from tests.web.person import People
from tests.web.player import SMALL, WAYS, Player, play_out, short_game, start_game


class Frames:
    """What a tab sends to the server and receives."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[dict[str, object]] = []
        self.received: list[dict[str, object]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))
        socket.on("framereceived", lambda text: self.received.append(json.loads(text)))

    def watched(self) -> list[bool]:
        """Return whether pictures were requested, for each time a game was opened."""
        return [bool(it.get("picture")) for it in self.sent if it["type"] == "watch"]

    def wait_until_drawn_here(self, times: int = 1) -> None:
        """Wait until the page has asked that many times for no pictures."""
        while self.watched().count(False) < times:
            self.page.wait_for_timeout(20)

    def wait_until(self, wish: str) -> None:
        """Wait until the page has watched a game with this wish."""
        while not any(it.get(wish) for it in self.sent if it["type"] == "watch"):
            self.page.wait_for_timeout(20)

    def changes(self) -> int:
        """Return how many changes of pictures the server has sent."""
        return sum("change" in it for it in self.received)


@pytest.fixture(autouse=True)
def _core() -> None:
    if not list(built.STATIC.glob("assets/quire-*.wasm")):
        missing("the core for the browser", "run make page")


SHOWN = """() => [...document.querySelectorAll(".board [role=gridcell]")]
    .map((it) => it.getAttribute("aria-label"))"""
"""What the cells of the board are called: what is in them, who made it, and the last move."""


@pytest.mark.parametrize("game", SMALL)
def test_page_draws_the_board_that_the_server_draws(person: People, game: str) -> None:
    ann, bob, carl = (person(reduced_motion=True) for _ in range(3))
    carl.expect_error("wasm|ERR_FAILED")
    carl.page.route("**/*.wasm", lambda route: route.abort())
    frames = [Frames(it.page) for it in (ann, bob, carl)]
    players = start_game(ann, bob, game, SMALL[game])
    carl.page.goto(ann.page.url)
    carl.page.locator(".board [role=gridcell]").first.wait_for()
    for it in frames[:2]:
        it.wait_until_drawn_here()
    before = [it.changes() for it in frames]
    moves = short_game(game, SMALL[game])
    play_out(players, game, SMALL[game], moves, WAYS)
    Player(carl, "Carl").wait_for_moves(len(moves))
    assert [it.changes() for it in frames[:2]] == before[:2]
    assert frames[2].changes() > before[2]
    for visitor in (ann, bob, carl):
        visitor.page.locator(".ending").wait_for()
    seen = [it.page.evaluate(SHOWN) for it in (ann, bob, carl)]
    assert len(seen[0]) >= 7
    assert seen[0] == seen[1] == seen[2]


def test_takeback_and_reconnection_are_drawn_here(person: People) -> None:
    ann = Player(person(), "Ann")
    frames = Frames(ann.page)
    ann.sign_in()
    ann.open_game(ann.create_game("obstruction", "6x6", seats=["me", "level1"]))
    frames.wait_until_drawn_here()
    ann.play_move("a1")
    ann.wait_for_moves(2)
    ann.press_action("Takeback")
    ann.expect_turn("Your turn")
    ann.play_move("c3")
    ann.wait_for_moves(2)
    before = ann.page.evaluate(SHOWN)
    ann.person.expect_error("WebSocket|ERR_INTERNET")
    ann.page.evaluate("() => dispatchEvent(new Event('online'))")  # opens another connection
    frames.wait_until_drawn_here(2)
    assert ann.page.evaluate(SHOWN) == before
    assert frames.changes() == 0
