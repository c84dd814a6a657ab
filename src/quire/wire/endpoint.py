"""Every HTTP endpoint: its request and response types, who may use it, and its errors.

The modules of `server.http` answer them; the OpenAPI document is generated from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from quire.errors import (
    IllegalMove,
    NotAllowed,
    NotationError,
    NotFound,
    NotSignedIn,
    QuireError,
    Taken,
    TooMany,
    Unavailable,
    UnknownGame,
)
from quire.match.record import Record
from quire.wire import http_types as wire
from quire.wire import puzzle_types as puzzle
from quire.wire import statistics_types
from quire.wire import study_types as study
from quire.wire import tournament_types as tournament
from quire.wire.protocol import State
from quire.wire.shared_types import GameSummary, PlayerSummary

STATUS: dict[str, int] = {
    "error": 400,
    "notation": 400,
    "record": 400,
    "illegal_move": 400,
    "not_your_turn": 409,
    "match_over": 409,
    "stale": 409,
    "taken": 409,
    "unknown_game": 404,
    "unknown_agent": 400,
    "agent_failed": 503,
    "not_found": 404,
    "not_signed_in": 401,
    "not_allowed": 403,
    "too_many": 429,
    "unavailable": 503,
}
"""The HTTP status of every error, by its code."""


class Access(StrEnum):
    """Who may use an endpoint."""

    PUBLIC = "public"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint."""

    name: str
    method: str
    path: str
    summary: str
    response: Any = None
    request: Any = None
    query: Any = None
    access: Access = Access.PUBLIC
    own_errors: tuple[type[QuireError], ...] = ()
    media: str = "application/json"
    status: int = 200

    @property
    def errors(self) -> tuple[type[QuireError], ...]:
        """Every error it may answer with, including those that all endpoints share."""
        always: tuple[type[QuireError], ...] = (NotationError, NotSignedIn, NotAllowed)
        return (*always, *self.own_errors, TooMany, Unavailable)


