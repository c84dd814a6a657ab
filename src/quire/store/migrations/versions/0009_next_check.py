"""Indexes that a move does not write: when a game is checked next, which is not when it is due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Replace the indexes of columns that every move changes."""
    op.add_column("games", sa.Column("next_check", sa.Float(53)))
    op.execute("UPDATE games SET next_check = due WHERE due IS NOT NULL")
    op.drop_index("ix_games_due", "games")
    op.drop_index("ix_games_position", "games")
    op.create_index(
        "ix_games_next_check",
        "games",
        ["next_check"],
        sqlite_where=sa.text("next_check IS NOT NULL"),
        postgresql_where=sa.text("next_check IS NOT NULL"),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE games SET (fillfactor = 70)")
