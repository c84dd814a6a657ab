"""What the parts of a move cost on the play server: `python -m benchmarks.stages`.

One process plays many games in turn, as a server does, but without a network: connections drop
what they are sent. Everything else is real.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import TypeVar

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.load.script import script
from benchmarks.report import between
from quire.games import GAMES
from quire.online.event import EventKind
from quire.online.live_game import Decision, LiveGame
from quire.online.position_key import rated_key
from quire.online.setup import Seat
from quire.server import logging
from quire.server.play import socket
from quire.server.play.node import Node
from quire.server.play.peer import Peer
from quire.server.play.room import snapshot
from quire.server.play.room.audience import Watcher
from quire.server.play.room.room import Room
from quire.server.settings import Settings
from quire.server.transport.frame import text_frame
from quire.server.transport.inbox import Inbox
from quire.store.people import players, sessions
from quire.store.people.players import Player
from quire.store.play import event_log
from quire.store.play.games import GameRequest
from quire.wire.protocol import Act, encode
from quire.wire.shared_types import PlayerSummary

T = TypeVar("T")

BEGIN, END = "<!-- stages: begin -->", "<!-- stages: end -->"

ROUNDS = 5
"""Measurements of each part; the cheapest counts."""

GROUPS = (1, 10, 100)
"""Moves per transaction."""

SETTINGS = {"message_rate": 1e9, "message_burst": 10**9, "heartbeat_seconds": 3600.0}


class Connection:
    """A connection that sends nothing."""

    def __init__(self) -> None:
        self.inbox = Inbox()

    def go_on(self) -> None:
        """Handle the messages that wait."""
        self.inbox.go_on()

    def send_frame(self, frame: bytes) -> None:
        """Drop a frame."""

    def close(self, code: int) -> None:
        """Close nothing."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players in their game, and the moves that they will make."""

    room: Room
    peers: Sequence[Peer]
    inboxes: Sequence[Inbox]
    moves: Sequence[str]

    @property
    def live(self) -> LiveGame:
        """The game after the last move."""
        assert self.room.game.live is not None
        return self.room.game.live

    @property
    def to_move(self) -> int:
        """The player to move."""
        return self.live.match.to_move

    def message(self) -> bytes:
        """Return the next move, as it is received."""
        live = self.live
        move = self.moves[live.moves]
        act = Act(game_id=self.room.id, kind=EventKind.MOVE, text=move, id=move, seq=live.seq)
        message: bytes = encode(act)
        return message

    def decide(self) -> Decision:
        """Decide the next move."""
        live = self.live
        move = self.moves[live.moves]
        return live.decide(EventKind.MOVE, live.match.to_move, live.last_at, move, move)


async def measure(games: int) -> dict[str, float]:
    """Return the CPU time of each part of a move in seconds, by its name."""
    with tempfile.TemporaryDirectory(prefix="quire-stages-") as directory:
        given = {**SETTINGS, "db": f"sqlite:///{directory}/quire.db"}
        node = await Node.open(Settings.read(given, {}))
        try:
            playing = [await _start(node, number) for number in range(games)]
            whole = min([await _play_round(playing) for _ in range(ROUNDS)])
            return {
                **_parts(node, playing),
                **{_group(size): await _store(node, _going_on(playing), size) for size in GROUPS},
                "all of it, with a move in every game at once": whole,
            }
        finally:
            await node.close()


async def _start(node: Node, number: int) -> Pair:
    game, today = GAMES[number % len(GAMES)], node.store.today()
    names = [f"Guest {number}-{seat}" for seat in range(2)]
    people = await node.store.write(
        lambda connection: [players.create_guest(connection, name, today) for name in names]
    )
    signed_in = await node.store.write(
        lambda connection: [sessions.start(connection, one.id, "", today) for one in people]
    )
    size = game.online_sizes.default
    seats = tuple(Seat(person.name, person.id) for person in people)
    request = GameRequest(
        game=game.key, size=size, seats=seats, rated=True, clock=60.0, random_order=False
    )
    id = await node.create_game(request, people[0].id)
    network = f"10.0.{number // 250}.{number % 250}"
    connections = [Connection() for _ in people]
    peers = [
        _connect(node, person, session, network, connection)
        for person, session, connection in zip(people, signed_in, connections, strict=True)
    ]
    async with node.rooms.lease(id) as room:
        for peer in peers:
            await room.watch(peer, None, Watcher(None, picture=False))
    inboxes = [connection.inbox for connection in connections]
    return Pair(room, peers, inboxes, script(game.key, size, number % 50))


