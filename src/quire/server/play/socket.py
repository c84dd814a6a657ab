"""The WebSocket: one connection per client, typed messages both ways."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any, Protocol

import msgspec

from quire.errors import NotAllowed, NotationError, NotSignedIn, QuireError, TooMany, Unavailable
from quire.online.event import EventKind
from quire.server.play.node import Node
from quire.server.play.peer import Connection, Peer
from quire.server.play.room.audience import Watcher
from quire.server.rate_limit import TokenBucket
from quire.server.transport.inbox import Inbox
from quire.server.transport.websocket_protocol import EXTENSION
from quire.store.people import sessions
from quire.wire.close_code import CloseCode
from quire.wire.protocol import (
    VERSION,
    Act,
    ErrorMessage,
    FromClient,
    HeartbeatReply,
    Hello,
    Lobby,
    Seek,
    Unseek,
    Unwatch,
    Watch,
    Welcome,
    decode_client,
)
from quire.wire.shared_types import PlayerSummary
from quire.wire.text import check_text

ERROR_RATE, ERROR_BURST = 1.0, 100
"""Rejected messages per second, sustained and at once, before the connection is closed."""

WITHOUT_TASK = (EventKind.MOVE, EventKind.REMATCH)
"""Acts that are done at once, if possible."""

Scope = dict[str, Any]


class Client(Connection, Protocol):
    """The connection of a client; see `transport.websocket_protocol`."""

    inbox: Inbox
    """Its messages."""

    def go_on(self) -> None:
        """Handle the messages that wait: the one before is done."""
        ...


async def serve(node: Node, scope: Scope, receive: Any, send: Any, network: str) -> None:
    """Serve one connection from its first message to its end."""
    connection: Client = scope["extensions"][EXTENSION]
    peer = Peer(node.settings, network, node.time_source.wall(), connection)
    await receive()
    node.connections.add(peer)
    await send({"type": "websocket.accept"})
    connection.inbox.open(Session(node, peer, connection).handle)
    try:
        await receive()  # it is closed: messages don't come this way
    finally:
        await asyncio.shield(asyncio.ensure_future(_remove(node, peer, connection)))


async def _remove(node: Node, peer: Peer, connection: Client) -> None:
    await connection.inbox.drain()
    connection.inbox.close()
    await node.remove_connection(peer)


class Session:
    """Handles the messages of a connection.

    A move is decided as it arrives, and stored with those that arrive next; no task waits for it.
    So is the offer of a rematch.
    """

    def __init__(
        self, node: Node, peer: Peer, connection: Client, is_identified: bool = False
    ) -> None:
        self._node = node
        self._peer = peer
        self._connection = connection
        self._errors = TokenBucket(ERROR_RATE, ERROR_BURST, node.time_source.wall())
        self._is_identified = is_identified

    def handle(self, received: bytes) -> bool:
        """Handle a message. Return False if that goes on; the connection's `go_on` ends it."""
        node, peer = self._node, self._peer
        if peer.closing is not None:
            return True
        message: FromClient | None = None
        try:
            message = _decoded(received)
            if self._is_identified:
                _check_rate(node, peer)
                if isinstance(message, HeartbeatReply):
                    peer.on_heartbeat_reply(message.number, node.time_source.wall())
                    return True
                if isinstance(message, Act):
                    if message.kind in WITHOUT_TASK and self._begin_act(message):
                        return False
                elif isinstance(message, Unwatch) and self._unwatch_at_once(message):
                    return True
        except Exception as error:
            self._on_error(error, message)
            return True
        node.services.start(self._handle(message))
        return False

    def _begin_act(self, act: Act) -> bool:
        """Do an act at once, if that is possible."""
        room = self._node.rooms.get(act.game_id)
        if room is None or self._peer.player is None:
            return False
        return room.begin_act(self._peer, act, partial(self._on_done, act, time.perf_counter()))

    def _unwatch_at_once(self, message: Unwatch) -> bool:
        """Stop following a game that is over, if that is possible."""
        room = self._node.rooms.get(message.game_id)
        follows = message.game_id in self._peer.watching
        return room is not None and follows and room.unwatch_at_once(self._peer)

    def _on_done(self, act: Act, began: float, error: Exception | None) -> None:
        if error is None:
            self._node.metrics.act_seconds.observe(time.perf_counter() - began)
        else:
            self._on_error(error, act)
        self._connection.go_on()

    async def _handle(self, message: FromClient) -> None:
        """Handle a message that takes a while."""
        try:
            if self._is_identified:
                await _handle(self._node, self._peer, message)
            else:
                await _identify(self._node, self._peer, message)
                self._is_identified = True
                _check_rate(self._node, self._peer)
        except Exception as error:
            self._on_error(error, message)
        finally:
            self._connection.go_on()

    def _on_error(self, error: Exception, message: FromClient | None) -> None:
        """Reject a message; close the connection of a client that sends too many of these."""
        node, peer = self._node, self._peer
        if isinstance(error, QuireError):
            node.metrics.rejections.labels(error.code).inc()
            _reject(peer, error, message)
            if not self._is_identified or self._errors.take(node.time_source.wall()):
                peer.close(CloseCode.POLICY)
        else:  # our own errors must not close connections
            node.services.log_error(error, player=peer.player.id if peer.player else "")
            _reject(peer, Unavailable("internal server error: try again"), message)


