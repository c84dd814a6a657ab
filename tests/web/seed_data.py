"""Accounts and finished games that exist before a test begins.

For example:

    ann, bob = member(server, "Ann"), member(server, "Bob")
    game = finished(server, (ann, bob), "line", "3", ("S1", "S3", "O2"))
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from quire.games import find_game
from tests.server.harness import RunningServer
from tests.server.player_client import PlayerClient
from tests.web.person import Person

PASSPHRASE = "a long walk home"


class Account(NamedTuple):
    """A player with an account on the server."""

    id: str
    name: str
    kind: str
    token: str

    def sign_in_at(self, person: Person) -> None:
        """Sign this player in at that person's browser."""
        card = {"id": self.id, "name": self.name, "kind": self.kind}
        stored_account = json.dumps(json.dumps({"token": self.token, "player": card}))
        person.context.add_init_script(
            "if (location.protocol === 'http:') localStorage.getItem('quire.account')"
            f" ?? localStorage.setItem('quire.account', {stored_account})"
        )


def guest(server: RunningServer, name: str) -> Account:
    """Create a guest."""
    return _create(server, name, "")


def member(server: RunningServer, name: str) -> Account:
    """Register a member."""
    return _create(server, name, PASSPHRASE)


def _create(server: RunningServer, name: str, passphrase: str) -> Account:
    async def create() -> Account:
        player = PlayerClient(server.url, name)
        await (player.register(passphrase) if passphrase else player.guest())
        await player.aclose()
        assert player.token is not None
        return Account(player.id, name, "member" if passphrase else "guest", player.token)

    return server.run(create())


def finished(
    server: RunningServer, people: Sequence[Account], game: str, size: str, moves: Sequence[str],
    *, resigns: int | None = None, **request: Any,
) -> str:  # fmt: skip
    """Play these moves, resign if asked to, and return the game's id."""

    async def play() -> str:
        players = [PlayerClient(server.url, person.name) for person in people]
        try:
            for player, known in zip(players, people, strict=True):
                player.token = known.token
                await player.connect()
            id = await players[0].create_game(game, size=size, random_order=False, **request)
            for player in players[1:]:
                await player.join(id)
            await _play_moves(players, id, game, size, moves)
            if resigns is not None:
                await players[resigns].act(id, "resign")
        finally:
            for player in players:
                await player.aclose()
        return id

    return server.run(play())


async def _play_moves(
    players: Sequence[PlayerClient], id: str, game: str, size: str, moves: Sequence[str]
) -> None:
    for player in players:
        await player.watch(id)
    position = find_game(game).start(size)
    for move in moves:
        mover = players[position.to_move]
        made = await mover.move(id, move)
        position = position.play(move)
        for player in players:
            if player is not mover:
                await player.receive("event", game_id=id, seq=made["seq"])
