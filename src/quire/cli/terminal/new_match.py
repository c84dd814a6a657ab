"""Set up a local match: a new one from the command line and prompts, or a saved one."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum

from quire.cli.terminal import prompt
from quire.cli.terminal.local_game import PlayerQuit, Seat
from quire.cli.terminal.screen import Screen
from quire.core import Game
from quire.engine import make_agent
from quire.errors import NotationError
from quire.games import find_game
from quire.match.match import Match
from quire.match.record import Record


class First(StrEnum):
    """Who moves first against an agent."""

    ME = "me"
    OPPONENT = "opponent"
    RANDOM = "random"


def new_match(
    screen: Screen,
    game: str | None,
    size: str | None,
    names: Sequence[str],
    agents: Sequence[str],
    first: First | None,
) -> tuple[Match, list[Seat]]:
    """Set up a match and its seats, asking for what the command line leaves out.

    Raises PlayerQuit if the player quits or the input ends.
    """
    try:
        kind, size, agents = _choose_game(screen, game, size, agents)
        specs = _seat_order(kind.start(size).players, len(names), agents, first)
        seats = _make_seats(specs, list(names))
    except EOFError:
        raise PlayerQuit from None
    match = Match(
        kind,
        size,
        [seat.name for seat in seats],
        now=time.monotonic(),
        started=datetime.now(UTC),
        agents=specs if any(specs) else (),
    )
    return match, seats


def recorded_match(record: Record) -> tuple[Match, list[Seat]]:
    """Resume an unfinished record, with the same people and agents in their seats."""
    match = Match.resume(record, time.monotonic())
    specs = record.agents or (None,) * len(record.players)
    seats = [
        Seat(prompt.clean_name(name, player), None if spec is None else make_agent(spec))
        for player, (name, spec) in enumerate(zip(record.players, specs, strict=True))
    ]
    return match, seats


def _choose_game(
    screen: Screen, game: str | None, size: str | None, agents: Sequence[str]
) -> tuple[Game, str | None, Sequence[str]]:
    if game is not None:
        return find_game(game), size, agents
    kind = prompt.ask_until_valid(screen, prompt.which_game())
    choice = prompt.which_size(kind.sizes)
    size = kind.sizes.default if choice is None else prompt.ask_until_valid(screen, choice)
    if not agents and (opponent := prompt.ask_until_valid(screen, prompt.which_opponent())):
        agents = [opponent]
    return kind, size, agents


def _seat_order(
    players: int, names: int, agents: Sequence[str], first: First | None
) -> list[str | None]:
    """Return the agent of each seat, None for a person."""
    people = players - len(agents)
    if people < 0:
        raise NotationError(f"too many agents: {len(agents)} for a game of {players} players")
    if names > people:
        raise NotationError(
            f"too many names: {names} for {people} people ({players} players in all)"
        )
    if first is not None and not (people and agents):
        raise NotationError("--first needs at least one person and one agent (add --vs)")
    seats: list[str | None] = [*[None] * people, *agents]
    if first is First.OPPONENT:
        seats = [*agents, *[None] * people]
    elif first is First.RANDOM:
        random.shuffle(seats)
    return seats


def _make_seats(specs: Sequence[str | None], names: list[str]) -> list[Seat]:
    agents = [None if spec is None else make_agent(spec) for spec in specs]
    # A pipe brings moves, so names are only asked for at a terminal.
    asking = prompt.is_interactive() and not names
    seats = []
    for player, (spec, agent) in enumerate(zip(specs, agents, strict=True)):
        if spec is not None:
            seats.append(Seat(spec, agent))
            continue
        name = names.pop(0) if names else ""
        if asking:
            name = prompt.ask(f"Player {player + 1}'s name [Player {player + 1}]? ")
        seats.append(Seat(prompt.clean_name(name, player)))
    return seats
