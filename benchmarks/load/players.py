"""Players by the thousand in one process: they meet, play games to the end, and play again."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.load import wire
from benchmarks.load.script import script
from quire.games import GAMES

AT_ONCE = 20
"""Pairs of players that come at the same time."""

SCRIPTS = 50
"""Different games that are played, of each kind."""

SEAT_TIMEOUT_SECONDS = 60.0
"""Seconds after which a player who has not sat down yet is an error."""


@dataclass(slots=True)
class Tally:
    """What happened since the counting began."""

    moves: int = 0
    """Acknowledged to who made them."""
    games: int = 0
    """Ended."""
    sent_bytes: int = 0
    """Bytes of what players sent."""
    received_bytes: int = 0
    """Bytes of what they got."""
    seconds: list[float] = field(default_factory=list)
    """From a move's sending until the opponent had it."""
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
        self.to_move = 0
        self.sent = 0.0
        self.over = False

    def sit(self, player: Player, state: wire.State) -> None:
        """A player has the game's state; when both have, it begins."""
        self.seats[state.you] = player
        self.seq = max(self.seq, state.seq)
        if not self.moves:
            self.moves = self.crowd.script(state.game, state.size, self.id)
        self.made, self.to_move = len(state.moves), state.to_move
        if len(self.seats) == 2:
            self.crowd.begun(self)

    def move(self) -> None:
        """The player to move makes the next move of the script."""
        self.sent = time.perf_counter()
        said = wire.move(self.id, self.made, self.seq, self.moves[self.made])
        self.seats[self.to_move].say(said)

    def on_event(self, player: Player, seat: int, news: wire.EventMessage) -> None:
        """Handle an event that a player received."""
        self.seq = max(self.seq, news.seq)
        if news.kind == "move":
            if seat == news.seat:
                self.crowd.tally.moves += 1
            else:
                self.crowd.tally.seconds.append(time.perf_counter() - self.sent)
            if news.outcome is not None:
                self._end(player)
            elif seat == news.to_move:
                self.made, self.to_move = news.moves, news.to_move
                self.crowd.turn(self)
        elif news.kind == "next_game":
            player.say(wire.unwatch(self.id))
            player.sit_down(news.text)
            self.crowd.forget(self)
        elif news.outcome is not None and news.kind not in ("rematch", "chat"):
            self.crowd.tally.errors[news.kind] += 1  # a clock or a grace that ended
            self._end(player)

    def _end(self, player: Player) -> None:
        if not self.over:
            self.over = True
            self.crowd.tally.games += 1
        player.say(wire.rematch(self.id))


class Player(WSListener):
    """One connection."""

    def __init__(self, crowd: Crowd, token: str, game: str) -> None:
        self.crowd = crowd
        self.token = token
        self.game = game
        self.seat = 0
        self.table: Table | None = None
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The connection is there."""
        self._transport = transport
        self.say(wire.hello(self.token))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """It is no longer."""
        if not self.crowd.leaving:
            self.crowd.tally.errors["disconnected"] += 1

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a message from the server."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        payload = frame.get_payload_as_memoryview()
        self.crowd.tally.received_bytes += len(payload)
        match wire.decode(payload):
            case wire.EventMessage() as news:
                if self.table is not None and news.game_id == self.table.id:
                    self.table.on_event(self, self.seat, news)
            case wire.Heartbeat(number):
                self.say(wire.heartbeat_reply(number))
            case wire.State() as state:
                if self.table is not None and state.id == self.table.id:
                    self.seat = state.you
                    self.table.sit(self, state)
                    if not self.seated.done():
                        self.seated.set_result(None)
            case wire.Paired(game):
                self.sit_down(game)
            case wire.Welcome():
                self.say(wire.seek(self.game))
            case wire.Trouble(code, message):
                self.crowd.trouble(code, message)

    def say(self, said: bytes) -> None:
        """Sends a message."""
        if not self.crowd.leaving:
            self.crowd.tally.sent_bytes += len(said)
            self._transport.send(WSMsgType.TEXT, said)

    def sit_down(self, game: str) -> None:
        """Goes to the table of a game."""
        self.table = self.crowd.tables.get(game)
        if self.table is None:
            self.table = self.crowd.tables[game] = Table(self.crowd, game)
        self.say(wire.watch(game, self.crowd.pictures))

    def close(self) -> None:
        """Ends the connection."""
        self._transport.disconnect()


class Echoer(Player):
    """A player who only hears itself: beside the same client, what the bare server costs."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The connection is there, and that is all it takes."""
        self._transport = transport
        self.sent = 0.0
        self.seated.set_result(None)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """What was said has come back."""
        wire.decode(frame.get_payload_as_memoryview())
        self.crowd.tally.moves += 1
        self.crowd.tally.seconds.append(time.perf_counter() - self.sent)
        self.crowd.turn(self)

    def move(self) -> None:
        """Says what a move would be."""
        self.sent = time.perf_counter()
        self.say(wire.move("0123456789abcdef", 12, 24, "Sa1"))


