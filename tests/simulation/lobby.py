"""Open games: players create them, join them, leave and cancel them, as the page does by HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from quire.errors import NotAllowed, NotFound, QuireError, Unavailable
from quire.games import find_game
from quire.online.setup import Seat
from quire.server.play.node import Node
from quire.store.play import games
from tests.simulation.player import Player
from tests.simulation.world import CLOCK_SECONDS, RECONNECT_SECONDS, OpenGame, World

BOARDS = (("line", "5"), ("line", "5"), ("sos", "3x3:3"))

ANSWER_SECONDS = 2.0
"""Time after which an answer counts as lost."""


class Lobby:
    """The requests of players about open games."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.stream("lobby")

    def open(self) -> None:
        """Let players create games now and then, until everything heals."""
        for _ in range(self._chance.choice((0, 1, 2, 3))):
            player = self._chance.choice(self._world.players)
            self._world.later(self._chance.expovariate(3.0), self._create, player)

    def close(self) -> None:
        """Let the players cancel the games that still wait."""
        for game in list(self._world.open_games.values()):
            self._settle(game)

    # --- what players do ---

    def _create(self, maker: Player) -> None:
        world, chance = self._world, self._chance
        if world.healing:
            return
        game, size = chance.choice(BOARDS)
        number = find_game(game).start(size).players
        clock, increment = chance.choice([(CLOCK_SECONDS, None), (5.0, 0.5)])
        request = games.GameRequest(
            game=game,
            size=size,
            seats=(Seat(maker.account.name, maker.id), *[None] * (number - 1)),
            clock=clock,
            increment=increment,
            reconnect_seconds=chance.choice((RECONNECT_SECONDS, None)),
            random_order=chance.random() < 0.5,
        )

        def on_created(id: Any) -> None:
            if isinstance(id, QuireError):
                return
            opened = world.open_games[id] = OpenGame(id, maker.id)
            maker.follow(id)
            for player in world.players:
                if player is not maker and chance.random() < 0.9:
                    world.later(chance.expovariate(5.0), self._join, player, opened)
                    if chance.random() < 0.1:
                        world.later(chance.expovariate(2.0), self._leave, player, opened)
            if chance.random() < 0.2:
                world.later(chance.expovariate(5.0), self._leave, maker, opened)
            if world.healing:
                self._settle(opened)

        world.note(maker.name, "creates", f"{game} {size}")
        self._request(lambda node: node.create_game(request, maker.id), on_created)

    def _join(self, player: Player, game: OpenGame) -> None:
        def on_joined(error: QuireError | None) -> None:
            self._world.note(player.name, "joined", error or game.id)
            if error is None:
                game.joined.add(player.id)

        if not self._world.healing and player.is_here:
            self._world.note(player.name, "joins", game.id)
            player.follow(game.id)
            self._request(
                lambda node: node.join_game(game.id, player.id, player.account.name), on_joined
            )

    def _leave(
        self,
        player: Player,
        game: OpenGame,
        on_left: Callable[[QuireError | None], None] = lambda _: None,
    ) -> None:
        def on_answer(error: QuireError | None) -> None:
            self._world.note(player.name, "left", error or game.id)
            if error is None and player.id == game.maker:
                game.is_cancelled = True
            on_left(error)

        self._world.note(player.name, "leaves", game.id)
        game.leaving.add(player.id)
        self._request(lambda node: node.leave_game(game.id, player.id), on_answer)

    def _settle(self, game: OpenGame) -> None:
        """Cancel a game again and again, until it is certain that it does not wait any more."""
        is_settled = False

        def on_left(error: QuireError | None) -> None:
            nonlocal is_settled
            is_settled = error is None or isinstance(error, NotFound | NotAllowed)

        def retry() -> None:
            if not is_settled:
                self._leave(maker, game, on_left)
                self._world.later(ANSWER_SECONDS, retry)

        maker = next(player for player in self._world.players if player.id == game.maker)
        retry()

    # --- requests ---

    def _request(
        self, work: Callable[[Node], Coroutine[Any, Any, Any]], on_answer: Callable[[Any], None]
    ) -> None:
        """Send a request to a random server; the answer, or the error, may get lost."""
        world, chance = self._world, self._chance
        server = chance.choice(world.servers)
        node = server.node
        if node is None:
            world.later(chance.uniform(0.0, 0.1), on_answer, Unavailable("the server is down"))
            return

        async def answer() -> None:
            await asyncio.sleep(chance.expovariate(50.0))
            try:
                result = await work(node)
            except QuireError as error:
                result = error
            if world.healing or chance.random() < 0.95:
                world.later(chance.expovariate(50.0), on_answer, result)

        world.loop.start(server.process, answer())
