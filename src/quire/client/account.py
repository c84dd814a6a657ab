"""The HTTP requests of a client: account, games, history, tournaments, moderation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from quire.client.study import Study
from quire.match.record import Record
from quire.wire import http_types as wire
from quire.wire.protocol import State
from quire.wire.shared_types import GameSummary, PlayerSummary
from quire.wire.statistics_types import (
    AgentTally,
    ArchivePage,
    Leader,
    PlayerProfile,
    RatingPoint,
    Tally,
    Thumbnail,
)
from quire.wire.tournament_types import Tournament, TournamentDetails


class Account(Study):
    """The requests of a client. Each raises the QuireError that the server reports."""

    @property
    def token(self) -> str | None:
        """The token that signs the player in; store it, and keep it secret."""
        return self.http.token

    # --- account ---

    async def create_guest(self, name: str) -> PlayerSummary:
        """Create a guest account and sign in with it."""
        return await self._sign_in("/api/guests", wire.GuestRequest(name))

    async def register(self, name: str, passphrase: str, *, bot: bool = False) -> PlayerSummary:
        """Register an account and sign in. Games played as a guest are kept, except for bots."""
        request = wire.Registration(name=name, passphrase=passphrase, bot=bot)
        return await self._sign_in("/api/players", request)

    async def sign_in(self, name: str, passphrase: str) -> PlayerSummary:
        """Sign in as a registered player or bot."""
        return await self._sign_in(
            "/api/sessions", wire.SignInRequest(name=name, passphrase=passphrase)
        )

    async def _sign_in(self, path: str, body: Any) -> PlayerSummary:
        signed: wire.SignedIn = await self.http.request("POST", path, wire.SignedIn, body)
        self.http.token = signed.token
        await self.signed_in()
        return signed.player

    async def signed_in(self) -> None:
        """Called after the client has signed in as another player."""

    async def sign_out(self, *, keep_current: bool = False) -> None:
        """Sign out on all devices, or on all others: ends the sessions and their tokens."""
        query = wire.SignOutQuery(keep_current)
        await self.http.request("DELETE", "/api/sessions", query=query)

    async def my_sessions(self) -> tuple[wire.SessionInfo, ...]:
        """List the places where I am signed in, the last used first."""
        found: tuple[wire.SessionInfo, ...] = await self.http.request(
            "GET", "/api/sessions", tuple[wire.SessionInfo, ...]
        )
        return found

    async def end_session(self, id: str = "current") -> None:
        """End one of my sessions (default: this one). Raises NotFound."""
        await self.http.request("DELETE", f"/api/sessions/{id}")

    async def push_key(self) -> str | None:
        """Get the key to subscribe to push notifications; None if the server sends none."""
        found: wire.PushInfo = await self.http.request("GET", "/api/push", wire.PushInfo)
        return found.public_key

    async def subscribe(self, subscription: wire.PushRequest) -> None:
        """Send me push notifications by this subscription while I am away. Raises NotAllowed."""
        await self.http.request("PUT", "/api/me/push", None, subscription)

    async def unsubscribe(self) -> None:
        """Stop notifications for this session."""
        await self.http.request("DELETE", "/api/me/push")

    async def change_passphrase(self, passphrase: str, new_passphrase: str) -> None:
        """Change my passphrase, and sign out on all other devices. Raises NotAllowed.

        The recovery code is no longer valid: get a new one.
        """
        request = wire.PassphraseChange(passphrase=passphrase, new_passphrase=new_passphrase)
        await self.http.request("PUT", "/api/me/passphrase", None, request)

    async def new_recovery_code(self, passphrase: str) -> str:
        """Get a new recovery code; the old one is no longer valid. Raises NotAllowed."""
        request = wire.PassphraseCheck(passphrase)
        found: wire.RecoveryCode = await self.http.request(
            "PUT", "/api/me/recovery-code", wire.RecoveryCode, request
        )
        return found.code

    async def recover(self, name: str, code: str, new_passphrase: str) -> PlayerSummary:
        """Choose a new passphrase with a recovery code, which is used up, and sign in.

        Raises NotSignedIn.
        """
        return await self._sign_in(
            "/api/recovery",
            wire.RecoveryRequest(name=name, code=code, new_passphrase=new_passphrase),
        )

    async def delete_me(self) -> None:
        """Delete the account. Its games stay, without the name."""
        await self.http.request("DELETE", "/api/me")

    async def me(self) -> PlayerProfile:
        """Get my profile and statistics."""
        page: PlayerProfile = await self.http.request("GET", "/api/me", PlayerProfile)
        return page

    async def rename_me(self, name: str) -> PlayerSummary:
        """Change the guest name. Raises NotAllowed for registered players, Taken."""
        player: PlayerSummary = await self.http.request(
            "PUT", "/api/me/name", PlayerSummary, wire.GuestRequest(name)
        )
        return player

    async def preferences(self) -> wire.Preferences:
        """Get my preferences."""
        preferences: wire.Preferences = await self.http.request(
            "GET", "/api/me/preferences", wire.Preferences
        )
        return preferences

    async def set_preferences(self, *, chat: bool) -> None:
        """Turn chat on or off."""
        await self.http.request("PUT", "/api/me/preferences", None, wire.Preferences(chat))

    # --- games ---

    async def catalogue(self) -> wire.Catalogue:
        """List the games and the computer players."""
        found: wire.Catalogue = await self.http.request("GET", "/api/catalogue", wire.Catalogue)
        return found

    async def create_game(
        self,
        game: str,
        size: str | None = None,
        *,
        seats: Iterable[str] = (),
        random_order: bool = True,
        clock: float | UnsetType | None = UNSET,
        increment: float | None = None,
        rated: bool = False,
        public: bool = True,
        chat: bool = True,
    ) -> str:
        """Create a game and return its id. A seat is `me`, `open`, or an agent such as `level3`.

        `clock` is in seconds per move, None for no limit (default: set by the server). With an
        `increment` it is the total time of each player, to which every move adds the increment.
        """
        request = wire.GameRequest(
            game=game,
            size=size,
            seats=list(seats),
            random_order=random_order,
            clock=clock,
            increment=increment,
            rated=rated,
            public=public,
            chat=chat,
        )
        created: wire.GameCreated = await self.http.request(
            "POST", "/api/games", wire.GameCreated, request
        )
        return created.id

    async def join(self, id: str) -> None:
        """Join an open game. Raises Taken, NotFound, NotAllowed."""
        await self.http.request("POST", f"/api/games/{id}/join")

    async def leave(self, id: str) -> None:
        """Leave a game that hasn't started. If its creator leaves, the game is cancelled."""
        await self.http.request("POST", f"/api/games/{id}/leave")

    async def game(self, id: str) -> State:
        """Get the current state of a game."""
        state: State = await self.http.request("GET", f"/api/games/{id}", State)
        return state

    async def record(self, id: str) -> Record:
        """Get the record of a game."""
        record: Record = await self.http.request("GET", f"/api/games/{id}/record", Record)
        return record

    async def my_games(self) -> tuple[GameSummary, ...]:
        """List my open and running games."""
        games: tuple[GameSummary, ...] = await self.http.request(
            "GET", "/api/me/games", tuple[GameSummary, ...]
        )
        return games

    async def lobby(self) -> wire.LobbyGames:
        """List the public open and live games."""
        games: wire.LobbyGames = await self.http.request("GET", "/api/lobby", wire.LobbyGames)
        return games

    # --- history and statistics ---

    async def send_offline_game(self, game: wire.OfflineGame) -> str:
        """Store a finished game against computer players that was played without a server.

        Return its id. The server checks every move. Raises NotAllowed if a computer player would
        have moved otherwise.
        """
        created: wire.GameCreated = await self.http.request(
            "POST", "/api/me/offline-games", wire.GameCreated, game, computed=True
        )
        return created.id

    async def search_games(self, **filters: Any) -> ArchivePage:
        """Search finished games, newest first; the filters are the fields of `SearchQuery`."""
        page: ArchivePage = await self.http.request(
            "GET", "/api/games", ArchivePage, query=wire.SearchQuery(**filters)
        )
        return page

    async def thumbnails(self, game_ids: Iterable[str]) -> tuple[Thumbnail, ...]:
        """Get small pictures of up to 24 games, as they are now; there are none of large boards."""
        pictures: tuple[Thumbnail, ...] = await self.http.request(
            *("GET", "/api/thumbnails", tuple[Thumbnail, ...]),
            query=wire.ThumbnailQuery(",".join(game_ids)),
        )
        return pictures

    async def export(self) -> list[Record]:
        """Export all my finished games."""
        lines: bytes = await self.http.request("GET", "/api/me/export", bytes)
        return [Record.from_json(line) for line in lines.splitlines()]

    async def export_data(self) -> list[wire.DataLine]:
        """Export my account, and the blocks, reports and chat messages that I have written."""
        lines: bytes = await self.http.request("GET", "/api/me/data", bytes)
        return [msgspec.json.decode(line, type=wire.DataLine) for line in lines.splitlines()]

    async def player(self, id: str) -> PlayerProfile:
        """Get a player's profile and statistics."""
        page: PlayerProfile = await self.http.request("GET", f"/api/players/{id}", PlayerProfile)
        return page

    async def find_player(self, name: str) -> PlayerProfile:
        """Get the profile of a registered player or bot by name."""
        page: PlayerProfile = await self.http.request(
            "GET", "/api/players", PlayerProfile, query=wire.NameQuery(name)
        )
        return page

    async def head_to_head(self, player: str, other: str) -> Tally:
        """Get a player's results against another, in games of two."""
        tally: Tally = await self.http.request(
            "GET", f"/api/players/{player}/against/{other}", Tally
        )
        return tally

    async def ratings(self, player: str, game: str) -> tuple[RatingPoint, ...]:
        """Get a player's last ratings in a game, oldest first."""
        points: tuple[RatingPoint, ...] = await self.http.request(
            "GET",
            f"/api/players/{player}/ratings",
            tuple[RatingPoint, ...],
            query=wire.RatingsQuery(game),
        )
        return points

    async def leaderboard(self, game: str) -> tuple[Leader, ...]:
        """Get the leaderboard of a game."""
        leaders: tuple[Leader, ...] = await self.http.request(
            "GET", f"/api/leaderboards/{game}", tuple[Leader, ...]
        )
        return leaders

    async def agents(self, game: str | None = None) -> tuple[AgentTally, ...]:
        """Get people's results against each computer player, by size."""
        table: tuple[AgentTally, ...] = await self.http.request(
            "GET", "/api/agents", tuple[AgentTally, ...], query=wire.GameQuery(game)
        )
        return table

    # --- tournaments of bots ---

    async def tournaments(self) -> tuple[Tournament, ...]:
        """List the tournaments of bots, newest first."""
        found: tuple[Tournament, ...] = await self.http.request(
            "GET", "/api/tournaments", tuple[Tournament, ...]
        )
        return found

    async def tournament(self, name: str) -> TournamentDetails:
        """Get a tournament with its head-to-head results. Raises NotFound."""
        details: TournamentDetails = await self.http.request(
            "GET", f"/api/tournaments/{name}", TournamentDetails
        )
        return details

    async def tournament_report(self, name: str) -> str:
        """Get the report of a tournament as an HTML page. Raises NotFound."""
        page: bytes = await self.http.request(
            "GET", f"/tournaments/{name}/report", bytes, computed=True
        )
        return page.decode()

    # --- moderation ---

    async def block(self, player: str) -> None:
        """Block a player."""
        await self.http.request("PUT", f"/api/players/{player}/block")

    async def my_blocks(self) -> tuple[PlayerSummary, ...]:
        """List the players I have blocked."""
        found: tuple[PlayerSummary, ...] = await self.http.request(
            "GET", "/api/me/blocks", tuple[PlayerSummary, ...]
        )
        return found

    async def unblock(self, player: str) -> None:
        """Unblock a player."""
        await self.http.request("DELETE", f"/api/players/{player}/block")

    async def report(self, player: str, text: str) -> None:
        """Report a player's name or behaviour."""
        await self.http.request(
            "POST", f"/api/players/{player}/reports", None, wire.ReportRequest(text)
        )
