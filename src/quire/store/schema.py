"""All tables. A change here needs a migration in `migrations/`.

Times are seconds since 1970, except those on the game clock (`began`, `due`, `at`), which pauses
while no server runs.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    literal_column,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

MIN_RATED_GAMES = 5
"""Rated games of a game that a player needs to be on its leaderboard."""


def _some(name: str, *columns: str, where: str, on_postgresql: str | None = None) -> Index:
    """Return a partial index, of the rows that meet a condition."""
    return Index(
        name,
        *columns,
        sqlite_where=text(where),
        postgresql_where=text(on_postgresql or where),
    )


def _of_finished(name: str, *columns: str) -> Index:
    where = "public = 1 AND ended IS NOT NULL"
    return _some(name, *columns, where=where, on_postgresql="public AND ended IS NOT NULL")


players = Table(
    "players",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("kind", String(8), nullable=False),  # guest, member, bot, or gone
    Column("login", String(64), unique=True),  # the lookup key of the name; null for guests
    Column("passphrase", Text),  # its argon2 hash
    Column("epoch", Integer, nullable=False),  # of tokens from before there were sessions
    Column("created", Float(53), nullable=False),
    Column("banned", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False),  # whether the player has chat on
    Column("recovery", Text),  # the hash of the recovery code
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53), nullable=False),  # to the hour
    Column("client", String(200), nullable=False),  # the browser or program, as it says itself
    Index("ix_sessions_player", "player"),
    Index("ix_sessions_used", "used"),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("session", ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", String(100), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Float(53), nullable=False),
    Index("ix_push_subscriptions_session", "session"),
    sqlite_with_rowid=False,
)

name_skeletons = Table(
    "name_skeletons",
    metadata,
    Column("skeleton", Text, primary_key=True),  # the same for names that look alike
    Column("player", ForeignKey("players.id"), nullable=False),  # a member or bot
    Index("ix_name_skeletons_player", "player"),
    sqlite_with_rowid=False,
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("status", String(8), nullable=False),  # open, playing, over
    Column("game", String(16), nullable=False),
    Column("size", String(24), nullable=False),
    Column("clock", Float(53)),  # seconds per move; with an increment, in total
    Column("reconnect_seconds", Float(53)),
    Column("rated", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("starter", String(8), nullable=False),  # maker, other, random
    Column("maker", String(16)),
    Column("random_choices", Text),  # random choices, as JSON
    Column("created", Float(53), nullable=False),
    Column("began", Float(53)),
    Column("started", Float(53)),
    Column("ended", Float(53)),
    Column("seq", Integer, nullable=False),
    Column("due", Float(53)),
    Column("winner", Integer),
    Column("reason", String(16)),
    Column("moves", Integer),
    Column("record", Text),  # as JSON, without names: those are in `seats`, and only there
    Column("position", BigInteger),  # its key, while a rated game is in progress
    Column("next_check", Float(53)),  # whether something is due; at `due`, or sooner
    Column("increment", Float(53)),  # seconds per move, added to the total time
    Column("offline", Boolean),  # whether it was played without a server; null: it was not
    Column("seed", BigInteger),  # of the computer's moves, if the player's device may compute them
    Column("device_check", String(8)),  # of moves sent by a device: due, passed, failed; or null
    # No index has a column that every move changes: each would be more pages to write.
    _some("ix_games_next_check", "next_check", where="next_check IS NOT NULL"),
    _some("ix_games_current", "status", "created", where="status <> 'over'"),
    # Games against the computer may wait for weeks; the rated ones are few.
    _some(
        "ix_games_rated_current",
        "status",
        where="status <> 'over' AND rated = 1",
        on_postgresql="status <> 'over' AND rated",
    ),
    _some("ix_games_device_check", "id", where="device_check = 'due'"),
    # For public searches. Private games are found by their players.
    _of_finished("ix_games_ended", "ended", "id"),
    _of_finished("ix_games_game_ended", "game", "ended", "id"),
    _of_finished("ix_games_game_size_ended", "game", "size", "ended", "id"),
    # Room for the next version of a row on its page, so that indexes need not change.
    postgresql_with={"fillfactor": 70},
)

CURRENT = games.c.status != literal_column("'over'")
"""The condition of the index of unfinished games; the planner needs it spelled out."""

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),  # in order of play; of joining while it is open
    Column("player", ForeignKey("players.id")),
    Column("name", String(64), nullable=False),
    Column("agent", String(128)),
    Column("rank", Integer),
    Column("ended", Float(53)),
    Column("rating", Float(53)),  # of the player after this game, if it was rated
    Column("network", String(64)),  # where rated games within it are off, until the start
    PrimaryKeyConstraint("game_id", "seat"),
    Index("ix_seats_player_ended", "player", "ended", "game_id"),
    _some("ix_seats_rated", "player", "ended", "game_id", where="rating IS NOT NULL"),
    sqlite_with_rowid=False,
)

events = Table(
    "events",
    metadata,
    Column("game_id", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("id", String(64), nullable=False),
    PrimaryKeyConstraint("game_id", "seq"),
    sqlite_with_rowid=False,
)

tallies = Table(
    "tallies",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", String(16), nullable=False),
    Column("against", String(8), nullable=False),  # people, computer, or offline
    Column("seat", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    PrimaryKeyConstraint("player", "game", "against", "seat"),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", String(16), nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("rating", Float(53), nullable=False),  # as shown, and sorted by
    Column("rated", Integer, nullable=False),  # games that changed it
    PrimaryKeyConstraint("player", "game"),
    _some(
        "ix_standings_game_rating", "game", "rating", "player", where=f"rated >= {MIN_RATED_GAMES}"
    ),
    sqlite_with_rowid=False,
)

agent_tallies = Table(
    "agent_tallies",
    metadata,
    Column("game", String(16), nullable=False),
    Column("agent", String(128), nullable=False),
    Column("size", String(24), nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),  # of people
    Column("losses", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    PrimaryKeyConstraint("game", "agent", "size"),
    sqlite_with_rowid=False,
)

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("puzzle", String(32), nullable=False),
    Column("day", Integer, nullable=False),  # ordinal of the day whose puzzle it was, or 0
    Column("state", String(8), nullable=False),  # tried, solved, given_up
    Column("tries", Integer, nullable=False),
    Column("first_try", Boolean, nullable=False),  # whether the very first answer was right
    Column("at", Float(53), nullable=False),  # of the last change
    PrimaryKeyConstraint("player", "puzzle", "day"),
    sqlite_with_rowid=False,
)

seeks = Table(
    "seeks",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("size", String(24), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("node", String(16), nullable=False),
    Column("seek_id", String(64), nullable=False),  # the client's id of the seek
    Column("game_id", String(16)),  # the game it led to; kept until the next seek
    Column("network", String(64)),  # where rated games within it are off
    _some("ix_seeks_waiting", "created", "player", where="game_id IS NULL"),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("stamp", Float(53), nullable=False),  # on the game clock
)

presence = Table(
    "presence",
    metadata,
    Column("game_id", String(16), nullable=False),
    Column("player", String(16), nullable=False),  # empty for spectators
    Column("node", String(16), nullable=False),
    Column("count", Integer, nullable=False),
    PrimaryKeyConstraint("game_id", "player", "node"),
    Index("ix_presence_node", "node"),
    sqlite_with_rowid=False,
)

downtime = Table(
    "downtime",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("seconds", Float(53), nullable=False),  # total downtime
    Column("stamp", Float(53), nullable=False),  # when a server last ran
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("blocked", ForeignKey("players.id"), nullable=False),
    PrimaryKeyConstraint("player", "blocked"),
    Index("ix_blocks_blocked", "blocked"),
    sqlite_with_rowid=False,
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("by", ForeignKey("players.id"), nullable=False),
    Column("about", ForeignKey("players.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Float(53), nullable=False),
    Index("ix_reports_about", "about"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("created", Float(53), nullable=False),
)

network_bans = Table(
    "network_bans",
    metadata,
    Column("network", String(43), primary_key=True),  # an IPv4 address or prefix, an IPv6 prefix
    Column("created", Float(53), nullable=False),
)

admin_actions = Table(
    "admin_actions",
    metadata,
    Column("id", Integer, primary_key=True),  # ascending in the order of commits
    Column("created", Float(53), nullable=False),
    Column("admin", String(64), nullable=False),  # the user who ran the command
    Column("command", String(32), nullable=False),
    Column("player", String(16)),  # the player, game and network that it was about
    Column("game_id", String(16)),
    Column("network", String(43)),
    Column("detail", Text, nullable=False),
)
