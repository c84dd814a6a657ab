"""A local game between agents."""

from __future__ import annotations

import io

from rich.console import Console

from quire.cli.terminal.local_game import LocalGame, Seat
from quire.cli.terminal.screen import Screen
from quire.core import Position
from quire.engine import Choice, Limit
from quire.match.agent import NO_LIMIT
from quire.match.match import Match


class LimitRecorder:
    """An agent that plays the first legal move, and records the limits it is given."""

    name = "recorder"

    def __init__(self) -> None:
        self.limits: list[Limit] = []

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        self.limits.append(limit)
        return Choice(position.legal_moves()[0])


def test_agents_are_given_no_limit() -> None:
    agent = LimitRecorder()
    seats = [Seat("first", agent), Seat("second", agent)]
    screen = Screen(Console(file=io.StringIO()))
    match = Match("line", "3")
    LocalGame(match, seats, screen, ask=lambda prompt: "", save=lambda record: None).play()
    assert agent.limits == [NO_LIMIT] * 3
