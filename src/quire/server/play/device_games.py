"""Checks finished games whose computer players thought on the player's device."""

from __future__ import annotations

from quire.errors import AgentFailed, NotAllowed, TooMany, Unavailable
from quire.server.play.services import Services
from quire.server.workers.fair_queue import Owner
from quire.server.workers.recomputation import check_moves
from quire.store.play import device_games
from quire.store.play.games import StoredGame


class DeviceGames:
    """Computes their moves again, one game at a time, in the pool for analyses.

    Which games are due is in the store, so a server that stops leaves them to the next one; of two
    that check the same game, the first result counts.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._is_checking = False

    async def check_next(self) -> None:
        """Check the game that has waited longest, unless one is being checked."""
        store = self._services.store
        if self._is_checking:
            return
        self._is_checking = True
        try:
            game = await store.read(device_games.next_due)
            if game is None or (passed := await self._is_right(game)) is None:
                return
            await store.write(
                lambda connection: device_games.settle(connection, game, passed=passed)
            )
        finally:
            self._is_checking = False

    async def _is_right(self, game: StoredGame) -> bool | None:
        """Return whether the computer made these moves; None if that can't be said now."""
        services, setup = self._services, game.setup
        moves = game.live(services.settings.max_lag_seconds).match.moves
        person = next(seat.player for seat in setup.seats if seat.agent is None)
        agents = [setup.agent_of(seat) for seat in range(len(setup.seats))]
        owner = Owner(person or "", "")
        try:
            await check_moves(
                *(setup.game, setup.size, moves, agents, services.pools.analysis, owner),
                services.time_source.wall,
            )
        except NotAllowed as error:
            services.log.info("device_game_refused", game=setup.id, why=str(error))
            return False
        except (TooMany, AgentFailed, Unavailable):  # busy, or stopping
            return None
        return True