PLAYER = Access.PLAYER
NOT_FOUND = (NotFound,)
LINE_ERRORS = (UnknownGame, IllegalMove)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("catalogue", "GET", "/api/catalogue", "List the games and computer players.",
             wire.Catalogue),
    Endpoint("create_guest", "POST", "/api/guests", "Create a guest account.",
             wire.SignedIn, wire.GuestRequest, own_errors=(Taken,), status=201),
    Endpoint("register", "POST", "/api/players",
             "Register an account. Send a guest's token to keep the guest's games.",
             wire.SignedIn, wire.Registration, own_errors=(Taken,), status=201),
    Endpoint("sign_in", "POST", "/api/sessions", "Sign in.", wire.SignedIn, wire.SignInRequest,
             status=201),
    Endpoint("sign_out", "DELETE", "/api/sessions",
             "Sign out on all devices, or on all others: ends the sessions and their tokens.",
             query=wire.SignOutQuery, access=PLAYER, status=204),
    Endpoint("my_sessions", "GET", "/api/sessions",
             "List my sessions, the places where I am signed in; the last used first.",
             tuple[wire.SessionInfo, ...], access=PLAYER),
    Endpoint("end_session", "DELETE", "/api/sessions/{id}",
             "End one of my sessions; the id `current` is the one of this request.",
             access=PLAYER, own_errors=NOT_FOUND, status=204),
    Endpoint("change_passphrase", "PUT", "/api/me/passphrase",
             "Change my passphrase. Signs me out on all other devices; my recovery code is no "
             "longer valid.", None,
             wire.PassphraseChange, access=PLAYER, status=204),
    Endpoint("new_recovery_code", "PUT", "/api/me/recovery-code",
             "Get a new recovery code, in case I lose my passphrase. The old one is no longer "
             "valid.", wire.RecoveryCode, wire.PassphraseCheck, access=PLAYER),
    Endpoint("recover", "POST", "/api/recovery",
             "Choose a new passphrase with a recovery code, which is used up. Signs me in, and out "
             "on all other devices.", wire.SignedIn, wire.RecoveryRequest, status=201),
    Endpoint("me", "GET", "/api/me", "Get my profile and statistics.",
             statistics_types.PlayerProfile, access=PLAYER),
    Endpoint("delete_me", "DELETE", "/api/me",
             "Delete my account. My games stay, without my name.", access=PLAYER, status=204),
    Endpoint("rename_me", "PUT", "/api/me/name",
             "Change my guest name. Registered players can't change theirs.",
             PlayerSummary, wire.GuestRequest, access=PLAYER, own_errors=(Taken,)),
    Endpoint("preferences", "GET", "/api/me/preferences", "Get my preferences.", wire.Preferences,
             access=PLAYER),
    Endpoint("set_preferences", "PUT", "/api/me/preferences", "Set my preferences.", None,
             wire.Preferences, access=PLAYER, status=204),
    Endpoint("push", "GET", "/api/push", "Get the key to subscribe to push notifications.",
             wire.PushInfo),
    Endpoint("subscribe", "PUT", "/api/me/push",
             "Notify this browser when a friend joins my game while I am away.", None,
             wire.PushRequest, access=PLAYER, status=204),
    Endpoint("unsubscribe", "DELETE", "/api/me/push", "Stop push notifications in this browser.",
             access=PLAYER, status=204),
    Endpoint("my_blocks", "GET", "/api/me/blocks", "List the players I have blocked.",
             tuple[PlayerSummary, ...],
             access=PLAYER),
    Endpoint("my_games", "GET", "/api/me/games", "List my open and running games.",
             tuple[GameSummary, ...], access=PLAYER),
    Endpoint("export", "GET", "/api/me/export", "Export my finished games, one record per line.",
             Record, access=PLAYER, media="application/x-ndjson"),
    Endpoint("export_data", "GET", "/api/me/data",
             "Export what else the server keeps of me, one object per line: my account, and the "
             "blocks, reports and chat messages that I have written.",
             wire.DataLine, access=PLAYER, media="application/x-ndjson"),
    Endpoint("lobby", "GET", "/api/lobby", "List the public open and live games.",
             wire.LobbyGames),
    Endpoint("create_game", "POST", "/api/games", "Create a game.", wire.GameCreated,
             wire.GameRequest, access=PLAYER, own_errors=(UnknownGame,), status=201),
    Endpoint("send_offline_game", "POST", "/api/me/offline-games",
             "Store a game that I finished without a server. The server checks every move; the "
             "game is private, and counts as an offline game in my statistics.",
             wire.GameCreated, wire.OfflineGame, access=PLAYER,
             own_errors=(UnknownGame, IllegalMove), status=201),
    Endpoint("search_games", "GET", "/api/games", "Search finished games, newest first.",
             statistics_types.ArchivePage, query=wire.SearchQuery, own_errors=(UnknownGame,)),
    Endpoint("thumbnails", "GET", "/api/thumbnails",
             "Get small pictures of games, as they are now. Large boards have none.",
             tuple[statistics_types.Thumbnail, ...], query=wire.ThumbnailQuery),
    Endpoint("game", "GET", "/api/games/{id}", "Get the current state of a game.", State,
             own_errors=NOT_FOUND),
    Endpoint("record", "GET", "/api/games/{id}/record", "Get the record of a game.", Record,
             own_errors=NOT_FOUND),
    Endpoint("game_replay", "GET", "/api/games/{id}/replay", "Get a game to step through.",
             study.GameReplay, own_errors=NOT_FOUND),
    Endpoint("hint", "GET", "/api/games/{id}/hint",
             "Get a hint, if it is your turn against computer players only.", study.Hint,
             access=PLAYER, own_errors=NOT_FOUND),
    Endpoint("join", "POST", "/api/games/{id}/join", "Join a game.", access=PLAYER,
             own_errors=(NotFound, Taken), status=204),
    Endpoint("leave", "POST", "/api/games/{id}/leave",
             "Leave a game that hasn't started. If its creator leaves, the game is cancelled.",
             access=PLAYER, own_errors=NOT_FOUND, status=204),
    Endpoint("find_player", "GET", "/api/players", "Find a player by name.",
             statistics_types.PlayerProfile, query=wire.NameQuery, own_errors=NOT_FOUND),
    Endpoint("player", "GET", "/api/players/{id}", "Get a player's profile and statistics.",
             statistics_types.PlayerProfile, own_errors=NOT_FOUND),
    Endpoint("ratings", "GET", "/api/players/{id}/ratings",
             "Get a player's last 500 ratings in a game, oldest first.",
             tuple[statistics_types.RatingPoint, ...], query=wire.RatingsQuery,
             own_errors=(NotFound, UnknownGame)),
    Endpoint("head_to_head", "GET", "/api/players/{id}/against/{other}",
             "Get a player's results against another, in games of two.",
             statistics_types.Tally, own_errors=NOT_FOUND),
    Endpoint("block", "PUT", "/api/players/{id}/block", "Block a player.", access=PLAYER,
             own_errors=NOT_FOUND, status=204),
    Endpoint("unblock", "DELETE", "/api/players/{id}/block", "Unblock a player.",
             access=PLAYER, own_errors=NOT_FOUND, status=204),
    Endpoint("report", "POST", "/api/players/{id}/reports", "Report a player's name or behaviour.",
             None, wire.ReportRequest, access=PLAYER, own_errors=NOT_FOUND, status=204),
    Endpoint("leaderboard", "GET", "/api/leaderboards/{game}", "Get the leaderboard of a game.",
             tuple[statistics_types.Leader, ...], own_errors=(UnknownGame,)),
    Endpoint("agents", "GET", "/api/agents", "Get people's results against the computer, by size.",
             tuple[statistics_types.AgentTally, ...], query=wire.GameQuery,
             own_errors=(UnknownGame,)),
    Endpoint("daily_puzzle", "GET", "/api/puzzles/today", "Get the puzzle of the day (UTC).",
             puzzle.PuzzleInfo),
    Endpoint("next_puzzle", "GET", "/api/puzzles",
             "Get a random puzzle I haven't solved or given up.", puzzle.PuzzleInfo,
             query=puzzle.PuzzleQuery, own_errors=(NotFound, UnknownGame)),
    Endpoint("puzzle", "GET", "/api/puzzles/{id}", "Get a puzzle.", puzzle.PuzzleInfo,
             own_errors=NOT_FOUND),
    Endpoint("answer_puzzle", "POST", "/api/puzzles/{id}/answers",
             "Answer a puzzle, or give it up.", puzzle.PuzzleAnswer, puzzle.PuzzleMove,
             access=PLAYER, own_errors=(NotFound, IllegalMove)),
    Endpoint("my_puzzles", "GET", "/api/me/puzzles", "Get my progress with puzzles.",
             statistics_types.PuzzleProgress, access=PLAYER),
    Endpoint("tournaments", "GET", "/api/tournaments", "List tournaments of bots, newest first.",
             tuple[tournament.Tournament, ...]),
    Endpoint("tournament", "GET", "/api/tournaments/{name}",
             "Get a tournament with its crosstable.", tournament.TournamentDetails,
             own_errors=NOT_FOUND),
    Endpoint("tournament_report", "GET", "/tournaments/{name}/report",
             "Get the report of a tournament as an HTML page.", str, own_errors=NOT_FOUND,
             media="text/html"),
    Endpoint("replay", "POST", "/api/replay", "Replay a line of moves.", study.Replay,
             study.Line, own_errors=LINE_ERRORS),
    Endpoint("analysis", "POST", "/api/analysis",
             "Analyse the position after a line of moves.", study.AnalysisResponse,
             study.Line, own_errors=LINE_ERRORS),
    Endpoint("check_analysis", "POST", "/api/analysis/check",
             "Check that no position of a line is on the board in a rated game: a client that "
             "analyses by itself asks first. Returns notes on the last position.",
             study.PositionNotes, study.Line, own_errors=LINE_ERRORS),
    Endpoint("solve", "POST", "/api/solve",
             "Analyse the position after a line of moves, with more time and memory for the "
             "solver.", study.AnalysisResponse, study.Line, own_errors=LINE_ERRORS),
    Endpoint("review", "POST", "/api/review",
             "Review a whole game: a stream of progress lines, then the review.",
             study.ReviewProgress, study.Line, own_errors=LINE_ERRORS,
             media="application/x-ndjson"),
)  # fmt: skip
