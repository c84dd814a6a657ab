"""Hold what players were told about seats, and about ended and cancelled games, against the store.

A seat belongs to one player, an acknowledged join is kept, a cancelled game never starts, and a
game that an administrator has ended is over for everyone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.wire.protocol import State
from tests.simulation.checker.stored_log import StoredLog, stored_seats
from tests.simulation.checker.violation import Violation
from tests.simulation.world import OpenGame, World


def check_seats(world: World, logs: Mapping[str, StoredLog]) -> Iterator[Violation]:
    """Check who sits where, and which games are still there."""
    stored = stored_seats(world)
    for game in world.open_games.values():
        yield from _check_open_game(game, stored, world)
    for id, status in world.ended_games.items():
        yield from _check_ended(id, status, stored, logs)
    for player in world.players:
        for id in sorted(player.missing & stored.keys()):
            yield Violation("missing", f"{player.name} learned that {id} does not exist")
        for received in player.received:
            state = received.message
            if isinstance(state, State) and state.status != "open":
                sitting = tuple(seat.player for seat in state.seats)
                if sitting != stored.get(state.id):
                    text = f"{player.name} saw {sitting} in {state.id}"
                    yield Violation("seat", f"{text}, stored are {stored.get(state.id)}")


def _check_open_game(
    game: OpenGame, stored: Mapping[str, tuple[str | None, ...]], world: World
) -> Iterator[Violation]:
    seats = stored.get(game.id)
    if seats is None:
        if game.maker not in game.leaving and world.ended_games.get(game.id) != "open":
            yield Violation("lost", f"open game {game.id}, which nobody has cancelled")
        return
    if game.is_cancelled:
        yield Violation("cancelled", f"{game.id} was cancelled, and is there")
    people = [player for player in seats if player is not None]
    if len(set(people)) < len(people) or game.maker not in people:
        yield Violation("seat", f"{people} sit in {game.id} of {game.maker}")
    for player in sorted(game.joined - game.leaving - set(people)):
        yield Violation("lost", f"the seat of {player} in {game.id}, who had joined")


def _check_ended(
    id: str,
    status: str,
    stored: Mapping[str, tuple[str | None, ...]],
    logs: Mapping[str, StoredLog],
) -> Iterator[Violation]:
    if status == "open":
        if id in stored:
            yield Violation("ended", f"open game {id} was ended, and is there")
    elif id not in logs or logs[id].reason != "ended_by_admin":
        yield Violation("ended", f"{id} was ended, but not for the players")
