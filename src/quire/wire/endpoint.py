"""Every HTTP endpoint: what it takes, what it gives, who may ask, and how it may be refused.

`api` answers them; the OpenAPI document is made of this table.
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
from quire.wire.shared_types import GameCard, PlayerCard

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


class Who(StrEnum):
    """Who may ask."""

    ANYBODY = "anybody"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked for."""

    name: str
    method: str
    path: str
    summary: str
    gives: Any = None
    takes: Any = None
    query: Any = None
    who: Who = Who.ANYBODY
    refusals: tuple[type[QuireError], ...] = ()
    media: str = "application/json"
    status: int = 200

    @property
    def errors(self) -> tuple[type[QuireError], ...]:
        """How it may be refused, in all."""
        always: tuple[type[QuireError], ...] = (NotationError, NotSignedIn, NotAllowed)
        return (*always, *self.refusals, TooMany, Unavailable)


PLAYER = Who.PLAYER
GONE = (NotFound,)
LINE = (UnknownGame, IllegalMove)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("catalogue", "GET", "/api/catalogue", "List the games and computer players.",
             wire.Catalogue),
    Endpoint("make_guest", "POST", "/api/guests", "Create a guest account.",
             wire.SignedIn, wire.GuestWish, refusals=(Taken,), status=201),
    Endpoint("register", "POST", "/api/players",
             "Register an account. Send a guest's token to keep the guest's games.",
             wire.SignedIn, wire.Registration, refusals=(Taken,), status=201),
    Endpoint("log_in", "POST", "/api/sessions", "Log in.", wire.SignedIn, wire.Login, status=201),
    Endpoint("log_out", "DELETE", "/api/sessions",
             "Sign out on all devices: invalidates all tokens.", who=PLAYER, status=204),
    Endpoint("me", "GET", "/api/me", "Get my profile and statistics.", statistics_types.PlayerPage,
             who=PLAYER),
    Endpoint("delete_me", "DELETE", "/api/me",
             "Delete my account. My games stay, without my name.", who=PLAYER, status=204),
    Endpoint("rename_me", "PUT", "/api/me/name",
             "Change my guest name. Registered players can't change theirs.",
             PlayerCard, wire.GuestWish, who=PLAYER, refusals=(Taken,)),
    Endpoint("preferences", "GET", "/api/me/preferences", "Get my preferences.", wire.Preferences,
             who=PLAYER),
    Endpoint("prefer", "PUT", "/api/me/preferences", "Set my preferences.", None, wire.Preferences,
             who=PLAYER, status=204),
    Endpoint("my_blocks", "GET", "/api/me/blocks", "List the players I have blocked.",
             tuple[PlayerCard, ...],
             who=PLAYER),
    Endpoint("my_games", "GET", "/api/me/games", "List my open and running games.",
             tuple[GameCard, ...], who=PLAYER),
    Endpoint("export", "GET", "/api/me/export", "Export my finished games, one record per line.",
             Record, who=PLAYER, media="application/x-ndjson"),
    Endpoint("lobby", "GET", "/api/lobby", "List the public open and live games.",
             wire.LobbyCards),
    Endpoint("make_game", "POST", "/api/games", "Create a game.", wire.Made, wire.GameWish,
             who=PLAYER, refusals=(UnknownGame,), status=201),
    Endpoint("search", "GET", "/api/games", "Search finished games, newest first.",
             statistics_types.ArchivePage, query=wire.Search, refusals=(UnknownGame,)),
    Endpoint("game", "GET", "/api/games/{id}", "Get the current state of a game.", State,
             refusals=GONE),
    Endpoint("record", "GET", "/api/games/{id}/record", "The record of a game.", Record,
             refusals=GONE),
    Endpoint("game_replay", "GET", "/api/games/{id}/replay", "A game to step through.",
             study.GameReplay, refusals=GONE),
    Endpoint("hint", "GET", "/api/games/{id}/hint",
             "Get a hint, if it is your turn against computer players only.", study.Hint,
             who=PLAYER, refusals=GONE),
    Endpoint("join", "POST", "/api/games/{id}/join", "Join a game.", who=PLAYER,
             refusals=(NotFound, Taken), status=204),
    Endpoint("leave", "POST", "/api/games/{id}/leave",
             "Leave a game that hasn't started. If its creator leaves, the game is cancelled.",
             who=PLAYER, refusals=GONE, status=204),
    Endpoint("find_player", "GET", "/api/players", "Find a player by name.",
             statistics_types.PlayerPage, query=wire.NameQuery, refusals=GONE),
    Endpoint("player", "GET", "/api/players/{id}", "Get a player's profile and statistics.",
             statistics_types.PlayerPage, refusals=GONE),
    Endpoint("ratings", "GET", "/api/players/{id}/ratings",
             "A player's ratings in a game, oldest first: the last 500.",
             tuple[statistics_types.RatingPoint, ...], query=wire.RatingsQuery,
             refusals=(NotFound, UnknownGame)),
    Endpoint("block", "PUT", "/api/players/{id}/block", "Block a player.", who=PLAYER,
             refusals=GONE, status=204),
    Endpoint("unblock", "DELETE", "/api/players/{id}/block", "Unblock a player.",
             who=PLAYER, refusals=GONE, status=204),
    Endpoint("report", "POST", "/api/players/{id}/reports", "Report a player's name or behaviour.",
             None, wire.ReportWish, who=PLAYER, refusals=GONE, status=204),
    Endpoint("leaderboard", "GET", "/api/leaderboards/{game}", "Get the leaderboard of a game.",
             tuple[statistics_types.Leader, ...], refusals=(UnknownGame,)),
    Endpoint("agents", "GET", "/api/agents", "People against each computer player, by size.",
             tuple[statistics_types.AgentTally, ...], query=wire.GameQuery,
             refusals=(UnknownGame,)),
    Endpoint("todays_puzzle", "GET", "/api/puzzles/today", "The puzzle of the day, by UTC.",
             puzzle.PuzzleCard),
    Endpoint("next_puzzle", "GET", "/api/puzzles",
             "Get a random puzzle I haven't solved or given up.", puzzle.PuzzleCard,
             query=puzzle.PuzzleQuery, refusals=(NotFound, UnknownGame)),
    Endpoint("puzzle", "GET", "/api/puzzles/{id}", "One puzzle.", puzzle.PuzzleCard,
             refusals=GONE),
    Endpoint("answer_puzzle", "POST", "/api/puzzles/{id}/answers",
             "Answer a puzzle, or give it up.", puzzle.PuzzleAnswer, puzzle.PuzzleMove,
             who=PLAYER, refusals=(NotFound, IllegalMove)),
    Endpoint("my_puzzles", "GET", "/api/me/puzzles", "My progress with puzzles.",
             statistics_types.PuzzleProgress, who=PLAYER),
    Endpoint("tournaments", "GET", "/api/tournaments", "Tournaments of bots, newest first.",
             tuple[tournament.Tournament, ...]),
    Endpoint("tournament", "GET", "/api/tournaments/{name}",
             "Get a tournament with its crosstable.", tournament.TournamentPage,
             refusals=GONE),
    Endpoint("tournament_report", "GET", "/tournaments/{name}/report",
             "The report of a tournament, a page of its own.", str, refusals=GONE,
             media="text/html"),
    Endpoint("replay", "POST", "/api/replay", "Replay a line of moves.", study.Replay,
             study.Line, refusals=LINE),
    Endpoint("analysis", "POST", "/api/analysis",
             "Analyse the position after a line of moves.", study.Analysed,
             study.Line, refusals=LINE),
    Endpoint("course", "POST", "/api/course",
             "Review a whole game: a stream of progress lines, then the review.",
             study.CourseNews, study.Line, refusals=LINE, media="application/x-ndjson"),
)  # fmt: skip
