"""Every setting of the server with its default; docs/deploy.md lists them from here.

Each can be given as an environment variable, QUIRE_ and its name in capitals.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import msgspec
from platformdirs import user_data_path

from quire.errors import NotationError


def default_store() -> str:
    """One SQLite file among the user's data."""
    return f"sqlite:///{user_data_path('quire') / 'quire.db'}"


def default_tournaments() -> str:
    """A directory beside that file."""
    return str(user_data_path("quire") / "tournaments")


def _is(default: Any, help: str) -> Any:
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the server runs and what it allows."""

    host: str = _is("127.0.0.1", "The address to listen at; 0.0.0.0 for all of this machine's.")
    port: int = _is(8080, "The port to listen at; 0 for any that is free.")
    db: str = field(
        default_factory=default_store,
        metadata={
            "help": "Where everything is kept: sqlite:///FILE or postgresql://USER@HOST/NAME."
        },
    )
    bus: str = _is(
        "", "What tells servers of each other's news: redis://HOST; nothing for one server."
    )
    workers: int = _is(
        1, "Server processes on this machine; more than one wants PostgreSQL and Redis."
    )
    tournaments: str = field(
        default_factory=default_tournaments,
        metadata={"help": "The directory of the results that are shown as tournaments."},
    )
    origins: str = _is("", "Other origins whose pages may connect, separated by commas.")
    proxies: str = _is("127.0.0.1,::1", "Proxies whose word is taken for a visitor's address.")

    clock: float = _is(60.0, "Seconds for each move in quick pairing, and where nobody says.")
    grace: float = _is(30.0, "Seconds to come back for a player whose connection is gone.")
    slow_clock: float = _is(3600.0, "From so many seconds a move on, nobody loses by being away.")
    allowance: float = _is(1.0, "Seconds of a late move that may be the network's, as measured.")
    beat: float = _is(10.0, "Seconds between two heartbeats; two without answer end a connection.")

    thinkers: int = _is(max(1, (os.cpu_count() or 2) - 1), "Computer players that think at once.")
    think_seconds: float = _is(2.0, "Seconds that a computer player may think about a move.")
    think_queue: int = _is(1000, "Computer players that may wait for their turn to think.")

    analysts: int = _is(1, "Analyses and replays that are worked out at once, beside those.")
    analysis_seconds: float = _is(1.0, "Seconds for the analysis of a position, or a hint.")
    course_seconds: float = _is(0.25, "Seconds for a position of a game; a minute at most in all.")
    analysis_queue: int = _is(100, "Analyses and replays that may wait for their turn.")

    message_bytes: int = _is(8192, "The longest message that a client may send.")
    messages: float = _is(20.0, "Messages a second from a connection, over a longer time.")
    messages_burst: int = _is(60, "Messages from a connection at once.")
    says: float = _is(0.5, "Chat messages a second from a connection, over a longer time.")
    says_burst: int = _is(5, "Chat messages from a connection at once.")
    say_length: int = _is(200, "Characters of a chat message.")
    requests: float = _is(20.0, "Requests a second from an address, over a longer time.")
    requests_burst: int = _is(100, "Requests from an address at once.")
    analyses: float = _is(5.0, "Analyses, replays, hints and reports a second from an address.")
    analyses_burst: int = _is(60, "Analyses, replays, hints and reports from an address at once.")
    analyses_at_once: int = _is(8, "Those of an address under way, short replays aside.")
    logins: float = _is(0.1, "Attempts to log in or take a name a second from an address.")
    logins_burst: int = _is(10, "Attempts to log in or take a name from an address at once.")
    queue_messages: int = _is(256, "Messages that may wait for a slow client before it is dropped.")
    watched: int = _is(50, "Games that a connection may sit or watch at.")
    open_games: int = _is(
        20, "Games that a player may have open or under way; bots ten times that."
    )
    open_hours: float = _is(48.0, "Hours for which a game waits for players before it is given up.")
    connections: int = _is(20_000, "Connections to one server process.")
    connections_each: int = _is(1000, "Connections from one address.")
    body_bytes: int = _is(65_536, "The longest body of a request.")

    log: str = _is("info", "How much to log: debug, info, warning or error.")

    def __post_init__(self) -> None:
        if self.workers > 1 and (self.db.startswith("sqlite") or not self.bus):
            raise NotationError(
                "several workers want PostgreSQL and Redis (--db postgresql://… --bus redis://…): "
                "SQLite has one writer, and processes must hear of each other"
            )
        for it in fields(self):
            value = getattr(self, it.name)
            if isinstance(value, (int, float)) and it.name != "port" and not value > 0:
                raise NotationError(f"{it.name} must be above zero, not {value}")
        if self.log not in ("debug", "info", "warning", "error"):
            raise NotationError(f"log is debug, info, warning or error, not {self.log!r}")

    @classmethod
    def read(cls, given: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
        """What was given, else the environment, else the defaults. Raises NotationError."""
        found: dict[str, Any] = {}
        for it in fields(cls):
            variable = f"QUIRE_{it.name.upper()}"
            if given.get(it.name) is not None:
                found[it.name] = given[it.name]
            elif variable in environment:
                kind = {"int": int, "float": float}.get(str(it.type), str)
                try:
                    found[it.name] = msgspec.convert(environment[variable], kind, strict=False)
                except msgspec.ValidationError:
                    raise NotationError(
                        f"{variable}={environment[variable]!r} will not do: {it.metadata['help']}"
                    ) from None
        return cls(**found)
