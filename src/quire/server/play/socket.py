"""The WebSocket: one connection per client, typed messages both ways."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from typing import Any

import msgspec

from quire.errors import NotAllowed, NotationError, NotSignedIn, QuireError, TooMany, Unavailable
from quire.online.event import EventKind
from quire.server.play.node import Node
from quire.server.play.peer import Peer
from quire.server.rate_limit import TokenBucket
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

Scope = dict[str, Any]


async def serve(node: Node, scope: Scope, receive: Any, send: Any, network: str) -> None:
    """Serve one connection from its first message to its end."""
    peer = Peer(node.settings, network, node.time_source.wall(), scope["extensions"][EXTENSION])
    await receive()
    node.connections.add(peer)
    await send({"type": "websocket.accept"})
    try:
        await _listen(node, peer, receive)
    finally:
        await asyncio.shield(asyncio.ensure_future(node.remove_connection(peer)))


async def _listen(node: Node, peer: Peer, receive: Any) -> None:
    errors = TokenBucket(ERROR_RATE, ERROR_BURST, node.time_source.wall())
    identified = False
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect" or peer.closing is not None:
            return
        request: FromClient | None = None
        try:
            request = _decoded(message["bytes"])
            if not identified:
                await _identify(node, peer, request)
                identified = True
                _check_rate(node, peer)
            else:
                _check_rate(node, peer)
                await _handle(node, peer, request)
        except QuireError as error:
            node.metrics.rejections.labels(error.code).inc()
            _reject(peer, error, request)
            if not identified or errors.take(node.time_source.wall()):
                peer.close(CloseCode.POLICY)
        except Exception as error:  # our own errors must not close connections
            node.services.log_error(error, player=peer.player.id if peer.player else "")
            _reject(peer, Unavailable("internal server error: try again"), request)


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
        case HeartbeatReply():
            peer.on_heartbeat_reply(message.number, node.time_source.wall())
        case Watch():
            node.services.limits.watches.take(peer.network, node.time_source.wall())
            another = message.game_id not in peer.watching
            if another and len(peer.watching) >= node.settings.max_watched_games:
                raise TooMany(
                    f"a connection can follow at most {node.settings.max_watched_games} games"
                )
            async with AsyncExitStack() as stack:
                async with node.services.limits.turns.turn(peer.network):  # loading takes a while
                    room = await stack.enter_async_context(node.rooms.lease(message.game_id))
                await room.watch(peer, message.since, message.picture, message.pace)
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
