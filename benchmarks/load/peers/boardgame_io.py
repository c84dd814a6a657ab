"""Players of boardgame.io: its moves and states as socket.io messages over one WebSocket.

A packet of engine.io is a digit and its content: 0 opens, 2 pings, 3 answers, 4 is a message. In
a message, socket.io has another digit (0 connects, 2 is an event), the namespace and JSON.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from picows import WSFrame, WSMsgType, WSTransport, ws_connect
from websockets.asyncio.client import connect

from benchmarks.load import wire
from benchmarks.load.players import Crowd, Player, Table

PATH = "/socket.io/?EIO=4&transport=websocket"
SIZE = "6x6"
BATCH = 20
"""Matches that are asked for at the same time."""

ANSWER_TIMEOUT_SECONDS = 3.0
OPEN, PING, PONG = b"0", b"2", b"3"
CONNECT, EVENT = b"40/obstruction,", b"42/obstruction,"


class Board(msgspec.Struct):
    """The state of our game: for each cell 0, or the seat of its mark plus 1."""

    cells: list[int]


class Context(msgspec.Struct):
    """What boardgame.io knows of a match."""

    currentPlayer: str  # noqa: N815
    gameover: dict[str, Any] | None = None


class State(msgspec.Struct):
    """The state of a match; every move adds 1 to its number."""

    board: Board = msgspec.field(name="G")
    context: Context = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class Payload(msgspec.Struct):
    """A move and the player who made it; or the end of a turn, without a player."""

    args: Any
    playerID: str = ""  # noqa: N815


class Action(msgspec.Struct):
    """An action of a player."""

    payload: Payload


class LogEntry(msgspec.Struct):
    """An action in the log of a match."""

    action: Action


class SyncInfo(msgspec.Struct):
    """The answer to `sync`."""

    state: State


_decode_update = msgspec.json.Decoder(tuple[str, str, State, list[LogEntry]]).decode
_decode_sync = msgspec.json.Decoder(tuple[str, str, SyncInfo]).decode


class BoardgamePlayer(Player):
    """A player of one seat. The token is the id of the first match and the seat."""

    def __init__(self, crowd: Crowd, token: str, game: str) -> None:
        super().__init__(crowd, token, game)
        self._first_match, seat = token.split()
        self.seat = int(seat)
        self._matches = 0

    async def connect(self, port: int) -> None:
        """Connect to the server on this port."""
        await ws_connect(lambda: self, f"ws://127.0.0.1:{port}{PATH}")

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Wait for the server's first packet."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a packet from the server."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        packet = frame.get_payload_as_bytes()
        self.crowd.tally.received_bytes += len(packet)
        if packet.startswith(EVENT):
            self._on_event(packet[len(EVENT) :])
        elif packet == PING:
            self.send(PONG)
        elif packet.startswith(CONNECT):
            self._sync()
        elif packet.startswith(OPEN):
            self.send(CONNECT)

    def _on_event(self, event: bytes) -> None:
        if event.startswith(b'["update"'):
            _, match, state, log = _decode_update(event)
            if self.table is not None and match == self.table.id:
                self.table.on_event(self, self.seat, _event(match, state, log[0].action.payload))
        elif event.startswith(b'["sync"'):
            _, match, info = _decode_sync(event)
            if self.table is not None and match == self.table.id:
                self.sit(self.table, self._state(match, info.state))

    def _state(self, match: str, state: State) -> wire.State:
        return wire.State(
            id=match,
            seq=state.number,
            status="live",
            game=self.game,
            size=SIZE,
            you=self.seat,
            to_move=int(state.context.currentPlayer),
            moves=[],
        )

    def _sync(self) -> None:
        """Follow the next match; the server creates it for the first player who does."""
        match = f"{self._first_match}-{self._matches}"
        self._matches += 1
        self.table = self.crowd.table(match)
        self.send(EVENT + b'["sync","%s","%d",null,2]' % (match.encode(), self.seat))

    def play(self, table: Table, move: str) -> None:
        """Make a move."""
        self.send(
            EVENT + b'["update",{"type":"MAKE_MOVE","payload":{"type":"mark","args":["%s"],'
            b'"playerID":"%d"}},%d,"%s","%d"]'
            % (move.encode(), self.seat, table.seq, table.id.encode(), self.seat)
        )

    def rematch(self, table: Table) -> None:
        """Start the next match."""
        self.crowd.remove(table)
        self._sync()


def _event(match: str, state: State, move: Payload) -> wire.EventMessage:
    """Return the event of a move in Quire's words."""
    return wire.EventMessage(
        game_id=match,
        seq=state.number,
        kind="move",
        to_move=int(state.context.currentPlayer),
        moves=state.number,
        seat=int(move.playerID),
        text=move.args[0],
        outcome=state.context.gameover,
    )


def tokens(number: int) -> list[str]:
    """Return a token for each player: two for each match."""
    return [f"match{player // 2} {player % 2}" for player in range(number)]


async def stored_moves(port: int, matches: Sequence[str]) -> dict[str, int]:
    """Return the number of moves in each match that can be opened, as a spectator gets it."""
    found: dict[str, int] = {}
    async with connect(f"ws://127.0.0.1:{port}{PATH}", max_size=None) as socket:
        await socket.recv()
        await socket.send(CONNECT.decode())
        await socket.recv()
        for start in range(0, len(matches), BATCH):
            batch = matches[start : start + BATCH]
            for match in batch:
                await socket.send(f'{EVENT.decode()}["sync","{match}",null,null,2]')
            with suppress(TimeoutError):  # there is no answer for a match that can't be opened
                while not found.keys() >= set(batch):
                    found |= _moves_in(
                        await asyncio.wait_for(socket.recv(decode=False), ANSWER_TIMEOUT_SECONDS)
                    )
    return found


def _moves_in(packet: bytes) -> dict[str, int]:
    """Return the number of moves in a match, if the packet is its state."""
    if not packet.startswith(EVENT + b'["sync"'):
        return {}
    _, match, info = _decode_sync(packet[len(EVENT) :])
    return {match: sum(cell > 0 for cell in info.state.board.cells)}