def _connect(
    node: Node, person: Player, session: str, network: str, connection: Connection
) -> Peer:
    peer = Peer(node.settings, network, node.time_source.wall(), connection)
    peer.player = PlayerSummary(id=person.id, name=person.name, kind="guest")
    peer.session = session
    node.connections.add(peer)
    node.connections.identify(peer)
    connection.inbox.open(socket.Session(node, peer, connection, is_identified=True).handle)
    return peer


async def _play_round(playing: Sequence[Pair]) -> float:
    """Make a move in every game that has more than one left, all at once."""
    received = [(pair.inboxes[pair.to_move], pair.message()) for pair in _going_on(playing)]
    began = time.process_time()
    for inbox, message in received:
        inbox.receive(message)
    for inbox, _ in received:
        await inbox.drain()
    return (time.process_time() - began) / len(received)


def _going_on(playing: Sequence[Pair]) -> list[Pair]:
    """Return the games whose next move is not the last."""
    return [pair for pair in playing if len(pair.moves) > pair.live.moves + 1]


def _parts(node: Node, playing: Sequence[Pair]) -> dict[str, float]:
    now = node.store.now()
    going_on = _going_on(playing)
    messages = [pair.message() for pair in going_on]
    decided = [pair.decide() for pair in going_on]
    last = [(pair.room.game, pair.live.events[-1]) for pair in going_on]
    return {
        "read the message": _cheapest(socket._decoded, messages),
        "check the limits": _cheapest(
            lambda pair: socket._check_rate(node, pair.peers[pair.to_move]), going_on
        ),
        "decide: rules, clocks, offers": _cheapest(Pair.decide, going_on),
        "key of the position, which nobody may analyse": _cheapest(
            lambda decision: rated_key(decision.next), decided
        ),
        "write the message for both players": _cheapest(
            lambda one: text_frame(encode(snapshot.event_message(*one, now))), last
        ),
    }


def _cheapest(work: Callable[[T], object], items: Sequence[T]) -> float:
    """Return the CPU time of some work, of the cheapest of several rounds over all games."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for item in items:
            work(item)
        rounds.append((time.process_time() - began) / len(items))
    return min(rounds)


async def _store(node: Node, playing: Sequence[Pair], size: int) -> float:
    """Return the CPU time of storing a move in a group of that size."""
    rounds = []
    for number in range(ROUNDS):
        first = 1_000_000 * size + 1_000 * number  # after all events of the games
        entries = [
            _entry(pair, first + place) for place, pair in enumerate(islice(cycle(playing), size))
        ]
        began = time.process_time()
        await node.store.engine.write(partial(event_log.append, entries=entries))
        rounds.append((time.process_time() - began) / size)
    return min(rounds)


def _entry(pair: Pair, seq: int) -> event_log.PendingEvent:
    event, next = pair.decide()
    event = msgspec.structs.replace(event, seq=seq)
    return event_log.PendingEvent(
        pair.room.id, event, next.moves, next.due(), position=rated_key(next)
    )


def show(stages: dict[str, float]) -> None:
    """Print the table."""
    table = Table(title="The parts of a move")
    table.add_column("part")
    table.add_column("CPU time", justify="right")
    for name, seconds in stages.items():
        table.add_row(name, _microseconds(seconds))
    Console().print(table)


def markdown(stages: dict[str, float]) -> str:
    """Return the table for the documentation."""
    rows = [f"| {name} | {_microseconds(seconds)} |" for name, seconds in stages.items()]
    return "\n".join(["| part of a move | CPU time |", "| --- | ---: |", *rows])


def _microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs"


def _group(size: int) -> str:
    return "store it, alone" if size == 1 else f"store it, with {size - 1} others"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stages", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games (500)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace FILE's table")
    options = parser.parse_args()
    logging.configure("error")
    stages = asyncio.run(measure(options.games))
    show(stages)
    if options.markdown is not None:
        text = between(options.markdown.read_text(encoding="utf-8"), markdown(stages), BEGIN, END)
        options.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
