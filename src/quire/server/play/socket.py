"""The socket: one connection a client, typed messages both ways."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import msgspec

from quire.errors import NotAllowed, NotationError, NotSignedIn, QuireError, TooMany, Unavailable
from quire.online.event import EventKind
from quire.server.play.node import Node
from quire.server.play.peer import CLOSE_POLICY, Peer
from quire.store.people import players
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

MAX_CONSECUTIVE_ERRORS = 100
"""Rejected messages in a row before the connection is closed."""

Scope = dict[str, Any]


async def serve(node: Node, scope: Scope, receive: Any, send: Any, address: str) -> None:
    """One connection from its first message to its end."""

    def transmit(encoded: bytes) -> Any:
        return send({"type": "websocket.send", "text": encoded.decode()})

    peer = Peer(node.settings, address, node.timing.wall(), transmit)
    await receive()
    try:
        node.arrive(peer)
    except TooMany:
        await send({"type": "websocket.close", "code": 1013})
        return
    await send({"type": "websocket.accept"})

    async def write() -> None:
        code = await peer.write()
        await send({"type": "websocket.close", "code": code})

    writer = asyncio.create_task(write())
    writer.add_done_callback(_look_at)  # also where nobody is left to wait for it
    listener = asyncio.current_task()
    assert listener is not None
    peer.abandon = listener.cancel
    try:
        await _listen(node, peer, receive, writer)
    except asyncio.CancelledError:
        if peer.closing is None:
            raise
        listener.uncancel()
    finally:
        peer.abandon = None
        await asyncio.shield(asyncio.ensure_future(node.depart(peer)))
        peer.drop(1000)
        writer.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await writer


def _look_at(task: asyncio.Task[None]) -> None:
    """A client that is gone is no failure."""
    if not task.cancelled():
        task.exception()


async def _listen(node: Node, peer: Peer, receive: Any, writer: asyncio.Task[None]) -> None:
    refused = 0
    introduced = False
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect" or writer.done():
            return
        if peer.closing is not None:
            continue
        said = message.get("text")
        said = message.get("bytes") if said is None else said
        it: FromClient | None = None
        try:
            it = _decoded(said or b"")
            peer.check_rate(node.timing.wall())
            if not introduced:
                await _introduce(node, peer, it)
                introduced = True
            else:
                await _do(node, peer, it)
            refused = 0
        except QuireError as error:
            refused += 1
            node.metrics.refusals.labels(error.code).inc()
            _refuse(peer, error, it)
            if refused > MAX_CONSECUTIVE_ERRORS or not introduced:
                peer.close(CLOSE_POLICY)
        except Exception as error:  # a fault of ours must not end other people's games
            node.trouble(error, player=peer.player.id if peer.player else "")
            _refuse(peer, Unavailable("something went wrong here; try again"), it)


def _decoded(said: str | bytes) -> FromClient:
    try:
        it: FromClient = decode_client(said)
        return it
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotationError(f"invalid message: {error}") from None


async def _introduce(node: Node, peer: Peer, message: FromClient) -> None:
    if not isinstance(message, Hello):
        raise NotSignedIn('send hello first: {"type": "hello", "token": …}')
    if message.version != VERSION:
        raise NotationError(f"this server speaks protocol version {VERSION}: reload the page")
    if message.token is not None:
        found = await authenticated(node, message.token)
        peer.player = PlayerSummary(id=found.id, name=found.name, kind=found.kind)
        peer.epoch = found.epoch
    node.introduce(peer)
    peer.tell(Welcome(player=peer.player, heartbeat_seconds=node.settings.heartbeat_seconds))


async def authenticated(node: Node, token: str) -> players.Player:
    """The player of a token. Raises NotSignedIn, NotAllowed for one who is banned."""
    id, epoch = node.signer.read(token)
    return await node.store.read(lambda it: players.authenticate(it, id, epoch))


async def _do(node: Node, peer: Peer, message: FromClient) -> None:
    match message:
        case Act():
            await _act(node, peer, message)
        case HeartbeatReply():
            peer.hear_pulse(message.number, node.timing.wall())
        case Watch():
            another = message.game_id not in peer.watching
            if another and len(peer.watching) >= node.settings.max_watched_games:
                raise TooMany(
                    f"a connection can follow at most {node.settings.max_watched_games} games"
                )
            async with node.room(message.game_id) as room:
                await room.watch(peer, message.since, message.picture)
        case Unwatch():
            if message.game_id in peer.watching:
                async with node.room(message.game_id) as room:
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
        peer.check_says(node.timing.wall())
    began = time.perf_counter()
    async with node.room(act.game_id) as room:
        await room.act(peer, act)
    node.metrics.act_seconds.observe(time.perf_counter() - began)


def _require_player(peer: Peer) -> None:
    if peer.player is None:
        raise NotSignedIn("you're connected as a spectator: send hello with a token to play")


def _refuse(peer: Peer, error: QuireError, refused: FromClient | None) -> None:
    """Says why, and of which game and act, as far as the message told."""
    peer.tell(
        ErrorMessage(
            code=error.code,
            message=str(error),
            game_id=refused.game_id if isinstance(refused, Act | Watch | Unwatch) else None,
            id=refused.id if isinstance(refused, Act | Seek) else None,
        )
    )