class Crowd:
    """All players. `pace` is the time between a game's moves in seconds; 0 for flat out."""

    def __init__(self, ports: Sequence[int], pace: float, pictures: bool = False) -> None:
        self.ports = ports
        self.pace = pace
        self.pictures = pictures
        self.tally = Tally()
        self.tables: dict[str, Table] = {}
        self.players: list[Player] = []
        self.playing = False
        self.leaving = False
        self._due: dict[Table | Echoer, float] = {}
        self._scripts: dict[tuple[str, str], list[list[str]]] = {}
        self._said: Counter[str] = Counter()

    async def fill(self, tokens: Sequence[str], echo: bool = False) -> None:
        """Lets players come, some at a time, until all sit at their tables."""
        door = asyncio.Semaphore(AT_ONCE)
        # At several servers, the two who come together must get each other: one game, one pair.
        doors = [asyncio.Semaphore(1) for _ in GAMES]

        async def come(number: int) -> None:
            game = GAMES[number // 2 % len(GAMES)].key
            player = (Echoer if echo else Player)(self, tokens[number], game)
            port = self.ports[number % len(self.ports)]
            await ws_connect(lambda: player, f"ws://127.0.0.1:{port}/socket")
            self.players.append(player)
            try:
                await asyncio.wait_for(player.seated, SEAT_TIMEOUT_SECONDS)
            except TimeoutError:
                self.tally.errors["never seated"] += 1

        async def come_in_twos(number: int) -> None:
            async with doors[number // 2 % len(GAMES)] if len(self.ports) > 1 else door:
                await asyncio.gather(*map(come, range(number, min(number + 2, len(tokens)))))

        await asyncio.gather(*map(come_in_twos, range(0, len(tokens), 2)))

    def script(self, game: str, size: str, id: str) -> list[str]:
        """The moves that will be played in a game."""
        known = self._scripts.get((game, size))
        if known is None:
            known = [script(game, size, number) for number in range(SCRIPTS)]
            self._scripts[game, size] = known
        return known[hash(id) % SCRIPTS]

    def begun(self, table: Table) -> None:
        """A game can go on; the first ones wait for the whistle."""
        if self.playing:
            self.turn(table)

    def start(self) -> None:
        """The whistle: the games begin, spread over the time of one move."""
        self.playing = True
        movers: list[Table | Echoer] = [
            table for table in self.tables.values() if len(table.seats) == 2
        ]
        if not movers:  # one message in flight for two players, as in games
            movers = [player for player in self.players[::2] if isinstance(player, Echoer)]
        loop = asyncio.get_running_loop()
        for number, mover in enumerate(movers):
            self._due[mover] = loop.time() + self.pace * number / len(movers)
            loop.call_at(self._due[mover], mover.move)

    def turn(self, mover: Table | Echoer) -> None:
        """Somebody is to move: at once, or when it is time."""
        if not self.pace:
            mover.move()
            return
        loop = asyncio.get_running_loop()
        due = self._due.pop(mover, loop.time()) + self.pace
        self._due[mover] = max(due, loop.time())
        loop.call_at(self._due[mover], mover.move)

    def forget(self, table: Table) -> None:
        """A game is over, and the next has begun."""
        self.tables.pop(table.id, None)
        self._due.pop(table, None)

    def stop(self) -> None:
        """Disconnect all players; messages in flight are no longer counted."""
        self.leaving = True
        for player in self.players:
            player.close()

    def trouble(self, code: str, message: str) -> None:
        """The server refused something: that should not happen here."""
        self.tally.errors[code] += 1
        self._said[code] += 1
        if self._said[code] == 1:
            print(f"the server says: {code}: {message}")
