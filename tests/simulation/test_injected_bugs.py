"""Bugs put in by hand are found: the checker can fail.

Each test breaks one rule of the server, and expects a kind of violation within some seeds.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import Connection, update

from quire.errors import QuireError, Taken
from quire.match.match import Match
from quire.online import transition
from quire.online.event import Event
from quire.online.game_state import GameState
from quire.online.live_game import Decision, LiveGame
from quire.server.play.node import Node
from quire.server.play.room.audience import Audience
from quire.server.play.room.sequencer import Sequencer
from quire.server.play.rooms import Rooms
from quire.store import admin
from quire.store.game_clock import GameClock
from quire.store.play import games
from quire.store.play.event_log import PendingEvent
from quire.store.schema import seats
from tests.simulation.run import simulate

SEEDS = 400
"""The most that are tried; usually a tenth is enough."""

pytestmark = pytest.mark.slow


def finds(kind: str) -> bool:
    """Return whether one of the seeds has a violation of this kind."""
    kinds = (violation.kind for seed in range(SEEDS) for violation in simulate(seed).violations)
    return kind in kinds


def test_broadcast_before_the_event_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    entry, broadcast = Sequencer._entry, Audience.broadcast
    early: list[Event] = []

    def hasty(self: Any, decision: Decision) -> PendingEvent:
        before, self._game.live = self._game.live, decision.next
        broadcast(self._audience, decision.event)
        self._game.live = before
        early.append(decision.event)
        return entry(self, decision)

    def once(self: Audience, event: Event) -> None:
        if not any(event is it for it in early):
            broadcast(self, event)

    monkeypatch.setattr(Sequencer, "_entry", hasty)
    monkeypatch.setattr(Audience, "broadcast", once)
    assert finds("diverged")


def test_act_that_is_sent_again_is_stored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameState, "seq_of", lambda *_: None)
    assert finds("doubled")


def test_clock_that_runs_on_in_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameClock, "is_paused", False)
    assert finds("charged")


def test_increment_that_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(left: float, spent: float, _: float) -> float:
        return max(0.0, left - spent)

    monkeypatch.setattr("quire.match.match.time_after_move", forget)
    assert finds("view")


def test_game_that_is_lost_by_absence_too_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "has_everyone_moved", True)
    assert finds("illegal")


def test_game_that_starts_without_its_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveGame, "await_absent", lambda *_: None)
    assert finds("awaited")


def test_clock_that_runs_before_everyone_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transition, "_start_if_all_are_here", lambda game, *_: game)
    assert finds("view")


def test_computer_that_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "pause_clock", lambda *_: None)
    assert finds("view")


def test_join_that_is_acknowledged_before_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    join_game = Node.join_game

    async def hasty(self: Node, *arguments: Any) -> None:
        async def join() -> None:
            with suppress(QuireError):
                await join_game(self, *arguments)

        self.services.start(join())

    monkeypatch.setattr(Node, "join_game", hasty)
    assert finds("lost")


def test_seat_that_is_given_to_two_players(monkeypatch: pytest.MonkeyPatch) -> None:
    join = games.join

    def overwrite(connection: Connection, id: str, player: str, *more: Any) -> bool:
        try:
            return join(connection, id, player, *more)
        except Taken:
            second = (seats.c.game_id == id, seats.c.seat == 1)
            connection.execute(update(seats).where(*second).values(player=player))
            return False

    monkeypatch.setattr(games, "join", overwrite)
    assert finds("lost")


def test_cancelled_game_that_can_still_be_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "cancel", lambda *_: True)
    assert finds("cancelled")


def test_game_that_an_administrator_has_ended_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin, "end_game", lambda *_: None)
    assert finds("ended")


def test_server_that_never_reloads_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async def keep(self: Any) -> None:
        self._uncertain = False

    monkeypatch.setattr(Sequencer, "reload", keep)
    assert finds("stuck")


def test_server_that_does_not_follow_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ignore(self: Any, ids: list[str], announced: bool = False) -> None:
        """Refresh nothing."""

    monkeypatch.setattr(Rooms, "refresh", ignore)
    assert finds("stuck")
