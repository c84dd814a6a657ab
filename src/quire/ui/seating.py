"""Who sits where: a new match from what the command line says, or one from a record."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum

from quire.arena import Match, Record
from quire.core import Game
from quire.engine import make_agent
from quire.errors import NotationError
from quire.games import find_game
from quire.ui import prompt
from quire.ui.screen import Screen
from quire.ui.table import Seat


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
    """A match and its seats, asking for whatever a person at the keyboard has not said."""
    try:
        it, size, agents = _what_to_play(screen, game, size, agents)
        players = it.start(size).players
        people = _people(players, names, len(agents))
        seats = _in_order(people, [Seat(spec, make_agent(spec)) for spec in agents], first)
    except EOFError:
        raise NotationError("the input ended before there was a game to play") from None
    names = [seat.name for seat in seats]
    match = Match(it, size, names, now=time.monotonic(), started=datetime.now(UTC))
    return match, seats


def recorded_match(record: Record) -> tuple[Match, list[Seat]]:
    """The match of an unfinished record, with the same people and agents in their seats."""
    match = Match.resume(record, time.monotonic())
    agents = record.agents or (None,) * len(record.players)
    seats = [
        Seat(name, None if spec is None else make_agent(spec))
        for name, spec in zip(record.players, agents, strict=True)
    ]
    return match, seats


def _what_to_play(
    screen: Screen, game: str | None, size: str | None, agents: Sequence[str]
) -> tuple[Game, str | None, Sequence[str]]:
    if game is not None:
        return find_game(game), size, agents
    it = prompt.ask_game(screen)
    size = prompt.ask_size(screen, it)
    if not agents and (opponent := prompt.ask_opponent(screen)):
        agents = [opponent]
    return it, size, agents


def _people(players: int, names: Sequence[str], agents: int) -> list[Seat]:
    people = players - agents
    if people < 0:
        raise NotationError(f"{agents} agents will not fit: {players} play")
    if len(names) > people:
        raise NotationError(f"{len(names)} names for {people} people: {players} play in all")
    given = list(names)
    # A pipe brings moves: names are only asked for where somebody types.
    while prompt.is_typed() and not names and len(given) < people:
        given.append(prompt.ask(f"Name of player {len(given) + 1} [Player {len(given) + 1}]? "))
    given += [""] * (people - len(given))
    return [Seat(prompt.clean_name(name, player)) for player, name in enumerate(given)]


def _in_order(people: list[Seat], agents: list[Seat], first: First | None) -> list[Seat]:
    if first is not None and not (people and agents):
        raise NotationError("--first chooses between people and an agent: it needs one of each")
    seats = agents + people if first is First.OPPONENT else people + agents
    if first is First.RANDOM:
        random.shuffle(seats)
    return seats
