"""A request that was read, which the functions that answer are given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from quire.server.http.tournament_directory import TournamentDirectory
from quire.server.play.node import Node
from quire.store.people import players
from quire.wire import http_types as wire
from quire.wire.shared_types import PlayerSummary


@dataclass(slots=True)
class Call:
    """A request that was read: who asks, and for what."""

    node: Node
    tournaments: TournamentDirectory
    path: dict[str, str]
    hold: Callable[[], None]
    """From now on this counts as work for whoever asks, until the answer has ended. Raises TooMany
    if they have much of it under way."""
    known: str
    """The tags of what one has already, as the header If-None-Match has them."""
    player: players.Player | None = None
    body: Any = None
    query: Any = None

    @property
    def me(self) -> players.Player:
        """Who asks; the table says where that must be somebody."""
        assert self.player is not None
        return self.player

    async def read(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a piece of reading gives."""
        return await self.node.store.read(lambda it: work(it, *arguments))

    async def write(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a piece of writing gives, once it is kept."""
        return await self.node.store.write(lambda it: work(it, *arguments))

    def signed_in(self, player: players.Player) -> wire.SignedIn:
        """Who one is from now on."""
        return wire.SignedIn(token=self.node.signer.token(player), player=card(player))


def card(player: players.Player) -> PlayerSummary:
    """A player, as everybody may see one."""
    return PlayerSummary(id=player.id, name=player.name, kind=player.kind)


Handlers = Mapping[str, Callable[[Call], Awaitable[Any]]]
"""Functions that answer, by the names of their endpoints."""
