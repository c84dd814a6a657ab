"""Lost connections: the page reports them, and no move is lost or made twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.server.harness import Running
from tests.web.person import People
from tests.web.player import Player, sit

WAITS = "Your move will be sent when you're back online."


def expect_lost_connections(*people: Player) -> None:
    """The browser complains of what the test breaks."""
    for it in people:
        it.person.expect_error("WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY")


def test_a_reload_changes_nothing(person: People) -> None:
    ann, bob = sit(person(), person(), "line")
    ann.plays("S3")
    bob.sees_moves(1)
    for it in (bob, ann):
        it.page.reload()
        it.sees_moves(1)
    bob.plays("S5")
    ann.plays("O4")
    bob.sees_end("YOU LOST", "line completed")
    ann.page.reload()
    ann.sees_end("YOU WON", "line completed")
    assert ann.record()["moves"] == ["S3", "S5", "O4"]


def test_offline_move_is_stored_on_reconnect(person: People) -> None:
    ann, bob = sit(person(), person(), "line")
    expect_lost_connections(ann, bob)
    ann.person.context.set_offline(True)
    expect(ann.page.locator(".connection-bar")).to_contain_text("Connection lost.")
    ann.hears("Connection lost.")
    expect(bob.page.locator(".seat").first).to_contain_text("s to return")
    ann.plays("S3")
    ann.sees_turn(WAITS)
    expect(ann.cell("3")).to_have_accessible_name("3, S, sending")
    assert ann.free_cells() == set()
    assert bob.stored() == []
    ann.person.context.set_offline(False)
    bob.sees_moves(1)
    ann.sees_turn(f"{bob.name} to move")
    expect(ann.page.locator(".connection-bar")).to_have_count(0)
    expect(ann.cell("3")).to_have_accessible_name("3, S, last move")
    expect(bob.page.locator(".seat").first).not_to_contain_text("disconnected")
    assert ann.moves() == bob.moves() == ann.stored() == ["S3"]


def test_page_reconnects_after_server_restart(person: People, own_server: Running) -> None:
    ann, bob = sit(person(own_server), person(own_server), "line")
    expect_lost_connections(ann, bob)
    ann.plays("S3")
    bob.sees_moves(1)
    own_server.stop()
    for it in (ann, bob):
        expect(it.page.locator(".connection-bar")).to_contain_text("The server is restarting")
        expect(it.page.locator(".connection-bar")).to_contain_text(
            re.compile(r"Reconnecting in \d+ s…")
        )
        expect(it.action("Abort game")).to_be_disabled()
    bob.plays("S5")
    bob.sees_turn(WAITS)
    own_server.start()
    for it in (bob, ann):
        # It may come back by itself just then.
        it.page.get_by_role("button", name="Try now").evaluate_all("all => all[0]?.click()")
        expect(it.page.locator(".connection-bar")).to_have_count(0)
    ann.plays("O4")
    bob.sees_end("YOU LOST", "line completed")
    assert ann.record()["moves"] == ["S3", "S5", "O4"]


def test_broken_connections_are_restored(person: People, own_server: Running) -> None:
    ann, bob = sit(person(own_server), person(own_server), "line")
    expect_lost_connections(ann, bob)
    for number, (mover, move) in enumerate(((ann, "S3"), (bob, "S5"), (ann, "O4")), 1):
        own_server.cut()
        mover.plays(move)
        for it in (ann, bob):
            it.sees_moves(number)
    bob.sees_end("YOU LOST", "line completed")
    assert ann.record()["moves"] == ["S3", "S5", "O4"]


class Line:
    """The connection of one tab, which the test can delay or break."""

    def __init__(self, player: Player) -> None:
        self.cuts: Callable[[dict[str, object]], bool] = lambda _: False
        """Whether the connection breaks before a message arrives, in either direction."""
        self.breaks = 0
        """The number of times that it did."""
        self.holds = False
        self._held: list[str | bytes] = []
        player.page.route_web_socket(re.compile("/socket"), self._open)

    def _open(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._route = route

        def breaks(message: str | bytes) -> bool:
            if not self.cuts(json.loads(message)):
                return False
            self.cuts = lambda _: False
            self.breaks += 1
            server.close()
            route.close(code=3000)
            return True

        def from_server(message: str | bytes) -> None:
            if self.holds:
                self._held.append(message)
            elif not breaks(message):
                route.send(message)

        def from_page(message: str | bytes) -> None:
            if not breaks(message):
                server.send(message)

        server.on_message(from_server)
        route.on_message(from_page)

    def deliver(self) -> None:
        """Deliver the delayed messages."""
        self.holds = False
        for message in self._held:
            self._route.send(message)
        self._held.clear()


def test_move_with_lost_response_is_made_once(person: People) -> None:
    people = person(), person()
    line = Line(Player(people[0], "Ann"))
    ann, bob = sit(*people, "line")
    expect_lost_connections(ann)
    line.cuts = lambda message: (message["type"], message.get("kind")) == ("event", "move")
    ann.plays("S3")
    bob.sees_moves(1)
    expect(ann.cell("3")).to_have_accessible_name("3, S, last move")
    ann.sees_turn(f"{bob.name} to move")
    assert ann.moves() == bob.moves() == ann.stored() == ["S3"]
    bob.plays("O4")
    ann.sees_moves(2)


@pytest.mark.parametrize("lost", ["act", "event"])
def test_a_chat_message_on_a_broken_connection_is_sent_once(person: People, lost: str) -> None:
    people = person(), person()
    line = Line(Player(people[0], "Ann"))
    ann, bob = sit(*people, "line")
    expect_lost_connections(ann)
    line.cuts = lambda message: (message["type"], message.get("kind")) == (lost, "chat")
    box = ann.page.get_by_label("Message the other players")
    for words in ("Hello?", "Are you there?"):
        box.fill(words)
        box.press("Enter")
        for it in (ann, bob):
            expect(it.page.locator(".chat-messages li").last).to_contain_text(words)
    assert line.breaks == 1
    line.cuts = lambda message: (message["type"], message.get("kind")) == (lost, "abort")
    ann.does("Abort game")
    for it in (ann, bob):
        it.sees_end("NO RESULT", "game aborted")
        expect(it.page.locator(".chat-messages li")).to_have_count(2)
    assert line.breaks == 2
    expect(ann.page.get_by_role("alert")).to_have_count(0)


def test_double_click_is_one_move(person: People) -> None:
    ann, bob = sit(person(), person(), "obstruction")
    ann.page.evaluate(
        "() => ['c3', 'a1'].forEach((it) => document.querySelector(`[data-cell=${it}]`).click())"
    )
    for it in (ann, bob):
        it.sees_moves(1)
    expect(ann.cell("a1")).to_have_accessible_name("a1, empty")
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    assert ann.stored() == ["c3"]


def test_late_move_shows_an_error(person: People, own_server: Running) -> None:
    ann, bob = sit(person(own_server), person(own_server), "obstruction")
    expect_lost_connections(ann)
    ann.person.context.set_offline(True)
    expect(bob.page.locator(".seat").first).to_contain_text("s to return")
    ann.plays("c3")
    ann.sees_turn(WAITS)
    own_server.advance(31)
    bob.sees_end("YOU WON", "by disconnection")
    ann.person.context.set_offline(False)
    ann.sees_end("YOU LOST", "by disconnection")
    expect(ann.cell("c3")).to_have_accessible_name("c3, empty")
    assert ann.moves() == ann.record()["moves"] == []


def test_offline_move_is_stored_from_another_page(person: People) -> None:
    ann, bob = sit(person(), person(), "line")
    expect_lost_connections(ann, bob)
    ann.person.context.set_offline(True)
    expect(ann.page.locator(".connection-bar")).to_be_visible()
    ann.plays("S3")
    ann.page.get_by_role("link", name="Quire").click()
    ann.page.wait_for_url("**/")
    ann.person.context.set_offline(False)
    bob.sees_moves(1)
    ann.page.go_back()
    ann.sees_turn(f"{bob.name} to move")
    assert ann.moves() == bob.moves() == ["S3"]


def test_two_tabs_move_at_once(person: People) -> None:
    ann, bob = sit(person(), person(), "obstruction")
    other = Player(ann.person, "Ann", ann.person.context.new_page())
    line = Line(other)
    other.opens(ann.game)
    other.sees_turn("Your turn")
    line.holds = True
    ann.plays("c3")
    bob.sees_moves(1)
    other.plays("a1")
    expect(other.cell("a1")).to_have_accessible_name("a1, X, sending")
    line.deliver()
    other.sees_moves(1)
    expect(other.cell("a1")).to_have_accessible_name("a1, empty")
    expect(other.page.get_by_role("alert")).to_be_visible()
    for it in (ann, bob, other):
        assert it.moves() == it.stored() == ["c3"]
    bob.plays("a1")
    other.sees_moves(2)
    other.plays("e5")
    for it in (ann, bob, other):
        it.sees_moves(3)
        assert it.moves() == it.stored() == ["c3", "a1", "e5"]


def test_time_runs_out(person: People, own_server: Running) -> None:
    ann, bob = sit(person(own_server), person(own_server), "line", clock=20)
    expect(ann.page.get_by_role("timer")).to_have_text(re.compile(r"^0:[12]\d$"))
    ann.plays("S3")
    bob.sees_turn("Your turn")
    own_server.advance(15)
    bob.page.reload()
    expect(bob.page.get_by_role("timer")).to_have_text(re.compile(r"^0:0\d$"))
    bob.hears(re.compile(r"Your turn: \d seconds? left\."))
    own_server.advance(10)
    ann.sees_end("YOU WON", "on time")
    ann.hears(f"{bob.name} ran out of time. YOU WON, on time.")
    bob.sees_end("YOU LOST", "on time")
    bob.hears("You ran out of time. YOU LOST, on time.")


def test_absent_player_loses(person: People, own_server: Running) -> None:
    ann, bob = sit(person(own_server), person(own_server), "sos")
    bob.page.close()
    ann.hears(f"{bob.name} has disconnected.")
    away = ann.page.locator(".seat").nth(1).locator(".away")
    expect(away).to_have_text(re.compile(r"disconnected, \d+ s to return"))
    expect(away).not_to_have_text(away.inner_text())  # it counts
    own_server.advance(31)
    ann.sees_end("YOU WON", "by disconnection")
    ann.hears(f"{bob.name} didn't reconnect in time. YOU WON")
    late = Player(bob.person, bob.name, bob.person.context.new_page())
    late.opens(ann.game)
    late.sees_end("YOU LOST", "by disconnection")
