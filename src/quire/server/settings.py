"""Every setting of the server with its default; docs/how-to/deploy.md lists them from here.

Each can be given as an environment variable, QUIRE_ and its name in capitals. A network is an IPv4
address or the first 64 bits of an IPv6 address.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from platformdirs import user_data_path

from quire.errors import NotationError
from quire.store.database import sqlite_path

PREFIX = "QUIRE_"
"""How the environment variables of all settings begin."""

OTHER_VARIABLES = frozenset({"QUIRE_BOOK", "QUIRE_QUICK"})
"""Variables that are not the server's: the book of solved positions, and the quick tests."""


TOTAL_FACTOR = 3
"""A game with a total time is as live as one with a third of it per move."""


def default_store() -> str:
    """Return the default database: one SQLite file in the user's data directory."""
    return f"sqlite:///{user_data_path('quire') / 'quire.db'}"


def default_tournaments() -> str:
    """Return the default directory of tournaments, next to that file."""
    return str(user_data_path("quire") / "tournaments")


def _setting(default: Any, help: str) -> Any:
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the server runs and what it allows."""

    host: str = _setting("127.0.0.1", "Address to listen on; 0.0.0.0 for all interfaces.")
    port: int = _setting(8080, "Port to listen on; 0 picks a free port.")
    db: str = field(
        default_factory=default_store,
        metadata={"help": "Database: sqlite:///FILE or postgresql://USER@HOST/NAME."},
    )
    bus: str = _setting(
        "", "Message bus between servers: redis://HOST. Leave empty for a single process."
    )
    workers: int = _setting(
        1, "Server processes on this machine. More than one needs PostgreSQL and Redis."
    )
    tournaments: str = field(
        default_factory=default_tournaments,
        metadata={"help": "Directory with tournament results to show."},
    )
    origins: str = _setting("", "Other web origins allowed to connect, comma-separated.")
    proxies: str = _setting(
        "127.0.0.1,::1", "Trusted proxies, whose X-Forwarded-For header is believed."
    )

    rated_in_public_network: bool = _setting(
        False,
        "Whether players of one public network can play rated games with each other. In loopback "
        "and private networks they always can.",
    )

    push_contact: str = _setting(
        "",
        "Your contact address for push services: mailto:YOU@HOST or https://HOST. Leave empty to "
        "send no push notifications.",
    )

    move_seconds: float = _setting(
        60.0, "Default time per move, in seconds; also used for quick matches."
    )
    reconnect_seconds: float = _setting(
        30.0, "Seconds a player may be away from a live game: people only, and with a clock."
    )
    correspondence_seconds: float = _setting(
        3600.0,
        "With at least this many seconds per move, or three times as many in total, a game is not "
        "live.",
    )
    max_lag_seconds: float = _setting(1.0, "Maximum lag compensation for a move, in seconds.")
    heartbeat_seconds: float = _setting(
        10.0, "Seconds between heartbeats. Two unanswered heartbeats close the connection."
    )

    agent_workers: int = _setting(
        max(2, (os.cpu_count() or 2) - 1), "Worker processes for computer players."
    )
    agent_seconds: float = _setting(
        2.0, "Maximum thinking time per move for computer players, in seconds."
    )
    agent_queue: int = _setting(1000, "Maximum number of queued computer moves.")

    analysis_workers: int = _setting(1, "Worker processes for analysis and replays.")
    analysis_seconds: float = _setting(1.0, "Seconds for a position analysis or a hint.")
    review_seconds: float = _setting(
        0.25, "Seconds per position in a game review; at most one minute per game."
    )
    solver_seconds: float = _setting(
        5.0, "Seconds for a position that a player asks the server to solve."
    )
    solver_megabytes: int = _setting(512, "Memory for the solver's table then, in MiB.")
    analysis_queue: int = _setting(100, "Maximum number of queued analyses and replays.")

    max_message_bytes: int = _setting(8192, "Maximum size of a socket message, in bytes.")
    message_rate: float = _setting(20.0, "Socket messages per second and player, sustained.")
    message_burst: int = _setting(60, "Socket messages per player, burst.")
    frame_rate: float = _setting(
        50.0, "WebSocket frames per second and connection, pings included, before it is closed."
    )
    frame_burst: int = _setting(200, "WebSocket frames per connection, burst.")
    watch_rate: float = _setting(50.0, "Games to follow per second and network, sustained.")
    watch_burst: int = _setting(300, "Games to follow per network, burst.")
    chat_rate: float = _setting(0.5, "Chat messages per second and player, sustained.")
    chat_burst: int = _setting(5, "Chat messages per player, burst.")
    max_chat_length: int = _setting(200, "Maximum length of a chat message, in characters.")
    request_rate: float = _setting(200.0, "HTTP requests per second and network, sustained.")
    request_burst: int = _setting(1000, "HTTP requests per network, burst.")
    analysis_rate: float = _setting(
        5.0, "Analyses, replays, hints and reports per second and network, sustained."
    )
    analysis_burst: int = _setting(200, "Analyses, replays, hints and reports per network, burst.")
    analysis_concurrency: int = _setting(
        32, "Concurrent analyses per network (short replays not counted)."
    )
    guest_rate: float = _setting(1.0, "New guests per second and network, sustained.")
    guest_burst: int = _setting(300, "New guests per network, burst.")
    sign_in_rate: float = _setting(
        0.5, "Sign-ins, registrations and renames per second and network, sustained."
    )
    sign_in_burst: int = _setting(250, "Sign-ins, registrations and renames per network, burst.")
    passphrase_rate: float = _setting(0.1, "Sign-in attempts per second and account, sustained.")
    passphrase_burst: int = _setting(10, "Sign-in attempts per account, burst.")
    report_rate: float = _setting(0.01, "Reports of players per second and player, sustained.")
    report_burst: int = _setting(5, "Reports of players per player, burst.")
    max_buffered_bytes: int = _setting(
        1_048_576, "Bytes kept for a slow client before it is disconnected."
    )
    max_watched_games: int = _setting(50, "Maximum number of games a connection can follow.")
    max_games_per_player: int = _setting(
        20, "Open and running games per player (ten times as many for bots)."
    )
    open_game_hours: float = _setting(
        48.0, "Hours before an open game that nobody joined is cancelled."
    )
    session_days: float = _setting(
        90.0, "Days after which a session that was not used ends; the player signs in again."
    )
    guest_days: float = _setting(
        90.0, "Days after which guests who did not come back are deleted; their games stay."
    )
    max_connections: int = _setting(20_000, "Maximum connections per server process.")
    max_connections_per_address: int = _setting(1000, "Maximum connections per network.")
    connection_rate: float = _setting(
        100.0, "New connections per second and network, proxies not counted, sustained."
    )
    connection_burst: int = _setting(2000, "New connections per network, burst.")
    max_pending_requests: int = _setting(
        500, "Connections per network that have not sent a whole request; the oldest are closed."
    )
    request_seconds: float = _setting(20.0, "Seconds a client has to send a request.")
    max_header_bytes: int = _setting(32_768, "Maximum size of a request's headers, in bytes.")
    max_headers: int = _setting(100, "Maximum number of headers in a request.")
    max_body_bytes: int = _setting(65_536, "Maximum size of a request body, in bytes.")

    log_level: str = _setting("info", "Log level: debug, info, warning or error.")

    def __post_init__(self) -> None:
        if self.workers > 1 and (self.db.startswith("sqlite") or not self.bus):
            raise NotationError(
                "--workers above 1 needs PostgreSQL and Redis (--db postgresql://… --bus "
                "redis://…): SQLite allows one writer, and the processes need Redis to notify "
                "each other"
            )
        sqlite_path(self.db)
        for setting in fields(self):
            value = getattr(self, setting.name)
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if is_number and setting.name != "port" and not 0 < value < math.inf:
                raise NotationError(f"{setting.name} must be a number above 0, not {value}")
        for proxy in filter(None, map(str.strip, self.proxies.split(","))):
            _check_proxy(proxy)
        for origin in filter(None, map(str.strip, self.origins.split(","))):
            _check_origin(origin)
        if self.push_contact and not self.push_contact.startswith(("mailto:", "https://")):
            raise NotationError(
                f"push_contact must begin with mailto: or https://, not {self.push_contact!r}"
            )
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise NotationError(
                f"log_level must be debug, info, warning or error, not {self.log_level!r}"
            )

    def reconnect_limit(self, clock: float | None, increment: float | None = None) -> float | None:
        """Return how long a player may be away under a clock; None for correspondence."""
        slow = self.correspondence_seconds * (1 if increment is None else TOTAL_FACTOR)
        return None if clock is not None and clock >= slow else self.reconnect_seconds

    @classmethod
    def read(cls, given: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
        """Return the given settings, else the environment, else defaults. Raises NotationError."""
        found: dict[str, Any] = {}
        _check_names(environment, [setting.name for setting in fields(cls)])
        for setting in fields(cls):
            variable = PREFIX + setting.name.upper()
            if given.get(setting.name) is not None:
                found[setting.name] = given[setting.name]
            elif variable in environment:
                kind = {"int": int, "float": float, "bool": bool}.get(str(setting.type), str)
                try:
                    found[setting.name] = msgspec.convert(environment[variable], kind, strict=False)
                except msgspec.ValidationError:
                    raise NotationError(
                        f"invalid {variable}={environment[variable]!r}: {setting.metadata['help']}"
                    ) from None
        if "tournaments" in found and not Path(found["tournaments"]).is_dir():
            raise NotationError(f"no such directory: {found['tournaments']}")
        return cls(**found)


def _check_names(environment: Mapping[str, str], names: list[str]) -> None:
    """Raise NotationError for a variable that looks like a setting but is none."""
    known = {PREFIX + name.upper() for name in names} | OTHER_VARIABLES
    for variable in sorted(environment):
        if variable.startswith(PREFIX) and variable not in known:
            similar = get_close_matches(variable, known, 1, 0.8)
            hint = f"did you mean {similar[0]}?" if similar else "quire serve --check lists them"
            raise NotationError(f"unknown setting {variable}: {hint}")


def _check_proxy(proxy: str) -> None:
    try:
        if proxy != "*":
            ip_network(proxy)
    except ValueError as error:
        raise NotationError(
            f"invalid proxies: {error}; list IP addresses or networks, separated by commas"
        ) from None


def _check_origin(origin: str) -> None:
    try:
        parts = urlsplit(origin)
        valid = parts.scheme in ("http", "https") and parts.netloc and not parts.path.strip("/")
    except ValueError:
        valid = False
    if not valid:
        raise NotationError(f"invalid origins: {origin!r} is not like https://example.org")
