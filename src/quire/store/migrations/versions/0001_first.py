"""The tables of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    _players()
    _games()
    _events()
    _statistics()
    _servers()


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("login", sa.String(64)),
        sa.Column("passphrase", sa.Text()),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("banned", sa.Boolean(), nullable=False),
        sa.Column("chat", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("login", name=op.f("uq_players_login")),
    )
    op.create_table(
        "blocks",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("blocked", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_blocks_player")),
        sa.ForeignKeyConstraint(["blocked"], ["players.id"], name=op.f("fk_blocks_blocked")),
        sa.PrimaryKeyConstraint("player", "blocked", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("about", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["players.id"], name=op.f("fk_reports_by")),
        sa.ForeignKeyConstraint(["about"], ["players.id"], name=op.f("fk_reports_about")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("size", sa.String(24), nullable=False),
        sa.Column("clock", sa.Float(53)),
        sa.Column("grace", sa.Float(53)),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("chat", sa.Boolean(), nullable=False),
        sa.Column("starter", sa.String(8), nullable=False),
        sa.Column("maker", sa.String(16)),
        sa.Column("lot", sa.Text()),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("began", sa.Float(53)),
        sa.Column("started", sa.Float(53)),
        sa.Column("ended", sa.Float(53)),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("due", sa.Float(53)),
        sa.Column("winner", sa.Integer()),
        sa.Column("reason", sa.String(16)),
        sa.Column("moves", sa.Integer()),
        sa.Column("record", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index(
        "ix_games_current",
        "games",
        ["status", "created"],
        sqlite_where=sa.text("status <> 'over'"),
        postgresql_where=sa.text("status <> 'over'"),
    )
    op.create_index(
        "ix_games_due",
        "games",
        ["due"],
        sqlite_where=sa.text("due IS NOT NULL"),
        postgresql_where=sa.text("due IS NOT NULL"),
    )
    op.create_index(
        "ix_games_ended",
        "games",
        ["ended", "id"],
        sqlite_where=sa.text("public = 1 AND ended IS NOT NULL"),
        postgresql_where=sa.text("public AND ended IS NOT NULL"),
    )
    op.create_index(
        "ix_games_game_ended",
        "games",
        ["game", "ended", "id"],
        sqlite_where=sa.text("public = 1 AND ended IS NOT NULL"),
        postgresql_where=sa.text("public AND ended IS NOT NULL"),
    )
    op.create_index(
        "ix_games_game_size_ended",
        "games",
        ["game", "size", "ended", "id"],
        sqlite_where=sa.text("public = 1 AND ended IS NOT NULL"),
        postgresql_where=sa.text("public AND ended IS NOT NULL"),
    )


def _events() -> None:
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(16)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("agent", sa.String(128)),
        sa.Column("rank", sa.Integer()),
        sa.Column("ended", sa.Float(53)),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_seats_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_seats_player")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_player_ended", "seats", ["player", "ended", "game_id"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "presence",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("node", sa.String(16), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player", "node", name=op.f("pk_presence")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_presence_node", "presence", ["node"])


def _statistics() -> None:
    op.create_table(
        "tallies",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("against", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_tallies_player")),
        sa.PrimaryKeyConstraint("player", "game", "against", "seat", name=op.f("pk_tallies")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "standings",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_standings_player")),
        sa.PrimaryKeyConstraint("player", "game", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_standings_game_rating",
        "standings",
        ["game", "rating", "player"],
        sqlite_where=sa.text("rated >= 5"),
        postgresql_where=sa.text("rated >= 5"),
    )
    op.create_table(
        "agent_tallies",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("agent", sa.String(128), nullable=False),
        sa.Column("size", sa.String(24), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "agent", "size", name=op.f("pk_agent_tallies")),
        sqlite_with_rowid=False,
    )


def _servers() -> None:
    op.create_table(
        "seeks",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("size", sa.String(24), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("node", sa.String(16), nullable=False),
        sa.Column("wish", sa.String(64), nullable=False),
        sa.Column("led_to", sa.String(16), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_seeks_player")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_seeks")),
    )
    op.create_index(
        "ix_seeks_waiting",
        "seeks",
        ["created", "player"],
        sqlite_where=sa.text("led_to IS NULL"),
        postgresql_where=sa.text("led_to IS NULL"),
    )
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("stamp", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nodes")),
    )
    op.create_table(
        "downtime",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=False),
        sa.Column("stamp", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_downtime")),
    )
