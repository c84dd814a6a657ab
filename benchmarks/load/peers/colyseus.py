"""Players of Colyseus: rooms by its matchmaking, moves and patches of the state in its protocol.

The first byte of a message is its type. A patch of the state is a sequence of changes: an
operation, the field or index, and the new value; a switch names another structure.
"""

from __future__ import annotations

import asyncio
from urllib.request import Request, urlopen

import msgspec
from picows import WSFrame, WSMsgType, WSTransport, ws_connect

from benchmarks.load import wire
from benchmarks.load.players import Crowd, Player, Table

SIZE = "6x6"
RESERVE_TIMEOUT_SECONDS = 30.0

JOIN_ROOM, ERROR, ROOM_DATA, ROOM_STATE, ROOM_STATE_PATCH = 10, 11, 13, 14, 15
SWITCH = 255
ADD, CLEAR = 128, 10
FIELD_BITS = 0b0011_1111
"""The other two bits are the operation, which makes no difference for a field."""

GAME, TO_MOVE, IS_OVER, MOVES = range(4)
"""The fields of the state, in the order of the schema."""

SEAT = b"\xa4seat"
REMATCH = bytes([ROOM_DATA]) + b"\xa7rematch"


class Seat(msgspec.Struct):
    """A place in a room that is reserved for a player."""

    sessionId: str  # noqa: N815
    roomId: str  # noqa: N815
    processId: str  # noqa: N815


def _reserve(port: int, game: str) -> Seat:
    """Reserve a seat in a room where a player waits, or in a new one."""
    url = f"http://127.0.0.1:{port}/matchmake/joinOrCreate/{game}"
    request = Request(url, b"{}", {"Content-Type": "application/json"})
    with urlopen(request, timeout=RESERVE_TIMEOUT_SECONDS) as answer:
        return msgspec.json.decode(answer.read(), type=Seat)


class RoomState:
    """The state of a room as a client knows it."""

    def __init__(self) -> None:
        self.game = 0
        self.to_move = 0
        self.is_over = False
        self.moves: list[str] = []

    def apply(self, patch: bytes) -> None:
        """Apply changes. The only structures are the state itself (0) and the list of moves."""
        at, end, is_list = 0, len(patch), False
        while at < end:
            change = patch[at]
            at += 1
            if change == SWITCH:
                is_list = patch[at] != 0
                at += 1
            elif is_list:
                at = self._change_moves(change, patch, at)
            else:
                at = self._change_field(change & FIELD_BITS, patch, at)

    def _change_field(self, field: int, patch: bytes, at: int) -> int:
        """Change a field, and return where the patch continues."""
        if field == TO_MOVE:
            self.to_move = patch[at]
        elif field == IS_OVER:
            self.is_over = patch[at] > 0
        elif field == GAME:
            self.game = patch[at] | patch[at + 1] << 8
            return at + 2
        elif field != MOVES:  # which is the number of its structure
            raise ValueError(f"unknown field {field} in {patch!r}")
        return at + 1

    def _change_moves(self, operation: int, patch: bytes, at: int) -> int:
        """Change the list, and return where the patch continues."""
        if operation == CLEAR:
            self.moves.clear()
            return at
        if operation != ADD or patch[at] != len(self.moves):
            raise ValueError(f"unknown operation {operation} in {patch!r}")
        length = patch[at + 1] & 0x1F
        self.moves.append(patch[at + 2 : at + 2 + length].decode())
        return at + 2 + length


class ColyseusPlayer(Player):
    """A player in a room for two, where rematches are played too."""

    def __init__(self, crowd: Crowd, token: str, game: str) -> None:
        super().__init__(crowd, token, game)
        self._state = RoomState()
        self._room = ""

    async def connect(self, port: int) -> None:
        """Ask for a seat in any room, and connect to the room."""
        seat = await asyncio.to_thread(_reserve, port, self.game)
        self._room = seat.roomId
        path = f"/{seat.processId}/{seat.roomId}?sessionId={seat.sessionId}"
        await ws_connect(lambda: self, f"ws://127.0.0.1:{port}{path}")

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Wait for the server's first message."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a message from the server."""
        if frame.msg_type != WSMsgType.BINARY:
            return
        message = frame.get_payload_as_bytes()
        self.crowd.tally.received_bytes += len(message)
        kind = message[0]
        if kind == ROOM_STATE_PATCH:
            self._on_patch(message[1:])
        elif kind == ROOM_STATE:
            self._state.apply(message[1:])
        elif kind == JOIN_ROOM:
            self.send(bytes([JOIN_ROOM]))
        elif kind == ROOM_DATA and message.startswith(SEAT, 1):
            self.seat = message[1 + len(SEAT)]
            self._sit()
        elif kind == ERROR:
            self.crowd.on_error("error", repr(message))

    def _on_patch(self, patch: bytes) -> None:
        state = self._state
        game, moves = state.game, len(state.moves)
        state.apply(patch)
        if state.game != game:
            self._sit()
        elif self.table is not None and len(state.moves) > moves:
            self.table.on_event(self, self.seat, self._event())

    def _sit(self) -> None:
        """Take the seat in the current game of the room."""
        state = self._state
        self.table = self.crowd.table(f"{self._room}-{state.game}")
        self.sit(
            self.table,
            wire.State(
                id=self.table.id,
                seq=len(state.moves),
                status="live",
                game=self.game,
                size=SIZE,
                you=self.seat,
                to_move=state.to_move,
                moves=state.moves,
            ),
        )

    def _event(self) -> wire.EventMessage:
        """Return the last move in Quire's words."""
        state = self._state
        assert self.table is not None
        return wire.EventMessage(
            game_id=self.table.id,
            seq=len(state.moves),
            kind="move",
            to_move=state.to_move,
            moves=len(state.moves),
            seat=1 - state.to_move,
            text=state.moves[-1],
            outcome={} if state.is_over else None,
        )

    def send(self, message: bytes) -> None:
        """Send a message."""
        if not self.crowd.is_stopping:
            self.crowd.tally.sent_bytes += len(message)
            self._transport.send(WSMsgType.BINARY, message)

    def play(self, table: Table, move: str) -> None:
        """Make a move."""
        text = move.encode()
        self.send(b"%c\xa4move%c%b" % (ROOM_DATA, 0xA0 | len(text), text))

    def rematch(self, table: Table) -> None:
        """Offer a rematch."""
        self.crowd.remove(table)
        self.send(REMATCH)
