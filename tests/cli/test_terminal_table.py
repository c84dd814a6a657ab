"""The table that people and agents sit at."""

from __future__ import annotations

import io

from rich.console import Console

from quire.arena import Match
from quire.cli.terminal.screen import Screen
from quire.cli.terminal.table import Seat, Table
from quire.core import Position
from quire.engine import Choice, Limit
from quire.match.agent import NO_LIMIT


class Listener:
    """An agent that plays the first legal move, and remembers the limits that it was given."""

    name = "listener"

    def __init__(self) -> None:
        self.limits: list[Limit] = []

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        self.limits.append(limit)
        return Choice(position.legal_moves()[0])


def test_an_agent_thinks_as_long_as_it_says_itself() -> None:
    agent = Listener()
    seats = [Seat("first", agent), Seat("second", agent)]
    screen = Screen(Console(file=io.StringIO()))
    match = Match("line", "3")
    Table(match, seats, screen, ask=lambda prompt: "", keep=lambda record: None).play()
    assert agent.limits == [NO_LIMIT] * 3
