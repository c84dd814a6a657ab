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
from tests.server.harness import Running
from tests.server.player_client import Player
from tests.web.person import Person

PASSPHRASE = "a long walk home"


class Known(NamedTuple):
    """A player with an account on the server."""

    id: str
    name: str
    kind: str
    token: str

    def come_back(self, person: Person) -> None:
        """Sign this player in at that person's browser."""
        card = {"id": self.id, "name": self.name, "kind": self.kind}
        kept = json.dumps(json.dumps({"token": self.token, "player": card}))
        person.context.add_init_script(
            "if (location.protocol === 'http:') localStorage.getItem('quire.account')"
            f" ?? localStorage.setItem('quire.account', {kept})"
        )


def guest(server: Running, name: str) -> Known:
    """Create a guest."""
    return _known(server, name, "")


def member(server: Running, name: str) -> Known:
    """Register a member."""
    return _known(server, name, PASSPHRASE)


def _known(server: Running, name: str, passphrase: str) -> Known:
    async def come() -> Known:
        player = Player(server.url, name)
        await (player.register(passphrase) if passphrase else player.guest())
        await player.leave()
        assert player.token is not None
        return Known(player.id, name, "member" if passphrase else "guest", player.token)

    return server.run(come())


def finished(
    server: Running, people: Sequence[Known], game: str, size: str, moves: Sequence[str],
    *, resigns: int | None = None, **request: Any,
) -> str:  # fmt: skip
    """Play these moves, resign if asked to, and return the game's id."""

    async def play() -> str:
        players = [Player(server.url, it.name) for it in people]
        try:
            for player, known in zip(players, people, strict=True):
                player.token = known.token
                await player.connect()
            id = await players[0].make(game, size=size, random_order=False, **request)
            for player in players[1:]:
                await player.join(id)
            await _moves(players, id, game, size, moves)
            if resigns is not None:
                await players[resigns].does(id, "resign")
        finally:
            for player in players:
                await player.leave()
        return id

    return server.run(play())


async def _moves(
    players: Sequence[Player], id: str, game: str, size: str, moves: Sequence[str]
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
