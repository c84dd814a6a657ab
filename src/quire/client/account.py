"""All that can be asked of a server by HTTP: who one is, games to make and join, the history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType

from quire.client.study import Study
from quire.match.record import Record
from quire.wire import http_types as wire
from quire.wire.protocol import State
from quire.wire.shared_types import GameSummary, PlayerSummary
from quire.wire.statistics_types import AgentTally, ArchivePage, Leader, PlayerProfile, RatingPoint
from quire.wire.tournament_types import Tournament, TournamentDetails


class Account(Study):
    """The requests of a client. Each raises the QuireError that the server tells of."""

    @property
    def token(self) -> str | None:
        """What proves who one is; to be kept, and to be kept secret."""
        return self.http.token

    # --- who one is ---

    async def create_guest(self, name: str) -> PlayerSummary:
        """Is a guest from now on."""
        return await self._sign_in("/api/guests", wire.GuestRequest(name))

    async def register(self, name: str, passphrase: str, *, bot: bool = False) -> PlayerSummary:
        """Registers; what was played as a guest before is kept, but for a bot."""
        wish = wire.Registration(name=name, passphrase=passphrase, bot=bot)
        return await self._sign_in("/api/players", wish)

    async def sign_in(self, name: str, passphrase: str) -> PlayerSummary:
        """Is that member or bot from now on."""
        return await self._sign_in(
            "/api/sessions", wire.SignInRequest(name=name, passphrase=passphrase)
        )

    async def _sign_in(self, path: str, body: Any) -> PlayerSummary:
        signed: wire.SignedIn = await self.http.ask("POST", path, wire.SignedIn, body)
        self.http.token = signed.token
        await self.signed_in()
        return signed.player

    async def signed_in(self) -> None:
        """Is called when one is somebody else from now on."""

    async def sign_out(self) -> None:
        """Logs out everywhere: no token of before is good any more."""
        await self.http.ask("DELETE", "/api/sessions")

    async def delete_me(self) -> None:
        """Deletes the account; the games stay, without the name."""
        await self.http.ask("DELETE", "/api/me")

    async def me(self) -> PlayerProfile:
        """Who one is, with one's figures."""
        page: PlayerProfile = await self.http.ask("GET", "/api/me", PlayerProfile)
        return page

    async def rename_me(self, name: str) -> PlayerSummary:
        """Is called otherwise from now on, as a guest. Raises NotAllowed for members, Taken."""
        card: PlayerSummary = await self.http.ask(
            "PUT", "/api/me/name", PlayerSummary, wire.GuestRequest(name)
        )
        return card

    async def preferences(self) -> wire.Preferences:
        """What one has said to want."""
        wanted: wire.Preferences = await self.http.ask(
            "GET", "/api/me/preferences", wire.Preferences
        )
        return wanted

    async def set_preferences(self, *, chat: bool) -> None:
        """Says whether one wants to chat."""
        await self.http.ask("PUT", "/api/me/preferences", None, wire.Preferences(chat))

    # --- games ---

    async def catalogue(self) -> wire.Catalogue:
        """The games and the computer players."""
        found: wire.Catalogue = await self.http.ask("GET", "/api/catalogue", wire.Catalogue)
        return found

    async def create_game(
        self,
        game: str,
        size: str | None = None,
        *,
        seats: Iterable[str] = (),
        random_order: bool = True,
        clock: float | UnsetType | None = UNSET,
        rated: bool = False,
        public: bool = True,
        chat: bool = True,
    ) -> str:
        """The id of a new game. A seat is `me`, `open`, or an agent such as `level3`.

        `clock` is in seconds for each move, None for no limit; the server's own if it is left out.
        """
        wish = wire.GameRequest(
            game=game,
            size=size,
            seats=list(seats),
            random_order=random_order,
            clock=clock,
            rated=rated,
            public=public,
            chat=chat,
        )
        made: wire.GameCreated = await self.http.ask("POST", "/api/games", wire.GameCreated, wish)
        return made.id

    async def join(self, id: str) -> None:
        """Takes a free seat. Raises Taken, NotFound, NotAllowed."""
        await self.http.ask("POST", f"/api/games/{id}/join")

    async def leave(self, id: str) -> None:
        """Gives the seat back before the game has begun; without its maker there is no game."""
        await self.http.ask("POST", f"/api/games/{id}/leave")

    async def game(self, id: str) -> State:
        """One game as it is now."""
        state: State = await self.http.ask("GET", f"/api/games/{id}", State)
        return state

    async def record(self, id: str) -> Record:
        """The record of a game."""
        record: Record = await self.http.ask("GET", f"/api/games/{id}/record", Record)
        return record

    async def my_games(self) -> tuple[GameSummary, ...]:
        """One's own games that are open or under way."""
        cards: tuple[GameSummary, ...] = await self.http.ask(
            "GET", "/api/me/games", tuple[GameSummary, ...]
        )
        return cards

    async def lobby(self) -> wire.LobbyGames:
        """The public games that wait or are under way."""
        cards: wire.LobbyGames = await self.http.ask("GET", "/api/lobby", wire.LobbyGames)
        return cards

    # --- the history ---

    async def search_games(self, **wanted: Any) -> ArchivePage:
        """Finished games, newest first; what may be asked for are the fields of `SearchQuery`."""
        page: ArchivePage = await self.http.ask(
            "GET", "/api/games", ArchivePage, query=wire.SearchQuery(**wanted)
        )
        return page

    async def export(self) -> list[Record]:
        """All of one's finished games."""
        lines: bytes = await self.http.ask("GET", "/api/me/export", bytes)
        return [Record.from_json(line) for line in lines.splitlines()]

    async def player(self, id: str) -> PlayerProfile:
        """A player's figures."""
        page: PlayerProfile = await self.http.ask("GET", f"/api/players/{id}", PlayerProfile)
        return page

    async def find_player(self, name: str) -> PlayerProfile:
        """The figures of the member or bot of that name."""
        page: PlayerProfile = await self.http.ask(
            "GET", "/api/players", PlayerProfile, query=wire.NameQuery(name)
        )
        return page

    async def ratings(self, player: str, game: str) -> tuple[RatingPoint, ...]:
        """A player's ratings after the last rated games of a game, oldest first."""
        points: tuple[RatingPoint, ...] = await self.http.ask(
            "GET",
            f"/api/players/{player}/ratings",
            tuple[RatingPoint, ...],
            query=wire.RatingsQuery(game),
        )
        return points

    async def leaderboard(self, game: str) -> tuple[Leader, ...]:
        """The best of a game."""
        best: tuple[Leader, ...] = await self.http.ask(
            "GET", f"/api/leaderboards/{game}", tuple[Leader, ...]
        )
        return best

    async def agents(self, game: str | None = None) -> tuple[AgentTally, ...]:
        """People against each computer player, by size."""
        table: tuple[AgentTally, ...] = await self.http.ask(
            "GET", "/api/agents", tuple[AgentTally, ...], query=wire.GameQuery(game)
        )
        return table

    # --- tournaments of bots ---

    async def tournaments(self) -> tuple[Tournament, ...]:
        """Those that the server shows, newest first."""
        found: tuple[Tournament, ...] = await self.http.ask(
            "GET", "/api/tournaments", tuple[Tournament, ...]
        )
        return found

    async def tournament(self, name: str) -> TournamentDetails:
        """One of them, with who took how much from whom. Raises NotFound."""
        page: TournamentDetails = await self.http.ask(
            "GET", f"/api/tournaments/{name}", TournamentDetails
        )
        return page

    async def tournament_report(self, name: str) -> str:
        """Its report, a page of HTML. Raises NotFound."""
        page: bytes = await self.http.ask(
            "GET", f"/tournaments/{name}/report", bytes, worked_out=True
        )
        return page.decode()

    # --- getting on ---

    async def block(self, player: str) -> None:
        """Never meets this player."""
        await self.http.ask("PUT", f"/api/players/{player}/block")

    async def my_blocks(self) -> tuple[PlayerSummary, ...]:
        """Whom one never meets."""
        found: tuple[PlayerSummary, ...] = await self.http.ask(
            "GET", "/api/me/blocks", tuple[PlayerSummary, ...]
        )
        return found

    async def unblock(self, player: str) -> None:
        """Meets this player again."""
        await self.http.ask("DELETE", f"/api/players/{player}/block")

    async def report(self, player: str, text: str) -> None:
        """Reports a name or conduct."""
        await self.http.ask(
            "POST", f"/api/players/{player}/reports", None, wire.ReportRequest(text)
        )
