"""Sessions, which players see and end one by one."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the table. Earlier tokens of a player share one session, which has the player's id."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("used", sa.Float(53), nullable=False),
        sa.Column("client", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_sessions_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index("ix_sessions_player", "sessions", ["player"])
    op.create_index("ix_sessions_used", "sessions", ["used"])
    op.get_bind().execute(
        sa.text(
            "INSERT INTO sessions (id, player, created, used, client)"
            " SELECT id, id, created, :today, '' FROM players WHERE kind <> 'gone'"
        ),
        {"today": time.time()},
    )
