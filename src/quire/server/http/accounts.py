"""Endpoints for the player's own account: registering, signing in, preferences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from sqlalchemy import Connection

from quire.errors import NotAllowed, NotationError, NotSignedIn
from quire.online import player_name as names
from quire.server.http.request import Handlers, Request, summary
from quire.store.people import (
    deletion,
    moderation,
    passphrase,
    players,
    recovery,
    sessions,
    statistics,
)
from quire.store.people import push as subscriptions
from quire.store.people.push import Subscription
from quire.wire import http_types as wire
from quire.wire.protocol import encode
from quire.wire.shared_types import PlayerSummary
from quire.wire.statistics_types import PlayerProfile

CURRENT_SESSION = "current"
"""The id that stands for the session of a request."""


async def create_guest(request: Request) -> wire.SignedIn:
    today = request.node.store.today()
    guest = await request.write(players.create_guest, request.body.name, today)
    return await request.signed_in(guest)


async def register(request: Request) -> wire.SignedIn:
    hash = await asyncio.to_thread(passphrase.hashed, request.body.passphrase)
    guest = (
        request.player.id if request.player is not None and request.player.kind == "guest" else None
    )
    today = request.node.store.today()
    arguments = (
        request.body.name,
        hash,
        today,
        request.body.bot,
        None if request.body.bot else guest,
    )
    player = await request.write(players.register, *arguments)
    if player.id == guest:
        await request.node.accounts.on_changed(player.id)
    return await request.signed_in(player)


async def sign_in(request: Request) -> wire.SignedIn:
    _count_attempt(request, request.body.name)
    player = await players.sign_in(request.node.store, request.body.name, request.body.passphrase)
    if player.banned:
        raise NotAllowed("this account is banned")
    request.player = None  # which starts a new session
    return await request.signed_in(player)


async def sign_out(request: Request) -> None:
    keep = request.session if request.query.keep_current else ""
    await request.write(sessions.end_all, request.me.id, keep)
    await request.node.accounts.on_changed(request.me.id)


async def my_sessions(request: Request) -> tuple[wire.SessionInfo, ...]:
    since = request.node.services.oldest_session()
    return tuple(
        wire.SessionInfo(
            id=it.id,
            created=it.created,
            used=it.used,
            client=it.client,
            current=it.id == request.session,
        )
        for it in await request.read(sessions.of_player, request.me.id, since)
    )


async def end_session(request: Request) -> None:
    id = request.path["id"]
    await request.write(
        sessions.end, request.me.id, request.session if id == CURRENT_SESSION else id
    )
    await request.node.accounts.on_changed(request.me.id)


def _count_attempt(request: Request, name: str) -> None:
    """Count an attempt to sign in to an account, however its name is spelled. Raises TooMany."""
    try:
        account = names.login(name)
    except NotationError:
        account = ""  # of no account
    request.limit(request.limits.passphrases, account)


async def _check_passphrase(request: Request) -> None:
    """Raise NotAllowed unless the request has the player's passphrase."""
    me = request.me
    if me.kind == "guest":
        raise NotAllowed("guests have no passphrase: register first")
    _count_attempt(request, me.name)
    try:
        await players.sign_in(request.node.store, me.name, request.body.passphrase)
    except NotSignedIn:
        raise NotAllowed("wrong passphrase") from None


async def new_recovery_code(request: Request) -> wire.RecoveryCode:
    await _check_passphrase(request)
    code = recovery.new_code()
    await request.write(recovery.set_code, request.me.id, code)
    return wire.RecoveryCode(code)


async def recover(request: Request) -> wire.SignedIn:
    body: wire.RecoveryRequest = request.body
    _count_attempt(request, body.name)
    hash = await asyncio.to_thread(passphrase.hashed, body.new_passphrase)
    player = await request.write(recovery.recover, body.name, body.code, hash)
    await request.node.accounts.on_changed(player.id)
    request.player = None  # which starts a new session
    return await request.signed_in(player)


async def change_passphrase(request: Request) -> None:
    me, body = request.me, request.body
    await _check_passphrase(request)
    hash = await asyncio.to_thread(passphrase.hashed, body.new_passphrase)

    def change(connection: Connection) -> None:
        players.change_passphrase(connection, me.id, hash)
        sessions.end_all(connection, me.id, request.session)

    await request.node.store.write(change)
    await request.node.accounts.on_changed(me.id)


async def delete_me(request: Request) -> None:
    me, store = request.me.id, request.node.store
    left = await store.write(
        lambda connection: deletion.delete(connection, me, store.now(), store.today())
    )
    for id in left:
        request.node.rooms.notify_game(id)
    await request.node.accounts.on_changed(me)


async def me(request: Request) -> PlayerProfile:
    page: PlayerProfile = await request.read(statistics.player_page, request.me.id)
    return page


async def rename_me(request: Request) -> PlayerSummary:
    if request.me.kind != "guest":
        raise NotAllowed("registered players can't change their name; ask the server's admin")
    renamed = await request.write(players.rename, request.me.id, request.body.name)
    await request.node.accounts.on_changed(request.me.id)
    return summary(renamed)


async def preferences(request: Request) -> wire.Preferences:
    return wire.Preferences(chat=request.me.chat)


async def set_preferences(request: Request) -> None:
    await request.write(players.set_chat, request.me.id, request.body.chat)


async def push(request: Request) -> wire.PushInfo:
    service = request.node.push
    return wire.PushInfo(None if service is None else service.public_key)


async def subscribe(request: Request) -> None:
    service, body = request.node.push, request.body
    if service is None:
        raise NotAllowed("this server sends no push notifications")
    subscription = Subscription(
        endpoint=body.endpoint, public_key=body.p256dh, auth=body.auth, language=body.language
    )
    await service.subscribe(request.session, subscription)


async def unsubscribe(request: Request) -> None:
    await request.write(subscriptions.unsubscribe, request.session)


async def export_data(request: Request) -> AsyncIterator[bytes]:
    return _exported_data(request)


async def _exported_data(request: Request) -> AsyncIterator[bytes]:
    me = request.me
    account = wire.AccountLine(player=summary(me), created=me.created, chat=me.chat)
    lines: list[wire.DataLine] = [account]
    for player in await request.read(moderation.blocked_by, me.id):
        lines.append(wire.BlockLine(player=summary(player)))
    for text, created, about in await request.read(moderation.reports_by, me.id):
        lines.append(wire.ReportLine(about=summary(about), text=text, created=created))
    yield _lines(lines)
    after = ("", 0)
    while messages := await request.read(moderation.chat_by, me.id, after):
        yield _lines([wire.ChatLine(game_id=id, seq=seq, text=text) for id, seq, text in messages])
        after = messages[-1][:2]


def _lines(lines: Sequence[wire.DataLine]) -> bytes:
    return b"".join(encode(line) + b"\n" for line in lines)


HANDLERS: Handlers = {
    handler.__name__: handler
    for handler in (
        *(create_guest, register, sign_in, sign_out, delete_me),
        *(my_sessions, end_session, change_passphrase, new_recovery_code, recover),
        *(push, subscribe, unsubscribe),
        *(me, rename_me, preferences, set_preferences, export_data),
    )
}
