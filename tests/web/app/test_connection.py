"""Lost connections: the page reports them, and no move is lost or made twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.server.harness import RunningServer
from tests.web.person import People
from tests.web.player import Player, start_game

SENT_LATER = "Your move will be sent when you're back online."


def expect_lost_connections(*people: Player) -> None:
    """Expect the errors that the browser logs for connections the test breaks."""
    for player in people:
        player.person.expect_error("WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY")


def test_reload_changes_nothing(person: People) -> None:
    ann, bob = start_game(person(), person(), "line")
    ann.play_move("S3")
    bob.wait_for_moves(1)
    for player in (bob, ann):
        player.page.reload()
        player.wait_for_moves(1)
    bob.play_move("S5")
    ann.play_move("O4")
    bob.expect_result("You lost", "line completed")
    ann.page.reload()
    ann.expect_result("You won", "line completed")
    assert ann.record()["moves"] == ["S3", "S5", "O4"]


def test_offline_move_is_stored_on_reconnect(person: People) -> None:
    ann, bob = start_game(person(), person(), "line")
    expect_lost_connections(ann, bob)
    ann.person.context.set_offline(True)
    expect(ann.page.locator(".connection-bar")).to_contain_text("Connection lost.")
    ann.expect_announcement("Connection lost.")
    expect(bob.seat(0)).to_contain_text("s left")
    ann.play_move("S3")
    ann.expect_turn(SENT_LATER)
    expect(ann.cell("3")).to_have_accessible_name("3, S, sending")
    assert ann.free_cells() == set()
    assert bob.stored() == []
    ann.person.context.set_offline(False)
    bob.wait_for_moves(1)
    ann.expect_turn(f"{bob.name} to move")
    expect(ann.page.locator(".connection-bar")).to_have_count(0)
    expect(ann.cell("3")).to_have_accessible_name("3, S, last move")
    expect(bob.seat(0)).not_to_contain_text("disconnected")
    assert ann.moves() == bob.moves() == ann.stored() == ["S3"]


def test_page_reconnects_after_server_restart(person: People, own_server: RunningServer) -> None:
    ann, bob = start_game(person(own_server), person(own_server), "line")
    expect_lost_connections(ann, bob)
    ann.play_move("S3")
    bob.wait_for_moves(1)
    own_server.stop()
    for player in (ann, bob):
        expect(player.page.locator(".connection-bar")).to_contain_text("The server is restarting")
        expect(player.page.locator(".connection-bar")).to_contain_text(
            re.compile(r"Reconnecting in \d+ s…")
        )
        expect(player.action("Abort game")).to_be_disabled()
    bob.play_move("S5")
    bob.expect_turn(SENT_LATER)
    own_server.start()
    for player in (bob, ann):
        # It may reconnect by itself just then.
        player.page.get_by_role("button", name="Try now").evaluate_all("all => all[0]?.click()")
        expect(player.page.locator(".connection-bar")).to_have_count(0)
    ann.play_move("O4")
    bob.expect_result("You lost", "line completed")
    assert ann.record()["moves"] == ["S3", "S5", "O4"]


def test_broken_connections_are_restored(person: People, own_server: RunningServer) -> None:
    ann, bob = start_game(person(own_server), person(own_server), "line")
    expect_lost_connections(ann, bob)
    for number, (mover, move) in enumerate(((ann, "S3"), (bob, "S5"), (ann, "O4")), 1):
        own_server.drop_connections()
        mover.play_move(move)
        for player in (ann, bob):
            player.wait_for_moves(number)
    bob.expect_result("You lost", "line completed")
    assert ann.record()["moves"] == ["S3", "S5", "O4"]


class TabConnection:
    """The connection of one tab, which the test can delay or break."""

    def __init__(self, player: Player) -> None:
        self.breaks_at: Callable[[dict[str, object]], bool] = lambda _: False
        """Whether the connection breaks before a message arrives, in either direction."""
        self.times_broken = 0
        """How often it broke."""
        self.is_delayed = False
        self._held: list[str | bytes] = []
        player.page.route_web_socket(re.compile("/socket"), self._open)

    def _open(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._route = route

        def break_at(message: str | bytes) -> bool:
            if not self.breaks_at(json.loads(message)):
                return False
            self.breaks_at = lambda _: False
            self.times_broken += 1
            server.close()
            route.close(code=3000)
            return True

        def from_server(message: str | bytes) -> None:
            if self.is_delayed:
                self._held.append(message)
            elif not break_at(message):
                route.send(message)

        def from_page(message: str | bytes) -> None:
            if not break_at(message):
                server.send(message)

        server.on_message(from_server)
        route.on_message(from_page)

    def deliver(self) -> None:
        """Deliver the delayed messages."""
        self.is_delayed = False
        for message in self._held:
            self._route.send(message)
        self._held.clear()


def test_move_with_lost_response_is_made_once(person: People) -> None:
    people = person(), person()
    connection = TabConnection(Player(people[0], "Ann"))
    ann, bob = start_game(*people, "line")
    expect_lost_connections(ann)
    connection.breaks_at = lambda message: (
        (message["type"], message.get("kind")) == ("event", "move")
    )
    ann.play_move("S3")
    bob.wait_for_moves(1)
    expect(ann.cell("3")).to_have_accessible_name("3, S, last move")
    ann.expect_turn(f"{bob.name} to move")
    assert ann.moves() == bob.moves() == ann.stored() == ["S3"]
    bob.play_move("O4")
    ann.wait_for_moves(2)


@pytest.mark.parametrize("lost", ["act", "event"])
def test_chat_message_on_a_broken_connection_is_sent_once(person: People, lost: str) -> None:
    people = person(), person()
    connection = TabConnection(Player(people[0], "Ann"))
    ann, bob = start_game(*people, "line")
    expect_lost_connections(ann)
    connection.breaks_at = lambda message: (message["type"], message.get("kind")) == (lost, "chat")
    box = ann.page.get_by_label("Message the other players")
    for words in ("Hello?", "Are you there?"):
        box.fill(words)
        box.press("Enter")
        for player in (ann, bob):
            expect(player.page.locator(".chat-messages li").last).to_contain_text(words)
    assert connection.times_broken == 1
    connection.breaks_at = lambda message: (message["type"], message.get("kind")) == (lost, "abort")
    ann.press_action("Abort game")
    for player in (ann, bob):
        player.expect_result("No result", "game aborted")
        expect(player.page.locator(".chat-messages li")).to_have_count(2)
    assert connection.times_broken == 2
    expect(ann.page.get_by_role("alert")).to_have_count(0)


def test_double_click_is_one_move(person: People) -> None:
    ann, bob = start_game(person(), person(), "obstruction")
    ann.page.evaluate(
        "() => ['c3', 'a1'].forEach((it) => document.querySelector(`[data-cell=${it}]`).click())"
    )
    for player in (ann, bob):
        player.wait_for_moves(1)
    expect(ann.cell("a1")).to_have_accessible_name("a1, empty")
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    assert ann.stored() == ["c3"]


def test_late_move_shows_an_error(person: People, own_server: RunningServer) -> None:
    ann, bob = start_game(person(own_server), person(own_server), "obstruction")
    ann.play_move("a1")
    bob.play_move("e5")
    ann.expect_turn("Your turn")
    expect_lost_connections(ann)
    ann.person.context.set_offline(True)
    expect(bob.seat(0)).to_contain_text("s left")
    ann.play_move("c3")
    ann.expect_turn(SENT_LATER)
    own_server.advance(31)
    bob.expect_result("You won", "by disconnection")
    ann.person.context.set_offline(False)
    ann.expect_result("You lost", "by disconnection")
    expect(ann.cell("c3")).to_have_accessible_name("c3, empty")
    assert ann.moves() == ann.record()["moves"] == ["a1", "e5"]


def test_offline_move_is_stored_from_another_page(person: People) -> None:
    ann, bob = start_game(person(), person(), "line")
    expect_lost_connections(ann, bob)
    ann.person.context.set_offline(True)
    expect(ann.page.locator(".connection-bar")).to_be_visible()
    ann.play_move("S3")
    ann.page.get_by_role("link", name="Quire").click()
    ann.page.wait_for_url("**/")
    ann.person.context.set_offline(False)
    bob.wait_for_moves(1)
    ann.page.go_back()
    ann.expect_turn(f"{bob.name} to move")
    ann.wait_for_moves(1)
    assert ann.moves() == bob.moves() == ["S3"]


def test_two_tabs_move_at_once(person: People) -> None:
    ann, bob = start_game(person(), person(), "obstruction")
    other = Player(ann.person, "Ann", ann.person.context.new_page())
    connection = TabConnection(other)
    other.open_game(ann.game)
    other.expect_turn("Your turn")
    connection.is_delayed = True
    ann.play_move("c3")
    bob.wait_for_moves(1)
    other.play_move("a1")
    expect(other.cell("a1")).to_have_accessible_name("a1, X, sending")
    connection.deliver()
    other.wait_for_moves(1)
    expect(other.cell("a1")).to_have_accessible_name("a1, empty")
    expect(other.page.get_by_role("alert")).to_be_visible()
    for player in (ann, bob, other):
        assert player.moves() == player.stored() == ["c3"]
    bob.play_move("a1")
    other.wait_for_moves(2)
    other.play_move("e5")
    for player in (ann, bob, other):
        player.wait_for_moves(3)
        assert player.moves() == player.stored() == ["c3", "a1", "e5"]


def test_time_runs_out(person: People, own_server: RunningServer) -> None:
    ann, bob = start_game(person(own_server), person(own_server), "line", clock=20)
    running, waiting = (ann.seat(seat).get_by_role("timer") for seat in (0, 1))
    expect(running).to_have_text(re.compile(r"^0:[12]\d$"))
    expect(waiting).to_have_text("0:20")
    ann.play_move("S3")
    bob.expect_turn("Your turn")
    own_server.advance(15)
    bob.page.reload()
    expect(bob.seat(1).get_by_role("timer")).to_have_text(re.compile(r"^0:0\d\.\d$"))
    bob.expect_announcement(re.compile(r"Your turn: \d seconds? left\."))
    own_server.advance(10)
    ann.expect_result("You won", "on time")
    ann.expect_announcement(f"{bob.name} ran out of time. You won, on time.")
    bob.expect_result("You lost", "on time")
    bob.expect_announcement("You ran out of time. You lost, on time.")


def test_total_time_runs_for_the_player_to_move(person: People, own_server: RunningServer) -> None:
    ann, bob = start_game(person(own_server), person(own_server), "line", clock=300, increment=3)
    expect(ann.page.get_by_text("casual · 5+3")).to_be_visible()
    own_server.advance(100)
    ann.play_move("S3")
    bob.expect_turn("Your turn")
    waiting, running = (bob.seat(seat).get_by_role("timer") for seat in (0, 1))
    expect(waiting).to_have_text(re.compile(r"^3:2\d$|^3:1\d$"))
    stands = waiting.inner_text()
    before = running.inner_text()
    expect(running).not_to_have_text(before)  # it counts down
    expect(waiting).to_have_text(stands)
    own_server.advance(302)
    bob.expect_result("You lost", "on time")
    expect(bob.page.get_by_role("timer")).to_have_count(2)


def test_absent_player_loses(person: People, own_server: RunningServer) -> None:
    ann, bob = start_game(person(own_server), person(own_server), "sos", clock=600)
    ann.play_move("Sa1")
    bob.play_move("Sa2")
    ann.expect_turn("Your turn")
    bob.page.close()
    ann.expect_announcement(f"{bob.name} has disconnected.")
    away = ann.seat(1).locator(".away")
    expect(away).to_have_text(re.compile(r"away, \d+ s left"))
    expect(away).not_to_have_text(away.inner_text())  # it counts down
    ann.press_action("Keep waiting")
    expect(away).to_have_text(re.compile(r"away, [78]\d s left"))
    own_server.advance(45)
    expect(ann.action("Keep waiting")).to_be_visible()
    own_server.advance(46)
    ann.expect_result("You won", "by disconnection")
    ann.expect_announcement(f"{bob.name} didn't reconnect in time. You won")
    late = Player(bob.person, bob.name, bob.person.context.new_page())
    late.open_game(ann.game)
    late.expect_result("You lost", "by disconnection")


def test_absence_before_everyone_has_moved_costs_nothing(
    person: People, own_server: RunningServer
) -> None:
    ann, bob = start_game(person(own_server), person(own_server), "sos")
    bob.page.close()
    ann.expect_announcement(f"{bob.name} has disconnected.")
    own_server.advance(31)
    ann.expect_result("No result", "game aborted")
    ann.expect_announcement(f"{bob.name} didn't come back in time. No result")


def test_absence_from_a_game_without_a_clock_costs_nothing(
    person: People, own_server: RunningServer
) -> None:
    ann, bob = start_game(person(own_server), person(own_server), "sos", clock=None)
    bob.page.close()
    expect(ann.seat(1).locator(".away")).to_have_text("offline")
    own_server.advance(3600)
    ann.play_move("Sa1")
    ann.expect_turn(f"{bob.name} to move")