def _check_rate(node: Node, peer: Peer) -> None:
    """Raise TooMany if a player, or a network, sends too many messages over all connections."""
    node.services.limits.messages.take(peer.account, peer.network, node.time_source.wall())


def _decoded(received: bytes) -> FromClient:
    check_text(received)
    try:
        message: FromClient = decode_client(received)
        return message
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotationError(f"invalid message: {error}") from None


async def _identify(node: Node, peer: Peer, message: FromClient) -> None:
    if not isinstance(message, Hello):
        raise NotSignedIn('send hello first: {"type": "hello", "token": …}')
    if message.version != VERSION:
        raise NotationError(f"this server speaks protocol version {VERSION}: reload the page")
    new = None
    if message.token is not None:
        player, session = await authenticate(node, message.token)
        peer.player = PlayerSummary(id=player.id, name=player.name, kind=player.kind)
        peer.session = session.id
        peer.muted = player.muted
        new = node.signer.sign(session.id)
    node.connections.identify(peer)
    peer.send(
        Welcome(
            player=peer.player,
            heartbeat_seconds=node.settings.heartbeat_seconds,
            token=None if new == message.token else new,
        )
    )


async def authenticate(node: Node, token: str) -> sessions.SignedIn:
    """Return the player and session of a token, and record that the session is used.

    Raises NotSignedIn, NotAllowed for a banned player.
    """
    content, since = await node.read_token(token), node.services.oldest_session()
    signed_in = await node.store.read(
        lambda connection: sessions.authenticate(connection, content, since)
    )
    id, today = signed_in.session.id, node.store.today()
    if today - signed_in.session.used > sessions.RENEW_SECONDS:
        work = node.store.write(lambda connection: sessions.renew(connection, [id], today))
        node.services.start(work)
    return signed_in


async def _handle(node: Node, peer: Peer, message: FromClient) -> None:
    match message:
        case Act():
            await _act(node, peer, message)
        case Watch():
            node.services.limits.watches.take(peer.network, node.time_source.wall())
            another = message.game_id not in peer.watching
            if another and len(peer.watching) >= node.settings.max_watched_games:
                raise TooMany(
                    f"a connection can follow at most {node.settings.max_watched_games} games"
                )
            if node.rooms.get(message.game_id) is None:  # loading takes a while
                async with node.services.limits.turns.turn(peer.network):
                    await node.rooms.find(message.game_id)
            async with node.rooms.lease(message.game_id) as room:
                watcher = Watcher(None, message.picture, message.pace, message.computes)
                await room.watch(peer, message.since, watcher)
        case Unwatch():
            if message.game_id in peer.watching:
                async with node.rooms.lease(message.game_id) as room:
                    await room.unwatch(peer)
        case Seek():
            _require_player(peer)
            await node.pairing.seek(peer, message)
        case Unseek():
            _require_player(peer)
            await node.pairing.unseek(peer)
        case Lobby():
            if message.on:
                await node.lobby.follow(peer)
            else:
                node.lobby.unfollow(peer)
        case Hello():
            raise NotAllowed("hello was already sent")


async def _act(node: Node, peer: Peer, act: Act) -> None:
    _require_player(peer)
    if act.kind is EventKind.CHAT:
        if peer.muted:
            raise NotAllowed("you can't chat: an administrator has muted you")
        now = node.time_source.wall()
        node.services.limits.chats.take(peer.account, peer.network, now)
    began = time.perf_counter()
    async with node.rooms.lease(act.game_id) as room:
        await room.act(peer, act)
    node.metrics.act_seconds.observe(time.perf_counter() - began)


def _require_player(peer: Peer) -> None:
    if peer.player is None:
        raise NotSignedIn("you're connected as a spectator: send hello with a token to play")


def _reject(peer: Peer, error: QuireError, request: FromClient | None) -> None:
    """Send the error, with the game and the act it is about."""
    peer.send(
        ErrorMessage(
            code=error.code,
            message=str(error),
            game_id=request.game_id if isinstance(request, Act | Watch | Unwatch) else None,
            id=request.id if isinstance(request, Act | Seek) else None,
        )
    )
