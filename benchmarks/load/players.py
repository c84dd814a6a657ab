"""Thousands of players in one process, who are paired, play whole games, and offer rematches."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.load import wire
from benchmarks.load.script import script
from quire.games import GAMES

MAX_CONNECTING_PAIRS = 20
"""Pairs of players that connect at the same time."""

ALL_GAMES = tuple(game.key for game in GAMES)

SCRIPTS = 50
"""Different games that are played, per kind of game."""

SEAT_TIMEOUT_SECONDS = 60.0
"""Time after which a player without a game counts as an error."""


@dataclass(slots=True)
class Tally:
    """Counts since the measurement began."""

    moves: int = 0
    """Acknowledged moves."""
    games: int = 0
    """Finished games."""
    sent_bytes: int = 0
    """Bytes sent by players."""
    received_bytes: int = 0
    """Bytes received by players."""
    seconds: list[float] = field(default_factory=list)
    """Times from sending a move until the opponent receives it."""
    errors: Counter[str] = field(default_factory=Counter)


class Table:
    """A game between two players of the crowd."""

    def __init__(self, crowd: Crowd, id: str) -> None:
        self.crowd = crowd
        self.id = id
        self.seats: dict[int, Player] = {}
        self.moves: list[str] = []
        self.seq = 0
        self.made = 0
        self.announced = [0, 0]
        """Moves that each seat has received, its own included."""
        self.to_move = 0
        self.sent = 0.0
        self.is_over = False

    def sit(self, player: Player, state: wire.State) -> None:
        """Seat a player who has received the state; with both, the game can start.

        After an outage of the database everyone gets the state again.
        """
        is_new = state.you not in self.seats
        self.seats[state.you] = player
        self.seq = max(self.seq, state.seq)
        if not self.moves:
            self.moves = self.crowd.script(state.game, state.size, self.id)
        self.made, self.to_move = len(state.moves), state.to_move
        if is_new and len(self.seats) == 2:
            self.crowd.on_game_ready(self)

    def move(self) -> None:
        """Make the next move of the script."""
        self.sent = time.perf_counter()
        self.seats[self.to_move].play(self, self.moves[self.made])

    def on_event(self, player: Player, seat: int, event: wire.EventMessage) -> None:
        """Handle an event that a player received."""
        self.seq = max(self.seq, event.seq)
        if event.kind == "move":
            if event.text != self.moves[event.moves - 1]:
                self.crowd.tally.errors["wrong move"] += 1
            self.announced[seat] = event.moves
            if seat == event.seat:
                self.crowd.tally.moves += 1
            else:
                self.crowd.tally.seconds.append(time.perf_counter() - self.sent)
            if event.outcome is not None:
                self._end(player)
            elif seat == event.to_move:
                self.made, self.to_move = event.moves, event.to_move
                self.crowd.schedule_move(self)
        elif event.kind == "next_game":
            player.send(wire.unwatch(self.id))
            player.follow(event.text)
            self.crowd.remove(self)
        elif event.outcome is not None and event.kind not in ("rematch", "chat"):
            self.crowd.tally.errors[event.kind] += 1  # a timeout
            self._end(player)

    def _end(self, player: Player) -> None:
        if not self.is_over:
            self.is_over = True
            self.crowd.tally.games += 1
        if not self.crowd.is_stopping:
            player.rematch(self)


class Player(WSListener):
    """One connection, to Quire or a server with the same messages."""

    def __init__(self, crowd: Crowd, token: str, game: str) -> None:
        self.crowd = crowd
        self.token = token
        self.game = game
        self.seat = 0
        self.is_connected = True
        self.table: Table | None = None
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: WSTransport

    async def connect(self, port: int) -> None:
        """Connect to the server on this port."""
        await ws_connect(lambda: self, f"ws://127.0.0.1:{port}/socket")

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello to the server."""
        self._transport = transport
        self.send(wire.hello(self.token))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Count a connection that was lost."""
        self.is_connected = False
        if not self.crowd.is_stopping:
            self.crowd.tally.errors["disconnected"] += 1

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a message from the server."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        payload = frame.get_payload_as_memoryview()
        self.crowd.tally.received_bytes += len(payload)
        match wire.decode(payload):
            case wire.EventMessage() as event:
                if self.table is not None and event.game_id == self.table.id:
                    self.table.on_event(self, self.seat, event)
            case wire.Heartbeat(number):
                self.send(wire.heartbeat_reply(number))
            case wire.State() as state:
                if self.table is not None and state.id == self.table.id:
                    self.sit(self.table, state)
            case wire.Paired(game):
                self.follow(game)
            case wire.Welcome():
                self.send(wire.seek(self.game))
            case wire.ErrorMessage(code, message):
                self.crowd.on_error(code, message)

    def sit(self, table: Table, state: wire.State) -> None:
        """Take the seat in a game that this state shows."""
        self.seat = state.you
        table.sit(self, state)
        if not self.seated.done():
            self.seated.set_result(None)

    def play(self, table: Table, move: str) -> None:
        """Make a move."""
        self.send(wire.move(table.id, table.made, table.seq, move))

    def rematch(self, table: Table) -> None:
        """Offer a rematch."""
        self.send(wire.rematch(table.id))

    def send(self, message: bytes) -> None:
        """Send a message."""
        if not self.crowd.is_stopping:
            self.crowd.tally.sent_bytes += len(message)
            self._transport.send(WSMsgType.TEXT, message)

    def follow(self, game: str) -> None:
        """Follow a game."""
        self.table = self.crowd.table(game)
        self.send(wire.watch(game, self.crowd.pictures))

    def close(self) -> None:
        """Close the connection."""
        self._transport.disconnect()


class EchoPlayer(Player):
    """A player of the echo server: the same client, against the cost of a bare server."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Be ready at once: the echo server has no hello."""
        self._transport = transport
        self.sent = 0.0
        self.seated.set_result(None)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Count a message that has come back."""
        wire.decode(frame.get_payload_as_memoryview())
        self.crowd.tally.moves += 1
        self.crowd.tally.seconds.append(time.perf_counter() - self.sent)
        self.crowd.schedule_move(self)

    def move(self) -> None:
        """Send a message like a move."""
        self.sent = time.perf_counter()
        self.send(wire.move("0123456789abcdef", 12, 24, "Sa1"))


class Crowd:
    """All players. `pace` is the time between a game's moves in seconds; 0 is flat out."""

    def __init__(
        self,
        ports: Sequence[int],
        pace: float,
        pictures: bool = False,
        make_player: Callable[[Crowd, str, str], Player] = Player,
        games: Sequence[str] = ALL_GAMES,
    ) -> None:
        self.ports = ports
        self.pace = pace
        self.pictures = pictures
        self.make_player = make_player
        self.games = games
        self.tally = Tally()
        self.tables: dict[str, Table] = {}
        self.players: list[Player] = []
        self.playing = False
        self.is_stopping = False
        self._due: dict[Table | EchoPlayer, float] = {}
        self._scripts: dict[tuple[str, str], list[list[str]]] = {}
        self._errors: Counter[str] = Counter()

    async def fill(self, tokens: Sequence[str]) -> None:
        """Connect the players, some at a time, until all are in a game."""
        door = asyncio.Semaphore(MAX_CONNECTING_PAIRS)
        # With several servers, two players who connect together must be paired with each other.
        doors = [asyncio.Semaphore(1) for _ in self.games]

        async def connect(number: int) -> None:
            game = self.games[number // 2 % len(self.games)]
            player = self.make_player(self, tokens[number], game)
            await player.connect(self.ports[number % len(self.ports)])
            self.players.append(player)
            try:
                await asyncio.wait_for(player.seated, SEAT_TIMEOUT_SECONDS)
            except TimeoutError:
                self.tally.errors["never seated"] += 1

        async def connect_pair(number: int) -> None:
            async with doors[number // 2 % len(doors)] if len(self.ports) > 1 else door:
                await asyncio.gather(*map(connect, range(number, min(number + 2, len(tokens)))))

        await asyncio.gather(*map(connect_pair, range(0, len(tokens), 2)))

    def script(self, game: str, size: str, id: str) -> list[str]:
        """Return the moves to play in a game."""
        known = self._scripts.get((game, size))
        if known is None:
            known = [script(game, size, number) for number in range(SCRIPTS)]
            self._scripts[game, size] = known
        return known[hash(id) % SCRIPTS]

    def table(self, id: str) -> Table:
        """Return the game with this id, which one of its players may already follow."""
        if id not in self.tables:
            self.tables[id] = Table(self, id)
        return self.tables[id]

    def on_game_ready(self, table: Table) -> None:
        """Continue a game; the first games wait for `start`."""
        if self.playing:
            self.schedule_move(table)

    def start(self) -> None:
        """Start the games, spread over the time of one move."""
        self.playing = True
        movers: list[Table | EchoPlayer] = [
            table for table in self.tables.values() if len(table.seats) == 2
        ]
        if not movers:  # one message in flight for two players, as in games
            movers = [player for player in self.players[::2] if isinstance(player, EchoPlayer)]
        loop = asyncio.get_running_loop()
        for number, mover in enumerate(movers):
            self._due[mover] = loop.time() + self.pace * number / len(movers)
            loop.call_at(self._due[mover], mover.move)

    def schedule_move(self, mover: Table | EchoPlayer) -> None:
        """Schedule the next move: at once, or after the pace."""
        if not self.pace:
            mover.move()
            return
        loop = asyncio.get_running_loop()
        due = self._due.pop(mover, loop.time()) + self.pace
        self._due[mover] = max(due, loop.time())
        loop.call_at(self._due[mover], mover.move)

    def remove(self, table: Table) -> None:
        """Remove a finished game whose rematch has started."""
        self.tables.pop(table.id, None)
        self._due.pop(table, None)

    def stop(self) -> None:
        """Disconnect all players; messages in flight are no longer counted."""
        self.is_stopping = True
        for player in self.players:
            player.close()

    def on_error(self, code: str, message: str) -> None:
        """Count an error message of the server; there should be none."""
        self.tally.errors[code] += 1
        self._errors[code] += 1
        if self._errors[code] == 1:
            print(f"error from the server: {code}: {message}")
